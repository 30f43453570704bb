/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-run-view.h"

#include "weft-npu-sheet.h"

static void
show_result (WeftFactSheet *sheet, WeftNpuState *state)
{
  WeftNpuResult *result = weft_npu_state_get_result (state);

  if (result == NULL)
    return;
  weft_fact_sheet_begin (sheet);
  weft_npu_sheet_write_run (sheet, result->stats);
  weft_fact_sheet_end (sheet);
}

static void
result_came (WeftNpuState *state, WeftFactSheet *sheet)
{
  show_result (sheet, state);
}

GtkWidget *
weft_npu_run_view_new (WeftNpuState *state)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *sheet = weft_fact_sheet_new ();

  gtk_widget_set_margin_start (sheet, 12);
  gtk_widget_set_margin_end (sheet, 12);
  gtk_widget_set_margin_top (sheet, 6);
  gtk_widget_set_margin_bottom (sheet, 6);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), sheet);
  g_object_set_data_full (G_OBJECT (sheet), "weft-state", g_object_ref (state), g_object_unref);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), sheet, 0);
  show_result (WEFT_FACT_SHEET (sheet), state);
  return scrolled;
}
