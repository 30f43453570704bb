/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-assumptions.h"

#include "weft-cli-options.h"
#include "weft-cli-pipeline.h"
#include "weft-pipeline-phases.h"

WeftCliAssumptions weft_cli_pipeline_assumptions;

const GOptionEntry weft_cli_pipeline_why_options[] = { WEFT_CLI_ASSUMPTION_OPTIONS,
                                                       G_OPTION_ENTRY_NULL };

gboolean
weft_cli_pipeline_assume (WeftPipelineTrace *trace)
{
  const WeftCliAssumptions *said = &weft_cli_pipeline_assumptions;
  g_autofree char *wrong = weft_pipeline_phases_find_mistake (trace, said->phases);
  g_autoptr (WeftPipelineAssumptions) assumptions = NULL;

  if (wrong != NULL)
    {
      weft_cli_complain (_ ("--phases: “%s” is not STAGE=PHASE of a stage of this log and one of "
                            "fetch, decode, dispatch, issue, execute, memory, commit."),
                         wrong);
      return FALSE;
    }
  if (said->width < 0)
    {
      weft_cli_complain (_ ("--width needs a whole number, 1 or more."));
      return FALSE;
    }
  assumptions =
    weft_pipeline_assumptions_new (said->phases, (guint) said->width, !said->no_inferred);
  weft_pipeline_trace_set_assumptions (trace, assumptions);
  return TRUE;
}
