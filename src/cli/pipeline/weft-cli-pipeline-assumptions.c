/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-assumptions.h"

#include <glib/gi18n-lib.h>

#include "weft-cli-options.h"
#include "weft-cli-pipeline.h"
#include "weft-pipeline-phases.h"

WeftCliAssumptions weft_cli_pipeline_assumptions;

#define ASSUMPTIONS \
  { "phases", \
    0, \
    0, \
    G_OPTION_ARG_STRING, \
    &weft_cli_pipeline_assumptions.phases, \
    N_ ("Pipelines: what stages are for, “Sc=issue Wb=commit”, instead of a guess"), \
    N_ ("LIST") }, \
    { "width", \
      0, \
      0, \
      G_OPTION_ARG_INT, \
      &weft_cli_pipeline_assumptions.width, \
      N_ ("Pipelines: ops that the core can retire in a cycle, instead of a guess"), \
      N_ ("N") }, \
  { \
    "no-inferred", 0, 0, G_OPTION_ARG_NONE, &weft_cli_pipeline_assumptions.no_inferred, \
      N_ ("Pipelines: infer no dependencies from registers"), NULL \
  }

const GOptionEntry weft_cli_pipeline_why_options[] = { ASSUMPTIONS, G_OPTION_ENTRY_NULL };

const GOptionEntry weft_cli_pipeline_stats_options[] = {
  { "elf", 0, 0, G_OPTION_ARG_FILENAME, &weft_cli_pipeline_assumptions.elf,
    N_ ("Pipelines: the program that ran, for functions and source lines"), N_ ("FILE") },
  ASSUMPTIONS,
  G_OPTION_ENTRY_NULL
};

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
