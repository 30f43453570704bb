/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-writer.h"

#include <string.h>

/* A timeline that is made up: functions that call each other on eight threads, kernels on four streams. */

#define MADE_N_THREADS 8
#define MADE_N_STREAMS 4
#define MADE_N_NAMES 200
#define MADE_N_KERNELS 600
#define MADE_MAX_DEPTH 9

typedef struct
{
  WeftTimelineWriter *writer;
  GRand *random;
  guint32 names[MADE_N_NAMES + MADE_N_KERNELS];
  guint32 n_left;
} SliceMaker;

/* A slice and what lies in it; what a name calls is nearly always the same. One in a hundred reaches beyond
 * the slice that it began in. */
static inline void
make_slice (SliceMaker *self, guint track, guint name, guint depth, gint64 start, gint64 end)
{
  WeftTimelineEvent event = { .kind = WEFT_TIMELINE_SLICE,
                              .start = start,
                              .end = end,
                              .track = track,
                              .name = self->names[name],
                              .category = WEFT_NO_NAME,
                              .color = WEFT_NO_NAME,
                              .correlation = WEFT_TIMELINE_NONE,
                              .bytes = WEFT_TIMELINE_NONE };
  gint64 at = start;

  if (self->n_left == 0)
    return;
  self->n_left--;
  if (depth > 0 && g_rand_int_range (self->random, 0, 100) == 0)
    event.end += 40;
  weft_timeline_writer_add_event (self->writer, &event);
  for (guint i = 0; depth + 1 < MADE_MAX_DEPTH && end - at > 200; i++)
    {
      gint64 length = MAX ((end - start) / g_rand_int_range (self->random, 3, 6), 60);
      guint callee = (name * 7 + i * 13 + g_rand_int_range (self->random, 0, 2)) % MADE_N_NAMES;

      if (at + length > end)
        break;
      make_slice (self, track, callee, depth + 1, at, at + length);
      at += length + g_rand_int_range (self->random, 1, 40);
    }
}

static inline WeftTimelineSnapshot *
make_slices (guint32 n_slices)
{
  g_autoptr (WeftTimelineTrace) trace =
    weft_timeline_trace_new ("bench", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  SliceMaker maker = { .writer = writer, .random = g_rand_new_with_seed (1), .n_left = n_slices };
  gint64 times[MADE_N_THREADS + MADE_N_STREAMS] = { 0 };
  guint process;

  for (guint i = 0; i < G_N_ELEMENTS (maker.names); i++)
    {
      g_autofree char *name = g_strdup_printf ("function_%u", i);

      maker.names[i] = weft_timeline_writer_intern (writer, name, strlen (name));
    }
  weft_timeline_writer_begin_file (writer, "bench");
  process = weft_timeline_writer_add_process (writer, maker.names[0], WEFT_TIMELINE_NONE);
  for (guint i = 0; i < MADE_N_THREADS + MADE_N_STREAMS; i++)
    weft_timeline_writer_add_track (writer, process, WEFT_TIMELINE_THREAD, maker.names[i]);
  while (maker.n_left > 0)
    for (guint track = 0; track < MADE_N_THREADS + MADE_N_STREAMS; track++)
      {
        gboolean is_stream = track >= MADE_N_THREADS;
        guint name = (guint) (is_stream ? g_rand_int_range (maker.random, MADE_N_NAMES,
                                                            MADE_N_NAMES + MADE_N_KERNELS)
                                        : g_rand_int_range (maker.random, 0, 4));
        gint64 length =
          is_stream ? g_rand_int_range (maker.random, 50, 180) : 20000 + (gint64) track;

        for (guint n = 0; n < (is_stream ? 100u : 1u); n++)
          {
            make_slice (&maker, track, name, 0, times[track], times[track] + length);
            times[track] += length + 20;
          }
      }
  g_rand_free (maker.random);
  weft_timeline_writer_publish (writer);
  return weft_timeline_trace_ref_snapshot (trace);
}
