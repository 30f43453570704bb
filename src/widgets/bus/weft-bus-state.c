/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-state.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-fields.h"
#include "weft-bus-go-to.h"
#include "weft-bus-hit.h"
#include "weft-bus-search.h"
#include "weft-bus-words.h"
#include "weft-words.h"

struct _WeftBusState
{
  WeftEventsState parent_instance;

  WeftBusHeat heat;
  guint region;
};

G_DEFINE_ENUM_TYPE (WeftBusHeat, weft_bus_heat, G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_COUNT, "count"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_WAIT, "wait"),
                    G_DEFINE_ENUM_VALUE (WEFT_BUS_HEAT_RETRIES, "retries"))

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftBusState, weft_bus_state, WEFT_TYPE_EVENTS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE, weft_bus_search_init)
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

static gboolean
has_filter (WeftResult *result, WeftExpression *filter)
{
  return WEFT_BUS_RESULT (result)->question.filter == filter;
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

static guint32
get_shown (WeftResult *result, guint row)
{
  WeftBusIndex *shown = WEFT_BUS_RESULT (result)->shown;

  return row < weft_bus_index_get_n_rows (shown) ? weft_bus_index_get_row (shown, row)
                                                 : WEFT_NO_ROW;
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

/* --- facts ------------------------------------------------------------------------------------ */

static char *
format_cycles (guint64 cycles, gboolean exact, const WeftClock *clock)
{
  g_autofree char *words = weft_words_length (clock, cycles);

  return exact ? g_steal_pointer (&words) : g_strconcat ("≈ ", words, NULL);
}

static char *
format_point (guint64 cycle, const WeftClock *clock)
{
  g_autofree char *number = weft_number_count (cycle);

  return weft_clock_format (clock, (gint64) MIN (cycle, G_MAXINT64), number);
}

static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  const WeftFact fact = { .name = name, .value = value, .tooltip = tooltip };

  weft_fact_section_add (section, &fact);
  g_free (value);
}

static void
write_times (WeftFactSection *section, const WeftBusRecord *record, const WeftClock *clock)
{
  gboolean exact = weft_bus_access_is_exact (record);
  guint64 elapsed = weft_bus_access_get_elapsed (record);
  guint64 wait = weft_bus_access_get_wait (record, elapsed);
  const char *why = exact
                      ? NULL
                      : _ ("Its ticks run backwards, so this is reckoned as service + retries × "
                           "service");

  take (section, _ ("First attempt"), format_point (record->first_attempt, clock), NULL);
  take (section, _ ("Complete"), format_point (record->complete, clock), NULL);
  take (section, _ ("Elapsed"), format_cycles (elapsed, exact, clock), why);
  take (section, _ ("Wait"), format_cycles (wait, exact, clock), why);
  take (section, _ ("Service"), format_cycles (record->service, TRUE, clock), _ ("Of one attempt"));
  take (section, _ ("Retries"), weft_number_count (record->retries), NULL);
  if (weft_bus_access_is_overlong (record, elapsed))
    take (section, _ ("Flag"), g_strdup (_ ("service longer than the access")), NULL);
  if (weft_bus_access_is_retried_unwaited (record, wait))
    take (section, _ ("Flag"), g_strdup (_ ("retried, and did not wait")), NULL);
}

static void
write_access (WeftFactSheet *sheet, WeftBusSnapshot *snapshot, guint32 row, const WeftClock *clock)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Access"));
  WeftBusRecord record;
  guint region;

  weft_bus_snapshot_get_record (snapshot, row, &record);
  region = weft_bus_region_of (record.addr);
  take (section, _ ("Seq"), weft_number_count (record.seq), NULL);
  take (section, weft_bus_trace_is_binary (snapshot->trace) ? _ ("Record") : _ ("Line"),
        weft_number_integer (record.line), NULL);
  take (section, _ ("Master"), g_strdup (weft_bus_master_to_string (record.master)), NULL);
  take (section, _ ("Address"), g_strdup_printf ("0x%08X", record.addr), NULL);
  take (section, _ ("Region"), g_strdup (weft_bus_region_get (region)->name), NULL);
  take (section, _ ("Size"),
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u byte", "%u bytes", record.size),
                         record.size),
        NULL);
  take (section, _ ("Direction"),
        g_utf8_make_valid (weft_bus_trace_get_rw (snapshot->trace, record.rw), -1), NULL);
  take (section, _ ("Kind"),
        g_utf8_make_valid (weft_bus_trace_get_kind (snapshot->trace, record.kind), -1), NULL);
  take (section, _ ("Cache bucket"),
        g_strdup (weft_bus_cache_to_string (weft_bus_cache_of (region, record.service))), NULL);
  write_times (section, &record, clock);
}

static void
write_blockers (WeftFactSheet *sheet, const WeftBusIndex *index, guint32 row,
                const WeftClock *clock)
{
  g_autoptr (GArray) blockers = weft_bus_index_find_blockers (index, row);
  WeftFactSection *section;

  if (blockers->len == 0)
    return;
  section = weft_fact_sheet_add (sheet, _ ("Served while it waited (inferred)"));
  for (guint i = 0; i < MIN (blockers->len, 12); i++)
    {
      const WeftBusBlocker *blocker = &g_array_index (blockers, WeftBusBlocker, i);
      WeftBusRecord record;
      g_autofree char *seq = NULL;
      g_autofree char *place = NULL;
      g_autofree char *overlap = format_cycles ((guint64) blocker->overlap, TRUE, clock);
      g_autofree char *target = g_strdup_printf ("row:%u", blocker->row);

      weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index), blocker->row, &record);
      seq = weft_number_count (record.seq);
      place = g_strdup_printf ("%s 0x%08X", weft_bus_master_to_string (record.master), record.addr);
      weft_fact_section_add (
        section, &(WeftFact){ .name = seq, .value = place, .extra = overlap, .target = target });
    }
}

static void
write_verdict (WeftFactSheet *sheet, const WeftBusModel *model, guint32 row, const WeftClock *clock)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Model of the arbiter"));
  WeftBusVerdict verdict;
  const WeftField *field;

  weft_bus_model_get_verdict (model, weft_bus_model_get_place (model, row), &verdict);
  WEFT_FOR_EACH_FIELD (&weft_bus_verdict_schema, WEFT_FIELD_INSPECT, field)
    {
      WeftCell cell = weft_field_get_item (field, NULL, 0, &verdict);

      take (section, _ (field->title),
            field->unit == WEFT_UNIT_CYCLES ? format_cycles (cell.count, TRUE, clock)
                                            : weft_number_integer (cell.integer),
            field->doc != NULL ? _ (field->doc) : NULL);
    }
  if (verdict.class == WEFT_BUS_KNOWN_GAP)
    weft_fact_section_add (section,
                           &(WeftFact){ .name = _ ("Class"),
                                        .value = _ ("known gap"),
                                        .note = _ ("Byte accesses may bypass the emulator's wait "
                                                   "check: a known gap of the trace, not an error "
                                                   "of the arbiter.") });
  else
    take (section, _ ("Class"), g_strdup (weft_bus_class_to_string (verdict.class)), NULL);
}

static void
write_summary (WeftFactSheet *sheet, WeftBusState *self, const WeftBusSummary *summary,
               const WeftClock *clock)
{
  gboolean ranged = weft_view_state_has_range (WEFT_VIEW_STATE (self));
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged ? _ ("In the brushed range") : _ ("All accesses"));
  guint64 n = summary->totals.n_accesses;

  take (section, _ ("Accesses"), weft_number_count (n), ranged ? _ ("That complete in it") : NULL);
  take (section, _ ("Waited"), weft_words_share (summary->totals.n_waited, n), NULL);
  take (section, _ ("Wait"), format_cycles (summary->totals.wait, summary->n_exact == n, clock),
        NULL);
  take (section, _ ("Retries"), weft_number_count (summary->totals.retries), NULL);
  take (section, _ ("Byte accesses"), weft_words_share (summary->sizes[1], n),
        _ ("Candidates of the known gap in the trace's waits"));
  take (
    section, _ ("Known gaps"), weft_words_share (summary->model->n_classes[WEFT_BUS_KNOWN_GAP], n),
    _ ("Byte accesses without a retry for which the model waits longer: a gap of the trace, not "
       "an error of the arbiter"));
  take (section, _ ("Waits as in the model"), weft_words_share (summary->model->n_agreements, n),
        NULL);
}

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftBusState *self = WEFT_BUS_STATE (state);
  WeftBusResult *result = weft_bus_state_get_result (self);
  WeftClock clock = weft_time_axis_get_clock (weft_view_state_get_axis (state));
  guint32 row = weft_events_state_get_selected (WEFT_EVENTS_STATE (self));

  if (result != NULL && row < result->question.snapshot->n_rows)
    {
      write_access (sheet, result->question.snapshot, row, &clock);
      write_blockers (sheet, result->all, row, &clock);
      write_verdict (sheet, result->model, row, &clock);
    }
  if (result != NULL)
    write_summary (sheet, self, result->summary, &clock);
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
  state_class->write_facts = write_facts;
  state_class->describe_empty = describe_empty;
  events_class->ask = ask;
  events_class->take_result = take_result;
  events_class->has_filter = has_filter;
  events_class->count_rows = count_rows;
  events_class->describe_count = describe_count;
  events_class->find_row = find_row;
  events_class->find_line = find_line;
  events_class->get_facts = get_facts;
  events_class->get_shown = get_shown;
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
  return self;
}
