/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-activity.h"

#include "live-frames.h"
#include "weft-live-trace-private.h"

#define SECOND G_GUINT64_CONSTANT (1000000000)

/* A session, as its frames are taken. */
typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  GByteArray *bytes;
} Session;

static void
session_open (Session *session, gsize budget)
{
  session->trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, budget);
  session->writer = weft_live_writer_new (session->trace);
  session->bytes = g_byte_array_new ();
}

static void
session_close (Session *session)
{
  weft_live_writer_free (session->writer);
  g_object_unref (session->trace);
  g_byte_array_unref (session->bytes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_close)

/* A lane more; WELCOME would begin all of them anew. */
static void
add_lane (Session *session, guint32 id, guint64 first)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveFrame welcome;
  WeftLiveFault fault;

  frames_begin (bytes, id, first);
  if (session->bytes->len > 0)
    {
      g_assert_cmpint (weft_live_frame_parse (bytes->data, bytes->len, &welcome, &fault), ==,
                       WEFT_LIVE_WHOLE);
      g_byte_array_remove_range (bytes, 0, (guint) welcome.length);
    }
  g_byte_array_append (session->bytes, bytes->data, bytes->len);
}

/* Quiet stretches of all that was said: (transfer full). */
static GArray *
find (Session *session, gboolean ends, gint64 *first, gint64 *last)
{
  g_assert_cmpint (frames_take (session->writer, session->bytes), ==, WEFT_LIVE_FAULT_NONE);
  if (ends)
    weft_live_writer_finish (session->writer);
  else
    weft_live_writer_publish (session->writer);
  return weft_live_find_quiet (session->trace, G_MAXINT64, first, last);
}

/* So many, and the tick in which the last record has ended. */
static void
assert_n (GArray *quiet, guint n)
{
  const WeftCycleRange *last = &g_array_index (quiet, WeftCycleRange, quiet->len - 1);

  g_assert_cmpuint (quiet->len, ==, n + 1);
  g_assert_cmpint (last->to - last->from, ==, 1);
}

static void
assert_range (GArray *quiet, guint index, guint64 from, guint64 to)
{
  g_assert_cmpuint (index, <, quiet->len);
  g_assert_cmpint (g_array_index (quiet, WeftCycleRange, index).from, ==, (gint64) from);
  g_assert_cmpint (g_array_index (quiet, WeftCycleRange, index).to, ==, (gint64) to);
}

/* Where no lane does anything, to the nanosecond. */
static void
test_lanes (void)
{
  g_auto (Session) session;
  g_autoptr (GArray) quiet = NULL, early = NULL;
  gint64 first, last;

  session_open (&session, 0);
  add_lane (&session, 1, 0);
  add_lane (&session, 2, 0);
  frames_records_from (session.bytes, 1, 0, 100, SECOND);
  frames_records_from (session.bytes, 1, 100, 100, 5 * SECOND);
  frames_records_from (session.bytes, 2, 0, 100, 3 * SECOND);
  frames_records_from (session.bytes, 2, 100, 1, 9 * SECOND);
  quiet = find (&session, TRUE, &first, &last);
  g_assert_cmpint (first, ==, (gint64) SECOND);
  g_assert_cmpint (last, ==, (gint64) (9 * SECOND + 601));
  assert_n (quiet, 3);
  assert_range (quiet, 0, SECOND + 99600, 3 * SECOND);
  assert_range (quiet, 1, 3 * SECOND + 99600, 5 * SECOND);
  assert_range (quiet, 2, 5 * SECOND + 99600, 9 * SECOND);
  /* Later records are not looked at. */
  early = weft_live_find_quiet (session.trace, 4 * (gint64) SECOND, &first, &last);
  g_assert_cmpint (last, ==, 4 * (gint64) SECOND);
  g_assert_cmpuint (early->len, ==, 2);
  assert_range (early, 1, 3 * SECOND + 99600, 4 * SECOND);
}

/* Of what was lost nobody knows when it happened. */
static void
test_lost (void)
{
  g_auto (Session) session;
  g_autoptr (GArray) quiet = NULL;
  gint64 first, last;

  session_open (&session, 0);
  add_lane (&session, 1, 0);
  add_lane (&session, 2, 0);
  frames_records_from (session.bytes, 1, 0, 100, SECOND);
  frames_loss (session.bytes, 1, 100, 150);
  frames_records_from (session.bytes, 1, 150, 100, 3 * SECOND);
  frames_records_from (session.bytes, 2, 0, 1, 9 * SECOND);
  quiet = find (&session, TRUE, &first, &last);
  assert_n (quiet, 1);
  assert_range (quiet, 0, 3 * SECOND + 99600, 9 * SECOND);
}

/* Nor of what was lost before a lane's first record and after its last one, whether the session goes on or has
 * ended, nor of a lane all of whose records were lost. */
static void
test_lost_at_ends (void)
{
  for (guint variant = 0; variant < 6; variant++)
    {
      g_auto (Session) session;
      g_autoptr (GArray) quiet = NULL;
      gint64 first, last;

      session_open (&session, 0);
      add_lane (&session, 1, 0);
      add_lane (&session, 2, 0);
      frames_records_from (session.bytes, 1, 0, 1, SECOND);
      frames_records_from (session.bytes, 1, 1, 1, 9 * SECOND);
      if (variant % 3 == 0)
        {
          frames_loss (session.bytes, 2, 0, 7);
          frames_records_from (session.bytes, 2, 7, 1, 4 * SECOND);
        }
      else if (variant % 3 == 1)
        {
          frames_records_from (session.bytes, 2, 0, 1, 4 * SECOND);
          frames_loss (session.bytes, 2, 1, 7);
        }
      else
        frames_loss (session.bytes, 2, 0, 7);
      quiet = find (&session, variant < 3, &first, &last);
      if (variant % 3 == 2)
        {
          g_assert_cmpuint (quiet->len, ==, 0);
          continue;
        }
      if (variant % 3 == 0)
        {
          assert_n (quiet, 1);
          assert_range (quiet, 0, 4 * SECOND + 600, 9 * SECOND);
          continue;
        }
      g_assert_cmpuint (quiet->len, ==, 1);
      assert_range (quiet, 0, SECOND + 600, 4 * SECOND);
    }
}

/* A lane that began before the trace: what it did before the first record that came is not known. One of which
 * nothing came did nothing. */
static void
test_begun_before (void)
{
  g_auto (Session) session;
  g_autoptr (GArray) quiet = NULL;
  gint64 first, last;

  session_open (&session, 0);
  add_lane (&session, 1, 0);
  add_lane (&session, 2, 500);
  add_lane (&session, 3, 0);
  frames_records_from (session.bytes, 1, 0, 1, SECOND);
  frames_records_from (session.bytes, 1, 1, 1, 9 * SECOND);
  frames_records_from (session.bytes, 2, 500, 1, 4 * SECOND);
  quiet = find (&session, TRUE, &first, &last);
  assert_n (quiet, 1);
  assert_range (quiet, 0, 4 * SECOND + 600, 9 * SECOND);
}

/* Time that has left memory is not called empty; and what was looked at leaves like all else. */
static void
test_evicted (void)
{
  g_auto (Session) session;
  g_autoptr (GArray) quiet = NULL;
  gint64 first, last, evicted;
  guint32 first_row, end_row;
  guint64 seq = 0;

  session_open (&session, 10 << 20);
  add_lane (&session, 1, 0);
  add_lane (&session, 2, 0);
  frames_records_from (session.bytes, 2, 0, 1, 0);
  /* Each 50 ms runs, and 950 ms nothing. */
  for (guint second = 0; second < 10; second++)
    for (guint part = 0; part < 50; part++, seq += 1000)
      frames_records_from (session.bytes, 1, seq, 1000, second * SECOND + part * 1000000);
  quiet = find (&session, FALSE, &first, &last);
  evicted = weft_live_trace_get_evicted (session.trace, 0);
  g_assert_cmpint (evicted, >, (gint64) (5 * SECOND));
  g_assert_cmpint (evicted, <, (gint64) (9 * SECOND));
  g_assert_cmpuint (quiet->len, >, 0);
  for (guint i = 0; i < quiet->len; i++)
    g_assert_cmpint (g_array_index (quiet, WeftCycleRange, i).from, >, evicted);
  assert_range (quiet, quiet->len - 2, 8 * SECOND + 49999600, 9 * SECOND);
  g_byte_array_set_size (session.bytes, 0);
  for (guint part = 0; part < 100; part++, seq += 1000)
    frames_records_from (session.bytes, 1, seq, 1000, 20 * SECOND + part * 1000000);
  g_assert_cmpint (frames_take (session.writer, session.bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (session.writer);
  g_assert_cmpint (weft_live_trace_get_evicted (session.trace, 0), >, evicted);
  weft_live_trace_get_rows (session.trace, 0, &first_row, &end_row);
  g_assert_cmpuint (weft_table_first (&session.trace->lanes[0]->rows), ==, first_row);
}

/* Against each nanosecond by itself, wherever records lie. */
static void
test_against_bits (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_auto (Session) session;
      g_autoptr (GArray) quiet = NULL;
      g_autofree guint8 *bits = g_new0 (guint8, 200000);
      gint64 first, last;

      session_open (&session, 0);
      for (guint32 lane = 1; lane <= 3; lane++)
        {
          guint64 start = (guint64) g_test_rand_int_range (0, 20000), seq = 0;

          add_lane (&session, lane, 0);
          for (int n = g_test_rand_int_range (1, 4); n > 0; n--)
            {
              guint runs = (guint) g_test_rand_int_range (1, 5);

              frames_records_from (session.bytes, lane, seq, runs, start);
              for (guint i = 0; i < runs; i++)
                memset (bits + start + 1000 * i, 1, 600);
              seq += runs;
              start += 1000 * runs + (guint64) g_test_rand_int_range (0, 40000);
            }
        }
      quiet = find (&session, TRUE, &first, &last);
      g_assert_cmpint (bits[first], ==, 1);
      g_assert_cmpint (bits[last - 2], ==, 1);
      for (gint64 tick = first, from = first; tick < last; tick++)
        if (bits[tick] != 0)
          {
            gboolean found = FALSE;

            for (guint i = 0; i < quiet->len; i++)
              found |= g_array_index (quiet, WeftCycleRange, i).from == from
                       && g_array_index (quiet, WeftCycleRange, i).to == tick;
            if (tick > from + 100)
              g_assert_true (found);
            from = tick + 1;
          }
      for (guint i = 0; i < quiet->len; i++)
        for (gint64 tick = g_array_index (quiet, WeftCycleRange, i).from;
             tick < g_array_index (quiet, WeftCycleRange, i).to; tick++)
          g_assert_cmpint (bits[tick], ==, 0);
    }
}

static void
test_nothing (void)
{
  g_auto (Session) session;
  g_autoptr (GArray) quiet = NULL;
  gint64 first, last;

  session_open (&session, 0);
  add_lane (&session, 1, 0);
  quiet = find (&session, FALSE, &first, &last);
  g_assert_cmpint (first, ==, 0);
  g_assert_cmpint (last, ==, 0);
  g_assert_cmpuint (quiet->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-activity/lanes", test_lanes);
  g_test_add_func ("/live-activity/lost", test_lost);
  g_test_add_func ("/live-activity/lost-at-ends", test_lost_at_ends);
  g_test_add_func ("/live-activity/begun-before", test_begun_before);
  g_test_add_func ("/live-activity/evicted", test_evicted);
  g_test_add_func ("/live-activity/against-bits", test_against_bits);
  g_test_add_func ("/live-activity/nothing", test_nothing);
  return g_test_run ();
}
