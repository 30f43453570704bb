/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-answer.h"

#include "ask.h"
#include "sample-trace.h"
#include "weft-live-records.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace-private.h"
#include "weft-query-completion.h"
#include "weft-query-questions.h"

/* Queries as the window has them: answers that are kept, where their rows lead, completion. */

static WeftQuery *
ask_sample (const char *name)
{
  WeftTrace *trace = load_sample (name);

  return ask_open (&trace, 1);
}

static WeftQueryAnswer *
answer (WeftQuery *query, const char *sql)
{
  WeftQueryAnswer *found = weft_query_answer_new (query, sql, WEFT_QUERY_ANSWER_ROWS, NULL, NULL);

  g_assert_no_error (weft_query_answer_get_error (found));
  return found;
}

static void
assert_cell (const WeftFacts *facts, guint row, guint column, const char *expected)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);
  g_autofree char *text = weft_cell_to_string (&cell);

  g_assert_cmpstr (text, ==, expected);
}

/* --- answers ------------------------------------------------------------------------------------ */

/* Each kind of cell comes back as it was. */
static void
test_cells (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");
  g_autoptr (WeftQueryAnswer) found =
    answer (query, "SELECT 9223372036854775807 AS big, 0.5, 'text', NULL, x'0aff' UNION ALL "
                   "SELECT -9223372036854775808, -1e300, '', 1, 'text'");
  WeftFacts facts = weft_query_answer_get_facts (found);
  static const char *const cells[2][5] = {
    { "9223372036854775807", "0.5", "text", "", "0aff" },
    { "-9223372036854775808", "-1e+300", "", "1", "text" },
  };

  g_assert_cmpuint (facts.n_rows, ==, 2);
  g_assert_cmpuint (facts.n_columns, ==, 5);
  g_assert_cmpstr (weft_facts_get_column (&facts, 0)->key, ==, "big");
  for (guint row = 0; row < 2; row++)
    for (guint column = 0; column < 5; column++)
      assert_cell (&facts, row, column, cells[row][column]);
  g_assert_false (weft_query_answer_is_cut (found));
}

/* All rows of the log, held against the log; addresses are written as such. */
static void
test_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  WeftTrace *asked = g_object_ref (trace);
  g_autoptr (WeftQuery) query = ask_open (&asked, 1);
  g_autoptr (WeftQueryAnswer) found = answer (query, "SELECT id, pc, label FROM op");
  WeftFacts facts = weft_query_answer_get_facts (found);

  g_assert_cmpuint (facts.n_rows, ==, snapshot->n_ops);
  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, i);
      g_autofree char *id = NULL, *pc = NULL;
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      id = g_strdup_printf ("%" G_GUINT64_FORMAT, op.id);
      pc = op.has_pc ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                        weft_pipeline_trace_get_pc (snapshot->trace, op.pc_index))
                     : g_strdup ("");
      assert_cell (&facts, i, 0, id);
      assert_cell (&facts, i, 1, pc);
      assert_cell (&facts, i, 2, label);
    }
}

/* The same columns are the same fields, so that a table keeps its order when a query is run again. */
static void
test_fields (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");
  g_autoptr (WeftQueryAnswer) first = answer (query, "SELECT id, fetch FROM op");
  g_autoptr (WeftQueryAnswer) again = answer (query, "SELECT id, fetch FROM op LIMIT 3");
  g_autoptr (WeftQueryAnswer) other = answer (query, "SELECT id, \"end\" FROM op");
  WeftFacts facts = weft_query_answer_get_facts (first);

  g_assert_true (weft_query_answer_get_facts (again).fields == facts.fields);
  g_assert_true (weft_query_answer_get_facts (other).fields != facts.fields);
}

/* More than is kept is said to be there, and no less. */
static void
test_cut (void)
{
  static const char sql[] = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                            "WHERE i < 100) SELECT i FROM n";
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");

  for (guint most = 99; most <= 101; most++)
    {
      int n_rows = 0;
      g_autoptr (WeftQueryAnswer) found = weft_query_answer_new (query, sql, most, &n_rows, NULL);
      WeftFacts facts = weft_query_answer_get_facts (found);

      g_assert_cmpuint (facts.n_rows, ==, MIN (most, 100));
      g_assert_cmpint (n_rows, ==, facts.n_rows);
      g_assert_true (weft_query_answer_is_cut (found) == (most < 100));
      assert_cell (&facts, facts.n_rows - 1, 0, most == 99 ? "99" : "100");
    }
}

static void
test_columns (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("npu-two-layers.json");
  g_autoptr (WeftQueryAnswer) one = answer (query, "SELECT * FROM npu_event");
  g_autoptr (WeftQueryAnswer) two =
    answer (query, "SELECT * FROM npu_event x, npu_event y LIMIT 1");
  WeftFacts facts = weft_query_answer_get_facts (one);

  /* Each table has room as a whole. */
  g_assert_cmpuint (facts.n_columns, ==, weft_query_answer_get_n_columns (one));
  g_assert_cmpuint (weft_query_answer_get_n_columns (two), ==, 2 * facts.n_columns);
  facts = weft_query_answer_get_facts (two);
  g_assert_cmpuint (facts.n_columns, ==, WEFT_FACTS_MAX_COLUMNS);
}

static void
test_mistake (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");
  g_autoptr (WeftQueryAnswer) found =
    weft_query_answer_new (query, "SELECT id,\n  nothing FROM op", 10, NULL, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_assert_error (weft_query_answer_get_error (found), WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL);
  g_assert_cmpuint (weft_query_answer_get_place (found).start, ==, strlen ("SELECT id,\n  "));
  g_assert_cmpuint (weft_query_answer_get_place (found).length, ==, strlen ("nothing"));
  g_assert_cmpuint (weft_query_answer_get_facts (found).n_rows, ==, 0);
  g_cancellable_cancel (cancelled);
  g_assert_null (weft_query_answer_new (query, "SELECT id FROM op", 10, NULL, cancelled));
}

/* --- where rows lead ---------------------------------------------------------------------------- */

static const char *
find_lead (WeftQuery *query, const char *sql)
{
  g_autoptr (WeftQueryAnswer) found = answer (query, sql);
  const WeftQueryLead *lead = weft_query_answer_get_lead (found, 0);

  switch (lead->kind)
    {
    case WEFT_QUERY_LEAD_TIME:
      return "time";
    case WEFT_QUERY_LEAD_ROW:
      return lead->table;
    case WEFT_QUERY_LEAD_NOWHERE:
    default:
      return NULL;
    }
}

static void
test_leads (void)
{
  static const struct
  {
    const char *sql;
    const char *lead;
  } cases[] = {
    { "SELECT id FROM op", "op" },
    { "SELECT o.id AS number FROM op o", "op" },
    { "SELECT number FROM (SELECT id AS number FROM op)", "op" },
    { "SELECT rowid FROM op", "op" },
    { "SELECT producer FROM dependency", "op" },
    { "SELECT op FROM stage", "op" },
    { "SELECT max(id) AS id FROM op", "op" },
    { "SELECT fetch FROM op", "time" },
    { "SELECT start FROM stage", "time" },
    { "SELECT min(cycle) AS start FROM squash", "time" },
    { "SELECT first FROM squash", "op" },
    { "SELECT first FROM storm", "time" },
    { "SELECT fetch + 1 AS time FROM op", "time" },
    { "SELECT fetch + 1 AS tick FROM op", "time" },
    /* A time in one table, an id in another: nobody knows which. */
    { "SELECT min(cycle) AS first FROM squash", NULL },
    { "SELECT latency FROM op", NULL },
    { "SELECT latency AS id FROM op", NULL },
    { "SELECT count(*) FROM op", NULL },
  };
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (g_strcmp0 (find_lead (query, cases[i].sql), cases[i].lead) != 0)
      g_error ("%s leads to %s", cases[i].sql, find_lead (query, cases[i].sql));
}

static WeftQueryPlace
follow (WeftQuery *query, const char *sql)
{
  g_autoptr (WeftQueryAnswer) found = answer (query, sql);
  WeftFacts facts = weft_query_answer_get_facts (found);
  WeftCell cell = weft_facts_get_cell (&facts, 0, 0);
  g_autoptr (GError) error = NULL;
  WeftQueryPlace place;

  g_assert_true (weft_query_lead_follow (weft_query_answer_get_lead (found, 0), query, cell.integer,
                                         NULL, &place, &error));
  g_assert_no_error (error);
  return place;
}

/* Numbers of all kinds lead to the thing that the trace has in that place. */
static void
test_follow (void)
{
  g_autoptr (WeftQuery) ops = ask_sample ("kanata-core.log");
  g_autoptr (WeftQuery) noc = ask_sample ("noc-eight-cores.json");
  g_autoptr (WeftQuery) slices = ask_sample ("timeline-three-steps.json");
  const WeftQueryLead lead = { WEFT_QUERY_LEAD_ROW, "op", "id" };
  g_autoptr (GError) error = NULL;
  WeftQueryPlace place = follow (ops, "SELECT producer FROM dependency ORDER BY rowid DESC");
  g_autofree char *sql = g_strdup_printf ("SELECT fetch FROM op WHERE rowid = %u", place.item);

  g_assert_cmpint (place.time, ==, ask_number (ops, sql));
  g_assert_cmpuint (place.item, ==,
                    ask_number (ops, "SELECT rowid FROM op WHERE id = (SELECT producer FROM "
                                     "dependency ORDER BY rowid DESC LIMIT 1)"));
  /* From a hop to its transfer, to its event. */
  place = follow (noc, "SELECT transfer FROM hop ORDER BY transfer DESC");
  g_assert_cmpuint (place.item, ==,
                    ask_number (noc, "SELECT event FROM transfer WHERE rowid = (SELECT "
                                     "max(transfer) FROM hop)"));
  /* Slices are not the only events: what pictures call one is its place among all. */
  place = follow (slices, "SELECT rowid FROM slice ORDER BY start DESC, rowid");
  g_assert_cmpint (place.time, ==, ask_number (slices, "SELECT max(start) FROM slice"));
  g_assert_false (weft_query_lead_follow (&lead, ops, 987654321, NULL, &place, &error));
  g_assert_error (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED);
}

/* Each link names a table and columns that are there, and what is shown says when it begins. */
static void
test_links (void)
{
  for (guint i = 0; weft_query_families[i] != NULL; i++)
    for (guint j = 0; j < weft_query_families[i]->n_tables; j++)
      {
        const WeftQueryTable *table = &weft_query_families[i]->tables[j];

        g_assert_true (!table->is_shown || table->times != NULL);
        for (const WeftQueryLink *link = table->links; link != NULL && link->column != NULL; link++)
          {
            g_autoptr (GArray) found = NULL;
            g_autofree char *sql = NULL;
            WeftTextPlace place;

            sql = g_strdup_printf ("SELECT %s.%s FROM %s", table->name, link->column, table->name);
            found = weft_query_complete (
              weft_query_families[i], sql,
              strlen ("SELECT .") + strlen (table->name) + strlen (link->column), &place);
            g_assert_cmpuint (found->len, >, 0);
          }
      }
}

/* --- questions to begin with --------------------------------------------------------------------- */

static void
test_starters (void)
{
  for (const WeftQueryQuestion *question = weft_query_starters; question->sql != NULL; question++)
    {
      g_autoptr (WeftQuery) query =
        ask_sample (question->files[0] != NULL ? question->files[0] : "timeline-three-steps.json");
      g_autoptr (WeftQueryAnswer) found = answer (query, question->sql);

      g_assert_cmpuint (weft_query_answer_get_facts (found).n_rows, >, 0);
    }
}

/* --- completion --------------------------------------------------------------------------------- */

/* The candidates at the bar in the text, in their order. */
static char *
complete (const char *text)
{
  const char *bar = strchr (text, '|');
  g_autofree char *sql = g_strdup_printf ("%.*s%s", (int) (bar - text), text, bar + 1);
  g_autoptr (GArray) found = NULL;
  GString *words = g_string_new (NULL);
  WeftTextPlace place;

  found = weft_query_complete (weft_query_families[0], sql, (gsize) (bar - text), &place);
  g_assert_cmpuint (place.start + place.length, ==, bar - text);
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? " " : "",
                            g_array_index (found, WeftQueryCandidate, i).text);
  return g_string_free (words, FALSE);
}

static void
test_completion (void)
{
  static const char *const cases[][2] = {
    { "SELECT * FROM st|", "stage storm stall" },
    { "SELECT la| FROM op", "label latency" },
    { "SELECT LAT| FROM op", "latency" },
    { "SELECT o.f| FROM op o JOIN stage s", "fetch flushed" },
    { "SELECT s.la| FROM op o JOIN stage AS s", "lane" },
    { "SELECT s.en| FROM stage AS s", "\"end\"" },
    { "SELECT dep| FROM dependency", "dependency" },
    { "SELECT 1 FROM a.sq|", "squash" },
    { "SELECT perc|", "percentile(" },
    { "SELECT 'la| FROM op", "" },
    { "-- la|\nSELECT 1", "" },
    { "SELECT x.| FROM op", "" },
    { "SELECT fet|", "fetch" },
    { "SELECT retir|", "retired" },
  };

  g_assert_cmpstr (weft_query_families[0]->name, ==, "pipeline");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = complete (cases[i][0]);

      if (strcmp (found, cases[i][1]) != 0)
        g_error ("%s: “%s”, not “%s”", cases[i][0], found, cases[i][1]);
    }
}

/* The things that the first column leads to. */
static guint32 *
find_items (WeftQueryAnswer *found, WeftQuery *query, GError **error)
{
  const WeftQueryShown shown = weft_query_answer_find_colors (found);
  GDestroyNotify release;
  gpointer numbering;
  guint32 *items =
    weft_query_answer_find_items (found, query, &shown, &numbering, &release, NULL, error);

  g_assert_cmpuint (shown.by, ==, 0);
  if (numbering != NULL)
    release (numbering);
  return items;
}

/* Who stops it is told so. */
static void
test_follow_stopped (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("kanata-core.log");
  const WeftQueryLead lead = { WEFT_QUERY_LEAD_ROW, "op", "id" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const gint64 number = 7;
  guint32 item;

  g_assert_true (weft_query_lead_follow_all (&lead, query, &number, 1, &item, cancellable, &error));
  g_assert_cmpuint (item, ==, 7);
  g_cancellable_cancel (cancellable);
  g_assert_false (
    weft_query_lead_follow_all (&lead, query, &number, 1, &item, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Many numbers at once lead where each of them does. */
static void
test_follow_all (void)
{
  static const char *const cases[][2] = {
    { "kanata-core.log", "SELECT id FROM op UNION ALL SELECT NULL UNION ALL SELECT 123456789" },
    { "kanata-core.log", "SELECT op FROM stage" },
    { "noc-eight-cores.json", "SELECT transfer FROM hop" },
    { "timeline-three-steps.json", "SELECT rowid FROM slice" },
    { "saturnis-bus.jsonl", "SELECT seq FROM access" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftQuery) query = ask_sample (cases[i][0]);
      g_autoptr (WeftQueryAnswer) found = answer (query, cases[i][1]);
      WeftFacts facts = weft_query_answer_get_facts (found);
      const WeftQueryLead *lead = weft_query_answer_get_lead (found, 0);
      g_autoptr (GError) error = NULL;
      g_autofree guint32 *items = find_items (found, query, &error);

      g_assert_no_error (error);
      g_assert_cmpint (lead->kind, ==, WEFT_QUERY_LEAD_ROW);
      for (guint row = 0; row < facts.n_rows; row += MAX (facts.n_rows / 50, 1))
        {
          g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, 0);
          WeftQueryPlace place;

          if (cell.type == WEFT_CELL_SIGNED
              && weft_query_lead_follow (lead, query, cell.integer, NULL, &place, NULL))
            g_assert_cmpuint (items[row], ==, place.item);
          else
            g_assert_cmpuint (items[row], ==, G_MAXUINT32);
        }
    }
}

/* Records of streams are told by their numbers, which begin with 1 in each stream. */
static void
test_follow_words (void)
{
  g_autoptr (WeftQuery) query = ask_sample ("live-two-chips.weftlive");
  g_autoptr (WeftQueryAnswer) found =
    answer (query, "SELECT stream, record, start_ns, length_ns FROM record");
  const WeftQueryShown shown = weft_query_answer_find_colors (found);
  WeftFacts facts = weft_query_answer_get_facts (found);
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *items = NULL;
  GDestroyNotify release;
  gpointer records;

  items = weft_query_answer_find_items (found, query, &shown, &records, &release, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (facts.n_rows, >, 500);
  for (guint row = 0; row < facts.n_rows; row += 7)
    {
      g_auto (WeftCell) stream = weft_facts_get_cell (&facts, row, 0);
      g_auto (WeftCell) start = weft_facts_get_cell (&facts, row, 2);
      g_auto (WeftCell) length = weft_facts_get_cell (&facts, row, 3);
      WeftLiveLaneRow item;

      g_assert_true (weft_live_records_read (records, items[row], &item));
      g_assert_cmpint (item.lane->stream, ==, stream.integer);
      g_assert_cmpint (item.row.start, ==, start.integer);
      g_assert_cmpint (item.row.end - item.row.start, ==, length.integer);
    }
  release (records);
}

/* Numbers that no record has, hosts that sent none and tiles beside the chip lead nowhere. */
static void
test_follow_nowhere (void)
{
  static const char *const cases[][2] = {
    { "live-two-chips.weftlive", "SELECT -4294967295 AS record, stream FROM stream" },
    { "live-two-chips.weftlive", "SELECT 1 AS record, stream, 'elsewhere' AS host FROM stream" },
    { "live-two-chips.weftlive", "SELECT 1 AS record, stream, 0 AS host FROM stream" },
    { "noc-eight-cores.json", "SELECT 1000 AS sx, 1 AS sy" },
    { "noc-eight-cores.json", "SELECT 1 AS sx, -1 AS sy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftQuery) query = ask_sample (cases[i][0]);
      g_autoptr (WeftQueryAnswer) found = answer (query, cases[i][1]);
      g_autoptr (GError) error = NULL;
      g_autofree guint32 *items = find_items (found, query, &error);
      guint n_rows = weft_query_answer_get_facts (found).n_rows;

      g_assert_no_error (error);
      g_assert_cmpuint (n_rows, >, 0);
      for (guint row = 0; row < n_rows; row++)
        g_assert_cmpuint (items[row], ==, G_MAXUINT32);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-answer/cells", test_cells);
  g_test_add_func ("/query-answer/rows", test_rows);
  g_test_add_func ("/query-answer/fields", test_fields);
  g_test_add_func ("/query-answer/cut", test_cut);
  g_test_add_func ("/query-answer/columns", test_columns);
  g_test_add_func ("/query-answer/mistake", test_mistake);
  g_test_add_func ("/query-answer/leads", test_leads);
  g_test_add_func ("/query-answer/follow", test_follow);
  g_test_add_func ("/query-answer/links", test_links);
  g_test_add_func ("/query-answer/starters", test_starters);
  g_test_add_func ("/query-answer/completion", test_completion);
  g_test_add_func ("/query-answer/follow-all", test_follow_all);
  g_test_add_func ("/query-answer/follow-stopped", test_follow_stopped);
  g_test_add_func ("/query-answer/follow-words", test_follow_words);
  g_test_add_func ("/query-answer/follow-nowhere", test_follow_nowhere);
  return g_test_run ();
}
