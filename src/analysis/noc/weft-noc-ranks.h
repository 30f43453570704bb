/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Who is on a link, at an interface or a DRAM controller, or between two tiles, in an interval:
 * transfers that were issued in it, by the core that issued them, by zone and by type. */

/* Series that a transfer must load to be meant: any of the ones, and, where there are some, any of
 * the others too. Or the one route that it must take. */
typedef struct
{
  gboolean is_route;
  guint32 route;
  guint n_any;
  guint n_also;
  guint32 any[4];
  guint32 also[2];
} WeftNocWanted;

typedef enum
{
  WEFT_NOC_RANK_CORE, /* key: tile */
  WEFT_NOC_RANK_ZONE, /* key: name_id of the zone, G_MAXUINT32: none */
  WEFT_NOC_RANK_TYPE, /* key: type */
  WEFT_NOC_N_RANKS
} WeftNocRankKind;

typedef struct
{
  guint32 key;
  guint32 n_transfers;
  guint64 bytes;
} WeftNocRank;

typedef struct
{
  GArray *ranks[WEFT_NOC_N_RANKS]; /* WeftNocRank, most bytes first */
  guint64 bytes;
  guint32 n_transfers;
} WeftNocRanks;

/* Time grows with the transfers of the interval. `records` (nullable: all) are those that count. */
WeftNocRanks *weft_noc_ranks_new (const WeftNocCapture *capture, guint device,
                                  const WeftNocWanted *wanted, const WeftCycleRange *range,
                                  const WeftBitset *records);
void weft_noc_ranks_free (WeftNocRanks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocRanks, weft_noc_ranks_free)

/* A route, and what went over it. */
typedef struct
{
  guint32 route;
  guint32 n_transfers;
  guint32 n_reads; /* of the transfers */
  guint64 bytes;
  guint64 read_bytes; /* of the bytes: that were read, and so go to the one who asked */
} WeftNocUsedRoute;

/* The routes of the interval's transfers: (transfer full) (element-type WeftNocUsedRoute). Time as
 * above. */
GArray *weft_noc_sum_routes (const WeftNocCapture *capture, guint device,
                             const WeftCycleRange *range, const WeftBitset *records);

/* Whether transfers over a route are wanted. */
gboolean weft_noc_route_is_wanted (const WeftNocCapture *capture, guint32 route,
                                   const WeftNocWanted *wanted);

/* The records of all transfers that are wanted (NULL: of all devices, every one): (transfer full). */
WeftBitset *weft_noc_find_users (const WeftNocCapture *capture, guint device,
                                 const WeftNocWanted *wanted, const WeftBitset *records);

G_END_DECLS
