/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Accesses that ended before a tick. */
typedef struct
{
  guint64 n_accesses;
  guint64 wait;    /* cycles; wraps */
  guint64 retries; /* wraps */
} WeftBusEndSum;

/* Prefix sums over some accesses in the order of their ends: what ended before a tick is read where the first access stands
 * that did not. One thread adds; once all are there any thread reads. */
typedef struct _WeftBusPrefixSums WeftBusPrefixSums;

WeftBusPrefixSums *weft_bus_prefix_sums_new (void);
void weft_bus_prefix_sums_free (WeftBusPrefixSums *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusPrefixSums, weft_bus_prefix_sums_free)

/* An access that ends at `end`, no sooner than the one before it. */
void weft_bus_prefix_sums_add (WeftBusPrefixSums *self, gint64 end, guint64 wait, guint64 retries);

/* All were added. */
void weft_bus_prefix_sums_end (WeftBusPrefixSums *self);

/* The sums at each of the ticks, none of which is before the one before it. */
void weft_bus_prefix_sums_read (const WeftBusPrefixSums *self, const gint64 *ticks, guint n_ticks,
                                WeftBusEndSum *sums);

G_END_DECLS
