/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-records.h"
#include "weft-expression-eval.h"
#include "weft-live-fields.h"
#include "weft-pipeline-part-fields.h"

#include "sample-trace.h"

/* One line more in the schema of a kind of rows, and filters, tables, dumps and exports have it. */

static WeftCell
get_attribute (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (70 + row);
}

static const WeftField attribute = { "test_field",     "Test",    get_attribute,
                                     WEFT_FIELD_COUNT, G_MAXUINT, .doc = "Of this test" };

typedef char *(*Write) (const WeftSchema *schema, gconstpointer data, guint row,
                        gconstpointer item);

static char *
write_object (const WeftSchema *schema, gconstpointer data, guint row, gconstpointer item)
{
  char *text = NULL;
  gsize length = 0;
  FILE *stream = open_memstream (&text, &length);
  WeftJsonWriter *writer = weft_json_writer_new (stream);

  weft_json_writer_begin_object (writer);
  weft_cli_records_write_item (schema, WEFT_FIELD_DUMP, data, row, item, writer);
  weft_json_writer_end_object (writer);
  weft_json_writer_free (writer);
  fclose (stream);
  return text;
}

static char *
write_list (const WeftSchema *schema, gconstpointer data, guint row G_GNUC_UNUSED,
            gconstpointer item)
{
  char *text = NULL;
  gsize length = 0;
  FILE *stream = open_memstream (&text, &length);
  WeftJsonWriter *writer = weft_json_writer_new (stream);
  const WeftFacts columns = weft_facts_of (schema, WEFT_FIELD_DUMP, data, 0);

  weft_cli_records_write_list (&columns, item, writer);
  weft_json_writer_free (writer);
  fclose (stream);
  return text;
}

static char *
write_csv (const WeftSchema *schema, gconstpointer data, guint row, gconstpointer item)
{
  GString *csv = g_string_new (NULL);

  weft_cli_records_append_keys (schema, WEFT_FIELD_CSV, csv);
  weft_cli_records_append_row (schema, WEFT_FIELD_CSV, data, row, item, csv);
  return g_string_free (csv, FALSE);
}

static void
check_filter (const WeftSchema *schema, gconstpointer data)
{
  const WeftLanguage language = { schema, NULL, 0, "test_field == 71" };
  g_autoptr (GError) error = NULL;
  WeftTextPlace place;
  g_autoptr (WeftExpression) filter =
    weft_expression_parse (&language, language.example, &place, &error);
  g_autoptr (WeftBitset) rows = NULL;

  g_assert_no_error (error);
  rows = weft_expression_run (filter, data, 3, NULL, &error);
  g_assert_no_error (error);
  for (guint row = 0; row < 3; row++)
    g_assert_cmpint (weft_bitset_includes (rows, row), ==, row == 1);
}

static void
check_table (const WeftSchema *schema, gconstpointer data)
{
  WeftFacts facts = weft_facts_of (schema, WEFT_FIELD_TABLE, data, 2);
  guint last = facts.n_columns - 1;
  WeftCell cell = weft_facts_get_cell (&facts, 1, last);
  g_autofree char *text = weft_facts_format (&facts, last, &cell);

  g_assert_cmpstr (weft_facts_get_column (&facts, last)->key, ==, "test_field");
  g_assert_cmpstr (text, ==, "71");
}

/* The schema with the attribute; `expected` is in what `write` makes of the row. */
static void
check (const WeftSchema *schema, gconstpointer data, guint row, gconstpointer item, Write write,
       const char *expected)
{
  g_autofree WeftField *fields = g_new (WeftField, schema->n_fields + 1);
  WeftSchema with = *schema;
  g_autofree char *written = NULL, *csv = NULL;

  memcpy (fields, schema->fields, sizeof *fields * schema->n_fields);
  fields[with.n_fields++] = attribute;
  with.fields = fields;
  check_filter (&with, data);
  check_table (&with, data);
  written = write (&with, data, row, item);
  g_test_message ("%s: %s", schema->name, written);
  g_assert_true (g_str_has_suffix (written, expected));
  csv = write_csv (&with, data, row, item);
  g_assert_true (
    g_regex_match_simple ("^([^\n]*,)?test_field\n(.*,)?7[0-9]\n$", csv, G_REGEX_DOTALL, 0));
}

static void
test_pipeline (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  const WeftPipelineOpSource source = { .snapshot = snapshot };
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (snapshot, 1, &buffer);
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    weft_pipeline_snapshot_get_producers (snapshot, op, producers);
  g_assert_true (buffer.n_stages > 0 && producers->len > 0);
  check (&weft_pipeline_stage_schema, &source, 0, &(WeftPipelineStageRow){ 1, 1, buffer.stages[0] },
         write_list, ",70]");
  check (&weft_pipeline_dependency_schema, &source, 0,
         &(WeftPipelineDependencyRow){ 1, g_array_index (producers, WeftDependency, 0) },
         write_list, ",70]");
  check (&weft_pipeline_op_schema, &source, 1, NULL, write_object, ",\"test_field\":71}");
}

static void
test_live (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("live-two-chips.weftlive");
  WeftLiveTrace *live = WEFT_LIVE_TRACE (trace);
  WeftLiveLane lane;
  WeftLiveLaneRow item = { .lane = &lane };
  guint32 first, end;

  weft_live_trace_get_lane (live, 0, &lane);
  weft_live_trace_get_rows (live, 0, &first, &end);
  g_assert_cmpuint (first, <, end);
  weft_live_trace_get_row (live, 0, first, &item.row);
  for (guint kind = 0; kind < G_N_ELEMENTS (weft_live_record_schemas); kind++)
    {
      item.row.kind = (guint8) kind;
      check (&weft_live_record_schemas[kind], live, 1, &item, write_object, ",\"test_field\":71}");
    }
  check (&weft_live_lane_schema, live, 1, &lane, write_object, "{\"test_field\":71}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attribute/pipeline", test_pipeline);
  g_test_add_func ("/attribute/live", test_live);
  return g_test_run ();
}
