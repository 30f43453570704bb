/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Sums of the events with a name (a layer, an op) in each phase: needed where runs of unequal
 * numbers of tokens are compared, as a token of one phase has nothing to do with one of another. */

typedef struct
{
  guint32 name;  /* WEFT_NO_NAME: events that have none */
  guint32 phase; /* likewise */
  gint64 cycles; /* summed lengths */
  gint64 read;   /* bytes that DRAM moved */
  gint64 write;
} WeftNpuPhased;

/* A power of two. */
#define WEFT_NPU_N_RECENT 64

/* In the order in which names and phases came; no two parts have the same. */
typedef struct
{
  WeftNpuPhased *parts;
  guint n_parts;
  guint n_allocated;
  guint recent[WEFT_NPU_N_RECENT]; /* parts that were added to of late, by name and phase */
  WeftMap64 places;                /* of all parts, likewise */
} WeftNpuPhasedSet;

/* Adds an event: `part` has its name, its phase and what it did. The set is zero-initialized. */
void weft_npu_phased_set_add (WeftNpuPhasedSet *self, const WeftNpuPhased *part);
void weft_npu_phased_set_clear (WeftNpuPhasedSet *self);

G_END_DECLS
