/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stalls.h"

#include "weft-pipeline-op-cells.h"

/* A stage of an op. While the op's cycles go by, those that it is in are chained, lane 0 apart from
 * the others, the one that began last first. */
typedef struct
{
  gint64 from;
  gint64 to;
  guint32 index; /* in the file, within the op: the last is 0 */
  guint32 below; /* in the chain; NO_SPAN: none */
  WeftKind kind;
  gboolean is_overlay;
} Span;

#define NO_SPAN G_MAXUINT32

/* As many stages of an op are put in order by moving them one by one. */
#define FEW_SPANS 64

struct _WeftPipelineStalls
{
  WeftPipelineSnapshot *snapshot;
  gboolean is_estimate;
  guint n_kinds;
  guint8 *overlays;  /* by kind: whether its lane is not the pipeline */
  guint64 *shortest; /* by kind, for the estimate; G_MAXUINT64: none has ended */
  Span *spans;       /* of the op asked for last, those that begin last first */
  guint n_spans;
  guint max_spans;
  WeftStall *stalls; /* of that op; there is room for three a span and one */
  guint n_stalls;
};

guint
weft_pipeline_stalls_find_pipeline_lane (WeftPipelineTrace *trace)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (trace);

  for (guint lane = 0; lane < n_lanes; lane++)
    if (g_strcmp0 (weft_pipeline_trace_get_lane_name (trace, lane), "0") == 0)
      return lane;
  return 0;
}

static void
find_overlays (WeftPipelineStalls *self)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint pipeline = weft_pipeline_stalls_find_pipeline_lane (self->snapshot->trace);

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
find_shortest_of_op (WeftPipelineStalls *self, guint32 op, guint64 *shortest)
{
  gint64 fetch = weft_op_fetch_tick (self->snapshot, op);
  guint32 stage = weft_op_last_stage (self->snapshot, op);

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (self->snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (self->snapshot, stage);
      gint64 start, end;

      if (kind < self->n_kinds && weft_stage_cycles (self->snapshot, stage, fetch, &start, &end))
        shortest[kind] = MIN (shortest[kind], weft_cycles_between (start, end));
    }
}

static gboolean
find_shortest (WeftPipelineStalls *self, GCancellable *cancellable, GError **error)
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

WeftPipelineStalls *
weft_pipeline_stalls_new (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineStalls) self = g_new0 (WeftPipelineStalls, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->overlays = g_new0 (guint8, self->n_kinds + 1);
  self->shortest = g_new0 (guint64, self->n_kinds + 1);
  self->stalls = g_new (WeftStall, 1);
  find_overlays (self);
  if (self->is_estimate && !find_shortest (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
weft_pipeline_stalls_free (WeftPipelineStalls *self)
{
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self->spans);
  g_free (self->stalls);
  g_free (self->overlays);
  g_free (self->shortest);
  g_free (self);
}

gboolean
weft_pipeline_stalls_is_estimate (const WeftPipelineStalls *self)
{
  return self->is_estimate;
}

/* --- the op's stages ------------------------------------------------------------------------------- */

/* Whether the stages follow one another without a gap from the fetch to the end, in the pipeline's
 * lane alone. */
static gboolean
are_seamless (const WeftPipelineStalls *self, gint64 fetch, gint64 end)
{
  for (guint i = 0; i < self->n_spans; i++)
    {
      const Span *span = &self->spans[i];

      if (span->is_overlay || span->to != end || span->to < span->from)
        return FALSE;
      end = span->from;
    }
  return fetch == end;
}

/* By what begins last, then by what stands last in the file. */
static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;

  if (x->from != y->from)
    return x->from > y->from ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Room for one more span, with which the stages of the op end for the time being. */
static Span *
add_span (WeftPipelineStalls *self)
{
  if (self->n_spans == self->max_spans)
    {
      self->max_spans = MAX (16, 2 * self->max_spans);
      self->spans = g_renew (Span, self->spans, self->max_spans);
      self->stalls = g_renew (WeftStall, self->stalls, 3 * (gsize) self->max_spans + 1);
    }
  return &self->spans[self->n_spans++];
}

/* Puts the span that was added last, and stands before all others in the file, where it belongs. */
static void
place_span (WeftPipelineStalls *self)
{
  guint at = self->n_spans - 1;
  const Span span = self->spans[at];

  for (; at > 0 && self->spans[at - 1].from < span.from; at--)
    self->spans[at] = self->spans[at - 1];
  self->spans[at] = span;
}

/* The op's stages. Adds what they lasted too long, where that is the estimate. */
static void
collect_spans (WeftPipelineStalls *self, guint32 op, gint64 end)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch_tick = weft_op_fetch_tick (snapshot, op);
  guint32 stage = weft_op_last_stage (snapshot, op);

  self->n_spans = 0;
  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (snapshot, stage);
      Span *span;
      guint64 length;

      if (kind >= self->n_kinds)
        continue;
      span = add_span (self);
      if (!weft_stage_cycles (snapshot, stage, fetch_tick, &span->from, &span->to))
        span->to = end;
      span->index = self->n_spans - 1;
      span->kind = kind;
      span->is_overlay = self->overlays[kind];
      length = weft_cycles_between (span->from, span->to);
      if (self->is_estimate && length > self->shortest[kind])
        self->stalls[self->n_stalls++] = (WeftStall){ .type = WEFT_STALL_LENGTH,
                                                      .has_stage = TRUE,
                                                      .stage = kind,
                                                      .cycles = length - self->shortest[kind] };
      if (self->n_spans > 1 && span[-1].from < span->from && self->n_spans <= FEW_SPANS)
        place_span (self);
    }
  if (self->n_spans > FEW_SPANS)
    qsort (self->spans, self->n_spans, sizeof (Span), compare_spans);
}

/* --- one cycle after the other ------------------------------------------------------------------------ */

/* Where the op is while its cycles go by. */
typedef struct
{
  Span *spans;
  guint n_left;     /* that have not begun: the last of them is next */
  guint32 top[2];   /* the chains of the pipeline and of the other lanes */
  const Span *over; /* of the pipeline, the one that ended last; NULL: none has */
} Sweep;

static gboolean
ends_later (const Span *a, const Span *b)
{
  return a->to > b->to || (a->to == b->to && compare_spans (a, b) < 0);
}

/* Begins and ends what begins and ends until `cycle`. */
static void
advance (Sweep *self, gint64 cycle)
{
  for (; self->n_left > 0 && self->spans[self->n_left - 1].from <= cycle; self->n_left--)
    {
      Span *span = &self->spans[self->n_left - 1];

      span->below = self->top[span->is_overlay];
      self->top[span->is_overlay] = self->n_left - 1;
    }
  for (guint chain = 0; chain < G_N_ELEMENTS (self->top); chain++)
    for (; self->top[chain] != NO_SPAN && self->spans[self->top[chain]].to <= cycle;
         self->top[chain] = self->spans[self->top[chain]].below)
      {
        const Span *span = &self->spans[self->top[chain]];

        if (!span->is_overlay && (self->over == NULL || ends_later (span, self->over)))
          self->over = span;
      }
}

/* The cycle after `cycle` in which the op's stages change; `end` at the latest. */
static gint64
find_change (const Sweep *self, gint64 end)
{
  if (self->n_left > 0)
    end = MIN (end, self->spans[self->n_left - 1].from);
  for (guint chain = 0; chain < G_N_ELEMENTS (self->top); chain++)
    if (self->top[chain] != NO_SPAN)
      end = MIN (end, self->spans[self->top[chain]].to);
  return end;
}

static void
add_cycles (WeftPipelineStalls *self, const Sweep *sweep, guint64 cycles)
{
  const Span *overlay = sweep->top[1] != NO_SPAN ? &sweep->spans[sweep->top[1]] : NULL;
  const Span *stage = sweep->top[0] != NO_SPAN ? &sweep->spans[sweep->top[0]] : NULL;
  WeftStall stall = { .type = WEFT_STALL_GAP, .cycles = cycles };

  if (overlay != NULL)
    {
      stall.type = WEFT_STALL_LANE;
      stall.reason = overlay->kind;
    }
  else if (stage != NULL)
    return;
  else
    stage = sweep->over;
  stall.has_stage = stage != NULL;
  stall.stage = stage != NULL ? stage->kind : 0;
  self->stalls[self->n_stalls++] = stall;
}

const WeftStall *
weft_pipeline_stalls_find (WeftPipelineStalls *self, guint32 op, guint *n_stalls)
{
  gint64 cycle = weft_op_fetch (self->snapshot, op), end = weft_op_end (self->snapshot, op);

  self->n_stalls = 0;
  collect_spans (self, op, end);
  if (!are_seamless (self, cycle, end))
    {
      Sweep sweep = { .spans = self->spans, .n_left = self->n_spans, .top = { NO_SPAN, NO_SPAN } };

      while (cycle < end)
        {
          gint64 change;

          advance (&sweep, cycle);
          change = find_change (&sweep, end);
          add_cycles (self, &sweep, weft_cycles_between (cycle, change));
          cycle = change;
        }
    }
  *n_stalls = self->n_stalls;
  return self->stalls;
}

guint64
weft_pipeline_stalls_get_cycles (WeftPipelineStalls *self, guint32 op)
{
  guint n_stalls;
  const WeftStall *stalls = weft_pipeline_stalls_find (self, op, &n_stalls);
  guint64 cycles = 0;

  for (guint i = 0; i < n_stalls; i++)
    if (stalls[i].type != WEFT_STALL_GAP)
      cycles += stalls[i].cycles;
  return cycles;
}

const char *
weft_stall_type_to_string (WeftStallType type)
{
  static const char *const words[] = { "stall", "gap", "long" };

  g_return_val_if_fail (type < G_N_ELEMENTS (words), NULL);
  return words[type];
}
