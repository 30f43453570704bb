/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-table.h"

#include <glib/gi18n-lib.h>

static guint32
get_event (WeftNpuState *state, guint row)
{
  WeftNpuResult *result = weft_npu_state_get_result (state);

  return result != NULL ? weft_npu_rows_get_event (&result->events, row) : WEFT_NO_ROW;
}

static void
picked (WeftNpuState *state, guint row)
{
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), get_event (state, row), FALSE);
}

static void
activated (WeftNpuState *state, guint row)
{
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), get_event (state, row), TRUE);
}

static void
show_result (WeftFactTable *table, WeftNpuState *state)
{
  WeftNpuResult *result = weft_npu_state_get_result (state);
  WeftFacts facts;

  if (result == NULL)
    return;
  facts = weft_npu_rows_get_facts (&result->events);
  weft_fact_table_set_facts (table, &facts, G_OBJECT (result));
}

static void
result_came (WeftNpuState *state, WeftFactTable *table)
{
  show_result (table, state);
}

GtkWidget *
weft_npu_table_new (WeftNpuState *state)
{
  GtkWidget *table = weft_fact_table_new (_("Events"), _("No event is shown."));

  g_object_set_data_full (G_OBJECT (table), "weft-state", g_object_ref (state), g_object_unref);
  g_signal_connect_object (table, "picked", G_CALLBACK (picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (activated), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), table, 0);
  show_result (WEFT_FACT_TABLE (table), state);
  return table;
}
