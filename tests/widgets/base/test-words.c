/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-words.h"

#include "weft-fact-query.h"

#include <math.h>

static void
check_ratio (double ratio, guint decimals, const char *expected)
{
  g_autofree char *text = weft_number_ratio (ratio, decimals);

  g_assert_cmpstr (text, ==, expected);
}

/* A small ratio does not look like 0, and neither does an unknown one. */
static void
test_ratio (void)
{
  check_ratio (2.6347, 3, "2.635");
  check_ratio (0.0003, 3, "0.0003");
  check_ratio (-0.00004, 1, "−0.00004");
  check_ratio (0, 3, "0.000");
  check_ratio (1e-12, 3, "0.000000000");
  check_ratio ((double) NAN, 3, "—");
}

/* Of a text of megabytes a label has the beginning, cut between characters. */
static void
test_shorten (void)
{
  g_autofree char *brief = weft_words_shorten ("brief");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shown = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "ä");
  shown = weft_words_shorten (text->str);
  g_assert_cmpstr (brief, ==, "brief");
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  g_assert_cmpuint (strlen (shown), <, WEFT_WORDS_MAX + 100);
  g_assert_nonnull (strstr (shown, "characters in all"));
}

/* The points of the numbers in a column stand below one another. */
static void
test_columns (void)
{
  static const WeftField fields[] = { { "mean", .member = { WEFT_MEMBER_DOUBLE, 0 } } };
  const double values[] = { 5.5, 170.4, 0.0128 };
  const char *const texts[] = { "5.500", "170.4\u2007\u2007", "0.013" };
  const WeftFacts facts = { .fields = fields,
                            .n_columns = 1,
                            .n_rows = G_N_ELEMENTS (values),
                            .items = values,
                            .item_size = sizeof *values };

  for (guint row = 0; row < G_N_ELEMENTS (values); row++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, 0);
      g_autofree char *text = weft_fact_query_format (&facts, row, 0, &cell);

      g_assert_cmpstr (text, ==, texts[row]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/words/ratio", test_ratio);
  g_test_add_func ("/words/shorten", test_shorten);
  g_test_add_func ("/words/columns", test_columns);
  return g_test_run ();
}
