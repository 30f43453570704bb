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

/* The bytes of a block of events, beside what bytes_aligned is beyond them. */
typedef struct
{
  gint64 bytes[WEFT_FIELD_BLOCK];
  guint8 unsaid[WEFT_FIELD_BLOCK];
} Bytes;

/* FALSE where they are to be read one by one. Numbers that are not known are 0. */
static gboolean
read_bytes (gconstpointer data, guint first, guint n, gint64 *beyond, guint8 *unaligned,
            Bytes *bytes)
{
  guint n_unaligned = weft_npu_numbers_compact (data, NPU_ALIGNED, first, n, beyond, unaligned);
  guint n_unsaid =
    weft_npu_numbers_compact (data, NPU_BYTES, first, n, bytes->bytes, bytes->unsaid);

  if (n_unaligned == 0)
    memset (unaligned, 0, n);
  if (n_unsaid == 0)
    memset (bytes->unsaid, 0, n);
  return n_unaligned != WEFT_FIELD_ONE_BY_ONE && n_unsaid != WEFT_FIELD_ONE_BY_ONE;
}

guint
weft_npu_numbers_moved (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  guint n_gaps = 0;
  Bytes bytes;

  if (!read_bytes (data, first, n, numbers, gaps, &bytes))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = weft_npu_sum (numbers[i], bytes.bytes[i]);
      gaps[i] = (guint8) (gaps[i] & bytes.unsaid[i]);
      n_gaps += gaps[i];
    }
  return n_gaps;
}

guint
weft_npu_numbers_aligned (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                          gint64 *numbers, guint8 *gaps)
{
  guint n_gaps = 0;
  Bytes bytes;

  if (!read_bytes (data, first, n, numbers, gaps, &bytes))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = weft_npu_sum (numbers[i], bytes.bytes[i] & ((gint64) gaps[i] - 1));
      n_gaps += gaps[i];
    }
  return n_gaps;
}

/* Columns of `spots` that are read for one of its numbers. */
typedef struct
{
  const WeftNpuTrace *trace;
  guint column;
  gboolean is_address;
  WeftNearCells cells; /* its own, or those of NPU_SPOT_DRAM_ADDRESS, */
  WeftNearCells addresses;
} Spots;

static gint64
read_spot (Spots *self, guint32 spot)
{
  guint32 cell = weft_near_cells_get (&self->cells, spot);

  if (!self->is_address)
    return weft_npu_number (self->trace, cell);
  return weft_npu_has_address (self->column, cell) ? weft_npu_address (
           self->trace, self->column, cell, weft_near_cells_get (&self->addresses, spot))
                                                   : WEFT_NPU_NONE;
}

guint
weft_npu_numbers_spot (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                       guint8 *gaps)
{
  const gboolean is_address = part == NPU_SPOT_ADDRESS || part == NPU_SPOT_DRAM_ADDRESS;
  Spots self;
  guint32 spots[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  self.trace = get_trace (data);
  self.column = part;
  self.is_address = is_address;
  weft_table_read (&self.trace->events, NPU_SPOT, first, n, spots);
  weft_near_cells_init (&self.cells, &self.trace->spots, is_address ? NPU_SPOT_DRAM_ADDRESS : part);
  weft_near_cells_init (&self.addresses, &self.trace->spots, NPU_SPOT_ADDRESS);
  for (guint i = 0; i < n; i++)
    {
      numbers[i] = (spots[i] & 1) != 0 ? read_spot (&self, spots[i] >> 1) : WEFT_NPU_NONE;
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
