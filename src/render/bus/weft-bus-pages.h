/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"

/* Pages of a region that is opened. */
#define WEFT_BUS_PAGE_SHIFT 12
#define WEFT_BUS_MAX_PAGES 24

typedef struct
{
  guint32 number; /* address >> WEFT_BUS_PAGE_SHIFT */
  guint32 n_accesses;
  WeftBusPrefixSums *sums;
} WeftBusPage;

/* Pages of a region with the sums of each, the busiest first; immutable, any thread. Made on a
 * worker. */
typedef struct
{
  gatomicrefcount ref_count;
  guint region;
  guint n_pages;
  WeftBusPage pages[WEFT_BUS_MAX_PAGES];
} WeftBusPages;

/* The WEFT_BUS_MAX_PAGES busiest pages of `region` in the index: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
WeftBusPages *weft_bus_pages_new (WeftBusIndex *index, guint region, GCancellable *cancellable,
                                  GError **error);
WeftBusPages *weft_bus_pages_ref (WeftBusPages *self);
void weft_bus_pages_unref (WeftBusPages *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusPages, weft_bus_pages_unref)
