/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-table.h"

#include <glib/gi18n-lib.h>

static guint32
get_access (WeftBusState *state, guint row)
{
  WeftBusResult *result = weft_bus_state_get_result (state);

  return result != NULL && row < weft_bus_index_get_n_rows (result->shown)
           ? weft_bus_index_get_row (result->shown, row)
           : WEFT_NO_ROW;
}

static void
picked (WeftBusState *state, guint row)
{
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), get_access (state, row), FALSE);
}

static void
activated (WeftBusState *state, guint row)
{
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), get_access (state, row), TRUE);
}

static void
show_result (WeftFactTable *table, WeftBusState *state)
{
  WeftBusResult *result = weft_bus_state_get_result (state);
  WeftFacts facts;

  if (result == NULL)
    return;
  facts = weft_bus_rows_get_facts (&result->rows_table);
  weft_fact_table_set_facts (table, &facts, G_OBJECT (result));
}

static void
result_came (WeftBusState *state, WeftFactTable *table)
{
  show_result (table, state);
}

GtkWidget *
weft_bus_table_new (WeftBusState *state)
{
  GtkWidget *table = weft_fact_table_new (_("Accesses"), _("No access is shown."));

  g_object_set_data_full (G_OBJECT (table), "weft-state", g_object_ref (state), g_object_unref);
  g_signal_connect_object (table, "picked", G_CALLBACK (picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (activated), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), table, 0);
  show_result (WEFT_FACT_TABLE (table), state);
  return table;
}
