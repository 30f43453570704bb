/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-producers.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-registers.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-thread-stats.h"

/* So many ops, spread over the log, decide which way its texts have, and so many of them must. */
#define N_PROBES 1000u
#define MIN_SHARE 0.3

struct _WeftPipelineProducers
{
  guint32 *firsts; /* by op: index of its first edge; one more at the end */
  GArray *edges;   /* guint32 */
};

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
add_edge (GArray *edges, guint32 first, guint32 producer)
{
  if (producer == WEFT_NO_ROW)
    return;
  for (guint32 i = first; i < edges->len; i++)
    if (g_array_index (edges, guint32, i) == producer)
      return;
  g_array_append_val (edges, producer);
}

/* A run of flushed ops begins with what was written before it, and leaves nothing behind. */
static void
follow_op (Thread *thread, guint32 op, gboolean is_flushed, const WeftRegisterUse *use,
           GArray *edges)
{
  guint32 *writers = is_flushed ? thread->flushed : thread->writers, first = edges->len;

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
            const guint32 *order, guint32 *starts, GArray *edges, GCancellable *cancellable,
            GError **error)
{
  g_auto (WeftThreadIndex) index = { WEFT_MAP64_INIT, 0, 0, 0 };
  g_autoptr (GPtrArray) threads = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = order != NULL ? order[i] : i;
      WeftRegisterUse use;

      if (weft_ops_cancelled (i, cancellable, error))
        return FALSE;
      starts[i] = edges->len;
      if (weft_registers_parse (dialect, get_text (texts, dialect, op), &use))
        follow_op (find_thread (&index, threads, weft_op_thread (snapshot, op)), op,
                   weft_op_state (snapshot, op) == WEFT_OP_FLUSHED, &use, edges);
    }
  starts[snapshot->n_ops] = edges->len;
  return TRUE;
}

/* Puts the edges in the order of ops. */
static void
arrange (WeftPipelineProducers *self, const guint32 *order, const guint32 *starts, GArray *edges,
         guint32 n_ops)
{
  g_autofree guint32 *places = g_new (guint32, n_ops + 1);

  for (guint32 i = 0; i < n_ops; i++)
    places[order[i]] = i;
  for (guint32 op = 0; op < n_ops; op++)
    {
      guint32 place = places[op], n = starts[place + 1] - starts[place];

      self->firsts[op] = self->edges->len;
      if (n > 0)
        g_array_append_vals (self->edges, &g_array_index (edges, guint32, starts[place]), n);
    }
  self->firsts[n_ops] = self->edges->len;
}

WeftPipelineProducers *
weft_pipeline_producers_infer (WeftPipelineSnapshot *snapshot, GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (WeftPipelineAssumptions) assumptions =
    weft_pipeline_trace_ref_assumptions (snapshot->trace);
  g_autoptr (WeftPipelineTexts) texts = NULL;
  g_autoptr (WeftPipelineProducers) self = NULL;
  g_autofree guint32 *order = NULL, *starts = NULL;
  g_autoptr (GArray) edges = NULL;
  WeftRegisterDialect dialect;

  if (snapshot->n_dependencies > 0 || !assumptions->infers)
    return NULL;
  texts = weft_pipeline_texts_new (snapshot);
  dialect = find_dialect (snapshot, texts);
  if (dialect == WEFT_REGISTERS_NONE)
    return NULL;
  order = weft_pipeline_snapshot_order_by_id (snapshot);
  starts = g_new (guint32, snapshot->n_ops + 1);
  edges = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!follow_ops (snapshot, texts, dialect, order, starts, edges, cancellable, error))
    return NULL;
  self = g_new0 (WeftPipelineProducers, 1);
  if (order == NULL)
    {
      self->firsts = g_steal_pointer (&starts);
      self->edges = g_steal_pointer (&edges);
      return g_steal_pointer (&self);
    }
  self->firsts = g_new (guint32, snapshot->n_ops + 1);
  self->edges = g_array_sized_new (FALSE, FALSE, sizeof (guint32), edges->len);
  arrange (self, order, starts, edges, snapshot->n_ops);
  return g_steal_pointer (&self);
}

void
weft_pipeline_producers_free (WeftPipelineProducers *self)
{
  g_free (self->firsts);
  g_clear_pointer (&self->edges, g_array_unref);
  g_free (self);
}

const guint32 *
weft_pipeline_producers_get (const WeftPipelineProducers *self, guint32 op, guint32 *n_ops)
{
  *n_ops = self->firsts[op + 1] - self->firsts[op];
  return &g_array_index (self->edges, guint32, self->firsts[op]);
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
