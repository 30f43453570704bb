/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-elements.h"
#include "weft-json-scanner.h"

#include "made-json.h"
#include "sanitizers.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#if ADDRESS_IS_SANITIZED
#include <sanitizer/lsan_interface.h>
#endif

/* --- what comes out, as text ------------------------------------------------------------------ */

typedef struct
{
  WeftJsonScanner *scanner;
  GString *log;
  gboolean take_short;
} Logger;

enum
{
  SLOT_VERSION,
  SLOT_EVENTS,
  SLOT_META
};
enum
{
  KEY_A,
  KEY_B,
  KEY_INNER,
  KEY_X,
  KEY_LIST
};

static const char *const keys[] = { "a", "a long name", "inner", "inner.x", "list", NULL };
static const WeftJsonMember members[] = {
  { "version", SLOT_VERSION, NULL },
  { "events", SLOT_EVENTS, keys },
  { "meta", SLOT_META, NULL },
  { NULL, 0, NULL },
};

static void
log_value (Logger *logger, const WeftJsonValue *value)
{
  g_string_append_printf (logger->log, "%d/%d:%.*s", value->kind, value->flags, (int) value->length,
                          value->text);
  if (value->kind >= WEFT_JSON_BOOLEAN && value->kind <= WEFT_JSON_REAL)
    g_string_append_printf (logger->log, "=%" G_GINT64_MODIFIER "x", value->number);
}

static void
log_record (Logger *logger, const char *what, guint slot, const WeftJsonRecord *record)
{
  gint64 line, column;

  weft_json_scanner_locate (logger->scanner, record->offset, &line, &column);
  g_string_append_printf (logger->log, "%s %u @%" G_GUINT64_FORMAT " %d:%d ", what, slot,
                          record->offset, (int) line, (int) column);
  log_value (logger, &record->self);
  for (guint i = 0; i < WEFT_JSON_MAX_SLOTS; i++)
    if (weft_json_record_get (record, i) != NULL)
      {
        g_string_append_printf (logger->log, " [%u%s]", i,
                                (record->repeated >> i & 1) != 0 ? "!" : "");
        log_value (logger, weft_json_record_get (record, i));
      }
  g_string_append_c (logger->log, '\n');
}

static gboolean
on_document (const WeftJsonRecord *record, gpointer data)
{
  Logger *logger = data;

  if (logger->take_short)
    log_record (logger, "document", 0, record);
  return logger->take_short;
}

static void
on_begin (WeftJsonKind kind, guint64 offset, gpointer data)
{
  g_string_append_printf (((Logger *) data)->log, "begin %d @%" G_GUINT64_FORMAT "\n", kind,
                          offset);
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated, gpointer data)
{
  log_record (data, repeated ? "again" : "member", slot, record);
}

static void
on_array (guint slot, guint64 offset, gboolean repeated, gpointer data)
{
  g_string_append_printf (((Logger *) data)->log, "array %u @%" G_GUINT64_FORMAT " %d\n", slot,
                          offset, repeated);
}

static void
on_element (guint slot, const WeftJsonRecord *record, gpointer data)
{
  log_record (data, "element", slot, record);
}

static void
on_no_number (guint64 offset, gpointer data)
{
  g_string_append_printf (((Logger *) data)->log, "NaN @%" G_GUINT64_FORMAT "\n", offset);
}

static const WeftJsonHandler logging = { on_document, on_begin,   on_member,
                                         on_array,    on_element, on_no_number };
static const WeftJsonHandler walking = { NULL,     on_begin,   on_member,
                                         on_array, on_element, on_no_number };

static const WeftJsonShape shape = { members, keys, keys, FALSE, FALSE };

/* Scans the text in pieces of at most `step` bytes (0: of lengths by chance). Elements of some are scanned
 * ahead. */
static char *
scan_in_pieces (const WeftJsonShape *of, const WeftJsonHandler *handler, gboolean take_short,
                const char *text, gsize length, gsize step)
{
  Logger logger = { .log = g_string_new (NULL), .take_short = take_short };
  g_autoptr (WeftJsonScanner) scanner = weft_json_scanner_new (of, handler, &logger);
  g_autoptr (WeftScanBatch) batch = weft_scan_batch_new (1000);
  gboolean good = TRUE;
  gsize n;

  logger.scanner = scanner;
  for (gsize i = 0; i < length && good; i += n)
    {
      g_autofree char *piece = NULL;

      n = step > 0 ? step : (gsize) g_test_rand_int_range (1, g_test_rand_bit () ? 40 : 2000);
      n = MIN (n, length - i);
      piece = g_memdup2 (text + i, n); /* so that reading past its end shows */
      if (g_test_rand_bit ())
        {
          weft_scan_batch_clear (batch);
          weft_json_scanner_scan_ahead (scanner, piece, n, batch);
          weft_json_scanner_use (scanner, batch, piece);
        }
      good = weft_json_scanner_feed (scanner, piece, n, i);
    }
  good = good && weft_json_scanner_finish (scanner);
  if (!good)
    {
      guint64 offset;
      gint64 line, column;
      WeftJsonFault fault = weft_json_scanner_get_fault (scanner, &offset);

      weft_json_scanner_locate (scanner, offset, &line, &column);
      g_string_append_printf (logger.log, "fault %d @%d %d:%d\n", fault, (int) offset, (int) line,
                              (int) column);
    }
  g_string_append_printf (logger.log, "documents %d\n",
                          (int) weft_json_scanner_get_n_documents (scanner));
  return g_string_free (logger.log, FALSE);
}

static gboolean
accepts (const char *text, gsize length)
{
  static const WeftJsonShape bare = { .single = TRUE };
  static const WeftJsonHandler handler = { .element = on_element };
  WeftJsonShape single = bare;
  Logger logger = { .log = g_string_new (NULL) };
  g_autoptr (WeftJsonScanner) scanner = NULL;
  gboolean good;

  single.elements = keys;
  scanner = weft_json_scanner_new (&single, &handler, &logger);
  logger.scanner = scanner;
  good = weft_json_scanner_feed (scanner, text, length, 0) && weft_json_scanner_finish (scanner);
  g_string_free (logger.log, TRUE);
  return good;
}

/* --- what is JSON ----------------------------------------------------------------------------- */

static void
test_accepts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_json); i++)
    if (!accepts (good_json[i], strlen (good_json[i])))
      g_error ("refused: %s", good_json[i]);
  g_assert_true (accepts ("\"a\0b\"", 5) == FALSE);
  g_assert_true (accepts ("[\"\xff\xfe\"]", 6));
}

static void
test_rejects (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_json); i++)
    if (accepts (bad_json[i], strlen (bad_json[i])))
      g_error ("taken: %s", bad_json[i]);
}

static void
test_depth (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < WEFT_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < WEFT_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, ']');
  g_assert_true (accepts (text->str, text->len));
  g_string_prepend (text, "{\"a\":[");
  g_string_append (text, "]}");
  g_assert_false (accepts (text->str, text->len));
  /* A million brackets are refused like a thousand, not recursed into. */
  g_string_set_size (text, 1000000);
  memset (text->str, '[', text->len);
  g_assert_false (accepts (text->str, text->len));
  memset (text->str, '{', text->len);
  g_assert_false (accepts (text->str, text->len));
}

/* --- numbers and strings ---------------------------------------------------------------------- */

static WeftJsonValue
scan_value (const char *text)
{
  WeftJsonRecord record;
  WeftJsonScan scan;

  g_assert_cmpint (weft_json_scan (NULL, text, strlen (text), 0, WEFT_JSON_AT_END, &record, &scan),
                   ==, WEFT_JSON_OK);
  return record.self;
}

static const struct
{
  const char *text;
  WeftJsonKind kind;
  gint64 integer;
} whole_numbers[] = {
  { "0", WEFT_JSON_INTEGER, 0 },
  { "-0", WEFT_JSON_INTEGER, 0 },
  { "9007199254740993", WEFT_JSON_INTEGER, G_GINT64_CONSTANT (9007199254740993) },
  { "9223372036854775807", WEFT_JSON_INTEGER, G_MAXINT64 },
  { "-9223372036854775808", WEFT_JSON_INTEGER, G_MININT64 },
  { "9223372036854775808", WEFT_JSON_UNSIGNED, G_MININT64 },
  { "18446744073709551615", WEFT_JSON_UNSIGNED, -1 },
  { "1000.0", WEFT_JSON_INTEGER, 1000 },
  { "1e3", WEFT_JSON_INTEGER, 1000 },
  { "1.5E+1", WEFT_JSON_INTEGER, 15 },
  { "120e-1", WEFT_JSON_INTEGER, 12 },
  { "0.0e99999999999999999999", WEFT_JSON_INTEGER, 0 },
  { "1844674407370955161.5e1", WEFT_JSON_UNSIGNED, -1 },
};

static void
test_numbers (void)
{
  static const char *const reals[] = { "0.5",
                                       "-1.25",
                                       "1e-7",
                                       "3.141592653589793",
                                       "1e300",
                                       "18446744073709551616",
                                       "-9223372036854775809",
                                       "1e400",
                                       "-1e400",
                                       "1e-400",
                                       "4.9406564584124654e-324",
                                       "2.2250738585072011e-308",
                                       "179769313486231580793e289",
                                       "0.1000000000000000055511151231257827021181583404541015626",
                                       "123456789012345678901234567890e-10",
                                       "1e99999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (whole_numbers); i++)
    {
      WeftJsonValue value = scan_value (whole_numbers[i].text);

      g_assert_cmpint (value.kind, ==, whole_numbers[i].kind);
      g_assert_cmpint (value.integer, ==, whole_numbers[i].integer);
      g_assert_true (weft_json_is_number (&value));
    }
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      WeftJsonValue value = scan_value (reals[i]);

      g_assert_cmpint (value.kind, ==, WEFT_JSON_REAL);
      g_assert_true (value.real == g_ascii_strtod (reals[i], NULL));
    }
  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *text =
        g_strdup_printf ("%d%09d.%0*de%d", g_test_rand_int_range (1, 99999),
                         g_test_rand_int_range (0, 1000000000), g_test_rand_int_range (1, 20),
                         g_test_rand_int_range (1, G_MAXINT), g_test_rand_int_range (-320, 300));
      WeftJsonValue value = scan_value (text);

      g_assert_true (weft_json_get_real (&value) == g_ascii_strtod (text, NULL));
    }
}

/* From 0 on. */
static gint64
get_random (void)
{
  return (gint64) ((guint64) (guint32) g_test_rand_int () << 31 ^ (guint32) g_test_rand_int ())
         & G_MAXINT64;
}

/* Times as profilers write them, and numbers that lie halfway between two doubles or beside that. */
static void
test_fractions (void)
{
  static const char *const halves[] = { "4503599627370496.5",    "4503599627370497.5",
                                        "9007199254740992.5",    "9007199254740993.001",
                                        "9007199254740992.999",  "0.0000000000000000001",
                                        "0.9999999999999999999", "999999999999999999.9",
                                        "4503599627370496.499",  "4503599627370496.501" };

  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      WeftJsonValue value = scan_value (halves[i]);

      g_assert_true (value.real == g_ascii_strtod (halves[i], NULL));
    }
  for (guint i = 0; i < 50000; i++)
    {
      int n_whole = g_test_rand_int_range (1, 18),
          n_fraction = g_test_rand_int_range (1, 20 - n_whole);
      gint64 whole = get_random (), fraction = get_random ();
      g_autofree char *text = NULL;
      WeftJsonValue value;

      whole %= (gint64) pow (10, n_whole);
      fraction %= (gint64) pow (10, n_fraction);
      text = g_strdup_printf ("%s%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, i % 2 == 0 ? "" : "-",
                              whole, n_fraction, fraction);
      value = scan_value (text);
      g_assert_true (weft_json_get_real (&value) == g_ascii_strtod (text, NULL));
    }
}

static void
test_no_numbers (void)
{
  WeftJsonValue value = scan_value ("NaN");

  g_assert_true (isnan (value.real) && !weft_json_is_number (&value));
  value = scan_value ("-Infinity");
  g_assert_true (value.real == -INFINITY && !weft_json_is_number (&value));
}

static void
test_strings (void)
{
  static const struct
  {
    const char *text, *value;
  } strings[] = {
    { "\"\"", "" },
    { "\"plain\"", "plain" },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
    { "\"\\uc5b4x\\u00E9\"", "어xé" },
    { "\"\\ud83d\\ude00\"", "😀" },
    { "\"\\ud83d\"", "\xef\xbf\xbd" },
    { "\"\\ud83dx\\ude00\"", "\xef\xbf\xbdx\xef\xbf\xbd" },
    { "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd😀" },
  };
  g_autoptr (GString) scratch = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      WeftJsonValue value = scan_value (strings[i].text);
      gsize length;
      const char *bytes = weft_json_get_string (&value, scratch, &length);

      g_assert_cmpmem (bytes, length, strings[i].value, strlen (strings[i].value));
    }
}

static void
test_records (void)
{
  static const char text[] = "{\"inner\":{\"x\":1},\"a\":2,\"inner\":{\"y\":[]},\"a\":3,"
                             "\"\\u0061 long name\":\"B\",\"list\":[ {\"a\":7} , 8,[]]}";
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  WeftJsonRecord record, element;
  WeftJsonScan scan;
  const char *place = NULL;
  guint n = 0;

  g_assert_cmpint (
    weft_json_scan (schema, text, strlen (text), 100, WEFT_JSON_AT_END, &record, &scan), ==,
    WEFT_JSON_OK);
  g_assert_cmpint (record.values[KEY_A].integer, ==, 3);
  g_assert_cmpuint (record.repeated, ==, 1 << KEY_A | 1 << KEY_INNER);
  /* The last of two objects stands for itself. */
  g_assert_null (weft_json_record_get (&record, KEY_X));
  g_assert_true (weft_json_is_string (weft_json_record_get (&record, KEY_B), "B", 1));
  g_assert_cmpuint (weft_json_record_offset (&record, &record.values[KEY_INNER]), ==,
                    100 + (guint64) (strstr (text, "{\"y\"") - text));
  while (weft_json_next_element (&record.values[KEY_LIST], &place, schema, &element))
    {
      if (n == 0)
        g_assert_cmpint (element.values[KEY_A].integer, ==, 7);
      if (n == 1)
        g_assert_cmpint (element.self.integer, ==, 8);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
  place = NULL;
  record.self.text = "[ ]";
  record.self.length = 3;
  g_assert_false (weft_json_next_element (&record.self, &place, NULL, &element));
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void
check_cuts (const WeftJsonHandler *handler, gboolean take_short, const char *text, gsize length)
{
  g_autofree char *whole = scan_in_pieces (&shape, handler, take_short, text, length, G_MAXINT);

  for (gsize step = 0; step < 6; step++)
    {
      g_autofree char *cut = scan_in_pieces (&shape, handler, take_short, text, length, step);

      if (!g_str_equal (whole, cut))
        g_error ("%.*s in pieces of %d:\n%s\nwhole:\n%s", (int) length, text, (int) step, cut,
                 whole);
    }
}

static void
test_cuts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_json); i++)
    check_cuts (&logging, i % 2 == 0, good_json[i], strlen (good_json[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad_json); i++)
    check_cuts (&walking, FALSE, bad_json[i], strlen (bad_json[i]));
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      make_document (text);
      if (i % 3 == 0)
        make_document (text);
      check_cuts (i % 2 == 0 ? &logging : &walking, i % 4 == 0, text->str, text->len);
      mutate (text);
      check_cuts (&walking, FALSE, text->str, text->len);
    }
}

/* A document too long to come whole is gone through, wherever the blocks are cut. */
static void
assert_same_value (const WeftJsonValue *one, const WeftJsonValue *other)
{
  g_assert_true (one->text == other->text);
  g_assert_cmpuint (one->length, ==, other->length);
  g_assert_cmpuint (one->kind, ==, other->kind);
  g_assert_cmpuint (one->flags, ==, other->flags);
  if (one->kind >= WEFT_JSON_BOOLEAN && one->kind <= WEFT_JSON_REAL)
    g_assert_cmpuint (one->number, ==, other->number);
}

/* The element at `p` was found ahead, or it was not. Where it was, its record is the one that scanning it
 * makes. */
static gboolean
check_found (WeftJsonElements *found, const WeftJsonSchema *schema, const char *p, const char *end)
{
  WeftJsonRecord record, expected;
  WeftJsonScan scan;
  const char *behind = weft_json_elements_take (found, schema, p, &record);

  if (behind == NULL)
    return FALSE;
  g_assert_cmpint (weft_json_scan (schema, p, (gsize) (end - p), 0, 0, &expected, &scan), ==,
                   WEFT_JSON_OK);
  g_assert_true (behind == scan.end);
  g_assert_cmphex (record.present, ==, expected.present);
  g_assert_cmphex (record.repeated, ==, expected.repeated);
  assert_same_value (&record.self, &expected.self);
  for (guint i = 0; i < WEFT_JSON_MAX_SLOTS; i++)
    if (weft_json_record_get (&record, i) != NULL)
      assert_same_value (&record.values[i], &expected.values[i]);
  return TRUE;
}

/* Wherever scanning ahead begins, within elements that look like several, what it finds is right, and it
 * finds most. */
static void
test_ahead (void)
{
  static const char *const elements[] = {
    "{\"a\": 1, \"inner\": {\"x\": -2.5, \"y\": [{}]}, \"list\": [{\"a\": 3}, {}]}",
    "{\"a\": \", {\\\"a\\\": 5}, {\", \"a long name\": true}",
    "{}",
    "{\"a\": 1, \"a\": 2, \"inner\": null, \"list\": 18446744073709551615}",
    "{\"a\": \"[{\", \"list\": \"\\u0041\"}",
    "{\"a\": NaN}",
  };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  g_autoptr (WeftScanBatch) batch = weft_scan_batch_new (10000);
  g_autoptr (GString) text = g_string_new ("[");
  gsize starts[30];
  guint n_there = 0, n_found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      starts[i] = text->len;
      g_string_append_printf (text, "%s%s", elements[i % G_N_ELEMENTS (elements)],
                              i % 2 == 0 ? ",\n " : ",");
      starts[i] = (gsize) (strchr (text->str + starts[i], '{') - text->str);
    }
  for (gsize cut = 0; cut < text->len; cut++)
    {
      WeftJsonElements found;

      weft_scan_batch_clear (batch);
      weft_json_elements_find (schema, 0, text->str + cut, text->len - cut, batch);
      weft_json_elements_init (&found, batch, text->str + cut);
      for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
        if (starts[i] >= cut && i % G_N_ELEMENTS (elements) != 5)
          {
            n_there++;
            n_found += check_found (&found, schema, text->str + starts[i], text->str + text->len);
          }
    }
  g_test_message ("found %u of %u", n_found, n_there);
  g_assert_cmpuint (n_found, >, n_there / 2);
}

static void
test_long (void)
{
  g_autoptr (GString) text = g_string_new ("{\"skipped\": {\"b\": [\n");
  g_autofree char *whole = NULL;

  for (guint i = 0; i < 9000; i++)
    g_string_append_printf (text, "%s[%u, {\"q\": \"%u\"}]", i > 0 ? "," : "", i, i);
  g_string_append (text,
                   "]}, \"events\": [{\"a\": 1},\n {\"a\": 2}], \"version\": \"1\"}\n{\"a\": 5}");
  whole = scan_in_pieces (&shape, &logging, TRUE, text->str, text->len, G_MAXINT);
  g_assert_nonnull (strstr (whole, "element 1 @"));
  g_assert_nonnull (strstr (whole, "3:2 6/0:{\"a\": 2} [0]2/0:2"));
  g_assert_nonnull (strstr (whole, "document 0"));
  g_assert_nonnull (strstr (whole, "documents 2"));
  for (gsize step = 100; step < 100000; step *= 9)
    {
      g_autofree char *cut = scan_in_pieces (&shape, &logging, TRUE, text->str, text->len, step);

      g_assert_cmpstr (cut, ==, whole);
    }
}

static void
test_open_array (void)
{
  static const char *const texts[] = { "[{\"a\":1}", "[{\"a\":1},", "[{\"a\":1},\n\n", "[" };
  WeftJsonShape open = shape;

  open.open_array = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *strict =
        scan_in_pieces (&shape, &walking, FALSE, texts[i], strlen (texts[i]), 1);
      g_autofree char *lenient =
        scan_in_pieces (&open, &walking, FALSE, texts[i], strlen (texts[i]), 1);
      g_autofree char *within = scan_in_pieces (&open, &walking, FALSE, "[{\"a\":", 6, 1);

      g_assert_nonnull (strstr (strict, "fault"));
      g_assert_null (strstr (lenient, "fault"));
      g_assert_nonnull (strstr (within, "fault"));
    }
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text, *fault;
  } faults[] = {
    { "{\"version\": \"1.0\", // fmt\n}", "fault 6 @19 1:20" },
    { "{\n \"a\": 1,\n \"b\" 2}", "fault 3 @16 3:6" },
    { "[1,\n2,\n\"\t\"]", "fault 8 @8 3:2" },
    { "{\"meta\":\n[1 2]}", "fault 5 @12 2:4" },
    { "[{\"a\": 01}]", "fault 7 @8 1:9" },
    { "[1,\n2", "fault 13 @5 2:2" },
    { "", "fault 13 @0 1:1" },
    { "\xef\xbb\xbf{,", "fault 2 @4 1:5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    for (gsize step = 1; step < 20; step += 6)
      {
        g_autofree char *log =
          scan_in_pieces (&shape, &walking, FALSE, faults[i].text, strlen (faults[i].text), step);

        if (strstr (log, faults[i].fault) == NULL)
          g_error ("%s: %s", faults[i].text, log);
      }
  for (WeftJsonFault fault = WEFT_JSON_FAULT_VALUE; fault <= WEFT_JSON_FAULT_END; fault++)
    g_assert_cmpint (strlen (weft_json_fault_to_string (fault)), >, 10);
}

/* --- beside others ---------------------------------------------------------------------------- */

/* Whether an array or object begins after the end of the first value. */
static gboolean
has_second_value (const char *text, gsize length)
{
  gboolean begun = FALSE, in_string = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '"')
        in_string = !in_string;
      if (in_string || g_ascii_isspace (text[i]))
        continue;
      if (strchr ("[{", text[i]) != NULL)
        {
          if (begun && depth == 0)
            return TRUE;
          depth++;
        }
      else if (strchr ("]}", text[i]) != NULL && depth > 0)
        depth--;
      begun = TRUE;
    }
  return FALSE;
}

/* Whether json-glib takes for JSON what has one of these, as docs/formats/json.md lists. */
static gboolean
is_known_leniency (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (strchr ("/'#$", text[i]) != NULL || (guchar) text[i] < 0x20 || (guchar) text[i] == 0x7f
        || (i + 1 < length && g_ascii_isdigit (text[i])
            && (g_ascii_isalpha (text[i + 1]) || text[i] == '0' || text[i + 1] == '.'))
        || text[i] == '\\' || text[i] == '.' || text[i] == '-')
      return TRUE;
  return has_second_value (text, length);
}

/* json-glib leaks of a text that it refuses; that is no leak of ours. */
static gboolean
parse_with_json_glib (JsonParser *parser, const GString *text)
{
  gboolean good;

#if ADDRESS_IS_SANITIZED
  __lsan_disable ();
#endif
  good = json_parser_load_from_data (parser, text->str, (gssize) text->len, NULL);
#if ADDRESS_IS_SANITIZED
  __lsan_enable ();
#endif
  return good;
}

/* Texts that json-glib refuses we refuse, but for NaN, bytes that are not UTF-8 and half
 * surrogates; those that both take have equal numbers and strings where they are wanted. */
static void
test_json_glib (void)
{
  guint n_both = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (JsonParser) parser = json_parser_new ();
      gboolean theirs, ours;

      make_document (text);
      if (i % 2 == 1)
        mutate (text);
      ours = accepts (text->str, text->len);
      if (!g_utf8_validate_len (text->str, text->len, NULL) || strstr (text->str, "NaN") != NULL
          || strstr (text->str, "Infinity") != NULL)
        continue;
      theirs = parse_with_json_glib (parser, text);
      if (ours && !theirs && strstr (text->str, "\\ud") != NULL)
        continue;
      if (ours != theirs && (ours || !is_known_leniency (text->str, text->len)))
        g_error ("ours %d, theirs %d: %s", ours, theirs, text->str);
      if (ours)
        {
          check_same_values (json_parser_get_root (parser), text->str, text->len);
          n_both++;
        }
    }
  g_assert_cmpuint (n_both, >, 2000);
}

/* Python takes exactly what we take, texts that are not UTF-8 aside. Both print each number. */
static void
test_python (void)
{
  g_autofree char *script = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "python_json.py", NULL);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-json-XXXXXX", NULL);
  g_autofree char *out = NULL;
  g_autoptr (GString) input = g_string_new (NULL), expected = g_string_new (NULL);
  const char *argv[] = { "python3", script, path, NULL };
  int fd = g_mkstemp (path), status;

  close (fd);
  for (guint i = 0; i < 6000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      make_document (text);
      if (i % 3 != 0)
        mutate (text);
      if (!g_utf8_validate_len (text->str, text->len, NULL))
        continue;
      g_string_append_printf (input, "%d\n", (int) text->len);
      g_string_append_len (input, text->str, (gssize) text->len);
      print_numbers (expected, accepts (text->str, text->len), text->str, text->len);
    }
  g_assert_true (g_file_set_contents (path, input->str, (gssize) input->len, NULL));
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL,
                     &status, NULL))
    {
      g_test_skip ("There is no python3");
      return;
    }
  g_remove (path);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpstr (out, ==, expected->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/accepts", test_accepts);
  g_test_add_func ("/json/rejects", test_rejects);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/numbers", test_numbers);
  g_test_add_func ("/json/fractions", test_fractions);
  g_test_add_func ("/json/no-numbers", test_no_numbers);
  g_test_add_func ("/json/strings", test_strings);
  g_test_add_func ("/json/records", test_records);
  g_test_add_func ("/json/cuts", test_cuts);
  g_test_add_func ("/json/ahead", test_ahead);
  g_test_add_func ("/json/long", test_long);
  g_test_add_func ("/json/open-array", test_open_array);
  g_test_add_func ("/json/faults", test_faults);
  g_test_add_func ("/json/json-glib", test_json_glib);
  g_test_add_func ("/json/python", test_python);
  return g_test_run ();
}
