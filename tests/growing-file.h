/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define GROWING_MAX_CUT 20000

/* Appends what `text` has from `at` on to the file at `path`, in pieces that end anywhere, until `closing` (nullable) is
 * set. On a thread of its own, while the file is read. */
static inline void
growing_file_write (const char *path, const GString *text, gsize at, guint32 seed,
                    _Atomic bool *closing)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  FILE *file = fopen (path, "a");

  g_assert_nonnull (file);
  while (at < text->len && (closing == NULL || !atomic_load (closing)))
    {
      gsize n = MIN ((gsize) g_rand_int_range (random, 1, GROWING_MAX_CUT), text->len - at);

      g_assert_cmpuint (fwrite (text->str + at, 1, n, file), ==, n);
      fflush (file);
      at += n;
      g_usleep ((gulong) g_rand_int_range (random, 0, 2000));
    }
  fclose (file);
}
