/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-explainer.h"
#include "weft-pipeline-label-sort.h"

#include "made-log.h"
#include "sorted-ops.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace-private.h"

/* --- the same, slowly ---------------------------------------------------------------------------- */

typedef struct
{
  gboolean missing;
  gint64 number;
  guint64 large; /* PCs */
  char *text;
  guint32 op;
  guint32 place;
  gboolean descending;
} Item;

static void
clear_item (gpointer data)
{
  g_free (((Item *) data)->text);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;
  int order = (x->number > y->number) - (x->number < y->number);

  if (x->missing != y->missing)
    return x->missing ? 1 : -1;
  if (x->missing)
    return (x->place > y->place) - (x->place < y->place);
  if (order == 0)
    order = (x->large > y->large) - (x->large < y->large);
  if (order == 0 && x->text != NULL)
    order = strcmp (x->text, y->text);
  if (order != 0)
    return x->descending ? -order : order;
  return (x->place > y->place) - (x->place < y->place);
}

static void
read_item (WeftPipelineSnapshot *snapshot, OpKey key, WeftPipelineExplainer *stalls, Item *item)
{
  WeftOp op;
  g_auto (WeftStageBuffer) stages = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_op (snapshot, item->op, &op);
  weft_pipeline_snapshot_get_stages (snapshot, item->op, &stages);
  if (key == OP_KEY_LABEL)
    item->text = weft_pipeline_snapshot_get_label (snapshot, item->op);
  item->missing = (key == OP_KEY_LABEL && item->text == NULL) || (key == OP_KEY_RID && op.rid == -1)
                  || (key == OP_KEY_PC && !op.has_pc)
                  || ((key == OP_KEY_END || key == OP_KEY_STALL) && op.state == WEFT_OP_OPEN);
  if (key == OP_KEY_PC && op.has_pc)
    item->large = weft_pipeline_trace_get_pc (snapshot->trace, op.pc_index);
  else if (key == OP_KEY_STALL)
    item->large = weft_pipeline_explainer_get_stall_cycles (stalls, item->op);
  else if (key == OP_KEY_LATENCY)
    item->large = op.end > op.fetch ? (guint64) op.end - (guint64) op.fetch : 0;
  else if (key != OP_KEY_LABEL)
    item->number = key == OP_KEY_ROW     ? item->place
                   : key == OP_KEY_ID    ? op.id
                   : key == OP_KEY_GID   ? op.gid
                   : key == OP_KEY_RID   ? op.rid
                   : key == OP_KEY_TID   ? op.tid
                   : key == OP_KEY_FETCH ? op.fetch
                   : key == OP_KEY_END   ? op.end
                   : key == OP_KEY_STATE ? (gint64) op.state
                                         : (gint64) stages.n_stages;
}

static gboolean
in_range (WeftPipelineSnapshot *snapshot, guint32 op, const WeftOpRange *range)
{
  WeftOp info;

  weft_pipeline_snapshot_get_op (snapshot, op, &info);
  return weft_cycle_range_intersects (&range->cycles, info.fetch, info.end);
}

static GArray *
sort_slowly (WeftPipelineSnapshot *snapshot, gboolean hide_flushed, OpKey key, gboolean descending,
             const WeftOpRange *range)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));
  g_autoptr (WeftPipelineExplainer) stalls = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  guint32 n_ops = snapshot->n_ops;
  guint32 place = 0;

  g_array_set_clear_func (items, clear_item);
  for (guint32 row = 0; row < n_ops; row++)
    {
      Item item = { .op = weft_pipeline_snapshot_op_at_row (snapshot, row),
                    .descending = descending };

      if (hide_flushed && weft_op_state (snapshot, item.op) == WEFT_OP_FLUSHED)
        continue;
      item.place = place++;
      if (item.place < range->first_row || item.place >= range->last_row
          || !in_range (snapshot, item.op, range))
        continue;
      read_item (snapshot, key, stalls, &item);
      g_array_append_val (items, item);
    }
  g_array_sort (items, compare_items);
  return items;
}

static void
compare (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, const WeftOpRange *range)
{
  for (guint i = 0; i < 2 * N_OP_KEYS; i++)
    {
      OpKey key = i / 2;
      gboolean descending = i % 2;
      g_autoptr (GArray) expected = sort_slowly (snapshot, rows != NULL, key, descending, range);
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) sorted = sort_ops (snapshot, rows, key, descending, range, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (sorted->len, ==, expected->len);
      for (guint32 j = 0; j < expected->len; j++)
        {
          guint32 op = g_array_index (expected, Item, j).op;

          if (g_array_index (sorted, guint32, j) != op)
            g_error ("key %u, descending %d: op %u in place %u, expected %u", key, descending,
                     g_array_index (sorted, guint32, j), j, op);
        }
    }
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_keys (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 3000);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 1600);

    compare (snapshot, NULL, &WEFT_OP_RANGE_ALL);
  }
  made_log_close (&log);
}

static void
test_ranges (void)
{
  const WeftOpRange ranges[] = {
    { { 100, 130 }, 0, G_MAXUINT32 },     { WEFT_CYCLE_RANGE_ALL, 50, 90 },
    { { 30, G_MAXINT64 }, 50, 90 },       { WEFT_CYCLE_RANGE_ALL, 90, 50 },
    { WEFT_CYCLE_RANGE_ALL, 5000, 6000 }, { { 90, 90 }, 0, G_MAXUINT32 },
  };
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 500);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 300);
    g_autoptr (WeftPipelineRows) rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);

    weft_pipeline_rows_update (rows);
    compare (snapshot, rows, &WEFT_OP_RANGE_ALL);
    for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
      {
        compare (snapshot, NULL, &ranges[i]);
        compare (snapshot, rows, &ranges[i]);
      }
  }
  made_log_close (&log);
}

static void
test_empty (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 0);

    compare (snapshot, NULL, &WEFT_OP_RANGE_ALL);
  }
  made_log_close (&log);
}

/* Ticks over all 64 bits: keys and places no longer go into one word. */
static void
test_hostile (void)
{
  const gint64 ticks[] = {
    G_MAXINT64 - 1, G_MININT64 + 2, 0, -1, 1, G_MININT64 + 1, G_MAXINT64 / 2
  };
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 500; i++)
    {
      guint32 op =
        weft_pipeline_writer_begin_op (log.writer, (gint64) (i * 0x9e3779b97f4a7c15u), ticks[i % 7],
                                       ticks[(i + 3) % 7], i + 1, ticks[i % 7]);

      if (i % 5 != 0)
        weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, ticks[(i + 1) % 7],
                                     ticks[(i / 7) % 7]);
    }
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, G_MAXINT64 - 1);

    compare (snapshot, NULL, &WEFT_OP_RANGE_ALL);
  }
  made_log_close (&log);
}

/* Blocks of a few labels, merged: the same order as one block. */
static void
test_label_blocks (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 1000);
  /* These two were never spilled. */
  for (guint i = 0; i < 2; i++)
    weft_pipeline_writer_add_label (log.writer, made_log_begin (&log, 0, 500, NULL), 1 << 30,
                                    "lost", 4);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 600);

    for (guint i = 0; i < 6; i++)
      {
        const gsize sizes[] = { 1, 100, 4000 };
        g_autoptr (GArray) sorted =
          sort_ops (snapshot, NULL, OP_KEY_LABEL, i % 2, NULL, NULL, NULL);
        guint32 ops[1002];

        for (guint32 j = 0; j < G_N_ELEMENTS (ops); j++)
          ops[j] = j;
        g_assert_true (weft_pipeline_label_sort (snapshot, ops, G_N_ELEMENTS (ops), i % 2,
                                                 sizes[i / 2], NULL, NULL));
        for (guint32 j = 0; j < G_N_ELEMENTS (ops); j++)
          g_assert_cmpuint (ops[j], ==, g_array_index (sorted, guint32, j));
        g_assert_cmpuint (ops[1001], ==, 1001);
      }
  }
  made_log_close (&log);
}

/* The order of the picture needs no memory of its own. */
static void
test_whole (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 100);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);
    const WeftOpRange all = WEFT_OP_RANGE_ALL;
    g_autoptr (WeftPipelineOps) ops = weft_pipeline_ops_new (snapshot, NULL, &all, NULL, NULL);

    g_assert_true (ops->snapshot == snapshot);
    g_assert_null (ops->owned);
    g_assert_cmpuint (ops->n_ops, ==, 100);
    g_assert_cmpuint (weft_pipeline_ops_get (ops, 57), ==, 57);
  }
  made_log_close (&log);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  MadeLog log;

  g_cancellable_cancel (cancellable);
  made_log_open (&log, NULL);
  made_log_fill (&log, 100);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 100);

    for (OpKey key = OP_KEY_ROW; key < N_OP_KEYS; key++)
      {
        g_autoptr (GError) error = NULL;

        g_assert_null (sort_ops (snapshot, NULL, key, TRUE, NULL, cancellable, &error));
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      }
  }
  made_log_close (&log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ops/keys", test_keys);
  g_test_add_func ("/ops/ranges", test_ranges);
  g_test_add_func ("/ops/empty", test_empty);
  g_test_add_func ("/ops/hostile", test_hostile);
  g_test_add_func ("/ops/label-blocks", test_label_blocks);
  g_test_add_func ("/ops/whole", test_whole);
  g_test_add_func ("/ops/cancel", test_cancel);
  return g_test_run ();
}
