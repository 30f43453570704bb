/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "on-display.h"
#include "weft-fact-section.h"
#include "weft-findings-view.h"

/* The sentences of findings that are shown, one a line: (transfer full). */
static inline char *
get_findings (GtkWidget *view)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  collect_widgets (view, GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (gtk_widget_get_visible (buttons->pdata[i]))
      g_string_append_printf (
        text, "%s\n",
        gtk_label_get_text (GTK_LABEL (find_widget (buttons->pdata[i], GTK_TYPE_LABEL))));
  return g_string_free (text, FALSE);
}

/* Appends the findings and facts that are to be seen below `widget`, as a user would copy them. */
static inline void
append_said (GtkWidget *widget, GString *said)
{
  g_autofree char *text = NULL;

  if (!gtk_widget_get_visible (widget))
    return;
  if (WEFT_IS_FACT_SECTION (widget))
    text = weft_fact_section_get_text (WEFT_FACT_SECTION (widget));
  else if (WEFT_IS_FINDINGS_VIEW (widget))
    text = get_findings (widget);
  if (text != NULL)
    g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "", text);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); text == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_said (child, said);
}

/* (transfer full) */
static inline char *
get_said (GtkWidget *widget)
{
  GString *said = g_string_new (NULL);

  append_said (widget, said);
  return g_string_free (said, FALSE);
}
