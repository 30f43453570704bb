/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-status.h"

#include <glib/gi18n-lib.h>

#include "weft-cycle-range.h"
#include "weft-filterable.h"
#include "weft-pipeline-id-cell.h"
#include "weft-pipeline-study.h"
#include "weft-words.h"

static WeftClock
get_clock (WeftPipelineState *state)
{
  return weft_time_axis_get_clock (weft_view_state_get_axis (WEFT_VIEW_STATE (state)));
}

/* "Cycle 4 100: F 4, Dc 4, Sc 12", where the stages' ops are known. Takes `words`. */
static char *
add_stages (WeftPipelineState *state, gint64 cycle, char *words)
{
  g_autofree char *cursor = words;
  g_autofree char *stages =
    weft_pipeline_study_describe_cycle (weft_pipeline_study_of (state), cycle);

  return stages != NULL ? g_strdup_printf ("%s: %s", cursor, stages) : g_steal_pointer (&cursor);
}

static char *
describe_cursor (WeftPipelineState *state)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  WeftClock clock = get_clock (state);
  g_autofree char *number = NULL, *words = NULL;
  gint64 cycle;
  double x, y;

  if (viewport->layout == WEFT_PIPELINE_STRAIGHTENED
      && weft_pipeline_state_get_pointer (state, &x, &y))
    {
      cycle = weft_pipeline_viewport_x_to_cycle (viewport, x, NULL);
      number = weft_number_signed_cycles (cycle);
      words = weft_clock_format (&clock, cycle, number);
      /* TRANSLATORS: "12 cycles since fetch" */
      return g_strdup_printf (_ ("%s since fetch"), words);
    }
  if (!weft_time_axis_get_cursor (weft_view_state_get_axis (WEFT_VIEW_STATE (state)), &cycle))
    return g_strdup ("");
  number = weft_words_cycle (cycle);
  /* TRANSLATORS: "Cycle 4 100": where the pointer is */
  words = g_strdup_printf (_ ("Cycle %s"), number);
  return add_stages (state, cycle, weft_clock_format (&clock, cycle, words));
}

static char *
describe_op (WeftPipelineState *state, guint32 index)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_state_ref_snapshot (state);
  WeftClock clock = get_clock (state);
  g_autofree char *id = NULL, *cycles = NULL;
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, index, &op);
  id = weft_pipeline_id_to_words (snapshot->trace, op.id);
  cycles = weft_words_length (&clock, weft_cycles_between (op.fetch, op.end));
  /* TRANSLATORS: the selected op, and how long it was there: "Op 123 · Δ 12 cycles" */
  return g_strdup_printf (_ ("Op %s · Δ %s"), id, cycles);
}

static char *
describe_range (WeftPipelineState *state)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (state);
  WeftClock clock = get_clock (state);
  g_autofree char *ranges = weft_pipeline_status_describe_ranges (selection, FALSE);
  g_autofree char *length = NULL, *number = NULL;
  guint32 n = selection->last_row - selection->first_row;

  if (ranges == NULL)
    return g_strdup ("");
  if (selection->has_cycles)
    length = weft_words_length (
      &clock, weft_cycles_between (selection->first_cycle, selection->last_cycle));
  else
    {
      number = weft_number_count (n);
      length = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", n), number);
    }
  return g_strdup_printf ("%s · Δ %s", ranges, length);
}

static char *
describe_zoom (WeftPipelineState *state)
{
  double scale = weft_view_state_get_style (WEFT_VIEW_STATE (state))->options.device_scale;
  double zoom = weft_pipeline_state_get_target (state)->px_per_cycle / scale;
  double amount = zoom >= 1 ? zoom : 1 / zoom;
  g_autofree char *words = NULL;

  words = weft_number_ratio (amount, amount < 10 ? 1 : 0);
  /* TRANSLATORS: zoom: pixels for each cycle, cycles for each pixel */
  return g_strdup_printf (zoom >= 1 ? _ ("%s px/cycle") : _ ("%s cycles/px"), words);
}

static char *
describe_rows (WeftPipelineState *state)
{
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (state);
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (state);
  g_autofree char *shown = NULL, *all = NULL, *ops = NULL;
  guint64 n_rows, n_ops;
  guint32 first, last;

  weft_pipeline_viewport_get_rows (viewport, extent->n_rows, &first, &last);
  shown = weft_number_count (last - first);
  all = weft_number_count (extent->n_rows);
  weft_filterable_count_rows (WEFT_FILTERABLE (state), &n_rows, &n_ops);
  if (n_rows < n_ops)
    {
      ops = weft_number_count (n_ops);
      /* TRANSLATORS: rows that can be seen, of those that a filter leaves, of all */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s row, %s in all",
                                           "%s of %s rows, %s in all", extent->n_rows),
                              shown, all, ops);
    }
  /* TRANSLATORS: rows that can be seen, of all */
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s of %s row", "%s of %s rows", extent->n_rows), shown, all);
}

char *
weft_pipeline_status_describe (WeftViewState *view_state, WeftStatusPart part)
{
  WeftPipelineState *state = WEFT_PIPELINE_STATE (view_state);
  guint32 op;

  switch (part)
    {
    case WEFT_STATUS_CURSOR:
      return describe_cursor (state);
    case WEFT_STATUS_RANGE:
      return describe_range (state);
    case WEFT_STATUS_SELECTION:
      op = weft_pipeline_state_get_selection (state)->op;
      return op != WEFT_NO_ROW ? describe_op (state, op) : g_strdup ("");
    case WEFT_STATUS_ZOOM:
      return describe_zoom (state);
    case WEFT_STATUS_ROWS:
    default:
      return describe_rows (state);
    }
}

char *
weft_pipeline_status_describe_ranges (const WeftPipelineSelection *selection, gboolean in_flight)
{
  g_autofree char *rows = NULL, *cycles = NULL;

  if (selection->has_rows)
    {
      g_autofree char *first = weft_number_count (selection->first_row);
      g_autofree char *last = weft_number_count (selection->last_row - 1);

      rows = g_strdup_printf (_ ("Rows %s – %s"), first, last);
    }
  if (selection->has_cycles)
    {
      g_autofree char *first = weft_words_cycle (selection->first_cycle);
      g_autofree char *last = weft_words_cycle (selection->last_cycle);

      cycles = in_flight ? g_strdup_printf (_ ("In flight in cycles %s – %s"), first, last)
                         : g_strdup_printf (_ ("Cycles %s – %s"), first, last);
    }
  if (rows != NULL && cycles != NULL)
    return g_strdup_printf ("%s · %s", rows, cycles);
  return g_strdup (rows != NULL ? rows : cycles);
}
