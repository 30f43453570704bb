/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "weft-load-index.h"
#include "weft-load.h"
#include "weft-pipeline-indexer.h"

#include <stdio.h>

/* Loads one trace, where it is a log of a pipeline to a completely indexed one, with the pyramid built beside the
 * reader, and prints the seconds, the ops, and the peak of RssAnon in KiB. Where $WEFT_INDEX_AFTER is set, it uses an index file, or leaves
 * one. */

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

  while ((trace = weft_load_get_trace (watch->load)) == NULL)
    g_usleep (200);
  if (!WEFT_IS_PIPELINE_TRACE (trace))
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
  WeftThread *indexer;
  MemoryWatch memory;
  gint64 start = g_get_monotonic_time ();
  double seconds;

  if (argc != 2)
    return 64;
  if (g_getenv ("WEFT_INDEX_AFTER") != NULL)
    weft_load_index_set_default ();
  watch.load = weft_load_new (argv[1], WEFT_STORAGE_MEMORY, NULL);
  memory_watch_start (&memory);
  indexer = weft_thread_start ("watch", index_beside, &watch);
  if (!weft_load_run (watch.load, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  weft_thread_join (indexer);
  seconds = (double) (g_get_monotonic_time () - start) / 1e6;
  printf ("%.4f %u %" G_GUINT64_FORMAT "\n", seconds,
          watch.rows != NULL ? weft_pipeline_rows_get_n_rows (watch.rows) : 0,
          memory_watch_stop (&memory));
  g_clear_object (&watch.rows);
  g_object_unref (watch.load);
  weft_load_index_wait ();
  return 0;
}
