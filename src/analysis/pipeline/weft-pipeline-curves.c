/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-curves.h"

#include <math.h>

#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"

#define KEPT_AS "curves"

/* The smallest of 1, 2, 5, 10, 20 … that leaves at most so many buckets. */
static guint64
choose_width (guint64 n_cycles, guint max_buckets)
{
  guint64 needed = n_cycles / max_buckets + (n_cycles % max_buckets != 0);

  for (guint64 power = 1; power <= G_MAXUINT64 / 10; power *= 10)
    for (guint step = 1; step <= 5; step += step == 2 ? 3 : 1)
      if (step != 3 && power * step >= needed)
        return power * step;
  return needed;
}

static WeftPipelineBucket *
get_bucket (WeftPipelineCurves *self, guint64 index)
{
  return &g_array_index (self->buckets, WeftPipelineBucket, index);
}

/* The ops' cycles in flight, bucket by bucket: those that begin or end within a bucket at once, and
 * whole buckets as changes, to be summed up at the end. */
static void
add_flight (WeftPipelineCurves *self, gint64 *changes, guint64 start, guint64 end)
{
  guint64 from = start / self->width, to = (end - 1) / self->width;

  if (from == to)
    {
      get_bucket (self, from)->op_cycles += end - start;
      return;
    }
  get_bucket (self, from)->op_cycles += (from + 1) * self->width - start;
  get_bucket (self, to)->op_cycles += end - to * self->width;
  changes[from + 1]++;
  changes[to]--;
}

static void
add_op (WeftPipelineCurves *self, const WeftPipelineSnapshot *snapshot, guint32 op, gint64 last,
        gint64 *changes)
{
  const gint64 fetch = weft_op_fetch (snapshot, op), end = weft_op_end (snapshot, op);
  const gint64 from = MAX (fetch, self->first), to = MIN (end, last);
  const WeftOpState state = weft_op_state (snapshot, op);

  if (fetch >= self->first && fetch < last)
    get_bucket (self, weft_cycles_between (self->first, fetch) / self->width)->n_fetched++;
  if (end >= self->first && end < last && state != WEFT_OP_OPEN)
    {
      WeftPipelineBucket *bucket =
        get_bucket (self, weft_cycles_between (self->first, end) / self->width);

      bucket->n_retired += state == WEFT_OP_RETIRED;
      bucket->n_flushed += state == WEFT_OP_FLUSHED;
    }
  if (from < to)
    add_flight (self, changes, weft_cycles_between (self->first, from),
                weft_cycles_between (self->first, to));
}

static double
ratio (double part, double whole)
{
  return whole > 0 ? part / whole : (double) NAN;
}

static void
end_bucket (const WeftPipelineCurves *self, guint index, WeftPipelineBucket *bucket)
{
  guint64 width = index + 1 == self->n_buckets ? self->last_width : self->width;
  guint64 from = (guint64) self->first + index * self->width;

  bucket->cycles = (WeftCycleRange){ (gint64) from, (gint64) (from + width) };
  bucket->curves[WEFT_CURVE_IPC] = bucket->n_retired / (double) width;
  bucket->curves[WEFT_CURVE_CPI] = ratio ((double) width, bucket->n_retired);
  bucket->curves[WEFT_CURVE_IN_FLIGHT] = (double) bucket->op_cycles / (double) width;
  bucket->curves[WEFT_CURVE_FLUSH_RATE] =
    ratio (bucket->n_flushed, (double) bucket->n_retired + bucket->n_flushed);
}

/* All zero. */
static WeftPipelineCurves *
new_empty (gint64 first, gint64 last, guint max_buckets)
{
  WeftPipelineCurves *self = g_new0 (WeftPipelineCurves, 1);
  guint64 n_cycles = weft_cycles_between (first, last);

  self->first = first;
  self->width = choose_width (n_cycles, max_buckets);
  self->n_buckets = (guint) (n_cycles / self->width + (n_cycles % self->width != 0));
  self->last_width = n_cycles % self->width != 0 ? n_cycles % self->width : self->width;
  self->buckets = g_array_new (FALSE, TRUE, sizeof (WeftPipelineBucket));
  g_array_set_size (self->buckets, self->n_buckets);
  return self;
}

/* --- in index files ---------------------------------------------------------------------------------------- */

static void
put (gconstpointer data, WeftIndexWriter *writer)
{
  const WeftPipelineCurves *self = data;

  weft_index_writer_put_number (writer, (guint64) self->first);
  weft_index_writer_put_number (writer, self->width);
  weft_index_writer_put_number (writer, self->last_width);
  weft_index_writer_put_number (writer, self->n_buckets);
  for (guint i = 0; i < self->n_buckets; i++)
    {
      const WeftPipelineBucket *bucket = &g_array_index (self->buckets, WeftPipelineBucket, i);

      weft_index_writer_put_number (writer, bucket->n_fetched);
      weft_index_writer_put_number (writer, bucket->n_retired);
      weft_index_writer_put_number (writer, bucket->n_flushed);
      weft_index_writer_put_number (writer, bucket->op_cycles);
    }
}

static gboolean
take (WeftPipelineCurves *self, guint32 n_ops, WeftIndexReader *reader)
{
  guint64 most;

  if ((gint64) weft_index_reader_take_number (reader) != self->first
      || weft_index_reader_take_number (reader) != self->width
      || weft_index_reader_take_number (reader) != self->last_width
      || weft_index_reader_take_number (reader) != self->n_buckets
      || !g_uint64_checked_mul (&most, self->width, n_ops))
    return FALSE;
  for (guint i = 0; i < self->n_buckets; i++)
    {
      WeftPipelineBucket *bucket = get_bucket (self, i);

      bucket->n_fetched = (guint32) weft_index_reader_take_at_most (reader, n_ops);
      bucket->n_retired = (guint32) weft_index_reader_take_at_most (reader, n_ops);
      bucket->n_flushed = (guint32) weft_index_reader_take_at_most (reader, n_ops);
      bucket->op_cycles = weft_index_reader_take_at_most (reader, most);
      end_bucket (self, i, bucket);
    }
  return weft_index_reader_is_good (reader);
}

/* NULL: they must be counted. */
static WeftPipelineCurves *
restore (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last, guint max_buckets)
{
  g_autoptr (WeftIndexReader) reader = weft_pipeline_derived_open (snapshot, NULL, KEPT_AS);
  g_autoptr (WeftPipelineCurves) self =
    reader != NULL ? new_empty (first, last, max_buckets) : NULL;

  return self != NULL && take (self, snapshot->n_ops, reader) ? g_steal_pointer (&self) : NULL;
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static WeftPipelineCurves *
count (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last, const WeftBitset *ops,
       guint max_buckets, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineCurves) self = new_empty (first, last, max_buckets);
  g_autofree gint64 *changes = g_new0 (gint64, self->n_buckets + 2);

  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      if (weft_ops_cancelled (op, cancellable, error))
        return NULL;
      if (weft_bitset_includes (ops, op))
        add_op (self, snapshot, op, last, changes);
    }
  for (guint i = 0; i < self->n_buckets; i++)
    {
      changes[i + 1] += changes[i];
      get_bucket (self, i)->op_cycles += (guint64) changes[i] * self->width;
      end_bucket (self, i, get_bucket (self, i));
    }
  return g_steal_pointer (&self);
}

WeftPipelineCurves *
weft_pipeline_curves_new (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last,
                          const WeftBitset *ops, guint max_buckets, GCancellable *cancellable,
                          GError **error)
{
  /* Those of all that there is. */
  const gboolean is_kept = ops == NULL && first == weft_pipeline_snapshot_get_first_cycle (snapshot)
                           && last == weft_pipeline_snapshot_get_open_end (snapshot);
  WeftPipelineCurves *self = is_kept ? restore (snapshot, first, last, max_buckets) : NULL;

  if (self != NULL)
    return self;
  self = count (snapshot, first, last, ops, max_buckets, cancellable, error);
  if (self != NULL && is_kept)
    weft_pipeline_derived_keep (snapshot, NULL, KEPT_AS, put, self);
  return self;
}

void
weft_pipeline_curves_free (WeftPipelineCurves *self)
{
  g_array_unref (self->buckets);
  g_free (self);
}

double
weft_pipeline_curves_get (const WeftPipelineCurves *self, WeftPipelineCurve curve, guint bucket)
{
  g_return_val_if_fail (bucket < self->n_buckets, (double) NAN);

  return g_array_index (self->buckets, WeftPipelineBucket, bucket).curves[curve];
}
