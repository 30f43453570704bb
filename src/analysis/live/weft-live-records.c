/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-records.h"

#include "weft-live-host.h"

static void
take_rows (WeftLiveRecords *self)
{
  guint64 place = 0;

  for (guint i = 0; i < self->n_lanes; i++)
    {
      guint32 end;

      weft_live_trace_get_lane (self->trace, i, &self->lanes[i]);
      weft_live_trace_get_rows (self->trace, i, &self->first[i], &end);
      self->places[i] = (guint32) place;
      place = MIN (place + end - self->first[i], WEFT_NO_ROW);
    }
  self->places[self->n_lanes] = self->n_rows = (guint32) place;
}

WeftLiveRecords *
weft_live_records_new (WeftLiveTrace *trace)
{
  WeftLiveRecords *self = g_new0 (WeftLiveRecords, 1);
  guint held = weft_live_trace_hold (trace), n_lanes = weft_live_trace_get_n_lanes (trace);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->n_lanes = n_lanes;
  self->lanes = g_new (WeftLiveLane, MAX (n_lanes, 1));
  self->first = g_new (guint32, MAX (n_lanes, 1));
  self->places = g_new (guint32, n_lanes + 1);
  take_rows (self);
  weft_live_trace_release (trace, held);
  /* after the rows: they are of no program that is not among these */
  self->n_programs = weft_live_trace_get_n_programs (trace);
  self->sources = g_new0 (char *, self->n_programs + 1);
  for (guint i = 0; i < self->n_programs; i++)
    self->sources[i] = weft_live_trace_get_sources (trace, i);
  self->n_hosts = weft_live_trace_get_n_hosts (trace);
  self->hosts = g_new0 (char *, self->n_hosts + 1);
  for (guint i = 0; i < self->n_hosts; i++)
    self->hosts[i] = weft_live_host_make_title (trace, i);
  return self;
}

WeftLiveRecords *
weft_live_records_ref (WeftLiveRecords *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_live_records_unref (WeftLiveRecords *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_programs; i++)
    g_free (self->sources[i]);
  g_free (self->sources);
  g_strfreev (self->hosts);
  g_free (self->places);
  g_free (self->first);
  g_free (self->lanes);
  g_object_unref (self->trace);
  g_free (self);
}

guint
weft_live_records_get_lane (const WeftLiveRecords *self, guint place, guint32 *row)
{
  guint low = 0, high = self->n_lanes;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->places[middle] <= place)
        low = middle;
      else
        high = middle;
    }
  *row = self->first[low] + (place - self->places[low]);
  return low;
}

guint32
weft_live_records_find (const WeftLiveRecords *self, guint lane, guint32 row)
{
  if (lane >= self->n_lanes || row < self->first[lane]
      || row - self->first[lane] >= self->places[lane + 1] - self->places[lane])
    return WEFT_NO_ROW;
  return self->places[lane] + (row - self->first[lane]);
}

gboolean
weft_live_records_read (const WeftLiveRecords *self, guint place, WeftLiveLaneRow *item)
{
  guint32 row;
  guint lane;

  if (place >= self->n_rows)
    return FALSE;
  lane = weft_live_records_get_lane (self, place, &row);
  item->lane = &self->lanes[lane];
  return weft_live_trace_read_row (self->trace, lane, row, &item->row);
}
