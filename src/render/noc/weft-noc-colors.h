/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-noc-capture.h"
#include "weft-row-colors.h"

G_BEGIN_DECLS

/* The colours that a query says for a capture's map: of its tiles, of its links, or of its events. An event colours the tile that issued
 * it, the links and the flow that its transfer takes, its zone and its wait. Where several of them meet, the largest of
 * their numbers counts, and of words the one that most of them have. Immutable; any thread. */

typedef struct
{
  gatomicrefcount ref_count;
  WeftRowColors *said;
  guint n_tiles;      /* of a device */
  guint n_links;      /* likewise */
  guint8 *tiles;      /* classes by device and tile; NULL: nothing is said of tiles */
  guint8 *links;      /* by device and link; likewise */
  guint8 *routes;     /* by route, of flows; likewise */
  WeftMap64 places;   /* of pairs of a sender and a receiver on a device, */
  guint8 *pairs;      /* and their classes; likewise */
  gboolean of_events; /* classes of records are those of `said` */
  guint64 n_unknown;  /* tiles, or links that are used, or events, of which it says nothing */
} WeftNocColors;

/* NULL where it was cancelled. `said` is held. */
WeftNocColors *weft_noc_colors_new (const WeftNocCapture *capture, WeftRowColors *said,
                                    GCancellable *cancellable);
WeftNocColors *weft_noc_colors_ref (WeftNocColors *self);
void weft_noc_colors_unref (WeftNocColors *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocColors, weft_noc_colors_unref)

/* Whose values the colours are, and what several of them come to: translated. */
const char *weft_noc_colors_describe (const WeftNocColors *self);

/* The class of a link by its place in `links`; WEFT_ROW_COLORS_NONE where nothing is said of links. `self` may be NULL. */
static inline guint
weft_noc_colors_get_link (const WeftNocColors *self, gsize place)
{
  return self != NULL && self->links != NULL ? self->links[place] : WEFT_ROW_COLORS_NONE;
}

/* The class of a cell of a device's matrix: that of the pair of tiles, or of its sender. FALSE where nothing is said of
 * these, as of links. `self` may be NULL. */
gboolean weft_noc_colors_get_pair (const WeftNocColors *self, guint device, guint from, guint to,
                                   guint *class);

/* The class of a zone's or a wait's record. `self` may be NULL: FALSE, as where nothing is said of events. */
static inline gboolean
weft_noc_colors_classify (const WeftNocColors *self, guint32 record, guint *class)
{
  if (self == NULL || !self->of_events)
    return FALSE;
  *class = weft_row_colors_classify (self->said, record);
  return TRUE;
}

G_END_DECLS
