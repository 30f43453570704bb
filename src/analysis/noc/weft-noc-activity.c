/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-activity.h"

#include <math.h>

#include "weft-activity.h"

WeftCycleRange
weft_noc_find_busy (const WeftNocCapture *capture)
{
  gint64 end = weft_noc_capture_get_last (capture), first = G_MAXINT64, last = G_MININT64;

  for (guint device = 0; device < weft_noc_capture_get_n_devices (capture); device++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

      if (n == 0)
        continue;
      first = MIN (first, transfers[0].issue);
      last = MAX (last, transfers[n - 1].issue);
    }
  if (first >= last || last - first >= end / 2)
    return (WeftCycleRange){ 0, end + 1 };
  return (WeftCycleRange){ MAX (first - (last - first) / 10, 0),
                           MIN (last + (last - first) / 5 + 1, end + 1) };
}

/* --- what is quiet ------------------------------------------------------------------------------ */

/* Something happens from one cycle to another, that one too. */
static void
add (WeftActivity *activity, gint64 from, gint64 to)
{
  weft_activity_add (activity, from, MAX (to, from) + 1);
}

static void
add_transfers (WeftActivity *activity, const WeftNocCapture *capture)
{
  for (guint device = 0; device < weft_noc_capture_get_n_devices (capture); device++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

      for (guint32 i = 0; i < n; i++)
        {
          add (activity, transfers[i].issue, (gint64) ceil (MIN (transfers[i].finish, 0x1p62)));
          if ((transfers[i].flags & WEFT_TRANSFER_BOUNDED) != 0)
            add (activity, transfers[i].done, transfers[i].done);
        }
    }
}

static void
add_waits (WeftActivity *activity, const WeftNocCapture *capture)
{
  guint32 n;
  const WeftNocWait *waits = weft_noc_capture_get_waits (capture, &n);

  for (guint32 i = 0; i < n; i++)
    {
      add (activity, waits[i].start, waits[i].start);
      add (activity, waits[i].end, waits[i].end);
    }
}

static void
add_zones (WeftActivity *activity, const WeftNocCapture *capture)
{
  gboolean lasts = !weft_noc_capture_has_traffic (capture);
  guint32 n;
  const WeftNocZone *zones = weft_noc_capture_get_zones (capture, &n);

  for (guint32 i = 0; i < n; i++)
    {
      add (activity, zones[i].start, lasts ? zones[i].end : zones[i].start);
      add (activity, zones[i].end, zones[i].end);
    }
}

GArray *
weft_noc_find_quiet (const WeftNocCapture *capture)
{
  g_autoptr (WeftActivity) activity =
    weft_activity_new (0, weft_noc_capture_get_last (capture) + 1);

  add_transfers (activity, capture);
  add_waits (activity, capture);
  add_zones (activity, capture);
  return weft_activity_find_quiet (activity);
}
