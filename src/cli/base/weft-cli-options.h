/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-cycle-range.h"
#include "weft-expression.h"

G_BEGIN_DECLS

/* Parts of the command line that all commands share. Parsers complain on standard error and return
 * FALSE where the command line makes no sense. */

/* Parses the options of `command`, `entries` and those that families have for its `task`
 * (WEFT_CLI_N_TASKS: none), and returns the other arguments, which are the bytes that were given:
 * (transfer full). NULL after a complaint. Does not return when help was asked for. `parameters` and
 * `description` (nullable) are for the help. */
char **weft_cli_parse_options (const WeftCliCommand *command, WeftCliTask task, char **arguments,
                               const GOptionEntry *entries, const char *parameters,
                               const char *description);

/* The same, for commands that take exactly one FILE: (transfer full) (nullable). */
char *weft_cli_parse_file (const WeftCliCommand *command, WeftCliTask task, char **arguments,
                           const GOptionEntry *entries, const char *description);

/* "A:B", two integers, A < B; either may be left out, which opens that end. NULL is all. `option`
 * is its name for the complaint. */
gboolean weft_cli_parse_range (const char *option, const char *text, WeftCycleRange *range);

/* "WxH", each 1 to `max`. NULL leaves both as they are. */
gboolean weft_cli_parse_size (const char *option, const char *text, int max, int *width,
                              int *height);

/* The place of `text` among the zero-terminated `words`, in `index`; the complaint lists them.
 * NULL leaves `index` as it is. */
gboolean weft_cli_parse_word (const char *option, const char *text, const char *const *words,
                              guint *index);

/* The format that --json and --csv choose. Both are too much. */
gboolean weft_cli_choose_report (gboolean json, gboolean csv, WeftReportFormat *format);

/* The filter of a family's language that `text` says (nullable, as is the filter then): (transfer full). The complaint marks
 * the place of the mistake. */
gboolean weft_cli_parse_filter (const char *text, const WeftLanguage *language,
                                WeftExpression **filter);

G_END_DECLS
