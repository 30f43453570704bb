/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-study.h"

#include <string.h>

#include "weft-filterable.h"
#include "weft-number.h"
#include "weft-pipeline-explanation.h"

/* So many dependencies are followed in each direction. */
#define MAX_STEPS 2000u

/* Where so few cycles are in sight, graphs are exact; a part is made with so many more on each side. */
#define MAX_CLOSE_CYCLES 1024
#define CLOSE_MARGIN 512

/* So many ops on the way to what made one late. */
#define MAX_CHAIN 64

struct _WeftPipelineStudy
{
  GObject parent_instance;

  WeftPipelineState *state; /* that this goes with: not held */
  WeftRunner *whole;
  WeftRunner *range;
  gboolean shows_path;
  WeftPipelineSymbols *symbols;

  WeftRunner *dependencies;
  GArray *steps; /* of the last op that was traced; NULL: none */
  guint32 traced;
  GArray *chain; /* of the last op whose lateness was asked for; NULL: none */
  guint32 late;
  WeftPipelineHistory *part; /* around what was in sight last; NULL: none */
};

enum
{
  CHANGED,
  OVERLAY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPipelineStudy, weft_pipeline_study, G_TYPE_OBJECT)

/* --- statistics ------------------------------------------------------------------------------------ */

static gboolean
has_range (WeftPipelineStudy *self)
{
  return weft_view_state_has_range (WEFT_VIEW_STATE (self->state));
}

static WeftOpRange
get_op_range (const WeftPipelineSelection *selection)
{
  WeftOpRange range = WEFT_OP_RANGE_ALL;

  if (selection->has_cycles)
    range.cycles = (WeftCycleRange){ selection->first_cycle, selection->last_cycle };
  if (selection->has_rows)
    {
      range.first_row = selection->first_row;
      range.last_row = selection->last_row;
    }
  return range;
}

static void
ask (WeftPipelineStudy *self, WeftRunner *runner, const WeftOpRange *range, gboolean wants_path)
{
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->state);
  WeftPipelineStatsQuestion question = { .snapshot = weft_pipeline_state_ref_snapshot (self->state),
                                         .range = *range,
                                         .wants_path = wants_path,
                                         .loading = weft_pipeline_state_is_loading (self->state) };

  if (range->first_row != 0 || range->last_row != G_MAXUINT32)
    g_set_object (&question.rows, weft_pipeline_state_get_rows (self->state));
  if (self->symbols != NULL)
    question.symbols = weft_pipeline_symbols_ref (self->symbols);
  question.assumptions = weft_pipeline_trace_ref_assumptions (trace);
  weft_runner_ask (runner, &question);
}

void
weft_pipeline_study_ask (WeftPipelineStudy *self)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  const WeftOpRange range = get_op_range (weft_pipeline_state_get_selection (self->state));

  ask (self, self->whole, &all, self->shows_path && !has_range (self));
  if (has_range (self))
    ask (self, self->range, &range, self->shows_path);
  else
    weft_runner_forget (self->range);
}

WeftPipelineStatsResult *
weft_pipeline_study_get_whole (WeftPipelineStudy *self)
{
  return weft_runner_get_result (self->whole);
}

WeftPipelineStatsResult *
weft_pipeline_study_get_range (WeftPipelineStudy *self)
{
  return weft_runner_get_result (self->range);
}

WeftPipelineStatsResult *
weft_pipeline_study_get_shown (WeftPipelineStudy *self)
{
  return weft_runner_get_result (has_range (self) ? self->range : self->whole);
}

gboolean
weft_pipeline_study_is_stale (WeftPipelineStudy *self)
{
  return weft_pipeline_stats_result_is_stale (has_range (self) ? self->range : self->whole);
}

const GError *
weft_pipeline_study_get_error (WeftPipelineStudy *self)
{
  return weft_runner_get_error (has_range (self) ? self->range : self->whole);
}

void
weft_pipeline_study_set_shows_path (WeftPipelineStudy *self, gboolean shows_path)
{
  if (self->shows_path == shows_path)
    return;
  self->shows_path = shows_path;
  weft_pipeline_study_ask (self);
  g_signal_emit (self, signals[OVERLAY], 0);
}

gboolean
weft_pipeline_study_get_shows_path (WeftPipelineStudy *self)
{
  return self->shows_path;
}

static void
stats_done (WeftPipelineStudy *self)
{
  g_clear_pointer (&self->chain, g_array_unref);
  g_clear_pointer (&self->part, weft_pipeline_history_free);
  g_signal_emit (self, signals[CHANGED], 0);
  g_signal_emit (self, signals[OVERLAY], 0);
}

/* Figures of what there was before would look like those of what there is. */
static void
stats_missed (WeftPipelineStudy *self, WeftRunner *runner)
{
  weft_runner_drop_result (runner);
  stats_done (self);
}

/* --- symbols --------------------------------------------------------------------------------------- */

/* The question is a path or an address. */
static void
clear_path (gpointer question)
{
  g_free (*(char **) question);
}

static gpointer
read_symbols (gconstpointer question, GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  return weft_pipeline_symbols_new (*(char *const *) question, error);
}

static const WeftDerivation symbols_of_file = {
  .name = "WeftPipelineSymbolsOfFile",
  .question_size = sizeof (char *),
  .clear_question = clear_path,
  .derive = read_symbols,
  .free_value = (GDestroyNotify) weft_pipeline_symbols_unref,
};

static void
attach_async (WeftAttachable *state, GFile *file, GAsyncReadyCallback callback, gpointer user_data)
{
  char *path = g_file_get_path (file);

  if (path == NULL)
    path = g_file_get_uri (file);
  weft_runner_derive_async (&symbols_of_file, &path, state, NULL, callback, user_data);
}

static gboolean
attach_finish (WeftAttachable *state, GAsyncResult *result, GError **error)
{
  WeftPipelineStudy *self = weft_pipeline_study_of (WEFT_PIPELINE_STATE (state));
  WeftPipelineSymbols *symbols = weft_runner_derive_finish (result, error);

  if (symbols == NULL)
    return FALSE;
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  self->symbols = symbols;
  if (weft_runner_get_question (self->whole) != NULL)
    weft_pipeline_study_ask (self);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

static const char *
get_attached (WeftAttachable *state)
{
  WeftPipelineStudy *self = weft_pipeline_study_of (WEFT_PIPELINE_STATE (state));

  return self->symbols != NULL ? weft_pipeline_symbols_get_path (self->symbols) : NULL;
}

void
weft_pipeline_study_attachable_init (WeftAttachableInterface *iface)
{
  iface->get_attached = get_attached;
  iface->attach_async = attach_async;
  iface->attach_finish = attach_finish;
}

/* --- dependencies ---------------------------------------------------------------------------------- */

/* The question is a snapshot. */
static WeftPipelineSnapshot *
get_snapshot (gconstpointer question)
{
  return *(WeftPipelineSnapshot *const *) question;
}

static void
clear_snapshot (gpointer question)
{
  g_clear_pointer ((WeftPipelineSnapshot **) question, weft_pipeline_snapshot_unref);
}

static gboolean
same_generation (const WeftPipelineSnapshot *a, const WeftPipelineSnapshot *b)
{
  return a->generation == b->generation;
}

static WeftRunTime
choose_dependencies (gpointer question, gconstpointer before, WeftResult *last G_GNUC_UNUSED)
{
  return same_generation (get_snapshot (question), get_snapshot (before)) ? WEFT_RUN_NOT
                                                                          : WEFT_RUN_NEXT;
}

static gpointer
read_dependencies (gconstpointer question, GCancellable *cancellable, GError **error)
{
  return weft_pipeline_dependencies_new (get_snapshot (question), cancellable, error);
}

static const WeftDerivation reading = { .name = "WeftPipelineDependenciesRead",
                                        .question_size = sizeof (WeftPipelineSnapshot *),
                                        .clear_question = clear_snapshot,
                                        .choose = choose_dependencies,
                                        .derive = read_dependencies,
                                        .free_value =
                                          (GDestroyNotify) weft_pipeline_dependencies_free };

static void
dependencies_read (WeftPipelineStudy *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_signal_emit (self, signals[OVERLAY], 0);
}

/* Whether the dependencies are those of the newest snapshot; where not, they are read anew. */
static gboolean
has_dependencies (WeftPipelineStudy *self)
{
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (self->state));
  WeftPipelineSnapshot *snapshot = weft_pipeline_state_ref_snapshot (self->state);
  WeftPipelineDependencies *read = weft_runner_get_value (self->dependencies);
  gboolean has =
    read != NULL && same_generation (snapshot, weft_pipeline_dependencies_get_snapshot (read));

  if (!has && weft_trace_get_state (trace) != WEFT_TRACE_GROWING && snapshot->n_dependencies > 0)
    weft_runner_ask (self->dependencies, &snapshot);
  else
    weft_pipeline_snapshot_unref (snapshot);
  return has;
}

const GArray *
weft_pipeline_study_trace (WeftPipelineStudy *self, guint32 op)
{
  if (!has_dependencies (self))
    return NULL;
  if (self->steps != NULL && self->traced == op)
    return self->steps;
  g_clear_pointer (&self->steps, g_array_unref);
  self->steps = weft_pipeline_dependencies_trace (weft_runner_get_value (self->dependencies), op,
                                                  MAX_STEPS, NULL);
  self->traced = op;
  return self->steps;
}

const guint32 *
weft_pipeline_study_infer (WeftPipelineStudy *self, guint32 op, guint32 *n_ops)
{
  WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self);
  WeftPipelineExplainer *explainer = whole != NULL ? whole->explainer : NULL;
  WeftPipelineProducers *producers =
    explainer != NULL && weft_pipeline_explainer_knows (explainer, op)
      ? weft_pipeline_explainer_get_producers (explainer)
      : NULL;

  *n_ops = 0;
  return producers != NULL ? weft_pipeline_producers_get (producers, op, n_ops) : NULL;
}

/* --- lateness --------------------------------------------------------------------------------------- */

const GArray *
weft_pipeline_study_explain (WeftPipelineStudy *self, guint32 op)
{
  WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self);

  if (whole == NULL || whole->explainer == NULL
      || !weft_pipeline_explainer_knows (whole->explainer, op))
    return NULL;
  if (self->chain != NULL && self->late == op)
    return self->chain;
  g_clear_pointer (&self->chain, g_array_unref);
  self->chain = weft_pipeline_explain_chain (whole->explainer, op, MAX_CHAIN);
  self->late = op;
  return self->chain;
}

/* --- over time --------------------------------------------------------------------------------------- */

/* A history of the cycles [from, to), each for itself: (transfer none) (nullable), NULL where there are
 * too many, or the whole has no coarser one. */
static const WeftPipelineHistory *
get_part (WeftPipelineStudy *self, const WeftPipelineHistory *whole, gint64 from, gint64 to)
{
  gint64 first, end;

  if (weft_pipeline_history_get_bucket (whole) == 1
      || weft_cycles_between (from, to) > MAX_CLOSE_CYCLES)
    return NULL;
  weft_pipeline_history_get_cycles (whole, &first, &end);
  from = CLAMP (from, first, end);
  to = CLAMP (to, from, end);
  if (self->part != NULL)
    {
      gint64 has_first, has_end;

      weft_pipeline_history_get_cycles (self->part, &has_first, &has_end);
      if (has_first <= from && has_end >= to)
        return self->part;
    }
  g_clear_pointer (&self->part, weft_pipeline_history_free);
  self->part = weft_pipeline_history_new_part (whole, from - MIN (CLOSE_MARGIN, from - first),
                                               to + MIN (CLOSE_MARGIN, end - to));
  return self->part;
}

static const WeftPipelineHistory *
get_history (WeftPipelineStudy *self)
{
  WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self);

  return whole != NULL ? whole->history : NULL;
}

WeftPipelinePanels
weft_pipeline_study_get_panels (WeftPipelineStudy *self, WeftPipelinePanelSet set)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  WeftPipelinePanels panels = { .set = set, .whole = get_history (self) };

  if (panels.whole != NULL && viewport->layout == WEFT_PIPELINE_TIME)
    panels.part =
      get_part (self, panels.whole, weft_pipeline_viewport_x_to_cycle (viewport, 0, NULL),
                weft_pipeline_viewport_x_to_cycle (viewport, viewport->width, NULL) + 1);
  return panels;
}

/* The brushed cycles, or all. FALSE: rows are brushed, or nothing is known. */
static gboolean
get_shown_cycles (WeftPipelineStudy *self, gint64 *first, gint64 *end)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);

  if (get_history (self) == NULL || selection->has_rows)
    return FALSE;
  weft_pipeline_history_get_cycles (get_history (self), first, end);
  if (selection->has_cycles)
    {
      *first = selection->first_cycle;
      *end = selection->last_cycle;
    }
  return TRUE;
}

GArray *
weft_pipeline_study_sum_cpi (WeftPipelineStudy *self)
{
  gint64 first, end;

  if (!get_shown_cycles (self, &first, &end))
    return NULL;
  return weft_pipeline_cpi_stack_new (weft_pipeline_study_get_whole (self)->slots, first, end);
}

GArray *
weft_pipeline_study_count_occupancy (WeftPipelineStudy *self)
{
  const WeftPipelineHistory *whole = get_history (self);
  WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (self);
  gint64 first, end;

  if (!get_shown_cycles (self, &first, &end))
    return NULL;
  if (weft_cycles_between (first, end) <= MAX_CLOSE_CYCLES
      && weft_pipeline_history_get_bucket (whole) > 1)
    {
      g_autoptr (WeftPipelineHistory) part = weft_pipeline_history_new_part (whole, first, end);

      return weft_pipeline_history_align (part, &first, &end)
               ? weft_pipeline_occupancy_new (part, first, end)
               : NULL;
    }
  if (weft_pipeline_history_get_bucket (whole) == 1)
    return weft_pipeline_history_align (whole, &first, &end)
             ? weft_pipeline_occupancy_new (whole, first, end)
             : NULL;
  if (shown == NULL || shown->occupancy == NULL || weft_pipeline_study_is_stale (self))
    return NULL;
  return g_array_ref (shown->occupancy);
}

char *
weft_pipeline_study_describe_cycle (WeftPipelineStudy *self, gint64 cycle)
{
  WeftPipelinePanels panels = weft_pipeline_study_get_panels (self, WEFT_PANELS_STRUCTURES);
  const WeftPipelineHistory *history = panels.part != NULL ? panels.part : panels.whole;
  gint64 from = cycle, to = MIN (cycle, G_MAXINT64 - 1) + 1;
  GString *words;

  if (history == NULL || weft_pipeline_history_get_bucket (history) > 1
      || !weft_pipeline_history_align (history, &from, &to))
    return NULL;
  words = g_string_new (NULL);
  for (guint i = 0; i < weft_pipeline_history_get_n_stages (history); i++)
    {
      guint64 n_ops = weft_pipeline_history_sum (history, WEFT_HISTORY_STAGE, i, from, to);
      g_autofree char *number = weft_number_count (n_ops), *name = NULL;
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (weft_pipeline_state_get_trace (self->state),
                                    weft_pipeline_history_get_stage (history, i), &info);
      name = g_utf8_make_valid (info.name, -1);
      if (n_ops > 0)
        g_string_append_printf (words, "%s%s %s", words->len > 0 ? ", " : "", name, number);
    }
  return g_string_free (words, words->len == 0);
}

double
weft_pipeline_study_get_distance (WeftPipelineStudy *self)
{
  WeftPipelineScene scene;

  if (get_history (self) == NULL)
    return 0;
  /* Graphs of two runs can't lie over one another, but their ops can. */
  weft_pipeline_state_get_scene (self->state, &scene);
  if (weft_pipeline_scene_is_overlaid (&scene))
    return 0;
  return weft_pipeline_viewport_get_distance (
    weft_pipeline_state_get_viewport (self->state), weft_pipeline_state_get_extent (self->state),
    weft_view_state_get_style (WEFT_VIEW_STATE (self->state)));
}

/* --- places ---------------------------------------------------------------------------------------- */

static void
show_cycles (WeftPipelineStudy *self, const char *text)
{
  char *end;
  gint64 first = g_ascii_strtoll (text, &end, 10), last;

  if (*end != ':')
    return;
  last = g_ascii_strtoll (end + 1, NULL, 10);
  weft_pipeline_state_select_cycles (self->state, first, last);
  weft_view_state_show_time (WEFT_VIEW_STATE (self->state), first, last);
}

void
weft_pipeline_study_follow (WeftPipelineStudy *self, const char *target)
{
  const char *colon = strchr (target, ':');
  guint32 index;

  g_return_if_fail (colon != NULL);

  index = (guint32) g_ascii_strtoull (colon + 1, NULL, 10);
  if (g_str_has_prefix (target, "op:"))
    {
      weft_pipeline_state_select (self->state, index, WEFT_NO_STAGE);
      weft_pipeline_state_show_op (self->state, index, FALSE);
    }
  else if (g_str_has_prefix (target, "stage:"))
    weft_pipeline_state_select (self->state, weft_pipeline_state_get_selection (self->state)->op,
                                index);
  else if (g_str_has_prefix (target, "cycles:"))
    show_cycles (self, colon + 1);
  else if (g_str_has_prefix (target, "filter:"))
    weft_filterable_set_filter (WEFT_FILTERABLE (self->state), colon + 1, NULL, NULL);
  else if (g_str_has_prefix (target, "clear:"))
    weft_view_state_clear_range (WEFT_VIEW_STATE (self->state));
}

/* --- the study ------------------------------------------------------------------------------------- */

static void
weft_pipeline_study_dispose (GObject *object)
{
  WeftPipelineStudy *self = WEFT_PIPELINE_STUDY (object);

  weft_runner_forget (self->whole);
  weft_runner_forget (self->range);
  weft_runner_forget (self->dependencies);
  G_OBJECT_CLASS (weft_pipeline_study_parent_class)->dispose (object);
}

static void
weft_pipeline_study_finalize (GObject *object)
{
  WeftPipelineStudy *self = WEFT_PIPELINE_STUDY (object);

  g_clear_pointer (&self->part, weft_pipeline_history_free);
  g_clear_object (&self->whole);
  g_clear_object (&self->range);
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->chain, g_array_unref);
  g_clear_object (&self->dependencies);
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  G_OBJECT_CLASS (weft_pipeline_study_parent_class)->finalize (object);
}

static void
weft_pipeline_study_class_init (WeftPipelineStudyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = weft_pipeline_study_dispose;
  object_class->finalize = weft_pipeline_study_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_PIPELINE_STUDY, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[OVERLAY] = g_signal_new ("overlay", WEFT_TYPE_PIPELINE_STUDY, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_pipeline_study_init (WeftPipelineStudy *self)
{
  self->whole = weft_runner_new (WEFT_TYPE_PIPELINE_STATS_RESULT);
  self->range = weft_runner_new (WEFT_TYPE_PIPELINE_STATS_RESULT);
  self->dependencies = weft_runner_new_for_value (&reading);
  g_signal_connect_object (self->dependencies, "done", G_CALLBACK (dependencies_read), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->whole, "done", G_CALLBACK (stats_done), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->range, "done", G_CALLBACK (stats_done), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->whole, "failed", G_CALLBACK (stats_missed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->range, "failed", G_CALLBACK (stats_missed), self,
                           G_CONNECT_SWAPPED);
}

/* Objects that others hold may outlive the state, but ask nothing of it any more. */
static void
state_gone (gpointer data)
{
  WeftPipelineStudy *self = data;

  g_object_run_dispose (G_OBJECT (self));
  g_object_unref (self);
}

/* A study that nobody has asked for rests on nothing yet. */
static void
assumptions_changed (WeftPipelineStudy *self)
{
  if (weft_runner_get_question (self->whole) != NULL)
    weft_pipeline_study_ask (self);
}

/* The log has been read: nothing more is to be waited for. */
static void
trace_changed (WeftPipelineStudy *self)
{
  if (weft_pipeline_state_is_loading (self->state))
    return;
  weft_runner_hurry (self->whole);
  weft_runner_hurry (self->range);
}

WeftPipelineStudy *
weft_pipeline_study_of (WeftPipelineState *state)
{
  static const char *const assumed[] = { "notify::infer", "notify::phases", "notify::width" };
  WeftPipelineStudy *self = g_object_get_data (G_OBJECT (state), "weft-study");

  if (self == NULL)
    {
      self = g_object_new (WEFT_TYPE_PIPELINE_STUDY, NULL);
      self->state = state;
      for (guint i = 0; i < G_N_ELEMENTS (assumed); i++)
        g_signal_connect_object (state, assumed[i], G_CALLBACK (assumptions_changed), self,
                                 G_CONNECT_SWAPPED);
      g_signal_connect_object (weft_pipeline_state_get_trace (state), "changed",
                               G_CALLBACK (trace_changed), self, G_CONNECT_SWAPPED);
      g_object_set_data_full (G_OBJECT (state), "weft-study", self, state_gone);
    }
  return self;
}
