/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The system gives the program no more memory, or threads, where there is no going on without: `what` says for what. It
 * aborts, as GLib does, unless somebody ends it in another way. */
_Noreturn void weft_exhausted (const char *what);

/* Has `end` called then, which ends the program. To be said before there are threads. */
void weft_exhausted_call (void (*end) (const char *what));
