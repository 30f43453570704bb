/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-section.h"

#include "on-display.h"

/* A section of facts, each of which is several widgets. */

static void
write_facts (WeftFactSection *section, guint n)
{
  guint i;

  weft_fact_section_begin (section, "Engines");
  for (i = 0; i < n && !weft_fact_section_is_full (section); i++)
    weft_fact_section_take (section, "TE", g_strdup_printf ("%u", i));
  weft_fact_section_skip (section, n - i);
  weft_fact_section_end (section);
}

static guint
count_lines (WeftFactSection *section)
{
  g_autofree char *text = weft_fact_section_get_text (section);
  guint n = 0;

  for (const char *at = strchr (text, '\n'); at != NULL; at = strchr (at + 1, '\n'))
    n++;
  return n;
}

/* A run of a hundred thousand engines makes no more widgets than one of a hundred. */
static void
test_many (void)
{
  WeftFactSection *section = g_object_ref_sink (WEFT_FACT_SECTION (weft_fact_section_new ()));
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  g_autofree char *text = NULL;

  write_facts (section, 100000);
  collect_widgets (GTK_WIDGET (section), GTK_TYPE_LABEL, labels);
  g_assert_cmpuint (labels->len, <, 500);
  text = weft_fact_section_get_text (section);
  g_assert_nonnull (strstr (text, "TE\t99\n"));
  g_assert_null (strstr (text, "TE\t100\n"));
  g_assert_nonnull (strstr (text, "99\342\200\257900 more"));
  g_assert_cmpuint (count_lines (section), ==, 102);

  write_facts (section, 100);
  g_assert_cmpuint (count_lines (section), ==, 101);
  write_facts (section, 3);
  g_assert_cmpuint (count_lines (section), ==, 4);
  g_object_unref (section);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fact-section/many", test_many);
  return g_test_run ();
}
