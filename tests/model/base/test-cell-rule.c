/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cell-rule.h"

#include "weft-compact.h"

#include <glib.h>

/* Rules are found to hold of packed columns where they hold of each cell, and nowhere else. */

#define MAX_CELLS 1000

static gboolean
cell_holds (const WeftCellRule *rule, uint32_t cell, uint32_t row)
{
  switch (rule->kind)
    {
    case WEFT_CELLS_BELOW:
      return cell == UINT32_MAX || cell < rule->limit;
    case WEFT_CELLS_EARLIER:
      return cell == UINT32_MAX || cell < row;
    case WEFT_CELLS_MASKED:
      return (cell & rule->mask) < rule->limit;
    case WEFT_CELLS_COMPACT:
      if (cell >= WEFT_COMPACT_SPECIAL)
        return TRUE;
      return cell < WEFT_COMPACT_WIDE ? cell < rule->limit
                                      : (cell & ~WEFT_COMPACT_WIDE) < rule->n_wide;
    default:
      return TRUE;
    }
}

/* Cells near a line, some of them missing, and now and then one at the rule's limit. */
static void
make_cells (GRand *random, uint32_t *cells, uint32_t n, uint32_t row, const WeftCellRule *rule)
{
  const double slope = g_rand_int_range (random, 0, 5) / 2.0;
  const gint spread = 1 << g_rand_int_range (random, 0, 10);
  const gboolean misses = g_rand_boolean (random), strays = g_rand_int_range (random, 0, 3) == 0;
  const uint32_t base = row - MIN (row, (uint32_t) g_rand_int_range (random, 0, 2000));

  for (uint32_t i = 0; i < n; i++)
    cells[i] = misses && g_rand_int_range (random, 0, 8) == 0
                 ? UINT32_MAX
                 : base + (uint32_t) (slope * i) + (uint32_t) g_rand_int_range (random, 0, spread);
  if (strays)
    cells[g_rand_int_range (random, 0, (gint32) n)] =
      (rule->kind == WEFT_CELLS_EARLIER ? row : rule->limit)
      + (uint32_t) g_rand_int_range (random, -2, 3);
}

static void
narrow (uint32_t *cells, uint32_t n, uint16_t *narrowed)
{
  for (uint32_t i = 0; i < n; i++)
    {
      narrowed[i] = (uint16_t) cells[i];
      cells[i] = narrowed[i];
    }
}

static void
test_rules (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree WeftSealedColumn *column = g_malloc (weft_sealed_column_bound (MAX_CELLS));
  guint n_holding = 0, n_tried = 20000;

  for (guint i = 0; i < n_tried; i++)
    {
      const uint32_t n = (uint32_t) g_rand_int_range (random, 1, MAX_CELLS);
      const uint32_t row = (uint32_t) g_rand_int_range (random, 0, 5000);
      const WeftCellRule rule = { (WeftCellRuleKind) g_rand_int_range (random, 0, 5),
                                  (uint32_t) g_rand_int_range (random, 1, 6000), 3,
                                  g_rand_boolean (random) ? 0xfff : UINT32_MAX };
      const gboolean narrows =
        rule.kind == WEFT_CELLS_MASKED && g_rand_int_range (random, 0, 2) == 0;
      uint32_t cells[MAX_CELLS];
      uint16_t narrowed[MAX_CELLS];
      gboolean holds = TRUE;

      make_cells (random, cells, n, row, &rule);
      if (narrows)
        narrow (cells, n, narrowed);
      for (uint32_t k = 0; k < n; k++)
        holds =
          holds
          && cell_holds (&rule, narrows && cells[k] == UINT16_MAX ? UINT32_MAX : cells[k], row + k);
      weft_sealed_column_pack (narrows ? (void *) narrowed : cells, narrows ? 2 : 4, n, column);
      g_assert_cmpint (weft_cell_rule_holds (&rule, column, n, row), ==, holds);
      n_holding += (guint) holds;
    }
  g_assert_cmpuint (n_holding, >, n_tried / 10);
  g_assert_cmpuint (n_holding, <, n_tried * 9 / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cell-rule/rules", test_rules);
  return g_test_run ();
}
