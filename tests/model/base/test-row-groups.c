/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-row-groups.h"

#define N_ROWS 400000u /* enough that several threads sort them */
#define N_GROUPS 12u

/* Some rows are of no group, and of the last group none is. */
static guint32
get_group (gconstpointer data, guint32 row)
{
  const guint32 *seed = data;
  guint32 group = ((row ^ *seed) * 2654435761u >> 7) % N_GROUPS;

  return group == N_GROUPS - 1 ? WEFT_NO_GROUP : group;
}

typedef struct
{
  guint32 seed;
  guint32 *groups;
  guint32 *rows;
  guint32 first[N_GROUPS + 1];
  WeftRowGroups sorted;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  const guint32 n_rows = GPOINTER_TO_UINT (data);

  self->seed = (guint32) g_test_rand_int ();
  self->groups = g_new (guint32, n_rows);
  self->rows = g_new (guint32, n_rows);
  self->sorted = (WeftRowGroups){ .n_rows = n_rows,
                                  .n_groups = N_GROUPS,
                                  .get_group = get_group,
                                  .data = &self->seed,
                                  .groups = self->groups,
                                  .rows = self->rows,
                                  .first = self->first };
  weft_row_groups_sort (&self->sorted);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_free (self->groups);
  g_free (self->rows);
}

/* Each row with a group stands in it once, in the order of the table. */
static void
test_sort (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  guint32 place = 0;

  for (guint32 group = 0; group < N_GROUPS; group++)
    {
      g_assert_cmpuint (self->first[group], ==, place);
      for (guint32 row = 0; row < self->sorted.n_rows; row++)
        if (get_group (&self->seed, row) == group)
          g_assert_cmpuint (self->rows[place++], ==, row);
    }
  g_assert_cmpuint (self->first[N_GROUPS], ==, place);
}

/* The part with most rows comes first. */
static void
test_order (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const guint n_parts = N_GROUPS / 3;
  g_autofree guint *order = weft_row_groups_order (&self->sorted, n_parts, 3);
  guint32 before = G_MAXUINT32, all = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      guint32 n = self->first[(order[i] + 1) * 3] - self->first[order[i] * 3];

      g_assert_cmpuint (n, <=, before);
      before = n;
      all += n;
    }
  g_assert_cmpuint (all, ==, self->first[N_GROUPS]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/row-groups/sort", Fixture, GUINT_TO_POINTER (N_ROWS), set_up, test_sort, tear_down);
  g_test_add ("/row-groups/none", Fixture, NULL, set_up, test_sort, tear_down);
  g_test_add ("/row-groups/order", Fixture, GUINT_TO_POINTER (N_ROWS), set_up, test_order,
              tear_down);
  return g_test_run ();
}
