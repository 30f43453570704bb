/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-source.h"

G_BEGIN_DECLS

/* Searches the texts of events of a timeline: implements WEFT_TYPE_FACT_SOURCE for a
 * WeftTimelineState. */
void weft_timeline_search_init (WeftFactSourceInterface *iface);

G_END_DECLS
