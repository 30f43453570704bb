/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-dialog.h"
#include "weft-pipeline-compare-window.h"
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-fact-table.h"
#include "weft-pipeline-compare-overlay.h"
#include "weft-pipeline-view.h"
#include "weft-settings.h"

/* The window in which two logs are compared. */

static WeftApplication *app;

/* NULL before B is read. */
static WeftPipelineCompareView *
find_view (gpointer comparison)
{
  return (WeftPipelineCompareView *) find_widget (comparison, WEFT_TYPE_PIPELINE_COMPARE_VIEW);
}

/* NULL before B is read. */
static WeftPipelineCompareState *
get_comparison (gpointer window)
{
  WeftPipelineCompareView *view = find_view (window);

  return view != NULL ? weft_panel_get_state (view) : NULL;
}

static gboolean
page_shows_rows (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));

  return state != NULL && weft_view_state_is_open (state);
}

static WeftWindow *
open_window (const char *path)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_window_present (GTK_WINDOW (window));
  wait_until (page_shows_rows, weft_window_open_file (window, file));
  return window;
}

static gboolean
shows_overlay (gpointer comparison)
{
  GtkWidget *overlay = find_widget (comparison, WEFT_TYPE_PIPELINE_COMPARE_OVERLAY);

  return overlay != NULL && gtk_widget_get_mapped (overlay);
}

static void
set_overlay (WeftPipelineCompareWindow *comparison, gboolean overlay)
{
  weft_pipeline_compare_view_set_overlay (find_view (comparison), overlay);
  if (overlay)
    wait_until (shows_overlay, comparison);
  else
    wait_while (shows_overlay, comparison);
}

static void
close_window (gpointer window)
{
  gtk_window_destroy (window);
  wait_settled ();
}

/* Two logs of the same ops, of which B starts later, lacks one, and is slower from op 50 on. */
static char *
make_b (guint n_ops)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t1000\n");

  for (guint i = 0; i < n_ops; i++)
    if (i != 20)
      g_string_append_printf (
        log,
        "I\t%u\t%u\t0\nL\t%u\t0\t%08x: addi a0, a0, %u\nS\t%u\t0\tF\nC\t1\nS\t%u\t0\tX\nC\t%u\n"
        "R\t%u\t%u\t0\n",
        i, i, i, 0x80000000 + 4 * (i % 1000), i, i, i, i >= 50 ? 3 : 2, i, i);
  return g_string_free (log, FALSE);
}

static void
append (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);

  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  close (fd);
}

static gboolean
has_table (gpointer window)
{
  WeftPipelineCompareView *view = find_view (window);
  GtkWidget *table = view != NULL ? find_widget (GTK_WIDGET (view), WEFT_TYPE_FACT_TABLE) : NULL;
  WeftFactList *list = table != NULL ? weft_fact_table_get_list (WEFT_FACT_TABLE (table)) : NULL;

  return list != NULL && g_list_model_get_n_items (G_LIST_MODEL (list)) > 0
         && !weft_fact_list_is_busy (list);
}

static gboolean
has_failed (gpointer window)
{
  GtkWidget *page = find_widget (window, ADW_TYPE_STATUS_PAGE);

  return page != NULL && gtk_widget_get_mapped (page);
}

static WeftPipelineCompareWindow *
open_comparison (WeftWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return WEFT_PIPELINE_COMPARE_WINDOW (weft_window_compare (window, file));
}

static void
test_compare (void)
{
  g_autofree char *log_a = make_log (200), *log_b = make_b (200);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("b.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  WeftPipelineCompareView *view;
  GtkWidget *overlay;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  overlay = find_label (GTK_WIDGET (comparison), "Overlay");
  g_assert_false (gtk_widget_is_sensitive (overlay));
  wait_until (has_table, comparison);
  g_assert_true (gtk_widget_is_sensitive (overlay));
  view = find_view (comparison);
  g_assert_nonnull (find_label (GTK_WIDGET (view), "199 ops retired in both, 1 in A"));
  g_assert_nonnull (
    find_label (GTK_WIDGET (view), "First differs at op 20, cycle 60: Is in A alone."));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (comparison)), ==, "a.log ↔ b.log · Weft");
  close_window (comparison);
  close_window (window);
}

#define OP(n, cycles) \
  "I\t" #n "\t" #n "\t0\nL\t" #n "\t0\t8000000" #n ": nop\nS\t" #n "\t0\tF\nC\t" #cycles \
  "\nR\t" #n "\t" #n "\t0\n"

static void
check_text (const char *ops_a, const char *ops_b, const char *expected)
{
  g_autofree char *log_a = g_strconcat ("Kanata\t0004\nC=\t0\n", ops_a, NULL);
  g_autofree char *log_b = g_strconcat ("Kanata\t0004\nC=\t0\n", ops_b, NULL);
  g_autofree char *path_a = own_path ("one-a.log"), *path_b = own_path ("one-b.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  GtkWidget *label;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  label = find_label (GTK_WIDGET (find_view (comparison)), expected);
  g_assert_nonnull (label);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, expected);
  close_window (comparison);
  close_window (window);
}

/* Of one op, and of one cycle, it speaks as of one. */
static void
test_one (void)
{
  check_text (OP (0, 1), OP (0, 2),
              "First differs at op 0, cycle 1: Takes one cycle longer. In the end they are at the "
              "same cycle. 1 op retired in both, 0 in A alone, 0 in B alone.");
  check_text (OP (0, 1) OP (1, 1), OP (0, 1) OP (1, 2),
              "First differs at op 1, cycle 2: Is one cycle later. In the end B is 1 cycle late. "
              "2 ops retired in both, 0 in A alone, 0 in B alone.");
}

typedef struct
{
  WeftPipelineState *states[WEFT_N_LOGS];
} States;

static gboolean
are_open (gpointer data)
{
  States *states = data;

  return weft_view_state_is_open (WEFT_VIEW_STATE (states->states[0]))
         && weft_view_state_is_open (WEFT_VIEW_STATE (states->states[1]));
}

static void
get_states (WeftPipelineCompareWindow *comparison, States *states)
{
  for (int i = 0; i < WEFT_N_LOGS; i++)
    states->states[i] = weft_pipeline_compare_state_get_state (get_comparison (comparison), i);
}

static gboolean
have_arrived (gpointer data)
{
  States *states = data;

  return are_open (states)
         && weft_pipeline_state_get_selection (states->states[0])->op != WEFT_NO_ROW;
}

static gint64
get_cycle (WeftPipelineState *state)
{
  return weft_pipeline_state_get_viewport (state)->origin_cycle;
}

static double
get_row (WeftPipelineState *state)
{
  return weft_pipeline_state_get_viewport (state)->origin_row;
}

/* Both pictures go where one of them is moved to, by the op that both have. */
static void
test_together (void)
{
  g_autofree char *log_a = make_log (500), *log_b = make_b (500);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("b.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  WeftPipelineViewport viewport;
  States states;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  get_states (comparison, &states);
  wait_until (have_arrived, &states);

  viewport = *weft_pipeline_state_get_viewport (states.states[0]);
  viewport.origin_row = 60;
  viewport.origin_cycle = 180;
  weft_pipeline_state_set_viewport (states.states[0], viewport);
  g_assert_cmpfloat (get_row (states.states[1]), ==, 59);
  /* 1 000 + 49 · 3 + 10 · 4 */
  g_assert_cmpint (get_cycle (states.states[1]), ==, 1187);

  viewport = *weft_pipeline_state_get_viewport (states.states[1]);
  viewport.origin_row = 100.5;
  weft_pipeline_state_set_viewport (states.states[1], viewport);
  g_assert_cmpfloat (get_row (states.states[0]), ==, 101.5);

  weft_pipeline_state_select (states.states[0], 70, WEFT_NO_STAGE);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[1])->op, ==, 69);
  weft_pipeline_state_select (states.states[0], 20, WEFT_NO_STAGE);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[1])->op, ==, WEFT_NO_ROW);

  /* They have gone to the op that B lacks; the next difference is that the one after it is early. */
  gtk_widget_activate_action (GTK_WIDGET (comparison), "compare.next", NULL);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[0])->op, ==, 21);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[1])->op, ==, 20);
  gtk_widget_activate_action (GTK_WIDGET (comparison), "compare.previous", NULL);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[0])->op, ==, 20);

  set_overlay (comparison, TRUE);
  set_overlay (comparison, FALSE);
  close_window (comparison);
  close_window (window);
}

/* A core that has 30 ops in flight; from cycle 1 000 on everything is `bubble` cycles later. */
static char *
make_bubble (guint n_ops, guint bubble)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t0\n");

  for (guint cycle = 0; cycle < n_ops + 30; cycle++)
    {
      guint retires = cycle - 30, executes = cycle - 10;

      if (cycle == 1000 && bubble > 0)
        g_string_append_printf (log, "C\t%u\n", bubble);
      if (cycle >= 30)
        g_string_append_printf (log, "R\t%u\t%u\t0\n", retires, retires);
      if (cycle >= 10 && executes < n_ops)
        g_string_append_printf (log, "S\t%u\t0\tX\n", executes);
      if (cycle < n_ops)
        g_string_append_printf (log, "I\t%u\t%u\t0\nL\t%u\t0\t%08x: addi a%u, a0, 1\nS\t%u\t0\tF\n",
                                cycle, cycle, cycle, 0x80000000 + 4 * cycle, cycle % 8, cycle);
      g_string_append (log, "C\t1\n");
    }
  return g_string_free (log, FALSE);
}

static double
get_x (WeftPipelineState *state, gint64 cycle)
{
  return weft_pipeline_viewport_cycle_to_x (weft_pipeline_state_get_viewport (state), cycle);
}

/* The op's row and the cycle are in the picture, and so is the op in the other. */
static void
assert_in_sight (WeftPipelineState *state, guint32 op, gint64 cycle)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (state);
  double y = weft_pipeline_viewport_row_to_y (viewport, op), x = get_x (state, cycle);

  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (y + viewport->px_per_row, <=, viewport->height);
  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (x + viewport->px_per_cycle, <=, viewport->width);
  g_assert_cmpuint (selection->op, ==, op);
  g_assert_true (selection->has_cycles);
  g_assert_cmpint (selection->first_cycle, ==, cycle);
  g_assert_cmpint (selection->last_cycle, ==, cycle + 1);
}

/* One bubble is one row, and both pictures go to its cycle by themselves: the op in which it is seen
 * first, the stage that it holds up, and the cycle in which that differs, at the same place in both. */
static void
test_bubble (void)
{
  g_autofree char *log_a = make_bubble (2000, 0), *log_b = make_bubble (2000, 500);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("bubble.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  WeftFactList *list;
  States states;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  get_states (comparison, &states);
  wait_until (have_arrived, &states);
  wait_settled ();
  list = weft_fact_table_get_list (
    WEFT_FACT_TABLE (find_widget (GTK_WIDGET (find_view (comparison)), WEFT_TYPE_FACT_TABLE)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  g_assert_cmpuint (weft_fact_list_get_selected (list), ==, 0);
  g_assert_nonnull (find_label (GTK_WIDGET (find_view (comparison)),
                                "First differs at op 970, cycle 1\u202f000: Is 500 cycles later."));
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      assert_in_sight (states.states[log], 970, 1000);
      g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[log])->stage, ==, 1);
    }
  g_assert_cmpfloat (get_x (states.states[0], 1000), ==, get_x (states.states[1], 1000));

  /* an op that was in flight goes on 500 cycles later, and differs from when it did not */
  weft_pipeline_compare_state_show (get_comparison (comparison), WEFT_COMPARE_FACTS_DIFFERENCES,
                                    25);
  wait_settled ();
  for (int log = 0; log < WEFT_N_LOGS; log++)
    assert_in_sight (states.states[log], 995, 1005);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[0])->stage, ==, 1);
  g_assert_cmpuint (weft_pipeline_state_get_selection (states.states[1])->stage, ==, 0);

  /* who selects something else has no cycle brushed any more */
  weft_pipeline_state_select (states.states[0], 990, WEFT_NO_STAGE);
  g_assert_false (weft_pipeline_state_get_selection (states.states[0])->has_cycles);
  g_assert_false (weft_pipeline_state_get_selection (states.states[1])->has_cycles);
  close_window (comparison);
  close_window (window);
}

/* A log of which every seventh op is flushed, so that it has no partner. */
static char *
make_flushed (guint n_ops)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t0\n");

  for (guint i = 0; i < n_ops; i++)
    g_string_append_printf (
      log,
      "I\t%u\t%u\t0\nL\t%u\t0\t%08x: nop\nS\t%u\t0\tF\nC\t1\nS\t%u\t0\tX\nC\t3\nR\t%u\t%u\t%d\n", i,
      i, i, 0x80000000 + 4 * (i % 1000), i, i, i, i, i % 7 == 3);
  return g_string_free (log, FALSE);
}

static gboolean
is_compared (gpointer comparison)
{
  WeftPipelineCompareState *state = get_comparison (comparison);

  return state != NULL && weft_pipeline_compare_state_get_result (state) != NULL;
}

static gboolean
lie_alike (gpointer data)
{
  States *states = data;
  const WeftPipelineViewport *a = weft_pipeline_state_get_viewport (states->states[0]);
  const WeftPipelineViewport *b = weft_pipeline_state_get_viewport (states->states[1]);

  return a->width == b->width && a->height == b->height
         && fabs (a->origin_row - b->origin_row) * a->px_per_row < 0.5
         && fabs ((double) (a->origin_cycle - b->origin_cycle)) * a->px_per_cycle < 0.5
         && fabs (a->px_per_row - b->px_per_row) < 1e-9 && a->px_per_cycle == b->px_per_cycle;
}

/* A log over its copy is one picture at every zoom, whatever op stands at its top. */
static void
test_copy (void)
{
  g_autofree char *log = make_flushed (3000);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("copy.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  WeftPipelineViewport viewport;
  States states;

  write_file (path_a, log);
  write_file (path_b, log);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (is_compared, comparison);
  get_states (comparison, &states);
  wait_until (are_open, &states);
  wait_settled ();
  set_overlay (comparison, TRUE);
  for (guint row = 100; row < 108; row++)
    {
      viewport = *weft_pipeline_state_get_viewport (states.states[0]);
      viewport.origin_row = row;
      weft_pipeline_state_set_viewport (states.states[0], viewport);
      wait_until (lie_alike, &states);
    }
  for (guint i = 0; i < 14; i++)
    {
      weft_pipeline_state_zoom_now (states.states[0], 300, 100, 0.6, 0.6);
      wait_until (lie_alike, &states);
    }
  close_window (comparison);
  close_window (window);
}

/* Two ops, and nothing for a long time in between. */
static char *
make_gap (guint cycles)
{
  return g_strdup_printf ("Kanata\t0004\nC=\t0\n" OP (0, 5) "C\t%u\n" OP (1, 5) OP (2, 5), cycles);
}

static gboolean
can_fold (gpointer data)
{
  States *states = data;

  return weft_time_axis_can_fold (weft_view_state_get_axis (WEFT_VIEW_STATE (states->states[0])))
         && weft_time_axis_can_fold (
           weft_view_state_get_axis (WEFT_VIEW_STATE (states->states[1])));
}

/* Where nothing is in flight is folded in neither, as other cycles would lie at its place in the other. */
static void
test_gap (void)
{
  g_autofree char *log_a = make_gap (1000000), *log_b = make_gap (3000000);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("gap.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  States states;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  get_states (comparison, &states);
  wait_until (have_arrived, &states);
  wait_until (can_fold, &states);
  wait_settled ();
  assert_in_sight (states.states[0], 1, 1000005);
  assert_in_sight (states.states[1], 1, 3000005);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    g_assert_null (weft_pipeline_state_get_viewport (states.states[log])->folds);
  g_assert_cmpfloat (get_x (states.states[0], 1000005), ==, get_x (states.states[1], 3000005));
  close_window (comparison);
  close_window (window);
}

/* The window of that type that is in sight; NULL: there is none. */
static gpointer
find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type) && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

static gboolean
has_window (gpointer type)
{
  return find_window (GPOINTER_TO_SIZE (type)) != NULL;
}

static void
open_another (WeftWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  wait_until (page_shows_rows, weft_window_open_file (window, file));
}

static WeftDocument *
get_document (WeftWindow *window, guint index)
{
  return weft_document_page_get_document (weft_window_get_nth_page (window, index));
}

/* From an open log: the menu's "Compare With…", the other tab, and both stand at where they part. */
static void
test_open_tab (void)
{
  g_autofree char *log_a = make_bubble (2000, 0), *log_b = make_bubble (2000, 7);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("tab.log");
  WeftWindow *window;
  GtkWidget *dialog, *list, *row;
  WeftPipelineCompareWindow *comparison;
  States states;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_b);
  open_another (window, path_a);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  wait_until (has_window, GSIZE_TO_POINTER (WEFT_TYPE_PIPELINE_COMPARE_DIALOG));
  dialog = find_window (WEFT_TYPE_PIPELINE_COMPARE_DIALOG);
  list = find_widget (dialog, GTK_TYPE_LIST_BOX);
  g_assert_null (find_label (list, "a.log"));
  g_assert_nonnull (find_label (list, "tab.log"));
  g_assert_nonnull (find_label (list, weft_document_get_folder (get_document (window, 0))));
  g_assert_nonnull (find_label (dialog, "Another File…"));
  row = find_widget (dialog, ADW_TYPE_ACTION_ROW);
  /* However long the names are, a row is no higher. */
  g_assert_cmpint (adw_action_row_get_title_lines (ADW_ACTION_ROW (row)), ==, 1);
  g_assert_cmpint (adw_action_row_get_subtitle_lines (ADW_ACTION_ROW (row)), ==, 1);
  g_assert_true (gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (row)));
  gtk_widget_activate (row);

  wait_until (has_window, GSIZE_TO_POINTER (WEFT_TYPE_PIPELINE_COMPARE_WINDOW));
  g_assert_null (find_window (WEFT_TYPE_PIPELINE_COMPARE_DIALOG));
  comparison = find_window (WEFT_TYPE_PIPELINE_COMPARE_WINDOW);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (comparison)), ==, "a.log ↔ tab.log · Weft");
  wait_until (has_table, comparison);
  get_states (comparison, &states);
  wait_until (have_arrived, &states);
  wait_settled ();
  for (int log = 0; log < WEFT_N_LOGS; log++)
    assert_in_sight (states.states[log], 970, 1000);
  g_assert_nonnull (find_label (GTK_WIDGET (find_view (comparison)),
                                "First differs at op 970, cycle 1\u202f000: Is 7 cycles later."));

  /* the tab stays when the comparison goes, and the comparison when the tab does */
  close_window (comparison);
  g_assert_true (page_shows_rows (weft_window_get_nth_page (window, 0)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  wait_until (has_window, GSIZE_TO_POINTER (WEFT_TYPE_PIPELINE_COMPARE_DIALOG));
  gtk_widget_activate (
    find_widget (find_window (WEFT_TYPE_PIPELINE_COMPARE_DIALOG), ADW_TYPE_ACTION_ROW));
  wait_until (has_window, GSIZE_TO_POINTER (WEFT_TYPE_PIPELINE_COMPARE_WINDOW));
  comparison = find_window (WEFT_TYPE_PIPELINE_COMPARE_WINDOW);
  wait_until (has_table, comparison);
  close_window (window);
  set_overlay (comparison, TRUE);
  wait_settled ();
  close_window (comparison);
}

static gboolean
cannot_compare (gpointer document)
{
  return !weft_pipeline_compare_window_can_compare (document)
         && !weft_document_is_loading (document);
}

/* A tab that was offered and is no log any more once it is chosen is not compared. */
static void
test_tab_changes (void)
{
  g_autofree char *path_a = write_log ("a.log", 200), *path_b = write_log ("becomes.log", 200);
  g_autoptr (GFile) file = g_file_new_for_path (path_b), bus = sample_file ("saturnis-bus.jsonl");
  WeftWindow *window;

  window = open_window (path_b);
  open_another (window, path_a);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  wait_until (has_window, GSIZE_TO_POINTER (WEFT_TYPE_PIPELINE_COMPARE_DIALOG));
  g_assert_true (g_file_copy (bus, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  weft_document_load (get_document (window, 0));
  wait_until (cannot_compare, get_document (window, 0));
  gtk_widget_activate (
    find_widget (find_window (WEFT_TYPE_PIPELINE_COMPARE_DIALOG), ADW_TYPE_ACTION_ROW));
  wait_settled ();
  g_assert_null (find_window (WEFT_TYPE_PIPELINE_COMPARE_DIALOG));
  g_assert_null (find_window (WEFT_TYPE_PIPELINE_COMPARE_WINDOW));
  close_window (window);
}

static gboolean
mentions_300 (gpointer window)
{
  return find_label (GTK_WIDGET (find_view (window)), "299 ops retired in both") != NULL;
}

/* Logs that grow are compared anew. */
static void
test_growing (void)
{
  g_autofree char *log = make_log (200), *more = make_log (300), *log_b = make_b (300);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("b.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;

  write_file (path_a, log);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  append (path_a, more + strlen (log));
  wait_until (mentions_300, comparison);
  close_window (comparison);
  close_window (window);
}

static void
test_failed (void)
{
  g_autofree char *log = make_log (200), *path_a = own_path ("a.log");
  g_autofree char *text = own_path ("text.log");
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;

  write_file (path_a, log);
  write_file (text, "Dear reader,\n");
  window = open_window (path_a);
  comparison = open_comparison (window, text);
  wait_until (has_failed, comparison);
  g_assert_null (find_view (comparison));
  /* closed while B is read */
  close_window (comparison);
  comparison = open_comparison (window, text);
  close_window (comparison);
  close_window (window);
}

static int
get_minimum (gpointer window)
{
  int width;

  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  return width;
}

/* Where the pictures of A and B are within the window. */
static void
get_pictures (gpointer window, graphene_rect_t places[WEFT_N_LOGS])
{
  GtkWidget *view = find_widget (window, WEFT_TYPE_PIPELINE_VIEW);
  GtkWidget *side = gtk_widget_get_parent (view);

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      view = find_widget (side, WEFT_TYPE_PIPELINE_VIEW);
      g_assert_true (gtk_widget_compute_bounds (
        weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (view)), window, &places[log]));
      side = gtk_widget_get_next_sibling (side);
    }
}

static void
set_size (gpointer window, int width, int height)
{
  gtk_window_set_default_size (window, width, height);
  wait_settled ();
}

/* In a narrow window nothing is wider than it, and the pictures are below one another. */
static void
check_narrow (gpointer window, int width)
{
  graphene_rect_t places[WEFT_N_LOGS];

  set_size (window, width, 700);
  g_assert_cmpint (get_minimum (window), <=, 360);
  get_pictures (window, places);
  g_assert_cmpfloat (places[WEFT_LOG_B].origin.y, >=,
                     places[WEFT_LOG_A].origin.y + places[WEFT_LOG_A].size.height);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      g_assert_cmpfloat (places[log].size.width, >=, width / 2);
      g_assert_cmpfloat (places[log].size.height, >=, 80);
    }
}

static void
check_wide (gpointer window, int width)
{
  graphene_rect_t places[WEFT_N_LOGS];

  set_size (window, width, 800);
  get_pictures (window, places);
  g_assert_cmpfloat (places[WEFT_LOG_A].origin.y, ==, places[WEFT_LOG_B].origin.y);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    g_assert_cmpfloat (places[log].size.height, >=, 80);
}

/* Narrow windows, also from right to left, and large texts: no warning is allowed, and all fits. */
static void
test_narrow (void)
{
  g_autofree char *log_a = make_log (200), *log_b = make_b (200);
  g_autofree char *path_a = own_path ("a.log"), *path_b = own_path ("b.log");
  GtkSettings *settings = gtk_settings_get_default ();
  WeftWindow *window;
  WeftPipelineCompareWindow *comparison;
  int dpi;

  write_file (path_a, log_a);
  write_file (path_b, log_b);
  window = open_window (path_a);
  comparison = open_comparison (window, path_b);
  wait_until (has_table, comparison);
  check_wide (comparison, 1280);
  g_assert_cmpint (get_minimum (comparison), <=, 360);
  check_narrow (comparison, 360);
  check_narrow (comparison, 600);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  check_narrow (comparison, 360);
  set_overlay (comparison, TRUE);
  g_assert_cmpint (get_minimum (comparison), <=, 360);
  set_overlay (comparison, FALSE);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  check_wide (comparison, 800);
  g_assert_cmpint (get_minimum (comparison), <=, 360);
  set_size (comparison, 360, 700);
  g_assert_cmpint (get_minimum (comparison), <=, 360);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window (comparison);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/compare/compare", test_compare);
  g_test_add_func ("/compare/one", test_one);
  g_test_add_func ("/compare/together", test_together);
  g_test_add_func ("/compare/bubble", test_bubble);
  g_test_add_func ("/compare/copy", test_copy);
  g_test_add_func ("/compare/gap", test_gap);
  g_test_add_func ("/compare/open-tab", test_open_tab);
  g_test_add_func ("/compare/tab-changes", test_tab_changes);
  g_test_add_func ("/compare/growing", test_growing);
  g_test_add_func ("/compare/failed", test_failed);
  g_test_add_func ("/compare/narrow", test_narrow);
  return app_tests_run (homes);
}
