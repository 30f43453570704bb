/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The regions of the Saturn's addresses, with the cost of an access there by the table of the arbiter's
 * model (docs/formats/bus.md, "Regions"). */

typedef struct
{
  const char *name; /* of machine output, and for people: names of chips are not translated */
  guint32 first;    /* addresses, both inclusive */
  guint32 last;
  guint8 read_cycles;
  guint8 write_cycles;
} WeftBusRegion;

enum
{
  WEFT_BUS_REGION_HIGH_WRAM = 14,
  WEFT_BUS_REGION_UNMAPPED = 16,
  WEFT_BUS_N_REGIONS
};

/* The region with index `region`, in the order of the document; the last one is "Unmapped". */
const WeftBusRegion *weft_bus_region_get (guint region);

/* The index of the region that `addr` lies in. */
guint weft_bus_region_of (guint32 addr);

/* A number that two addresses share only where they lie in the same region, which is faster found than the region. */
static inline guint32
weft_bus_region_get_part (guint32 addr)
{
  /* Regions begin and end at multiples of 64 KiB, but for the last 512 bytes. */
  return (addr >> 16) + (addr >= 0xfffffe00);
}

/* High WRAM is behind the SH-2s' caches, and what an access there cost says how it went. */
typedef enum
{
  WEFT_BUS_CACHE_NOT_APPLICABLE,
  WEFT_BUS_CACHE_HIT,
  WEFT_BUS_CACHE_UNCACHED,
  WEFT_BUS_CACHE_MISS_HALF,
  WEFT_BUS_CACHE_MISS_FULL,
  WEFT_BUS_CACHE_ANOMALY,
  WEFT_BUS_N_CACHES
} WeftBusCache;

/* The cache bucket of an access in `region` whose service took `service` cycles. */
WeftBusCache weft_bus_cache_of (guint region, guint64 service);

/* The word of machine output: "cache_hit". */
const char *weft_bus_cache_to_string (guint cache);

G_END_DECLS
