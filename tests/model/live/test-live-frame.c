/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-crc32c.h"
#include "weft-live-frame.h"

#include <math.h>
#include <string.h>

static WeftLiveText
text_of (const char *string)
{
  return (WeftLiveText){ string, (guint16) strlen (string) };
}

static WeftLiveFrame
parse (const GByteArray *bytes)
{
  WeftLiveFrame frame;
  WeftLiveFault fault;

  g_assert_cmpint (weft_live_frame_parse (bytes->data, bytes->len, &frame, &fault), ==,
                   WEFT_LIVE_WHOLE);
  g_assert_cmpuint (frame.length, ==, bytes->len);
  return frame;
}

static void
test_crc (void)
{
  guint8 bytes[1000];

  /* RFC 3720, B.4 */
  memset (bytes, 0, 32);
  g_assert_cmphex (weft_crc32c (0, bytes, 32), ==, 0x8a9136aa);
  memset (bytes, 0xff, 32);
  g_assert_cmphex (weft_crc32c (0, bytes, 32), ==, 0x62a8ab43);
  for (guint i = 0; i < 32; i++)
    bytes[i] = (guint8) i;
  g_assert_cmphex (weft_crc32c (0, bytes, 32), ==, 0x46dd794e);
  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) (i * 7 + i / 9);
  for (guint length = 0; length < 200; length++)
    for (guint start = 0; start < 9; start++)
      {
        guint32 crc = weft_crc32c (0, bytes + start, length);

        g_assert_cmphex (crc, ==, weft_crc32c_table (0, bytes + start, length));
        g_assert_cmphex (crc, ==,
                         weft_crc32c (weft_crc32c (0, bytes + start, length / 3),
                                      bytes + start + length / 3, length - length / 3));
      }
}

/* Long ones are taken in several lanes at once. */
static void
test_long_crc (void)
{
  guint8 bytes[10000];

  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guint8) (i * 7 + i / 9);
  for (guint length = 3000; length < sizeof bytes - 9; length += 97)
    g_assert_cmphex (weft_crc32c (length, bytes + length % 9, length), ==,
                     weft_crc32c_table (length, bytes + length % 9, length));
}

static void
test_hello (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveHello hello = { .major = 1,
                          .minor = 3,
                          .role = WEFT_LIVE_PRODUCER,
                          .capabilities = 5,
                          .max_frame = 262144,
                          .session = "0123456789abcde",
                          .boot = "fedcba987654321",
                          .monotonic_ns = 1ull << 60,
                          .realtime_ns = 3,
                          .ring_records = 9,
                          .pid = 77,
                          .name = text_of ("größe") };
  WeftLiveHello got;
  WeftLiveFrame frame;

  weft_live_put_hello (bytes, WEFT_LIVE_WELCOME, &hello);
  frame = parse (bytes);
  g_assert_cmpuint (frame.type, ==, WEFT_LIVE_WELCOME);
  g_assert_true (weft_live_get_hello (&frame, &got));
  g_assert_cmpmem (got.name.bytes, got.name.length, "größe", 7);
  got.name = hello.name;
  g_assert_cmpmem (&got, sizeof got, &hello, sizeof hello);
  /* as the document has it, byte by byte */
  g_assert_cmpmem (bytes->data, 4, "TTL1", 4);
  g_assert_cmpuint (bytes->data[8], ==, 2);
  g_assert_cmpuint (bytes->data[32], ==, 1);
  g_assert_cmpuint (bytes->data[34], ==, 3);
  g_assert_cmpmem (bytes->data + 48, 15, "0123456789abcde", 15);
  g_assert_cmpuint (bytes->data[104], ==, 7);
}

static void
test_records (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) cut = g_byte_array_new ();
  WeftLiveBatch batch = { .clock_epoch = 4, .schema = 1, .host_rx_ns = 99 };
  WeftLiveRecord records[3], record;
  WeftLiveFrame frame;

  for (guint i = 0; i < 3; i++)
    records[i] = (WeftLiveRecord){ 1000 + i, 2000 + i, i, 7 * i, 0, 0, (guint16) i, 1 };
  weft_live_put_records (bytes, 9, 500, &batch, records, 3);
  g_assert_cmpuint (bytes->len, ==, 48 + 3 * 32);
  frame = parse (bytes);
  g_assert_true (weft_live_get_batch (&frame, &batch));
  weft_live_get_record (&frame, 2, &record);
  g_assert_cmpmem (&record, sizeof record, &records[2], sizeof record);

  weft_live_put_passed_on (cut, &frame, 3, WEFT_LIVE_REPLAY, 2, G_MAXUINT);
  frame = parse (cut);
  g_assert_true (weft_live_get_batch (&frame, &batch));
  g_assert_cmpuint (frame.stream, ==, 3);
  g_assert_cmpuint (frame.flags, ==, WEFT_LIVE_REPLAY);
  g_assert_cmpuint (frame.seq, ==, 502);
  g_assert_cmpuint (frame.count, ==, 1);
  g_assert_cmpuint (batch.host_rx_ns, ==, 99);
  weft_live_get_record (&frame, 0, &record);
  g_assert_cmpmem (&record, sizeof record, &records[2], sizeof record);
}

static void
test_all_types (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveProgram program = { 1, 2, 3, text_of ("matmul"), text_of ("a.cpp\nb.cpp") };
  WeftLiveSync sync = { 1, 1, 1.35, 5, 6, 7, 99, 100, 1.5, 2.5, -0.25, 11 };
  WeftLiveSyncSample sample = { 1, 1, 2, 3, 4 };
  WeftLiveLoss loss = { 10, 15, WEFT_LIVE_STAGE_DAEMON, 0, 5 };
  WeftLiveStats stats = { .first_seq = 1, .torn = 21 };
  WeftLiveSummary summary = { 10, 15 };
  WeftLiveSummaryEntry entries[2] = { { .key = 1, .n = 2, .sum = 3 }, { .key = 4, .max = 9 } };
  WeftLiveResume resumes[2] = { { 1, 100 }, { 2, 200 } }, resume;
  WeftLiveSummaryEntry entry;
  WeftLiveStart start;
  WeftLiveFrame frame;
  WeftLiveFault fault;
  gsize at = 0;

  weft_live_put_program (bytes, 1, &program);
  weft_live_put_sync (bytes, 1, &sync);
  weft_live_put_sync_sample (bytes, 1, &sample);
  weft_live_put_loss (bytes, 1, &loss);
  weft_live_put_stats (bytes, 1, &stats);
  weft_live_put_summary (bytes, 1, &summary, entries, 2);
  weft_live_put_subscribe (bytes, WEFT_LIVE_RESUME, resumes, 2);
  weft_live_put_ack (bytes, 1, 77);
#define NEXT() \
  g_assert_cmpint (weft_live_frame_parse (bytes->data + at, bytes->len - at, &frame, &fault), ==, \
                   WEFT_LIVE_WHOLE); \
  at += frame.length
  NEXT ();
  g_assert_true (weft_live_get_program (&frame, &program));
  g_assert_cmpmem (program.sources.bytes, program.sources.length, "a.cpp\nb.cpp", 11);
  NEXT ();
  g_assert_true (weft_live_get_sync (&frame, &sync));
  g_assert_cmpfloat (sync.drift_ppm, ==, -0.25);
  NEXT ();
  g_assert_true (weft_live_get_sync_sample (&frame, &sample));
  g_assert_cmpuint (sample.ticks, ==, 4);
  NEXT ();
  g_assert_true (weft_live_get_loss (&frame, &loss));
  NEXT ();
  g_assert_true (weft_live_get_stats (&frame, &stats));
  g_assert_cmpuint (stats.torn, ==, 21);
  NEXT ();
  g_assert_true (weft_live_get_summary (&frame, &summary));
  weft_live_get_summary_entry (&frame, 1, &entry);
  g_assert_cmpmem (&entry, sizeof entry, &entries[1], sizeof entry);
  NEXT ();
  g_assert_true (weft_live_get_subscribe (&frame, &start));
  weft_live_get_resume (&frame, 1, &resume);
  g_assert_cmpuint (resume.seq, ==, 200);
  NEXT ();
  g_assert_cmpuint (frame.seq, ==, 77);
#undef NEXT
  g_assert_cmpuint (at, ==, bytes->len);
}

static void
assert_wrong (const GByteArray *bytes, WeftLiveFault expected)
{
  WeftLiveFrame frame;
  WeftLiveFault fault;

  g_assert_cmpint (weft_live_frame_parse (bytes->data, bytes->len, &frame, &fault), ==,
                   WEFT_LIVE_WRONG);
  g_assert_cmpint (fault, ==, expected);
}

/* Changes the frame's header as if it had been written so. */
static void
reseal (GByteArray *bytes)
{
  guint32 crc = 0;

  memcpy (bytes->data + 28, &crc, 4);
  crc = GUINT32_TO_LE (weft_crc32c (0, bytes->data, bytes->len));
  memcpy (bytes->data + 28, &crc, 4);
}

static void
test_malformed (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  static const guint32 lengths[] = { 0, 31, 33, 262152, G_MAXUINT32 };
  WeftLiveProgram program = { .name = text_of ("abc") };
  WeftLiveBatch batch = { 0 };
  WeftLiveRecord record = { 0 };
  WeftLiveFrame frame;
  WeftLiveFault fault;
  guint32 count = GUINT32_TO_LE (0x8000001);

  weft_live_put_program (bytes, 1, &program);
  for (guint length = 0; length < bytes->len; length++)
    g_assert_cmpint (weft_live_frame_parse (bytes->data, length, &frame, &fault), ==,
                     WEFT_LIVE_SHORT);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (GByteArray) wrong = g_byte_array_new ();
      guint32 length = GUINT32_TO_LE (lengths[i]);

      g_byte_array_append (wrong, bytes->data, bytes->len);
      memcpy (wrong->data + 4, &length, 4);
      assert_wrong (wrong, WEFT_LIVE_FAULT_LENGTH);
    }
  /* a text that is no UTF-8, and one that is longer than the frame */
  frame = parse (bytes);
  bytes->data[50] = 0xff;
  assert_wrong (bytes, WEFT_LIVE_FAULT_CRC);
  reseal (bytes);
  frame = parse (bytes);
  g_assert_false (weft_live_get_program (&frame, &program));
  bytes->data[50] = 'a';
  bytes->data[48] = 0xff;
  reseal (bytes);
  frame = parse (bytes);
  g_assert_false (weft_live_get_program (&frame, &program));
  bytes->data[0] = 'U';
  assert_wrong (bytes, WEFT_LIVE_FAULT_MAGIC);
  /* a count whose product with the size of a record wraps in 32 bits */
  g_byte_array_set_size (bytes, 0);
  weft_live_put_records (bytes, 1, 0, &batch, &record, 1);
  memcpy (bytes->data + 24, &count, 4);
  reseal (bytes);
  frame = parse (bytes);
  g_assert_false (weft_live_get_batch (&frame, &batch));
}

/* A text is cut to a number of bytes, but never within a character. */
static void
test_shorten (void)
{
  static const struct
  {
    const char *bytes;
    guint most, length;
  } cases[] = {
    { "abc", 5, 3 }, { "abc", 3, 3 }, { "abc", 2, 2 }, { "abc", 0, 0 },
    { "aéb", 4, 4 }, { "aéb", 3, 3 }, { "aéb", 2, 1 }, { "€", 2, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftLiveText text = { cases[i].bytes, (guint16) strlen (cases[i].bytes) };

      weft_live_text_shorten (&text, cases[i].most);
      g_assert_cmpuint (text.length, ==, cases[i].length);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-frame/crc", test_crc);
  g_test_add_func ("/live-frame/long-crc", test_long_crc);
  g_test_add_func ("/live-frame/hello", test_hello);
  g_test_add_func ("/live-frame/records", test_records);
  g_test_add_func ("/live-frame/all-types", test_all_types);
  g_test_add_func ("/live-frame/malformed", test_malformed);
  g_test_add_func ("/live-frame/shorten", test_shorten);
  return g_test_run ();
}
