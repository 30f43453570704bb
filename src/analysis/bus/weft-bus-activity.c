/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-activity.h"

#include "weft-activity.h"

GArray *
weft_bus_find_quiet (WeftBusSnapshot *snapshot, gint64 first, gint64 last)
{
  g_autoptr (WeftActivity) activity = weft_activity_new (first, last);

  for (guint32 i = 0; i < snapshot->n_rows; i++)
    {
      WeftBusRecord record;
      WeftBusSpan span;

      weft_bus_snapshot_get_record (snapshot, i, &record);
      weft_bus_access_get_span (&record, &span);
      weft_activity_add (activity, span.start, span.end);
    }
  return weft_activity_find_quiet (activity);
}
