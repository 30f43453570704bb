/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"
#include "weft-scan-batch.h"

G_BEGIN_DECLS

/* Takes lines of a Saturnis trace apart that have the very form which the emulator prints. Every other line is left
 * as it is, for who reads any JSON object and says what is wrong with it. */

/* Scans lines until the batch, which is empty, has no room for more. */
void weft_bus_jsonl_scan (const char *bytes, gsize length, WeftScanBatch *batch);

/* Reads what the batch has of a line at `*words`, and goes on to the next. `length` receives its bytes, with the
 * newline. FALSE: the line was left as it is; or else `record` is set, but for its line and what is not in it. */
gboolean weft_bus_jsonl_scan_next (const guint64 **words, WeftBusRecord *record, gsize *length);

G_END_DECLS
