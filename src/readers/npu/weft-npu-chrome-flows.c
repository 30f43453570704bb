/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-chrome-flows.h"

#include "weft-npu-index.h"
#include "weft-npu-trace-private.h"

typedef struct
{
  guint flow;
  guint order; /* in the file */
  gint64 time;
  guint lane;
  guint8 kind; /* WeftChromeFlowKind */
  gboolean is_next;
} Point;

struct _WeftNpuChromeFlows
{
  GHashTable *numbers; /* key → number of the flow + 1 */
  GArray *points;      /* Point */
};

WeftNpuChromeFlows *
weft_npu_chrome_flows_new (void)
{
  WeftNpuChromeFlows *self = g_new0 (WeftNpuChromeFlows, 1);

  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
  return self;
}

void
weft_npu_chrome_flows_free (WeftNpuChromeFlows *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->numbers);
  g_array_unref (self->points);
  g_free (self);
}

void
weft_npu_chrome_flows_add (WeftNpuChromeFlows *self, const char *key, WeftChromeFlowKind kind,
                           gboolean is_next, guint lane, gint64 time)
{
  guint flow = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, key));
  Point point = { 0, self->points->len, time, lane, (guint8) kind, is_next };

  if (flow == 0)
    {
      flow = g_hash_table_size (self->numbers) + 1;
      g_hash_table_insert (self->numbers, g_strdup (key), GUINT_TO_POINTER (flow));
    }
  point.flow = flow;
  g_array_append_val (self->points, point);
}

/* --- which slices they belong to -------------------------------------------------------------------- */

/* The first place of the sub-lane whose slice begins at `time` or later. */
static guint32
find_next (const WeftNpuTrack *work, const WeftNpuTrace *trace, guint sub, gint64 time)
{
  guint32 place = weft_npu_track_find (work, sub, time);

  return place < work->subs[sub + 1] && weft_npu_start (trace, work->rows[place]) < time ? place + 1
                                                                                         : place;
}

/* The innermost slice that is under way then, or else one that ends then, or (`is_next`) the one that
 * begins next; WEFT_NO_ROW where there is none. */
static guint32
find_slice (const WeftNpuSnapshot *snapshot, const Point *point)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftNpuTrack *work;
  guint32 found = WEFT_NO_ROW;

  if (point->lane >= snapshot->index->n_lanes)
    return WEFT_NO_ROW;
  work = &snapshot->index->lanes[point->lane].work;
  for (guint sub = 0; sub < work->n_subs; sub++)
    {
      guint32 place = point->is_next ? find_next (work, trace, sub, point->time)
                                     : weft_npu_track_find (work, sub, point->time);
      guint32 row;

      if (!point->is_next && place > work->subs[sub]
          && (place == work->subs[sub + 1]
              || weft_npu_start (trace, work->rows[place]) > point->time)
          && weft_npu_end (trace, work->rows[place - 1]) == point->time)
        place--;
      if (place == work->subs[sub + 1])
        continue;
      row = work->rows[place];
      if (!point->is_next && weft_npu_start (trace, row) > point->time)
        continue;
      if (found == WEFT_NO_ROW
          || (weft_npu_start (trace, row) < weft_npu_start (trace, found)) == point->is_next)
        found = row;
    }
  return found;
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const Point *x = a, *y = b;

  if (x->flow != y->flow)
    return x->flow < y->flow ? -1 : 1;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

WeftNpuDependencies *
weft_npu_chrome_flows_bind (WeftNpuChromeFlows *self, const WeftNpuSnapshot *snapshot,
                            guint *n_unbound)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 before = WEFT_NO_ROW; /* the slice of the point before, of the same flow */
  guint flow = 0;

  *n_unbound = 0;
  g_array_sort (self->points, compare_points);
  for (guint i = 0; i < self->points->len; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);
      guint32 pair[2] = { find_slice (snapshot, point), before };

      if (point->kind == WEFT_CHROME_FLOW_START || point->flow != flow)
        pair[1] = WEFT_NO_ROW;
      flow = point->flow;
      if (pair[0] == WEFT_NO_ROW
          || (pair[1] == WEFT_NO_ROW && point->kind != WEFT_CHROME_FLOW_START))
        ++*n_unbound;
      else if (pair[1] != WEFT_NO_ROW && pair[0] != pair[1])
        g_array_append_vals (pairs, pair, 2);
      before = point->kind == WEFT_CHROME_FLOW_END ? WEFT_NO_ROW : pair[0];
    }
  return weft_npu_dependencies_new ((const guint32 *) (gconstpointer) pairs->data, pairs->len / 2,
                                    snapshot->n_events);
}
