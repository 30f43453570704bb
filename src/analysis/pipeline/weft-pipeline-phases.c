/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-phases.h"

#include "weft-pipeline-trace-private.h"

struct _WeftPipelinePhases
{
  guint n_kinds;
  guint8 *phases; /* WeftPipelinePhase by kind */
  guint8 *said;   /* by kind: whether people said so */
  guint present;  /* a bit for each phase that a kind has */
};

static const char *const words[WEFT_N_PHASES] = { "unknown", "fetch",   "decode", "dispatch",
                                                  "issue",   "execute", "memory", "commit" };

/* Names in small letters as cores and simulators give them. A digit at the end counts the stages of
 * a phase (F1, F2), and is left out where the name with it is not here. */
static const struct
{
  WeftPipelinePhase phase;
  const char *names;
} dictionary[] = {
  { WEFT_PHASE_FETCH, " f fe fet fetch fq ft pf pc np if ifu ic bp " },
  { WEFT_PHASE_DECODE, " d dc de dec decode id idu pd pre-decode predecode dh ib " },
  { WEFT_PHASE_DISPATCH, " r rn ren rename al alloc allocate ds di dp disp dispatch " },
  { WEFT_PHASE_ISSUE,
    " i is iss issue iq isq rs s sc sch sched schedule scheduler select sl wait wk wakeup rr rf "
    "rg ro rrd rd read operand wo wu " },
  { WEFT_PHASE_EXECUTE, " e ei eu fu a alu b br bru mul div fp fpu v vec exe exec execute " },
  { WEFT_PHASE_MEMORY, " m me mem memory ma mt mc ls lsu lq sq ld st ag agu tlb dm xm " },
  { WEFT_PHASE_COMMIT,
    " w wb wr wc rw write writeback write-back c cm com commit rt ret retire rob done " },
};

/* gem5 writes down when a phase begins, so its stages last until the next begins. */
static const struct
{
  WeftPipelinePhase phase;
  const char *name;
} gem5[] = {
  { WEFT_PHASE_FETCH, "F" },   { WEFT_PHASE_DECODE, "Dc" },  { WEFT_PHASE_DISPATCH, "Rn" },
  { WEFT_PHASE_ISSUE, "Ds" },  { WEFT_PHASE_EXECUTE, "Is" }, { WEFT_PHASE_MEMORY, "Mc" },
  { WEFT_PHASE_COMMIT, "Cm" }, { WEFT_PHASE_COMMIT, "Rt" },
};

guint
weft_pipeline_find_lane (WeftPipelineTrace *trace)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (trace);

  for (guint lane = 0; lane < n_lanes; lane++)
    if (g_strcmp0 (weft_pipeline_trace_get_lane_name (trace, lane), "0") == 0)
      return lane;
  return 0;
}

/* --- guesses --------------------------------------------------------------------------------------- */

static WeftPipelinePhase
look_up (const char *name)
{
  g_autofree char *word = g_strconcat (" ", name, " ", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (dictionary); i++)
    if (strchr (name, ' ') == NULL && strstr (dictionary[i].names, word) != NULL)
      return dictionary[i].phase;
  return WEFT_PHASE_UNKNOWN;
}

static WeftPipelinePhase
guess_from_name (const WeftKindInfo *info)
{
  g_autofree char *name = g_ascii_strdown (info->name, -1);
  WeftPipelinePhase phase = *name != '\0' ? look_up (name) : WEFT_PHASE_UNKNOWN;
  gsize length = strlen (name);

  if (phase != WEFT_PHASE_UNKNOWN)
    return phase;
  while (length > 1 && g_ascii_isdigit (name[length - 1]))
    name[--length] = '\0';
  phase = look_up (name);
  if (phase == WEFT_PHASE_UNKNOWN && info->executes)
    phase = WEFT_PHASE_EXECUTE; /* the document: a stage with an X executes */
  return phase;
}

static WeftPipelinePhase
guess_for_gem5 (const WeftKindInfo *info)
{
  for (guint i = 0; i < G_N_ELEMENTS (gem5); i++)
    if (g_str_equal (gem5[i].name, info->name))
      return gem5[i].phase;
  return WEFT_PHASE_UNKNOWN;
}

/* The last phase that a stage before `depth` in an op has. */
static WeftPipelinePhase
find_before (const WeftPipelinePhases *self, const WeftKindInfo *infos, guint lane, guint depth)
{
  WeftPipelinePhase found = WEFT_PHASE_UNKNOWN;
  guint nearest = 0;

  for (guint kind = 0; kind < self->n_kinds; kind++)
    if (infos[kind].lane_index == lane && infos[kind].depth < depth
        && self->phases[kind] != WEFT_PHASE_UNKNOWN && infos[kind].depth >= nearest)
      {
        nearest = infos[kind].depth;
        found = self->phases[kind];
      }
  return found;
}

/* One letter says "rename" in some cores and "read registers" in others: what stands behind the issue
 * reads. A name that tells nothing belongs to what stands before it. */
static void
guess_from_place (WeftPipelinePhases *self, const WeftKindInfo *infos, guint lane)
{
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      const WeftKindInfo *info = &infos[kind];

      if (info->lane_index != lane || info->depth == WEFT_NO_ROW)
        continue;
      if (g_ascii_strcasecmp (info->name, "R") == 0
          && find_before (self, infos, lane, info->depth) == WEFT_PHASE_ISSUE)
        self->phases[kind] = WEFT_PHASE_ISSUE;
      if (self->phases[kind] == WEFT_PHASE_UNKNOWN)
        self->phases[kind] = find_before (self, infos, lane, info->depth);
    }
}

/* --- what people say --------------------------------------------------------------------------------- */

const char *
weft_phase_to_string (WeftPipelinePhase phase)
{
  g_return_val_if_fail (phase < WEFT_N_PHASES, NULL);
  return words[phase];
}

/* UNKNOWN: no such word. */
static WeftPipelinePhase
find_phase (const char *word)
{
  for (guint phase = WEFT_PHASE_FETCH; phase < WEFT_N_PHASES; phase++)
    if (g_str_equal (word, words[phase]))
      return (WeftPipelinePhase) phase;
  return WEFT_PHASE_UNKNOWN;
}

/* The pairs of "Sc=issue a long name=commit": names may have blanks, so a pair ends with the word that has an
 * equals sign. What is behind the last one is no pair. */
static char **
split_said (const char *said)
{
  g_autoptr (GStrvBuilder) pairs = g_strv_builder_new ();
  g_auto (GStrv) words_said = g_strsplit_set (said, " \t\n", -1);
  g_autoptr (GString) pair = g_string_new (NULL);

  for (guint i = 0; words_said[i] != NULL; i++)
    {
      if (pair->len > 0)
        g_string_append_c (pair, ' ');
      g_string_append (pair, words_said[i]);
      if (strchr (words_said[i], '=') != NULL || (words_said[i + 1] == NULL && pair->len > 0))
        {
          g_strv_builder_add (pairs, g_strchomp (pair->str));
          g_string_truncate (pair, 0);
        }
    }
  return g_strv_builder_end (pairs);
}

/* "Sc=issue", of which `pair` keeps "Sc"; UNKNOWN: it is none. */
static WeftPipelinePhase
split_pair (char *pair)
{
  char *equals = strrchr (pair, '=');
  WeftPipelinePhase phase = equals != NULL ? find_phase (equals + 1) : WEFT_PHASE_UNKNOWN;

  if (phase != WEFT_PHASE_UNKNOWN)
    *equals = '\0';
  return phase;
}

static void
take_said (WeftPipelinePhases *self, const WeftKindInfo *infos, guint lane, const char *said)
{
  g_auto (GStrv) pairs = split_said (said);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      WeftPipelinePhase phase = split_pair (pairs[i]);

      for (guint kind = 0; phase != WEFT_PHASE_UNKNOWN && kind < self->n_kinds; kind++)
        if (infos[kind].lane_index == lane && g_str_equal (infos[kind].name, pairs[i]))
          {
            self->phases[kind] = (guint8) phase;
            self->said[kind] = TRUE;
          }
    }
}

char *
weft_pipeline_phases_find_mistake (WeftPipelineTrace *trace, const char *said)
{
  g_auto (GStrv) pairs = split_said (said != NULL ? said : "");
  guint lane = weft_pipeline_find_lane (trace), n_kinds = weft_pipeline_trace_get_n_kinds (trace);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (pairs[i]);
      gboolean is_stage = *name == '\0';

      if (*name != '\0' && split_pair (name) == WEFT_PHASE_UNKNOWN)
        return g_steal_pointer (&name);
      for (guint kind = 0; kind < n_kinds && !is_stage; kind++)
        {
          WeftKindInfo info;

          weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
          is_stage = info.lane_index == lane && g_str_equal (info.name, name);
        }
      if (!is_stage)
        return g_strdup (pairs[i]);
    }
  return NULL;
}

gboolean
weft_pipeline_phases_can_say (const char *stage)
{
  g_autofree char *pair = g_strconcat (stage, "=fetch", NULL);
  g_auto (GStrv) pairs = split_said (pair);

  return *stage != '\0' && g_strv_length (pairs) == 1 && g_str_equal (pairs[0], pair);
}

char *
weft_pipeline_phases_say (const char *said, const char *stage, WeftPipelinePhase phase)
{
  g_auto (GStrv) pairs = split_said (said);
  GString *now = g_string_new (NULL);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (pairs[i]);

      if (split_pair (name) != WEFT_PHASE_UNKNOWN && !g_str_equal (name, stage))
        g_string_append_printf (now, "%s%s", now->len > 0 ? " " : "", pairs[i]);
    }
  if (phase != WEFT_PHASE_UNKNOWN)
    g_string_append_printf (now, "%s%s=%s", now->len > 0 ? " " : "", stage,
                            weft_phase_to_string (phase));
  return g_string_free (now, FALSE);
}

WeftPipelinePhases *
weft_pipeline_phases_new (WeftPipelineTrace *trace, const char *said)
{
  WeftPipelinePhases *self = g_new0 (WeftPipelinePhases, 1);
  guint lane = weft_pipeline_find_lane (trace);
  g_autofree WeftKindInfo *infos = NULL;

  self->n_kinds = weft_pipeline_trace_get_n_kinds (trace);
  self->phases = g_new0 (guint8, self->n_kinds + 1);
  self->said = g_new0 (guint8, self->n_kinds + 1);
  infos = g_new0 (WeftKindInfo, self->n_kinds + 1);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    {
      WeftKindInfo *info = &infos[kind];

      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, info);
      info->depth = weft_table_get_u32 (&trace->kinds, KIND_DEPTH, kind);
      /* One that was only ever ended, never started, is no stage of an op. */
      if (info->lane_index == lane && info->depth != WEFT_NO_ROW)
        self->phases[kind] = (guint8) (trace->dialect == WEFT_PIPELINE_O3 ? guess_for_gem5 (info)
                                                                          : guess_from_name (info));
    }
  guess_from_place (self, infos, lane);
  if (said != NULL)
    take_said (self, infos, lane, said);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    self->present |= 1u << self->phases[kind];
  return self;
}

void
weft_pipeline_phases_free (WeftPipelinePhases *self)
{
  g_free (self->phases);
  g_free (self->said);
  g_free (self);
}

WeftPipelinePhase
weft_pipeline_phases_get (const WeftPipelinePhases *self, WeftKind kind)
{
  return kind < self->n_kinds ? (WeftPipelinePhase) self->phases[kind] : WEFT_PHASE_UNKNOWN;
}

gboolean
weft_pipeline_phases_has (const WeftPipelinePhases *self, WeftPipelinePhase phase)
{
  return (self->present & 1u << phase) != 0;
}

gboolean
weft_pipeline_phases_is_said (const WeftPipelinePhases *self, WeftKind kind)
{
  return kind < self->n_kinds && self->said[kind];
}
