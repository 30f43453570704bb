/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-fields.h"

#include "weft-timeline-numbers.h"
#include "weft-timeline-trace-private.h"

#include <glib/gi18n-lib.h>

/* The data of all getters is a snapshot, and their rows are its events. */

/* --- names ------------------------------------------------------------------------------------------ */

static WeftCell
name_cell (const WeftTimelineSnapshot *snapshot, guint32 name)
{
  return weft_cell_word (name, weft_timeline_trace_get_name (snapshot->trace, name));
}

static WeftCell
get_name (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;

  return name_cell (snapshot, weft_timeline_name (snapshot->trace, row));
}

static WeftCell
get_category (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;

  return name_cell (snapshot, weft_timeline_category (snapshot->trace, row));
}

static WeftCell
get_parent (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;
  guint32 parent = row < snapshot->index->n_events ? snapshot->index->parents[row] : WEFT_NO_ROW;

  return parent != WEFT_NO_ROW ? get_name (data, parent) : weft_cell_none ();
}

static WeftCell
get_color (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;
  WeftTimelineEvent event;

  weft_timeline_snapshot_get_event (snapshot, row, &event);
  return name_cell (snapshot, event.color);
}

static const char *const kinds[] = { "slice", "instant" };

static WeftCell
get_kind (gconstpointer data, guint row)
{
  WeftTimelineKind kind = weft_timeline_kind (((const WeftTimelineSnapshot *) data)->trace, row);

  return weft_cell_word (kind, kinds[kind]);
}

static const char *
get_kind_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < G_N_ELEMENTS (kinds) ? kinds[word] : NULL;
}

/* --- tracks and processes --------------------------------------------------------------------------- */

static gboolean
find_track (const WeftTimelineSnapshot *snapshot, guint row, WeftTimelineTrack *track)
{
  guint number = weft_timeline_track (snapshot->trace, row);

  if (number >= snapshot->n_tracks)
    return FALSE;
  weft_timeline_snapshot_get_track (snapshot, number, track);
  return TRUE;
}

static gboolean
find_process (const WeftTimelineSnapshot *snapshot, guint row, WeftTimelineProcess *process)
{
  WeftTimelineTrack track;

  if (!find_track (snapshot, row, &track))
    return FALSE;
  weft_timeline_snapshot_get_process (snapshot, track.process, process);
  return TRUE;
}

/* A word of a track or a process, which shares its number. */
#define TRACK(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    WeftTimelineTrack track; \
    return find_track (data, row, &track) ? (cell) : weft_cell_none (); \
  }

#define PROCESS(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    WeftTimelineProcess process; \
    return find_process (data, row, &process) ? (cell) : weft_cell_none (); \
  }

TRACK (get_thread, weft_cell_text (g_strdup (track.title)))
TRACK (get_tid, weft_cell_text (g_strdup (track.tid)))
TRACK (get_async, weft_cell_flag (track.kind == WEFT_TIMELINE_ASYNC))
PROCESS (get_process, weft_cell_text (g_strdup (process.title)))
PROCESS (get_pid, weft_cell_text (g_strdup (process.pid)))
PROCESS (get_rank,
         process.rank != WEFT_TIMELINE_NONE ? weft_cell_signed (process.rank) : weft_cell_none ())

static WeftCell
get_file (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;
  guint file = weft_timeline_snapshot_get_event_file (snapshot, row);

  return file < snapshot->n_files
           ? weft_cell_word (file, weft_timeline_snapshot_get_file (snapshot, file)->title)
           : weft_cell_none ();
}

/* Of several files. */
static WeftCell
get_file_among (gconstpointer data, guint row)
{
  return ((const WeftTimelineSnapshot *) data)->n_files > 1 ? get_file (data, row)
                                                            : weft_cell_none ();
}

/* --- flags ------------------------------------------------------------------------------------------ */

static gboolean
has_flag (gconstpointer data, guint row, guint which)
{
  return (weft_timeline_flags (((const WeftTimelineSnapshot *) data)->trace, row) & which) != 0;
}

static WeftCell
flag (gconstpointer data, guint which, guint row)
{
  return weft_cell_flag (has_flag (data, row, which));
}

/* --- time ------------------------------------------------------------------------------------------- */

static gboolean
is_timed_slice (gconstpointer data, guint row)
{
  const WeftTimelineTrace *trace = ((const WeftTimelineSnapshot *) data)->trace;

  return weft_timeline_kind (trace, row) == WEFT_TIMELINE_SLICE
         && !has_flag (data, row, WEFT_TIMELINE_NO_TIME);
}

static WeftCell
get_start (gconstpointer data, guint row)
{
  return has_flag (data, row, WEFT_TIMELINE_NO_TIME)
           ? weft_cell_none ()
           : weft_cell_signed (
             weft_timeline_start (((const WeftTimelineSnapshot *) data)->trace, row));
}

static WeftCell
get_end (gconstpointer data, guint row)
{
  return is_timed_slice (data, row) ? weft_cell_signed (
           weft_timeline_end (((const WeftTimelineSnapshot *) data)->trace, row))
                                    : weft_cell_none ();
}

static WeftCell
get_duration (gconstpointer data, guint row)
{
  return is_timed_slice (data, row) ? weft_cell_signed (
           weft_timeline_span (((const WeftTimelineSnapshot *) data)->trace, row))
                                    : weft_cell_none ();
}

static gboolean
is_indexed (const WeftTimelineSnapshot *snapshot, guint row)
{
  return is_timed_slice (snapshot, row) && row < snapshot->index->n_events
         && weft_timeline_track (snapshot->trace, row) < snapshot->n_tracks;
}

static WeftCell
get_self (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;

  return is_indexed (snapshot, row) ? weft_cell_signed (snapshot->index->self[row])
                                    : weft_cell_none ();
}

static WeftCell
get_depth (gconstpointer data, guint row)
{
  const WeftTimelineSnapshot *snapshot = data;

  return is_indexed (snapshot, row) ? weft_cell_signed (snapshot->index->depths[row])
                                    : weft_cell_none ();
}

/* --- numbers ---------------------------------------------------------------------------------------- */

/* In a compact column. */
static WeftCell
number (gconstpointer data, guint column, guint row)
{
  const WeftTimelineTrace *trace = ((const WeftTimelineSnapshot *) data)->trace;
  gint64 value = weft_timeline_number (trace, weft_table_get_u32 (&trace->events, column, row));

  return value != WEFT_TIMELINE_NONE ? weft_cell_signed (value) : weft_cell_none ();
}

/* Bytes per nanosecond are GB/s. */
static WeftCell
get_bandwidth (gconstpointer data, guint row)
{
  WeftCell bytes = number (data, TIMELINE_BYTES, row);
  gint64 time = weft_timeline_span (((const WeftTimelineSnapshot *) data)->trace, row);

  return bytes.type != WEFT_CELL_NONE && time > 0
           ? weft_cell_real ((double) bytes.integer / (double) time)
           : weft_cell_none ();
}

static char *
show_bandwidth (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return g_strdup_printf ("%.4g GB/s", cell->real);
}

/* --- the fields ------------------------------------------------------------------------------------- */

#define FILTER WEFT_FIELD_FILTER
#define TABLE WEFT_FIELD_TABLE
#define HIDDEN (WEFT_FIELD_TABLE | WEFT_FIELD_HIDDEN)
#define SEARCH WEFT_FIELD_SEARCH
#define INSPECT WEFT_FIELD_INSPECT
#define HOVER WEFT_FIELD_HOVER
#define DUMP WEFT_FIELD_DUMP
#define CODE(column) .codes = weft_timeline_codes_column, .code = (column)
#define COMPACT .numbers = weft_timeline_numbers_compact

static const WeftField fields[] = {
  { "kind", N_ ("Kind"), get_kind, WEFT_FIELD_TEXT, FILTER | HIDDEN | DUMP,
    .doc = N_ ("\"slice\", which lasts, or \"instant\""), .word = get_kind_word,
    CODE (TIMELINE_KIND) },
  { "name", N_ ("Name"), get_name, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | DUMP,
    .doc = N_ ("What it is called"), CODE (TIMELINE_NAME) },
  { "category", N_ ("Category"), get_category, WEFT_FIELD_TEXT,
    FILTER | TABLE | SEARCH | INSPECT | HOVER | DUMP,
    .doc = N_ ("What kind of thing it is to whoever wrote the trace: \"kernel\""),
    CODE (TIMELINE_CATEGORY) },
  { "start", N_ ("Start"), get_start, WEFT_FIELD_NUMBER, FILTER | TABLE | INSPECT | DUMP,
    WEFT_UNIT_CYCLE, .doc = N_ ("When it begins, in ns of the trace's own clock"),
    .numbers = weft_timeline_numbers_start },
  { "end", N_ ("End"), get_end, WEFT_FIELD_NUMBER, FILTER | HIDDEN | INSPECT | DUMP,
    WEFT_UNIT_CYCLE, .doc = N_ ("When a slice has ended, likewise"), .cost = 2,
    .numbers = weft_timeline_numbers_end },
  { "duration", N_ ("Duration"), get_duration, WEFT_FIELD_NUMBER, FILTER | TABLE | INSPECT | DUMP,
    WEFT_UNIT_CYCLES, .doc = N_ ("Nanoseconds from start to end of a slice"),
    .numbers = weft_timeline_numbers_duration },
  { "self", N_ ("Self time"), get_self, WEFT_FIELD_NUMBER, FILTER | TABLE | INSPECT | HOVER | DUMP,
    WEFT_UNIT_CYCLES, .doc = N_ ("Nanoseconds in which no other slice was under way within it"),
    .numbers = weft_timeline_numbers_self },
  { "depth", N_ ("Depth"), get_depth, WEFT_FIELD_NUMBER, FILTER | HIDDEN | DUMP,
    .doc = N_ ("How many slices lie above it on its thread"),
    .numbers = weft_timeline_numbers_depth },
  { "parent", N_ ("Within"), get_parent, WEFT_FIELD_TEXT, FILTER | HIDDEN | INSPECT | DUMP,
    .doc = N_ ("Name of the innermost slice that contains it"),
    .codes = weft_timeline_codes_parent },
  { "process", N_ ("Process"), get_process, WEFT_FIELD_TEXT,
    FILTER | TABLE | SEARCH | INSPECT | DUMP, .doc = N_ ("What its process is called"), .cost = 2,
    CODE (TIMELINE_TRACK) },
  { "pid", N_ ("Process id"), get_pid, WEFT_FIELD_TEXT, FILTER | HIDDEN | DUMP,
    .doc = N_ ("Id of its process, as the file writes it"), .cost = 2, CODE (TIMELINE_TRACK) },
  { "thread", N_ ("Thread"), get_thread, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | INSPECT | DUMP,
    .doc = N_ ("What its thread or stream is called"), .cost = 2, CODE (TIMELINE_TRACK) },
  { "tid", N_ ("Thread id"), get_tid, WEFT_FIELD_TEXT, FILTER | HIDDEN | DUMP,
    .doc = N_ ("Id of its thread, as the file writes it"), .cost = 2, CODE (TIMELINE_TRACK) },
  { "rank", N_ ("Rank"), get_rank, WEFT_FIELD_NUMBER, FILTER | HIDDEN | INSPECT | DUMP,
    .doc = N_ ("Rank of its process in distributed training"), .cost = 2, CODE (TIMELINE_TRACK) },
  { "correlation", N_ ("Correlation"), WEFT_PART (number, TIMELINE_CORRELATION), WEFT_FIELD_NUMBER,
    FILTER | HIDDEN | INSPECT | DUMP,
    .doc = N_ ("What the call that launches work shares with that work"),
    .show = weft_field_show_name, COMPACT },
  { "bytes", N_ ("Bytes"), WEFT_PART (number, TIMELINE_BYTES), WEFT_FIELD_NUMBER,
    FILTER | TABLE | INSPECT | HOVER | DUMP, WEFT_UNIT_BYTES, .doc = N_ ("Bytes that it moved"),
    COMPACT },
  { "bandwidth", N_ ("Bandwidth"), get_bandwidth, WEFT_FIELD_REAL, HIDDEN | INSPECT | HOVER | DUMP,
    .doc = N_ ("These bytes by its duration, in GB/s"), .cost = 2, .show = show_bandwidth,
    .numbers = weft_timeline_numbers_bandwidth },
  { "async", NULL, get_async, WEFT_FIELD_FLAG, FILTER | DUMP,
    .doc = N_ ("It is asynchronous, of no thread"), .cost = 2, CODE (TIMELINE_TRACK) },
  { "open", NULL, WEFT_PART (flag, WEFT_TIMELINE_OPEN), WEFT_FIELD_FLAG, FILTER | DUMP,
    .doc = N_ ("It has not ended: it lasts to the end of the trace"), CODE (TIMELINE_FLAGS) },
  { "flagged", NULL, WEFT_PART (flag, WEFT_TIMELINE_FLAGGED), WEFT_FIELD_FLAG, FILTER | DUMP,
    .doc = N_ ("A diagnostic is about it"), CODE (TIMELINE_FLAGS) },
  { "color", NULL, get_color, WEFT_FIELD_TEXT, DUMP, CODE (TIMELINE_COLOR) },
  { "file", N_ ("File"), get_file, WEFT_FIELD_TEXT, FILTER, .doc = N_ ("File that it is from"),
    CODE (TIMELINE_FILE) },
  { "file", N_ ("File"), get_file_among, WEFT_FIELD_TEXT, HIDDEN | INSPECT | DUMP,
    CODE (TIMELINE_FILE) },
  { "line", N_ ("Line"), WEFT_PART (number, TIMELINE_LINE), WEFT_FIELD_NUMBER,
    FILTER | HIDDEN | INSPECT | DUMP | WEFT_FIELD_NAMES_ROW, .doc = N_ ("Line of the file, from 1"),
    COMPACT },
};

const WeftSchema weft_timeline_event_schema = { "timeline_event",
                                                "Slices and instants of a timeline", fields,
                                                G_N_ELEMENTS (fields) };

/* --- values of counters ----------------------------------------------------------------------------- */

#define POINT(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    const WeftTimelineSnapshot *snapshot = data; \
    WeftTimelinePoint point; \
    weft_timeline_snapshot_get_point (snapshot, row, &point); \
    return cell; \
  }

static WeftCell
counter_cell (const WeftTimelineSnapshot *snapshot, guint counter)
{
  WeftTimelineCounter info;

  weft_timeline_snapshot_get_counter (snapshot, counter, &info);
  return weft_cell_text (g_strdup (info.name));
}

static WeftCell
counter_process_cell (const WeftTimelineSnapshot *snapshot, guint counter, gboolean pid)
{
  WeftTimelineCounter info;
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_counter (snapshot, counter, &info);
  weft_timeline_snapshot_get_process (snapshot, info.process, &process);
  return weft_cell_text (g_strdup (pid ? process.pid : process.title));
}

POINT (get_counter, counter_cell (snapshot, point.counter))
POINT (get_counter_process, counter_process_cell (snapshot, point.counter, FALSE))
POINT (get_counter_pid, counter_process_cell (snapshot, point.counter, TRUE))
POINT (get_point_time, weft_cell_signed (point.time))
POINT (get_value, weft_cell_real (point.value))

static WeftCell
get_counter_kind (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED)
{
  return weft_cell_word (0, "counter");
}

#define POINT_CODE .codes = weft_timeline_numbers_point, .code = TIMELINE_POINT_COUNTER

static const WeftField point_fields[] = {
  { "kind", NULL, get_counter_kind, WEFT_FIELD_TEXT, DUMP, POINT_CODE },
  { "name", NULL, get_counter, WEFT_FIELD_TEXT, DUMP, POINT_CODE },
  { "time", NULL, get_point_time, WEFT_FIELD_NUMBER, DUMP, .part = TIMELINE_POINT_TIME,
    .numbers = weft_timeline_numbers_point },
  { "value", NULL, get_value, WEFT_FIELD_REAL, DUMP, .part = TIMELINE_POINT_VALUE,
    .numbers = weft_timeline_numbers_point },
  { "process", NULL, get_counter_process, WEFT_FIELD_TEXT, DUMP, POINT_CODE },
  { "pid", NULL, get_counter_pid, WEFT_FIELD_TEXT, DUMP, POINT_CODE },
};

const WeftSchema weft_timeline_point_schema = { "timeline_point", "Values of a timeline's counters",
                                                point_fields, G_N_ELEMENTS (point_fields) };

/* --- flows ------------------------------------------------------------------------------------------ */

#define FLOW(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    const WeftTimelineSnapshot *snapshot = data; \
    const WeftTimelineFlows *flows = snapshot->flows; \
    return cell; \
  }

FLOW (get_flow_name, name_cell (snapshot, flows->name[row]))
FLOW (get_from, get_name (snapshot, flows->from[row]))
FLOW (get_to, get_name (snapshot, flows->to[row]))
FLOW (get_from_start, get_start (snapshot, flows->from[row]))
FLOW (get_to_start, get_start (snapshot, flows->to[row]))
FLOW (get_from_line, number (snapshot, TIMELINE_LINE, flows->from[row]))
FLOW (get_to_line, number (snapshot, TIMELINE_LINE, flows->to[row]))

static WeftCell
get_flow_kind (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED)
{
  return weft_cell_word (0, "flow");
}

static const WeftField flow_fields[] = {
  { "kind", NULL, get_flow_kind, WEFT_FIELD_TEXT, DUMP },
  { "name", NULL, get_flow_name, WEFT_FIELD_TEXT, DUMP },
  { "from", NULL, get_from, WEFT_FIELD_TEXT, DUMP },
  { "from_start", NULL, get_from_start, WEFT_FIELD_NUMBER, DUMP },
  { "from_line", NULL, get_from_line, WEFT_FIELD_NUMBER, DUMP },
  { "to", NULL, get_to, WEFT_FIELD_TEXT, DUMP },
  { "to_start", NULL, get_to_start, WEFT_FIELD_NUMBER, DUMP },
  { "to_line", NULL, get_to_line, WEFT_FIELD_NUMBER, DUMP },
};

const WeftSchema weft_timeline_flow_schema = { "timeline_flow", "Flows of a timeline", flow_fields,
                                               G_N_ELEMENTS (flow_fields) };

/* --- filters ---------------------------------------------------------------------------------------- */

const WeftLanguage *
weft_timeline_language (void)
{
  static const WeftLanguage language = { &weft_timeline_event_schema, NULL, 0,
                                         "category == \"kernel\" && duration > 10000" };

  return &language;
}

char **
weft_timeline_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (WeftTimelineSnapshot) snapshot = weft_timeline_trace_ref_snapshot (trace);

  return weft_field_list_texts (field, snapshot, snapshot->n_events);
}
