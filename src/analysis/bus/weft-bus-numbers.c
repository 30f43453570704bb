/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-numbers.h"

#include "weft-bus-access.h"
#include "weft-bus-region.h"
#include "weft-bus-rows.h"
#include "weft-bus-trace-private.h"
#include "weft-number-block.h"

/* --- what a record says ----------------------------------------------------------------------- */

/* Compact integers, of which none is missing. */
static void
read_compact (const WeftBusTrace *trace, guint column, guint first, guint n, gint64 *numbers)
{
  guint8 gaps[WEFT_FIELD_BLOCK];

  weft_number_block_read_compact (&trace->records, &trace->compact, column, first, n, numbers,
                                  gaps);
}

static void
read_column (const WeftBusTrace *trace, guint column, guint first, guint n, gint64 *numbers)
{
  if (column == BUS_SERVICE || column == BUS_RETRIES || column == BUS_LINE)
    read_compact (trace, column, first, n, numbers);
  else
    weft_number_block_read (&trace->records, column, first, n, numbers);
  for (guint i = 0; column == BUS_LINE && i < n; i++)
    numbers[i] += (gint64) (first + i) + 1;
}

/* Those columns of records that numbers of them follow from. */
typedef struct
{
  gint64 first_attempts[WEFT_FIELD_BLOCK];
  gint64 completes[WEFT_FIELD_BLOCK];
  gint64 services[WEFT_FIELD_BLOCK];
  gint64 retries[WEFT_FIELD_BLOCK];
} Columns;

static WeftBusRecord
get_record (const Columns *columns, guint i)
{
  return (WeftBusRecord){ .first_attempt = (guint64) columns->first_attempts[i],
                          .complete = (guint64) columns->completes[i],
                          .service = (guint64) columns->services[i],
                          .retries = (guint64) columns->retries[i] };
}

static guint64
derive (guint part, const WeftBusRecord *record)
{
  const guint64 elapsed = weft_bus_access_get_elapsed (record);

  switch (part)
    {
    case WEFT_BUS_NUMBER_ELAPSED:
      return elapsed;
    case WEFT_BUS_NUMBER_WAIT:
      return weft_bus_access_get_wait (record, elapsed);
    case WEFT_BUS_NUMBER_EXACT:
      return weft_bus_access_is_exact (record);
    case WEFT_BUS_NUMBER_OVERLONG:
      return weft_bus_access_is_overlong (record, elapsed);
    case WEFT_BUS_NUMBER_UNWAITED:
    default:
      return weft_bus_access_is_retried_unwaited (record,
                                                  weft_bus_access_get_wait (record, elapsed));
    }
}

/* Where the ticks of all of them say how long they took, there is no more to read for that. */
static gboolean
read_exact (const Columns *columns, guint part, guint n, gint64 *numbers)
{
  gboolean are_exact = part == WEFT_BUS_NUMBER_ELAPSED || part == WEFT_BUS_NUMBER_EXACT;

  for (guint i = 0; are_exact && i < n; i++)
    {
      const guint64 start = (guint64) columns->first_attempts[i];
      const guint64 end = (guint64) columns->completes[i];

      are_exact = end >= start;
      numbers[i] = part == WEFT_BUS_NUMBER_EXACT ? 1 : (gint64) (end - start);
    }
  return are_exact;
}

static void
read_derived (const WeftBusTrace *trace, guint part, guint first, guint n, gint64 *numbers)
{
  Columns columns;

  read_column (trace, BUS_FIRST_ATTEMPT, first, n, columns.first_attempts);
  read_column (trace, BUS_COMPLETE, first, n, columns.completes);
  if (read_exact (&columns, part, n, numbers))
    return;
  read_column (trace, BUS_SERVICE, first, n, columns.services);
  read_column (trace, BUS_RETRIES, first, n, columns.retries);
  for (guint i = 0; i < n; i++)
    {
      const WeftBusRecord record = get_record (&columns, i);

      numbers[i] = (gint64) derive (part, &record);
    }
}

static void
read_places (const WeftBusTrace *trace, guint part, guint first, guint n, gint64 *numbers)
{
  const WeftBusRegion *cached = weft_bus_region_get (WEFT_BUS_REGION_HIGH_WRAM);
  const gint64 size = (gint64) cached->last - cached->first;
  gint64 services[WEFT_FIELD_BLOCK];

  read_column (trace, BUS_ADDR, first, n, numbers);
  if (part == WEFT_BUS_NUMBER_REGION)
    {
      for (guint i = 0; i < n; i++)
        numbers[i] = weft_bus_region_get_part ((guint32) numbers[i]);
      return;
    }
  /* Elsewhere all are the same, and so are those that took longer than any that the cache tells. */
  read_column (trace, BUS_SERVICE, first, n, services);
  for (guint i = 0; i < n; i++)
    numbers[i] = (guint64) (numbers[i] - cached->first) <= (guint64) size
                   ? (gint64) MIN ((guint64) services[i], 255)
                   : 256;
}

guint
weft_bus_numbers (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                  guint8 *gaps G_GNUC_UNUSED)
{
  const WeftBusRows *rows = data;
  const WeftBusTrace *trace = rows->snapshot->trace;

  if (rows->index != NULL)
    return WEFT_FIELD_ONE_BY_ONE;
  if (part < N_BUS_COLUMNS)
    read_column (trace, part, first, n, numbers);
  else if (part == WEFT_BUS_NUMBER_REGION || part == WEFT_BUS_NUMBER_CACHE)
    read_places (trace, part, first, n, numbers);
  else
    read_derived (trace, part, first, n, numbers);
  return 0;
}

/* --- what the model says ---------------------------------------------------------------------- */

static gint64
get_number (const WeftBusVerdict *verdict, guint part)
{
  switch (part)
    {
    case WEFT_BUS_NUMBER_WAIT_DELTA:
      return verdict->wait_delta;
    case WEFT_BUS_NUMBER_TOTAL_DELTA:
      return verdict->total_delta;
    case WEFT_BUS_NUMBER_DRIFT_WAIT:
      return verdict->drift_wait;
    case WEFT_BUS_NUMBER_DRIFT_TOTAL:
      return verdict->drift_total;
    case WEFT_BUS_NUMBER_CLASS:
    default:
      return verdict->class;
    }
}

guint
weft_bus_numbers_verdict (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                          guint8 *gaps G_GNUC_UNUSED)
{
  const WeftBusRows *rows = data;
  WeftBusVerdict verdicts[WEFT_BUS_MODEL_BLOCK];
  guint32 block = WEFT_NO_ROW;

  if (rows->index != NULL || rows->model == NULL)
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    {
      guint32 place = weft_bus_model_get_place (rows->model, first + i);

      if (place / WEFT_BUS_MODEL_BLOCK != block)
        weft_bus_model_get_block (rows->model, place, verdicts);
      block = place / WEFT_BUS_MODEL_BLOCK;
      numbers[i] = get_number (&verdicts[place % WEFT_BUS_MODEL_BLOCK], part);
    }
  return 0;
}
