/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-stalls.h"

#include "weft-op-cells.h"

struct _WeftStalls
{
  WeftPipelineSnapshot *snapshot;
  gboolean is_estimate;
  guint n_kinds;
  guint8 *overlays;  /* by kind: whether its lane is not the pipeline */
  guint64 *shortest; /* by kind, for the estimate; G_MAXUINT64: none has ended */
  GArray *spans;     /* WeftCycleRange: scratch */
};

guint
weft_stalls_find_pipeline_lane (WeftPipelineTrace *trace)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (trace);

  for (guint lane = 0; lane < n_lanes; lane++)
    if (g_strcmp0 (weft_pipeline_trace_get_lane_name (trace, lane), "0") == 0)
      return lane;
  return 0;
}

static void
find_overlays (WeftStalls *self)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint pipeline = weft_stalls_find_pipeline_lane (self->snapshot->trace);

  self->is_estimate = TRUE;
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      guint32 depth = weft_cell_load (weft_table_u32 (&trace->kinds, KIND_DEPTH, kind));

      self->overlays[kind] = *weft_table_u32 (&trace->kinds, KIND_LANE, kind) != pipeline;
      /* A kind that was only ever ended, never started, is no lane of the log. */
      if (self->overlays[kind] && depth != WEFT_NO_ROW)
        self->is_estimate = FALSE;
    }
}

static void
find_shortest_of_op (WeftStalls *self, guint32 op, guint64 *shortest)
{
  gint64 fetch = weft_op_fetch_tick (self->snapshot, op);
  guint32 stage = weft_op_last_stage (self->snapshot, op);

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (self->snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (self->snapshot, stage);
      gint64 start, end;

      if (kind < self->n_kinds
          && weft_stage_cycles (self->snapshot, stage, fetch, &start, &end))
        shortest[kind] = MIN (shortest[kind], weft_cycles_between (start, end));
    }
}

static gboolean
find_shortest (WeftStalls *self, GCancellable *cancellable, GError **error)
{
  g_autofree guint64 *cut_short = g_new (guint64, self->n_kinds + 1);

  for (guint kind = 0; kind < self->n_kinds; kind++)
    self->shortest[kind] = cut_short[kind] = G_MAXUINT64;
  for (guint32 op = 0; op < self->snapshot->n_ops; op++)
    {
      gboolean retired = weft_op_state (self->snapshot, op) == WEFT_OP_RETIRED;

      if (weft_ops_cancelled (op, cancellable, error))
        return FALSE;
      find_shortest_of_op (self, op, retired ? self->shortest : cut_short);
    }
  for (guint kind = 0; kind < self->n_kinds; kind++)
    if (self->shortest[kind] == G_MAXUINT64)
      self->shortest[kind] = cut_short[kind];
  return TRUE;
}

WeftStalls *
weft_stalls_new (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftStalls) self = g_new0 (WeftStalls, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->overlays = g_new0 (guint8, self->n_kinds + 1);
  self->shortest = g_new0 (guint64, self->n_kinds + 1);
  self->spans = g_array_new (FALSE, FALSE, sizeof (WeftCycleRange));
  find_overlays (self);
  if (self->is_estimate && !find_shortest (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
weft_stalls_free (WeftStalls *self)
{
  weft_pipeline_snapshot_unref (self->snapshot);
  g_array_unref (self->spans);
  g_free (self->overlays);
  g_free (self->shortest);
  g_free (self);
}

gboolean
weft_stalls_is_estimate (const WeftStalls *self)
{
  return self->is_estimate;
}

static guint64
estimate (const WeftStalls *self, guint32 op)
{
  gint64 fetch = weft_op_fetch_tick (self->snapshot, op);
  guint32 stage = weft_op_last_stage (self->snapshot, op);
  guint64 cycles = 0;

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (self->snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (self->snapshot, stage);
      gint64 start, end;
      guint64 length;

      if (!weft_stage_cycles (self->snapshot, stage, fetch, &start, &end))
        end = weft_op_end (self->snapshot, op);
      length = weft_cycles_between (start, end);
      if (kind < self->n_kinds && length > self->shortest[kind])
        cycles += length - self->shortest[kind];
    }
  return cycles;
}

/* The op's stages in overlay lanes, clipped to its life, latest first, into `spans`. */
static void
collect_spans (WeftStalls *self, guint32 op)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch_tick = weft_op_fetch_tick (snapshot, op);
  gint64 fetch = weft_pipeline_snapshot_to_cycle (snapshot, fetch_tick);
  gint64 end = weft_op_end (snapshot, op);
  guint32 stage = weft_op_last_stage (snapshot, op);

  g_array_set_size (self->spans, 0);
  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (snapshot, stage);
      WeftCycleRange span;

      if (kind >= self->n_kinds || !self->overlays[kind])
        continue;
      if (!weft_stage_cycles (snapshot, stage, fetch_tick, &span.from, &span.to))
        span.to = end;
      span.from = MAX (span.from, fetch);
      span.to = MIN (span.to, end);
      if (span.from < span.to)
        g_array_append_val (self->spans, span);
    }
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const WeftCycleRange *x = a, *y = b;

  return (x->from > y->from) - (x->from < y->from);
}

static guint64
measure_union (GArray *spans)
{
  WeftCycleRange *items = (WeftCycleRange *) (gpointer) spans->data;
  guint64 cycles = 0;
  gint64 covered = G_MININT64;

  if (spans->len > 1)
    g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      cycles += weft_cycles_between (MAX (items[i].from, covered), items[i].to);
      covered = MAX (covered, items[i].to);
    }
  return cycles;
}

guint64
weft_stalls_get_cycles (WeftStalls *self, guint32 op)
{
  if (self->is_estimate)
    return estimate (self, op);
  collect_spans (self, op);
  return measure_union (self->spans);
}
