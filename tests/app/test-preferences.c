/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preferences.h"

#include "app-tests.h"
#include "pixels.h"
#include "weft-list-area.h"
#include "weft-load-index.h"
#include "weft-memory-budget.h"
#include "weft-npu-state.h"
#include "weft-settings.h"
#include "weft-window.h"

/* A choice in the preferences is seen in traces. */

static WeftApplication *app;

static gboolean
page_is_open (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));

  return state != NULL && weft_view_state_is_open (state);
}

static WeftViewState *
open_sample (WeftWindow *window, const char *name)
{
  g_autoptr (GFile) file = sample_file (name);
  WeftDocumentPage *page = weft_window_open_file (window, file);

  wait_until (page_is_open, page);
  return weft_document_get_state (weft_document_page_get_document (page));
}

static void
test_palette (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);
  WeftViewState *state;
  WeftColor before;

  gtk_window_present (GTK_WINDOW (window));
  state = open_sample (window, "kanata-core.log");
  before = weft_style_category (weft_view_state_get_style (state), 0);
  g_settings_set_string (settings, "hues", "muted");
  wait_settled ();
  g_assert_cmphex (before, !=, weft_style_category (weft_view_state_get_style (state), 0));
  g_settings_reset (settings, "hues");
  wait_settled ();
  g_assert_cmphex (before, ==, weft_style_category (weft_view_state_get_style (state), 0));
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

static void
assert_length (WeftViewState *state, const char *expected)
{
  g_autofree char *words = weft_time_axis_format_duration (weft_view_state_get_axis (state), 100);

  g_assert_cmpstr (words, ==, expected);
}

/* Cycles have a length then, in every family that counts them; a document has its own if it likes. */
static void
test_clock (void)
{
  static const char *const samples[] = { "kanata-core.log", "saturnis-bus.jsonl",
                                         "npu-two-layers.json", "noc-eight-cores.json" };
  GSettings *settings = weft_settings_get_default ();

  g_settings_set_double (settings, "clock", 500);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      WeftWindow *window = weft_window_new (GTK_APPLICATION (app), settings);
      WeftViewState *state;
      WeftAxis ruler;

      gtk_window_present (GTK_WINDOW (window));
      state = open_sample (window, samples[i]);
      assert_length (state, "100 cycles (200 ns)");
      g_assert_true (weft_time_axis_get_ruler (weft_view_state_get_axis (state), 100, &ruler));
      g_assert_cmpint (ruler.hertz, ==, 0);

      gtk_widget_activate_action (GTK_WIDGET (window), "options.clock", "d", 2000.0);
      gtk_widget_activate_action (GTK_WIDGET (window), "options.show-time", NULL);
      assert_length (state, "50 ns (100 cycles)");
      g_assert_true (weft_time_axis_get_ruler (weft_view_state_get_axis (state), 100, &ruler));
      g_assert_cmpint (ruler.hertz, ==, 2000000000);

      /* Without a clock there are no times, and nothing that shows them. */
      gtk_widget_activate_action (GTK_WIDGET (window), "options.clock", "d", 0.0);
      assert_length (state, "100 cycles");
      gtk_window_destroy (GTK_WINDOW (window));
      wait_settled ();
    }
  g_settings_reset (settings, "clock");
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

/* The menu says which clock it is, and takes one with decimals, and no nonsense. */
static void
test_clock_rows (void)
{
  static const char *const nonsense[] = { "fast", "", "12 GHz", "-5", "nan", "1e300" };
  g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("x", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftNpuState) state = weft_npu_state_new (trace);
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_VIEW_OPTIONS, NULL);
  GActionGroup *actions = weft_view_options_create_actions (options);
  g_autoptr (GtkWidget) rows = NULL;
  GtkWidget *entry;
  double clock;

  g_object_set (options, "clock", 1350.0, NULL);
  rows = g_object_ref_sink (
    weft_family_create_option_rows (&weft_npu_family, WEFT_VIEW_STATE (state), options));
  gtk_widget_insert_action_group (rows, "options", actions);
  entry = find_entry (rows);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "1350");
  gtk_editable_set_text (GTK_EDITABLE (entry), "33,25 ");
  g_signal_emit_by_name (entry, "activate");
  g_object_get (options, "clock", &clock, NULL);
  g_assert_cmpfloat (clock, ==, 33.25);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "33.25");
  for (guint i = 0; i < G_N_ELEMENTS (nonsense); i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (entry), nonsense[i]);
      g_signal_emit_by_name (entry, "activate");
      g_assert_true (gtk_widget_has_css_class (entry, "error"));
      g_object_get (options, "clock", &clock, NULL);
      g_assert_cmpfloat (clock, ==, 33.25);
    }
  g_object_unref (actions);
}

static void
count_rows (GtkWidget *widget, GType type, guint *n)
{
  *n += g_type_is_a (G_OBJECT_TYPE (widget), type);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_rows (child, type, n);
}

/* The widget of the preferences that has an id. */
static GtkWidget *
find_by_id (GtkWidget *widget, const char *id)
{
  const char *own = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
  GtkWidget *found = g_strcmp0 (own, id) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_by_id (child, id);
  return found;
}

/* A row for each choice and each colour that means the same everywhere. */
static void
test_window (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *behind = weft_window_new (GTK_APPLICATION (app), settings);
  g_autofree char *choice = NULL;
  GtkWidget *window;
  guint n_choices = 0, n_switches = 0, n_rows = 0;

  gtk_window_present (GTK_WINDOW (behind));
  window = weft_preferences_show (GTK_WINDOW (behind), settings);
  wait_settled ();
  count_rows (window, ADW_TYPE_COMBO_ROW, &n_choices);
  count_rows (window, GTK_TYPE_SWITCH, &n_switches);
  count_rows (window, ADW_TYPE_ACTION_ROW, &n_rows);
  g_assert_cmpuint (n_choices, >=, 8);
  g_assert_cmpuint (n_switches, ==, 6);
  g_assert_cmpuint (n_rows, >=, n_choices + n_switches + 14);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find_by_id (window, "memory_spin")), 512);
  g_assert_cmpint (g_settings_get_int (settings, "live-memory"), ==, 512);
  g_settings_reset (settings, "live-memory");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_by_id (window, "hues_row")), 1);
  choice = g_settings_get_string (settings, "hues");
  g_assert_cmpstr (choice, ==, "muted");
  /* The row follows the setting, whoever changes that. */
  g_settings_set_string (settings, "hues", "clear");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (find_by_id (window, "hues_row"))),
                    ==, 0);
  g_settings_set_string (settings, "hues", "muted");
  wait_settled ();
  g_settings_reset (settings, "hues");
  gtk_window_destroy (GTK_WINDOW (behind));
  wait_settled ();
}

static WeftColor
get_pixel (cairo_surface_t *picture, double x)
{
  int at = (int) (x * cairo_image_surface_get_width (picture));
  int row = cairo_image_surface_get_height (picture) / 2;
  const guint8 *line =
    cairo_image_surface_get_data (picture) + row * cairo_image_surface_get_stride (picture);

  cairo_surface_flush (picture);
  return ((const guint32 *) (gconstpointer) line)[at] & 0xffffff;
}

static guint
count_differing (cairo_surface_t *picture)
{
  int width = cairo_image_surface_get_width (picture);
  guint n = 0;

  for (int x = 1; x < width; x++)
    n += get_pixel (picture, (x + 0.5) / width) != get_pixel (picture, (x - 0.5) / width);
  return n;
}

/* The samples in their order, as they are shown: (transfer full). */
static GPtrArray *
draw_samples (GtkWidget *page)
{
  g_autoptr (GPtrArray) areas = g_ptr_array_new ();
  GPtrArray *pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_surface_destroy);

  collect_widgets (page, WEFT_TYPE_LIST_AREA, areas);
  for (guint i = 0; i < areas->len; i++)
    g_ptr_array_add (pictures, draw_widget (areas->pdata[i]));
  return pictures;
}

/* Each colour is shown in what it means, now and after another choice: hues in their order, ramps of many steps, plain
 * ones, and hatches over them. */
static void
test_reference (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *behind = weft_window_new (GTK_APPLICATION (app), settings);
  GtkWidget *window, *page;
  g_autoptr (GPtrArray) before = NULL, after = NULL;

  gtk_window_present (GTK_WINDOW (behind));
  window = weft_preferences_show (GTK_WINDOW (behind), settings);
  page = gtk_widget_get_ancestor (find_by_id (window, "hues_row"), ADW_TYPE_PREFERENCES_PAGE);
  adw_preferences_window_set_visible_page (ADW_PREFERENCES_WINDOW (window),
                                           ADW_PREFERENCES_PAGE (page));
  wait_settled ();
  before = draw_samples (page);
  g_assert_cmpuint (before->len, ==, 15);
  g_assert_cmpuint (count_differing (before->pdata[0]), ==, 7);
  g_assert_cmpuint (count_differing (before->pdata[1]), ==, 23);
  g_assert_cmpuint (count_differing (before->pdata[2]), >=, 20);
  for (guint i = 3; i < 10; i++)
    g_assert_cmpuint (count_differing (before->pdata[i]), ==, 0);
  for (guint i = 10; i < 13; i++)
    g_assert_cmpuint (count_differing (before->pdata[i]), >, 4);
  g_assert_cmphex (get_pixel (before->pdata[3], 0.5), !=, get_pixel (before->pdata[4], 0.5));

  g_settings_set_string (settings, "hues", "muted");
  wait_settled ();
  after = draw_samples (page);
  g_assert_cmpuint (after->len, ==, before->len);
  g_assert_cmpuint (count_differing (after->pdata[0]), ==, 7);
  g_assert_cmphex (get_pixel (before->pdata[0], 0.06), !=, get_pixel (after->pdata[0], 0.06));
  g_settings_reset (settings, "hues");
  gtk_window_destroy (GTK_WINDOW (behind));
  wait_settled ();
}

/* Packed rows may take as much as the row says, and what the machine gives where it says 0. */
static void
test_memory (void)
{
  const guint64 automatic = weft_memory_budget_get ();
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *behind = weft_window_new (GTK_APPLICATION (app), settings);
  GtkWidget *window, *spin;

  gtk_window_present (GTK_WINDOW (behind));
  window = weft_preferences_show (GTK_WINDOW (behind), settings);
  wait_settled ();
  spin = find_by_id (window, "rows_memory_spin");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 96);
  g_assert_cmpuint (weft_memory_budget_get (), ==, 96 << 20);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 0);
  g_assert_cmpuint (weft_memory_budget_get (), ==, automatic);
  gtk_window_destroy (GTK_WINDOW (behind));
  wait_settled ();
}

/* Loads may have index files where the switch is on. */
static void
test_index (void)
{
  g_autofree char *sample = g_build_filename (g_getenv ("WEFT_SAMPLES"), "kanata-core.log", NULL);
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *behind = weft_window_new (GTK_APPLICATION (app), settings);
  GtkWidget *window, *toggle;

  gtk_window_present (GTK_WINDOW (behind));
  window = weft_preferences_show (GTK_WINDOW (behind), settings);
  wait_settled ();
  toggle = find_by_id (window, "index_switch");
  for (guint i = 0; i < 2; i++)
    {
      gboolean on = i == 1;
      WeftLoadIndex *index;

      gtk_switch_set_active (GTK_SWITCH (toggle), on);
      index = weft_load_index_new (sample, WEFT_READ_PLAINLY, FALSE);
      g_assert_cmpint (index != NULL, ==, on);
      g_clear_pointer (&index, weft_load_index_free);
    }
  gtk_window_destroy (GTK_WINDOW (behind));
  wait_settled ();
}

/* A window is as large as the last one was left. */
static void
test_size (void)
{
  GSettings *settings = weft_settings_get_default ();
  WeftWindow *window;
  int width, height;

  g_settings_set_int (settings, "window-width", 930);
  g_settings_set_int (settings, "window-height", 650);
  window = weft_window_new (GTK_APPLICATION (app), settings);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 930);
  g_assert_cmpint (height, ==, 650);
  gtk_window_set_default_size (GTK_WINDOW (window), 970, 690);
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, 970);
  g_assert_cmpint (g_settings_get_int (settings, "window-height"), ==, 690);
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  gtk_window_destroy (GTK_WINDOW (window));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/preferences/palette", test_palette);
  g_test_add_func ("/preferences/clock", test_clock);
  g_test_add_func ("/preferences/clock-rows", test_clock_rows);
  g_test_add_func ("/preferences/window", test_window);
  g_test_add_func ("/preferences/reference", test_reference);
  g_test_add_func ("/preferences/memory", test_memory);
  g_test_add_func ("/preferences/index", test_index);
  g_test_add_func ("/preferences/size", test_size);
  return app_tests_run (homes);
}
