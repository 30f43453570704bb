/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-state-sheet.h"

/* Keys of object data. */
#define STATE "weft-state"
#define WRITE "weft-write"

static void
state_changed (WeftViewState *state, WeftFactSheet *sheet)
{
  WeftStateSheetWrite write = (WeftStateSheetWrite) g_object_get_data (G_OBJECT (sheet), WRITE);

  weft_fact_sheet_begin (sheet);
  write (state, sheet);
  weft_fact_sheet_end (sheet);
}

GtkWidget *
weft_state_sheet_new (WeftViewState *state, const char *signal, WeftStateSheetWrite write)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *sheet = weft_fact_sheet_new ();

  gtk_widget_set_margin_start (sheet, 12);
  gtk_widget_set_margin_end (sheet, 12);
  gtk_widget_set_margin_top (sheet, 6);
  gtk_widget_set_margin_bottom (sheet, 6);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), sheet);
  g_object_set_data_full (G_OBJECT (sheet), STATE, g_object_ref (state), g_object_unref);
  g_object_set_data (G_OBJECT (sheet), WRITE, (gpointer) write);
  g_signal_connect_object (state, signal, G_CALLBACK (state_changed), sheet, 0);
  state_changed (state, WEFT_FACT_SHEET (sheet));
  return scrolled;
}
