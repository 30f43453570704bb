/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-live.h"

#include "weft-live-figure-fields.h"
#include "weft-live-findings.h"
#include "weft-live-record-fields.h"

typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveRecords *records; /* NULL: not yet asked for */
  WeftLiveFigures *figures; /* likewise */
} Source;

static gboolean
open_records (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
              GError **error G_GNUC_UNUSED)
{
  Source *self = source;

  if (self->records == NULL)
    self->records = weft_live_records_new (self->trace);
  *facts = (WeftFacts){ .data = self->records, .n_rows = self->records->n_rows };
  return TRUE;
}

/* Records have other places once more have come or some were evicted. */
static gpointer
hold_records (gpointer source, GCancellable *cancellable, GError **error)
{
  WeftFacts facts;

  return open_records (source, &facts, cancellable, error)
           ? weft_live_records_ref (((Source *) source)->records)
           : NULL;
}

static void
release_records (gpointer records)
{
  weft_live_records_unref (records);
}

/* The lane of a stream, of that host where it is said; where neither is, of the only one there is. */
static gboolean
is_lane (const WeftLiveRecords *records, guint lane, const WeftCell *stream, const WeftCell *host)
{
  const WeftLiveLane *known = &records->lanes[lane];

  if (!weft_cell_is_known (stream))
    return records->n_lanes == 1;
  if (weft_cell_is_known (host)
      && (host->type != WEFT_CELL_TEXT || known->host >= records->n_hosts
          || !g_str_equal (records->hosts[known->host], host->text)))
    return FALSE;
  return stream->type == WEFT_CELL_SIGNED && stream->integer == (gint64) known->stream;
}

static gboolean
find_record (gpointer source, const WeftCell *cells, guint32 *item)
{
  const WeftLiveRecords *records = ((const Source *) source)->records;

  if (cells[0].type != WEFT_CELL_SIGNED || cells[0].integer < 1 || cells[0].integer > G_MAXUINT32)
    return FALSE;
  *item = WEFT_NO_ROW;
  for (guint lane = 0; lane < records->n_lanes && *item == WEFT_NO_ROW; lane++)
    if (is_lane (records, lane, &cells[1], &cells[2]))
      *item = weft_live_records_find (records, lane, (guint32) (cells[0].integer - 1));
  return *item != WEFT_NO_ROW;
}

static const WeftQueryThing things[] = {
  { "record", { "record", "stream", "host" }, 1, find_record },
  { NULL },
};

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  if (self->figures == NULL)
    self->figures = weft_live_figures_new (self->trace, NULL, NULL, cancellable);
  if (self->figures == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return self->figures != NULL;
}

WEFT_QUERY_OPEN (open_programs, Source, measure, weft_live_figures_get_programs (self->figures))
WEFT_QUERY_OPEN (open_streams, Source, measure, weft_live_figures_get_streams (self->figures))

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return measure (self, cancellable, error) ? weft_live_findings_new (self->figures) : NULL;
}

static const WeftQueryTable tables[] = {
  { .name = "record",
    .schema = &weft_live_record_schema,
    .flags = WEFT_FIELD_FILTER,
    .indexed = WEFT_QUERY_KEYS ("record", "start_ns", "end_ns"),
    .is_shown = TRUE,
    .times = WEFT_QUERY_KEYS ("start_ns", "end_ns"),
    .open = open_records },
  { .name = "program", .schema = &weft_live_program_schema, .open = open_programs },
  { .name = "stream", .schema = &weft_live_stream_schema, .open = open_streams },
};

static const WeftQueryMetric metrics[] = {
  { "programs", "Runs of programs", "SELECT count(*) FROM @record WHERE kind = 'program'" },
  { "program_ns", "Nanoseconds that they took, added up",
    "SELECT sum(length_ns) FROM @record WHERE kind = 'program'" },
  { "program_p99_ns", "Nanoseconds that 99 % of them took at most",
    "SELECT percentile(length_ns, 99) FROM @record WHERE kind = 'program'" },
  { "lost", "Records that were lost", "SELECT total(lost) FROM @record" },
  { "utilization", "The mean of the streams' utilization", "SELECT avg(utilization) FROM @stream" },
};

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  Source *self = g_new0 (Source, 1);

  self->trace = g_object_ref (WEFT_LIVE_TRACE (trace));
  return self;
}

static void
close_source (gpointer source)
{
  Source *self = source;

  g_clear_object (&self->figures);
  g_clear_pointer (&self->records, weft_live_records_unref);
  g_object_unref (self->trace);
  g_free (self);
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  return weft_live_trace_get_range (((const Source *) source)->trace, first, last);
}

const WeftQueryFamily weft_query_live = {
  .name = "live",
  .doc = "Live sessions, and recordings of them. Time is in nanoseconds of the host",
  .get_type = weft_live_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .find = find,
  .get_times = get_times,
  .things = things,
  .hold = hold_records,
  .release = release_records,
};
