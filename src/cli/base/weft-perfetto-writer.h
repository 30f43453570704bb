/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track-writer.h"

G_BEGIN_DECLS

/* Tracks as Perfetto's trace of TrackEvents (docs/formats/chrome.md, "Export"), a binary file. Perfetto counts
 * nanoseconds from 0: a cycle is written as one, and where times begin below 0 all are put later by as much; the
 * descriptions of processes say so. Slices that do not nest lie on further tracks below theirs. Flows tie the starts of
 * slices, and an event that has no time is left out. `stream` stays the caller's. */
WeftTrackWriter *weft_perfetto_writer_new (FILE *stream, const WeftTrackSource *source);

G_END_DECLS
