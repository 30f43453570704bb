/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-numbers.h"

#include "weft-cycle-range.h"
#include "weft-number-block.h"
#include "weft-pipeline-op-source.h"
#include "weft-pipeline-trace-private.h"

#include <string.h>

G_STATIC_ASSERT (WEFT_FIELD_BLOCK % WEFT_SEALED_CELLS == 0);
G_STATIC_ASSERT (WEFT_CHUNK_ROWS % WEFT_FIELD_BLOCK == 0);

static const WeftPipelineSnapshot *
get_snapshot (gconstpointer data)
{
  return ((const WeftPipelineOpSource *) data)->snapshot;
}

/* --- cells -------------------------------------------------------------------------------------- */

static guint
read_compact (const WeftPipelineSnapshot *snapshot, guint column, guint first, guint n,
              gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return weft_number_block_read_compact (&trace->ops, &trace->compact, column, first, n, numbers,
                                         gaps);
}

static void
read_fetch_ticks (const WeftPipelineSnapshot *snapshot, guint first, guint n, gint64 *ticks)
{
  weft_table_read (&snapshot->trace->ops, OP_FETCH, first, n, ticks);
}

static void
to_cycles (const WeftPipelineSnapshot *snapshot, guint n, gint64 *ticks)
{
  const gint64 origin = snapshot->origin;

  if (snapshot->ticks_per_cycle == 1)
    for (guint i = 0; i < n; i++)
      ticks[i] = weft_ticks_between (origin, ticks[i]);
  else
    for (guint i = 0; i < n; i++)
      ticks[i] = weft_pipeline_snapshot_to_cycle (snapshot, ticks[i]);
}

/* A number that stands for a word is none. */
static guint
refuse_words (const WeftPipelineSnapshot *snapshot, guint n, const gint64 *numbers, guint n_gaps)
{
  const guint64 n_words = weft_string_pool_size (&snapshot->trace->names);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    any |= (guint64) numbers[i] - (guint64) WEFT_FIRST_WORD < n_words;
  return any ? WEFT_FIELD_ONE_BY_ONE : n_gaps;
}

/* --- names -------------------------------------------------------------------------------------- */

guint
weft_pipeline_op_numbers_id (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  const gint64 origin = snapshot->id_origin;

  read_compact (snapshot, OP_ID, first, n, numbers, gaps);
  for (guint i = 0; i < n; i++)
    numbers[i] = weft_ticks_between (origin, weft_ticks_after (first + i, numbers[i]));
  return refuse_words (snapshot, n, numbers, 0);
}

/* Names of threads and ops, which every op has. */
static guint
read_names (gconstpointer data, guint column, guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  read_compact (get_snapshot (data), column, first, n, numbers, gaps);
  return refuse_words (get_snapshot (data), n, numbers, 0);
}

guint
weft_pipeline_op_numbers_gid (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps)
{
  return read_names (data, OP_GID, first, n, numbers, gaps);
}

/* −1 is what logs write where there is none. */
guint
weft_pipeline_op_numbers_rid (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  guint n_gaps = 0;

  memset (gaps, 0, n);
  if (snapshot->rids != NULL)
    for (guint i = 0; i < n; i++)
      numbers[i] = snapshot->rids[first + i];
  else
    read_compact (snapshot, OP_RID, first, n, numbers, gaps);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] |= numbers[i] == -1;
      n_gaps += gaps[i];
    }
  if (n_gaps > 0)
    weft_number_block_clear (n, numbers, gaps);
  return refuse_words (snapshot, n, numbers, n_gaps);
}

guint
weft_pipeline_op_numbers_tid (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps)
{
  return read_names (data, OP_TID, first, n, numbers, gaps);
}

guint
weft_pipeline_op_numbers_line (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                               gint64 *numbers, guint8 *gaps)
{
  read_compact (get_snapshot (data), OP_LINE, first, n, numbers, gaps);
  return 0;
}

guint
weft_pipeline_op_numbers_row (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftPipelineOpSource *self = data;
  const guint32 *rows = self->snapshot->rows_by_op;

  if (self->rows != NULL)
    return WEFT_FIELD_ONE_BY_ONE;
  for (guint i = 0; i < n; i++)
    numbers[i] = rows != NULL ? rows[first + i] : first + i;
  return 0;
}

guint
weft_pipeline_op_numbers_pc (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  guint32 indices[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  weft_table_read (&trace->ops, OP_PC, first, n, indices);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] = indices[i] == WEFT_NO_ROW;
      n_gaps += gaps[i];
      numbers[i] = gaps[i] ? 0 : (gint64) weft_table_get_u64 (&trace->pcs, 0, indices[i]);
    }
  return n_gaps;
}

/* --- times -------------------------------------------------------------------------------------- */

guint
weft_pipeline_op_numbers_fetch (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  read_fetch_ticks (get_snapshot (data), first, n, numbers);
  to_cycles (get_snapshot (data), n, numbers);
  return 0;
}

/* Cycles that are stored as ticks behind the fetches, whose ticks are `fetches`: returns how many are not known,
 * and has `gaps` where there are any. */
static guint
read_cycles (const WeftPipelineSnapshot *snapshot, guint column, guint first, guint n,
             const gint64 *fetches, gint64 *numbers, guint8 *gaps)
{
  guint n_gaps = read_compact (snapshot, column, first, n, numbers, gaps);

  for (guint i = 0; i < n; i++)
    numbers[i] = weft_ticks_after (fetches[i], numbers[i]);
  to_cycles (snapshot, n, numbers);
  return n_gaps;
}

/* The ends, of an op that is open the one that it has so far */
static guint
read_ends (const WeftPipelineSnapshot *snapshot, guint first, guint n, const gint64 *fetches,
           gint64 *numbers, guint8 *gaps)
{
  const gint64 open_end = weft_pipeline_snapshot_get_open_end (snapshot);
  guint n_gaps = read_cycles (snapshot, OP_END, first, n, fetches, numbers, gaps);

  if (snapshot->trace->dialect == WEFT_PIPELINE_O3)
    for (guint i = 0; i < n; i++)
      numbers[i] += numbers[i] < G_MAXINT64;
  for (guint i = 0; i < n && n_gaps > 0; i++)
    numbers[i] = gaps[i] ? open_end : numbers[i];
  return n_gaps;
}

/* An op is open for as long as its flags say so. */
guint
weft_pipeline_op_numbers_end (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  gint64 fetches[WEFT_FIELD_BLOCK];
  guint8 flags[WEFT_FIELD_BLOCK];
  guint n_gaps = 0;

  weft_table_read (&snapshot->trace->ops, OP_FLAGS, first, n, flags);
  read_fetch_ticks (snapshot, first, n, fetches);
  read_ends (snapshot, first, n, fetches, numbers, gaps);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] = (flags[i] & OP_STATE_MASK) == WEFT_OP_OPEN;
      n_gaps += gaps[i];
    }
  if (n_gaps > 0)
    weft_number_block_clear (n, numbers, gaps);
  return n_gaps;
}

guint
weft_pipeline_op_numbers_latency (gconstpointer data, guint part G_GNUC_UNUSED, guint first,
                                  guint n, gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  gint64 fetches[WEFT_FIELD_BLOCK];

  read_fetch_ticks (snapshot, first, n, fetches);
  read_ends (snapshot, first, n, fetches, numbers, gaps);
  to_cycles (snapshot, n, fetches);
  for (guint i = 0; i < n; i++)
    numbers[i] = (gint64) weft_cycles_between (fetches[i], numbers[i]);
  return 0;
}

guint
weft_pipeline_op_numbers_moment (gconstpointer data, guint part, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps)
{
  gint64 fetches[WEFT_FIELD_BLOCK];
  guint n_gaps;

  read_fetch_ticks (get_snapshot (data), first, n, fetches);
  n_gaps = read_cycles (get_snapshot (data), part, first, n, fetches, numbers, gaps);
  if (n_gaps > 0)
    weft_number_block_clear (n, numbers, gaps);
  return n_gaps;
}

guint
weft_pipeline_op_numbers_is (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                             guint8 *gaps G_GNUC_UNUSED)
{
  guint8 flags[WEFT_FIELD_BLOCK];

  weft_table_read (&get_snapshot (data)->trace->ops, OP_FLAGS, first, n, flags);
  for (guint i = 0; i < n; i++)
    numbers[i] = (flags[i] & OP_STATE_MASK) == part;
  return 0;
}

guint
weft_pipeline_op_codes_state (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                              gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  weft_number_block_read (&get_snapshot (data)->trace->ops, OP_FLAGS, first, n, numbers);
  for (guint i = 0; i < n; i++)
    numbers[i] &= OP_STATE_MASK;
  return 0;
}

/* --- what the log attributes stalls to ----------------------------------------------------------- */

/* How many of the ops there are rows of. */
static guint
count_attributed (const WeftPipelineTrace *trace, guint first, guint n)
{
  const guint n_rows = weft_table_length (&trace->attributions);

  return first < n_rows ? MIN (n, n_rows - first) : 0;
}

guint
weft_pipeline_op_numbers_attributed (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  const guint n_rows = count_attributed (trace, first, n);
  guint n_gaps = 0;

  if (n_rows > 0)
    n_gaps = weft_number_block_read_compact (&trace->attributions, &trace->compact, part, first,
                                             n_rows, numbers, gaps);
  if (n_gaps == 0)
    memset (gaps, 0, n_rows);
  memset (gaps + n_rows, 1, n - n_rows);
  memset (numbers + n_rows, 0, (n - n_rows) * sizeof *numbers);
  return n_gaps + n - n_rows;
}

guint
weft_pipeline_op_codes_attributed (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  const guint n_rows = count_attributed (trace, first, n);

  if (n_rows > 0)
    weft_number_block_read (&trace->attributions, part, first, n_rows, numbers);
  for (guint i = n_rows; i < n; i++)
    numbers[i] = WEFT_NO_NAME;
  return 0;
}
