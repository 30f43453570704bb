/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-json-load.h"

#include <string.h>

static char *
nest (guint n_levels, const char *inside)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_levels; i++)
    g_string_append (text, i % 2 == 0 ? "[" : "{\"a\":");
  g_string_append (text, inside);
  for (guint i = n_levels; i-- > 0;)
    g_string_append_c (text, i % 2 == 0 ? ']' : '}');
  return g_string_free (text, FALSE);
}

/* (transfer full) (nullable): the message. */
static char *
load (const char *text, gsize length)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  gboolean done = weft_json_load (parser, text, length, &error);

  g_assert_cmpint (done, ==, error == NULL);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static void
check (const char *text, const char *expected)
{
  g_autofree char *message = load (text, strlen (text));

  if (expected == NULL)
    g_assert_cmpstr (message, ==, NULL);
  else if (message == NULL || strstr (message, expected) == NULL)
    g_error ("%s", message);
}

/* json-glib's stack ended at some 50,000 levels. Brackets that are quoted count, too. */
static void
test_brackets (void)
{
  g_autofree char *most = nest (WEFT_JSON_MAX_BRACKETS, "1");
  g_autofree char *more = nest (WEFT_JSON_MAX_BRACKETS + 1, "1");
  g_autofree char *many = g_strnfill (1000000, '[');
  g_autofree char *below = g_strdup_printf ("\n\n  %s", many);
  g_autofree char *hidden = g_strdup_printf ("[1 /* \" */, 'a' / ]]]] / %s", many);

  check (most, NULL);
  check (more, "too many");
  check (many, "<data>:1:10001: ");
  check (below, "<data>:3:10003: ");
  check (hidden, "too many");
  check ("[1, 2", "Parse error");
}

/* The message quotes what stands there, which is no UTF-8. */
static void
test_bytes (void)
{
  g_autofree char *message = load ("[\xff\xfe]", 4);

  g_assert_nonnull (message);
  g_assert_true (g_utf8_validate (message, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-load/brackets", test_brackets);
  g_test_add_func ("/json-load/bytes", test_bytes);
  return g_test_run ();
}
