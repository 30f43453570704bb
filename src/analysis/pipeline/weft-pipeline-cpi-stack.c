/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-cpi-stack.h"

#include <math.h>

#include "weft-key-sort.h"
#include "weft-pipeline-op-cells.h"

typedef struct
{
  WeftPipelineExplainer *explainer;
  const WeftPipelineSnapshot *snapshot;
  gint64 first; /* of the cycles that are looked at */
  gint64 end;
  guint32 width;
  guint64 slots[WEFT_N_CPI_PARTS];
  guint64 n_retired; /* in these cycles */
} Stack;

/* --- the order of retirement --------------------------------------------------------------------------- */

/* The ops that retired, by the cycle in which they did so: (transfer full). */
static guint32 *
order_by_end (const WeftPipelineSnapshot *snapshot, guint32 *n_ops, GCancellable *cancellable,
              GError **error)
{
  g_autofree guint32 *ops = g_new (guint32, snapshot->n_ops + 1);
  g_autofree guint64 *keys = g_new (guint64, snapshot->n_ops + 1);
  g_autofree guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);
  guint32 n = 0;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;

      if (weft_op_state (snapshot, op) != WEFT_OP_RETIRED)
        continue;
      keys[n] = weft_key_signed (weft_op_end (snapshot, op));
      ops[n++] = op;
    }
  *n_ops = n;
  return weft_key_sort (keys, ops, n, cancellable, error) ? g_steal_pointer (&ops) : NULL;
}

/* The ops from `at` on that retire in the same cycle. */
static guint32
count_together (const WeftPipelineSnapshot *snapshot, const guint32 *ops, guint32 at, guint32 n_ops)
{
  gint64 cycle = weft_op_end (snapshot, ops[at]);
  guint32 n = 1;

  while (at + n < n_ops && weft_op_end (snapshot, ops[at + n]) == cycle)
    n++;
  return n;
}

/* The most ops that retire in one cycle: 0 where none does. */
static guint32
infer_width (const WeftPipelineSnapshot *snapshot, const guint32 *ops, guint32 n_ops)
{
  guint32 width = 0;

  for (guint32 i = 0; i < n_ops;)
    {
      guint32 n = count_together (snapshot, ops, i, n_ops);

      width = MAX (width, n);
      i += n;
    }
  return width;
}

/* --- slots ------------------------------------------------------------------------------------------------ */

/* The slots of the cycles [from, to) but for `n_used` of the first cycle of the gap, where that is among
 * them. */
static void
lose (Stack *self, WeftCpiCategory category, gint64 from, gint64 to, gint64 gap, guint32 n_used)
{
  gboolean has_first = gap >= MAX (from, self->first) && gap < MIN (to, self->end);

  from = MAX (from, self->first);
  to = MIN (to, self->end);
  if (from < to)
    self->slots[category] +=
      weft_cycles_between (from, to) * self->width - (has_first ? n_used : 0);
}

static WeftCpiCategory
choose_category (const Stack *self, guint32 op, const WeftLatencyPart *part)
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
blame (Stack *self, guint32 op, gint64 from, gint64 to, guint32 n_used)
{
  gint64 fetch = weft_op_fetch (self->snapshot, op);
  guint n_parts;
  const WeftLatencyPart *parts;

  if (to <= self->first || from >= self->end)
    return;
  /* Most often all slots of a cycle are used, and the next follows. */
  if (n_used == self->width && weft_cycles_between (from, to) == 1)
    return;
  lose (self,
        weft_pipeline_explainer_follows_squash (self->explainer, op) ? WEFT_CPI_BAD_SPECULATION
                                                                     : WEFT_CPI_FRONT_END,
        from, MIN (fetch, to), from, n_used);
  parts = weft_explain_op (self->explainer, op, &n_parts);
  for (guint i = 0; i < n_parts; i++)
    if (parts[i].last >= from && parts[i].first < to)
      lose (self, choose_category (self, op, &parts[i]), MAX (parts[i].first, from),
            MIN (parts[i].last + 1, to), from, n_used);
}

/* `cycle` is when the ops before `at` retired, so many together. */
static gboolean
count_slots (Stack *self, const guint32 *ops, guint32 n_ops, GCancellable *cancellable,
             GError **error)
{
  gint64 cycle = G_MININT64;
  guint32 n_used = 0;

  for (guint32 at = 0; at < n_ops;)
    {
      gint64 end = weft_op_end (self->snapshot, ops[at]);
      guint32 n = count_together (self->snapshot, ops, at, n_ops);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      blame (self, ops[at], cycle == G_MININT64 ? self->first : cycle, end, n_used);
      cycle = end;
      n_used = MIN (n, self->width);
      if (cycle >= self->first && cycle < self->end)
        {
          self->slots[WEFT_CPI_RETIRING] += n_used;
          self->n_retired += n;
        }
      at += n;
    }
  lose (self, WEFT_CPI_UNKNOWN, cycle, self->end, cycle, n_used);
  return TRUE;
}

static GArray *
make_parts (const Stack *self)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (WeftCpiPart));
  double all = 0;

  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    all += (double) self->slots[i];
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    {
      WeftCpiPart part = { .category = (WeftCpiCategory) i,
                           .slots = self->slots[i],
                           .cycles = (double) self->slots[i] / self->width };

      part.share = all > 0 ? (double) part.slots / all : (double) NAN;
      part.cpi = self->n_retired > 0 ? part.cycles / (double) self->n_retired : (double) NAN;
      g_array_append_val (parts, part);
    }
  return parts;
}

GArray *
weft_pipeline_cpi_stack_new (WeftPipelineExplainer *explainer, gint64 first, gint64 end,
                             guint32 *width, GCancellable *cancellable, GError **error)
{
  Stack self = { .explainer = explainer,
                 .snapshot = weft_pipeline_explainer_get_snapshot (explainer),
                 .first = first,
                 .end = end };
  guint32 n_ops;
  g_autofree guint32 *ops = order_by_end (self.snapshot, &n_ops, cancellable, error);

  if (ops == NULL)
    return NULL;
  *width = self.width = infer_width (self.snapshot, ops, n_ops);
  if (self.width == 0)
    return g_array_new (FALSE, FALSE, sizeof (WeftCpiPart));
  return count_slots (&self, ops, n_ops, cancellable, error) ? make_parts (&self) : NULL;
}

const char *
weft_cpi_category_to_string (WeftCpiCategory category)
{
  static const char *const words[WEFT_N_CPI_PARTS] = { "retiring", "front-end", "bad-speculation",
                                                       "memory",   "core",      "unknown" };

  g_return_val_if_fail (category < WEFT_N_CPI_PARTS, NULL);
  return words[category];
}
