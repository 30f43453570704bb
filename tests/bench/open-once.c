/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-index.h"
#include "weft-load.h"
#include "weft-pipeline-curves.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-stats-count.h"

#include <stdio.h>
#include <time.h>

/* Opens one trace of any family, and derives of a pipeline all that its statistics show in the window; prints what both
 * take of the processor, in seconds. Where $WEFT_INDEX_AFTER is set, it uses an index file, or leaves one. */

static double
get_processor_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void
derive (WeftPipelineTrace *trace)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
  g_autoptr (WeftPipelineStats) stats = NULL;
  g_autoptr (WeftPipelineCurves) curves = NULL;
  g_autoptr (WeftPipelineHistory) history = NULL;
  g_autoptr (GArray) findings = NULL;

  weft_pipeline_slots_index (slots, NULL, NULL);
  stats = weft_pipeline_stats_new_explained (explainer, slots, NULL, NULL, NULL, NULL);
  curves = weft_pipeline_curves_new (snapshot, stats->first, stats->end, NULL, WEFT_MAX_BUCKETS,
                                     NULL, NULL);
  history = weft_pipeline_history_new (explainer, slots, stats->first, stats->end,
                                       WEFT_HISTORY_BUCKETS, NULL, NULL);
  findings = weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (GError) error = NULL;
  WeftTrace *trace;
  double begin = get_processor_time (), opened;

  if (argc != 2)
    return 64;
  if (g_getenv ("WEFT_INDEX_AFTER") != NULL)
    weft_load_index_set_default ();
  load = weft_load_new (argv[1], WEFT_STORAGE_MEMORY, NULL);
  if (!weft_load_run (load, NULL, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  opened = get_processor_time ();
  weft_load_index_wait ();
  printf ("%.4f", opened - begin);
  opened = get_processor_time ();
  trace = weft_load_get_trace (load);
  if (WEFT_IS_PIPELINE_TRACE (trace))
    derive (WEFT_PIPELINE_TRACE (trace));
  printf (" %.4f\n", get_processor_time () - opened);
  return 0;
}
