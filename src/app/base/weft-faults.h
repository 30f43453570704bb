/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Files of the program's own that can't be written now: to be told until somebody has read it, and
 * no longer than it is true. Main thread only.
 *
 * Signal "changed": something can't be written, or can be again. */

#define WEFT_TYPE_FAULTS (weft_faults_get_type ())
G_DECLARE_FINAL_TYPE (WeftFaults, weft_faults, WEFT, FAULTS, GObject)

/* Those of the program: (transfer none). */
WeftFaults *weft_faults_get_default (void);

/* `what` tells kinds of files apart; `text` is a sentence, NULL where they are written again. */
void weft_faults_set (WeftFaults *self, const char *what, const char *text);

/* All sentences: (transfer full) (nullable), NULL where there is nothing to be told. */
char *weft_faults_get_text (WeftFaults *self);

/* Somebody has read them: they come again when they change. */
void weft_faults_read (WeftFaults *self);

G_END_DECLS
