/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-findings.h"

#include "weft-expression.h"
#include "weft-npu-facts.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static gint64
get_latency (const WeftNpuTokenStats *token)
{
  return token->end - token->start;
}

static double
share_of (double part, double whole)
{
  return whole > 0 ? CLAMP (part / whole, 0, 1) : 0;
}

/* --- tokens ----------------------------------------------------------------------------------------- */

const WeftNpuTokenStats *
weft_npu_find_median_token (const WeftNpuStats *stats, guint32 phase)
{
  gint64 latency = weft_npu_stats_latency (stats, phase, 500);

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].phase == phase && get_latency (&stats->tokens[i]) == latency)
      return &stats->tokens[i];
  return NULL;
}

/* As WeftNpuStats has it: by phase and index where the event says both, or else by its start. */
static gboolean
owns (const WeftNpuTokenStats *token, const WeftNpuEvent *event)
{
  if (event->token != WEFT_NPU_NONE && event->phase != WEFT_NO_NAME)
    return event->token == token->index && event->phase == token->phase;
  return event->start >= token->start && event->start < token->end;
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const WeftNpuLayerPair *x = a, *y = b;
  gint64 by_x = ABS (x->cycles[1] - x->cycles[0]), by_y = ABS (y->cycles[1] - y->cycles[0]);

  return (by_x < by_y) - (by_x > by_y);
}

static WeftNpuLayerPair *
get_pair (GArray *pairs, GHashTable *places, guint32 layer)
{
  gpointer key = GUINT_TO_POINTER (layer + 1);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));

  if (place == 0)
    {
      const WeftNpuLayerPair fresh = { .layer = layer };

      g_array_append_val (pairs, fresh);
      place = pairs->len;
      g_hash_table_insert (places, key, GUINT_TO_POINTER (place));
    }
  return &g_array_index (pairs, WeftNpuLayerPair, place - 1);
}

GArray *
weft_npu_compare_layers (const WeftNpuStats *stats, const WeftNpuTokenStats *a,
                         const WeftNpuTokenStats *b)
{
  const WeftNpuTokenStats *const tokens[] = { a, b };
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (WeftNpuLayerPair));
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  for (guint32 row = 0; row < stats->snapshot->n_events; row++)
    {
      WeftNpuEvent event;

      if (weft_npu_type (stats->snapshot->trace, row) != WEFT_NPU_ENGINE)
        continue;
      weft_npu_snapshot_get_event (stats->snapshot, row, &event);
      for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
        if (owns (tokens[i], &event))
          get_pair (pairs, places, event.layer)->cycles[i] += event.end - event.start;
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}

/* (transfer full) Names what took most longer than in the median token. */
static char *
describe_reason (const WeftNpuStats *stats, const WeftNpuTokenStats *token,
                 const WeftNpuTokenStats *median)
{
  g_autoptr (GArray) layers = weft_npu_compare_layers (stats, median, token);
  const WeftNpuLayerPair *pair =
    layers->len > 0 ? &g_array_index (layers, WeftNpuLayerPair, 0) : NULL;
  g_autofree char *layer = NULL, *more = NULL, *stalls = NULL;

  if (pair == NULL || pair->cycles[1] <= pair->cycles[0])
    return g_strdup (_ ("None of its layers took longer."));
  layer = weft_npu_format_name (stats->snapshot, pair->layer);
  more = weft_number_signed_cycles (pair->cycles[1] - pair->cycles[0]);
  stalls = weft_npu_format_number (token->sum.stall - median->sum.stall);
  return g_strdup_printf (_ ("Layer %s took %s more; stalls differ by %s."), layer, more, stalls);
}

static void
find_slow_token (GArray *findings, const WeftNpuStats *stats)
{
  guint32 decode = weft_npu_stats_find_phase (stats, "DECODE");
  const WeftNpuTokenStats *median = decode != WEFT_NO_NAME
                                      ? weft_npu_find_median_token (stats, decode)
                                      : NULL,
                          *slow = NULL;
  g_autofree char *index = NULL, *latency = NULL, *more = NULL, *reason = NULL;
  double excess;

  for (guint i = 0; i < stats->n_tokens && median != NULL; i++)
    if (stats->tokens[i].phase == decode
        && (slow == NULL || get_latency (&stats->tokens[i]) > get_latency (slow)))
      slow = &stats->tokens[i];
  if (slow == NULL || get_latency (slow) <= get_latency (median))
    return;
  excess = (double) (get_latency (slow) - get_latency (median)) / (double) get_latency (slow);
  index = weft_npu_format_number (slow->index);
  latency = weft_number_signed_cycles (get_latency (slow));
  more = weft_npu_format_number (get_latency (slow) - get_latency (median));
  reason = describe_reason (stats, slow, median);
  weft_findings_take (
    findings, "slow-token", excess,
    g_strdup_printf (_ ("The slowest decoded token is %s: %s, %s more than the median. %s"), index,
                     latency, more, reason),
    _ ("Its latency beside the nearest-rank median of all decoded tokens, and the layer whose "
       "events "
       "took longest beside that token's. The weight is the excess as a share of its latency."),
    g_strdup_printf ("row:%u", slow->row));
}

/* --- layers, memory, stalls --------------------------------------------------------------------------- */

static char *
link_name (const WeftNpuStats *stats, const char *field, guint32 name)
{
  g_autofree char *text = weft_npu_format_name (stats->snapshot, name);
  g_autofree char *quoted = weft_expression_quote (text);

  return g_strdup_printf ("filter:%s == %s", field, quoted);
}

static void
find_bound_layer (GArray *findings, const WeftNpuStats *stats)
{
  const WeftNpuNameStats *worst = NULL;
  WeftNpuBound worst_bound = { 0 };
  g_autofree char *name = NULL, *memory = NULL, *compute = NULL;

  for (guint i = 0; i < stats->n_layers; i++)
    {
      WeftNpuBound bound = weft_npu_stats_bound (stats, &stats->layers[i].sum);

      if (stats->layers[i].name == WEFT_NO_NAME || isnan (bound.memory) || isnan (bound.compute)
          || bound.memory <= bound.compute)
        continue;
      if (worst == NULL || bound.memory > worst_bound.memory)
        {
          worst = &stats->layers[i];
          worst_bound = bound;
        }
    }
  if (worst == NULL)
    return;
  name = weft_npu_format_name (stats->snapshot, worst->name);
  memory = weft_number_signed_cycles (llrint (worst_bound.memory));
  compute = weft_npu_format_number (llrint (worst_bound.compute));
  weft_findings_take (
    findings, "bandwidth-bound-layer", share_of (worst_bound.memory, (double) stats->n_cycles),
    g_strdup_printf (_ ("Layer %s is bound by DRAM: its bytes take %s at the peak, its MACs ≈ %s "
                        "at the roof."),
                     name, memory, compute),
    _ (
      "Of the layers whose bytes at the peak bandwidth take longer than their MACs at the roof (an "
      "estimate), the one with the most. The weight is that time as a share of the run."),
    link_name (stats, "layer", worst->name));
}

/* The first transfer that begins in the window that moves most: (transfer full), NULL where none does. */
static char *
link_top (const WeftNpuStats *stats)
{
  const WeftNpuTrace *trace = stats->snapshot->trace;
  const WeftNpuBandwidth *bandwidth = stats->bandwidth;
  guint32 top = 0, found = WEFT_NO_ROW;

  for (guint32 i = 0; i < bandwidth->n_windows; i++)
    if (weft_npu_window_rate (&bandwidth->windows[i])
        > weft_npu_window_rate (&bandwidth->windows[top]))
      top = i;
  for (guint32 row = 0; row < stats->snapshot->n_events && bandwidth->n_windows > 0; row++)
    if (weft_npu_type (trace, row) == WEFT_NPU_ENGINE && weft_npu_moved (trace, row) > 0
        && weft_npu_start (trace, row) >= bandwidth->windows[top].start
        && (found == WEFT_NO_ROW || weft_npu_start (trace, row) < weft_npu_start (trace, found)))
      found = row;
  return found != WEFT_NO_ROW ? g_strdup_printf ("row:%u", found) : NULL;
}

static void
find_saturation (GArray *findings, const WeftNpuStats *stats)
{
  double share = share_of ((double) stats->n_high_windows, (double) stats->bandwidth->n_windows);
  g_autofree char *part = weft_findings_format_share (share);
  char *target = share > 0 ? link_top (stats) : NULL;

  weft_findings_take (
    findings, "saturated-dram", target != NULL ? share : 0,
    g_strdup_printf (_ ("DRAM moves more than 80 %% of its peak in %s of the windows."), part),
    _ ("Windows of samples, or of what events move where there are none, above 0.8 of "
       "dram_peak_bw_bytes_per_cycle. The weight is their share."),
    target);
}

static void
find_stall (GArray *findings, const WeftNpuStats *stats)
{
  const WeftNpuStallStats *stall = stats->n_stalls > 0 ? &stats->stalls[0] : NULL;
  g_autofree char *engine = NULL, *reason = NULL, *cycles = NULL, *share_text = NULL;
  double share;
  WeftNpuLane lane;

  if (stall == NULL)
    return;
  weft_npu_snapshot_get_lane (stats->snapshot, stall->lane, &lane);
  engine = weft_npu_lane_to_string (&lane);
  reason = weft_npu_format_name (stats->snapshot, stall->reason);
  cycles = weft_number_signed_cycles (stall->cycles);
  share = share_of ((double) stall->cycles, (double) stats->sum.stall);
  share_text = weft_findings_format_share (share);
  weft_findings_take (
    findings, "longest-stall",
    share_of ((double) stall->cycles, (double) stats->n_cycles * MAX (stats->n_engines, 1)),
    g_strdup_printf (_ ("%s stalls most, on %s: %s, %s of all stalls."), engine, reason, cycles,
                     share_text),
    _ ("The engine and reason with the largest sum of stalls, which may overlap. The weight is "
       "their "
       "share of the cycles of all engines."),
    link_name (stats, "name", stall->reason));
}

static void
find_failures (GArray *findings, const WeftNpuStats *stats)
{
  g_autofree char *n = weft_npu_format_number ((gint64) stats->n_errors);

  weft_findings_take (
    findings, "failures", stats->n_errors > 0 ? 1 : 0,
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event says that something failed.",
                                  "%s events say that something failed.", stats->n_errors),
                     n),
    _ ("Commands that ended in ERROR or not in OK, ERROR_EVENTs and the marker "
       "INVALID_TRACE."),
    g_strdup ("filter:error"));
}

GArray *
weft_npu_findings_new (const WeftNpuStats *stats)
{
  GArray *findings = weft_findings_new ();

  if (stats->n_events == 0 || stats->snapshot->is_chrome)
    return findings;
  find_failures (findings, stats);
  find_slow_token (findings, stats);
  find_bound_layer (findings, stats);
  find_saturation (findings, stats);
  find_stall (findings, stats);
  weft_findings_rank (findings);
  return findings;
}
