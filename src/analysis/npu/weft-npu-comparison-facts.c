/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-comparison-facts.h"

#include "weft-compared.h"
#include "weft-npu-comparison-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Characters to each side of the middle of a bar. */
#define BAR_HALF 12

/* --- cells ---------------------------------------------------------------------------------------- */

static WeftCell
get_delta (gconstpointer data, gconstpointer item)
{
  const WeftNpuCompared *compared = item;
  const double numbers[2] = { compared->a, compared->b };

  return weft_compared_delta_cell (data, numbers);
}

static WeftCell
get_percent (gconstpointer data, gconstpointer item)
{
  const WeftNpuCompared *compared = item;
  const double numbers[2] = { compared->a, compared->b };

  return weft_compared_percent_cell (data, numbers);
}

static WeftCell
as_group (gconstpointer data G_GNUC_UNUSED, gint64 group)
{
  static const char *const groups[] = { "run", "engine", "layer", "op", "token" };

  return weft_cell_word ((guint) group, groups[group]);
}

/* --- for machines --------------------------------------------------------------------------------- */

#define ROW(name) .member = WEFT_MEMBER (WeftNpuCompared, name)
#define ROW_AT(name) .member = WEFT_MEMBER_AT (WeftNpuCompared, name)

static const WeftField columns[] = {
  { "group", NULL, ROW (group), .as = as_group },
  { "name", NULL, ROW (name) },
  { "what", NULL, ROW (what) },
  { "a", NULL, .of = weft_compared_number_cell, ROW_AT (a) },
  { "b", NULL, .of = weft_compared_number_cell, ROW_AT (b) },
  { "delta", NULL, .of = get_delta },
  { "percent", NULL, .of = get_percent },
  { "differs", NULL, ROW (differs), .as = weft_compared_differs_cell },
  { "phase", NULL, ROW (phase) },
};

WeftFacts
weft_npu_comparison_get_facts (const WeftNpuComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->rows);
}

/* --- for people ----------------------------------------------------------------------------------- */

static const WeftNpuCompared *
get_differing (gconstpointer data, guint row)
{
  const WeftNpuComparison *self = data;

  return &g_array_index (self->differing, WeftNpuCompared, row);
}

static WeftCell
as_group_title (gconstpointer data G_GNUC_UNUSED, gint64 group)
{
  static const char *const groups[] = { N_ ("Run"), N_ ("Engine"), N_ ("Layer"), N_ ("Op"),
                                        N_ ("Token") };

  return weft_cell_word ((guint) group, _ (groups[group]));
}

/* "Cycles", "Cycles per DECODE token". */
static WeftCell
get_title (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNpuCompared *compared = item;

  if (compared->phase == NULL)
    return weft_cell_text (g_strdup (_ (compared->title)));
  /* TRANSLATORS: what is counted, and the phase of the tokens: “Cycles per DECODE token” */
  return weft_cell_text (
    g_strdup_printf (_ ("%s per %s token"), _ (compared->title), compared->phase));
}

static char *
show_number (gconstpointer data, guint row, const WeftCell *cell)
{
  return weft_npu_comparison_format (weft_cell_to_real (cell), get_differing (data, row)->unit);
}

static char *
show_delta (gconstpointer data, guint row, const WeftCell *cell)
{
  return weft_npu_comparison_format_delta (weft_cell_to_real (cell),
                                           get_differing (data, row)->unit);
}

static char *
show_percent (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return weft_compared_format_percent (weft_cell_to_real (cell));
}

static const WeftField differences[] = {
  { "group", N_ ("Of"), ROW (group), .as = as_group_title },
  { "name", N_ ("Name"), ROW (name) },
  { "what", N_ ("What"), .of = get_title },
  { "a", N_ ("A"), .doc = N_ ("The first run"), .of = weft_compared_number_cell, ROW_AT (a),
    .show = show_number },
  { "b", N_ ("B"), .doc = N_ ("The second run"), .of = weft_compared_number_cell, ROW_AT (b),
    .show = show_number },
  { "delta", N_ ("B − A"), .of = get_delta, .show = show_delta },
  { "percent", N_ ("Change"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The difference by the first run's number"), .of = get_percent,
    .show = show_percent },
};

WeftFacts
weft_npu_comparison_get_differences (const WeftNpuComparison *self)
{
  return weft_facts_of_array (differences, G_N_ELEMENTS (differences), self, self->differing);
}

WeftFacts
weft_npu_comparison_get_others (const WeftNpuComparison *self)
{
  WeftFacts facts = weft_npu_comparison_get_differences (self);

  facts.n_rows = self->others->len;
  facts.rows = (const guint32 *) (gconstpointer) self->others->data;
  return facts;
}

/* --- layers --------------------------------------------------------------------------------------- */

#define DELTA(name, number) \
  static WeftCell name (gconstpointer data, gconstpointer item) \
  { \
    double delta = weft_npu_compared_layer_get_delta (item, number); \
    return weft_compared_number_cell (data, &delta); \
  }

DELTA (get_cycles, WEFT_NPU_LAYER_CYCLES)
DELTA (get_read, WEFT_NPU_LAYER_READ)
DELTA (get_written, WEFT_NPU_LAYER_WRITTEN)

static WeftCell
get_layer_percent (gconstpointer data, gconstpointer item)
{
  const WeftNpuComparedLayer *layer = item;
  const double cycles[2] = { layer->a[WEFT_NPU_LAYER_CYCLES], layer->b[WEFT_NPU_LAYER_CYCLES] };

  return weft_compared_percent_cell (data, cycles);
}

static char *
show_cycles (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return weft_npu_comparison_format_delta (weft_cell_to_real (cell), WEFT_UNIT_CYCLES);
}

static char *
show_bytes (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return weft_npu_comparison_format_delta (weft_cell_to_real (cell), WEFT_UNIT_BYTES);
}

/* "      ▇▇▇" or "▇▇▇      ": what B took longer to the right of the middle, what it took less to its left. */
static WeftCell
get_bar (gconstpointer data, gconstpointer item)
{
  const WeftNpuComparison *self = data;
  double delta = weft_npu_compared_layer_get_delta (item, WEFT_NPU_LAYER_CYCLES);
  int n = self->most > 0 ? (int) ceil (fabs (delta) / self->most * BAR_HALF) : 0;
  GString *bar = g_string_new (NULL);

  for (int i = 0; i < BAR_HALF; i++)
    g_string_append (bar, delta < 0 && i >= BAR_HALF - n ? "▇" : " ");
  g_string_append (bar, "│");
  for (int i = 0; i < n && delta > 0; i++)
    g_string_append (bar, "▇");
  return weft_cell_text (g_string_free (bar, FALSE));
}

#define LAYER(name) .member = WEFT_MEMBER (WeftNpuComparedLayer, name)
#define LAYER_AT(name) .member = WEFT_MEMBER_AT (WeftNpuComparedLayer, name)

static const WeftField layers[] = {
  { "layer", N_ ("Layer"), LAYER (name) },
  { "phase", N_ ("Phase"), .doc = N_ ("The numbers are per token of it"), LAYER (phase) },
  { "cycles_a", N_ ("Cycles in A"), .doc = N_ ("Sum of its events' lengths"),
    .of = weft_compared_number_cell, LAYER_AT (a[WEFT_NPU_LAYER_CYCLES]) },
  { "cycles_b", N_ ("Cycles in B"), .of = weft_compared_number_cell,
    LAYER_AT (b[WEFT_NPU_LAYER_CYCLES]) },
  { "cycles_delta", N_ ("Cycles"), .doc = N_ ("B − A"), .of = get_cycles, .show = show_cycles },
  { "cycles_percent", N_ ("Change"), .unit = WEFT_UNIT_PERCENT, .doc = N_ ("By the cycles in A"),
    .of = get_layer_percent, .show = show_percent },
  { "bytes_read_delta", N_ ("Read"), .doc = N_ ("Bytes, B − A"), .of = get_read,
    .show = show_bytes },
  { "bytes_written_delta", N_ ("Written"), .doc = N_ ("Bytes, B − A"), .of = get_written,
    .show = show_bytes },
  { "bar", N_ ("− | +"), .flags = WEFT_FIELD_LAST, .doc = N_ ("Cycles, B − A"), .of = get_bar },
};

/* Without the columns that are of no use: bars for machines, phases where there are none. */
static WeftFacts
make_layers (const WeftNpuComparison *self, const GArray *rows, gboolean for_people)
{
  WeftFacts facts = weft_facts_of_array (layers, G_N_ELEMENTS (layers), self, rows);

  facts.is_part = TRUE;
  facts.n_columns = 0;
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    if (g_str_equal (layers[i].key, "bar")     ? for_people
        : g_str_equal (layers[i].key, "phase") ? self->per_token || !for_people
                                               : TRUE)
      facts.parts[facts.n_columns++] = (guint8) i;
  return facts;
}

WeftFacts
weft_npu_comparison_get_layers (const WeftNpuComparison *self)
{
  return make_layers (self, self->layers, FALSE);
}

WeftFacts
weft_npu_comparison_get_changed (const WeftNpuComparison *self)
{
  return make_layers (self, self->changed, TRUE);
}
