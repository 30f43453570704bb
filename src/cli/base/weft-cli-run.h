/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"

G_BEGIN_DECLS

/* Whether some family has `word` (nullable); complains where none has. */
gboolean weft_cli_check_word (WeftCliWords which, const char *word);

/* Has the family of `trace` do the task, after finding the places of the request's words. Complains,
 * and returns WEFT_CLI_USAGE, where it can't, and where options or words were given that belong to
 * other families. */
int weft_cli_run (WeftCliTask task, WeftTrace *trace, WeftCliRequest *request);

/* All that `info` says, to the request's report: a WeftCliStatus. */
int weft_cli_run_info (WeftTrace *trace, WeftCliRequest *request);

/* Loads the request's file and does the task with it: a WeftCliStatus. */
int weft_cli_run_on_file (WeftCliTask task, WeftCliRequest *request);

G_END_DECLS
