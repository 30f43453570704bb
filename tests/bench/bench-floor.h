/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <time.h>

/* Floors of several benches. */

#define FLOOR_WIDTH 1920
#define FLOOR_HEIGHT 1080
#define FLOOR_ROUNDS 25

/* A cold frame of 1920 × 1080 may take so many times as long: 4 ms where the rectangles take 0.555, as they do where
 * docs/performance.md was made and nothing else runs. */
#define FLOOR_FRAME_LIMIT 7.2
#define FLOOR_FRAME_NAME "20,000 bare rectangles"

/* The thread's own, in ms. */
static inline double
floor_thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* 20,000 rectangles, each a color of its own, that cover a frame. A function of its own, as what it is compiled to within
 * another took twice as long in some benches. */
__attribute__ ((noinline, unused)) static void
floor_fill (guint32 *pixels)
{
  for (guint i = 0; i < 20000; i++)
    {
      const guint x = i % 160 * 12, y = i / 160 * FLOOR_HEIGHT / 125;
      const guint end = MIN ((i / 160 + 1) * FLOOR_HEIGHT / 125, FLOOR_HEIGHT);

      for (guint row = y; row < end; row++)
        for (guint column = x; column < x + 12; column++)
          pixels[row * FLOOR_WIDTH + column] = 0xff000000 | i * 2654435761u;
    }
}

/* Times that this takes, which are taken between those that they stand beside: a machine that others use as well is
 * not equally fast for long. */
typedef struct
{
  guint32 *pixels;
  GArray *times; /* double, in ms */
} Floor;

static inline Floor
floor_begin (void)
{
  Floor self = { g_new (guint32, FLOOR_WIDTH * FLOOR_HEIGHT),
                 g_array_new (FALSE, FALSE, sizeof (double)) };

  floor_fill (self.pixels);
  return self;
}

static inline void
floor_take (Floor *self)
{
  double begin = floor_thread_time (), took;

  floor_fill (self->pixels);
  took = floor_thread_time () - begin;
  g_array_append_val (self->times, took);
}

static inline int
floor_compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Their median: of a cold frame it is what the pixels alone cost. */
static inline double
floor_end (Floor *self)
{
  double median;

  g_array_sort (self->times, floor_compare);
  median = g_array_index (self->times, double, self->times->len / 2);
  g_array_unref (self->times);
  g_free (self->pixels);
  return median;
}

static inline double
floor_measure_frame (void)
{
  Floor floor = floor_begin ();

  for (guint i = 0; i < FLOOR_ROUNDS; i++)
    floor_take (&floor);
  return floor_end (&floor);
}
