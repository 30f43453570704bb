/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-text-check.h"

#include <string.h>

/* The first place of each kind is that which g_utf8_validate_len() and a search find in all of the text,
 * wherever it is cut. */

static void
note (const WeftDiagnostic *diagnostic, gpointer data)
{
  g_string_append_printf (data, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " %.8s\n",
                          diagnostic->line, diagnostic->column, diagnostic->message);
}

static char *
look (const char *text, gsize length, guint kinds, GRand *random)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  GString *found = g_string_new (NULL);
  WeftTextCheck check;

  weft_diagnostics_set_sink (diagnostics, note, found);
  weft_text_check_init (&check, kinds, NULL);
  for (gsize at = 0; at < length;)
    {
      gsize n = random != NULL ? (gsize) g_rand_int_range (random, 1, 40) : length;

      n = MIN (n, length - at);
      weft_text_check_look (&check, text + at, n, at, NULL, diagnostics);
      at += n;
    }
  weft_text_check_clear (&check);
  return g_string_free (found, FALSE);
}

/* Whether more bytes might make a character of these. */
static gboolean
is_cut (const char *bytes, gsize length)
{
  static const char *const rests[] = { "\x80", "\x80\x80", "\x80\x80\x80",
                                       "\xbf", "\xbf\x80", "\xbf\x80\x80" };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (rests) && length < 4; i++)
    {
      g_autofree char *start = g_strndup (bytes, length);
      g_autofree char *whole = g_strconcat (start, rests[i], NULL);

      found |= g_utf8_strlen (whole, -1) == 1 && g_utf8_validate (whole, -1, NULL);
    }
  return found;
}

/* Where the first character begins that is none. */
static const char *
find_bad (const char *text, gsize length)
{
  const char *end = text + length, *at = text, *bad;

  while (at < end && !g_utf8_validate_len (at, (gsize) (end - at), &bad))
    {
      /* NUL is no mistake here. */
      if (*bad == 0)
        {
          at = bad + 1;
          continue;
        }
      /* The text ends within it, and may go on. */
      if (is_cut (bad, (gsize) (end - bad)))
        return NULL;
      return bad;
    }
  return NULL;
}

static void
append_place (GString *expected, const char *text, const char *place, const char *message)
{
  gint64 line = 1;
  const char *start = text;

  for (const char *p = text; p < place; p++)
    if (*p == '\n')
      {
        line++;
        start = p + 1;
      }
  g_string_append_printf (expected, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " %.8s\n", line,
                          (gint64) (place - start) + 1, message);
}

static void
check_lines (const GString *text, GRand *random)
{
  const char *nul = memchr (text->str, 0, text->len), *bad = find_bad (text->str, text->len);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *whole = look (text->str, text->len, WEFT_CHECK_LINES, NULL);
  g_autofree char *cut = look (text->str, text->len, WEFT_CHECK_LINES, random);

  if (nul != NULL && (bad == NULL || nul < bad))
    append_place (expected, text->str, nul, "A NUL byte");
  if (bad != NULL)
    append_place (expected, text->str, bad, "The text");
  if (nul != NULL && bad != NULL && nul > bad)
    append_place (expected, text->str, nul, "A NUL byte");
  g_assert_cmpstr (whole, ==, expected->str);
  g_assert_cmpstr (cut, ==, whole);
}

static void
test_random (void)
{
  static const char *const pieces[] = { "a",    "line\n", "\n",       "ä",        "€",
                                        "😀",    "\xc3",   "\xe2\x82", "\xed\xa0", "\xf4\x90",
                                        "\xff", "\x80",   "\xc0\x80" };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n = (guint) g_rand_int_range (random, 0, 60);
      /* Most texts have few faults, so that each is sometimes the first. */
      int n_kinds = g_rand_int_range (random, 0, 3) == 0 ? (int) G_N_ELEMENTS (pieces) : 6;

      for (guint j = 0; j < n; j++)
        if (g_rand_int_range (random, 0, 100) == 0)
          g_string_append_c (text, 0);
        else
          g_string_append (text, pieces[g_rand_int_range (random, 0, n_kinds)]);
      check_lines (text, random);
    }
}

static void
test_escapes (void)
{
  static const struct
  {
    const char *text;
    const char *found;
  } cases[] = {
    { "\"a\\u0000\"", "1:3 “\\u000\n" },           { "\"\\\\u0000\"", "" },
    { "\"\\\\\\u0000\"", "1:4 “\\u000\n" },        { "\"\\u0001\\u00000\"", "1:8 “\\u000\n" },
    { "\"\\u00\\u0000\"", "1:6 “\\u000\n" },       { "{\n\"\\u000\"}", "" },
    { "\n\n\"\\u0000\\u0000\"", "3:2 “\\u000\n" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < 50; j++)
      {
        g_autofree char *found =
          look (cases[i].text, strlen (cases[i].text), WEFT_CHECK_JSON, j > 0 ? random : NULL);

        g_assert_cmpstr (found, ==, cases[i].found);
      }
}

/* A line that was left out is one line. */
static void
test_left_out (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (GString) found = g_string_new (NULL);
  WeftTextCheck check;

  weft_diagnostics_set_sink (diagnostics, note, found);
  weft_text_check_init (&check, WEFT_CHECK_LINES, "/a/b.log");
  weft_text_check_look (&check, "a\nb\n", 4, 0, NULL, diagnostics);
  weft_text_check_look (&check, "c\nd\xff\n", 5, 1000, NULL, diagnostics);
  weft_text_check_clear (&check);
  g_assert_cmpstr (found->str, ==, "5:2 b.log: T\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-check/random", test_random);
  g_test_add_func ("/text-check/escapes", test_escapes);
  g_test_add_func ("/text-check/left-out", test_left_out);
  return g_test_run ();
}
