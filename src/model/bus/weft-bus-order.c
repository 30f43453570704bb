/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-order.h"

#include <string.h>

/* Shorter runs are made this long by insertion, so that neighbours that changed places cost a few
 * comparisons, not a run each. */
#define MIN_RUN 32u

typedef struct
{
  guint32 *rows;
  guint32 *spare;
  WeftBusIsAfter is_after;
  gconstpointer data;
} Sort;

static void
insert_rows (const Sort *sort, guint32 begin, guint32 sorted, guint32 end)
{
  for (guint32 i = sorted; i < end; i++)
    {
      guint32 row = sort->rows[i], j = i;

      while (j > begin && sort->is_after (sort->rows[j - 1], row, sort->data))
        {
          sort->rows[j] = sort->rows[j - 1];
          j--;
        }
      sort->rows[j] = row;
    }
}

/* The end of a run that begins at `begin`. */
static guint32
find_run (const Sort *sort, guint32 begin, guint32 n_rows)
{
  guint32 end = begin + 1;

  while (end < n_rows && !sort->is_after (sort->rows[end - 1], sort->rows[end], sort->data))
    end++;
  if (end - begin < MIN_RUN && end < n_rows)
    {
      guint32 longer = MIN (n_rows, begin + MIN_RUN);

      insert_rows (sort, begin, end, longer);
      end = longer;
    }
  return end;
}

/* Merges [begin, middle) and [middle, end) of `rows` into `spare`. */
static void
merge (const Sort *sort, guint32 begin, guint32 middle, guint32 end)
{
  guint32 left = begin, right = middle, to = begin;

  while (left < middle && right < end)
    if (sort->is_after (sort->rows[left], sort->rows[right], sort->data))
      sort->spare[to++] = sort->rows[right++];
    else
      sort->spare[to++] = sort->rows[left++];
  memcpy (sort->spare + to, sort->rows + left, (middle - left) * sizeof *sort->rows);
  to += middle - left;
  memcpy (sort->spare + to, sort->rows + right, (end - right) * sizeof *sort->rows);
}

/* Merges each two runs that are neighbours. */
static void
merge_runs (Sort *sort, GArray *ends)
{
  guint32 begin = 0, *rows = sort->rows;
  guint n = 0;

  for (guint i = 0; i < ends->len; i += 2)
    {
      guint32 middle = g_array_index (ends, guint32, i);
      guint32 end = g_array_index (ends, guint32, MIN (i + 1, ends->len - 1));

      merge (sort, begin, middle, end);
      g_array_index (ends, guint32, n++) = end;
      begin = end;
    }
  g_array_set_size (ends, n);
  sort->rows = sort->spare;
  sort->spare = rows;
}

void
weft_bus_order_sort (guint32 *rows, guint32 n_rows, WeftBusIsAfter is_after, gconstpointer data)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *spare = NULL;
  Sort sort = { rows, NULL, is_after, data };

  for (guint32 begin = 0; begin < n_rows;)
    {
      guint32 end = find_run (&sort, begin, n_rows);

      g_array_append_val (ends, end);
      begin = end;
    }
  if (ends->len < 2)
    return;
  sort.spare = spare = g_new (guint32, n_rows);
  while (ends->len > 1)
    merge_runs (&sort, ends);
  if (sort.rows != rows)
    memcpy (rows, sort.rows, n_rows * sizeof *rows);
}
