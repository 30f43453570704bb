/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-facts.h"

G_BEGIN_DECLS

/* Rows that are listed, in the order that they have while nothing sorts them. */
typedef struct
{
  const guint32 *rows; /* of the facts; NULL: as they are */
  guint n_rows;
} WeftFactListing;

/* Finds on a worker which rows are listed, and what else has to be known before cells are read;
 * `owner` keeps it. FALSE with an error, also when cancelled. */
typedef gboolean (*WeftFactFind) (GObject *owner, WeftFactListing *listing,
                                  GCancellable *cancellable, GError **error);

/* The rows of a list: some rows of facts, in an order that a worker finds. */
typedef struct
{
  WeftFacts facts;
  GObject *owner; /* keeps what they point at; nullable */
  WeftFactListing listing;
  WeftFactFind find; /* nullable: the listing is known */
  guint column;      /* that they are sorted by; WEFT_NO_COLUMN: as they are listed */
  gboolean descending;
  char *filter; /* which some cell of a row holds in whatever case; NULL: all rows */
} WeftFactQuery;

#define WEFT_NO_COLUMN G_MAXUINT

/* Takes a copy, which is cleared, in place of what `self` is; a new one is all zeros. */
void weft_fact_query_set (WeftFactQuery *self, const WeftFactQuery *other);
void weft_fact_query_clear (WeftFactQuery *self);

/* Whether rows are as they are listed. */
gboolean weft_fact_query_is_plain (const WeftFactQuery *self);

/* Any thread. `order` are rows of the facts in their places: a bulk (weft-bulk.h) for the caller, NULL where that is the
 * listing, which may have been found here. FALSE with an error, also when cancelled. */
gboolean weft_fact_query_run (WeftFactQuery *self, guint32 **order, guint *n_rows,
                              GCancellable *cancellable, GError **error);

/* The cell of a column for people: (transfer full). */
char *weft_fact_query_format (const WeftFacts *facts, guint row, guint column,
                              const WeftCell *cell);

G_END_DECLS
