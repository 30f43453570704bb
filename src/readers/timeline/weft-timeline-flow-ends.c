/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flow-ends.h"

#include "weft-timeline-trace-private.h"

typedef struct
{
  guint flow;
  guint order; /* in the file */
  gint64 time;
  guint track;
  guint32 name;
  guint8 place; /* WeftTimelineFlowPlace */
  gboolean is_next;
} End;

struct _WeftTimelineFlowEnds
{
  GHashTable *numbers; /* key → number of the flow + 1 */
  GArray *ends;        /* End */
};

WeftTimelineFlowEnds *
weft_timeline_flow_ends_new (void)
{
  WeftTimelineFlowEnds *self = g_new0 (WeftTimelineFlowEnds, 1);

  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->ends = g_array_new (FALSE, FALSE, sizeof (End));
  return self;
}

void
weft_timeline_flow_ends_free (WeftTimelineFlowEnds *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->numbers);
  g_array_unref (self->ends);
  g_free (self);
}

void
weft_timeline_flow_ends_add (WeftTimelineFlowEnds *self, const char *key, guint32 name,
                             WeftTimelineFlowPlace place, gboolean is_next, guint track,
                             gint64 time)
{
  guint flow = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));
  End end = { 0, self->ends->len, time, track, name, (guint8) place, is_next };

  if (flow == 0)
    {
      flow = g_hash_table_size (self->numbers) + 1;
      g_hash_table_insert (self->numbers, g_strdup (key), GUINT_TO_POINTER (flow));
    }
  end.flow = flow;
  g_array_append_val (self->ends, end);
}

/* --- which slices they belong to ------------------------------------------------------------------ */

/* The first place of the depth whose slice begins at `time` or later. */
static guint32
find_next (const WeftTimelineTrackIndex *track, guint depth, gint64 time)
{
  guint32 place = weft_timeline_track_find (track, depth, time);

  return place < track->depths[depth + 1] && weft_timeline_track_start (track, depth, place) < time
           ? place + 1
           : place;
}

/* The place of the slice of the depth that is under way then, or else of one that ends just then; that of
 * the depth's end where there is none. */
static guint32
find_under_way (const WeftTimelineTrackIndex *track, guint depth, gint64 time)
{
  guint32 place = weft_timeline_track_find (track, depth, time), end = track->depths[depth + 1];

  if (place < end && weft_timeline_track_start (track, depth, place) <= time)
    return place;
  return place > track->depths[depth] && weft_timeline_track_end (track, depth, place - 1) == time
           ? place - 1
           : end;
}

/* The innermost slice that is under way then, or else one that ends then, or (`is_next`) the one that
 * begins next; WEFT_NO_ROW where there is none. */
static guint32
find_slice (const WeftTimelineSnapshot *snapshot, const End *end)
{
  const WeftTimelineTrackIndex *track;
  guint32 found = WEFT_NO_ROW;
  gint64 found_start = 0;

  if (end->track >= snapshot->index->n_tracks)
    return WEFT_NO_ROW;
  track = &snapshot->index->tracks[end->track];
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      guint32 place = end->is_next ? find_next (track, depth, end->time)
                                   : find_under_way (track, depth, end->time);
      gint64 start;

      if (place == track->depths[depth + 1])
        continue;
      start = weft_timeline_track_start (track, depth, place);
      if (found != WEFT_NO_ROW && (end->is_next ? start >= found_start : start < found_start))
        continue;
      found = track->rows[place];
      found_start = start;
    }
  return found;
}

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->flow != y->flow)
    return x->flow < y->flow ? -1 : 1;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

WeftTimelineFlows *
weft_timeline_flow_ends_bind (WeftTimelineFlowEnds *self, const WeftTimelineSnapshot *snapshot)
{
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (WeftTimelineFlow));
  guint32 before = WEFT_NO_ROW; /* the slice of the end before, of the same flow */
  guint number = 0;
  guint64 n_unbound = 0;

  g_array_sort (self->ends, compare_ends);
  for (guint i = 0; i < self->ends->len; i++)
    {
      const End *end = &g_array_index (self->ends, End, i);
      WeftTimelineFlow flow = { before, find_slice (snapshot, end), end->name };

      if (end->place == WEFT_TIMELINE_FLOW_START || end->flow != number)
        flow.from = WEFT_NO_ROW;
      number = end->flow;
      if (flow.to == WEFT_NO_ROW
          || (flow.from == WEFT_NO_ROW && end->place != WEFT_TIMELINE_FLOW_START))
        n_unbound++;
      else if (flow.from != WEFT_NO_ROW && flow.from != flow.to)
        g_array_append_val (flows, flow);
      before = end->place == WEFT_TIMELINE_FLOW_END ? WEFT_NO_ROW : flow.to;
    }
  return weft_timeline_flows_new ((WeftTimelineFlow *) (gpointer) flows->data, flows->len,
                                  n_unbound);
}
