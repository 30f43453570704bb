/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-surface-pool.h"

#include "weft-handover.h"
#include "weft-huge-pages.h"

#include <stdlib.h>

/* Pixels below one another lie so far apart that they do not share the same few lines of the processor's caches, as
 * they do where rows are a power of two long: columns of pixels take a fifth more time then. */
#define PADDING 64

/* Memory of several surfaces, as many as a huge page holds: what is painted goes from row to row, each in a small page of
 * its own, so that filling takes half as long again where pages are small. */
typedef struct
{
  gatomicrefcount ref_count; /* by each surface that has memory of it, and its pool */
  guchar *memory;
} Slab;

static const cairo_user_data_key_t slab_key;

struct _WeftSurfacePool
{
  gatomicrefcount ref_count;
  int size;
  int stride;
  guint max_spare;
  WeftLock lock;
  GPtrArray *spare; /* cairo_surface_t */
  Slab *slab;       /* that surfaces are made of now, or NULL; */
  gsize n_left;     /* for so many more */
};

static void
unref_slab (gpointer data)
{
  Slab *slab = data;

  if (!g_atomic_ref_count_dec (&slab->ref_count))
    return;
  free (slab->memory);
  g_free (slab);
}

static Slab *
create_slab (gsize size)
{
  Slab *slab = g_new (Slab, 1);

  g_atomic_ref_count_init (&slab->ref_count);
  slab->memory = weft_huge_pages_alloc (&size);
  if (slab->memory == NULL)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes of pictures", size);
  return slab;
}

WeftSurfacePool *
weft_surface_pool_new (int size, guint max_spare)
{
  WeftSurfacePool *self = g_new0 (WeftSurfacePool, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->size = size;
  self->stride = cairo_format_stride_for_width (CAIRO_FORMAT_RGB24, size) + PADDING;
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
  g_clear_pointer (&self->slab, unref_slab);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* With the pool's lock. */
static cairo_surface_t *
create_surface (WeftSurfacePool *self)
{
  const gsize size = (gsize) self->stride * (gsize) self->size;
  cairo_surface_t *surface;

  if (self->n_left == 0)
    {
      g_clear_pointer (&self->slab, unref_slab);
      self->n_left = MAX (WEFT_HUGE_PAGE / size, 1);
      self->slab = create_slab (self->n_left * size);
    }
  self->n_left--;
  surface =
    cairo_image_surface_create_for_data (self->slab->memory + self->n_left * size,
                                         CAIRO_FORMAT_RGB24, self->size, self->size, self->stride);
  g_atomic_ref_count_inc (&self->slab->ref_count);
  cairo_surface_set_user_data (surface, &slab_key, self->slab, unref_slab);
  return surface;
}

/* The last that came is the likeliest to be in the caches. */
cairo_surface_t *
weft_surface_pool_take (WeftSurfacePool *self)
{
  cairo_surface_t *surface;

  weft_lock (&self->lock);
  surface = self->spare->len > 0 ? g_ptr_array_steal_index (self->spare, self->spare->len - 1)
                                 : create_surface (self);
  weft_unlock (&self->lock);
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
