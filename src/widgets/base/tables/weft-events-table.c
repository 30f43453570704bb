/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-events-table.h"

static void
show (WeftEventsState *state, guint row, gboolean jump)
{
  const WeftEventsStateClass *klass = WEFT_EVENTS_STATE_GET_CLASS (state);
  WeftResult *result = weft_events_state_get_result (state);
  WeftFacts facts;

  if (result == NULL)
    return;
  facts = klass->get_facts (result);
  if (row < facts.n_rows)
    weft_events_state_show_row (state,
                                klass->get_item != NULL ? klass->get_item (facts.data, row)
                                                        : weft_facts_get_source_row (&facts, row),
                                jump);
}

static void
picked (WeftEventsState *state, guint row)
{
  show (state, row, FALSE);
}

static void
activated (WeftEventsState *state, guint row)
{
  show (state, row, TRUE);
}

static void
result_came (WeftEventsState *state, WeftFactTable *table)
{
  WeftResult *result = weft_events_state_get_result (state);
  WeftFacts facts;

  if (result == NULL)
    return;
  facts = WEFT_EVENTS_STATE_GET_CLASS (state)->get_facts (result);
  weft_fact_table_set_facts (table, &facts, G_OBJECT (result));
}

GtkWidget *
weft_events_table_new (WeftEventsState *state, const char *title, const char *empty)
{
  GtkWidget *table = weft_fact_table_new (title, empty);

  g_object_set_data_full (G_OBJECT (table), "weft-state", g_object_ref (state), g_object_unref);
  g_signal_connect_object (table, "picked", G_CALLBACK (picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (activated), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), table, 0);
  result_came (state, WEFT_FACT_TABLE (table));
  return table;
}
