/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare.h"

#include "weft-pipeline-grouping.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-texts.h"
#include "weft-sequence-align.h"

#define NO_INDEX G_MAXUINT32

/* A retired op, with what it is sorted by. */
typedef struct
{
  gint64 tid;
  gint64 end;
  gint64 rid;
  guint32 op;
} Retired;

/* Ops of one thread, next to each other. */
typedef struct
{
  const Retired *ops;
  guint32 n_ops;
} Thread;

typedef struct
{
  WeftPipelineCompare *result;
  WeftBitset *const *ops; /* NULL: all count */
  double tolerance;
  GCancellable *cancellable;
  GArray *retired[WEFT_N_LOGS];       /* Retired */
  guint64 *hashes[WEFT_N_LOGS];       /* of labels, by op; 0: not read */
  guint32 *flushes[WEFT_N_LOGS];      /* behind each pair */
  guint32 *pcs_of_index[WEFT_N_LOGS]; /* the element of `pcs`, by the small number of a PC */
  GArray *threads;                    /* guint32: where each thread begins in `pairs` */
  gint64 last_end;                    /* of the pairs so far, in A */
  WeftPipelineGrouping grouping;
} Comparer;

/* --- the ops that retired --------------------------------------------------------------------- */

static int
compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_by_end (gconstpointer a, gconstpointer b)
{
  const Retired *x = a, *y = b;
  int order = compare_numbers (x->tid, y->tid);

  if (order == 0)
    order = compare_numbers (x->end, y->end);
  if (order == 0)
    order = compare_numbers (x->rid, y->rid);
  return order != 0 ? order : compare_numbers (x->op, y->op);
}

static int
compare_by_rid (gconstpointer a, gconstpointer b)
{
  const Retired *x = a, *y = b;
  int order = compare_numbers (x->tid, y->tid);

  if (order == 0)
    order = compare_numbers (x->rid, y->rid);
  return order != 0 ? order : compare_by_end (a, b);
}

/* Logs are nearly always sorted as they are. */
static void
sort_retired (GArray *retired, GCompareFunc compare)
{
  for (guint i = 1; i < retired->len; i++)
    if (compare (&g_array_index (retired, Retired, i - 1), &g_array_index (retired, Retired, i))
        > 0)
      {
        g_array_sort (retired, compare);
        return;
      }
}

static gboolean
is_counted (const Comparer *self, int log, guint32 op)
{
  return self->ops == NULL || weft_bitset_includes (self->ops[log], op);
}

static gboolean
collect_retired (Comparer *self, int log, GError **error)
{
  const WeftPipelineSnapshot *snapshot = self->result->snapshots[log];
  WeftComparedLog *counts = &self->result->logs[log];
  GArray *retired = g_array_new (FALSE, FALSE, sizeof (Retired));

  self->retired[log] = retired;
  counts->cycles = weft_cycles_between (weft_pipeline_snapshot_get_first_cycle (snapshot),
                                        weft_pipeline_snapshot_get_last_cycle (snapshot));
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      WeftOpState state = weft_op_state (snapshot, op);
      WeftOp all;

      if (weft_ops_cancelled (op, self->cancellable, error))
        return FALSE;
      if (!is_counted (self, log, op))
        continue;
      counts->n_ops++;
      counts->n_flushed += state == WEFT_OP_FLUSHED;
      if (state != WEFT_OP_RETIRED)
        continue;
      weft_pipeline_snapshot_get_op (snapshot, op, &all);
      g_array_append_val (retired, ((Retired){ all.tid, all.end, all.rid, op }));
    }
  counts->n_retired = retired->len;
  sort_retired (retired,
                self->result->alignment == WEFT_ALIGN_BY_LABEL ? compare_by_end : compare_by_rid);
  return TRUE;
}

static gboolean
hash_labels (Comparer *self, int log, GError **error)
{
  WeftPipelineSnapshot *snapshot = self->result->snapshots[log];
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);

  self->hashes[log] = g_new0 (guint64, snapshot->n_ops);
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      const char *label;

      if (weft_ops_cancelled (op, self->cancellable, error))
        return FALSE;
      if (weft_op_state (snapshot, op) != WEFT_OP_RETIRED || !is_counted (self, log, op))
        continue;
      label = weft_pipeline_texts_get_label (texts, op);
      if (label != NULL)
        self->hashes[log][op] = weft_sequence_hash_text (label);
      else
        self->result->logs[log].n_unread++;
    }
  return TRUE;
}

/* --- side by side ----------------------------------------------------------------------------- */

static void
add_pair (Comparer *self, const Retired *a, const Retired *b)
{
  WeftOpPair pair = { { a != NULL ? a->op : WEFT_NO_ROW, b != NULL ? b->op : WEFT_NO_ROW } };

  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (pair.ops[log] != WEFT_NO_ROW)
      self->result->pairs_of_op[log][pair.ops[log]] = self->result->pairs->len;
  self->result->n_pairs += a != NULL && b != NULL;
  self->result->logs[WEFT_LOG_A].n_only += b == NULL;
  self->result->logs[WEFT_LOG_B].n_only += a == NULL;
  g_array_append_val (self->result->pairs, pair);
}

/* By retire ids, of which equal ones are taken in the order in which they retired. */
static gboolean
merge_threads (Comparer *self, const Thread *threads, GError **error)
{
  guint32 i = 0, j = 0;

  while (i < threads[0].n_ops || j < threads[1].n_ops)
    {
      const Retired *a = i < threads[0].n_ops ? &threads[0].ops[i] : NULL;
      const Retired *b = j < threads[1].n_ops ? &threads[1].ops[j] : NULL;

      if (a != NULL && b != NULL && a->rid != b->rid)
        {
          if (a->rid < b->rid)
            b = NULL;
          else
            a = NULL;
        }
      if (weft_ops_cancelled (self->result->pairs->len, self->cancellable, error))
        return FALSE;
      add_pair (self, a, b);
      i += a != NULL;
      j += b != NULL;
    }
  return TRUE;
}

/* (nullable) NULL where it was cancelled. */
static guint64 *
copy_hashes (const Comparer *self, int log, const Thread *thread, GError **error)
{
  g_autofree guint64 *hashes = g_new (guint64, thread->n_ops + 1);

  for (guint32 i = 0; i < thread->n_ops; i++)
    {
      if (weft_ops_cancelled (i, self->cancellable, error))
        return NULL;
      hashes[i] = self->hashes[log][thread->ops[i].op];
    }
  return g_steal_pointer (&hashes);
}

static gboolean
align_threads (Comparer *self, const Thread *threads, GError **error)
{
  g_autofree guint64 *a = copy_hashes (self, WEFT_LOG_A, &threads[0], error);
  g_autofree guint64 *b = a != NULL ? copy_hashes (self, WEFT_LOG_B, &threads[1], error) : NULL;
  g_autoptr (GArray) aligned = g_array_sized_new (FALSE, FALSE, sizeof (WeftAligned),
                                                  MAX (threads[0].n_ops, threads[1].n_ops));

  if (b == NULL)
    return FALSE;
  if (!weft_sequence_align (a, threads[0].n_ops, b, threads[1].n_ops, aligned, self->cancellable,
                            error))
    return FALSE;
  for (guint i = 0; i < aligned->len; i++)
    {
      const WeftAligned *place = &g_array_index (aligned, WeftAligned, i);

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      add_pair (self, place->first != WEFT_ALIGN_NONE ? &threads[0].ops[place->first] : NULL,
                place->second != WEFT_ALIGN_NONE ? &threads[1].ops[place->second] : NULL);
    }
  return TRUE;
}

/* The ops of thread `tid`, which stand next in the array, taken off it. */
static Thread
take_thread (GArray *retired, guint32 *next, gint64 tid)
{
  guint32 begin = *next;

  while (*next < retired->len && g_array_index (retired, Retired, *next).tid == tid)
    (*next)++;
  if (*next == begin)
    return (Thread){ NULL, 0 };
  return (Thread){ &g_array_index (retired, Retired, begin), *next - begin };
}

static gint64
get_next_thread (const Comparer *self, const guint32 *next)
{
  gint64 tid = G_MAXINT64;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (next[log] < self->retired[log]->len)
      tid = MIN (tid, g_array_index (self->retired[log], Retired, next[log]).tid);
  return tid;
}

static gboolean
make_pairs (Comparer *self, GError **error)
{
  guint32 next[WEFT_N_LOGS] = { 0, 0 };

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      guint32 n_ops = self->result->snapshots[log]->n_ops;

      self->result->pairs_of_op[log] = g_new (guint32, n_ops);
      for (guint32 op = 0; op < n_ops; op++)
        self->result->pairs_of_op[log][op] = WEFT_NO_ROW;
    }
  while (next[0] < self->retired[0]->len || next[1] < self->retired[1]->len)
    {
      gint64 tid = get_next_thread (self, next);
      Thread threads[] = { take_thread (self->retired[0], &next[0], tid),
                           take_thread (self->retired[1], &next[1], tid) };
      guint32 begin = self->result->pairs->len;

      g_array_append_val (self->threads, begin);
      if (self->result->alignment == WEFT_ALIGN_BY_RETIRE ? !merge_threads (self, threads, error)
                                                          : !align_threads (self, threads, error))
        return FALSE;
    }
  return TRUE;
}

static const WeftOpPair *
get_pair (const WeftPipelineCompare *result, guint32 index)
{
  return &g_array_index (result->pairs, WeftOpPair, index);
}

static gboolean
is_whole (const WeftOpPair *pair)
{
  return pair->ops[WEFT_LOG_A] != WEFT_NO_ROW && pair->ops[WEFT_LOG_B] != WEFT_NO_ROW;
}

/* --- what was flushed ------------------------------------------------------------------------- */

/* Counts each flushed op at the pair that was fetched last before it in its thread, or at the first
 * of the thread; where there is no pair, nowhere. */
static gboolean
count_flushes (Comparer *self, int log, GError **error)
{
  const WeftPipelineSnapshot *snapshot = self->result->snapshots[log];
  GArray *pairs = self->result->pairs;
  WeftMap64 latest = WEFT_MAP64_INIT; /* by thread */
  gboolean done = TRUE;

  self->flushes[log] = g_new0 (guint32, pairs->len + 1);
  for (guint i = 0; i < self->threads->len; i++)
    {
      guint32 pair = g_array_index (self->threads, guint32, i);
      const WeftOpPair *first = get_pair (self->result, pair);
      int side = first->ops[log] != WEFT_NO_ROW ? log : !log;

      weft_map64_set (
        &latest, (guint64) weft_op_thread (self->result->snapshots[side], first->ops[side]), pair);
    }
  for (guint32 row = 0; row < snapshot->n_ops && done; row++)
    {
      guint32 op = weft_pipeline_snapshot_op_at_row (snapshot, row);
      guint64 tid = (guint64) weft_op_thread (snapshot, op);
      guint32 pair = self->result->pairs_of_op[log][op];

      done = !weft_ops_cancelled (row, self->cancellable, error);
      if (pair != NO_INDEX && is_whole (get_pair (self->result, pair)))
        weft_map64_set (&latest, tid, pair);
      pair = weft_map64_get (&latest, tid);
      if (pair != WEFT_MAP64_NONE && weft_op_state (snapshot, op) == WEFT_OP_FLUSHED
          && is_counted (self, log, op))
        self->flushes[log][pair]++;
    }
  weft_map64_clear (&latest);
  return done;
}

/* --- differences ------------------------------------------------------------------------------ */

static guint64
get_latency (const WeftPipelineCompare *result, int log, guint32 op)
{
  const WeftPipelineSnapshot *snapshot = result->snapshots[log];

  return weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
}

static guint64
distance_of (gint64 delta)
{
  return delta < 0 ? 0 - (guint64) delta : (guint64) delta;
}

static gboolean
is_beyond (const Comparer *self, guint64 distance, guint64 of)
{
  return (double) distance > (double) of * self->tolerance / 100;
}

static guint64
between (guint64 a, guint64 b)
{
  return MAX (a, b) - MIN (a, b);
}

/* One that is not about timing is a group of its own. */
static void
add_difference (Comparer *self, WeftDifference difference)
{
  WeftPipelineCompare *result = self->result;
  const WeftOpPair *pair = get_pair (result, difference.pair);
  int log = pair->ops[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;

  difference.cycle = weft_op_end (result->snapshots[log], pair->ops[log]);
  if (log == WEFT_LOG_B)
    difference.cycle = weft_ticks_between (result->base, difference.cycle);
  if (difference.kind != WEFT_DIFFERENCE_TIMING)
    difference.group =
      weft_pipeline_grouping_add_single (&self->grouping, difference.kind, difference.pair);
  result->n_differences[difference.kind]++;
  g_array_append_val (result->differences, difference);
}

/* Returns the pair behind the run that begins with `first`, in a thread that ends before `last`. */
static guint32
add_run (Comparer *self, guint32 first, guint32 last, gint64 drift)
{
  gboolean only_a = get_pair (self->result, first)->ops[WEFT_LOG_A] != WEFT_NO_ROW;
  guint32 end = first;

  for (; end < last; end++)
    {
      const WeftOpPair *pair = get_pair (self->result, end);

      if (is_whole (pair) || (pair->ops[WEFT_LOG_A] != WEFT_NO_ROW) != only_a)
        break;
    }
  add_difference (
    self, (WeftDifference){ .kind = only_a ? WEFT_DIFFERENCE_ONLY_A : WEFT_DIFFERENCE_ONLY_B,
                            .pair = first,
                            .n_ops = end - first,
                            .drift = drift });
  return end;
}

static void
add_flushes (Comparer *self, guint32 index, gint64 drift)
{
  guint64 a = self->flushes[WEFT_LOG_A][index], b = self->flushes[WEFT_LOG_B][index];

  if (a != b && is_beyond (self, between (a, b), a))
    add_difference (self, (WeftDifference){ .kind = WEFT_DIFFERENCE_FLUSHES,
                                            .pair = index,
                                            .n_ops = 1,
                                            .values = { a, b },
                                            .drift = drift });
}

/* Of a pair of two ops, with their latencies. */
static void
compare_timing (Comparer *self, guint32 index, const guint64 *latencies, gint64 slip, gint64 drift)
{
  guint64 a = latencies[WEFT_LOG_A], b = latencies[WEFT_LOG_B];
  WeftGroupedPair grouped = { .pair = index,
                              .drift = drift,
                              .differs = is_beyond (self, between (a, b), a)
                                         || is_beyond (self, distance_of (slip), a) };
  guint32 group;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      guint32 op = get_pair (self->result, index)->ops[log];

      grouped.fetches[log] = weft_op_fetch (self->result->snapshots[log], op);
      grouped.ends[log] = weft_op_end (self->result->snapshots[log], op);
    }
  group = weft_pipeline_grouping_add_pair (&self->grouping, &grouped);
  if (grouped.differs)
    add_difference (self, (WeftDifference){ .kind = WEFT_DIFFERENCE_TIMING,
                                            .pair = index,
                                            .n_ops = 1,
                                            .values = { a, b },
                                            .slip = slip,
                                            .drift = drift,
                                            .group = group });
}

/* A pair of two ops; `before` is the drift of the one before it. */
static gint64
compare_pair (Comparer *self, guint32 index, gint64 before)
{
  WeftPipelineCompare *result = self->result;
  const WeftOpPair *pair = get_pair (result, index);
  guint32 a = pair->ops[WEFT_LOG_A], b = pair->ops[WEFT_LOG_B];
  guint64 latency_a = get_latency (result, WEFT_LOG_A, a);
  guint64 latency_b = get_latency (result, WEFT_LOG_B, b);
  gint64 end = weft_op_end (result->snapshots[WEFT_LOG_A], a);
  gint64 distance = weft_ticks_between (end, weft_op_end (result->snapshots[WEFT_LOG_B], b));
  gint64 drift = weft_ticks_between (result->base, distance);
  gint64 slip = weft_ticks_between (before, drift);

  if (end >= self->last_end)
    {
      self->last_end = end;
      result->drift = drift;
    }
  result->logs[WEFT_LOG_A].latency += latency_a;
  result->logs[WEFT_LOG_B].latency += latency_b;
  if (self->hashes[WEFT_LOG_A][a] != self->hashes[WEFT_LOG_B][b])
    add_difference (
      self,
      (WeftDifference){ .kind = WEFT_DIFFERENCE_LABEL, .pair = index, .n_ops = 1, .drift = drift });
  compare_timing (self, index, (const guint64[]){ latency_a, latency_b }, slip, drift);
  return drift;
}

static void
set_base (WeftPipelineCompare *result)
{
  for (guint32 i = 0; i < result->pairs->len; i++)
    {
      const WeftOpPair *pair = get_pair (result, i);

      if (!is_whole (pair))
        continue;
      result->base =
        weft_ticks_between (weft_op_end (result->snapshots[WEFT_LOG_A], pair->ops[WEFT_LOG_A]),
                            weft_op_end (result->snapshots[WEFT_LOG_B], pair->ops[WEFT_LOG_B]));
      return;
    }
}

/* Of one thread: the pairs [first, last). */
static gboolean
compare_thread (Comparer *self, guint32 first, guint32 last, GError **error)
{
  gint64 drift = 0;

  for (guint32 i = first; i < last;)
    {
      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      if (is_whole (get_pair (self->result, i)))
        {
          drift = compare_pair (self, i, drift);
          add_flushes (self, i++, drift);
        }
      else
        {
          /* the flushes before a thread's first pair are counted where it begins */
          if (i == first)
            add_flushes (self, i, drift);
          i = add_run (self, i, last, drift);
        }
    }
  weft_pipeline_grouping_end_thread (&self->grouping);
  return TRUE;
}

static int
compare_differences (gconstpointer a, gconstpointer b)
{
  const WeftDifference *x = a, *y = b;
  int order = compare_numbers (x->cycle, y->cycle);

  return order != 0 ? order : compare_numbers (x->pair, y->pair);
}

static void
find_first (WeftPipelineCompare *result)
{
  result->first_divergence = result->first_timing = G_MAXUINT;
  for (guint i = result->differences->len; i-- > 0;)
    {
      WeftDifferenceKind kind = g_array_index (result->differences, WeftDifference, i).kind;

      if (kind <= WEFT_DIFFERENCE_LABEL)
        result->first_divergence = i;
      if (kind == WEFT_DIFFERENCE_TIMING)
        result->first_timing = i;
    }
}

static gboolean
find_differences (Comparer *self, GError **error)
{
  WeftPipelineCompare *result = self->result;

  set_base (result);
  for (guint i = 0; i < self->threads->len; i++)
    {
      guint32 first = g_array_index (self->threads, guint32, i);
      guint32 last = i + 1 < self->threads->len ? g_array_index (self->threads, guint32, i + 1)
                                                : result->pairs->len;

      if (!compare_thread (self, first, last, error))
        return FALSE;
    }
  g_array_sort (result->differences, compare_differences);
  weft_pipeline_grouping_sort (result->groups, result->differences);
  find_first (result);
  return TRUE;
}

/* --- PCs -------------------------------------------------------------------------------------- */

/* Element 0 is of the ops without a PC. */
static void
index_pcs (Comparer *self)
{
  GArray *pcs = self->result->pcs;
  WeftMap64 index = WEFT_MAP64_INIT;

  g_array_set_size (pcs, 1);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      WeftPipelineTrace *trace = self->result->snapshots[log]->trace;
      guint32 n_pcs = weft_pipeline_trace_get_n_pcs (trace);

      self->pcs_of_index[log] = g_new (guint32, n_pcs);
      for (guint32 i = 0; i < n_pcs; i++)
        {
          guint64 pc = weft_pipeline_trace_get_pc (trace, i);
          guint32 place = weft_map64_get (&index, pc);

          if (place == WEFT_MAP64_NONE)
            {
              place = pcs->len;
              weft_map64_set (&index, pc, place);
              g_array_set_size (pcs, place + 1);
              g_array_index (pcs, WeftPcComparison, place).pc = pc;
              g_array_index (pcs, WeftPcComparison, place).has_pc = TRUE;
            }
          self->pcs_of_index[log][i] = place;
        }
    }
  for (guint i = 0; i < pcs->len; i++)
    {
      WeftPcComparison *pc = &g_array_index (pcs, WeftPcComparison, i);

      pc->ops[WEFT_LOG_A] = pc->ops[WEFT_LOG_B] = WEFT_NO_ROW;
      pc->worst = NO_INDEX;
    }
  weft_map64_clear (&index);
}

/* The PC of an op, having noted that the op is of it. */
static WeftPcComparison *
touch_pc (Comparer *self, int log, guint32 op)
{
  guint32 index = weft_op_pc_index (self->result->snapshots[log], op);
  guint32 place = index != WEFT_NO_ROW ? self->pcs_of_index[log][index] : 0;
  WeftPcComparison *pc = &g_array_index (self->result->pcs, WeftPcComparison, place);

  pc->ops[log] = MIN (pc->ops[log], op);
  return pc;
}

static gint64
get_change (const guint64 *latency)
{
  return (gint64) (latency[WEFT_LOG_B] - latency[WEFT_LOG_A]);
}

/* A pair whose labels differ may be of two PCs: it is counted with A's. */
static void
add_pair_to_pc (Comparer *self, guint32 index)
{
  WeftPipelineCompare *result = self->result;
  const WeftOpPair *pair = get_pair (result, index);
  WeftPcComparison *pc = touch_pc (self, WEFT_LOG_A, pair->ops[WEFT_LOG_A]);
  guint64 latency[WEFT_N_LOGS], worst[WEFT_N_LOGS] = { 0, 0 };

  touch_pc (self, WEFT_LOG_B, pair->ops[WEFT_LOG_B]);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      latency[log] = get_latency (result, log, pair->ops[log]);
      pc->latency[log] += latency[log];
      if (pc->worst != NO_INDEX)
        worst[log] = get_latency (result, log, get_pair (result, pc->worst)->ops[log]);
    }
  if (pc->n_pairs++ == 0 || distance_of (get_change (latency)) > distance_of (get_change (worst)))
    pc->worst = index;
}

static int
compare_pcs (gconstpointer a, gconstpointer b)
{
  const WeftPcComparison *x = a, *y = b;
  guint64 change_x = distance_of (get_change (x->latency));
  guint64 change_y = distance_of (get_change (y->latency));

  if (change_x != change_y)
    return change_x > change_y ? -1 : 1;
  if (x->n_pairs != y->n_pairs)
    return x->n_pairs > y->n_pairs ? -1 : 1;
  if (x->has_pc != y->has_pc)
    return x->has_pc ? -1 : 1;
  return (x->pc > y->pc) - (x->pc < y->pc);
}

static void
drop_unused_pcs (GArray *pcs)
{
  guint n = 0;

  for (guint i = 0; i < pcs->len; i++)
    {
      const WeftPcComparison *pc = &g_array_index (pcs, WeftPcComparison, i);

      if (pc->ops[WEFT_LOG_A] != WEFT_NO_ROW || pc->ops[WEFT_LOG_B] != WEFT_NO_ROW)
        g_array_index (pcs, WeftPcComparison, n++) = *pc;
    }
  g_array_set_size (pcs, n);
}

static gboolean
compare_all_pcs (Comparer *self, GError **error)
{
  WeftPipelineCompare *result = self->result;

  index_pcs (self);
  for (guint32 i = 0; i < result->pairs->len; i++)
    {
      const WeftOpPair *pair = get_pair (result, i);

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      if (is_whole (pair))
        add_pair_to_pc (self, i);
      else if (pair->ops[WEFT_LOG_A] != WEFT_NO_ROW)
        touch_pc (self, WEFT_LOG_A, pair->ops[WEFT_LOG_A])->n_only[WEFT_LOG_A]++;
      else
        touch_pc (self, WEFT_LOG_B, pair->ops[WEFT_LOG_B])->n_only[WEFT_LOG_B]++;
    }
  for (int log = 0; log < WEFT_N_LOGS; log++)
    for (guint32 op = 0; op < result->snapshots[log]->n_ops; op++)
      {
        if (weft_ops_cancelled (op, self->cancellable, error))
          return FALSE;
        if (weft_op_state (result->snapshots[log], op) == WEFT_OP_FLUSHED
            && is_counted (self, log, op))
          touch_pc (self, log, op)->n_flushed[log]++;
      }
  drop_unused_pcs (result->pcs);
  g_array_sort (result->pcs, compare_pcs);
  return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static gboolean
run (Comparer *self, GError **error)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (!collect_retired (self, log, error) || !hash_labels (self, log, error))
      return FALSE;
  return make_pairs (self, error) && count_flushes (self, WEFT_LOG_A, error)
         && count_flushes (self, WEFT_LOG_B, error) && find_differences (self, error)
         && compare_all_pcs (self, error)
         && (self->ops != NULL
             || (self->result->cpi = weft_pipeline_cpi_difference_new (self->result->snapshots,
                                                                       self->cancellable, error))
                  != NULL);
}

WeftPipelineCompare *
weft_pipeline_compare_new (WeftPipelineSnapshot *const *snapshots, WeftBitset *const *ops,
                           WeftPipelineAlignment alignment, double tolerance,
                           GCancellable *cancellable, GError **error)
{
  WeftPipelineCompare *result = g_new0 (WeftPipelineCompare, 1);
  Comparer self = { .result = result,
                    .ops = ops,
                    .tolerance = tolerance,
                    .cancellable = cancellable,
                    .threads = g_array_new (FALSE, FALSE, sizeof (guint32)),
                    .last_end = G_MININT64 };
  gboolean done;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    result->snapshots[log] = weft_pipeline_snapshot_ref (snapshots[log]);
  result->alignment = alignment;
  result->pairs = g_array_new (FALSE, FALSE, sizeof (WeftOpPair));
  result->differences = g_array_new (FALSE, FALSE, sizeof (WeftDifference));
  result->groups = g_array_new (FALSE, FALSE, sizeof (WeftDifferenceGroup));
  result->pcs = g_array_new (FALSE, TRUE, sizeof (WeftPcComparison));
  weft_pipeline_grouping_init (&self.grouping, result->groups);
  done = run (&self, error);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      g_clear_pointer (&self.retired[log], g_array_unref);
      g_free (self.hashes[log]);
      g_free (self.flushes[log]);
      g_free (self.pcs_of_index[log]);
    }
  g_array_unref (self.threads);
  weft_pipeline_grouping_clear (&self.grouping);
  if (!done)
    g_clear_pointer (&result, weft_pipeline_compare_free);
  return result;
}

void
weft_pipeline_compare_free (WeftPipelineCompare *self)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      weft_pipeline_snapshot_unref (self->snapshots[log]);
      g_free (self->pairs_of_op[log]);
    }
  g_array_unref (self->pairs);
  g_array_unref (self->differences);
  g_array_unref (self->groups);
  g_array_unref (self->pcs);
  g_clear_pointer (&self->cpi, weft_pipeline_cpi_difference_free);
  g_free (self);
}

guint32
weft_pipeline_compare_find_partner (const WeftPipelineCompare *self, int log, guint32 op)
{
  const WeftPipelineSnapshot *snapshot = self->snapshots[log];
  guint32 row = op < snapshot->n_ops ? weft_pipeline_snapshot_row_of_op (snapshot, op) + 1 : 0;

  while (row-- > 0)
    {
      guint32 pair = self->pairs_of_op[log][weft_pipeline_snapshot_op_at_row (snapshot, row)];

      if (pair != NO_INDEX && is_whole (get_pair (self, pair)))
        return get_pair (self, pair)->ops[!log];
    }
  return WEFT_NO_ROW;
}
