/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-part-numbers.h"

#include "weft-cycle-range.h"
#include "weft-near-cells.h"
#include "weft-pipeline-op-numbers.h"
#include "weft-pipeline-op-source.h"
#include "weft-pipeline-trace-private.h"

#include <string.h>

/* Cells of up to so many columns. */
#define N_COLUMNS 2

/* How the rows of a table hang on ops, and which of its columns are read. */
typedef struct
{
  const WeftTable *table;
  guint last;     /* the column of ops that has the row that was added last, */
  guint previous; /* and that of the table which leads on from there: always to a row before it */
  guint columns[N_COLUMNS];
  guint n_columns;
} Links;

/* Rows of such a table, and on which of a block of ops each hangs. */
typedef struct
{
  guint32 *rows;
  guint16 *ops;
  guint n_rows;
  guint n_allocated;
} Hung;

/* Cells of the rows that hang on a block of ops, one op's behind the other's, in the order in which they were added. */
typedef struct
{
  guint16 *ops; /* on which of these each hangs */
  guint32 *cells[N_COLUMNS];
  guint n_rows;
} Parts;

static void
make_room (Hung *self, guint n_more)
{
  if (self->n_allocated - self->n_rows >= n_more)
    return;
  self->n_allocated = MAX (2 * self->n_allocated, self->n_rows + n_more);
  self->rows = g_renew (guint32, self->rows, self->n_allocated);
  self->ops = g_renew (guint16, self->ops, self->n_allocated);
}

static void
clear_hung (Hung *self)
{
  g_free (self->rows);
  g_free (self->ops);
}

/* The rows that were added last to `n` ops. */
static void
begin_hung (Hung *self, const WeftPipelineTrace *trace, const Links *links, guint first, guint n)
{
  guint32 lasts[WEFT_FIELD_BLOCK];
  guint n_rows = 0;

  *self = (Hung){ NULL, NULL, 0, 0 };
  make_room (self, 2 * WEFT_FIELD_BLOCK);
  weft_table_read (&trace->ops, links->last, first, n, lasts);
  for (guint i = 0; i < n; i++)
    {
      self->rows[n_rows] = lasts[i];
      self->ops[n_rows] = (guint16) i;
      n_rows += lasts[i] != WEFT_NO_ROW;
    }
  self->n_rows = n_rows;
}

/* Adds the rows before those from `start` on. How many follow on one is as good as random: there is no branch. */
static void
step_back (Hung *self, WeftNearCells *previous, guint start)
{
  const guint end = self->n_rows;
  guint32 *rows;
  guint16 *ops;
  guint n_rows = end;

  make_room (self, end - start);
  rows = self->rows;
  ops = self->ops;
  for (guint i = start; i < end; i++)
    {
      const guint32 row = weft_near_cells_get (previous, rows[i]);

      rows[n_rows] = row;
      ops[n_rows] = ops[i];
      n_rows += row < rows[i];
    }
  self->n_rows = n_rows;
}

/* Finds the rows of `n` ops, which are at most WEFT_FIELD_BLOCK, step by step: each step is the same for all ops, and
 * none waits for that of another. */
static void
find_hung (Hung *self, const WeftPipelineTrace *trace, const Links *links, guint first, guint n)
{
  WeftNearCells previous;

  weft_near_cells_init (&previous, links->table, links->previous);
  begin_hung (self, trace, links, first, n);
  for (guint start = 0, end; start < self->n_rows; start = end)
    {
      end = self->n_rows;
      step_back (self, &previous, start);
    }
}

/* Behind the last row of each op: where its next one stands from there on back. */
static void
find_ends (const Hung *hung, guint n, guint32 *ends)
{
  memset (ends, 0, n * sizeof *ends);
  for (guint i = 0; i < hung->n_rows; i++)
    ends[hung->ops[i]]++;
  for (guint i = 1; i < n; i++)
    ends[i] += ends[i - 1];
}

/* Lays the cells of rows down where those belong. Inlined, as it is another loop where `n_columns` is known. */
static inline __attribute__ ((always_inline)) void
lay_down (Parts *self, const Hung *hung, const Links *links, guint n_columns, guint32 *ends)
{
  const guint32 *rows = hung->rows;
  const guint16 *hung_ops = hung->ops;
  const guint n_rows = hung->n_rows;
  guint32 *cells[N_COLUMNS];
  guint16 *ops;
  WeftNearCells columns[N_COLUMNS];

  *self = (Parts){ .n_rows = n_rows, .ops = ops = g_new (guint16, n_rows) };
  for (guint i = 0; i < n_columns; i++)
    {
      self->cells[i] = cells[i] = g_new (guint32, n_rows);
      weft_near_cells_init (&columns[i], links->table, links->columns[i]);
    }
  for (guint i = 0; i < n_rows; i++)
    {
      const guint16 op = hung_ops[i];
      const guint32 place = --ends[op];

      ops[place] = op;
      for (guint column = 0; column < n_columns; column++)
        cells[column][place] = weft_near_cells_get (&columns[column], rows[i]);
    }
}

static void
find_parts (Parts *self, const WeftPipelineTrace *trace, const Links *links, guint first, guint n)
{
  guint32 ends[WEFT_FIELD_BLOCK];
  Hung hung;

  find_hung (&hung, trace, links, first, n);
  find_ends (&hung, n, ends);
  if (links->n_columns == 0)
    lay_down (self, &hung, links, 0, ends);
  else if (links->n_columns == 1)
    lay_down (self, &hung, links, 1, ends);
  else
    lay_down (self, &hung, links, N_COLUMNS, ends);
  clear_hung (&hung);
}

static Links
link_stages (const WeftPipelineTrace *trace)
{
  return (Links){ .table = &trace->stages, .last = OP_LAST_STAGE, .previous = STAGE_PREVIOUS };
}

static Links
link_dependencies (const WeftPipelineTrace *trace)
{
  return (Links){ .table = &trace->deps, .last = OP_LAST_DEP, .previous = DEP_PREVIOUS };
}

static void
clear_parts (Parts *self)
{
  g_free (self->ops);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_free (self->cells[i]);
}

static const WeftPipelineSnapshot *
get_snapshot (gconstpointer data)
{
  return ((const WeftPipelineOpSource *) data)->snapshot;
}

/* Each has the id of its op. FALSE where some op has a word. */
static gboolean
repeat_ids (gconstpointer data, const Parts *parts, guint first, guint n, gint64 *numbers)
{
  gint64 ids[WEFT_FIELD_BLOCK];
  guint8 gaps[WEFT_FIELD_BLOCK];

  if (weft_pipeline_op_numbers_id (data, 0, first, n, ids, gaps) == WEFT_FIELD_ONE_BY_ONE)
    return FALSE;
  for (guint i = 0; i < parts->n_rows; i++)
    numbers[i] = ids[parts->ops[i]];
  return TRUE;
}

/* The numbers that the cells stand for. */
static void
decode (const WeftPipelineTrace *trace, const Parts *parts, gint64 *numbers)
{
  for (guint i = 0; i < parts->n_rows; i++)
    numbers[i] = weft_compact_decode (&trace->compact, parts->cells[0][i]);
}

/* Likewise of ticks since the fetches of the ops: the cycles. */
static void
decode_cycles (const WeftPipelineSnapshot *snapshot, const Parts *parts, guint first, guint n,
               gint64 *numbers)
{
  gint64 fetches[WEFT_FIELD_BLOCK];

  weft_table_read (&snapshot->trace->ops, OP_FETCH, first, n, fetches);
  decode (snapshot->trace, parts, numbers);
  for (guint i = 0; i < parts->n_rows; i++)
    numbers[i] = weft_pipeline_snapshot_to_cycle (
      snapshot, weft_ticks_after (fetches[parts->ops[i]], numbers[i]));
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
           guint n, WeftNumberList *items)
{
  const guint32 *starts = parts->cells[0], *lengths = parts->cells[1];
  const gint64 has_start = part == WEFT_STAGE_NUMBER_END ? -1 : 0; /* all bits of it, or none */
  /* Where a tick is a cycle, nearly all are sums of small numbers. */
  const guint32 small = snapshot->ticks_per_cycle == 1 ? WEFT_COMPACT_WIDE : 0;
  const guint16 *ops = parts->ops;
  const guint n_rows = parts->n_rows;
  const gint64 origin = snapshot->origin;
  gint64 *numbers = items->numbers;
  guint8 *gaps = items->gaps;
  guint n_gaps = 0;
  gint64 fetches[WEFT_FIELD_BLOCK];

  weft_table_read (&snapshot->trace->ops, OP_FETCH, first, n, fetches);
  for (guint i = 0; i < n_rows; i++)
    {
      const gint64 fetch = fetches[ops[i]];
      const gint64 start =
        weft_ticks_after (weft_ticks_between (origin, fetch), starts[i]) & has_start;

      gaps[i] = 0;
      if (G_LIKELY ((starts[i] | lengths[i]) < small))
        numbers[i] = weft_ticks_after (start, lengths[i]);
      else
        gaps[i] = !measure_stage (snapshot, part, starts[i], lengths[i], fetch, &numbers[i]);
      n_gaps += gaps[i];
    }
  items->n_gaps = n_gaps;
}

gboolean
weft_pipeline_stage_numbers (gconstpointer data, guint part, guint first, guint n,
                             WeftNumberList *items)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  Links links = link_stages (snapshot->trace);
  gboolean read = TRUE;
  Parts parts;

  if (part != WEFT_STAGE_NUMBER_OP && part != WEFT_STAGE_NUMBER_OPEN)
    links.columns[links.n_columns++] = STAGE_START;
  if (part != WEFT_STAGE_NUMBER_OP && part != WEFT_STAGE_NUMBER_START)
    links.columns[links.n_columns++] = STAGE_LENGTH;
  find_parts (&parts, snapshot->trace, &links, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  if (part == WEFT_STAGE_NUMBER_OP)
    read = repeat_ids (data, &parts, first, n, items->numbers);
  else if (part == WEFT_STAGE_NUMBER_START)
    decode_cycles (snapshot, &parts, first, n, items->numbers);
  else if (part == WEFT_STAGE_NUMBER_OPEN)
    for (guint i = 0; i < parts.n_rows; i++)
      items->numbers[i] = parts.cells[0][i] == WEFT_COMPACT_NONE;
  else
    read_ends (snapshot, &parts, part, first, n, items);
  clear_parts (&parts);
  return read;
}

gboolean
weft_pipeline_stage_kinds (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                           WeftNumberList *items)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  Links links = link_stages (trace);
  Parts parts;

  links.columns[links.n_columns++] = STAGE_KIND;
  find_parts (&parts, trace, &links, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  for (guint i = 0; i < parts.n_rows; i++)
    items->numbers[i] = parts.cells[0][i];
  clear_parts (&parts);
  return TRUE;
}

/* --- dependencies ------------------------------------------------------------------------------- */

/* The ids of producers, which are ops near those that wait, or known by their id alone. FALSE where some op has a
 * word. */
static gboolean
read_producers (const WeftPipelineSnapshot *snapshot, const Parts *parts, gint64 *numbers)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  const guint64 n_words = weft_string_pool_size (&trace->names);
  gboolean any = FALSE;
  WeftNearCells ids;

  weft_near_cells_init (&ids, &trace->ops, OP_ID);
  decode (trace, parts, numbers);
  for (guint i = 0; i < parts->n_rows; i++)
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
  Links links = link_dependencies (trace);
  gboolean read = TRUE;
  Parts parts;

  if (part != WEFT_DEPENDENCY_NUMBER_OP)
    links.columns[links.n_columns++] = columns[part];
  find_parts (&parts, trace, &links, first, n);
  weft_number_list_set_size (items, parts.n_rows);
  if (part == WEFT_DEPENDENCY_NUMBER_OP)
    read = repeat_ids (data, &parts, first, n, items->numbers);
  else if (part == WEFT_DEPENDENCY_NUMBER_PRODUCER)
    read = read_producers (snapshot, &parts, items->numbers);
  else if (part == WEFT_DEPENDENCY_NUMBER_CYCLE)
    decode_cycles (snapshot, &parts, first, n, items->numbers);
  else
    decode (trace, &parts, items->numbers);
  clear_parts (&parts);
  return read;
}

/* --- how many there are ------------------------------------------------------------------------- */

static guint
count (gconstpointer data, const Links *links, guint first, guint n, gint64 *numbers)
{
  Hung hung;

  find_hung (&hung, get_snapshot (data)->trace, links, first, n);
  memset (numbers, 0, n * sizeof *numbers);
  for (guint i = 0; i < hung.n_rows; i++)
    numbers[hung.ops[i]]++;
  clear_hung (&hung);
  return 0;
}

guint
weft_pipeline_op_numbers_stages (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const Links links = link_stages (get_snapshot (data)->trace);

  return count (data, &links, first, n, numbers);
}

guint
weft_pipeline_op_numbers_dependencies (gconstpointer data, guint part G_GNUC_UNUSED, guint first,
                                       guint n, gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const Links links = link_dependencies (get_snapshot (data)->trace);

  return count (data, &links, first, n, numbers);
}
