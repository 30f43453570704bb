/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-comparison.h"

#include "weft-compared.h"
#include "weft-npu-facts.h"
#include "weft-npu-settings.h"
#include "weft-wide-sum.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The numbers that are compared: machine output's word, the title for people, the unit. */
static const struct
{
  const char *key;
  const char *title;
  WeftFieldUnit unit;
} numbers[] = {
  { "cycles", N_ ("Cycles"), WEFT_UNIT_CYCLES },
  { "bytes_read", N_ ("Bytes read"), WEFT_UNIT_BYTES },
  { "bytes_written", N_ ("Bytes written"), WEFT_UNIT_BYTES },
  { "kv_bytes_read", N_ ("KV bytes read"), WEFT_UNIT_BYTES },
  { "kv_bytes_written", N_ ("KV bytes written"), WEFT_UNIT_BYTES },
  { "dram_bytes_read", N_ ("DRAM bytes read"), WEFT_UNIT_BYTES },
  { "dram_bytes_written", N_ ("DRAM bytes written"), WEFT_UNIT_BYTES },
  { "macs", N_ ("MACs"), WEFT_UNIT_PLAIN },
  { "stall_cycles", N_ ("Stall cycles"), WEFT_UNIT_CYCLES },
  { "events", N_ ("Events"), WEFT_UNIT_PLAIN },
  { "peak_bytes_per_cycle", N_ ("Most bytes per cycle"), WEFT_UNIT_RATE },
  { "tokens", N_ ("Tokens"), WEFT_UNIT_PLAIN },
  { "latency_p50", N_ ("Median latency"), WEFT_UNIT_CYCLES },
  { "latency_p99", N_ ("Latency, p99"), WEFT_UNIT_CYCLES },
  { "latency_mean", N_ ("Mean latency"), WEFT_UNIT_CYCLES },
  { "busy_cycles", N_ ("Busy cycles"), WEFT_UNIT_CYCLES },
  { "utilization", N_ ("Utilization"), WEFT_UNIT_SHARE },
  { "latency", N_ ("Latency"), WEFT_UNIT_CYCLES },
};

static void
clear_row (gpointer data)
{
  g_free (((WeftNpuCompared *) data)->name);
}

static void
clear_layer (gpointer data)
{
  g_free (((WeftNpuComparedLayer *) data)->name);
}

static void
clear_phase (gpointer data)
{
  g_free (((WeftNpuComparedPhase *) data)->name);
}

static void
add (WeftNpuComparison *self, double tolerance, WeftNpuComparedGroup group, const char *name,
     const char *phase, const char *what, double a, double b)
{
  WeftNpuCompared row = { .group = group, .phase = phase, .what = what, .a = a, .b = b };
  guint i = 0;

  if ((isnan (a) && isnan (b)) || (self->of_summaries && (isnan (a) || isnan (b))))
    return;
  while (!g_str_equal (numbers[i].key, what))
    i++;
  row.name = g_strdup (name);
  row.title = numbers[i].title;
  row.unit = numbers[i].unit;
  row.differs = weft_compared_differs ((const double[]){ a, b }, tolerance);
  self->n_different += row.differs ? 1 : 0;
  g_array_append_val (self->rows, row);
}

static double
get_real (gint64 number)
{
  return number == WEFT_NPU_NONE ? (double) NAN : (double) number;
}

/* A sum of bytes, of a run whose events may say none. */
static double
get_bytes (const WeftNpuStats *stats, gint64 bytes)
{
  return stats->has_bytes ? (double) bytes : (double) NAN;
}

/* (transfer full) */
static char *
get_name (const WeftNpuStats *stats, guint32 name)
{
  const char *text = weft_npu_trace_get_name (stats->snapshot->trace, name);

  return g_utf8_make_valid (text != NULL ? text : "", -1);
}

/* --- phases --------------------------------------------------------------------------------------- */

static WeftNpuComparedPhase *
find_phase (WeftNpuComparison *self, const char *name)
{
  for (guint i = 0; i < self->phases->len; i++)
    {
      WeftNpuComparedPhase *phase = &g_array_index (self->phases, WeftNpuComparedPhase, i);

      if (g_str_equal (phase->name, name))
        return phase;
    }
  return NULL;
}

static void
count_tokens (WeftNpuComparison *self, const WeftNpuStats *stats, gboolean is_b)
{
  for (guint i = 0; i < stats->n_tokens; i++)
    {
      g_autofree char *name = get_name (stats, stats->tokens[i].phase);
      WeftNpuComparedPhase *phase = find_phase (self, name);

      if (phase == NULL)
        {
          WeftNpuComparedPhase fresh = { .name = g_steal_pointer (&name) };

          g_array_append_val (self->phases, fresh);
          phase = &g_array_index (self->phases, WeftNpuComparedPhase, self->phases->len - 1);
        }
      if (is_b)
        phase->n_b++;
      else
        phase->n_a++;
    }
}

static gboolean
has_unequal_tokens (const WeftNpuComparison *self)
{
  for (guint i = 0; i < self->phases->len; i++)
    {
      const WeftNpuComparedPhase *phase = &g_array_index (self->phases, WeftNpuComparedPhase, i);

      if (phase->n_a != phase->n_b)
        return TRUE;
    }
  return FALSE;
}

/* --- runs ----------------------------------------------------------------------------------------- */

static double
get_latency (const WeftNpuStats *stats, const char *phase, guint per_mille)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);

  return name != WEFT_NO_NAME ? get_real (weft_npu_stats_latency (stats, name, per_mille))
                              : (double) NAN;
}

static void
compare_totals (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
                double tolerance)
{
#define ADD(what, of) \
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "", NULL, what, (double) a->of, (double) b->of)
#define ADD_BYTES(what, of) \
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "", NULL, what, get_bytes (a, a->of), \
       get_bytes (b, b->of))
  ADD ("cycles", n_cycles);
  ADD_BYTES ("bytes_read", sum.read);
  ADD_BYTES ("bytes_written", sum.write);
  ADD_BYTES ("kv_bytes_read", sum.kv_read);
  ADD_BYTES ("kv_bytes_written", sum.kv_write);
  ADD ("dram_bytes_read", window_read);
  ADD ("dram_bytes_written", window_write);
  ADD ("macs", sum.macs);
  ADD ("stall_cycles", sum.stall);
  ADD ("events", n_events);
#undef ADD_BYTES
#undef ADD
}

/* The sums of a phase's tokens. */
typedef struct
{
  guint n;
  gint64 cycles;
  WeftNpuSum sum;
  gint64 window_read; /* of windows that begin in them */
  gint64 window_write;
} Tokens;

/* The last of the tokens that have begun at `cycle`, if it has not ended; n_tokens: there is none. */
static guint
find_token_at (const WeftNpuStats *stats, gint64 cycle)
{
  guint low = 0, high = stats->n_tokens;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (stats->tokens[middle].start <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && cycle < stats->tokens[low - 1].end ? low - 1 : stats->n_tokens;
}

/* Where the run has `n` of them. */
static Tokens
sum_tokens (const WeftNpuStats *stats, const char *phase, guint n)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);
  const WeftNpuBandwidth *bandwidth = stats->bandwidth;
  Tokens tokens = { .n = n };

  if (n == 0)
    return tokens;
  for (guint i = 0; i < stats->n_tokens; i++)
    {
      const WeftNpuTokenStats *token = &stats->tokens[i];

      if (token->phase != name)
        continue;
      weft_sum_add (&tokens.cycles, token->end - token->start);
      weft_npu_sum_add (&tokens.sum, &token->sum);
    }
  for (guint32 i = weft_npu_bandwidth_find (bandwidth, stats->range.from);
       i < bandwidth->n_windows && bandwidth->windows[i].start < stats->range.to; i++)
    {
      guint token = find_token_at (stats, bandwidth->windows[i].start);

      if (token == stats->n_tokens || stats->tokens[token].phase != name)
        continue;
      weft_sum_add (&tokens.window_read, bandwidth->windows[i].read);
      weft_sum_add (&tokens.window_write, bandwidth->windows[i].write);
    }
  return tokens;
}

/* By 0 tokens nothing is known. */
static double
per (gint64 sum, guint n)
{
  return n > 0 ? (double) sum / n : (double) NAN;
}

static void
compare_phase (WeftNpuComparison *self, const WeftNpuComparedPhase *compared,
               const WeftNpuStats *stats_a, const WeftNpuStats *stats_b, double tolerance)
{
  const char *phase = compared->name;
  Tokens a = sum_tokens (stats_a, phase, compared->n_a),
         b = sum_tokens (stats_b, phase, compared->n_b);

  add (self, tolerance, WEFT_NPU_COMPARE_RUN, phase, NULL, "tokens", a.n, b.n);
#define ADD(what, of) \
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, phase, phase, what, per (a.of, a.n), per (b.of, b.n))
  ADD ("cycles", cycles);
  ADD ("bytes_read", sum.read);
  ADD ("bytes_written", sum.write);
  ADD ("kv_bytes_read", sum.kv_read);
  ADD ("kv_bytes_written", sum.kv_write);
  ADD ("dram_bytes_read", window_read);
  ADD ("dram_bytes_written", window_write);
  ADD ("macs", sum.macs);
  ADD ("stall_cycles", sum.stall);
#undef ADD
}

static void
compare_runs (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
              double tolerance)
{
  static const struct
  {
    const char *phase;
    const char *what;
    guint per_mille;
  } latencies[] = {
    { "PREFILL", "latency_p50", 500 },
    { "DECODE", "latency_p50", 500 },
    { "DECODE", "latency_p99", 990 },
  };

  if (!self->per_token)
    compare_totals (self, a, b, tolerance);
  for (guint i = 0; i < self->phases->len && self->per_token; i++)
    compare_phase (self, &g_array_index (self->phases, WeftNpuComparedPhase, i), a, b, tolerance);
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "", NULL, "peak_bytes_per_cycle", a->window_top,
       b->window_top);
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "", NULL, "tokens", a->n_tokens, b->n_tokens);
  for (guint i = 0; i < G_N_ELEMENTS (latencies); i++)
    add (self, tolerance, WEFT_NPU_COMPARE_RUN, latencies[i].phase, NULL, latencies[i].what,
         get_latency (a, latencies[i].phase, latencies[i].per_mille),
         get_latency (b, latencies[i].phase, latencies[i].per_mille));
}

/* The mean latency of the tokens of a phase, as summaries have it. */
static double
get_mean_latency (const WeftNpuStats *stats, const char *phase, double claimed)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);
  double sum = 0;
  guint n = 0;

  if (weft_npu_snapshot_is_summary (stats->snapshot))
    return claimed;
  for (guint i = 0; i < stats->n_tokens && name != WEFT_NO_NAME; i++)
    if (stats->tokens[i].phase == name)
      {
        sum += (double) (stats->tokens[i].end - stats->tokens[i].start);
        n++;
      }
  return n > 0 ? sum / n : (double) NAN;
}

/* The summary's figure goes before the counted one. */
static double
choose (const WeftNpuStats *stats, gint64 claimed, gint64 counted)
{
  return get_real (weft_npu_snapshot_is_summary (stats->snapshot) ? claimed : counted);
}

/* Where one of the runs has a summary alone. */
static void
compare_summaries (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
                   double tolerance)
{
  const WeftNpuRun *x = a->snapshot->run, *y = b->snapshot->run;

#define ADD(what, claimed, counted) \
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "", NULL, what, choose (a, x->claimed, a->counted), \
       choose (b, y->claimed, b->counted))
  ADD ("cycles", cycles_total, n_cycles);
  ADD ("kv_bytes_read", kv_read, sum.kv_read);
  ADD ("kv_bytes_written", kv_write, sum.kv_write);
  ADD ("dram_bytes_read", dram_read, window_read);
  ADD ("dram_bytes_written", dram_write, window_write);
#undef ADD
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "PREFILL", NULL, "latency_mean",
       get_mean_latency (a, "PREFILL", get_real (x->prefill_latency)),
       get_mean_latency (b, "PREFILL", get_real (y->prefill_latency)));
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, "DECODE", NULL, "latency_mean",
       get_mean_latency (a, "DECODE", x->decode_latency),
       get_mean_latency (b, "DECODE", y->decode_latency));
}

/* --- parts of runs -------------------------------------------------------------------------------- */

/* A part of a run with its numbers, in order. */
typedef struct
{
  char *name;
  const char *phase; /* nullable */
  double numbers[WEFT_NPU_N_LAYER_NUMBERS];
  gboolean done;
} Part;

static void
clear_part (gpointer data)
{
  g_free (((Part *) data)->name);
}

static GArray *
new_list (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Part));

  g_array_set_clear_func (list, clear_part);
  return list;
}

/* Takes `name`. */
static void
append (GArray *list, char *name, const char *phase, double cycles, double read, double write)
{
  Part part = { name, phase, { cycles, read, write }, FALSE };

  g_array_append_val (list, part);
}

static guint
hash_part (gconstpointer data)
{
  const Part *part = data;

  return g_str_hash (part->name) ^ (part->phase != NULL ? g_str_hash (part->phase) : 0);
}

static gboolean
is_same_part (gconstpointer a, gconstpointer b)
{
  const Part *x = a, *y = b;

  return g_str_equal (x->name, y->name) && g_strcmp0 (x->phase, y->phase) == 0;
}

static void
add_pair (GArray *pairs, const Part *a, const Part *b)
{
  const Part *any = a != NULL ? a : b;
  WeftNpuComparedLayer pair = { .name = g_strdup (any->name), .phase = any->phase };

  for (guint i = 0; i < WEFT_NPU_N_LAYER_NUMBERS; i++)
    {
      pair.a[i] = a != NULL ? a->numbers[i] : (double) NAN;
      pair.b[i] = b != NULL ? b->numbers[i] : (double) NAN;
    }
  g_array_append_val (pairs, pair);
}

/* Brings parts of the same name and phase side by side; of those that are so several times in one run, the
 * first. Takes both lists. */
static GArray *
pair_lists (GArray *a, GArray *b)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (WeftNpuComparedLayer));
  g_autoptr (GHashTable) map = g_hash_table_new (hash_part, is_same_part);

  g_array_set_clear_func (pairs, clear_layer);
  for (guint i = b->len; i-- > 0;)
    g_hash_table_add (map, &g_array_index (b, Part, i));
  for (guint i = 0; i < a->len; i++)
    {
      Part *first = &g_array_index (a, Part, i), *second = g_hash_table_lookup (map, first);

      if (second != NULL)
        second->done = TRUE;
      add_pair (pairs, first, second);
    }
  for (guint i = 0; i < b->len; i++)
    if (!g_array_index (b, Part, i).done)
      add_pair (pairs, NULL, &g_array_index (b, Part, i));
  g_array_unref (a);
  g_array_unref (b);
  return pairs;
}

static void
add_pairs (WeftNpuComparison *self, WeftNpuComparedGroup group, const char *what, guint number,
           double tolerance, const GArray *pairs)
{
  for (guint i = 0; i < pairs->len; i++)
    {
      const WeftNpuComparedLayer *pair = &g_array_index (pairs, WeftNpuComparedLayer, i);

      add (self, tolerance, group, pair->name, pair->phase, what, pair->a[number], pair->b[number]);
    }
}

static GArray *
list_engines (const WeftNpuStats *stats)
{
  const WeftNpuRun *run = stats->snapshot->run;
  GArray *list = new_list ();

  for (guint i = 0; i < run->n_claims && weft_npu_snapshot_is_summary (stats->snapshot); i++)
    if (run->claims[i].id >= 0)
      append (list,
              g_strdup_printf ("%s %" G_GINT64_FORMAT,
                               weft_npu_kind_to_string (run->claims[i].kind), run->claims[i].id),
              NULL, get_real (run->claims[i].active), run->claims[i].utilization, 0);
  for (guint i = 0; i < stats->n_engines; i++)
    append (list, weft_npu_lane_to_string (&stats->engines[i].info), NULL,
            (double) stats->engines[i].busy, stats->engines[i].utilization, 0);
  return list;
}

static GArray *
list_names (const WeftNpuStats *stats, const WeftNpuNameStats *names, guint n)
{
  GArray *list = new_list ();

  for (guint i = 0; i < n; i++)
    append (list, get_name (stats, names[i].name), NULL,
            (double) weft_npu_sum_get_cycles (&names[i].sum), get_bytes (stats, names[i].sum.read),
            get_bytes (stats, names[i].sum.write));
  return list;
}

/* Per token of their phase; of phases without tokens nothing can be said. */
static GArray *
list_phased (WeftNpuComparison *self, const WeftNpuStats *stats, const WeftNpuPhasedSet *set,
             gboolean is_b)
{
  GArray *list = new_list ();

  for (guint i = 0; i < set->n_parts; i++)
    {
      const WeftNpuPhased *part = &set->parts[i];
      g_autofree char *name = get_name (stats, part->phase);
      const WeftNpuComparedPhase *phase = find_phase (self, name);
      guint n = phase == NULL ? 0 : is_b ? phase->n_b : phase->n_a;

      if (n > 0)
        append (list, get_name (stats, part->name), phase->name, (double) part->cycles / n,
                (double) part->read / n, (double) part->write / n);
    }
  return list;
}

static GArray *
list_tokens (const WeftNpuStats *stats)
{
  GArray *list = new_list ();

  for (guint i = 0; i < stats->n_tokens; i++)
    {
      const WeftNpuTokenStats *token = &stats->tokens[i];
      g_autofree char *phase = get_name (stats, token->phase);

      append (list, g_strdup_printf ("%s %" G_GINT64_FORMAT, phase, MAX (token->index, -1)), NULL,
              (double) (token->end - token->start), 0, 0);
    }
  return list;
}

static void
compare_engines (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
                 double tolerance)
{
  g_autoptr (GArray) engines = pair_lists (list_engines (a), list_engines (b));

  /* Busy cycles of all of the tokens do not compare. */
  if (!self->per_token)
    add_pairs (self, WEFT_NPU_COMPARE_ENGINE, "busy_cycles", 0, tolerance, engines);
  add_pairs (self, WEFT_NPU_COMPARE_ENGINE, "utilization", 1, tolerance, engines);
}

static void
compare_names (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
               double tolerance)
{
  g_autoptr (GArray) ops = NULL;

  if (self->per_token)
    {
      self->layers = pair_lists (list_phased (self, a, &a->phased_layers, FALSE),
                                 list_phased (self, b, &b->phased_layers, TRUE));
      ops = pair_lists (list_phased (self, a, &a->phased_ops, FALSE),
                        list_phased (self, b, &b->phased_ops, TRUE));
    }
  else
    {
      self->layers =
        pair_lists (list_names (a, a->layers, a->n_layers), list_names (b, b->layers, b->n_layers));
      ops = pair_lists (list_names (a, a->ops, a->n_ops), list_names (b, b->ops, b->n_ops));
    }
  /* Summaries know of no layers. */
  if (self->of_summaries)
    g_array_set_size (self->layers, 0);
  add_pairs (self, WEFT_NPU_COMPARE_LAYER, "cycles", WEFT_NPU_LAYER_CYCLES, tolerance,
             self->layers);
  add_pairs (self, WEFT_NPU_COMPARE_LAYER, "bytes_read", WEFT_NPU_LAYER_READ, tolerance,
             self->layers);
  add_pairs (self, WEFT_NPU_COMPARE_LAYER, "bytes_written", WEFT_NPU_LAYER_WRITTEN, tolerance,
             self->layers);
  add_pairs (self, WEFT_NPU_COMPARE_OP, "cycles", WEFT_NPU_LAYER_CYCLES, tolerance, ops);
}

double
weft_npu_compared_layer_get_delta (const WeftNpuComparedLayer *self, guint number)
{
  double a = self->a[number], b = self->b[number];

  /* A layer that is there, whose events do not say how much. */
  if ((isnan (a) && !isnan (self->a[WEFT_NPU_LAYER_CYCLES]))
      || (isnan (b) && !isnan (self->b[WEFT_NPU_LAYER_CYCLES])))
    return (double) NAN;
  return (isnan (b) ? 0 : b) - (isnan (a) ? 0 : a);
}

/* --- the comparison ------------------------------------------------------------------------------- */

static void
collect_differing (WeftNpuComparison *self)
{
  self->differing = g_array_new (FALSE, FALSE, sizeof (WeftNpuCompared));
  self->others = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftNpuCompared *row = &g_array_index (self->rows, WeftNpuCompared, i);

      guint32 index = self->differing->len;

      if (!row->differs)
        continue;
      if (row->group != WEFT_NPU_COMPARE_LAYER)
        g_array_append_val (self->others, index);
      g_array_append_vals (self->differing, row, 1);
    }
}

static void
collect_changed (WeftNpuComparison *self)
{
  self->changed = g_array_new (FALSE, FALSE, sizeof (WeftNpuComparedLayer));
  for (guint i = 0; i < self->layers->len; i++)
    {
      const WeftNpuComparedLayer *layer = &g_array_index (self->layers, WeftNpuComparedLayer, i);
      gboolean changed = isnan (layer->a[0]) != isnan (layer->b[0]);

      for (guint number = 0; number < WEFT_NPU_N_LAYER_NUMBERS; number++)
        changed |= fabs (weft_npu_compared_layer_get_delta (layer, number)) > 0;
      if (changed)
        g_array_append_vals (self->changed, layer, 1);
      self->most =
        MAX (self->most, fabs (weft_npu_compared_layer_get_delta (layer, WEFT_NPU_LAYER_CYCLES)));
    }
}

WeftNpuComparison *
weft_npu_comparison_new (const WeftNpuStats *a, const WeftNpuStats *b, double tolerance)
{
  WeftNpuComparison *self = g_new0 (WeftNpuComparison, 1);
  const WeftNpuRun *run_a = a->snapshot->run, *run_b = b->snapshot->run;

  self->rows = g_array_new (FALSE, FALSE, sizeof (WeftNpuCompared));
  g_array_set_clear_func (self->rows, clear_row);
  self->phases = g_array_new (FALSE, FALSE, sizeof (WeftNpuComparedPhase));
  g_array_set_clear_func (self->phases, clear_phase);
  count_tokens (self, a, FALSE);
  count_tokens (self, b, TRUE);
  self->per_token = a->n_tokens > 0 && b->n_tokens > 0 && has_unequal_tokens (self);
  self->has_config = run_a->config != NULL && run_b->config != NULL;
  self->of_summaries =
    weft_npu_snapshot_is_summary (a->snapshot) || weft_npu_snapshot_is_summary (b->snapshot);
  if (self->of_summaries)
    compare_summaries (self, a, b, tolerance);
  else
    compare_runs (self, a, b, tolerance);
  compare_engines (self, a, b, tolerance);
  compare_names (self, a, b, tolerance);
  if (!self->per_token && !self->of_summaries)
    {
      g_autoptr (GArray) tokens = pair_lists (list_tokens (a), list_tokens (b));

      add_pairs (self, WEFT_NPU_COMPARE_TOKEN, "latency", 0, tolerance, tokens);
    }
  collect_differing (self);
  collect_changed (self);
  self->settings = weft_npu_settings_compare (run_a, run_b);
  return self;
}

void
weft_npu_comparison_free (WeftNpuComparison *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->differing);
  g_array_unref (self->others);
  g_array_unref (self->rows);
  g_array_unref (self->changed);
  g_array_unref (self->layers);
  g_array_unref (self->phases);
  g_array_unref (self->settings);
  g_free (self);
}

const WeftNpuCompared *
weft_npu_comparison_find (const WeftNpuComparison *self, WeftNpuComparedGroup group,
                          const char *name, const char *what, const char *phase)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftNpuCompared *row = &g_array_index (self->rows, WeftNpuCompared, i);

      if (row->group == group && g_str_equal (row->name, name) && g_str_equal (row->what, what)
          && g_strcmp0 (row->phase, phase) == 0)
        return row;
    }
  return NULL;
}
