/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-state-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "weft-events-search.h"
#include "weft-filterable.h"
#include "weft-noc-activity.h"
#include "weft-noc-facts.h"
#include "weft-noc-fields.h"
#include "weft-noc-findings-runner.h"
#include "weft-noc-offsets.h"
#include "weft-noc-print.h"
#include "weft-noc-scene.h"
#include "weft-noc-trace-private.h"
#include "weft-printable.h"
#include "weft-shown-results.h"
#include "weft-words.h"

/* Zoom of the map, in device pixels per tile. */
#define MIN_PITCH 12.0
#define MAX_PITCH 400.0

/* Where nothing is brushed, stepping begins with this part of the trace. */
#define FIRST_STEP 50

struct _WeftNocState
{
  WeftEventsState parent_instance;

  WeftNocTrace *other;  /* NULL: it is compared with none */
  const char *arch;     /* interned; NULL: not chosen by hand */
  const char *topology; /* likewise: a path */
  GArray *offsets;      /* WeftNocOffset, not zero; NULL: none */
  char *offset_text;    /* the same in words; nullable */
  WeftNocManner manner;
  WeftTrackScene *scene; /* of the tracks below the map */
  WeftNocMap *map;       /* of the result; NULL before there is one */
  WeftRunner *findings;  /* of the whole trace */
  WeftNocThing selected;
  WeftNocThing hover;
  guint32 record; /* WEFT_NO_ROW: none */
  WeftNocViewport viewport;
  gboolean fitted;   /* all of the map is in sight, whatever its size */
  int width, height; /* of the map's box */
};

enum
{
  MAP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void printable_init (WeftPrintableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftNocState, weft_noc_state, WEFT_TYPE_EVENTS_STATE,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE,
                                                      weft_events_search_init)
                                 G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE,
                                                        weft_fact_source_searchable_init)
                                   G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, printable_init))

static WeftNocTrace *
get_trace (WeftNocState *self)
{
  return WEFT_NOC_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self)));
}

static WeftTimeAxis *
get_axis (WeftNocState *self)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (self));
}

WeftNocResult *
weft_noc_state_get_result (WeftNocState *self)
{
  return weft_events_state_get_result (self);
}

WeftNocMap *
weft_noc_state_get_map (WeftNocState *self)
{
  return self->map;
}

static const GArray *
get_findings (WeftViewState *state)
{
  return weft_runner_get_value (WEFT_NOC_STATE (state)->findings);
}

/* --- asking ------------------------------------------------------------------------------------- */

static void
ask (WeftEventsState *events, WeftExpression *filter, const WeftCycleRange *range)
{
  WeftNocState *self = WEFT_NOC_STATE (events);
  WeftNocTrace *trace = get_trace (self);
  WeftNocQuestion question = { .n_records = weft_noc_trace_get_n_records (trace),
                               .loading =
                                 weft_trace_get_state (WEFT_TRACE (trace)) == WEFT_TRACE_GROWING,
                               .filter = filter,
                               .other_noc = self->manner.other_noc,
                               .moved = self->manner.moved,
                               .arch = self->arch,
                               .topology = self->topology,
                               .range = *range,
                               .thing = self->selected };

  if (question.n_records == 0)
    {
      g_clear_pointer (&filter, weft_expression_unref);
      return;
    }
  question.trace = g_object_ref (trace);
  question.row_colors = weft_shown_results_ref_colors (WEFT_VIEW_STATE (self));
  g_set_object (&question.other, self->other);
  if (self->offsets != NULL)
    question.offsets = g_array_ref (self->offsets);
  weft_runner_ask (weft_events_state_get_runner (events), &question);
}

static void
make_map (WeftNocState *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self);
  WeftNocMapOptions options = { .figure = self->manner.figure,
                                .peak = self->manner.peak,
                                .nocs = self->manner.nocs,
                                .fabric = self->manner.fabric,
                                .logical = self->manner.logical,
                                .max_flows = self->manner.max_flows };

  if (result == NULL)
    return;
  options.stats = result->stats;
  options.flows = result->flows;
  options.comparison = result->comparison;
  options.said = result->said;
  options.style = weft_view_state_get_style (WEFT_VIEW_STATE (self));
  g_clear_pointer (&self->map, weft_noc_map_free);
  self->map = weft_noc_map_new (&options);
  if (self->fitted && self->width > 0)
    self->viewport =
      weft_noc_layout_fit (weft_noc_map_get_layout (self->map), 0, 0, self->width, self->height);
  g_signal_emit (self, signals[MAP], 0);
}

static void
make_tracks (WeftNocState *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self);

  if (result == NULL)
    return;
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  self->scene =
    weft_noc_scene_new (result->demands, self->manner.figure, &self->selected, result->said);
}

static void
change_tracks (WeftNocState *self)
{
  make_tracks (self);
  if (self->scene != NULL)
    weft_tracks_set_scene (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self)), self->scene);
}

/* Each time: what is busy of the whole may not be what was of the first records. */
static void
start_where_busy (WeftNocResult *result, WeftEventsPicture *picture)
{
  WeftCycleRange busy = weft_noc_find_busy (result->capture);

  picture->start_first = busy.from;
  picture->start_last = busy.to;
}

static void
take_result (WeftEventsState *events, WeftResult *object, WeftEventsPicture *picture)
{
  WeftNocState *self = WEFT_NOC_STATE (events);
  WeftNocResult *result = WEFT_NOC_RESULT (object);

  if (!weft_noc_result_has_thing (result, &self->selected))
    self->selected = (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
  if (!weft_noc_result_has_thing (result, &self->hover))
    self->hover = (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
  weft_time_axis_set_known_rate (weft_view_state_get_axis (WEFT_VIEW_STATE (self)),
                                 (double) weft_noc_trace_get_hertz (result->question.trace));
  start_where_busy (result, picture);
  picture->folds = result->folds;
  weft_noc_ask_findings (self->findings, result);
  make_map (self);
  make_tracks (self);
  picture->first = 0;
  picture->last = weft_noc_capture_get_last (result->capture) + 1;
  picture->scene = self->scene;
}

const WeftNocManner *
weft_noc_state_get_manner (WeftNocState *self)
{
  return &self->manner;
}

void
weft_noc_state_set_manner (WeftNocState *self, const WeftNocManner *manner)
{
  gboolean other_figure = manner->figure != self->manner.figure;
  gboolean other_noc =
    manner->other_noc != self->manner.other_noc
    || (manner->other_noc && !weft_noc_thing_equal (&manner->moved, &self->manner.moved));

  self->manner = *manner;
  if (other_noc)
    weft_events_state_ask (WEFT_EVENTS_STATE (self));
  else
    make_map (self);
  if (other_figure)
    change_tracks (self);
}

/* --- what the user knows of it --------------------------------------------------------------------- */

void
weft_noc_state_set_chip (WeftNocState *self, const char *arch, const char *topology)
{
  self->arch = g_intern_string (arch);
  self->topology = g_intern_string (topology);
  weft_events_state_ask (WEFT_EVENTS_STATE (self));
}

void
weft_noc_state_get_chip (WeftNocState *self, const char **arch, const char **topology)
{
  *arch = self->arch;
  *topology = self->topology;
}

const char *
weft_noc_state_get_offset_text (WeftNocState *self)
{
  return self->offset_text;
}

guint32
weft_noc_state_get_offset (WeftNocState *self, gint32 device)
{
  for (guint i = 0; self->offsets != NULL && i < self->offsets->len; i++)
    if (g_array_index (self->offsets, WeftNocOffset, i).device == device)
      return g_array_index (self->offsets, WeftNocOffset, i).cycles;
  return 0;
}

void
weft_noc_state_set_offset (WeftNocState *self, gint32 device, guint32 cycles)
{
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (WeftNocOffset));
  WeftNocOffset offset = { device, cycles };

  for (guint i = 0; self->offsets != NULL && i < self->offsets->len; i++)
    if (g_array_index (self->offsets, WeftNocOffset, i).device != device)
      g_array_append_vals (offsets, &g_array_index (self->offsets, WeftNocOffset, i), 1);
  if (cycles > 0)
    g_array_append_val (offsets, offset);
  g_clear_pointer (&self->offsets, g_array_unref);
  self->offsets = offsets;
  g_free (self->offset_text);
  self->offset_text = weft_noc_offsets_format (offsets);
  weft_events_state_ask (WEFT_EVENTS_STATE (self));
}

WeftNocTrace *
weft_noc_state_get_other (WeftNocState *self)
{
  return self->other;
}

void
weft_noc_state_set_other (WeftNocState *self, WeftNocTrace *other)
{
  g_set_object (&self->other, other);
  weft_events_state_ask (WEFT_EVENTS_STATE (self));
}

/* --- records ------------------------------------------------------------------------------------ */

static void
count_rows (WeftResult *object, guint64 *shown, guint64 *all)
{
  WeftNocResult *result = WEFT_NOC_RESULT (object);

  *all = weft_noc_capture_get_n_records (result->capture);
  *shown = result->records != NULL ? result->records->n_set : *all;
}

/* Lines stand in one file alone. */
static guint32
find_line (WeftResult *object, gint64 line)
{
  WeftNocResult *result = WEFT_NOC_RESULT (object);
  WeftNocTrace *trace = result->question.trace;
  guint32 low = 0, high = weft_noc_capture_get_n_records (result->capture);

  if (weft_noc_trace_get_n_parts (trace) != 1)
    return WEFT_NO_ROW;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (weft_table_get_u32 (&trace->records, NOC_LINE, middle) <= line)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : 0;
}

static WeftFacts
get_facts (WeftResult *result)
{
  return WEFT_NOC_RESULT (result)->events;
}

static WeftFacts
get_all (WeftResult *result)
{
  const WeftNocCapture *capture = WEFT_NOC_RESULT (result)->capture;

  return weft_facts_of (&weft_noc_event_schema, WEFT_FIELD_SEARCH, capture,
                        weft_noc_capture_get_n_records (capture));
}

static gint64
get_time (gpointer data, guint record)
{
  return weft_noc_capture_get_cycle (data, record);
}

static const WeftBitset *
get_passing (WeftResult *result)
{
  return WEFT_NOC_RESULT (result)->records;
}

/* --- pictures ----------------------------------------------------------------------------------- */

static WeftPrint
print_copy (WeftPrintable *printable, gboolean whole)
{
  WeftNocState *self = WEFT_NOC_STATE (printable);

  return weft_noc_print_new (weft_noc_state_get_result (self), &self->manner, whole);
}

static void
printable_init (WeftPrintableInterface *iface)
{
  iface->copy = print_copy;
}

/* --- the map's place ---------------------------------------------------------------------------- */

const WeftNocViewport *
weft_noc_state_get_viewport (WeftNocState *self)
{
  return &self->viewport;
}

void
weft_noc_state_resize (WeftNocState *self, int width, int height)
{
  /* The middle stays where it is. */
  self->viewport.x += (width - self->width) / 2.0;
  self->viewport.y += (height - self->height) / 2.0;
  self->width = width;
  self->height = height;
  if (self->fitted && self->map != NULL)
    self->viewport = weft_noc_layout_fit (weft_noc_map_get_layout (self->map), 0, 0, width, height);
}

/* Some of the map stays in sight. */
static void
moved (WeftNocState *self)
{
  double columns, rows;

  self->fitted = FALSE;
  if (self->map != NULL)
    {
      weft_noc_layout_get_size (weft_noc_map_get_layout (self->map), &columns, &rows);
      self->viewport.x =
        CLAMP (self->viewport.x, -columns * self->viewport.pitch_x + 40, self->width - 40);
      self->viewport.y =
        CLAMP (self->viewport.y, -rows * self->viewport.pitch_y + 40, self->height - 40);
    }
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

void
weft_noc_state_pan (WeftNocState *self, double dx, double dy)
{
  self->viewport.x -= dx;
  self->viewport.y -= dy;
  moved (self);
}

void
weft_noc_state_zoom (WeftNocState *self, double x, double y, double factor)
{
  double pitch = CLAMP (self->viewport.pitch_y * factor, MIN_PITCH, MAX_PITCH);

  factor = pitch / self->viewport.pitch_y;
  self->viewport.x = x + (self->viewport.x - x) * factor;
  self->viewport.y = y + (self->viewport.y - y) * factor;
  self->viewport.pitch_x *= factor;
  self->viewport.pitch_y = pitch;
  moved (self);
}

void
weft_noc_state_fit_map (WeftNocState *self)
{
  self->fitted = TRUE;
  if (self->map != NULL && self->width > 0)
    self->viewport =
      weft_noc_layout_fit (weft_noc_map_get_layout (self->map), 0, 0, self->width, self->height);
  weft_view_state_viewport_changed (WEFT_VIEW_STATE (self));
}

void
weft_noc_state_fit_thing (WeftNocState *self, const WeftNocThing *thing)
{
  double box[4];

  if (self->map == NULL || !weft_noc_map_get_box (self->map, &self->viewport, thing, box))
    return;
  /* So that it has its neighbours around it. */
  weft_noc_state_zoom (self, box[0] + box[2] / 2, box[1] + box[3] / 2,
                       MAX (self->height / 5.0, 60) / self->viewport.pitch_y);
  weft_noc_map_get_box (self->map, &self->viewport, thing, box);
  weft_noc_state_pan (self, box[0] + box[2] / 2 - self->width / 2.0,
                      box[1] + box[3] / 2 - self->height / 2.0);
}

/* --- things ------------------------------------------------------------------------------------- */

const WeftNocThing *
weft_noc_state_get_selected (WeftNocState *self)
{
  return &self->selected;
}

void
weft_noc_state_select (WeftNocState *self, const WeftNocThing *thing)
{
  if (weft_noc_thing_equal (&self->selected, thing) && self->record == WEFT_NO_ROW)
    return;
  self->selected = *thing;
  self->record = WEFT_NO_ROW;
  change_tracks (self);
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

const WeftNocThing *
weft_noc_state_get_hover (WeftNocState *self)
{
  return &self->hover;
}

void
weft_noc_state_set_hover (WeftNocState *self, const WeftNocThing *thing)
{
  if (weft_noc_thing_equal (&self->hover, thing))
    return;
  self->hover = *thing;
  weft_view_state_hover_changed (WEFT_VIEW_STATE (self));
}

static guint32
get_selected (WeftEventsState *self)
{
  return WEFT_NOC_STATE (self)->record;
}

static void
show_row (WeftEventsState *events, guint32 record, gboolean jump)
{
  WeftNocState *self = WEFT_NOC_STATE (events);
  WeftNocResult *result = weft_noc_state_get_result (self);
  const WeftNocTopology *topology;
  WeftNocThing thing = { WEFT_NOC_NOTHING, 0, 0 };
  gint64 cycle;
  int x, y;

  if (result == NULL || record >= weft_noc_capture_get_n_records (result->capture))
    return;
  topology = weft_noc_capture_get_topology (result->capture, NULL);
  x = weft_noc_coordinate (get_trace (self), NOC_SX, record);
  y = weft_noc_coordinate (get_trace (self), NOC_SY, record);
  if (x >= 0 && y >= 0 && x < (int) topology->width && y < (int) topology->height)
    thing = (WeftNocThing){ WEFT_NOC_TILE, weft_noc_capture_device_of (result->capture, record),
                            (guint) y * topology->width + (guint) x };
  weft_noc_state_select (self, &thing);
  self->record = record;
  cycle = weft_noc_capture_get_cycle (result->capture, record);
  if (jump)
    weft_view_state_show_time (WEFT_VIEW_STATE (self), cycle, cycle);
  weft_time_axis_set_cursor (get_axis (self), cycle);
  weft_view_state_selection_changed (WEFT_VIEW_STATE (self));
}

char *
weft_noc_state_describe_thing (WeftNocState *self, const WeftNocThing *thing)
{
  WeftNocResult *result = weft_noc_state_get_result (self);

  return result != NULL ? weft_noc_describe_thing (result, thing) : NULL;
}

/* --- time --------------------------------------------------------------------------------------- */

void
weft_noc_state_step (WeftNocState *self, int steps)
{
  gint64 first, last, from, to, length;

  if (!weft_time_axis_get_range (get_axis (self), &first, &last))
    return;
  if (!weft_time_axis_get_selection (get_axis (self), &from, &to))
    {
      length = MAX ((last - first) / FIRST_STEP, 1);
      weft_time_axis_select (get_axis (self), first, first + length);
      return;
    }
  length = to - from;
  from += steps * length;
  if (from >= last)
    from = first;
  else if (from < first)
    from = first;
  weft_time_axis_select (get_axis (self), from, from + length);
}

/* --- the view state's own ----------------------------------------------------------------------- */

static void
style_changed (WeftViewState *state, double scale)
{
  WeftNocState *self = WEFT_NOC_STATE (state);

  self->viewport.x *= scale;
  self->viewport.y *= scale;
  self->viewport.pitch_x *= scale;
  self->viewport.pitch_y *= scale;
  make_map (self);
}

static gboolean
has_selected (WeftViewState *state)
{
  return WEFT_NOC_STATE (state)->selected.kind != WEFT_NOC_NOTHING;
}

static void
select_nothing (WeftViewState *state)
{
  WeftNocState *self = WEFT_NOC_STATE (state);
  WeftNocThing nothing = { WEFT_NOC_NOTHING, self->selected.device, 0 };

  weft_noc_state_select (self, &nothing);
}

static void
write_facts (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftNocState *self = WEFT_NOC_STATE (state);
  WeftNocResult *result = weft_noc_state_get_result (self);
  WeftClock clock = weft_time_axis_get_clock (weft_view_state_get_axis (state));

  if (result != NULL && self->record != WEFT_NO_ROW
      && self->record < weft_noc_capture_get_n_records (result->capture))
    weft_noc_write_record (sheet, result, self->record, &clock);
  if (result != NULL)
    {
      weft_noc_write_thing (sheet, result, &self->selected, &clock);
      weft_noc_write_trace (sheet, result, weft_view_state_has_range (state));
    }
  WEFT_VIEW_STATE_CLASS (weft_noc_state_parent_class)->write_facts (state, sheet);
}

/* Selects the thing, and brushes its time where that is said. */
static void
show_thing (WeftNocState *self, const WeftNocThing *thing, int n_read, gint64 from, gint64 to)
{
  if (n_read == 4)
    weft_time_axis_select (get_axis (self), from, MAX (to, from + 1));
  weft_noc_state_select (self, thing);
}

/* A tile, or what findings name (weft-noc-findings.h). */
static void
follow_link (WeftViewState *state, const char *target)
{
  WeftNocState *self = WEFT_NOC_STATE (state);
  WeftNocManner manner = self->manner;
  WeftNocThing thing = { WEFT_NOC_TILE, 0, 0 };
  gint64 from = 0, to = 0;
  int n;

  if (strcmp (target, "all") == 0)
    {
      manner.other_noc = TRUE;
      manner.moved = (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
      weft_noc_state_set_manner (self, &manner);
    }
  else if (sscanf (target, "tile %u %u", &thing.device, &thing.index) == 2)
    weft_noc_state_select (self, &thing);
  else if ((n = sscanf (target, "tile:%u:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &thing.device,
                        &thing.index, &from, &to))
           >= 2)
    show_thing (self, &thing, n, from, to);
  else if ((n = sscanf (target, "link:%u:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &thing.device,
                        &thing.index, &from, &to))
           >= 2)
    {
      thing.kind = WEFT_NOC_LINK;
      show_thing (self, &thing, n, from, to);
    }
  else if (sscanf (target, "controller:%u:%u", &thing.device, &thing.index) == 2)
    {
      thing.kind = WEFT_NOC_CONTROLLER;
      weft_noc_state_select (self, &thing);
    }
}

/* "tile 3,4", "record 12", or what the others take. */
static void
go_to (WeftViewState *state, const char *text, GTask *task)
{
  WeftNocState *self = WEFT_NOC_STATE (state);
  WeftNocResult *result = weft_noc_state_get_result (self);
  const WeftNocTopology *topology =
    result != NULL ? weft_noc_capture_get_topology (result->capture, NULL) : NULL;
  WeftNocThing thing = { WEFT_NOC_TILE, self->selected.device, 0 };
  guint x, y;

  if (topology == NULL
      || (sscanf (text, " %u , %u", &x, &y) != 2 && sscanf (text, " tile %u , %u", &x, &y) != 2))
    {
      WEFT_VIEW_STATE_CLASS (weft_noc_state_parent_class)->go_to (state, text, task);
      return;
    }
  if (x >= topology->width || y >= topology->height)
    {
      g_task_return_new_error (task, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
                               _ ("The grid has columns 0 to %u and rows 0 to %u."),
                               topology->width - 1, topology->height - 1);
      return;
    }
  thing.index = y * topology->width + x;
  weft_noc_state_select (self, &thing);
  weft_noc_state_fit_thing (self, &thing);
  g_task_return_pointer (task, g_strdup (""), g_free);
}

static char *
describe (WeftViewState *state, WeftStatusPart part)
{
  WeftNocState *self = WEFT_NOC_STATE (state);
  WeftNocResult *result = weft_noc_state_get_result (self);
  g_autofree char *count = NULL;
  guint32 n_zones;

  if (result != NULL && part == WEFT_STATUS_CURSOR && self->hover.kind != WEFT_NOC_NOTHING)
    return weft_noc_describe_thing (result, &self->hover);
  if (result == NULL || part != WEFT_STATUS_ROWS)
    return WEFT_VIEW_STATE_CLASS (weft_noc_state_parent_class)->describe (state, part);
  if (!weft_noc_capture_has_traffic (result->capture))
    {
      weft_noc_capture_get_zones (result->capture, &n_zones);
      count = weft_number_count (n_zones);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s zone", "%s zones", n_zones), count);
    }
  count = weft_number_count (result->stats->n_transfers);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE, "%s transfer", "%s transfers", result->stats->n_transfers),
    count);
}

static char *
describe_empty (WeftViewState *state)
{
  WeftNocState *self = WEFT_NOC_STATE (state);

  if (weft_noc_trace_get_n_records (get_trace (self)) > 0)
    return NULL;
  if (weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (get_trace (self))),
                              WEFT_SEVERITY_WARNING)
      == 0)
    return g_strdup (_ ("The capture is empty: no event was recorded in it."));
  return g_strdup (_ ("The file has no record that can be read: the diagnostics say what is wrong "
                      "with each."));
}

/* --- the object --------------------------------------------------------------------------------- */

static void
weft_noc_state_dispose (GObject *object)
{
  WeftNocState *self = WEFT_NOC_STATE (object);

  g_clear_object (&self->other);
  g_clear_object (&self->findings);
  g_clear_pointer (&self->offset_text, g_free);
  g_clear_pointer (&self->offsets, g_array_unref);
  g_clear_pointer (&self->map, weft_noc_map_free);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  G_OBJECT_CLASS (weft_noc_state_parent_class)->dispose (object);
}

static void
weft_noc_state_class_init (WeftNocStateClass *klass)
{
  WeftEventsStateClass *events_class = WEFT_EVENTS_STATE_CLASS (klass);
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_noc_state_dispose;
  state_class->min_height = 480; /* a map above its tracks */
  state_class->style_changed = style_changed;
  state_class->has_selected = has_selected;
  state_class->select_nothing = select_nothing;
  state_class->save_selection = weft_noc_selection_save;
  state_class->restore_selection = weft_noc_selection_restore;
  state_class->write_facts = write_facts;
  state_class->get_findings = get_findings;
  state_class->follow_link = follow_link;
  state_class->go_to = go_to;
  state_class->describe = describe;
  state_class->describe_empty = describe_empty;
  events_class->ask = ask;
  events_class->take_result = take_result;
  events_class->filter_offset = G_STRUCT_OFFSET (WeftNocQuestion, filter);
  events_class->loading_offset = G_STRUCT_OFFSET (WeftNocQuestion, loading);
  events_class->count_rows = count_rows;
  events_class->get_selected = get_selected;
  events_class->show_row = show_row;
  events_class->find_line = find_line;
  events_class->get_facts = get_facts;
  events_class->schema = &weft_noc_event_schema;
  events_class->get_all = get_all;
  events_class->get_time = get_time;
  events_class->get_passing = get_passing;
  events_class->get_language = weft_noc_language;
  events_class->list_values = weft_noc_list_values;
  signals[MAP] = g_signal_new ("map", WEFT_TYPE_NOC_STATE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
weft_noc_state_init (WeftNocState *self)
{
  self->findings = weft_noc_findings_runner_new ();
  g_signal_connect_object (self->findings, "done", G_CALLBACK (weft_view_state_content_changed),
                           self, G_CONNECT_SWAPPED);
  self->record = WEFT_NO_ROW;
  self->fitted = TRUE;
  self->viewport.pitch_x = self->viewport.pitch_y = 40;
  self->manner = (WeftNocManner){
    .figure = WEFT_NOC_BARRIER_BOUNDED, .peak = TRUE, .nocs = 3, .max_flows = WEFT_NOC_DRAWN_FLOWS
  };
}

WeftNocState *
weft_noc_state_new (WeftNocTrace *trace)
{
  WeftNocState *self = g_object_new (WEFT_TYPE_NOC_STATE, NULL);
  g_autoptr (WeftRunner) runner = weft_runner_new (WEFT_TYPE_NOC_RESULT);

  weft_shown_results_set_colorable (weft_shown_results_get (WEFT_VIEW_STATE (self)));
  weft_events_state_set_up (WEFT_EVENTS_STATE (self), WEFT_TRACE (trace), &WEFT_TIME_UNIT_CYCLES,
                            runner);
  return self;
}
