/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-walk.h"

G_BEGIN_DECLS

/* The whole numbers that blocks of a table's rows have in a column, so that a range of them is looked up,
 * whatever order the rows are in. Made in one pass, 17 bytes a block; immutable. */

#define WEFT_QUERY_ZONE_ROWS 1024u

typedef struct
{
  gint64 least; /* above the greatest: there is none */
  gint64 greatest;
  gboolean has_others; /* cells that are neither such numbers nor unknown: they may be anything */
} WeftQueryZone;

typedef struct
{
  const WeftField *field;
  WeftFieldGet get; /* what is read in its place, of lists; nullable */
  guint n_zones;    /* 0: there are none, as it was known that it rises */
  WeftQueryZone *zones;
  gboolean rises; /* every row has a number, none below that of the row before */
} WeftQueryZones;

/* `get` is what the table bounds the column with (nullable). NULL with G_IO_ERROR_CANCELLED. */
WeftQueryZones *weft_query_zones_new (const WeftQueryTable *table, const WeftFacts *facts,
                                      const WeftField *field, WeftFieldGet get,
                                      GCancellable *cancellable, GError **error);
void weft_query_zones_free (WeftQueryZones *self);

/* Whether rows of the zone may have a number from `least` to `greatest` in the column. */
static inline gboolean
weft_query_zones_may_have (const WeftQueryZones *self, guint zone, gint64 least, gint64 greatest)
{
  const WeftQueryZone *at = &self->zones[zone];

  return at->has_others || (at->least <= greatest && at->greatest >= least);
}

/* Of a column that rises, the rows with such numbers: [*first, *end). Moves `walk`, which goes through the
 * same rows. */
void weft_query_zones_find (const WeftQueryZones *self, WeftQueryWalk *walk, gint64 least,
                            gint64 greatest, guint *first, guint *end);

G_END_DECLS
