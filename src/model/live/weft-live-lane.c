/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-lane.h"

#include <string.h>

static void
close_block (Lane *lane)
{
  WeftTable *blocks = &lane->blocks;
  uint32_t row;

  if (!weft_table_append (blocks, &row))
    return; /* rows are found without, only slower */
  weft_table_set_i64 (blocks, BLOCK_START, row, lane->block.start);
  weft_table_set_i64 (blocks, BLOCK_END, row, lane->block.end);
  weft_table_set_u64 (blocks, BLOCK_BUSY, row, lane->block.busy_ns);
  weft_table_set_u64 (blocks, BLOCK_STALL, row, lane->block.stall_ns);
  weft_table_set_u64 (blocks, BLOCK_LOST, row, lane->block.lost_ns);
  weft_table_set_i64 (blocks, BLOCK_GAP_START, row, lane->block.gap_start);
  weft_table_set_i64 (blocks, BLOCK_GAP_END, row, lane->block.gap_end);
  weft_table_set_u32 (blocks, BLOCK_N_PROGRAMS, row, lane->block.n_programs);
  for (guint i = 0; i < lane->block.shares.n; i++)
    {
      guint32 bits;

      memcpy (&bits, &lane->block.shares.amounts[i], sizeof bits);
      weft_table_set_u64 (blocks, BLOCK_SHARES + i, row,
                          (guint64) lane->block.shares.programs[i] << 32 | bits);
    }
  lane->block = (WeftLiveBlock){ .start = G_MAXINT64, .end = lane->block.end };
}

static void
add_to_total (WeftLiveTrace *trace, guint32 program, guint64 ns)
{
  WeftLiveTotal *total = &g_array_index (trace->totals, WeftLiveTotal, program);

  total->n++;
  total->sum_ns += ns;
  total->min_ns = MIN (total->min_ns, ns);
  total->max_ns = MAX (total->max_ns, ns);
  total->histogram[weft_live_bin (ns)]++;
}

/* A row that comes late may lie in what was a gap: the longer part beside it stays one. */
static void
cut_gap (WeftLiveBlock *block, const WeftLiveRow *row)
{
  if (row->start >= block->gap_end || row->end <= block->gap_start)
    return;
  if (row->start - block->gap_start > block->gap_end - row->end)
    block->gap_end = row->start;
  else
    block->gap_start = MIN (row->end, block->gap_end);
  block->gap_end = MAX (block->gap_end, block->gap_start);
}

/* Under the lock: sums up a row that was just written. */
static void
sum_up (WeftLiveTrace *trace, Lane *lane, const WeftLiveRow *row)
{
  guint64 length = (guint64) (row->end - row->start);
  WeftLiveBlock *block = &lane->block;

  /* but for the time before its first row */
  if (block->start != G_MAXINT64 && row->start - lane->last_end > block->gap_end - block->gap_start)
    {
      block->gap_start = lane->last_end;
      block->gap_end = row->start;
    }
  else
    cut_gap (block, row);
  block->start = MIN (block->start, row->start);
  block->end = MAX (block->end, row->end);
  lane->info.start = MIN (lane->info.start, row->start);
  lane->info.end = MAX (lane->info.end, row->end);
  if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    {
      gint64 from = MAX (row->start, lane->covered);

      lane->info.n_programs++;
      block->n_programs++;
      if (row->program != WEFT_NO_ROW && row->flags == 0)
        add_to_total (trace, row->program, length);
      if (row->end > from)
        {
          block->busy_ns += (guint64) (row->end - from);
          lane->info.busy_ns += (guint64) (row->end - from);
          lane->covered = row->end;
        }
      if (length > 0)
        weft_live_shares_add (&block->shares, row->program, (float) length);
      weft_live_lane_add_to_buckets (lane, BUCKET_BUSY, MIN (from, row->end), row->end,
                                     row->program);
    }
  else if (row->kind == WEFT_LIVE_KIND_STALL)
    {
      block->stall_ns += length;
      lane->info.stall_ns += length;
      weft_live_lane_add_to_buckets (lane, BUCKET_STALL, row->start, row->end, 0);
    }
  else
    {
      block->lost_ns += length;
      lane->info.lost_ns += length;
      weft_live_lane_add_to_buckets (lane, BUCKET_LOST, row->start, row->end, 0);
    }
}

gboolean
weft_live_lane_append (WeftLiveTrace *trace, Lane *lane, const WeftLiveRow *value)
{
  WeftTable *rows = &lane->rows;
  uint32_t row;

  if (!weft_table_append (rows, &row))
    return FALSE;
  weft_table_set_i64 (rows, ROW_START, row, value->start);
  weft_table_set_i64 (rows, ROW_END, row, value->end);
  weft_table_set_u64 (rows, ROW_START_TICKS, row, value->start_ticks);
  weft_table_set_u64 (rows, ROW_END_TICKS, row, value->end_ticks);
  weft_table_set_u32 (rows, ROW_PROGRAM, row, value->program);
  weft_table_set_u32 (rows, ROW_RUNTIME_ID, row, value->runtime_id);
  weft_table_set_u32 (rows, ROW_AUX, row, value->aux);
  weft_table_set_u32 (rows, ROW_EPOCH, row, value->epoch);
  weft_table_set_u16 (rows, ROW_SUBDEVICE, row, value->subdevice);
  weft_table_set_u8 (rows, ROW_KIND, row, value->kind);
  weft_table_set_u8 (rows, ROW_FLAGS, row, value->flags);
  sum_up (trace, lane, value);
  lane->last_end = MAX (lane->last_end, value->end);
  if ((row + 1) % WEFT_LIVE_BLOCK_ROWS == 0)
    close_block (lane);
  return TRUE;
}

void
weft_live_lane_append_missing (WeftLiveTrace *trace, Lane *lane, gint64 until)
{
  gint64 start = lane->rows.n_rows > 0 ? lane->last_end : until;
  WeftLiveRow row = { .start = MIN (start, until),
                      .end = until,
                      .program = WEFT_NO_ROW,
                      .aux = (guint32) MIN (lane->info.unplaced, G_MAXUINT32),
                      .kind = WEFT_LIVE_KIND_MISSING };

  if (weft_live_lane_append (trace, lane, &row))
    lane->info.unplaced = 0;
}
