/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-kept.h"
#include "weft-bus-trace-private.h"
#include "weft-load.h"

#include "index-of.h"

/* A good record, with a member that is written otherwise. */
#define RECORD(seq, rest) \
  "{\"seq\":" seq ",\"master\":\"MSH2\",\"tick_first_attempt\":10,\"tick_complete\":12," rest "}" \
  "\n"
#define REST \
  "\"addr\":\"0x06004000\",\"size\":4,\"rw\":\"R\",\"kind\":\"ifetch\",\"service_cycles\":2," \
  "\"retries\":0"
#define GOOD(seq) RECORD (seq, REST)

/* --- loading and asking ----------------------------------------------------------------------- */

typedef struct
{
  WeftLoad *load;
  WeftBusSnapshot *snapshot;
  WeftDiagnostics *diagnostics;
  GError *error;
} Loaded;

static void
loaded_clear (Loaded *loaded)
{
  g_clear_pointer (&loaded->snapshot, weft_bus_snapshot_unref);
  g_clear_object (&loaded->load);
  g_clear_error (&loaded->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Loaded, loaded_clear)

static Loaded
load_bytes (const void *bytes, gsize length)
{
  Loaded loaded = { NULL };
  WeftTrace *trace;

  loaded.load = weft_load_new (write_file ("trace", bytes, length), WEFT_STORAGE_MEMORY, NULL);
  weft_load_run (loaded.load, NULL, &loaded.error);
  trace = weft_load_get_trace (loaded.load);
  if (trace == NULL)
    return loaded;
  g_assert_true (WEFT_IS_BUS_TRACE (trace));
  loaded.snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  loaded.diagnostics = weft_trace_get_diagnostics (trace);
  return loaded;
}

static Loaded
load_text (const char *text)
{
  return load_bytes (text, strlen (text));
}

/* Asserts that kept diagnostic `index` is of that severity and line, and says `words`. */
static void
assert_said (const Loaded *loaded, guint index, WeftSeverity severity, gint64 line,
             const char *words)
{
  WeftDiagnostic diagnostic;

  g_assert_cmpuint (index, <, weft_diagnostics_get_n_kept (loaded->diagnostics));
  weft_diagnostics_get (loaded->diagnostics, index, &diagnostic);
  if (strstr (diagnostic.message, words) == NULL || diagnostic.line != line)
    g_error ("line %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT ": “%s” does not say “%s”",
             diagnostic.line, line, diagnostic.message, words);
  g_assert_cmpint (diagnostic.severity, ==, severity);
  weft_diagnostic_clear (&diagnostic);
}

/* All records as text, to compare two traces. */
static char *
dump (const Loaded *loaded)
{
  WeftBusSnapshot *snapshot = loaded->snapshot;
  GString *text = g_string_new (NULL);

  for (guint32 place = 0; place < snapshot->n_rows; place++)
    {
      WeftBusRecord r;

      weft_bus_snapshot_get_record (snapshot, weft_bus_snapshot_row_at (snapshot, place), &r);
      g_string_append_printf (
        text,
        "%" G_GUINT64_FORMAT " %s %" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT " %08x %u %s %s "
        "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " @%" G_GINT64_FORMAT "\n",
        r.seq, weft_bus_master_to_string (r.master), r.first_attempt, r.complete, r.addr,
        (guint) r.size, weft_bus_trace_get_rw (snapshot->trace, r.rw),
        weft_bus_trace_get_kind (snapshot->trace, r.kind), r.service, r.retries, r.line);
    }
  return g_string_free (text, FALSE);
}

/* --- JSON Lines ------------------------------------------------------------------------------- */

static void
test_jsonl (void)
{
  g_auto (Loaded) loaded = load_text (GOOD (
    "1") "\n  \n"
         "{ \"retries\" : 3, \"service_cycles\" : 22, \"kind\" : \"mmio_write\", \"rw\" : \"W\", "
         "\"size\" : 1, \"addr\" : \"5D00010\", \"tick_complete\" : 11, \"tick_first_attempt\" : "
         "9, "
         "\"master\" : \"DMA\", \"seq\" : 18446744073709551615 }\r\n" GOOD ("2"));
  g_autofree char *text = dump (&loaded);

  g_assert_no_error (loaded.error);
  g_assert_cmpstr (text, ==,
                   "18446744073709551615 DMA 9..11 05d00010 1 W mmio_write 22 3 @4\n"
                   "1 MSH2 10..12 06004000 4 R ifetch 2 0 @1\n"
                   "2 MSH2 10..12 06004000 4 R ifetch 2 0 @5\n");
  g_assert_cmpuint (loaded.snapshot->counts.n_events, ==, 3);
  g_assert_cmpuint (loaded.snapshot->counts.n_non_monotonic, ==, 1);
  g_assert_cmpuint (loaded.snapshot->first_tick, ==, 9);
  g_assert_cmpuint (loaded.snapshot->last_tick, ==, 12);
  assert_said (&loaded, 0, WEFT_SEVERITY_WARNING, 5, "The seq 2 is not above");
}

static void
test_malformed (void)
{
  static const struct
  {
    const char *line;
    const char *words;
  } cases[] = {
    { "MALFORMED-LINE\n", "no JSON object" },
    { "[1]\n", "Expected a JSON object" },
    { "{\"seq\":1\n", "no JSON object" },
    { GOOD ("-1"), "“seq” needs a whole number from 0 to 2⁶⁴ − 1 in plain digits, not “-1”" },
    { GOOD ("1.0"), "not “1.0”" },
    { GOOD ("18446744073709551616"), "not “18446744073709551616”" },
    { GOOD ("\"5\""), "not “5”" },
    { RECORD ("1", "\"addr\":\"0x1ffffffff\",\"size\":4,\"rw\":\"R\",\"kind\":\"read\","
                   "\"service_cycles\":2,\"retries\":0"),
      "at most 32 bits, not “0x1ffffffff”" },
    { RECORD ("1", "\"addr\":7,\"size\":4,\"rw\":\"R\",\"kind\":\"read\",\"service_cycles\":2,"
                   "\"retries\":0"),
      "“addr” needs a string, not “7”" },
    { RECORD ("1", "\"addr\":\"0x1\",\"size\":4,\"rw\":\"R\",\"kind\":\"read\","
                   "\"service_cycles\":2"),
      "The record has no “retries” and is of an unknown shape" },
    { RECORD ("1", REST ",\"seq\":2"), "has “seq” twice" },
  };
  g_autoptr (GString) text = g_string_new (GOOD ("0"));
  g_auto (Loaded) loaded = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_string_append (text, cases[i].line);
  loaded = load_text (text->str);
  g_assert_no_error (loaded.error);
  g_assert_cmpuint (loaded.snapshot->n_rows, ==, 1);
  g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, G_N_ELEMENTS (cases));
  g_assert_cmpuint (weft_diagnostics_get_n_kept (loaded.diagnostics), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_said (&loaded, i, WEFT_SEVERITY_WARNING, i + 2, cases[i].words);
}

/* Words that are not in the format's lists are kept, but for masters. */
static void
test_unknown_words (void)
{
  g_auto (Loaded) loaded = load_text (GOOD ("1") RECORD (
    "2",
    "\"addr\":\"0x1\",\"size\":3,\"rw\":\"X\",\"kind\":\"fetch\",\"service_cycles\":2,"
    "\"retries\":0,\"blocked\":{\"by\":[1,\"a,b\"]},\"addr2\":0") "{\"seq\":2,\"master\":\"CPU\","
                                                                  "\"tick_first_attempt\":1,\"tick_"
                                                                  "complete\":2," REST
                                                                  "}\n" GOOD ("3"));
  g_autofree char *text = dump (&loaded);

  g_assert_nonnull (strstr (text, "2 MSH2 10..12 00000001 3 X fetch 2 0 @2\n"));
  g_assert_cmpuint (loaded.snapshot->n_rows, ==, 3);
  g_assert_cmpuint (loaded.snapshot->counts.n_events, ==, 4);
  g_assert_cmpuint (loaded.snapshot->counts.n_invalid_master, ==, 1);
  g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, 0);
  /* The excluded one is part of the seqs all the same. */
  g_assert_cmpuint (loaded.snapshot->counts.n_duplicate, ==, 1);
  g_assert_cmpuint (loaded.snapshot->counts.n_non_monotonic, ==, 1);
  assert_said (&loaded, 0, WEFT_SEVERITY_WARNING, 2, "have a “blocked”");
  assert_said (&loaded, 1, WEFT_SEVERITY_WARNING, 2, "have a “addr2”");
  assert_said (&loaded, 2, WEFT_SEVERITY_WARNING, 2, "“size” is 3");
  assert_said (&loaded, 3, WEFT_SEVERITY_WARNING, 2, "“rw” is “X”");
  assert_said (&loaded, 4, WEFT_SEVERITY_WARNING, 2, "“kind” is “fetch”");
  assert_said (&loaded, 5, WEFT_SEVERITY_WARNING, 3, "The seq 2 was there before");
  assert_said (&loaded, 6, WEFT_SEVERITY_WARNING, 3, "The seq 2 is not above");
  assert_said (&loaded, 7, WEFT_SEVERITY_WARNING, 3, "“CPU” is no master");
  g_assert_cmpuint (weft_diagnostics_get_n_kept (loaded.diagnostics), ==, 8);
}

/* A size that no bus has is kept as it is, whatever it is; a record is only skipped where there are too many
 * of them. */
static void
test_sizes (void)
{
  static const guint64 sizes[] = { 0, 191, 192, 255, 256, G_MAXUINT64, 256, 4 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (Loaded) loaded = { NULL };
  WeftBusRecord record;

  for (guint i = 0; i < G_N_ELEMENTS (sizes) + 100; i++)
    g_string_append_printf (text,
                            RECORD ("%u", "\"addr\":\"0x1\",\"size\":%" G_GUINT64_FORMAT
                                          ",\"rw\":\"R\",\"kind\":\"read\","
                                          "\"service_cycles\":2,\"retries\":0"),
                            i, i < G_N_ELEMENTS (sizes) ? sizes[i] : 1000 + i);
  loaded = load_text (text->str);
  g_assert_no_error (loaded.error);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      weft_bus_snapshot_get_record (loaded.snapshot, i, &record);
      g_assert_cmpuint (record.size, ==, sizes[i]);
    }
  weft_bus_snapshot_get_record (loaded.snapshot, loaded.snapshot->n_rows - 1, &record);
  g_assert_cmpuint (record.size, ==, 1000 + loaded.snapshot->n_rows - 1);
  assert_said (&loaded, 4, WEFT_SEVERITY_WARNING, 5, "“size” is 256, not 1, 2 or 4");
  g_assert_cmpuint (loaded.snapshot->n_rows, ==, G_N_ELEMENTS (sizes) + 60);
  g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, 40);
}

/* Words that the format does not know have numbers, and these run out. */
static void
test_many_words (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (Loaded) loaded = { NULL };
  guint n_kept;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text,
                            RECORD ("%u", "\"addr\":\"0x1\",\"size\":4,\"rw\":\"R\","
                                          "\"kind\":\"k%u\",\"service_cycles\":2,"
                                          "\"retries\":0"),
                            i, i);
  loaded = load_text (text->str);
  n_kept = loaded.snapshot->n_rows;
  g_assert_cmpuint (n_kept, >, 200);
  g_assert_cmpuint (n_kept, <, 300);
  g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, 300 - n_kept);
  assert_said (&loaded, n_kept - 1, WEFT_SEVERITY_WARNING, n_kept, "does not know");
  assert_said (&loaded, n_kept, WEFT_SEVERITY_WARNING, n_kept + 1,
               "too many different values of “kind”");
}

/* A number without a digit is none, in whichever place. */
static void
test_no_number (void)
{
  static const char *const fields[] = { "\"seq\":1,", "\"tick_first_attempt\":10,",
                                        "\"tick_complete\":12,", "\"service_cycles\":2,",
                                        "\"retries\":0" };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const char *good = GOOD ("1"), *at = strstr (good, fields[i]), *colon = strchr (at, ':') + 1;
      g_autofree char *before = g_strndup (good, (gsize) (colon - good));
      g_autofree char *text = g_strconcat (GOOD ("0"), before, colon + strcspn (colon, ",}"), NULL);
      g_auto (Loaded) bad = load_text (text);

      g_assert_cmpuint (bad.snapshot->n_rows, ==, 1);
      g_assert_cmpuint (bad.snapshot->counts.n_malformed, ==, 1);
    }
}

/* A line longer than any record is not held in memory: it is skipped, and what follows is read. */
static void
test_long_line (void)
{
  g_autoptr (GString) text = g_string_new (GOOD ("1"));
  g_auto (Loaded) loaded = { NULL };

  for (guint i = 0; i < 80; i++)
    {
      g_autofree char *spaces = g_strnfill (1 << 20, ' ');

      g_string_append (text, spaces);
    }
  g_string_append (text, "\n" GOOD ("2"));
  loaded = load_text (text->str);
  g_assert_cmpuint (loaded.snapshot->n_rows, ==, 2);
  g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, 1);
  assert_said (&loaded, 0, WEFT_SEVERITY_WARNING, 2, "The line is too long to be a record");
}

/* Values that 32 bits, or a signed tick, do not hold. */
static void
test_large_values (void)
{
  g_auto (Loaded) loaded = load_text (
    "{\"seq\":1,\"master\":\"SSH2\",\"tick_first_attempt\":18446744073709551615,"
    "\"tick_complete\":9223372036854775808,\"addr\":\"0xFFFFFFFF\",\"size\":1,\"rw\":\"W\","
    "\"kind\":\"write\",\"service_cycles\":4294967296,\"retries\":18446744073709551615}\n");
  WeftBusRecord record;

  weft_bus_snapshot_get_record (loaded.snapshot, 0, &record);
  g_assert_cmpuint (record.first_attempt, ==, G_MAXUINT64);
  g_assert_cmpuint (record.complete, ==, (guint64) 1 << 63);
  g_assert_cmpuint (record.service, ==, (guint64) 1 << 32);
  g_assert_cmpuint (record.retries, ==, G_MAXUINT64);
  assert_said (&loaded, 0, WEFT_SEVERITY_WARNING, 1, "service_cycles is 4294967296, beyond");
  assert_said (&loaded, 1, WEFT_SEVERITY_WARNING, 1, "retries is 18446744073709551615, beyond");
  assert_said (&loaded, 2, WEFT_SEVERITY_WARNING, 1,
               "The tick 18446744073709551615 is beyond 2⁶³ − 1");
}

/* A seq is known again wherever it stands: beside others, alone among its neighbours, or at either end. */
static void
test_seqs (void)
{
  static const guint64 seqs[] = { 0, 63, 64, 1000, 1001, 1u << 20, G_MAXUINT64 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (Loaded) loaded = { NULL };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (seqs); i++)
    g_string_append_printf (text, GOOD ("%" G_GUINT64_FORMAT), seqs[i % G_N_ELEMENTS (seqs)]);
  loaded = load_text (text->str);
  g_assert_no_error (loaded.error);
  g_assert_cmpuint (loaded.snapshot->counts.n_duplicate, ==, G_N_ELEMENTS (seqs));
  g_assert_cmpuint (loaded.snapshot->counts.n_non_monotonic, ==, 1);
}

/* --- BTR1 ------------------------------------------------------------------------------------- */

static void
put (GByteArray *bytes, guint64 value, guint length)
{
  for (guint i = 0; i < length; i++, value >>= 8)
    g_byte_array_append (bytes, (const guint8[]){ (guint8) value }, 1);
}

typedef enum
{
  LAYOUT_DOCUMENT,
  LAYOUT_FIELD,
} Layout;

static void
put_record (GByteArray *bytes, Layout layout, guint64 seq, guint size, guint master, guint rw,
            guint kind)
{
  put (bytes, seq, 8);
  put (bytes, 100 + 3 * seq, 8);
  put (bytes, 102 + 3 * seq, 8);
  if (layout == LAYOUT_FIELD)
    {
      put (bytes, 2, 8);
      put (bytes, seq % 3, 8);
      put (bytes, 0x06000000 + seq, 4);
      put (bytes, size | master << 8 | rw << 16 | kind << 24, 4);
      return;
    }
  put (bytes, 0x06000000 + seq, 4);
  put (bytes, 2, 4);
  put (bytes, seq % 3, 4);
  put (bytes, master | rw << 8 | size << 16 | kind << 24, 4);
  put (bytes, 0, 8);
}

static GByteArray *
make_btr1 (Layout layout, guint n_records)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) "BTR1", 4);
  put (bytes, 1, 2);
  put (bytes, 48, 2);
  for (guint i = 0; i < n_records; i++)
    put_record (bytes, layout, i, 1u << i % 3, i % 3, i % 2, i % 5);
  return bytes;
}

/* Both layouts say the same, and so do lines. */
static void
test_layouts (void)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *expected = NULL;
  g_auto (Loaded) text = { NULL };

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (
      lines,
      "{\"seq\":%u,\"master\":\"%s\",\"tick_first_attempt\":%u,\"tick_complete\":%u,"
      "\"addr\":\"0x%08X\",\"size\":%u,\"rw\":\"%c\",\"kind\":\"%s\",\"service_cycles\":2,"
      "\"retries\":%u}\n",
      i, weft_bus_master_to_string (i % 3), 100 + 3 * i, 102 + 3 * i, 0x06000000 + i, 1u << i % 3,
      "RW"[i % 2],
      ((const char *const[]){ "ifetch", "read", "write", "mmio_read", "mmio_write" })[i % 5],
      i % 3);
  text = load_text (lines->str);
  expected = dump (&text);
  for (guint layout = 0; layout < 2; layout++)
    {
      g_autoptr (GByteArray) bytes = make_btr1 (layout, 300);
      g_auto (Loaded) loaded = load_bytes (bytes->data, bytes->len);
      g_autofree char *ours = dump (&loaded);

      g_assert_no_error (loaded.error);
      g_assert_cmpstr (ours, ==, expected);
      assert_said (&loaded, 0, WEFT_SEVERITY_INFO, 0,
                   layout == LAYOUT_FIELD ? "layout that the emulator writes"
                                          : "layout of the format's document");
    }
}

/* A file that is cut keeps the records before the cut, is partial, and says where it ends. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) bytes = make_btr1 (LAYOUT_FIELD, 3);

  for (guint length = 5; length < bytes->len; length++)
    {
      g_auto (Loaded) loaded = load_bytes (bytes->data, length);
      gboolean whole = length >= 8 && (length - 8) % 48 == 0;
      WeftTraceState state = weft_trace_get_state (weft_load_get_trace (loaded.load));
      g_autofree char *byte = g_strdup_printf ("ends at byte %u, within", length);

      g_assert_cmpuint (loaded.snapshot->n_rows, ==, length >= 8 ? (length - 8) / 48 : 0);
      g_assert_cmpint (state, ==, whole ? WEFT_TRACE_COMPLETE : WEFT_TRACE_PARTIAL);
      if (whole)
        {
          g_assert_no_error (loaded.error);
          continue;
        }
      g_assert_error (loaded.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED);
      g_assert_nonnull (strstr (loaded.error->message, byte));
      assert_said (&loaded, weft_diagnostics_get_n_kept (loaded.diagnostics) - 1,
                   WEFT_SEVERITY_ERROR, length >= 8 ? (length - 8) / 48 + 1 : 0, byte);
    }
}

/* A refused file says why, and nothing else. */
static void
assert_one_message (const Loaded *loaded)
{
  WeftDiagnostic diagnostic;

  g_assert_cmpuint (weft_diagnostics_get_n_kept (loaded->diagnostics), ==, 1);
  weft_diagnostics_get (loaded->diagnostics, 0, &diagnostic);
  g_assert_cmpstr (diagnostic.message, ==, loaded->error->message);
  weft_diagnostic_clear (&diagnostic);
}

static void
test_header (void)
{
  g_autoptr (GByteArray) bytes = make_btr1 (LAYOUT_FIELD, 1);
  g_auto (Loaded) empty = load_bytes (bytes->data, 8);
  g_auto (Loaded) version = { NULL }, size = { NULL }, magic = { NULL };

  g_assert_no_error (empty.error);
  g_assert_cmpuint (empty.snapshot->n_rows, ==, 0);
  assert_said (&empty, 0, WEFT_SEVERITY_INFO, 0, "a header and no record");

  bytes->data[4] = 2;
  version = load_bytes (bytes->data, bytes->len);
  g_assert_error (version.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_nonnull (strstr (version.error->message, "version 2"));
  assert_one_message (&version);

  bytes->data[4] = 1;
  bytes->data[6] = 40;
  size = load_bytes (bytes->data, bytes->len);
  g_assert_error (size.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_nonnull (strstr (size.error->message, "40 bytes"));
  assert_one_message (&size);

  bytes->data[0] = 'X';
  magic = load_bytes (bytes->data, bytes->len);
  g_assert_error (magic.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED);
}

static void
test_bad_records (void)
{
  for (guint layout = 0; layout < 2; layout++)
    {
      g_autoptr (GByteArray) bytes = make_btr1 (layout, 1);
      g_auto (Loaded) loaded = { NULL };

      put_record (bytes, layout, 1, 3, 0, 0, 0);
      put_record (bytes, layout, 2, 4, 3, 0, 0);
      put_record (bytes, layout, 3, 4, 0, 2, 0);
      put_record (bytes, layout, 4, 4, 0, 0, 5);
      put_record (bytes, layout, 5, 4, 2, 1, 4);
      if (layout == LAYOUT_DOCUMENT)
        {
          put_record (bytes, layout, 6, 4, 2, 1, 4);
          bytes->data[bytes->len - 1] = 1;
        }
      loaded = load_bytes (bytes->data, bytes->len);
      g_assert_no_error (loaded.error);
      g_assert_cmpuint (loaded.snapshot->n_rows, ==, 2);
      g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, layout == LAYOUT_DOCUMENT ? 5 : 4);
      assert_said (&loaded, 1, WEFT_SEVERITY_WARNING, 2, "3 as its size");
      assert_said (&loaded, 2, WEFT_SEVERITY_WARNING, 3, "3 as its master");
      assert_said (&loaded, 3, WEFT_SEVERITY_WARNING, 4, "2 as its rw");
      assert_said (&loaded, 4, WEFT_SEVERITY_WARNING, 5, "5 as its kind");
      if (layout == LAYOUT_DOCUMENT)
        assert_said (&loaded, 5, WEFT_SEVERITY_WARNING, 7, "unknown shape");
    }
}

/* The first record says nothing of the layout, or looks like one of the other layout; a later one decides. */
static void
test_late_layout (void)
{
  for (guint layout = 0; layout < 2; layout++)
    {
      g_autoptr (GByteArray) bytes = make_btr1 (layout, 0);
      g_auto (Loaded) loaded = { NULL };
      WeftBusRecord record;

      for (guint i = 0; i < 3; i++)
        put_record (bytes, layout, i, i < 2 ? 0 : 4, 1, 0, 1);
      memset (bytes->data + 8 + 40, 0, 8);
      loaded = load_bytes (bytes->data, bytes->len);
      g_assert_cmpuint (loaded.snapshot->n_rows, ==, 1);
      g_assert_cmpuint (loaded.snapshot->counts.n_malformed, ==, 2);
      weft_bus_snapshot_get_record (loaded.snapshot, 0, &record);
      g_assert_cmpint (record.line, ==, 3);
      g_assert_cmpuint (record.master, ==, WEFT_BUS_SSH2);
    }
}

/* --- where they are found --------------------------------------------------------------------- */

static void
test_find (void)
{
  g_auto (Loaded) loaded = load_text (GOOD ("5") "bad\n" GOOD ("7") GOOD ("9"));
  WeftBusSnapshot *snapshot = loaded.snapshot;

  g_assert_cmpuint (weft_bus_snapshot_find_line (snapshot, 1), ==, 0);
  g_assert_cmpuint (weft_bus_snapshot_find_line (snapshot, 2), ==, 0);
  g_assert_cmpuint (weft_bus_snapshot_find_line (snapshot, 3), ==, 1);
  g_assert_cmpuint (weft_bus_snapshot_find_line (snapshot, 99), ==, 2);
  g_assert_cmpuint (weft_bus_snapshot_find_seq (snapshot, 5), ==, 0);
  g_assert_cmpuint (weft_bus_snapshot_find_seq (snapshot, 7), ==, 1);
  g_assert_cmpuint (weft_bus_snapshot_find_seq (snapshot, 8), ==, WEFT_NO_ROW);
}

/* A trace whose first lines are no records is one all the same. */
static void
test_sniff (void)
{
  g_auto (Loaded) late = load_text ("nonsense\n\n" GOOD ("1"));
  g_auto (Loaded) cut = load_text ("{\"seq\":1,\"master\":\"MSH2\",\"addr\":\"0x1\"}\n");
  g_auto (Loaded) other = load_text ("{\"seq\":1,\"who\":\"MSH2\"}\n");

  g_assert_cmpuint (late.snapshot->n_rows, ==, 1);
  g_assert_cmpuint (cut.snapshot->counts.n_malformed, ==, 1);
  g_assert_error (other.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED);
}

/* --- index files ------------------------------------------------------------------------------ */

/* Whether an index file of the trace is taken for one of a trace. */
static gboolean
is_taken (const Loaded *loaded)
{
  g_autoptr (WeftIndexReader) reader =
    read_index_of (WEFT_TRACE (loaded->snapshot->trace), weft_bus_trace_put);
  g_autoptr (WeftBusTrace) taken = weft_bus_trace_new ("taken", NULL, WEFT_STORAGE_MEMORY);

  return weft_bus_trace_take (taken, reader);
}

/* An index file with what no trace has is not taken, whoever wrote it. */
static void
test_kept (void)
{
  g_auto (Loaded) loaded = load_text (GOOD ("5") GOOD ("7"));

  g_assert_true (is_taken (&loaded));
  loaded.snapshot->trace->is_binary = 2;
  g_assert_false (is_taken (&loaded));
  loaded.snapshot->trace->is_binary = TRUE;
  g_assert_true (is_taken (&loaded));
  loaded.snapshot->trace->newest->counts.n_duplicate = 3;
  g_assert_false (is_taken (&loaded));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-readers/jsonl", test_jsonl);
  g_test_add_func ("/bus-readers/malformed", test_malformed);
  g_test_add_func ("/bus-readers/unknown-words", test_unknown_words);
  g_test_add_func ("/bus-readers/sizes", test_sizes);
  g_test_add_func ("/bus-readers/many-words", test_many_words);
  g_test_add_func ("/bus-readers/long-line", test_long_line);
  g_test_add_func ("/bus-readers/no-number", test_no_number);
  g_test_add_func ("/bus-readers/large-values", test_large_values);
  g_test_add_func ("/bus-readers/seqs", test_seqs);
  g_test_add_func ("/bus-readers/layouts", test_layouts);
  g_test_add_func ("/bus-readers/cut", test_cut);
  g_test_add_func ("/bus-readers/header", test_header);
  g_test_add_func ("/bus-readers/bad-records", test_bad_records);
  g_test_add_func ("/bus-readers/late-layout", test_late_layout);
  g_test_add_func ("/bus-readers/find", test_find);
  g_test_add_func ("/bus-readers/sniff", test_sniff);
  g_test_add_func ("/bus-readers/kept", test_kept);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
