/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-compare-view.h"
#include "weft-bus-facts.h"
#include "weft-bus-overview.h"
#include "weft-bus-state.h"
#include "weft-filterable.h"

/* To the row's access, or to the accesses that it counts. */
static void
go_to_row (WeftStatsView *view, guint table, guint row, gboolean jump)
{
  WeftViewState *state = weft_stats_view_get_state (view);
  WeftBusResult *result = weft_bus_state_get_result (WEFT_BUS_STATE (state));
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  if (table == WEFT_BUS_TABLE_DRIFT || table == WEFT_BUS_TABLE_DELTA)
    weft_events_state_show_row (WEFT_EVENTS_STATE (state),
                                weft_bus_facts_get_top (result->summary, table, row)->row, jump);
  filter = jump ? weft_bus_facts_make_filter (result->summary, table, row) : NULL;
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (state), filter, NULL, NULL);
}

static gboolean
get_facts (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner)
{
  WeftBusResult *result =
    weft_bus_state_get_result (WEFT_BUS_STATE (weft_stats_view_get_state (view)));

  if (result == NULL)
    return FALSE;
  *facts = weft_bus_facts_get (result->summary, table);
  *owner = G_OBJECT (result);
  return TRUE;
}

static const WeftStatsPage pages[] = {
  { "overview", N_ ("Overview"), WEFT_STATS_NO_TABLE, NULL },
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
  { "compare", N_ ("Comparison"), WEFT_STATS_NO_TABLE, NULL },
};

static GtkWidget *
build (WeftStatsView *view, const WeftStatsPage *page, GtkWidget *table)
{
  WeftBusState *state = WEFT_BUS_STATE (weft_stats_view_get_state (view));

  if (table != NULL)
    return table;
  return page == pages ? weft_bus_overview_new (state) : weft_bus_compare_view_new (state);
}

const WeftStatsKind weft_bus_stats = { .pages = pages,
                                       .n_pages = G_N_ELEMENTS (pages),
                                       .changed = "result",
                                       .get_facts = get_facts,
                                       .go_to_row = go_to_row,
                                       .build = build };
