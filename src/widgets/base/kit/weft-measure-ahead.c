/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-measure-ahead.h"

void
weft_measure_ahead (GtkWidget *widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  /* Where the height depends on the width, which width there will be is not known here. */
  if (gtk_widget_get_request_mode (widget) == GTK_SIZE_REQUEST_CONSTANT_SIZE)
    gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
}

static gboolean
measure (gpointer widget)
{
  weft_measure_ahead (widget);
  return G_SOURCE_REMOVE;
}

void
weft_measure_ahead_soon (GtkWidget *widget)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, measure, g_object_ref (widget), g_object_unref);
}
