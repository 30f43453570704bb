/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-npu-compare-view.h"
#include "weft-tracks-labels.h"
#include "weft-tracks-view.h"

#include "pixels.h"

/* Two runs, of which the second takes 400 cycles instead of 100 and reads 3000 bytes instead of 1000. */

typedef struct
{
  char *folder;
  char *paths[2];
  WeftNpuState *state; /* of the first */
  WeftNpuCompareView *view;
  GtkWidget *window;
} Runs;

static gboolean
is_answered (gpointer data)
{
  return data != NULL && weft_npu_state_get_result (data) != NULL
         && !weft_filterable_is_pending (WEFT_FILTERABLE (data));
}

static char *
write_run (Runs *runs, const char *name, int cycles, int bytes, int engines)
{
  g_autofree char *text = g_strdup_printf (
    "{\"version\": \"1.0\", \"run_metadata\": {\"run_id\": \"r\"},\n"
    "\"config_snapshot\": {\"npu\": {\"num_te\": %d, \"num_ve\": 1}}, \"timeline_events\": [\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", "
    "\"layer_id\": \"long\", \"start_cycle\": 0, \"end_cycle\": %d},\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"LOAD\", "
    "\"layer_id\": \"same\", \"start_cycle\": 0, \"end_cycle\": 50, \"details\": "
    "{\"direction\": \"read\", \"bytes\": %d, \"bytes_aligned\": %d}}],\n"
    "\"bandwidth_samples\": [], \"summary_metrics\": {\"cycles_total\": %d}}\n",
    engines, cycles, bytes, bytes, cycles);
  char *path = g_build_filename (runs->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static gboolean
has_other (gpointer data)
{
  return is_answered (weft_npu_compare_view_get_other (data, 0));
}

static void
open_runs (Runs *runs)
{
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *main_view;

  *runs = (Runs){ .folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL) };
  runs->paths[0] = write_run (runs, "w4.json", 100, 1000, 1);
  runs->paths[1] = write_run (runs, "w8.json", 400, 3000, 2);
  load = weft_load_new (runs->paths[0], WEFT_STORAGE_MEMORY, g_main_context_default ());
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  runs->state = weft_npu_state_new (WEFT_NPU_TRACE (weft_load_get_trace (load)));
  wait_until (is_answered, runs->state);
  runs->view = WEFT_NPU_COMPARE_VIEW (weft_npu_compare_view_new (runs->state));
  runs->window = gtk_window_new ();
  main_view = weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (runs->state)),
                                    WEFT_PICTURE_WHOLE);
  gtk_window_set_default_size (GTK_WINDOW (runs->window), 1200, 900);
  gtk_window_set_child (GTK_WINDOW (runs->window), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_set_size_request (main_view, -1, 300);
  gtk_box_append (GTK_BOX (gtk_window_get_child (GTK_WINDOW (runs->window))), main_view);
  gtk_widget_set_vexpand (GTK_WIDGET (runs->view), TRUE);
  gtk_box_append (GTK_BOX (gtk_window_get_child (GTK_WINDOW (runs->window))),
                  GTK_WIDGET (runs->view));
  gtk_window_present (GTK_WINDOW (runs->window));
  wait_until (is_mapped, runs->view);
  wait_settled ();
  weft_npu_compare_view_open (runs->view, runs->paths[1]);
  wait_until (has_other, runs->view);
  wait_settled ();
}

static void
close_runs (Runs *runs)
{
  gtk_window_destroy (GTK_WINDOW (runs->window));
  wait_settled ();
  g_object_unref (runs->state);
  for (guint i = 0; i < G_N_ELEMENTS (runs->paths); i++)
    {
      g_remove (runs->paths[i]);
      g_free (runs->paths[i]);
    }
  g_rmdir (runs->folder);
  g_free (runs->folder);
}

static void
show_page (Runs *runs, const char *name)
{
  GtkWidget *stack = find_widget (GTK_WIDGET (runs->view), GTK_TYPE_STACK);

  gtk_stack_set_visible_child_name (GTK_STACK (stack), name);
  wait_settled ();
}

/* The conclusion stands above all pages as soon as the other run is there. */
static void
test_concludes (void)
{
  Runs runs;

  open_runs (&runs);
  g_assert_nonnull (
    find_label (GTK_WIDGET (runs.view),
                "“w8.json” read 2\u202f000 bytes more and took 300 cycles longer than "
                "“w4.json”, most of it in long (100.0\u00a0% of what layers’ events took longer); "
                "the configuration differs in npu.num_te (1 → 2)."));
  show_page (&runs, "settings");
  g_assert_nonnull (find_label (GTK_WIDGET (runs.view), "1 row"));
  close_runs (&runs);
}

/* The bars of the layers have the colours of differences, and say their numbers. */
static void
test_layers (void)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean said = FALSE;
  GtkWidget *area, *stack;
  Runs runs;
  WeftStyle *style;
  cairo_surface_t *surface;

  open_runs (&runs);
  show_page (&runs, "layers");
  stack = find_widget (GTK_WIDGET (runs.view), GTK_TYPE_STACK);
  area = find_widget (gtk_stack_get_visible_child (GTK_STACK (stack)), WEFT_TYPE_LIST_AREA);
  style = weft_view_state_get_style (WEFT_VIEW_STATE (runs.state));
  surface = draw_widget (area);
  g_assert_cmpuint (count_pixels (surface, weft_style_diverging (style, 1)), >, 1000);
  cairo_surface_destroy (surface);
  /* The third of the rows, behind legend and titles, is the first layer. */
  g_signal_emit_by_name (area, "query-tooltip", 20, 55, FALSE, tooltip, &said);
  g_assert_true (said);
  close_runs (&runs);
}

/* Pixels in [x0, x1) × [y0, y1) that are not the canvas's colour. */
static guint
count_painted (cairo_surface_t *surface, WeftColor canvas, int x0, int x1, int y0, int y1)
{
  guint n = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      n += ((const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                               + y * cairo_image_surface_get_stride (surface)))[x]
           != canvas;
  return n;
}

static const WeftTimeSpan *
get_visible (Runs *runs)
{
  return weft_time_axis_get_visible (weft_view_state_get_axis (WEFT_VIEW_STATE (runs->state)));
}

/* Both runs lie below one another over one time, which begins with all of both, and whose minimap shows
 * both; who moves one picture moves all. */
static void
test_shares_time (void)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  WeftTracks *other;
  WeftAxis before, after, main_axis;
  cairo_surface_t *surface;
  WeftColor canvas;
  int width, middle;
  Runs runs;

  open_runs (&runs);
  g_assert_cmpint (get_visible (&runs)->start, <=, 0);
  g_assert_cmpfloat (get_visible (&runs)->length, >=, 400);
  show_page (&runs, "pictures");
  collect_widgets (GTK_WIDGET (runs.view), WEFT_TYPE_TRACKS_VIEW, views);
  g_assert_cmpuint (views->len, ==, 2);
  g_assert_cmpint (gtk_widget_get_width (find_widget (views->pdata[0], WEFT_TYPE_TRACKS_LABELS)),
                   ==,
                   gtk_widget_get_width (find_widget (views->pdata[1], WEFT_TYPE_TRACKS_LABELS)));

  /* The first run ends at a quarter, the second at the end. */
  canvas =
    weft_style_color (weft_view_state_get_style (WEFT_VIEW_STATE (runs.state)), WEFT_COLOR_CANVAS);
  surface = draw_widget (find_widget (views->pdata[0], WEFT_TYPE_LIST_AREA));
  cairo_surface_flush (surface);
  width = cairo_image_surface_get_width (surface);
  middle = cairo_image_surface_get_height (surface) / 2;
  g_assert_cmpuint (
    count_painted (surface, canvas, width / 3, width * 9 / 10, middle / 2, middle - 1), ==, 0);
  g_assert_cmpuint (
    count_painted (surface, canvas, width / 3, width * 9 / 10, middle + 2, 2 * middle), >, 100);
  cairo_surface_destroy (surface);

  other = weft_tracks_state_get_tracks (
    WEFT_TRACKS_STATE (weft_npu_compare_view_get_other (runs.view, 0)));
  g_assert_true (weft_tracks_get_axis (other, TRUE, &before));
  weft_tracks_zoom (other, 100, 4, FALSE);
  g_assert_true (weft_tracks_get_axis (other, TRUE, &after));
  g_assert_true (weft_tracks_get_axis (
    weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (runs.state)), TRUE, &main_axis));
  g_assert_cmpfloat (after.ticks_per_px, <, before.ticks_per_px / 3);
  g_assert_cmpint (main_axis.origin, ==, after.origin);
  close_runs (&runs);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-compare-view/concludes", test_concludes);
  g_test_add_func ("/npu-compare-view/layers", test_layers);
  g_test_add_func ("/npu-compare-view/shares-time", test_shares_time);
  return g_test_run ();
}
