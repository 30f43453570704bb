/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-stats.h"

#include "weft-map64.h"
#include "weft-npu-index.h"
#include "weft-npu-roof.h"
#include "weft-npu-trace-private.h"

#include <math.h>

/* Rows between looks at the cancellable. */
#define CHECK_INTERVAL 16384

typedef struct
{
  GArray *array;   /* WeftNpuNameStats */
  guint32 *places; /* in it, by name + 1, and their own + 1 */
} Names;

typedef struct
{
  WeftNpuStats *stats;
  const WeftNpuTrace *trace;
  const WeftBitset *rows;
  guint8 *kinds; /* of lanes */
  WeftNpuNameStats *lanes;

  Names layers, tiles, ops, phases, others;

  GArray *parts;     /* WeftNpuPartStats */
  WeftMap64 part_of; /* (layer, phase) → place in `parts` */
  guint32 last_part; /* events of one layer mostly follow one another */

  GArray *stalls;     /* WeftNpuStallStats */
  WeftMap64 stall_of; /* (lane, reason) → place in `stalls` */

  WeftMap64 token_of; /* (phase, index) → token, for the events that say theirs */
  guint32 last_token;

  WeftNpuSum bits[WEFT_NPU_N_LANE_KINDS][256];
  WeftNpuBankSums banks;
} Pass;

/* --- sums ----------------------------------------------------------------------------------------- */

typedef struct
{
  WeftNpuLaneKind kind;
  gint64 cycles;
  gint64 moved;
  gint64 asked;
  gint64 macs;
  guint flags;
} Share;

static inline void
add_share (WeftNpuSum *sum, const Share *share)
{
  sum->n_events++;
  weft_sum_add (&sum->cycles[share->kind], share->cycles);
  weft_sum_add (&sum->macs, share->macs);
  if ((share->flags & WEFT_NPU_READ) != 0)
    {
      weft_sum_add (&sum->read, share->moved);
      weft_sum_add (&sum->asked_read, share->asked);
      weft_sum_add (&sum->kv_read, (share->flags & WEFT_NPU_KV) != 0 ? share->moved : 0);
    }
  else if ((share->flags & WEFT_NPU_WRITE) != 0)
    {
      weft_sum_add (&sum->write, share->moved);
      weft_sum_add (&sum->asked_write, share->asked);
      weft_sum_add (&sum->kv_write, (share->flags & WEFT_NPU_KV) != 0 ? share->moved : 0);
    }
}

static inline WeftNpuNameStats *
get_named (Names *names, guint32 name)
{
  guint32 *place = &names->places[name + 1]; /* WEFT_NO_NAME + 1 is 0 */

  if (*place == 0)
    {
      WeftNpuNameStats named = { .name = name, .first = G_MAXINT64, .last = G_MININT64 };

      g_array_append_val (names->array, named);
      *place = names->array->len;
    }
  return &g_array_index (names->array, WeftNpuNameStats, *place - 1);
}

static inline void
add_to (WeftNpuNameStats *named, const Share *share, gint64 start, gint64 end)
{
  named->first = MIN (named->first, start);
  named->last = MAX (named->last, end);
  add_share (&named->sum, share);
}

static inline void
add_named (Names *names, guint32 name, const Share *share, gint64 start, gint64 end)
{
  add_to (get_named (names, name), share, start, end);
}

/* --- tokens --------------------------------------------------------------------------------------- */

static guint64
token_key (guint32 phase, gint64 index)
{
  return (guint64) index ^ (guint64) phase << 40;
}

static void
list_tokens (Pass *pass)
{
  WeftNpuStats *stats = pass->stats;
  const WeftNpuTrack *track = &stats->snapshot->index->tokens;
  GArray *tokens = g_array_new (FALSE, TRUE, sizeof (WeftNpuTokenStats));

  for (guint32 i = 0; i < track->n_rows; i++)
    {
      WeftNpuEvent event;
      WeftNpuTokenStats token = { .row = weft_npu_track_row (track, i) };

      weft_npu_snapshot_get_event (stats->snapshot, token.row, &event);
      token.phase = event.phase;
      token.index = event.token;
      token.start = event.start;
      token.end = event.end;
      if (weft_cycle_range_intersects (&stats->range, token.start, token.end))
        g_array_append_val (tokens, token);
    }
  stats->n_tokens = tokens->len;
  stats->tokens = (WeftNpuTokenStats *) (gpointer) g_array_free (tokens, FALSE);
}

static int
compare_tokens (gconstpointer a, gconstpointer b)
{
  const WeftNpuTokenStats *x = a, *y = b;

  return (x->start > y->start) - (x->start < y->start);
}

static void
index_tokens (Pass *pass)
{
  WeftNpuStats *stats = pass->stats;

  if (stats->n_tokens > 0)
    qsort (stats->tokens, stats->n_tokens, sizeof *stats->tokens, compare_tokens);
  for (guint i = 0; i < stats->n_tokens; i++)
    {
      const WeftNpuTokenStats *token = &stats->tokens[i];

      if (token->index != WEFT_NPU_NONE)
        weft_map64_set (&pass->token_of, token_key (token->phase, token->index), i);
    }
}

static gboolean
is_in_token (const WeftNpuStats *stats, guint32 token, gint64 cycle)
{
  return token < stats->n_tokens && stats->tokens[token].start <= cycle
         && cycle < stats->tokens[token].end;
}

/* The token in which the cycle lies; n_tokens where there is none. */
static guint32
find_token_at (Pass *pass, gint64 cycle)
{
  const WeftNpuStats *stats = pass->stats;
  guint32 low = 0, high = stats->n_tokens;

  if (is_in_token (stats, pass->last_token, cycle))
    return pass->last_token;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (stats->tokens[middle].start <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && is_in_token (stats, low - 1, cycle) ? low - 1 : stats->n_tokens;
}

/* The token that owns the event: the one that it names, or else the one that it begins in. */
static WeftNpuTokenStats *
find_token (Pass *pass, guint32 row, guint32 phase, gint64 start)
{
  WeftNpuStats *stats = pass->stats;
  gint64 index =
    weft_npu_number (pass->trace, weft_table_get_u32 (&pass->trace->events, NPU_TOKEN, row));
  guint32 token;

  if (index != WEFT_NPU_NONE && phase != WEFT_NO_NAME)
    {
      token = pass->last_token;
      if (token >= stats->n_tokens || stats->tokens[token].index != index
          || stats->tokens[token].phase != phase)
        token = weft_map64_get (&pass->token_of, token_key (phase, index));
    }
  else
    token = find_token_at (pass, start);
  if (token >= stats->n_tokens)
    return NULL;
  pass->last_token = token;
  return &stats->tokens[token];
}

/* --- one event ------------------------------------------------------------------------------------ */

static guint32
get_phase (const WeftNpuTrace *trace, guint32 row)
{
  guint16 word = weft_table_get_u16 (&trace->events, NPU_PHASE, row);

  return word == 0 ? WEFT_NO_NAME : weft_table_get_u32 (&trace->words, 0, word);
}

static inline void
add_bits (Pass *pass, guint32 row, const Share *share)
{
  guint column = share->kind == WEFT_NPU_DMA  ? NPU_QBITS
                 : share->kind == WEFT_NPU_TE ? NPU_WEIGHT_BITS
                                              : NPU_ACTIVATION_BITS;
  guint8 width = weft_table_get_u8 (&pass->trace->events, column, row);
  gint64 bank = weft_npu_spot (pass->trace, NPU_SPOT_BANK, row);

  if (width != WEFT_NPU_NO_BITS)
    add_share (&pass->bits[share->kind][width], share);
  if (bank != WEFT_NPU_NONE)
    weft_npu_bank_sums_add (&pass->banks, bank, share->flags, share->moved);
}

static inline void
add_phased (WeftNpuPhasedSet *set, guint32 name, guint32 phase, const Share *share)
{
  const WeftNpuPhased part = {
    .name = name,
    .phase = phase,
    .cycles = share->cycles,
    .read = (share->flags & WEFT_NPU_READ) != 0 ? share->moved : 0,
    .write = (share->flags & (WEFT_NPU_READ | WEFT_NPU_WRITE)) == WEFT_NPU_WRITE ? share->moved : 0
  };

  weft_npu_phased_set_add (set, &part);
}

static guint64
part_key (guint32 layer, guint32 phase)
{
  return (guint64) layer << 32 | phase;
}

static guint32
find_part (Pass *pass, guint32 layer, guint32 phase)
{
  const WeftNpuPartStats *last = pass->last_part < pass->parts->len
                                   ? &g_array_index (pass->parts, WeftNpuPartStats, pass->last_part)
                                   : NULL;

  if (last != NULL && last->layer == layer && last->phase == phase)
    return pass->last_part;
  return weft_map64_get (&pass->part_of, part_key (layer, phase));
}

static void
add_part (Pass *pass, guint32 row, guint32 phase, const Share *share, gint64 start, gint64 end)
{
  guint32 layer = weft_npu_layer (pass->trace, row), place;
  WeftNpuPartStats *part;

  if (layer == WEFT_NO_NAME)
    return;
  place = find_part (pass, layer, phase);
  if (place == WEFT_MAP64_NONE)
    {
      WeftNpuPartStats fresh = {
        .layer = layer, .phase = phase, .first = start, .last = end, .top_row = row
      };

      place = pass->parts->len;
      g_array_append_val (pass->parts, fresh);
      weft_map64_set (&pass->part_of, part_key (layer, phase), place);
    }
  pass->last_part = place;
  part = &g_array_index (pass->parts, WeftNpuPartStats, place);
  part->first = MIN (part->first, start);
  part->last = MAX (part->last, end);
  if (share->moved > part->top_moved)
    {
      part->top_row = row;
      part->top_moved = share->moved;
    }
  add_share (&part->sum, share);
}

static void
add_work (Pass *pass, guint32 row, const Share *share, gint64 start, gint64 end)
{
  const WeftNpuTrace *trace = pass->trace;
  guint32 phase = get_phase (trace, row);
  WeftNpuTokenStats *token = find_token (pass, row, phase, start);

  add_to (&pass->lanes[weft_npu_lane (trace, row)], share, start, end);
  add_named (&pass->layers, weft_npu_layer (trace, row), share, start, end);
  add_named (&pass->tiles, weft_npu_tile (trace, row), share, start, end);
  add_named (&pass->ops, weft_npu_name (trace, row), share, start, end);
  if (token != NULL)
    {
      add_share (&token->sum, share);
      pass->stats->n_phased_by_token += phase == WEFT_NO_NAME && token->phase != WEFT_NO_NAME;
      phase = phase != WEFT_NO_NAME ? phase : token->phase;
    }
  add_named (&pass->phases, phase, share, start, end);
  add_phased (&pass->stats->phased_layers, weft_npu_layer (trace, row), phase, share);
  add_phased (&pass->stats->phased_ops, weft_npu_name (trace, row), phase, share);
  add_part (pass, row, phase, share, start, end);
  add_bits (pass, row, share);
}

static void
add_stall (Pass *pass, guint32 row, const Share *share, gint64 start)
{
  guint lane = weft_npu_lane (pass->trace, row);
  guint32 reason = weft_npu_name (pass->trace, row), phase = get_phase (pass->trace, row);
  guint64 key = (guint64) lane << 32 | reason;
  guint32 place = weft_map64_get (&pass->stall_of, key);
  WeftNpuTokenStats *token = find_token (pass, row, phase, start);
  WeftNpuStallStats *stall;

  if (place == WEFT_MAP64_NONE)
    {
      WeftNpuStallStats fresh = { .lane = lane, .reason = reason };

      place = pass->stalls->len;
      g_array_append_val (pass->stalls, fresh);
      weft_map64_set (&pass->stall_of, key, place);
    }
  stall = &g_array_index (pass->stalls, WeftNpuStallStats, place);
  stall->count++;
  weft_sum_add (&stall->cycles, share->cycles);
  weft_sum_add (&pass->lanes[lane].sum.stall, share->cycles);
  if (token != NULL)
    weft_sum_add (&token->sum.stall, share->cycles);
  if (weft_npu_tile (pass->trace, row) != WEFT_NO_NAME)
    weft_sum_add (&get_named (&pass->tiles, weft_npu_tile (pass->trace, row))->sum.stall,
                  share->cycles);
  if (weft_npu_layer (pass->trace, row) != WEFT_NO_NAME)
    weft_sum_add (&get_named (&pass->layers, weft_npu_layer (pass->trace, row))->sum.stall,
                  share->cycles);
}

/* Cycles of [start, end) that lie in the range. */
static inline gint64
clip (const WeftCycleRange *range, gint64 start, gint64 end)
{
  start = MAX (start, range->from);
  end = MIN (end, range->to);
  return end > start ? end - start : 0;
}

static void
add_other (Pass *pass, guint32 row, const Share *share, gint64 moved)
{
  WeftNpuNameStats *other = get_named (&pass->others, weft_npu_name (pass->trace, row));

  add_share (&other->sum, share);
  weft_sum_add (&other->bytes, moved);
}

static inline void
add_event (Pass *pass, guint32 row)
{
  const WeftNpuTrace *trace = pass->trace;
  WeftNpuStats *stats = pass->stats;
  guint flags = weft_npu_flags (trace, row), lane;
  gint64 start = weft_npu_start (trace, row), end = start + weft_npu_span (trace, row);
  WeftNpuType type = weft_npu_type (trace, row);
  Share share = { .flags = flags };
  gint64 moved = 0;

  if ((flags & WEFT_NPU_NO_TIME) == 0 && !weft_cycle_range_intersects (&stats->range, start, end))
    return;
  stats->n_events++;
  stats->n_types[type]++;
  stats->n_errors += (flags & WEFT_NPU_ERROR) != 0;
  if (weft_cycle_range_contains (&stats->range, start))
    moved = weft_npu_moved (trace, row);
  weft_sum_add (&stats->type_bytes[type], moved);
  if (type == WEFT_NPU_OTHER)
    add_other (pass, row, &share, moved);
  if ((type != WEFT_NPU_ENGINE && type != WEFT_NPU_STALL) || (flags & WEFT_NPU_NO_TIME) != 0)
    return;
  lane = weft_npu_lane (trace, row);
  if (lane >= stats->snapshot->n_lanes)
    return;
  share.kind = pass->kinds[lane];
  share.cycles = clip (&stats->range, start, end);
  if (type == WEFT_NPU_STALL)
    {
      add_stall (pass, row, &share, start);
      return;
    }
  if (weft_cycle_range_contains (&stats->range, start))
    {
      share.moved = moved;
      share.asked = weft_npu_amount (trace, NPU_BYTES, row);
      share.macs =
        weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->events, NPU_MACS, row));
    }
  add_work (pass, row, &share, start, end);
}

/* --- engines -------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 start;
  gint64 end;
} Span;

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *x = a, *y = b;

  return (x->start > y->start) - (x->start < y->start);
}

/* The cycles of the range in which some of the track's events that count were under way. */
static gint64
count_some (const Pass *pass, const WeftNpuTrack *track)
{
  const WeftCycleRange *range = &pass->stats->range;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  gint64 busy = 0, until = range->from;

  for (guint32 i = 0; i < track->n_rows; i++)
    if (weft_bitset_includes (pass->rows, weft_npu_track_row (track, i)))
      {
        Span span = { .start = weft_npu_start (pass->trace, weft_npu_track_row (track, i)),
                      .end = weft_npu_end (pass->trace, weft_npu_track_row (track, i)) };

        g_array_append_val (spans, span);
      }
  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);

      busy += clip (range, MAX (span->start, until), span->end);
      until = MAX (until, span->end);
    }
  return busy;
}

static void
measure_lane (Pass *pass, WeftNpuEngineStats *engine)
{
  WeftNpuStats *stats = pass->stats;
  const WeftNpuLaneIndex *lane = &stats->snapshot->index->lanes[engine->lane];
  const WeftNpuNameStats *work = &pass->lanes[engine->lane];
  gint64 from = stats->range.from, to = stats->range.to, span;

  engine->sum = work->sum;
  if (pass->rows == NULL)
    engine->busy = weft_spans_count (&lane->busy, from, to);
  else
    engine->busy = count_some (pass, &lane->work);
  engine->stalled =
    weft_spans_count (&lane->either, from, to) - weft_spans_count (&lane->busy, from, to);
  engine->idle = MAX (stats->n_cycles - engine->busy - engine->stalled, 0);
  span = work->sum.n_events > 0 ? clip (&stats->range, work->first, work->last) : 0;
  engine->utilization =
    stats->n_cycles > 0 ? (double) engine->busy / (double) stats->n_cycles : (double) NAN;
  engine->of_span = span > 0 ? (double) engine->busy / (double) span : (double) NAN;
}

static void
measure_engines (Pass *pass)
{
  WeftNpuStats *stats = pass->stats;
  const WeftNpuIndex *index = stats->snapshot->index;

  stats->engines = g_new0 (WeftNpuEngineStats, index->n_lanes);
  for (guint i = 0; i < index->n_lanes; i++)
    {
      WeftNpuEngineStats *engine = &stats->engines[stats->n_engines];

      engine->lane = index->order[i];
      weft_npu_snapshot_get_lane (stats->snapshot, engine->lane, &engine->info);
      if (engine->info.kind == WEFT_NPU_GENERIC
          || (index->lanes[engine->lane].work.n_rows == 0
              && index->lanes[engine->lane].stalls.n_rows == 0))
        continue;
      measure_lane (pass, engine);
      stats->n_engines++;
    }
}

/* --- order of what came out ----------------------------------------------------------------------- */

static int
compare_first (gconstpointer a, gconstpointer b)
{
  const WeftNpuNameStats *x = a, *y = b;

  if (x->first != y->first)
    return x->first > y->first ? 1 : -1;
  return (x->name > y->name) - (x->name < y->name);
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const WeftNpuPartStats *x = a, *y = b;

  if (x->first != y->first)
    return x->first > y->first ? 1 : -1;
  if (x->layer != y->layer)
    return x->layer > y->layer ? 1 : -1;
  return (x->phase > y->phase) - (x->phase < y->phase);
}

static int
compare_cycles (gconstpointer a, gconstpointer b)
{
  gint64 x = weft_npu_sum_get_cycles (&((const WeftNpuNameStats *) a)->sum),
         y = weft_npu_sum_get_cycles (&((const WeftNpuNameStats *) b)->sum);

  return x != y ? (x < y ? 1 : -1) : compare_first (a, b);
}

static int
compare_stalls (gconstpointer a, gconstpointer b)
{
  const WeftNpuStallStats *x = a, *y = b;

  if (x->cycles != y->cycles)
    return x->cycles < y->cycles ? 1 : -1;
  if (x->lane != y->lane)
    return x->lane > y->lane ? 1 : -1;
  return (x->reason > y->reason) - (x->reason < y->reason);
}

static gpointer
finish_array (GArray *array, GCompareFunc compare, guint *n)
{
  *n = array->len;
  g_array_sort (array, compare);
  return g_array_free (array, FALSE);
}

static gpointer
finish_names (Names *names, GCompareFunc compare, guint *n)
{
  g_free (names->places);
  return finish_array (names->array, compare, n);
}

static void
finish_bits (Pass *pass)
{
  WeftNpuStats *stats = pass->stats;
  GArray *bits = g_array_new (FALSE, FALSE, sizeof (WeftNpuBitsStats));

  for (guint kind = 0; kind < WEFT_NPU_N_LANE_KINDS; kind++)
    for (guint i = 0; i < 256; i++)
      if (pass->bits[kind][i].n_events > 0)
        {
          WeftNpuBitsStats entry = { pass->bits[kind][i], kind, i };

          g_array_append_val (bits, entry);
        }
  stats->n_bits = bits->len;
  stats->bits = (WeftNpuBitsStats *) (gpointer) g_array_free (bits, FALSE);
  stats->banks = weft_npu_bank_sums_finish (&pass->banks, &stats->n_banks);
}

static void
sum_windows (WeftNpuStats *stats)
{
  const WeftNpuBandwidth *bandwidth = stats->bandwidth;
  double high = bandwidth->peak != WEFT_NPU_NONE
                  ? WEFT_NPU_HIGH_BANDWIDTH * (double) bandwidth->peak
                  : INFINITY;

  for (guint32 i = weft_npu_bandwidth_find (bandwidth, stats->range.from);
       i < bandwidth->n_windows && bandwidth->windows[i].start < stats->range.to; i++)
    {
      const WeftNpuWindow *window = &bandwidth->windows[i];
      double rate = weft_npu_window_rate (window);

      if (window->start < stats->range.from)
        continue;
      weft_sum_add (&stats->window_read, window->read);
      weft_sum_add (&stats->window_write, window->write);
      weft_sum_add (&stats->window_kv, window->kv);
      stats->window_top = MAX (stats->window_top, rate);
      stats->n_high_windows += rate > high;
      stats->n_samples += bandwidth->source == WEFT_NPU_FROM_SAMPLES;
    }
}

/* --- the statistics ------------------------------------------------------------------------------- */

static void
init_pass (Pass *pass)
{
  gsize n_names = (gsize) weft_npu_trace_get_n_names (pass->stats->snapshot->trace) + 1;
  Names *all[] = { &pass->layers, &pass->tiles, &pass->ops, &pass->phases, &pass->others };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    *all[i] =
      (Names){ g_array_new (FALSE, TRUE, sizeof (WeftNpuNameStats)), g_new0 (guint32, n_names) };
  pass->stalls = g_array_new (FALSE, TRUE, sizeof (WeftNpuStallStats));
  pass->parts = g_array_new (FALSE, TRUE, sizeof (WeftNpuPartStats));
  pass->kinds = g_new0 (guint8, pass->stats->snapshot->n_lanes);
  pass->lanes = g_new0 (WeftNpuNameStats, pass->stats->snapshot->n_lanes);
  for (guint i = 0; i < pass->stats->snapshot->n_lanes; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (pass->stats->snapshot, i, &lane);
      pass->kinds[i] = (guint8) lane.kind;
      pass->lanes[i] = (WeftNpuNameStats){ .first = G_MAXINT64, .last = G_MININT64 };
    }
}

static void
finish_pass (Pass *pass)
{
  WeftNpuStats *stats = pass->stats;

  for (guint i = 0; i < stats->snapshot->n_lanes; i++)
    weft_npu_sum_add (&stats->sum, &pass->lanes[i].sum);
  stats->layers = finish_names (&pass->layers, compare_first, &stats->n_layers);
  stats->parts = finish_array (pass->parts, compare_parts, &stats->n_parts);
  stats->tiles = finish_names (&pass->tiles, compare_first, &stats->n_tiles);
  stats->ops = finish_names (&pass->ops, compare_cycles, &stats->n_ops);
  stats->phases = finish_names (&pass->phases, compare_first, &stats->n_phases);
  stats->others = finish_names (&pass->others, compare_cycles, &stats->n_others);
  stats->stalls = finish_array (pass->stalls, compare_stalls, &stats->n_stalls);
  finish_bits (pass);
  stats->roof = weft_npu_find_roof (stats->snapshot);
  g_free (pass->kinds);
  g_free (pass->lanes);
  weft_map64_clear (&pass->stall_of);
  weft_map64_clear (&pass->part_of);
  weft_map64_clear (&pass->token_of);
  g_free (pass);
}

/* The cycles that are looked at: those of the run that lie in the range. */
static void
set_range (WeftNpuStats *stats, const WeftCycleRange *range)
{
  gint64 total = weft_npu_snapshot_get_total (stats->snapshot);
  gboolean whole = range->from == G_MININT64 && range->to == G_MAXINT64;

  stats->range = *range;
  stats->range.from = MAX (range->from, MIN (stats->snapshot->first_cycle, 0));
  stats->range.to = MIN (range->to, MAX (total, stats->snapshot->last_cycle) + whole);
  stats->range.to = MAX (stats->range.to, stats->range.from);
  /* Cycles before 0 take time as well. */
  stats->n_cycles =
    whole ? weft_wide_sum_get ((WeftWideSum) total - MIN (stats->snapshot->first_cycle, 0))
          : weft_wide_sum_get ((WeftWideSum) stats->range.to - stats->range.from);
}

/* Whether some event has a number in that column. */
static gboolean
has_any (const WeftNpuSnapshot *snapshot, guint column)
{
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (weft_table_get_u32 (&snapshot->trace->events, column, row) != WEFT_COMPACT_NONE)
      return TRUE;
  return FALSE;
}

WeftNpuStats *
weft_npu_stats_new (WeftNpuSnapshot *snapshot, WeftNpuBandwidth *bandwidth, WeftNpuPath *path,
                    const WeftCycleRange *range, const WeftBitset *rows, GCancellable *cancellable)
{
  WeftNpuStats *stats = g_new0 (WeftNpuStats, 1);
  Pass *pass = g_new0 (Pass, 1);
  gboolean cancelled = FALSE;

  g_atomic_ref_count_init (&stats->ref_count);
  stats->snapshot = weft_npu_snapshot_ref (snapshot);
  stats->bandwidth = weft_npu_bandwidth_ref (bandwidth);
  stats->path = path != NULL ? weft_npu_path_ref (path) : NULL;
  set_range (stats, range);
  stats->has_bytes = has_any (snapshot, NPU_BYTES) || has_any (snapshot, NPU_ALIGNED);
  stats->has_macs = has_any (snapshot, NPU_MACS);
  pass->stats = stats;
  pass->trace = snapshot->trace;
  pass->rows = rows;
  init_pass (pass);
  list_tokens (pass);
  index_tokens (pass);
  for (guint32 row = 0; row < snapshot->n_events && !cancelled; row++)
    {
      if (weft_bitset_includes (rows, row))
        add_event (pass, row);
      if (row % CHECK_INTERVAL == 0)
        cancelled = g_cancellable_is_cancelled (cancellable);
    }
  measure_engines (pass);
  sum_windows (stats);
  finish_pass (pass);
  if (cancelled)
    g_clear_pointer (&stats, weft_npu_stats_unref);
  return stats;
}

WeftNpuStats *
weft_npu_stats_ref (WeftNpuStats *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_npu_stats_unref (WeftNpuStats *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_npu_snapshot_unref (self->snapshot);
  weft_npu_bandwidth_unref (self->bandwidth);
  g_free (self->engines);
  g_free (self->layers);
  g_free (self->parts);
  g_free (self->tiles);
  g_free (self->ops);
  weft_npu_phased_set_clear (&self->phased_layers);
  weft_npu_phased_set_clear (&self->phased_ops);
  g_free (self->phases);
  g_free (self->others);
  g_free (self->tokens);
  g_free (self->stalls);
  g_free (self->bits);
  g_free (self->banks);
  g_clear_pointer (&self->path, weft_npu_path_unref);
  g_free (self);
}

/* --- questions ------------------------------------------------------------------------------------ */

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

gint64
weft_npu_stats_latency (const WeftNpuStats *self, guint32 phase, guint per_mille)
{
  g_autofree gint64 *latencies = g_new (gint64, self->n_tokens);
  guint n = 0;

  for (guint i = 0; i < self->n_tokens; i++)
    if (phase == WEFT_NO_NAME || self->tokens[i].phase == phase)
      latencies[n++] = self->tokens[i].end - self->tokens[i].start;
  if (n == 0)
    return WEFT_NPU_NONE;
  qsort (latencies, n, sizeof *latencies, compare_numbers);
  return latencies[MAX (((guint64) n * per_mille + 999) / 1000, 1) - 1];
}

guint32
weft_npu_stats_find_phase (const WeftNpuStats *self, const char *name)
{
  for (guint i = 0; i < self->n_tokens; i++)
    if (self->tokens[i].phase != WEFT_NO_NAME
        && strcmp (weft_npu_trace_get_name (self->snapshot->trace, self->tokens[i].phase), name)
             == 0)
      return self->tokens[i].phase;
  return WEFT_NO_NAME;
}
