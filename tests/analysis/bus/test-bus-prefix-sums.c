/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-prefix-sums.h"

#define N_TICKS 200

typedef struct
{
  gint64 end;
  guint64 wait, retries;
} Access;

/* The accesses that ended before the tick, counted one by one. */
static WeftBusEndSum
count_before (const GArray *accesses, gint64 tick)
{
  WeftBusEndSum sum = { 0 };

  for (guint i = 0; i < accesses->len; i++)
    {
      const Access *access = &g_array_index (accesses, Access, i);

      if (access->end >= tick)
        continue;
      sum.n_accesses++;
      sum.wait += access->wait;
      sum.retries += access->retries;
    }
  return sum;
}

static int
compare_ticks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* `pace`: the most ticks between two ends; some are far more apart, and waits may wrap. */
static void
check (guint n, gint32 pace)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n);
  g_autoptr (WeftBusPrefixSums) sums = weft_bus_prefix_sums_new ();
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  WeftBusEndSum found[N_TICKS];
  gint64 ticks[N_TICKS], end = -1000;

  for (guint i = 0; i < n; i++)
    {
      const Access access = { end, i % 50 == 49 ? G_MAXUINT64 / 3 : g_rand_int (rand) % 40,
                              g_rand_int (rand) % 3 };

      weft_bus_prefix_sums_add (sums, access.end, access.wait, access.retries);
      g_array_append_val (accesses, access);
      end += g_rand_int_range (rand, 0, pace + 1);
      if (i % 777 == 776)
        end += (gint64) g_rand_int (rand) << 20;
    }
  weft_bus_prefix_sums_end (sums);
  ticks[0] = G_MININT64;
  ticks[1] = G_MAXINT64;
  for (guint i = 2; i < N_TICKS; i++)
    ticks[i] = n == 0 ? (gint64) i
                      : g_array_index (accesses, Access, g_rand_int (rand) % n).end
                          + g_rand_int_range (rand, -2, 3);
  qsort (ticks, N_TICKS, sizeof *ticks, compare_ticks);
  weft_bus_prefix_sums_read (sums, ticks, N_TICKS, found);
  for (guint i = 0; i < N_TICKS; i++)
    {
      const WeftBusEndSum expected = count_before (accesses, ticks[i]);

      g_assert_cmpmem (&found[i], sizeof found[i], &expected, sizeof expected);
    }
}

/* Sums before any tick are those of what ended before it: none, one, frames of accesses that are not full, many that end
 * together, and far between each other. */
static void
test_read (void)
{
  static const guint counts[] = { 0, 1, 2, 127, 128, 129, 5000 };
  static const gint32 paces[] = { 0, 3, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (paces); j++)
      check (counts[i], paces[j]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-prefix-sums/read", test_read);
  return g_test_run ();
}
