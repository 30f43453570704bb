/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-cards.h"

#include "weft-npu-bound.h"
#include "weft-npu-facts.h"
#include "weft-npu-high-windows.h"
#include "weft-npu-stall.h"
#include "weft-npu-tokens.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"
#include "weft-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Layers, engines and ops that are listed of something. */
#define MAX_LISTED 6u

/* Takes `value`. */
static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .tooltip = tooltip });
  g_free (value);
}

/* "320 cycles", and where the clock is known the time beside it. */
static char *
format_span (const WeftNpuCards *self, gint64 cycles)
{
  g_autofree char *count = weft_number_signed_cycles (cycles);

  return weft_clock_format (&self->clock, cycles, count);
}

static void
take_bytes (WeftFactSection *section, const char *name, gint64 bytes)
{
  g_autofree char *exact = weft_number_exact_bytes ((guint64) MAX (bytes, 0));

  take (section, name, weft_npu_format_bytes (bytes), exact);
}

static void
take_share (WeftFactSection *section, const char *name, gint64 part, gint64 whole,
            const char *tooltip)
{
  take (section, name, weft_words_share ((guint64) MAX (part, 0), (guint64) MAX (whole, 0)),
        tooltip);
}

static char *
name_lane (const WeftNpuCards *self, guint number)
{
  WeftNpuLane lane;

  weft_npu_snapshot_get_lane (self->result->question.snapshot, number, &lane);
  return weft_npu_lane_to_string (&lane);
}

/* Its cycles as people write them: "1 000 – 4 120". */
static void
take_cycles (WeftFactSection *section, const WeftCycleRange *range)
{
  g_autofree char *from = weft_number_integer (range->from), *to = weft_number_integer (range->to);

  take (section, _ ("Cycles"), g_strdup_printf ("%s – %s", from, to),
        _ ("From the first up to, but not including, the last"));
}

/* How much of the range each engine was busy, but for `but`. */
static void
take_engines (const WeftNpuCards *self, WeftFactSection *section, const WeftCycleRange *range,
              guint but)
{
  const WeftNpuStats *whole = self->result->whole;

  for (guint i = 0; i < whole->n_engines; i++)
    {
      guint lane = whole->engines[i].lane;
      g_autofree char *name = name_lane (self, lane);

      if (lane != but)
        take_share (
          section, name,
          weft_spans_count (&whole->snapshot->index->lanes[lane].busy, range->from, range->to),
          range->to - range->from, _ ("Of these cycles, those in which it was busy"));
    }
}

static gboolean
is_brushed (const WeftNpuCards *self, const WeftCycleRange *range)
{
  const WeftCycleRange *brushed = &self->result->question.range;

  return brushed->from == range->from && brushed->to == range->to;
}

/* --- layers ----------------------------------------------------------------------------------------- */

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const WeftNpuPartStats *x = *(const WeftNpuPartStats *const *) a,
                         *y = *(const WeftNpuPartStats *const *) b;
  gint64 by_x = weft_npu_sum_get_cycles (&x->sum), by_y = weft_npu_sum_get_cycles (&y->sum);

  if (by_x != by_y)
    return by_x < by_y ? 1 : -1;
  return (x->first > y->first) - (x->first < y->first);
}

/* The layers of these statistics that took longest, each a link to itself. */
static void
write_layers (WeftFactSheet *sheet, const WeftNpuStats *stats, const char *title)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  for (guint i = 0; i < stats->n_parts; i++)
    g_ptr_array_add (parts, &stats->parts[i]);
  g_ptr_array_sort (parts, compare_parts);
  for (guint i = 0; i < MIN (parts->len, MAX_LISTED); i++)
    {
      const WeftNpuPartStats *part = parts->pdata[i];
      g_autofree char *name = weft_npu_format_name (stats->snapshot, part->layer);
      g_autofree char *cycles = weft_number_signed_cycles (weft_npu_sum_get_cycles (&part->sum));
      g_autofree char *moved = weft_npu_format_bytes (weft_npu_sum_get_moved (&part->sum));
      g_autofree char *target = weft_npu_target_to_string (
        &(WeftNpuTarget){ WEFT_NPU_TARGET_LAYER, part->top_row, part->first, part->last });

      weft_fact_section_add (
        section, &(WeftFact){ .name = name,
                              .value = cycles,
                              .extra = moved,
                              .tooltip = _ ("Cycles of its events, which may overlap, and bytes"),
                              .target = target });
    }
}

static void
take_bound (const WeftNpuCards *self, WeftFactSection *section, const WeftNpuSum *sum)
{
  const WeftNpuStats *stats = self->result->stats;
  WeftNpuBound bound = weft_npu_stats_bound (stats, sum);
  g_autofree char *compute = NULL;

  if (weft_npu_bound_to_string (&bound) != NULL)
    take (section, _ ("Bound by"),
          g_strdup (bound.memory > bound.compute ? _ ("bandwidth") : _ ("compute")),
          _ ("Whether its bytes at DRAM’s peak or its MACs at the roof (an estimate) take longer"));
  if (!isnan (bound.memory))
    take (section, _ ("Bytes at the peak"), format_span (self, llrint (bound.memory)),
          _ ("How long its bytes take at the peak bandwidth"));
  if (!isnan (bound.compute))
    {
      compute = format_span (self, llrint (bound.compute));
      take (section, _ ("MACs at the roof"), g_strdup_printf ("≈ %s", compute),
            _ ("How long its MACs take at the best rate that a TE was seen to do, times their "
               "number"));
    }
}

/* Of the range that is brushed, or else of the whole run. */
static void
write_part (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftNpuPartStats *part)
{
  const WeftNpuSnapshot *snapshot = self->result->question.snapshot;
  g_autofree char *layer = weft_npu_format_name (snapshot, part->layer);
  g_autofree char *phase = weft_npu_format_name (snapshot, part->phase);
  /* TRANSLATORS: a layer of the network, and a phase of the run such as DECODE */
  g_autofree char *title = part->phase != WEFT_NO_NAME
                             ? g_strdup_printf (_ ("Layer %s in %s"), layer, phase)
                             : g_strdup_printf (_ ("Layer %s"), layer);
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);

  take_bound (self, section, &part->sum);
  if (part->sum.read > 0 || part->sum.write > 0)
    {
      take_bytes (section, _ ("Read"), part->sum.read);
      take_bytes (section, _ ("Written"), part->sum.write);
    }
  if (part->sum.macs > 0)
    take (section, _ ("MACs"), weft_npu_format_number (part->sum.macs), NULL);
  for (guint kind = 0; kind <= WEFT_NPU_OTHER_ENGINE; kind++)
    if (part->sum.cycles[kind] > 0)
      take (section, weft_npu_kind_to_string (kind), format_span (self, part->sum.cycles[kind]),
            _ ("Sum of the lengths of its events, which may overlap"));
}

/* The phase that an event says, or else that of the token in which it begins. */
static guint32
find_phase (const WeftNpuStats *stats, const WeftNpuEvent *event)
{
  if (event->phase != WEFT_NO_NAME)
    return event->phase;
  for (guint i = 0; i < stats->n_tokens; i++)
    if (event->start >= stats->tokens[i].start && event->start < stats->tokens[i].end)
      return stats->tokens[i].phase;
  return WEFT_NO_NAME;
}

static void
write_layer (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  const WeftNpuStats *stats = self->result->stats;
  WeftNpuEvent event;
  guint32 phase;

  weft_npu_snapshot_get_event (stats->snapshot, self->row, &event);
  phase = find_phase (stats, &event);
  for (guint i = 0; i < stats->n_parts; i++)
    if (stats->parts[i].layer == event.layer && stats->parts[i].phase == phase)
      write_part (self, sheet, &stats->parts[i]);
}

/* --- tokens and phases ------------------------------------------------------------------------------ */

/* Takes `amount`, that of `delta` without its sign. */
static void
take_delta (WeftFactSection *section, const char *name, gint64 delta, char *amount,
            const char *tooltip)
{
  take (section, name, g_strconcat (delta > 0 ? "+" : delta < 0 ? "−" : "", amount, NULL), tooltip);
  g_free (amount);
}

static void
take_cycles_delta (WeftFactSection *section, const char *name, gint64 delta, const char *tooltip)
{
  take_delta (section, name, delta, weft_number_signed_cycles (ABS (delta)), tooltip);
}

static void
take_bytes_delta (WeftFactSection *section, const char *name, gint64 delta)
{
  take_delta (section, name, delta, weft_npu_format_bytes (ABS (delta)), _ ("Bytes of DRAM"));
}

static void
write_pairs (const WeftNpuCards *self, WeftFactSection *section)
{
  const GArray *pairs = self->study->pairs;

  for (guint i = 0; i < MIN (pairs->len, MAX_LISTED); i++)
    {
      const WeftNpuTokenPair *pair = &g_array_index (pairs, WeftNpuTokenPair, i);
      g_autofree char *layer = weft_npu_format_name (self->result->question.snapshot, pair->layer);
      g_autofree char *name =
        g_strdup_printf ("%s · %s", layer, weft_npu_kind_to_string (pair->kind));

      if (pair->cycles[0] != pair->cycles[1])
        take_cycles_delta (section, name, pair->cycles[1] - pair->cycles[0],
                           _ ("Cycles of the layer’s events on these engines, beside those in the "
                              "median token"));
    }
}

static void
write_beside (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftNpuTokenStats *token)
{
  const WeftNpuTokenStats *median = weft_npu_find_median_token (self->result->whole, token->phase);
  g_autofree char *index = NULL, *title = NULL;
  WeftFactSection *section;

  if (median == NULL || median->row == token->row)
    return;
  index = weft_npu_format_number (median->index);
  title = g_strdup_printf (_ ("Beside the median token, %s"), index);
  section = weft_fact_sheet_add (sheet, title);
  take_cycles_delta (section, _ ("Latency"),
                     weft_npu_token_get_latency (token) - weft_npu_token_get_latency (median),
                     NULL);
  for (guint kind = WEFT_NPU_DMA; kind <= WEFT_NPU_VE; kind++)
    take_cycles_delta (section, weft_npu_kind_to_string (kind),
                       token->sum.cycles[kind] - median->sum.cycles[kind],
                       _ ("Sum of the lengths of its events"));
  take_bytes_delta (section, _ ("Read"), token->sum.read - median->sum.read);
  take_bytes_delta (section, _ ("Written"), token->sum.write - median->sum.write);
  take_cycles_delta (section, _ ("Stalls"), token->sum.stall - median->sum.stall, NULL);
  if (self->study != NULL && self->study->pairs != NULL)
    write_pairs (self, section);
}

static void
write_token (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftNpuTokenStats *token)
{
  const WeftNpuStats *whole = self->result->whole;
  g_autofree char *index = weft_npu_format_number (token->index);
  g_autofree char *phase = weft_npu_format_name (whole->snapshot, token->phase);
  /* TRANSLATORS: "Token 12 of DECODE" */
  g_autofree char *title = g_strdup_printf (_ ("Token %s of %s"), index, phase);
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);

  take (section, _ ("Latency"), format_span (self, weft_npu_token_get_latency (token)), NULL);
  take_cycles (section, &self->span);
  take_bytes (section, _ ("Read"), token->sum.read);
  take_bytes (section, _ ("Written"), token->sum.write);
  if (token->sum.kv_read > 0)
    take_bytes (section, _ ("KV read"), token->sum.kv_read);
  take (section, _ ("Stalls"), format_span (self, token->sum.stall),
        _ ("Sum of their lengths; they may overlap"));
  take_engines (self, section, &self->span, WEFT_NPU_NO_LANE);
  write_beside (self, sheet, token);
}

/* A token as a link in the section: "token 5, 20 842 cycles". */
static void
link_token (const WeftNpuCards *self, WeftFactSection *section, const char *name,
            const WeftNpuTokenStats *token)
{
  g_autofree char *index = weft_npu_format_number (token->index);
  g_autofree char *latency = format_span (self, weft_npu_token_get_latency (token));
  g_autofree char *target = weft_npu_target_to_string (
    &(WeftNpuTarget){ WEFT_NPU_TARGET_TOKEN, token->row, token->start, token->end });
  /* TRANSLATORS: the index of a token, and its latency */
  g_autofree char *value = g_strdup_printf (_ ("token %s, %s"), index, latency);

  weft_fact_section_add (
    section,
    &(WeftFact){ .name = name,
                 .value = value,
                 .target = target,
                 .tooltip = _ ("Goes there, and says what it took beside the median one") });
}

/* The tokens that are within the span: how many, and which took longest. */
static guint
find_tokens (const WeftNpuCards *self, const WeftNpuTokenStats **slowest)
{
  const WeftNpuStats *whole = self->result->whole;
  guint n = 0;

  *slowest = NULL;
  for (guint i = 0; i < whole->n_tokens; i++)
    {
      const WeftNpuTokenStats *token = &whole->tokens[i];

      if (token->start < self->span.from || token->start >= self->span.to)
        continue;
      n++;
      if (*slowest == NULL
          || weft_npu_token_get_latency (token) > weft_npu_token_get_latency (*slowest))
        *slowest = token;
    }
  return n;
}

static void
write_phase (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  const WeftNpuStats *whole = self->result->whole,
                     *within = self->study != NULL ? self->study->within : NULL;
  const WeftNpuTokenStats *slowest;
  guint n = find_tokens (self, &slowest);
  g_autofree char *phase = NULL, *tokens = NULL;
  WeftFactSection *section;

  if (slowest == NULL)
    return;
  phase = weft_npu_format_name (whole->snapshot, slowest->phase);
  tokens = weft_number_count (n);
  section = weft_fact_sheet_add (sheet, phase);
  take (section, _ ("Latency"), format_span (self, self->span.to - self->span.from),
        _ ("From the begin of its first to the end of its last token"));
  take_cycles (section, &self->span);
  take (section, _ ("Tokens"), g_steal_pointer (&tokens), NULL);
  if (n > 1)
    {
      take (section, _ ("Median"),
            format_span (self, weft_npu_stats_latency (whole, slowest->phase, 500)),
            _ ("Of the latencies of all tokens of this phase, by nearest rank"));
      link_token (self, section, _ ("Slowest"), slowest);
    }
  if (within != NULL)
    {
      take_bytes (section, _ ("Read"), within->sum.read);
      take_bytes (section, _ ("Written"), within->sum.write);
      take (section, _ ("Stalls"), format_span (self, within->sum.stall),
            _ ("Sum of their lengths; they may overlap"));
    }
  take_engines (self, section, &self->span, WEFT_NPU_NO_LANE);
}

/* --- what a finding led to -------------------------------------------------------------------------- */

static void
write_idle (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftCycleRange *range)
{
  const WeftNpuStats *stats = self->result->stats;
  guint lane = self->followed->number;
  const WeftNpuLaneIndex *index = &stats->snapshot->index->lanes[lane];
  gint64 length = range->to - range->from, busy, either;
  g_autofree char *engine = name_lane (self, lane);
  g_autofree char *title = g_strdup_printf (_ ("%s is not busy"), engine);
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);

  busy = weft_spans_count (&index->busy, range->from, range->to);
  either = weft_spans_count (&index->either, range->from, range->to);
  take (section, _ ("For"), format_span (self, length - busy), NULL);
  take_cycles (section, range);
  take (section, _ ("Stalled"), format_span (self, either - busy), NULL);
  section = weft_fact_sheet_add (sheet, _ ("What ran instead"));
  take_engines (self, section, range, lane);
  for (guint i = 0; is_brushed (self, range) && i < MIN (stats->n_ops, MAX_LISTED); i++)
    {
      g_autofree char *name = weft_npu_format_name (stats->snapshot, stats->ops[i].name);

      take (section, name, format_span (self, weft_npu_sum_get_cycles (&stats->ops[i].sum)),
            _ ("Cycles of its events within these, which may overlap"));
    }
}

/* Cycles of the range that lie in windows above `limit`, which begin in it. */
static gint64
count_above (const WeftNpuBandwidth *bandwidth, const WeftCycleRange *range, double limit)
{
  gint64 cycles = 0;

  for (guint32 i = weft_npu_bandwidth_find_start (bandwidth, range->from);
       i < bandwidth->n_windows && bandwidth->windows[i].start < range->to; i++)
    if (weft_npu_window_rate (&bandwidth->windows[i]) > limit)
      cycles += bandwidth->windows[i].length;
  return cycles;
}

static void
write_dram (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftCycleRange *range)
{
  const WeftNpuBandwidth *bandwidth = self->result->bandwidth;
  double peak = (double) bandwidth->peak, top = 0;
  g_autofree char *rate = NULL, *share = NULL;
  WeftFactSection *section;
  WeftNpuWindow sum;

  section = weft_fact_sheet_add (
    sheet, bandwidth->source == WEFT_NPU_FROM_SAMPLES ? _ ("DRAM") : _ ("DRAM, ≈ from events"));
  weft_npu_bandwidth_sum (bandwidth, weft_npu_bandwidth_find_start (bandwidth, range->from),
                          weft_npu_bandwidth_find_start (bandwidth, range->to), &sum, &top);
  rate = weft_npu_format_rate (top);
  share = weft_number_percent (100 * top / peak);
  take_cycles (section, range);
  take (section, _ ("At most"), g_strdup_printf (_ ("%s, %s of the peak"), rate, share),
        _ ("In one window"));
  take (section, _ ("Above 80 % of the peak"),
        format_span (self, count_above (bandwidth, range, WEFT_NPU_HIGH_BANDWIDTH * peak)),
        _ ("Cycles of such windows"));
  take (section, _ ("Above the peak"), format_span (self, count_above (bandwidth, range, peak)),
        _ ("Cycles of such windows"));
  take_bytes (section, _ ("Read"), sum.read);
  take_bytes (section, _ ("Written"), sum.write);
  if (is_brushed (self, range))
    write_layers (sheet, self->result->stats, _ ("Layers at that time"));
}

static void
write_stall (const WeftNpuCards *self, WeftFactSheet *sheet, const WeftCycleRange *range)
{
  const WeftNpuStats *whole = self->result->whole;
  g_autofree char *engine = NULL, *reason = NULL, *title = NULL, *count = NULL;
  WeftFactSection *section;
  WeftNpuEvent event;
  WeftNpuStall stall;

  weft_npu_snapshot_get_event (whole->snapshot, self->row, &event);
  if (event.type != WEFT_NPU_STALL || event.lane >= whole->snapshot->n_lanes)
    return;
  stall = weft_npu_find_stalls (whole->snapshot, event.lane, event.name);
  engine = name_lane (self, event.lane);
  reason = weft_npu_format_name (whole->snapshot, event.name);
  count = weft_number_count (stall.count);
  /* TRANSLATORS: an engine, and the reason of its stalls */
  title = g_strdup_printf (_ ("%s stalls on %s"), engine, reason);
  section = weft_fact_sheet_add (sheet, title);
  take (section, _ ("This stall"), format_span (self, event.end - event.start), NULL);
  take_cycles (section, range);
  take (section, _ ("All of them"), format_span (self, stall.covered),
        _ ("Cycles of the run in which there was one; overlaps count once"));
  take (section, _ ("Count"), g_steal_pointer (&count), NULL);
  take_share (section, _ ("Of the run"), stall.covered, whole->n_cycles, NULL);
  section = weft_fact_sheet_add (sheet, _ ("Meanwhile"));
  take_engines (self, section, range, WEFT_NPU_NO_LANE);
}

static void
write_followed (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  const WeftNpuTarget *target = self->followed;
  const WeftCycleRange range = { target->from, target->to };

  switch (target->kind)
    {
    case WEFT_NPU_TARGET_LAYER:
      write_layer (self, sheet);
      break;
    case WEFT_NPU_TARGET_STALL:
      write_stall (self, sheet, &range);
      break;
    case WEFT_NPU_TARGET_IDLE:
      write_idle (self, sheet, &range);
      break;
    case WEFT_NPU_TARGET_DRAM:
      write_dram (self, sheet, &range);
      break;
    case WEFT_NPU_TARGET_EVENT:
    case WEFT_NPU_TARGET_TOKEN:
    case WEFT_NPU_N_TARGETS:
    default:
      break;
    }
}

/* --- the cards -------------------------------------------------------------------------------------- */

void
weft_npu_cards_write_answer (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  const WeftNpuTokenStats *token = weft_npu_find_token (self->result->whole, self->row);

  if (self->has_span && token != NULL)
    write_token (self, sheet, token);
  else if (self->has_span)
    write_phase (self, sheet);
  else if (self->followed != NULL)
    write_followed (self, sheet);
  if (self->has_span && self->study != NULL)
    write_layers (sheet, self->study->within, _ ("Its layers"));
}

void
weft_npu_cards_write_more (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  if (self->followed == NULL || self->followed->kind != WEFT_NPU_TARGET_LAYER)
    write_layer (self, sheet);
}

void
weft_npu_cards_write_tokens (const WeftNpuCards *self, WeftFactSheet *sheet)
{
  const WeftNpuStats *whole = self->result->whole;
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Tokens"));
  g_autoptr (GArray) phases = weft_npu_list_token_phases (whole);

  for (guint i = 0; i < phases->len; i++)
    {
      guint32 phase = g_array_index (phases, guint32, i);
      const WeftNpuTokenStats *slowest = weft_npu_find_slowest_token (whole, phase);
      g_autofree char *name = weft_npu_format_name (whole->snapshot, phase);
      g_autofree char *link = NULL;

      if (weft_npu_find_median_token (whole, phase) == slowest)
        {
          /* All took as long, or there is but one. */
          link_token (self, section, name, slowest);
          continue;
        }
      take (section, name, format_span (self, weft_npu_stats_latency (whole, phase, 500)),
            _ ("Median latency of its tokens, by nearest rank"));
      /* TRANSLATORS: the slowest token of a phase, such as DECODE */
      link = g_strdup_printf (_ ("Slowest of %s"), name);
      link_token (self, section, link, slowest);
    }
}
