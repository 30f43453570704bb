/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "bench-floor.h"
#include "weft-paint-pixels.h"
#include "weft-processors.h"
#include "weft-surface-pool.h"

/* Cold frames of 1920 × 1080, from the trace to pixels, as the window makes them (weft-tile-store.c): two threads paint
 * strips of tiles. */

#define FRAME_TILE 256
#define FRAME_STRIP_TILES 4
#define FRAME_STRIP (FRAME_STRIP_TILES * FRAME_TILE)
#define FRAME_STRIPS_A_ROW ((FLOOR_WIDTH + FRAME_STRIP - 1) / FRAME_STRIP)
#define FRAME_STRIPS (FRAME_STRIPS_A_ROW * ((FLOOR_HEIGHT + FRAME_TILE - 1) / FRAME_TILE))
#define FRAME_THREADS 2u

/* In ms. */
typedef struct
{
  double until_there;
  double of_processor; /* all threads together */
} FrameTime;

/* Each thread paints with one. */
typedef struct
{
  WeftPaintList *list;
  cairo_surface_t *tile;
} FramePainter;

/* That of a thread, which paints one frame after another with it. */
static inline const FramePainter *
frame_painter_of (guint thread)
{
  static FramePainter painters[FRAME_THREADS];
  static WeftSurfacePool *pool;
  static GMutex lock;
  FramePainter *painter = &painters[thread];

  if (painter->list != NULL)
    return painter;
  g_mutex_lock (&lock);
  if (pool == NULL)
    pool = weft_surface_pool_new (FRAME_TILE, 0);
  g_mutex_unlock (&lock);
  *painter = (FramePainter){ weft_paint_list_new (), weft_surface_pool_take (pool) };
  return painter;
}

/* The left upper corner of a strip. */
static inline void
frame_place_strip (guint strip, int *x, int *y)
{
  *x = (int) (strip % FRAME_STRIPS_A_ROW) * FRAME_STRIP;
  *y = (int) (strip / FRAME_STRIPS_A_ROW) * FRAME_TILE;
}

/* The list of a strip into its tiles. */
static inline void
frame_draw_strip (const FramePainter *self, WeftGlyphAtlas *atlas)
{
  for (int i = 0; i < FRAME_STRIP_TILES; i++)
    weft_paint_pixels_draw (
      self->list, atlas, (guint32 *) cairo_image_surface_get_data (self->tile), FRAME_TILE,
      FRAME_TILE, cairo_image_surface_get_stride (self->tile), i * FRAME_TILE, 0);
}

static inline double
frame_processor_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static inline FrameTime
frame_make (guint n_parts, WeftPartFunction paint_part, gpointer data)
{
  const gint64 begin = g_get_monotonic_time ();
  const double processor = frame_processor_time ();

  weft_processors_share ("weft-tiles", weft_processors_for (n_parts, FRAME_THREADS), n_parts,
                         paint_part, data);
  return (FrameTime){ (double) (g_get_monotonic_time () - begin) / 1e3,
                      frame_processor_time () - processor };
}

/* Of a frame that was made several times, the fastest counts: a busy machine disturbs any. */
static inline FrameTime
frame_least (FrameTime a, FrameTime b)
{
  return (FrameTime){ MIN (a.until_there, b.until_there), MIN (a.of_processor, b.of_processor) };
}

static inline int
frame_compare (gconstpointer a, gconstpointer b)
{
  return floor_compare (&((const FrameTime *) a)->until_there,
                        &((const FrameTime *) b)->until_there);
}
