/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-comparison.h"

#include "weft-npu-facts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
clear_row (gpointer data)
{
  g_free (((WeftNpuCompared *) data)->name);
}

/* Takes `name`. */
static void
add (WeftNpuComparison *self, double tolerance, WeftNpuComparedGroup group, char *name,
     const char *what, double a, double b)
{
  WeftNpuCompared row = { .group = group, .name = name, .what = what, .a = a, .b = b };

  if (isnan (a) && isnan (b))
    {
      g_free (name);
      return;
    }
  row.differs = isnan (a) != isnan (b) || fabs (b - a) > fabs (a) * tolerance / 100;
  self->n_different += row.differs ? 1 : 0;
  g_array_append_val (self->rows, row);
}

static double
get_real (gint64 number)
{
  return number == WEFT_NPU_NONE ? (double) NAN : (double) number;
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
compare_runs (WeftNpuComparison *self, const WeftNpuStats *a, const WeftNpuStats *b,
              double tolerance)
{
#define ADD(what, of) \
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup (""), what, (double) a->of / n_a, \
       (double) b->of / n_b)
  double n_a = self->per_token ? a->n_tokens : 1, n_b = self->per_token ? b->n_tokens : 1;

  ADD ("cycles", n_cycles);
  ADD ("bytes_read", sum.read);
  ADD ("bytes_written", sum.write);
  ADD ("kv_bytes_read", sum.kv_read);
  ADD ("kv_bytes_written", sum.kv_write);
  ADD ("dram_bytes_read", window_read);
  ADD ("dram_bytes_written", window_write);
  ADD ("macs", sum.macs);
  ADD ("stall_cycles", sum.stall);
  ADD ("events", n_events);
#undef ADD
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup (""), "peak_bytes_per_cycle", a->window_top,
       b->window_top);
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup (""), "tokens", a->n_tokens, b->n_tokens);
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup ("PREFILL"), "latency_p50",
       get_latency (a, "PREFILL", 500), get_latency (b, "PREFILL", 500));
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup ("DECODE"), "latency_p50",
       get_latency (a, "DECODE", 500), get_latency (b, "DECODE", 500));
  add (self, tolerance, WEFT_NPU_COMPARE_RUN, g_strdup ("DECODE"), "latency_p99",
       get_latency (a, "DECODE", 990), get_latency (b, "DECODE", 990));
}

/* --- parts of runs -------------------------------------------------------------------------------- */

/* Numbers with a name, in order. */
typedef struct
{
  char *name;
  double number;
  gboolean done;
} Named;

static void
clear_named (gpointer data)
{
  g_free (((Named *) data)->name);
}

static GArray *
new_list (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Named));

  g_array_set_clear_func (list, clear_named);
  return list;
}

/* The numbers by their names; of those that have the same name, the first. */
static GHashTable *
map_names (GArray *list)
{
  GHashTable *map = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = list->len; i-- > 0;)
    g_hash_table_insert (map, g_array_index (list, Named, i).name, &g_array_index (list, Named, i));
  return map;
}

/* Takes both lists. */
static void
compare_lists (WeftNpuComparison *self, WeftNpuComparedGroup group, const char *what,
               double tolerance, GArray *a, GArray *b)
{
  g_autoptr (GHashTable) names = map_names (b);

  for (guint i = 0; i < a->len; i++)
    {
      Named *first = &g_array_index (a, Named, i),
            *second = g_hash_table_lookup (names, first->name);

      if (second != NULL)
        second->done = TRUE;
      add (self, tolerance, group, g_strdup (first->name), what, first->number,
           second != NULL ? second->number : (double) NAN);
    }
  for (guint i = 0; i < b->len; i++)
    if (!g_array_index (b, Named, i).done)
      add (self, tolerance, group, g_strdup (g_array_index (b, Named, i).name), what, (double) NAN,
           g_array_index (b, Named, i).number);
  g_array_unref (a);
  g_array_unref (b);
}

/* Takes `name`. */
static void
append (GArray *list, char *name, double number)
{
  Named named = { name, number, FALSE };

  g_array_append_val (list, named);
}

static GArray *
list_engines (const WeftNpuStats *stats, double per)
{
  GArray *list = new_list ();

  for (guint i = 0; i < stats->n_engines; i++)
    append (list, weft_npu_lane_to_string (&stats->engines[i].info),
            (double) stats->engines[i].busy / per);
  return list;
}

static GArray *
list_names (const WeftNpuStats *stats, const WeftNpuNameStats *names, guint n, double per)
{
  GArray *list = new_list ();

  for (guint i = 0; i < n; i++)
    {
      const char *name = weft_npu_trace_get_name (stats->snapshot->trace, names[i].name);

      append (list, name != NULL ? g_utf8_make_valid (name, -1) : g_strdup (""),
              (double) weft_npu_sum_get_cycles (&names[i].sum) / per);
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
      const char *phase = weft_npu_trace_get_name (stats->snapshot->trace, token->phase);
      g_autofree char *valid = g_utf8_make_valid (phase != NULL ? phase : "", -1);

      append (list, g_strdup_printf ("%s %" G_GINT64_FORMAT, valid, MAX (token->index, -1)),
              (double) (token->end - token->start));
    }
  return list;
}

WeftNpuComparison *
weft_npu_comparison_new (const WeftNpuStats *a, const WeftNpuStats *b, double tolerance)
{
  WeftNpuComparison *self = g_new0 (WeftNpuComparison, 1);
  double n_a, n_b;

  self->rows = g_array_new (FALSE, FALSE, sizeof (WeftNpuCompared));
  g_array_set_clear_func (self->rows, clear_row);
  self->per_token = a->n_tokens != b->n_tokens && a->n_tokens > 0 && b->n_tokens > 0;
  n_a = self->per_token ? a->n_tokens : 1;
  n_b = self->per_token ? b->n_tokens : 1;
  compare_runs (self, a, b, tolerance);
  compare_lists (self, WEFT_NPU_COMPARE_ENGINE, "busy_cycles", tolerance, list_engines (a, n_a),
                 list_engines (b, n_b));
  compare_lists (self, WEFT_NPU_COMPARE_LAYER, "cycles", tolerance,
                 list_names (a, a->layers, a->n_layers, n_a),
                 list_names (b, b->layers, b->n_layers, n_b));
  compare_lists (self, WEFT_NPU_COMPARE_OP, "cycles", tolerance,
                 list_names (a, a->ops, a->n_ops, n_a), list_names (b, b->ops, b->n_ops, n_b));
  if (!self->per_token)
    compare_lists (self, WEFT_NPU_COMPARE_TOKEN, "latency", tolerance, list_tokens (a),
                   list_tokens (b));
  return self;
}

void
weft_npu_comparison_free (WeftNpuComparison *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

/* --- the table ------------------------------------------------------------------------------------ */

/* Whole numbers, which most are, as such. */
static WeftCell
number_cell (double number)
{
  if (fabs (number) < 9007199254740992.0 && number == floor (number))
    return weft_cell_signed ((gint64) number);
  return weft_cell_real (number);
}

static WeftCell
get_number (gconstpointer data G_GNUC_UNUSED, gconstpointer number)
{
  return number_cell (*(const double *) number);
}

static WeftCell
get_delta (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuCompared *compared = item;

  return number_cell (compared->b - compared->a);
}

static WeftCell
get_percent (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuCompared *compared = item;

  if (compared->a != 0)
    return weft_cell_real (100 * (compared->b - compared->a) / compared->a);
  return weft_cell_real (compared->b == 0 ? 0 : (double) NAN);
}

static WeftCell
as_group (gconstpointer data G_GNUC_UNUSED, gint64 group)
{
  static const char *const groups[] = { "run", "engine", "layer", "op", "token" };

  return weft_cell_word ((guint) group, groups[group]);
}

static WeftCell
as_count (gconstpointer data G_GNUC_UNUSED, gint64 differs)
{
  return weft_cell_count ((guint64) differs);
}

#define ROW(name) .member = WEFT_MEMBER (WeftNpuCompared, name)
#define ROW_AT(name) .member = WEFT_MEMBER_AT (WeftNpuCompared, name)

static const WeftField columns[] = {
  { "group", N_ ("Of"), ROW (group), .as = as_group },
  { "name", N_ ("Name"), ROW (name) },
  { "what", N_ ("What"), ROW (what) },
  { "a", N_ ("A"),
    .doc = N_ ("The first run; per token where the runs have unequal numbers of "
               "tokens"),
    .of = get_number, ROW_AT (a) },
  { "b", N_ ("B"), .doc = N_ ("The second run"), .of = get_number, ROW_AT (b) },
  { "delta", N_ ("B − A"), .of = get_delta },
  { "percent", N_ ("B − A"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The difference by the first run's number"), .of = get_percent },
  { "differs", N_ ("Differs"), .doc = N_ ("By more than the tolerance"), ROW (differs),
    .as = as_count },
};

WeftFacts
weft_npu_comparison_get_facts (const WeftNpuComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->rows);
}
