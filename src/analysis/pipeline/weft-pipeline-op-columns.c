/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-columns.h"

#include "weft-number.h"
#include "weft-pipeline-label-sort.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stalls.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- stall cycles ------------------------------------------------------------------------------- */

struct _WeftPipelineSharedStalls
{
  GMutex mutex;
  WeftPipelineStalls *stalls; /* NULL: not known yet */
};

WeftPipelineSharedStalls *
weft_pipeline_shared_stalls_new (void)
{
  WeftPipelineSharedStalls *self = g_atomic_rc_box_new0 (WeftPipelineSharedStalls);

  g_mutex_init (&self->mutex);
  return self;
}

WeftPipelineSharedStalls *
weft_pipeline_shared_stalls_ref (WeftPipelineSharedStalls *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_stalls (gpointer stalls)
{
  WeftPipelineSharedStalls *self = stalls;

  g_clear_pointer (&self->stalls, weft_pipeline_stalls_free);
  g_mutex_clear (&self->mutex);
}

void
weft_pipeline_shared_stalls_unref (WeftPipelineSharedStalls *self)
{
  g_atomic_rc_box_release_full (self, clear_stalls);
}

gboolean
weft_pipeline_shared_stalls_read (WeftPipelineSharedStalls *self, WeftPipelineSnapshot *snapshot,
                                  GCancellable *cancellable, GError **error)
{
  WeftPipelineStalls *stalls = weft_pipeline_stalls_new (snapshot, cancellable, error), *before;

  if (stalls == NULL)
    return FALSE;
  g_mutex_lock (&self->mutex);
  before = self->stalls;
  self->stalls = stalls;
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&before, weft_pipeline_stalls_free);
  return TRUE;
}

gboolean
weft_pipeline_shared_stalls_is_estimate (WeftPipelineSharedStalls *self)
{
  gboolean is_estimate;

  g_mutex_lock (&self->mutex);
  is_estimate = self->stalls != NULL && weft_pipeline_stalls_is_estimate (self->stalls);
  g_mutex_unlock (&self->mutex);
  return is_estimate;
}

/* --- cells -------------------------------------------------------------------------------------- */

static const WeftPipelineSnapshot *
get_snapshot (gconstpointer data)
{
  return ((const WeftPipelineOpColumns *) data)->snapshot;
}

static gint64
read_compact (gconstpointer data, guint column, guint32 op)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;

  return weft_compact_decode (&trace->compact,
                              weft_cell_load (weft_table_u32 (&trace->ops, column, op)));
}

static WeftCell
get_row (gconstpointer data, guint op)
{
  WeftPipelineRows *rows = ((const WeftPipelineOpColumns *) data)->rows;
  guint32 row;

  if (rows == NULL)
    return weft_cell_count (weft_pipeline_snapshot_row_of_op (get_snapshot (data), op));
  weft_pipeline_rows_lock (rows);
  row = weft_pipeline_rows_find_op (rows, op);
  weft_pipeline_rows_unlock (rows);
  return row != WEFT_NO_ROW ? weft_cell_count (row) : weft_cell_none ();
}

static WeftCell
get_id (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_ticks_between (
    get_snapshot (data)->id_origin, weft_ticks_after (op, read_compact (data, OP_ID, op))));
}

static WeftCell
get_gid (gconstpointer data, guint op)
{
  return weft_cell_signed (read_compact (data, OP_GID, op));
}

static WeftCell
get_thread (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_op_thread (get_snapshot (data), op));
}

static WeftCell
get_retire_id (gconstpointer data, guint op)
{
  WeftOp info;

  weft_pipeline_snapshot_get_op (get_snapshot (data), op, &info);
  return info.rid != -1 ? weft_cell_signed (info.rid) : weft_cell_none ();
}

static const char *
get_state_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word <= WEFT_OP_FLUSHED ? weft_op_state_to_string (word) : NULL;
}

static WeftCell
get_state (gconstpointer data, guint op)
{
  WeftOpState state = weft_op_state (get_snapshot (data), op);

  return weft_cell_word (state, weft_op_state_to_string (state));
}

static WeftCell
get_state_number (gconstpointer data, guint op)
{
  return weft_cell_count (weft_op_state (get_snapshot (data), op));
}

static WeftCell
get_pc (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  guint32 index = weft_op_pc_index (snapshot, op);

  return index != WEFT_NO_ROW
           ? weft_cell_address (weft_pipeline_trace_get_pc (snapshot->trace, index))
           : weft_cell_none ();
}

static WeftCell
get_label (gconstpointer data, guint op)
{
  return weft_cell_text (weft_pipeline_snapshot_get_label (get_snapshot (data), op));
}

static WeftCell
get_fetch (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_op_fetch (get_snapshot (data), op));
}

static WeftCell
get_end (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);

  return weft_op_state (snapshot, op) != WEFT_OP_OPEN
           ? weft_cell_signed (weft_op_end (snapshot, op))
           : weft_cell_none ();
}

static WeftCell
get_latency (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);

  return weft_cell_count (
    weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op)));
}

static WeftCell
get_stall (gconstpointer data, guint op)
{
  WeftPipelineSharedStalls *shared = ((const WeftPipelineOpColumns *) data)->stalls;
  WeftCell cell = weft_cell_none ();

  g_mutex_lock (&shared->mutex);
  if (shared->stalls != NULL)
    cell = weft_cell_count (weft_pipeline_stalls_get_cycles (shared->stalls, op));
  g_mutex_unlock (&shared->mutex);
  return cell;
}

static WeftCell
get_stages (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  guint32 stage = weft_op_last_stage (snapshot, op);
  guint64 n_stages = 0;

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (snapshot, stage))
    n_stages++;
  return weft_cell_count (n_stages);
}

static gboolean
sort_labels (gconstpointer data, gboolean descending, guint32 *ops, guint32 n_ops,
             GCancellable *cancellable, GError **error)
{
  return weft_pipeline_label_sort ((WeftPipelineSnapshot *) get_snapshot (data), ops, n_ops,
                                   descending, WEFT_PIPELINE_LABEL_SORT_BYTES, cancellable, error);
}

/* --- cells for people --------------------------------------------------------------------------- */

/* Names rather than amounts: as the log writes them. */
static char *
show_name (gconstpointer data G_GNUC_UNUSED, guint op G_GNUC_UNUSED, const WeftCell *cell)
{
  return weft_cell_to_string (cell);
}

const char *
weft_op_state_describe (WeftOpState state)
{
  switch (state)
    {
    case WEFT_OP_RETIRED:
      return _ ("retired");
    case WEFT_OP_FLUSHED:
      return _ ("flushed");
    case WEFT_OP_OPEN:
    default:
      return _ ("open");
    }
}

static char *
show_state (gconstpointer data, guint op, const WeftCell *cell G_GNUC_UNUSED)
{
  return g_strdup (weft_op_state_describe (weft_op_state (get_snapshot (data), op)));
}

/* A line of a table holds one line of a label. */
static char *
show_label (gconstpointer data G_GNUC_UNUSED, guint op G_GNUC_UNUSED, const WeftCell *cell)
{
  const char *end = strchr (cell->text, '\n');

  return end == NULL ? g_strdup (cell->text)
                     : g_strdup_printf ("%.*s …", (int) (end - cell->text), cell->text);
}

static char *
show_latency (gconstpointer data, guint op, const WeftCell *cell)
{
  char *number = weft_number_count (cell->count), *least;

  if (weft_op_state (get_snapshot (data), op) != WEFT_OP_OPEN)
    return number;
  least = g_strconcat ("≥ ", number, NULL);
  g_free (number);
  return least;
}

static char *
show_stall (gconstpointer data, guint op G_GNUC_UNUSED, const WeftCell *cell)
{
  char *number = weft_number_count (cell->count), *about;

  if (!weft_pipeline_shared_stalls_is_estimate (((const WeftPipelineOpColumns *) data)->stalls))
    return number;
  about = g_strconcat ("≈ ", number, NULL);
  g_free (number);
  return about;
}

/* --- the columns -------------------------------------------------------------------------------- */

static const WeftField fields[] = {
  { "row", N_ ("Row"), get_row, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .digits = 9 },
  { "id", N_ ("Id"), get_id, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .show = show_name, .digits = 8 },
  { "gid", N_ ("Simulator id"), get_gid, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE | WEFT_FIELD_HIDDEN,
    .show = show_name, .digits = 8 },
  { "thread", N_ ("Thread"), get_thread, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .show = show_name,
    .digits = 3 },
  { "rid", N_ ("Retire id"), get_retire_id, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .show = show_name,
    .digits = 8 },
  { "state", N_ ("State"), get_state, WEFT_FIELD_TEXT, WEFT_FIELD_TABLE, .word = get_state_word,
    .show = show_state, .order = get_state_number, .digits = 8 },
  { "pc", N_ ("PC"), get_pc, WEFT_FIELD_ANY, WEFT_FIELD_TABLE, .digits = 12 },
  { "label", N_ ("Label"), get_label, WEFT_FIELD_TEXT, WEFT_FIELD_TABLE | WEFT_FIELD_LAST,
    .show = show_label, .sort = sort_labels, .digits = 30 },
  { "fetch", N_ ("Fetch, cycle"), get_fetch, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .digits = 10 },
  { "end", N_ ("End, cycle"), get_end, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .digits = 10 },
  { "latency", N_ ("Latency, cycles"), get_latency, WEFT_FIELD_COUNT, WEFT_FIELD_TABLE,
    .show = show_latency, .digits = 9 },
  { "stall", N_ ("Stall, cycles"), get_stall, WEFT_FIELD_COUNT, WEFT_FIELD_TABLE,
    .show = show_stall, .digits = 9 },
  { "stages", N_ ("Stages"), get_stages, WEFT_FIELD_COUNT, WEFT_FIELD_TABLE | WEFT_FIELD_HIDDEN,
    .digits = 3 },
};

const WeftSchema weft_pipeline_op_columns = { "pipeline_op_row", "Ops as rows of a table", fields,
                                              G_N_ELEMENTS (fields) };
