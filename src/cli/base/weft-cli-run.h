/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"

G_BEGIN_DECLS

/* Whether some family has `word` (nullable); complains where none has. */
gboolean weft_cli_check_word (WeftCliWords which, const char *word);

/* The WeftCliStatus of what was done with `trace` (nullable): WEFT_CLI_UNUSABLE after a complaint where texts of it could
 * not be read back meanwhile, and else `status`. */
int weft_cli_check_texts (WeftTrace *trace, int status);

/* Has the family of `trace` do the task, after finding the places of the request's words. Complains,
 * and returns WEFT_CLI_USAGE, where it can't, and where options or words were given that belong to
 * other families. */
int weft_cli_run (WeftCliTask task, WeftTrace *trace, WeftCliRequest *request);

/* The command lines that say what is to be done with one trace, or two: FALSE after a complaint. Files are not loaded,
 * and the report is not begun. The request is to be cleared either way. */
gboolean weft_cli_info_parse (char **arguments, WeftCliRequest *request);
gboolean weft_cli_stats_parse (char **arguments, WeftCliRequest *request);
gboolean weft_cli_why_parse (char **arguments, WeftCliRequest *request);
gboolean weft_cli_render_parse (char **arguments, WeftCliRequest *request);
gboolean weft_cli_compare_parse (char **arguments, WeftCliRequest *request);

/* Frees what a parsed command line says, and ends its report. */
void weft_cli_request_clear (WeftCliRequest *request);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliRequest, weft_cli_request_clear)

/* All that `info` says, to the request's report: a WeftCliStatus. */
int weft_cli_run_info (WeftTrace *trace, WeftCliRequest *request);

/* Compares two traces, whose paths the request has, and complains where they are of different kinds: a
 * WeftCliStatus. */
int weft_cli_run_compare (WeftTrace *first, WeftTrace *second, WeftCliRequest *request);

/* Loads the request's file and does the task with it: a WeftCliStatus. */
int weft_cli_run_on_file (WeftCliTask task, WeftCliRequest *request);

G_END_DECLS
