/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-place.h"

#include "weft-pipeline-trace-private.h"

/* A time in which an op is in a stage, counted from its fetch; all of it where the names are NULL. */
typedef struct
{
  const char *lane;
  const char *name;
  gint64 start;
  gint64 end;
} Span;

/* When two ops begin to differ, counted from their fetches, and in which lane. */
typedef struct
{
  gboolean found;
  gint64 offset;
  const char *lane; /* NULL: it ends earlier, or later */
} Divergence;

static const guint32 *
get_ops (const WeftPipelineCompare *self, guint32 pair)
{
  return g_array_index (self->pairs, WeftOpPair, pair).ops;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;
  int order = g_strcmp0 (x->lane, y->lane);

  if (order == 0)
    order = g_strcmp0 (x->name, y->name);
  if (order == 0)
    order = (x->start > y->start) - (x->start < y->start);
  return order;
}

static gboolean
is_same_stage (const Span *a, const Span *b)
{
  return g_strcmp0 (a->lane, b->lane) == 0 && g_strcmp0 (a->name, b->name) == 0;
}

/* Joins what overlaps or touches of one stage. */
static void
join_spans (GArray *spans)
{
  guint n = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);
      Span *last = n > 0 ? &g_array_index (spans, Span, n - 1) : NULL;

      if (last != NULL && is_same_stage (last, span) && span->start <= last->end)
        last->end = MAX (last->end, span->end);
      else
        g_array_index (spans, Span, n++) = *span;
    }
  g_array_set_size (spans, n);
}

/* By lane, name and time. */
static GArray *
list_spans (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (Span));
  gint64 fetch = weft_op_fetch (snapshot, op);
  Span life = { NULL, NULL, 0, weft_ticks_between (fetch, weft_op_end (snapshot, op)) };
  g_auto (WeftStageBuffer) buffer = { 0 };

  if (life.end > 0)
    g_array_append_val (spans, life);
  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (snapshot->trace, stage->kind, &info);
      if (stage->end > stage->start)
        g_array_append_val (spans,
                            ((Span){ info.lane, info.name, weft_ticks_between (fetch, stage->start),
                                     weft_ticks_between (fetch, stage->end) }));
    }
  g_array_sort (spans, compare_spans);
  join_spans (spans);
  return spans;
}

static void
note_divergence (Divergence *self, gint64 offset, const char *lane)
{
  /* where the life of an op differs as well, the stage says more */
  if (self->found && (offset > self->offset || (offset == self->offset && self->lane != NULL)))
    return;
  *self = (Divergence){ TRUE, offset, lane };
}

/* As both are sorted, what stands in one alone is seen before the spans behind it. */
static Divergence
find_divergence (const GArray *a, const GArray *b)
{
  Divergence result = { FALSE, 0, NULL };

  for (guint i = 0, j = 0; i < a->len || j < b->len;)
    {
      const Span *x = i < a->len ? &g_array_index (a, Span, i) : NULL;
      const Span *y = j < b->len ? &g_array_index (b, Span, j) : NULL;
      int order = x == NULL ? 1 : y == NULL ? -1 : compare_spans (x, y);

      if (order == 0 && x->end != y->end)
        note_divergence (&result, MIN (x->end, y->end), x->lane);
      else if (order < 0)
        note_divergence (&result, x->start, x->lane);
      else if (order > 0)
        note_divergence (&result, y->start, y->lane);
      i += order <= 0;
      j += order >= 0;
    }
  return result;
}

/* The stage that the op is in at the cycle, best of that lane (nullable); where it is in none, the one
 * that began last before it. */
static guint
find_stage (const WeftPipelineSnapshot *snapshot, guint32 op, gint64 cycle, const char *lane)
{
  g_auto (WeftStageBuffer) buffer = { 0 };
  guint found = G_MAXUINT;
  int best = -1;

  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      gboolean covers = stage->start <= cycle && cycle < stage->end;
      WeftKindInfo info;
      int fit;

      weft_pipeline_trace_get_kind (snapshot->trace, stage->kind, &info);
      fit = covers ? 1 + (g_strcmp0 (info.lane, lane) == 0) : 0;
      if (stage->start > cycle || fit < best)
        continue;
      best = fit;
      found = i;
    }
  return found;
}

/* The latest pair of two ops before `pair` in its thread; WEFT_NO_ROW: it is the first. */
static guint32
find_before (const WeftPipelineCompare *self, guint32 pair)
{
  const WeftPipelineSnapshot *snapshot = self->snapshots[WEFT_LOG_A];
  gint64 tid = weft_op_thread (snapshot, get_ops (self, pair)[WEFT_LOG_A]);

  while (pair-- > 0)
    {
      const guint32 *ops = get_ops (self, pair);

      if (ops[WEFT_LOG_A] == WEFT_NO_ROW || ops[WEFT_LOG_B] == WEFT_NO_ROW)
        continue;
      return weft_op_thread (snapshot, ops[WEFT_LOG_A]) == tid ? pair : WEFT_NO_ROW;
    }
  return WEFT_NO_ROW;
}

/* Between the fetches of a pair. */
static gint64
get_distance (const WeftPipelineCompare *self, guint32 pair)
{
  const guint32 *ops = get_ops (self, pair);

  return weft_ticks_between (weft_op_fetch (self->snapshots[WEFT_LOG_A], ops[WEFT_LOG_A]),
                             weft_op_fetch (self->snapshots[WEFT_LOG_B], ops[WEFT_LOG_B]));
}

static Divergence
find_timing (const WeftPipelineCompare *self, guint32 pair)
{
  const guint32 *ops = get_ops (self, pair);
  guint32 before = find_before (self, pair);
  g_autoptr (GArray) a = NULL, b = NULL;

  if (before != WEFT_NO_ROW && get_distance (self, pair) != get_distance (self, before))
    return (Divergence){ TRUE, 0, NULL };
  a = list_spans (self->snapshots[WEFT_LOG_A], ops[WEFT_LOG_A]);
  b = list_spans (self->snapshots[WEFT_LOG_B], ops[WEFT_LOG_B]);
  return find_divergence (a, b);
}

WeftComparePlace
weft_pipeline_compare_find_place (const WeftPipelineCompare *self, WeftDifferenceKind kind,
                                  guint32 pair)
{
  const guint32 *ops = get_ops (self, pair);
  Divergence divergence = { kind != WEFT_DIFFERENCE_FLUSHES, 0, NULL };
  WeftComparePlace place;

  if (kind == WEFT_DIFFERENCE_TIMING)
    divergence = find_timing (self, pair);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      const WeftPipelineSnapshot *snapshot = self->snapshots[log];

      place.cycles[log] = WEFT_NO_CYCLE;
      place.stages[log] = G_MAXUINT;
      if (ops[log] == WEFT_NO_ROW)
        continue;
      place.cycles[log] =
        divergence.found ? weft_ticks_after (weft_op_fetch (snapshot, ops[log]), divergence.offset)
                         : weft_op_end (snapshot, ops[log]);
      place.stages[log] = find_stage (snapshot, ops[log], place.cycles[log], divergence.lane);
    }
  return place;
}

gint64
weft_pipeline_compare_place_get_cycle (const WeftPipelineCompare *self,
                                       const WeftComparePlace *place)
{
  if (place->cycles[WEFT_LOG_A] != WEFT_NO_CYCLE)
    return place->cycles[WEFT_LOG_A];
  return weft_ticks_between (self->base, place->cycles[WEFT_LOG_B]);
}
