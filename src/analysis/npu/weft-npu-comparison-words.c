/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-comparison-words.h"

#include "weft-clock.h"
#include "weft-npu-settings.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Layers and settings that the sentence names; of more it says how many there are. */
#define MAX_NAMED 4

/* --- numbers -------------------------------------------------------------------------------------- */

static gboolean
is_whole (double number)
{
  return fabs (number) < 9007199254740992.0 && number == floor (number);
}

/* Not below 0. */
static char *
format_amount (double number, WeftFieldUnit unit)
{
  if (unit == WEFT_UNIT_BYTES)
    return weft_number_bytes ((guint64) llround (number));
  if (unit == WEFT_UNIT_SHARE)
    return weft_number_percent (100 * number);
  /* A mean per token may have a fraction, which tells nothing of large numbers. */
  return is_whole (number) || number >= 100 ? weft_number_count ((guint64) llround (number))
                                            : weft_number_ratio (number, 2);
}

char *
weft_npu_comparison_format (double number, WeftFieldUnit unit)
{
  g_autofree char *amount = NULL;

  if (isnan (number))
    return g_strdup ("—");
  amount = format_amount (fabs (number), unit);
  return g_strconcat (number < 0 ? "−" : "", amount, NULL);
}

char *
weft_npu_comparison_format_delta (double delta, WeftFieldUnit unit)
{
  g_autofree char *amount = NULL;

  if (isnan (delta))
    return g_strdup ("—");
  if (delta == 0)
    return g_strdup ("0");
  amount = unit == WEFT_UNIT_SHARE ? weft_number_ratio (100 * fabs (delta), 1)
                                   : format_amount (fabs (delta), unit);
  if (unit == WEFT_UNIT_SHARE)
    /* TRANSLATORS: a sign and a number of percentage points */
    return g_strdup_printf (_ ("%s%s pp"), delta < 0 ? "−" : "+", amount);
  return g_strconcat (delta < 0 ? "−" : "+", amount, NULL);
}

/* "12 345 cycles" */
static char *
format_cycles (const WeftNpuComparison *self, double cycles)
{
  g_autofree char *text = NULL;

  if (is_whole (cycles) || cycles >= 100)
    return weft_number_cycles ((guint64) llround (cycles));
  text = format_amount (cycles, WEFT_UNIT_CYCLES);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s cycle", "%s cycles", 2), text);
}

/* --- lists ---------------------------------------------------------------------------------------- */

/* "a", "a and b", "a, b and c": takes what is in the array. */
static char *
join (GPtrArray *words)
{
  g_autoptr (GString) text = g_string_new (g_ptr_array_index (words, 0));

  for (guint i = 1; i + 1 < words->len; i++)
    {
      g_autofree char *more =
        /* TRANSLATORS: a list of things that goes on */
        g_strdup_printf (_ ("%s, %s"), text->str, (char *) g_ptr_array_index (words, i));

      g_string_assign (text, more);
    }
  if (words->len == 1)
    return g_string_free (g_steal_pointer (&text), FALSE);
  /* TRANSLATORS: a list of things and its last one */
  return g_strdup_printf (_ ("%s and %s"), text->str,
                          (char *) g_ptr_array_index (words, words->len - 1));
}

/* --- what differs most ---------------------------------------------------------------------------- */

/* A number of the run, or of one token of `phase`. */
static const WeftNpuCompared *
find (const WeftNpuComparison *self, const char *phase, const char *what)
{
  return weft_npu_comparison_find (self, WEFT_NPU_COMPARE_RUN, phase != NULL ? phase : "", what,
                                   phase);
}

static double
get_delta (const WeftNpuCompared *row)
{
  return row != NULL && !isnan (row->a) && !isnan (row->b) ? row->b - row->a : 0;
}

/* Bytes of the events, or where they say nothing of DRAM's samples. */
static double
get_bytes (const WeftNpuComparison *self, const char *phase, const char *of_events,
           const char *of_samples)
{
  const WeftNpuCompared *row = find (self, phase, of_events);

  if (row == NULL || (row->a == 0 && row->b == 0))
    row = find (self, phase, of_samples);
  return get_delta (row);
}

/* "read 6.6 MiB more and took 115 068 cycles longer": NULL where it is the same. */
static char *
describe_changes (const WeftNpuComparison *self, const char *phase)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func (g_free);
  double read = get_bytes (self, phase, "bytes_read", "dram_bytes_read");
  double written = get_bytes (self, phase, "bytes_written", "dram_bytes_written");
  double cycles = get_delta (find (self, phase, "cycles"));
  g_autofree char *read_words = format_amount (fabs (read), WEFT_UNIT_BYTES);
  g_autofree char *written_words = format_amount (fabs (written), WEFT_UNIT_BYTES);
  g_autofree char *cycles_words = format_cycles (self, fabs (cycles));

  /* TRANSLATORS: these follow one another and the name of the run that did so, as in “w8.json” read
   * 6.6 MiB more and took 115 068 cycles longer */
  if (read != 0)
    g_ptr_array_add (changes, read > 0 ? g_strdup_printf (_ ("read %s more"), read_words)
                                       : g_strdup_printf (_ ("read %s less"), read_words));
  if (written != 0)
    g_ptr_array_add (changes, written > 0 ? g_strdup_printf (_ ("wrote %s more"), written_words)
                                          : g_strdup_printf (_ ("wrote %s less"), written_words));
  if (cycles != 0)
    g_ptr_array_add (changes, cycles > 0 ? g_strdup_printf (_ ("took %s longer"), cycles_words)
                                         : g_strdup_printf (_ ("took %s less"), cycles_words));
  return changes->len > 0 ? join (changes) : NULL;
}

/* --- layers --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  double cycles; /* that it took longer, or less, as the run did: above 0 */
} Change;

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *x = a, *y = b;

  return (x->cycles < y->cycles) - (x->cycles > y->cycles);
}

/* The layers that changed as the run did, those that did most first: (transfer full). */
static GArray *
list_changes (const WeftNpuComparison *self, const char *phase, double *all)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (Change));
  double sign = get_delta (find (self, phase, "cycles")) < 0 ? -1 : 1;

  *all = 0;
  for (guint i = 0; i < self->layers->len; i++)
    {
      const WeftNpuComparedLayer *layer = &g_array_index (self->layers, WeftNpuComparedLayer, i);
      Change change = { layer->name,
                        sign * weft_npu_compared_layer_get_delta (layer, WEFT_NPU_LAYER_CYCLES) };

      if (g_strcmp0 (layer->phase, phase) != 0 || change.cycles <= 0 || *layer->name == '\0')
        continue;
      *all += change.cycles;
      g_array_append_val (changes, change);
    }
  g_array_sort (changes, compare_changes);
  return changes;
}

/* How many of the layers make up half of what changed, those that changed as much as the last of them
 * included; `*share` of all that is theirs. */
static guint
count_main (const GArray *changes, double all, double *share)
{
  double sum = 0, last = INFINITY;
  guint n = 0;

  for (; n < changes->len; n++)
    {
      double cycles = g_array_index (changes, Change, n).cycles;

      if (sum * 2 >= all && cycles < last * 0.999)
        break;
      sum += cycles;
      last = cycles;
    }
  *share = sum / all;
  return n;
}

/* "…, most of it in ffn_1": takes and returns the sentence so far. */
static char *
add_layers (char *text, const WeftNpuComparison *self, const char *phase)
{
  g_autofree char *before = text, *share = NULL, *names = NULL;
  double cycles = get_delta (find (self, phase, "cycles")), all, part;
  g_autoptr (GArray) changes = list_changes (self, phase, &all);
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  guint n = count_main (changes, all, &part);

  if (cycles == 0 || n == 0)
    return g_steal_pointer (&before);
  for (guint i = 0; i < n && n <= MAX_NAMED; i++)
    g_ptr_array_add (named, (gpointer) g_array_index (changes, Change, i).name);
  if (named->len > 0)
    {
      names = join (named);
      share = weft_number_percent (100 * part);
      return g_strdup_printf (cycles > 0
                                ? _ ("%s, most of it in %s (%s of what layers’ events took longer)")
                                : _ ("%s, most of it in %s (%s of what layers’ events took less)"),
                              before, names, share);
    }
  share = weft_number_percent (100 * g_array_index (changes, Change, 0).cycles / all);
  return g_strdup_printf (
    /* TRANSLATORS: the sentence so far, a number of layers, the name of one, its share */
    g_dngettext (GETTEXT_PACKAGE, "%s, in %u layer, most in %s (%s)",
                 "%s, in %u layers, most in %s (%s)", changes->len),
    before, changes->len, g_array_index (changes, Change, 0).name, share);
}

/* --- settings ------------------------------------------------------------------------------------- */

static const char *
say_value (const WeftNpuSettingValue *value)
{
  return value->text != NULL ? value->text : "—";
}

/* "…; the configuration differs in num_te (2 → 4)": takes and returns the sentence so far. */
static char *
add_settings (char *text, const WeftNpuComparison *self)
{
  g_autofree char *before = text, *names = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  guint n = 0;

  for (guint i = 0; i < self->settings->len; i++)
    {
      const WeftNpuSetting *setting = &g_array_index (self->settings, WeftNpuSetting, i);

      if (setting->block != WEFT_NPU_CONFIG)
        continue;
      if (n++ < MAX_NAMED)
        g_ptr_array_add (words, g_strdup_printf ("%s (%s → %s)", setting->key,
                                                 say_value (&setting->a), say_value (&setting->b)));
    }
  if (n == 0)
    return self->has_config ? g_strdup_printf (_ ("%s; the configuration is the same"), before)
                            : g_steal_pointer (&before);
  if (n > MAX_NAMED)
    g_ptr_array_add (words, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u other setting",
                                                          "%u other settings", n - MAX_NAMED),
                                             n - MAX_NAMED));
  names = join (words);
  return g_strdup_printf (_ ("%s; the configuration differs in %s"), before, names);
}

/* --- the sentence --------------------------------------------------------------------------------- */

/* The sum of one of the phases, or (NULL) of all of the run; NULL where that is the same. `lead`
 * comes first. */
static char *
conclude_part (const WeftNpuComparison *self, const char *phase, const char *lead, const char *a)
{
  g_autofree char *changes = describe_changes (self, phase);

  if (changes == NULL)
    return NULL;
  /* TRANSLATORS: who, what it did, and which other run did not: “w8.json” read 6.6 MiB more and took
   * 115 068 cycles longer than “w4.json” */
  return add_layers (g_strdup_printf (_ ("%s %s than “%s”"), lead, changes, a), self, phase);
}

/* "In a DECODE token “b” took 12 cycles longer; …", of each phase that both have. */
static char *
conclude_tokens (const WeftNpuComparison *self, const char *a, const char *b)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *list = NULL;

  for (guint i = 0; i < self->phases->len; i++)
    {
      const WeftNpuComparedPhase *phase = &g_array_index (self->phases, WeftNpuComparedPhase, i);
      g_autofree char *lead = NULL, *part = NULL;

      if (phase->n_a != phase->n_b)
        /* TRANSLATORS: numbers of tokens in the one and the other run, the name of their phase */
        g_ptr_array_add (
          counts, g_strdup_printf (_ ("%u and %u %s tokens"), phase->n_a, phase->n_b, phase->name));
      if (phase->n_a == 0 || phase->n_b == 0)
        continue;
      lead = g_strdup_printf (_ ("in a %s token “%s”"), phase->name, b);
      part = conclude_part (self, phase->name, lead, a);
      if (part == NULL)
        part = g_strdup_printf (_ ("%s read, wrote and took as much as “%s”"), lead, a);
      g_string_append_printf (text, text->len > 0 ? "; %s" : "%s", part);
    }
  list = join (counts);
  return text->len > 0 ? g_strdup_printf (_ ("Per token, as the runs have %s: %s"), list, text->str)
                       : g_strdup_printf (_ ("The runs have %s and none to compare"), list);
}

char *
weft_npu_comparison_conclude (const WeftNpuComparison *self, const char *a, const char *b)
{
  g_autofree char *lead = NULL, *text = NULL;

  if (g_str_equal (a, b))
    {
      a = "A";
      b = "B";
    }
  if (self->per_token)
    text = conclude_tokens (self, a, b);
  else
    {
      lead = g_strdup_printf (_ ("“%s”"), b);
      text = conclude_part (self, NULL, lead, a);
    }
  if (text == NULL && self->n_different > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "“%s” read, wrote and took as much as “%s”; %u other "
                                         "number differs",
                                         "“%s” read, wrote and took as much as “%s”; %u other "
                                         "numbers differ",
                                         self->n_different),
                            b, a, self->n_different);
  else if (text == NULL)
    text = g_strdup_printf (_ ("“%s” differs from “%s” in no number"), b, a);
  text = add_settings (g_steal_pointer (&text), self);
  return g_strdup_printf (_ ("%s."), text);
}
