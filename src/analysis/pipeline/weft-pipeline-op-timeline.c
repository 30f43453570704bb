/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-timeline.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-phases.h"
#include "weft-pipeline-stage-walk.h"

/* A stage of an op. While the op's cycles go by, those that it is in are chained, the pipeline's lane
 * apart from the others, the one that began last first. */
typedef struct
{
  gint64 from;
  gint64 to;
  guint32 stage;
  guint32 below; /* in the chain; NO_SPAN: none */
  WeftKind kind;
  gboolean is_overlay;
} Span;

#define NO_SPAN G_MAXUINT32

/* As many stages of an op are put in order by moving them one by one. */
#define FEW_SPANS 64

struct _WeftPipelineOpTimeline
{
  const WeftPipelineSnapshot *snapshot;
  guint n_kinds;
  guint8 *overlays; /* by kind: whether its lane is not the pipeline */
  Span *spans;      /* of the op asked for last, those that begin last first */
  guint n_spans;
  guint max_spans;
  WeftTimelineSegment *segments; /* there is room for two a span and one */
  guint n_segments;
};

WeftPipelineOpTimeline *
weft_pipeline_op_timeline_new (WeftPipelineSnapshot *snapshot)
{
  WeftPipelineOpTimeline *self = g_new0 (WeftPipelineOpTimeline, 1);
  const WeftPipelineTrace *trace = snapshot->trace;
  guint pipeline = weft_pipeline_find_lane (snapshot->trace);

  self->snapshot = snapshot;
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->overlays = g_new0 (guint8, self->n_kinds + 1);
  self->segments = g_new (WeftTimelineSegment, 1);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    self->overlays[kind] = weft_table_get_u32 (&trace->kinds, KIND_LANE, kind) != pipeline;
  return self;
}

void
weft_pipeline_op_timeline_free (WeftPipelineOpTimeline *self)
{
  g_free (self->overlays);
  g_free (self->spans);
  g_free (self->segments);
  g_free (self);
}

/* --- the op's stages ------------------------------------------------------------------------------- */

/* By what begins last, then by what stands last in the file. */
static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;

  if (x->from != y->from)
    return x->from > y->from ? -1 : 1;
  return (x->stage < y->stage) - (x->stage > y->stage);
}

/* Room for one more span, with which the stages of the op end for the time being. */
static Span *
add_span (WeftPipelineOpTimeline *self)
{
  if (self->n_spans == self->max_spans)
    {
      self->max_spans = MAX (16, 2 * self->max_spans);
      self->spans = g_renew (Span, self->spans, self->max_spans);
      self->segments =
        g_renew (WeftTimelineSegment, self->segments, 2 * (gsize) self->max_spans + 1);
    }
  return &self->spans[self->n_spans++];
}

/* Puts the span that was added last, and stands before all others in the file, where it belongs. */
static void
place_span (WeftPipelineOpTimeline *self)
{
  guint at = self->n_spans - 1;
  const Span span = self->spans[at];

  for (; at > 0 && self->spans[at - 1].from < span.from; at--)
    self->spans[at] = self->spans[at - 1];
  self->spans[at] = span;
}

static void
collect_spans (WeftPipelineOpTimeline *self, guint32 op, gint64 end)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch_tick = weft_op_fetch_tick (snapshot, op);
  WeftStageWalk walk;

  self->n_spans = 0;
  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;
      Span *span;

      if (kind >= self->n_kinds)
        continue;
      span = add_span (self);
      if (!weft_stage_walk_cycles (&walk, fetch_tick, &span->from, &span->to))
        span->to = end;
      span->stage = walk.at.stage;
      span->kind = kind;
      span->is_overlay = self->overlays[kind];
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
  guint n_left;   /* that have not begun: the last of them is next */
  guint32 top[2]; /* the chains of the pipeline and of the other lanes */
} Sweep;

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
    while (self->top[chain] != NO_SPAN && self->spans[self->top[chain]].to <= cycle)
      self->top[chain] = self->spans[self->top[chain]].below;
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

static gboolean
are_alike (const WeftTimelineSegment *a, const WeftTimelineSegment *b)
{
  return a->has_stage == b->has_stage && a->stage == b->stage && a->has_reason == b->has_reason
         && a->reason == b->reason;
}

/* A stage that takes no time, or lies below another, changes nothing. */
static void
add_segment (WeftPipelineOpTimeline *self, const Sweep *sweep, gint64 from, gint64 to)
{
  WeftTimelineSegment *last = self->n_segments > 0 ? &self->segments[self->n_segments - 1] : NULL;
  WeftTimelineSegment segment = { .from = from, .to = to };

  if (sweep->top[0] != NO_SPAN)
    {
      segment.has_stage = TRUE;
      segment.kind = sweep->spans[sweep->top[0]].kind;
      segment.stage = sweep->spans[sweep->top[0]].stage;
    }
  if (sweep->top[1] != NO_SPAN)
    {
      segment.has_reason = TRUE;
      segment.reason = sweep->spans[sweep->top[1]].kind;
    }
  if (last != NULL && are_alike (last, &segment))
    last->to = to;
  else
    self->segments[self->n_segments++] = segment;
}

const WeftTimelineSegment *
weft_pipeline_op_timeline_read (WeftPipelineOpTimeline *self, guint32 op, guint *n_segments)
{
  gint64 cycle = weft_op_fetch (self->snapshot, op), end = weft_op_end (self->snapshot, op);
  Sweep sweep = { .top = { NO_SPAN, NO_SPAN } };

  self->n_segments = 0;
  collect_spans (self, op, end);
  sweep.spans = self->spans;
  sweep.n_left = self->n_spans;
  while (cycle < end)
    {
      gint64 change;

      advance (&sweep, cycle);
      change = find_change (&sweep, end);
      add_segment (self, &sweep, cycle, change);
      cycle = change;
    }
  *n_segments = self->n_segments;
  return self->segments;
}
