/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-timeline.h"

#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-findings.h"
#include "weft-timeline-numbers.h"
#include "weft-timeline-stats-index.h"
#include "weft-timeline-trace-private.h"

/* The events of a kind. */
typedef struct
{
  GArray *rows; /* guint32, of which the first `n_rows` count; NULL: all events are */
  guint32 n_rows;
  gboolean is_done; /* FALSE: not yet asked for */
} Listed;

typedef struct
{
  WeftTimelineSnapshot *snapshot;
  Listed listed[2];         /* slices and instants */
  WeftTimelineRoles *roles; /* NULL: not yet asked for */
  WeftTimelineStats *stats; /* likewise */
} Source;

static void
clear_listed (Listed *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  *self = (Listed){ NULL, 0, FALSE };
}

/* --- events ------------------------------------------------------------------------------------- */

/* Adds the events of a kind among `n` from `first` on, of which all events before are where there is no list yet. */
static void
list_block (Listed *self, const gint64 *kinds, gint64 kind, guint32 first, guint n)
{
  guint n_found = 0;
  guint32 *rows;

  for (guint i = 0; i < n; i++)
    n_found += kinds[i] == kind;
  if (self->rows == NULL && n_found == n)
    {
      self->n_rows += n;
      return;
    }
  if (self->rows == NULL)
    {
      self->rows = g_array_sized_new (FALSE, FALSE, sizeof *rows, first + n);
      for (guint32 row = 0; row < first; row++)
        g_array_append_val (self->rows, row);
    }
  g_array_set_size (self->rows, self->n_rows + n);
  rows = (guint32 *) (gpointer) self->rows->data;
  for (guint i = 0; i < n; i++)
    {
      rows[self->n_rows] = first + i;
      self->n_rows += kinds[i] == kind;
    }
}

/* The events of a kind, by their numbers: the others lie between them. */
static gboolean
list_rows (Source *self, WeftTimelineKind kind, GCancellable *cancellable, GError **error)
{
  Listed *listed = &self->listed[kind];

  for (guint32 first = 0; first < self->snapshot->n_events; first += WEFT_FIELD_BLOCK)
    {
      guint n = MIN (self->snapshot->n_events - first, WEFT_FIELD_BLOCK);
      gint64 kinds[WEFT_FIELD_BLOCK];

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          clear_listed (listed);
          return FALSE;
        }
      weft_timeline_codes_column (self->snapshot, TIMELINE_KIND, first, n, kinds, NULL);
      list_block (listed, kinds, kind, first, n);
    }
  listed->is_done = TRUE;
  return TRUE;
}

static gboolean
open_kind (Source *self, WeftTimelineKind kind, WeftFacts *facts, GCancellable *cancellable,
           GError **error)
{
  const Listed *listed = &self->listed[kind];

  if (!listed->is_done && !list_rows (self, kind, cancellable, error))
    return FALSE;
  *facts = (WeftFacts){ .data = self->snapshot, .n_rows = listed->n_rows };
  if (listed->rows != NULL)
    facts->rows = (const guint32 *) (gconstpointer) listed->rows->data;
  return TRUE;
}

static gboolean
open_slices (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  return open_kind (source, WEFT_TIMELINE_SLICE, facts, cancellable, error);
}

static gboolean
open_instants (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error)
{
  return open_kind (source, WEFT_TIMELINE_INSTANT, facts, cancellable, error);
}

static gboolean
open_points (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  const Source *self = source;

  *facts = (WeftFacts){ .data = self->snapshot, .n_rows = self->snapshot->n_points };
  return TRUE;
}

static gboolean
open_flows (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
            GError **error G_GNUC_UNUSED)
{
  const Source *self = source;
  const WeftTimelineFlows *flows = self->snapshot->flows;

  *facts = (WeftFacts){ .data = self->snapshot, .n_rows = flows != NULL ? flows->n : 0 };
  return TRUE;
}

/* --- statistics --------------------------------------------------------------------------------- */

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  if (self->roles == NULL)
    self->roles = weft_timeline_roles_new (self->snapshot, cancellable);
  if (self->roles == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  else if (self->stats == NULL)
    self->stats =
      weft_timeline_stats_find (self->snapshot, self->roles, NULL, NULL, cancellable, error);
  return self->stats != NULL;
}

#define OPEN(name, table) \
  WEFT_QUERY_OPEN (name, Source, measure, weft_timeline_facts_get (self->stats, table))

OPEN (open_processes, WEFT_TIMELINE_TABLE_PROCESS)
OPEN (open_threads, WEFT_TIMELINE_TABLE_THREAD)
OPEN (open_streams, WEFT_TIMELINE_TABLE_STREAM)
OPEN (open_devices, WEFT_TIMELINE_TABLE_DEVICE)

static GArray *
make (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return measure (self, cancellable, error) ? weft_timeline_findings_new (self->stats) : NULL;
}

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  const Source *self = source;

  return weft_timeline_findings_find (self->snapshot, make, source, cancellable, error);
}

/* --- the family --------------------------------------------------------------------------------- */

#define DUMP WEFT_FIELD_DUMP
#define EVENTS \
  .schema = &weft_timeline_event_schema, .flags = WEFT_FIELD_FILTER, .more = DUMP, \
  .indexed = WEFT_QUERY_KEYS ("start", "end", "line", "correlation"), .is_shown = TRUE, \
  .times = WEFT_QUERY_KEYS ("start", "end")
#define STATISTICS(table) .schema = &weft_timeline_table_schemas[table], .flags = WEFT_FIELD_TABLE

static const WeftQueryTable tables[] = {
  { .name = "slice", EVENTS, .open = open_slices },
  { .name = "instant", EVENTS, .open = open_instants },
  { .name = "counter",
    .schema = &weft_timeline_point_schema,
    .flags = DUMP,
    .indexed = WEFT_QUERY_KEYS ("time"),
    .times = WEFT_QUERY_KEYS ("time"),
    .open = open_points },
  { .name = "flow",
    .schema = &weft_timeline_flow_schema,
    .flags = DUMP,
    .indexed = WEFT_QUERY_KEYS ("from_start", "to_start"),
    .times = WEFT_QUERY_KEYS ("from_start", "to_start"),
    .open = open_flows },
  { .name = "process", STATISTICS (WEFT_TIMELINE_TABLE_PROCESS), .open = open_processes },
  { .name = "thread", STATISTICS (WEFT_TIMELINE_TABLE_THREAD), .open = open_threads },
  { .name = "stream", STATISTICS (WEFT_TIMELINE_TABLE_STREAM), .open = open_streams },
  { .name = "device",
    STATISTICS (WEFT_TIMELINE_TABLE_DEVICE),
    .times = WEFT_QUERY_KEYS ("gap_start"),
    .open = open_devices },
};

static const WeftQueryMetric metrics[] = {
  { "duration_ns", "Nanoseconds from the first event to the last end",
    "SELECT " WEFT_QUERY_LENGTH },
  { "slices", "Slices", "SELECT count(*) FROM @slice" },
  { "device_busy_ns", "Nanoseconds in which devices worked, added up",
    "SELECT sum(busy_ns) FROM @device" },
  { "device_idle_ns", "Nanoseconds in which they did not, between their first and last work",
    "SELECT sum(idle_ns) FROM @device" },
};

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  Source *self = g_new0 (Source, 1);

  self->snapshot = weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  return self;
}

static void
close_source (gpointer source)
{
  Source *self = source;

  g_clear_pointer (&self->stats, weft_timeline_stats_free);
  g_clear_pointer (&self->roles, weft_timeline_roles_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->listed); i++)
    clear_listed (&self->listed[i]);
  weft_timeline_snapshot_unref (self->snapshot);
  g_free (self);
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  const Source *self = source;

  *first = self->snapshot->first_time;
  *last = self->snapshot->last_time;
  return self->snapshot->n_events > 0 || self->snapshot->n_points > 0;
}

const WeftQueryFamily weft_query_timeline = {
  .name = "timeline",
  .doc = "Timelines of profilers, in Chrome's trace events. Time is in nanoseconds",
  .get_type = weft_timeline_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .find = find,
  .get_times = get_times,
};
