/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-record-numbers.h"

#include "weft-live-records.h"
#include "weft-live-trace-private.h"
#include "weft-number-block.h"

#include <string.h>

/* --- columns ------------------------------------------------------------------------------------ */

/* Blocks begin at multiples of their size, and records anywhere. */
static void
read_cells (const WeftTable *rows, guint column, guint32 row, guint n, gint64 *numbers)
{
  gint64 cells[WEFT_FIELD_BLOCK];

  for (guint done = 0; done < n;)
    {
      guint skipped = (row + done) % WEFT_FIELD_BLOCK;
      guint taken = MIN (WEFT_FIELD_BLOCK - skipped, n - done);

      if (skipped == 0)
        weft_number_block_read (rows, column, row + done, taken, numbers + done);
      else
        {
          weft_number_block_read (rows, column, row + done - skipped, skipped + taken, cells);
          memcpy (numbers + done, cells + skipped, taken * sizeof *cells);
        }
      done += taken;
    }
}

/* FALSE where one was evicted. */
static gboolean
read_lane (const WeftLiveRecords *records, guint lane, guint column, guint32 row, guint n,
           gint64 *numbers)
{
  WeftTable *rows = &records->trace->lanes[lane]->rows;
  gboolean are_there;

  weft_table_hold (rows);
  are_there = row >= weft_table_first (rows) && row + n <= weft_table_length (rows);
  if (are_there)
    read_cells (rows, column, row, n, numbers);
  weft_table_release (rows);
  return are_there;
}

/* So many of the records from `place` on are of this lane: its rows from *row on. */
static guint
find_lane (const WeftLiveRecords *records, guint place, guint n, guint *lane, guint32 *row)
{
  *lane = weft_live_records_get_lane (records, place, row);
  return MIN (n, records->places[*lane + 1] - place);
}

static gboolean
read_column (const WeftLiveRecords *records, guint column, guint first, guint n, gint64 *numbers)
{
  for (guint done = 0, taken; done < n; done += taken)
    {
      guint32 row;
      guint lane;

      taken = find_lane (records, first + done, n - done, &lane, &row);
      if (!read_lane (records, lane, column, row, taken, numbers + done))
        return FALSE;
    }
  return TRUE;
}

/* Makes the numbers 0 that have gaps: returns how many they are. */
static guint
clear_gaps (guint n, gint64 *numbers, const guint8 *gaps)
{
  guint n_gaps = 0;

  for (guint i = 0; i < n; i++)
    n_gaps += gaps[i];
  if (n_gaps > 0)
    weft_number_block_clear (n, numbers, gaps);
  return n_gaps;
}

/* --- numbers ------------------------------------------------------------------------------------ */

guint
weft_live_record_numbers_place (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  for (guint done = 0, taken; done < n; done += taken)
    {
      guint32 row;
      guint lane;

      taken = find_lane (data, first + done, n - done, &lane, &row);
      for (guint i = 0; i < taken; i++)
        numbers[done + i] = (gint64) row + i + 1;
    }
  return 0;
}

guint
weft_live_record_numbers_start (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  return read_column (data, ROW_START, first, n, numbers) ? 0 : WEFT_FIELD_ONE_BY_ONE;
}

/* The numbers of those whose device said an end that can be. */
static guint
keep_ended (gconstpointer data, guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  gint64 flags[WEFT_FIELD_BLOCK];

  if (!read_column (data, ROW_FLAGS, first, n, flags))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    gaps[i] = (flags[i] & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END)) != 0;
  return clear_gaps (n, numbers, gaps);
}

guint
weft_live_record_numbers_end (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps)
{
  if (!read_column (data, ROW_END, first, n, numbers))
    return WEFT_FIELD_ONE_BY_ONE;
  return keep_ended (data, first, n, numbers, gaps);
}

guint
weft_live_record_numbers_length (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps)
{
  gint64 starts[WEFT_FIELD_BLOCK];

  if (!read_column (data, ROW_START, first, n, starts)
      || !read_column (data, ROW_END, first, n, numbers))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    numbers[i] -= starts[i];
  return keep_ended (data, first, n, numbers, gaps);
}

guint
weft_live_record_numbers_part (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps)
{
  static const guint columns[] = {
    [WEFT_LIVE_RECORD_START_TICKS] = ROW_START_TICKS, [WEFT_LIVE_RECORD_END_TICKS] = ROW_END_TICKS,
    [WEFT_LIVE_RECORD_RUNTIME_ID] = ROW_RUNTIME_ID,   [WEFT_LIVE_RECORD_EPOCH] = ROW_EPOCH,
    [WEFT_LIVE_RECORD_SUBDEVICE] = ROW_SUBDEVICE,     [WEFT_LIVE_RECORD_LOST] = ROW_AUX,
  };
  gint64 kinds[WEFT_FIELD_BLOCK], all = 0;

  if (!read_column (data, columns[part], first, n, numbers)
      || !read_column (data, ROW_KIND, first, n, kinds))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    {
      gaps[i] = weft_live_kind_is_run ((guint) kinds[i]) == (part == WEFT_LIVE_RECORD_LOST);
      all |= numbers[i];
    }
  /* Ticks beyond 2⁶³ are no whole numbers here. */
  return all >= 0 ? clear_gaps (n, numbers, gaps) : WEFT_FIELD_ONE_BY_ONE;
}

guint
weft_live_record_numbers_flag (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  if (!read_column (data, ROW_FLAGS, first, n, numbers))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    numbers[i] = (numbers[i] & part) != 0;
  return 0;
}

/* A member of the lane, which all of its records share. */
guint
weft_live_record_numbers_lane (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps)
{
  const WeftLiveRecords *records = data;

  /* None of them was evicted. */
  if (!read_column (records, ROW_FLAGS, first, n, numbers))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint done = 0, taken; done < n; done += taken)
    {
      guint32 row, number;
      guint lane;

      taken = find_lane (records, first + done, n - done, &lane, &row);
      number = G_STRUCT_MEMBER (guint32, &records->lanes[lane], part);
      for (guint i = done; i < done + taken; i++)
        {
          numbers[i] = number;
          gaps[i] = part == G_STRUCT_OFFSET (WeftLiveLane, pid) && number == 0;
        }
    }
  return clear_gaps (n, numbers, gaps);
}

/* --- codes -------------------------------------------------------------------------------------- */

/* Of a session that goes on, the record that a cell is made of for all that share its code may be evicted meanwhile. */
static gboolean
is_whole (const WeftLiveRecords *records)
{
  return weft_trace_get_state (WEFT_TRACE (records->trace)) != WEFT_TRACE_GROWING;
}

guint
weft_live_record_codes_kind (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  return is_whole (data) && read_column (data, ROW_KIND, first, n, numbers) ? 0
                                                                            : WEFT_FIELD_ONE_BY_ONE;
}

guint
weft_live_record_codes_program (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  return is_whole (data) && read_column (data, ROW_PROGRAM, first, n, numbers)
           ? 0
           : WEFT_FIELD_ONE_BY_ONE;
}

/* Records of a host's lanes have one code. */
guint
weft_live_record_codes_host (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  return is_whole (data) ? weft_live_record_numbers_lane (
           data, G_STRUCT_OFFSET (WeftLiveLane, host), first, n, numbers, gaps)
                         : WEFT_FIELD_ONE_BY_ONE;
}
