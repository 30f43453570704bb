/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-overview.h"

#include "weft-span-items.h"
#include "weft-timeline-trace-private.h"

/* A slice is long that lasts for this share of the trace. */
#define LONG_SHARE 0.5

/* The part worth looking at first is shown alone only where it is shorter than this share of the
 * trace; so much is left free on both sides. */
#define PART_SHARE 0.5
#define MARGIN 0.04

typedef struct
{
  const WeftTimelineSnapshot *snapshot;
  const WeftTimelineRoles *roles;
  gboolean is_device;
  gint64 longest; /* ns: what lasts longer is long */
} Looked;

static gboolean
is_long (const Looked *self, guint32 row)
{
  return weft_timeline_span (self->snapshot->trace, row) > self->longest;
}

/* Whether a slice counts: the work of a device, or where there is none the outermost slices that are not
 * long. What lies in another slice of its thread adds nothing. */
static gboolean
is_busy (const Looked *self, guint32 row)
{
  const WeftTimelineIndex *index = self->snapshot->index;
  guint track = weft_timeline_track (self->snapshot->trace, row);

  if (!self->is_device)
    return !is_long (self, row)
           && (row >= index->n_events || index->parents[row] == WEFT_NO_ROW
               || is_long (self, index->parents[row]));
  return row < self->roles->n_events && track < self->roles->n_tracks
         && self->roles->devices[track] != WEFT_TIMELINE_NO_DEVICE
         && weft_timeline_role_is_work ((WeftTimelineRole) self->roles->roles[row]);
}

static void
unite (GArray *items, WeftSpans *result)
{
  WeftSpanItem *all = (WeftSpanItem *) (gpointer) items->data;
  g_autofree WeftSpanItem *scratch = g_new (WeftSpanItem, items->len / 2 + 1);

  weft_span_items_sort (all, items->len, scratch);
  weft_span_items_unite (all, items->len, result);
}

/* From the first to the last of what is not long. */
static void
choose_start (WeftTimelineOverview *self, const WeftTimelineSnapshot *snapshot, gint64 first,
              gint64 last)
{
  double all = (double) snapshot->last_time - (double) snapshot->first_time;
  gint64 margin = (gint64) (((double) last - (double) first) * MARGIN) + 1;

  self->start_first = snapshot->first_time;
  self->start_last = snapshot->last_time;
  if (first >= last || (double) last - (double) first > PART_SHARE * all)
    return;
  self->start_first = MAX (first - margin, snapshot->first_time);
  self->start_last = MIN (last + margin, snapshot->last_time);
}

WeftTimelineOverview *
weft_timeline_overview_new (const WeftTimelineSnapshot *snapshot, const WeftTimelineRoles *roles)
{
  WeftTimelineOverview *self = g_new0 (WeftTimelineOverview, 1);
  const WeftTimelineTrace *trace = snapshot->trace;
  const Looked looked = { snapshot, roles, roles != NULL && roles->n_devices > 0,
                          (gint64) ((double) (snapshot->last_time - snapshot->first_time)
                                    * LONG_SHARE) };
  g_autoptr (GArray) busy = g_array_new (FALSE, FALSE, sizeof (WeftSpanItem));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (WeftSpanItem));
  gint64 first = G_MAXINT64, last = G_MININT64;

  g_atomic_ref_count_init (&self->ref_count);
  self->is_device = looked.is_device;
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      const WeftSpanItem item = { weft_timeline_start (trace, row), weft_timeline_end (trace, row),
                                  row };
      guint flags = weft_timeline_flags (trace, row);

      if (weft_timeline_kind (trace, row) != WEFT_TIMELINE_SLICE
          || (flags & WEFT_TIMELINE_NO_TIME) != 0)
        continue;
      if ((flags & WEFT_TIMELINE_OPEN) != 0)
        g_array_append_val (open, item);
      else if (is_busy (&looked, row))
        g_array_append_val (busy, item);
      if ((flags & WEFT_TIMELINE_OPEN) != 0 || is_long (&looked, row))
        continue;
      first = MIN (first, item.start);
      last = MAX (last, item.end);
    }
  unite (busy, &self->busy);
  unite (open, &self->open);
  choose_start (self, snapshot, first, last);
  return self;
}

WeftTimelineOverview *
weft_timeline_overview_ref (WeftTimelineOverview *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_timeline_overview_unref (WeftTimelineOverview *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_spans_clear (&self->busy);
  weft_spans_clear (&self->open);
  g_free (self);
}
