/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-table.h"

#include <glib/gi18n-lib.h>

static const char *const names[WEFT_LIVE_N_TABLES] = {
  [WEFT_LIVE_TABLE_PROGRAMS] = N_ ("Programs"),
  [WEFT_LIVE_TABLE_STREAMS] = N_ ("Utilization"),
  [WEFT_LIVE_TABLE_CLOCKS] = N_ ("Clocks"),
  [WEFT_LIVE_TABLE_LEDGER] = N_ ("Ledger"),
};

/* Wherever the program that is looked at stands by now. */
static void
select_program (WeftFactTable *table, WeftLiveState *state)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (state);
  guint row = G_MAXUINT;

  for (guint i = 0; figures != NULL && i < figures->programs->len; i++)
    if (g_array_index (figures->programs, WeftLiveProgramFigures, i).program
        == weft_live_state_get_program (state))
      row = i;
  weft_fact_table_select (table, row);
}

static void
show_figures (WeftFactTable *table, WeftLiveState *state)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (state);
  guint key = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-live-table"));
  WeftFacts facts;

  if (figures == NULL)
    return;
  facts = weft_live_figures_get_facts (figures, key);
  weft_fact_table_set_facts (table, &facts, G_OBJECT (figures));
  if (key == WEFT_LIVE_TABLE_PROGRAMS)
    select_program (table, state);
}

static void
on_picked (GtkWidget *table G_GNUC_UNUSED, guint row, WeftLiveState *state)
{
  const WeftLiveProgramFigures *program =
    &g_array_index (weft_live_state_get_figures (state)->programs, WeftLiveProgramFigures, row);

  weft_live_state_set_program (state, program->program);
}

GtkWidget *
weft_live_table_new (WeftLiveState *state, WeftLiveTable table)
{
  GtkWidget *widget = weft_fact_table_new (_ (names[table]), _ ("No program has run yet."));

  g_object_set_data (G_OBJECT (widget), "weft-live-table", GUINT_TO_POINTER (table));
  g_signal_connect_object (state, "figures", G_CALLBACK (show_figures), widget, G_CONNECT_SWAPPED);
  if (table == WEFT_LIVE_TABLE_PROGRAMS)
    {
      g_signal_connect_object (state, "program", G_CALLBACK (select_program), widget,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (widget, "picked", G_CALLBACK (on_picked), state, 0);
    }
  show_figures (WEFT_FACT_TABLE (widget), state);
  return widget;
}
