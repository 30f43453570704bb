/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-fields.h"

#include "weft-bus-numbers.h"
#include "weft-bus-region.h"
#include "weft-bus-trace-private.h"
#include "weft-expression-eval.h"

#include <glib/gi18n-lib.h>

/* The data of all getters is a WeftBusRows. */

/* --- what a record says ----------------------------------------------------------------------- */

static guint32
get_access (const WeftBusRows *self, guint row)
{
  return self->index != NULL ? weft_bus_index_get_row (self->index, row) : row;
}

/* All but its seq and its line. */
static void
read_access (const WeftBusRows *self, guint row, WeftBusRecord *record)
{
  weft_bus_record_read (self->snapshot->trace, get_access (self, row), record);
}

/* A getter of what a record says. */
#define ACCESS(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    WeftBusRecord record; \
    read_access (data, row, &record); \
    return cell; \
  }

ACCESS (get_first_attempt, weft_cell_count (record.first_attempt))
ACCESS (get_complete, weft_cell_count (record.complete))
ACCESS (get_size, weft_cell_count (record.size))
ACCESS (get_service, weft_cell_count (record.service))
ACCESS (get_retries, weft_cell_count (record.retries))
ACCESS (get_elapsed, weft_cell_count (weft_bus_access_get_elapsed (&record)))
ACCESS (get_wait,
        weft_cell_count (weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record))))
ACCESS (get_metric, weft_cell_text (g_strdup (weft_bus_access_get_metric (&record))))
ACCESS (is_exact, weft_cell_flag (weft_bus_access_is_exact (&record)))
ACCESS (is_overlong,
        weft_cell_flag (weft_bus_access_is_overlong (&record,
                                                     weft_bus_access_get_elapsed (&record))))
ACCESS (is_unwaited,
        weft_cell_flag (weft_bus_access_is_retried_unwaited (
          &record, weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record)))))

static WeftCell
get_addr (gconstpointer data, guint row)
{
  WeftBusRecord record;

  read_access (data, row, &record);
  return (WeftCell){ .type = WEFT_CELL_ADDRESS, .digits = 8, .count = record.addr };
}

static WeftCell
get_seq (gconstpointer data, guint row)
{
  const WeftBusRows *self = data;

  return weft_cell_count (
    weft_table_get_u64 (&self->snapshot->trace->records, BUS_SEQ, get_access (self, row)));
}

static WeftCell
get_line (gconstpointer data, guint row)
{
  const WeftBusRows *self = data;
  WeftBusRecord record;

  weft_bus_snapshot_get_record (self->snapshot, get_access (self, row), &record);
  return weft_cell_signed (record.line);
}

/* --- words ------------------------------------------------------------------------------------ */

static const char *
get_master_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_BUS_N_MASTERS ? weft_bus_master_to_string (word) : NULL;
}

static const char *
get_rw_word (gconstpointer data, guint word)
{
  WeftBusTrace *trace = ((const WeftBusRows *) data)->snapshot->trace;

  return word < weft_bus_trace_get_n_rws (trace) ? weft_bus_trace_get_rw (trace, word) : NULL;
}

static const char *
get_kind_word (gconstpointer data, guint word)
{
  WeftBusTrace *trace = ((const WeftBusRows *) data)->snapshot->trace;

  return word < weft_bus_trace_get_n_kinds (trace) ? weft_bus_trace_get_kind (trace, word) : NULL;
}

static const char *
get_region_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_BUS_N_REGIONS ? weft_bus_region_get (word)->name : NULL;
}

static const char *
get_cache_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_BUS_N_CACHES ? weft_bus_cache_to_string (word) : NULL;
}

static const char *
get_class_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_BUS_N_CLASSES ? weft_bus_class_to_string (word) : NULL;
}

static WeftCell
word_cell (gconstpointer data, WeftFieldWord get_word, guint word)
{
  return weft_cell_word (word, get_word (data, word));
}

static guint
get_cache_of (const WeftBusRecord *record)
{
  return weft_bus_cache_of (weft_bus_region_of (record->addr), record->service);
}

ACCESS (get_master, word_cell (data, get_master_word, record.master))
ACCESS (get_rw, word_cell (data, get_rw_word, record.rw))
ACCESS (get_kind, word_cell (data, get_kind_word, record.kind))
ACCESS (get_region, word_cell (data, get_region_word, weft_bus_region_of (record.addr)))
ACCESS (get_cache, word_cell (data, get_cache_word, get_cache_of (&record)))

/* --- what the model says ---------------------------------------------------------------------- */

/* The verdicts on the block of records that was asked for last. */
struct _WeftBusBlock
{
  guint32 number; /* WEFT_NO_ROW: none yet */
  WeftBusVerdict verdicts[WEFT_BUS_MODEL_BLOCK];
};

static WeftBusVerdict
read_verdict (const WeftBusRows *self, guint row)
{
  guint32 place = weft_bus_model_get_place (self->model, get_access (self, row));
  WeftBusVerdict verdict;

  if (self->block == NULL)
    {
      weft_bus_model_get_verdict (self->model, place, &verdict);
      return verdict;
    }
  if (place / WEFT_BUS_MODEL_BLOCK != self->block->number)
    {
      weft_bus_model_get_block (self->model, place, self->block->verdicts);
      self->block->number = place / WEFT_BUS_MODEL_BLOCK;
    }
  return self->block->verdicts[place % WEFT_BUS_MODEL_BLOCK];
}

/* A getter of what the model says of a record. */
#define VERDICT(name, cell) \
  static WeftCell name (gconstpointer data, guint row) \
  { \
    WeftBusVerdict verdict = read_verdict (data, row); \
    return cell; \
  }

VERDICT (get_wait_delta, weft_cell_signed (verdict.wait_delta))
VERDICT (get_total_delta, weft_cell_signed (verdict.total_delta))
VERDICT (get_drift_wait, weft_cell_signed (verdict.drift_wait))
VERDICT (get_drift_total, weft_cell_signed (verdict.drift_total))
VERDICT (get_class, word_cell (data, get_class_word, verdict.class))
VERDICT (is_known_gap, weft_cell_flag (verdict.class == WEFT_BUS_KNOWN_GAP))

/* --- the fields ------------------------------------------------------------------------------- */

#define FILTER WEFT_FIELD_FILTER
#define TABLE WEFT_FIELD_TABLE
#define SEARCH WEFT_FIELD_SEARCH
#define INSPECT WEFT_FIELD_INSPECT
#define ARGUMENT WEFT_FIELD_ARGUMENT
#define DUMP (WEFT_FIELD_DUMP | ARGUMENT)

#define MODEL_COST 30 /* of what the model is asked for, and of nothing else */

#define NUMBER(which) .part = (which), .numbers = weft_bus_numbers
#define CODE(which) .codes = weft_bus_numbers, .code = (which)
#define VERDICT_NUMBER(which) .part = (which), .numbers = weft_bus_numbers_verdict
#define VERDICT_CLASS .codes = weft_bus_numbers_verdict, .code = WEFT_BUS_NUMBER_CLASS

static const WeftField fields[] = {
  { "seq", N_ ("Seq"), get_seq, WEFT_FIELD_COUNT, FILTER | TABLE | DUMP | WEFT_FIELD_NAMES_ROW,
    .doc = N_ ("Sequence number"), NUMBER (BUS_SEQ) },
  { "line", N_ ("Line"), get_line, WEFT_FIELD_NUMBER, FILTER | TABLE,
    .doc = N_ ("Line of the file, or number of the record in a binary one, from 1"),
    NUMBER (BUS_LINE) },
  { "master", N_ ("Master"), get_master, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | DUMP,
    .doc = N_ ("MSH2, SSH2 or DMA"), .word = get_master_word, CODE (BUS_MASTER) },
  { "tick_first_attempt", N_ ("First attempt"), get_first_attempt, WEFT_FIELD_COUNT,
    FILTER | TABLE | DUMP, .doc = N_ ("Tick of the first attempt"), NUMBER (BUS_FIRST_ATTEMPT) },
  { "tick_complete", N_ ("Complete"), get_complete, WEFT_FIELD_COUNT, FILTER | TABLE | DUMP,
    .doc = N_ ("Tick in which the access completed"), NUMBER (BUS_COMPLETE) },
  { "addr", N_ ("Address"), get_addr, WEFT_FIELD_COUNT, FILTER | TABLE | SEARCH | DUMP,
    .doc = N_ ("Address"), NUMBER (BUS_ADDR) },
  { "region", N_ ("Region"), get_region, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH,
    .doc = N_ ("Name of the region: \"High WRAM\""), .cost = 2, .word = get_region_word,
    CODE (WEFT_BUS_NUMBER_REGION) },
  { "size", N_ ("Size"), get_size, WEFT_FIELD_NUMBER, FILTER | TABLE | DUMP,
    .doc = N_ ("Bytes: 1, 2 or 4"), CODE (BUS_SIZE) },
  { "rw", N_ ("R/W"), get_rw, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | DUMP, .doc = N_ ("R or W"),
    .word = get_rw_word, CODE (BUS_RW) },
  { "kind", N_ ("Kind"), get_kind, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | DUMP,
    .doc = N_ ("ifetch, read, write, mmio_read or mmio_write"), .word = get_kind_word,
    CODE (BUS_KIND) },
  { "service_cycles", N_ ("Service"), get_service, WEFT_FIELD_COUNT, FILTER | TABLE | DUMP,
    .doc = N_ ("Cycles of one attempt"), NUMBER (BUS_SERVICE) },
  { "retries", N_ ("Retries"), get_retries, WEFT_FIELD_COUNT, FILTER | TABLE | DUMP,
    .doc = N_ ("Blocked attempts before the one that succeeded"), NUMBER (BUS_RETRIES) },
  { "line", NULL, get_line, WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP, NUMBER (BUS_LINE) },
  { "observed_service_cycles", NULL, get_service, WEFT_FIELD_COUNT, ARGUMENT,
    .doc = "Cycles of one attempt", NUMBER (BUS_SERVICE) },
  { "observed_retries", NULL, get_retries, WEFT_FIELD_COUNT, ARGUMENT, .doc = "Blocked attempts",
    NUMBER (BUS_RETRIES) },
  { "observed_elapsed", NULL, get_elapsed, WEFT_FIELD_COUNT, ARGUMENT,
    .doc = "ymir_effective_total: cycles from the first attempt to the end",
    NUMBER (WEFT_BUS_NUMBER_ELAPSED) },
  { "observed_wait", NULL, get_wait, WEFT_FIELD_COUNT, ARGUMENT,
    .doc = "ymir_effective_wait: cycles of these that were no service",
    NUMBER (WEFT_BUS_NUMBER_WAIT) },
  { "observed_wait_metric_kind", NULL, get_metric, WEFT_FIELD_TEXT, ARGUMENT,
    .doc = "How the wait is known", CODE (WEFT_BUS_NUMBER_EXACT) },
  { "cache_bucket", NULL, get_cache, WEFT_FIELD_TEXT, ARGUMENT, .doc = "How the cache answered",
    CODE (WEFT_BUS_NUMBER_CACHE) },
  { "elapsed", N_ ("Elapsed"), get_elapsed, WEFT_FIELD_COUNT, FILTER | TABLE,
    .doc = N_ ("ymir_effective_total: cycles from the first attempt to the end"), .cost = 2,
    NUMBER (WEFT_BUS_NUMBER_ELAPSED) },
  { "wait", N_ ("Wait"), get_wait, WEFT_FIELD_COUNT, FILTER | TABLE,
    .doc = N_ ("ymir_effective_wait: cycles of these that were no service"), .cost = 3,
    NUMBER (WEFT_BUS_NUMBER_WAIT) },
  { "cache", NULL, get_cache, WEFT_FIELD_TEXT, FILTER, .doc = N_ ("Cache bucket: \"cache_hit\""),
    .cost = 3, .word = get_cache_word, CODE (WEFT_BUS_NUMBER_CACHE) },
  { "exact", NULL, is_exact, WEFT_FIELD_FLAG, FILTER, .doc = N_ ("Its ticks say how long it took"),
    .cost = 2, NUMBER (WEFT_BUS_NUMBER_EXACT) },
  { "overlong", NULL, is_overlong, WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("Its service is longer than all of it took"), .cost = 3,
    NUMBER (WEFT_BUS_NUMBER_OVERLONG) },
  { "unwaited", NULL, is_unwaited, WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("It was retried, and still did not wait"), .cost = 3,
    NUMBER (WEFT_BUS_NUMBER_UNWAITED) },
  { "wait_delta", N_ ("Δ wait"), get_wait_delta, WEFT_FIELD_NUMBER, FILTER | TABLE,
    .doc = N_ ("Cycles of wait, model − observed"), .cost = MODEL_COST,
    VERDICT_NUMBER (WEFT_BUS_NUMBER_WAIT_DELTA) },
  { "total_delta", NULL, get_total_delta, WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Cycles in all, model − observed"), .cost = MODEL_COST,
    VERDICT_NUMBER (WEFT_BUS_NUMBER_TOTAL_DELTA) },
  { "drift_wait", NULL, get_drift_wait, WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Cycles that the model's bus is behind at the first attempt"), .cost = MODEL_COST,
    VERDICT_NUMBER (WEFT_BUS_NUMBER_DRIFT_WAIT) },
  { "drift_total", NULL, get_drift_total, WEFT_FIELD_NUMBER, FILTER,
    .doc = N_ ("Cycles that the model's bus is behind at the end"), .cost = MODEL_COST,
    VERDICT_NUMBER (WEFT_BUS_NUMBER_DRIFT_TOTAL) },
  { "class", N_ ("Class"), get_class, WEFT_FIELD_TEXT, FILTER | TABLE | SEARCH | WEFT_FIELD_LAST,
    .doc = N_ ("agreement, mismatch or known_ymir_wait_model_gap"), .cost = MODEL_COST,
    .word = get_class_word, VERDICT_CLASS },
  { "known_gap", NULL, is_known_gap, WEFT_FIELD_FLAG, FILTER,
    .doc = N_ ("A known gap of the trace's waits, which is no error of the arbiter"),
    .cost = MODEL_COST, VERDICT_CLASS },
};

const WeftSchema weft_bus_access_schema = { "bus_access", "Accesses of a bus", fields,
                                            G_N_ELEMENTS (fields) };

/* --- the model's verdict ------------------------------------------------------------------------ */

static WeftCell
verdict_total (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftBusVerdict *verdict = item;

  return weft_cell_count (verdict->wait + verdict->service);
}

static WeftCell
verdict_gap (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  gboolean is_gap = ((const WeftBusVerdict *) item)->class == WEFT_BUS_KNOWN_GAP;

  return weft_cell_word (is_gap, is_gap ? "byte_access_wait_check_gap" : "");
}

#define MODEL(name) .member = WEFT_MEMBER (WeftBusVerdict, name)

static const WeftField verdict_fields[] = {
  { "model_predicted_wait", N_ ("Wait"), .type = WEFT_FIELD_COUNT, .flags = ARGUMENT | INSPECT,
    .unit = WEFT_UNIT_CYCLES, MODEL (wait) },
  { "model_predicted_service", N_ ("Service"), .type = WEFT_FIELD_COUNT,
    .flags = ARGUMENT | INSPECT, .unit = WEFT_UNIT_CYCLES, MODEL (service) },
  { "model_predicted_total", .type = WEFT_FIELD_COUNT, .flags = ARGUMENT, .of = verdict_total,
    .doc = "Cycles of both" },
  { "model_vs_trace_wait_delta", N_ ("Δ wait"), .type = WEFT_FIELD_NUMBER,
    .flags = ARGUMENT | INSPECT, .doc = N_ ("Cycles of the model − observed"), MODEL (wait_delta) },
  { "model_vs_trace_total_delta", N_ ("Δ total"), .type = WEFT_FIELD_NUMBER,
    .flags = ARGUMENT | INSPECT, .doc = N_ ("Cycles of the model − observed"),
    MODEL (total_delta) },
  { "cumulative_drift_wait", .type = WEFT_FIELD_NUMBER, .flags = ARGUMENT, MODEL (drift_wait),
    .doc = "Cycles that the model's bus is behind at the first attempt" },
  { "cumulative_drift_total", N_ ("Drift"), .type = WEFT_FIELD_NUMBER, .flags = ARGUMENT | INSPECT,
    .doc = N_ ("Cycles that the model's bus is behind the trace"), MODEL (drift_total) },
  { "known_gap_reason", .type = WEFT_FIELD_TEXT, .flags = ARGUMENT, .of = verdict_gap,
    .doc = "Why the trace may differ; empty where it is no known gap" },
};

const WeftSchema weft_bus_verdict_schema = { "bus_verdict", "What the model of the arbiter says",
                                             verdict_fields, G_N_ELEMENTS (verdict_fields),
                                             .item_size = sizeof (WeftBusVerdict) };

/* --- filters ---------------------------------------------------------------------------------- */

const WeftLanguage *
weft_bus_language (void)
{
  static const WeftLanguage language = { &weft_bus_access_schema, NULL, 0,
                                         "wait > 20 && master == \"SSH2\"" };

  return &language;
}

WeftFacts
weft_bus_rows_get_facts (const WeftBusRows *self, WeftFieldFlags flag)
{
  return weft_facts_of (&weft_bus_access_schema, flag, self,
                        weft_bus_index_get_n_rows (self->index));
}

char **
weft_bus_list_values (int function G_GNUC_UNUSED, const WeftField *field, gpointer trace)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (trace);
  const WeftBusRows rows = { .snapshot = snapshot };

  return weft_field_list_texts (field, &rows, 0);
}

static gboolean
asks_model (WeftExpression *expression)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].cost == MODEL_COST && weft_expression_uses (expression, fields[i].key))
      return TRUE;
  return FALSE;
}

WeftBitset *
weft_bus_filter_run (WeftExpression *expression, WeftBusSnapshot *snapshot,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBusModel) model = NULL;
  WeftBusBlock block = { .number = WEFT_NO_ROW };
  const WeftBusRows *rows;

  if (asks_model (expression))
    {
      model = weft_bus_model_new (snapshot, cancellable, error);
      if (model == NULL)
        return NULL;
    }
  rows = &(WeftBusRows){ .snapshot = snapshot, .model = model, .block = &block };
  return weft_expression_run (expression, rows, snapshot->n_rows, cancellable, error);
}
