/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "growing-file.h"
#include "wait.h"
#include "weft-bus-result.h"
#include "weft-bus-trace.h"
#include "weft-handover.h"
#include "weft-load.h"
#include "weft-noc-result.h"
#include "weft-noc-trace.h"
#include "weft-npu-result.h"
#include "weft-npu-trace.h"
#include "weft-pipeline-stats-result.h"
#include "weft-pipeline-trace.h"
#include "weft-runner.h"
#include "weft-timeline-result.h"
#include "weft-timeline-trace.h"

/* All that a window derives of a trace while that is read, as the window has it done: by its own runner, whose main loop
 * asks again and again, for other ranges, while the readers' threads add rows; and at the end for all. Of every
 * family. What is right is told by ThreadSanitizer, and by the counts at the end. */

#define N_ROWS 12000u
#define BEGINNING 4000 /* bytes, of which it is known what it is */

typedef struct
{
  const char *name;
  const char *head, *foot;                     /* around its rows */
  void (*write_row) (GString *out, guint row); /* with what ends it */
  gboolean grows;                              /* its file may get longer while it is read */
  GType (*get_type) (void);
  void (*ask) (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range);
  guint64 (*count) (gpointer result); /* of what is in its range */
} Family;

static gboolean
is_loading (WeftTrace *trace)
{
  return weft_trace_get_state (trace) == WEFT_TRACE_GROWING;
}

/* --- pipelines ------------------------------------------------------------------------------------------ */

static void
write_op (GString *out, guint i)
{
  g_string_append_printf (out, "I\t%u\t%u\t0\nL\t%u\t0\t%x: add r%u\nS\t%u\t0\tF\nC\t1\n", i, i, i,
                          4096 + i % 512 * 4, i % 31, i);
  if (i >= 10)
    g_string_append_printf (out, "S\t%u\t0\tX\nW\t%u\t%u\t0\nR\t%u\t%u\t%u\n", i - 8, i - 5, i - 9,
                            i - 10, i - 10, i % 97 == 0);
}

static void
ask_pipeline (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range)
{
  WeftPipelineTrace *pipeline = WEFT_PIPELINE_TRACE (trace);
  WeftPipelineStatsQuestion question = {
    .snapshot = weft_pipeline_trace_ref_snapshot (pipeline),
    .range = { *range, 0, G_MAXUINT32 },
    .assumptions = weft_pipeline_trace_ref_assumptions (pipeline),
  };

  weft_runner_ask (runner, &question);
}

static guint64
count_pipeline (gpointer result)
{
  return ((WeftPipelineStatsResult *) result)->stats->n_ops;
}

/* --- buses ---------------------------------------------------------------------------------------------- */

static void
write_access (GString *out, guint i)
{
  g_string_append_printf (
    out,
    "{\"seq\":%u,\"master\":\"MSH2\",\"tick_first_attempt\":%u,\"tick_complete\":%u,\"addr\":"
    "\"0x%08x\",\"size\":2,\"rw\":\"%c\",\"kind\":\"data\",\"service_cycles\":2,\"retries\":0}\n",
    i, i * 4, i * 4 + 2, 0x06004000 + i % 4096 * 2, i % 3 == 0 ? 'W' : 'R');
}

static void
ask_bus (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range)
{
  WeftBusQuestion question = { .snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace)),
                               .loading = is_loading (trace),
                               .region = WEFT_BUS_NO_REGION,
                               .range = *range };

  weft_runner_ask (runner, &question);
}

static guint64
count_bus (gpointer result)
{
  return ((WeftBusResult *) result)->summary->totals.n_accesses;
}

/* --- NoC events ------------------------------------------------------------------------------------------ */

static void
write_transfer (GString *out, guint i)
{
  g_string_append_printf (
    out,
    "%s{\"dx\":%u,\"dy\":%u,\"noc\":\"NOC_0\",\"num_bytes\":2048,\"op_name\":\"made\",\"proc\":"
    "\"NCRISC\",\"run_host_id\":1024,\"src_device_id\":0,\"sx\":1,\"sy\":1,\"timestamp\":%u,"
    "\"type\":\"%s\",\"vc\":-1}",
    i > 0 ? ",\n" : "", 1 + i % 4, 2 + i % 3, 1000 + i * 20, i % 2 == 0 ? "READ" : "WRITE_");
}

static void
ask_noc (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range)
{
  WeftNocTrace *noc = WEFT_NOC_TRACE (trace);
  WeftNocQuestion question = { .n_records = weft_noc_trace_get_n_records (noc),
                               .loading = is_loading (trace),
                               .range = *range };

  if (question.n_records == 0)
    return;
  question.trace = g_object_ref (noc);
  weft_runner_ask (runner, &question);
}

static guint64
count_noc (gpointer result)
{
  return ((WeftNocResult *) result)->stats->n_transfers;
}

/* --- NPU runs ------------------------------------------------------------------------------------------- */

static void
write_engine_event (GString *out, guint i)
{
  g_string_append_printf (
    out,
    "%s{\"type\":\"ENGINE_EVENT\",\"engine\":\"%s\",\"engine_id\":%u,\"cmdq_id\":%u,\"layer_id\":"
    "\"l%u\",\"tile_id\":\"t%u\",\"op\":\"%s\",\"start_cycle\":%u,\"end_cycle\":%u,\"phase\":"
    "\"PREFILL\",\"token_index\":0,\"details\":{\"direction\":\"read\",\"bytes\":4096}}",
    i > 0 ? ",\n" : "", i % 2 == 0 ? "DMA" : "TE", i / 2 % 2, i, i / 1000, i / 10,
    i % 2 == 0 ? "DMA_LOAD_TILE" : "TE_GEMM_TILE", i * 10, i * 10 + 15);
}

static void
ask_npu (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range)
{
  WeftNpuQuestion question = { .snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace)),
                               .loading = is_loading (trace),
                               .arrows = TRUE,
                               .path = TRUE,
                               .range = *range };

  weft_runner_ask (runner, &question);
}

static guint64
count_npu (gpointer result)
{
  return ((WeftNpuResult *) result)->stats->n_events;
}

/* --- timelines ------------------------------------------------------------------------------------------- */

static void
write_slice (GString *out, guint i)
{
  g_string_append_printf (
    out,
    "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::op%u\",\"pid\":1,\"tid\":%u,\"ts\":%u,"
    "\"dur\":5,\"args\":{\"correlation\":%u}}",
    i > 0 ? ",\n" : "", i % 40, i % 8, i / 8 * 7, i);
}

static void
ask_timeline (WeftRunner *runner, WeftTrace *trace, const WeftCycleRange *range)
{
  WeftTimelineQuestion question = {
    .snapshot = weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace)),
    .loading = is_loading (trace),
    .flows = TRUE,
    .counters = TRUE,
    .name = WEFT_NO_NAME,
    .range = *range,
  };

  weft_runner_ask (runner, &question);
}

static guint64
count_timeline (gpointer object)
{
  const WeftTimelineResult *result = object;
  guint64 sum = 0;

  for (guint i = 0; i < result->stats->n_names; i++)
    sum += result->stats->names[i].sum.count;
  return sum;
}

static const Family families[] = {
  { "pipeline", "Kanata\t0004\n", "", write_op, TRUE, weft_pipeline_stats_result_get_type,
    ask_pipeline, count_pipeline },
  { "bus", "", "", write_access, TRUE, weft_bus_result_get_type, ask_bus, count_bus },
  { "noc", "[\n", "\n]\n", write_transfer, FALSE, weft_noc_result_get_type, ask_noc, count_noc },
  { "npu", "{\"version\":\"1.0\",\"timeline_events\":[\n", "\n]}\n", write_engine_event, FALSE,
    weft_npu_result_get_type, ask_npu, count_npu },
  { "timeline", "{\"traceEvents\":[\n", "\n]}\n", write_slice, FALSE, weft_timeline_result_get_type,
    ask_timeline, count_timeline },
};

/* --- a session ------------------------------------------------------------------------------------------- */

typedef struct
{
  const Family *family;
  GString *text;
  char *path;
  _Atomic bool written; /* the file is whole */
  gboolean is_whole;    /* so it was when it was read on last */
  WeftLoad *load;
  WeftRunner *runner;
  GCancellable *cancellable;
  gboolean ended; /* the load */
  guint n_asked, n_results;
} Session;

static void *
write_rest (void *data)
{
  Session *self = data;

  growing_file_write (self->path, self->text, BEGINNING, 7, NULL);
  atomic_store (&self->written, true);
  return NULL;
}

static void resumed (GObject *source, GAsyncResult *async, gpointer data);

static void
read_on (Session *self, gboolean goes_on, const GError *error)
{
  if (!g_cancellable_is_cancelled (self->cancellable))
    g_assert_no_error (error);
  if (!goes_on || !self->family->grows || self->is_whole)
    {
      self->ended = TRUE;
      return;
    }
  self->is_whole = atomic_load (&self->written);
  weft_load_resume_async (self->load, WEFT_GROWTH_SURE, self->cancellable, resumed, self);
}

static void
resumed (GObject *source, GAsyncResult *async, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean grown, goes_on = weft_load_resume_finish (WEFT_LOAD (source), async, &grown, &error);

  read_on (data, goes_on, error);
}

static void
loaded (GObject *source, GAsyncResult *async, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean goes_on = weft_load_run_finish (WEFT_LOAD (source), async, &error);

  read_on (data, goes_on, error);
}

/* The last result is looked at while the next is derived. */
static void
done (WeftRunner *runner, Session *self)
{
  self->n_results++;
  self->family->count (weft_runner_get_result (runner));
}

static void
ask (Session *self, const WeftCycleRange *range)
{
  WeftTrace *trace = weft_load_get_trace (self->load);

  if (trace == NULL)
    return;
  self->family->ask (self->runner, trace, range);
  self->n_asked++;
}

/* A turn of the main loop, after which a range is brushed. */
static void
turn (Session *self)
{
  const WeftCycleRange brushed = { 100, 1000 + (gint64) (self->n_asked % 50) * 200 };

  if (!weft_runner_is_running (self->runner) || self->n_asked % 7 == 0)
    ask (self, &brushed);
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (500);
}

static void
session_open (Session *self, const Family *family, const char *folder)
{
  *self = (Session){ .family = family, .text = g_string_new (family->head) };
  for (guint i = 0; i < N_ROWS; i++)
    family->write_row (self->text, i);
  g_string_append (self->text, family->foot);
  self->path = g_build_filename (folder, family->name, NULL);
  g_assert_true (g_file_set_contents (self->path, self->text->str,
                                      family->grows ? BEGINNING : (gssize) self->text->len, NULL));
  self->cancellable = g_cancellable_new ();
  self->load = weft_load_new (self->path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  if (family->grows)
    weft_load_set_growth (self->load, WEFT_GROWTH_SURE);
  self->runner = weft_runner_new (family->get_type ());
  g_signal_connect (self->runner, "done", G_CALLBACK (done), self);
}

static void
session_close (Session *self)
{
  g_object_unref (self->runner);
  g_object_unref (self->load);
  g_object_unref (self->cancellable);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_unlink (self->path);
  g_free (self->path);
  g_string_free (self->text, TRUE);
}

static gboolean
has_answer (gpointer data)
{
  Session *self = data;

  return self->n_results > 0 && !weft_runner_is_running (self->runner);
}

/* `early`: it is closed after the first result, whatever is under way. */
static void
run_session (const Family *family, const char *folder, gboolean early)
{
  const WeftCycleRange all = WEFT_CYCLE_RANGE_ALL;
  WeftThread *writer = NULL;
  Session self;

  session_open (&self, family, folder);
  if (family->grows)
    writer = weft_thread_start ("write", write_rest, &self);
  weft_load_run_async (self.load, self.cancellable, NULL, loaded, &self);
  while (!self.ended && !(early && self.n_results > 0))
    turn (&self);
  if (early)
    {
      g_cancellable_cancel (self.cancellable);
      weft_runner_forget (self.runner);
      wait_until (is_set, &self.ended);
    }
  else
    {
      self.n_results = 0;
      ask (&self, &all);
      wait_until (has_answer, &self);
      g_assert_cmpuint (family->count (weft_runner_get_result (self.runner)), ==, N_ROWS);
      g_test_message ("%s: asked %u times", family->name, self.n_asked);
    }
  if (writer != NULL)
    weft_thread_join (writer);
  session_close (&self);
}

static void
test_family (gconstpointer data)
{
  const Family *family = data;
  g_autofree char *folder = g_dir_make_tmp ("weft-growing-XXXXXX", NULL);

  run_session (family, folder, FALSE);
  run_session (family, folder, TRUE);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *path = g_strdup_printf ("/growing-results/%s", families[i].name);

      g_test_add_data_func (path, &families[i], test_family);
    }
  return g_test_run ();
}
