/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-facts.h"

#include "weft-expression.h"
#include "weft-timeline-trace-private.h"

#include <glib/gi18n-lib.h>

const char *const weft_timeline_table_words[] = { "name",    "category", "process",
                                                  "thread",  "stream",   "device",
                                                  "counter", "instant",  NULL };

/* --- cells ---------------------------------------------------------------------------------------- */

/* The data of all tables are the statistics. */

static WeftCell
as_name (gconstpointer data, gint64 name)
{
  const WeftTimelineStats *stats = data;

  return weft_cell_word ((guint) name,
                         weft_timeline_trace_get_name (stats->snapshot->trace, (guint32) name));
}

static WeftCell
as_number (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number == WEFT_TIMELINE_NONE ? weft_cell_none () : weft_cell_signed (number);
}

static WeftCell
as_role (gconstpointer data G_GNUC_UNUSED, gint64 role)
{
  return weft_cell_word ((guint) role, weft_timeline_role_to_string ((WeftTimelineRole) role));
}

/* A getter of what stands for the number of a track, a process, a counter, an event. */
#define TRACK(name, cell) \
  static WeftCell name (gconstpointer data, gint64 number) \
  { \
    WeftTimelineTrack track; \
    weft_timeline_snapshot_get_track (((const WeftTimelineStats *) data)->snapshot, \
                                      (guint) number, &track); \
    return cell; \
  }

#define PROCESS(name, cell) \
  static WeftCell name (gconstpointer data, gint64 number) \
  { \
    WeftTimelineProcess process; \
    weft_timeline_snapshot_get_process (((const WeftTimelineStats *) data)->snapshot, \
                                        (guint) number, &process); \
    return cell; \
  }

TRACK (track_title, weft_cell_text (g_strdup (track.title)))
TRACK (track_tid, weft_cell_text (g_strdup (track.tid)))
PROCESS (process_title, weft_cell_text (g_strdup (process.title)))
PROCESS (process_pid, weft_cell_text (g_strdup (process.pid)))
PROCESS (process_rank, as_number (data, process.rank))

static WeftCell
device_title (gconstpointer data, gint64 device)
{
  const WeftTimelineRoles *roles = ((const WeftTimelineStats *) data)->roles;

  return weft_cell_text (g_strdup (roles->list[device].title));
}

static WeftCell
device_streams (gconstpointer data, gint64 device)
{
  const WeftTimelineRoles *roles = ((const WeftTimelineStats *) data)->roles;

  return weft_cell_count (roles->list[device].n_streams);
}

static WeftCell
counter_title (gconstpointer data, gint64 number)
{
  WeftTimelineCounter counter;

  weft_timeline_snapshot_get_counter (((const WeftTimelineStats *) data)->snapshot, (guint) number,
                                      &counter);
  return weft_cell_text (g_strdup (counter.name));
}

static WeftCell
counter_process (gconstpointer data, gint64 number)
{
  WeftTimelineCounter counter;

  weft_timeline_snapshot_get_counter (((const WeftTimelineStats *) data)->snapshot, (guint) number,
                                      &counter);
  return process_title (data, counter.process);
}

static WeftCell
event_name (gconstpointer data, gint64 row)
{
  const WeftTimelineSnapshot *snapshot = ((const WeftTimelineStats *) data)->snapshot;

  return row != WEFT_NO_ROW ? as_name (data, weft_timeline_name (snapshot->trace, (guint32) row))
                            : weft_cell_none ();
}

static WeftCell
event_start (gconstpointer data, gint64 row)
{
  const WeftTimelineSnapshot *snapshot = ((const WeftTimelineStats *) data)->snapshot;

  return weft_cell_signed (weft_timeline_start (snapshot->trace, (guint32) row));
}

static WeftCell
event_track (gconstpointer data, gint64 row)
{
  const WeftTimelineSnapshot *snapshot = ((const WeftTimelineStats *) data)->snapshot;
  guint track = weft_timeline_track (snapshot->trace, (guint32) row);

  return track < snapshot->n_tracks ? track_title (data, track) : weft_cell_none ();
}

/* --- lengths: none where there is no slice ---------------------------------------------------------- */

#define LENGTH(which) \
  static WeftCell get_##which (gconstpointer data G_GNUC_UNUSED, gconstpointer item) \
  { \
    const WeftTimelineSum *sum = item; \
    return sum->count > 0 ? weft_cell_signed (sum->which) : weft_cell_none (); \
  }

LENGTH (min)
LENGTH (p50)
LENGTH (p99)
LENGTH (max)

static WeftCell
get_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftTimelineSum *sum = item;

  return sum->count > 0 ? weft_cell_real (sum->mean) : weft_cell_none ();
}

/* --- devices: none where it had no work ------------------------------------------------------------- */

static WeftCell
get_idle (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftTimelineDeviceStats *device = item;

  return device->last > device->first ? weft_cell_signed (device->idle) : weft_cell_none ();
}

static WeftCell
get_idle_share (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftTimelineDeviceStats *device = item;

  return device->last > device->first
           ? weft_cell_real ((double) device->idle / (double) (device->last - device->first))
           : weft_cell_none ();
}

static WeftCell
get_gap (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftTimelineDeviceStats *device = item;

  return device->gap.to > device->gap.from ? weft_cell_signed (device->gap.to - device->gap.from)
                                           : weft_cell_none ();
}

static WeftCell
get_gap_start (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftTimelineDeviceStats *device = item;

  return device->gap.to > device->gap.from ? weft_cell_signed (device->gap.from)
                                           : weft_cell_none ();
}

/* Likewise where no launch is known. */
#define STARVED(which) \
  static WeftCell get_##which (gconstpointer data G_GNUC_UNUSED, gconstpointer item) \
  { \
    const WeftTimelineDeviceStats *device = item; \
    return device->n_delays > 0 ? weft_cell_signed ((gint64) device->which) : weft_cell_none (); \
  }

STARVED (n_starved)
STARVED (starved)

/* --- the columns of all tables -------------------------------------------------------------------- */

/* A field is in the tables that its flags name; what has a sum has it first. */
enum
{
  NAMES = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_NAME),
  CATEGORIES = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_CATEGORY),
  PROCESSES = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_PROCESS),
  THREADS = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_THREAD),
  STREAMS = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_STREAM),
  DEVICES = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_DEVICE),
  COUNTERS = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_COUNTER),
  INSTANTS = WEFT_FIELD_COLUMN (WEFT_TIMELINE_TABLE_INSTANT),
  TRACKS = THREADS | STREAMS,
  SUMS = NAMES | CATEGORIES | PROCESSES | TRACKS,
};

/* The members of what rows are. */
#define SUM(name) .member = WEFT_MEMBER (WeftTimelineSum, name)
#define NAME(name) .member = WEFT_MEMBER (WeftTimelineNameStats, name)
#define ONE(name) .member = WEFT_MEMBER (WeftTimelineTrackStats, name)
#define ALL(name) .member = WEFT_MEMBER (WeftTimelineProcessStats, name)
#define DEVICE(name) .member = WEFT_MEMBER (WeftTimelineDeviceStats, name)
#define COUNTER(name) .member = WEFT_MEMBER (WeftTimelineCounterStats, name)
#define INSTANT(name) .member = WEFT_MEMBER (WeftTimelineInstantStats, name)

#define BUSY N_ ("While a slice was under way; those at the same time count once")
#define UTILIZATION N_ ("Busy time by that of the trace or the range")

static const WeftField fields[] = {
  { "name", N_ ("Name"), .flags = NAMES | WEFT_FIELD_LAST, NAME (name), .as = as_name },
  { "category", N_ ("Category"), .flags = CATEGORIES, NAME (name), .as = as_name },
  { "role", N_ ("Role"), .flags = NAMES | CATEGORIES,
    .doc = N_ ("What all of them are for a device: kernel, copy, fill, wait, annotation, or a call "
               "or sync of the host"),
    NAME (role), .as = as_role },
  { "thread", N_ ("Thread"), .flags = THREADS, ONE (track), .as = track_title },
  { "stream", N_ ("Stream"), .flags = STREAMS, ONE (track), .as = track_title },
  { "process", N_ ("Process"), .flags = TRACKS, ONE (process), .as = process_title },
  { "process", N_ ("Process"), .flags = PROCESSES, ALL (process), .as = process_title },
  { "pid", N_ ("Process id"), .flags = TRACKS, ONE (process), .as = process_pid },
  { "tid", N_ ("Thread id"), .flags = TRACKS, ONE (track), .as = track_tid },
  { "pid", N_ ("Process id"), .flags = PROCESSES, ALL (process), .as = process_pid },
  { "rank", N_ ("Rank"), .flags = PROCESSES, ALL (process), .as = process_rank },
  { "tracks", N_ ("Tracks"), .flags = PROCESSES, ALL (n_tracks) },

  { "count", N_ ("Slices"), .flags = SUMS, SUM (count) },
  { "instants", N_ ("Instants"), .flags = TRACKS, ONE (n_instants) },
  { "instants", N_ ("Instants"), .flags = PROCESSES, ALL (n_instants) },
  { "busy_ns", N_ ("Busy"), .flags = TRACKS, .unit = WEFT_UNIT_CYCLES, .doc = BUSY, ONE (busy) },
  { "busy_ns", N_ ("Busy"), .flags = PROCESSES, .unit = WEFT_UNIT_CYCLES, .doc = BUSY, ALL (busy) },
  { "utilization", N_ ("Utilization"), .flags = TRACKS, .unit = WEFT_UNIT_SHARE, .doc = UTILIZATION,
    ONE (utilization) },
  { "utilization", N_ ("Utilization"), .flags = PROCESSES, .unit = WEFT_UNIT_SHARE,
    .doc = UTILIZATION, ALL (utilization) },
  { "total_ns", N_ ("Total"), .flags = SUMS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Time of its slices in the range; those at the same time count each"), SUM (total) },
  { "self_ns", N_ ("Self time"), .flags = SUMS, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of that, while no other slice was under way within them"), SUM (self) },
  { "self_share", N_ ("Of all"), .flags = SUMS, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Self time by that of all slices that count"), SUM (share) },
  { "min_ns", N_ ("Shortest"), .flags = NAMES | CATEGORIES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Of whole slices, as are the next four"), .of = get_min },
  { "mean_ns", N_ ("Mean"), .flags = NAMES | CATEGORIES, .unit = WEFT_UNIT_CYCLES, .of = get_mean },
  { "p50_ns", N_ ("p50"), .flags = NAMES | CATEGORIES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Half of them are at most this long"), .of = get_p50 },
  { "p99_ns", N_ ("p99"), .flags = NAMES | CATEGORIES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("99 % of them are at most this long"), .of = get_p99 },
  { "max_ns", N_ ("Longest"), .flags = NAMES | CATEGORIES, .unit = WEFT_UNIT_CYCLES,
    .of = get_max },

  { "device", N_ ("Device"), .flags = DEVICES, DEVICE (device), .as = device_title },
  { "streams", N_ ("Streams"), .flags = DEVICES, DEVICE (device), .as = device_streams },
  { "kernels", N_ ("Kernels"), .flags = DEVICES, DEVICE (n_kernels) },
  { "copies", N_ ("Copies"), .flags = DEVICES, DEVICE (n_copies) },
  { "fills", N_ ("Fills"), .flags = DEVICES, .doc = N_ ("Memory that was set"), DEVICE (n_fills) },
  { "busy_ns", N_ ("Busy"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While a kernel, copy or fill was under way on any of its streams"), DEVICE (busy) },
  { "idle_ns", N_ ("Without work"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Between its first and its last work"), .of = get_idle },
  { "idle_share", N_ ("Without work"), .flags = DEVICES, .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Of the time between its first and its last work"), .of = get_idle_share },
  { "gap_ns", N_ ("Longest gap"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("The longest time without work"), .of = get_gap },
  { "gap_start", N_ ("Gap begins"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLE,
    .of = get_gap_start },
  { "gap_host", N_ ("Host in the gap"), .flags = DEVICES | WEFT_FIELD_LAST,
    .doc = N_ ("The slice that the host spent most of the longest gap in"), DEVICE (gap_host),
    .as = event_name },
  { "kernel_ns", N_ ("Kernels"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While a kernel was under way"), DEVICE (kernels) },
  { "copy_ns", N_ ("Copies"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While a copy was under way"), DEVICE (copies) },
  { "exposed_copy_ns", N_ ("Exposed copies"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("While a copy was under way and no kernel"), DEVICE (exposed) },
  { "copy_bytes", N_ ("Copied"), .flags = DEVICES, .unit = WEFT_UNIT_BYTES,
    .doc = N_ ("Bytes that its copies moved"), DEVICE (bytes), .as = as_number },
  { "launched", N_ ("Launches"), .flags = DEVICES,
    .doc = N_ ("Kernels whose launch is known, by flow or correlation"), DEVICE (n_delays) },
  { "launch_p50_ns", N_ ("Launch p50"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("From the start of the launching call to that of the kernel: half take at most "
               "this"),
    DEVICE (delay_p50), .as = as_number },
  { "launch_p99_ns", N_ ("Launch p99"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("99 % take at most this"), DEVICE (delay_p99), .as = as_number },
  { "starved", N_ ("Starved"), .flags = DEVICES,
    .doc = N_ ("Kernels that were launched when the device had no work left"),
    .of = get_n_starved },
  { "starved_ns", N_ ("Starved for"), .flags = DEVICES, .unit = WEFT_UNIT_CYCLES,
    .doc = N_ ("Time without work before these"), .of = get_starved },

  { "counter", N_ ("Counter"), .flags = COUNTERS, COUNTER (counter), .as = counter_title },
  { "process", N_ ("Process"), .flags = COUNTERS, COUNTER (counter), .as = counter_process },
  { "values", N_ ("Values"), .flags = COUNTERS, COUNTER (n_points) },
  { "min", N_ ("Least"), .flags = COUNTERS, COUNTER (min) },
  { "mean", N_ ("Mean"), .flags = COUNTERS, .doc = N_ ("By the time that its values hold"),
    COUNTER (mean) },
  { "max", N_ ("Most"), .flags = COUNTERS, COUNTER (max) },
  { "last", N_ ("Last"), .flags = COUNTERS, .doc = N_ ("At the end of the range"), COUNTER (last) },

  { "name", N_ ("Name"), .flags = INSTANTS, INSTANT (name), .as = as_name },
  { "category", N_ ("Category"), .flags = INSTANTS, .doc = N_ ("Of the first"), INSTANT (category),
    .as = as_name },
  { "count", N_ ("Instants"), .flags = INSTANTS, INSTANT (count) },
  { "first", N_ ("First"), .flags = INSTANTS, .unit = WEFT_UNIT_CYCLE, INSTANT (row),
    .as = event_start },
  { "thread", N_ ("Thread"), .flags = INSTANTS, .doc = N_ ("Of the first"), INSTANT (row),
    .as = event_track },
};

#define SCHEMA(name, doc, table, Type) \
  { \
    name, doc, fields, G_N_ELEMENTS (fields), WEFT_FIELD_KIND (table), sizeof (Type) \
  }

const WeftSchema weft_timeline_table_schemas[WEFT_TIMELINE_N_TABLES] = {
  [WEFT_TIMELINE_TABLE_NAME] = SCHEMA ("timeline_name", "Slices of a timeline by name",
                                       WEFT_TIMELINE_TABLE_NAME, WeftTimelineNameStats),
  [WEFT_TIMELINE_TABLE_CATEGORY] = SCHEMA ("timeline_category", "Slices of a timeline by category",
                                           WEFT_TIMELINE_TABLE_CATEGORY, WeftTimelineNameStats),
  [WEFT_TIMELINE_TABLE_PROCESS] = SCHEMA ("timeline_process", "Processes of a timeline",
                                          WEFT_TIMELINE_TABLE_PROCESS, WeftTimelineProcessStats),
  [WEFT_TIMELINE_TABLE_THREAD] =
    SCHEMA ("timeline_thread", "Threads of the host, and asynchronous tracks of a timeline",
            WEFT_TIMELINE_TABLE_THREAD, WeftTimelineTrackStats),
  [WEFT_TIMELINE_TABLE_STREAM] = SCHEMA ("timeline_stream", "Streams of a timeline's devices",
                                         WEFT_TIMELINE_TABLE_STREAM, WeftTimelineTrackStats),
  [WEFT_TIMELINE_TABLE_DEVICE] = SCHEMA ("timeline_device", "Devices of a timeline",
                                         WEFT_TIMELINE_TABLE_DEVICE, WeftTimelineDeviceStats),
  [WEFT_TIMELINE_TABLE_COUNTER] = SCHEMA ("timeline_counter", "Counters of a timeline",
                                          WEFT_TIMELINE_TABLE_COUNTER, WeftTimelineCounterStats),
  [WEFT_TIMELINE_TABLE_INSTANT] = SCHEMA ("timeline_instant", "Instants of a timeline by name",
                                          WEFT_TIMELINE_TABLE_INSTANT, WeftTimelineInstantStats),
};

/* --- the tables ----------------------------------------------------------------------------------- */

void
weft_timeline_facts_set_time (WeftFacts *facts, const WeftTimelineSnapshot *snapshot)
{
  facts->hertz = 1000000000;
  facts->zero = snapshot->first_time;
}

WeftFacts
weft_timeline_facts_get (const WeftTimelineStats *stats, WeftTimelineTable table)
{
  const struct
  {
    gconstpointer items;
    guint n;
  } rows[WEFT_TIMELINE_N_TABLES] = {
    [WEFT_TIMELINE_TABLE_NAME] = { stats->names, stats->n_names },
    [WEFT_TIMELINE_TABLE_CATEGORY] = { stats->categories, stats->n_categories },
    [WEFT_TIMELINE_TABLE_PROCESS] = { stats->processes, stats->n_processes },
    [WEFT_TIMELINE_TABLE_THREAD] = { stats->threads, stats->n_threads },
    [WEFT_TIMELINE_TABLE_STREAM] = { stats->streams, stats->n_streams },
    [WEFT_TIMELINE_TABLE_DEVICE] = { stats->devices, stats->n_devices },
    [WEFT_TIMELINE_TABLE_COUNTER] = { stats->counters, stats->n_counters },
    [WEFT_TIMELINE_TABLE_INSTANT] = { stats->instants, stats->n_instant_names },
  };
  WeftFacts facts = weft_facts_of_items (&weft_timeline_table_schemas[table], WEFT_FIELD_TABLE,
                                         stats, rows[table].items, rows[table].n);

  weft_timeline_facts_set_time (&facts, stats->snapshot);
  return facts;
}

/* --- filters -------------------------------------------------------------------------------------- */

static char *
match_name (const WeftTimelineStats *stats, const char *field, guint32 name, const char *kind)
{
  const char *text = weft_timeline_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *quoted = text != NULL ? weft_expression_quote (text) : NULL;
  g_autofree char *of_kind =
    kind != NULL ? g_strdup_printf (" && kind == \"%s\"", kind) : g_strdup ("");

  if (quoted == NULL)
    return g_strdup_printf ("!(%s contains \"\")%s", field, of_kind);
  return g_strdup_printf ("%s == %s%s", field, quoted, of_kind);
}

/* Pids are the same in several files. */
static char *
match_process (const WeftTimelineStats *stats, guint process)
{
  const WeftTimelineSnapshot *snapshot = stats->snapshot;
  WeftTimelineProcess info;
  g_autofree char *pid = NULL, *file = NULL;

  weft_timeline_snapshot_get_process (snapshot, process, &info);
  pid = weft_expression_quote (info.pid);
  if (snapshot->n_files < 2)
    return g_strdup_printf ("pid == %s", pid);
  file = weft_expression_quote (weft_timeline_snapshot_get_file (snapshot, info.file)->title);
  return g_strdup_printf ("pid == %s && file == %s", pid, file);
}

/* Whether an asynchronous track of the process is of what a thread of it has as its id. */
static gboolean
has_twin (const WeftTimelineSnapshot *snapshot, const WeftTimelineTrack *track)
{
  for (guint i = 0; i < snapshot->n_tracks; i++)
    {
      WeftTimelineTrack other;

      weft_timeline_snapshot_get_track (snapshot, i, &other);
      if (other.kind == WEFT_TIMELINE_ASYNC && other.process == track->process
          && g_str_equal (other.tid, track->tid))
        return TRUE;
    }
  return FALSE;
}

static char *
match_track (const WeftTimelineStats *stats, const WeftTimelineTrackStats *stat)
{
  g_autofree char *process = match_process (stats, stat->process);
  g_autofree char *tid = NULL;
  WeftTimelineTrack track;
  const char *more;

  weft_timeline_snapshot_get_track (stats->snapshot, stat->track, &track);
  tid = weft_expression_quote (track.tid);
  if (track.kind == WEFT_TIMELINE_ASYNC)
    more = " && async";
  else
    more = has_twin (stats->snapshot, &track) ? " && !async" : "";
  return g_strdup_printf ("tid == %s && %s%s", tid, process, more);
}

static gboolean
has_instants (const WeftTimelineStats *stats, guint32 name)
{
  for (guint i = 0; i < stats->n_instant_names; i++)
    if (stats->instants[i].name == name)
      return TRUE;
  return FALSE;
}

char *
weft_timeline_facts_make_filter (const WeftTimelineStats *stats, WeftTimelineTable table, guint row)
{
  switch (table)
    {
    case WEFT_TIMELINE_TABLE_NAME:
      return match_name (stats, "name", stats->names[row].name,
                         has_instants (stats, stats->names[row].name) ? "slice" : NULL);
    case WEFT_TIMELINE_TABLE_CATEGORY:
      return match_name (stats, "category", stats->categories[row].name, "slice");
    case WEFT_TIMELINE_TABLE_INSTANT:
      return match_name (stats, "name", stats->instants[row].name, "instant");
    case WEFT_TIMELINE_TABLE_PROCESS:
      return match_process (stats, stats->processes[row].process);
    case WEFT_TIMELINE_TABLE_THREAD:
      return match_track (stats, &stats->threads[row]);
    case WEFT_TIMELINE_TABLE_STREAM:
      return match_track (stats, &stats->streams[row]);
    case WEFT_TIMELINE_TABLE_DEVICE:
      return match_process (stats, stats->roles->list[stats->devices[row].device].process);
    case WEFT_TIMELINE_TABLE_COUNTER:
    case WEFT_TIMELINE_N_TABLES:
    default:
      return NULL;
    }
}
