/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-direction.h"

#include <string.h>

#include "weft-fact-section.h"
#include "weft-findings-view.h"

/* Texts read from the left in an interface that runs from right to left. */

#define SENTENCE "Most stall cycles are those of PC 0x80000024 (sd s0, 8(sp)): 257 in 30 ops."

/* Where in a label's line the character at a place of its text begins. */
static int
find_x (GtkLabel *label, const char *text)
{
  const char *all = gtk_label_get_text (label), *place = strstr (all, text);
  PangoRectangle position;

  g_assert_nonnull (place);
  pango_layout_index_to_pos (gtk_label_get_layout (label), (int) (place - all), &position);
  return MIN (position.x, position.x + position.width);
}

/* The first label within `widget` that says `text`. (nullable) */
static GtkLabel *
find_label (GtkWidget *widget, const char *text)
{
  GtkLabel *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

/* In a window of its own, once it has its size: the window, (transfer full). */
static GtkWidget *
show (GtkWidget *widget, int width)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, 300);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (widget) == 0)
    g_main_context_iteration (NULL, TRUE);
  return window;
}

static void
check_value (GtkTextDirection direction, const char *value, const char *first, const char *second)
{
  GtkWidget *section, *window;
  GtkLabel *label;

  gtk_widget_set_default_direction (direction);
  section = weft_fact_section_new ();
  weft_fact_section_begin (WEFT_FACT_SECTION (section), "Facts");
  weft_fact_section_add (WEFT_FACT_SECTION (section),
                         &(WeftFact){ .name = "Fact", .value = value });
  weft_fact_section_end (WEFT_FACT_SECTION (section));
  window = show (section, 400);
  label = find_label (section, value);
  g_assert_nonnull (label);
  g_assert_cmpint (find_x (label, first), <, find_x (label, second));
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_values (void)
{
  static const GtkTextDirection directions[] = { GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL };

  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      check_value (directions[i], "321 (80.2\302\240%)", "321", "80.2");
      check_value (directions[i], "53.3\302\240%", "53.3", "%");
      check_value (directions[i], "4\302\240096 – 4\302\240363", "4\302\240096", "4\302\240363");
      check_value (directions[i], "≈\302\2400", "≈", "0");
    }
}

/* Lines of a sentence in another direction don't stand at the ends of each its own. */
static void
test_lines (void)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (WeftFinding));
  const WeftFinding finding = { .text = (char *) SENTENCE };
  GtkWidget *window, *view;
  PangoLayoutIter *lines;
  GtkLabel *label;
  guint n_lines = 0;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  view = weft_findings_view_new ();
  g_array_append_val (findings, finding);
  weft_findings_view_set (WEFT_FINDINGS_VIEW (view), findings);
  window = show (view, 200);
  label = find_label (view, SENTENCE);
  g_assert_nonnull (label);
  lines = pango_layout_get_iter (gtk_label_get_layout (label));
  do
    {
      PangoRectangle line, all;

      pango_layout_iter_get_line_extents (lines, NULL, &line);
      pango_layout_iter_get_layout_extents (lines, NULL, &all);
      /* A space at the end of a line hangs over. */
      g_assert_cmpint (ABS (all.x + all.width - line.x - line.width), <=, 8 * PANGO_SCALE);
      n_lines++;
    }
  while (pango_layout_iter_next_line (lines));
  pango_layout_iter_free (lines);
  g_assert_cmpuint (n_lines, >, 2);
  gtk_window_destroy (GTK_WINDOW (window));
  g_array_unref (findings);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* Only what runs against the interface is turned around. */
static void
test_justified (void)
{
  static const struct
  {
    GtkTextDirection direction;
    const char *text;
    GtkJustification expected;
  } cases[] = {
    { GTK_TEXT_DIR_LTR, SENTENCE, GTK_JUSTIFY_LEFT },
    { GTK_TEXT_DIR_LTR, "אבג", GTK_JUSTIFY_LEFT },
    { GTK_TEXT_DIR_RTL, SENTENCE, GTK_JUSTIFY_RIGHT },
    { GTK_TEXT_DIR_RTL, "אבג", GTK_JUSTIFY_LEFT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *label;

      gtk_widget_set_default_direction (cases[i].direction);
      label = g_object_ref_sink (gtk_label_new (cases[i].text));
      weft_direction_align_lines (GTK_LABEL (label));
      g_assert_cmpint (gtk_label_get_justify (GTK_LABEL (label)), ==, cases[i].expected);
      g_object_unref (label);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
check_mark (GtkTextDirection direction, const char *text, gboolean marked)
{
  GtkWidget *widget;
  g_autofree char *result = NULL;

  gtk_widget_set_default_direction (direction);
  widget = g_object_ref_sink (gtk_label_new (NULL));
  result = weft_direction_mark (widget, text);
  g_assert_cmpint (!g_str_equal (result, text), ==, marked);
  g_assert_cmpstr (weft_direction_skip_mark (result), ==, text);
  g_object_unref (widget);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_mark (void)
{
  check_mark (GTK_TEXT_DIR_LTR, "53.3 %", FALSE);
  check_mark (GTK_TEXT_DIR_RTL, "53.3 %", TRUE);
  check_mark (GTK_TEXT_DIR_RTL, "53 cycles", FALSE);
  check_mark (GTK_TEXT_DIR_RTL, "", TRUE);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/direction/values", test_values);
  g_test_add_func ("/direction/lines", test_lines);
  g_test_add_func ("/direction/justified", test_justified);
  g_test_add_func ("/direction/mark", test_mark);
  return g_test_run ();
}
