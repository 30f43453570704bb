/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-field.h"

#include "weft-bus-facts.h"
#include "weft-bus-fields.h"
#include "weft-diagnostic-fields.h"
#include "weft-live-fields.h"
#include "weft-live-record-fields.h"
#include "weft-noc-fields.h"
#include "weft-noc-tables.h"
#include "weft-noc-verdict.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-pipeline-part-fields.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-flame.h"
#include "weft-timeline-reader.h"

#include "sample-trace.h"

#include <string.h>

/* The schemas of all families, and the page of docs that is made of them. */

static GPtrArray *
list_schemas (void)
{
  const WeftLanguage *ops = weft_op_language ();
  GPtrArray *schemas = g_ptr_array_new ();

  g_ptr_array_add (schemas, (gpointer) ops->schema);
  g_ptr_array_add (schemas, (gpointer) ops->functions[0].members);
  g_ptr_array_add (schemas, (gpointer) &weft_pipeline_stage_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_pipeline_dependency_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_noc_event_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_noc_debug_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_noc_fabric_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_noc_transfer_schema);
  for (guint i = 0; i < WEFT_NOC_N_TABLES; i++)
    g_ptr_array_add (schemas, (gpointer) &weft_noc_table_schemas[i]);
  g_ptr_array_add (schemas, (gpointer) &weft_npu_event_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_npu_sample_schema);
  for (guint i = 0; i < WEFT_NPU_N_TABLES; i++)
    g_ptr_array_add (schemas, (gpointer) &weft_npu_table_schemas[i]);
  g_ptr_array_add (schemas, (gpointer) &weft_timeline_event_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_timeline_point_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_timeline_flow_schema);
  for (guint i = 0; i < WEFT_TIMELINE_N_TABLES; i++)
    g_ptr_array_add (schemas, (gpointer) &weft_timeline_table_schemas[i]);
  g_ptr_array_add (schemas, (gpointer) &weft_timeline_flame_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_bus_access_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_bus_verdict_schema);
  for (guint i = 0; i < WEFT_BUS_N_TABLES; i++)
    g_ptr_array_add (schemas, (gpointer) &weft_bus_table_schemas[i]);
  for (guint i = 0; i <= WEFT_LIVE_KIND_MISSING; i++)
    g_ptr_array_add (schemas, (gpointer) &weft_live_record_schemas[i]);
  g_ptr_array_add (schemas, (gpointer) &weft_live_record_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_live_lane_schema);
  g_ptr_array_add (schemas, (gpointer) &weft_diagnostic_schema);
  return schemas;
}

/* The places that a field is shown in. */
static const struct
{
  guint flag;
  const char *name;
  gboolean titled; /* people read a title there */
} places[] = {
  { WEFT_FIELD_FILTER, "filter", FALSE },   { WEFT_FIELD_TABLE, "table", TRUE },
  { WEFT_FIELD_SEARCH, "search", TRUE },    { WEFT_FIELD_INSPECT, "inspector", TRUE },
  { WEFT_FIELD_HOVER, "hover text", TRUE }, { WEFT_FIELD_DUMP, "dump", FALSE },
  { WEFT_FIELD_CSV, "CSV", FALSE },         { WEFT_FIELD_ARGUMENT, "other formats", FALSE },
  { WEFT_FIELD_QUERY, "SQL", FALSE },
};

static const char *
get_key (const WeftField *field, guint flag)
{
  return (flag & (WEFT_FIELD_DUMP | WEFT_FIELD_CSV | WEFT_FIELD_ARGUMENT)) != 0
           ? weft_field_get_dump_key (field)
           : field->key;
}

/* --- what is asked of a schema ------------------------------------------------------------------ */

static void
check_place (const WeftSchema *schema, guint flag, gboolean titled)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, flag, field)
    {
      g_test_message ("%s: %s", schema->name, field->key);
      g_assert_true (g_hash_table_add (keys, (gpointer) get_key (field, flag)));
      g_assert_true (!titled || field->title != NULL);
    }
}

static void
test_schemas (void)
{
  g_autoptr (GPtrArray) schemas = list_schemas ();

  for (guint i = 0; i < schemas->len; i++)
    {
      const WeftSchema *one = schemas->pdata[i];
      const WeftField *field;

      g_assert_nonnull (one->name);
      g_assert_nonnull (one->doc);
      for (guint j = 0; j < G_N_ELEMENTS (places); j++)
        check_place (one, places[j].flag, places[j].titled);
      WEFT_FOR_EACH_FIELD (one, WEFT_FIELD_FILTER, field)
        {
          g_assert_nonnull (field->doc);
          g_assert_cmpint (field->type, !=, WEFT_FIELD_ANY);
          g_assert_true (field->word == NULL || field->type == WEFT_FIELD_TEXT);
        }
    }
}

static WeftCell
get_parity (gconstpointer data G_GNUC_UNUSED, guint row)
{
  static const char *const words[] = { "even", "odd" };

  return row == 0 ? weft_cell_none () : weft_cell_word (row % 2, words[row % 2]);
}

static WeftCell
get_square (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count ((guint64) row * row);
}

static const WeftField fields[] = {
  { "parity", "Parity", get_parity, WEFT_FIELD_TEXT, WEFT_FIELD_FILTER | WEFT_FIELD_TABLE },
  { "square", "Square", get_square, WEFT_FIELD_COUNT, WEFT_FIELD_FILTER },
  { "square", "n²", get_square, WEFT_FIELD_COUNT, WEFT_FIELD_TABLE },
};

static const WeftSchema schema = { "number", "Numbers", fields, G_N_ELEMENTS (fields) };

static void
test_find (void)
{
  g_auto (GStrv) texts = weft_field_list_texts (&fields[0], NULL, 10);

  g_assert_true (weft_schema_find (&schema, WEFT_FIELD_TABLE, "square") == &fields[2]);
  g_assert_true (weft_schema_find (&schema, WEFT_FIELD_FILTER, "square") == &fields[1]);
  g_assert_null (weft_schema_find (&schema, WEFT_FIELD_DUMP, NULL));
  g_assert_true (
    g_strv_equal ((const char *const *) texts, (const char *const[]){ "odd", "even", NULL }));
}

/* --- rows of samples ---------------------------------------------------------------------------- */

/* Every field of the row makes a cell that can be written. */
static void
check_row (const WeftSchema *of, gconstpointer data, guint row, gconstpointer item)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (of, G_MAXUINT, field)
    {
      g_auto (WeftCell) cell = weft_field_get_item (field, data, row, item);
      g_autofree char *text = weft_cell_to_string (&cell);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      /* A list has no cell. */
      g_assert_true (field->get != NULL || field->read != NULL || field->of != NULL
                     || field->as != NULL || field->member.type != WEFT_MEMBER_NONE
                     || (field->flags == WEFT_FIELD_DUMP && field->type == WEFT_FIELD_ANY));
    }
}

/* The same of all rows of a table of the schema. */
static void
check_facts (const WeftSchema *of, const WeftFacts *facts)
{
  for (guint row = 0; row < facts->n_rows; row++)
    check_row (of, facts->data, row,
               facts->items != NULL ? (const char *) facts->items + row * facts->item_size : NULL);
  g_test_message ("%s: %u rows", of->name, facts->n_rows);
}

static void
test_noc_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("noc-eight-cores.json");
  g_autoptr (WeftNocCapture) capture =
    weft_noc_capture_new (WEFT_NOC_TRACE (trace), &(WeftNocOptions){ 0 }, NULL, NULL);
  WeftNocDemand **demands = weft_noc_demands_new (capture, NULL, NULL, NULL);
  g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  g_autoptr (GArray) zones = weft_noc_judge_zones (demands, NULL, NULL);
  WeftNocTables tables;

  for (guint32 i = 0; i < weft_noc_capture_get_n_records (capture); i++)
    {
      const WeftNocTransfer *transfer = weft_noc_capture_find_transfer (capture, i);
      WeftNocRecord record;
      WeftNocFabric fabric;
      WeftNocDebug debug;

      weft_noc_trace_get_record (WEFT_NOC_TRACE (trace), i, &record);
      check_row (&weft_noc_event_schema, capture, i, &record);
      if (transfer != NULL)
        check_row (&weft_noc_transfer_schema, capture, i, transfer);
      if (weft_noc_trace_get_fabric (WEFT_NOC_TRACE (trace), i, &fabric))
        check_row (&weft_noc_fabric_schema, capture, i, &fabric);
      if (weft_noc_trace_get_debug (WEFT_NOC_TRACE (trace), i, &debug))
        check_row (&weft_noc_debug_schema, capture, i, &debug);
    }
  weft_noc_tables_init (&tables, stats, zones);
  for (guint i = 0; i < WEFT_NOC_N_TABLES; i++)
    {
      WeftFacts facts = weft_noc_tables_get (&tables, i);

      g_assert_true (facts.n_rows > 0 || i == WEFT_NOC_BY_CHIP_LINK);
      check_facts (&weft_noc_table_schemas[i], &facts);
    }
  weft_noc_tables_clear (&tables);
  weft_noc_demands_free (demands);
}

static void
test_npu_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("npu-two-layers.json");
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  const WeftCycleRange all = { G_MININT64, G_MAXINT64 };
  g_autoptr (WeftNpuStats) stats = weft_npu_stats_new (snapshot, bandwidth, path, &all, NULL, NULL);

  for (guint32 row = 0; row < snapshot->n_events; row++)
    check_row (&weft_npu_event_schema, snapshot, row, NULL);
  for (guint32 row = 0; row < snapshot->n_samples; row++)
    check_row (&weft_npu_sample_schema, snapshot, row, NULL);
  for (guint i = 0; i < WEFT_NPU_N_TABLES; i++)
    {
      WeftFacts facts = weft_npu_facts_get (stats, i);

      g_assert_cmpuint (facts.n_rows, >, 0);
      check_facts (&weft_npu_table_schemas[i], &facts);
    }
}

/* Of a timeline with rows for every table. */
static WeftTimelineSnapshot *
read_timeline (void)
{
  static const char text[] =
    "[{\"ph\":\"X\",\"name\":\"call\",\"cat\":\"cuda_runtime\",\"pid\":1,\"tid\":1,\"ts\":1,"
    "\"dur\":2,"
    "\"args\":{\"correlation\":5}},"
    "{\"ph\":\"X\",\"name\":\"k\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":4,\"dur\":2,"
    "\"args\":{\"correlation\":5}},"
    "{\"ph\":\"X\",\"name\":\"c\",\"cat\":\"gpu_memcpy\",\"pid\":0,\"tid\":7,\"ts\":9,\"dur\":2,"
    "\"args\":{\"bytes\":5}},"
    "{\"ph\":\"s\",\"id\":1,\"cat\":\"f\",\"pid\":1,\"tid\":1,\"ts\":1},"
    "{\"ph\":\"f\",\"id\":1,\"cat\":\"f\",\"bp\":\"e\",\"pid\":0,\"tid\":7,\"ts\":4},"
    "{\"ph\":\"i\",\"name\":\"mark\",\"s\":\"g\",\"ts\":3},"
    "{\"ph\":\"C\",\"name\":\"load\",\"pid\":1,\"ts\":3,\"args\":{\"value\":2}}]";
  WeftReaderSetup setup = { .title = "test", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = weft_timeline_reader_new (&setup);
  g_autofree char *bytes = g_strdup (text);

  g_assert_true (weft_reader_feed (reader, bytes, strlen (bytes), 0, NULL));
  weft_reader_finish (reader);
  return weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (reader->trace));
}

static void
test_timeline_rows (void)
{
  g_autoptr (WeftTimelineSnapshot) snapshot = read_timeline ();
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);
  g_autoptr (WeftTimelineStats) stats =
    weft_timeline_stats_new (snapshot, roles, NULL, NULL, NULL, NULL);
  g_autoptr (WeftTimelineCallTree) tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);
  g_autoptr (WeftTimelineFlame) flame =
    weft_timeline_flame_new (tree, G_MININT64, G_MAXINT64, NULL);
  WeftFacts stacks = weft_timeline_flame_get_facts (flame);

  for (guint32 row = 0; row < snapshot->n_events; row++)
    check_row (&weft_timeline_event_schema, snapshot, row, NULL);
  check_row (&weft_timeline_point_schema, snapshot, 0, NULL);
  check_row (&weft_timeline_flow_schema, snapshot, 0, NULL);
  for (guint i = 0; i < WEFT_TIMELINE_N_TABLES; i++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, i);

      g_assert_cmpuint (facts.n_rows, >, 0);
      check_facts (&weft_timeline_table_schemas[i], &facts);
    }
  check_facts (&weft_timeline_flame_schema, &stacks);
}

static void
test_bus_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("saturnis-bus.jsonl");
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  const WeftBusSummaryOptions options = { .model = TRUE, .n_top = 5, .index = index };
  g_autoptr (WeftBusSummary) summary = weft_bus_summary_new (snapshot, &options, NULL, NULL);
  const WeftBusRows rows = { .snapshot = snapshot, .model = model };

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    check_row (&weft_bus_access_schema, &rows, row, NULL);
  for (guint i = 0; i < WEFT_BUS_N_TABLES; i++)
    {
      WeftFacts facts = weft_bus_facts_get (summary, i);

      g_assert_cmpuint (facts.n_rows, >, 0);
      check_facts (&weft_bus_table_schemas[i], &facts);
    }
}

/* Of a session with every kind of record. */
static void
test_live_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("live-two-chips.weftlive");
  WeftLiveTrace *live = WEFT_LIVE_TRACE (trace);
  guint n_rows = 0;

  for (guint i = 0; i < weft_live_trace_get_n_lanes (live); i++)
    {
      WeftLiveLane lane;
      WeftLiveLaneRow item = { .lane = &lane };
      guint32 row, end;

      weft_live_trace_get_lane (live, i, &lane);
      check_row (&weft_live_lane_schema, live, 0, &lane);
      weft_live_trace_get_rows (live, i, &row, &end);
      for (; row < end; row++, n_rows++)
        {
          weft_live_trace_get_row (live, i, row, &item.row);
          check_row (&weft_live_record_schemas[item.row.kind], live, 0, &item);
        }
    }
  g_assert_cmpuint (n_rows, >, 0);
}

static void
test_pipeline_rows (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  const WeftPipelineOpSource source = { .snapshot = snapshot };
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      check_row (&weft_pipeline_op_schema, &source, op, NULL);
      weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
      for (guint i = 0; i < buffer.n_stages; i++)
        check_row (&weft_pipeline_stage_schema, &source, 0,
                   &(WeftPipelineStageRow){ op, op, buffer.stages[i] });
      weft_pipeline_snapshot_get_producers (snapshot, op, producers);
    }
  g_assert_cmpuint (producers->len, >, 0);
  for (guint i = 0; i < producers->len; i++)
    check_row (&weft_pipeline_dependency_schema, &source, 0,
               &(WeftPipelineDependencyRow){ 0, g_array_index (producers, WeftDependency, i) });
}

/* --- the page ----------------------------------------------------------------------------------- */

static void
append_field (GString *page, const WeftField *field)
{
  static const char *const types[] = { "", "number", "number ≥ 0", "real", "text", "flag" };
  gboolean first = TRUE;

  g_string_append_printf (page, "| `%s` | %s | %s | ", field->key, types[field->type],
                          field->doc != NULL     ? field->doc
                          : field->title != NULL ? field->title
                                                 : "");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      if ((field->flags & places[i].flag) == 0)
        continue;
      g_string_append_printf (page, "%s%s", first ? "" : ", ", places[i].name);
      if (get_key (field, places[i].flag) != field->key)
        g_string_append_printf (page, " (`%s`)", field->dump_key);
      first = FALSE;
    }
  g_string_append (page, " |\n");
}

static char *
write_page (void)
{
  g_autoptr (GPtrArray) schemas = list_schemas ();
  GString *page =
    g_string_new ("# Fields\n\nWhat is known of the rows of each kind of trace, and where it is "
                  "shown. This page is made of the\nprogram's own tables by `test-field --write`; "
                  "filters are described in [filters.md](filters.md).\n");

  for (guint i = 0; i < schemas->len; i++)
    {
      const WeftSchema *one = schemas->pdata[i];
      const WeftField *field;

      g_string_append_printf (page,
                              "\n## %s\n\n%s.\n\n| Field | Type | Meaning | Where |\n"
                              "|-------|------|---------|-------|\n",
                              one->name, one->doc);
      WEFT_FOR_EACH_FIELD (one, G_MAXUINT, field)
        append_field (page, field);
    }
  return g_string_free (page, FALSE);
}

static char *
get_path (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "..", "docs", "fields.md", NULL);
}

static void
test_page (void)
{
  g_autofree char *page = write_page (), *path = get_path (), *found = NULL;

  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  if (strcmp (found, page) != 0)
    g_error ("docs/fields.md is not what the schemas say: write it with test-field --write");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1 && strcmp (argv[1], "--write") == 0)
    {
      g_autofree char *page = write_page (), *path = get_path ();

      return g_file_set_contents (path, page, -1, NULL) ? 0 : 1;
    }
  g_test_add_func ("/field/schemas", test_schemas);
  g_test_add_func ("/field/find", test_find);
  g_test_add_func ("/field/rows/noc", test_noc_rows);
  g_test_add_func ("/field/rows/npu", test_npu_rows);
  g_test_add_func ("/field/rows/timeline", test_timeline_rows);
  g_test_add_func ("/field/rows/bus", test_bus_rows);
  g_test_add_func ("/field/rows/live", test_live_rows);
  g_test_add_func ("/field/rows/pipeline", test_pipeline_rows);
  g_test_add_func ("/field/page", test_page);
  return g_test_run ();
}
