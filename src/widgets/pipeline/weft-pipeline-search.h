/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-searchable.h"

G_BEGIN_DECLS

/* Fills in how a pipeline's state is searched: its ops' labels, details, and the texts and names of
 * their stages. */
void weft_pipeline_search_init (WeftSearchableInterface *iface);

G_END_DECLS
