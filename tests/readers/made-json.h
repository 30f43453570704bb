/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"

#include <json-glib/json-glib.h>

/* JSON made for tests: texts that are JSON and texts that are not, and documents made by chance. */

G_GNUC_UNUSED static const char *const good_json[] = {
  "null",
  "true",
  "false",
  "0",
  "-1",
  "1.5e-3",
  "\"\"",
  "[]",
  "{}",
  " [ ] ",
  "\t{\r\n}\n",
  "[1,2,3]",
  "[[],[[]],{}]",
  "{\"a\":{\"b\":[1,{\"c\":null}]}}",
  "{\"\":0}",
  "{\"a\":1,\"a\":2}",
  "[\"\\u0000\"]",
  "[\"\\ud800\"]",
  "[\"\x7f\"]",
  "[-0.0, 0e0, 0E+1]",
  "[123456789012345678901234567890]",
  "[1e999]",
  "NaN",
  "[Infinity,-Infinity]",
  "\xef\xbb\xbf{}",
  "{\"events\":[{\"a\":1,\"inner\":{\"x\":2,\"y\":3}},5,null,[1]]}",
  "{\"meta\":{\"deep\":[[[[1]]]]},\"version\":\"1.0\",\"events\":{}}",
  "{\"unknown\":[[{\"events\":[1]}]],\"events\":[]}",
  "\"a long string of more than 16 bytes\"",
};

G_GNUC_UNUSED static const char *const bad_json[] = {
  "",
  " ",
  "\xef\xbb\xbf",
  "\xef\xbb[]",
  "[",
  "]",
  "{",
  "}",
  "[1",
  "[1,",
  "[1,]",
  "[,1]",
  "[1,,2]",
  "[1 2]",
  "{\"a\"",
  "{\"a\":",
  "{\"a\":1",
  "{\"a\":1,",
  "{\"a\":1,}",
  "{,}",
  "{\"a\" 1}",
  "{a:1}",
  "{'a':1}",
  "{1:2}",
  "{\"a\":1 \"b\":2}",
  "[}",
  "{]",
  "[1}",
  "{\"a\":1]",
  "01",
  "-",
  "-01",
  "+1",
  ".5",
  "1.",
  "1.e1",
  "1e",
  "1e+",
  "0x10",
  "1_0",
  "1f",
  "--1",
  "- 1",
  "nul",
  "nulL",
  "True",
  "nan",
  "infinity",
  "-NaN",
  "+Infinity",
  "-Inf",
  "\"",
  "\"a",
  "\"\\",
  "\"\\x\"",
  "\"\\u12\"",
  "\"\\u12g4\"",
  "\"\n\"",
  "\"\t\"",
  "\"\x01\"",
  "'a'",
  "[] []",
  "{} x",
  "1 2",
  "1[{}]",
  "/* c */ 1",
  "[1] // c",
  "[1, # c\n2]",
  "\"a\" \"b\"",
  "[\"a\":1]",
  "{\"a\":1:2}",
  "{[]:1}",
  "[\xc3\xa9]",
  "\xff",
  "{\"a\":tru}",
  "truefalse",
  "\"\\'\"",
  "[1]]",
  "{}}",
  "undefined",
  "[\"a\x1f\"]",
  "[1.2.3]",
  "[1e2e3]",
  "\f[]",
};

G_GNUC_UNUSED static void
make_number (GString *text)
{
  static const char *const odd[] = { "9223372036854775807",
                                     "-9223372036854775808",
                                     "1e3",
                                     "9223372036854775808",
                                     "1000.0",
                                     "0.125",
                                     "-0",
                                     "1e-9",
                                     "18446744073709551615",
                                     "9007199254740993",
                                     "2.5e10",
                                     "123456.789" };

  if (g_test_rand_int_range (0, 3) > 0)
    g_string_append_printf (text, "%d", g_test_rand_int_range (-99999, 99999999));
  else
    g_string_append (text, odd[g_test_rand_int_range (0, G_N_ELEMENTS (odd))]);
}

G_GNUC_UNUSED static void
make_string (GString *text)
{
  static const char *const parts[] = { "ffn_1",
                                       " ",
                                       "\\n",
                                       "\\u00e9",
                                       "한국",
                                       "\\\"",
                                       "{",
                                       "]",
                                       ",",
                                       "\\ud83d\\ude00",
                                       "a tile of a layer",
                                       "x" };

  g_string_append_c (text, '"');
  for (int n = g_test_rand_int_range (0, 5); n > 0; n--)
    g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
  g_string_append_c (text, '"');
}

G_GNUC_UNUSED static void
make_space (GString *text)
{
  static const char *const spaces[] = { "", "", " ", "\n", "\n    ", "\t", "\r\n" };

  g_string_append (text, spaces[g_test_rand_int_range (0, G_N_ELEMENTS (spaces))]);
}

static void make_value (GString *text, guint depth);

G_GNUC_UNUSED static void
make_container (GString *text, guint depth, gboolean is_object)
{
  static const char *const names[] = { "\"a\"",    "\"a long name\"", "\"inner\"",  "\"x\"",
                                       "\"list\"", "\"other\"",       "\"\\u0061\"" };
  int n = g_test_rand_int_range (0, 5);

  g_string_append_c (text, is_object ? '{' : '[');
  make_space (text);
  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      make_space (text);
      if (is_object)
        {
          g_string_append (text, names[g_test_rand_int_range (0, G_N_ELEMENTS (names))]);
          make_space (text);
          g_string_append_c (text, ':');
          make_space (text);
        }
      make_value (text, depth + 1);
      make_space (text);
    }
  g_string_append_c (text, is_object ? '}' : ']');
}

static void
make_value (GString *text, guint depth)
{
  static const char *const words[] = { "true", "false", "null" };

  switch (g_test_rand_int_range (0, depth < 4 ? 8 : 5))
    {
    case 0:
      g_string_append (text, words[g_test_rand_int_range (0, 3)]);
      break;
    case 1:
    case 2:
      make_string (text);
      break;
    case 3:
    case 4:
      make_number (text);
      break;
    default:
      make_container (text, depth, g_test_rand_bit ());
      break;
    }
}

/* A document: mostly an array of objects, or an object with the members that the test wants. */
G_GNUC_UNUSED static void
make_document (GString *text)
{
  if (g_test_rand_bit ())
    {
      g_string_append (text, "{\"version\": \"1.0\", \"other\":");
      make_value (text, 0);
      g_string_append (text, ", \"events\":");
      make_container (text, 0, FALSE);
      g_string_append (text, ", \"meta\":");
      make_value (text, 0);
      g_string_append (text, "}\n");
      return;
    }
  g_string_append_c (text, '[');
  for (int n = g_test_rand_int_range (1, 6); n > 0; n--)
    {
      make_container (text, 0, TRUE);
      g_string_append (text, n > 1 ? ",\n" : "]\n");
    }
}

/* Changes, drops, doubles or adds a byte here and there. */
G_GNUC_UNUSED static void
mutate (GString *text)
{
  static const char bytes[] = "{}[]:,\"\\ 01e.-+/'ntfuN\n\t#";

  for (int n = g_test_rand_int_range (1, 4); n > 0 && text->len > 0; n--)
    {
      gssize at = g_test_rand_int_range (0, (gint32) text->len);
      char byte = bytes[g_test_rand_int_range (0, sizeof bytes - 1)];

      switch (g_test_rand_int_range (0, 4))
        {
        case 0:
          text->str[at] = byte;
          break;
        case 1:
          g_string_erase (text, at, 1);
          break;
        case 2:
          g_string_insert_c (text, at, text->str[at]);
          break;
        default:
          g_string_insert_c (text, at, byte);
          break;
        }
    }
}

G_GNUC_UNUSED static const char *const key_a[] = { "a", NULL };

/* Of a good document: the value of "a" in each object of its array, printed as python_json.py does. */
G_GNUC_UNUSED static void
print_numbers (GString *out, gboolean good, const char *text, gsize length)
{
  static const char *const containers[] = { "dict", "list" };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (key_a);
  g_autoptr (GString) scratch = g_string_new (NULL);
  WeftJsonRecord record, element;
  WeftJsonScan scan;
  const char *place = NULL;

  g_string_append (out, good ? "good" : "bad");
  if (good && g_str_has_prefix (text, "\xef\xbb\xbf"))
    text += 3, length -= 3;
  if (good)
    g_assert_cmpint (weft_json_scan (NULL, text, length, 0, WEFT_JSON_AT_END, &record, &scan), ==,
                     WEFT_JSON_OK);
  while (good && record.self.kind == WEFT_JSON_ARRAY
         && weft_json_next_element (&record.self, &place, schema, &element))
    {
      const WeftJsonValue *value = weft_json_record_get (&element, 0);
      gsize n;

      if (value == NULL)
        continue;
      g_string_append_c (out, ' ');
      if (value->kind == WEFT_JSON_INTEGER)
        g_string_append_printf (out, "%" G_GINT64_FORMAT, value->integer);
      else if (value->kind == WEFT_JSON_UNSIGNED)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, value->number);
      else if (value->kind == WEFT_JSON_REAL)
        g_string_append_printf (out, "%.17g", value->real);
      else if (value->kind == WEFT_JSON_STRING)
        {
          const char *bytes = weft_json_get_string (value, scratch, &n);

          for (const char *p = bytes; p < bytes + n; p = g_utf8_next_char (p))
            g_string_append_printf (out, "%x.", *p != 0 ? g_utf8_get_char (p) : 0);
        }
      else if (value->kind >= WEFT_JSON_OBJECT)
        g_string_append (out, containers[value->kind - WEFT_JSON_OBJECT]);
      else
        g_string_append_len (out, value->text, value->length);
    }
  g_string_append_c (out, '\n');
}

/* Of an array of objects: "a" is what json-glib says it is. */
G_GNUC_UNUSED static void
check_same_values (JsonNode *root, const char *text, gsize length)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (key_a);
  g_autoptr (GString) scratch = g_string_new (NULL);
  WeftJsonRecord record, element;
  WeftJsonScan scan;
  const char *place = NULL;
  guint i = 0;

  if (!JSON_NODE_HOLDS_ARRAY (root))
    return;
  g_assert_cmpint (weft_json_scan (NULL, text, length, 0, WEFT_JSON_AT_END, &record, &scan), ==,
                   WEFT_JSON_OK);
  for (; weft_json_next_element (&record.self, &place, schema, &element); i++)
    {
      const WeftJsonValue *ours = weft_json_record_get (&element, 0);
      JsonNode *node = json_array_get_element (json_node_get_array (root), i), *theirs;
      gsize n;

      if (ours == NULL)
        continue;
      theirs = json_object_get_member (json_node_get_object (node), "a");
      if (ours->kind == WEFT_JSON_STRING)
        {
          const char *bytes = weft_json_get_string (ours, scratch, &n);

          /* json-glib has its own mind about zeros and surrogates. */
          if (memchr (bytes, 0, n) != NULL || g_strstr_len (ours->text, ours->length, "\\ud"))
            continue;
          g_assert_cmpmem (bytes, n, json_node_get_string (theirs),
                           strlen (json_node_get_string (theirs)));
        }
      else if (ours->kind == WEFT_JSON_INTEGER && ours->flags == 0)
        g_assert_cmpint (json_node_get_int (theirs), ==, ours->integer);
      else if (ours->kind == WEFT_JSON_REAL && ours->flags == WEFT_JSON_POINT)
        g_assert_cmpfloat (json_node_get_double (theirs), ==, ours->real);
    }
  g_assert_cmpuint (i, ==, json_array_get_length (json_node_get_array (root)));
}
