/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* Reads bus traces in JSON Lines, one object for each access that was got through
 * (docs/formats/bus.md). */

WeftReader *weft_bus_jsonl_reader_new (const WeftReaderSetup *setup);

/* Goes on with a trace that was restored (WeftFormat's go_on). */
WeftReader *weft_bus_jsonl_reader_go_on (WeftTrace *trace, GVariant *state);

/* Whether one of these lines looks like a record of such a trace, whole or not. */
gboolean weft_bus_jsonl_reader_sniff (const char *head, gsize length);

G_END_DECLS
