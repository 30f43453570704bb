/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Latencies are told apart by half octaves: class i is below weft_latency_bounds[i], the last one at
 * or above all bounds. */
#define WEFT_N_LATENCY_BOUNDS 12

extern const guint16 weft_latency_bounds[WEFT_N_LATENCY_BOUNDS];

/* The class of a latency in cycles, 0 to WEFT_N_LATENCY_BOUNDS. */
guint weft_latency_classify (gint64 latency);

G_END_DECLS
