/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "on-display.h"
#include "weft-fact-section.h"
#include "weft-findings-view.h"

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
    text = weft_findings_view_get_text (WEFT_FINDINGS_VIEW (widget));
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
