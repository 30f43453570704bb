/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-claims.h"

#include "weft-npu-index.h"
#include "weft-npu-trace-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The summary's utilization may differ this much from what the events say. */
#define TOLERANCE 0.01

/* Digits in a message. */
#define NUMBER_SIZE 32

typedef struct
{
  const WeftNpuSnapshot *snapshot;
  const WeftNpuPlaces *places;
  WeftDiagnostics *diagnostics;
} Check;

static const char *
print_number (char buffer[NUMBER_SIZE], gint64 number)
{
  g_snprintf (buffer, NUMBER_SIZE, "%" G_GINT64_FORMAT, number);
  return buffer;
}

/* The line and column of what stands `at` so many bytes behind the beginning of a block. */
static void
locate (const char *text, guint32 at, const WeftNpuPlace *block, gint64 *line, gint64 *column)
{
  const char *end = text != NULL ? text + at : NULL;

  *line = block->line;
  *column = block->column + at;
  for (const char *p = text; p != NULL && (p = memchr (p, '\n', (gsize) (end - p))) != NULL;)
    {
      p++;
      (*line)++;
      *column = end - p + 1;
    }
}

/* Says something about what stands there in the summary. */
#define SAY(check, severity, at, ...) \
  G_STMT_START \
  { \
    gint64 line_, column_; \
\
    locate ((check)->snapshot->run->summary, at, &(check)->places->summary, &line_, &column_); \
    weft_diagnostics_add ((check)->diagnostics, severity, line_, column_, __VA_ARGS__); \
  } \
  G_STMT_END

/* A figure of the summary, beside what was counted of events, or of samples. */
static void
compare (const Check *self, WeftNpuFigure figure, const char *key, gint64 claimed, gint64 counted,
         gboolean of_samples)
{
  char theirs[NUMBER_SIZE], ours[NUMBER_SIZE];

  if (claimed == WEFT_NPU_NONE || counted == WEFT_NPU_NONE || claimed == counted)
    return;
  SAY (self, WEFT_SEVERITY_INFO, self->places->at[figure],
       of_samples ? _ ("“%s” is %s, but by the samples it is %s")
                  : _ ("“%s” is %s, but by the events it is %s"),
       key, print_number (theirs, claimed), print_number (ours, counted));
}

static void
check_total (const Check *self)
{
  const WeftNpuSnapshot *snapshot = self->snapshot;
  char total[NUMBER_SIZE], last[NUMBER_SIZE];

  if (snapshot->run->cycles_total == WEFT_NPU_NONE || snapshot->n_events == 0
      || snapshot->run->cycles_total >= snapshot->last_cycle)
    return;
  SAY (self, WEFT_SEVERITY_WARNING, self->places->at[WEFT_NPU_FIGURE_CYCLES],
       _ ("“cycles_total” is %s, but the last event ends in cycle %s"),
       print_number (total, snapshot->run->cycles_total),
       print_number (last, snapshot->last_cycle));
}

/* --- memory ------------------------------------------------------------------------------------------- */

/* The bytes that all samples count in a column; WEFT_NPU_NONE where none says so. */
static gint64
sum_samples (const WeftNpuSnapshot *snapshot, guint column)
{
  const WeftNpuTrace *trace = snapshot->trace;
  gint64 sum = WEFT_NPU_NONE;

  for (guint32 i = 0; i < snapshot->n_samples; i++)
    {
      gint64 bytes = weft_npu_number (trace, weft_table_get_u32 (&trace->samples, column, i));

      if (bytes != WEFT_NPU_NONE)
        sum = (gint64) ((guint64) (sum == WEFT_NPU_NONE ? 0 : sum) + (guint64) bytes);
    }
  return sum;
}

static void
compare_moved (const Check *self, WeftNpuFigure figure, const char *key, gint64 claimed,
               guint column, guint64 moved)
{
  gint64 sampled = sum_samples (self->snapshot, column);
  gboolean of_samples = sampled != WEFT_NPU_NONE;
  /* Samples that were skipped may be what the events lack. */
  gint64 transferred = self->places->moved.n_transfers > 0 && self->snapshot->n_samples == 0
                           && self->snapshot->n_skipped == 0
                         ? (gint64) moved
                         : WEFT_NPU_NONE;

  compare (self, figure, key, claimed, of_samples ? sampled : transferred, of_samples);
}

static void
check_memory (const Check *self)
{
  const WeftNpuRun *run = self->snapshot->run;
  const WeftNpuMoved *moved = &self->places->moved;

  compare_moved (self, WEFT_NPU_FIGURE_DRAM_READ, "dram_bytes_read", run->dram_read,
                 NPU_SAMPLE_READ, moved->bytes[0]);
  compare_moved (self, WEFT_NPU_FIGURE_DRAM_WRITE, "dram_bytes_write", run->dram_write,
                 NPU_SAMPLE_WRITE, moved->bytes[1]);
  if (moved->n_roles == 0)
    return;
  compare (self, WEFT_NPU_FIGURE_KV_READ, "kv_cache.bytes_read", run->kv_read,
           (gint64) moved->kv[0], FALSE);
  compare (self, WEFT_NPU_FIGURE_KV_WRITE, "kv_cache.bytes_written", run->kv_write,
           (gint64) moved->kv[1], FALSE);
}

/* --- engines ------------------------------------------------------------------------------------------ */

/* How long the claim's engines were busy, and how many they are. FALSE where the events do not tell. */
static gboolean
find_busy (const WeftNpuSnapshot *snapshot, const WeftNpuClaim *claim, gint64 *busy, gint64 *n)
{
  gboolean is_known = FALSE;

  *busy = *n = 0;
  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      if (lane.kind != claim->kind)
        continue;
      if (lane.id == WEFT_NPU_UNKNOWN_ID && claim->id >= 0)
        return FALSE;
      is_known = is_known || snapshot->index->lanes[i].work.n_rows > 0;
      if (claim->id >= 0 && lane.id != claim->id)
        continue;
      *busy += snapshot->index->lanes[i].busy.sum;
      (*n)++;
    }
  if (claim->id < 0 && snapshot->run->n_engines[claim->kind] != WEFT_NPU_NONE)
    *n = MAX (*n, snapshot->run->n_engines[claim->kind]);
  return is_known;
}

static void
check_claim (const Check *self, const WeftNpuClaim *claim)
{
  static const char *const names[] = { "DMA", "TE", "VE" };
  gint64 total = weft_npu_snapshot_get_total (self->snapshot), busy, n;
  char theirs[NUMBER_SIZE], ours[NUMBER_SIZE];
  double share;
  g_autofree char *engine =
    claim->id < 0 ? g_strdup (names[claim->kind])
                  : g_strdup_printf ("%s %" G_GINT64_FORMAT, names[claim->kind], claim->id);

  if (claim->utilization > 1)
    SAY (self, WEFT_SEVERITY_INFO, claim->at,
         _ ("The summary says that %s was busy for more than 100 %% of the run"), engine);
  if (!find_busy (self->snapshot, claim, &busy, &n))
    return;
  share = total > 0 ? (double) busy / (double) total / (double) MAX (n, 1) : (double) NAN;
  if (!isnan (share) && fabs (share - claim->utilization) > TOLERANCE)
    SAY (self, WEFT_SEVERITY_INFO, claim->at,
         _ ("The summary says that %s was busy for %.1f %% of the run; by its events "
            "it was %.1f %%"),
         engine, 100 * claim->utilization, 100 * share);
  if (claim->active != WEFT_NPU_NONE && claim->active != busy)
    SAY (self, WEFT_SEVERITY_INFO, claim->active_at,
         _ ("The summary says that %s was busy for %s cycles; by its events it was %s"), engine,
         print_number (theirs, claim->active), print_number (ours, busy));
}

/* --- transfers at a time -------------------------------------------------------------------------------- */

/* Merges two runs of rising times that lie one behind the other in `times`. */
static void
merge (const gint64 *times, guint from, guint middle, guint to, gint64 *merged)
{
  guint i = from, j = middle;

  for (guint k = from; k < to; k++)
    merged[k] = j == to || (i < middle && times[i] <= times[j]) ? times[i++] : times[j++];
}

/* Sorts times that are runs of rising ones: `bounds` has where each begins, and the end. */
static void
sort_runs (GArray *times, const GArray *bounds)
{
  g_autofree gint64 *other = g_new (gint64, times->len);
  gint64 *from = (gint64 *) (gpointer) times->data, *to = other;
  guint n = bounds->len - 1;

  for (guint step = 1; step < n; step *= 2)
    {
      gint64 *before = from;

      for (guint i = 0; i < n; i += 2 * step)
        merge (from, g_array_index (bounds, guint, i),
               g_array_index (bounds, guint, MIN (i + step, n)),
               g_array_index (bounds, guint, MIN (i + 2 * step, n)), to);
      from = to;
      to = before;
    }
  if (from == other && times->len > 0)
    memcpy (times->data, other, times->len * sizeof *other);
}

/* The starts and ends of all that DMA engines did, each in order. */
static void
list_transfers (const WeftNpuSnapshot *snapshot, GArray *starts, GArray *ends)
{
  g_autoptr (GArray) bounds = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      const WeftNpuTrack *work = &snapshot->index->lanes[i].work;
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      for (guint sub = 0; lane.kind == WEFT_NPU_DMA && sub < work->n_subs; sub++)
        {
          g_array_append_val (bounds, starts->len);
          for (guint32 place = work->subs[sub]; place < work->subs[sub + 1]; place++)
            {
              gint64 start = weft_npu_track_start (work, sub, place),
                     end = weft_npu_track_end (work, sub, place);

              if (end <= start)
                continue;
              g_array_append_val (starts, start);
              g_array_append_val (ends, end);
            }
        }
    }
  g_array_append_val (bounds, starts->len);
  sort_runs (starts, bounds);
  sort_runs (ends, bounds);
}

/* The most transfers that were under way in one cycle; WEFT_NPU_NONE where there was none. */
static gint64
count_transfers (const WeftNpuSnapshot *snapshot)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 most = 0;

  list_transfers (snapshot, starts, ends);
  for (guint i = 0, j = 0; i < starts->len; i++)
    {
      while (g_array_index (ends, gint64, j) <= g_array_index (starts, gint64, i))
        j++;
      most = MAX (most, (gint64) (i + 1 - j));
    }
  return most > 0 ? most : WEFT_NPU_NONE;
}

/* --- tokens ------------------------------------------------------------------------------------------- */

/* The tokens of a phase. */
typedef struct
{
  gint64 n;
  gint64 first; /* cycle in which the first begins, */
  gint64 last;  /* and in which the last ends */
  double sum;   /* of their latencies */
} Tokens;

static void
list_tokens (const WeftNpuSnapshot *snapshot, const char *phase, Tokens *tokens)
{
  const WeftNpuTrack *track = &snapshot->index->tokens;

  *tokens = (Tokens){ 0, G_MAXINT64, G_MININT64, 0 };
  for (guint32 i = 0; i < track->n_rows; i++)
    {
      guint32 row = weft_npu_track_row (track, i);
      const char *name =
        weft_npu_trace_get_name (snapshot->trace, weft_npu_name (snapshot->trace, row));

      if (g_strcmp0 (name, phase) != 0)
        continue;
      tokens->n++;
      tokens->first = MIN (tokens->first, weft_npu_start (snapshot->trace, row));
      tokens->last = MAX (tokens->last, weft_npu_end (snapshot->trace, row));
      tokens->sum += (double) weft_npu_span (snapshot->trace, row);
    }
}

/* A count that the metadata claims. One token of many is an excerpt, as the example of the format
 * has it. */
static void
check_count (const Check *self, WeftNpuFigure figure, const char *key, gint64 claimed,
             const Tokens *tokens, gboolean must_be_all)
{
  char theirs[NUMBER_SIZE], ours[NUMBER_SIZE];
  gint64 line, column;

  if (claimed == WEFT_NPU_NONE || tokens->n == claimed
      || (tokens->n < claimed && (!must_be_all || tokens->n < 2)))
    return;
  locate (self->snapshot->run->metadata, self->places->at[figure], &self->places->metadata, &line,
          &column);
  weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_INFO, line, column,
                        _ ("“%s” is %s, but there are events of %s tokens"), key,
                        print_number (theirs, claimed), print_number (ours, tokens->n));
}

static void
check_tokens (const Check *self)
{
  const WeftNpuRun *run = self->snapshot->run;
  Tokens prefill, decode;
  double mean;

  list_tokens (self->snapshot, "PREFILL", &prefill);
  list_tokens (self->snapshot, "DECODE", &decode);
  /* All that come before the first answer may be one event. */
  check_count (self, WEFT_NPU_FIGURE_PREFILL_TOKENS, "tokens.prefill_tokens", run->prefill_tokens,
               &prefill, FALSE);
  check_count (self, WEFT_NPU_FIGURE_DECODE_TOKENS, "tokens.decode_tokens", run->decode_tokens,
               &decode, TRUE);
  if (prefill.n > 0)
    compare (self, WEFT_NPU_FIGURE_PREFILL, "tokens.prefill_latency_cycles", run->prefill_latency,
             prefill.last - prefill.first, FALSE);
  mean = decode.sum / (double) decode.n;
  /* It may be rounded. */
  if (decode.n > 0 && fabs (mean - run->decode_latency) >= 1)
    SAY (self, WEFT_SEVERITY_INFO, self->places->at[WEFT_NPU_FIGURE_DECODE],
         _ ("“tokens.avg_decode_latency_cycles” is %.1f, but by the events it is %.1f"),
         run->decode_latency, mean);
}

void
weft_npu_claims_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                       WeftDiagnostics *diagnostics)
{
  const Check check = { snapshot, places, diagnostics };

  check_total (&check);
  check_memory (&check);
  for (guint i = 0; i < snapshot->run->n_claims; i++)
    check_claim (&check, &snapshot->run->claims[i]);
  if (snapshot->run->max_transfers != WEFT_NPU_NONE)
    compare (&check, WEFT_NPU_FIGURE_TRANSFERS, "dma.max_concurrent_transfers",
             snapshot->run->max_transfers, count_transfers (snapshot), FALSE);
  check_tokens (&check);
}
