/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Image surfaces of one size that are used again and again, as tiles are: memory that was given
 * back to the system comes from it a page at a time, and cleared, which takes as long as painting.
 * From any thread. */
typedef struct _WeftSurfacePool WeftSurfacePool;

/* A pool of opaque squares of `size` pixels. It keeps at most `max_spare` that nobody uses. */
WeftSurfacePool *weft_surface_pool_new (int size, guint max_spare);

WeftSurfacePool *weft_surface_pool_ref (WeftSurfacePool *self);
void weft_surface_pool_unref (WeftSurfacePool *self);

/* (transfer full): a surface with anything on it. */
cairo_surface_t *weft_surface_pool_take (WeftSurfacePool *self);

/* Takes back a surface: (transfer full). One that somebody else has a reference to is not kept. */
void weft_surface_pool_give (WeftSurfacePool *self, cairo_surface_t *surface);

/* How many it keeps now. */
guint weft_surface_pool_get_n_spare (WeftSurfacePool *self);

G_END_DECLS
