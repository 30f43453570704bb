/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-study.h"

#include "weft-timeline-trace-private.h"
#include "weft-wide-sum.h"

/* Who looks at one slice reads no more of them. */
#define MAX_TIES 100000

typedef struct
{
  const WeftTimelineSnapshot *snapshot;
  GArray *sums;       /* WeftTimelineStudied */
  GHashTable *places; /* among them, + 1, by names */
} Sums;

static void
sums_init (Sums *self, const WeftTimelineSnapshot *snapshot)
{
  self->snapshot = snapshot;
  self->sums = g_array_new (FALSE, FALSE, sizeof (WeftTimelineStudied));
  self->places = g_hash_table_new (NULL, NULL);
}

static void
sums_add (Sums *self, guint32 row, gboolean is_outer)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;
  guint32 name = weft_timeline_name (trace, row);
  gpointer key = GUINT_TO_POINTER (name);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, key));
  WeftTimelineStudied *sum;

  if (place == 0)
    {
      const WeftTimelineStudied fresh = { .name = name, .first = row };

      g_array_append_val (self->sums, fresh);
      place = self->sums->len;
      g_hash_table_insert (self->places, key, GUINT_TO_POINTER (place));
    }
  sum = &g_array_index (self->sums, WeftTimelineStudied, place - 1);
  sum->count++;
  sum->self = weft_wide_sum_get ((WeftWideSum) sum->self + self->snapshot->index->self[row]);
  if (is_outer)
    sum->total = weft_wide_sum_get ((WeftWideSum) sum->total + weft_timeline_span (trace, row));
  if (weft_timeline_start (trace, row) < weft_timeline_start (trace, sum->first))
    sum->first = row;
}

/* The sums in order: (transfer full). */
static GArray *
sums_end (Sums *self, GCompareFunc compare)
{
  g_hash_table_unref (self->places);
  g_array_sort (self->sums, compare);
  return self->sums;
}

static int
compare_self (gconstpointer a, gconstpointer b)
{
  const WeftTimelineStudied *x = a, *y = b;

  return (x->self < y->self) - (x->self > y->self);
}

static int
compare_total (gconstpointer a, gconstpointer b)
{
  const WeftTimelineStudied *x = a, *y = b;

  return (x->total < y->total) - (x->total > y->total);
}

/* --- within --------------------------------------------------------------------------------------- */

/* Whether no slice between it and the one that is studied has its name. */
static gboolean
is_outer (const WeftTimelineSnapshot *snapshot, guint32 studied, guint32 row)
{
  const guint32 *parents = snapshot->index->parents;
  guint32 name = weft_timeline_name (snapshot->trace, row);

  for (guint32 up = parents[row]; up != studied && up != WEFT_NO_ROW; up = parents[up])
    if (weft_timeline_name (snapshot->trace, up) == name)
      return FALSE;
  return TRUE;
}

/* Those of one depth; `within` says of rows whether they lie in the slice. */
static void
add_depth (Sums *sums, guint32 studied, const WeftTimelineTrackIndex *track, guint depth,
           guint8 *within)
{
  const WeftTimelineSnapshot *snapshot = sums->snapshot;
  const guint32 *parents = snapshot->index->parents;
  gint64 end = weft_timeline_end (snapshot->trace, studied);
  guint32 place =
    weft_timeline_track_find (track, depth, weft_timeline_start (snapshot->trace, studied));

  for (; place < track->depths[depth + 1]; place++)
    {
      guint32 row = track->rows[place];

      if (weft_timeline_track_start (track, depth, place) > end)
        return;
      if (parents[row] == WEFT_NO_ROW || (parents[row] != studied && !within[parents[row]]))
        continue;
      within[row] = TRUE;
      sums_add (sums, row, is_outer (snapshot, studied, row));
    }
}

static GArray *
sum_within (const WeftTimelineSnapshot *snapshot, guint32 row, GCancellable *cancellable)
{
  const WeftTimelineIndex *index = snapshot->index;
  guint number = weft_timeline_track (snapshot->trace, row);
  g_autofree guint8 *within = NULL;
  Sums sums;

  sums_init (&sums, snapshot);
  if (number < index->n_tracks && row < index->n_events
      && weft_timeline_kind (snapshot->trace, row) == WEFT_TIMELINE_SLICE)
    {
      within = g_new0 (guint8, index->n_events);
      for (guint depth = index->depths[row] + 1u;
           depth < index->tracks[number].n_depths && !g_cancellable_is_cancelled (cancellable);
           depth++)
        add_depth (&sums, row, &index->tracks[number], depth, within);
    }
  return sums_end (&sums, compare_self);
}

/* --- launched ------------------------------------------------------------------------------------- */

static GArray *
sum_launched (const WeftTimelineSnapshot *snapshot, const WeftTimelineRoles *roles, guint32 row,
              const GArray *ties)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Sums sums;

  sums_init (&sums, snapshot);
  for (guint i = 0; roles != NULL && i < ties->len; i++)
    {
      guint32 to = g_array_index (ties, WeftTimelineTie, i).to;

      if (to != row && to < roles->n_events && to < snapshot->index->n_events
          && weft_timeline_role_is_work ((WeftTimelineRole) roles->roles[to])
          && g_hash_table_add (seen, GUINT_TO_POINTER (to)))
        sums_add (&sums, to, TRUE);
    }
  return sums_end (&sums, compare_total);
}

/* --- the study ------------------------------------------------------------------------------------ */

WeftTimelineStudy *
weft_timeline_study_new (const WeftTimelineSnapshot *snapshot, const WeftTimelineRoles *roles,
                         guint32 row, GCancellable *cancellable)
{
  WeftTimelineStudy *self = g_new0 (WeftTimelineStudy, 1);

  self->row = row;
  self->ties = weft_timeline_find_ties (snapshot, roles, row, MAX_TIES);
  self->is_part = self->ties->len == MAX_TIES;
  self->within = sum_within (snapshot, row, cancellable);
  self->launched = sum_launched (snapshot, roles, row, self->ties);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self, weft_timeline_study_free);
  return self;
}

void
weft_timeline_study_free (WeftTimelineStudy *self)
{
  g_array_unref (self->ties);
  g_array_unref (self->within);
  g_array_unref (self->launched);
  g_free (self);
}
