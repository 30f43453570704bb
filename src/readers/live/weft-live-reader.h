/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* Reads recordings of live sessions: the frames that a viewer got, one after the other, of which
 * the first is a WELCOME (docs/formats/live.md). */

/* Writes into `trace`, which must be empty; holds it: (transfer none). */
WeftReader *weft_live_reader_new (WeftLiveTrace *trace);

/* Whether the beginning of an input is that of a recording. */
WeftSniff weft_live_reader_sniff (const char *head, gsize length);

G_END_DECLS
