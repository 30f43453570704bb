/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Who is on a link (or any other series), in an interval: transfers that were issued in it, by the
 * core that issued them, by zone and by type. */

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
WeftNocRanks *weft_noc_ranks_new  (const WeftNocCapture *capture, guint device, guint32 series,
                                   const WeftCycleRange *range, const WeftBitset *records);
void          weft_noc_ranks_free (WeftNocRanks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocRanks, weft_noc_ranks_free)

/* A route, and how many bytes went over it. */
typedef struct
{
  guint32 route;
  guint64 bytes;
} WeftNocUsedRoute;

/* The routes of the interval's transfers that load any of some series, most bytes first, at most
 * `max`: (transfer full) (element-type WeftNocUsedRoute). Time as above. */
GArray       *weft_noc_find_routes (const WeftNocCapture *capture, guint device,
                                    const guint32 *series, guint n_series,
                                    const WeftCycleRange *range, const WeftBitset *records,
                                    guint max);

G_END_DECLS
