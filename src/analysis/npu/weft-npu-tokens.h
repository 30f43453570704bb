/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* A token beside another one of its phase: what made it slow. Any thread. */

/* The share of one kind of engine in a layer of two tokens. */
typedef struct
{
  guint32 layer; /* name; WEFT_NO_NAME: none */
  WeftNpuLaneKind kind;
  gint64 cycles[2]; /* lengths of its events */
  gint64 moved[2];  /* bytes of DRAM */
} WeftNpuTokenPair;

/* The token that is in `row`: (nullable). */
const WeftNpuTokenStats *weft_npu_find_token (const WeftNpuStats *stats, guint32 row);

/* The phases that tokens have, each once, in the order of their first tokens: (transfer full)
 * (element-type guint32). */
GArray *weft_npu_list_token_phases (const WeftNpuStats *stats);

/* The token whose latency is the median (nearest rank) of those with the phase: (nullable). */
const WeftNpuTokenStats *weft_npu_find_median_token (const WeftNpuStats *stats, guint32 phase);

/* The slowest of those with the phase: (nullable). */
const WeftNpuTokenStats *weft_npu_find_slowest_token (const WeftNpuStats *stats, guint32 phase);

static inline gint64
weft_npu_token_get_latency (const WeftNpuTokenStats *self)
{
  return self->end - self->start;
}

/* The layers of each of two tokens, those that differ most in cycles first: (transfer full)
 * (element-type WeftNpuTokenPair). Goes over all events once. */
GArray *weft_npu_compare_tokens (const WeftNpuStats *stats, const WeftNpuTokenStats *a,
                                 const WeftNpuTokenStats *b);

G_END_DECLS
