/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Assumptions of the command line about the core that a log is of, and the program that ran. */

typedef struct
{
  char *elf;            /* --elf; NULL: not said */
  char *phases;         /* --phases */
  int width;            /* --width; 0: not said */
  gboolean no_inferred; /* --no-inferred */
} WeftCliAssumptions;

extern WeftCliAssumptions weft_cli_pipeline_assumptions;

/* Has the trace rest on it. FALSE after a complaint: it makes no sense. */
gboolean weft_cli_pipeline_assume (WeftPipelineTrace *trace);

G_END_DECLS
