/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"

G_BEGIN_DECLS

/* Reads Chrome's trace events, as docs/formats/chrome.md describes them, into a WeftTimelineTrace: an
 * object with "traceEvents", or an array of events. A directory of such files, one for each rank, is one
 * trace. */

WeftReader *weft_timeline_reader_new (const WeftReaderSetup *setup);

G_END_DECLS
