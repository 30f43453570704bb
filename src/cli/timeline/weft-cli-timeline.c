/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-options.h"
#include "weft-expression-eval.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-stats-index.h"
#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>

char *
weft_cli_timeline_summarize (guint64 n_slices, gint64 time)
{
  g_autofree char *slices = weft_timeline_format_slices (n_slices);
  g_autofree char *length = weft_timeline_format_time (time);

  return g_strdup_printf ("%s · %s", slices, length);
}

gboolean
weft_cli_timeline_filter (const WeftCliRequest *request, WeftTimelineSnapshot *snapshot,
                          WeftBitset **rows)
{
  g_autoptr (WeftExpression) filter = NULL;

  *rows = NULL;
  if (!weft_cli_parse_filter (request->filter, weft_timeline_language (), &filter))
    return FALSE;
  if (filter != NULL)
    *rows = weft_expression_run (filter, snapshot, snapshot->n_events, g_cancellable_get_current (),
                                 NULL);
  return TRUE;
}

/* A request for all has none. */
static WeftCycleRange
get_range (const WeftCliRequest *request)
{
  return request->has_range ? request->range : WEFT_CYCLE_RANGE_ALL;
}

WeftTimelineStats *
weft_cli_timeline_measure (WeftTrace *trace, const WeftCliRequest *request, int *status)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  g_autoptr (WeftTimelineRoles) roles = NULL;
  g_autoptr (WeftBitset) rows = NULL;
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = g_cancellable_get_current ();
  WeftCycleRange range = get_range (request);
  WeftTimelineStats *stats;

  *status = WEFT_CLI_USAGE;
  if (!weft_cli_timeline_filter (request, snapshot, &rows))
    return NULL;
  *status = WEFT_CLI_UNUSABLE;
  roles = weft_timeline_roles_new (snapshot, cancellable);
  if (roles == NULL)
    return NULL;
  stats = weft_timeline_stats_find (snapshot, roles, &range, rows, cancellable, &error);
  if (stats != NULL)
    *status = WEFT_CLI_SUCCESS;
  else
    weft_cli_complain ("%s", error->message);
  return stats;
}

WeftTimelineFlame *
weft_cli_timeline_make_flame (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  g_autoptr (WeftTimelineIndex) shown = NULL;
  g_autoptr (WeftTimelineCallTree) tree = NULL;
  g_autoptr (WeftBitset) rows = NULL;
  WeftCycleRange range = get_range (request);

  if (!weft_cli_timeline_filter (request, snapshot, &rows))
    return NULL;
  if (rows != NULL)
    shown = weft_timeline_index_build (snapshot, rows);
  tree = weft_timeline_call_tree_new (snapshot, shown, g_cancellable_get_current ());
  return tree != NULL ? weft_timeline_flame_new (tree, range.from, range.to, NULL) : NULL;
}

/* --- the family ------------------------------------------------------------------------------------- */

const WeftCliFamily weft_cli_timeline = {
  .name = "timeline",
  .get_type = weft_timeline_trace_get_type,
  .words = { [WEFT_CLI_KEYS] = weft_cli_timeline_keys,
             [WEFT_CLI_FORMATS] = weft_cli_timeline_formats },
  .run = { [WEFT_CLI_INFO] = weft_cli_timeline_info,
           [WEFT_CLI_DUMP] = weft_cli_timeline_dump,
           [WEFT_CLI_STATS] = weft_cli_timeline_stats,
           [WEFT_CLI_EXPORT] = weft_cli_timeline_export,
           [WEFT_CLI_COMPARE] = weft_cli_timeline_compare },
};
