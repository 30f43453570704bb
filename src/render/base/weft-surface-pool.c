/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-surface-pool.h"

#include "weft-handover.h"

/* Pixels below one another lie so far apart that they do not share the same few lines of the processor's caches, as
 * they do where rows are a power of two long: columns of pixels take a fifth more time then. */
#define PADDING 64

static const cairo_user_data_key_t memory_key;

struct _WeftSurfacePool
{
  gatomicrefcount ref_count;
  int size;
  guint max_spare;
  WeftLock lock;
  GPtrArray *spare; /* cairo_surface_t */
};

WeftSurfacePool *
weft_surface_pool_new (int size, guint max_spare)
{
  WeftSurfacePool *self = g_new0 (WeftSurfacePool, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->size = size;
  self->max_spare = max_spare;
  pthread_mutex_init (&self->lock, NULL);
  self->spare = g_ptr_array_new_with_free_func ((GDestroyNotify) cairo_surface_destroy);
  return self;
}

WeftSurfacePool *
weft_surface_pool_ref (WeftSurfacePool *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_surface_pool_unref (WeftSurfacePool *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->spare);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static cairo_surface_t *
create_surface (int size)
{
  const int stride = cairo_format_stride_for_width (CAIRO_FORMAT_RGB24, size) + PADDING;
  guchar *memory = g_malloc0_n ((gsize) stride, (gsize) size);
  cairo_surface_t *surface =
    cairo_image_surface_create_for_data (memory, CAIRO_FORMAT_RGB24, size, size, stride);

  cairo_surface_set_user_data (surface, &memory_key, memory, g_free);
  return surface;
}

/* The last that came is the likeliest to be in the caches. */
cairo_surface_t *
weft_surface_pool_take (WeftSurfacePool *self)
{
  cairo_surface_t *surface = NULL;

  weft_lock (&self->lock);
  if (self->spare->len > 0)
    surface = g_ptr_array_steal_index (self->spare, self->spare->len - 1);
  weft_unlock (&self->lock);
  if (surface == NULL)
    surface = create_surface (self->size);
  return surface;
}

void
weft_surface_pool_give (WeftSurfacePool *self, cairo_surface_t *surface)
{
  gboolean kept = FALSE;

  if (cairo_surface_get_reference_count (surface) == 1)
    {
      weft_lock (&self->lock);
      kept = self->spare->len < self->max_spare;
      if (kept)
        g_ptr_array_add (self->spare, surface);
      weft_unlock (&self->lock);
    }
  if (!kept)
    cairo_surface_destroy (surface);
}

guint
weft_surface_pool_get_n_spare (WeftSurfacePool *self)
{
  guint n;

  weft_lock (&self->lock);
  n = self->spare->len;
  weft_unlock (&self->lock);
  return n;
}
