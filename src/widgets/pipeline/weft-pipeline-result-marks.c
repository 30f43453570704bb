/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-result-marks.h"

#include "weft-list-area.h"
#include "weft-search-results.h"

/* Parts of all rows in which results are told apart. */
#define RESULT_BINS 8192u

static int
measure_results (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return 0;
}

/* The bin of the whole picture's row in which the op of a row stands. */
static guint
get_bin (WeftPipelineState *state, double row, guint32 n_ops)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 last = weft_pipeline_rows_get_n_rows (rows) - 1;
  guint32 op = weft_pipeline_rows_get_op (rows, MIN ((guint32) row, last));

  return (
    guint) ((guint64) weft_pipeline_snapshot_row_of_op (weft_pipeline_rows_get_snapshot (rows), op)
            * RESULT_BINS / n_ops);
}

/* Which pixels have results, where the rows are in the order of their fetch. */
static void
mark_in_order (WeftPipelineState *state, WeftSearchResults *results, guint8 *marks, int height)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);
  guint32 n_ops = weft_pipeline_rows_get_snapshot (rows)->n_ops;
  const guint8 *bins = weft_search_results_mark_rows (results, n_ops, RESULT_BINS);

  for (int y = 0; y < height; y++)
    {
      guint first = get_bin (state, (double) y / height * n_rows, n_ops);
      guint last = get_bin (state, (double) (y + 1) / height * n_rows, n_ops);

      for (guint bin = first; bin < MAX (last, first + 1) && !marks[y]; bin++)
        marks[y] = bins[bin];
    }
}

/* In another order each result has its row. */
static void
mark_one_by_one (WeftPipelineState *state, WeftSearchResults *results, guint8 *marks, int height)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);

  for (guint i = 0; i < weft_search_results_get_n_hits (results); i++)
    {
      guint32 row =
        weft_pipeline_rows_find_op (rows, weft_search_results_get_hit (results, i)->item);

      if (row != WEFT_NO_ROW)
        marks[(guint64) row * (guint) height / n_rows] = 1;
    }
}

/* Where a filter leaves rows out, what was found in them stands where they would be. */
static WeftStyle *
paint_results (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPipelineState *state = data;
  WeftSearchResults *results = weft_search_results_get (WEFT_SEARCHABLE (state));
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (state));
  int mark = MIN (weft_style_px (style, 4), width);
  g_autofree guint8 *marks = g_new0 (guint8, height + 1);

  weft_pipeline_rows_lock (rows);
  if (weft_search_results_get_n_hits (results) > 0 && weft_pipeline_rows_get_n_rows (rows) > 0)
    {
      if (weft_pipeline_rows_get_order (rows) == WEFT_ROWS_BY_FETCH)
        mark_in_order (state, results, marks, height);
      else
        mark_one_by_one (state, results, marks, height);
    }
  weft_pipeline_rows_unlock (rows);
  for (int y = 0; y < height; y++)
    if (marks[y])
      weft_paint_list_fill (list, width - mark, y, mark, MIN (weft_style_px (style, 2), height - y),
                            weft_style_color (style, WEFT_COLOR_WARNING));
  return style;
}

GtkWidget *
weft_pipeline_result_marks_new (WeftPipelineState *state)
{
  GtkWidget *area = weft_list_area_new (paint_results, measure_results, state);

  g_object_set_data_full (G_OBJECT (area), "weft-state", g_object_ref (state), g_object_unref);
  gtk_widget_set_can_target (area, FALSE);
  g_signal_connect_object (weft_search_results_get (WEFT_SEARCHABLE (state)), "changed",
                           G_CALLBACK (weft_list_area_invalidate), area, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (weft_list_area_invalidate), area,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (weft_list_area_invalidate), area,
                           G_CONNECT_SWAPPED);
  return area;
}
