/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-handover.h"
#include "weft-load.h"

#include "dump-trace.h"
#include "test-files.h"

/* One thread loads while another looks at all that is there so far. Nothing but weft-handover.h
 * lies between them, so that ThreadSanitizer's verdict counts. */

typedef struct
{
  WeftLoad *load;
  _Atomic bool loaded;
  guint n_looks; /* at a trace that grew */
} Watch;

static void
look (Watch *watch, WeftTrace *trace)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  guint32 n_ops = snapshot->n_ops;
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint32 row = 0; row < n_ops; row += 1 + n_ops / 1000)
    dump_op (out, snapshot, weft_pipeline_snapshot_op_at_row (snapshot, row), DUMP_ALL);
  watch->n_looks += n_ops > 0;
}

static void *
watch_load (void *data)
{
  Watch *watch = data;

  while (!atomic_load (&watch->loaded))
    {
      WeftTrace *trace = weft_load_get_trace (watch->load);

      if (trace != NULL)
        look (watch, trace);
    }
  return NULL;
}

static void
load_and_watch (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  Watch watch = { .load = load };
  WeftThread *thread = weft_thread_start ("watch", watch_load, &watch);

  g_assert_true (weft_load_run (load, NULL, &error));
  g_assert_no_error (error);
  atomic_store (&watch.loaded, true);
  weft_thread_join (thread);
  g_test_message ("looked %u times", watch.n_looks);
}

static void
test_kanata (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\n");
  g_autoptr (GByteArray) zstd = NULL;

  for (guint i = 0; i < 100000; i++)
    {
      g_string_append_printf (log, "I\t%u\t%u\t0\nL\t%u\t0\tlabel\nS\t%u\t0\tF\nC\t1\n", i, i, i,
                              i);
      if (i > 10)
        g_string_append_printf (log, "W\t%u\t%u\t0\nL\t%u\t1\tlate\nR\t%u\t0\t0\n", i - 5, i - 9,
                                i - 10, i - 10);
    }
  zstd = compress_zstd (log->str, log->len);
  load_and_watch (write_file ("kanata", log->str, log->len));
  load_and_watch (write_file ("kanata.zst", zstd->data, zstd->len));
}

static void
test_o3 (void)
{
  g_autoptr (GString) log = g_string_new (NULL);

  for (guint i = 1; i < 60000; i++)
    {
      guint sn = i ^ 5, tick = sn * 500;

      g_string_append_printf (log,
                              "%u: a.rename: [tid:1] [sn:%u] Renaming arch reg 1 (int) to "
                              "physical reg %u (1).\n",
                              tick, sn, sn % 64);
      g_string_append_printf (log, "%u: a.rename: [sn:%u] Looking up, got phys reg %u (int)\n",
                              tick, sn, (sn + 20) % 64);
      g_string_append_printf (log,
                              "O3PipeView:fetch:%u:0x10:0:%u:a\nO3PipeView:decode:%u\n"
                              "O3PipeView:complete:%u\nO3PipeView:retire:%u:store:0\n",
                              tick, sn, tick + 500, tick + 1000, i % 7 == 0 ? 0 : tick + 2000);
    }
  load_and_watch (write_file ("o3", log->str, log->len));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-threads/kanata", test_kanata);
  g_test_add_func ("/load-threads/o3", test_o3);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
