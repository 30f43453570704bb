/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-command.h"
#include "weft-load.h"

G_BEGIN_DECLS

/* How all files of a command are read: what end_cycle means, which traces do not say. */
extern gboolean weft_cli_load_inclusive_ends;

/* (nullable) The file that describes the format of all files of a command. */
extern char *weft_cli_load_as;

#define WEFT_CLI_INCLUSIVE_ENDS_OPTION \
  { \
    "inclusive-ends", 0, 0, G_OPTION_ARG_NONE, &weft_cli_load_inclusive_ends, \
      N_ ("NPU runs: end_cycle is the last cycle of an event, not the one behind it"), NULL \
  }

/* Has `load` read its input as the file at `path` (nullable: nothing) describes. FALSE with an error: it describes
 * none. */
gboolean weft_cli_load_describe (WeftLoad *load, const char *path, GError **error);

/* Loads FILE ("-": standard input) to its end, with progress on standard error where that is a
 * terminal and the load takes longer than 0.3 s.
 *
 * Returns the trace: (transfer full), NULL where the input can't be used at all. `error` is set
 * where not all of it was read, trace or no trace; where there is a trace, the same message is its
 * last diagnostic. `sink` (nullable) gets each diagnostic as it is found, on another thread. */
WeftTrace *weft_cli_load (const char *path, WeftDiagnosticSink sink, gpointer user_data,
                          GError **error);

/* The same for commands that print what was readable: complains about what was not, and sets
 * `status` to WEFT_CLI_UNUSABLE then, and to WEFT_CLI_SUCCESS otherwise. */
WeftTrace *weft_cli_load_or_complain (const char *path, int *status);

/* The name to print for FILE. */
const char *weft_cli_file_name (const char *path);

/* The title of what is about several, whose list ends with NULL, without their folders: "a.log · b.log": (transfer
 * full). */
char *weft_cli_join_file_names (char **files);

G_END_DECLS
