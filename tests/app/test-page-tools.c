/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "page-tools.h"

#include "weft-document-memory.h"

static WeftSearchResults *
get_results (Tools *tools)
{
  return weft_search_results_get (WEFT_SEARCHABLE (get_state (tools)));
}

/* --- bars --------------------------------------------------------------------------------------- */

static float
top_of (Tools *tools, GType bar)
{
  GtkWidget *widget = find_widget (GTK_WIDGET (tools->page), bar);
  graphene_rect_t bounds;

  g_assert_nonnull (widget);
  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (tools->page), &bounds));
  return bounds.origin.y;
}

/* A page has bars when they are asked for, and they stand in one order whatever came first. They go with the page. */
static void
test_bars (void)
{
  gpointer bars[3];
  Tools tools;
  GtkWidget *focus;
  float search;

  open_tools (&tools, "bars.log");
  g_assert_null (find_widget (GTK_WIDGET (tools.page), GTK_TYPE_SEARCH_BAR));
  g_assert_null (find_widget (GTK_WIDGET (tools.page), GTK_TYPE_INFO_BAR));
  g_assert_null (find_widget (GTK_WIDGET (tools.page), GTK_TYPE_STACK_SWITCHER));
  act (&tools, "page.write-filter");
  act (&tools, "page.find-text");
  act (&tools, "page.find");
  wait_settled ();
  search = top_of (&tools, WEFT_TYPE_SEARCH_BAR);
  g_assert_cmpfloat (top_of (&tools, WEFT_TYPE_GO_TO_BAR), <, search);
  g_assert_cmpfloat (top_of (&tools, WEFT_TYPE_FILTER_BAR), >, search);
  focus = gtk_root_get_focus (GTK_ROOT (tools.window));
  g_assert_true (
    gtk_widget_is_ancestor (focus, find_widget (GTK_WIDGET (tools.page), WEFT_TYPE_GO_TO_BAR)));
  bars[0] = find_widget (GTK_WIDGET (tools.page), WEFT_TYPE_GO_TO_BAR);
  bars[1] = find_widget (GTK_WIDGET (tools.page), WEFT_TYPE_SEARCH_BAR);
  bars[2] = find_widget (GTK_WIDGET (tools.page), WEFT_TYPE_FILTER_BAR);
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    g_object_add_weak_pointer (bars[i], &bars[i]);
  close_tools (&tools);
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    g_assert_null (bars[i]);
}

/* --- filters -------------------------------------------------------------------------------------- */

static gboolean
shows_all_rows (gpointer data)
{
  Tools *tools = data;

  return weft_pipeline_state_get_extent (WEFT_PIPELINE_STATE (get_state (tools)))->n_rows == 500;
}

/* A filter stays with its file: when it is read again, and when it is opened again. */
static void
test_filter_is_kept (void)
{
  g_autoptr (GVariant) recent = NULL;
  Tools tools;

  open_tools (&tools, "kept.log");
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.set-filter", "s", "id < 50");
  wait_until (shows_fifty_rows, &tools);
  act (&tools, "page.reload");
  wait_until (is_shown, &tools);
  wait_until (shows_fifty_rows, &tools);
  close_window (&tools);

  show_file (&tools);
  wait_until (shows_fifty_rows, &tools);
  act (&tools, "page.clear-filter");
  wait_until (shows_all_rows, &tools);
  close_window (&tools);

  show_file (&tools);
  wait_until (shows_all_rows, &tools);
  recent = g_settings_get_value (weft_settings_get_default (), "recent-filters");
  {
    g_autofree char *text = g_variant_print (recent, FALSE);

    g_assert_nonnull (strstr (text, "id < 50"));
  }
  close_tools (&tools);
}

/* Keeps a filter with the file, as another version of the program may have left it. */
static void
keep_filter (Tools *tools, const char *filter)
{
  g_autoptr (GKeyFile) memory = weft_document_memory_open (tools->path);

  g_key_file_set_string (memory, "Filter", "text", filter);
  weft_document_memory_keep (tools->path, memory);
}

static void
set_animations (gboolean on)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", on, NULL);
}

/* A filter that was kept and is none any more is not left out in silence: the bar says why, and where. It comes before
 * the window lies on a monitor, and where nothing slides no list may point at what is written. */
static void
check_filter_is_none (const char *name)
{
  GtkWidget *bar;
  Tools tools;

  open_tools (&tools, name);
  close_window (&tools);
  keep_filter (&tools, "id < 50 && latenzy > 3");
  show_file (&tools);
  wait_until (shows_all_rows, &tools);
  bar = find_widget (GTK_WIDGET (tools.page), WEFT_TYPE_FILTER_BAR);
  g_assert_nonnull (bar);
  g_assert_true (weft_entry_bar_get_shown (WEFT_ENTRY_BAR (bar)));
  g_assert_true (
    g_str_has_prefix (weft_entry_bar_get_message (WEFT_ENTRY_BAR (bar)), "Column 12: "));
  close_tools (&tools);
}

static void
test_filter_is_none (void)
{
  check_filter_is_none ("none.log");
  set_animations (FALSE);
  check_filter_is_none ("still-none.log");
  set_animations (TRUE);
}

static void
test_filter_by_keys (void)
{
  Tools tools;

  open_tools (&tools, "filter.log");
  if (press (&tools, "key ctrl+shift+f") && press (&tools, "type --delay 20 'id < 50'")
      && press (&tools, "key Return"))
    {
      wait_until (shows_fifty_rows, &tools);
      g_assert_true (g_action_group_get_action_enabled (weft_document_page_get_actions (tools.page),
                                                        "clear-filter"));
    }
  close_tools (&tools);
}

/* --- ranges --------------------------------------------------------------------------------------- */

static GtkWidget *
find_chip (GtkWidget *widget, const char *action)
{
  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_chip (child, action);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
shows_range (gpointer data)
{
  GtkWidget *chip = find_chip (GTK_WIDGET (((Tools *) data)->window), "page.clear-range");

  return chip != NULL && gtk_widget_get_mapped (chip);
}

static gboolean
shows_no_range (gpointer data)
{
  return !shows_range (data);
}

/* A brushed range is a chip in the status line, which clears it when it is pressed. */
static void
test_range_is_a_chip (void)
{
  g_autofree char *words = NULL;
  Tools tools;

  open_tools (&tools, "range.log");
  g_assert_false (shows_range (&tools));
  weft_pipeline_state_select_cycles (WEFT_PIPELINE_STATE (get_state (&tools)), 10, 60);
  wait_until (shows_range, &tools);
  words = weft_view_state_describe (get_state (&tools), WEFT_STATUS_RANGE);
  g_assert_true (g_str_has_prefix (words, "Cycles 10 – 60"));
  g_assert_nonnull (strstr (words, " · Δ 50 cycles"));
  gtk_widget_activate (find_chip (GTK_WIDGET (tools.window), "page.clear-range"));
  wait_until (shows_no_range, &tools);
  g_assert_false (weft_view_state_has_range (get_state (&tools)));
  close_tools (&tools);
}

/* --- searches ------------------------------------------------------------------------------------- */

static gboolean
found_all (gpointer data)
{
  Tools *tools = data;

  return !weft_search_results_is_running (get_results (tools))
         && weft_search_results_get_n_hits (get_results (tools)) == 11;
}

static guint
get_current (Tools *tools)
{
  return weft_search_results_get_current (get_results (tools));
}

/* "a0, 23" stands in the labels of op 23 and of 230 to 239. */
static void
test_search_by_keys (void)
{
  Tools tools;

  open_tools (&tools, "search.log");
  if (press (&tools, "key ctrl+f") && press (&tools, "type --delay 20 'a0, 23'"))
    {
      wait_until (found_all, &tools);
      press (&tools, "key Return");
      g_assert_cmpuint (get_current (&tools), ==, 0);
      g_assert_cmpuint (
        weft_pipeline_state_get_selection (WEFT_PIPELINE_STATE (get_state (&tools)))->op, ==, 23);
      press (&tools, "key F3");
      g_assert_cmpuint (get_current (&tools), ==, 1);
      press (&tools, "key shift+F3");
      press (&tools, "key shift+F3");
      g_assert_cmpuint (get_current (&tools), ==, 10);
      press (&tools, "key F3");
      g_assert_cmpuint (get_current (&tools), ==, 0);
      /* The bar closes, and nothing is marked any more. */
      press (&tools, "key Escape");
      g_assert_cmpuint (weft_search_results_get_n_hits (get_results (&tools)), ==, 0);
    }
  close_tools (&tools);
}

/* A search goes on when the file is read again. */
static void
test_search_and_reload (void)
{
  WeftSearchQuery query = { "a0, 23", FALSE, FALSE, G_MAXUINT32 };
  Tools tools;

  open_tools (&tools, "again.log");
  act (&tools, "page.find-text");
  weft_search_results_set_query (get_results (&tools), &query, NULL);
  wait_until (found_all, &tools);
  act (&tools, "page.reload");
  wait_until (is_shown, &tools);
  wait_until (found_all, &tools);
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.drawer", "s", "search");
  wait_settled ();
  close_tools (&tools);
}

static gboolean
found_some (gpointer data)
{
  Tools *tools = data;

  return !weft_search_results_is_running (get_results (tools))
         && weft_search_results_get_n_hits (get_results (tools)) > 2;
}

/* Every result that is stepped to is selected and in sight, and says why it is one. */
static void
check_results (Tools *tools, const char *text)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (get_state (tools));
  WeftSearchResults *results = get_results (tools);
  guint n_hits = weft_search_results_get_n_hits (results);

  for (guint i = 0; i <= n_hits && i < 40; i++)
    {
      const WeftTimeSpan *span;
      const WeftSearchHit *hit;
      g_autoptr (WeftSearchItem) item = NULL;
      g_autofree char *bold = g_strdup_printf ("<b>%s</b>", text);

      g_assert_true (weft_search_results_step (results, 1));
      g_assert_cmpuint (get_current (tools), ==, i % n_hits);
      wait_settled ();
      hit = weft_search_results_get_hit (results, get_current (tools));
      span = weft_time_axis_get_visible (axis);
      g_assert_cmpint (hit->time, >=, span->start);
      g_assert_cmpfloat ((double) (hit->time - span->start), <=, span->length);
      g_assert_true (weft_view_state_has_selected (get_state (tools)));
      item = g_list_model_get_item (G_LIST_MODEL (results), get_current (tools));
      g_assert_nonnull (strstr (weft_search_item_get_markup (item), bold));
    }
  wait_settled ();
  /* New facts about the selection do not begin the search again. */
  g_assert_cmpuint (get_current (tools), !=, WEFT_SEARCH_NO_HIT);
}

/* Traces of all families are searched with the same keys. Each of many steps would wait until the picture lies still. */
static void
test_search_families (void)
{
  static const struct
  {
    const char *file;
    const char *text;
  } families[] = {
    { "saturnis-bus.jsonl", "ifetch" },
    { "noc-eight-cores.json", "READ" },
    { "npu-two-layers.json", "attn_0" },
  };

  set_animations (FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      WeftSearchQuery query = { families[i].text, FALSE, TRUE, G_MAXUINT32 };
      Tools tools;

      tools.path = g_build_filename (g_getenv ("WEFT_SAMPLES"), families[i].file, NULL);
      show_file (&tools);
      act (&tools, "page.find-text");
      g_assert_true (weft_search_results_set_query (get_results (&tools), &query, NULL));
      wait_until (found_some, &tools);
      check_results (&tools, families[i].text);
      close_tools (&tools);
    }
  set_animations (TRUE);
}

/* --- marks ------------------------------------------------------------------------------------------ */

static void
test_marks_are_kept (void)
{
  WeftMarks *marks;
  Tools tools;

  open_tools (&tools, "marks.log");
  act (&tools, "page.bookmark");
  act (&tools, "page.cursor");
  marks = weft_marks_get (get_state (&tools));
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
  for (guint i = 0; i < 2; i++)
    weft_marks_rename (marks, i, "the loop");
  act (&tools, "page.next-bookmark");
  close_window (&tools);

  show_file (&tools);
  marks = weft_marks_get (get_state (&tools));
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
  g_assert_true (g_strcmp0 (weft_marks_get_mark (marks, 0)->name, "the loop") == 0
                 || g_strcmp0 (weft_marks_get_mark (marks, 1)->name, "the loop") == 0);
  act (&tools, "page.clear-cursors");
  g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.drawer", "s", "marks");
  wait_settled ();
  close_tools (&tools);
}

/* A new bookmark is given a name at once, and another one later; both by keys alone. */
static void
test_marks_by_keys (void)
{
  WeftMarks *marks;
  Tools tools;

  open_tools (&tools, "names.log");
  marks = weft_marks_get (get_state (&tools));
  if (press (&tools, "key ctrl+d") && press (&tools, "type --delay 20 'here'")
      && press (&tools, "key Return"))
    {
      g_assert_cmpstr (weft_marks_get_mark (marks, 0)->name, ==, "here");
      /* The picture has the keys again. */
      press (&tools, "key c");
      g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
      press (&tools, "key shift+c");
      g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
      /* Escape leaves the name that it has. */
      press (&tools, "key ctrl+d");
      press (&tools, "type --delay 20 'there'");
      press (&tools, "key Escape");
      g_assert_cmpuint (weft_marks_get_n (marks), ==, 2);
      g_assert_cmpstr (weft_marks_get_mark (marks, 1)->name, !=, "there");

      gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.drawer", "s", "");
      gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.drawer", "s", "marks");
      press (&tools, "key F2");
      press (&tools, "type --delay 20 'elsewhere'");
      press (&tools, "key Return");
      g_assert_cmpstr (weft_marks_get_mark (marks, 0)->name, ==, "elsewhere");
      press (&tools, "key Delete");
      g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
    }
  close_tools (&tools);
}

/* The keys of the picture work from the drawer too, but where they are letters of a text. */
static void
test_keys_in_drawer (void)
{
  double zoom;
  Tools tools;

  open_tools (&tools, "keys.log");
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "page.drawer", "s", "table");
  wait_settled ();
  zoom = weft_pipeline_state_get_target (WEFT_PIPELINE_STATE (get_state (&tools)))->px_per_row;
  g_assert_false (WEFT_IS_CANVAS (gtk_window_get_focus (GTK_WINDOW (tools.window))));
  if (press (&tools, "key s"))
    {
      wait_settled ();
      g_assert_cmpfloat (
        weft_pipeline_state_get_target (WEFT_PIPELINE_STATE (get_state (&tools)))->px_per_row, <,
        zoom);
    }
  close_tools (&tools);
}

/* --- colours ---------------------------------------------------------------------------------------- */

static WeftColor
get_color (Tools *tools, WeftKind kind)
{
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (WEFT_PIPELINE_STATE (get_state (tools)), &scene);
  return weft_pipeline_renderer_get_color (renderer, &scene, kind);
}

static WeftPipelineColorEditor *
find_editor (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (WEFT_IS_PIPELINE_COLOR_EDITOR (item->data))
      return item->data;
  return NULL;
}

/* Colours of the user's show at once, and are kept with the file. */
static void
test_colors (void)
{
  WeftPipelineColorEditor *editor;
  WeftColor usual;
  Tools tools;

  open_tools (&tools, "colors.log");
  usual = get_color (&tools, 0);
  act (&tools, "page.edit-colors");
  editor = find_editor ();
  weft_pipeline_color_editor_set (editor, "F", 0xff123456);
  wait_settled ();
  g_assert_cmphex (get_color (&tools, 0), ==, 0xff123456);
  weft_pipeline_color_editor_set (editor, "X", 0xff00ff00);
  weft_pipeline_color_editor_set (editor, "X", WEFT_COLOR_NONE);
  gtk_window_close (GTK_WINDOW (editor));
  wait_settled ();
  close_window (&tools);

  show_file (&tools);
  g_assert_cmphex (get_color (&tools, 0), ==, 0xff123456);
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "options.scheme", "s", "stage");
  wait_settled ();
  g_assert_cmphex (get_color (&tools, 0), ==, usual);
  gtk_widget_activate_action (GTK_WIDGET (tools.window), "options.scheme", "s", "custom");
  wait_settled ();
  g_assert_cmphex (get_color (&tools, 0), ==, 0xff123456);
  close_tools (&tools);
}

static GtkWidget *
find_core_editor (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (WEFT_IS_PIPELINE_CORE_EDITOR (item->data))
      return item->data;
  return NULL;
}

/* The user's phases of stages hold for the trace at once, and are kept with the file. */
static void
test_core (void)
{
  g_autoptr (WeftPipelineAssumptions) said = NULL, kept = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  GtkWidget *editor, *reset;
  Tools tools;

  open_tools (&tools, "core.log");
  act (&tools, "page.edit-core");
  editor = find_core_editor ();
  g_assert_nonnull (editor);
  collect_widgets (editor, ADW_TYPE_COMBO_ROW, rows);
  g_assert_cmpuint (rows->len, >, 0);
  reset = find_label (editor, "Reset All");
  g_assert_false (gtk_widget_is_sensitive (reset));
  adw_combo_row_set_selected (g_ptr_array_index (rows, 0), WEFT_PHASE_ISSUE);
  g_assert_true (gtk_widget_is_sensitive (reset));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find_widget (editor, GTK_TYPE_SPIN_BUTTON)), 6);
  wait_settled ();
  said = weft_pipeline_trace_ref_assumptions (
    weft_pipeline_state_get_trace (WEFT_PIPELINE_STATE (get_state (&tools))));
  g_assert_true (g_str_has_suffix (said->phases, "=issue"));
  g_assert_cmpuint (said->width, ==, 6);
  gtk_window_close (GTK_WINDOW (editor));
  wait_settled ();
  close_window (&tools);

  show_file (&tools);
  kept = weft_pipeline_trace_ref_assumptions (
    weft_pipeline_state_get_trace (WEFT_PIPELINE_STATE (get_state (&tools))));
  g_assert_true (weft_pipeline_assumptions_equal (said, kept));
  close_tools (&tools);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  /* The hint that comes once is another test's. */
  g_settings_set_boolean (weft_settings_get_default (), "show-hint", FALSE);
  g_application_set_default (G_APPLICATION (app));
  g_test_add_func ("/page-tools/bars", test_bars);
  g_test_add_func ("/page-tools/filter-is-kept", test_filter_is_kept);
  g_test_add_func ("/page-tools/range-is-a-chip", test_range_is_a_chip);
  g_test_add_func ("/page-tools/filter-is-none", test_filter_is_none);
  g_test_add_func ("/page-tools/filter-by-keys", test_filter_by_keys);
  g_test_add_func ("/page-tools/search-by-keys", test_search_by_keys);
  g_test_add_func ("/page-tools/search-and-reload", test_search_and_reload);
  g_test_add_func ("/page-tools/search-families", test_search_families);
  g_test_add_func ("/page-tools/marks-are-kept", test_marks_are_kept);
  g_test_add_func ("/page-tools/marks-by-keys", test_marks_by_keys);
  g_test_add_func ("/page-tools/keys-in-drawer", test_keys_in_drawer);
  g_test_add_func ("/page-tools/colors", test_colors);
  g_test_add_func ("/page-tools/core", test_core);
  return app_tests_run (homes);
}
