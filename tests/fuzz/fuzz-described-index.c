/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-described.h"
#include "fuzz-index.h"
#include "fuzz.h"
#include "weft-described-report.h"
#include "weft-format.h"

/* Index files of what is read by a description, in which something was changed by somebody who knows how to make all
 * checksums right, as fuzz-index.c does with logs of pipelines. */

static GByteArray *
make_index (WeftTrace *trace)
{
  FuzzIndex file = fuzz_index_begin ();

  weft_described_format.keep (trace, file.writer);
  return fuzz_index_end (&file);
}

/* `text`: of the trace that was kept. */
static WeftTrace *
restore (const GByteArray *index, WeftTextStore *text)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);
  WeftTrace *trace = reader != NULL ? weft_described_format.restore (&setup, reader) : NULL;

  if (trace != NULL)
    weft_trace_set_text (trace, text);
  return trace;
}

static void
assert_same_place (const WeftDescribedPlace *a, const WeftDescribedPlace *b)
{
  g_assert_cmpint (a->line, ==, b->line);
  g_assert_cmpint (a->column, ==, b->column);
  g_assert_cmpstr (a->text, ==, b->text);
}

static void
assert_same_report (const WeftDescribedReport *a, const WeftDescribedReport *b)
{
  const WeftDescription *description = a->splitter->description;

  g_assert_cmpuint (weft_described_report_count_faults (a), ==,
                    weft_described_report_count_faults (b));
  for (guint i = 0; i < description->sources->len; i++)
    {
      g_assert_cmpuint (a->sources[i].n, ==, b->sources[i].n);
      g_assert_cmpint (a->sources[i].is_off, ==, b->sources[i].is_off);
      assert_same_place (&a->sources[i].first, &b->sources[i].first);
    }
  for (guint i = 0; i < description->items->len; i++)
    {
      g_assert_cmpuint (a->items[i].n_made, ==, b->items[i].n_made);
      assert_same_place (&a->items[i].first_stray, &b->items[i].first_stray);
      assert_same_place (&a->items[i].first_unreadable, &b->items[i].first_unreadable);
    }
  g_assert_cmpuint (a->unread->len, ==, b->unread->len);
  for (guint i = 0; i < a->unread->len; i++)
    assert_same_place (&g_array_index (a->unread, WeftDescribedPlace, i),
                       &g_array_index (b->unread, WeftDescribedPlace, i));
}

static void
check_same (WeftTrace *trace, WeftTrace *same)
{
  g_autofree char *told = fuzz_described_tell (trace), *again = fuzz_described_tell (same);

  g_assert_cmpstr (told, ==, again);
  assert_same_report (weft_described_report_of (trace), weft_described_report_of (same));
}

static void
check_index (WeftTrace *trace, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GByteArray) index = make_index (trace);
  g_autoptr (WeftTrace) same = restore (index, weft_trace_get_text (trace));

  g_assert_nonnull (same);
  check_same (trace, same);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftTrace) other = restore (changed, weft_trace_get_text (trace));

      if (other != NULL)
        g_assert_cmpuint (weft_described_report_of (other)->unread->len, <=,
                          WEFT_DESCRIBED_KEPT_LINES);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const FuzzDescribed input = fuzz_described_divide ((const char *) data, size);
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autofree char *path = g_build_filename (fuzz_index_get_folder (), "fuzz.weftformat", NULL);
  g_autoptr (WeftDescription) description = NULL;

  g_assert_true (g_file_set_contents_full (path, input.description,
                                           (gssize) input.description_length,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  description = weft_description_open (path, NULL);
  if (description != NULL)
    {
      g_autoptr (WeftReader) reader = weft_described_reader_new (&setup, description);
      g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();

      weft_trace_set_text (reader->trace, store);
      fuzz_described_feed (reader, input.file, input.file_length, G_MAXINT);
      weft_reader_publish (reader);
      if (weft_reader_is_whole (reader, NULL) && weft_described_format.can_keep (reader->trace))
        check_index (reader->trace, weft_crc32c (0, data, size));
    }
  g_unlink (path);
  return 0;
}
