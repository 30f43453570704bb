/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-derived.h"

/* The file of which the snapshot shows all there is, as it is without anybody's word on the core: (transfer full).
 * NULL: nothing is kept of the snapshot. */
static WeftTraceOrigin *
find_origin (const WeftPipelineSnapshot *snapshot, const WeftPipelineAssumptions *assumptions)
{
  g_autoptr (WeftPipelineAssumptions) none = weft_pipeline_assumptions_new (NULL, 0, TRUE);
  g_autoptr (WeftTraceOrigin) origin = weft_trace_ref_origin (WEFT_TRACE (snapshot->trace));
  g_autoptr (WeftPipelineSnapshot) newest = NULL;

  if (origin == NULL
      || (assumptions != NULL && !weft_pipeline_assumptions_equal (assumptions, none)))
    return NULL;
  newest = weft_pipeline_trace_ref_snapshot (snapshot->trace);
  return newest->generation == snapshot->generation ? g_steal_pointer (&origin) : NULL;
}

WeftIndexReader *
weft_pipeline_derived_open (const WeftPipelineSnapshot *snapshot,
                            const WeftPipelineAssumptions *assumptions, const char *what)
{
  g_autoptr (WeftTraceOrigin) origin = find_origin (snapshot, assumptions);

  return weft_derived_open (origin, what);
}

void
weft_pipeline_derived_keep (const WeftPipelineSnapshot *snapshot,
                            const WeftPipelineAssumptions *assumptions, const char *what,
                            WeftDerivedPut put, gconstpointer derived)
{
  g_autoptr (WeftTraceOrigin) origin = find_origin (snapshot, assumptions);

  weft_derived_keep (origin, what, put, derived);
}
