/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-slices.h"
#include "weft-timeline-flame.h"

#include <stdio.h>

#include "verdict.h"

/* How long the flame graph of a range takes, of a million slices on eight threads and four streams: of
 * the whole, of random ranges, of those that reach nearly everywhere; the slowest of all ranges, each the
 * fastest of some runs. */

#define N_SLICES 1000000u
#define N_RANGES 60
#define N_ROUNDS 3
#define LIMIT 5.0 /* times a bare pass over the slices */

static double
get_time (void)
{
  return (double) g_get_monotonic_time () / 1e3;
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
  volatile gint64 sums[MADE_N_NAMES] = { 0 };
  double fastest = G_MAXDOUBLE;

  for (guint32 i = 0; i < N_SLICES; i++)
    slices[i] = (Bare){ i, i + i % 100, i * 2654435761u % MADE_N_NAMES };
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
  g_autoptr (WeftTimelineSnapshot) snapshot = make_slices (N_SLICES);
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
