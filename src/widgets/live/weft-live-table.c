/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-table.h"

#include <glib/gi18n-lib.h>

static const char *const names[WEFT_LIVE_N_TABLES] = {
  [WEFT_LIVE_TABLE_PROGRAMS] = N_ ("Programs"), [WEFT_LIVE_TABLE_STREAMS] = N_ ("Utilization"),
  [WEFT_LIVE_TABLE_CLOCKS] = N_ ("Clocks"),     [WEFT_LIVE_TABLE_LEDGER] = N_ ("Ledger"),
  [WEFT_LIVE_TABLE_HOSTS] = N_ ("Hosts"),
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

/* --- records ------------------------------------------------------------------------------------ */

static void
show_record (WeftLiveRecordsState *state, guint row, gboolean jump)
{
  const WeftLiveListing *listing = weft_live_records_state_get_listing (state);
  guint32 place =
    listing != NULL ? weft_live_listing_get_place (listing, row) : (guint32) WEFT_NO_ROW;

  if (place != WEFT_NO_ROW)
    weft_live_records_state_show_place (state, listing->records, place, jump);
}

static void
record_picked (WeftLiveRecordsState *state, guint row)
{
  show_record (state, row, FALSE);
}

static void
record_activated (WeftLiveRecordsState *state, guint row)
{
  show_record (state, row, TRUE);
}

static void
records_came (WeftFactTable *table, WeftLiveRecordsState *state)
{
  const WeftLiveListing *listing = weft_live_records_state_get_listing (state);
  WeftFacts facts;

  if (listing == NULL)
    return;
  facts = weft_live_listing_get_facts (listing);
  weft_fact_table_set_facts (table, &facts, weft_live_records_state_get_listing_owner (state));
}

GtkWidget *
weft_live_records_table_new (WeftLiveState *state)
{
  GtkWidget *table = weft_fact_table_new (_ ("Records"), _ ("No record is shown."));

  g_signal_connect_object (table, "picked", G_CALLBACK (record_picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (record_activated), state,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "records", G_CALLBACK (records_came), table, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "map", G_CALLBACK (weft_live_records_state_watch), state,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "unmap", G_CALLBACK (weft_live_records_state_unwatch), state,
                           G_CONNECT_SWAPPED);
  records_came (WEFT_FACT_TABLE (table), WEFT_LIVE_RECORDS_STATE (state));
  return table;
}
