/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-canvas-menu.h"
#include "weft-list-area.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-labels.h"
#include "weft-pipeline-study.h"
#include "weft-pipeline-view.h"

#include "log-stage.h"
#include "pixels.h"

#include <math.h>

/* The picture as a user handles it: with xdotool's wheel, pointer and keys where that is there, and
 * its pixels against the renderer's other back end. */

#define N_OPS 2000
#define STAGES_PER_OP 4

typedef struct
{
  Stage stage;
  GtkWidget *view;
  WeftPipelineCanvas *canvas;
} View;

static gboolean
is_complete (gpointer data)
{
  View *view = data;

  return weft_pipeline_state_get_target (view->stage.state)
           == weft_pipeline_state_get_viewport (view->stage.state)
         && weft_canvas_is_complete (WEFT_CANVAS (view->canvas));
}

/* Until nothing moves and every tile is drawn. */
static void
settle (View *view)
{
  wait_settled ();
  wait_until (is_complete, view);
}

static void
write_op (MadeLog *log, guint i, gint64 fetch)
{
  static const char *const names[STAGES_PER_OP] = { "F", "Dc", "X", "Cm" };
  g_autofree char *label = g_strdup_printf ("%08x: addi a%u, a0, 1", 0x80000000 + 4 * i, i % 8);
  guint32 op = made_log_begin (log, 0, fetch, label);

  for (guint j = 0; j < STAGES_PER_OP; j++)
    weft_pipeline_writer_start_stage (
      log->writer, op,
      weft_pipeline_writer_intern_kind (log->writer, "0", 1, names[j], strlen (names[j])),
      fetch + j * 2);
  weft_pipeline_writer_end_op (log->writer, op, i % 7 == 3 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED, i,
                               fetch + STAGES_PER_OP * 2);
}

/* Half of the ops come `wait` cycles after the others. */
static void
open_view_of (View *view, gint64 wait)
{
  WeftStyleOptions options = weft_style_options_default ();

  stage_open (&view->stage);
  options.ui_family = "DejaVu Sans";
  options.mono_family = "DejaVu Sans Mono";
  weft_view_state_set_style_options (WEFT_VIEW_STATE (view->stage.state), &options);
  for (guint i = 0; i < N_OPS; i++)
    write_op (&view->stage.log, i, i / 2 + (i < N_OPS / 2 ? 0 : wait));
  stage_publish (&view->stage, N_OPS / 2 + wait + STAGES_PER_OP * 2);
  view->view = weft_pipeline_view_new (view->stage.state);
  view->canvas =
    WEFT_PIPELINE_CANVAS (weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (view->view)));
  stage_show (&view->stage, view->view);
  gtk_widget_grab_focus (view->view);
  settle (view);
}

static void
open_view (View *view)
{
  open_view_of (view, 0);
}

static void
close_view (View *view)
{
  stage_close (&view->stage);
}

static const WeftPipelineViewport *
viewport (View *view)
{
  return weft_pipeline_state_get_viewport (view->stage.state);
}

static void
activate (View *view, const char *action, const char *format, ...)
{
  GVariant *parameter = NULL;
  va_list args;

  va_start (args, format);
  if (format != NULL)
    parameter = g_variant_new_va (format, NULL, &args);
  va_end (args);
  if (parameter != NULL)
    g_variant_ref_sink (parameter);
  g_assert_true (gtk_widget_activate_action_variant (view->view, action, parameter));
  g_clear_pointer (&parameter, g_variant_unref);
  settle (view);
}

static gboolean
xdo (View *view, const char *command)
{
  gboolean done = run_xdotool (command);

  settle (view);
  return done;
}

static gboolean
point_at (View *view, double x, double y)
{
  gboolean done = point_at_widget (GTK_WIDGET (view->canvas), view->stage.window, x, y);

  settle (view);
  return done;
}

/* --- tests -------------------------------------------------------------------------------------- */

static void
test_opens_at_first_ops (void)
{
  View view;

  open_view (&view);
  g_assert_cmpfloat (viewport (&view)->origin_row, ==, 0);
  g_assert_cmpint (viewport (&view)->origin_cycle, ==, 0);
  g_assert_true (weft_pipeline_viewport_shows_cells (viewport (&view)));
  /* A name of two letters fits into a cell. */
  g_assert_cmpfloat (viewport (&view)->px_per_cycle, >=, 16);
  close_view (&view);
}

static void
test_zooms_and_pans (void)
{
  WeftPipelineViewport before;
  View view;

  open_view (&view);
  before = *viewport (&view);
  activate (&view, "view.zoom-out", NULL);
  g_assert_cmpfloat (viewport (&view)->px_per_row, <, before.px_per_row);
  activate (&view, "view.fit-all", NULL);
  g_assert_cmpfloat (viewport (&view)->px_per_row * N_OPS, <=, viewport (&view)->height + 1);
  activate (&view, "view.back", NULL);
  activate (&view, "view.forward", NULL);
  g_assert_cmpfloat (viewport (&view)->px_per_row * N_OPS, <=, viewport (&view)->height + 1);
  activate (&view, "view.back", NULL);
  before = *viewport (&view);
  activate (&view, "view.pan", "(dd)", 0.0, 3.0);
  g_assert_cmpfloat (viewport (&view)->origin_row, >, before.origin_row);
  /* The execution stays in view. */
  g_assert_cmpint (viewport (&view)->origin_cycle, >, before.origin_cycle);
  close_view (&view);
}

/* Brushed rows are shown with the cycles that their ops take; then all; then names can be read again,
 * of the op that is selected. */
static void
test_fits_selection (void)
{
  double size, y;
  View view;

  open_view (&view);
  size = viewport (&view)->px_per_cycle;
  weft_pipeline_state_select_rows (view.stage.state, 1000, 1010);
  activate (&view, "view.fit", NULL);
  /* Op 1000 is fetched in cycle 500; ten ops take 12 cycles. */
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 500), >=, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 512), <=,
                     viewport (&view)->width);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 512)
                       - weft_pipeline_viewport_cycle_to_x (viewport (&view), 500),
                     >, viewport (&view)->width / 3);
  activate (&view, "view.fit", NULL);
  g_assert_cmpfloat (viewport (&view)->px_per_cycle, <, 2);
  weft_pipeline_state_select_rows (view.stage.state, 0, 0);
  weft_pipeline_state_select (view.stage.state, 1500, WEFT_NO_STAGE);
  activate (&view, "view.read", NULL);
  g_assert_cmpfloat_with_epsilon (viewport (&view)->px_per_cycle, size, 1e-9);
  y = weft_pipeline_viewport_row_to_y (viewport (&view), 1500);
  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (y, <, viewport (&view)->height);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 750), >=, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 758), <=,
                     viewport (&view)->width);
  close_view (&view);
}

static void
test_selects_by_key (void)
{
  const WeftPipelineSelection *selection;
  View view;

  open_view (&view);
  selection = weft_pipeline_state_get_selection (view.stage.state);
  activate (&view, "view.select", "(ii)", 1, 0);
  g_assert_cmpuint (selection->op, ==, 0);
  activate (&view, "view.select", "(ii)", 1, 0);
  g_assert_cmpuint (selection->op, ==, 1);
  activate (&view, "view.select", "(ii)", 0, 1);
  g_assert_cmpuint (selection->stage, ==, 0);
  activate (&view, "view.select", "(ii)", 0, 1);
  g_assert_cmpuint (selection->stage, ==, 1);
  /* Further than the window: it comes along. */
  weft_pipeline_state_select (view.stage.state, N_OPS / 2, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (view.stage.state, N_OPS / 2, TRUE);
  settle (&view);
  g_assert_cmpfloat (viewport (&view)->origin_row, >, N_OPS / 4);
  g_assert_cmpfloat (viewport (&view)->origin_row, <, N_OPS / 2);
  activate (&view, "view.step-back", NULL);
  g_assert_cmpuint (selection->op, ==, WEFT_NO_ROW);
  close_view (&view);
}

static void
test_click_selects_stage (void)
{
  const WeftPipelineSelection *selection;
  double x, y;
  View view;

  open_view (&view);
  selection = weft_pipeline_state_get_selection (view.stage.state);
  /* Op 4 executes in cycles 6 and 7. */
  x = weft_pipeline_viewport_cycle_to_x (viewport (&view), 6) + viewport (&view)->px_per_cycle / 2;
  y = weft_pipeline_viewport_row_to_y (viewport (&view), 4) + viewport (&view)->px_per_row / 2;
  if (point_at (&view, x, y))
    {
      g_assert_cmpint (weft_pipeline_state_get_hover (view.stage.state)->type, ==,
                       WEFT_PIPELINE_HIT_CELL);
      xdo (&view, "click 1");
      g_assert_cmpuint (selection->op, ==, 4);
      g_assert_cmpuint (selection->stage, ==, 2);
      xdo (&view, "key Escape");
      g_assert_cmpuint (selection->op, ==, WEFT_NO_ROW);
    }
  close_view (&view);
}

static void
test_wheel_zooms_around_pointer (void)
{
  gint64 cycle;
  double row, size;
  View view;

  open_view (&view);
  size = viewport (&view)->px_per_row;
  if (point_at (&view, 60, 60))
    {
      cycle = weft_pipeline_viewport_x_to_cycle (viewport (&view), 60, NULL);
      row = weft_pipeline_viewport_y_to_row (viewport (&view), 60);
      xdo (&view, "keydown ctrl click 4 keyup ctrl");
      g_assert_cmpfloat (viewport (&view)->px_per_row, >, size * 1.1);
      g_assert_cmpint (ABS (weft_pipeline_viewport_x_to_cycle (viewport (&view), 60, NULL) - cycle),
                       <=, 1);
      g_assert_cmpfloat (fabs (weft_pipeline_viewport_y_to_row (viewport (&view), 60) - row), <,
                         0.1);
      size = viewport (&view)->px_per_row;
      xdo (&view, "click 5");
      g_assert_cmpfloat (viewport (&view)->px_per_row, ==, size);
      g_assert_cmpfloat (viewport (&view)->origin_row, >, 0);
    }
  close_view (&view);
}

static void
test_drag_pans_and_brushes (void)
{
  const WeftPipelineSelection *selection;
  View view;

  open_view (&view);
  selection = weft_pipeline_state_get_selection (view.stage.state);
  if (point_at (&view, 300, 200))
    {
      xdo (&view, "mousedown 1");
      xdo (&view, "mousemove_relative -- -40 -60");
      xdo (&view, "mousemove_relative -- -40 -60");
      xdo (&view, "mouseup 1");
      g_assert_cmpfloat (viewport (&view)->origin_row, >, 2);
      point_at (&view, 100, 100);
      xdo (&view, "keydown shift mousedown 1");
      xdo (&view, "mousemove_relative -- 60 5");
      xdo (&view, "mousemove_relative -- 60 5");
      xdo (&view, "mouseup 1 keyup shift");
      g_assert_true (selection->has_cycles);
      g_assert_cmpint (selection->last_cycle - selection->first_cycle, >=, 2);
    }
  close_view (&view);
}

/* Rows are brushed along their labels with Shift alone. */
static void
test_drag_along_labels (void)
{
  const WeftPipelineSelection *selection;
  GtkWidget *labels;
  View view;

  open_view (&view);
  selection = weft_pipeline_state_get_selection (view.stage.state);
  labels = find_widget (view.view, WEFT_TYPE_PIPELINE_LABELS);
  for (guint shift = 0; shift < 2; shift++)
    if (point_at_widget (labels, view.stage.window, 40, 50))
      {
        xdo (&view, shift ? "keydown shift mousedown 1" : "mousedown 1");
        xdo (&view, "mousemove_relative -- 0 40");
        xdo (&view, "mousemove_relative -- 0 40");
        xdo (&view, shift ? "mouseup 1 keyup shift" : "mouseup 1");
        g_assert_cmpint (selection->has_rows, ==, shift);
      }
  close_view (&view);
}

static gboolean
shows_all_rows (gpointer state)
{
  return weft_pipeline_state_get_extent (state)->n_rows == N_OPS;
}

static void
test_hides_flushed (void)
{
  View view;

  open_view (&view);
  g_object_set (view.stage.state, "hide-flushed", TRUE, NULL);
  wait_while (shows_all_rows, view.stage.state);
  settle (&view);
  g_assert_cmpuint (weft_pipeline_state_get_extent (view.stage.state)->n_rows, ==,
                    N_OPS - (N_OPS + 3) / 7);
  g_object_set (view.stage.state, "hide-flushed", FALSE, NULL);
  wait_until (shows_all_rows, view.stage.state);
  close_view (&view);
}

static gboolean
knows_history (gpointer state)
{
  return weft_pipeline_study_get_panels (weft_pipeline_study_of (state), WEFT_PANELS_RUN).whole
         != NULL;
}

/* The same picture from the renderer's cairo back end. */
static cairo_surface_t *
draw_directly (View *view)
{
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPipelineArea area = { 0, 0, viewport (view)->width, viewport (view)->height };
  WeftPipelineStudy *study = weft_pipeline_study_of (view->stage.state);
  WeftPipelinePanels panels = weft_pipeline_study_get_panels (study, WEFT_PANELS_RUN);
  WeftPaintList *list = weft_paint_list_new ();
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (view->stage.state, &scene);
  if (weft_pipeline_study_get_distance (study) > 0)
    weft_pipeline_renderer_paint_panels (renderer, &scene, &panels, 0, 0, area.height, list);
  else
    weft_pipeline_renderer_paint_canvas (renderer, &scene, &area, list);
  return draw_list (list, scene.style, area.width, area.height);
}

static gboolean
is_straightened (gpointer data)
{
  View *view = data;
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (view->stage.state);
  WeftProfile profile;
  gboolean there;

  weft_pipeline_rows_lock (rows);
  there = weft_pipeline_rows_get_profile (rows, WEFT_PROFILE_RELATIVE, 0, 0, &profile);
  weft_pipeline_rows_unlock (rows);
  return there;
}

static void
check_pixels (View *view)
{
  settle (view);
  check_widget_shows (GTK_WIDGET (view->canvas), draw_directly (view));
}

static void
test_pixels (void)
{
  WeftStyleOptions options;
  View view;

  open_view (&view);
  wait_until (knows_history, view.stage.state);
  weft_pipeline_state_set_pointer (view.stage.state, FALSE, 0, 0);
  gtk_window_set_focus (GTK_WINDOW (view.stage.window), NULL);
  check_pixels (&view);
  activate (&view, "view.pan", "(dd)", 1.0, 5.0);
  check_pixels (&view);
  activate (&view, "view.zoom-out", NULL);
  activate (&view, "view.zoom-out", NULL);
  check_pixels (&view);
  activate (&view, "view.fit-all", NULL);
  check_pixels (&view);
  options = weft_view_state_get_style (WEFT_VIEW_STATE (view.stage.state))->options;
  options.theme = WEFT_THEME_DARK;
  weft_view_state_set_style_options (WEFT_VIEW_STATE (view.stage.state), &options);
  check_pixels (&view);
  weft_pipeline_state_set_layout (view.stage.state, WEFT_PIPELINE_STRAIGHTENED);
  wait_until (is_straightened, &view);
  check_pixels (&view);
  close_view (&view);
}

/* The legend explains the colours that are shown, whatever these are changed to. */
static void
test_legend (void)
{
  static const WeftPipelineScheme schemes[] = { WEFT_SCHEME_LATENCY, WEFT_SCHEME_THREAD,
                                                WEFT_SCHEME_STAGE };
  GtkWidget *legend;
  View view;

  open_view (&view);
  legend = gtk_widget_get_last_child (view.view);
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
      WeftPaintList *list = weft_paint_list_new ();
      WeftPipelineScene scene;
      int width, height;

      weft_pipeline_state_set_scheme (view.stage.state, schemes[i]);
      wait_settled ();
      settle (&view);
      width = gtk_widget_get_width (legend);
      height = gtk_widget_get_height (legend);
      weft_pipeline_state_get_scene (view.stage.state, &scene);
      g_assert_cmpint (height, >=, weft_pipeline_renderer_measure_legend (renderer, &scene, width));
      weft_pipeline_renderer_paint_legend (renderer, &scene, 0, 0, width, height, list);
      check_widget_shows (legend, draw_list (list, scene.style, width, height));
    }
  close_view (&view);
}

static void
test_resizes (void)
{
  int before;
  View view;

  open_view (&view);
  before = viewport (&view)->height;
  gtk_window_set_default_size (GTK_WINDOW (view.stage.window), 900, 700);
  wait_settled ();
  settle (&view);
  g_assert_cmpint (viewport (&view)->height, >, before);
  g_assert_cmpfloat (viewport (&view)->origin_row, ==, 0);
  close_view (&view);
}

/* Zoomed out, the labels leave their room to the picture; the user's width comes back. */
static void
test_labels_narrow (void)
{
  int width, before;
  View view;

  open_view (&view);
  g_object_set (view.view, "label-width", 280, NULL);
  settle (&view);
  before = viewport (&view)->width;
  activate (&view, "view.fit-all", NULL);
  wait_settled ();
  settle (&view);
  g_assert_cmpint (viewport (&view)->width, >, before + 80);
  g_object_get (view.view, "label-width", &width, NULL);
  g_assert_cmpint (width, ==, 280);
  activate (&view, "view.back", NULL);
  wait_settled ();
  settle (&view);
  g_assert_cmpint (viewport (&view)->width, ==, before);
  close_view (&view);
}

static char *
describe_at (View *view, double x, double y)
{
  weft_pipeline_state_set_pointer (view->stage.state, TRUE, x, y);
  return WEFT_CANVAS_GET_CLASS (view->canvas)->describe_hover (WEFT_CANVAS (view->canvas));
}

/* All of a log whose ops would be a hairline: what the run did, in their place. Ops come back where the
 * pointer is, in the same cycle. */
static void
test_shows_run_far_out (void)
{
  g_autofree char *far = NULL, *near = NULL;
  double x = 300, y = 60;
  gint64 cycle;
  View view;

  open_view (&view);
  wait_until (knows_history, view.stage.state);
  activate (&view, "view.fit-all", NULL);
  far = describe_at (&view, x, y);
  g_assert_nonnull (strstr (far, "Ops in each stage"));
  g_assert_nonnull (strstr (far, "Cm: "));
  cycle = weft_pipeline_viewport_x_to_cycle (viewport (&view), x, NULL);
  weft_pipeline_state_zoom_to_cycle (view.stage.state, x, y);
  settle (&view);
  g_assert_cmpint (weft_pipeline_viewport_x_to_cycle (viewport (&view), x, NULL), ==, cycle);
  near = describe_at (&view, x, y);
  g_assert_nonnull (strstr (near, "addi"));
  close_view (&view);
}

/* Whoever is brought to an op or a cycle from afar can read what is there. */
static void
test_comes_close (void)
{
  double size;
  View view;

  open_view (&view);
  size = viewport (&view)->px_per_row;
  activate (&view, "view.fit-all", NULL);
  weft_pipeline_state_show_op (view.stage.state, 1500, FALSE);
  settle (&view);
  g_assert_cmpfloat_with_epsilon (viewport (&view)->px_per_row, size, 1e-9);
  g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (viewport (&view), 1500), >=, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_row_to_y (viewport (&view), 1501), <=,
                     viewport (&view)->height);
  activate (&view, "view.fit-all", NULL);
  weft_view_state_show_time (WEFT_VIEW_STATE (view.stage.state), 300, 300);
  settle (&view);
  g_assert_cmpfloat_with_epsilon (viewport (&view)->px_per_row, size, 1e-9);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 300), >, 0);
  g_assert_cmpfloat (weft_pipeline_viewport_cycle_to_x (viewport (&view), 300), <,
                     viewport (&view)->width);
  close_view (&view);
}

/* Pixels that are not of the colour in the upper left corner. */
static guint
count_painted (GtkWidget *widget)
{
  cairo_surface_t *surface = draw_widget (widget);
  int width = cairo_image_surface_get_width (surface), n_painted = 0;
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);

  for (int i = 0; i < width * cairo_image_surface_get_height (surface); i++)
    n_painted += pixels[i] != pixels[0];
  cairo_surface_destroy (surface);
  return (guint) n_painted;
}

/* The last of those beside the canvas that tell what is under the pointer: the first is the ruler. */
static GtkWidget *
find_graphs (View *view)
{
  g_autoptr (GPtrArray) areas = g_ptr_array_new ();

  collect_widgets (view->view, WEFT_TYPE_LIST_AREA, areas);
  for (guint i = areas->len; i-- > 0;)
    if (gtk_widget_get_has_tooltip (g_ptr_array_index (areas, i))
        && gtk_widget_get_parent (g_ptr_array_index (areas, i))
             == gtk_widget_get_parent (GTK_WIDGET (view->canvas)))
      return g_ptr_array_index (areas, i);
  return NULL;
}

/* The structures below the ops: there at first, away in the straightened layout, and where nobody wants
 * them; a press brushes the cycle. */
static void
test_structures (void)
{
  GtkWidget *graphs;
  gint64 first, last;
  View view;

  open_view (&view);
  wait_until (knows_history, view.stage.state);
  settle (&view);
  graphs = find_graphs (&view);
  g_assert_nonnull (graphs);
  g_assert_true (gtk_widget_get_mapped (graphs));
  g_assert_cmpuint (count_painted (graphs), >, 1000);
  g_assert_cmpfloat (get_bounds (view.canvas).origin.y + viewport (&view)->height, <=,
                     get_bounds (graphs).origin.y);
  if (point_at_widget (graphs, view.stage.window, 40, 10) && xdo (&view, "click 1"))
    {
      g_assert_true (weft_time_axis_get_selection (
        weft_view_state_get_axis (WEFT_VIEW_STATE (view.stage.state)), &first, &last));
      g_assert_cmpint (last, ==, first + 1);
      g_assert_cmpint (first, ==, weft_pipeline_viewport_x_to_cycle (viewport (&view), 40, NULL));
    }
  weft_pipeline_state_set_layout (view.stage.state, WEFT_PIPELINE_STRAIGHTENED);
  settle (&view);
  g_assert_false (gtk_widget_get_mapped (graphs));
  weft_pipeline_state_set_layout (view.stage.state, WEFT_PIPELINE_TIME);
  settle (&view);
  g_assert_true (gtk_widget_get_mapped (graphs));
  g_object_set (view.stage.state, "structures", FALSE, NULL);
  settle (&view);
  g_assert_false (gtk_widget_get_mapped (graphs));
  close_view (&view);
}

/* The commands for a picture are in its own menu. */
static void
test_menu (void)
{
  GtkWidget *menu;
  View view;

  open_view (&view);
  menu = weft_canvas_menu_open (GTK_WIDGET (view.canvas), 50, 50);
  wait_until (is_mapped, menu);
  /* It hangs at the pointer, as those of the desktop do. */
  g_assert_false (gtk_popover_get_has_arrow (GTK_POPOVER (menu)));
  g_assert_cmpint (gtk_widget_get_halign (menu), ==, GTK_ALIGN_START);
  g_assert_nonnull (find_label (menu, "Lanes"));
  g_assert_nonnull (find_label (menu, "Layout"));
  g_assert_true (weft_canvas_menu_is_open (GTK_WIDGET (view.canvas)));
  gtk_popover_popdown (GTK_POPOVER (menu));
  wait_while (is_mapped, menu);
  close_view (&view);
}

static void
test_accessible (void)
{
  GtkAccessible *canvas;
  View view;

  open_view (&view);
  canvas = GTK_ACCESSIBLE (view.canvas);
  gtk_test_accessible_assert_role (canvas, GTK_ACCESSIBLE_ROLE_IMG);
  g_assert_true (gtk_test_accessible_has_property (canvas, GTK_ACCESSIBLE_PROPERTY_LABEL));
  weft_pipeline_state_set_pointer (view.stage.state, TRUE, viewport (&view)->px_per_cycle / 2,
                                   viewport (&view)->px_per_row / 2);
  g_assert_true (gtk_test_accessible_has_property (canvas, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (view.canvas)));
  close_view (&view);
}

/* GTK's window with the tooltip hangs on the widget that it is for, or on a widget around that. */
static gboolean
shows_tooltip (gpointer widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if ((g_str_equal (G_OBJECT_TYPE_NAME (child), "GtkTooltipWindow")
         && gtk_widget_get_mapped (child))
        || shows_tooltip (child))
      return TRUE;
  return FALSE;
}

/* A pointer that comes from elsewhere in one leap and rests is told what is under it. */
static void
test_tooltip (void)
{
  View view;
  double x, y;

  open_view (&view);
  x = weft_pipeline_viewport_cycle_to_x (viewport (&view), 6) + viewport (&view)->px_per_cycle / 2;
  y = weft_pipeline_viewport_row_to_y (viewport (&view), 4) + viewport (&view)->px_per_row / 2;
  if (point_at (&view, x - 2 * viewport (&view)->px_per_cycle, y) && point_at (&view, x, y))
    wait_until (shows_tooltip, gtk_widget_get_root (view.view));
  close_view (&view);
}

/* --- folds ---------------------------------------------------------------------------------------- */

#define WAIT 1000000

static WeftTimeAxis *
get_axis (View *view)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (view->stage.state));
}

static gboolean
can_fold (gpointer data)
{
  return weft_time_axis_can_fold (get_axis (data));
}

static double
x_of (View *view, gint64 cycle)
{
  return weft_pipeline_viewport_cycle_to_x (viewport (view), cycle);
}

/* Once the log is read, the wait in it is folded; whichever way it is drawn, what is looked at stays, and a
 * place is found again. */
static void
test_folds (void)
{
  const gint64 first = N_OPS / 4 + WAIT;
  g_autoptr (GVariant) place = NULL;
  const WeftCycleRange *folds;
  double size, x;
  View view;
  guint n;

  open_view_of (&view, WAIT);
  g_assert_false (can_fold (&view));
  weft_trace_set_state (WEFT_TRACE (view.stage.log.trace), WEFT_TRACE_COMPLETE);
  wait_until (can_fold, &view);
  settle (&view);
  folds = weft_folds_get (weft_time_axis_get_folds (get_axis (&view)), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (folds->from, ==, N_OPS / 4 - 1 + STAGES_PER_OP * 2);
  g_assert_cmpint (folds->to, ==, first);
  g_assert_cmpint (viewport (&view)->origin_cycle, ==, 0);
  activate (&view, "view.fit-all", NULL);
  g_assert_cmpfloat (x_of (&view, N_OPS / 4), >, viewport (&view)->width / 3.0);
  g_assert_cmpfloat (x_of (&view, first), <, viewport (&view)->width * 2 / 3.0);
  /* An op behind it, with its cells as large as they are. */
  weft_pipeline_state_show_op (view.stage.state, N_OPS - 100, FALSE);
  activate (&view, "view.read", NULL);
  size = viewport (&view)->px_per_cycle;
  weft_pipeline_state_show_op (view.stage.state, N_OPS - 100, FALSE);
  settle (&view);
  x = x_of (&view, N_OPS / 2 - 50 + WAIT);
  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (x, <, viewport (&view)->width);
  place = weft_view_state_save_place (WEFT_VIEW_STATE (view.stage.state));
  weft_time_axis_set_folding (get_axis (&view), FALSE);
  settle (&view);
  g_assert_null (viewport (&view)->folds);
  g_assert_cmpfloat_with_epsilon (viewport (&view)->px_per_cycle, size, 1e-9);
  g_assert_cmpfloat_with_epsilon (x_of (&view, N_OPS / 2 - 50 + WAIT), x, 1e-6);
  activate (&view, "view.fit-all", NULL);
  g_assert_cmpfloat (x_of (&view, N_OPS / 4), <, 10);
  weft_time_axis_set_folding (get_axis (&view), TRUE);
  settle (&view);
  g_assert_cmpfloat (x_of (&view, N_OPS / 4), >, viewport (&view)->width / 3.0);
  weft_view_state_restore_place (WEFT_VIEW_STATE (view.stage.state), place, FALSE);
  settle (&view);
  g_assert_cmpfloat_with_epsilon (x_of (&view, N_OPS / 2 - 50 + WAIT), x, 1e-6);
  /* A cycle within is gone to as well, and a log that grows again is to scale. */
  weft_pipeline_state_show_cycle (view.stage.state, WAIT / 2);
  settle (&view);
  g_assert_cmpfloat (fabs (x_of (&view, WAIT / 2) - viewport (&view)->width / 2.0), <, size + 1);
  weft_trace_set_state (WEFT_TRACE (view.stage.log.trace), WEFT_TRACE_GROWING);
  wait_while (can_fold, &view);
  close_view (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-view/opens-at-first-ops", test_opens_at_first_ops);
  g_test_add_func ("/pipeline-view/zooms-and-pans", test_zooms_and_pans);
  g_test_add_func ("/pipeline-view/fits-selection", test_fits_selection);
  g_test_add_func ("/pipeline-view/selects-by-key", test_selects_by_key);
  g_test_add_func ("/pipeline-view/click-selects-stage", test_click_selects_stage);
  g_test_add_func ("/pipeline-view/wheel-zooms-around-pointer", test_wheel_zooms_around_pointer);
  g_test_add_func ("/pipeline-view/drag-pans-and-brushes", test_drag_pans_and_brushes);
  g_test_add_func ("/pipeline-view/drag-along-labels", test_drag_along_labels);
  g_test_add_func ("/pipeline-view/tooltip", test_tooltip);
  g_test_add_func ("/pipeline-view/hides-flushed", test_hides_flushed);
  g_test_add_func ("/pipeline-view/pixels", test_pixels);
  g_test_add_func ("/pipeline-view/legend", test_legend);
  g_test_add_func ("/pipeline-view/resizes", test_resizes);
  g_test_add_func ("/pipeline-view/labels-narrow", test_labels_narrow);
  g_test_add_func ("/pipeline-view/shows-run-far-out", test_shows_run_far_out);
  g_test_add_func ("/pipeline-view/comes-close", test_comes_close);
  g_test_add_func ("/pipeline-view/structures", test_structures);
  g_test_add_func ("/pipeline-view/menu", test_menu);
  g_test_add_func ("/pipeline-view/accessible", test_accessible);
  g_test_add_func ("/pipeline-view/folds", test_folds);
  return g_test_run ();
}
