/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-activity.h"

#include "weft-activity.h"
#include "weft-pipeline-trace-private.h"

GArray *
weft_pipeline_find_quiet (const WeftPipelineSnapshot *snapshot, gint64 *first, gint64 *last)
{
  g_autoptr (WeftActivity) activity = NULL;

  *first = snapshot->n_ops > 0 ? G_MAXINT64 : 0;
  *last = snapshot->n_ops > 0 ? G_MININT64 : 0;
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      *first = MIN (*first, weft_op_fetch (snapshot, op));
      *last = MAX (*last, weft_op_end (snapshot, op));
    }
  activity = weft_activity_new (*first, *last);
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    weft_activity_add (activity, weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
  return weft_activity_find_quiet (activity);
}
