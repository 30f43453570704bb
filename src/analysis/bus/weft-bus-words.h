/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-bus-model.h"
#include "weft-bus-summary.h"
#include "weft-findings.h"

G_BEGIN_DECLS

/* Describes a stretch of time or an access, in words for tooltips and screen readers:
 * translated, (transfer full). Numbers are as weft-number.h writes them. */

/* "12 345 accesses", "1 access". */
char *weft_bus_format_accesses (guint64 accesses);

/* "12 345 retries", "1 retry". */
char *weft_bus_format_retries (guint64 retries);

/* The access in `row`, in a few lines. `model` is nullable. */
char *weft_bus_describe_access (const WeftBusIndex *index, const WeftBusModel *model, guint32 row);

/* Of a summary in which nothing waited: of how many accesses that is known, and of how many it is not. */
char *weft_bus_describe_no_wait (const WeftBusSummary *summary);

G_END_DECLS
