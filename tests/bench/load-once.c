/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load.h"
#include "weft-pipeline-indexer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Loads one log to a completely indexed trace, with the pyramid built beside the reader, and prints
 * the seconds, the ops, and the peak of RssAnon in KiB. */

static _Atomic bool finished;
static long peak;

static long
rss_anon (void)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "RssAnon:");
  return line != NULL ? atol (line + strlen ("RssAnon:")) : 0;
}

static void *
sample (void *data G_GNUC_UNUSED)
{
  while (!finished)
    {
      peak = MAX (peak, rss_anon ());
      g_usleep (5000);
    }
  return NULL;
}

typedef struct
{
  WeftPipelineRows *rows;
  WeftPipelineIndexer *indexer;
  WeftLoad *load;
} Watch;

/* Starts to index as soon as there is a trace. */
static void *
index_beside (void *data)
{
  Watch *watch = data;
  WeftTrace *trace;

  while ((trace = weft_load_get_trace (watch->load)) == NULL && !finished)
    g_usleep (200);
  if (trace == NULL)
    return NULL;
  watch->rows = weft_pipeline_rows_new (WEFT_PIPELINE_TRACE (trace), WEFT_ROWS_ALL);
  watch->indexer = weft_pipeline_indexer_start (watch->rows, NULL, NULL, NULL);
  weft_pipeline_indexer_finish (watch->indexer);
  return NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Watch watch = { NULL, NULL, NULL };
  WeftThread *sampler, *indexer;
  gint64 start = g_get_monotonic_time ();
  double seconds;

  if (argc != 2)
    return 64;
  watch.load = weft_load_new (argv[1], WEFT_STORAGE_MEMORY, NULL);
  sampler = weft_thread_start ("sample", sample, NULL);
  indexer = weft_thread_start ("watch", index_beside, &watch);
  if (!weft_load_run (watch.load, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  weft_thread_join (indexer);
  seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  peak = MAX (peak, rss_anon ());
  finished = true;
  weft_thread_join (sampler);
  printf ("%.4f %u %ld\n", seconds, weft_pipeline_rows_get_n_rows (watch.rows), peak);
  g_object_unref (watch.rows);
  g_object_unref (watch.load);
  return 0;
}
