/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-rows.h"

/* Whether the pyramids of two rows are the same, down to the last share. */

static inline void
assert_same_profile (WeftPipelineRows *one, WeftPipelineRows *other, WeftProfileLayout layout,
                     guint level, guint32 index)
{
  WeftProfile a, b;
  gboolean there = weft_pipeline_rows_get_profile (one, layout, level, index, &a);
  guint n_items = 0;

  g_assert_cmpint (weft_pipeline_rows_get_profile (other, layout, level, index, &b), ==, there);
  if (!there)
    return;
  g_assert_cmpint (a.start, ==, b.start);
  g_assert_cmpuint (a.grain, ==, b.grain);
  g_assert_cmpmem (a.spans, a.n_spans * sizeof *a.spans, b.spans, b.n_spans * sizeof *b.spans);
  for (guint i = 0; i < a.n_spans; i++)
    n_items += a.spans[i].n_items;
  g_assert_cmpmem (a.items, n_items * sizeof *a.items, b.items, n_items * sizeof *b.items);
}

static inline void
assert_same_block (WeftPipelineRows *one, WeftPipelineRows *other, guint level, guint32 index)
{
  WeftBlockSummary a, b;

  g_assert_true (weft_pipeline_rows_get_summary (one, level, index, &a));
  g_assert_true (weft_pipeline_rows_get_summary (other, level, index, &b));
  g_assert_cmpuint (a.n_ops, ==, b.n_ops);
  g_assert_cmpuint (a.n_flushed, ==, b.n_flushed);
  g_assert_cmpint (a.first_fetch, ==, b.first_fetch);
  g_assert_cmpint (a.last_end, ==, b.last_end);
  g_assert_cmpint (a.longest, ==, b.longest);
  for (guint layout = 0; layout < WEFT_N_PROFILES; layout++)
    assert_same_profile (one, other, (WeftProfileLayout) layout, level, index);
}

static inline void
assert_same_rows (WeftPipelineRows *one, WeftPipelineRows *other)
{
  guint32 n_rows = weft_pipeline_rows_get_n_rows (one), n_blocks = n_rows;

  g_assert_cmpuint (n_rows, ==, weft_pipeline_rows_get_n_rows (other));
  for (guint32 row = 0; row < n_rows; row++)
    g_assert_cmpuint (weft_pipeline_rows_get_op (one, row), ==,
                      weft_pipeline_rows_get_op (other, row));
  g_assert_cmpuint (weft_pipeline_rows_get_n_levels (one), ==,
                    weft_pipeline_rows_get_n_levels (other));
  for (guint level = 0; level < weft_pipeline_rows_get_n_levels (one); level++)
    {
      guint shift = level == 0 ? WEFT_PYRAMID_SHIFT : WEFT_PYRAMID_FANOUT_SHIFT;
      WeftBlockSummary summary;

      n_blocks = (n_blocks + (1u << shift) - 1) >> shift;
      for (guint32 i = 0; i < n_blocks; i++)
        assert_same_block (one, other, level, i);
      g_assert_false (weft_pipeline_rows_get_summary (one, level, n_blocks, &summary));
    }
}
