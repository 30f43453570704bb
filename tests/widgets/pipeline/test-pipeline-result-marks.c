/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-result-marks.h"

#include "weft-search-results.h"

#include "log-stage.h"
#include "pixels.h"

/* Where in the whole picture results of a search stand. */

#define N_OPS 20000u
#define NEEDLE 12345u

/* Each op fetches a cycle after the one before, and retires as many before the last. */
static void
write_ops (Stage *stage)
{
  for (guint i = 0; i < N_OPS; i++)
    {
      guint32 op =
        made_log_begin (&stage->log, 0, i, i == NEEDLE ? "80000000: needle a0" : "80000000: nop");

      weft_pipeline_writer_end_op (stage->log.writer, op, WEFT_OP_RETIRED, N_OPS - 1 - i,
                                   2 * N_OPS - i);
    }
  stage_publish (stage, 2 * N_OPS);
}

static gboolean
has_hit (gpointer results)
{
  return !weft_search_results_is_running (results) && weft_search_results_get_n_hits (results) == 1;
}

static gboolean
is_by_retire (gpointer data)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (((Stage *) data)->state);

  return weft_pipeline_rows_get_order (rows) == WEFT_ROWS_BY_RETIRE
         && weft_pipeline_rows_get_n_rows (rows) == N_OPS;
}

/* The first row of pixels that has a mark, and how many pixels are marked. */
static guint
find_mark (Stage *stage, GtkWidget *area, int *first)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (stage->state));
  const WeftColor color = weft_style_color (style, WEFT_COLOR_WARNING);
  cairo_surface_t *surface = draw_widget (area);
  guint n = count_pixels (surface, color);

  cairo_surface_flush (surface);
  for (*first = 0; *first < cairo_image_surface_get_height (surface); ++*first)
    if (((const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                            + *first
                                                * cairo_image_surface_get_stride (
                                                  surface)))[gtk_widget_get_width (area) - 1]
        == color)
      break;
  cairo_surface_destroy (surface);
  return n;
}

static void
assert_marked (Stage *stage, GtkWidget *area, guint row)
{
  const int height = gtk_widget_get_height (area);
  int first;
  guint n = find_mark (stage, area, &first);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <=, 4 * 4);
  g_assert_cmpint (ABS (first - (int) ((gint64) row * height / N_OPS)), <=, 1);
}

static void
test_orders (void)
{
  const WeftSearchQuery query = { .text = "needle", .fields = G_MAXUINT32 };
  WeftSearchResults *results;
  GtkWidget *area;
  Stage stage;
  int first;

  stage_open (&stage);
  write_ops (&stage);
  results = weft_search_results_get (WEFT_SEARCHABLE (stage.state));
  area = weft_pipeline_result_marks_new (stage.state);
  stage_show (&stage, area);
  g_assert_cmpuint (find_mark (&stage, area, &first), ==, 0);
  g_assert_true (weft_search_results_set_query (results, &query, NULL));
  wait_until (has_hit, results);
  assert_marked (&stage, area, NEEDLE);
  g_object_set (stage.state, "order", WEFT_ROWS_BY_RETIRE, NULL);
  wait_until (is_by_retire, &stage);
  assert_marked (&stage, area, N_OPS - 1 - NEEDLE);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-result-marks/orders", test_orders);
  return g_test_run ();
}
