/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-mca-reader.h"
#include "weft-pipeline-uica-reader.h"

#include "weft-pipeline-texts.h"

#include <json-glib/json-glib.h>
#include <math.h>

/* Models of a core: llvm-mca and uiCA. Real files are held against the same file read with
 * json-glib, and drawn as llvm-mca's own text view draws them. */

typedef WeftReader *(*ReaderNew) (const WeftReaderSetup *setup);

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineSnapshot *snapshot;
  const WeftPipelineResources *resources; /* nullable */
  gboolean is_whole;
} Load;

static void
load_clear (Load *load)
{
  g_clear_pointer (&load->snapshot, weft_pipeline_snapshot_unref);
  g_clear_object (&load->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Load, load_clear)

/* Feeds the text in pieces of `step` bytes, each a copy so that reading beyond it shows. */
static Load
read_text (ReaderNew reader_new, const char *text, gsize length, gsize step)
{
  const WeftReaderSetup setup = { .title = "made.json", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = reader_new (&setup);
  gboolean good = TRUE;
  Load load = { .trace = WEFT_PIPELINE_TRACE (g_object_ref (reader->trace)) };

  for (gsize i = 0; i < length && good; i += step)
    {
      g_autofree char *piece = g_memdup2 (text + i, MIN (step, length - i));

      good = weft_reader_feed (reader, piece, MIN (step, length - i), i, NULL);
    }
  weft_reader_finish (reader);
  load.is_whole = weft_reader_is_whole (reader, NULL);
  load.snapshot = weft_pipeline_trace_ref_snapshot (load.trace);
  load.resources = weft_pipeline_trace_get_resources (load.trace);
  return load;
}

static Load
read_string (ReaderNew reader_new, const char *text)
{
  return read_text (reader_new, text, strlen (text), 7);
}

/* The messages of a severity, a line each. */
static char *
list_diagnostics (const Load *load, WeftSeverity severity)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (load->trace));
  guint n = weft_diagnostics_get_n_kept (diagnostics);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      if (diagnostic.severity == severity)
        g_string_append_printf (text, "%" G_GINT64_FORMAT ": %s\n", diagnostic.line,
                                diagnostic.message);
      weft_diagnostic_clear (&diagnostic);
    }
  return g_string_free (text, FALSE);
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

/* "Ds 0-1, X 1-6" : the stages of an op. */
static char *
list_stages (const Load *load, guint32 op)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  GString *text = g_string_new (NULL);

  weft_pipeline_snapshot_get_stages (load->snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      const char *name = weft_pipeline_trace_get_kind_name (load->trace, stage->kind);

      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT, i > 0 ? ", " : "", name,
                              stage->start);
      if (!stage->open)
        g_string_append_printf (text, "-%" G_GINT64_FORMAT, stage->end);
    }
  return g_string_free (text, FALSE);
}

/* --- llvm-mca ----------------------------------------------------------------------------------- */

/* An op as the text view draws it, from a cycle on, but with the two waits told apart. */
static char *
draw_op (const Load *load, guint32 op, gint64 origin)
{
  static const struct
  {
    const char *stage;
    char letter;
  } letters[] = { { "Ds", 'D' }, { "Wo", 'o' }, { "Wu", 'u' }, { "X", 'e' },
                  { "Cm", 'E' }, { "Wr", '-' }, { "Rt", 'R' } };
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  GString *text = g_string_new (NULL);

  weft_pipeline_snapshot_get_stages (load->snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      const char *name = weft_pipeline_trace_get_kind_name (load->trace, stage->kind);

      g_assert_false (stage->open);
      for (guint k = 0; k < G_N_ELEMENTS (letters); k++)
        for (gint64 cycle = stage->start;
             g_str_equal (letters[k].stage, name) && cycle < stage->end; cycle++)
          {
            while (text->len <= (gsize) (cycle - origin))
              g_string_append_c (text, '.');
            text->str[cycle - origin] = letters[k].letter;
          }
    }
  /* The text view has the dispatch above everything. */
  text->str[buffer.stages[0].start - origin] = 'D';
  return g_string_free (text, FALSE);
}

/* The same as llvm-mca's TimelineView::printTimelineViewEntry() does it. */
static char *
draw_entry (JsonObject *entry)
{
  gint64 dispatched = json_object_get_int_member (entry, "CycleDispatched");
  gint64 ready = json_object_get_int_member (entry, "CycleReady");
  gint64 issued = json_object_get_int_member (entry, "CycleIssued");
  gint64 executed = json_object_get_int_member (entry, "CycleExecuted");
  gint64 retired = json_object_get_int_member (entry, "CycleRetired");
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; i < dispatched; i++)
    g_string_append_c (text, '.');
  g_string_append_c (text, 'D');
  if (dispatched != executed)
    {
      for (gint64 i = dispatched + 1; i < issued; i++)
        g_string_append_c (text, i < ready ? 'o' : 'u');
      if (issued == executed)
        g_string_append_c (text, 'E');
      else
        {
          if (dispatched != issued)
            g_string_append_c (text, 'e');
          for (gint64 i = issued + 1; i < executed; i++)
            g_string_append_c (text, 'e');
          g_string_append_c (text, 'E');
        }
    }
  for (gint64 i = executed + 1; i < retired; i++)
    g_string_append_c (text, '-');
  if (executed < retired)
    g_string_append_c (text, 'R');
  return g_string_free (text, FALSE);
}

/* The cycle behind the last that an entry tells of. */
static gint64
get_end (JsonObject *entry)
{
  return MAX (json_object_get_int_member (entry, "CycleExecuted"),
              json_object_get_int_member (entry, "CycleRetired"))
         + 1;
}

static void
check_op (const Load *load, guint32 op, JsonObject *entry, gint64 origin, guint region,
          const char *instruction)
{
  g_autofree char *expected = draw_entry (entry), *got = draw_op (load, op, origin);
  g_autofree char *label = weft_pipeline_snapshot_get_label (load->snapshot, op);
  g_autofree char *plain = g_strdelimit (g_strdup (instruction), "\t", ' ');
  WeftOp info;

  weft_pipeline_snapshot_get_op (load->snapshot, op, &info);
  g_assert_cmpstr (got, ==, expected);
  g_assert_cmpint (info.tid, ==, region);
  g_assert_cmpstr (strchr (label, ' ') + 1, ==, plain);
  if (json_object_get_int_member (entry, "CycleRetired") == 0
      && json_object_get_int_member (entry, "CycleExecuted") > 0)
    g_assert_cmpint (info.state, ==, WEFT_OP_OPEN);
  else
    g_assert_cmpint (info.state, ==, WEFT_OP_RETIRED);
}

/* The totals of resources, and the summary of a region. */
static void
check_resources (const Load *load, guint number, JsonObject *region, guint n_instructions)
{
  JsonObject *summary = json_object_get_object_member (region, "SummaryView");
  JsonArray *uses = json_object_get_array_member (
    json_object_get_object_member (region, "ResourcePressureView"), "ResourcePressureInfo");
  const WeftCodeRegion *got = &g_array_index (load->resources->regions, WeftCodeRegion, number);
  double total = 0, found = 0;

  g_assert_cmpstr (got->name, ==, json_object_get_string_member (region, "Name"));
  g_assert_cmpint (got->cycles, ==, json_object_get_int_member (summary, "TotalCycles"));
  g_assert_cmpint (got->iterations, ==, json_object_get_int_member (summary, "Iterations"));
  g_assert_cmpfloat (got->ipc, ==, json_object_get_double_member (summary, "IPC"));
  for (guint i = 0; i < json_array_get_length (uses); i++)
    {
      JsonObject *use = json_array_get_object_element (uses, i);

      if (json_object_get_int_member (use, "InstructionIndex") == n_instructions)
        total += json_object_get_double_member (use, "ResourceUsage");
    }
  for (guint i = 0; i < load->resources->bottlenecks->len; i++)
    {
      const WeftBottleneck *bottleneck =
        &g_array_index (load->resources->bottlenecks, WeftBottleneck, i);

      if (bottleneck->region == number && bottleneck->type == WEFT_BOTTLENECK_RESOURCE)
        {
          found += bottleneck->per_iteration;
          g_assert_cmpfloat_with_epsilon (
            bottleneck->share,
            bottleneck->per_iteration * (double) got->iterations / (double) got->cycles, 1e-9);
        }
    }
  g_assert_cmpfloat_with_epsilon (found, total, 1e-9);
}

static void
check_mca_file (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;
  g_auto (Load) load = { 0 };
  JsonArray *regions;
  gint64 origin = 0;
  guint32 op = 0;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (json_parser_load_from_data (parser, text, (gssize) length, NULL));
  g_assert_cmpint (weft_pipeline_mca_reader_sniff (text, MIN (length, 4096)), ==, WEFT_SNIFF_YES);
  load = read_text (weft_pipeline_mca_reader_new, text, length, 997);
  g_assert_true (load.is_whole);
  regions = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                          "CodeRegions");
  for (guint i = 0; i < json_array_get_length (regions); i++)
    {
      JsonObject *region = json_array_get_object_element (regions, i);
      JsonArray *names = json_object_get_array_member (region, "Instructions");
      guint n = json_array_get_length (names);
      gint64 end = origin;
      JsonArray *entries;

      check_resources (&load, i, region, n);
      if (!json_object_has_member (region, "TimelineView"))
        continue;
      entries = json_object_get_array_member (
        json_object_get_object_member (region, "TimelineView"), "TimelineInfo");
      for (guint k = 0; k < json_array_get_length (entries); k++)
        {
          JsonObject *entry = json_array_get_object_element (entries, k);

          check_op (&load, op++, entry, origin, i, json_array_get_string_element (names, k % n));
          end = MAX (end, origin + get_end (entry));
        }
      origin = end;
    }
  g_assert_cmpuint (load.snapshot->n_ops, ==, op);
}

/* The sample; its first lines say what it is made of. */
static void
test_mca_sample (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "dot-product.mca.json", NULL);

  check_mca_file (path);
}

/* Every real file, of LLVM 14, 16 and 19, where they are. */
static void
test_mca_files (void)
{
  g_autofree char *folder =
    g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "intake", "mca", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  if (directory == NULL)
    {
      g_test_skip ("there are no real traces here");
      return;
    }
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_test_message ("%s", path);
      check_mca_file (path);
    }
}

#define ENTRY(d, ready, i, x, r) \
  "{\"CycleDispatched\":" #d ",\"CycleReady\":" #ready ",\"CycleIssued\":" #i \
  ",\"CycleExecuted\":" #x ",\"CycleRetired\":" #r "}"

#define REGION(name, more, entries) \
  "{\"Name\":\"" name "\",\"Instructions\":[\"addl\\t%eax, %edx\",\"ret\"]," more \
  "\"TimelineView\":{\"TimelineInfo\":[" entries "]}}"

/* The stages of one instruction of each kind, told by hand. */
static void
test_mca_stages (void)
{
  static const char text[] = "{\"CodeRegions\":[" REGION (
    "div \\\"quoted\\\" \\\\ name", "",
    ENTRY (0, 4, 6, 9, 12) "," ENTRY (1, 0, 2, 5, 6) "," ENTRY (2, 2, 2, 2, 3) "," ENTRY (
      3, 3, 3, 5, 5) "," ENTRY (4, 4, 5, 80, 0)) "," REGION ("", "", ENTRY (0, 0, 1, 2, 3)) "]}";
  g_auto (Load) load = read_string (weft_pipeline_mca_reader_new, text);
  static const char *const expected[] = {
    "Ds 0-1, Wo 1-4, Wu 4-6, X 6-9, Cm 9-10, Wr 10-12, Rt 12-13",
    "Ds 1-2, X 2-5, Cm 5-6, Rt 6-7",
    /* Eliminated: nothing executes it. */
    "Ds 2-3, Rt 3-4",
    /* In order: issued as it is dispatched, and retired as it is executed. */
    "Ds 3-3, X 3-5, Cm 5-6",
    "Ds 4-5, X 5-80, Cm 80-81",
    /* The next region begins behind the last cycle of the one before. */
    "Ds 81-82, X 82-83, Cm 83-84, Rt 84-85",
  };
  g_autofree char *infos = list_diagnostics (&load, WEFT_SEVERITY_INFO);

  WeftOp first;

  g_assert_true (load.is_whole);
  g_assert_cmpuint (load.snapshot->n_ops, ==, G_N_ELEMENTS (expected));
  /* Its inputs are taken as it is issued; its result is there behind the last cycle of execution. */
  weft_pipeline_snapshot_get_op (load.snapshot, 0, &first);
  g_assert_cmpint (first.consumes, ==, 6);
  g_assert_cmpint (first.produces, ==, 8);
  for (guint32 op = 0; op < G_N_ELEMENTS (expected); op++)
    {
      g_autofree char *stages = list_stages (&load, op);
      g_autofree char *label = weft_pipeline_snapshot_get_label (load.snapshot, op);

      g_assert_cmpstr (stages, ==, expected[op]);
      g_assert_cmpstr (label, ==,
                       op == 5       ? "2: addl %eax, %edx"
                       : op % 2 == 0 ? "0: addl %eax, %edx"
                                     : "1: ret");
    }
  g_assert_cmpstr (g_array_index (load.resources->regions, WeftCodeRegion, 0).name, ==,
                   "div \"quoted\" \\ name");
  assert_has (infos, "1 instruction has no cycle of retirement");
}

/* Members that are not known are kept with the op, and said once; broken ones are said where they stand. */
static void
test_mca_unknown (void)
{
  static const char text[] = "{\"CodeRegions\":[\n" REGION (
    "", "\"PowerView\":{\"mW\":3},",
    "{\"CycleSpun\":7,\"CycleDispatched\":0,\"CycleReady\":0,"
    "\"CycleIssued\":1,\"CycleExecuted\":2,\"CycleRetired\":3},\n"
    "{\"CycleSpun\":8,\"CycleDispatched\":0,\"CycleReady\":0,"
    "\"CycleIssued\":1,\"CycleExecuted\":2,\"CycleRetired\":3},\n" ENTRY (
      4, 4, 3, 5,
      6) ",\n" ENTRY (-1, 0, 1, 2,
                      3)) ",7],\n\"Energy\": {\"Energy\": [1, -2.5,\n { }], \"ok\": true}}";
  g_auto (Load) load = read_string (weft_pipeline_mca_reader_new, text);
  g_autofree char *infos = list_diagnostics (&load, WEFT_SEVERITY_INFO);
  g_autofree char *warnings = list_diagnostics (&load, WEFT_SEVERITY_WARNING);
  g_autofree char *first = weft_pipeline_snapshot_get_detail (load.snapshot, 0);
  g_autofree char *second = weft_pipeline_snapshot_get_detail (load.snapshot, 1);

  g_assert_cmpuint (load.snapshot->n_ops, ==, 2);
  assert_has (infos, "“PowerView” is not known here; it stands 1 time");
  assert_has (infos, "“CycleSpun” is not known here; it stands 2 times");
  assert_has (infos, "6: “Energy” is not known here; it stands 1 time, and is shown");
  g_assert_true (g_str_has_suffix (first, "\nEnergy: {\"Energy\":[1,-2.5,{}],\"ok\":true}"));
  g_assert_null (strstr (second, "Energy"));
  assert_has (first, "\nPowerView: {\"mW\":3}");
  assert_has (first, "\nCycleSpun: 7\n");
  assert_has (second, "\nCycleSpun: 8\n");
  assert_has (warnings, "4: Expected the cycles");
  assert_has (warnings, "5: Expected the cycles");
  assert_has (warnings, "5: Expected a code region here");
}

/* A long value is shown with its beginning and its length, in a document of any length; one of a file without ops
 * is left out. */
static void
test_mca_unknown_long (void)
{
  g_autofree char *many = g_strnfill (3000, '7');
  g_autofree char *list = g_strdup_printf ("[\"ä\", %s]", many);
  g_autofree char *text = g_strdup_printf ("{\"CodeRegions\":[%s],\"Word\":\"a\",\"List\":%s}",
                                           REGION ("", "", ENTRY (0, 0, 1, 2, 3)), list);
  g_autofree char *empty = g_strdup_printf ("{\"CodeRegions\":[],\"List\":%s}", list);
  g_auto (Load) load = read_string (weft_pipeline_mca_reader_new, text);
  g_auto (Load) without = read_string (weft_pipeline_mca_reader_new, empty);
  g_autofree char *detail = weft_pipeline_snapshot_get_detail (load.snapshot, 0);
  g_autofree char *infos = list_diagnostics (&without, WEFT_SEVERITY_INFO);
  const char *shown = strstr (detail, "\nWord: \"a\"\nList: [\"ä\",777");

  g_assert_nonnull (shown);
  g_assert_true (g_str_has_suffix (detail, "777… (3007 bytes)"));
  g_assert_cmpuint (strlen (shown), <, 1100);
  assert_has (infos, "1: “List” is not known here; it stands 1 time, and is left out");
}

/* Names of units, of which there are several, end in a byte; the names stand behind the regions. */
static void
test_mca_resources (void)
{
  static const char text[] =
    "{\"CodeRegions\":[{\"Name\":\"\",\"Instructions\":[\"a\"],"
    "\"DispatchStatistics\":{\"RAT\":0,\"RCU\":30,\"NEW\":5},"
    "\"InstructionInfoView\":{\"InstructionList\":[{\"Instruction\":0,\"Latency\":4}]},"
    "\"ResourcePressureView\":{\"ResourcePressureInfo\":["
    "{\"InstructionIndex\":0,\"ResourceIndex\":0,\"ResourceUsage\":0.5},"
    "{\"InstructionIndex\":1,\"ResourceIndex\":0,\"ResourceUsage\":0.5},"
    "{\"InstructionIndex\":1,\"ResourceIndex\":9,\"ResourceUsage\":2},"
    "{\"InstructionIndex\":1,\"ResourceIndex\":1,\"ResourceUsage\":0.25}]},"
    "\"SummaryView\":{\"Iterations\":10,\"TotalCycles\":40}}],"
    "\"SimulationParameters\":{\"-mcpu\":\"znver3\"},"
    "\"TargetInfo\":{\"Resources\":[\"Zn3FPP45.\\u0000\",\"Zn3FPP45.\\t\"]}}";
  static const struct
  {
    const char *name;
    WeftBottleneckType type;
    double cycles, share;
  } expected[] = {
    { "retire unit", WEFT_BOTTLENECK_DISPATCH, 30, 0.75 },
    { "9", WEFT_BOTTLENECK_RESOURCE, 20, 0.5 },
    { "NEW", WEFT_BOTTLENECK_DISPATCH, 5, 0.125 },
    { "Zn3FPP45.0", WEFT_BOTTLENECK_RESOURCE, 5, 0.125 },
    { "Zn3FPP45.9", WEFT_BOTTLENECK_RESOURCE, 2.5, 0.0625 },
  };
  g_auto (Load) load = read_string (weft_pipeline_mca_reader_new, text);
  g_autofree char *warnings = list_diagnostics (&load, WEFT_SEVERITY_WARNING);
  const WeftPressure *pressure = &g_array_index (load.resources->pressures, WeftPressure, 0);

  g_assert_cmpuint (load.resources->bottlenecks->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WeftBottleneck *got = &g_array_index (load.resources->bottlenecks, WeftBottleneck, i);

      g_assert_cmpstr (got->name, ==, expected[i].name);
      g_assert_cmpint (got->type, ==, expected[i].type);
      g_assert_cmpfloat (got->cycles, ==, expected[i].cycles);
      g_assert_cmpfloat (got->share, ==, expected[i].share);
    }
  g_assert_cmpuint (load.resources->pressures->len, ==, 1);
  g_assert_cmpstr (pressure->resource, ==, "Zn3FPP45.0");
  g_assert_cmpfloat (pressure->per_iteration, ==, 0.5);
  g_assert_cmpstr (weft_trace_get_format (WEFT_TRACE (load.trace)), ==, "llvm-mca, znver3");
  assert_has (warnings, "1 code region has no timeline");
}

/* A file that is cut keeps what came before, and says so. */
static void
test_mca_cut (void)
{
  static const char text[] = "{\"CodeRegions\":[" REGION ("", "", ENTRY (0, 0, 1, 2, 3)) ", {";
  g_auto (Load) load = read_string (weft_pipeline_mca_reader_new, text);

  g_assert_false (load.is_whole);
  g_assert_cmpuint (load.snapshot->n_ops, ==, 1);
  g_assert_cmpint (weft_pipeline_mca_reader_sniff ("{\n  \"Code", 9), ==, WEFT_SNIFF_MORE);
  g_assert_cmpint (weft_pipeline_mca_reader_sniff ("[\"CodeRegions\"", 14), ==, WEFT_SNIFF_NO);
}

/* --- uiCA --------------------------------------------------------------------------------------- */

/* The cycle in which a micro-op stood in a list; −1: in none. */
static gint64
find_event (JsonArray *cycles, const char *list, const gint64 *id, guint n_parts)
{
  static const char *const keys[] = { "rnd", "instrID", "lamUopID", "fUopID", "uopID" };

  for (guint i = 0; i < json_array_get_length (cycles); i++)
    {
      JsonObject *cycle = json_array_get_object_element (cycles, i);
      JsonArray *uops =
        json_object_has_member (cycle, list) ? json_object_get_array_member (cycle, list) : NULL;

      for (guint k = 0; uops != NULL && k < json_array_get_length (uops); k++)
        {
          JsonObject *uop = json_array_get_object_element (uops, k);
          guint part = 0;

          while (
            part < n_parts
            && json_object_get_int_member_with_default (
                 uop, part == 1 && json_object_has_member (uop, "instr") ? "instr" : keys[part], -1)
                 == id[part])
            part++;
          if (part == n_parts)
            return json_object_get_int_member (cycle, "cycle");
        }
    }
  return -1;
}

static void
check_stage (const char *stages, const char *name, gint64 cycle)
{
  g_autofree char *start = g_strdup_printf ("%s %" G_GINT64_FORMAT, name, cycle);

  if (cycle >= 0)
    assert_has (stages, start);
}

/* The number of a line of the detail. */
static gint64
get_detail (const char *detail, const char *key)
{
  g_autofree char *head = g_strdup_printf ("%s: ", key);
  const char *found = strstr (detail, head);

  return found != NULL ? g_ascii_strtoll (found + strlen (head), NULL, 10) : -1;
}

/* `n_rounds` of `n_each` ops, which are of those `instructions`; `last`: the label of the last of each round. */
static void
check_uica_file (const char *path, guint n_rounds, guint n_each, const gint64 *instructions,
                 const char *last)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;
  g_auto (Load) load = { 0 };
  JsonArray *cycles;
  guint n_retired = 0;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpint (weft_pipeline_uica_reader_sniff (text, MIN (length, 2000)), ==, WEFT_SNIFF_YES);
  g_assert_true (json_parser_load_from_data (parser, text, (gssize) length, NULL));
  cycles =
    json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cycles");
  load = read_text (weft_pipeline_uica_reader_new, text, length, 61);
  g_assert_true (load.is_whole);
  g_assert_cmpuint (load.snapshot->n_ops, ==, n_rounds * n_each);
  for (guint32 op = 0; op < load.snapshot->n_ops; op++)
    {
      g_autofree char *stages = list_stages (&load, op);
      g_autofree char *detail = weft_pipeline_snapshot_get_detail (load.snapshot, op);
      g_autofree char *label = weft_pipeline_snapshot_get_label (load.snapshot, op);
      const gint64 id[] = { get_detail (detail, "rnd"), get_detail (detail, "instrID"),
                            get_detail (detail, "lamUopID"), get_detail (detail, "fUopID"),
                            get_detail (detail, "uopID") };
      gint64 retired = find_event (cycles, "removedFromRB", id, 4);
      WeftOp info;

      weft_pipeline_snapshot_get_op (load.snapshot, op, &info);
      g_assert_cmpint (id[0], ==, op / n_each);
      g_assert_cmpint (id[1], ==, instructions[op % n_each]);
      check_stage (stages, "IQ", find_event (cycles, "addedToIQ", id, 2));
      check_stage (stages, "IDQ", find_event (cycles, "addedToIDQ", id, 3));
      check_stage (stages, "Wo", find_event (cycles, "addedToRS", id, 5));
      check_stage (stages, "Wr", find_event (cycles, "executed", id, 5));
      check_stage (stages, "Rt", retired);
      g_assert_cmpint (info.state, ==, retired >= 0 ? WEFT_OP_RETIRED : WEFT_OP_OPEN);
      n_retired += retired >= 0;
      if (op % n_each == n_each - 1)
        g_assert_cmpstr (label, ==, last);
    }
  g_assert_cmpuint (n_retired, >, 0);
  g_assert_cmpuint (n_retired, <=, load.snapshot->n_ops);
}

static void
test_uica_sample (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "dot-product.uica.json", NULL);

  check_uica_file (path, 16, 6, (const gint64[]){ 0, 1, 1, 2, 3, 4 },
                   "4: CMPQ %R8, %RAX + JNE .LBB0_1");
}

static void
test_uica_file (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "intake", "uica",
                                            "synthetic-skl-loop.json", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there are no real traces here");
      return;
    }
  /* The fused JNZ has no op of its own. */
  check_uica_file (path, 6, 4, (const gint64[]){ 0, 1, 2, 3 }, "3: DEC RDI + JNZ -14");
}

#define UOP(r, i) "{\"rnd\":" #r ",\"instrID\":" #i ",\"lamUopID\":0,\"fUopID\":0,\"uopID\":0"
#define FUSED(r, i) "{\"rnd\":" #r ",\"instrID\":" #i ",\"lamUopID\":0,\"fUopID\":0}"

static const char uica_made[] =
  "{\"parameters\":{\"uArchName\":\"SKL\",\"issueWidth\":4},"
  "\"energy\":{\"mJ\": [1, 2]},"
  "\"instructions\":[{\"asm\":\"ADD RAX, [RBX]\",\"instrID\":0},{\"asm\":\"MOV RCX, RDX\"}],"
  "\"cycles\":["
  "{\"cycle\":0,\"addedToIQ\":[{\"rnd\":0,\"instr\":0},{\"rnd\":0,\"instr\":1}]},"
  "{\"cycle\":1,\"removedFromIQ\":[{\"rnd\":0,\"instr\":0}],\"addedToIDQ\":[{\"rnd\":0,"
  "\"instrID\":0,\"lamUopID\":0,\"source\":\"MITE\"},{\"rnd\":0,\"instrID\":1,\"lamUopID\":0}]},"
  "{\"cycle\":3,\"removedFromIDQ\":[" FUSED (0, 0) "],\"addedToRB\":[" FUSED (0, 0) "," FUSED (0, 1) "],\"addedToRS\":[" UOP (
    0, 0) ",\"dependsOn\":[]},{\"rnd\":0,\"instrID\":0,"
          "\"lamUopID\":0,\"fUopID\":0,\"uopID\":1,\"dependsOn\":[" UOP (
            0, 0) "}]}]},"
                  "{\"cycle\":4,\"readyForDispatch\":[" UOP (0, 0) "}],\"napping\":[" UOP (
                    0,
                    0) "}]},"
                       "{\"cycle\":6,\"dispatched\":{\"Port2\":" UOP (
                         0,
                         0) "}}},"
                            "{\"cycle\":9,\"executed\":[" UOP (
                              0,
                              0) "}]},"
                                 "{\"cycle\":10,\"removedFromRB\":[" FUSED (0, 0) "," FUSED (
                                   0,
                                   1) "],\"addedToRB\":[" FUSED (1,
                                                                 0) "],\"addedToRS\":"
                                                                    "[" UOP (
                                                                      1,
                                                                      0) ",\"depends"
                                                                         "On\":"
                                                                         "[" UOP (0, 0) "}," UOP (
                                                                           7, 7) "}]}]}"
                                                                                 "]}";

/* Two micro-ops of one instruction share its queues; one that is eliminated never waits; what is not known is
 * kept; producers may be of an earlier round. */
static void
test_uica_made (void)
{
  static const char *const expected[] = {
    "IQ 0-1, IDQ 1-3, Wo 3-4, Wu 4-6, X 6-9, Wr 9-10, Rt 10-11",
    "IQ 0-1, IDQ 1-3, Wo 3-10, Rt 10-11",
    "IQ 0-1, IDQ 1-3, Wr 3-10, Rt 10-11",
    "Wo 10",
  };
  g_auto (Load) load = read_string (weft_pipeline_uica_reader_new, uica_made);
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_autofree char *detail = weft_pipeline_snapshot_get_detail (load.snapshot, 0);
  g_autofree char *infos = list_diagnostics (&load, WEFT_SEVERITY_INFO);
  g_autofree char *warnings = list_diagnostics (&load, WEFT_SEVERITY_WARNING);
  const WeftBottleneck *port;

  g_assert_cmpuint (load.snapshot->n_ops, ==, G_N_ELEMENTS (expected));
  for (guint32 op = 0; op < G_N_ELEMENTS (expected); op++)
    {
      g_autofree char *stages = list_stages (&load, op);

      g_assert_cmpstr (stages, ==, expected[op]);
    }
  weft_pipeline_snapshot_get_producers (load.snapshot, 3, producers);
  g_assert_cmpuint (producers->len, ==, 1);
  g_assert_cmpuint (g_array_index (producers, WeftDependency, 0).producer, ==, 0);
  assert_has (detail, "\nsource: MITE");
  assert_has (detail, "\nnapping: 4");
  assert_has (detail, "\ndispatched: Port2");
  assert_has (infos, "“napping” is not known here");
  assert_has (infos, "“energy” is not known here; it stands 1 time, and is shown");
  assert_has (detail, "\nenergy: {\"mJ\":[1,2]}");
  assert_has (warnings, "Producers that the file does not tell of; no arrow leads to them: 1");
  port = &g_array_index (load.resources->bottlenecks, WeftBottleneck, 0);
  g_assert_cmpstr (port->name, ==, "Port2");
  g_assert_cmpfloat (port->cycles, ==, 1);
  g_assert_cmpfloat (port->per_iteration, ==, 1);
  g_assert_cmpstr (weft_trace_get_format (WEFT_TRACE (load.trace)), ==, "uiCA, SKL");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/models/mca/sample", test_mca_sample);
  g_test_add_func ("/models/mca/files", test_mca_files);
  g_test_add_func ("/models/mca/stages", test_mca_stages);
  g_test_add_func ("/models/mca/unknown", test_mca_unknown);
  g_test_add_func ("/models/mca/unknown-long", test_mca_unknown_long);
  g_test_add_func ("/models/mca/resources", test_mca_resources);
  g_test_add_func ("/models/mca/cut", test_mca_cut);
  g_test_add_func ("/models/uica/sample", test_uica_sample);
  g_test_add_func ("/models/uica/file", test_uica_file);
  g_test_add_func ("/models/uica/made", test_uica_made);
  return g_test_run ();
}
