/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-grid.h"
#include "weft-noc-map.h"

G_BEGIN_DECLS

/* Whole pictures of NoC traffic for files and paper: a title, the mesh map or the matrix, and for the
 * map a strip of demand over time, DRAM controllers, and a legend. Opaque, with their corner at
 * (0, 0). */

typedef struct
{
  const char *title;             /* of the trace */
  const WeftNocMap *map;         /* (nullable) */
  const WeftNocStats *stats;     /* that the map is of */
  WeftNocDemand *const *demands; /* (nullable) one for each device: the strip */
  const WeftNocColors *said;     /* (nullable) of matrices: the colours of a query */
  WeftStyle *style;
  int width; /* device pixels of the whole */
  int height;
} WeftNocFigurePicture;

void weft_noc_figure_paint_mesh (const WeftNocFigurePicture *figure, WeftPaintList *list);

/* The matrices of 1 or more devices (indexes) beside and below each other; without the map. */
void weft_noc_figure_paint_matrices (const WeftNocFigurePicture *figure,
                                     const WeftNocMatrix *const *matrices, const guint *devices,
                                     guint n_matrices, WeftPaintList *list);

/* --- pieces that windows share ------------------------------------------------------------------ */

/* The strip of DRAM controllers in a box, opaque: how much of their capacity is asked. */
void weft_noc_paint_controllers (const WeftNocStats *stats, const WeftStyle *style,
                                 WeftNocFigureKind kind, gboolean peak, int x, int y, int width,
                                 int height, WeftPaintList *list);

/* The row of that strip (a place in the stats' controllers) at a height of its box, and its box in
 * pixels of the strip's: FALSE where there is none. */
gboolean weft_noc_hit_controllers (const WeftNocStats *stats, const WeftStyle *style, double y,
                                   guint *row);
void weft_noc_get_controller_box (const WeftStyle *style, guint row, int width, int box[4]);

G_END_DECLS
