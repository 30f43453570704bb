/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu-time.h"
#include "live-frames.h"
#include "pixels.h"
#include "query-panel-fixture.h"
#include "weft-family.h"
#include "weft-noc-state.h"
#include "weft-pipeline-trace-private.h"
#include "weft-query-menu.h"

/* The panel "Query" of windows: what is written is run, its rows are read, one is gone to. */

/* Counts without an end. */
#define ENDLESS \
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

static char *
read_row (const Asked *self, guint row)
{
  const WeftFacts *facts = weft_fact_list_get_facts (weft_fact_table_get_list (self->table));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < facts->n_columns; i++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, i);
      g_autofree char *word = weft_cell_to_string (&cell);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", word);
    }
  return g_string_free (text, FALSE);
}

static void
activate (Asked *self, guint row)
{
  g_signal_emit_by_name (self->table, "activated", row);
  wait_settled ();
}

/* --- rows --------------------------------------------------------------------------------------- */

/* The latest op of the log, found without SQL. */
static guint32
find_slowest (WeftPipelineSnapshot *snapshot)
{
  guint32 slowest = 0;
  gint64 most = -1;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (op.state != WEFT_OP_OPEN
          && weft_op_end (snapshot, i) - weft_op_fetch (snapshot, i) > most)
        {
          most = weft_op_end (snapshot, i) - weft_op_fetch (snapshot, i);
          slowest = i;
        }
    }
  return slowest;
}

static gboolean
has_selected (gpointer state)
{
  return weft_view_state_has_selected (state);
}

static void
test_rows (void)
{
  Asked asked = open_panel ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_state_ref_snapshot (WEFT_PIPELINE_STATE (asked.state));
  guint32 slowest = find_slowest (snapshot);
  g_autofree char *found = NULL, *expected = NULL;
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, slowest, &op);
  ask (&asked, "SELECT \"end\" - fetch AS cycles, id FROM op WHERE NOT open\n"
               "ORDER BY 1 DESC, rowid LIMIT 3");
  found = read_row (&asked, 0);
  expected =
    g_strdup_printf ("%" G_GINT64_FORMAT "|%" G_GUINT64_FORMAT,
                     weft_op_end (snapshot, slowest) - weft_op_fetch (snapshot, slowest), op.id);
  g_assert_cmpstr (found, ==, expected);
  g_assert_true (g_str_has_prefix (get_status (&asked), "3 rows in "));

  activate (&asked, 0);
  wait_until (has_selected, asked.state);
  g_assert_cmpuint (weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (asked.state))->op, ==,
                    slowest);
  close_panel (&asked);
}

/* A row with times alone shows and brushes them. */
static void
test_times (void)
{
  Asked asked = open_panel ("kanata-core.log");
  gint64 first, last, seen_first, seen_last;

  ask (&asked, "SELECT count(*), 4120 AS start, 4135 AS \"end\" FROM op");
  activate (&asked, 0);
  g_assert_true (
    weft_time_axis_get_selection (weft_view_state_get_axis (asked.state), &first, &last));
  g_assert_cmpint (first, ==, 4120);
  g_assert_cmpint (last, ==, 4135);
  weft_time_axis_get_seen (weft_view_state_get_axis (asked.state), &seen_first, &seen_last);
  g_assert_cmpint (seen_first, <=, 4120);
  g_assert_cmpint (seen_last, >=, 4135);

  ask (&asked, "SELECT count(*) FROM op");
  activate (&asked, 0);
  g_assert_nonnull (strstr (get_status (&asked), "id or a time"));
  close_panel (&asked);
}

/* Every family asks and is led to: the row of the events' table is the one that was asked for. */
static void
test_families (void)
{
  static const char *const cases[][2] = {
    { "noc-eight-cores.json", "SELECT rowid FROM event WHERE transfer ORDER BY bytes DESC, rowid" },
    { "npu-two-layers.json",
      "SELECT rowid FROM npu_event WHERE type = 'ENGINE_EVENT' ORDER BY length DESC, rowid" },
    { "timeline-three-steps.json", "SELECT rowid FROM slice ORDER BY duration DESC, rowid" },
    { "saturnis-bus.jsonl", "SELECT seq FROM access ORDER BY wait DESC, seq" },
    { "live-two-chips.weftlive",
      "SELECT rowid FROM record WHERE kind = 'program' ORDER BY length_ns DESC" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Asked asked = open_panel (cases[i][0]);

      weft_view_state_select_nothing (asked.state);
      ask (&asked, cases[i][1]);
      g_assert_cmpuint (weft_fact_list_get_n_rows (weft_fact_table_get_list (asked.table)), >, 0);
      activate (&asked, 0);
      wait_until (has_selected, asked.state);
      close_panel (&asked);
    }
}

/* Where a clock of the picture is put later, rows have the times of the picture, and lead to them. */
static void
test_clocks (void)
{
  Asked asked = open_panel ("noc-eight-cores.json");
  WeftNocState *state = WEFT_NOC_STATE (asked.state);
  const char *sql =
    "SELECT cycle, (SELECT value FROM meta WHERE key = 'offsets') AS offsets FROM event "
    "ORDER BY cycle DESC LIMIT 1";
  g_autofree char *before = NULL, *after = NULL;
  gint64 first, last;

  ask (&asked, sql);
  before = read_row (&asked, 0);
  g_assert_cmpstr (before, ==, "15589|");
  weft_noc_state_set_offset (state, 0, 5000);
  wait_settled ();
  ask (&asked, sql);
  after = read_row (&asked, 0);
  g_assert_cmpstr (after, ==, "20589|0=5000");
  g_assert_true (weft_time_axis_get_extent (weft_view_state_get_axis (asked.state), &first, &last));
  g_assert_cmpint (last, >=, 20589);
  ask (&asked, "SELECT rowid FROM event WHERE transfer ORDER BY cycle LIMIT 1");
  weft_view_state_select_nothing (asked.state);
  activate (&asked, 0);
  wait_until (has_selected, asked.state);
  close_panel (&asked);
}

/* The tables are those of the chip that the picture shows. */
static void
test_chip (void)
{
  Asked asked = open_panel ("noc-eight-cores.json");
  g_autofree char *before = NULL, *after = NULL;

  ask (&asked, "SELECT count(*) FROM link");
  before = read_row (&asked, 0);
  g_assert_cmpstr (before, ==, "88");
  weft_noc_state_set_chip (WEFT_NOC_STATE (asked.state), "blackhole", NULL);
  wait_settled ();
  ask (&asked, "SELECT count(*) FROM link");
  after = read_row (&asked, 0);
  g_assert_cmpstr (after, ==, "102");
  close_panel (&asked);
}

/* --- traces that grow ----------------------------------------------------------------------------- */

typedef struct
{
  GAsyncResult *result;
} Heard;

static void
on_heard (GObject *desk G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  ((Heard *) data)->result = g_object_ref (result);
}

static gboolean
has_heard (gpointer data)
{
  return ((Heard *) data)->result != NULL;
}

static void
take_frames (WeftLiveWriter *writer, GByteArray *bytes)
{
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  g_byte_array_set_size (bytes, 0);
}

static WeftQueryAnswer *
ask_desk (WeftQueryDesk *desk, const char *sql)
{
  Heard heard = { NULL };
  g_autoptr (GError) error = NULL;
  WeftQueryAnswer *answer;

  weft_query_desk_run_async (desk, sql, NULL, on_heard, &heard);
  wait_until (has_heard, &heard);
  answer = weft_query_desk_run_finish (heard.result, &error);
  g_object_unref (heard.result);
  g_assert_no_error (error);
  g_assert_null (weft_query_answer_get_error (answer));
  return answer;
}

static gint64
read_number (WeftQueryAnswer *answer, guint column)
{
  WeftFacts facts = weft_query_answer_get_facts (answer);

  return weft_facts_get_cell (&facts, 0, column).integer;
}

/* A row leads to what it was when it was asked for, where the numbers of rows have changed since; the next query has what
 * came. */
static void
test_growing (void)
{
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftQueryDesk) desk = weft_query_desk_new (WEFT_TRACE (trace));
  g_autoptr (WeftQueryAnswer) last = NULL, count = NULL;
  WeftQueryPlace place = { 0, 0 };
  Heard heard = { NULL };

  frames_begin (bytes, 1, 0);
  frames_stream (bytes, 2, 0, 8);
  frames_definitions (bytes, 2, 0);
  frames_records (bytes, 1, 0, 10);
  frames_records (bytes, 2, 0, 10);
  take_frames (writer, bytes);
  last = ask_desk (desk, "SELECT rowid, start_ns FROM record ORDER BY rowid DESC LIMIT 1");
  frames_records (bytes, 1, 10, 5);
  take_frames (writer, bytes);
  weft_query_desk_follow_async (desk, weft_query_answer_get_lead (last, 0), read_number (last, 0),
                                NULL, on_heard, &heard);
  wait_until (has_heard, &heard);
  g_assert_true (weft_query_desk_follow_finish (heard.result, &place, NULL));
  g_object_unref (heard.result);
  g_assert_cmpint (place.time, ==, read_number (last, 1));
  count = ask_desk (desk, "SELECT count(*) FROM record");
  g_assert_cmpint (read_number (count, 0), ==, read_number (last, 0) + 1 + 5);
}

/* The panel of a session that goes on says so, and has what came since when it is asked again. */
static void
test_session (void)
{
  g_autoptr (WeftLiveTrace) trace =
    weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GtkWidget *window = gtk_window_new ();
  Asked asked = { .state = weft_live_family.create_state (WEFT_TRACE (trace)) };

  frames_begin (bytes, 1, 0);
  take_frames (writer, bytes);
  asked.panel = weft_query_panel_new (asked.state, weft_settings_get_default (), NULL);
  asked.editor = get_part (&asked, "editor");
  asked.table = WEFT_FACT_TABLE (get_part (&asked, "table"));
  gtk_window_set_child (GTK_WINDOW (window), asked.panel);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *row = NULL;
      g_autofree char *expected = g_strdup_printf ("%u", 100 * (i + 1));

      frames_records (bytes, 1, 100 * i, 100);
      take_frames (writer, bytes);
      ask (&asked, "SELECT count(*) FROM record");
      row = read_row (&asked, 0);
      g_assert_cmpstr (row, ==, expected);
      g_assert_nonnull (strstr (get_status (&asked), "the trace still grows"));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (asked.state);
}

/* --- mistakes and endless queries ----------------------------------------------------------------- */

static void
test_mistake (void)
{
  Asked asked = open_panel ("kanata-core.log");
  GtkTextView *view = GTK_TEXT_VIEW (find_widget (asked.editor, GTK_TYPE_TEXT_VIEW));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter cursor;

  ask (&asked, "SELECT id,\n       latenzy FROM op");
  g_assert_cmpstr (get_status (&asked), ==, "Line 2, column 8: no such column: latenzy");
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&cursor), ==, 1);
  g_assert_cmpint (gtk_text_iter_get_line_offset (&cursor), ==, 7);
  /* Writing is undone as other changes are. */
  gtk_text_buffer_undo (buffer);
  g_assert_cmpint (gtk_text_buffer_get_char_count (buffer), ==, 0);
  ask (&asked, "DROP TABLE op");
  g_assert_nonnull (strstr (get_status (&asked), "reads"));
  close_panel (&asked);
}

/* It is stopped at once, its worker rests soon, and the next one is answered. */
static void
test_endless (void)
{
  Asked asked = open_panel ("kanata-core.log");
  g_autofree char *found = NULL;
  gint64 start;

  write_text (&asked, ENDLESS);
  gtk_widget_activate_action (asked.panel, "query.run", NULL);
  g_assert_true (is_running (&asked));
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (is_running (&asked));
  start = cpu_time ();
  gtk_widget_activate_action (asked.panel, "query.stop", NULL);
  g_assert_false (is_running (&asked));
  cpu_assert_at_most (start, G_USEC_PER_SEC / 10);
  g_assert_cmpstr (get_status (&asked), ==, "The query was stopped.");
  wait_settled ();
  ask (&asked, "SELECT count(*) FROM op");
  found = read_row (&asked, 0);
  g_assert_cmpstr (found, !=, "0");
  /* A window that is closed stops it as well. */
  write_text (&asked, ENDLESS);
  gtk_widget_activate_action (asked.panel, "query.run", NULL);
  close_panel (&asked);
  poll_until (others_rest, NULL);
}

/* --- what is kept ------------------------------------------------------------------------------- */

static void
test_shelf (void)
{
  GSettings *settings = weft_settings_get_default ();
  Asked asked = open_panel ("kanata-core.log");
  g_auto (GStrv) history = NULL, others = NULL, names = NULL, both = NULL;
  g_autofree char *saved = NULL;

  g_settings_reset (settings, "query-history");
  ask (&asked, "SELECT 1");
  ask (&asked, "SELECT 2");
  ask (&asked, "SELECT 1");
  history = weft_query_shelf_list_history (settings, "pipeline");
  g_assert_cmpuint (g_strv_length (history), ==, 2);
  g_assert_cmpstr (history[0], ==, "SELECT 1");
  g_assert_cmpstr (history[1], ==, "SELECT 2");
  others = weft_query_shelf_list_history (settings, "noc");
  g_assert_cmpuint (g_strv_length (others), ==, 0);

  g_signal_emit_by_name (get_part (&asked, "menu"), "save", "One");
  names = weft_query_shelf_list_saved (settings, "pipeline");
  g_assert_cmpuint (g_strv_length (names), ==, 1);
  g_assert_cmpstr (names[0], ==, "One");
  saved = weft_query_shelf_get_saved (settings, "pipeline", "One");
  g_assert_cmpstr (saved, ==, "SELECT 1");
  weft_query_shelf_save (settings, "pipeline", "Two", "SELECT 2");
  both = weft_query_shelf_list_saved (settings, "pipeline");
  g_assert_cmpuint (g_strv_length (both), ==, 2);
  g_assert_cmpstr (both[0], ==, "One");
  g_assert_cmpstr (both[1], ==, "Two");
  weft_query_shelf_save (settings, "pipeline", "One", NULL);
  g_assert_null (weft_query_shelf_get_saved (settings, "pipeline", "One"));
  weft_query_shelf_save (settings, "pipeline", "Two", NULL);
  close_panel (&asked);
}

/* Nobody begins with an empty page: what the menu has is written and run. */
static void
test_menu (void)
{
  Asked asked = open_panel ("noc-eight-cores.json");
  GtkWidget *menu = get_part (&asked, "menu");
  GtkWidget *list;
  GtkListBoxRow *row;

  gtk_popover_popup (GTK_POPOVER (menu));
  wait_settled ();
  list = find_widget (menu, GTK_TYPE_LIST_BOX);
  row = GTK_LIST_BOX_ROW (
    gtk_widget_get_ancestor (find_label (list, "Which cores wait"), GTK_TYPE_LIST_BOX_ROW));
  g_signal_emit_by_name (list, "row-activated", row);
  wait_while (is_running, &asked);
  wait_settled ();
  g_assert_cmpuint (weft_fact_list_get_n_rows (weft_fact_table_get_list (asked.table)), >, 0);
  g_assert_nonnull (strstr (get_status (&asked), " rows in "));
  close_panel (&asked);
}

static GtkWidget *
find_query (GtkWidget *menu, const char *title)
{
  GtkWidget *label = find_label (menu, title);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW) : NULL;
}

/* A query is saved under a name that is no blank, and stands with its heading above all others until the bin beside it
 * is clicked. */
static void
test_keep (void)
{
  Asked asked = open_panel ("kanata-core.log");
  GtkWidget *menu = get_part (&asked, "menu");
  GtkWidget *entry = find_widget (menu, GTK_TYPE_ENTRY);
  GtkWidget *save = GTK_WIDGET (gtk_widget_get_template_child (menu, WEFT_TYPE_QUERY_MENU, "save"));
  GtkWidget *row, *above;

  write_text (&asked, "SELECT 3");
  gtk_popover_popup (GTK_POPOVER (menu));
  wait_settled ();
  g_assert_null (find_query (menu, "Mine"));
  g_assert_false (gtk_widget_get_sensitive (save));
  gtk_editable_set_text (GTK_EDITABLE (entry), "  ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "  ");
  gtk_editable_set_text (GTK_EDITABLE (entry), " Mine ");
  g_assert_true (gtk_widget_get_sensitive (save));
  g_signal_emit_by_name (save, "clicked");
  wait_settled ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  row = find_query (menu, "Mine");
  g_assert_cmpint (gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)), ==, 0);
  above = gtk_list_box_row_get_header (GTK_LIST_BOX_ROW (row));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (above)), ==, "Saved");
  g_signal_emit_by_name (find_widget (row, GTK_TYPE_BUTTON), "clicked");
  wait_settled ();
  g_assert_null (find_query (menu, "Mine"));
  g_assert_null (weft_query_shelf_get_saved (weft_settings_get_default (), "pipeline", "Mine"));
  close_panel (&asked);
}

/* A query that was run before stands in one line, and is run again as it was. */
static void
test_again (void)
{
  static const char sql[] = "SELECT 7 AS one,\n\t8 AS two";
  Asked asked = open_panel ("kanata-core.log");
  GtkWidget *menu = get_part (&asked, "menu");
  g_autofree char *found = NULL, *text = NULL;

  weft_query_shelf_add_history (weft_settings_get_default (), "pipeline", sql);
  gtk_popover_popup (GTK_POPOVER (menu));
  wait_settled ();
  g_signal_emit_by_name (find_widget (menu, GTK_TYPE_LIST_BOX), "row-activated",
                         find_query (menu, "SELECT 7 AS one, 8 AS two"));
  wait_while (is_running, &asked);
  wait_settled ();
  g_assert_false (gtk_widget_get_visible (menu));
  text = weft_query_editor_get_text (WEFT_QUERY_EDITOR (asked.editor));
  g_assert_cmpstr (text, ==, sql);
  found = read_row (&asked, 0);
  g_assert_cmpstr (found, ==, "7|8");
  close_panel (&asked);
}

/* --- pictures ------------------------------------------------------------------------------------ */

static void
choose_shape (const Asked *self, guint shape)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (self, "shape")), shape);
  wait_settled ();
}

static const char *
get_shown (const Asked *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (get_part (self, "stack")));
}

/* Two columns draw as bars, which are the rows, as a line and as points; others are a table. */
static void
test_shapes (void)
{
  Asked asked = open_panel ("kanata-core.log");
  const WeftChart *chart;
  gint64 first, last;

  ask (&asked, "SELECT fetch AS start, latency FROM op WHERE latency >= 0 LIMIT 7");
  g_assert_true (gtk_widget_get_sensitive (get_part (&asked, "shape")));
  choose_shape (&asked, 1);
  g_assert_cmpstr (get_shown (&asked), ==, "chart");
  chart = weft_chart_view_get_chart (
    WEFT_CHART_VIEW (find_widget (get_part (&asked, "chart"), WEFT_TYPE_CHART_VIEW)));
  g_assert_cmpuint (chart->n_samples, ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *row = read_row (&asked, i);

      g_assert_cmpfloat (chart->series->values[i], ==,
                         g_ascii_strtod (strchr (row, '|') + 1, NULL));
    }
  /* A bar leads where its row does. */
  g_signal_emit_by_name (find_widget (get_part (&asked, "chart"), WEFT_TYPE_CHART_VIEW),
                         "activated", 6);
  wait_settled ();
  g_assert_true (
    weft_time_axis_get_selection (weft_view_state_get_axis (asked.state), &first, &last));
  choose_shape (&asked, 2);
  g_assert_cmpstr (get_shown (&asked), ==, "chart");
  choose_shape (&asked, 3);
  g_assert_cmpstr (get_shown (&asked), ==, "chart");
  ask (&asked, "SELECT id, label, latency FROM op");
  g_assert_cmpstr (get_shown (&asked), ==, "rows");
  g_assert_false (gtk_widget_get_sensitive (get_part (&asked, "shape")));
  ask (&asked, "SELECT id, label FROM op");
  g_assert_cmpstr (get_shown (&asked), ==, "rows");
  close_panel (&asked);
}

/* A line goes from left to right, in whatever order its points come. */
static void
test_line (void)
{
  static const char *const queries[] = { "VALUES (1, 2), (2, 5), (3, 1)",
                                         "VALUES (3, 1), (1, 2), (2, 5)",
                                         "VALUES (1, 2), (2, 1), (3, 5)" };
  Asked asked = open_panel ("kanata-core.log");
  cairo_surface_t *shown[G_N_ELEMENTS (queries)];

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      ask (&asked, queries[i]);
      choose_shape (&asked, 2);
      shown[i] = draw_widget (get_part (&asked, "chart"));
    }
  g_assert_cmpfloat (difference (shown[0], shown[1]), ==, 0);
  g_assert_cmpfloat (difference (shown[0], shown[2]), >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    cairo_surface_destroy (shown[i]);
  close_panel (&asked);
}

/* A table that stays after a mistake still leads to its own rows. */
static void
test_rows_after_mistake (void)
{
  Asked asked = open_panel ("kanata-core.log");

  ask (&asked, "SELECT id FROM op WHERE rowid = 18");
  ask (&asked, "SELECT nothing");
  activate (&asked, 0);
  wait_until (has_selected, asked.state);
  g_assert_cmpuint (weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (asked.state))->op, ==,
                    18);
  close_panel (&asked);
}

/* In an interface from right to left, with large texts, SQL is read from the left, and the panel fits into the
 * narrowest window. */
static void
test_narrow (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  Asked asked;
  int dpi, least;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  asked = open_panel ("kanata-core.log");
  ask (&asked, "SELECT id, latency FROM op");
  g_assert_cmpint (gtk_widget_get_direction (find_widget (asked.editor, GTK_TYPE_TEXT_VIEW)), ==,
                   GTK_TEXT_DIR_LTR);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (get_part (&asked, "paned")),
                                  GTK_ORIENTATION_VERTICAL);
  for (int scale = 1; scale <= 2; scale++)
    {
      g_object_set (settings, "gtk-xft-dpi", scale * 96 * 1024, NULL);
      wait_settled ();
      gtk_widget_measure (asked.panel, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, 360);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  close_panel (&asked);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/query-panel/rows", test_rows);
  g_test_add_func ("/query-panel/times", test_times);
  g_test_add_func ("/query-panel/families", test_families);
  g_test_add_func ("/query-panel/clocks", test_clocks);
  g_test_add_func ("/query-panel/chip", test_chip);
  g_test_add_func ("/query-panel/growing", test_growing);
  g_test_add_func ("/query-panel/session", test_session);
  g_test_add_func ("/query-panel/mistake", test_mistake);
  g_test_add_func ("/query-panel/endless", test_endless);
  g_test_add_func ("/query-panel/shelf", test_shelf);
  g_test_add_func ("/query-panel/menu", test_menu);
  g_test_add_func ("/query-panel/keep", test_keep);
  g_test_add_func ("/query-panel/again", test_again);
  g_test_add_func ("/query-panel/shapes", test_shapes);
  g_test_add_func ("/query-panel/line", test_line);
  g_test_add_func ("/query-panel/rows-after-mistake", test_rows_after_mistake);
  g_test_add_func ("/query-panel/narrow", test_narrow);
  return app_tests_run (homes);
}
