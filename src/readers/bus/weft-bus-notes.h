/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-writer.h"

G_BEGIN_DECLS

/* Both readers of bus traces say this of a record that they keep, in the same words. `line` is the
 * line of the file, or the number of the record, from 1. */

/* Counts its seq, of a row or of a record that is excluded, and says what is wrong with it. */
void weft_bus_notes_check_seq (WeftBusWriter *writer, WeftDiagnostics *diagnostics, gint64 line,
                               guint64 seq);

/* Says what of the record is beyond what the format's document allows, or can't be drawn. */
void weft_bus_notes_check_range (WeftDiagnostics *diagnostics, const WeftBusRecord *record);

/* Sets the error for a storage that is exhausted. */
void weft_bus_notes_set_full (GError **error, gint64 line);

G_END_DECLS
