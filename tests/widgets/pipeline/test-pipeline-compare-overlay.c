/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-legend.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-compare-colors.h"
#include "weft-pipeline-compare-overlay.h"
#include "weft-pipeline-view.h"

#include "made-log.h"
#include "pixels.h"

/* One picture over the other, as it is on the screen: what is drawn has the colours that the legend
 * says, in every theme. */

typedef struct
{
  MadeLog logs[WEFT_N_LOGS];
  WeftPipelineCompareState *state;
  GtkWidget *window;
  GtkWidget *overlay;
  WeftStyle *style;
} Overlay;

#define N_OPS 12

/* Op 4 executes for 30 cycles longer in B, op 5 for 30 cycles longer in A; all else is the same. */
static void
write_log (MadeLog *log, int which)
{
  made_log_open (log, g_main_context_default ());
  for (guint i = 0; i < N_OPS; i++)
    {
      g_autofree char *label = g_strdup_printf ("%08x: addi a%u, a0, 1", 0x80000000 + 4 * i, i % 8);
      guint32 op = made_log_begin (log, 0, 0, label);
      gint64 end =
        20 + ((i == 4 && which == WEFT_LOG_B) || (i == 5 && which == WEFT_LOG_A) ? 30 : 0);

      made_log_stage (log, op, "0", "F", 0, 10);
      made_log_stage (log, op, "0", "X", 10, end);
      weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, i, end);
    }
  weft_pipeline_writer_publish (log->writer, 100);
}

static WeftPipelineState *
get_state (Overlay *self, int log)
{
  return weft_pipeline_compare_state_get_state (self->state, log);
}

static gboolean
is_complete (gpointer data)
{
  Overlay *self = data;
  GtkWidget *canvas = gtk_widget_get_last_child (self->overlay);
  GtkWidget *below = weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (
    weft_pipeline_compare_overlay_get_view (WEFT_PIPELINE_COMPARE_OVERLAY (self->overlay))));

  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (!weft_view_state_is_open (WEFT_VIEW_STATE (get_state (self, log)))
        || weft_pipeline_state_get_viewport (get_state (self, log))->scheme != WEFT_SCHEME_CUSTOM
        || weft_pipeline_state_get_extent (get_state (self, log))->n_rows != N_OPS)
      return FALSE;
  return weft_pipeline_compare_state_get_result (self->state) != NULL
         && weft_canvas_is_complete (WEFT_CANVAS (canvas))
         && weft_canvas_is_complete (WEFT_CANVAS (below));
}

static gboolean
are_open (gpointer data)
{
  Overlay *self = data;

  return weft_view_state_is_open (WEFT_VIEW_STATE (get_state (self, WEFT_LOG_A)))
         && weft_view_state_is_open (WEFT_VIEW_STATE (get_state (self, WEFT_LOG_B)));
}

static void
overlay_open (Overlay *self, WeftTheme theme)
{
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = theme;
  options.ui_family = "DejaVu Sans";
  options.mono_family = "DejaVu Sans Mono";
  for (int log = 0; log < WEFT_N_LOGS; log++)
    write_log (&self->logs[log], log);
  self->state = weft_pipeline_compare_state_new (self->logs[0].trace, self->logs[1].trace);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_view_state_set_style_options (WEFT_VIEW_STATE (get_state (self, log)), &options);
  self->style = weft_view_state_get_style (WEFT_VIEW_STATE (get_state (self, WEFT_LOG_A)));
  self->overlay = weft_pipeline_compare_overlay_new (self->state);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 600);
  gtk_window_set_child (GTK_WINDOW (self->window), self->overlay);
  gtk_window_present (GTK_WINDOW (self->window));
  wait_until (are_open, self);
  wait_settled ();
  weft_pipeline_compare_state_set_overlaid (self->state, TRUE);
  wait_settled ();
  /* what was gone to is not to be drawn over what is looked at */
  weft_pipeline_state_select (get_state (self, WEFT_LOG_A), WEFT_NO_ROW, WEFT_NO_STAGE);
  wait_settled ();
  wait_until (is_complete, self);
}

static void
overlay_close (Overlay *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_trace_set_state (WEFT_TRACE (self->logs[log].trace), WEFT_TRACE_COMPLETE);
  wait_settled ();
  g_assert_finalize_object (self->state);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    made_log_close (&self->logs[log]);
}

/* The colour of the stage of that rank in a log, as the overlay is told. */
static WeftColor
get_fill (Overlay *self, int log, guint rank)
{
  const WeftPipelineCustom *custom = weft_pipeline_compare_get_colors (self->style, log);
  WeftKindInfo info = { .rank = rank };

  return custom->color (&info, custom->user_data);
}

static WeftColor
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  WeftColor color;

  memcpy (&color, data + y * cairo_image_surface_get_stride (surface) + x * 4, sizeof color);
  return color;
}

/* Of the cell that the op has in the cycle, above its text. */
static WeftColor
get_drawn (Overlay *self, cairo_surface_t *surface, guint32 row, gint64 cycle)
{
  const WeftPipelineViewport *viewport =
    weft_pipeline_state_get_viewport (get_state (self, WEFT_LOG_A));
  GtkWidget *canvas = gtk_widget_get_last_child (self->overlay);
  graphene_rect_t place;
  double x = weft_pipeline_viewport_cycle_to_x (viewport, cycle) + viewport->px_per_cycle / 2;
  double y = weft_pipeline_viewport_row_to_y (viewport, row) + 4;

  g_assert_true (gtk_widget_compute_bounds (canvas, self->overlay, &place));
  return get_pixel (surface, (int) (place.origin.x + x), (int) (place.origin.y + y));
}

static gboolean
is_near (WeftColor a, WeftColor b)
{
  for (guint shift = 0; shift < 24; shift += 8)
    if (ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > 1)
      return FALSE;
  return TRUE;
}

static void
assert_drawn (Overlay *self, cairo_surface_t *surface, guint32 row, gint64 cycle, WeftColor color)
{
  WeftColor drawn = get_drawn (self, surface, row, cycle);

  if (!is_near (drawn, color))
    g_error ("row %u, cycle %" G_GINT64_FORMAT ": %08x is drawn, not %08x", row, cycle, drawn,
             color);
}

/* The legend has a swatch of that colour: many pixels of it. */
static void
assert_explained (Overlay *self, cairo_surface_t *surface, WeftColor color)
{
  GtkWidget *legend = find_widget (self->overlay, WEFT_TYPE_LEGEND);
  graphene_rect_t place;
  guint n = 0;

  g_assert_true (gtk_widget_compute_bounds (legend, self->overlay, &place));
  for (int y = (int) place.origin.y; y < (int) (place.origin.y + place.size.height); y++)
    for (int x = (int) place.origin.x; x < (int) (place.origin.x + place.size.width); x++)
      n += is_near (get_pixel (surface, x, y), color);
  g_assert_cmpuint (n, >, 60);
}

static void
check_theme (gconstpointer data)
{
  Overlay self;
  cairo_surface_t *surface;
  WeftColor fills[WEFT_N_LOGS][2], both;

  overlay_open (&self, (WeftTheme) GPOINTER_TO_INT (data));
  surface = draw_widget (self.overlay);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    for (guint rank = 0; rank < 2; rank++)
      {
        fills[log][rank] = get_fill (&self, log, rank);
        assert_explained (&self, surface, fills[log][rank]);
      }
  g_assert_false (is_near (fills[0][0], fills[1][0]));
  /* rows of both parities: no stripe of the ground changes a colour */
  for (guint32 row = 2; row < 6; row++)
    for (guint rank = 0; rank < 2; rank++)
      {
        both =
          weft_pipeline_overlay_mix (self.style, fills[WEFT_LOG_A][rank], fills[WEFT_LOG_B][rank]);
        assert_drawn (&self, surface, row, 5 + 10 * rank, both);
        assert_explained (&self, surface, both);
      }
  assert_drawn (&self, surface, 4, 33, fills[WEFT_LOG_B][1]);
  assert_drawn (&self, surface, 5, 33, fills[WEFT_LOG_A][1]);
  assert_drawn (&self, surface, 7, 33, weft_style_color (self.style, WEFT_COLOR_CANVAS));
  cairo_surface_destroy (surface);
  overlay_close (&self);
}

/* Another theme while the overlay is in sight. */
static void
test_change (void)
{
  WeftStyleOptions options = weft_style_options_default ();
  Overlay self;
  cairo_surface_t *surface;

  overlay_open (&self, WEFT_THEME_LIGHT);
  options.theme = WEFT_THEME_DARK;
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_view_state_set_style_options (WEFT_VIEW_STATE (get_state (&self, log)), &options);
  self.style = weft_view_state_get_style (WEFT_VIEW_STATE (get_state (&self, WEFT_LOG_A)));
  wait_settled ();
  wait_until (is_complete, &self);
  surface = draw_widget (self.overlay);
  assert_drawn (&self, surface, 4, 33, get_fill (&self, WEFT_LOG_B, 1));
  assert_drawn (&self, surface, 5, 33, get_fill (&self, WEFT_LOG_A, 1));
  assert_explained (&self, surface, get_fill (&self, WEFT_LOG_B, 1));
  cairo_surface_destroy (surface);
  overlay_close (&self);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline-compare-overlay/light", GINT_TO_POINTER (WEFT_THEME_LIGHT),
                        check_theme);
  g_test_add_data_func ("/pipeline-compare-overlay/dark", GINT_TO_POINTER (WEFT_THEME_DARK),
                        check_theme);
  g_test_add_data_func ("/pipeline-compare-overlay/light-contrast",
                        GINT_TO_POINTER (WEFT_THEME_LIGHT_HIGH_CONTRAST), check_theme);
  g_test_add_data_func ("/pipeline-compare-overlay/dark-contrast",
                        GINT_TO_POINTER (WEFT_THEME_DARK_HIGH_CONTRAST), check_theme);
  g_test_add_func ("/pipeline-compare-overlay/change", test_change);
  return g_test_run ();
}
