/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-state.h"

#include <glib/gi18n-lib.h>

#include "weft-filterable.h"
#include "weft-npu-cells.h"
#include "weft-npu-fields.h"
#include "weft-npu-search.h"
#include "weft-npu-sheet.h"
#include "weft-npu-words.h"
#include "weft-tracks-print.h"

struct _WeftNpuState
{
  WeftTracksState parent_instance;

  WeftNpuRunner *runner;
  WeftExpression *filter; /* NULL: all */
  WeftNpuScheme scheme;
  gboolean logarithmic;
  gboolean arrows;
  gboolean path;
  double clock;
};

enum { RESULT, N_SIGNALS };

static guint signals[N_SIGNALS];

static void filterable_init (WeftFilterableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftNpuState, weft_npu_state, WEFT_TYPE_TRACKS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE, weft_npu_search_init)
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                      weft_fact_source_searchable_init)
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE,
                                                      weft_tracks_printable_init))

static WeftTracks *
get_tracks (WeftNpuState *self)
{
  return weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self));
}

static WeftNpuTrace *
get_trace (WeftNpuState *self)
{
  return WEFT_NPU_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self)));
}

WeftNpuResult *
weft_npu_state_get_result (WeftNpuState *self)
{
  return weft_npu_runner_get_result (self->runner);
}

/* --- asking --------------------------------------------------------------------------------------------- */

static void
ask (WeftNpuState *self)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (get_trace (self));
  WeftNpuQuestion question = { .snapshot = snapshot, .filter = self->filter,
                               .scheme = self->scheme, .logarithmic = self->logarithmic,
                               .arrows = self->arrows, .path = self->path };
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self));

  if (!weft_time_axis_get_selection (axis, &question.range.from, &question.range.to))
    question.range = WEFT_CYCLE_RANGE_ALL;
  weft_npu_runner_ask (self->runner, &question);
}

/* The clocks of Chrome traces begin long before their programs: times count from the first event. */
static void
set_zero (WeftNpuState *self, gint64 first)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self));
  WeftTimeUnit unit = *weft_time_axis_get_unit (axis);

  if (unit.unit == WEFT_AXIS_COUNT || unit.zero == first)
    return;
  unit.zero = first;
  weft_time_axis_set_unit (axis, &unit);
}

static void
answered (WeftNpuState *self)
{
  WeftNpuResult *result = weft_npu_runner_get_result (self->runner);
  gint64 first, last;

  weft_npu_scene_get_extent (result->question.snapshot, &first, &last);
  set_zero (self, first);
  weft_tracks_set_start (get_tracks (self), first, last);
  weft_time_axis_set_range (weft_view_state_get_axis (WEFT_VIEW_STATE (self)), self, first, last);
  weft_tracks_set_scene (get_tracks (self), result->scene);
  g_signal_emit (self, signals[RESULT], 0);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

WeftNpuScheme
weft_npu_state_get_scheme (WeftNpuState *self)
{
  return self->scheme;
}

void
weft_npu_state_set_scheme (WeftNpuState *self, WeftNpuScheme scheme)
{
  self->scheme = scheme;
  ask (self);
}

gboolean
weft_npu_state_get_logarithmic (WeftNpuState *self)
{
  return self->logarithmic;
}

void
weft_npu_state_set_logarithmic (WeftNpuState *self, gboolean logarithmic)
{
  self->logarithmic = logarithmic;
  ask (self);
}

gboolean
weft_npu_state_get_arrows (WeftNpuState *self)
{
  return self->arrows;
}

void
weft_npu_state_set_arrows (WeftNpuState *self, gboolean arrows)
{
  self->arrows = arrows;
  ask (self);
}

gboolean
weft_npu_state_get_path (WeftNpuState *self)
{
  return self->path;
}

void
weft_npu_state_set_path (WeftNpuState *self, gboolean path)
{
  self->path = path;
  ask (self);
}

double
weft_npu_state_get_clock (WeftNpuState *self)
{
  return self->clock;
}

void
weft_npu_state_set_clock (WeftNpuState *self, double megahertz)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self));
  WeftTimeUnit unit = *weft_time_axis_get_unit (axis);

  self->clock = megahertz;
  if (unit.unit == WEFT_AXIS_COUNT)
    {
      unit.ticks_per_second = megahertz * 1e6;
      weft_time_axis_set_unit (axis, &unit);
    }
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* --- filter --------------------------------------------------------------------------------------------- */

static const WeftLanguage *
get_language (WeftFilterable *filterable G_GNUC_UNUSED)
{
  return weft_npu_language ();
}

static char **
list_values (int function, const WeftField *field, gpointer self)
{
  return weft_npu_list_values (function, field, get_trace (self));
}

static void
apply_filter (WeftFilterable *filterable, WeftExpression *expression)
{
  WeftNpuState *self = WEFT_NPU_STATE (filterable);

  g_clear_pointer (&self->filter, weft_expression_unref);
  if (expression != NULL)
    self->filter = weft_expression_ref (expression);
  ask (self);
}

static gboolean
is_pending (WeftFilterable *filterable)
{
  WeftNpuState *self = WEFT_NPU_STATE (filterable);
  WeftNpuResult *result = weft_npu_runner_get_result (self->runner);

  return result == NULL || result->question.filter != self->filter;
}

static void
count_rows (WeftFilterable *filterable, guint64 *shown, guint64 *all)
{
  WeftNpuResult *result = weft_npu_state_get_result (WEFT_NPU_STATE (filterable));

  *shown = result != NULL ? result->events.n_rows : 0;
  *all = result != NULL ? result->question.snapshot->n_events : 0;
}

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = get_language;
  iface->list_values = list_values;
  iface->apply = apply_filter;
  iface->is_pending = is_pending;
  iface->count_rows = count_rows;
}

/* --- selection ------------------------------------------------------------------------------------------ */

guint32
weft_npu_state_get_selected (WeftNpuState *self)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (self));

  return selected->on_track && selected->thing != WEFT_TRACK_NO_THING ? (guint32) selected->thing
                                                                       : WEFT_NO_ROW;
}

void
weft_npu_state_show_row (WeftNpuState *self, guint32 row, gboolean jump)
{
  WeftNpuResult *result = weft_npu_state_get_result (self);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };

  if (result == NULL || !weft_npu_scene_find (result->scene, row, &hit))
    return;
  weft_tracks_select (get_tracks (self), &hit);
  if (jump)
    weft_view_state_show_time (WEFT_VIEW_STATE (self), hit.first, hit.first);
  weft_tracks_show (get_tracks (self), &hit);
}

/* The last event that begins at the line or before; lines rise along the file. */
static guint32
find_line (const WeftNpuSnapshot *snapshot, gint64 line)
{
  guint32 low = 0, high = snapshot->n_events;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      gint64 at = weft_npu_number (
        snapshot->trace, *weft_table_u32 (&snapshot->trace->events, NPU_LINE, middle));

      if (at <= line)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : snapshot->n_events > 0 ? 0 : WEFT_NO_ROW;
}

static gboolean
show_line (WeftViewState *state, gint64 line)
{
  WeftNpuState *self = WEFT_NPU_STATE (state);
  WeftNpuResult *result = weft_npu_state_get_result (self);
  guint32 row =
    result != NULL ? find_line (result->question.snapshot, line) : WEFT_NO_ROW;

  if (row == WEFT_NO_ROW)
    return FALSE;
  weft_npu_state_show_row (self, row, TRUE);
  return TRUE;
}

/* Targets are rows. */
static void
follow_link (WeftViewState *state, const char *target)
{
  weft_npu_state_show_row (WEFT_NPU_STATE (state), (guint32) g_ascii_strtoull (target, NULL, 10),
                           TRUE);
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
    row = find_line (result->question.snapshot, number);
  else
    {
      WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->go_to (state, text, task);
      return;
    }
  if (row == WEFT_NO_ROW)
    {
      g_task_return_new_error (task, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
                               _("There is no such token or line"));
      return;
    }
  weft_npu_state_show_row (self, row, TRUE);
  g_task_return_pointer (task, g_strdup (""), g_free);
}

/* --- facts ---------------------------------------------------------------------------------------------- */

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftNpuState *self = WEFT_NPU_STATE (state);
  WeftNpuResult *result = weft_npu_state_get_result (self);
  guint32 row = weft_npu_state_get_selected (self);

  if (result != NULL && row < result->question.snapshot->n_events)
    {
      weft_npu_sheet_write_event (sheet, result->question.snapshot, row, self->clock);
      weft_npu_sheet_write_producers (sheet, result->question.snapshot, row);
    }
  if (result != NULL)
    weft_npu_sheet_write_sums (sheet, result->stats, weft_view_state_has_range (state),
                               self->clock);
  WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->write_facts (state, sheet);
}

static char *
describe (WeftViewState *state, WeftStatusPart part)
{
  WeftNpuResult *result = weft_npu_state_get_result (WEFT_NPU_STATE (state));
  g_autofree char *shown = NULL;
  g_autofree char *all = NULL;

  if (part != WEFT_STATUS_ROWS || result == NULL)
    return WEFT_VIEW_STATE_CLASS (weft_npu_state_parent_class)->describe (state, part);
  shown = weft_npu_format_number (result->events.n_rows);
  all = weft_npu_format_number (result->question.snapshot->n_events);
  return g_strdup_printf (_("%s of %s events"), shown, all);
}

static char *
describe_empty (WeftViewState *state)
{
  g_autoptr (WeftNpuSnapshot) snapshot =
    weft_npu_trace_ref_snapshot (get_trace (WEFT_NPU_STATE (state)));

  if (snapshot->n_events > 0 || snapshot->n_samples > 0)
    return NULL;
  return g_strdup (_("The trace has neither events nor samples: the run recorded nothing, or what it "
                     "wrote could not be read. The diagnostics say more."));
}

/* --- the object ----------------------------------------------------------------------------------------- */

static void
weft_npu_state_dispose (GObject *object)
{
  WeftNpuState *self = WEFT_NPU_STATE (object);

  g_clear_object (&self->runner);
  g_clear_pointer (&self->filter, weft_expression_unref);
  G_OBJECT_CLASS (weft_npu_state_parent_class)->dispose (object);
}

static void
weft_npu_state_class_init (WeftNpuStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_npu_state_dispose;
  state_class->show_line = show_line;
  state_class->follow_link = follow_link;
  state_class->go_to = go_to;
  state_class->write_facts = write_facts;
  state_class->describe = describe;
  state_class->describe_empty = describe_empty;
  signals[RESULT] = g_signal_new ("result", WEFT_TYPE_NPU_STATE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
weft_npu_state_init (WeftNpuState *self)
{
  self->runner = weft_npu_runner_new ();
  self->arrows = self->path = TRUE;
}

WeftNpuState *
weft_npu_state_new (WeftNpuTrace *trace)
{
  WeftNpuState *self = g_object_new (WEFT_TYPE_NPU_STATE, NULL);
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  const WeftTimeUnit cycles = WEFT_TIME_UNIT_CYCLES;
  const WeftTimeUnit nanoseconds = { WEFT_AXIS_NANOSECONDS, NULL, 1, 0, 1e9 };

  weft_tracks_state_set_up (WEFT_TRACKS_STATE (self), WEFT_TRACE (trace),
                            snapshot->is_chrome ? &nanoseconds : &cycles);
  g_signal_connect_object (self->runner, "done", G_CALLBACK (answered), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  /* Also where the range is that of an axis which is shared. */
  g_signal_connect (self, "selection", G_CALLBACK (ask), NULL);
  ask (self);
  return self;
}
