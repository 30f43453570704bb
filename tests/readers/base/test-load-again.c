/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-trace.h"
#include "sanitizers.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

/* A trace that is dropped leaves nothing in the process: all day windows open one after the other. */

#define N_LOADS 12u

/* Each table of a trace has several megabytes of addresses for itself. */
#define MOST_LEFT ((gint64) 24 << 20)

static const char *const samples[] = {
  "kanata-core.log",         "o3pipeview-core.out",        "noc-eight-cores.json",
  "npu-two-layers.json",     "timeline-three-steps.json",  "saturnis-bus.jsonl",
  "live-two-chips.weftlive", "device-log-eight-cores.csv", "xiangshan-loop.db",
  "saturnis-bus.btr1",       "dot-product.mca.json",       "dot-product.uica.json",
  "scale-sim-two-layers",    "champsim-loop.txt",          "kanata-core.log.gz",
};

/* Bytes of addresses that the process has. */
static gint64
get_addresses (void)
{
  g_autofree char *text = NULL;
  gint64 n_pages = 0;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%" G_GINT64_FORMAT, &n_pages), ==, 1);
  return n_pages * sysconf (_SC_PAGESIZE);
}

static void
test_addresses (gconstpointer name)
{
  gint64 before = 0;

  for (guint i = 0; i < 2 * N_LOADS; i++)
    {
      /* The first ones leave types, caches and the stacks of threads. */
      if (i == N_LOADS)
        before = get_addresses ();
      g_object_unref (load_sample (name));
    }
  /* A sanitizer keeps what was freed, and watches what is lost itself. */
  if (!ADDRESS_IS_SANITIZED && !THREADS_ARE_SANITIZED)
    g_assert_cmpint (get_addresses () - before, <, MOST_LEFT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Of threads that allocate at once each gets an arena, whenever that happens. */
  mallopt (M_ARENA_MAX, 1);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/load-again/", samples[i], NULL);

      g_test_add_data_func (path, samples[i], test_addresses);
    }
  return g_test_run ();
}
