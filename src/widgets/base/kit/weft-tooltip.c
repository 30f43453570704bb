/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tooltip.h"

#include "weft-words.h"

#define TEXT_KEY "weft-tooltip"

static void
describe (GtkWidget *widget, const char *text)
{
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static gboolean
query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
               gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  const char *text = weft_tooltip_get (widget);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

void
weft_tooltip_set (GtkWidget *widget, const char *text)
{
  const char *before;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (text != NULL && *text == '\0')
    text = NULL;
  before = weft_tooltip_get (widget);
  if (g_strcmp0 (text, before) == 0)
    return;
  if (before == NULL
      && g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, query_tooltip, NULL) == 0)
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  g_object_set_data_full (G_OBJECT (widget), TEXT_KEY, g_strdup (text), g_free);
  gtk_widget_set_has_tooltip (widget, text != NULL);
  describe (widget, text);
}

const char *
weft_tooltip_get (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), TEXT_KEY);
}

gboolean
weft_tooltip_show (GtkWidget *widget, GtkTooltip *tooltip, const char *text)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  shown = text != NULL ? weft_words_shorten (text) : NULL;
  gtk_tooltip_set_text (tooltip, shown);
  describe (widget, shown);
  return text != NULL;
}
