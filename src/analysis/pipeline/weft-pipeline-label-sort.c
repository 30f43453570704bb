/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-label-sort.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-texts.h"

#include <string.h>

#define MISSING G_MAXUINT32

/* Keeps the sort of one block, which can't be cancelled, below a second. */
#define BLOCK_OPS (1u << 20)

typedef struct
{
  guint64 prefix; /* the first 8 bytes, the first of them the highest */
  guint32 offset; /* of the text in the arena; MISSING */
  guint32 index;  /* in the block */
} Entry;

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTexts *texts;
  guint32 *ops;
  guint32 n_ops;
  gboolean descending;
  gsize max_bytes;
  GCancellable *cancellable;

  GString *arena;  /* the labels of a block, each with its NUL */
  GArray *entries; /* Entry */
  GArray *runs;    /* guint32: where each sorted block ends */
} Sorter;

static int
compare_entries (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sorter *self = user_data;
  const Entry *x = a, *y = b;
  int order = 0;

  if ((x->offset == MISSING) != (y->offset == MISSING))
    return x->offset == MISSING ? 1 : -1;
  if (x->prefix != y->prefix)
    order = x->prefix < y->prefix ? -1 : 1;
  else if (x->offset != MISSING)
    order = strcmp (self->arena->str + x->offset, self->arena->str + y->offset);
  if (order != 0)
    return self->descending ? -order : order;
  return (x->index > y->index) - (x->index < y->index);
}

static void
add_entry (Sorter *self, guint32 op, guint32 index)
{
  const char *label = weft_pipeline_texts_get_label (self->texts, op);
  Entry entry = { 0, MISSING, index };

  if (label != NULL)
    {
      gsize length = strlen (label);
      guchar head[8] = { 0 };

      memcpy (head, label, MIN (length, sizeof head));
      for (guint i = 0; i < sizeof head; i++)
        entry.prefix = entry.prefix << 8 | head[i];
      entry.offset = (guint32) self->arena->len;
      g_string_append_len (self->arena, label, (gssize) length + 1);
    }
  g_array_append_val (self->entries, entry);
}

/* Sorts as many ops from `first` on as a block holds; the place after the last, 0 when cancelled. */
static guint32
sort_block (Sorter *self, guint32 first, GError **error)
{
  g_autofree guint32 *sorted = NULL;
  guint32 n = 0;

  g_string_truncate (self->arena, 0);
  g_array_set_size (self->entries, 0);
  for (; first + n < self->n_ops && n < BLOCK_OPS && (n == 0 || self->arena->len < self->max_bytes);
       n++)
    {
      if (weft_ops_cancelled (n, self->cancellable, error))
        return 0;
      add_entry (self, self->ops[first + n], n);
    }
  g_qsort_with_data (self->entries->data, (int) n, sizeof (Entry), compare_entries, self);
  sorted = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    sorted[i] = self->ops[first + g_array_index (self->entries, Entry, i).index];
  memcpy (self->ops + first, sorted, n * sizeof *sorted);
  return first + n;
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
  g_autofree guint32 *merged = g_new (guint32, self->n_ops);

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
  Sorter self = { snapshot,
                  texts,
                  ops,
                  n_ops,
                  descending,
                  MIN (max_bytes, G_MAXINT32),
                  cancellable,
                  g_string_new (NULL),
                  g_array_new (FALSE, FALSE, sizeof (Entry)),
                  g_array_new (FALSE, FALSE, sizeof (guint32)) };
  gboolean done = TRUE;
  guint32 end = 0;

  while (done && end < n_ops)
    {
      end = sort_block (&self, end, error);
      done = end > 0;
      g_array_append_val (self.runs, end);
    }
  if (done && self.runs->len > 1)
    done = merge_runs (&self, error);
  g_string_free (self.arena, TRUE);
  g_array_unref (self.entries);
  g_array_unref (self.runs);
  return done;
}
