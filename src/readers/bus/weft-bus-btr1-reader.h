/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"
#include "weft-format.h"

G_BEGIN_DECLS

/* Reads binary bus traces, BTR1 version 1, in either of its two layouts (docs/formats/bus.md). */

WeftReader *weft_bus_btr1_reader_new (const WeftReaderSetup *setup);

/* Whether the beginning of an input is the magic, whatever follows. */
WeftSniff weft_bus_btr1_reader_sniff (const char *head, gsize length);

G_END_DECLS
