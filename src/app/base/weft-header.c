/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-header.h"

#include <string.h>

#include "weft-desktop-style.h"

/* Logical pixels: with texts at their usual size, and what those twice as large need besides. */
#define NARROW_WIDTH 460
#define TEXT_WIDTH 240

static const char *
get_short_layout (GtkWindow *window)
{
  g_autofree char *layout = NULL;
  const char *close;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (window)), "gtk-decoration-layout", &layout,
                NULL);
  close = layout != NULL ? strstr (layout, "close") : NULL;
  if (layout != NULL && close == NULL)
    return ":";
  return close != NULL && strchr (close, ':') != NULL ? "close:" : ":close";
}

gboolean
weft_header_fit (AdwHeaderBar *header, GtkWindow *window)
{
  double larger;
  int width, height;
  gboolean narrow;

  g_return_val_if_fail (ADW_IS_HEADER_BAR (header) && GTK_IS_WINDOW (window), FALSE);

  larger = weft_desktop_style_get_text_scale (GTK_WIDGET (window)) - 1;
  gtk_window_get_default_size (window, &width, &height);
  narrow = width < NARROW_WIDTH + MAX (larger, 0) * TEXT_WIDTH;
  adw_header_bar_set_decoration_layout (header, narrow ? get_short_layout (window) : NULL);
  if (narrow)
    gtk_widget_add_css_class (GTK_WIDGET (header), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (header), "narrow");
  return narrow;
}
