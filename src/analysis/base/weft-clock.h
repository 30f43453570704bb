/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How long the cycles of a trace take, and in which of the two its times are written. A plain
 * value. All words are (transfer full) UTF-8 and do not depend on the locale. */

typedef struct
{
  gint64 hertz;     /* cycles per second, 0: not known */
  gboolean in_time; /* times are written first, and cycles beside them; only where `hertz` is
                     * known */
} WeftClock;

/* The highest clock, cycles per second: 100 GHz. */
#define WEFT_CLOCK_MAX G_GINT64_CONSTANT (100000000000)

/* A clock of so many MHz, rounded to Hz; 0 or less, or more than the highest: not known. */
WeftClock weft_clock_new (double megahertz, gboolean in_time);

/* Whether times come first. */
gboolean weft_clock_shows_time (const WeftClock *self);

/* How long something took, to three places: "12.3 µs". */
char *weft_clock_format_seconds (double seconds);

/* The time of so many cycles, exact enough to tell one cycle from the next: "12.3457 µs". `hertz` must
 * be known. */
char *weft_clock_format_exact (const WeftClock *self, gint64 cycles);

/* So many cycles in nanoseconds, rounded down. `hertz` must be known. */
gint64 weft_clock_to_nanoseconds (const WeftClock *self, gint64 cycles);

/* So many cycles, which `words` say ("12 345 cycles"), and their time where it is known, in the order
 * that was chosen: "12 345 cycles (12.3 µs)", or "12.345 µs (12 345 cycles)". */
char *weft_clock_format (const WeftClock *self, gint64 cycles, const char *words);

G_END_DECLS
