/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-diagnostics.h"
#include "weft-number.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* Values in words for people, the same in every panel: digits in groups, units always, "—" for what
 * is unknown. All return (transfer full) unless they say otherwise. */

/* A length of time, with what it is by the clock where that is known: "12 345 cycles (12.3 µs)". */
char *weft_words_length (const WeftClock *clock, guint64 cycles);

/* "12 345", or "—" for WEFT_NO_CYCLE: a point in time, whose unit stands before it. */
char *weft_words_cycle (gint64 cycle);

/* "12.3 %", "—" where there is nothing to take a share of. */
char *weft_words_share (guint64 part, guint64 whole);

/* Texts of a file may have megabytes, which nobody reads in a label and no label is quick with: of those
 * over WEFT_WORDS_MAX bytes the beginning, and how long they are. */
#define WEFT_WORDS_MAX 4000
char *weft_words_shorten (const char *text);

/* "12 errors". */
char *weft_words_diagnostics (WeftSeverity severity, guint64 count);

/* "2 errors, 34 warnings", or "none". */
char *weft_words_all_diagnostics (WeftDiagnostics *diagnostics);

G_END_DECLS
