/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fault-bar.h"

#include <glib/gi18n-lib.h>

#include "weft-faults.h"
#include "weft-notice-bar.h"

static void
on_done (gpointer data G_GNUC_UNUSED, gboolean pressed G_GNUC_UNUSED)
{
  weft_faults_read (weft_faults_get_default ());
}

/* Under which the overlay has the bar. */
#define KEY "weft-fault-bar"

/* The bar is made when it comes into sight. */
static void
update (GtkOverlay *overlay)
{
  WeftNoticeBar *bar = g_object_get_data (G_OBJECT (overlay), KEY);
  g_autofree char *text = weft_faults_get_text (weft_faults_get_default ());

  if (bar == NULL && text != NULL)
    {
      bar = WEFT_NOTICE_BAR (weft_notice_bar_add (overlay, _ ("_Close"), on_done, NULL));
      g_object_set_data (G_OBJECT (overlay), KEY, bar);
    }
  if (text != NULL)
    weft_notice_bar_say (bar, GTK_MESSAGE_WARNING, text, FALSE);
  else if (bar != NULL)
    weft_notice_bar_hide (bar);
}

void
weft_fault_bar_add (GtkOverlay *overlay)
{
  g_signal_connect_object (weft_faults_get_default (), "changed", G_CALLBACK (update), overlay,
                           G_CONNECT_SWAPPED);
  update (overlay);
}
