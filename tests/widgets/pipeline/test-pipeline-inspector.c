/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-inspector.h"

#include "weft-fact-section.h"
#include "weft-pipeline-study.h"

#include "log-stage.h"
#include "said.h"

typedef struct
{
  Stage stage;
  WeftPipelineInspector *inspector;
  const char *expected; /* by shows() */
} Panel;

/* Three ops that wait for one another in two lanes, then one that is flushed and one that is open,
 * at cycles that need grouping. */
static void
fill (MadeLog *log)
{
  guint32 op = made_log_begin (log, 0, 1000, "80000000: lw a0, 0(sp)");

  made_log_stage (log, op, "0", "F", 1000, 1001);
  made_log_stage (log, op, "0", "X", 1001, 1012);
  weft_pipeline_writer_set_consumes (log->writer, op, 1001);
  weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, 0, 1013);

  op = made_log_begin (log, 0, 1000, "80000004: addi a0, a0, 1");
  made_log_stage (log, op, "0", "F", 1000, 1001);
  made_log_stage (log, op, "1", "stl", 1001, 1012);
  weft_pipeline_writer_add_stage_text (log->writer, op, made_log_spill (log, "waits for a0"), 12);
  made_log_stage (log, op, "0", "X", 1012, 1013);
  weft_pipeline_writer_add_detail (log->writer, op, made_log_spill (log, "r16 = r11"), 9);
  weft_pipeline_writer_add_dependency (log->writer, op, 0, 0, 1012);
  weft_pipeline_writer_set_consumes (log->writer, op, 1012);
  weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, 1, 1014);

  op = made_log_begin (log, 1, 1001, "80000008: bne a0, a1, <here> & \"there\"");
  weft_pipeline_writer_add_dependency (log->writer, op, 0, 0, 1012);
  weft_pipeline_writer_add_dependency (log->writer, op, 1, 3, 1013);
  weft_pipeline_writer_add_dependency (log->writer, op, 77, 3, 1013);
  weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, 2, 1020);

  op = made_log_begin (log, 1, 1002, "8000000c: nop");
  weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_FLUSHED, -1, 1020);
  op = made_log_begin (log, 1, 1003, "nop");
  made_log_stage (log, op, "0", "F", 1003, -1);
}

static void
panel_open (Panel *panel)
{
  stage_open (&panel->stage);
  fill (&panel->stage.log);
  stage_publish (&panel->stage, 1030);
  panel->inspector = WEFT_PIPELINE_INSPECTOR (weft_pipeline_inspector_new (panel->stage.state));
  stage_show (&panel->stage, GTK_WIDGET (panel->inspector));
}

/* Whether a line of the text that could be copied is, or holds, what is expected. */
static gboolean
shows (gpointer data)
{
  Panel *panel = data;
  g_autofree char *text = get_said (GTK_WIDGET (panel->inspector));

  return strstr (text, panel->expected) != NULL;
}

static void
check (Panel *panel, const char *expected)
{
  panel->expected = expected;
  if (!shows (panel))
    {
      g_autofree char *text = get_said (GTK_WIDGET (panel->inspector));

      g_error ("does not show “%s”:\n%s", expected, text);
    }
}

static void
check_absent (Panel *panel, const char *unexpected)
{
  panel->expected = unexpected;
  g_assert_false (shows (panel));
}

static void
wait_to_show (Panel *panel, const char *expected)
{
  panel->expected = expected;
  wait_until (shows, panel);
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_trace (void)
{
  Panel panel;

  panel_open (&panel);
  check (&panel, "made.log\n");
  check (&panel, "Format\tKanata 0004\n");
  check (&panel, "Reading\tgoes on\n");
  check (&panel, "Ops\t5\n");
  check (&panel, "Cycles\t1\342\200\257000 – 1\342\200\257030\n");
  check (&panel, "Diagnostics\tnone\n");
  wait_to_show (&panel, "Retired\t3 (60.0\302\240%)\n");
  check (&panel, "IPC\t0.100\n");
  check (&panel, "Threads\n");
  g_assert_nonnull (find_label (GTK_WIDGET (panel.inspector), "Select an op"));

  weft_diagnostics_add (weft_trace_get_diagnostics (WEFT_TRACE (panel.stage.log.trace)),
                        WEFT_SEVERITY_WARNING, 3, 1, "A warning.");
  weft_trace_set_state (WEFT_TRACE (panel.stage.log.trace), WEFT_TRACE_PARTIAL);
  wait_to_show (&panel, "Diagnostics\t1 warning\n");
  check (&panel, "Reading\tended early\n");
  stage_close (&panel.stage);
}

static void
test_op (void)
{
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_select (panel.stage.state, 1, WEFT_NO_STAGE);
  check (&panel, "Op 1\n80000004: addi a0, a0, 1\n");
  check (&panel, "State\tretired\n");
  check (&panel, "Id\t1\nSimulator id\t1001\nThread\t0\nRetire id\t1\nRow\t1\n"
                 "Line of the file\t20\nPC\t0x80000004\n");
  check (&panel,
         "Fetch\tcycle 1\342\200\257000\nEnd\tcycle 1\342\200\257014\nLatency\t14 cycles\n");
  check (&panel, "Takes its inputs\tcycle 1\342\200\257012\n");
  check (&panel, "Detail\nr16 = r11\n");
  check (&panel, "X\t1\342\200\257012 – 1\342\200\257013\t1\n");
  check (&panel, "Lane 1\tCycles\tLength, cycles\n"
                 "stl\t1\342\200\257001 – 1\342\200\257012\t11\nwaits for a0\n");
  check (&panel, "Needs the results of\n"
                 "Op 0\t80000000: lw a0, 0(sp)\tcycle 1\342\200\257012\n");
  check (&panel, "Gives its result to\nOp 2\t80000008: bne a0, a1, <here> & \"there\"\t—\n");
  wait_to_show (&panel, "Stalled\t≈ 11 cycles\n");
  check (&panel, "Why it took as long\n"
                 "11 of 14 cycles in no stage waiting for op 0 (lw a0, 0(sp)).\n"
                 "Waits for a result\t—\t11 cycles\nWaits to retire\t—\t1 cycle\n"
                 "It waited for:\nOp 0\tlw a0, 0(sp)\t≈ 10 cycles\n");
  g_assert_null (find_label (GTK_WIDGET (panel.inspector), "Select an op"));
  check_absent (&panel, "Format");
  stage_close (&panel.stage);
}

static void
test_unknown (void)
{
  Panel panel;

  panel_open (&panel);
  /* Never retired: what is not known is not 0. */
  weft_pipeline_state_select (panel.stage.state, 4, WEFT_NO_STAGE);
  check (&panel, "State\topen\n");
  check (&panel, "Retire id\t—\n");
  check (&panel, "PC\t—\n");
  check (&panel, "End\t—\n");
  check (&panel, "Latency\t≥ 28 cycles\n");
  check (&panel, "F\t1\342\200\257003 – …\t28\n");
  check_absent (&panel, "Needs the results of");
  /* A producer that the log never names has no link. */
  weft_pipeline_state_select (panel.stage.state, 2, WEFT_NO_STAGE);
  check (&panel, "Op 77\t—\t—\n");
  /* The op that a flushed one was flushed after. */
  weft_pipeline_state_select (panel.stage.state, 3, WEFT_NO_STAGE);
  wait_to_show (&panel, "Flushed after\t80000008: bne a0, a1, <here> & \"there\"\t1 op\n");
  stage_close (&panel.stage);
}

static void
test_stage (void)
{
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_select (panel.stage.state, 1, 1);
  check (&panel, "Stage stl\nLane\t1\nStart\tcycle 1\342\200\257001\n");
  check (&panel, "Length\t11 cycles\n");
  wait_to_show (&panel, "Usual length\t11 (median) to 11 cycles\n");
  weft_pipeline_state_select (panel.stage.state, 1, WEFT_NO_STAGE);
  check_absent (&panel, "Stage stl");
  stage_close (&panel.stage);
}

static void
follow (Panel *panel, const char *target)
{
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (panel->inspector), WEFT_TYPE_FACT_SECTION, sections);
  g_signal_emit_by_name (g_ptr_array_index (sections, 0), "link", target);
}

static void
test_links (void)
{
  const WeftPipelineSelection *selection;
  GtkWidget *label;
  gboolean handled;
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_resize (panel.stage.state, 400, 300);
  selection = weft_pipeline_state_get_selection (panel.stage.state);
  weft_pipeline_state_select (panel.stage.state, 1, WEFT_NO_STAGE);
  wait_settled ();
  label = find_label (GTK_WIDGET (panel.inspector), "Op 0");
  g_assert_nonnull (label);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (label)), "href=\"op:0\""));
  g_signal_emit_by_name (label, "activate-link", "op:0", &handled);
  g_assert_true (handled);
  g_assert_cmpuint (selection->op, ==, 0);
  g_assert_cmpuint (selection->stage, ==, WEFT_NO_STAGE);
  check (&panel, "Op 0\n");
  follow (&panel, "stage:1");
  g_assert_cmpuint (selection->stage, ==, 1);
  weft_pipeline_state_select_cycles (panel.stage.state, 1000, 1010);
  follow (&panel, "clear:");
  g_assert_false (selection->has_cycles);
  stage_close (&panel.stage);
}

static void
test_range (void)
{
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_select_cycles (panel.stage.state, 1010, 1020);
  check (&panel,
         "Brushed range so far\nCycles\t1\342\200\257010 – 1\342\200\257020\nLength\t10 cycles\n");
  wait_to_show (&panel, "IPC\t0.200\n");
  check (&panel, "Retired\t2 (100.0\302\240%)\n");
  check (&panel, "Stages in the range\n");
  check (&panel, "stl, lane 1\t11, 11\t1\n");
  check_absent (&panel, "Format");
  /* One op is still there, for the one cycle. */
  weft_pipeline_state_select_cycles (panel.stage.state, 1025, 1026);
  check (&panel, "Length\t1 cycle\n");
  wait_to_show (&panel, "In flight, most\t1 op\n");
  /* Nothing ended here: unknown is not 0. */
  weft_pipeline_state_select_cycles (panel.stage.state, 1, 10);
  wait_to_show (&panel, "Squashes\t— per 1 000 retired ops\n");
  weft_pipeline_state_select_cycles (panel.stage.state, 0, 0);
  weft_pipeline_state_select_rows (panel.stage.state, 1, 4);
  check (&panel, "Rows\t1 – 3\n");
  wait_to_show (&panel, "Ops in these rows\t3\n");
  check (&panel, "Flushed\t1 (33.3\302\240%)\n");
  check_absent (&panel, "IPC");
  weft_view_state_step_back (WEFT_VIEW_STATE (panel.stage.state));
  check_absent (&panel, "Brushed range");
  stage_close (&panel.stage);
}

/* An op that is looked at while the log is read is completed before one's eyes; what does not
 * change keeps its widget. */
static void
test_live (void)
{
  GtkWidget *fetch;
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_select (panel.stage.state, 4, WEFT_NO_STAGE);
  wait_settled ();
  fetch = find_label (GTK_WIDGET (panel.inspector), "cycle 1\342\200\257003");
  weft_pipeline_writer_end_op (panel.stage.log.writer, 4, WEFT_OP_RETIRED, 9, 1050);
  made_log_begin (&panel.stage.log, 0, 1060, "80000010: nop");
  stage_publish (&panel.stage, 1060);
  wait_to_show (&panel, "State\tretired\n");
  check (&panel, "Retire id\t9\n");
  check (&panel, "End\tcycle 1\342\200\257050\n");
  g_assert_true (find_label (GTK_WIDGET (panel.inspector), "cycle 1\342\200\257003") == fetch);
  stage_close (&panel.stage);
}

static void
test_accessible (void)
{
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_select (panel.stage.state, 1, WEFT_NO_STAGE);
  wait_settled ();
  check_button_names (GTK_WIDGET (panel.inspector));
  collect_widgets (GTK_WIDGET (panel.inspector), WEFT_TYPE_FACT_SECTION, sections);
  for (guint i = 0; i < sections->len; i++)
    if (gtk_widget_get_visible (g_ptr_array_index (sections, i)))
      g_assert_true (gtk_test_accessible_has_property (g_ptr_array_index (sections, i),
                                                       GTK_ACCESSIBLE_PROPERTY_LABEL));
  g_assert_true (gtk_test_accessible_has_relation (
    GTK_ACCESSIBLE (find_label (GTK_WIDGET (panel.inspector), "cycle 1\342\200\257014")),
    GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  stage_close (&panel.stage);
}

/* Where the linker put the first byte of this program, whatever it is loaded at. */
extern const char __executable_start[];

static void
attached (GObject *state, GAsyncResult *result, gpointer data G_GNUC_UNUSED)
{
  g_assert_true (weft_attachable_attach_finish (WEFT_ATTACHABLE (state), result, NULL));
}

/* A program that is attached says where an op's instruction comes from: here it is this test. */
static void
test_source (void)
{
  g_autoptr (GFile) elf = g_file_new_for_path ("/proc/self/exe");
  g_autofree char *label =
    g_strdup_printf ("%" G_GINT64_MODIFIER "x: call",
                     (guint64) ((guintptr) test_source - (guintptr) __executable_start));
  Panel panel;
  guint32 op;

  stage_open (&panel.stage);
  op = made_log_begin (&panel.stage.log, 0, 5, label);
  stage_publish (&panel.stage, 10);
  panel.inspector = WEFT_PIPELINE_INSPECTOR (weft_pipeline_inspector_new (panel.stage.state));
  stage_show (&panel.stage, GTK_WIDGET (panel.inspector));
  weft_pipeline_state_select (panel.stage.state, op, WEFT_NO_STAGE);
  check_absent (&panel, "Function");
  weft_attachable_attach_async (WEFT_ATTACHABLE (panel.stage.state), elf, attached, NULL);
  wait_to_show (&panel, "Function\ttest_source+0x0\n");
  stage_close (&panel.stage);
}

/* Texts that are broken into lines have room: nothing stands over what follows. */
static void
test_room (void)
{
  Panel panel;
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();
  guint32 op;

  stage_open (&panel.stage);
  op = made_log_begin (&panel.stage.log, 0, 123456, "80000000: lw a0, 0(sp)");
  for (guint i = 0; i < 5; i++)
    made_log_stage (&panel.stage.log, op, "0", "Stage", 123456 + i, 123457 + i);
  stage_publish (&panel.stage, 200000);
  gtk_window_set_default_size (GTK_WINDOW (panel.stage.window), 260, 600);
  panel.inspector = WEFT_PIPELINE_INSPECTOR (weft_pipeline_inspector_new (panel.stage.state));
  stage_show (&panel.stage, GTK_WIDGET (panel.inspector));
  wait_settled ();
  weft_pipeline_state_select (panel.stage.state, op, WEFT_NO_STAGE);
  wait_settled ();
  collect_widgets (GTK_WIDGET (panel.inspector), WEFT_TYPE_FACT_SECTION, sections);
  for (guint i = 0; i < sections->len; i++)
    {
      GtkWidget *section = g_ptr_array_index (sections, i);
      g_autoptr (GPtrArray) labels = g_ptr_array_new ();

      collect_widgets (section, GTK_TYPE_LABEL, labels);
      for (guint k = 0; k < labels->len; k++)
        {
          graphene_rect_t bounds;

          if (gtk_widget_get_mapped (labels->pdata[k])
              && gtk_widget_compute_bounds (labels->pdata[k], section, &bounds))
            g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=,
                               gtk_widget_get_height (section) + 1);
        }
    }
  stage_close (&panel.stage);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector/trace", test_trace);
  g_test_add_func ("/inspector/op", test_op);
  g_test_add_func ("/inspector/unknown", test_unknown);
  g_test_add_func ("/inspector/stage", test_stage);
  g_test_add_func ("/inspector/links", test_links);
  g_test_add_func ("/inspector/range", test_range);
  g_test_add_func ("/inspector/live", test_live);
  g_test_add_func ("/inspector/accessible", test_accessible);
  g_test_add_func ("/inspector/source", test_source);
  g_test_add_func ("/inspector/room", test_room);
  return g_test_run ();
}
