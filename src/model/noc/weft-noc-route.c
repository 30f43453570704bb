/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-route.h"

#include <string.h>

guint
weft_noc_link_get_to (const WeftNocTopology *topology, guint link)
{
  guint width = topology->width;
  guint height = topology->height;
  guint from = weft_noc_link_get_from (topology, link);
  guint x = from % width, y = from / width;

  switch (weft_noc_link_get_direction (link))
    {
    case WEFT_NOC_EAST:
      x = (x + 1) % width;
      break;
    case WEFT_NOC_SOUTH:
      y = (y + 1) % height;
      break;
    case WEFT_NOC_WEST:
      x = (x + width - 1) % width;
      break;
    case WEFT_NOC_NORTH:
    default:
      y = (y + height - 1) % height;
      break;
    }
  return y * width + x;
}

void
weft_noc_route_init (WeftNocRoute *route, const WeftNocTopology *topology)
{
  guint n_links = weft_noc_count_links (topology);

  memset (route, 0, sizeof *route);
  route->links = g_new (guint32, n_links);
  route->receivers = g_new (guint32, topology->n_tiles);
  route->marks = g_new0 (guint8, n_links);
}

void
weft_noc_route_clear (WeftNocRoute *route)
{
  g_clear_pointer (&route->links, g_free);
  g_clear_pointer (&route->receivers, g_free);
  g_clear_pointer (&route->marks, g_free);
}

/* --- one axis --------------------------------------------------------------------------------- */

/* How a network goes along one axis: which way, and how far. */
typedef struct
{
  WeftNocDirection direction;
  guint n_hops;
} Leg;

static Leg
get_leg (gboolean wraps, guint noc, gboolean along_x, guint size, guint from, guint to)
{
  gboolean forward = wraps ? noc == 0 : to >= from;
  guint ahead = to >= from ? to - from : size - from + to; /* forward, modulo the size */
  Leg leg;

  if (along_x)
    leg.direction = forward ? WEFT_NOC_EAST : WEFT_NOC_WEST;
  else
    leg.direction = forward ? WEFT_NOC_SOUTH : WEFT_NOC_NORTH;
  if (wraps)
    leg.n_hops = forward || ahead == 0 ? ahead : size - ahead;
  else
    leg.n_hops = forward ? to - from : from - to;
  return leg;
}

static Leg
get_leg_along_x (const WeftNocTopology *topology, guint noc, guint from, guint to)
{
  guint width = topology->width;

  return get_leg (topology->wraps, noc, TRUE, width, from % width, to % width);
}

static Leg
get_leg_along_y (const WeftNocTopology *topology, guint noc, guint from, guint to)
{
  guint width = topology->width;

  return get_leg (topology->wraps, noc, FALSE, topology->height, from / width, to / width);
}

/* Walks `leg` from a tile and returns where it ends. A link that the route has already is not added
 * again. */
static guint
walk (WeftNocRoute *route, const WeftNocTopology *topology, guint noc, guint tile, Leg leg)
{
  for (guint i = 0; i < leg.n_hops; i++)
    {
      guint link = weft_noc_make_link (topology, noc, tile, leg.direction);

      if (!route->marks[link])
        {
          route->marks[link] = 1;
          route->links[route->n_links++] = link;
        }
      tile = weft_noc_link_get_to (topology, link);
    }
  return tile;
}

static void
walk_unicast (WeftNocRoute *route, const WeftNocTopology *topology, guint noc, guint from, guint to)
{
  Leg x = get_leg_along_x (topology, noc, from, to);
  Leg y = get_leg_along_y (topology, noc, from, to);

  from = walk (route, topology, noc, from, noc == 0 ? x : y);
  walk (route, topology, noc, from, noc == 0 ? y : x);
}

static void
begin (WeftNocRoute *route)
{
  route->n_links = route->n_receivers = 0;
  route->undecided = FALSE;
}

static void
end (WeftNocRoute *route)
{
  for (guint i = 0; i < route->n_links; i++)
    route->marks[route->links[i]] = 0;
}

/* --- routes ----------------------------------------------------------------------------------- */

void
weft_noc_route_unicast (WeftNocRoute *route, const WeftNocTopology *topology, guint noc, guint from,
                        guint to)
{
  begin (route);
  walk_unicast (route, topology, noc, from, to);
  route->receivers[route->n_receivers++] = to;
  end (route);
}

guint
weft_noc_count_hops (const WeftNocTopology *topology, guint noc, guint from, guint to)
{
  return get_leg_along_x (topology, noc, from, to).n_hops
         + get_leg_along_y (topology, noc, from, to).n_hops;
}

/* The numbers along one axis from `start` to `end`, in the direction in which the network goes. */
typedef struct
{
  guint start;
  guint count;
  guint size; /* of the axis */
  gboolean forward;
} Span;

static Span
get_span (gboolean wraps, guint noc, guint size, guint start, guint end_of_it)
{
  Span span = { start, 0, size, TRUE };

  if (!wraps)
    {
      span.start = MIN (start, end_of_it);
      span.count = MAX (start, end_of_it) - span.start + 1;
      return span;
    }
  span.forward = noc == 0;
  span.count = (span.forward ? end_of_it + size - start : start + size - end_of_it) % size + 1;
  return span;
}

static guint
span_get (const Span *span, guint i)
{
  return (span->forward ? span->start + i : span->start + span->size - i) % span->size;
}

static gboolean
span_has (const Span *span, guint number)
{
  for (guint i = 0; i < span->count; i++)
    if (span_get (span, i) == number)
      return TRUE;
  return FALSE;
}

/* How far one must go from `from`, in the direction of the network, to have passed them all. */
static guint
span_get_reach (const Span *span, guint from)
{
  guint reach = 0;

  for (guint i = 0; i < span->count; i++)
    {
      guint to = span_get (span, i);
      guint hops = (span->forward ? to + span->size - from : from + span->size - to) % span->size;

      reach = MAX (reach, hops);
    }
  return reach;
}

/* The tree of a torus: along x to the spine, along the spine, and a branch in each wanted row. */
static void
walk_tree (WeftNocRoute *route, const WeftNocTopology *topology, guint noc, guint from,
           const Span *columns, const Span *rows)
{
  guint width = topology->width;
  Leg x = { noc == 0 ? WEFT_NOC_EAST : WEFT_NOC_WEST, 0 };
  Leg y = { noc == 0 ? WEFT_NOC_SOUTH : WEFT_NOC_NORTH, 0 };
  guint tile = from, n_rows;

  if (!span_has (columns, from % width))
    tile = walk (route, topology, noc, tile,
                 get_leg_along_x (topology, noc, from, from / width * width + columns->start));
  x.n_hops = span_get_reach (columns, tile % width);
  n_rows = span_get_reach (rows, tile / width);
  for (guint i = 0; i <= n_rows; i++)
    {
      if (span_has (rows, tile / width))
        walk (route, topology, noc, tile, x);
      y.n_hops = i < n_rows;
      tile = walk (route, topology, noc, tile, y);
    }
}

void
weft_noc_route_multicast (WeftNocRoute *route, const WeftNocTopology *topology, guint noc,
                          guint from, guint start, guint end_of_it)
{
  guint width = topology->width;
  gboolean wraps = topology->wraps;
  Span columns = get_span (wraps, noc, width, start % width, end_of_it % width);
  Span rows = get_span (wraps, noc, topology->height, start / width, end_of_it / width);

  begin (route);
  route->undecided = span_has (&columns, from % width) && span_has (&rows, from / width);
  if (wraps)
    walk_tree (route, topology, noc, from, &columns, &rows);
  for (guint r = 0; r < rows.count; r++)
    for (guint c = 0; c < columns.count; c++)
      {
        guint tile = span_get (&rows, r) * width + span_get (&columns, c);

        if (tile == from || !weft_noc_topology_takes_multicast (topology, tile))
          continue;
        route->receivers[route->n_receivers++] = tile;
        if (!wraps)
          walk_unicast (route, topology, noc, from, tile);
      }
  end (route);
}
