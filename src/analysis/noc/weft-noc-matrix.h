/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-ranks.h"

G_BEGIN_DECLS

typedef struct
{
  guint row, column;
  guint64 bytes;
} WeftNocCell;

/* Who sends how much to whom on one device, tile by tile. Each receiver of a multicast takes all of
 * it. Pairs that send nothing take no memory: of many tiles nearly all are of that kind. */
typedef struct
{
  guint n_rows;     /* tiles that send */
  guint n_columns;  /* tiles that take */
  guint16 *rows;    /* rising */
  guint16 *columns; /* likewise */
  GArray *cells;    /* WeftNocCell, by row and column */
  guint *starts;    /* by row, and behind the last one: its first cell */
  guint64 largest;
} WeftNocMatrix;

/* Of the bytes on routes, as weft_noc_sum_routes() gives them. */
WeftNocMatrix *weft_noc_matrix_new (const WeftNocCapture *capture, const GArray *routes);
void weft_noc_matrix_free (WeftNocMatrix *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocMatrix, weft_noc_matrix_free)

/* Which tiles a route goes between: returns the sender, and has the receivers (guint) in the array. */
guint weft_noc_list_receivers (const WeftNocCapture *capture, guint32 route, GArray *receivers);

/* Bytes from the tile of a row to that of a column. */
guint64 weft_noc_matrix_get (const WeftNocMatrix *self, guint row, guint column);

G_END_DECLS
