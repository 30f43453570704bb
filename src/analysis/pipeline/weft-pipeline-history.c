/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-history.h"

#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-op-timeline.h"

/* All series together have no more buckets than these. */
#define MAX_CELLS (1u << 21)

/* Ops that are looked at together when those of a few cycles are looked for. */
#define BLOCK_SHIFT 6

/* Looks at the cancellable so often while slots are counted. */
#define SLOT_PARTS 64

#define KEPT_AS "history"

/* Where ops of a block are in flight. */
typedef struct
{
  gint64 from;
  gint64 to;
} Block;

/* A log with more names in a lane than any pipeline has stages names something else, such as instructions:
 * there would be no end of layers, each thinner than a pixel, and no queue that they tell of. */
#define MAX_STAGES 256

struct _WeftPipelineHistory
{
  WeftPipelineExplainer *explainer;
  const WeftPipelineSlots *slots;
  const WeftPipelineSnapshot *snapshot;
  WeftPipelineOpTimeline *timeline; /* this and the next three are the whole's */
  GArray *blocks;                   /* Block */
  GArray *stages;                   /* WeftKind, from the front on */
  guint *places;                    /* by kind: its place in `stages`; n_stages: none */
  gboolean is_part;
  guint n_kinds;
  gint64 first;
  gint64 end;
  guint shift; /* a bucket has 1 << shift cycles */
  guint n_buckets;
  guint n_series;
  guint64 *sums;   /* by series, n_buckets + 1 of each: of all buckets before one */
  gint64 *changes; /* while it is made: how many more whole buckets hold in every cycle */
};

/* The buckets that so many cycles take, the last one perhaps in part. */
static guint
count_buckets (const WeftPipelineHistory *self, guint64 n_cycles)
{
  guint64 mask = ((guint64) 1 << self->shift) - 1;

  return (guint) ((n_cycles >> self->shift) + ((n_cycles & mask) != 0));
}

/* --- series ------------------------------------------------------------------------------------------ */

static guint
get_row (const WeftPipelineHistory *self, WeftHistorySeries series, guint index)
{
  switch (series)
    {
    case WEFT_HISTORY_STAGE:
      return index;
    case WEFT_HISTORY_SLOTS:
      return self->stages->len + index;
    case WEFT_HISTORY_RETIRED:
      return self->stages->len + WEFT_N_CPI_PARTS;
    case WEFT_HISTORY_FLUSHED:
    default:
      return self->stages->len + WEFT_N_CPI_PARTS + 1;
    }
}

/* `amount` in each of the cycles [from, to). */
static void
add (WeftPipelineHistory *self, WeftHistorySeries series, guint index, gint64 from, gint64 to,
     guint amount)
{
  gsize row = (gsize) get_row (self, series, index) * (self->n_buckets + 1);
  guint64 *sums = self->sums + row, start, end, first, last;

  from = MAX (from, self->first);
  to = MIN (to, self->end);
  if (from >= to)
    return;
  start = weft_cycles_between (self->first, from);
  end = weft_cycles_between (self->first, to);
  first = start >> self->shift;
  last = (end - 1) >> self->shift;
  if (first == last)
    {
      sums[first] += (end - start) * amount;
      return;
    }
  sums[first] += (((first + 1) << self->shift) - start) * amount;
  sums[last] += (end - (last << self->shift)) * amount;
  self->changes[row + first + 1] += amount;
  self->changes[row + last] -= amount;
}

static void
add_slots (const WeftSlotSpan *span, gpointer data)
{
  add (data, WEFT_HISTORY_SLOTS, span->category, span->from, span->to, span->per_cycle);
}

static void
add_op (WeftPipelineHistory *self, guint32 op)
{
  WeftOpState state = weft_op_state (self->snapshot, op);
  gint64 end = weft_op_end (self->snapshot, op);
  const WeftTimelineSegment *segments;
  guint n_segments;

  if (state == WEFT_OP_OPEN || end < self->first || weft_op_fetch (self->snapshot, op) >= self->end)
    return;
  if (end < self->end)
    add (self, state == WEFT_OP_RETIRED ? WEFT_HISTORY_RETIRED : WEFT_HISTORY_FLUSHED, 0, end,
         end + 1, 1);
  segments = weft_pipeline_op_timeline_read (self->timeline, op, &n_segments);
  for (guint i = 0; i < n_segments; i++)
    if (segments[i].has_stage && segments[i].kind < self->n_kinds
        && self->places[segments[i].kind] < self->stages->len)
      add (self, WEFT_HISTORY_STAGE, self->places[segments[i].kind], segments[i].from,
           segments[i].to, 1);
}

/* Buckets become the sums of all before them. */
static void
seal (WeftPipelineHistory *self)
{
  for (guint row = 0; row < self->n_series; row++)
    {
      guint64 *sums = self->sums + (gsize) row * (self->n_buckets + 1), before = 0;
      const gint64 *changes = self->changes + (gsize) row * (self->n_buckets + 1);
      gint64 now = 0;

      for (guint i = 0; i <= self->n_buckets; i++)
        {
          guint64 here = sums[i] + ((guint64) (now += changes[i]) << self->shift);

          sums[i] = before;
          before += here;
        }
    }
  g_clear_pointer (&self->changes, weft_bulk_free);
}

/* --- making -------------------------------------------------------------------------------------------- */

static void
prepare (WeftPipelineHistory *self, gint64 first, gint64 end, guint max_buckets)
{
  guint64 n_cycles = weft_cycles_between (first, end);
  gsize size;

  self->first = first;
  self->end = end;
  while (n_cycles >> self->shift >= max_buckets && self->shift < 63)
    self->shift++;
  self->n_buckets = count_buckets (self, n_cycles);
  self->n_series = self->stages->len + WEFT_N_CPI_PARTS + 2;
  size = (gsize) self->n_series * (self->n_buckets + 1) * sizeof (guint64);
  self->sums = weft_bulk_alloc_anyway (size);
  self->changes = weft_bulk_alloc_anyway (size);
}

typedef struct
{
  WeftKind kind;
  guint depth;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  return x->depth != y->depth ? (x->depth > y->depth) - (x->depth < y->depth)
                              : (x->kind > y->kind) - (x->kind < y->kind);
}

static void
find_stages (WeftPipelineHistory *self)
{
  WeftPipelineTrace *trace = self->snapshot->trace;
  guint lane = weft_pipeline_find_lane (trace);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  self->n_kinds = weft_pipeline_trace_get_n_kinds (trace);
  self->stages = g_array_new (FALSE, FALSE, sizeof (WeftKind));
  self->places = g_new (guint, self->n_kinds + 1);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      Place place = { .kind = (WeftKind) kind };

      place.depth = weft_table_get_u32 (&trace->kinds, KIND_DEPTH, kind);
      if (weft_table_get_u32 (&trace->kinds, KIND_LANE, kind) == lane && place.depth != WEFT_NO_ROW)
        g_array_append_val (places, place);
      self->places[kind] = G_MAXUINT;
    }
  if (places->len > MAX_STAGES)
    g_array_set_size (places, 0);
  g_array_sort (places, compare_places);
  for (guint i = 0; i < places->len; i++)
    {
      self->places[g_array_index (places, Place, i).kind] = i;
      g_array_append_val (self->stages, g_array_index (places, Place, i).kind);
    }
}

static void
note_block (WeftPipelineHistory *self, guint32 op)
{
  const Block none = { G_MAXINT64, G_MININT64 };
  Block *block;

  if (op >> BLOCK_SHIFT == self->blocks->len)
    g_array_append_val (self->blocks, none);
  block = &g_array_index (self->blocks, Block, op >> BLOCK_SHIFT);
  if (weft_op_state (self->snapshot, op) == WEFT_OP_OPEN)
    return;
  block->from = MIN (block->from, weft_op_fetch (self->snapshot, op));
  block->to = MAX (block->to, weft_op_end (self->snapshot, op));
}

/* In parts, so that it can be stopped. */
static gboolean
visit_slots (WeftPipelineHistory *self, GCancellable *cancellable, GError **error)
{
  const guint64 length = weft_cycles_between (self->first, self->end);
  gint64 from = self->first;

  for (guint part = 1; part <= SLOT_PARTS; part++)
    {
      gint64 to = part < SLOT_PARTS
                    ? weft_ticks_after (self->first, (gint64) (length / SLOT_PARTS * part))
                    : self->end;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      weft_pipeline_slots_visit (self->slots, from, to, add_slots, self);
      from = to;
    }
  return TRUE;
}

static WeftPipelineHistory *
new_empty (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots, gint64 first,
           gint64 end, guint max_buckets)
{
  WeftPipelineHistory *self = g_new0 (WeftPipelineHistory, 1);

  self->explainer = explainer;
  self->slots = slots;
  self->snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  self->timeline = weft_pipeline_op_timeline_new (weft_pipeline_explainer_get_snapshot (explainer));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  find_stages (self);
  prepare (self, first, end,
           MIN (max_buckets, MAX_CELLS / (self->stages->len + WEFT_N_CPI_PARTS + 2)));
  return self;
}

/* --- in index files ---------------------------------------------------------------------------------------- */

static guint32
count_sums (const WeftPipelineHistory *self)
{
  return self->n_series * (self->n_buckets + 1);
}

void
weft_pipeline_history_put (const WeftPipelineHistory *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, (guint64) self->first);
  weft_index_writer_put_number (writer, (guint64) self->end);
  weft_index_writer_put_number (writer, self->n_series);
  weft_index_writer_put_number (writer, self->n_buckets);
  weft_index_put_cells (writer, self->sums, sizeof *self->sums, count_sums (self));
  weft_index_writer_put_block (writer, self->blocks->data, self->blocks->len * sizeof (Block));
}

/* The most that a cycle can add to a series. */
static guint64
get_most (const WeftPipelineHistory *self, guint series)
{
  return series >= self->stages->len && series < self->stages->len + WEFT_N_CPI_PARTS
           ? weft_pipeline_slots_get_width (self->slots)
           : self->snapshot->n_ops;
}

/* Whether no bucket has more than its cycles can add. */
static gboolean
sums_are_right (const WeftPipelineHistory *self)
{
  for (guint series = 0; series < self->n_series; series++)
    {
      const guint64 *sums = self->sums + (gsize) series * (self->n_buckets + 1);
      guint64 most;

      if (!g_uint64_checked_mul (&most, get_most (self, series), (guint64) 1 << self->shift)
          || sums[0] != 0)
        return FALSE;
      for (guint i = 0; i < self->n_buckets; i++)
        if (sums[i + 1] < sums[i] || sums[i + 1] - sums[i] > most)
          return FALSE;
    }
  return TRUE;
}

/* Any place will do for ops that are looked for: they are looked at themselves. */
static gboolean
take_blocks (WeftPipelineHistory *self, WeftIndexReader *reader)
{
  const guint32 n = (self->snapshot->n_ops >> BLOCK_SHIFT)
                    + ((self->snapshot->n_ops & ((1u << BLOCK_SHIFT) - 1)) != 0);
  const Block *blocks = weft_index_reader_take_block (reader, n * sizeof (Block));

  if (blocks != NULL)
    g_array_append_vals (self->blocks, blocks, n);
  return blocks != NULL;
}

WeftPipelineHistory *
weft_pipeline_history_take (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots,
                            gint64 first, gint64 end, WeftIndexReader *reader)
{
  const WeftCellRule any = WEFT_CELL_ANY;
  g_autoptr (WeftPipelineHistory) self =
    new_empty (explainer, slots, first, end, WEFT_HISTORY_BUCKETS);

  if ((gint64) weft_index_reader_take_number (reader) != first
      || (gint64) weft_index_reader_take_number (reader) != end
      || weft_index_reader_take_number (reader) != self->n_series
      || weft_index_reader_take_number (reader) != self->n_buckets)
    weft_index_reader_set_bad (reader);
  weft_bulk_free (self->sums);
  self->sums = weft_index_take_cells (reader, sizeof *self->sums, count_sums (self), &any);
  if (self->sums != NULL && sums_are_right (self) && take_blocks (self, reader))
    {
      g_clear_pointer (&self->changes, weft_bulk_free);
      return g_steal_pointer (&self);
    }
  weft_index_reader_set_bad (reader);
  return NULL;
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_pipeline_history_put (self, writer);
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static WeftPipelineHistory *
count (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots, gint64 first, gint64 end,
       guint max_buckets, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineHistory) self = new_empty (explainer, slots, first, end, max_buckets);

  for (guint32 op = 0; op < self->snapshot->n_ops; op++)
    {
      if (weft_ops_cancelled (op, cancellable, error))
        return NULL;
      note_block (self, op);
      add_op (self, op);
    }
  if (!visit_slots (self, cancellable, error))
    return NULL;
  seal (self);
  return g_steal_pointer (&self);
}

WeftPipelineHistory *
weft_pipeline_history_new (WeftPipelineExplainer *explainer, const WeftPipelineSlots *slots,
                           gint64 first, gint64 end, guint max_buckets, GCancellable *cancellable,
                           GError **error)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  const WeftPipelineAssumptions *assumptions = weft_pipeline_explainer_get_assumptions (explainer);
  const gboolean is_kept = max_buckets == WEFT_HISTORY_BUCKETS;
  g_autoptr (WeftIndexReader) reader =
    is_kept ? weft_pipeline_derived_open (snapshot, assumptions, KEPT_AS) : NULL;
  WeftPipelineHistory *self =
    reader != NULL ? weft_pipeline_history_take (explainer, slots, first, end, reader) : NULL;

  if (self != NULL)
    return self;
  self = count (explainer, slots, first, end, max_buckets, cancellable, error);
  if (self != NULL && is_kept)
    weft_pipeline_derived_keep (snapshot, assumptions, KEPT_AS, put, self);
  return self;
}

WeftPipelineHistory *
weft_pipeline_history_new_part (const WeftPipelineHistory *whole, gint64 first, gint64 end)
{
  WeftPipelineHistory *self = g_memdup2 (whole, sizeof *whole);

  self->is_part = TRUE;
  self->shift = 0;
  first = CLAMP (first, whole->first, whole->end);
  prepare (self, first, CLAMP (end, first, whole->end), G_MAXUINT);
  for (guint i = 0; i < whole->blocks->len; i++)
    {
      const Block *block = &g_array_index (whole->blocks, Block, i);
      guint32 from = i << BLOCK_SHIFT;
      guint32 to = MIN (self->snapshot->n_ops, from + (1u << BLOCK_SHIFT));

      if (block->from >= self->end || block->to < self->first)
        continue;
      for (guint32 op = from; op < to; op++)
        add_op (self, op);
    }
  weft_pipeline_slots_visit (self->slots, self->first, self->end, add_slots, self);
  seal (self);
  return self;
}

void
weft_pipeline_history_free (WeftPipelineHistory *self)
{
  weft_bulk_free (self->sums);
  weft_bulk_free (self->changes);
  if (!self->is_part)
    {
      weft_pipeline_op_timeline_free (self->timeline);
      g_array_unref (self->blocks);
      g_array_unref (self->stages);
      g_free (self->places);
    }
  g_free (self);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

void
weft_pipeline_history_get_cycles (const WeftPipelineHistory *self, gint64 *first, gint64 *end)
{
  *first = self->first;
  *end = self->end;
}

guint64
weft_pipeline_history_get_bucket (const WeftPipelineHistory *self)
{
  return (guint64) 1 << self->shift;
}

guint
weft_pipeline_history_get_n_stages (const WeftPipelineHistory *self)
{
  return self->stages->len;
}

WeftKind
weft_pipeline_history_get_stage (const WeftPipelineHistory *self, guint stage)
{
  return g_array_index (self->stages, WeftKind, stage);
}

WeftPipelinePhases *
weft_pipeline_history_get_phases (const WeftPipelineHistory *self)
{
  return weft_pipeline_explainer_get_phases (self->explainer);
}

guint32
weft_pipeline_history_get_width (const WeftPipelineHistory *self)
{
  return weft_pipeline_slots_get_width (self->slots);
}

gboolean
weft_pipeline_history_align (const WeftPipelineHistory *self, gint64 *from, gint64 *to)
{
  guint64 mask = weft_pipeline_history_get_bucket (self) - 1, behind;

  *from = MAX (*from, self->first);
  *to = MIN (*to, self->end);
  if (*from >= *to)
    return FALSE;
  *from -= (gint64) (weft_cycles_between (self->first, *from) & mask);
  behind = -weft_cycles_between (self->first, *to) & mask;
  *to = behind < weft_cycles_between (*to, self->end) ? *to + (gint64) behind : self->end;
  return TRUE;
}

guint64
weft_pipeline_history_sum (const WeftPipelineHistory *self, WeftHistorySeries series, guint index,
                           gint64 from, gint64 to)
{
  const guint64 *sums = self->sums + (gsize) get_row (self, series, index) * (self->n_buckets + 1);

  return sums[count_buckets (self, weft_cycles_between (self->first, to))]
         - sums[weft_cycles_between (self->first, from) >> self->shift];
}

/* --- structures --------------------------------------------------------------------------------------------- */

static gboolean
holds (WeftPipelineStructure structure, WeftPipelinePhase phase)
{
  switch (structure)
    {
    case WEFT_STRUCTURE_FETCH_QUEUE:
      return phase == WEFT_PHASE_FETCH || phase == WEFT_PHASE_DECODE;
    case WEFT_STRUCTURE_REORDER_BUFFER:
      return weft_phase_is_in_window (phase);
    case WEFT_STRUCTURE_ISSUE_QUEUE:
      return phase == WEFT_PHASE_ISSUE;
    case WEFT_STRUCTURE_LOAD_STORE:
      return phase == WEFT_PHASE_MEMORY;
    case WEFT_N_STRUCTURES:
    default:
      return FALSE;
    }
}

const char *
weft_pipeline_structure_to_string (WeftPipelineStructure structure)
{
  static const char *const words[WEFT_N_STRUCTURES] = { "fetch-queue", "reorder-buffer",
                                                        "issue-queue", "load-store" };

  g_return_val_if_fail (structure < WEFT_N_STRUCTURES, NULL);
  return words[structure];
}

gboolean
weft_pipeline_history_sum_structure (const WeftPipelineHistory *self,
                                     WeftPipelineStructure structure, gint64 from, gint64 to,
                                     guint64 *op_cycles)
{
  WeftPipelinePhases *phases = weft_pipeline_history_get_phases (self);
  gboolean is_known = FALSE;

  *op_cycles = 0;
  for (guint i = 0; i < self->stages->len; i++)
    {
      WeftPipelinePhase phase =
        weft_pipeline_phases_get (phases, weft_pipeline_history_get_stage (self, i));

      if (!holds (structure, phase))
        continue;
      is_known = TRUE;
      *op_cycles += weft_pipeline_history_sum (self, WEFT_HISTORY_STAGE, i, from, to);
    }
  return is_known;
}
