/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-writer-private.h"

/* Stages of ops, and the ends of ops, which end them. */

/* An op with more stages than this gets its stages indexed: walking back would make the load of a
 * hostile log quadratic. */
#define WALK_LIMIT 48

static guint32
lane_of (WeftPipelineWriter *self, WeftKind kind)
{
  return weft_pipeline_writer_get_traits (self, kind)->lane;
}

/* There is none at all where storage ran out before the first one. */
static gboolean
kind_exists (WeftPipelineWriter *self, WeftKind kind)
{
  return kind < self->kind_traits->len;
}

static guint32
previous_stage (WeftPipelineWriter *self, guint32 stage)
{
  return weft_table_get_u32 (&self->trace->stages, STAGE_PREVIOUS, stage);
}

static WeftKind
kind_of (WeftPipelineWriter *self, guint32 stage)
{
  return weft_table_get_u16 (&self->trace->stages, STAGE_KIND, stage);
}

static gint64
start_of (WeftPipelineWriter *self, guint32 stage)
{
  return weft_compact_decode (&self->trace->compact,
                              weft_table_get_u32 (&self->trace->stages, STAGE_START, stage));
}

static gboolean
is_open (WeftPipelineWriter *self, guint32 stage)
{
  return weft_table_get_u32 (&self->trace->stages, STAGE_LENGTH, stage) == WEFT_COMPACT_NONE;
}

/* --- ops at hand -------------------------------------------------------------------------------- */

WeftOpAtHand *
weft_pipeline_writer_bring (WeftPipelineWriter *self, guint32 op)
{
  WeftOpAtHand *at_hand = &self->at_hand[op % WEFT_OPS_AT_HAND];

  *at_hand = (WeftOpAtHand){ .op = op,
                             .last_stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op),
                             .fetch = weft_table_get_i64 (&self->trace->ops, OP_FETCH, op),
                             .flags = weft_table_get_u8 (&self->trace->ops, OP_FLAGS, op) };
  return at_hand;
}

/* The last stage in a lane; NULL where that is not at hand. */
static WeftStageAtHand *
get_last (WeftOpAtHand *op, guint32 lane)
{
  return G_LIKELY (op->knows_lanes && lane < WEFT_LANES_AT_HAND) ? &op->last[lane] : NULL;
}

void
weft_pipeline_writer_set_flags (WeftPipelineWriter *self, guint32 op, guint flags)
{
  weft_pipeline_writer_at_hand (self, op)->flags = (guint8) flags;
  weft_table_set_u8 (&self->trace->ops, OP_FLAGS, op, (guint8) flags);
}

/* --- stages ------------------------------------------------------------------------------------- */

/* Keys of the index of a deep op: its latest stage of a kind, and its latest in a lane. */
static guint64
kind_key (guint32 op, WeftKind kind)
{
  return (guint64) op << 32 | kind;
}

static guint64
lane_key (guint32 op, guint32 lane)
{
  return (guint64) op << 32 | 0x80000000u | lane;
}

static void
index_stage (WeftPipelineWriter *self, guint32 op, guint32 stage)
{
  WeftKind kind = kind_of (self, stage);

  weft_map64_set (&self->latest, kind_key (op, kind), stage);
  weft_map64_set (&self->latest, lane_key (op, lane_of (self, kind)), stage);
}

void
weft_pipeline_writer_index_stages (WeftPipelineWriter *self, guint32 op)
{
  guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);

  for (; stage != WEFT_NO_ROW; stage = previous_stage (self, stage))
    {
      WeftKind kind = kind_of (self, stage);

      /* Walking back, the first of its kind is the latest. */
      if (weft_map64_get (&self->latest, kind_key (op, kind)) == WEFT_MAP64_NONE)
        weft_map64_set (&self->latest, kind_key (op, kind), stage);
      if (weft_map64_get (&self->latest, lane_key (op, lane_of (self, kind))) == WEFT_MAP64_NONE)
        weft_map64_set (&self->latest, lane_key (op, lane_of (self, kind)), stage);
    }
}

static void
make_deep (WeftPipelineWriter *self, guint32 op)
{
  weft_pipeline_writer_index_stages (self, op);
  weft_pipeline_writer_set_flags (self, op, weft_pipeline_writer_get_flags (self, op) | OP_DEEP);
}

/* The latest stage in a lane, or of a kind, of that number; WEFT_NO_ROW: there is none. */
static guint32
find_latest (WeftPipelineWriter *self, guint32 op, gboolean in_lane, guint32 number)
{
  guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);

  for (guint steps = 0; stage != WEFT_NO_ROW; stage = previous_stage (self, stage), steps++)
    {
      const WeftKind kind = kind_of (self, stage);

      if ((in_lane ? lane_of (self, kind) : kind) == number)
        return stage;
      if (steps < WALK_LIMIT)
        continue;
      if ((weft_pipeline_writer_get_flags (self, op) & OP_DEEP) == 0)
        make_deep (self, op);
      return weft_map64_get (&self->latest,
                             in_lane ? lane_key (op, number) : kind_key (op, (WeftKind) number));
    }
  return WEFT_NO_ROW;
}

/* Ends a stage of the op, which started so many ticks behind the fetch. FALSE where it could not be said. */
G_ALWAYS_INLINE static inline gboolean
set_length (WeftPipelineWriter *self, const WeftOpAtHand *op, guint32 stage, WeftKind kind,
            gint64 start, gint64 tick)
{
  WeftPipelineTrace *trace = self->trace;
  const gint64 delta = weft_ticks_between (op->fetch, tick);
  const guint32 length = weft_pipeline_writer_encode (self, weft_ticks_between (start, delta));

  weft_pipeline_trace_widen_lags (trace, delta);
  weft_table_set_u32 (&trace->stages, STAGE_LENGTH, stage, length);
  /* "producer cycle = this cycle − 1" (formats/kanata, S, E and R); gem5 sets its own. */
  if (weft_pipeline_writer_get_traits (self, kind)->executes
      && trace->dialect == WEFT_PIPELINE_KANATA)
    weft_pipeline_writer_set_cell (
      self, OP_PRODUCES, op->op, weft_pipeline_writer_encode (self, weft_ticks_after (delta, -1)));
  return length != WEFT_COMPACT_NONE;
}

G_ALWAYS_INLINE static inline void
end_last (WeftPipelineWriter *self, const WeftOpAtHand *op, WeftStageAtHand *last, gint64 tick)
{
  last->is_open = !set_length (self, op, last->stage, last->kind, last->start, tick);
}

/* Ends a stage that is not at hand. */
static void
end_other (WeftPipelineWriter *self, const WeftOpAtHand *op, guint32 stage, gint64 tick)
{
  set_length (self, op, stage, kind_of (self, stage), start_of (self, stage), tick);
}

/* How many stages stand before this one in its lane: the depth of a kind where it is new. */
static guint32
count_in_lane (WeftPipelineWriter *self, guint32 op, guint32 lane)
{
  guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);
  guint32 n_stages = 0;

  for (guint steps = 0; stage != WEFT_NO_ROW && steps < WALK_LIMIT;
       stage = previous_stage (self, stage), steps++)
    n_stages += lane_of (self, kind_of (self, stage)) == lane;
  return n_stages;
}

/* Ends the stage that is open in the lane. */
static void
end_lane (WeftPipelineWriter *self, WeftOpAtHand *op, guint32 lane, gint64 tick)
{
  WeftStageAtHand *last = get_last (op, lane);
  guint32 before;

  if (last != NULL)
    {
      if (last->stage != WEFT_NO_ROW && last->is_open)
        end_last (self, op, last, tick);
      return;
    }
  op->knows_lanes = FALSE;
  before = find_latest (self, op->op, TRUE, lane);
  if (before != WEFT_NO_ROW && is_open (self, before))
    end_other (self, op, before, tick);
}

static void
set_depth (WeftPipelineWriter *self, guint32 op, WeftKind kind)
{
  WeftKindTraits *traits = &g_array_index (self->kind_traits, WeftKindTraits, kind);

  traits->has_depth = TRUE;
  weft_table_set_u32 (&self->trace->kinds, KIND_DEPTH, kind,
                      count_in_lane (self, op, traits->lane));
}

/* Appends the row of a stage that has not ended. */
G_ALWAYS_INLINE static inline gboolean
append_stage (WeftPipelineWriter *self, guint32 previous, guint32 start, WeftKind kind,
              guint32 *stage)
{
  WeftNewestChunk *newest = &self->stages;
  guint32 index;

  if (!weft_pipeline_writer_append_row (self, &self->trace->stages, newest, stage, &index))
    return FALSE;
  weft_put_u32 (newest->cells[STAGE_PREVIOUS], index, previous);
  weft_put_u32 (newest->cells[STAGE_START], index, start);
  weft_put_u32 (newest->cells[STAGE_LENGTH], index, WEFT_COMPACT_NONE);
  weft_put_u16 (newest->cells[STAGE_KIND], index, kind);
  return TRUE;
}

/* Starts a stage so many ticks behind the fetch, in a lane where none is open. */
G_ALWAYS_INLINE static inline gboolean
begin_stage (WeftPipelineWriter *self, WeftOpAtHand *op, WeftKind kind, gint64 lag)
{
  const WeftKindTraits *traits = weft_pipeline_writer_get_traits (self, kind);
  const guint32 start = weft_pipeline_writer_encode (self, lag);
  WeftStageAtHand *last;
  guint32 stage;

  if (!append_stage (self, op->last_stage, start, kind, &stage))
    return FALSE;
  if (G_UNLIKELY (!traits->has_depth))
    set_depth (self, op->op, kind);
  op->last_stage = stage;
  weft_pipeline_writer_set_cell (self, OP_LAST_STAGE, op->op, stage);
  last = get_last (op, traits->lane);
  if (last != NULL)
    *last =
      (WeftStageAtHand){ weft_compact_decode (&self->trace->compact, start), stage, kind, TRUE };
  if (traits->executes)
    weft_pipeline_writer_set_cell (self, OP_CONSUMES, op->op, start);
  if (G_UNLIKELY (op->flags & OP_DEEP))
    index_stage (self, op->op, stage);
  return TRUE;
}

static inline gboolean
start_stage (WeftPipelineWriter *self, WeftOpAtHand *op, WeftKind kind, gint64 tick)
{
  const gint64 lag = weft_ticks_between (op->fetch, tick);

  end_lane (self, op, lane_of (self, kind), tick);
  weft_pipeline_trace_widen_lags (self->trace, lag);
  if (!begin_stage (self, op, kind, lag))
    return FALSE;
  weft_pipeline_writer_touch (self, op->op);
  return TRUE;
}

gboolean
weft_pipeline_writer_start_stage (WeftPipelineWriter *self, guint32 op, WeftKind kind, gint64 tick)
{
  return G_LIKELY (kind_exists (self, kind))
         && start_stage (self, weft_pipeline_writer_at_hand (self, op), kind, tick);
}

static inline gboolean
end_stage (WeftPipelineWriter *self, WeftOpAtHand *op, WeftKind kind, gint64 tick)
{
  WeftStageAtHand *last = get_last (op, lane_of (self, kind));
  guint32 stage;

  if (G_LIKELY (last != NULL && last->stage != WEFT_NO_ROW && last->kind == kind))
    end_last (self, op, last, tick);
  else
    {
      /* Which is not the last in its lane, as it is not at hand. */
      stage = find_latest (self, op->op, FALSE, kind);
      if (stage == WEFT_NO_ROW)
        return FALSE;
      end_other (self, op, stage, tick);
    }
  weft_pipeline_writer_touch (self, op->op);
  return TRUE;
}

gboolean
weft_pipeline_writer_end_stage (WeftPipelineWriter *self, guint32 op, WeftKind kind, gint64 tick)
{
  return G_LIKELY (kind_exists (self, kind))
         && end_stage (self, weft_pipeline_writer_at_hand (self, op), kind, tick);
}

gboolean
weft_pipeline_writer_go_on (WeftPipelineWriter *self, gint64 id, WeftKind kind, gboolean starts,
                            gint64 tick)
{
  const guint32 op = weft_id_map_get (&self->ops_by_id, id);
  WeftOpAtHand *at_hand;

  if (G_UNLIKELY (op == WEFT_NO_ROW || !kind_exists (self, kind)))
    return FALSE;
  at_hand = weft_pipeline_writer_at_hand (self, op);
  if (G_UNLIKELY ((at_hand->flags & OP_STATE_MASK) != WEFT_OP_OPEN))
    return FALSE;
  return starts ? start_stage (self, at_hand, kind, tick) : end_stage (self, at_hand, kind, tick);
}

gboolean
weft_pipeline_writer_move_on (WeftPipelineWriter *self, gint64 id, WeftKind from, WeftKind to,
                              gint64 tick)
{
  const guint32 op = weft_id_map_get (&self->ops_by_id, id);
  WeftOpAtHand *at_hand;
  WeftStageAtHand *last;

  if (G_UNLIKELY (op == WEFT_NO_ROW || !kind_exists (self, MAX (from, to))
                  || lane_of (self, from) != lane_of (self, to)))
    return FALSE;
  at_hand = weft_pipeline_writer_at_hand (self, op);
  last = get_last (at_hand, lane_of (self, from));
  if (G_UNLIKELY ((at_hand->flags & OP_STATE_MASK) != WEFT_OP_OPEN || last == NULL
                  || last->stage == WEFT_NO_ROW || last->kind != from))
    return FALSE;
  end_last (self, at_hand, last, tick);
  weft_pipeline_writer_touch (self, op);
  begin_stage (self, at_hand, to, weft_ticks_between (at_hand->fetch, tick));
  return TRUE;
}

guint32
weft_pipeline_writer_last_stage (WeftPipelineWriter *self, guint32 op)
{
  return weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);
}

gint64
weft_pipeline_writer_last_start (WeftPipelineWriter *self, guint32 op)
{
  const gint64 fetch = weft_pipeline_writer_at_hand (self, op)->fetch;
  const guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);

  return stage == WEFT_NO_ROW ? fetch : weft_ticks_after (fetch, start_of (self, stage));
}

void
weft_pipeline_writer_last_for_one_cycle (WeftPipelineWriter *self, guint32 op)
{
  const guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op);

  if (stage == WEFT_NO_ROW)
    return;
  weft_pipeline_writer_at_hand (self, op)->knows_lanes = FALSE;
  weft_table_set_u32 (&self->trace->stages, STAGE_LENGTH, stage, WEFT_COMPACT_SPECIAL);
  weft_pipeline_writer_touch (self, op);
}

/* The op ends, and has an end in the lane of a stage that had ended before. */
static void
end_later (WeftPipelineWriter *self, const WeftOpAtHand *op, WeftKind kind, gint64 tick)
{
  const gint64 last = weft_ticks_after (tick, -1);

  if (weft_pipeline_writer_get_traits (self, kind)->executes
      && self->trace->dialect == WEFT_PIPELINE_KANATA)
    weft_pipeline_writer_set_cell (
      self, OP_PRODUCES, op->op,
      weft_pipeline_writer_encode (self, weft_ticks_between (op->fetch, last)));
}

/* The op ends with the last stage of each lane, */
static void
end_lanes (WeftPipelineWriter *self, WeftOpAtHand *op, gint64 tick)
{
  for (guint lane = 0; lane < WEFT_LANES_AT_HAND; lane++)
    {
      WeftStageAtHand *last = &op->last[lane];

      if (last->stage == WEFT_NO_ROW)
        continue;
      if (last->is_open)
        end_last (self, op, last, tick);
      else
        end_later (self, op, last->kind, tick);
    }
}

/* where these are not at hand. */
static void
find_and_end_lanes (WeftPipelineWriter *self, const WeftOpAtHand *op, gint64 tick)
{
  guint32 *marks = (guint32 *) (gpointer) self->lane_marks->data;
  guint32 stage = weft_pipeline_writer_get_cell (self, OP_LAST_STAGE, op->op);

  for (; stage != WEFT_NO_ROW; stage = previous_stage (self, stage))
    {
      const WeftKind kind = kind_of (self, stage);
      const guint32 lane = lane_of (self, kind);

      if (marks[lane] == op->op + 1)
        continue;
      marks[lane] = op->op + 1;
      if (is_open (self, stage))
        end_other (self, op, stage, tick);
      else
        end_later (self, op, kind, tick);
    }
}

gboolean
weft_pipeline_writer_end_op (WeftPipelineWriter *self, guint32 op, WeftOpState state, gint64 rid,
                             gint64 tick)
{
  WeftOpAtHand *at_hand = weft_pipeline_writer_at_hand (self, op);

  if ((at_hand->flags & OP_STATE_MASK) != WEFT_OP_OPEN)
    return FALSE;
  if (at_hand->knows_lanes)
    end_lanes (self, at_hand, tick);
  else
    find_and_end_lanes (self, at_hand, tick);
  weft_pipeline_writer_set_cell (
    self, OP_RID, op, rid == -1 ? WEFT_COMPACT_NONE : weft_pipeline_writer_encode (self, rid));
  weft_pipeline_writer_set_cell (
    self, OP_END, op,
    weft_pipeline_writer_encode (self, weft_ticks_between (at_hand->fetch, tick)));
  self->trace->last_end_tick = MAX (self->trace->last_end_tick, tick);
  weft_pipeline_writer_set_flags (self, op, at_hand->flags | state);
  weft_pipeline_writer_touch (self, op);
  return TRUE;
}
