/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-command.h"

G_BEGIN_DECLS

/* Holds the metrics of two traces of one kind against limits, for continuous integration: `compare --fail-on`. */

/* The words of --format, NULL-terminated. */
extern const char *const weft_cli_gate_formats[];

/* `conditions` end with NULL, such as "ipc < -1%": what the change from `first` to `second` must not be. Prints
 * all metrics, and returns WEFT_CLI_FINDINGS where a condition holds. */
int weft_cli_gate (const char *first, const char *second, char **conditions, guint format);

G_END_DECLS
