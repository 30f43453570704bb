/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-explanation.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-number.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-texts.h"

/* Characters of a label in a sentence. */
#define LABEL_LENGTH 32

/* A sentence tells of as many parts, each of which cost at least so much of the op's life. */
#define MAX_TOLD 3
#define MIN_TOLD 0.1

static char *
cut (const char *text, gsize length)
{
  g_autofree char *head = NULL;

  if (g_utf8_strlen (text, (gssize) length) <= LABEL_LENGTH)
    return g_strchomp (g_strndup (text, length));
  head = g_utf8_substring (text, 0, LABEL_LENGTH - 1);
  return g_strconcat (head, "…", NULL);
}

char *
weft_pipeline_op_shorten_label (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);
  const char *text = label != NULL && *label != '\0' ? label : "—";
  const char *colon = strchr (text, ':');

  if (weft_op_pc_index (snapshot, op) != WEFT_NO_ROW && colon != NULL)
    text = colon + 1;
  while (*text == ' ' || *text == '\t')
    text++;
  return cut (text, strcspn (text, "\n"));
}

char *
weft_latency_part_get_miss (const WeftPipelineSnapshot *snapshot, guint32 op,
                            const WeftLatencyPart *part)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!part->has_stage)
    return NULL;
  text = weft_pipeline_snapshot_get_stage_text (snapshot, op, part->stage_number);
  if (text == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (weft_latency_text_tells_miss (lines[i]))
      return cut (g_strchug (lines[i]), strlen (lines[i]));
  return NULL;
}

/* --- names ------------------------------------------------------------------------------------------- */

static char *
format_kind (const WeftPipelineExplainer *self, WeftKind kind, WeftExplanationFormat format)
{
  WeftKindInfo info;
  g_autofree char *name = NULL;

  weft_pipeline_trace_get_kind (weft_pipeline_explainer_get_snapshot (self)->trace, kind, &info);
  name = g_utf8_make_valid (info.name, -1);
  return format == WEFT_EXPLANATION_MARKUP ? g_markup_escape_text (name, -1)
                                           : g_steal_pointer (&name);
}

/* Whether the op executed for longer than need be, and the log says that it missed. */
static gboolean
has_missed (WeftPipelineExplainer *self, guint32 op)
{
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (self, op, &n_parts);

  for (guint i = 0; i < n_parts; i++)
    if (parts[i].cause == WEFT_CAUSE_EXECUTE && parts[i].lost > 0)
      {
        g_autofree char *miss =
          weft_latency_part_get_miss (weft_pipeline_explainer_get_snapshot (self), op, &parts[i]);

        if (miss != NULL)
          return TRUE;
      }
  return FALSE;
}

/* "op 83573 (lw x21, 212(x16), missed)". */
static char *
format_op (WeftPipelineExplainer *self, guint32 op, WeftExplanationFormat format)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (self);
  g_autofree char *label = weft_pipeline_op_shorten_label (snapshot, op), *id = NULL, *name = NULL;
  g_autofree char *words = NULL;
  WeftOp info;

  weft_pipeline_snapshot_get_op (snapshot, op, &info);
  id = weft_pipeline_trace_format_id (snapshot->trace, info.id);
  name = g_strdup_printf (_ ("op %s"), id);
  words = g_strdup_printf (has_missed (self, op) ? _ ("%s, missed") : "%s", label);
  return format == WEFT_EXPLANATION_MARKUP
           ? g_markup_printf_escaped ("<a href=\"op:%u\">%s</a> (%s)", op, name, words)
           : g_strdup_printf ("%s (%s)", name, words);
}

const char *
weft_latency_cause_describe (WeftLatencyCause cause)
{
  static const char *const words[WEFT_N_CAUSES] = {
    N_ ("Goes on"),   N_ ("Waits for a result"), N_ ("Executes"),      N_ ("Waits to retire"),
    N_ ("Front end"), N_ ("Structural"),         N_ ("Until flushed"), N_ ("Unknown"),
  };

  g_return_val_if_fail (cause < WEFT_N_CAUSES, NULL);
  return _ (words[cause]);
}

/* --- parts ------------------------------------------------------------------------------------------- */

static char *
describe_waiting (WeftPipelineExplainer *self, const WeftLatencyPart *part, const char *stage,
                  WeftExplanationFormat format)
{
  g_autofree char *producer = NULL;

  if (part->producer == WEFT_NO_ROW)
    return stage != NULL ? g_strdup_printf (_ ("in %s, its result there, to retire"), stage)
                         : g_strdup (_ ("in no stage, its result there, to retire"));
  producer = format_op (self, part->producer, format);
  if (part->inferred && stage != NULL)
    return g_strdup_printf (_ ("in %s waiting for %s, as its registers say"), stage, producer);
  if (stage == NULL)
    return g_strdup_printf (part->cause == WEFT_CAUSE_RESULT
                              ? _ ("in no stage waiting for %s")
                              : _ ("in no stage waiting for %s to retire"),
                            producer);
  return part->cause == WEFT_CAUSE_RESULT
           ? g_strdup_printf (_ ("in %s waiting for %s"), stage, producer)
           : g_strdup_printf (_ ("in %s waiting for %s to retire"), stage, producer);
}

static char *
describe_structural (const WeftPipelineExplainer *self, const WeftLatencyPart *part,
                     const char *stage, WeftExplanationFormat format)
{
  WeftPipelinePhase phase =
    weft_pipeline_phases_get (weft_pipeline_explainer_get_phases (self), part->stage);
  g_autofree char *reason = NULL;

  if (!part->has_reason)
    return g_strdup_printf (phase == WEFT_PHASE_ISSUE ? _ ("in %s, its inputs there, not issued")
                                                      : _ ("in %s, held up by what is ahead of it"),
                            stage);
  reason = format_kind (self, part->reason, format);
  return stage != NULL ? g_strdup_printf (_ ("in %s, held up: %s"), stage, reason)
                       : g_strdup_printf (_ ("held up: %s"), reason);
}

/* In a stage, with what the log says of a miss there. */
static char *
describe_stage (const WeftPipelineExplainer *self, guint32 op, const WeftLatencyPart *part,
                const char *stage, WeftExplanationFormat format)
{
  g_autofree char *miss =
    weft_latency_part_get_miss (weft_pipeline_explainer_get_snapshot (self), op, part);
  g_autofree char *words = NULL;

  if (part->cause == WEFT_CAUSE_EXECUTE
      && !weft_phase_executes (
        weft_pipeline_phases_get (weft_pipeline_explainer_get_phases (self), part->stage)))
    return g_strdup_printf (_ ("in %s before it executed again"), stage);
  if (miss == NULL || part->cause == WEFT_CAUSE_PROGRESS)
    return g_strdup_printf (_ ("in %s"), stage);
  words =
    format == WEFT_EXPLANATION_MARKUP ? g_markup_escape_text (miss, -1) : g_steal_pointer (&miss);
  return g_strdup_printf (_ ("in %s (%s)"), stage, words);
}

char *
weft_latency_part_describe (WeftPipelineExplainer *self, guint32 op, const WeftLatencyPart *part,
                            WeftExplanationFormat format)
{
  g_autofree char *stage = part->has_stage ? format_kind (self, part->stage, format) : NULL;

  switch (part->cause)
    {
    case WEFT_CAUSE_RESULT:
    case WEFT_CAUSE_RETIRE:
      return describe_waiting (self, part, stage, format);
    case WEFT_CAUSE_STRUCTURAL:
      return describe_structural (self, part, stage, format);
    case WEFT_CAUSE_SQUASH:
      return stage != NULL ? g_strdup_printf (_ ("in %s until it was flushed"), stage)
                           : g_strdup (_ ("in no stage until it was flushed"));
    case WEFT_CAUSE_UNKNOWN:
      return stage != NULL ? g_strdup_printf (_ ("in %s, why is not known"), stage)
                           : g_strdup (_ ("in no stage"));
    case WEFT_CAUSE_PROGRESS:
    case WEFT_CAUSE_EXECUTE:
    case WEFT_CAUSE_FRONT_END:
    case WEFT_N_CAUSES:
    default:
      return describe_stage (self, op, part, stage, format);
    }
}

/* --- the sentence -------------------------------------------------------------------------------------- */

/* The parts that are told of, in order of time: those that cost most, of all that cost much. */
static GArray *
choose_parts (WeftPipelineExplainer *self, guint32 op, guint64 latency)
{
  GArray *told = g_array_new (FALSE, FALSE, sizeof (WeftLatencyPart));
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (self, op, &n_parts);

  for (guint i = 0; i < n_parts; i++)
    {
      guint n_worse = 0;

      for (guint other = 0; other < n_parts; other++)
        n_worse +=
          parts[other].lost > parts[i].lost || (parts[other].lost == parts[i].lost && other < i);
      if (parts[i].lost > 0 && n_worse < MAX_TOLD
          && (n_worse == 0 || (double) parts[i].lost >= MIN_TOLD * (double) latency))
        g_array_append_val (told, parts[i]);
    }
  return told;
}

static void
tell_part (GString *sentence, gboolean first, const WeftLatencyPart *part, guint64 latency,
           const char *words)
{
  g_autofree char *cycles = weft_number_count (weft_latency_part_get_cycles (part));
  g_autofree char *all = weft_number_count (latency);

  if (first)
    /* Translators: 90 of 187 cycles in Sc waiting for op 83573 */
    g_string_append_printf (
      sentence, g_dngettext (GETTEXT_PACKAGE, "%s of %s cycle %s", "%s of %s cycles %s", latency),
      cycles, all, words);
  else
    /* Translators: …, then 90 in Xm */
    g_string_append_printf (sentence, _ (", then %s %s"), cycles, words);
}

char *
weft_pipeline_explain_sentence (WeftPipelineExplainer *self, guint32 op,
                                WeftExplanationFormat format)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (self);
  WeftOpState state = weft_op_state (snapshot, op);
  guint64 latency = weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
  g_autoptr (GArray) told = choose_parts (self, op, latency);
  GString *sentence = g_string_new (NULL);

  for (guint i = 0; i < told->len; i++)
    {
      const WeftLatencyPart *part = &g_array_index (told, WeftLatencyPart, i);
      g_autofree char *words = weft_latency_part_describe (self, op, part, format);

      tell_part (sentence, i == 0, part, latency, words);
    }
  if (told->len == 0)
    g_string_append (sentence, _ ("Nothing held it up: no stage took longer than need be"));
  if (state == WEFT_OP_OPEN)
    g_string_append (sentence, _ ("; it never ended"));
  else if (state == WEFT_OP_FLUSHED)
    g_string_append (sentence, _ ("; it was flushed"));
  g_string_append (sentence, _ ("."));
  return g_string_free (sentence, FALSE);
}

/* --- the chain --------------------------------------------------------------------------------------------- */

static WeftLatenessStep
find_step (WeftPipelineExplainer *self, guint32 op)
{
  WeftPipelineSnapshot *snapshot = weft_pipeline_explainer_get_snapshot (self);
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (self, op, &n_parts);
  const WeftLatencyPart *worst = weft_latency_parts_find_worst (parts, n_parts);
  WeftLatenessStep step = {
    .op = op,
    .latency = weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op)),
    .is_late = worst != NULL,
  };

  if (worst != NULL)
    step.worst = *worst;
  return step;
}

/* An op waits for others alone that are older, so that the chain ends. A log may say otherwise. */
GArray *
weft_pipeline_explain_chain (WeftPipelineExplainer *self, guint32 op, guint max_steps)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (WeftLatenessStep));

  while (op != WEFT_NO_ROW && chain->len < max_steps)
    {
      WeftLatenessStep step = find_step (self, op);

      g_array_append_val (chain, step);
      op = step.is_late ? step.worst.producer : WEFT_NO_ROW;
      for (guint i = 0; i < chain->len && op != WEFT_NO_ROW; i++)
        if (g_array_index (chain, WeftLatenessStep, i).op == op)
          op = WEFT_NO_ROW;
    }
  return chain;
}
