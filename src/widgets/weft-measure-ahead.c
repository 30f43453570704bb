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
