/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index-of.h"
#include "weft-noc-kept.h"
#include "weft-noc-writer.h"

/* Records that are out of an index file are those that were read, or none. */

#define N_RECORDS 10000u /* more than are looked at together */

/* Records, of which the one at `at` has this type and these flags, and refers to what is not there. */
static WeftNocTrace *
write_records (guint32 at, guint type, guint flags)
{
  WeftNocTrace *trace = weft_noc_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftNocWriter) writer = weft_noc_writer_new (trace);

  g_assert_true (weft_noc_writer_begin_part (writer, "test.json"));
  for (guint32 i = 0; i < N_RECORDS; i++)
    {
      WeftNocRow row = { .proc = { "BRISC", 5 }, .time = i, .line = i + 1, .dx = 1, .bytes = 32 };

      row.context = weft_noc_writer_get_context (writer, 0, 0, (WeftNocText){ "", 0 });
      if (i == at)
        {
          row.type = type;
          row.flags = flags;
          row.extra = 1;
        }
      g_assert_true (weft_noc_writer_add (writer, &row));
    }
  weft_trace_set_state (WEFT_TRACE (trace), WEFT_TRACE_COMPLETE);
  return trace;
}

static gboolean
is_kept (guint32 at, guint type, guint flags)
{
  g_autoptr (WeftNocTrace) trace = write_records (at, type, flags);
  g_autoptr (WeftNocTrace) kept = weft_noc_trace_new ("kept", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = read_index_of (WEFT_TRACE (trace), weft_noc_trace_put);

  return weft_noc_trace_take (kept, reader) && weft_noc_trace_get_n_records (kept) == N_RECORDS;
}

/* A type that there is not, and an end that there is not, are found wherever they stand. */
static void
test_hostile (void)
{
  static const guint32 places[] = { 0, 4095, 4096, N_RECORDS - 1 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_assert_true (is_kept (places[i], 1, 0));
      g_assert_false (is_kept (places[i], weft_noc_count_types (), 0));
      g_assert_false (is_kept (places[i], 1, WEFT_NOC_HAS_END));
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-kept/hostile", test_hostile);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
