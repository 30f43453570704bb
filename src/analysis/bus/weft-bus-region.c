/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-region.h"

static const WeftBusRegion regions[WEFT_BUS_N_REGIONS] = {
  { "BIOS ROM", 0x00000000, 0x00ffffff, 2, 2 },
  { "SMPC", 0x01000000, 0x017fffff, 4, 2 },
  { "Backup RAM", 0x01800000, 0x01ffffff, 2, 2 },
  { "Low WRAM", 0x02000000, 0x02ffffff, 2, 2 },
  { "MINIT/SINIT", 0x10000000, 0x1fffffff, 4, 2 },
  { "A-Bus CS0/CS1", 0x20000000, 0x4fffffff, 2, 2 },
  { "A-Bus dummy", 0x05000000, 0x057fffff, 8, 2 },
  { "CD Block CS2", 0x05800000, 0x058fffff, 40, 40 },
  { "SCSP", 0x05a00000, 0x05bfffff, 40, 2 },
  { "VDP1 VRAM", 0x05c00000, 0x05c7ffff, 22, 2 },
  { "VDP1 FB", 0x05c80000, 0x05cfffff, 22, 2 },
  { "VDP1 regs", 0x05d00000, 0x05d7ffff, 14, 2 },
  { "VDP2", 0x05e00000, 0x05fbffff, 20, 2 },
  { "SCU regs", 0x05fe0000, 0x05feffff, 4, 2 },
  { "High WRAM", 0x06000000, 0x07ffffff, 2, 2 },
  { "SH-2 on-chip regs", 0xfffffe00, 0xffffffff, 2, 2 },
  { "Unmapped", 0x00000000, 0xffffffff, 4, 2 },
};

const WeftBusRegion *
weft_bus_region_get (guint region)
{
  g_return_val_if_fail (region < WEFT_BUS_N_REGIONS, NULL);

  return &regions[region];
}

static inline gboolean
lies_in (guint32 addr, guint region)
{
  return addr >= regions[region].first && addr <= regions[region].last;
}

guint
weft_bus_region_of (guint32 addr)
{
  guint region = 0;

  /* Regions do not overlap, and nearly all accesses go here. */
  if (G_LIKELY (lies_in (addr, WEFT_BUS_REGION_HIGH_WRAM)))
    return WEFT_BUS_REGION_HIGH_WRAM;
  while (!lies_in (addr, region))
    region++;
  return region;
}

WeftBusCache
weft_bus_cache_of (guint region, guint64 service)
{
  if (region != WEFT_BUS_REGION_HIGH_WRAM)
    return WEFT_BUS_CACHE_NOT_APPLICABLE;
  switch (service)
    {
    case 1:
      return WEFT_BUS_CACHE_HIT;
    case 2:
      return WEFT_BUS_CACHE_UNCACHED;
    case 4:
      return WEFT_BUS_CACHE_MISS_HALF;
    case 8:
      return WEFT_BUS_CACHE_MISS_FULL;
    default:
      return WEFT_BUS_CACHE_ANOMALY;
    }
}

const char *
weft_bus_cache_to_string (guint cache)
{
  static const char *const names[WEFT_BUS_N_CACHES] = {
    "not_applicable",  "cache_hit",       "uncached_or_through",
    "cache_miss_half", "cache_miss_full", "anomaly",
  };

  g_return_val_if_fail (cache < WEFT_BUS_N_CACHES, NULL);
  return names[cache];
}
