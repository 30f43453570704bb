/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-texts.h"
#include "weft-search-bar.h"
#include "weft-search-list.h"

#include "log-stage.h"
#include "weft-filterable.h"

/* A log, a bar that searches it, and the list of what is found. */
typedef struct
{
  Stage stage;
  WeftSearchBar *bar;
  WeftSearchResults *results;
} Bar;

static void
open_bar (Bar *bar)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *list;

  stage_open (&bar->stage);
  made_log_fill (&bar->stage.log, 3000);
  stage_publish (&bar->stage, 1600);
  bar->bar = WEFT_SEARCH_BAR (weft_search_bar_new ());
  bar->results = weft_search_results_get (WEFT_SEARCHABLE (bar->stage.state));
  weft_search_bar_set_state (bar->bar, WEFT_VIEW_STATE (bar->stage.state));
  list = weft_search_list_new (WEFT_SEARCHABLE (bar->stage.state));
  gtk_widget_set_vexpand (list, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (bar->bar));
  gtk_box_append (GTK_BOX (box), list);
  stage_show (&bar->stage, box);
  weft_entry_bar_set_shown (WEFT_ENTRY_BAR (bar->bar), TRUE);
}

static gboolean
is_done (gpointer results)
{
  return !weft_search_results_is_running (results);
}

static guint
search (Bar *bar, const char *text, gboolean regex)
{
  weft_search_bar_write (bar->bar, text, regex);
  wait_until (is_done, bar->results);
  return weft_search_results_get_n_hits (bar->results);
}

/* Ops whose label has the letters. */
static guint
count_labels (Bar *bar, const char *text)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (bar->stage.state);
  guint n = 0;

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);

      n += strstr (label, text) != NULL;
    }
  return n;
}

static void
test_results (void)
{
  Bar bar;

  open_bar (&bar);
  g_assert_cmpuint (search (&bar, "mul", FALSE), ==, count_labels (&bar, "mul"));
  g_assert_cmpuint (weft_search_results_get_n_hits (bar.results), >, 10);
  g_assert_cmpuint (search (&bar, "^8.*mul", TRUE), ==, count_labels (&bar, "mul"));
  g_assert_cmpuint (search (&bar, "^8.*mul", FALSE), ==, 0);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==, "Nothing found");
  search (&bar, "(", TRUE);
  g_assert_nonnull (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "missing"));
  g_assert_cmpuint (search (&bar, "", FALSE), ==, 0);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==, "");
  stage_close (&bar.stage);
}

static gboolean
fail_search (gpointer search G_GNUC_UNUSED, gpointer content G_GNUC_UNUSED,
             WeftSearchFound found G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
             GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "The disk is full.");
  return FALSE;
}

/* A search that can't be done says why, and does not say that nothing was found; the next one knows nothing of it. */
static void
test_failure (void)
{
  WeftSearchableInterface *searchable;
  gpointer update;
  Bar bar;

  open_bar (&bar);
  searchable = WEFT_SEARCHABLE_GET_IFACE (bar.stage.state);
  update = searchable->update;
  searchable->update = fail_search;
  search (&bar, "mul", FALSE);
  g_assert_cmpstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), ==,
                   "The search failed: The disk is full.");
  searchable->update = update;
  g_assert_cmpuint (search (&bar, "mu", FALSE), ==, count_labels (&bar, "mu"));
  g_assert_null (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "failed"));
  stage_close (&bar.stage);
}

/* The toggle with that label below a widget: (nullable). */
static GtkWidget *
find_toggle (GtkWidget *widget, const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_TOGGLE_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_toggle (child, label);
  return found;
}

/* A click that makes the text a regular expression leaves the keys to the text. */
static void
test_toggle (void)
{
  GtkWidget *toggle;
  Bar bar;

  open_bar (&bar);
  wait_settled ();
  search (&bar, "^8.*mu", FALSE);
  toggle = find_toggle (GTK_WIDGET (bar.bar), ".*");
  if (point_at_widget (toggle, bar.stage.window, gtk_widget_get_width (toggle) / 2.0,
                       gtk_widget_get_height (toggle) / 2.0)
      && run_xdotool ("click 1"))
    {
      wait_settled ();
      g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle)));
      g_assert_false (gtk_widget_has_focus (toggle));
      wait_until (is_done, bar.results);
      g_assert_cmpuint (weft_search_results_get_n_hits (bar.results), ==,
                        count_labels (&bar, "mu"));
    }
  stage_close (&bar.stage);
}

static guint32
get_selected (Bar *bar)
{
  return weft_pipeline_state_get_selection (bar->stage.state)->op;
}

/* Steps go from one to the next, and from the last to the first. */
static void
test_steps (void)
{
  Bar bar;
  guint n_hits;

  open_bar (&bar);
  n_hits = search (&bar, "mul", FALSE);
  weft_search_bar_step (bar.bar, 1);
  g_assert_cmpuint (get_selected (&bar), ==, weft_search_results_get_hit (bar.results, 0)->item);
  g_assert_true (g_str_has_prefix (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "1 of "));
  weft_search_bar_step (bar.bar, 1);
  g_assert_cmpuint (get_selected (&bar), ==, weft_search_results_get_hit (bar.results, 1)->item);
  weft_search_bar_step (bar.bar, -1);
  weft_search_bar_step (bar.bar, -1);
  g_assert_cmpuint (weft_search_results_get_current (bar.results), ==, n_hits - 1);
  weft_search_bar_step (bar.bar, 1);
  g_assert_cmpuint (weft_search_results_get_current (bar.results), ==, 0);

  /* Who goes elsewhere meanwhile continues there, either way. */
  weft_pipeline_state_select (bar.stage.state, 1000, WEFT_NO_STAGE);
  weft_search_bar_step (bar.bar, 1);
  g_assert_cmpuint (get_selected (&bar), >, 1000);
  g_assert_cmpuint (get_selected (&bar), <, 1100);
  weft_pipeline_state_select (bar.stage.state, 1000, WEFT_NO_STAGE);
  weft_search_bar_step (bar.bar, -1);
  g_assert_cmpuint (get_selected (&bar), <, 1000);
  g_assert_cmpuint (get_selected (&bar), >, 900);

  /* A new search begins where the user is. */
  weft_pipeline_state_select (bar.stage.state, 2000, WEFT_NO_STAGE);
  search (&bar, "mu", FALSE);
  weft_search_bar_step (bar.bar, 1);
  g_assert_cmpuint (get_selected (&bar), >=, 2000);
  stage_close (&bar.stage);
}

static gboolean
found_late (gpointer data)
{
  Bar *bar = data;

  return weft_search_results_get_n_hits (bar->results) == 2;
}

/* Hits that come while the log is read are found as well, also where they come late. */
static void
test_growth (void)
{
  static const char late[] = "needle";
  Bar bar;

  open_bar (&bar);
  g_assert_cmpuint (search (&bar, late, FALSE), ==, 0);
  made_log_fill (&bar.stage.log, 500);
  made_log_begin (&bar.stage.log, 0, 3000, late);
  weft_pipeline_writer_add_label (bar.stage.log.writer, 17, made_log_spill (&bar.stage.log, late),
                                  late, strlen (late));
  stage_publish (&bar.stage, 4000);
  wait_until (found_late, &bar);
  g_assert_cmpuint (weft_search_results_get_hit (bar.results, 0)->item, ==, 17);
  stage_close (&bar.stage);
}

/* Hidden hits are counted, and said to be hidden. */
static gboolean
is_pending (gpointer state)
{
  return weft_filterable_is_pending (state);
}

static void
test_hidden (void)
{
  Bar bar;

  open_bar (&bar);
  g_assert_true (
    weft_filterable_set_filter (WEFT_FILTERABLE (bar.stage.state), "row >= 100", NULL, NULL));
  wait_while (is_pending, bar.stage.state);
  search (&bar, "mul", FALSE);
  g_assert_false (weft_search_results_show (bar.results, 0));
  weft_search_bar_step (bar.bar, 1);
  g_assert_nonnull (strstr (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar.bar)), "hidden"));
  stage_close (&bar.stage);
}

/* Rows of the list that are in sight. */
static guint
count_rows (GtkWidget *list)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint n_rows = 0;

  collect_widgets (list, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    n_rows += gtk_widget_get_mapped (g_ptr_array_index (labels, i))
              && g_str_has_prefix (gtk_label_get_text (g_ptr_array_index (labels, i)), "Op ");
  return n_rows;
}

/* A list that comes into sight when a result far down is the current one shows it. */
static void
test_list_shows_current (void)
{
  GtkWidget *list;
  Bar bar;

  open_bar (&bar);
  search (&bar, "l", FALSE);
  g_assert_cmpuint (weft_search_results_get_n_hits (bar.results), >, 500);
  weft_search_bar_step (bar.bar, -1);
  list = weft_search_list_new (WEFT_SEARCHABLE (bar.stage.state));
  gtk_window_set_child (GTK_WINDOW (bar.stage.window), list);
  wait_settled ();
  g_assert_cmpuint (count_rows (list), >, 3);
  stage_close (&bar.stage);
}

static void
test_items (void)
{
  g_autoptr (WeftSearchItem) item = NULL;
  Bar bar;

  open_bar (&bar);
  search (&bar, "lw a1", FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (bar.results)), >, 0);
  item = g_list_model_get_item (G_LIST_MODEL (bar.results), 0);
  g_assert_true (g_str_has_prefix (weft_search_item_get_name (item), "Op "));
  g_assert_nonnull (strstr (weft_search_item_get_markup (item), "<b>lw a1</b>"));
  stage_close (&bar.stage);
}

static void
test_marks (void)
{
  const WeftAxis axis = { .ticks_per_px = 500 };
  const guint8 *bins;
  guint n = 0;
  Bar bar;

  open_bar (&bar);
  search (&bar, "80000000:", FALSE);
  g_assert_cmpuint (weft_search_results_get_n_hits (bar.results), >, 0);
  bins = weft_search_results_mark_rows (bar.results, 3000, 3000);
  for (guint i = 0; i < 3000; i++)
    n += bins[i];
  g_assert_cmpuint (n, ==, weft_search_results_get_n_hits (bar.results));
  bins = weft_search_results_mark_times (bar.results, &axis, 3);
  g_assert_cmpuint (bins[0], ==, 1);
  search (&bar, "no such text", FALSE);
  bins = weft_search_results_mark_times (bar.results, &axis, 3);
  g_assert_cmpuint (bins[0] + bins[1] + bins[2], ==, 0);
  stage_close (&bar.stage);
}

static gboolean
is_offered (gpointer bar)
{
  GtkWidget *label = find_label (GTK_WIDGET (((Bar *) bar)->bar), "Search as a Regular Expression");

  return label != NULL && gtk_widget_get_mapped (label);
}

/* A text that looks like a regular expression and was not found as it stands is offered as one. */
static void
test_offer (void)
{
  static const char *const plain[] = { "0(sp)", "addi a0", "nowhere", "[x1", "(a" };
  GtkWidget *button;
  Bar bar;

  open_bar (&bar);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      search (&bar, plain[i], FALSE);
      g_assert_false (is_offered (&bar));
    }
  g_assert_cmpuint (search (&bar, "ad+i.*1$", FALSE), ==, 0);
  wait_until (is_offered, &bar);
  button = gtk_widget_get_ancestor (
    find_label (GTK_WIDGET (bar.bar), "Search as a Regular Expression"), GTK_TYPE_BUTTON);
  gtk_widget_activate (button);
  wait_while (is_offered, &bar);
  wait_until (is_done, bar.results);
  g_assert_cmpuint (weft_search_results_get_n_hits (bar.results), ==, count_labels (&bar, "addi"));
  stage_close (&bar.stage);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  g_test_add_func ("/search-bar/results", test_results);
  g_test_add_func ("/search-bar/failure", test_failure);
  g_test_add_func ("/search-bar/toggle", test_toggle);
  g_test_add_func ("/search-bar/steps", test_steps);
  g_test_add_func ("/search-bar/growth", test_growth);
  g_test_add_func ("/search-bar/hidden", test_hidden);
  g_test_add_func ("/search-bar/items", test_items);
  g_test_add_func ("/search-bar/list-shows-current", test_list_shows_current);
  g_test_add_func ("/search-bar/marks", test_marks);
  g_test_add_func ("/search-bar/offer", test_offer);
  return g_test_run ();
}
