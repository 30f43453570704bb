/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-label-sort.h"

#include "weft-bulk.h"
#include "weft-key-sort.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-texts.h"
#include "weft-room.h"
#include "weft-text-sort.h"

#include <string.h>

/* Bounds what is held of a block whose labels are few, 28 bytes for each op. */
#define BLOCK_OPS (1u << 23)

#define MISSING G_MAXUINT32

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTexts *texts;
  guint32 *ops;
  guint32 n_ops;
  gboolean descending;
  gsize max_bytes;
  GCancellable *cancellable;

  GArray *runs; /* guint32: where each sorted block ends */
} Sorter;

/* The labels of ops that stand one behind the other. */
typedef struct
{
  WeftTextSort *order;
  GArray *labels; /* guint32: of each op; MISSING */
} Block;

/* Reads the labels of as many ops from `first` on as a block holds. */
static gboolean
read_block (Sorter *self, guint32 first, Block *block, GError **error)
{
  guint32 n = MIN (self->n_ops - first, BLOCK_OPS);

  for (guint32 i = 0; i < n; i++)
    {
      const char *label = weft_pipeline_texts_get_label (self->texts, self->ops[first + i]);
      guint32 number = label != NULL ? weft_text_sort_add (block->order, label) : MISSING;

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      g_array_append_val (block->labels, number);
      if (weft_text_sort_get_n_bytes (block->order) >= self->max_bytes)
        break;
    }
  return TRUE;
}

static gboolean
sort_block (Sorter *self, guint32 first, const Block *block, GError **error)
{
  guint32 n_labels = weft_text_sort_get_n_texts (block->order);
  g_autofree guint32 *ranks = weft_text_sort_rank (block->order, self->cancellable, error);
  g_autofree guint64 *keys = g_new (guint64, block->labels->len);

  if (ranks == NULL)
    return FALSE;
  for (guint32 i = 0; i < block->labels->len; i++)
    {
      guint32 label = g_array_index (block->labels, guint32, i);

      if (label == MISSING)
        keys[i] = n_labels;
      else
        keys[i] = self->descending ? n_labels - 1 - ranks[label] : ranks[label];
    }
  return weft_key_sort (keys, self->ops + first, block->labels->len, self->cancellable, error);
}

/* The place after the last op of the block that begins with `first`; 0 when cancelled. */
static guint32
take_block (Sorter *self, guint32 first, GError **error)
{
  g_autoptr (WeftTextSort) order = weft_text_sort_new ();
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (guint32));
  Block block = { order, labels };

  if (!read_block (self, first, &block, error) || !sort_block (self, first, &block, error))
    return 0;
  return first + labels->len;
}

/* --- merging ------------------------------------------------------------------------------------ */

typedef struct
{
  guint32 next; /* the place of the head, and the end of the run */
  guint32 end;
  char *label; /* of the head; NULL: missing */
} Run;

/* Whether the head of `a`, whose ops stood first, goes before that of `b`. */
static gboolean
goes_first (const Sorter *self, const Run *a, const Run *b)
{
  int order;

  if (a->label == NULL || b->label == NULL)
    return b->label == NULL;
  order = strcmp (a->label, b->label);
  return self->descending ? order >= 0 : order <= 0;
}

static void
load_head (const Sorter *self, Run *run)
{
  g_clear_pointer (&run->label, g_free);
  if (run->next < run->end)
    run->label = weft_pipeline_snapshot_get_label (self->snapshot, self->ops[run->next]);
}

static void
clear_run (gpointer data)
{
  g_free (((Run *) data)->label);
}

static GArray *
open_runs (const Sorter *self)
{
  GArray *runs = g_array_new (FALSE, TRUE, sizeof (Run));
  guint32 first = 0;

  g_array_set_clear_func (runs, clear_run);
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run run = { first, g_array_index (self->runs, guint32, i), NULL };

      load_head (self, &run);
      g_array_append_val (runs, run);
      first = run.end;
    }
  return runs;
}

/* There are few runs (a hundred million ops make a hundred), so that looking at every head costs
 * less than reading the label that follows. */
static gboolean
merge_runs (Sorter *self, GError **error)
{
  g_autoptr (GArray) runs = open_runs (self);
  weft_auto_bulk guint32 *merged = weft_bulk_new (guint32, self->n_ops);

  if (!weft_room_found (merged, error))
    return FALSE;
  for (guint32 i = 0; i < self->n_ops; i++)
    {
      Run *first = NULL;

      if (weft_ops_cancelled (i, self->cancellable, error))
        return FALSE;
      for (guint j = 0; j < runs->len; j++)
        {
          Run *run = &g_array_index (runs, Run, j);

          if (run->next < run->end && (first == NULL || !goes_first (self, first, run)))
            first = run;
        }
      merged[i] = self->ops[first->next++];
      load_head (self, first);
    }
  memcpy (self->ops, merged, self->n_ops * sizeof *merged);
  return TRUE;
}

gboolean
weft_pipeline_label_sort (WeftPipelineSnapshot *snapshot, guint32 *ops, guint32 n_ops,
                          gboolean descending, gsize max_bytes, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  Sorter self = {
    snapshot,   texts,     ops,         n_ops,
    descending, max_bytes, cancellable, g_array_new (FALSE, FALSE, sizeof (guint32))
  };
  gboolean done = TRUE;
  guint32 end = 0;

  while (done && end < n_ops)
    {
      end = take_block (&self, end, error);
      done = end > 0;
      g_array_append_val (self.runs, end);
    }
  if (done && self.runs->len > 1)
    done = merge_runs (&self, error);
  g_array_unref (self.runs);
  return done;
}
