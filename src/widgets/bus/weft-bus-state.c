/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-state.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-card.h"
#include "weft-bus-fields.h"
#include "weft-bus-go-to.h"
#include "weft-bus-hit.h"
#include "weft-bus-sheet.h"
#include "weft-bus-target.h"
#include "weft-events-search.h"
#include "weft-shown-results.h"

struct _WeftBusState
{
  WeftEventsState parent_instance;

  WeftBusHeat heat;
  guint region;
  WeftBusTarget followed; /* what a finding led to last; an empty range at first */
};

G_DEFINE_ENUM_TYPE (WeftBusHeat, weft_bus_heat, G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_COUNT, "count"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_WAIT, "wait"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_RETRIES, "retries"))

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftBusState, weft_bus_state, WEFT_TYPE_EVENTS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE,
                                                      weft_events_search_init)
                                 G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                        weft_fact_source_searchable_init))

WeftBusResult *
weft_bus_state_get_result (WeftBusState *self)
{
  return weft_events_state_get_result (self);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void
ask (WeftEventsState *events, WeftExpression *filter, const WeftCycleRange *range)
{
  WeftBusState *self = WEFT_BUS_STATE (events);
  WeftTrace *trace = weft_view_state_get_trace (WEFT_VIEW_STATE (self));
  WeftBusQuestion question = { .snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace)),
                               .loading = weft_trace_get_state (trace) == WEFT_TRACE_GROWING,
                               .filter = filter,
                               .region = self->region,
                               .heat = self->heat,
                               .row_colors = weft_shown_results_ref_colors (WEFT_VIEW_STATE (self)),
                               .range = *range };

  weft_runner_ask (weft_events_state_get_runner (events), &question);
}

static void
take_result (WeftEventsState *self G_GNUC_UNUSED, WeftResult *object, WeftEventsPicture *picture)
{
  WeftBusResult *result = WEFT_BUS_RESULT (object);

  picture->scene = result->scene;
  picture->folds = result->folds;
  weft_bus_scene_get_busy (result->all, &picture->start_first, &picture->start_last);
  weft_bus_scene_get_extent (result->all, &picture->first, &picture->last);
}

static void
count_rows (WeftResult *result, guint64 *shown, guint64 *all)
{
  *shown = weft_bus_index_get_n_rows (WEFT_BUS_RESULT (result)->shown);
  *all = weft_bus_index_get_n_rows (WEFT_BUS_RESULT (result)->all);
}

static char *
describe_count (const char *shown, const char *all, guint64 n_all)
{
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s of %s access", "%s of %s accesses", n_all), shown, all);
}

static gboolean
find_row (WeftResult *object, guint32 row, WeftTrackHit *hit)
{
  WeftBusResult *result = WEFT_BUS_RESULT (object);

  if (row >= result->question.snapshot->n_rows)
    return FALSE;
  weft_bus_scene_find (result->scene, row, hit);
  return TRUE;
}

static guint32
find_line (WeftResult *result, gint64 line)
{
  return weft_bus_snapshot_find_line (WEFT_BUS_RESULT (result)->question.snapshot, line);
}

static WeftFacts
get_facts (WeftResult *result)
{
  return weft_bus_rows_get_facts (&WEFT_BUS_RESULT (result)->rows_table, WEFT_FIELD_TABLE);
}

static WeftFacts
get_all (WeftResult *result)
{
  return weft_bus_rows_get_facts (&WEFT_BUS_RESULT (result)->all_table, WEFT_FIELD_SEARCH);
}

static guint32
get_item (gpointer data, guint place)
{
  return weft_bus_index_get_row (((const WeftBusRows *) data)->index, place);
}

static gint64
get_time (gpointer data, guint place)
{
  const WeftBusRows *rows = data;
  WeftBusRecord record;

  weft_bus_snapshot_get_record (rows->snapshot, get_item (data, place), &record);
  return (gint64) record.first_attempt;
}

static guint
find_place (WeftResult *object, guint32 row)
{
  WeftBusResult *result = WEFT_BUS_RESULT (object);

  return row < result->question.snapshot->n_rows ? weft_bus_model_get_place (result->model, row)
                                                 : 0;
}

static const WeftBitset *
get_passing (WeftResult *result)
{
  return WEFT_BUS_RESULT (result)->rows;
}

/* --- going to places -------------------------------------------------------------------------- */

static void
go_to (WeftViewState *state, const char *text, GTask *task)
{
  WeftBusResult *result = weft_bus_state_get_result (WEFT_BUS_STATE (state));
  WeftEventsState *events = WEFT_EVENTS_STATE (state);
  GError *error = NULL;
  guint32 row = WEFT_NO_ROW;

  if (result == NULL
      || !weft_bus_go_to_parse (text, result->question.snapshot,
                                weft_events_state_get_selected (events), &row, &error))
    {
      WEFT_VIEW_STATE_CLASS (weft_bus_state_parent_class)->go_to (state, text, task);
      return;
    }
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  weft_events_state_show_row (events, row, TRUE);
  g_task_return_pointer (task, g_strdup (""), g_free);
}

/* --- findings --------------------------------------------------------------------------------- */

static const GArray *
get_findings (WeftViewState *state)
{
  WeftBusResult *result = weft_bus_state_get_result (WEFT_BUS_STATE (state));

  return result != NULL ? result->findings : NULL;
}

/* Puts the time in sight; that of an access with as much on both sides as shows what is around it. */
static void
show_target (WeftViewState *state, const WeftBusTarget *target)
{
  gint64 from = target->range.from, to = target->range.to;
  gint64 margin = target->kind == WEFT_BUS_TARGET_ACCESS ? to - from : 0;

  weft_view_state_show_time (state, from >= G_MININT64 + margin ? from - margin : from,
                             to <= G_MAXINT64 - margin ? to + margin : to);
}

/* Findings are of all accesses, so that no filter is left in their way. */
static void
follow_target (WeftBusState *self, const WeftBusTarget *target)
{
  WeftViewState *state = WEFT_VIEW_STATE (self);

  self->followed = *target;
  if (*weft_filterable_get_filter (WEFT_FILTERABLE (self)) != '\0')
    weft_filterable_set_filter (WEFT_FILTERABLE (self), "", NULL, NULL);
  weft_time_axis_select (weft_view_state_get_axis (state), target->range.from, target->range.to);
  show_target (state, target);
  if (target->row != WEFT_NO_ROW)
    weft_events_state_show_row (WEFT_EVENTS_STATE (self), target->row, FALSE);
  else
    weft_tracks_select (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self)), NULL);
}

static void
follow_link (WeftViewState *state, const char *text)
{
  WeftBusTarget target;

  if (weft_bus_target_parse (text, &target))
    follow_target (WEFT_BUS_STATE (state), &target);
  else
    WEFT_VIEW_STATE_CLASS (weft_bus_state_parent_class)->follow_link (state, text);
}

/* Whether what is selected and brushed is what a finding led to, and the result is of that. */
static gboolean
is_followed (WeftBusState *self, const WeftBusResult *result)
{
  const WeftBusTarget *followed = &self->followed;
  WeftCycleRange brushed;

  return weft_time_axis_get_selection (weft_view_state_get_axis (WEFT_VIEW_STATE (self)),
                                       &brushed.from, &brushed.to)
         && brushed.from == followed->range.from && brushed.to == followed->range.to
         && result->question.range.from == brushed.from && result->question.range.to == brushed.to
         && result->question.filter == NULL
         && weft_events_state_get_selected (WEFT_EVENTS_STATE (self)) == followed->row;
}

/* --- facts ------------------------------------------------------------------------------------ */

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftBusState *self = WEFT_BUS_STATE (state);
  WeftBusResult *result = weft_bus_state_get_result (self);
  WeftClock clock = weft_time_axis_get_clock (weft_view_state_get_axis (state));
  guint32 row = weft_events_state_get_selected (WEFT_EVENTS_STATE (self));

  if (result != NULL && is_followed (self, result))
    weft_bus_card_write (sheet, result, &self->followed, &clock);
  if (result != NULL && row < result->question.snapshot->n_rows)
    weft_bus_sheet_write_access (sheet, result, row, &clock);
  if (result != NULL)
    weft_bus_sheet_write_summary (sheet, result->summary, weft_view_state_has_range (state),
                                  &clock);
  WEFT_VIEW_STATE_CLASS (weft_bus_state_parent_class)->write_facts (state, sheet);
}

static char *
describe_empty (WeftViewState *state)
{
  g_autoptr (WeftBusSnapshot) snapshot =
    weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (weft_view_state_get_trace (state)));

  if (snapshot->n_rows > 0)
    return NULL;
  if (snapshot->counts.n_events == 0)
    return g_strdup (_ ("The file has no record: the emulator traced no access. Start tracing "
                        "before the program that is of interest, and end it properly."));
  return g_strdup (_ ("The file has records, but none of them can be read: the diagnostics say "
                      "what is wrong with each."));
}

/* --- the object ------------------------------------------------------------------------------- */

static void
add_options (WeftEventsStateClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  weft_events_state_class_add_option (
    klass, g_param_spec_enum ("heat", NULL, NULL, WEFT_TYPE_BUS_HEAT, WEFT_BUS_HEAT_COUNT, flags),
    G_STRUCT_OFFSET (WeftBusState, heat));
  /* −1 is WEFT_BUS_NO_REGION as an int. */
  weft_events_state_class_add_option (
    klass, g_param_spec_int ("pages", NULL, NULL, -1, WEFT_BUS_N_REGIONS - 1, -1, flags),
    G_STRUCT_OFFSET (WeftBusState, region));
}

static void
weft_bus_state_class_init (WeftBusStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);
  WeftEventsStateClass *events_class = WEFT_EVENTS_STATE_CLASS (klass);

  add_options (events_class);
  state_class->go_to = go_to;
  state_class->get_findings = get_findings;
  state_class->follow_link = follow_link;
  state_class->write_facts = write_facts;
  state_class->describe_empty = describe_empty;
  events_class->ask = ask;
  events_class->take_result = take_result;
  events_class->filter_offset = G_STRUCT_OFFSET (WeftBusQuestion, filter);
  events_class->loading_offset = G_STRUCT_OFFSET (WeftBusQuestion, loading);
  events_class->count_rows = count_rows;
  events_class->describe_count = describe_count;
  events_class->find_row = find_row;
  events_class->find_line = find_line;
  events_class->get_facts = get_facts;
  events_class->schema = &weft_bus_access_schema;
  events_class->get_all = get_all;
  events_class->get_time = get_time;
  events_class->get_passing = get_passing;
  events_class->get_item = get_item;
  events_class->find_place = find_place;
  events_class->get_language = weft_bus_language;
  events_class->list_values = weft_bus_list_values;
}

static void
weft_bus_state_init (WeftBusState *self)
{
  self->region = WEFT_BUS_NO_REGION;
}

WeftBusState *
weft_bus_state_new (WeftBusTrace *trace)
{
  WeftBusState *self = g_object_new (WEFT_TYPE_BUS_STATE, NULL);
  g_autoptr (WeftRunner) runner = weft_runner_new (WEFT_TYPE_BUS_RESULT);

  weft_events_state_set_up (WEFT_EVENTS_STATE (self), WEFT_TRACE (trace), &WEFT_TIME_UNIT_CYCLES,
                            runner);
  weft_shown_results_set_colorable (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  return self;
}
