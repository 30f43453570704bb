/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-colors.h"
#include "weft-noc-matrix.h"
#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* The matrix of tiles: who sends how much to whom, a row for each sender and a column for each
 * receiver, in the heat of bytes (on a scale of powers), or in the colours of a query. */

/* Where the cells are in a box. */
typedef struct
{
  double x, y;  /* of the first cell */
  double pitch; /* of a cell; 0: nothing is sent */
} WeftNocGrid;

WeftNocGrid weft_noc_grid_fit (const WeftNocMatrix *matrix, const WeftStyle *style, int x, int y,
                               int width, int height);

/* The matrix of a device, as it is to be painted. */
typedef struct
{
  const WeftNocMatrix *matrix;
  const WeftNocCapture *capture;
  guint device;              /* index */
  const WeftNocColors *said; /* nullable */
  const WeftStyle *style;
} WeftNocGridScene;

/* Paints the box, opaque. */
void weft_noc_grid_paint (const WeftNocGridScene *scene, const WeftNocGrid *grid, int x, int y,
                          int width, int height, WeftPaintList *list);

/* The cell at a point: FALSE where there is none. */
gboolean weft_noc_grid_hit (const WeftNocMatrix *matrix, const WeftNocGrid *grid, double x,
                            double y, guint *row, guint *column);

/* Frames the row of the tile `sender` and the column of the tile `receiver` (of the chip), where they
 * have some. */
void weft_noc_grid_mark (const WeftNocMatrix *matrix, const WeftNocGrid *grid, guint sender,
                         guint receiver, const WeftStyle *style, WeftPaintList *list);

G_END_DECLS
