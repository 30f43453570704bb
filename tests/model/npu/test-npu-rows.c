/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index-of.h"
#include "weft-npu-kept.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-writer.h"

#include <math.h>

/* Events are as they were written, whatever of their columns says how one number differs from another, and so they are
 * out of an index file. */

#define N_EVENTS 3000u

/* One that columns tell of by others, or none. */
static gint64
pick_number (void)
{
  static const gint64 numbers[] = { WEFT_NPU_NONE,        0,          1,         4096,
                                    G_MAXINT32,           G_MAXINT64, 271041728, (gint64) 1 << 31,
                                    (gint64) 0x7ffffffffe };

  return numbers[g_test_rand_int_range (0, G_N_ELEMENTS (numbers))];
}

static guint8
pick_bits (void)
{
  static const guint8 bits[] = { WEFT_NPU_NO_BITS, WEFT_NPU_NO_BITS, 0, 4, 8, 254 };

  return bits[g_test_rand_int_range (0, G_N_ELEMENTS (bits))];
}

static WeftNpuEvent
make_event (guint32 row)
{
  WeftNpuEvent event = weft_npu_event_unsaid;

  event.type = row % WEFT_NPU_N_TYPES;
  event.flags = (guint) g_test_rand_int_range (0, 256);
  event.start = row;
  event.end = row + 1;
  event.bytes = pick_number ();
  event.aligned = g_test_rand_bit () ? event.bytes : pick_number ();
  event.qbits = pick_bits ();
  event.weight_bits = pick_bits ();
  event.activation_bits = pick_bits ();
  event.line = row + 1;
  /* Behind the one before, or, rarely, anywhere. */
  event.place = row % 100 == 99 ? (guint64) (g_test_rand_int () & G_MAXINT32) << 9 : 300 * row;
  event.length = row % 50 == 49 ? G_MAXUINT32 - row : 298;
  if (row % 3 == 0)
    return event;
  event.bank = pick_number ();
  event.address = pick_number ();
  event.dram_address = g_test_rand_bit () ? event.address : pick_number ();
  event.offset = pick_number ();
  return event;
}

static void
assert_events (WeftNpuTrace *trace, const WeftNpuEvent *events)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);

  g_assert_cmpuint (snapshot->n_events, ==, N_EVENTS);
  for (guint32 row = 0; row < N_EVENTS; row++)
    {
      const WeftNpuEvent *event = &events[row];
      WeftNpuEvent got;

      weft_npu_snapshot_get_event (snapshot, row, &got);
      g_assert_cmpuint (got.flags, ==, event->flags);
      g_assert_cmpint (got.bytes, ==, event->bytes);
      g_assert_cmpint (got.aligned, ==, event->aligned);
      g_assert_cmpint (weft_npu_moved (trace, row), ==,
                       event->aligned != WEFT_NPU_NONE ? event->aligned
                       : event->bytes != WEFT_NPU_NONE ? event->bytes
                                                       : 0);
      g_assert_cmpuint (got.qbits, ==, event->qbits);
      g_assert_cmpuint (got.weight_bits, ==, event->weight_bits);
      g_assert_cmpuint (got.activation_bits, ==, event->activation_bits);
      g_assert_cmpint (got.bank, ==, event->bank);
      g_assert_cmpint (got.address, ==, event->address);
      g_assert_cmpint (got.dram_address, ==, event->dram_address);
      g_assert_cmpint (got.offset, ==, event->offset);
      g_assert_cmpuint (got.place, ==, event->place);
      g_assert_cmpuint (got.length, ==, event->length);
    }
}

static WeftNpuTrace *
write_events (WeftNpuEvent *events)
{
  WeftNpuTrace *trace = weft_npu_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftNpuWriter) writer = weft_npu_writer_new (trace);

  for (guint32 row = 0; row < N_EVENTS; row++)
    {
      events[row] = make_event (row);
      weft_npu_writer_add_event (writer, &events[row]);
    }
  weft_npu_writer_publish (writer);
  return trace;
}

/* (transfer full) (nullable): the trace out of an index file of another. */
static WeftNpuTrace *
keep (WeftNpuTrace *trace)
{
  g_autoptr (WeftIndexReader) reader = read_index_of (WEFT_TRACE (trace), weft_npu_trace_put);
  g_autoptr (WeftNpuTrace) kept = weft_npu_trace_new ("kept", NULL, WEFT_STORAGE_MEMORY);

  return weft_npu_trace_take (kept, reader) ? g_steal_pointer (&kept) : NULL;
}

static void
test_same (void)
{
  g_autofree WeftNpuEvent *events = g_new (WeftNpuEvent, N_EVENTS);
  g_autoptr (WeftNpuTrace) trace = write_events (events), kept = NULL;

  assert_events (trace, events);
  kept = keep (trace);
  g_assert_nonnull (kept);
  assert_events (kept, events);
}

/* Cells of an index file that no reader writes, and that would lead elsewhere, or to what is no amount. */
static void
test_hostile (void)
{
  const struct
  {
    guint column;
    gint64 number; /* of a compact cell, or else the cell itself */
    gboolean is_compact;
    gboolean is_good;
  } cells[] = {
    { NPU_SPOT, 1, FALSE, TRUE },
    { NPU_SPOT, G_MAXUINT32 - 1, FALSE, FALSE },
    { NPU_SPOT, G_MAXUINT32, FALSE, FALSE },
    { NPU_ALIGNED, -8, TRUE, TRUE },
    { NPU_ALIGNED, -4096, TRUE, FALSE },
    { NPU_ALIGNED, G_MAXINT64, TRUE, FALSE },
    { NPU_ALIGNED, (gint64) (WEFT_COMPACT_SPECIAL - 1), FALSE, FALSE },
    { NPU_TEXT_GAP, -1, TRUE, TRUE },
    { NPU_TEXT_GAP, (gint64) (WEFT_COMPACT_SPECIAL - 1), FALSE, FALSE },
  };
  g_autofree WeftNpuEvent *events = g_new (WeftNpuEvent, N_EVENTS);

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autoptr (WeftNpuTrace) trace = write_events (events), kept = NULL;
      guint32 cell = cells[i].is_compact ? weft_compact_encode (&trace->compact, cells[i].number)
                                         : (guint32) cells[i].number;

      weft_table_set_u32 (&trace->events, NPU_BYTES, 7, 64);
      weft_table_set_u32 (&trace->events, NPU_ALIGNED, 7, 0);
      weft_table_set_u32 (&trace->events, cells[i].column, 7, cell);
      kept = keep (trace);
      g_assert_cmpint (kept != NULL, ==, cells[i].is_good);
    }
}

/* The first place that no spot has. */
static void
test_hostile_spot (void)
{
  g_autofree WeftNpuEvent *events = g_new (WeftNpuEvent, N_EVENTS);
  g_autoptr (WeftNpuTrace) trace = write_events (events), good = NULL, bad = NULL;

  weft_table_set_u32 (&trace->events, NPU_SPOT, 7, (trace->spots.n_rows - 1) << 1 | 1);
  good = keep (trace);
  g_assert_nonnull (good);
  weft_table_set_u32 (&trace->events, NPU_SPOT, 7, trace->spots.n_rows << 1);
  bad = keep (trace);
  g_assert_null (bad);
}

/* Figures of the run's summary stand in it, and are of engines and shares that there are, each of them. */
static void
test_hostile_claims (void)
{
  const WeftNpuClaim good = { WEFT_NPU_DMA, 0, 0.5, 12, 3, 10 };
  const WeftNpuClaim cases[] = {
    { WEFT_NPU_VE, -1, NAN, WEFT_NPU_NONE, 10, 10 }, /* good, too */
    { WEFT_NPU_DMA, 0, 0.5, 12, 11, 3 },
    { WEFT_NPU_DMA, 0, 0.5, 12, 3, 11 },
    { WEFT_NPU_DMA, 0, INFINITY, 12, 3, 3 },
    { WEFT_NPU_VE + 1, 0, 0.5, 12, 3, 3 },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const WeftNpuClaim claims[] = { i % 2 == 0 ? cases[i / 2] : good,
                                      i % 2 == 0 ? good : cases[i / 2] };
      g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
      g_autoptr (WeftNpuWriter) writer = weft_npu_writer_new (trace);
      g_autoptr (WeftNpuTrace) kept = NULL;
      WeftNpuRun *run = weft_npu_writer_new_run (writer);

      run->summary = g_strdup ("0123456789");
      run->claims = g_memdup2 (claims, sizeof claims);
      run->n_claims = G_N_ELEMENTS (claims);
      weft_npu_writer_set_run (writer, run);
      weft_npu_writer_publish (writer);
      kept = keep (trace);
      g_assert_cmpint (kept != NULL, ==, i < 2);
    }
}

/* So many series, and no more; those that are there go on. */
static void
test_series (void)
{
  g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftNpuWriter) writer = weft_npu_writer_new (trace);

  for (guint32 series = 0; series < WEFT_NPU_MAX_SERIES; series++)
    g_assert_true (weft_npu_writer_add_point (writer, series, 10, 0.5));
  g_assert_false (weft_npu_writer_add_point (writer, WEFT_NPU_MAX_SERIES, 10, 0.5));
  g_assert_true (weft_npu_writer_add_point (writer, 0, 11, 1.5));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-rows/same", test_same);
  g_test_add_func ("/npu-rows/hostile", test_hostile);
  g_test_add_func ("/npu-rows/hostile-spot", test_hostile_spot);
  g_test_add_func ("/npu-rows/hostile-claims", test_hostile_claims);
  g_test_add_func ("/npu-rows/series", test_series);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
