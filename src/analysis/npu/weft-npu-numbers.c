/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-numbers.h"

#include "weft-near-cells.h"
#include "weft-npu-trace-private.h"
#include "weft-number-block.h"

#include <string.h>

static const WeftNpuTrace *
get_trace (gconstpointer data)
{
  return ((const WeftNpuSnapshot *) data)->trace;
}

static guint
read_compact (const WeftTable *table, const WeftNpuTrace *trace, guint column, guint first, guint n,
              gint64 *numbers, guint8 *gaps)
{
  return weft_number_block_read_known (table, &trace->compact, column, WEFT_NPU_NONE, first, n,
                                       numbers, gaps);
}

guint
weft_npu_numbers_compact (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                          guint8 *gaps)
{
  return read_compact (&get_trace (data)->events, get_trace (data), part, first, n, numbers, gaps);
}

/* --- times ------------------------------------------------------------------------------------------ */

/* Those of events that have a time. */
static guint
keep_timed (gconstpointer data, guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  return weft_number_block_keep (&get_trace (data)->events, NPU_FLAGS, WEFT_NPU_NO_TIME, 0, first,
                                 n, 0, numbers, gaps);
}

guint
weft_npu_numbers_start (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  weft_number_block_read (&get_trace (data)->events, NPU_START, first, n, numbers);
  return keep_timed (data, first, n, numbers, gaps);
}

guint
weft_npu_numbers_length (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                         gint64 *numbers, guint8 *gaps)
{
  const WeftNpuTrace *trace = get_trace (data);

  weft_number_block_read_compact (&trace->events, &trace->compact, NPU_SPAN, first, n, numbers,
                                  gaps);
  return keep_timed (data, first, n, numbers, gaps);
}

guint
weft_npu_numbers_end (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                      gint64 *numbers, guint8 *gaps)
{
  const WeftNpuTrace *trace = get_trace (data);

  weft_number_block_read_ends (&trace->events, &trace->compact, NPU_START, NPU_SPAN, first, n,
                               numbers);
  return keep_timed (data, first, n, numbers, gaps);
}

/* --- amounts and places ----------------------------------------------------------------------------- */

guint
weft_npu_numbers_moved (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  gint64 bytes[WEFT_FIELD_BLOCK];
  guint8 unsaid[WEFT_FIELD_BLOCK];
  guint n_unaligned = weft_npu_numbers_compact (data, NPU_ALIGNED, first, n, numbers, gaps);
  guint n_unsaid, n_gaps = 0;

  if (n_unaligned == 0 || n_unaligned == WEFT_FIELD_ONE_BY_ONE)
    return n_unaligned;
  n_unsaid = weft_npu_numbers_compact (data, NPU_BYTES, first, n, bytes, unsaid);
  if (n_unsaid == WEFT_FIELD_ONE_BY_ONE)
    return n_unsaid;
  if (n_unsaid == 0)
    memset (unsaid, 0, n);
  for (guint i = 0; i < n; i++)
    {
      /* Those that are not known are 0. */
      numbers[i] |= bytes[i] & -(gint64) gaps[i];
      gaps[i] = (guint8) (gaps[i] & unsaid[i]);
      n_gaps += gaps[i];
    }
  return n_gaps;
}

guint
weft_npu_numbers_spot (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                       guint8 *gaps)
{
  const WeftNpuTrace *trace = get_trace (data);
  guint32 spots[WEFT_FIELD_BLOCK];
  WeftNearCells cells;
  guint n_gaps = 0;

  weft_table_read (&trace->events, NPU_SPOT, first, n, spots);
  weft_near_cells_init (&cells, &trace->spots, part);
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = spots[i] != 0 ? weft_npu_number (trace, weft_near_cells_get (&cells, spots[i]))
                                 : WEFT_NPU_NONE;
      gaps[i] = numbers[i] == WEFT_NPU_NONE;
      n_gaps += gaps[i];
      numbers[i] = gaps[i] ? 0 : numbers[i];
    }
  return n_gaps;
}

/* --- codes ------------------------------------------------------------------------------------------ */

guint
weft_npu_codes_column (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                       guint8 *gaps G_GNUC_UNUSED)
{
  weft_number_block_read (&get_trace (data)->events, part, first, n, numbers);
  return 0;
}

guint
weft_npu_codes_type (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                     gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  guint8 types[WEFT_FIELD_BLOCK];

  weft_number_block_read (&get_trace (data)->events, NPU_NAME, first, n, numbers);
  weft_table_read (&get_trace (data)->events, NPU_TYPE, first, n, types);
  /* The types are few, so that names of low numbers have low codes. */
  for (guint i = 0; i < n; i++)
    numbers[i] = numbers[i] << 3 | (types[i] & 7);
  return 0;
}

/* --- samples ---------------------------------------------------------------------------------------- */

guint
weft_npu_numbers_sample (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                         guint8 *gaps)
{
  const WeftNpuTrace *trace = get_trace (data);

  if (part != NPU_SAMPLE_START)
    return read_compact (&trace->samples, trace, part, first, n, numbers, gaps);
  weft_number_block_read (&trace->samples, part, first, n, numbers);
  return 0;
}
