/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track-writer.h"

G_BEGIN_DECLS

/* Tracks as Chrome trace events (docs/formats/chrome.md, "Export"): one JSON object. Chrome counts microseconds:
 * nanoseconds become such, and a cycle is written as one microsecond. Slices of tracks that overlap are asynchronous.
 * `stream` stays the caller's. */
WeftTrackWriter *weft_chrome_writer_new (FILE *stream, const WeftTrackSource *source);

G_END_DECLS
