/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-flows.h"

#include "weft-noc-trace-private.h"

#include <glib/gi18n-lib.h>

/* Most bytes first; the rest of the order is only so that it is always the same. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const WeftNocFlow *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  if (x->device != y->device)
    return x->device > y->device ? 1 : -1;
  if (x->route != y->route)
    return x->route > y->route ? 1 : -1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Fills in where a flow comes from, on which network, and whether many take it. */
static void
follow_route (const WeftNocCapture *capture, WeftNocFlow *flow)
{
  guint n_tiles = weft_noc_capture_get_topology (capture, NULL)->n_tiles, n_series, n_links;
  const guint32 *series = weft_noc_capture_get_route (capture, flow->route, &n_series, &n_links);
  WeftNocSeries source;

  weft_noc_capture_get_series (capture, series[n_links], &source);
  flow->from = (guint16) (source.index % n_tiles);
  flow->noc = (guint8) (source.index / n_tiles);
  if (weft_noc_capture_get_rectangle (capture, flow->route, NULL, NULL))
    flow->kind = WEFT_NOC_FLOW_MULTICAST;
}

static void
add_flow (GArray *flows, const WeftNocCapture *capture, const WeftNocFlow *flow)
{
  WeftNocFlow whole = *flow;

  if (flow->bytes == 0)
    return;
  follow_route (capture, &whole);
  g_array_append_val (flows, whole);
}

GArray *
weft_noc_flows_new (const WeftNocCapture *capture, const GPtrArray *used)
{
  GArray *flows = g_array_new (FALSE, FALSE, sizeof (WeftNocFlow));

  for (guint device = 0; device < used->len; device++)
    {
      const GArray *routes = g_ptr_array_index (used, device);

      for (guint i = 0; i < routes->len; i++)
        {
          const WeftNocUsedRoute *route = &g_array_index (routes, WeftNocUsedRoute, i);
          WeftNocFlow writes = { .device = device,
                                 .route = route->route,
                                 .kind = WEFT_NOC_FLOW_WRITE,
                                 .n_transfers = route->n_transfers - route->n_reads,
                                 .bytes = route->bytes - route->read_bytes };
          WeftNocFlow reads = { .device = device,
                                .route = route->route,
                                .kind = WEFT_NOC_FLOW_READ,
                                .n_transfers = route->n_reads,
                                .bytes = route->read_bytes };

          add_flow (flows, capture, &writes);
          add_flow (flows, capture, &reads);
        }
    }
  g_array_sort (flows, compare);
  return flows;
}

GArray *
weft_noc_flows_sum (const WeftNocCapture *capture, const WeftCycleRange *range,
                    const WeftBitset *records)
{
  g_autoptr (GPtrArray) used = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < weft_noc_capture_get_n_devices (capture); i++)
    g_ptr_array_add (used, weft_noc_sum_routes (capture, i, range, records));
  return weft_noc_flows_new (capture, used);
}

GArray *
weft_noc_find_flows (const WeftNocCapture *capture, const GArray *flows, guint device,
                     const WeftNocWanted *wanted, guint max)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (WeftNocFlow));

  for (guint i = 0; i < flows->len && found->len < max; i++)
    {
      const WeftNocFlow *flow = &g_array_index (flows, WeftNocFlow, i);

      if (flow->device == device && weft_noc_route_is_wanted (capture, flow->route, wanted))
        g_array_append_vals (found, flow, 1);
    }
  return found;
}

/* --- zones -------------------------------------------------------------------------------------- */

/* The records of the transfers that a zone's core and processor issued in it. */
static WeftBitset *
find_issued (const WeftNocCapture *capture, const WeftNocZone *zone, const WeftCycleRange *range)
{
  WeftBitset *records = weft_bitset_new (weft_noc_capture_get_n_records (capture));
  const WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  guint32 n;
  const WeftNocTransfer *transfers =
    weft_noc_capture_find_issued (capture, zone->device, range, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint core =
        (transfers[i].flags & WEFT_TRANSFER_READ) != 0 ? transfers[i].to : transfers[i].from;
      guint32 record = transfers[i].record;

      if (core == zone->tile && weft_noc_proc (trace, record) == zone->proc_id)
        records->words[record / 64] |= (guint64) 1 << record % 64;
    }
  weft_bitset_seal (records);
  return records;
}

GArray *
weft_noc_flows_in_zone (const WeftNocCapture *capture, guint32 zone)
{
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (capture, &n_zones);
  const WeftCycleRange range = { zones[zone].start, zones[zone].end + 1 };
  g_autoptr (WeftBitset) records = find_issued (capture, &zones[zone], &range);

  return weft_noc_flows_sum (capture, &range, records);
}

/* --- words -------------------------------------------------------------------------------------- */

char *
weft_noc_flow_describe (const WeftNocCapture *capture, const WeftNocFlow *flow)
{
  const char *kinds[WEFT_NOC_N_FLOW_KINDS] = { _ ("Write"), _ ("Read"), _ ("Multicast") };
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint n_series, n_links, n_receivers = 0, tile = 0;
  const guint32 *series = weft_noc_capture_get_route (capture, flow->route, &n_series, &n_links);
  g_autofree char *receivers = NULL;

  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;

      weft_noc_capture_get_series (capture, series[i], &info);
      if (info.kind != WEFT_SERIES_SINK)
        continue;
      tile = info.index % topology->n_tiles;
      n_receivers++;
    }
  receivers = flow->kind == WEFT_NOC_FLOW_MULTICAST
                ? g_strdup_printf (
                  g_dngettext (GETTEXT_PACKAGE, "%u tile", "%u tiles", n_receivers), n_receivers)
                : g_strdup_printf ("(%u,%u)", tile % topology->width, tile / topology->width);
  return g_strdup_printf (_ ("%s (%u,%u) → %s on NOC_%u"), kinds[flow->kind],
                          flow->from % topology->width, flow->from / topology->width, receivers,
                          flow->noc);
}
