/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-ranks.h"

G_BEGIN_DECLS

/* Who sends how much to whom on one device, tile by tile. Each receiver of a multicast takes all of
 * it. */
typedef struct
{
  guint n_rows;     /* tiles that send */
  guint n_columns;  /* tiles that take */
  guint16 *rows;    /* rising */
  guint16 *columns; /* likewise */
  guint64 *bytes;   /* by row and column */
  guint64 largest;
} WeftNocMatrix;

/* Of the bytes on routes, as weft_noc_sum_routes() gives them. */
WeftNocMatrix *weft_noc_matrix_new (const WeftNocCapture *capture, const GArray *routes);
void weft_noc_matrix_free (WeftNocMatrix *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocMatrix, weft_noc_matrix_free)

static inline guint64
weft_noc_matrix_get (const WeftNocMatrix *self, guint row, guint column)
{
  return self->bytes[(gsize) row * self->n_columns + column];
}

G_END_DECLS
