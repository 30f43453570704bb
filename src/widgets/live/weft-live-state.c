/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-state.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#include "weft-filterable.h"
#include "weft-live-fields.h"
#include "weft-live-findings.h"
#include "weft-live-folds.h"
#include "weft-live-groups.h"
#include "weft-live-host.h"
#include "weft-live-life.h"
#include "weft-live-scene.h"
#include "weft-runner.h"
#include "weft-shown-results.h"
#include "weft-words.h"

/* A live session opens with so many ns in sight. */
#define FIRST_SIGHT G_GINT64_CONSTANT (2000000000)

/* µs from one count of the figures of a trace that grows to the next, and at least how many times as
 * long as the last took. */
#define FIGURES_INTERVAL 500000
#define FIGURES_SHARE 9

/* ns to which the lag is said: it changes faster than anybody reads. */
#define LAG_STEP 100000

struct _WeftLiveState
{
  WeftTracksState parent_instance;

  WeftLiveTrace *trace;
  guint n_lanes;     /* of the scene, */
  guint n_named;     /* and programs of its legend, */
  guint n_ends;      /* how often lanes had ended then, */
  guint past;        /* and which lanes are of past processes; 0: none */
  guint titles;      /* and what hosts are called, where there are several, */
  WeftBitset *asked; /* and the records that pass the filter by which it is dimmed; NULL: by none */
  guint32 folded_past; /* hosts, a bit each: theirs are folded, as they are at first */
  gboolean has_range;
  gboolean following;
  gboolean moving;   /* the state itself moves the window */
  gboolean was_open; /* when the window moved last, */
  int width;         /* and how wide it was */

  WeftRunner *runner;        /* of the figures */
  WeftRunner *folding;       /* of what is empty */
  WeftShownResults *results; /* the state's own */
  guint32 program;           /* WEFT_NO_ROW: none was chosen */
};

enum
{
  PROP_0,
  PROP_FOLLOWING,
  N_PROPS
};
enum
{
  FIGURES,
  PROGRAM,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftLiveState, weft_live_state, WEFT_TYPE_LIVE_RECORDS_STATE)

static WeftTracks *
get_tracks (WeftLiveState *self)
{
  return weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self));
}

static WeftTimeAxis *
get_axis (WeftLiveState *self)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (self));
}

static WeftExpression *
get_filter (WeftLiveState *self)
{
  return weft_live_records_state_get_filter (WEFT_LIVE_RECORDS_STATE (self));
}

WeftLiveTrace *
weft_live_state_get_trace (WeftLiveState *self)
{
  return self->trace;
}

WeftLiveSession *
weft_live_state_get_session (WeftLiveState *self)
{
  return weft_live_session_find (self->trace);
}

WeftLiveFigures *
weft_live_state_get_figures (WeftLiveState *self)
{
  return weft_runner_get_value (self->runner);
}

/* The row that is selected; FALSE where none is, or it was evicted. */
static gboolean
get_selected_row (WeftLiveState *self, const WeftTrackHit *selected, WeftLiveRow *row)
{
  guint n_held = weft_live_trace_hold (self->trace);
  guint32 first = 0, end = 0;
  gboolean is_there;

  if (selected->on_track)
    weft_live_trace_get_rows (self->trace, selected->track, &first, &end);
  is_there = selected->thing >= first && selected->thing < end;
  if (is_there)
    weft_live_trace_get_row (self->trace, selected->track, (guint32) selected->thing, row);
  weft_live_trace_release (self->trace, n_held);
  return is_there;
}

/* --- figures ------------------------------------------------------------------------------------ */

typedef struct
{
  WeftLiveTrace *trace;
  guint generation;
  WeftCycleRange range;
  WeftExpression *filter; /* NULL: all */
} Question;

static void
question_clear (gpointer data)
{
  Question *question = data;

  g_clear_object (&question->trace);
  g_clear_pointer (&question->filter, weft_expression_unref);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  if (question->range.from != before->range.from || question->range.to != before->range.to
      || question->filter != before->filter)
    return WEFT_RUN_NOW;
  return question->generation == before->generation ? WEFT_RUN_NOT : WEFT_RUN_LATER;
}

static gpointer
count (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  WeftLiveFigures *figures =
    weft_live_figures_new (question->trace, &question->range, question->filter, cancellable);

  if (figures != NULL && question->range.from == G_MININT64 && question->filter == NULL)
    figures->findings = weft_live_findings_new (figures);
  if (figures == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return figures;
}

static const WeftDerivation counting = { .name = "WeftLiveCounted",
                                         .question_size = sizeof (Question),
                                         .clear_question = question_clear,
                                         .choose = choose,
                                         .derive = count,
                                         .free_value = g_object_unref,
                                         .interval = FIGURES_INTERVAL,
                                         .share = FIGURES_SHARE };

static void
on_counted (WeftLiveState *self)
{
  g_signal_emit (self, signals[FIGURES], 0);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* While nothing is selected and no range is brushed. */
static const GArray *
get_findings (WeftViewState *state)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (WEFT_LIVE_STATE (state));

  return figures != NULL && !weft_view_state_has_selected (state)
             && !weft_view_state_has_range (state)
           ? figures->findings
           : NULL;
}

/* "time:FROM:TO" is brushed and shown. */
static void
follow_link (WeftViewState *state, const char *target)
{
  gint64 from, to;

  if (sscanf (target, "time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &from, &to) != 2)
    return;
  weft_view_state_push_history (state);
  weft_time_axis_select (weft_view_state_get_axis (state), from, to);
  weft_view_state_show_time (state, from, to);
}

static void
ask (WeftLiveState *self)
{
  Question question = { .trace = g_object_ref (self->trace),
                        .generation = weft_trace_get_generation (WEFT_TRACE (self->trace)),
                        .filter = get_filter (self) != NULL
                                    ? weft_expression_ref (get_filter (self))
                                    : NULL };

  if (!weft_time_axis_get_selection (get_axis (self), &question.range.from, &question.range.to))
    question.range = WEFT_CYCLE_RANGE_ALL;
  weft_runner_ask (self->runner, &question);
}

/* --- the program that is looked at -------------------------------------------------------------- */

guint32
weft_live_state_get_program (WeftLiveState *self)
{
  return self->program;
}

void
weft_live_state_set_program (WeftLiveState *self, guint32 program)
{
  if (program == self->program)
    return;
  self->program = program;
  g_signal_emit (self, signals[PROGRAM], 0);
}

const WeftLiveProgramFigures *
weft_live_state_get_program_figures (WeftLiveState *self)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (self);
  GArray *programs = figures != NULL ? figures->programs : NULL;

  if (programs == NULL || programs->len == 0)
    return NULL;
  for (guint i = 0; i < programs->len; i++)
    if (g_array_index (programs, WeftLiveProgramFigures, i).program == self->program)
      return &g_array_index (programs, WeftLiveProgramFigures, i);
  return self->program == WEFT_NO_ROW ? &g_array_index (programs, WeftLiveProgramFigures, 0) : NULL;
}

/* A run that is selected chooses its program. */
static void
on_selection (WeftLiveState *self)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (self));
  WeftLiveRow row;

  if (get_selected_row (self, selected, &row) && row.program != WEFT_NO_ROW)
    weft_live_state_set_program (self, row.program);
}

/* --- what is folded ----------------------------------------------------------------------------- */

/* To fold moves the window, but nobody went anywhere. */
static void
on_folded (WeftLiveState *self)
{
  self->moving = TRUE;
  weft_time_axis_set_folds (get_axis (self), self, weft_live_folds_get (self->folding));
  self->moving = FALSE;
}

/* Who follows comes to the newest end, at the zoom that they have. */
static void
unfold (WeftLiveState *self)
{
  WeftTimeAxis *axis = get_axis (self);
  double length = weft_time_axis_get_visible (axis)->length;
  WeftTimeSpan span;

  weft_runner_forget (self->folding);
  self->moving = TRUE;
  weft_time_axis_set_folds (axis, self, NULL);
  span = *weft_time_axis_get_visible (axis);
  span.length = length;
  weft_time_axis_set_visible (axis, &span);
  self->moving = FALSE;
}

/* Time that is empty while a session is followed need not stay so, nor while a recording is read. */
static void
update_folds (WeftLiveState *self)
{
  gboolean growing = weft_trace_get_state (WEFT_TRACE (self->trace)) == WEFT_TRACE_GROWING;

  if (!growing || (weft_live_state_get_session (self) != NULL && !self->following))
    weft_live_folds_ask (self->folding, self->trace);
  else if (weft_runner_get_question (self->folding) != NULL)
    unfold (self);
}

/* --- following ---------------------------------------------------------------------------------- */

/* Not while the window glides to where somebody zoomed. */
static void
follow (WeftLiveState *self)
{
  if (!self->following || !weft_view_state_is_open (WEFT_VIEW_STATE (self))
      || weft_tracks_is_gliding (get_tracks (self)))
    return;
  self->moving = TRUE;
  weft_view_state_show_end (WEFT_VIEW_STATE (self));
  self->moving = FALSE;
}

static void
set_following (WeftLiveState *self, gboolean following)
{
  if (self->following == following)
    return;
  self->following = following;
  update_folds (self);
  follow (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOWING]);
}

/* Who scrolls back wants to look at what was; who comes to the end again wants to follow. The window
 * that opens has been moved by nobody, however much came before, nor has one that gets wider or
 * narrower. */
static void
on_viewport (WeftLiveState *self)
{
  int width = weft_tracks_get_width (get_tracks (self));
  gboolean keeps = self->was_open && width == self->width;

  self->was_open = weft_view_state_is_open (WEFT_VIEW_STATE (self));
  self->width = width;
  if (!keeps)
    follow (self);
  else if (!self->moving && self->was_open && weft_live_state_get_session (self) != NULL)
    set_following (self, weft_view_state_shows_end (WEFT_VIEW_STATE (self)));
}

/* --- growth ------------------------------------------------------------------------------------- */

/* The first of the session is written as 0. */
static void
set_zero (WeftLiveState *self, gint64 start)
{
  const WeftTimeUnit unit = { WEFT_AXIS_NANOSECONDS, NULL, 1, start, 1e9 };

  weft_time_axis_set_unit (get_axis (self), &unit);
  self->has_range = TRUE;
}

/* A number that is another one for other lanes; 0 for none. */
static guint
find_past (WeftLiveState *self)
{
  g_autoptr (GArray) lives = weft_live_find_lives (self->trace);
  guint past = 0;

  for (guint i = 0; i < lives->len; i++)
    if (g_array_index (lives, WeftLiveLife, i).is_past)
      past = past * 257 + i + 1;
  return past;
}

static void
fold_past (WeftLiveState *self)
{
  g_autoptr (GArray) lives = weft_live_find_lives (self->trace);

  for (guint i = 0; i < lives->len; i++)
    {
      const WeftLiveLife *life = &g_array_index (lives, WeftLiveLife, i);
      guint32 bit = 1u << life->lane.host;
      g_autofree char *group = NULL;

      if (!life->is_past || (self->folded_past & bit) != 0)
        continue;
      group = weft_live_make_past_group (self->trace, life->lane.host);
      weft_tracks_set_closed (get_tracks (self), group, TRUE);
      self->folded_past |= bit;
    }
}

/* The records of which it is known what passes the filter: NULL where there is no filter, or it was not asked yet. */
static const WeftLiveListing *
get_asked (WeftLiveState *self)
{
  const WeftLiveListing *listing =
    weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (self));

  return listing != NULL && listing->places != NULL && get_filter (self) != NULL ? listing : NULL;
}

static void
set_scene (WeftLiveState *self)
{
  const WeftLiveListing *asked = get_asked (self);
  WeftBitset *places = asked != NULL ? asked->places : NULL;
  g_autoptr (WeftTrackScene) scene =
    weft_live_scene_new_with (self->trace, asked != NULL ? asked->records : NULL, places,
                              weft_shown_results_get_colors (self->results));

  g_clear_pointer (&self->asked, weft_bitset_unref);
  self->asked = places != NULL ? weft_bitset_ref (places) : NULL;
  weft_tracks_set_scene (get_tracks (self), scene);
}

/* The filter's rows are known, or there is no filter any more. */
static void
on_asked (WeftLiveState *self)
{
  const WeftLiveListing *asked = get_asked (self);

  if (self->asked != (asked != NULL ? asked->places : NULL))
    set_scene (self);
}

static void
take_growth (WeftLiveState *self)
{
  guint titles = weft_live_hash_titles (self->trace);
  guint n_lanes = weft_live_trace_get_n_lanes (self->trace);
  guint n_ends = weft_live_trace_get_n_ends (self->trace);
  guint past = n_lanes != self->n_lanes || n_ends != self->n_ends ? find_past (self) : self->past;
  guint n_named = MIN (weft_live_trace_get_n_programs (self->trace), WEFT_LIVE_LEGEND_PROGRAMS);
  gint64 start, end;

  self->n_ends = n_ends;
  if (n_lanes != self->n_lanes || n_named != self->n_named || past != self->past
      || titles != self->titles)
    {
      self->n_lanes = n_lanes;
      self->n_named = n_named;
      self->past = past;
      self->titles = titles;
      set_scene (self);
      fold_past (self);
    }
  if (!weft_live_trace_get_range (self->trace, &start, &end))
    return;
  if (!self->has_range)
    {
      set_zero (self, start);
      if (weft_live_state_get_session (self) != NULL)
        weft_tracks_set_start (get_tracks (self), MAX (start, end - FIRST_SIGHT),
                               MAX (end, start + FIRST_SIGHT));
    }
  self->moving = TRUE;
  weft_time_axis_set_range (get_axis (self), self, start, end + 1);
  self->moving = FALSE;
}

static void
on_changed (WeftLiveState *self)
{
  take_growth (self);
  update_folds (self);
  follow (self);
  ask (self);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* --- words -------------------------------------------------------------------------------------- */

static char *
describe_lag (const WeftLiveStatus *status)
{
  guint64 shown = (status->lag_ns + LAG_STEP / 2) / LAG_STEP * LAG_STEP;
  g_autofree char *lag = weft_live_format_time ((gint64) shown);

  if (shown == 0)
    return g_strdup (_ ("Live"));
  /* TRANSLATORS: how late the newest records are */
  return g_strdup_printf (_ ("Live · lag %s"), lag);
}

static char *
describe_status (const WeftLiveStatus *status)
{
  switch (status->state)
    {
    case WEFT_LIVE_CONNECTING:
      return g_strdup_printf (_ ("Connecting… %s"), status->message != NULL ? status->message : "");
    case WEFT_LIVE_WAITING:
      return g_strdup (_ ("Connected. No program has run yet."));
    case WEFT_LIVE_RUNNING:
      return describe_lag (status);
    case WEFT_LIVE_LOST:
      return g_strdup_printf (_ ("Connection lost, trying again. %s"),
                              status->message != NULL ? status->message : "");
    default:
      return g_strdup (_ ("Ended"));
    }
}

/* The faults of a host: appended to `text`. Whether it answers. */
static gboolean
describe_host (WeftLiveState *self, guint host, GString *text)
{
  const char *why;
  g_autofree char *title = weft_live_host_make_title (self->trace, host);
  g_auto (WeftLiveStatus) status = { 0 };

  weft_live_session_get_host_status (weft_live_state_get_session (self), host, &status);
  if (status.state == WEFT_LIVE_WAITING || status.state == WEFT_LIVE_RUNNING)
    return TRUE;
  why = status.message != NULL ? status.message : "";
  g_string_append (text, " · ");
  if (status.state == WEFT_LIVE_LOST)
    /* TRANSLATORS: a host's name, and why there is no connection any more */
    g_string_append_printf (text, _ ("%s: connection lost. %s"), title, why);
  else
    g_string_append_printf (text, _ ("%s: connecting… %s"), title, why);
  return FALSE;
}

/* Says which of the hosts are not there, and how the others are. */
static char *
describe_hosts (WeftLiveState *self, const WeftLiveStatus *status)
{
  guint n_hosts = weft_live_trace_get_n_hosts (self->trace), n_there = 0;
  g_autofree char *words = describe_status (status);
  g_autoptr (GString) troubles = g_string_new (NULL);

  if (status->state == WEFT_LIVE_STOPPED)
    return g_steal_pointer (&words);
  for (guint i = 0; i < n_hosts; i++)
    n_there += describe_host (self, i, troubles);
  if (n_there == 0)
    return g_strdup_printf (_ ("No host answers%s"), troubles->str);
  /* TRANSLATORS: how the session is, how many of how many hosts answer, and what is wrong with others */
  return g_strdup_printf (_ ("%s · %u of %u hosts%s"), words, n_there, n_hosts, troubles->str);
}

char *
weft_live_state_describe_session (WeftLiveState *self)
{
  WeftLiveSession *session = weft_live_state_get_session (self);
  g_auto (WeftLiveStatus) status = { 0 };

  if (session == NULL)
    return g_strdup (_ ("Recording"));
  weft_live_session_get_status (session, &status);
  return weft_live_session_get_n_hosts (session) > 1 ? describe_hosts (self, &status)
                                                     : describe_status (&status);
}

/* A session that has nothing to show yet says why in the bar above the picture. */
static char *
describe_empty (WeftViewState *state)
{
  WeftLiveState *self = WEFT_LIVE_STATE (state);

  if (self->has_range || weft_live_state_get_session (self) != NULL)
    return NULL;
  return g_strdup (_ ("The recording ends before a program ran."));
}

/* Evicted records are not among those that a filter is asked of. */
static char *
describe_passing (WeftLiveState *self, const char *missing)
{
  g_autofree char *shown_words = NULL, *all_words = NULL;
  guint64 shown, all;

  weft_filterable_count_rows (WEFT_FILTERABLE (self), &shown, &all);
  shown_words = weft_number_count (shown);
  all_words = weft_number_count (all);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s of %s record · %s lost", "%s of %s records · %s lost", all),
    shown_words, all_words, missing);
}

static char *
describe (WeftViewState *state, WeftStatusPart part)
{
  WeftLiveState *self = WEFT_LIVE_STATE (state);
  guint64 delivered = 0, lost = 0;
  g_autofree char *records = NULL;
  g_autofree char *missing = NULL;

  if (part != WEFT_STATUS_ROWS)
    return WEFT_VIEW_STATE_CLASS (weft_live_state_parent_class)->describe (state, part);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (self->trace, i, &lane);
      delivered += lane.delivered;
      lost += weft_live_lane_get_lost (&lane) + lane.device_lost;
    }
  missing = weft_number_count (lost);
  if (get_filter (self) != NULL)
    return describe_passing (self, missing);
  records = weft_number_count (delivered);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s record · %s lost", "%s records · %s lost", delivered),
    records, missing);
}

/* A session goes on, and its figures with it; a recording that is read comes to its end. */
static gboolean
is_so_far (WeftViewState *state)
{
  return weft_live_state_get_session (WEFT_LIVE_STATE (state)) == NULL
         && WEFT_VIEW_STATE_CLASS (weft_live_state_parent_class)->is_so_far (state);
}

/* --- facts -------------------------------------------------------------------------------------- */

/* Times are those of the ruler. */
static char *
show_cell (WeftLiveState *self, const WeftField *field, const WeftCell *cell)
{
  char *text;

  if (field->unit == WEFT_UNIT_CYCLE)
    return weft_time_axis_format_time (get_axis (self), cell->integer);
  if (field->unit == WEFT_UNIT_CYCLES)
    return weft_live_format_time (cell->integer);
  if (field->show != NULL)
    return field->show (self->trace, 0, cell);
  text = weft_facts_format (NULL, 0, cell);
  return text != NULL ? text : weft_cell_to_string (cell);
}

static void
write_section (WeftFactSheet *sheet, WeftLiveState *self, const char *title,
               const WeftSchema *schema, gconstpointer item)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, WEFT_FIELD_INSPECT, field)
    {
      g_auto (WeftCell) cell = weft_field_get_item (field, self->trace, 0, item);
      g_autofree char *value = NULL;

      if (!weft_cell_is_known (&cell))
        continue;
      value = show_cell (self, field, &cell);
      weft_fact_section_add (section,
                             &(WeftFact){ .name = _ (field->title),
                                          .value = value,
                                          .tooltip = field->doc != NULL ? _ (field->doc) : NULL });
    }
}

static char *
make_lane_title (WeftLiveState *self, const WeftLiveLane *lane)
{
  g_autofree char *host = NULL;

  if (weft_live_trace_get_n_hosts (self->trace) < 2)
    return g_strdup_printf (_ ("Chip %u"), lane->chip);
  host = weft_live_host_make_title (self->trace, lane->host);
  /* TRANSLATORS: a device, and the host that has it */
  return g_strdup_printf (_ ("Chip %u · %s"), lane->chip, host);
}

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  static const char *const titles[] = { N_ ("Program"), N_ ("Dispatch stall"), N_ ("Lost records"),
                                        N_ ("Lost records") };
  WeftLiveState *self = WEFT_LIVE_STATE (state);
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (self));

  if (selected->on_track)
    {
      g_autofree char *title = NULL;
      WeftLiveLane lane;
      WeftLiveLaneRow item = { .lane = &lane };

      weft_live_trace_get_lane (self->trace, selected->track, &lane);
      title = make_lane_title (self, &lane);
      if (get_selected_row (self, selected, &item.row))
        write_section (sheet, self, _ (titles[item.row.kind]),
                       &weft_live_record_schemas[item.row.kind], &item);
      write_section (sheet, self, title, &weft_live_lane_schema, &lane);
    }
  WEFT_VIEW_STATE_CLASS (weft_live_state_parent_class)->write_facts (state, sheet);
}

/* --- the object --------------------------------------------------------------------------------- */

static void
weft_live_state_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftLiveState *self = WEFT_LIVE_STATE (object);

  switch (id)
    {
    case PROP_FOLLOWING:
      g_value_set_boolean (value, self->following);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_live_state_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftLiveState *self = WEFT_LIVE_STATE (object);

  switch (id)
    {
    case PROP_FOLLOWING:
      set_following (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_live_state_dispose (GObject *object)
{
  WeftLiveState *self = WEFT_LIVE_STATE (object);

  g_clear_object (&self->runner);
  g_clear_object (&self->folding);
  g_clear_pointer (&self->asked, weft_bitset_unref);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (weft_live_state_parent_class)->dispose (object);
}

static void
weft_live_state_class_init (WeftLiveStateClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  object_class->get_property = weft_live_state_get_property;
  object_class->set_property = weft_live_state_set_property;
  object_class->dispose = weft_live_state_dispose;
  state_class->describe = describe;
  state_class->describe_empty = describe_empty;
  state_class->is_so_far = is_so_far;
  state_class->write_facts = write_facts;
  state_class->get_findings = get_findings;
  state_class->follow_link = follow_link;

  properties[PROP_FOLLOWING] =
    g_param_spec_boolean ("following", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[FIGURES] = g_signal_new ("figures", WEFT_TYPE_LIVE_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[PROGRAM] = g_signal_new ("program", WEFT_TYPE_LIVE_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_live_state_init (WeftLiveState *self)
{
  self->runner = weft_runner_new_for_value (&counting);
  g_signal_connect_object (self->runner, "done", G_CALLBACK (on_counted), self, G_CONNECT_SWAPPED);
  self->folding = weft_live_folds_new ();
  g_signal_connect_object (self->folding, "done", G_CALLBACK (on_folded), self, G_CONNECT_SWAPPED);
}

WeftLiveState *
weft_live_state_new (WeftLiveTrace *trace)
{
  WeftLiveState *self = g_object_new (WEFT_TYPE_LIVE_STATE, NULL);
  const WeftTimeUnit unit = { WEFT_AXIS_NANOSECONDS, NULL, 1, 0, 1e9 };

  self->trace = g_object_ref (trace);
  self->program = WEFT_NO_ROW;
  weft_live_records_state_set_up (WEFT_LIVE_RECORDS_STATE (self), trace, &unit);
  self->following = weft_live_state_get_session (self) != NULL;
  self->results = weft_shown_results_get (WEFT_VIEW_STATE (self));
  weft_shown_results_set_colorable (self->results);
  g_signal_connect_object (self->results, "changed", G_CALLBACK (set_scene), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_axis (self), "selection", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_tracks (self), "selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "filter-changed", G_CALLBACK (ask), NULL);
  g_signal_connect (self, "filter-changed", G_CALLBACK (on_asked), NULL);
  g_signal_connect (self, "records", G_CALLBACK (on_asked), NULL);
  g_signal_connect (self, "viewport", G_CALLBACK (on_viewport), NULL);
  on_changed (self);
  return self;
}
