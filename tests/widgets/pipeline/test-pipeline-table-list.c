/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-table.h"

#include "cpu-time.h"
#include "made-log.h"
#include "sorted-ops.h"
#include "wait.h"

/* A model as GTK would believe it from the list's signals alone. */
typedef struct
{
  WeftFactList *list;
  WeftPipelineSnapshot *snapshot; /* what was shown last, of these rows and this range */
  WeftPipelineRows *rows;
  WeftOpRange range;
  guint n_items;
  guint n_items_changed;
  guint n_selection_changed;
  guint32 picked;
  guint n_item_changed;
} Watch;

static void
items_changed (GListModel *model, guint position, guint removed, guint added, Watch *watch)
{
  g_assert_cmpuint (position, <=, watch->n_items);
  g_assert_cmpuint (removed, <=, watch->n_items - position);
  watch->n_items = watch->n_items - removed + added;
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, watch->n_items);
  watch->n_items_changed++;
}

static void
selection_changed (GtkSelectionModel *model, guint position, guint n_items, Watch *watch)
{
  g_assert_cmpuint (n_items, >, 0);
  g_assert_cmpuint (position + n_items, <=, g_list_model_get_n_items (G_LIST_MODEL (model)));
  watch->n_selection_changed++;
}

static void
picked (WeftFactList *list G_GNUC_UNUSED, guint op, Watch *watch)
{
  watch->picked = op;
}

static void
item_changed (WeftFactRow *item G_GNUC_UNUSED, Watch *watch)
{
  watch->n_item_changed++;
}

static void
watch_open (Watch *watch, guint32 page_size)
{
  *watch = (Watch){ .list = weft_fact_list_new (page_size),
                    .range = WEFT_OP_RANGE_ALL,
                    .picked = WEFT_NO_ROW };
  g_signal_connect (watch->list, "items-changed", G_CALLBACK (items_changed), watch);
  g_signal_connect (watch->list, "selection-changed", G_CALLBACK (selection_changed), watch);
  g_signal_connect (watch->list, "picked", G_CALLBACK (picked), watch);
}

static void
watch_close (Watch *watch)
{
  g_object_unref (watch->list);
  g_clear_pointer (&watch->snapshot, weft_pipeline_snapshot_unref);
}

/* Shows what was published, all of it. */
static void
show (Watch *watch, MadeLog *log, WeftPipelineRows *rows)
{
  gboolean asked = watch->snapshot != NULL && (rows == NULL) != (watch->rows == NULL);

  g_clear_pointer (&watch->snapshot, weft_pipeline_snapshot_unref);
  watch->snapshot = made_log_publish (log, 100000000);
  watch->rows = rows;
  if (rows != NULL)
    weft_pipeline_rows_update (rows);
  weft_pipeline_table_list (watch->list, watch->snapshot, rows, &watch->range, asked);
}

static void
set_range (Watch *watch, const WeftOpRange *range)
{
  watch->range = range != NULL ? *range : WEFT_OP_RANGE_ALL;
  weft_pipeline_table_list (watch->list, watch->snapshot, watch->rows, &watch->range, TRUE);
}

/* Those of the picture are the rows as they are listed. */
static void
sort (Watch *watch, OpKey key, gboolean descending)
{
  weft_fact_list_sort (
    watch->list, key == OP_KEY_ROW && !descending ? WEFT_NO_COLUMN : op_column (key), descending);
}

/* The label whole, as the file has it. */
static char *
read_label (WeftFactRow *row)
{
  return weft_facts_get_cell (weft_fact_row_get_facts (row), weft_fact_row_get_row (row),
                              op_column (OP_KEY_LABEL))
    .text;
}

static gboolean
is_busy (gpointer list)
{
  return weft_fact_list_is_busy (list);
}

static void
wait_until_shown (Watch *watch)
{
  wait_while (is_busy, watch->list);
}

static void
check_order (Watch *watch, MadeLog *log, WeftPipelineRows *rows, OpKey key, gboolean descending,
             const WeftOpRange *range)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (log->trace);
  g_autoptr (GArray) sorted = sort_ops (snapshot, rows, key, descending, range, NULL, NULL);
  guint32 first = weft_fact_list_get_first (watch->list);

  g_assert_cmpuint (weft_fact_list_get_n_rows (watch->list), ==, sorted->len);
  g_assert_cmpuint (watch->n_items, ==, g_list_model_get_n_items (G_LIST_MODEL (watch->list)));
  for (guint i = 0; i < watch->n_items; i++)
    {
      g_autoptr (WeftFactRow) item = g_list_model_get_item (G_LIST_MODEL (watch->list), i);

      g_assert_cmpuint (weft_fact_row_get_row (item), ==,
                        g_array_index (sorted, guint32, first + i));
      g_assert_cmpuint (weft_fact_list_get_row (watch->list, i), ==, weft_fact_row_get_row (item));
    }
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (watch->list), watch->n_items));
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_contract (void)
{
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (watch.list)) == WEFT_TYPE_FACT_ROW);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (watch.list)), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (watch.list), 0));
  g_assert_cmpuint (weft_fact_list_get_n_pages (watch.list), ==, 0);

  show (&watch, &log, NULL);
  g_assert_cmpuint (watch.n_items_changed, ==, 0);
  made_log_fill (&log, 500);
  show (&watch, &log, NULL);
  check_order (&watch, &log, NULL, OP_KEY_ROW, FALSE, NULL);
  {
    g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (watch.list), 7);
    g_autoptr (GObject) same = g_list_model_get_item (G_LIST_MODEL (watch.list), 7);

    g_assert_true (item == same);
  }
  watch_close (&watch);
  made_log_close (&log);
}

/* Unsorted, the list grows at its end and at once. */
static void
test_growth (void)
{
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  for (guint i = 1; i <= 20; i++)
    {
      made_log_fill (&log, 50);
      show (&watch, &log, NULL);
      g_assert_cmpuint (watch.n_items, ==, 50 * i);
      g_assert_cmpuint (watch.n_items_changed, ==, i);
    }
  check_order (&watch, &log, NULL, OP_KEY_ROW, FALSE, NULL);
  watch_close (&watch);
  made_log_close (&log);
}

/* The completion of an op in sight is told. */
static void
test_completion (void)
{
  Watch watch;
  MadeLog log;
  guint32 op;

  made_log_open (&log, NULL);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  op = made_log_begin (&log, 0, 10, "80000000: nop");
  show (&watch, &log, NULL);
  {
    g_autoptr (WeftFactRow) item = g_list_model_get_item (G_LIST_MODEL (watch.list), 0);
    g_autofree char *before = weft_fact_row_get_text (item, op_column (OP_KEY_END));
    g_autofree char *label = read_label (item), *after = NULL, *longer = NULL;

    g_assert_cmpstr (before, ==, "—");
    g_assert_cmpstr (label, ==, "80000000: nop");
    g_signal_connect (item, "changed", G_CALLBACK (item_changed), &watch);
    show (&watch, &log, NULL);
    g_assert_cmpuint (watch.n_item_changed, ==, 0);

    weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, 3, 12345);
    weft_pipeline_writer_add_label (log.writer, op, made_log_spill (&log, " # more"), " # more", 7);
    show (&watch, &log, NULL);
    g_assert_cmpuint (watch.n_item_changed, ==, 1);
    after = weft_fact_row_get_text (item, op_column (OP_KEY_END));
    g_assert_cmpstr (after, ==, "12\342\200\257345");
    longer = read_label (item);
    g_assert_cmpstr (longer, ==, "80000000: nop # more");
  }
  watch_close (&watch);
  made_log_close (&log);
}

/* Another order changes what stands in the places, and nothing of the places. */
static void
test_sort (void)
{
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 1000);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  show (&watch, &log, NULL);
  weft_fact_list_select (watch.list, 123);
  {
    g_autoptr (WeftFactRow) item = g_list_model_get_item (G_LIST_MODEL (watch.list), 0);

    for (OpKey key = 0; key < N_OP_KEYS; key++)
      for (guint descending = 0; descending < 2; descending++)
        {
          sort (&watch, key, descending != 0);
          wait_until_shown (&watch);
          check_order (&watch, &log, NULL, key, descending != 0, NULL);
          g_assert_cmpuint (weft_fact_row_get_row (item), ==,
                            weft_fact_list_get_row (watch.list, 0));
          g_assert_cmpuint (weft_fact_list_get_selected (watch.list), ==, 123);
          g_assert_cmpuint (
            weft_fact_list_get_row (watch.list, weft_fact_list_find_selected (watch.list, FALSE)),
            ==, 123);
        }
  }
  g_assert_cmpuint (watch.n_items_changed, ==, 1);
  watch_close (&watch);
  made_log_close (&log);
}

static gboolean
has_all_items (gpointer data)
{
  Watch *watch = data;

  return watch->n_items == 1300;
}

/* A list that is sorted while the log grows: not at each growth, but before long, and the selected
 * op stays selected. */
static void
test_sorted_growth (void)
{
  Watch watch;
  MadeLog log;
  guint n_changes;

  made_log_open (&log, NULL);
  made_log_fill (&log, 300);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  show (&watch, &log, NULL);
  sort (&watch, OP_KEY_LATENCY, TRUE);
  wait_until_shown (&watch);
  weft_fact_list_select (watch.list, 200);
  n_changes = watch.n_items_changed;
  for (guint i = 0; i < 20; i++)
    {
      made_log_fill (&log, 50);
      show (&watch, &log, NULL);
      wait_idle ();
    }
  g_assert_cmpuint (watch.n_items_changed, <=, n_changes + 1);
  wait_until (has_all_items, &watch);
  check_order (&watch, &log, NULL, OP_KEY_LATENCY, TRUE, NULL);
  g_assert_cmpuint (
    weft_fact_list_get_row (watch.list, weft_fact_list_find_selected (watch.list, FALSE)), ==, 200);
  watch_close (&watch);
  made_log_close (&log);
}

static void
test_range (void)
{
  const WeftOpRange cycles = { { 20, 40 }, 0, G_MAXUINT32 };
  const WeftOpRange rows_range = { WEFT_CYCLE_RANGE_ALL, 10, 60 };
  g_autoptr (WeftPipelineRows) rows = NULL;
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 300);
  rows = weft_pipeline_rows_new (log.trace, WEFT_ROWS_HIDE_FLUSHED);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  show (&watch, &log, NULL);
  set_range (&watch, &cycles);
  wait_until_shown (&watch);
  check_order (&watch, &log, NULL, OP_KEY_ROW, FALSE, &cycles);
  sort (&watch, OP_KEY_END, TRUE);
  set_range (&watch, &rows_range);
  wait_until_shown (&watch);
  check_order (&watch, &log, NULL, OP_KEY_END, TRUE, &rows_range);
  show (&watch, &log, rows);
  wait_until_shown (&watch);
  check_order (&watch, &log, rows, OP_KEY_END, TRUE, &rows_range);
  set_range (&watch, NULL);
  sort (&watch, OP_KEY_ROW, FALSE);
  wait_until_shown (&watch);
  check_order (&watch, &log, rows, OP_KEY_ROW, FALSE, NULL);
  g_assert_cmpuint (watch.n_items, <, 300);
  watch_close (&watch);
  made_log_close (&log);
}

static void
test_selection (void)
{
  Watch watch;
  MadeLog log;
  GtkSelectionModel *model;

  made_log_open (&log, NULL);
  made_log_fill (&log, 100);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  model = GTK_SELECTION_MODEL (watch.list);
  show (&watch, &log, NULL);
  g_assert_cmpuint (weft_fact_list_get_selected (watch.list), ==, WEFT_NO_ROW);
  g_assert_false (gtk_selection_model_is_selected (model, 0));

  g_assert_true (gtk_selection_model_select_item (model, 42, TRUE));
  g_assert_cmpuint (watch.picked, ==, 42);
  g_assert_cmpuint (watch.n_selection_changed, ==, 1);
  g_assert_true (gtk_selection_model_is_selected (model, 42));
  g_assert_false (gtk_selection_model_is_selected (model, 41));

  /* From outside: no echo. */
  watch.picked = 0;
  weft_fact_list_select (watch.list, 50);
  g_assert_cmpuint (watch.picked, ==, 0);
  g_assert_cmpuint (watch.n_selection_changed, ==, 2);
  {
    g_autoptr (GtkBitset) selection = gtk_selection_model_get_selection (model);

    g_assert_cmpuint (gtk_bitset_get_size (selection), ==, 1);
    g_assert_true (gtk_bitset_contains (selection, 50));
  }
  g_assert_true (gtk_selection_model_unselect_item (model, 50));
  g_assert_cmpuint (watch.picked, ==, WEFT_NO_ROW);
  g_assert_false (gtk_selection_model_select_item (model, 100, TRUE));
  weft_fact_list_select (watch.list, 1000); /* no such op yet */
  g_assert_cmpuint (weft_fact_list_find_selected (watch.list, TRUE), ==, GTK_INVALID_LIST_POSITION);
  watch_close (&watch);
  made_log_close (&log);
}

static void
test_pages (void)
{
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 250);
  watch_open (&watch, 100);
  show (&watch, &log, NULL);
  g_assert_cmpuint (weft_fact_list_get_n_pages (watch.list), ==, 3);
  g_assert_cmpuint (watch.n_items, ==, 100);
  weft_fact_list_set_page (watch.list, 2);
  g_assert_cmpuint (watch.n_items, ==, 50);
  g_assert_cmpuint (weft_fact_list_get_first (watch.list), ==, 200);
  check_order (&watch, &log, NULL, OP_KEY_ROW, FALSE, NULL);

  weft_fact_list_select (watch.list, 130);
  g_assert_cmpuint (weft_fact_list_find_selected (watch.list, FALSE), ==,
                    GTK_INVALID_LIST_POSITION);
  g_assert_cmpuint (weft_fact_list_find_selected (watch.list, TRUE), ==, 30);
  g_assert_cmpuint (weft_fact_list_get_page (watch.list), ==, 1);
  weft_fact_list_set_page (watch.list, 3);
  g_assert_cmpuint (weft_fact_list_get_page (watch.list), ==, 1);

  sort (&watch, OP_KEY_FETCH, TRUE);
  wait_until_shown (&watch);
  g_assert_cmpuint (weft_fact_list_get_page (watch.list), ==, 0);
  check_order (&watch, &log, NULL, OP_KEY_FETCH, TRUE, NULL);
  watch_close (&watch);
  made_log_close (&log);
}

/* Closing a list while its worker is busy: nobody holds it any longer once that has heard of it. */
static void
test_close_busy (void)
{
  Watch watch;
  MadeLog log;
  gpointer list;

  made_log_open (&log, NULL);
  made_log_fill (&log, 20000);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  show (&watch, &log, NULL);
  sort (&watch, OP_KEY_LABEL, FALSE);
  sort (&watch, OP_KEY_STALL, FALSE);
  list = watch.list;
  g_object_add_weak_pointer (list, &list);
  watch_close (&watch);
  wait_idle ();
  g_assert_null (list);
  made_log_close (&log);
}

static void
test_large (void)
{
  gint64 start, longest = 0;
  Watch watch;
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 2000000);
  watch_open (&watch, WEFT_FACT_LIST_PAGE);
  show (&watch, &log, NULL);
  sort (&watch, OP_KEY_LATENCY, TRUE);
  wait_until_shown (&watch);
  start = cpu_time ();
  for (guint i = 0; i < 10000; i++)
    {
      gint64 begin = cpu_time ();
      g_autoptr (WeftFactRow) item =
        g_list_model_get_item (G_LIST_MODEL (watch.list), (i * 7919u) % 2000000u);

      g_autofree char *label = read_label (item);

      g_assert_nonnull (label);
      longest = MAX (longest, cpu_time () - begin);
    }
  g_test_message ("get_item with its label: %.1f µs, longest %" G_GINT64_FORMAT " µs",
                  (double) (cpu_time () - start) / 10000, longest);
  /* On average, as the first ones fill what is kept. */
  cpu_assert_at_most (start, 10000 * 1000);
  watch_close (&watch);
  made_log_close (&log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-list/contract", test_contract);
  g_test_add_func ("/table-list/growth", test_growth);
  g_test_add_func ("/table-list/completion", test_completion);
  g_test_add_func ("/table-list/sort", test_sort);
  g_test_add_func ("/table-list/sorted-growth", test_sorted_growth);
  g_test_add_func ("/table-list/range", test_range);
  g_test_add_func ("/table-list/selection", test_selection);
  g_test_add_func ("/table-list/pages", test_pages);
  g_test_add_func ("/table-list/close-busy", test_close_busy);
  g_test_add_func ("/table-list/large", test_large);
  return g_test_run ();
}
