/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-ties.h"

#include "weft-map64.h"
#include "weft-timeline-trace-private.h"

typedef struct
{
  const WeftTimelineSnapshot *snapshot;
  const WeftTimelineRoles *roles;
  GArray *ties;
  guint max;
  WeftMap64 found; /* by both rows */
} Search;

/* FALSE where the tie was there already, or there are enough. */
static gboolean
add_tie (Search *self, guint32 from, guint32 to, guint32 name)
{
  const WeftTimelineTie tie = { from, to, name };
  guint64 key = (guint64) from << 32 | to;

  if (self->ties->len >= self->max || weft_map64_get (&self->found, key) != WEFT_MAP64_NONE)
    return FALSE;
  weft_map64_set (&self->found, key, self->ties->len);
  g_array_append_val (self->ties, tie);
  return TRUE;
}

/* Flows into the row, and the call that launched it where no flow says that. */
static void
search_back (Search *self, guint32 row)
{
  const WeftTimelineFlows *flows = self->snapshot->flows;
  guint32 first = 0, last = 0;
  guint32 launch =
    self->roles != NULL ? weft_timeline_roles_get_launch (self->roles, row) : WEFT_NO_ROW;

  if (flows != NULL)
    weft_timeline_flows_find_to (flows, row, &first, &last);
  for (; first < last; first++)
    {
      guint32 flow = flows->by_end[first];

      if (add_tie (self, flows->from[flow], row, flows->name[flow]))
        search_back (self, flows->from[flow]);
    }
  if (launch != WEFT_NO_ROW && add_tie (self, launch, row, WEFT_NO_NAME))
    search_back (self, launch);
}

/* Flows out of the row. */
static void
search_on (Search *self, guint32 row)
{
  const WeftTimelineFlows *flows = self->snapshot->flows;
  guint32 first, last;

  if (flows == NULL)
    return;
  weft_timeline_flows_find_from (flows, row, &first, &last);
  for (; first < last; first++)
    if (add_tie (self, row, flows->to[first], flows->name[first]))
      search_on (self, flows->to[first]);
}

/* Ties of the slices within one at `depth` of its track: `depth` is theirs. */
static void
search_within (Search *self, const WeftTimelineTrackIndex *track, guint depth, gint64 start,
               gint64 end)
{
  guint32 place = weft_timeline_track_find (track, depth, start);

  for (; place < track->depths[depth + 1] && self->ties->len < self->max; place++)
    {
      if (weft_timeline_track_start (track, depth, place) >= end)
        return;
      if (weft_timeline_track_end (track, depth, place) <= end)
        search_on (self, track->rows[place]);
    }
}

/* The work that calls within [start, end) of the track launched, of which no flow tells. */
static void
search_launched (Search *self, guint track, gint64 start, gint64 end)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;

  if (self->roles == NULL || self->roles->launches == NULL)
    return;
  for (guint32 row = 0; row < self->roles->n_events && self->ties->len < self->max; row++)
    {
      guint32 launch = self->roles->launches[row];

      if (launch != WEFT_NO_ROW && weft_timeline_track (trace, launch) == track
          && weft_timeline_start (trace, launch) >= start
          && weft_timeline_end (trace, launch) <= end)
        add_tie (self, launch, row, WEFT_NO_NAME);
    }
}

/* Ties of the slice and of those within it. */
static void
search_all (Search *self, guint32 row)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;
  const WeftTimelineIndex *index = self->snapshot->index;
  gint64 start = weft_timeline_start (trace, row), end = weft_timeline_end (trace, row);
  guint track = weft_timeline_track (trace, row);

  search_back (self, row);
  search_on (self, row);
  if (weft_timeline_kind (trace, row) != WEFT_TIMELINE_SLICE || track >= index->n_tracks
      || row >= index->n_events)
    return;
  for (guint depth = index->depths[row] + 1u; depth < index->tracks[track].n_depths; depth++)
    search_within (self, &index->tracks[track], depth, start, end);
  search_launched (self, track, start, end);
}

GArray *
weft_timeline_find_ties (const WeftTimelineSnapshot *snapshot, const WeftTimelineRoles *roles,
                         guint32 row, guint max)
{
  Search self = { .snapshot = snapshot,
                  .roles = roles,
                  .ties = g_array_new (FALSE, FALSE, sizeof (WeftTimelineTie)),
                  .max = max,
                  .found = WEFT_MAP64_INIT };

  search_all (&self, row);
  weft_map64_clear (&self.found);
  return self.ties;
}
