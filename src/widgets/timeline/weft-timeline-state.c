/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-state.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-events-search.h"
#include "weft-shown-results.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-hit.h"
#include "weft-timeline-sheet.h"
#include "weft-timeline-trace-private.h"

struct _WeftTimelineState
{
  WeftEventsState parent_instance;

  WeftTimelineScheme scheme;
  gboolean flows;
  gboolean counters;
  gboolean tall;
  guint32 name;      /* that stands out; WEFT_NO_NAME: none */
  WeftRunner *study; /* of the selected slice */
};

enum
{
  STUDIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ENUM_TYPE (WeftTimelineScheme, weft_timeline_scheme,
                    G_DEFINE_ENUM_VALUE (WEFT_TIMELINE_BY_NAME, "name"),
                    G_DEFINE_ENUM_VALUE (WEFT_TIMELINE_BY_CATEGORY, "category"),
                    G_DEFINE_ENUM_VALUE (WEFT_TIMELINE_BY_TRACK, "track"))

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftTimelineState, weft_timeline_state, WEFT_TYPE_EVENTS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE,
                                                      weft_events_search_init)
                                 G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                        weft_fact_source_searchable_init))

static WeftTimelineTrace *
get_trace (WeftTimelineState *self)
{
  return WEFT_TIMELINE_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self)));
}

WeftTimelineResult *
weft_timeline_state_get_result (WeftTimelineState *self)
{
  return weft_events_state_get_result (self);
}

/* --- the selected slice --------------------------------------------------------------------------- */

typedef struct
{
  WeftTimelineSnapshot *snapshot;
  WeftTimelineRoles *roles;
  guint32 row;
} StudyQuestion;

static void
study_question_clear (gpointer data)
{
  StudyQuestion *question = data;

  g_clear_pointer (&question->snapshot, weft_timeline_snapshot_unref);
  g_clear_pointer (&question->roles, weft_timeline_roles_unref);
}

static WeftRunTime
study_choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const StudyQuestion *question = data, *before = asked;

  return question->row == before->row && question->roles == before->roles ? WEFT_RUN_NOT
                                                                          : WEFT_RUN_NOW;
}

static gpointer
study_derive (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const StudyQuestion *question = data;
  WeftTimelineStudy *study =
    weft_timeline_study_new (question->snapshot, question->roles, question->row, cancellable);

  if (study == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return study;
}

static const WeftDerivation study_derivation = {
  .name = "WeftTimelineStudyResult",
  .question_size = sizeof (StudyQuestion),
  .clear_question = study_question_clear,
  .choose = study_choose,
  .derive = study_derive,
  .free_value = (GDestroyNotify) weft_timeline_study_free,
};

static void
ask_study (WeftTimelineState *self)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (self);
  guint32 row = weft_events_state_get_selected (WEFT_EVENTS_STATE (self));
  StudyQuestion question = { .row = row };

  if (result == NULL || row >= result->question.snapshot->n_events)
    return;
  question.snapshot = weft_timeline_snapshot_ref (result->question.snapshot);
  question.roles = weft_timeline_roles_ref (result->roles);
  weft_runner_ask (self->study, &question);
}

static void
studied (WeftTimelineState *self)
{
  g_signal_emit (self, signals[STUDIED], 0);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* That of the selected slice: NULL where there is none yet. */
static const WeftTimelineStudy *
get_study (WeftTimelineState *self)
{
  const WeftTimelineStudy *study = weft_runner_get_value (self->study);

  return study != NULL && study->row == weft_events_state_get_selected (WEFT_EVENTS_STATE (self))
           ? study
           : NULL;
}

/* --- what is shown -------------------------------------------------------------------------------- */

static void
ask (WeftEventsState *events, WeftExpression *filter, const WeftCycleRange *range)
{
  WeftTimelineState *self = WEFT_TIMELINE_STATE (events);
  WeftTimelineQuestion question = {
    .snapshot = weft_timeline_trace_ref_snapshot (get_trace (self)),
    .loading = weft_trace_get_state (WEFT_TRACE (get_trace (self))) == WEFT_TRACE_GROWING,
    .filter = filter,
    .scheme = self->scheme,
    .row_colors = weft_shown_results_ref_colors (WEFT_VIEW_STATE (self)),
    .flows = self->flows,
    .counters = self->counters,
    .tall = self->tall,
    .name = self->name,
    .range = *range,
  };

  weft_runner_ask (weft_events_state_get_runner (events), &question);
}

static void
take_result (WeftEventsState *self, WeftResult *object, WeftEventsPicture *picture)
{
  WeftTimelineResult *result = WEFT_TIMELINE_RESULT (object);

  weft_timeline_scene_get_extent (result->question.snapshot, &picture->first, &picture->last);
  /* The clocks of Chrome traces begin long before their programs. */
  weft_time_axis_count_from (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), picture->first);
  picture->start_first = result->overview->start_first;
  picture->start_last = result->overview->start_last;
  picture->scene = result->scene;
  picture->folds = result->folds;
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void
count_rows (WeftResult *result, guint64 *shown, guint64 *all)
{
  *shown = WEFT_TIMELINE_RESULT (result)->events.n_rows;
  *all = WEFT_TIMELINE_RESULT (result)->question.snapshot->n_events;
}

static char *
describe_count (const char *shown, const char *all, guint64 n_all)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s event", "%s of %s events", n_all),
                          shown, all);
}

static gboolean
find_row (WeftResult *result, guint32 row, WeftTrackHit *hit)
{
  return weft_timeline_scene_find (WEFT_TIMELINE_RESULT (result)->scene, row, hit);
}

static WeftFacts
get_facts (WeftResult *result)
{
  return WEFT_TIMELINE_RESULT (result)->events;
}

static WeftFacts
get_all (WeftResult *result)
{
  WeftTimelineSnapshot *snapshot = WEFT_TIMELINE_RESULT (result)->question.snapshot;

  return weft_facts_of (&weft_timeline_event_schema, WEFT_FIELD_SEARCH, snapshot,
                        snapshot->n_events);
}

static gint64
get_time (gpointer data, guint row)
{
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (data, row, &event);
  return event.start;
}

static const WeftBitset *
get_passing (WeftResult *result)
{
  return WEFT_TIMELINE_RESULT (result)->rows;
}

/* The last event of the first file that begins at the line or before; lines rise along a file, in which
 * all events stand together. */
static guint32
find_line (WeftResult *result, gint64 line)
{
  const WeftTimelineSnapshot *snapshot = WEFT_TIMELINE_RESULT (result)->question.snapshot;
  guint32 low = 0, high = snapshot->n_events, n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_timeline_snapshot_get_event_file (snapshot, middle) == 0)
        low = middle + 1;
      else
        high = middle;
    }
  n = low;
  for (low = 0, high = n; low < high;)
    {
      guint32 middle = low + (high - low) / 2;
      gint64 at = weft_timeline_number (
        snapshot->trace, weft_table_get_u32 (&snapshot->trace->events, TIMELINE_LINE, middle));

      if (at <= line)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : n > 0 ? 0 : WEFT_NO_ROW;
}

/* --- names ---------------------------------------------------------------------------------------- */

void
weft_timeline_state_set_name (WeftTimelineState *self, guint32 name)
{
  if (self->name == name)
    return;
  self->name = name;
  weft_events_state_ask (WEFT_EVENTS_STATE (self));
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

guint32
weft_timeline_state_get_name (WeftTimelineState *self)
{
  return self->name;
}

/* Whether an event that is shown comes, in the order of time, behind `after` (WEFT_NO_ROW: any does). */
static gboolean
comes_behind (const WeftTimelineTrace *trace, guint32 row, guint32 after)
{
  gint64 time, start = weft_timeline_start (trace, row);

  if (after == WEFT_NO_ROW)
    return TRUE;
  time = weft_timeline_start (trace, after);
  return start != time ? start > time : row > after;
}

gboolean
weft_timeline_state_show_next (WeftTimelineState *self, const char *name)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (self);
  guint32 after = weft_events_state_get_selected (WEFT_EVENTS_STATE (self));
  guint32 next = WEFT_NO_ROW, first = WEFT_NO_ROW, n, id = WEFT_NO_NAME;
  WeftTimelineTrace *trace = get_trace (self);

  n = result != NULL ? result->question.snapshot->n_events : 0;
  for (guint32 i = 0; i < weft_timeline_trace_get_n_names (trace) && id == WEFT_NO_NAME; i++)
    if (g_str_equal (weft_timeline_trace_get_name (trace, i), name))
      id = i;
  for (guint32 row = 0; row < n && id != WEFT_NO_NAME; row++)
    {
      if (weft_timeline_name (trace, row) != id || !weft_bitset_includes (result->rows, row)
          || (weft_timeline_flags (trace, row) & WEFT_TIMELINE_NO_TIME) != 0)
        continue;
      if (first == WEFT_NO_ROW || comes_behind (trace, first, row))
        first = row;
      if (comes_behind (trace, row, after)
          && (next == WEFT_NO_ROW || comes_behind (trace, next, row)))
        next = row;
    }
  if (next == WEFT_NO_ROW)
    next = first;
  if (next != WEFT_NO_ROW)
    weft_events_state_show_row (WEFT_EVENTS_STATE (self), next, TRUE);
  return next != WEFT_NO_ROW;
}

/* --- going to places ------------------------------------------------------------------------------ */

static void
go_to (WeftViewState *state, const char *text, GTask *task)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (WEFT_TIMELINE_STATE (state));
  g_autofree char *word = g_strstrip (g_strdup (text));
  gboolean found = FALSE;

  if (result != NULL && g_str_has_prefix (word, "name "))
    found = weft_timeline_state_show_next (WEFT_TIMELINE_STATE (state),
                                           g_strstrip (word + strlen ("name ")));
  else if (result != NULL && g_str_has_prefix (word, "line "))
    found = weft_view_state_show_line (state, g_ascii_strtoll (word + strlen ("line "), NULL, 10));
  else
    {
      WEFT_VIEW_STATE_CLASS (weft_timeline_state_parent_class)->go_to (state, text, task);
      return;
    }
  if (found)
    g_task_return_pointer (task, g_strdup (""), g_free);
  else
    g_task_return_new_error (task, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
                             _ ("There is no such name or line"));
}

void
weft_timeline_state_show_range (WeftTimelineState *self, gint64 from, gint64 to)
{
  WeftViewState *state = WEFT_VIEW_STATE (self);

  weft_time_axis_select (weft_view_state_get_axis (state), from, to);
  weft_view_state_show_time (state, from, to);
}

/* Besides those of all states of events, "time:FROM:TO" and "name:ID". */
static void
follow_link (WeftViewState *state, const char *target)
{
  gint64 from, to;
  guint id;

  if (sscanf (target, "time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) == 2)
    weft_timeline_state_show_range (WEFT_TIMELINE_STATE (state), from, to);
  else if (sscanf (target, "name:%u", &id) == 1)
    weft_timeline_state_set_name (WEFT_TIMELINE_STATE (state), id);
  else
    WEFT_VIEW_STATE_CLASS (weft_timeline_state_parent_class)->follow_link (state, target);
}

static gboolean
has_selected (WeftViewState *state)
{
  return WEFT_TIMELINE_STATE (state)->name != WEFT_NO_NAME
         || WEFT_VIEW_STATE_CLASS (weft_timeline_state_parent_class)->has_selected (state);
}

static void
select_nothing (WeftViewState *state)
{
  weft_timeline_state_set_name (WEFT_TIMELINE_STATE (state), WEFT_NO_NAME);
  WEFT_VIEW_STATE_CLASS (weft_timeline_state_parent_class)->select_nothing (state);
}

/* --- facts ---------------------------------------------------------------------------------------- */

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftTimelineState *self = WEFT_TIMELINE_STATE (state);
  WeftTimelineResult *result = weft_timeline_state_get_result (self);
  guint32 row = weft_events_state_get_selected (WEFT_EVENTS_STATE (state));

  if (result != NULL && row < result->question.snapshot->n_events)
    {
      weft_timeline_sheet_write_event (sheet, result->question.snapshot, result->roles, row);
      if (get_study (self) != NULL)
        weft_timeline_sheet_write_study (sheet, result->question.snapshot, get_study (self));
      weft_timeline_sheet_write_arguments (sheet, result->question.snapshot, row);
    }
  if (result != NULL && self->name != WEFT_NO_NAME)
    weft_timeline_sheet_write_name (sheet, result->stats, self->name);
  if (result != NULL)
    weft_timeline_sheet_write_sums (sheet, result->stats, weft_view_state_has_range (state),
                                    result->rows != NULL);
  WEFT_VIEW_STATE_CLASS (weft_timeline_state_parent_class)->write_facts (state, sheet);
}

static const GArray *
get_findings (WeftViewState *state)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (WEFT_TIMELINE_STATE (state));

  return result != NULL ? result->findings : NULL;
}

static char *
describe_empty (WeftViewState *state)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (get_trace (WEFT_TIMELINE_STATE (state)));

  if (snapshot->n_events > 0 || snapshot->n_points > 0)
    return NULL;
  return g_strdup (
    _ ("The trace has no slices, instants or counters: the profiler recorded nothing between its "
       "start and its end, or what it wrote could not be read. The diagnostics say more."));
}

/* --- the object ----------------------------------------------------------------------------------- */

static void
weft_timeline_state_dispose (GObject *object)
{
  g_clear_object (&WEFT_TIMELINE_STATE (object)->study);
  G_OBJECT_CLASS (weft_timeline_state_parent_class)->dispose (object);
}

static void
add_options (WeftEventsStateClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  weft_events_state_class_add_option (klass,
                                      g_param_spec_enum ("scheme", NULL, NULL,
                                                         WEFT_TYPE_TIMELINE_SCHEME,
                                                         WEFT_TIMELINE_BY_NAME, flags),
                                      G_STRUCT_OFFSET (WeftTimelineState, scheme));
  weft_events_state_class_add_option (klass,
                                      g_param_spec_boolean ("flows", NULL, NULL, FALSE, flags),
                                      G_STRUCT_OFFSET (WeftTimelineState, flows));
  weft_events_state_class_add_option (klass,
                                      g_param_spec_boolean ("counters", NULL, NULL, TRUE, flags),
                                      G_STRUCT_OFFSET (WeftTimelineState, counters));
  weft_events_state_class_add_option (klass,
                                      g_param_spec_boolean ("tall", NULL, NULL, FALSE, flags),
                                      G_STRUCT_OFFSET (WeftTimelineState, tall));
}

static void
weft_timeline_state_class_init (WeftTimelineStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);
  WeftEventsStateClass *events_class = WEFT_EVENTS_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_timeline_state_dispose;
  add_options (events_class);
  state_class->go_to = go_to;
  state_class->follow_link = follow_link;
  state_class->has_selected = has_selected;
  state_class->select_nothing = select_nothing;
  state_class->write_facts = write_facts;
  state_class->get_findings = get_findings;
  state_class->describe_empty = describe_empty;
  events_class->ask = ask;
  events_class->take_result = take_result;
  events_class->filter_offset = G_STRUCT_OFFSET (WeftTimelineQuestion, filter);
  events_class->loading_offset = G_STRUCT_OFFSET (WeftTimelineQuestion, loading);
  events_class->count_rows = count_rows;
  events_class->describe_count = describe_count;
  events_class->find_row = find_row;
  events_class->find_line = find_line;
  events_class->get_facts = get_facts;
  events_class->schema = &weft_timeline_event_schema;
  events_class->get_all = get_all;
  events_class->get_time = get_time;
  events_class->get_passing = get_passing;
  events_class->get_language = weft_timeline_language;
  events_class->list_values = weft_timeline_list_values;
  signals[STUDIED] = g_signal_new ("studied", WEFT_TYPE_TIMELINE_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_timeline_state_init (WeftTimelineState *self)
{
  self->name = WEFT_NO_NAME;
  self->counters = TRUE;
  self->study = weft_runner_new_for_value (&study_derivation);
  g_signal_connect_object (self->study, "done", G_CALLBACK (studied), self, G_CONNECT_SWAPPED);
}

WeftTimelineState *
weft_timeline_state_new (WeftTimelineTrace *trace)
{
  WeftTimelineState *self = g_object_new (WEFT_TYPE_TIMELINE_STATE, NULL);
  g_autoptr (WeftRunner) runner = weft_runner_new (WEFT_TYPE_TIMELINE_RESULT);
  const WeftTimeUnit nanoseconds = { WEFT_AXIS_NANOSECONDS, NULL, 1, 0, 1e9 };

  weft_events_state_set_up (WEFT_EVENTS_STATE (self), WEFT_TRACE (trace), &nanoseconds, runner);
  weft_shown_results_set_colorable (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  g_signal_connect (self, "selection", G_CALLBACK (ask_study), NULL);
  g_signal_connect (self, "result", G_CALLBACK (ask_study), NULL);
  return self;
}
