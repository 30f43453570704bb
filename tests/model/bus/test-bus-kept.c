/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index-of.h"
#include "weft-bus-kept.h"
#include "weft-bus-trace-private.h"
#include "weft-bus-writer.h"

/* (transfer full) (nullable): the trace out of an index file of another. */
static WeftBusTrace *
keep (WeftBusTrace *trace)
{
  g_autoptr (WeftIndexReader) reader = read_index_of (WEFT_TRACE (trace), weft_bus_trace_put);
  g_autoptr (WeftBusTrace) kept = weft_bus_trace_new ("kept", NULL, WEFT_STORAGE_MEMORY);

  return weft_bus_trace_take (kept, reader) ? g_steal_pointer (&kept) : NULL;
}

static void
set_n_rows (WeftTable *table, guint32 n_rows)
{
  guint32 row = 0;

  while (table->n_rows < n_rows)
    {
      g_assert_true (weft_table_append (table, &row));
      if (table->columns[0].width == 4)
        weft_table_set_u32 (table, 0, row, 0);
      else
        weft_table_set_u64 (table, 0, row, 1000 + row);
    }
  table->n_rows = n_rows;
  weft_table_publish (table);
}

/* An index file has the words that each trace has, and no more than a record can tell apart. */
static void
test_words (void)
{
  enum
  {
    RWS,
    KINDS,
    SIZES
  };
  static const struct
  {
    guint table;
    guint32 n_rows;
    gboolean is_good;
  } cases[] = {
    { RWS, 0, FALSE },
    { RWS, WEFT_BUS_N_RWS - 1, FALSE },
    { RWS, WEFT_BUS_N_RWS, TRUE },
    { RWS, G_MAXUINT8, TRUE },
    { RWS, G_MAXUINT8 + 1, FALSE },
    { KINDS, 0, FALSE },
    { KINDS, WEFT_BUS_N_KINDS - 1, FALSE },
    { KINDS, WEFT_BUS_N_KINDS, TRUE },
    { KINDS, G_MAXUINT8, TRUE },
    { KINDS, G_MAXUINT8 + 1, FALSE },
    { SIZES, 0, TRUE },
    { SIZES, WEFT_BUS_N_SIZES - WEFT_BUS_N_PLAIN_SIZES, TRUE },
    { SIZES, WEFT_BUS_N_SIZES - WEFT_BUS_N_PLAIN_SIZES + 1, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
      g_autoptr (WeftBusTrace) kept = NULL;
      g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
      WeftTable *tables[] = { &trace->rws, &trace->kinds, &trace->sizes };

      set_n_rows (tables[cases[i].table], cases[i].n_rows);
      weft_bus_writer_publish (writer);
      kept = keep (trace);
      g_assert_cmpint (kept != NULL, ==, cases[i].is_good);
    }
}

/* A trace without a record lasts no time. */
static void
test_empty (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusTrace) kept = NULL;
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (WeftBusSnapshot) snapshot = NULL;

  weft_bus_writer_publish (writer);
  kept = keep (trace);
  g_assert_nonnull (kept);
  snapshot = weft_bus_trace_ref_snapshot (kept);
  g_assert_cmpuint (snapshot->n_rows, ==, 0);
  g_assert_cmpuint (snapshot->first_tick, ==, 0);
  g_assert_cmpuint (snapshot->last_tick, ==, 0);
}

/* Rows that do not stand in the order of a trace are none of an index file. */
static void
test_order (void)
{
  static const struct
  {
    guint64 complete, seq; /* of the first of three, which complete at 10, 20 and 30 */
    gboolean is_good;
  } cases[] = {
    { 10, 0, TRUE },  { 20, 0, TRUE },  { 20, 1, TRUE },
    { 20, 2, FALSE }, { 21, 0, FALSE }, { 40, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
      g_autoptr (WeftBusTrace) kept = NULL;
      g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);

      for (guint row = 0; row < 3; row++)
        g_assert_true (weft_bus_writer_add (
          writer, &(WeftBusRecord){
                    .seq = row, .line = row + 1, .first_attempt = 5, .complete = 10 * (row + 1) }));
      weft_bus_writer_publish (writer);
      weft_table_set_u64 (&trace->records, BUS_COMPLETE, 0, cases[i].complete);
      weft_table_set_u64 (&trace->records, BUS_SEQ, 0, cases[i].seq);
      kept = keep (trace);
      g_assert_cmpint (kept != NULL, ==, cases[i].is_good);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-kept/words", test_words);
  g_test_add_func ("/bus-kept/empty", test_empty);
  g_test_add_func ("/bus-kept/order", test_order);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
