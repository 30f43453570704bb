/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-tables-view.h"

#include <glib/gi18n-lib.h>

/* --- rows --------------------------------------------------------------------------------------- */

/* Finds the thing of a row: FALSE where that is nothing on the map. */
static gboolean
get_thing (WeftNocResult *result, WeftNocTable table, guint row, WeftNocThing *thing)
{
  const WeftNocStats *stats = result->stats;
  guint n_tiles = weft_noc_capture_get_topology (result->capture, NULL)->n_tiles;

  if (table == WEFT_NOC_BY_LINK && row < stats->links->len)
    {
      const WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_LINK, link->device, link->series };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_TILE && row < stats->tiles->len)
    {
      const WeftNocTileStats *tile = &g_array_index (stats->tiles, WeftNocTileStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_TILE, tile->device, tile->tile };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_CONTROLLER && row < stats->controllers->len)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (stats->controllers, WeftNocControllerStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_CONTROLLER, controller->device, controller->controller };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_INTERFACE && row < stats->interfaces->len)
    {
      const WeftNocSeriesStats *niu = &g_array_index (stats->interfaces, WeftNocSeriesStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_TILE, niu->device, niu->info.index % n_tiles };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_CHIP_LINK && row < stats->fabric->chip_links->len)
    {
      *thing = (WeftNocThing){ WEFT_NOC_CABLE, 0, row };
      return TRUE;
    }
  return FALSE;
}

/* A thing is selected, and shown large; a zone is shown, and its time brushed. */
static void
go_to_row (WeftStatsView *view, guint table, guint row, gboolean jump)
{
  WeftNocState *state = WEFT_NOC_STATE (weft_stats_view_get_state (view));
  WeftNocResult *result = weft_noc_state_get_result (state);
  const WeftNocZone *zone;
  guint32 n_zones;
  WeftNocThing thing;

  if (result == NULL)
    return;
  if (get_thing (result, table, row, &thing))
    {
      weft_noc_state_select (state, &thing);
      if (jump)
        weft_noc_state_fit_thing (state, &thing);
    }
  else if (table == WEFT_NOC_BY_ZONE && row < result->zones->len)
    {
      zone = &weft_noc_capture_get_zones (result->capture, &n_zones)[row];
      weft_events_state_show_row (WEFT_EVENTS_STATE (state), zone->record, FALSE);
      if (jump)
        weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (state)), zone->start,
                               MAX (zone->end, zone->start + 1));
    }
}

static gboolean
get_facts (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner)
{
  WeftNocResult *result =
    weft_noc_state_get_result (WEFT_NOC_STATE (weft_stats_view_get_state (view)));

  if (result == NULL)
    return FALSE;
  *facts = weft_noc_tables_get (&result->tables, table);
  *owner = G_OBJECT (result);
  return TRUE;
}

#define EMPTY N_ ("There is none in this interval.")

static const WeftStatsPage pages[] = {
  { "links", N_ ("Links"), WEFT_NOC_BY_LINK, EMPTY, "peak_utilization" },
  { "tiles", N_ ("Tiles"), WEFT_NOC_BY_TILE, EMPTY, "barrier_cycles" },
  { "controllers", N_ ("DRAM controllers"), WEFT_NOC_BY_CONTROLLER, EMPTY, "peak_utilization" },
  { "interfaces", N_ ("Interfaces"), WEFT_NOC_BY_INTERFACE, EMPTY, "peak_utilization" },
  { "zones", N_ ("Zones"), WEFT_NOC_BY_ZONE, EMPTY, "cycles" },
  { "types", N_ ("Types"), WEFT_NOC_BY_TYPE, EMPTY, "bytes" },
  { "cables", N_ ("Ethernet cables"), WEFT_NOC_BY_CHIP_LINK, EMPTY, "bytes" },
};

const WeftStatsKind weft_noc_stats = { .pages = pages,
                                       .n_pages = G_N_ELEMENTS (pages),
                                       .changed = "result",
                                       .get_facts = get_facts,
                                       .go_to_row = go_to_row };
