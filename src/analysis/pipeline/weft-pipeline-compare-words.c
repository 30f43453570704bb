/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-words.h"

#include <glib/gi18n-lib.h>

#include "weft-number.h"
#include "weft-pipeline-compare-place.h"
#include "weft-pipeline-explanation.h"

static const WeftDifferenceGroup *
get_group (const WeftPipelineCompare *self, guint group)
{
  return &g_array_index (self->groups, WeftDifferenceGroup, group);
}

static char *
name_op (const WeftPipelineCompare *self, guint32 pair)
{
  const guint32 *ops = g_array_index (self->pairs, WeftOpPair, pair).ops;
  int log = ops[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;
  WeftOp info;

  weft_pipeline_snapshot_get_op (self->snapshots[log], ops[log], &info);
  return weft_pipeline_trace_format_id (self->snapshots[log]->trace, info.id);
}

static guint64
get_size (gint64 number)
{
  return number < 0 ? 0 - (guint64) number : (guint64) number;
}

/* "+7 cycles". */
static char *
describe_shift (gint64 cycles)
{
  g_autofree char *size = weft_number_cycles (get_size (cycles));

  return g_strconcat (cycles < 0 ? "−" : "+", size, NULL);
}

/* --- groups ----------------------------------------------------------------------------------- */

static char *
describe_absorbed (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  g_autofree char *shift = describe_shift (group->cycles), *op = name_op (self, group->pair);
  g_autofree char *absorber = name_op (self, group->absorber);

  return g_strdup_printf (
    group->cycles > 0
      /* TRANSLATORS: "+7 cycles", the ids of two ops: B fell behind A with the
                             * first, and was where it had been with the second */
      ? _ ("%s from op %s, absorbed by op %s")
      /* TRANSLATORS: "−7 cycles", the ids of two ops: B got ahead of A with the
                             * first, and was where it had been with the second */
      : _ ("%s from op %s, given back by op %s"),
    shift, op, absorber);
}

static char *
describe_lasting (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  g_autofree char *shift = describe_shift (group->cycles), *op = name_op (self, group->pair);
  g_autofree char *left = weft_number_count (get_size (group->left));

  if (group->left == group->cycles)
    return g_strdup_printf (group->cycles > 0 ? _ ("%s from op %s, never absorbed")
                                              : _ ("%s from op %s, kept to the end"),
                            shift, op);
  return g_strdup_printf (group->cycles > 0
                            /* TRANSLATORS: "+7 cycles", the id of an op, how many of the cycles */
                            ? _ ("%s from op %s, %s of them never absorbed")
                            : _ ("%s from op %s, %s of them kept to the end"),
                          shift, op, left);
}

static char *
describe_timing (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  g_autofree char *op = NULL;

  if (group->cycles != 0)
    return group->absorber != WEFT_NO_ROW ? describe_absorbed (self, group)
                                          : describe_lasting (self, group);
  op = name_op (self, group->pair);
  return g_strdup_printf (group->n_differences == 1
                            ? _ ("Another latency of op %s, which retires in time")
                            : _ ("Other latencies from op %s on, which retire in time"),
                          op);
}

/* A run of ops that one log alone has. */
static char *
describe_run (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  guint32 n = g_array_index (self->differences, WeftDifference, group->first).n_ops;
  g_autofree char *ops = weft_number_ops (n), *op = name_op (self, group->pair);

  return g_strdup_printf (group->kind == WEFT_DIFFERENCE_ONLY_A
                            /* TRANSLATORS: "12 ops", the id of the first */
                            ? _ ("%s in A alone, from op %s")
                            : _ ("%s in B alone, from its op %s"),
                          ops, op);
}

static char *
describe_label (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  const guint32 *ops = g_array_index (self->pairs, WeftOpPair, group->pair).ops;
  g_autofree char *op = name_op (self, group->pair);
  g_autofree char *b =
    weft_pipeline_op_shorten_label (self->snapshots[WEFT_LOG_B], ops[WEFT_LOG_B]);

  /* TRANSLATORS: the id of an op, its instruction in B */
  return g_strdup_printf (_ ("Op %s is “%s” in B"), op, b);
}

static char *
describe_flushes (const WeftPipelineCompare *self, const WeftDifferenceGroup *group)
{
  const WeftDifference *difference =
    &g_array_index (self->differences, WeftDifference, group->first);
  g_autofree char *a = weft_number_count (difference->values[WEFT_LOG_A]);
  g_autofree char *b = weft_number_count (difference->values[WEFT_LOG_B]);
  g_autofree char *op = name_op (self, group->pair);

  /* TRANSLATORS: the id of an op, two numbers */
  return g_strdup_printf (_ ("Flushed behind op %s: %s in A, %s in B"), op, a, b);
}

char *
weft_pipeline_compare_describe_group (const WeftPipelineCompare *self, guint group)
{
  static char *(*const describe[]) (const WeftPipelineCompare *, const WeftDifferenceGroup *) = {
    describe_run, describe_run, describe_label, describe_timing, describe_flushes
  };
  const WeftDifferenceGroup *which = get_group (self, group);

  return describe[which->kind](self, which);
}

/* --- the first -------------------------------------------------------------------------------- */

/* The timing of the op in B. */
static char *
describe_slip (gint64 slip)
{
  g_autofree char *size = weft_number_count (get_size (slip));
  gulong plural = get_size (slip);

  return g_strdup_printf (
    slip > 0
      ? g_dngettext (GETTEXT_PACKAGE, "Is one cycle later", "Is %s cycles later", plural)
      : g_dngettext (GETTEXT_PACKAGE, "Is one cycle earlier", "Is %s cycles earlier", plural),
    size);
}

static char *
describe_latency (const guint64 *values)
{
  gint64 change = (gint64) (values[WEFT_LOG_B] - values[WEFT_LOG_A]);
  g_autofree char *size = weft_number_count (get_size (change));
  gulong plural = get_size (change);

  return g_strdup_printf (
    change > 0
      ? g_dngettext (GETTEXT_PACKAGE, "Takes one cycle longer", "Takes %s cycles longer", plural)
      : g_dngettext (GETTEXT_PACKAGE, "Takes one cycle less", "Takes %s cycles less", plural),
    size);
}

static char *
describe_difference (const WeftPipelineCompare *self, const WeftDifference *difference)
{
  const guint32 *ops = g_array_index (self->pairs, WeftOpPair, difference->pair).ops;
  g_autofree char *a = weft_number_count (difference->values[WEFT_LOG_A]);
  g_autofree char *b = weft_number_count (difference->values[WEFT_LOG_B]);
  g_autofree char *label = NULL;

  switch (difference->kind)
    {
    case WEFT_DIFFERENCE_ONLY_A:
      return g_strdup (_ ("Is in A alone"));
    case WEFT_DIFFERENCE_ONLY_B:
      return g_strdup (_ ("Is in B alone"));
    case WEFT_DIFFERENCE_LABEL:
      label = weft_pipeline_op_shorten_label (self->snapshots[WEFT_LOG_B], ops[WEFT_LOG_B]);
      return g_strdup_printf (_ ("Is “%s” in B"), label);
    case WEFT_DIFFERENCE_TIMING:
      return difference->slip != 0 ? describe_slip (difference->slip)
                                   : describe_latency (difference->values);
    case WEFT_DIFFERENCE_FLUSHES:
    case WEFT_N_DIFFERENCES:
    default:
      return g_strdup_printf (_ ("Ops flushed behind it: %s in A, %s in B"), a, b);
    }
}

char *
weft_pipeline_compare_describe_first (const WeftPipelineCompare *self)
{
  const WeftDifference *first;
  WeftComparePlace place;
  g_autofree char *op = NULL, *cycle = NULL, *what = NULL;

  if (self->differences->len == 0)
    return g_strdup (_ ("They do not differ"));
  first = &g_array_index (self->differences, WeftDifference, 0);
  place = weft_pipeline_compare_find_place (self, first->kind, first->pair);
  op = name_op (self, first->pair);
  cycle = weft_number_integer (weft_pipeline_compare_place_get_cycle (self, &place));
  what = describe_difference (self, first);
  /* TRANSLATORS: the id of an op, a cycle, what is so of the op in the second log: "Is 3 cycles later" */
  return g_strdup_printf (_ ("First differs at op %s, cycle %s: %s"), op, cycle, what);
}
