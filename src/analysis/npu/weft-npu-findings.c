/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-findings.h"

#include "weft-npu-bound.h"
#include "weft-npu-facts.h"
#include "weft-npu-gap.h"
#include "weft-npu-high-windows.h"
#include "weft-npu-stall.h"
#include "weft-npu-tokens.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

/* --- targets ---------------------------------------------------------------------------------------- */

static const char *const target_words[] = { "event", "token", "layer", "stall", "idle", "dram" };

char *
weft_npu_target_to_string (const WeftNpuTarget *self)
{
  return g_strdup_printf ("%s:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, target_words[self->kind],
                          self->number, self->from, self->to);
}

gboolean
weft_npu_target_parse (const char *text, WeftNpuTarget *target)
{
  for (guint kind = 0; kind < WEFT_NPU_N_TARGETS; kind++)
    {
      gsize length = strlen (target_words[kind]);

      target->kind = kind;
      if (strncmp (text, target_words[kind], length) == 0
          && sscanf (text + length, ":%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &target->number,
                     &target->from, &target->to)
               == 3)
        return TRUE;
    }
  return FALSE;
}

/* --- taking one ------------------------------------------------------------------------------------- */

static double
share_of (double part, double whole)
{
  return whole > 0 ? CLAMP (part / whole, 0, 1) : 0;
}

typedef struct
{
  const WeftNpuStats *stats;
  GArray *findings;
  gint64 end;    /* the run's, or that of what was read of it */
  double cycles; /* that shares are of */
} Search;

/* One that costs a share of the run's cycles. Takes `text`. */
static void
take (Search *self, const char *key, WeftFindingKind kind, double share, char *text,
      const char *definition, const WeftNpuTarget *target)
{
  weft_findings_add_cost (self->findings,
                          &(WeftFinding){ .key = key,
                                          .kind = kind,
                                          .text = text,
                                          .figure = weft_findings_format_share (share),
                                          .definition = definition,
                                          .target = weft_npu_target_to_string (target),
                                          .weight = share },
                          share);
}

static char *
name_lane (const WeftNpuStats *stats, guint number)
{
  WeftNpuLane lane;

  weft_npu_snapshot_get_lane (stats->snapshot, number, &lane);
  return weft_npu_lane_to_string (&lane);
}

/* --- tokens ----------------------------------------------------------------------------------------- */

/* Of all tokens the one that took most more cycles than the median of its phase: (nullable). */
static const WeftNpuTokenStats *
find_slow_token (const WeftNpuStats *stats, const WeftNpuTokenStats **median)
{
  g_autoptr (GArray) phases = weft_npu_list_token_phases (stats);
  const WeftNpuTokenStats *slow = NULL;
  gint64 excess = 0;

  for (guint i = 0; i < phases->len; i++)
    {
      guint32 phase = g_array_index (phases, guint32, i);
      const WeftNpuTokenStats *usual = weft_npu_find_median_token (stats, phase);
      const WeftNpuTokenStats *slowest = weft_npu_find_slowest_token (stats, phase);

      if (weft_npu_token_get_latency (slowest) - weft_npu_token_get_latency (usual) <= excess)
        continue;
      excess = weft_npu_token_get_latency (slowest) - weft_npu_token_get_latency (usual);
      slow = slowest;
      *median = usual;
    }
  return slow;
}

/* The surplus of stalls or DRAM; nothing where there is none. Takes `amount`. */
static void
add_reason (GString *text, const char *name, gint64 more, char *amount)
{
  if (more > 0)
    g_string_append_printf (text, "%s%s +%s", text->len > 0 ? ", " : "", name, amount);
  g_free (amount);
}

/* (transfer full) "layer ffn_2 on DMA", or where events name no layer "DMA". */
static char *
name_pair (const WeftNpuStats *stats, const WeftNpuTokenPair *pair)
{
  g_autofree char *layer = weft_npu_format_name (stats->snapshot, pair->layer);

  if (pair->layer == WEFT_NO_NAME)
    return g_strdup (weft_npu_kind_to_string (pair->kind));
  return g_strdup_printf (_ ("layer %s on %s"), layer, weft_npu_kind_to_string (pair->kind));
}

/* (transfer full) What the token took more of than the median one: the layer on the engine that grew most,
 * stalls, bytes. */
static char *
describe_reasons (const WeftNpuStats *stats, const WeftNpuTokenStats *token,
                  const WeftNpuTokenStats *median)
{
  g_autoptr (GArray) pairs = weft_npu_compare_tokens (stats, median, token);
  gint64 moved = weft_npu_sum_get_moved (&token->sum) - weft_npu_sum_get_moved (&median->sum);
  gint64 stalls = token->sum.stall - median->sum.stall;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pairs->len && text->len == 0; i++)
    {
      const WeftNpuTokenPair *pair = &g_array_index (pairs, WeftNpuTokenPair, i);
      g_autofree char *name = name_pair (stats, pair);

      add_reason (text, name, pair->cycles[1] - pair->cycles[0],
                  weft_number_signed_cycles (pair->cycles[1] - pair->cycles[0]));
    }
  add_reason (text, _ ("stalls"), stalls, weft_number_signed_cycles (stalls));
  add_reason (text, _ ("DRAM"), moved, weft_npu_format_bytes (moved));
  if (text->len == 0)
    g_string_append (text, _ ("no layer took longer, and no more was moved"));
  return g_string_free (text, FALSE);
}

static void
tell_slow_token (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  const WeftNpuTokenStats *median = NULL, *slow = find_slow_token (stats, &median);
  g_autofree char *index = NULL, *phase = NULL, *more = NULL, *usual = NULL, *reasons = NULL;
  gint64 excess;
  double share;

  if (slow == NULL)
    return;
  excess = weft_npu_token_get_latency (slow) - weft_npu_token_get_latency (median);
  share = share_of ((double) excess, self->cycles);
  if (share < WEFT_FINDINGS_MIN_SHARE)
    return;
  index = weft_npu_format_number (slow->index);
  phase = weft_npu_format_name (stats->snapshot, slow->phase);
  more = weft_number_signed_cycles (excess);
  usual = weft_npu_format_number (weft_npu_token_get_latency (median));
  reasons = describe_reasons (stats, slow, median);
  take (
    self, "slow-token", WEFT_FINDING_SLOW, share,
    /* TRANSLATORS: "Token 12 of DECODE is the slowest, 420 cycles above the median of 20 820: layer
         * ffn_2 on DMA +400 cycles, stalls +20 cycles." */
    g_strdup_printf (_ ("Token %s of %s is the slowest, %s above the median of %s: %s."), index,
                     phase, more, usual, reasons),
    _ ("Its latency beside the nearest-rank median of its phase, and what it took more of than "
       "that token: the layer on an engine whose events grew most, stalls, bytes of DRAM. The "
       "figure is what it took longer, as a share of the run."),
    &(WeftNpuTarget){ WEFT_NPU_TARGET_TOKEN, slow->row, slow->start, slow->end });
}

/* --- layers ----------------------------------------------------------------------------------------- */

/* How many layers have a phase in which bandwidth bounds them. */
static guint
count_bound_layers (const WeftNpuStats *stats)
{
  g_autoptr (GHashTable) bound_layers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < stats->n_parts; i++)
    {
      WeftNpuBound bound = weft_npu_stats_bound (stats, &stats->parts[i].sum);

      if (bound.memory > bound.compute)
        g_hash_table_add (bound_layers, GUINT_TO_POINTER (stats->parts[i].layer + 1));
    }
  return g_hash_table_size (bound_layers);
}

static guint
count_layers (const WeftNpuStats *stats)
{
  guint n = 0;

  for (guint i = 0; i < stats->n_layers; i++)
    n += stats->layers[i].name != WEFT_NO_NAME ? 1 : 0;
  return n;
}

static void
tell_bound_layer (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  const WeftNpuPartStats *worst = NULL;
  WeftNpuBound worst_bound = { 0 };
  g_autofree char *name = NULL, *phase = NULL, *memory = NULL, *compute = NULL;
  guint n_layers = count_layers (stats);

  for (guint i = 0; i < stats->n_parts; i++)
    {
      WeftNpuBound bound = weft_npu_stats_bound (stats, &stats->parts[i].sum);

      if (!(bound.memory > bound.compute) || (worst != NULL && bound.memory <= worst_bound.memory))
        continue;
      worst = &stats->parts[i];
      worst_bound = bound;
    }
  if (worst == NULL)
    return;
  name = weft_npu_format_name (stats->snapshot, worst->layer);
  phase = worst->phase != WEFT_NO_NAME ? weft_npu_format_name (stats->snapshot, worst->phase)
                                       : g_strdup (_ ("no phase"));
  memory = weft_number_signed_cycles (llrint (worst_bound.memory));
  compute = weft_npu_format_number (llrint (worst_bound.compute));
  take (self, "bandwidth-bound-layer", WEFT_FINDING_TRAFFIC,
        share_of (worst_bound.memory, self->cycles),
        g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%u of %u layer is bound by bandwidth, most %s in %s: its bytes take %s at "
                       "DRAM’s peak, its MACs ≈ %s at the roof.",
                       "%u of %u layers are bound by bandwidth, most %s in %s: its bytes take %s "
                       "at DRAM’s peak, its MACs ≈ %s at the roof.",
                       n_layers),
          count_bound_layers (stats), n_layers, name, phase, memory, compute),
        _ ("Layers whose bytes at the peak bandwidth take longer than their MACs at the roof (an "
           "estimate) in a phase, and the one with the most bytes. The figure is the time of these "
           "bytes as a share of the run."),
        &(WeftNpuTarget){ WEFT_NPU_TARGET_LAYER, worst->top_row, worst->first, worst->last });
}

/* --- memory ----------------------------------------------------------------------------------------- */

static void
tell_saturation (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  const WeftNpuBandwidth *bandwidth = stats->bandwidth;
  gboolean estimated = bandwidth->source != WEFT_NPU_FROM_SAMPLES;
  g_autofree char *high = NULL, *over = NULL, *from = NULL, *to = NULL, *top = NULL;
  WeftNpuHighWindows found;
  double share;

  if (!weft_npu_find_high_windows (bandwidth, &found))
    return;
  share = share_of ((double) found.high, self->cycles);
  high = weft_findings_format_share (share);
  over = weft_findings_format_share (share_of ((double) found.over, self->cycles));
  from = weft_number_integer (found.from);
  to = weft_number_integer (found.to);
  top = weft_findings_format_share (found.top / (double) bandwidth->peak);
  take (
    self, "saturated-dram", WEFT_FINDING_TRAFFIC, share,
    found.over > 0
      ? g_strdup_printf (_ ("DRAM moves more than its peak in %s%s of the run, above 80 %% of it "
                            "in %s; longest in cycles %s – %s, at most %s."),
                         estimated ? "≈ " : "", over, high, from, to, top)
      : g_strdup_printf (_ ("DRAM moves more than 80 %% of its peak in %s%s of the run; longest "
                            "in cycles %s – %s, at most %s."),
                         estimated ? "≈ " : "", high, from, to, top),
    _ ("Windows of samples, or of what events move where there are none (≈), above the peak "
       "that “dram_peak_bw_bytes_per_cycle” says, and above 0.8 of it. The figure is the cycles "
       "of the latter as a share of the run."),
    &(WeftNpuTarget){ WEFT_NPU_TARGET_DRAM, 0, found.from, found.to });
}

/* --- engines ---------------------------------------------------------------------------------------- */

static void
tell_gap (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  g_autofree char *engine = NULL, *share_text = NULL, *length = NULL, *from = NULL, *to = NULL,
                  *other = NULL, *other_share = NULL, *meanwhile = NULL;
  double share;
  WeftNpuGap gap;

  if (!weft_npu_find_gap (stats, self->end, &gap))
    return;
  engine = name_lane (stats, gap.lane);
  share = share_of ((double) gap.cycles, self->cycles);
  share_text = weft_findings_format_share (share);
  length = weft_number_signed_cycles (gap.to - gap.from);
  from = weft_number_integer (gap.from);
  to = weft_number_integer (gap.to);
  if (gap.other != WEFT_NPU_NO_LANE)
    {
      other = name_lane (stats, gap.other);
      other_share = weft_findings_format_share (
        share_of ((double) gap.other_busy, (double) (gap.to - gap.from)));
      meanwhile = g_strdup_printf (_ ("%s was busy in %s of it"), other, other_share);
    }
  else
    meanwhile = g_strdup (_ ("nothing else ran"));
  take (
    self, "idle-engine", WEFT_FINDING_IDLE, share,
    /* TRANSLATORS: "TE 0 is not busy in 85.1 % of the run; longest for 3 120 cycles, 1 000 – 4 120,
         * while DMA 1 was busy in 99.0 % of it." */
    g_strdup_printf (_ ("%s is not busy in %s of the run; longest for %s, %s – %s, while %s."),
                     engine, share_text, length, from, to, meanwhile),
    _ ("The TE that was busy longest, or where there is none, the engine that was; cycles in "
       "which none of its events was under way, and the other engine that was busy most of the "
       "longest such stretch. The figure is these cycles as a share of the run."),
    &(WeftNpuTarget){ WEFT_NPU_TARGET_IDLE, gap.lane, gap.from, gap.to });
}

static void
tell_stall (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  const WeftNpuStallStats *worst = stats->n_stalls > 0 ? &stats->stalls[0] : NULL;
  g_autofree char *engine = NULL, *reason = NULL, *cycles = NULL, *longest = NULL, *count = NULL;
  WeftNpuStall stall;
  gint64 start, span;

  if (worst == NULL)
    return;
  stall = weft_npu_find_stalls (stats->snapshot, worst->lane, worst->reason);
  if (stall.longest == WEFT_NO_ROW)
    return;
  start = weft_npu_start (stats->snapshot->trace, stall.longest);
  span = weft_npu_span (stats->snapshot->trace, stall.longest);
  engine = name_lane (stats, worst->lane);
  reason = weft_npu_format_name (stats->snapshot, worst->reason);
  cycles = weft_number_signed_cycles (stall.covered);
  count = weft_number_count (stall.count);
  longest = weft_npu_format_number (span);
  take (self, "longest-stall", WEFT_FINDING_WAIT, share_of ((double) stall.covered, self->cycles),
        g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s stalls most, on %s: %s in %s stall, the longest of %s.",
                       "%s stalls most, on %s: %s in %s stalls, the longest of %s.", stall.count),
          engine, reason, cycles, count, longest),
        _ ("The engine and reason whose stalls are longest in sum; the cycles in which it was "
           "stalled for it, where overlaps count once, whether it was busy then or not. The figure "
           "is their share of the run."),
        &(WeftNpuTarget){ WEFT_NPU_TARGET_STALL, stall.longest, start, start + span });
}

/* --- failures --------------------------------------------------------------------------------------- */

static guint32
find_failure (const WeftNpuSnapshot *snapshot)
{
  guint32 found = WEFT_NO_ROW;

  for (guint32 row = 0; row < snapshot->n_events; row++)
    if ((weft_npu_flags (snapshot->trace, row) & WEFT_NPU_ERROR) != 0
        && (found == WEFT_NO_ROW
            || weft_npu_start (snapshot->trace, row) < weft_npu_start (snapshot->trace, found)))
      found = row;
  return found;
}

/* Failures cost no share of the cycles, and come first. */
static void
tell_failures (Search *self)
{
  const WeftNpuStats *stats = self->stats;
  guint32 row = find_failure (stats->snapshot);
  g_autofree char *n = weft_npu_format_number ((gint64) stats->n_errors), *name = NULL, *at = NULL;
  WeftNpuEvent event;

  if (row == WEFT_NO_ROW || stats->n_errors == 0)
    return;
  weft_npu_snapshot_get_event (stats->snapshot, row, &event);
  name = weft_npu_format_name (stats->snapshot, event.name);
  at = weft_npu_format_number (event.start);
  weft_findings_add (
    self->findings,
    &(WeftFinding){
      .key = "failures",
      .kind = WEFT_FINDING_FAILURE,
      .text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s event says that something failed: %s in cycle %s.",
                     "%s events say that something failed, first %s in cycle %s.", stats->n_errors),
        n, name, at),
      .figure = g_strdup (n),
      .definition = _ ("Commands that ended in ERROR or not in OK, ERROR_EVENTs and the marker "
                       "INVALID_TRACE."),
      .target = weft_npu_target_to_string (
        &(WeftNpuTarget){ WEFT_NPU_TARGET_EVENT, row, event.start, event.end }),
      .weight = 1 });
}

GArray *
weft_npu_findings_new (const WeftNpuStats *stats, gboolean so_far)
{
  GArray *findings = weft_findings_new ();
  gint64 last = stats->snapshot->last_cycle;
  gint64 total = weft_npu_snapshot_get_total (stats->snapshot);
  Search search = { .stats = stats,
                    .findings = findings,
                    .end = so_far ? last : MAX (total, last),
                    .cycles = (double) (so_far ? MIN (stats->n_cycles, last) : stats->n_cycles) };

  if (stats->n_events == 0)
    return findings;
  tell_failures (&search);
  tell_slow_token (&search);
  tell_bound_layer (&search);
  tell_saturation (&search);
  tell_gap (&search);
  tell_stall (&search);
  weft_findings_rank (findings);
  return findings;
}

/* The file that the snapshot shows all of: NULL where there is none. */
static WeftTraceOrigin *
find_origin (const WeftNpuSnapshot *snapshot)
{
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (snapshot->trace));
  g_autoptr (WeftNpuSnapshot) newest = weft_npu_trace_ref_snapshot (snapshot->trace);

  return newest->generation == snapshot->generation ? g_steal_pointer (&origin) : NULL;
}

static gboolean
fits (const char *text, gconstpointer data)
{
  const WeftNpuSnapshot *snapshot = data;
  WeftNpuTarget target;

  if (!weft_npu_target_parse (text, &target) || target.from > target.to)
    return FALSE;
  if (target.kind == WEFT_NPU_TARGET_IDLE)
    return target.number < snapshot->n_lanes;
  return target.kind == WEFT_NPU_TARGET_DRAM || target.number < snapshot->n_events;
}

GArray *
weft_npu_findings_find (const WeftNpuSnapshot *snapshot, WeftFindingsMake make, gpointer data,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = find_origin (snapshot);

  return weft_findings_find (origin, fits, snapshot, make, data, cancellable, error);
}
