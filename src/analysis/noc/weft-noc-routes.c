/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-routes.h"

#include "weft-noc-capture-data.h"

/* Routes, kept once for all transfers that take the same one: of each, the series of demand that it
 * loads. Real traces have some hundred; no more are kept than this many series. */
#define MAX_SERIES (64u << 20)

/* --- series ----------------------------------------------------------------------------------- */

guint32
weft_noc_capture_find_series (const WeftNocCapture *self, WeftNocSeriesKind kind, guint index)
{
  guint n_tiles = self->topology->n_tiles;
  guint n_controllers = self->topology->n_controllers;
  guint32 first = weft_noc_count_links (self->topology);

  switch (kind)
    {
    case WEFT_SERIES_LINK:
      return index;
    case WEFT_SERIES_SOURCE:
      return first + index;
    case WEFT_SERIES_SINK:
      return first + 2 * n_tiles + index;
    case WEFT_SERIES_CONTROLLER:
    case WEFT_SERIES_CONTROLLER_READ:
    case WEFT_SERIES_CONTROLLER_WRITE:
    default:
      return first + 4 * n_tiles + (kind - WEFT_SERIES_CONTROLLER) * n_controllers + index;
    }
}

guint
weft_noc_capture_get_n_series (const WeftNocCapture *self)
{
  return weft_noc_count_links (self->topology) + 4 * self->topology->n_tiles
         + 3 * self->topology->n_controllers;
}

void
weft_noc_capture_get_series (const WeftNocCapture *self, guint32 series, WeftNocSeries *result)
{
  const WeftNocTopology *topology = self->topology;
  guint n_tiles = topology->n_tiles;
  guint n_controllers = topology->n_controllers;
  guint32 first = weft_noc_count_links (topology);

  if (series < first)
    {
      *result = (WeftNocSeries){ WEFT_SERIES_LINK, series, topology->link_rate };
      return;
    }
  series -= first;
  if (series < 4 * n_tiles)
    {
      gboolean sinks = series >= 2 * n_tiles;
      guint index = series % (2 * n_tiles);

      result->kind = sinks ? WEFT_SERIES_SINK : WEFT_SERIES_SOURCE;
      result->index = index;
      result->capacity = sinks ? topology->absorb_rates[topology->types[index % n_tiles]]
                               : topology->inject_rates[topology->types[index % n_tiles]];
      return;
    }
  series -= 4 * n_tiles;
  result->kind = (WeftNocSeriesKind) (WEFT_SERIES_CONTROLLER + series / n_controllers);
  result->index = series % n_controllers;
  result->capacity = topology->controller_rate;
}

/* --- routes ----------------------------------------------------------------------------------- */

guint32
weft_noc_capture_get_n_routes (const WeftNocCapture *self)
{
  return self->routes->len;
}

const guint32 *
weft_noc_capture_get_route (const WeftNocCapture *self, guint32 route, guint *n_series,
                            guint *n_links)
{
  const WeftNocRouteEntry *entry = &g_array_index (self->routes, WeftNocRouteEntry, route);

  *n_series = entry->n_series;
  *n_links = entry->n_links;
  return &g_array_index (self->series, guint32, entry->first);
}

gboolean
weft_noc_capture_get_rectangle (const WeftNocCapture *self, guint32 route, guint *start, guint *end)
{
  const WeftNocRouteEntry *entry = &g_array_index (self->routes, WeftNocRouteEntry, route);

  if (start != NULL)
    *start = entry->to;
  if (end != NULL)
    *end = entry->to_end;
  return entry->multicast;
}

static void
add_series (WeftNocCapture *self, WeftNocRouteEntry *entry, WeftNocSeriesKind kind, guint index)
{
  guint32 series = weft_noc_capture_find_series (self, kind, index);

  g_array_append_val (self->series, series);
  entry->n_series++;
}

/* A DRAM tile's controller carries what its interfaces do; those of several tiles of one controller
 * count each. */
static void
add_controller (WeftNocCapture *self, WeftNocRouteEntry *entry, guint tile, gboolean is_read)
{
  guint controller = self->topology->controllers[tile];

  if (controller == WEFT_NO_CONTROLLER)
    return;
  add_series (self, entry, WEFT_SERIES_CONTROLLER, controller);
  add_series (self, entry, is_read ? WEFT_SERIES_CONTROLLER_READ : WEFT_SERIES_CONTROLLER_WRITE,
              controller);
}

static void
make_route (WeftNocCapture *self, const WeftNocTransfer *transfer)
{
  if ((transfer->flags & WEFT_TRANSFER_MULTICAST) != 0)
    weft_noc_route_multicast (&self->scratch, self->topology, transfer->noc, transfer->from,
                              transfer->to, transfer->to_end);
  else
    weft_noc_route_unicast (&self->scratch, self->topology, transfer->noc, transfer->from,
                            transfer->to);
}

static guint32
add_route (WeftNocCapture *self, const WeftNocTransfer *transfer)
{
  const WeftNocRoute *route = &self->scratch;
  guint n_tiles = self->topology->n_tiles;
  WeftNocRouteEntry entry = { .first = self->series->len,
                              .n_links = route->n_links,
                              .multicast = (transfer->flags & WEFT_TRANSFER_MULTICAST) != 0,
                              .to = transfer->to,
                              .to_end = transfer->to_end };

  for (guint i = 0; i < route->n_links; i++)
    add_series (self, &entry, WEFT_SERIES_LINK, route->links[i]);
  add_series (self, &entry, WEFT_SERIES_SOURCE, transfer->noc * n_tiles + transfer->from);
  add_controller (self, &entry, transfer->from, TRUE);
  for (guint i = 0; i < route->n_receivers; i++)
    {
      add_series (self, &entry, WEFT_SERIES_SINK, transfer->noc * n_tiles + route->receivers[i]);
      add_controller (self, &entry, route->receivers[i], FALSE);
    }
  g_array_append_val (self->routes, entry);
  return self->routes->len - 1;
}

guint32
weft_noc_find_route (WeftNocCapture *self, WeftNocTransfer *transfer)
{
  gboolean multicast = (transfer->flags & WEFT_TRANSFER_MULTICAST) != 0;
  guint64 key = (guint64) transfer->from << 48 | (guint64) transfer->to << 32
                | (guint64) transfer->to_end << 16 | (guint64) transfer->noc << 1 | multicast;
  guint32 route = weft_map64_get (&self->route_map, key);

  if (route == WEFT_MAP64_NONE)
    {
      make_route (self, transfer);
      if (self->series->len + self->scratch.n_links + 3 * self->scratch.n_receivers + 3
          > MAX_SERIES)
        return WEFT_NO_ROW;
      route = add_route (self, transfer);
      weft_map64_set (&self->route_map, key, route);
      if (self->scratch.undecided)
        g_array_index (self->routes, WeftNocRouteEntry, route).undecided = TRUE;
    }
  if (g_array_index (self->routes, WeftNocRouteEntry, route).undecided)
    transfer->flags |= WEFT_TRANSFER_UNDECIDED;
  return route;
}
