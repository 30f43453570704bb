/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-bus.h"

#include "weft-bus-facts.h"
#include "weft-bus-fields.h"
#include "weft-bus-findings.h"

typedef struct
{
  WeftBusRows rows; /* the data of accesses */
  WeftBusSnapshot *snapshot;
  WeftBusModel *model; /* NULL: not yet asked for, as all that follows */
  WeftBusIndex *index;
  WeftBusSummary *summary;
} Source;

static gboolean
open_accesses (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
               GError **error G_GNUC_UNUSED)
{
  Source *self = source;

  *facts = (WeftFacts){ .data = &self->rows, .n_rows = self->snapshot->n_rows };
  return TRUE;
}

static gboolean
prepare_accesses (gpointer source, const WeftField *field, GCancellable *cancellable,
                  GError **error)
{
  static const char *const modelled[] = { "wait_delta", "total_delta", "drift_wait", "drift_total",
                                          "class",      "known_gap",   NULL };
  Source *self = source;

  if (!g_strv_contains (modelled, field->key) || self->model != NULL)
    return TRUE;
  self->rows.model = self->model = weft_bus_model_new (self->snapshot, cancellable, error);
  return self->model != NULL;
}

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  if (self->summary != NULL)
    return TRUE;
  if (self->index == NULL)
    self->index = weft_bus_index_new (self->snapshot, NULL, cancellable, error);
  if (self->index == NULL)
    return FALSE;
  self->summary = weft_bus_summary_new (
    self->snapshot, &(WeftBusSummaryOptions){ .model = TRUE, .index = self->index }, cancellable,
    error);
  return self->summary != NULL;
}

#define OPEN(name, table) \
  WEFT_QUERY_OPEN (name, Source, measure, weft_bus_facts_get (self->summary, table))

OPEN (open_regions, WEFT_BUS_TABLE_REGION)
OPEN (open_masters, WEFT_BUS_TABLE_MASTER)
OPEN (open_buckets, WEFT_BUS_TABLE_BUCKET)
OPEN (open_contention, WEFT_BUS_TABLE_CONTENTION)

static GArray *
make (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return measure (self, cancellable, error) ? weft_bus_findings_new (self->summary, self->index)
                                            : NULL;
}

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  const Source *self = source;

  return weft_bus_findings_find (self->snapshot, make, source, cancellable, error);
}

#define FILTER WEFT_FIELD_FILTER
#define SUMMARY(table) .schema = &weft_bus_table_schemas[table], .flags = WEFT_FIELD_TABLE

static const WeftQueryTable tables[] = {
  { .name = "access",
    .schema = &weft_bus_access_schema,
    .flags = FILTER,
    .indexed = WEFT_QUERY_KEYS ("seq", "line", "tick_first_attempt", "tick_complete"),
    .is_shown = TRUE,
    .times = WEFT_QUERY_KEYS ("tick_first_attempt", "tick_complete"),
    .links = WEFT_QUERY_LINKS ({ "seq", "access", "seq" }, { "line", "access", "line" }),
    .open = open_accesses,
    .prepare = prepare_accesses },
  { .name = "region", SUMMARY (WEFT_BUS_TABLE_REGION), .open = open_regions },
  { .name = "master", SUMMARY (WEFT_BUS_TABLE_MASTER), .open = open_masters },
  { .name = "bucket", SUMMARY (WEFT_BUS_TABLE_BUCKET), .open = open_buckets },
  { .name = "contention", SUMMARY (WEFT_BUS_TABLE_CONTENTION), .open = open_contention },
};

static const WeftQueryMetric metrics[] = {
  { "ticks", "Ticks from the first to the last", "SELECT " WEFT_QUERY_LENGTH },
  { "accesses", "Accesses", "SELECT count(*) FROM @access" },
  { "wait_cycles", "Cycles that they waited", "SELECT sum(wait) FROM @access" },
  { "wait_rate", "The share of accesses that waited", "SELECT avg(wait > 0) FROM @access" },
  { "elapsed_p99", "Cycles that 99 % of them took at most",
    "SELECT percentile(elapsed, 99) FROM @access" },
};

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  Source *self = g_new0 (Source, 1);

  self->snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  self->rows = (WeftBusRows){ .snapshot = self->snapshot };
  return self;
}

static void
close_source (gpointer source)
{
  Source *self = source;

  g_clear_pointer (&self->summary, weft_bus_summary_free);
  g_clear_pointer (&self->index, weft_bus_index_unref);
  g_clear_pointer (&self->model, weft_bus_model_unref);
  weft_bus_snapshot_unref (self->snapshot);
  g_free (self);
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  const Source *self = source;

  *first = weft_bus_tick_clamp (self->snapshot->first_tick);
  *last = weft_bus_tick_clamp (self->snapshot->last_tick);
  return self->snapshot->n_rows > 0;
}

const WeftQueryFamily weft_query_bus = {
  .name = "bus",
  .doc = "Traces of a bus. Time is in ticks",
  .get_type = weft_bus_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .find = find,
  .get_times = get_times,
};
