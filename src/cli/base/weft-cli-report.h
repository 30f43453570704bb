/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-writer.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Pieces of what is printed of any trace. */

/* "diagnostics", their numbers, as a member of a JSON object. */
void weft_cli_write_diagnostics (WeftJsonWriter *writer, WeftTrace *trace);

/* A line for people: a title, then the rest in a column of its own. */
void weft_cli_print_field (const char *title, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Such a line. */
void weft_cli_print_diagnostics (WeftTrace *trace);

G_END_DECLS
