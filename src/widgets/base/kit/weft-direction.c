/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-direction.h"

#include <string.h>

#define LEFT_TO_RIGHT_MARK "\342\200\216"

static gboolean
runs_from_right (GtkWidget *widget)
{
  return gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
}

/* Which way a text is read, by its first letter; GTK_TEXT_DIR_NONE: it has none. */
static GtkTextDirection
find_direction (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar letter = g_utf8_get_char (text);

      if (!g_unichar_isalpha (letter))
        continue;
      switch (g_unichar_get_script (letter))
        {
        case G_UNICODE_SCRIPT_ARABIC:
        case G_UNICODE_SCRIPT_HEBREW:
        case G_UNICODE_SCRIPT_NKO:
        case G_UNICODE_SCRIPT_SYRIAC:
        case G_UNICODE_SCRIPT_THAANA:
          return GTK_TEXT_DIR_RTL;
        default:
          return GTK_TEXT_DIR_LTR;
        }
    }
  return GTK_TEXT_DIR_NONE;
}

void
weft_direction_show_values (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  if (!runs_from_right (GTK_WIDGET (label)))
    return;
  gtk_widget_set_direction (GTK_WIDGET (label), GTK_TEXT_DIR_LTR);
  gtk_label_set_xalign (label, 1 - gtk_label_get_xalign (label));
  gtk_label_set_justify (label, GTK_JUSTIFY_RIGHT);
}

/* Pango turns the alignment around for text of the other direction than its context's. */
void
weft_direction_align_lines (GtkLabel *label)
{
  gboolean turned;

  g_return_if_fail (GTK_IS_LABEL (label));

  turned = runs_from_right (GTK_WIDGET (label))
           && find_direction (gtk_label_get_text (label)) == GTK_TEXT_DIR_LTR;
  gtk_label_set_justify (label, turned ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
}

char *
weft_direction_mark (GtkWidget *widget, const char *text)
{
  gboolean marks = runs_from_right (widget) && find_direction (text) == GTK_TEXT_DIR_NONE;

  return g_strconcat (marks ? LEFT_TO_RIGHT_MARK : "", text, NULL);
}

const char *
weft_direction_skip_mark (const char *text)
{
  return g_str_has_prefix (text, LEFT_TO_RIGHT_MARK) ? text + strlen (LEFT_TO_RIGHT_MARK) : text;
}
