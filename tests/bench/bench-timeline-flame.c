/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame.h"
#include "weft-timeline-writer.h"

#include <stdio.h>

#include "verdict.h"

/* How long the flame graph of a range takes, of a million slices on eight threads and four streams: of
 * the whole, of random ranges, of those that reach nearly everywhere; the slowest of all ranges, each the
 * fastest of some runs. */

#define N_SLICES 1000000u
#define N_THREADS 8
#define N_STREAMS 4
#define N_NAMES 200
#define N_KERNELS 600
#define MAX_DEPTH 9
#define N_RANGES 60
#define N_ROUNDS 3
#define LIMIT 5.0 /* times a bare pass over the slices */

static double
get_time (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

typedef struct
{
  WeftTimelineWriter *writer;
  GRand *random;
  guint32 names[N_NAMES + N_KERNELS];
  guint32 n_left;
} Maker;

/* A slice and what lies in it; what a name calls is nearly always the same. One in a hundred reaches beyond
 * the slice that it began in. */
static void
make_slice (Maker *self, guint track, guint name, guint depth, gint64 start, gint64 end)
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
  for (guint i = 0; depth + 1 < MAX_DEPTH && end - at > 200; i++)
    {
      gint64 length = MAX ((end - start) / g_rand_int_range (self->random, 3, 6), 60);
      guint callee = (name * 7 + i * 13 + g_rand_int_range (self->random, 0, 2)) % N_NAMES;

      if (at + length > end)
        break;
      make_slice (self, track, callee, depth + 1, at, at + length);
      at += length + g_rand_int_range (self->random, 1, 40);
    }
}

static WeftTimelineSnapshot *
make_trace (void)
{
  g_autoptr (WeftTimelineTrace) trace =
    weft_timeline_trace_new ("bench", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  Maker maker = { .writer = writer, .random = g_rand_new_with_seed (1), .n_left = N_SLICES };
  gint64 times[N_THREADS + N_STREAMS] = { 0 };
  guint process;

  for (guint i = 0; i < G_N_ELEMENTS (maker.names); i++)
    {
      g_autofree char *name = g_strdup_printf ("function_%u", i);

      maker.names[i] = weft_timeline_writer_intern (writer, name, strlen (name));
    }
  weft_timeline_writer_begin_file (writer, "bench");
  process = weft_timeline_writer_add_process (writer, maker.names[0], WEFT_TIMELINE_NONE);
  for (guint i = 0; i < N_THREADS + N_STREAMS; i++)
    weft_timeline_writer_add_track (writer, process, WEFT_TIMELINE_THREAD, maker.names[i]);
  while (maker.n_left > 0)
    for (guint track = 0; track < N_THREADS + N_STREAMS; track++)
      {
        gboolean is_stream = track >= N_THREADS;
        guint name =
          (guint) (is_stream ? g_rand_int_range (maker.random, N_NAMES, N_NAMES + N_KERNELS)
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

/* The fastest of some runs, in ms. */
static double
bench_range (WeftTimelineCallTree *tree, gint64 from, gint64 to, guint32 *n_nodes)
{
  double fastest = G_MAXDOUBLE;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin = get_time ();
      g_autoptr (WeftTimelineFlame) flame = weft_timeline_flame_new (tree, from, to, NULL);

      fastest = MIN (fastest, get_time () - begin);
      *n_nodes = flame->n_nodes;
    }
  return fastest;
}

/* The time of all slices by their names, from an array of them: the fastest of some runs, in ms. */
static double
bench_bare (void)
{
  typedef struct
  {
    gint64 start, end;
    guint32 name;
  } Bare;
  g_autofree Bare *slices = g_new (Bare, N_SLICES);
  volatile gint64 sums[N_NAMES] = { 0 };
  double fastest = G_MAXDOUBLE;

  for (guint32 i = 0; i < N_SLICES; i++)
    slices[i] = (Bare){ i, i + i % 100, i * 2654435761u % N_NAMES };
  for (guint round = 0; round < 5 * N_ROUNDS; round++)
    {
      double begin = get_time ();

      for (guint32 i = 0; i < N_SLICES; i++)
        sums[slices[i].name] += slices[i].end - slices[i].start;
      fastest = MIN (fastest, get_time () - begin);
    }
  return fastest;
}

int
main (void)
{
  g_autoptr (WeftTimelineSnapshot) snapshot = make_trace ();
  double begin = get_time (), slowest = 0, whole, bare = bench_bare ();
  g_autoptr (WeftTimelineCallTree) tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  gint64 first = snapshot->first_time, length = snapshot->last_time - first;
  guint32 n_nodes;

  printf ("%u slices, %u paths, gathered in %.0f ms\n", snapshot->n_events, tree->n_paths,
          get_time () - begin);
  for (guint i = 0; i < N_RANGES; i++)
    {
      double a = g_rand_double (random), b = g_rand_double (random);
      gint64 from = first + (gint64) (MIN (a, b) * (double) length / (i % 2 == 0 ? 1 : 50));
      gint64 to =
        snapshot->last_time - (gint64) ((1 - MAX (a, b)) * (double) length / (i % 2 == 0 ? 1 : 50));

      slowest = MAX (slowest, bench_range (tree, from, to, &n_nodes));
    }
  verdict_row (&(VerdictRow){ "flame graph of a range, slowest", "ms", slowest,
                              "bare pass over the slices", bare, LIMIT });
  whole = bench_range (tree, G_MININT64, G_MAXINT64, &n_nodes);
  verdict_row (&(VerdictRow){ "flame graph of the whole", "ms", whole, "bare pass over the slices",
                              bare, LIMIT });
  return verdict_status ();
}
