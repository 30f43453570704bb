/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-source.h"

G_BEGIN_DECLS

/* Searches the texts of records of a NoC trace: implements WEFT_TYPE_FACT_SOURCE for a
 * NoC state. */
void weft_noc_search_init (WeftFactSourceInterface *iface);

G_END_DECLS
