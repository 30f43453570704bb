/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-dependencies.h"

#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-map64.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"
#include "weft-room.h"

#define KEPT_AS "dependencies"

struct _WeftPipelineDependencies
{
  WeftPipelineSnapshot *snapshot;
  guint32 *starts; /* by op: its first consumer, and after the last op where the last one's end */
  guint32 *consumers;
};

/* The dependency of `op` that the log said last, and the one before another; WEFT_NO_ROW: none. */
static guint32
get_last (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  return weft_table_get_u32 (&snapshot->trace->ops, OP_LAST_DEP, op);
}

static guint32
get_previous (const WeftPipelineSnapshot *snapshot, guint32 dep)
{
  return weft_table_get_u32 (&snapshot->trace->deps, DEP_PREVIOUS, dep);
}

/* WEFT_NO_ROW where the snapshot does not know the op. */
static guint32
get_producer (const WeftPipelineSnapshot *snapshot, guint32 dep)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  gint64 producer =
    weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->deps, DEP_PRODUCER, dep));

  return producer >= 0 && producer < snapshot->n_ops ? (guint32) producer : WEFT_NO_ROW;
}

/* Counts the consumers of each op behind its start, or (`next`) enters them, each at the next place of its producer. */
static gboolean
read_edges (WeftPipelineDependencies *self, guint32 *next, GCancellable *cancellable,
            GError **error)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      if (weft_ops_cancelled (op, cancellable, error))
        return FALSE;
      for (guint32 dep = get_last (snapshot, op); dep != WEFT_NO_ROW;
           dep = get_previous (snapshot, dep))
        {
          guint32 producer = get_producer (snapshot, dep);

          if (producer == WEFT_NO_ROW)
            continue;
          if (next == NULL)
            self->starts[producer + 1]++;
          else if (next[producer] < self->starts[producer + 1])
            self->consumers[next[producer]++] = op;
        }
    }
  return TRUE;
}

/* --- in index files ---------------------------------------------------------------------------------------- */

void
weft_pipeline_dependencies_put (const WeftPipelineDependencies *self, WeftIndexWriter *writer)
{
  const guint32 n_ops = self->snapshot->n_ops;

  weft_index_writer_put_number (writer, self->starts[n_ops]);
  weft_index_put_cells (writer, self->starts, sizeof *self->starts, n_ops + 1);
  weft_index_put_cells (writer, self->consumers, sizeof *self->consumers, self->starts[n_ops]);
}

/* Whether the consumers of each op are in the order of the file. */
static gboolean
consumers_are_right (const WeftPipelineDependencies *self, guint32 n)
{
  const guint32 n_ops = self->snapshot->n_ops;

  if (self->starts[0] != 0 || self->starts[n_ops] != n)
    return FALSE;
  for (guint32 op = 0; op < n_ops; op++)
    {
      if (self->starts[op] > self->starts[op + 1] || self->starts[op + 1] > n)
        return FALSE;
      for (guint32 i = self->starts[op] + 1; i < self->starts[op + 1]; i++)
        if (self->consumers[i] < self->consumers[i - 1])
          return FALSE;
    }
  return TRUE;
}

WeftPipelineDependencies *
weft_pipeline_dependencies_take (WeftPipelineSnapshot *snapshot, WeftIndexReader *reader)
{
  const WeftCellRule any = WEFT_CELL_ANY;
  const WeftCellRule ops = WEFT_CELL_EXISTING (snapshot->n_ops);
  g_autoptr (WeftPipelineDependencies) self = g_new0 (WeftPipelineDependencies, 1);
  const guint32 n = (guint32) weft_index_reader_take_at_most (reader, snapshot->n_dependencies);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->starts = weft_index_take_cells (reader, sizeof *self->starts, snapshot->n_ops + 1, &any);
  self->consumers = weft_index_take_cells (reader, sizeof *self->consumers, n, &ops);
  if (self->starts != NULL && self->consumers != NULL && consumers_are_right (self, n))
    return g_steal_pointer (&self);
  weft_index_reader_set_bad (reader);
  return NULL;
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_pipeline_dependencies_put (self, writer);
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static WeftPipelineDependencies *
find (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineDependencies) self = g_new0 (WeftPipelineDependencies, 1);
  const gsize n_starts = (gsize) snapshot->n_ops + 2;
  weft_auto_bulk guint32 *next = weft_bulk_new (guint32, n_starts);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->starts = weft_bulk_new (guint32, n_starts);
  if (!weft_room_found (next, error) || !weft_room_found (self->starts, error)
      || !read_edges (self, NULL, cancellable, error))
    return NULL;
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    self->starts[op + 1] += self->starts[op];
  self->consumers = weft_bulk_new (guint32, (gsize) self->starts[snapshot->n_ops] + 1);
  memcpy (next, self->starts, n_starts * sizeof *next);
  if (!weft_room_found (self->consumers, error) || !read_edges (self, next, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

WeftPipelineDependencies *
weft_pipeline_dependencies_new (WeftPipelineSnapshot *snapshot, GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (WeftIndexReader) reader = weft_pipeline_derived_open (snapshot, NULL, KEPT_AS);
  WeftPipelineDependencies *self =
    reader != NULL ? weft_pipeline_dependencies_take (snapshot, reader) : NULL;

  if (self != NULL)
    return self;
  self = find (snapshot, cancellable, error);
  if (self != NULL)
    weft_pipeline_derived_keep (snapshot, NULL, KEPT_AS, put, self);
  return self;
}

void
weft_pipeline_dependencies_free (WeftPipelineDependencies *self)
{
  weft_pipeline_snapshot_unref (self->snapshot);
  weft_bulk_free (self->starts);
  weft_bulk_free (self->consumers);
  g_free (self);
}

WeftPipelineSnapshot *
weft_pipeline_dependencies_get_snapshot (const WeftPipelineDependencies *self)
{
  return self->snapshot;
}

const guint32 *
weft_pipeline_dependencies_get_consumers (const WeftPipelineDependencies *self, guint32 op,
                                          guint32 *n_ops)
{
  g_return_val_if_fail (op < self->snapshot->n_ops, NULL);

  *n_ops = self->starts[op + 1] - self->starts[op];
  return self->consumers + self->starts[op];
}

guint32
weft_pipeline_dependencies_find (const WeftPipelineDependencies *self, guint32 producer,
                                 guint32 consumer)
{
  guint32 low = self->starts[producer], high = self->starts[producer + 1];

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->consumers[middle] < consumer)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* --- tracing ------------------------------------------------------------------------------------- */

typedef struct
{
  GArray *steps;
  GArray *queue;   /* ops, nearest first */
  WeftMap64 depth; /* by op */
  guint end;       /* of `steps`, in this direction */
  gboolean truncated;
} Trace;

/* FALSE where there is no room for another step. */
static gboolean
take_step (Trace *trace, guint32 from, guint32 to, gboolean to_producer)
{
  guint32 depth = weft_map64_get (&trace->depth, from) + 1;
  WeftDependencyStep step = { to_producer ? to : from, to_producer ? from : to,
                              to_producer ? -(gint) depth : (gint) depth };

  if (trace->steps->len >= trace->end)
    {
      trace->truncated = TRUE;
      return FALSE;
    }
  g_array_append_val (trace->steps, step);
  if (weft_map64_get (&trace->depth, to) == WEFT_MAP64_NONE)
    {
      weft_map64_set (&trace->depth, to, depth);
      g_array_append_val (trace->queue, to);
    }
  return TRUE;
}

static gboolean
follow_producers (const WeftPipelineDependencies *self, Trace *trace, guint32 op)
{
  for (guint32 dep = get_last (self->snapshot, op); dep != WEFT_NO_ROW;
       dep = get_previous (self->snapshot, dep))
    {
      guint32 producer = get_producer (self->snapshot, dep);

      if (producer != WEFT_NO_ROW && !take_step (trace, op, producer, TRUE))
        return FALSE;
    }
  return TRUE;
}

static gboolean
follow_consumers (const WeftPipelineDependencies *self, Trace *trace, guint32 op)
{
  guint32 n_ops;
  const guint32 *consumers = weft_pipeline_dependencies_get_consumers (self, op, &n_ops);

  for (guint32 i = 0; i < n_ops; i++)
    if (!take_step (trace, op, consumers[i], FALSE))
      return FALSE;
  return TRUE;
}

GArray *
weft_pipeline_dependencies_trace (const WeftPipelineDependencies *self, guint32 op, guint max_steps,
                                  gboolean *truncated)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WeftDependencyStep));
  Trace trace = { .steps = steps, .depth = WEFT_MAP64_INIT };

  g_return_val_if_fail (op < self->snapshot->n_ops, steps);

  trace.queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint direction = 0; direction < 2; direction++)
    {
      trace.end = steps->len + max_steps;
      g_array_set_size (trace.queue, 0);
      g_array_append_val (trace.queue, op);
      weft_map64_set (&trace.depth, op, 0);
      for (guint i = 0; i < trace.queue->len; i++)
        {
          guint32 next = g_array_index (trace.queue, guint32, i);

          if (!(direction == 0 ? follow_producers (self, &trace, next)
                               : follow_consumers (self, &trace, next)))
            break;
        }
      weft_map64_clear (&trace.depth);
      trace.depth = (WeftMap64) WEFT_MAP64_INIT;
    }
  g_array_unref (trace.queue);
  if (truncated != NULL)
    *truncated = trace.truncated;
  return steps;
}
