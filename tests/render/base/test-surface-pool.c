/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-surface-pool.h"

#include "weft-handover.h"

#include <string.h>

#define SIZE 32
#define MAX_SPARE 4

static void
pool_unref (WeftSurfacePool **pool)
{
  weft_surface_pool_unref (*pool);
}

static void
test_used_again (void)
{
  __attribute__ ((cleanup (pool_unref))) WeftSurfacePool *pool =
    weft_surface_pool_new (SIZE, MAX_SPARE);
  cairo_surface_t *first = weft_surface_pool_take (pool);
  cairo_surface_t *second = weft_surface_pool_take (pool);

  g_assert_true (first != second);
  g_assert_cmpint (cairo_image_surface_get_width (first), ==, SIZE);
  g_assert_cmpint (cairo_image_surface_get_height (first), ==, SIZE);
  weft_surface_pool_give (pool, first);
  g_assert_cmpuint (weft_surface_pool_get_n_spare (pool), ==, 1);
  g_assert_true (weft_surface_pool_take (pool) == first);
  weft_surface_pool_give (pool, first);
  weft_surface_pool_give (pool, second);
}

static void
test_keeps_few (void)
{
  __attribute__ ((cleanup (pool_unref))) WeftSurfacePool *pool =
    weft_surface_pool_new (SIZE, MAX_SPARE);
  cairo_surface_t *surfaces[MAX_SPARE + 3];

  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    surfaces[i] = weft_surface_pool_take (pool);
  for (guint i = 0; i < G_N_ELEMENTS (surfaces); i++)
    weft_surface_pool_give (pool, surfaces[i]);
  g_assert_cmpuint (weft_surface_pool_get_n_spare (pool), ==, MAX_SPARE);
}

/* A surface in sight may be painted over only when it is shown no more. */
static void
test_shown_elsewhere (void)
{
  __attribute__ ((cleanup (pool_unref))) WeftSurfacePool *pool =
    weft_surface_pool_new (SIZE, MAX_SPARE);
  cairo_surface_t *surface = weft_surface_pool_take (pool), *other;

  cairo_surface_reference (surface);
  weft_surface_pool_give (pool, surface);
  g_assert_cmpuint (weft_surface_pool_get_n_spare (pool), ==, 0);
  other = weft_surface_pool_take (pool);
  g_assert_true (other != surface);
  weft_surface_pool_give (pool, other);
  cairo_surface_destroy (surface);
}

/* Several share a piece of memory, and each has its part of it for as long as it is there. */
static void
test_own_memory (void)
{
  enum
  {
    N = 300
  };
  WeftSurfacePool *pool = weft_surface_pool_new (SIZE, MAX_SPARE);
  const gsize size = (gsize) cairo_format_stride_for_width (CAIRO_FORMAT_RGB24, SIZE) * SIZE;
  cairo_surface_t *surfaces[N];

  for (guint i = 0; i < N; i++)
    {
      surfaces[i] = weft_surface_pool_take (pool);
      memset (cairo_image_surface_get_data (surfaces[i]), (int) (i % 256), size);
    }
  weft_surface_pool_unref (pool);
  for (guint i = 0; i < N; i++)
    {
      const unsigned char *pixels = cairo_image_surface_get_data (surfaces[i]);

      g_assert_cmpuint (pixels[0], ==, i % 256);
      g_assert_cmpuint (pixels[size - 1], ==, i % 256);
      cairo_surface_destroy (surfaces[i]);
    }
}

static void *
take_and_give (void *data)
{
  for (guint i = 0; i < 2000; i++)
    {
      cairo_surface_t *surface = weft_surface_pool_take (data);
      unsigned char *pixels = cairo_image_surface_get_data (surface);
      guint8 mine = (guint8) i;

      pixels[0] = mine;
      g_thread_yield ();
      g_assert_cmpuint (pixels[0], ==, mine); /* nobody else has it */
      weft_surface_pool_give (data, surface);
    }
  return NULL;
}

static void
test_threads (void)
{
  __attribute__ ((cleanup (pool_unref))) WeftSurfacePool *pool =
    weft_surface_pool_new (SIZE, MAX_SPARE);
  WeftThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = weft_thread_start ("pool", take_and_give, pool);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    weft_thread_join (threads[i]);
  g_assert_cmpuint (weft_surface_pool_get_n_spare (pool), <=, MAX_SPARE);
  g_assert_cmpuint (weft_surface_pool_get_n_spare (pool), >=, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/surface-pool/used-again", test_used_again);
  g_test_add_func ("/surface-pool/keeps-few", test_keeps_few);
  g_test_add_func ("/surface-pool/shown-elsewhere", test_shown_elsewhere);
  g_test_add_func ("/surface-pool/own-memory", test_own_memory);
  g_test_add_func ("/surface-pool/threads", test_threads);
  return g_test_run ();
}
