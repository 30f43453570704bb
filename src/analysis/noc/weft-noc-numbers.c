/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-numbers.h"

#include "weft-cycle-range.h"
#include "weft-near-cells.h"
#include "weft-noc-capture-data.h"
#include "weft-noc-capture.h"
#include "weft-number-block.h"

static const WeftTable *
get_records (gconstpointer data)
{
  return &((const WeftNocCapture *) data)->trace->records;
}

guint
weft_noc_numbers_column (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                         guint8 *gaps G_GNUC_UNUSED)
{
  weft_number_block_read (get_records (data), part, first, n, numbers);
  return 0;
}

guint
weft_noc_numbers_cycle (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftNocCapture *capture = data;
  guint32 contexts[WEFT_FIELD_BLOCK];

  weft_number_block_read (get_records (data), NOC_TIME, first, n, numbers);
  weft_table_read (get_records (data), NOC_CONTEXT, first, n, contexts);
  for (guint i = 0; i < n; i++)
    numbers[i] = weft_noc_cycle_of (capture, (guint64) numbers[i], contexts[i]);
  return 0;
}

guint
weft_noc_numbers_bytes (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  guint8 types[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  weft_number_block_read (get_records (data), NOC_BYTES, first, n, numbers);
  weft_table_read (get_records (data), NOC_TYPE, first, n, types);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] = types[i] >= NOC_TYPE_ZONE_START;
      n_gaps += gaps[i];
      numbers[i] = gaps[i] ? 0 : numbers[i];
    }
  return n_gaps;
}

guint
weft_noc_numbers_transfer (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                           gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftNocIssued *issued = weft_noc_capture_peek_issued (data) + first;

  for (guint i = 0; i < n; i++)
    numbers[i] = issued[i].bound != WEFT_NOC_NO_TRANSFER;
  return 0;
}

/* Of one that took too long to be noted. */
static gint64
find_bound (const WeftNocCapture *capture, guint32 record)
{
  const WeftNocTransfer *transfer = weft_noc_capture_find_transfer (capture, record);

  return transfer != NULL ? (gint64) ((guint64) transfer->done - (guint64) transfer->issue) : 0;
}

guint
weft_noc_numbers_bound (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                        gint64 *numbers, guint8 *gaps)
{
  const WeftNocIssued *issued = weft_noc_capture_peek_issued (data) + first;
  guint n_gaps = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint32 bound = issued[i].bound;

      gaps[i] = bound > WEFT_NOC_FAR_BOUND;
      n_gaps += gaps[i];
      numbers[i] = bound & (gaps[i] - 1u);
      if (G_UNLIKELY (bound == WEFT_NOC_FAR_BOUND))
        numbers[i] = find_bound (data, first + i);
    }
  return n_gaps;
}

guint
weft_noc_codes_zone (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                     gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftNocIssued *issued = weft_noc_capture_peek_issued (data) + first;
  guint8 types[WEFT_FIELD_BLOCK];

  weft_number_block_read (get_records (data), NOC_NAME, first, n, numbers);
  weft_table_read (get_records (data), NOC_TYPE, first, n, types);
  for (guint i = 0; i < n; i++)
    {
      const gint64 zone_name = issued[i].zone_name;

      numbers[i] = types[i] < NOC_TYPE_ZONE_START ? zone_name : numbers[i];
    }
  return 0;
}

guint
weft_noc_codes_type (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                     guint8 *gaps G_GNUC_UNUSED)
{
  guint8 types[WEFT_FIELD_BLOCK];

  weft_number_block_read (get_records (data), part, first, n, numbers);
  weft_table_read (get_records (data), NOC_TYPE, first, n, types);
  for (guint i = 0; i < n; i++)
    numbers[i] = numbers[i] << 8 | types[i];
  return 0;
}

guint
weft_noc_codes_core (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                     gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  guint16 ys[WEFT_FIELD_BLOCK];

  weft_number_block_read (get_records (data), NOC_SX, first, n, numbers);
  weft_table_read (get_records (data), NOC_SY, first, n, ys);
  /* Chips have less than 256 rows, so that those of most have low codes. */
  for (guint i = 0; i < n; i++)
    numbers[i] = (gint64) (ys[i] >> 8) << 24 | numbers[i] << 8 | (ys[i] & 255);
  return 0;
}

/* Coordinates that a byte holds, which all chips have: FALSE where there are others. */
static gboolean
add_coordinates (gconstpointer data, guint column, guint first, guint n, gint64 *numbers)
{
  guint16 cells[WEFT_FIELD_BLOCK];
  gboolean fit = TRUE;

  weft_table_read (get_records (data), column, first, n, cells);
  for (guint i = 0; i < n; i++)
    {
      guint16 place = (guint16) (cells[i] + 1u);

      fit &= place < 256;
      numbers[i] = numbers[i] << 8 | (place & 255);
    }
  return fit;
}

guint
weft_noc_codes_other (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                      gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  guint8 types[WEFT_FIELD_BLOCK], flags[WEFT_FIELD_BLOCK];

  weft_table_read (get_records (data), NOC_TYPE, first, n, types);
  weft_table_read (get_records (data), NOC_FLAGS, first, n, flags);
  for (guint i = 0; i < n; i++)
    numbers[i] = 0;
  if (!add_coordinates (data, NOC_END_X, first, n, numbers)
      || !add_coordinates (data, NOC_END_Y, first, n, numbers)
      || !add_coordinates (data, NOC_DX, first, n, numbers)
      || !add_coordinates (data, NOC_DY, first, n, numbers))
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    if (types[i] >= NOC_TYPE_ZONE_START)
      numbers[i] = -1;
    else if ((flags[i] >> NOC_FLAGS_SHIFT & WEFT_NOC_MULTICAST) == 0)
      numbers[i] &= 65535;
    else
      numbers[i] |= G_GINT64_CONSTANT (1) << 32;
  return 0;
}

/* --- transfers ---------------------------------------------------------------------------------- */

/* Those of `n` numbers from `first` on, and of which devices they are. */
static void
list_transfers (const WeftNocCapture *capture, guint first, guint n,
                const WeftNocTransfer **transfers, guint8 *devices)
{
  guint done = 0, device, n_run;
  const WeftNocTransfer *run;

  while (done < n
         && (run = weft_noc_capture_find_run (capture, first + done, &device, &n_run)) != NULL)
    for (guint i = 0; i < n_run && done < n; i++, done++)
      {
        transfers[done] = run + i;
        devices[done] = (guint8) device;
      }
  g_assert (done == n);
}

guint
weft_noc_codes_transfer_device (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftNocTransfer *transfers[WEFT_FIELD_BLOCK];
  guint8 devices[WEFT_FIELD_BLOCK];

  list_transfers (data, first, n, transfers, devices);
  for (guint i = 0; i < n; i++)
    numbers[i] = devices[i];
  return 0;
}

guint
weft_noc_numbers_transfer_done (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps)
{
  const WeftNocTransfer *transfers[WEFT_FIELD_BLOCK];
  guint8 devices[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  list_transfers (data, first, n, transfers, devices);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] = (transfers[i]->flags & WEFT_TRANSFER_BOUNDED) == 0;
      n_gaps += gaps[i];
      numbers[i] = gaps[i] ? 0 : transfers[i]->done;
    }
  return n_gaps;
}

guint
weft_noc_codes_transfer_zone (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftNocTransfer *transfers[WEFT_FIELD_BLOCK];
  guint8 devices[WEFT_FIELD_BLOCK];
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (data, &n_zones);

  list_transfers (data, first, n, transfers, devices);
  for (guint i = 0; i < n; i++)
    numbers[i] = transfers[i]->zone < n_zones ? zones[transfers[i]->zone].name_id : WEFT_NO_ROW;
  return 0;
}

/* --- hops --------------------------------------------------------------------------------------- */

enum
{
  HOP_TRANSFER,
  HOP_DEVICE,
  HOP_LINK,
};

/* Links are the first series of a route, by the same numbers. */
static void
fill_hops (guint part, gint64 number, const guint32 *links, guint n_links, gint64 *numbers)
{
  if (part == HOP_LINK)
    for (guint i = 0; i < n_links; i++)
      numbers[i] = links[i];
  else
    for (guint i = 0; i < n_links; i++)
      numbers[i] = number;
}

static gboolean
read_hops (const WeftNocCapture *capture, guint part, guint first, guint n, WeftNumberList *items)
{
  const WeftNocTransfer *transfers[WEFT_FIELD_BLOCK];
  guint8 devices[WEFT_FIELD_BLOCK];
  guint n_series, n_links, n_hops = 0;

  list_transfers (capture, first, n, transfers, devices);
  for (guint i = 0; i < n; i++)
    {
      weft_noc_capture_get_route (capture, transfers[i]->route, &n_series, &n_links);
      n_hops += n_links;
    }
  weft_number_list_set_size (items, n_hops);
  for (guint i = 0, at = 0; i < n; i++, at += n_links)
    {
      const guint32 *series =
        weft_noc_capture_get_route (capture, transfers[i]->route, &n_series, &n_links);

      fill_hops (part, part == HOP_DEVICE ? devices[i] : first + i, series, n_links,
                 items->numbers + at);
    }
  return TRUE;
}

gboolean
weft_noc_numbers_hop_transfer (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                               WeftNumberList *items)
{
  return read_hops (data, HOP_TRANSFER, first, n, items);
}

gboolean
weft_noc_codes_hop_device (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                           WeftNumberList *items)
{
  return read_hops (data, HOP_DEVICE, first, n, items);
}

gboolean
weft_noc_codes_hop_link (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                         WeftNumberList *items)
{
  return read_hops (data, HOP_LINK, first, n, items);
}

/* --- waits -------------------------------------------------------------------------------------- */

guint
weft_noc_numbers_wait_cycles (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (data, &n_waits) + first;

  for (guint i = 0; i < n; i++)
    numbers[i] = (gint64) weft_cycles_between (waits[i].start, waits[i].end);
  return 0;
}

guint
weft_noc_codes_wait_proc (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                          gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (data, &n_waits) + first;
  WeftNearCells procs;

  weft_near_cells_init (&procs, get_records (data), NOC_PROC);
  for (guint i = 0; i < n; i++)
    numbers[i] = weft_near_cells_get (&procs, waits[i].record);
  return 0;
}
