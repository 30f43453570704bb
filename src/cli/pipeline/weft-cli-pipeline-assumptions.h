/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib/gi18n-lib.h>

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* What the command line says of the core that a log is of. */

typedef struct
{
  char *phases;         /* --phases */
  int width;            /* --width; 0: not said */
  gboolean no_inferred; /* --no-inferred */
} WeftCliAssumptions;

extern WeftCliAssumptions weft_cli_pipeline_assumptions;

#define WEFT_CLI_ASSUMPTION_OPTIONS \
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

/* Has the trace rest on it. FALSE after a complaint: it makes no sense. */
gboolean weft_cli_pipeline_assume (WeftPipelineTrace *trace);

G_END_DECLS
