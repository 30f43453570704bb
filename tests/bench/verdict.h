/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

/* A bench's verdict on its figures by their limits. */

static gboolean verdict_failed;

/* The word to print; one that is bad makes the bench fail. */
static inline const char *
verdict (gboolean good)
{
  verdict_failed |= !good;
  return good ? "PASS" : "FAIL";
}

/* A figure of ours beside its floor: the same work, or some of it, in the barest way that there is, measured in
 * the same run. So the limit is one of any machine. */
typedef struct
{
  const char *what;
  const char *unit;
  double ours;
  const char *floor_name;
  double floor;
  double limit; /* how many times as much as the floor ours may be */
} VerdictRow;

/* Prints the row, and adds it for tests/bench/run to the file that WEFT_BENCH_ROWS names. */
static inline void
verdict_row (const VerdictRow *row)
{
  const char *path = g_getenv ("WEFT_BENCH_ROWS");
  double ratio = row->floor > 0 ? row->ours / row->floor : G_MAXDOUBLE;
  const char *word = verdict (ratio <= row->limit);
  FILE *file = path != NULL ? fopen (path, "a") : NULL;

  printf ("%s: %.4g %s, %s %.4g %s, ratio %.3g (limit %.3g): %s\n", row->what, row->ours, row->unit,
          row->floor_name, row->floor, row->unit, ratio, row->limit, word);
  fflush (stdout);
  if (file == NULL)
    return;
  fprintf (file,
           "{\"what\": \"%s\", \"unit\": \"%s\", \"ours\": %.6g, \"floor_name\": \"%s\", "
           "\"floor\": %.6g, \"limit\": %.6g, \"verdict\": \"%s\"}\n",
           row->what, row->unit, row->ours, row->floor_name, row->floor, row->limit, word);
  fclose (file);
}

/* The exit status of the bench. */
static inline int
verdict_status (void)
{
  return verdict_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
