/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-producers.h"

#include "weft-bulk.h"
#include "weft-index-cells.h"
#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-registers.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-thread-stats.h"
#include "weft-room.h"

/* So many ops, spread over the log, decide which way its texts have, and so many of them must. */
#define N_PROBES 1000u
#define MIN_SHARE 0.3

struct _WeftPipelineProducers
{
  guint32 *firsts; /* by op: index of its first edge; one more at the end */
  guint32 *edges;
};

/* Edges that become more and more. */
typedef struct
{
  guint32 *items; /* a bulk, */
  gsize n;        /* of which so many are edges */
  gsize capacity;
} Edges;

/* So many edges are added for an op at most. */
#define MAX_EDGES G_N_ELEMENTS (((WeftRegisterUse *) NULL)->read)

/* FALSE: there is no room for the edges of one more op. */
static gboolean
make_room (Edges *self, GError **error)
{
  gsize capacity = MAX (2 * self->capacity, 16384);
  guint32 *items;

  if (self->capacity - self->n >= MAX_EDGES)
    return TRUE;
  items = weft_bulk_resize (self->items, capacity * sizeof *items);
  if (!weft_room_found (items, error))
    return FALSE;
  self->items = items;
  self->capacity = capacity;
  return TRUE;
}

/* Who wrote the registers of a thread last. */
typedef struct
{
  guint32 writers[WEFT_N_REGISTERS];
  guint32 flushed[WEFT_N_REGISTERS]; /* the same within a run of flushed ops */
  gboolean is_flushed;
} Thread;

/* --- which way the texts have ------------------------------------------------------------------------- */

static const char *
get_text (WeftPipelineTexts *texts, WeftRegisterDialect dialect, guint32 op)
{
  const char *text = weft_registers_are_in_detail (dialect)
                       ? weft_pipeline_texts_get_detail (texts, op)
                       : weft_pipeline_texts_get_label (texts, op);

  return text != NULL ? text : "";
}

/* How many of the probed ops read or write a register in that way. */
static guint
count_uses (const WeftPipelineSnapshot *snapshot, WeftPipelineTexts *texts,
            WeftRegisterDialect dialect, guint *n_written)
{
  guint32 step = MAX (snapshot->n_ops / N_PROBES, 1);
  guint n_uses = 0;

  *n_written = 0;
  for (guint32 op = 0; op < snapshot->n_ops; op += step)
    {
      WeftRegisterUse use;

      if (!weft_registers_parse (dialect, get_text (texts, dialect, op), &use))
        continue;
      n_uses += use.n_read + use.n_written > 0;
      *n_written += use.n_written > 0;
    }
  return n_uses;
}

/* The order in which dialects are tried: those that are sure of themselves first. */
static WeftRegisterDialect
find_dialect (const WeftPipelineSnapshot *snapshot, WeftPipelineTexts *texts)
{
  static const WeftRegisterDialect dialects[] = { WEFT_REGISTERS_MAP, WEFT_REGISTERS_ASSIGN,
                                                  WEFT_REGISTERS_RISCV, WEFT_REGISTERS_ARM,
                                                  WEFT_REGISTERS_X86 };
  guint32 n_probes = snapshot->n_ops / MAX (snapshot->n_ops / N_PROBES, 1);
  WeftRegisterDialect found = WEFT_REGISTERS_NONE;
  guint most = (guint) (MIN_SHARE * n_probes);

  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      guint n_written, n_uses = count_uses (snapshot, texts, dialects[i], &n_written);

      if (n_uses <= most || n_written == 0)
        continue;
      most = n_uses;
      found = dialects[i];
      if (found <= WEFT_REGISTERS_ASSIGN)
        break;
    }
  return found;
}

/* --- edges ----------------------------------------------------------------------------------------------- */

static Thread *
find_thread (WeftThreadIndex *index, GPtrArray *threads, gint64 tid)
{
  guint number = weft_thread_index_intern (index, tid);

  if (number == threads->len)
    {
      Thread *thread = g_new (Thread, 1);

      memset (thread, 0xff, sizeof *thread); /* WEFT_NO_ROW */
      thread->is_flushed = FALSE;
      g_ptr_array_add (threads, thread);
    }
  return g_ptr_array_index (threads, number);
}

static void
add_edge (Edges *edges, gsize first, guint32 producer)
{
  if (producer == WEFT_NO_ROW)
    return;
  for (gsize i = first; i < edges->n; i++)
    if (edges->items[i] == producer)
      return;
  edges->items[edges->n++] = producer;
}

/* A run of flushed ops begins with what was written before it, and leaves nothing behind. */
static void
follow_op (Thread *thread, guint32 op, gboolean is_flushed, const WeftRegisterUse *use,
           Edges *edges)
{
  guint32 *writers = is_flushed ? thread->flushed : thread->writers;
  const gsize first = edges->n;

  if (is_flushed && !thread->is_flushed)
    memcpy (thread->flushed, thread->writers, sizeof thread->flushed);
  thread->is_flushed = is_flushed;
  for (guint i = 0; i < use->n_read; i++)
    add_edge (edges, first, writers[use->read[i]]);
  for (guint i = 0; i < use->n_written; i++)
    writers[use->written[i]] = op;
}

/* In id order; `starts` and `edges` are in that order too. */
static gboolean
follow_ops (WeftPipelineSnapshot *snapshot, WeftPipelineTexts *texts, WeftRegisterDialect dialect,
            const guint32 *order, guint32 *starts, Edges *edges, GCancellable *cancellable,
            GError **error)
{
  g_auto (WeftThreadIndex) index = { WEFT_MAP64_INIT, 0, 0, 0 };
  g_autoptr (GPtrArray) threads = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;
      WeftRegisterUse use;

      if (weft_ops_cancelled (i, cancellable, error) || !make_room (edges, error))
        return FALSE;
      starts[i] = (guint32) edges->n;
      if (weft_registers_parse (dialect, get_text (texts, dialect, op), &use))
        follow_op (find_thread (&index, threads, weft_op_thread (snapshot, op)), op,
                   weft_op_state (snapshot, op) == WEFT_OP_FLUSHED, &use, edges);
    }
  starts[snapshot->n_ops] = (guint32) edges->n;
  return TRUE;
}

/* Puts the edges in the order of ops. */
static gboolean
arrange (WeftPipelineProducers *self, const guint32 *order, const guint32 *starts,
         const Edges *edges, guint32 n_ops, GError **error)
{
  weft_auto_bulk guint32 *places = weft_bulk_new (guint32, (gsize) n_ops + 1);
  guint32 n_edges = 0;

  self->firsts = weft_bulk_new (guint32, (gsize) n_ops + 1);
  self->edges = weft_bulk_new (guint32, edges->n + 1);
  if (!weft_room_found (places, error) || !weft_room_found (self->firsts, error)
      || !weft_room_found (self->edges, error))
    return FALSE;
  for (guint32 i = 0; i < n_ops; i++)
    places[order[i]] = i;
  for (guint32 op = 0; op < n_ops; op++)
    {
      guint32 place = places[op], n = starts[place + 1] - starts[place];

      self->firsts[op] = n_edges;
      if (n > 0)
        memcpy (self->edges + n_edges, edges->items + starts[place], n * sizeof *self->edges);
      n_edges += n;
    }
  self->firsts[n_ops] = n_edges;
  return TRUE;
}

/* Follows the ops of a log whose texts have that way, in the order of their ids. NULL with an error. */
static WeftPipelineProducers *
infer (WeftPipelineSnapshot *snapshot, WeftPipelineTexts *texts, WeftRegisterDialect dialect,
       GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineProducers) self = g_new0 (WeftPipelineProducers, 1);
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);
  weft_auto_bulk guint32 *starts = weft_bulk_new (guint32, (gsize) snapshot->n_ops + 1);
  Edges edges = { NULL, 0, 0 };
  gboolean done =
    weft_room_found (starts, error)
    && follow_ops (snapshot, texts, dialect, order, starts, &edges, cancellable, error);

  if (done && order != NULL)
    done = arrange (self, order, starts, &edges, snapshot->n_ops, error);
  else if (done)
    {
      self->firsts = g_steal_pointer (&starts);
      self->edges = g_steal_pointer (&edges.items);
    }
  weft_bulk_free (edges.items);
  return done ? g_steal_pointer (&self) : NULL;
}

/* --- in index files -------------------------------------------------------------------------------------- */

void
weft_pipeline_producers_put (const WeftPipelineProducers *self,
                             const WeftPipelineSnapshot *snapshot, WeftIndexWriter *writer)
{
  const guint32 n_ops = snapshot->n_ops;

  weft_index_writer_put_number (writer, self != NULL);
  if (self == NULL)
    return;
  weft_index_writer_put_number (writer, self->firsts[n_ops]);
  weft_index_put_cells (writer, self->firsts, sizeof *self->firsts, n_ops + 1);
  weft_index_put_cells (writer, self->edges, sizeof *self->edges, self->firsts[n_ops]);
}

/* Edges of ops that are there. `places` are those of ops in id order; NULL: that is their own. */
static gboolean
edges_are_right (const WeftPipelineProducers *self, const guint32 *places, guint32 n_ops,
                 guint32 n_edges)
{
  if (self->firsts[0] != 0 || self->firsts[n_ops] != n_edges)
    return FALSE;
  for (guint32 op = 0; op < n_ops; op++)
    {
      const guint32 first = self->firsts[op], end = self->firsts[op + 1];
      const guint32 place = places != NULL ? places[op] : op;

      if (first > end || end - first > MAX_EDGES)
        return FALSE;
      for (guint32 i = first; i < end; i++)
        if ((places != NULL ? places[self->edges[i]] : self->edges[i]) >= place)
          return FALSE;
    }
  return TRUE;
}

/* From weft_bulk_new(): by op, its place in `order`, which is nullable, as is this. */
static guint32 *
find_places (const guint32 *order, guint32 n_ops)
{
  guint32 *places = order != NULL ? weft_bulk_new (guint32, (gsize) n_ops + 1) : NULL;

  for (guint32 i = 0; places != NULL && i < n_ops; i++)
    places[order[i]] = i;
  return places;
}

WeftPipelineProducers *
weft_pipeline_producers_take (const WeftPipelineSnapshot *snapshot, WeftIndexReader *reader)
{
  const WeftCellRule any = WEFT_CELL_ANY;
  const WeftCellRule ops = WEFT_CELL_EXISTING (snapshot->n_ops);
  g_autoptr (WeftPipelineProducers) self = NULL;
  weft_auto_bulk guint32 *order = NULL;
  weft_auto_bulk guint32 *places = NULL;
  guint32 n_edges;

  if (weft_index_reader_take_at_most (reader, snapshot->n_dependencies == 0) == 0)
    return NULL;
  self = g_new0 (WeftPipelineProducers, 1);
  n_edges = (guint32) weft_index_reader_take_at_most (reader, G_MAXUINT32);
  self->firsts = weft_index_take_cells (reader, sizeof *self->firsts, snapshot->n_ops + 1, &any);
  self->edges = weft_index_take_cells (reader, sizeof *self->edges, n_edges, &ops);
  order = weft_pipeline_snapshot_order_by_id (snapshot);
  places = find_places (order, snapshot->n_ops);
  if (weft_index_reader_is_good (reader) && (order == NULL || places != NULL)
      && edges_are_right (self, places, snapshot->n_ops, n_edges))
    return g_steal_pointer (&self);
  weft_index_reader_set_bad (reader);
  return NULL;
}

/* FALSE: they must be inferred. */
static gboolean
restore (WeftPipelineSnapshot *snapshot, const WeftPipelineAssumptions *assumptions,
         WeftPipelineProducers **kept)
{
  g_autoptr (WeftIndexReader) reader =
    weft_pipeline_derived_open (snapshot, assumptions, WEFT_DERIVED_EXPLAINER);

  *kept = reader != NULL ? weft_pipeline_producers_take (snapshot, reader) : NULL;
  return reader != NULL && weft_index_reader_is_good (reader);
}

/* --- the whole -------------------------------------------------------------------------------------------- */

WeftPipelineProducers *
weft_pipeline_producers_infer (WeftPipelineSnapshot *snapshot, GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_trace_ref_assumptions (snapshot->trace);
  g_autoptr (WeftPipelineTexts) texts = NULL;
  WeftPipelineProducers *kept;
  WeftRegisterDialect dialect;

  if (snapshot->n_dependencies > 0 || !assumptions->infers)
    return NULL;
  if (restore (snapshot, assumptions, &kept))
    return kept;
  texts = weft_pipeline_texts_new (snapshot);
  dialect = find_dialect (snapshot, texts);
  return dialect != WEFT_REGISTERS_NONE ? infer (snapshot, texts, dialect, cancellable, error)
                                        : NULL;
}

void
weft_pipeline_producers_free (WeftPipelineProducers *self)
{
  weft_bulk_free (self->firsts);
  weft_bulk_free (self->edges);
  g_free (self);
}

const guint32 *
weft_pipeline_producers_get (const WeftPipelineProducers *self, guint32 op, guint32 *n_ops)
{
  *n_ops = self->firsts[op + 1] - self->firsts[op];
  return self->edges + self->firsts[op];
}

WeftDependencySource
weft_pipeline_producers_get_source (const WeftPipelineProducers *self,
                                    const WeftPipelineSnapshot *snapshot)
{
  return snapshot->n_dependencies > 0 ? WEFT_DEPENDENCIES_STATED
         : self != NULL               ? WEFT_DEPENDENCIES_INFERRED
                                      : WEFT_DEPENDENCIES_UNKNOWN;
}

const char *
weft_dependency_source_to_string (WeftDependencySource source)
{
  static const char *const words[] = { "unknown", "stated", "inferred" };

  g_return_val_if_fail (source < G_N_ELEMENTS (words), NULL);
  return words[source];
}
