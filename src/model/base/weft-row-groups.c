/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-row-groups.h"

#include "weft-processors.h"

/* Rows for which another thread is worth it. */
#define MIN_PART 65536u

/* The rows are cut into parts, of which each counts its own rows of each group: where they go follows from that, without
 * one part waiting for another. */
typedef struct
{
  const WeftRowGroups *groups;
  guint n_parts;
  guint32 *counts; /* by part and group: its rows, and then where the next of them goes */
} Sort;

static guint32
get_begin (const Sort *self, guint part)
{
  return (guint32) ((guint64) self->groups->n_rows * part / self->n_parts);
}

static void
count_rows (gpointer data, guint part, guint thread G_GNUC_UNUSED)
{
  const Sort *self = data;
  const WeftRowGroups *groups = self->groups;
  guint32 *counts = self->counts + (gsize) part * groups->n_groups;
  const guint32 end = get_begin (self, part + 1);

  for (guint32 row = get_begin (self, part); row < end; row++)
    {
      guint32 group = groups->get_group (groups->data, row);

      groups->groups[row] = group;
      if (group != WEFT_NO_GROUP)
        counts[group]++;
    }
}

static void
place_rows (gpointer data, guint part, guint thread G_GNUC_UNUSED)
{
  const Sort *self = data;
  const WeftRowGroups *groups = self->groups;
  guint32 *next = self->counts + (gsize) part * groups->n_groups;
  const guint32 end = get_begin (self, part + 1);

  for (guint32 row = get_begin (self, part); row < end; row++)
    if (groups->groups[row] != WEFT_NO_GROUP)
      groups->rows[next[groups->groups[row]]++] = row;
}

/* From how many there are to where they go: of a group those of the first part come first. */
static void
add_up (const Sort *self)
{
  const WeftRowGroups *groups = self->groups;
  guint32 place = 0;

  for (guint32 group = 0; group < groups->n_groups; group++)
    {
      groups->first[group] = place;
      for (guint part = 0; part < self->n_parts; part++)
        {
          guint32 *count = &self->counts[(gsize) part * groups->n_groups + group];
          guint32 n = *count;

          *count = place;
          place += n;
        }
    }
  groups->first[groups->n_groups] = place;
}

void
weft_row_groups_sort (const WeftRowGroups *self)
{
  /* Counts of many groups would cost more than they spare. */
  const guint n_parts =
    weft_processors_for (self->n_rows / MAX (MIN_PART, self->n_groups), WEFT_PROCESSORS_MOST);
  Sort sort = { .groups = self, .n_parts = MAX (n_parts, 1) };
  g_autofree guint32 *counts = g_new0 (guint32, (gsize) sort.n_parts * self->n_groups);

  sort.counts = counts;
  weft_processors_share ("weft-group", sort.n_parts, sort.n_parts, count_rows, &sort);
  add_up (&sort);
  weft_processors_share ("weft-group", sort.n_parts, sort.n_parts, place_rows, &sort);
}

/* --- parts ------------------------------------------------------------------------------------------ */

/* Of parts of the same number the first comes first. */
static int
compare_sizes (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *sizes = data;
  const guint x = *(const guint *) a, y = *(const guint *) b;

  if (sizes[x] != sizes[y])
    return sizes[x] > sizes[y] ? -1 : 1;
  return (x > y) - (x < y);
}

guint *
weft_row_groups_order (const WeftRowGroups *self, guint n_parts, guint groups_per_part)
{
  g_autofree guint32 *sizes = g_new (guint32, n_parts);
  guint *order = g_new (guint, n_parts);

  for (guint i = 0; i < n_parts; i++)
    {
      sizes[i] = self->first[(i + 1) * groups_per_part] - self->first[i * groups_per_part];
      order[i] = i;
    }
  g_qsort_with_data (order, (gint) n_parts, sizeof *order, compare_sizes, sizes);
  return order;
}
