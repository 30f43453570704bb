/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"

G_BEGIN_DECLS

/* The part that all families report of two traces which they compare row by row: which they are, how
 * many rows differ, the rows. */

/* Names the two. What is to be said of the comparison as a whole comes after it. */
void weft_cli_comparison_begin (const WeftCliRequest *request);

/* Lists the rows, and returns WEFT_CLI_FINDINGS where some differ. */
int weft_cli_comparison_end (const WeftCliRequest *request, const char *key, const WeftFacts *facts,
                             guint n_different);

/* All of a comparison that is a sentence, which stands first, and a table. */
int weft_cli_comparison_report (const WeftCliRequest *request, const char *sentence,
                                const WeftFacts *facts, guint n_different);

G_END_DECLS
