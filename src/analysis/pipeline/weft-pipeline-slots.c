/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-slots.h"

#include <string.h>

#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-key-sort.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"
#include "weft-room.h"

/* Sums are kept for every so many ops that retired, so that a range is summed from the nearest. */
#define STRIDE 512u

/* The slots of all cycles of the log before this one. */
typedef struct
{
  gint64 cycle;
  guint64 slots[WEFT_N_CPI_PARTS];
} Milestone;

struct _WeftPipelineSlots
{
  WeftPipelineExplainer *explainer;
  const WeftPipelineSnapshot *snapshot;
  guint32 *ops; /* that retired, in the order in which they did */
  guint32 n_ops;
  guint32 width;
  gboolean is_inferred;
  gint64 first;       /* cycle of the log */
  GArray *milestones; /* Milestone, in order of the cycle: one of the first at least */
  gboolean is_indexed;
};

#define KEPT_AS "slots"

/* --- the order of retirement --------------------------------------------------------------------------- */

static gboolean
order_ops (WeftPipelineSlots *self, GCancellable *cancellable, GError **error)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  weft_auto_bulk guint64 *keys = weft_bulk_new (guint64, (gsize) snapshot->n_ops + 1);
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);

  self->ops = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  if (!weft_room_found (keys, error) || !weft_room_found (self->ops, error))
    return FALSE;
  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      if (weft_op_state (snapshot, op) != WEFT_OP_RETIRED)
        continue;
      keys[self->n_ops] = weft_key_signed (weft_op_end (snapshot, op));
      self->ops[self->n_ops++] = op;
    }
  return weft_key_sort (keys, self->ops, self->n_ops, cancellable, error);
}

static gint64
get_end (const WeftPipelineSlots *self, guint32 at)
{
  return weft_op_end (self->snapshot, self->ops[at]);
}

/* The ops from `at` on that retire in the same cycle. */
static guint32
count_together (const WeftPipelineSlots *self, guint32 at)
{
  gint64 cycle = get_end (self, at);
  guint32 n = 1;

  while (at + n < self->n_ops && get_end (self, at + n) == cycle)
    n++;
  return n;
}

/* Finds the most ops that retire in one cycle: 0 where none does. */
static gboolean
infer_width (WeftPipelineSlots *self, GCancellable *cancellable, GError **error)
{
  guint32 n_groups = 0;

  for (guint32 i = 0; i < self->n_ops; n_groups++)
    {
      guint32 n = count_together (self, i);

      if (weft_ops_cancelled (n_groups, cancellable, error))
        return FALSE;
      self->width = MAX (self->width, n);
      i += n;
    }
  return TRUE;
}

/* The first place at or behind `from` whose op retires in a cycle or later. */
static guint32
find_place (const WeftPipelineSlots *self, guint32 from, gint64 cycle)
{
  guint32 low = from, high = self->n_ops;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_end (self, middle) < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* --- visiting ------------------------------------------------------------------------------------------- */

/* The cycles that are looked at, and who is told. */
typedef struct
{
  const WeftPipelineSlots *slots;
  gint64 first;
  gint64 end;
  WeftSlotFunc func;
  gpointer data;
} Visit;

static void
tell (const Visit *self, WeftCpiCategory category, gint64 from, gint64 to, guint32 per_cycle)
{
  WeftSlotSpan span = { category, MAX (from, self->first), MIN (to, self->end), per_cycle };

  if (span.from < span.to && per_cycle > 0)
    self->func (&span, self->data);
}

/* The slots of the cycles [from, to) but for `n_used` of the first cycle of the gap, where that is among
 * them. */
static void
lose (const Visit *self, WeftCpiCategory category, gint64 from, gint64 to, gint64 gap,
      guint32 n_used)
{
  if (from == gap && n_used > 0 && from < to)
    {
      tell (self, category, from, from + 1, self->slots->width - n_used);
      from++;
    }
  tell (self, category, from, to, self->slots->width);
}

static WeftCpiCategory
choose_category (const WeftPipelineSlots *self, guint32 op, const WeftLatencyPart *part)
{
  WeftPipelinePhase phase =
    part->has_stage
      ? weft_pipeline_phases_get (weft_pipeline_explainer_get_phases (self->explainer), part->stage)
      : WEFT_PHASE_UNKNOWN;

  if (phase == WEFT_PHASE_FETCH || phase == WEFT_PHASE_DECODE
      || (phase == WEFT_PHASE_DISPATCH && part->cause == WEFT_CAUSE_PROGRESS))
    return weft_pipeline_explainer_follows_squash (self->explainer, op) ? WEFT_CPI_BAD_SPECULATION
                                                                        : WEFT_CPI_FRONT_END;
  if (part->cause == WEFT_CAUSE_UNKNOWN || (!part->has_stage && part->cause != WEFT_CAUSE_RETIRE))
    return WEFT_CPI_UNKNOWN;
  return part->cause == WEFT_CAUSE_EXECUTE && phase == WEFT_PHASE_MEMORY ? WEFT_CPI_MEMORY
                                                                         : WEFT_CPI_CORE;
}

/* The cycles [from, to), in which `op` was the next to retire; in the first `n_used` others did. */
static void
blame (const Visit *self, guint32 op, gint64 from, gint64 to, guint32 n_used)
{
  WeftPipelineExplainer *explainer = self->slots->explainer;
  gint64 fetch = weft_op_fetch (self->slots->snapshot, op);
  guint n_parts;
  const WeftLatencyPart *parts;

  if (to <= self->first || from >= self->end)
    return;
  /* Most often all slots of a cycle are used, and the next follows. */
  if (n_used == self->slots->width && weft_cycles_between (from, to) == 1)
    return;
  lose (self,
        weft_pipeline_explainer_follows_squash (explainer, op) ? WEFT_CPI_BAD_SPECULATION
                                                               : WEFT_CPI_FRONT_END,
        from, MIN (fetch, to), from, n_used);
  parts = weft_explain_op (explainer, op, &n_parts);
  for (guint i = 0; i < n_parts; i++)
    if (parts[i].last >= from && parts[i].first < to)
      lose (self, choose_category (self->slots, op, &parts[i]), MAX (parts[i].first, from),
            MIN (parts[i].last + 1, to), from, n_used);
}

/* The slots from `cycle` on, in which `n_used` ops retired and behind which those from `at` on do. */
static void
visit (const Visit *self, gint64 cycle, guint32 n_used, guint32 at)
{
  const WeftPipelineSlots *slots = self->slots;

  while (at < slots->n_ops && cycle < self->end)
    {
      gint64 end = get_end (slots, at);
      guint32 n = count_together (slots, at);

      blame (self, slots->ops[at], cycle, end, n_used);
      n_used = MIN (n, slots->width);
      if (end < self->end)
        tell (self, WEFT_CPI_RETIRING, end, end + 1, n_used);
      cycle = end;
      at += n;
    }
  lose (self, WEFT_CPI_UNKNOWN, MAX (cycle, self->first), self->end, cycle, n_used);
}

void
weft_pipeline_slots_visit (const WeftPipelineSlots *self, gint64 first, gint64 end,
                           WeftSlotFunc func, gpointer data)
{
  const Visit all = { self, first, end, func, data };
  guint32 at = find_place (self, 0, first), before = at;
  gint64 cycle = MIN (first, self->first);
  guint32 n_used = 0;

  if (self->width == 0 || first >= end)
    return;
  if (at > 0)
    {
      cycle = get_end (self, at - 1);
      while (before > 0 && get_end (self, before - 1) == cycle)
        before--;
      n_used = MIN (at - before, self->width);
    }
  visit (&all, cycle, n_used, at);
}

/* --- sums ------------------------------------------------------------------------------------------------ */

static void
add_span (const WeftSlotSpan *span, gpointer data)
{
  ((guint64 *) data)[span->category] +=
    weft_cycles_between (span->from, span->to) * span->per_cycle;
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_pipeline_slots_put (self, writer);
}

gboolean
weft_pipeline_slots_index (WeftPipelineSlots *self, GCancellable *cancellable, GError **error)
{
  Milestone milestone = { self->first, { 0 } };

  if (self->is_indexed)
    return TRUE;
  g_array_set_size (self->milestones, 1);
  for (guint32 at = STRIDE; at < self->n_ops; at += MIN (STRIDE, self->n_ops - at))
    {
      gint64 cycle = get_end (self, at);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (cycle <= milestone.cycle)
        continue;
      weft_pipeline_slots_visit (self, milestone.cycle, cycle, add_span, milestone.slots);
      milestone.cycle = cycle;
      g_array_append_val (self->milestones, milestone);
    }
  self->is_indexed = TRUE;
  weft_pipeline_derived_keep (weft_pipeline_explainer_get_snapshot (self->explainer),
                              weft_pipeline_explainer_get_assumptions (self->explainer), KEPT_AS,
                              put, self);
  return TRUE;
}

/* The slots of all cycles from the log's first to `cycle`, which is not before it. */
static void
sum_until (const WeftPipelineSlots *self, gint64 cycle, guint64 slots[WEFT_N_CPI_PARTS])
{
  guint low = 0, high = self->milestones->len;
  const Milestone *milestone;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->milestones, Milestone, middle).cycle <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  milestone = &g_array_index (self->milestones, Milestone, low - 1);
  memcpy (slots, milestone->slots, sizeof milestone->slots);
  weft_pipeline_slots_visit (self, milestone->cycle, cycle, add_span, slots);
}

void
weft_pipeline_slots_sum (const WeftPipelineSlots *self, gint64 first, gint64 end,
                         guint64 slots[WEFT_N_CPI_PARTS], guint64 *n_retired)
{
  guint64 before[WEFT_N_CPI_PARTS], after[WEFT_N_CPI_PARTS];

  memset (slots, 0, WEFT_N_CPI_PARTS * sizeof *slots);
  *n_retired = 0;
  if (self->width == 0 || first >= end)
    return;
  *n_retired = find_place (self, 0, end) - find_place (self, 0, first);
  if (first < self->first || self->milestones->len == 1)
    {
      weft_pipeline_slots_visit (self, first, end, add_span, slots);
      return;
    }
  sum_until (self, first, before);
  sum_until (self, end, after);
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    slots[i] = after[i] - before[i];
}

static WeftPipelineSlots *
new_empty (WeftPipelineExplainer *explainer)
{
  WeftPipelineSlots *self = g_new0 (WeftPipelineSlots, 1);

  self->explainer = explainer;
  self->snapshot = weft_pipeline_explainer_get_snapshot (explainer);
  self->first = weft_pipeline_snapshot_get_first_cycle (self->snapshot);
  self->milestones = g_array_new (FALSE, TRUE, sizeof (Milestone));
  g_array_set_size (self->milestones, 1);
  g_array_index (self->milestones, Milestone, 0).cycle = self->first;
  return self;
}

/* --- in index files -------------------------------------------------------------------------------------- */

/* The first milestone is known. */
void
weft_pipeline_slots_put (const WeftPipelineSlots *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self->n_ops);
  weft_index_put_cells (writer, self->ops, sizeof *self->ops, self->n_ops);
  weft_index_writer_put_number (writer, self->milestones->len - 1);
  weft_index_writer_put_block (writer, &g_array_index (self->milestones, Milestone, 1),
                               (self->milestones->len - 1) * sizeof (Milestone));
}

/* Whether all are ops that retired, in that order. Finds the most of a cycle on the way. */
static gboolean
check_order (WeftPipelineSlots *self)
{
  gint64 cycle = G_MININT64;
  guint32 n = 0;

  for (guint32 at = 0; at < self->n_ops; at++)
    {
      const gint64 end = get_end (self, at);

      if (end < cycle || weft_op_state (self->snapshot, self->ops[at]) != WEFT_OP_RETIRED)
        return FALSE;
      n = end == cycle ? n + 1 : 1;
      cycle = end;
      self->width = MAX (self->width, n);
    }
  self->is_inferred = TRUE;
  return TRUE;
}

/* No more slots are used between two milestones than there are. */
static gboolean
milestone_is_right (const WeftPipelineSlots *self, const Milestone *milestone)
{
  const Milestone *before = milestone - 1;
  guint64 n_slots = 0, most;

  if (milestone->cycle <= before->cycle
      || !g_uint64_checked_mul (&most, weft_cycles_between (before->cycle, milestone->cycle),
                                self->width))
    return FALSE;
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    {
      const guint64 slots = milestone->slots[i] - before->slots[i];

      if (milestone->slots[i] < before->slots[i] || slots > most - n_slots)
        return FALSE;
      n_slots += slots;
    }
  return TRUE;
}

static gboolean
take_milestones (WeftPipelineSlots *self, WeftIndexReader *reader)
{
  guint n = (guint) weft_index_reader_take_at_most (reader, self->n_ops / STRIDE + 1);
  const Milestone *kept = weft_index_reader_take_block (reader, n * sizeof (Milestone));

  if (kept == NULL)
    return FALSE;
  g_array_append_vals (self->milestones, kept, n);
  for (guint i = 1; i <= n; i++)
    if (!milestone_is_right (self, &g_array_index (self->milestones, Milestone, i)))
      return FALSE;
  return TRUE;
}

WeftPipelineSlots *
weft_pipeline_slots_take (WeftPipelineExplainer *explainer, WeftIndexReader *reader)
{
  g_autoptr (WeftPipelineSlots) self = new_empty (explainer);
  const WeftCellRule ops = WEFT_CELL_EXISTING (self->snapshot->n_ops);

  self->n_ops = (guint32) weft_index_reader_take_at_most (reader, self->snapshot->n_ops);
  self->ops = weft_index_take_cells (reader, sizeof *self->ops, self->n_ops, &ops);
  self->is_indexed = self->ops != NULL && check_order (self) && take_milestones (self, reader);
  if (self->is_indexed)
    return g_steal_pointer (&self);
  weft_index_reader_set_bad (reader);
  return NULL;
}

static WeftPipelineSlots *
restore (WeftPipelineExplainer *explainer)
{
  g_autoptr (WeftIndexReader) reader =
    weft_pipeline_derived_open (weft_pipeline_explainer_get_snapshot (explainer),
                                weft_pipeline_explainer_get_assumptions (explainer), KEPT_AS);

  return reader != NULL ? weft_pipeline_slots_take (explainer, reader) : NULL;
}

/* --- the whole -------------------------------------------------------------------------------------------- */

WeftPipelineSlots *
weft_pipeline_slots_new (WeftPipelineExplainer *explainer, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (WeftPipelineSlots) self = restore (explainer);
  guint said = weft_pipeline_explainer_get_assumptions (explainer)->width;

  if (self != NULL)
    return g_steal_pointer (&self);
  self = new_empty (explainer);
  if (!order_ops (self, cancellable, error))
    return NULL;
  self->is_inferred = said == 0;
  if (said > 0 && self->n_ops > 0)
    self->width = said;
  else if (!infer_width (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
weft_pipeline_slots_free (WeftPipelineSlots *self)
{
  g_clear_pointer (&self->milestones, g_array_unref);
  weft_bulk_free (self->ops);
  g_free (self);
}

guint32
weft_pipeline_slots_get_width (const WeftPipelineSlots *self)
{
  return self->width;
}

gboolean
weft_pipeline_slots_has_time (const WeftPipelineSlots *self)
{
  return weft_pipeline_snapshot_get_first_cycle (self->snapshot)
         < weft_pipeline_snapshot_get_last_cycle (self->snapshot);
}

gboolean
weft_pipeline_slots_width_is_inferred (const WeftPipelineSlots *self)
{
  return self->is_inferred;
}

const char *
weft_cpi_category_to_string (WeftCpiCategory category)
{
  static const char *const words[WEFT_N_CPI_PARTS] = { "retiring", "front-end", "bad-speculation",
                                                       "memory",   "core",      "unknown" };

  g_return_val_if_fail (category < WEFT_N_CPI_PARTS, NULL);
  return words[category];
}
