/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-part-numbers.h"

#include "weft-cycle-range.h"
#include "weft-near-cells.h"
#include "weft-pipeline-op-numbers.h"
#include "weft-pipeline-op-source.h"
#include "weft-pipeline-trace-private.h"

/* Rows of a table that hang on some ops, one op's behind the other's, in the order in which they were added. */
typedef struct
{
  guint n_ops;
  guint32 ends[WEFT_FIELD_BLOCK]; /* of each op, how many rows there are up to its last */
  guint32 *rows;
  guint n_rows;
  guint n_allocated;
} Parts;

static void
add_row (Parts *self, guint32 row)
{
  if (self->n_rows == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 16 * WEFT_FIELD_BLOCK);
      self->rows = g_renew (guint32, self->rows, self->n_allocated);
    }
  self->rows[self->n_rows++] = row;
}

static void
reverse_rows (guint32 *rows, guint n)
{
  for (guint i = 0; i + 1 < n; i++)
    {
      guint32 swap = rows[i];

      rows[i] = rows[--n];
      rows[n] = swap;
    }
}

/* `last` is the column of ops that has the row that was added last, and `previous` that of the table that leads on
 * from there: always to a row before it. */
static void
find_parts (Parts *self, const WeftPipelineTrace *trace, guint last, const WeftTable *table,
            guint previous, guint first, guint n)
{
  guint32 lasts[WEFT_FIELD_BLOCK];
  WeftNearCells links;

  weft_near_cells_init (&links, table, previous);
  weft_table_read (&trace->ops, last, first, n, lasts);
  *self = (Parts){ .n_ops = n };
  for (guint i = 0; i < n; i++)
    {
      const guint start = self->n_rows;

      for (guint32 row = lasts[i], next; row != WEFT_NO_ROW; row = next)
        {
          add_row (self, row);
          next = weft_near_cells_get (&links, row);
          next = next < row ? next : WEFT_NO_ROW;
        }
      if (self->n_rows > start)
        reverse_rows (self->rows + start, self->n_rows - start);
      self->ends[i] = self->n_rows;
    }
}

static void
find_stages (Parts *self, const WeftPipelineTrace *trace, guint first, guint n)
{
  find_parts (self, trace, OP_LAST_STAGE, &trace->stages, STAGE_PREVIOUS, first, n);
}

static void
find_dependencies (Parts *self, const WeftPipelineTrace *trace, guint first, guint n)
{
  find_parts (self, trace, OP_LAST_DEP, &trace->deps, DEP_PREVIOUS, first, n);
}

static void
clear_parts (Parts *self)
{
  g_free (self->rows);
}

static const WeftPipelineSnapshot *
get_snapshot (gconstpointer data)
{
  return ((const WeftPipelineOpSource *) data)->snapshot;
}

/* Each has the number of its op. */
static void
repeat_numbers (const Parts *parts, const gint64 *of_ops, gint64 *numbers)
{
  for (guint i = 0, row = 0; i < parts->n_ops; i++)
    for (; row < parts->ends[i]; row++)
      numbers[row] = of_ops[i];
}

/* FALSE where some op has a word. */
static gboolean
repeat_ids (gconstpointer data, const Parts *parts, guint first, gint64 *numbers)
{
  gint64 ids[WEFT_FIELD_BLOCK];
  guint8 gaps[WEFT_FIELD_BLOCK];

  if (weft_pipeline_op_numbers_id (data, 0, first, parts->n_ops, ids, gaps)
      == WEFT_FIELD_ONE_BY_ONE)
    return FALSE;
  repeat_numbers (parts, ids, numbers);
  return TRUE;
}

/* Cells of the rows as they are. */
static void
read_cells (const Parts *parts, const WeftTable *table, guint column, gint64 *numbers)
{
  WeftNearCells cells;

  weft_near_cells_init (&cells, table, column);
  for (guint i = 0; i < parts->n_rows; i++)
    numbers[i] = weft_near_cells_get (&cells, parts->rows[i]);
}

/* The numbers that the cells stand for. */
static void
decode (const WeftPipelineTrace *trace, guint n, gint64 *numbers)
{
  for (guint i = 0; i < n; i++)
    numbers[i] = weft_compact_decode (&trace->compact, (guint32) numbers[i]);
}

/* Likewise of ticks since the fetches of the ops: the cycles. */
static void
decode_cycles (const WeftPipelineSnapshot *snapshot, const Parts *parts, guint first,
               gint64 *numbers)
{
  gint64 fetches[WEFT_FIELD_BLOCK];

  weft_table_read (&snapshot->trace->ops, OP_FETCH, first, parts->n_ops, fetches);
  decode (snapshot->trace, parts->n_rows, numbers);
  for (guint i = 0, row = 0; i < parts->n_ops; i++)
    for (; row < parts->ends[i]; row++)
      numbers[row] =
        weft_pipeline_snapshot_to_cycle (snapshot, weft_ticks_after (fetches[i], numbers[row]));
}

/* --- stages ------------------------------------------------------------------------------------- */

/* The first number of `part` of a stage; FALSE where it is not known of one that is open. */
static inline gboolean
measure_stage (const WeftPipelineSnapshot *snapshot, guint part, guint32 start, guint32 length,
               gint64 fetch, gint64 *number)
{
  gint64 first, end;

  *number = 0;
  if (!weft_stage_cells_cycles (snapshot, start, length, fetch, &first, &end))
    return FALSE;
  *number = part == WEFT_STAGE_NUMBER_END ? end : (gint64) weft_cycles_between (first, end);
  return TRUE;
}

/* Ends, or how long they lasted. */
static void
read_ends (const WeftPipelineSnapshot *snapshot, const Parts *parts, guint part, guint first,
           WeftNumberList *items)
{
  const WeftTable *stages = &snapshot->trace->stages;
  gint64 fetches[WEFT_FIELD_BLOCK];
  WeftNearCells starts;

  read_cells (parts, stages, STAGE_LENGTH, items->numbers);
  weft_near_cells_init (&starts, stages, STAGE_START);
  weft_table_read (&snapshot->trace->ops, OP_FETCH, first, parts->n_ops, fetches);
  for (guint i = 0, row = 0; i < parts->n_ops; i++)
    for (; row < parts->ends[i]; row++)
      {
        gint64 *number = &items->numbers[row];

        items->gaps[row] =
          !measure_stage (snapshot, part, weft_near_cells_get (&starts, parts->rows[row]),
                          (guint32) *number, fetches[i], number);
        items->n_gaps += items->gaps[row];
      }
}

gboolean
weft_pipeline_stage_numbers (gconstpointer data, guint part, guint first, guint n,
                             WeftNumberList *items)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  const WeftTable *stages = &snapshot->trace->stages;
  gboolean read = TRUE;
  Parts parts;

  find_stages (&parts, snapshot->trace, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  if (part == WEFT_STAGE_NUMBER_OP)
    read = repeat_ids (data, &parts, first, items->numbers);
  else if (part == WEFT_STAGE_NUMBER_START)
    {
      read_cells (&parts, stages, STAGE_START, items->numbers);
      decode_cycles (snapshot, &parts, first, items->numbers);
    }
  else if (part == WEFT_STAGE_NUMBER_OPEN)
    {
      read_cells (&parts, stages, STAGE_LENGTH, items->numbers);
      for (guint i = 0; i < parts.n_rows; i++)
        items->numbers[i] = items->numbers[i] == WEFT_COMPACT_NONE;
    }
  else
    read_ends (snapshot, &parts, part, first, items);
  clear_parts (&parts);
  return read;
}

gboolean
weft_pipeline_stage_kinds (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                           WeftNumberList *items)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  Parts parts;

  find_stages (&parts, trace, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  read_cells (&parts, &trace->stages, STAGE_KIND, items->numbers);
  clear_parts (&parts);
  return TRUE;
}

/* --- dependencies ------------------------------------------------------------------------------- */

/* The ids of producers, which are ops near those that wait, or known by their id alone. FALSE where some op has a
 * word. */
static gboolean
read_producers (const WeftPipelineSnapshot *snapshot, guint n, gint64 *numbers)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  const guint64 n_words = weft_string_pool_size (&trace->names);
  gboolean any = FALSE;
  WeftNearCells ids;

  weft_near_cells_init (&ids, &trace->ops, OP_ID);
  decode (trace, n, numbers);
  for (guint i = 0; i < n; i++)
    {
      const gint64 producer = numbers[i];
      gint64 id = -1 - producer;

      if (producer >= 0)
        id = weft_ticks_after (
          producer,
          weft_compact_decode (&trace->compact, weft_near_cells_get (&ids, (guint32) producer)));
      numbers[i] = weft_ticks_between (snapshot->id_origin, id);
      any |= (guint64) numbers[i] - (guint64) WEFT_FIRST_WORD < n_words;
    }
  return !any;
}

gboolean
weft_pipeline_dependency_numbers (gconstpointer data, guint part, guint first, guint n,
                                  WeftNumberList *items)
{
  static const guint columns[] = { [WEFT_DEPENDENCY_NUMBER_PRODUCER] = DEP_PRODUCER,
                                   [WEFT_DEPENDENCY_NUMBER_TYPE] = DEP_TYPE,
                                   [WEFT_DEPENDENCY_NUMBER_CYCLE] = DEP_CYCLE };
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  const WeftPipelineTrace *trace = snapshot->trace;
  gboolean read = TRUE;
  Parts parts;

  find_dependencies (&parts, trace, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  if (part != WEFT_DEPENDENCY_NUMBER_OP)
    read_cells (&parts, &trace->deps, columns[part], items->numbers);
  if (part == WEFT_DEPENDENCY_NUMBER_OP)
    read = repeat_ids (data, &parts, first, items->numbers);
  else if (part == WEFT_DEPENDENCY_NUMBER_PRODUCER)
    read = read_producers (snapshot, parts.n_rows, items->numbers);
  else if (part == WEFT_DEPENDENCY_NUMBER_CYCLE)
    decode_cycles (snapshot, &parts, first, items->numbers);
  else
    decode (trace, parts.n_rows, items->numbers);
  clear_parts (&parts);
  return read;
}

/* --- how many there are ------------------------------------------------------------------------- */

static void
count (const Parts *parts, gint64 *numbers)
{
  for (guint i = 0; i < parts->n_ops; i++)
    numbers[i] = parts->ends[i] - (i > 0 ? parts->ends[i - 1] : 0);
}

guint
weft_pipeline_op_numbers_stages (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  Parts parts;

  find_stages (&parts, get_snapshot (data)->trace, first, n);
  count (&parts, numbers);
  clear_parts (&parts);
  return 0;
}

guint
weft_pipeline_op_numbers_dependencies (gconstpointer data, guint part G_GNUC_UNUSED, guint first,
                                       guint n, gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  Parts parts;

  find_dependencies (&parts, get_snapshot (data)->trace, first, n);
  count (&parts, numbers);
  clear_parts (&parts);
  return 0;
}
