/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-search.h"

#include "made-log.h"
#include "weft-pipeline-texts.h"

/* --- the same, text by text ------------------------------------------------------------------- */

static void
look_at (GArray *hits, const WeftTextMatcher *matcher, const char *text, WeftSearchHit hit)
{
  gsize from, to;

  if (text == NULL || !weft_text_matcher_find (matcher, text, strlen (text), &from, &to))
    return;
  hit.from = (guint32) from;
  hit.to = (guint32) to;
  g_array_append_val (hits, hit);
}

static void
look_at_op (GArray *hits, WeftPipelineSnapshot *snapshot, const WeftTextMatcher *matcher,
            WeftPipelineOpSearchFields fields, guint32 row)
{
  guint32 op = weft_pipeline_snapshot_op_at_row (snapshot, row);
  g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);
  g_autofree char *detail = weft_pipeline_snapshot_get_detail (snapshot, op);
  gint64 fetch = weft_pipeline_snapshot_get_fetch (snapshot, op);
  g_auto (WeftStageBuffer) stages = { NULL, 0, 0 };
  WeftSearchHit hit = { row, op, WEFT_NO_ROW, 0, 0, 0, fetch };

  weft_pipeline_snapshot_get_stages (snapshot, op, &stages);
  hit.field = WEFT_PIPELINE_OP_SEARCH_LABEL;
  if ((fields & hit.field) != 0)
    look_at (hits, matcher, label, hit);
  hit.field = WEFT_PIPELINE_OP_SEARCH_DETAIL;
  if ((fields & hit.field) != 0)
    look_at (hits, matcher, detail, hit);
  for (guint i = 0; i < stages.n_stages && (fields & WEFT_PIPELINE_OP_SEARCH_STAGE_TEXT) != 0; i++)
    {
      guint32 stage = stages.stages[i].stage;
      g_autofree char *text = weft_pipeline_snapshot_get_stage_text (snapshot, op, stage);

      hit = (WeftSearchHit){
        row, op, stage, WEFT_PIPELINE_OP_SEARCH_STAGE_TEXT, 0, 0, stages.stages[i].start
      };
      if (g_strcmp0 (text, "") != 0)
        look_at (hits, matcher, text, hit);
    }
  for (guint i = 0; i < stages.n_stages && (fields & WEFT_PIPELINE_OP_SEARCH_STAGE_NAME) != 0; i++)
    {
      WeftKindInfo kind;

      hit = (WeftSearchHit){ row, op, stages.stages[i].stage, WEFT_PIPELINE_OP_SEARCH_STAGE_NAME,
                             0,   0,  stages.stages[i].start };
      weft_pipeline_trace_get_kind (snapshot->trace, stages.stages[i].kind, &kind);
      look_at (hits, matcher, kind.name, hit);
    }
}

/* --- a log with all kinds of texts ------------------------------------------------------------ */

static void
open_log (MadeLog *log)
{
  static const char *const texts[] = {
    "hit", "miss\\nretry", "caf\xc3\xa9", "\xff", "a0", "x12, y\\\\n", "  ", "Zz",
  };

  made_log_open (log, NULL);
  made_log_fill (log, 9000);
  for (guint i = 0; i < 2500; i++)
    {
      const char *text = texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))];
      guint32 op = (guint32) g_test_rand_int_range (0, 9000);
      guint64 offset = made_log_spill (log, text);

      if (i % 3 == 0)
        weft_pipeline_writer_add_label (log->writer, op, offset, text, strlen (text));
      else if (i % 3 == 1)
        weft_pipeline_writer_add_detail (log->writer, op, offset, strlen (text));
      else
        for (guint j = 0; j <= i % 2; j++)
          weft_pipeline_writer_add_stage_text (log->writer, op, offset, strlen (text));
      if (i % 50 == 0)
        made_log_stage (log, op, "0", i % 100 ? "Xm" : "Cm", 6000, 6003);
    }
  /* This one was never spilled. */
  weft_pipeline_writer_add_label (log->writer, made_log_begin (log, 0, 7000, NULL), 1 << 30, "lost",
                                  4);
}

/* --- searching -------------------------------------------------------------------------------- */

/* Acts as a list of results does on the calls that it hears. */
typedef struct
{
  GArray *hits;
  guint32 n_rows; /* that were searched, some of them again */
  guint n_calls;
  guint limit; /* of hits; then it ends the search */
} Found;

static guint
find_row (GArray *hits, guint32 row)
{
  guint i = 0;

  while (i < hits->len && g_array_index (hits, WeftSearchHit, i).row < row)
    i++;
  return i;
}

static gboolean
take_hits (guint32 first, guint32 last, const WeftSearchHit *hits, guint n_hits, gpointer user_data)
{
  Found *found = user_data;
  guint begin = find_row (found->hits, first), end = find_row (found->hits, last);

  g_assert_cmpuint (first, <, last);
  for (guint i = 0; i < n_hits; i++)
    {
      g_assert_cmpuint (hits[i].row, >=, i > 0 ? hits[i - 1].row : first);
      g_assert_cmpuint (hits[i].row, <, last);
    }
  if (end > begin)
    g_array_remove_range (found->hits, begin, end - begin);
  g_array_insert_vals (found->hits, begin, hits, n_hits);
  found->n_rows += last - first;
  found->n_calls++;
  return found->hits->len < found->limit;
}

static void
check_hits (GArray *hits, WeftPipelineSnapshot *snapshot, const WeftTextMatcher *matcher,
            WeftPipelineOpSearchFields fields)
{
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));

  for (guint32 row = 0; row < snapshot->n_ops; row++)
    look_at_op (expected, snapshot, matcher, fields, row);
  for (guint i = 0; i < MIN (hits->len, expected->len); i++)
    {
      const WeftSearchHit *a = &g_array_index (hits, WeftSearchHit, i);
      const WeftSearchHit *b = &g_array_index (expected, WeftSearchHit, i);

      if (a->row != b->row || a->item != b->item || a->part != b->part || a->field != b->field
          || a->from != b->from || a->to != b->to || a->time != b->time)
        g_error ("hit %u is op %u field %u [%u, %u), expected op %u field %u [%u, %u)", i, a->item,
                 a->field, a->from, a->to, b->item, b->field, b->from, b->to);
    }
  g_assert_cmpuint (hits->len, ==, expected->len);
}

static guint
check (WeftPipelineSnapshot *snapshot, WeftTextMatch match, const char *pattern,
       gboolean ignore_case, WeftPipelineOpSearchFields fields)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (match, pattern, ignore_case, NULL, &error);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (WeftPipelineOpSearch) search = NULL;
  Found found = { hits, 0, 0, G_MAXUINT };

  g_assert_no_error (error);
  search = weft_pipeline_op_search_new (matcher, fields);
  g_assert_true (
    weft_pipeline_op_search_update (search, snapshot, take_hits, &found, NULL, &error));
  g_assert_no_error (error);
  g_test_message ("%s: %u", pattern, hits->len);
  g_assert_cmpuint (found.n_rows, ==, snapshot->n_ops);
  check_hits (hits, snapshot, matcher, fields);
  return hits->len;
}

static const char *const patterns[] = {
  "lw",         "l[dw]",      "^8000",        "hit$",    "(?i)HIT",
  "\\bmiss\\b", "miss.retry", "miss\\sretry", "[^\\w ]", "é",
  "f\\W",       "X",          "^X",           "m$",      "a0|x\\d+",
  "(.)\\1\\1",  ".*",         "b*",           "^$",      "y\\\\",
  "(?<=a)\\d",  "\\S{9}",     "[^]a-z]+",     "[]x]",    "[[:alpha:]]{4}",
  "(?=l)lw",    "\\x41",      "\\Aa",         "[^z]*y",  "(*UTF)a",
  "\\.\\$",     "[^-1a]$",    "[^-z]+",       "[^--0]",
};

static void
test_patterns (void)
{
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
      {
        check (snapshot, WEFT_MATCH_REGEX, patterns[i], i % 2, WEFT_PIPELINE_OP_SEARCH_ALL);
        check (snapshot, WEFT_MATCH_PART, patterns[i], i % 2, WEFT_PIPELINE_OP_SEARCH_ALL);
      }
    g_assert_cmpuint (check (snapshot, WEFT_MATCH_PART, "a0", TRUE, WEFT_PIPELINE_OP_SEARCH_ALL), >,
                      0);
    g_assert_cmpuint (
      check (snapshot, WEFT_MATCH_WHOLE, "bubble", TRUE, WEFT_PIPELINE_OP_SEARCH_ALL), >, 0);
    g_assert_cmpuint (check (snapshot, WEFT_MATCH_WHOLE, "Xm", FALSE, WEFT_PIPELINE_OP_SEARCH_ALL),
                      ==, 25);
  }
  made_log_close (&log);
}

static void
test_fields (void)
{
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    for (WeftPipelineOpSearchFields fields = 0; fields <= WEFT_PIPELINE_OP_SEARCH_ALL; fields++)
      check (snapshot, WEFT_MATCH_REGEX, "[aX]", FALSE, fields);
  }
  made_log_close (&log);
}

static void
test_stop (void)
{
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (WEFT_MATCH_PART, "a", FALSE, NULL, NULL);
  g_autoptr (WeftPipelineOpSearch) search =
    weft_pipeline_op_search_new (matcher, WEFT_PIPELINE_OP_SEARCH_ALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  g_autoptr (GError) error = NULL;
  Found found = { hits, 0, 0, 10 };
  MadeLog log;

  open_log (&log);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 7100);

    g_assert_true (
      weft_pipeline_op_search_update (search, snapshot, take_hits, &found, NULL, &error));
    g_assert_cmpuint (found.n_calls, ==, 1);
    g_cancellable_cancel (cancellable);
    g_assert_false (
      weft_pipeline_op_search_update (search, snapshot, take_hits, &found, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (found.n_calls, ==, 1);
    /* A search that was ended before goes on. */
    g_clear_error (&error);
    found.limit = G_MAXUINT;
    g_assert_true (
      weft_pipeline_op_search_update (search, snapshot, take_hits, &found, NULL, &error));
    check_hits (hits, snapshot, matcher, WEFT_PIPELINE_OP_SEARCH_ALL);
  }
  made_log_close (&log);
}

/* A log grows, and texts come late: what is heard of is what a fresh search finds, and old rows are
 * not searched again. */
static void
test_growth (void)
{
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (WEFT_MATCH_REGEX, "a0|late|^L", FALSE, NULL, NULL);
  g_autoptr (WeftPipelineOpSearch) search =
    weft_pipeline_op_search_new (matcher, WEFT_PIPELINE_OP_SEARCH_ALL);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  Found found = { hits, 0, 0, G_MAXUINT };
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

      made_log_fill (&log, 1000);
      if (i % 3 == 1)
        {
          guint32 op = (guint32) g_test_rand_int_range (0, 1000);

          weft_pipeline_writer_add_label (log.writer, op, made_log_spill (&log, "late"), "late", 4);
          made_log_stage (&log, op, "0", "L", 100000 + i, 100001 + i);
        }
      /* One that goes before others. */
      if (i % 5 == 4)
        made_log_begin (&log, 0, 200 * i, "early a0");
      snapshot = made_log_publish (&log, 20000);
      g_assert_true (
        weft_pipeline_op_search_update (search, snapshot, take_hits, &found, NULL, NULL));
      check_hits (hits, snapshot, matcher, WEFT_PIPELINE_OP_SEARCH_ALL);
    }
  g_test_message ("%u rows searched", found.n_rows);
  g_assert_cmpuint (found.n_rows, <, 100000);
  made_log_close (&log);
}

/* Where in an expression the mistake is. */
static void
test_mistakes (void)
{
  static const struct
  {
    const char *pattern;
    gsize offset;
  } bad[] = { { "(", 1 }, { "ab)", 2 }, { "[a", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize offset = 99;

      g_assert_null (
        weft_text_matcher_new (WEFT_MATCH_REGEX, bad[i].pattern, i % 2, &offset, &error));
      g_assert_true (error->domain == G_REGEX_ERROR);
      g_assert_cmpuint (offset, ==, bad[i].offset);
    }
}

static gboolean
take_match (guint index, gsize from, gsize to, gpointer user_data)
{
  WeftSearchHit hit = { .row = index, .from = (guint32) from, .to = (guint32) to };

  g_array_append_val ((GArray *) user_data, hit);
  return TRUE;
}

/* Expressions of any signs find the same in many texts at once as in each. */
static void
test_noise (void)
{
  static const char *const pieces[] = {
    "a",   "b",   ".",    "^",    "$",     "\\n",  "\\s",    "\\S", "\\w", "\\W",
    "\\b", "\\d", "[ab]", "[^a]", "[^]b]", "(",    ")",      "|",   "*",   "+",
    "?",   "{2}", "(?:",  "(?=",  "(?!",   "(?<!", "[^\\s]", "*+",  " ",
  };
  static const char *const words[] = { "", "a", "b", "ab", " ", "a\nb", "\n", "aab", "b b", "é" };
  guint n_good = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr (GString) pattern = g_string_new (NULL), bytes = g_string_new (NULL);
      g_autoptr (WeftTextMatcher) matcher = NULL;
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
      g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
      WeftTextSpan spans[20];

      for (int n = g_test_rand_int_range (1, 7); n > 0; n--)
        g_string_append (pattern, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      matcher = weft_text_matcher_new (WEFT_MATCH_REGEX, pattern->str, i % 2, NULL, NULL);
      if (matcher == NULL)
        continue;
      n_good++;
      for (guint j = 0; j < G_N_ELEMENTS (spans); j++)
        {
          const char *word = words[g_test_rand_int_range (0, G_N_ELEMENTS (words))];

          spans[j] =
            (WeftTextSpan){ bytes->len, bytes->len + strlen (word), g_str_is_ascii (word) };
          g_string_append_len (bytes, word, (gssize) strlen (word) + 1);
          look_at (expected, matcher, word, (WeftSearchHit){ .row = j });
        }
      g_assert_true (weft_text_matcher_find_all (matcher, bytes->str, spans, G_N_ELEMENTS (spans),
                                                 take_match, hits));
      if (hits->len != expected->len
          || (hits->len > 0
              && memcmp (hits->data, expected->data, hits->len * sizeof (WeftSearchHit)) != 0))
        g_error ("/%s/ finds %u instead of %u", pattern->str, hits->len, expected->len);
    }
  g_assert_cmpuint (n_good, >, 500);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/patterns", test_patterns);
  g_test_add_func ("/search/fields", test_fields);
  g_test_add_func ("/search/stop", test_stop);
  g_test_add_func ("/search/growth", test_growth);
  g_test_add_func ("/search/mistakes", test_mistakes);
  g_test_add_func ("/search/noise", test_noise);
  return g_test_run ();
}
