/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-ways.h"

/* Stretches that touch by so many tiles do not run side by side. */
#define OVERLAP 0.4

/* Heads that have room at one edge of a tile. */
#define MAX_PORTS 2u

/* --- legs --------------------------------------------------------------------------------------- */

static guint
get_along (const WeftNocTopology *topology, gboolean across, guint tile)
{
  return across ? tile % topology->width : tile / topology->width;
}

/* The leg that the link goes on, which ends where it begins; NULL: there is none. */
static WeftNocLeg *
find_leg (GArray *legs, const WeftNocLeg *link)
{
  for (guint i = legs->len; i-- > 0;)
    {
      WeftNocLeg *leg = &g_array_index (legs, WeftNocLeg, i);

      if (leg->across == link->across && leg->index == link->index && leg->sign == link->sign
          && leg->last == link->first && !leg->to_edge)
        return leg;
    }
  return NULL;
}

/* Around the torus a leg ends at the one edge, and another begins at the other. */
static void
add_link (GArray *legs, const WeftNocTopology *topology, guint32 link)
{
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  gboolean across = weft_noc_is_across (direction);
  guint from = weft_noc_link_get_from (topology, link);
  guint to = weft_noc_link_get_to (topology, link);
  WeftNocLeg leg = { .across = across,
                     .index = get_along (topology, !across, from),
                     .first = (int) get_along (topology, across, from),
                     .last = (int) get_along (topology, across, to),
                     .sign = weft_noc_get_sign (direction) };
  WeftNocLeg *before = find_leg (legs, &leg);
  gboolean around = leg.last - leg.first != leg.sign;
  int last = leg.last;

  leg.street = leg.index + weft_noc_link_get_noc (topology, link);
  if (around)
    leg.last = leg.first;
  if (before != NULL)
    before->last = leg.last;
  else
    g_array_append_val (legs, leg);
  if (!around)
    return;
  (before != NULL ? before : &g_array_index (legs, WeftNocLeg, legs->len - 1))->to_edge = TRUE;
  leg.first = leg.last = last;
  leg.from_edge = TRUE;
  g_array_append_val (legs, leg);
}

gboolean
weft_noc_leg_has_tile (const WeftNocLeg *self, guint width, guint tile)
{
  int along = (int) (self->across ? tile % width : tile / width);
  guint index = self->across ? tile / width : tile % width;

  return index == self->index && along >= MIN (self->first, self->last)
         && along <= MAX (self->first, self->last);
}

static gboolean
begins_on (const WeftNocLeg *leg, const WeftNocLeg *other)
{
  return leg->across != other->across && (guint) leg->first == other->index
         && (int) leg->index >= MIN (other->first, other->last)
         && (int) leg->index <= MAX (other->first, other->last);
}

const WeftNocLeg *
weft_noc_way_find_parent (const WeftNocWay *self, guint leg)
{
  const WeftNocLeg *own = &g_array_index (self->legs, WeftNocLeg, leg);

  if (leg == 0 || own->from_edge)
    return NULL;
  for (guint i = 0; i < self->legs->len; i++)
    if (i != leg && begins_on (own, &g_array_index (self->legs, WeftNocLeg, i)))
      return &g_array_index (self->legs, WeftNocLeg, i);
  return NULL;
}

/* --- ports -------------------------------------------------------------------------------------- */

/* A receiver takes from the leg along its row, where there is one, otherwise from that along its
 * column; the sender gives to the first leg. */
static void
add_port (WeftNocWay *way, guint width, guint tile, gboolean is_head)
{
  WeftNocPort port = { .tile = tile, .is_head = is_head };

  port.across = g_array_index (way->legs, WeftNocLeg, 0).across;
  if (is_head)
    {
      port.across = FALSE;
      for (guint i = 0; i < way->legs->len; i++)
        {
          const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, i);

          if (leg->across && weft_noc_leg_has_tile (leg, width, tile))
            port.across = TRUE;
        }
    }
  g_array_append_val (way->ports, port);
}

static void
add_way (WeftNocWays *self, const WeftNocCapture *capture, const WeftNocFlow *flow, guint place)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint n_series, n_links;
  const guint32 *series = weft_noc_capture_get_route (capture, flow->route, &n_series, &n_links);
  WeftNocWay way = { .flow = place };

  if (n_links == 0) /* to the tile itself */
    return;
  way.legs = g_array_new (FALSE, FALSE, sizeof (WeftNocLeg));
  way.ports = g_array_new (FALSE, FALSE, sizeof (WeftNocPort));
  for (guint i = 0; i < n_links; i++)
    add_link (way.legs, topology, series[i]);
  add_port (&way, topology->width, flow->from, FALSE);
  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;

      weft_noc_capture_get_series (capture, series[i], &info);
      if (info.kind == WEFT_SERIES_SINK)
        add_port (&way, topology->width, info.index % topology->n_tiles, TRUE);
    }
  g_array_append_val (self->ways, way);
}

static double
get_place (guint place, guint n)
{
  guint n_ports = CLAMP (n, 1, MAX_PORTS);

  return (double) (MIN (place, n - 1) * n_ports / MAX (n, 1) + 1) / (n_ports + 1) - 0.5;
}

/* Ports at one edge of a tile stand side by side; where there are many, flows share them. */
static void
place_ports (WeftNocWays *self, const WeftNocFlow *flows, guint n_tiles)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (guint pass = 0; pass < 2; pass++)
    {
      g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

      for (guint i = 0; i < self->ways->len; i++)
        {
          const WeftNocWay *way = &g_array_index (self->ways, WeftNocWay, i);
          const WeftNocFlow *flow = &flows[way->flow];

          for (guint k = 0; k < way->ports->len; k++)
            {
              WeftNocPort *port = &g_array_index (way->ports, WeftNocPort, k);
              gpointer key = GUINT_TO_POINTER (
                ((flow->device * n_tiles + port->tile) * 2 + flow->noc) * 2 + port->across);
              guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key)) + 1;
              guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

              g_hash_table_insert (pass == 0 ? counts : places, key,
                                   GUINT_TO_POINTER (pass == 0 ? n + 1 : place));
              port->place = get_place (place - 1, n);
            }
        }
    }
}

/* --- streets ------------------------------------------------------------------------------------ */

/* A part of a lane that is taken. */
typedef struct
{
  guint lane;
  double first, last;
} Stretch;

/* The places of streets that are taken, by their keys. */
static GArray *
get_street (GHashTable *streets, guint device, const WeftNocLeg *leg)
{
  gpointer key =
    GUINT_TO_POINTER ((device * (WEFT_NOC_MAX_SIDE + 2) + leg->street) * 2 + leg->across);
  GArray *street = g_hash_table_lookup (streets, key);

  if (street == NULL)
    {
      street = g_array_new (FALSE, FALSE, sizeof (Stretch));
      g_hash_table_insert (streets, key, street);
    }
  return street;
}

static gboolean
is_free (const GArray *street, const Stretch *wanted)
{
  for (guint i = 0; i < street->len; i++)
    {
      const Stretch *taken = &g_array_index (street, Stretch, i);

      if (taken->lane == wanted->lane && taken->first < wanted->last && wanted->first < taken->last)
        return FALSE;
    }
  return TRUE;
}

static void
add_to_bundle (WeftNocWays *self, guint device, guint flow, const WeftNocLeg *leg,
               const Stretch *stretch)
{
  WeftNocBundle bundle = { .device = device,
                           .across = leg->across,
                           .street = leg->street,
                           .lane = leg->lane,
                           .first = stretch->first,
                           .last = stretch->last,
                           .n_flows = 2,
                           .last_flow = flow };

  for (guint i = 0; i < self->bundles->len; i++)
    {
      WeftNocBundle *old = &g_array_index (self->bundles, WeftNocBundle, i);

      if (old->device != device || old->across != leg->across || old->street != leg->street
          || old->last - OVERLAP < stretch->first || stretch->last < old->first + OVERLAP)
        continue;
      old->first = MIN (old->first, stretch->first);
      old->last = MAX (old->last, stretch->last);
      old->n_flows += old->last_flow != flow;
      old->last_flow = flow;
      return;
    }
  g_array_append_val (self->bundles, bundle);
}

/* The lane that is nearest to the middle on the network's own side, then the others. */
static void
choose_lane (WeftNocWays *self, GHashTable *streets, const WeftNocFlow *flow, guint place,
             WeftNocLeg *leg)
{
  static const double places[WEFT_NOC_STREET_LANES] = { 0.5, 1.5, -0.5, -1.5 };
  GArray *street = get_street (streets, flow->device, leg);
  Stretch stretch = { 0, MIN (leg->first, leg->last) - 0.6, MAX (leg->first, leg->last) + 0.6 };
  int side = flow->noc == 0 ? 1 : -1;

  for (guint i = 0; i < WEFT_NOC_STREET_LANES; i++)
    {
      leg->lane = places[i] * side;
      stretch.lane = (guint) (leg->lane + WEFT_NOC_STREET_LANES / 2.0);
      if (is_free (street, &stretch))
        break;
      if (i == WEFT_NOC_STREET_LANES - 1)
        add_to_bundle (self, flow->device, place, leg, &stretch);
    }
  g_array_append_val (street, stretch);
}

static void
add_passage (WeftNocWays *self, guint device, const WeftNocLeg *leg)
{
  WeftNocPassage passage = { device, leg->across, leg->street };

  for (guint i = 0; i < self->passages->len; i++)
    {
      const WeftNocPassage *old = &g_array_index (self->passages, WeftNocPassage, i);

      if (old->device == device && old->across == leg->across && old->street == leg->street)
        return;
    }
  g_array_append_val (self->passages, passage);
}

static void
choose_lanes (WeftNocWays *self, const WeftNocFlow *flows)
{
  g_autoptr (GHashTable) streets =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->ways->len; i++)
    {
      const WeftNocWay *way = &g_array_index (self->ways, WeftNocWay, i);
      const WeftNocFlow *flow = &flows[way->flow];

      for (guint k = 0; k < way->legs->len; k++)
        {
          WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, k);

          choose_lane (self, streets, flow, way->flow, leg);
          if (leg->from_edge)
            add_passage (self, flow->device, leg);
        }
    }
}

/* --- all ---------------------------------------------------------------------------------------- */

void
weft_noc_ways_init (WeftNocWays *self, const WeftNocCapture *capture, const WeftNocFlow *flows,
                    guint n_flows)
{
  self->ways = g_array_new (FALSE, FALSE, sizeof (WeftNocWay));
  self->bundles = g_array_new (FALSE, FALSE, sizeof (WeftNocBundle));
  self->passages = g_array_new (FALSE, FALSE, sizeof (WeftNocPassage));
  for (guint i = 0; i < n_flows; i++)
    add_way (self, capture, &flows[i], i);
  place_ports (self, flows, weft_noc_capture_get_topology (capture, NULL)->n_tiles);
  choose_lanes (self, flows);
}

void
weft_noc_ways_clear (WeftNocWays *self)
{
  for (guint i = 0; i < self->ways->len; i++)
    {
      WeftNocWay *way = &g_array_index (self->ways, WeftNocWay, i);

      g_array_unref (way->legs);
      g_array_unref (way->ports);
    }
  g_array_unref (self->ways);
  g_array_unref (self->bundles);
  g_array_unref (self->passages);
}
