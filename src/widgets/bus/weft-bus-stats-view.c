/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-compare-view.h"
#include "weft-bus-facts.h"
#include "weft-bus-overview.h"
#include "weft-filterable.h"

static const struct
{
  const char *name;
  const char *title;
  WeftBusTable table;
  const char *empty;
} tables[] = {
  { "bucket", N_ ("Percentiles"), WEFT_BUS_TABLE_BUCKET, N_ ("No access completed here.") },
  { "symmetry", N_ ("Symmetry"), WEFT_BUS_TABLE_SYMMETRY,
    N_ ("Nothing that both SH-2s did at least 100 times each.") },
  { "contention", N_ ("Contention"), WEFT_BUS_TABLE_CONTENTION, NULL },
  { "region", N_ ("Regions"), WEFT_BUS_TABLE_REGION, NULL },
  { "master", N_ ("Masters"), WEFT_BUS_TABLE_MASTER, NULL },
  { "kind", N_ ("Kinds"), WEFT_BUS_TABLE_KIND, NULL },
  { "cache", N_ ("Cache buckets"), WEFT_BUS_TABLE_CACHE, NULL },
  { "drift", N_ ("Worst drift"), WEFT_BUS_TABLE_DRIFT, N_ ("No access completed here.") },
  { "delta", N_ ("Worst Δ wait"), WEFT_BUS_TABLE_DELTA, N_ ("No access completed here.") },
};

static void
go_to_row (WeftBusState *state, WeftBusTable table, guint row, gboolean jump)
{
  WeftBusResult *result = weft_bus_state_get_result (state);

  if (result != NULL && (table == WEFT_BUS_TABLE_DRIFT || table == WEFT_BUS_TABLE_DELTA))
    weft_events_state_show_row (WEFT_EVENTS_STATE (state),
                                weft_bus_facts_get_top (result->summary, table, row)->row, jump);
}

static void
row_picked (WeftBusState *state, guint table, guint row)
{
  go_to_row (state, table, row, FALSE);
}

/* Where a row leads: to its access, or to the accesses that it counts. */
static void
row_activated (WeftBusState *state, guint table, guint row)
{
  WeftBusResult *result = weft_bus_state_get_result (state);
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  go_to_row (state, table, row, TRUE);
  filter = weft_bus_facts_make_filter (result->summary, table, row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (state), filter, NULL, NULL);
}

static void
show_result (WeftFactPages *pages, WeftBusState *state)
{
  WeftBusResult *result = weft_bus_state_get_result (state);

  for (guint i = 0; result != NULL && i < G_N_ELEMENTS (tables); i++)
    {
      WeftFacts facts = weft_bus_facts_get (result->summary, tables[i].table);

      weft_fact_pages_set_facts (pages, tables[i].table, &facts, G_OBJECT (result));
    }
}

static void
result_came (WeftBusState *state, WeftFactPages *pages)
{
  show_result (pages, state);
}

/* The overview, the tables, the comparison. */
gboolean
weft_bus_stats_view_list_page (guint number, WeftFactPage *page)
{
  if (number > G_N_ELEMENTS (tables) + 1)
    return FALSE;
  if (number == 0)
    *page = (WeftFactPage){ "overview", N_ ("Overview") };
  else if (number > G_N_ELEMENTS (tables))
    *page = (WeftFactPage){ "compare", N_ ("Comparison") };
  else
    *page = (WeftFactPage){ tables[number - 1].name, tables[number - 1].title };
  return TRUE;
}

GtkWidget *
weft_bus_stats_view_new (WeftBusState *state)
{
  GtkWidget *widget = weft_fact_pages_new ();
  WeftFactPages *pages = WEFT_FACT_PAGES (widget);

  g_object_set_data_full (G_OBJECT (pages), "weft-state", g_object_ref (state), g_object_unref);
  weft_fact_pages_add (pages, weft_bus_overview_new (state), "overview", _ ("Overview"));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    weft_fact_pages_add_table (pages, tables[i].table, tables[i].name, _ (tables[i].title),
                               tables[i].empty != NULL ? _ (tables[i].empty) : NULL);
  weft_fact_pages_add (pages, weft_bus_compare_view_new (state), "compare", _ ("Comparison"));
  g_signal_connect_object (pages, "picked", G_CALLBACK (row_picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (pages, "activated", G_CALLBACK (row_activated), state,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (result_came), pages, 0);
  weft_fact_pages_follow (pages, WEFT_VIEW_STATE (state));
  show_result (pages, state);
  return widget;
}
