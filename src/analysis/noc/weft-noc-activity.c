/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-activity.h"

#include <math.h>

/* Parts of all the time at most, of each of which is known whether something happens in it. */
#define N_PARTS 65536

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

typedef struct
{
  gint64 length;      /* of all, cycles, */
  gint64 part_length; /* and of a part; the last may be shorter */
  gint32 *begun;      /* by part, how many more last in it than in the one before */
} Activity;

static guint
get_part (const Activity *self, gint64 cycle)
{
  return (guint) (CLAMP (cycle, 0, self->length - 1) / self->part_length);
}

static void
add (Activity *self, gint64 from, gint64 to)
{
  self->begun[get_part (self, from)]++;
  self->begun[get_part (self, MAX (to, from)) + 1]--;
}

static void
add_transfers (Activity *self, const WeftNocCapture *capture)
{
  for (guint device = 0; device < weft_noc_capture_get_n_devices (capture); device++)
    {
      guint32 n;
      const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

      for (guint32 i = 0; i < n; i++)
        {
          add (self, transfers[i].issue, (gint64) ceil (MIN (transfers[i].finish, 0x1p62)));
          if ((transfers[i].flags & WEFT_TRANSFER_BOUNDED) != 0)
            add (self, transfers[i].done, transfers[i].done);
        }
    }
}

static void
add_waits (Activity *self, const WeftNocCapture *capture)
{
  guint32 n;
  const WeftNocWait *waits = weft_noc_capture_get_waits (capture, &n);

  for (guint32 i = 0; i < n; i++)
    {
      add (self, waits[i].start, waits[i].start);
      add (self, waits[i].end, waits[i].end);
    }
}

static void
add_zones (Activity *self, const WeftNocCapture *capture)
{
  gboolean lasts = !weft_noc_capture_has_traffic (capture);
  guint32 n;
  const WeftNocZone *zones = weft_noc_capture_get_zones (capture, &n);

  for (guint32 i = 0; i < n; i++)
    {
      add (self, zones[i].start, lasts ? zones[i].end : zones[i].start);
      add (self, zones[i].end, zones[i].end);
    }
}

GArray *
weft_noc_find_quiet (const WeftNocCapture *capture)
{
  const gint64 length = weft_noc_capture_get_last (capture) + 1;
  const gint64 part_length = MAX ((length + N_PARTS - 1) / N_PARTS, 1);
  g_autofree gint32 *begun = g_new0 (gint32, N_PARTS + 1);
  Activity activity = { length, part_length, begun };
  GArray *quiet = g_array_new (FALSE, FALSE, sizeof (WeftCycleRange));
  gint64 n_active = 0, since = 0;

  add_transfers (&activity, capture);
  add_waits (&activity, capture);
  add_zones (&activity, capture);
  for (gint64 start = 0; start < length; start += part_length)
    {
      const WeftCycleRange range = { since, start };

      n_active += begun[start / part_length];
      if (n_active == 0)
        continue;
      if (range.from < range.to)
        g_array_append_val (quiet, range);
      since = start + part_length;
    }
  if (since < length)
    g_array_append_val (quiet, ((WeftCycleRange){ since, length }));
  return quiet;
}
