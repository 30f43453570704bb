/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-state.h"

#include <glib/gi18n-lib.h>

#include "weft-events-search.h"
#include "weft-npu-cards.h"
#include "weft-npu-fields.h"
#include "weft-npu-hit.h"
#include "weft-npu-sheet.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"
#include "weft-shown-results.h"

struct _WeftNpuState
{
  WeftEventsState parent_instance;

  WeftNpuScheme scheme;
  gboolean logarithmic;
  gboolean arrows;
  gboolean path;
  WeftRunner *study;      /* of the selected token or phase */
  WeftNpuTarget followed; /* what was led to last, */
  WeftTrackHit led_to;    /* and the thing that was selected for it */
};

G_DEFINE_ENUM_TYPE (WeftNpuScheme, weft_npu_scheme,
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_ENGINE, "engine"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_OP, "op"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_LAYER, "layer"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_BITS, "qbits"))

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftNpuState, weft_npu_state, WEFT_TYPE_EVENTS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE,
                                                      weft_events_search_init)
                                 G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                        weft_fact_source_searchable_init))

static WeftNpuTrace *
get_trace (WeftNpuState *self)
{
  return WEFT_NPU_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self)));
}

WeftNpuResult *
weft_npu_state_get_result (WeftNpuState *self)
{
  return weft_events_state_get_result (self);
}

/* --- what is shown ------------------------------------------------------------------------------------- */

static void
ask (WeftEventsState *events, WeftExpression *filter, const WeftCycleRange *range)
{
  WeftNpuState *self = WEFT_NPU_STATE (events);
  WeftNpuQuestion question = { .snapshot = weft_npu_trace_ref_snapshot (get_trace (self)),
                               .loading = weft_trace_get_state (WEFT_TRACE (get_trace (self)))
                                          == WEFT_TRACE_GROWING,
                               .filter = filter,
                               .scheme = self->scheme,
                               .row_colors = weft_shown_results_ref_colors (WEFT_VIEW_STATE (self)),
                               .logarithmic = self->logarithmic,
                               .arrows = self->arrows,
                               .path = self->path,
                               .range = *range };

  weft_runner_ask (weft_events_state_get_runner (events), &question);
}

static void
take_result (WeftEventsState *self, WeftResult *object, WeftEventsPicture *picture)
{
  WeftNpuResult *result = WEFT_NPU_RESULT (object);

  weft_npu_scene_get_extent (result->question.snapshot, &picture->first, &picture->last);
  /* The clocks of Chrome traces begin long before their programs. */
  weft_time_axis_count_from (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), picture->first);
  picture->scene = result->scene;
  picture->folds = result->folds;
}

/* --- rows --------------------------------------------------------------------------------------------- */

static void
count_rows (WeftResult *result, guint64 *shown, guint64 *all)
{
  *shown = WEFT_NPU_RESULT (result)->events.n_rows;
  *all = WEFT_NPU_RESULT (result)->question.snapshot->n_events;
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
  return weft_npu_scene_find (WEFT_NPU_RESULT (result)->scene, row, hit);
}

static WeftFacts
get_facts (WeftResult *result)
{
  return WEFT_NPU_RESULT (result)->events;
}

static WeftFacts
get_all (WeftResult *result)
{
  WeftNpuSnapshot *snapshot = WEFT_NPU_RESULT (result)->question.snapshot;

  return weft_facts_of (&weft_npu_event_schema, WEFT_FIELD_SEARCH, snapshot, snapshot->n_events);
}

static gint64
get_time (gpointer data, guint row)
{
  WeftNpuEvent event;

  weft_npu_snapshot_get_event (data, row, &event);
  return event.start;
}

static const WeftBitset *
get_passing (WeftResult *result)
{
  return WEFT_NPU_RESULT (result)->rows;
}

/* The last event that begins at the line or before; lines rise along the file. */
static guint32
find_line (WeftResult *result, gint64 line)
{
  const WeftNpuSnapshot *snapshot = WEFT_NPU_RESULT (result)->question.snapshot;
  guint32 low = 0, high = snapshot->n_events;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      gint64 at = weft_npu_number (snapshot->trace,
                                   weft_table_get_u32 (&snapshot->trace->events, NPU_LINE, middle));

      if (at <= line)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : snapshot->n_events > 0 ? 0 : WEFT_NO_ROW;
}

/* The event of the decoded token with that index, or of the first token that has it. */
static guint32
find_token (const WeftNpuStats *stats, gint64 index)
{
  guint32 decode = weft_npu_stats_find_phase (stats, "DECODE"), found = WEFT_NO_ROW;

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].index == index
        && (found == WEFT_NO_ROW || stats->tokens[i].phase == decode))
      found = stats->tokens[i].row;
  return found;
}

static void
go_to (WeftViewState *state, const char *text, GTask *task)
{
  WeftNpuState *self = WEFT_NPU_STATE (state);
  WeftNpuResult *result = weft_npu_state_get_result (self);
  guint32 row = WEFT_NO_ROW;
  gint64 number;

  if (result != NULL && sscanf (text, " token %" G_GINT64_FORMAT, &number) == 1)
    row = find_token (result->stats, number);
  else if (result != NULL && sscanf (text, " line %" G_GINT64_FORMAT, &number) == 1)
    row = find_line (WEFT_RESULT (result), number);
  else
    {
      WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->go_to (state, text, task);
      return;
    }
  if (row == WEFT_NO_ROW)
    {
      g_task_return_new_error (task, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
                               _ ("There is no such token or line"));
      return;
    }
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), row, TRUE);
  g_task_return_pointer (task, g_strdup (""), g_free);
}

/* --- what is selected --------------------------------------------------------------------------------- */

static const WeftTrackHit *
get_selected (WeftNpuState *self)
{
  return weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self)));
}

/* Whether a token or a phase is selected, and when it was. */
static gboolean
get_span (WeftNpuState *self, const WeftNpuSnapshot *snapshot, WeftCycleRange *span)
{
  const WeftTrackHit *selected = get_selected (self);
  guint32 row = weft_events_state_get_selected (WEFT_EVENTS_STATE (self));

  if (!selected->on_track)
    return FALSE;
  *span = (WeftCycleRange){ selected->first, selected->last };
  if (row < snapshot->n_events)
    return weft_npu_type (snapshot->trace, row) == WEFT_NPU_TOKEN;
  return selected->track == WEFT_NPU_TRACK_PHASES && selected->first < selected->last;
}

static void
ask_study (WeftNpuState *self)
{
  WeftNpuResult *result = weft_npu_state_get_result (self);
  WeftCycleRange span;

  if (result != NULL && get_span (self, result->question.snapshot, &span))
    weft_npu_ask_study (self->study, result,
                        weft_events_state_get_selected (WEFT_EVENTS_STATE (self)), &span);
}

/* The study of what is selected: NULL where there is none, or not yet. */
static const WeftNpuStudy *
get_study (WeftNpuState *self, guint32 row, const WeftCycleRange *span)
{
  const WeftNpuStudy *study = weft_runner_get_value (self->study);

  return study != NULL && study->row == row && study->range.from == span->from
             && study->range.to == span->to
           ? study
           : NULL;
}

/* The origin of the selection: NULL where something else is selected by now. */
static const WeftNpuTarget *
get_followed (WeftNpuState *self)
{
  const WeftTrackHit *selected = get_selected (self), *led_to = &self->led_to;

  return led_to->on_track && selected->on_track && selected->track == led_to->track
             && selected->thing == led_to->thing && selected->first == led_to->first
             && selected->last == led_to->last
           ? &self->followed
           : NULL;
}

/* The thing that a target names. FALSE: it is not on any track. */
static gboolean
find_target (WeftNpuResult *result, const WeftNpuTarget *target, WeftTrackHit *hit)
{
  if (target->kind == WEFT_NPU_TARGET_IDLE)
    return target->number < result->question.snapshot->n_lanes
           && weft_npu_scene_find_stretch (result->scene, WEFT_NPU_TRACK_LANE + target->number,
                                           target->from, target->to, hit);
  if (target->kind == WEFT_NPU_TARGET_DRAM)
    return weft_npu_scene_find_stretch (result->scene, WEFT_NPU_TRACK_BANDWIDTH, target->from,
                                        target->to, hit);
  return weft_npu_scene_find (result->scene, target->number, hit);
}

/* Selects the thing, brushes its time, and shows both. */
static void
follow_target (WeftNpuState *self, const WeftNpuTarget *target)
{
  WeftNpuResult *result = weft_npu_state_get_result (self);
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self));
  WeftViewState *state = WEFT_VIEW_STATE (self);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };

  if (result == NULL || !find_target (result, target, &hit))
    return;
  self->followed = *target;
  weft_track_hit_copy (&hit, &self->led_to);
  if (target->from < target->to)
    weft_time_axis_select (weft_view_state_get_axis (state), target->from, target->to);
  weft_tracks_select (tracks, &hit);
  weft_view_state_show_time (state, target->from, target->to);
  weft_tracks_show (tracks, &hit);
}

static void
follow_link (WeftViewState *state, const char *text)
{
  WeftNpuTarget target;

  if (weft_npu_target_parse (text, &target))
    follow_target (WEFT_NPU_STATE (state), &target);
  else
    WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->follow_link (state, text);
}

/* --- facts ---------------------------------------------------------------------------------------------- */

static const GArray *
get_findings (WeftViewState *state)
{
  WeftNpuResult *result = weft_npu_state_get_result (WEFT_NPU_STATE (state));

  return result != NULL ? result->findings : NULL;
}

static void
write_selected (WeftNpuState *self, WeftNpuResult *result, const WeftNpuCards *cards,
                WeftFactSheet *sheet)
{
  const WeftNpuSnapshot *snapshot = result->question.snapshot;

  weft_npu_cards_write_answer (cards, sheet);
  if (cards->row == WEFT_NO_ROW)
    return;
  weft_npu_sheet_write_event (sheet, snapshot, cards->row, &cards->clock);
  weft_npu_sheet_write_producers (sheet, snapshot, cards->row);
  weft_npu_cards_write_more (cards, sheet);
}

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftNpuState *self = WEFT_NPU_STATE (state);
  WeftNpuResult *result = weft_npu_state_get_result (self);
  WeftNpuCards cards = { .result = result, .followed = get_followed (self) };

  if (result != NULL)
    {
      cards.clock = weft_time_axis_get_clock (weft_view_state_get_axis (state));
      cards.row = weft_events_state_get_selected (WEFT_EVENTS_STATE (state));
      if (cards.row >= result->question.snapshot->n_events)
        cards.row = WEFT_NO_ROW;
      cards.has_span = get_span (self, result->question.snapshot, &cards.span);
      if (cards.has_span)
        cards.study = get_study (self, cards.row, &cards.span);
      if (weft_view_state_has_selected (state))
        write_selected (self, result, &cards, sheet);
      else if (!weft_view_state_has_range (state))
        weft_npu_cards_write_tokens (&cards, sheet);
      if (weft_npu_snapshot_is_summary (result->question.snapshot))
        weft_npu_sheet_write_run (sheet, result->stats);
      else
        weft_npu_sheet_write_sums (sheet, result->stats, weft_view_state_has_range (state),
                                   &cards.clock);
    }
  WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->write_facts (state, sheet);
}

static char *
describe_empty (WeftViewState *state)
{
  g_autoptr (WeftNpuSnapshot) snapshot =
    weft_npu_trace_ref_snapshot (get_trace (WEFT_NPU_STATE (state)));

  return weft_npu_describe_missing (snapshot);
}

/* --- the object ----------------------------------------------------------------------------------------- */

static void
add_options (WeftEventsStateClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  weft_events_state_class_add_option (
    klass,
    g_param_spec_enum ("scheme", NULL, NULL, WEFT_TYPE_NPU_SCHEME, WEFT_NPU_BY_ENGINE, flags),
    G_STRUCT_OFFSET (WeftNpuState, scheme));
  weft_events_state_class_add_option (
    klass, g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, flags),
    G_STRUCT_OFFSET (WeftNpuState, logarithmic));
  weft_events_state_class_add_option (klass,
                                      g_param_spec_boolean ("arrows", NULL, NULL, TRUE, flags),
                                      G_STRUCT_OFFSET (WeftNpuState, arrows));
  weft_events_state_class_add_option (klass, g_param_spec_boolean ("path", NULL, NULL, TRUE, flags),
                                      G_STRUCT_OFFSET (WeftNpuState, path));
}

static void
weft_npu_state_dispose (GObject *object)
{
  WeftNpuState *self = WEFT_NPU_STATE (object);

  g_clear_object (&self->study);
  weft_track_hit_clear (&self->led_to);
  G_OBJECT_CLASS (weft_npu_state_parent_class)->dispose (object);
}

static void
weft_npu_state_class_init (WeftNpuStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);
  WeftEventsStateClass *events_class = WEFT_EVENTS_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_npu_state_dispose;

  add_options (events_class);
  state_class->go_to = go_to;
  state_class->write_facts = write_facts;
  state_class->get_findings = get_findings;
  state_class->follow_link = follow_link;
  state_class->describe_empty = describe_empty;
  events_class->ask = ask;
  events_class->take_result = take_result;
  events_class->filter_offset = G_STRUCT_OFFSET (WeftNpuQuestion, filter);
  events_class->loading_offset = G_STRUCT_OFFSET (WeftNpuQuestion, loading);
  events_class->count_rows = count_rows;
  events_class->describe_count = describe_count;
  events_class->find_row = find_row;
  events_class->find_line = find_line;
  events_class->get_facts = get_facts;
  events_class->schema = &weft_npu_event_schema;
  events_class->get_all = get_all;
  events_class->get_time = get_time;
  events_class->get_passing = get_passing;
  events_class->get_language = weft_npu_language;
  events_class->list_values = weft_npu_list_values;
}

static void
weft_npu_state_init (WeftNpuState *self)
{
  self->arrows = self->path = TRUE;
  self->study = weft_npu_study_runner_new ();
  g_signal_connect_object (self->study, "done", G_CALLBACK (weft_view_state_content_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "selection", G_CALLBACK (ask_study), NULL);
  g_signal_connect (self, "result", G_CALLBACK (ask_study), NULL);
}

WeftNpuState *
weft_npu_state_new (WeftNpuTrace *trace)
{
  WeftNpuState *self = g_object_new (WEFT_TYPE_NPU_STATE, NULL);
  g_autoptr (WeftRunner) runner = weft_runner_new (WEFT_TYPE_NPU_RESULT);
  const WeftTimeUnit cycles = WEFT_TIME_UNIT_CYCLES;

  weft_events_state_set_up (WEFT_EVENTS_STATE (self), WEFT_TRACE (trace), &cycles, runner);
  weft_shown_results_set_colorable (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  return self;
}
