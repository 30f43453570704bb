/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WEFT_PROCESSORS_MOST 16u

/* Threads that go through so many parts together: no more than there are parts, than `most`, and than the machine has
 * processors, which the system is asked for only where it matters. None where there is no part. */
guint weft_processors_for (guint n_parts, guint most);

/* Does one part of some work; `thread`, below the number of threads, says whose it is. */
typedef void (*WeftPartFunction) (gpointer data, guint part, guint thread);

/* Calls `function` once for each part, on `n_threads` threads (at most WEFT_PROCESSORS_MOST), this one among them, and
 * comes back when all are done. Each takes the next part when it is done with one, so those that take long come first
 * best. `name` is that of the threads. */
void weft_processors_share (const char *name, guint n_threads, guint n_parts,
                            WeftPartFunction function, gpointer data);

G_END_DECLS
