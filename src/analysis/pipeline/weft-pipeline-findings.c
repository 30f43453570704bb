/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-findings.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-pipeline-explanation.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-retire-gap.h"

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  const WeftPipelineStats *stats;
  GArray *findings;
} Search;

/* Squashes tell much where many ops are flushed: less than this share weighs less. */
#define MANY_FLUSHED 0.05

static double
share_of (guint64 part, guint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* How much a part of the flushed ops tells. */
static double
weigh_flushed (Search *self, guint64 n_ops)
{
  double flushed = share_of (self->stats->n_flushed, self->stats->n_ops);

  return share_of (n_ops, self->stats->n_flushed) / 2 * MIN (flushed / MANY_FLUSHED, 1);
}

/* Takes `text`, `figure` and `target`. What costs `share` of something is left out where that is next
 * to nothing. */
static void
take (Search *self, const char *key, WeftFindingKind kind, double weight, double share, char *text,
      char *figure, const char *definition, char *target)
{
  weft_findings_add_cost (self->findings,
                          &(WeftFinding){ .key = key,
                                          .kind = kind,
                                          .text = text,
                                          .figure = figure,
                                          .definition = definition,
                                          .target = target,
                                          .weight = weight },
                          share);
}

/* One whose figure is its share. */
static void
take_share (Search *self, const char *key, WeftFindingKind kind, double weight, double share,
            char *text, const char *definition, char *target)
{
  take (self, key, kind, weight, share, text, weft_findings_format_share (share), definition,
        target);
}

/* --- words ------------------------------------------------------------------------------------------ */

static char *
op_target (guint32 op)
{
  return g_strdup_printf ("op:%u", op);
}

static char *
cycles_target (const WeftCycleRange *cycles)
{
  return g_strdup_printf ("cycles:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, cycles->from,
                          cycles->to);
}

/* "PC 0x80000000 (lw x12, 72(x22))". */
static char *
describe_pc (Search *self, const WeftPipelinePcStats *pc)
{
  g_autofree char *label = weft_pipeline_op_shorten_label (self->snapshot, pc->first_op);

  g_autofree char *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", pc->pc);

  return g_strdup_printf (_ ("PC %s (%s)"), address, label);
}

static char *
describe_op (Search *self, guint32 op)
{
  g_autofree char *label = weft_pipeline_op_shorten_label (self->snapshot, op), *id = NULL;
  WeftOp info;

  weft_pipeline_snapshot_get_op (self->snapshot, op, &info);
  id = weft_pipeline_trace_format_id (self->snapshot->trace, info.id);
  return g_strdup_printf (_ ("Op %s (%s)"), id, label);
}

static char *
kind_name (Search *self, WeftKind kind)
{
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (self->snapshot->trace, kind, &info);
  return g_utf8_make_valid (info.name, -1);
}

/* --- squashes ---------------------------------------------------------------------------------------- */

static void
find_storm (Search *self)
{
  const WeftSquashStorm *storm;
  double flushed;
  g_autofree char *squashes = NULL, *from = NULL, *to = NULL, *ops = NULL, *share = NULL;

  if (self->stats->storms->len == 0)
    return;
  storm = &g_array_index (self->stats->storms, WeftSquashStorm, 0);
  squashes = weft_number_count (storm->n_squashes);
  from = weft_number_integer (storm->cycles.from);
  to = weft_number_integer (storm->cycles.to);
  ops = weft_number_count (storm->n_ops);
  flushed = share_of (storm->n_ops, self->stats->n_flushed);
  share = weft_findings_format_share (flushed);
  take_share (
    self, "squash-storm", WEFT_FINDING_OTHER, weigh_flushed (self, storm->n_ops), flushed,
    g_strdup_printf (_ ("The worst squash storm, cycles %s – %s, flushed %s ops in %s squashes: %s "
                        "of all that were flushed."),
                     from, to, ops, squashes, share),
    _ (
      "A squash is a run of flushed ops in id order within a thread. A storm is three squashes or "
      "more that follow one another at less than half of the distance that squashes have on "
      "average. Ranked by half of its share of the flushed ops; by less where less than 5 % of all "
      "ops are flushed."),
    cycles_target (&storm->cycles));
}

/* The cause of the largest squash that an op at that PC precedes. */
static guint32
find_cause (Search *self, const WeftPipelinePcStats *pc)
{
  guint32 cause = pc->first_op, n_ops = 0;

  for (guint i = 0; i < self->stats->squashes->len; i++)
    {
      const WeftSquash *squash = &g_array_index (self->stats->squashes, WeftSquash, i);

      if (squash->cause == WEFT_NO_ROW || squash->n_ops <= n_ops
          || weft_op_pc_index (self->snapshot, squash->cause)
               != weft_op_pc_index (self->snapshot, pc->first_op))
        continue;
      cause = squash->cause;
      n_ops = squash->n_ops;
    }
  return cause;
}

static void
find_squashing_pc (Search *self)
{
  const WeftPipelinePcStats *worst = NULL;
  g_autofree char *place = NULL, *squashes = NULL, *all = NULL, *ops = NULL;

  for (guint i = 0; i < self->stats->pcs->len; i++)
    {
      const WeftPipelinePcStats *pc = &g_array_index (self->stats->pcs, WeftPipelinePcStats, i);

      if (pc->has_pc && (worst == NULL || pc->n_squashed > worst->n_squashed))
        worst = pc;
    }
  if (worst == NULL || worst->n_squashes == 0)
    return;
  place = describe_pc (self, worst);
  squashes = weft_number_count (worst->n_squashes);
  all = weft_number_count (self->stats->squashes->len);
  ops = weft_number_count (worst->n_squashed);
  take_share (
    self, "squashing-pc", WEFT_FINDING_OTHER, weigh_flushed (self, worst->n_squashed),
    share_of (worst->n_squashed, self->stats->n_flushed),
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                  "Most ops are flushed after %s: %s, in %s of %s squash.",
                                  "Most ops are flushed after %s: %s, in %s of %s squashes.",
                                  self->stats->squashes->len),
                     place, ops, squashes, all),
    _ ("The PC of the op before a squash, the last of its thread that was not flushed. Ranked by "
       "half "
       "of its share of the flushed ops; by less where less than 5 % of all ops are flushed."),
    op_target (find_cause (self, worst)));
}

/* --- stalls ------------------------------------------------------------------------------------------ */

static const WeftPipelinePcStats *
find_hottest_pc (const WeftPipelineStats *stats)
{
  for (guint i = 0; i < stats->pcs->len; i++)
    if (g_array_index (stats->pcs, WeftPipelinePcStats, i).has_pc)
      return &g_array_index (stats->pcs, WeftPipelinePcStats, i);
  return NULL;
}

static void
find_stalling_pc (Search *self)
{
  const WeftPipelineStats *stats = self->stats;
  const WeftPipelinePcStats *pc = find_hottest_pc (stats);
  double stalled;
  g_autofree char *place = NULL, *cycles = NULL, *share = NULL, *ops = NULL;

  if (pc == NULL || pc->stall_cycles == 0)
    return;
  place = describe_pc (self, pc);
  cycles = weft_number_count (pc->stall_cycles);
  stalled = share_of (pc->stall_cycles, stats->stall_cycles);
  share = weft_findings_format_share (stalled);
  ops = weft_number_ops (pc->n_ops);
  take_share (
    self, "stalling-pc", WEFT_FINDING_WAIT,
    (1 - share_of (stats->stall_cycles, pc->stall_cycles * stats->pcs->len)) / 2, stalled,
    g_strdup_printf (_ ("Most stall cycles are those of %s: ≈ %s in %s, %s of all."), place, cycles,
                     ops, share),
    _ ("Estimated: the cycles in which an op was held up before its result was there. Ranked by "
       "half of the part of them that is beyond the average PC’s."),
    op_target (pc->slowest_op != WEFT_NO_ROW ? pc->slowest_op : pc->first_op));
}

/* The stage in which the op was longest. FALSE: it has none. */
static gboolean
find_longest_stage (Search *self, guint32 op, WeftStage *longest)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (self->snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    if (i == 0
        || weft_cycles_between (buffer.stages[i].start, buffer.stages[i].end)
             > weft_cycles_between (longest->start, longest->end))
      *longest = buffer.stages[i];
  return buffer.n_stages > 0;
}

static void
find_waiting_op (Search *self)
{
  const WeftPipelineStats *stats = self->stats;
  guint64 median;
  g_autofree char *name = NULL, *cycles = NULL, *usual = NULL, *stage_name = NULL;
  g_autofree char *stage_cycles = NULL;
  WeftStage stage;

  if (stats->slowest_op == WEFT_NO_ROW || stats->slowest_latency == 0
      || !find_longest_stage (self, stats->slowest_op, &stage))
    return;
  median = weft_histogram_get_percentile (&stats->latency, 500);
  name = describe_op (self, stats->slowest_op);
  cycles = weft_number_cycles (stats->slowest_latency);
  usual = weft_number_count (median);
  stage_name = kind_name (self, stage.kind);
  stage_cycles = weft_number_count (weft_cycles_between (stage.start, stage.end));
  /* However long the run is: an op is no part of its cycles, of which many ops share each. */
  take (
    self, "slowest-op", WEFT_FINDING_SLOW, (1 - share_of (median, stats->slowest_latency)) / 2, 1,
    g_strdup_printf (
      _ ("%s took longest: %s, of which %s in stage %s; half of all ops took at most "
         "%s."),
      name, cycles, stage_cycles, stage_name, usual),
    g_strdup (cycles),
    _ (
      "The op with the most cycles from fetch to retire or flush; ops without an end do not count. "
      "Ranked by half of the part of them that is beyond the median."),
    op_target (stats->slowest_op));
}

static void
find_gap (Search *self, GCancellable *cancellable, GError **error)
{
  WeftCycleRange gap;
  guint64 length;
  g_autofree char *cycles = NULL, *from = NULL, *to = NULL;
  double usual;

  if (!weft_pipeline_retire_gap_find (self->snapshot, &gap, cancellable, error))
    return;
  length = weft_cycles_between (gap.from, gap.to);
  usual = weft_pipeline_stats_get_cpi (self->stats);
  cycles = weft_number_cycles (length);
  from = weft_number_integer (gap.from);
  to = weft_number_integer (gap.to);
  take_share (
    self, "retire-gap", WEFT_FINDING_IDLE, (1 - usual / (double) length) / 2,
    share_of (length, weft_pipeline_stats_get_cycles (self->stats)),
    g_strdup_printf (_ ("For %s nothing retired, from %s to %s; an op retires every %.2f cycles on "
                        "average."),
                     cycles, from, to, usual),
    _ (
      "The longest time between two cycles in which an op of any thread retired. Ranked by half of "
      "the part of it that is beyond the cycles an op takes on average (CPI)."),
    cycles_target (&gap));
}

/* --- the rest ---------------------------------------------------------------------------------------- */

static void
find_slowest_stage (Search *self)
{
  const guint pipeline = weft_pipeline_find_lane (self->snapshot->trace);
  const WeftPipelineStageStats *slowest = NULL;
  double total = 0, part; /* of all, which may be more than 64 bits hold */
  g_autofree char *name = NULL, *share = NULL, *median = NULL, *longest = NULL;

  for (guint i = 0; i < self->stats->stages->len; i++)
    {
      const WeftPipelineStageStats *stage =
        &g_array_index (self->stats->stages, WeftPipelineStageStats, i);
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (self->snapshot->trace, stage->kind, &info);
      if (info.lane_index != pipeline)
        continue;
      total += (double) stage->lengths.total;
      if (slowest == NULL || stage->lengths.total > slowest->lengths.total)
        slowest = stage;
    }
  if (slowest == NULL || slowest->lengths.total == 0)
    return;
  name = kind_name (self, slowest->kind);
  part = (double) slowest->lengths.total / total;
  share = weft_findings_format_share (part);
  median = weft_number_cycles (weft_histogram_get_percentile (&slowest->lengths, 500));
  longest = weft_number_count (slowest->lengths.max);
  take_share (
    self, "slowest-stage", WEFT_FINDING_SLOW, part / 2, part,
    g_strdup_printf (
      _ ("Ops spend most of their time in stage %s: %s; half of those stages take at "
         "most %s, the longest %s."),
      name, share, median, longest),
    _ ("Of the cycles of all stages of the pipeline’s lane that have ended. Ranked by half of its "
       "share."),
    op_target (slowest->longest_op));
}

static void
find_open (Search *self)
{
  const WeftPipelineStats *stats = self->stats;
  g_autofree char *ops = weft_number_count (stats->n_open);
  g_autofree char *share = weft_findings_format_share (share_of (stats->n_open, stats->n_ops));

  if (stats->n_open == 0)
    return;
  take_share (self, "open-ops", WEFT_FINDING_OTHER, share_of (stats->n_open, stats->n_ops),
              share_of (stats->n_open, stats->n_ops),
              g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s op never ends, %s of all.",
                                            "%s ops never end, %s of all.", stats->n_open),
                               ops, share),
              _ ("Ops that are neither retired nor flushed where the log ends; they are left "
                 "out of latencies, stalls and PCs. Ranked by their share of all ops."),
              g_strdup ("filter:open"));
}

GArray *
weft_pipeline_findings_new (WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) findings = weft_findings_new ();
  Search self = { snapshot, stats, findings };
  GError *stopped = NULL;

  find_storm (&self);
  find_squashing_pc (&self);
  find_stalling_pc (&self);
  find_waiting_op (&self);
  find_gap (&self, cancellable, &stopped);
  if (stopped != NULL)
    {
      g_propagate_error (error, stopped);
      return NULL;
    }
  find_slowest_stage (&self);
  find_open (&self);
  weft_findings_rank (findings);
  return g_steal_pointer (&findings);
}
