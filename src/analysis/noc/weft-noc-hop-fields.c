/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-hop-fields.h"

#include "weft-noc-numbers.h"
#include "weft-noc-verdict.h"

static const WeftNocTopology *
get_topology (gconstpointer data)
{
  return weft_noc_capture_get_topology (data, NULL);
}

static WeftCell
as_device (gconstpointer data, gint64 device)
{
  return weft_cell_signed (weft_noc_capture_get_device_id (data, (guint) device));
}

static WeftCell
as_noc (gconstpointer data, gint64 link)
{
  guint noc = weft_noc_link_get_noc (get_topology (data), (guint32) link);

  return weft_cell_word (noc, noc == 0 ? "NOC_0" : "NOC_1");
}

static WeftCell
as_from (gconstpointer data, gint64 link)
{
  return weft_cell_text (
    weft_noc_describe_tile (data, weft_noc_link_get_from (get_topology (data), (guint32) link)));
}

static WeftCell
as_to (gconstpointer data, gint64 link)
{
  return weft_cell_text (
    weft_noc_describe_tile (data, weft_noc_link_get_to (get_topology (data), (guint32) link)));
}

#define HOP(name) .member = WEFT_MEMBER (WeftNocHop, name)
#define LINK(as_cell) HOP (link), .as = (as_cell), .item_codes = weft_noc_codes_hop_link
#define QUERY .flags = WEFT_FIELD_QUERY

static const WeftField fields[] = {
  { "transfer", .type = WEFT_FIELD_NUMBER, QUERY, HOP (transfer),
    .items = weft_noc_numbers_hop_transfer, .doc = "rowid of the transfer" },
  { "device", .type = WEFT_FIELD_NUMBER, QUERY, HOP (device), .as = as_device,
    .item_codes = weft_noc_codes_hop_device, .doc = "Id of the device" },
  { "noc", .type = WEFT_FIELD_TEXT, QUERY, LINK (as_noc),
    .doc = "Network of the link: NOC_0 or NOC_1" },
  { "from", .type = WEFT_FIELD_TEXT, QUERY, LINK (as_from), .doc = "Tile, NOC_0 physical" },
  { "to", .type = WEFT_FIELD_TEXT, QUERY, LINK (as_to), .doc = "Tile, NOC_0 physical" },
};

const WeftSchema weft_noc_hop_schema = { "noc_hop", "Links that transfers take",
                                         fields,    G_N_ELEMENTS (fields),
                                         0,         sizeof (WeftNocHop) };

void
weft_noc_list_hops (const WeftNocCapture *capture, const WeftNocTransfer *transfer, guint32 number,
                    GArray *hops)
{
  guint device = weft_noc_capture_device_of (capture, transfer->record);
  guint n_series, n_links;
  const guint32 *route = weft_noc_capture_get_route (capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_links; i++)
    {
      WeftNocSeries series;
      WeftNocHop hop = { number, 0, device };

      weft_noc_capture_get_series (capture, route[i], &series);
      hop.link = series.index;
      g_array_append_val (hops, hop);
    }
}
