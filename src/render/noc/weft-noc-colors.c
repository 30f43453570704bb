/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-colors.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-noc-matrix.h"
#include "weft-noc-place.h"

/* Transfers between two looks whether it is cancelled. */
#define ROWS_PER_LOOK 4096

#define N_CLASSES (WEFT_ROW_COLORS_NONE + 1)

/* How often things of a kind have each class. */
typedef struct
{
  guint32 (*counts)[N_CLASSES];
  gsize n;
} Tally;

static Tally
tally_new (gsize n)
{
  return (Tally){ g_malloc0_n (MAX (n, 1), sizeof (guint32[N_CLASSES])), n };
}

/* The largest class of a ramp, otherwise the most frequent; of several the first. */
static guint8
choose_class (const WeftRowColors *said, const guint32 counts[N_CLASSES])
{
  guint chosen = WEFT_ROW_COLORS_NONE;

  for (guint i = 0; i < WEFT_ROW_COLORS_NONE; i++)
    if (counts[i] > 0
        && (said->is_ramp || chosen == WEFT_ROW_COLORS_NONE || counts[i] > counts[chosen]))
      chosen = i;
  return (guint8) chosen;
}

/* The classes of all: (transfer full). */
static guint8 *
tally_end (Tally *self, const WeftRowColors *said)
{
  guint8 *classes = g_new (guint8, MAX (self->n, 1));

  for (gsize i = 0; i < self->n; i++)
    classes[i] = choose_class (said, self->counts[i]);
  g_free (self->counts);
  return classes;
}

/* --- events --------------------------------------------------------------------------------------- */

static void
add_links (const WeftNocColors *self, const WeftNocCapture *capture,
           const WeftNocTransfer *transfer, guint device, guint class, Tally *links)
{
  guint n_series, n_links;
  const guint32 *route = weft_noc_capture_get_route (capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_links; i++)
    links->counts[(gsize) device * self->n_links + route[i]][class]++;
}

static guint64
make_key (guint device, guint from, guint to)
{
  return (guint64) device << 32 | from << 16 | to;
}

/* Events of a transfer's pairs of tiles, which are numbered as they come. */
typedef struct
{
  WeftMap64 *places;
  GArray *counts;    /* guint32[N_CLASSES] */
  GArray *receivers; /* of a route */
} Pairs;

static void
add_pairs (Pairs *self, const WeftNocCapture *capture, const WeftNocTransfer *transfer,
           guint device, guint class)
{
  guint from = weft_noc_list_receivers (capture, transfer->route, self->receivers);

  for (guint i = 0; i < self->receivers->len; i++)
    {
      guint64 key = make_key (device, from, g_array_index (self->receivers, guint, i));
      guint32 place = weft_map64_get (self->places, key);

      if (place == WEFT_MAP64_NONE)
        {
          place = self->counts->len;
          weft_map64_set (self->places, key, place);
          g_array_set_size (self->counts, place + 1);
        }
      (&g_array_index (self->counts, guint32, (gsize) place * N_CLASSES))[class]++;
    }
}

static gboolean
add_transfers (const WeftNocColors *self, const WeftNocCapture *capture, guint device, Tally *links,
               Tally *routes, Pairs *pairs, GCancellable *cancellable)
{
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint class = weft_row_colors_classify (self->said, transfers[i].record);

      if (i % ROWS_PER_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (class == WEFT_ROW_COLORS_NONE || transfers[i].route >= routes->n)
        continue;
      routes->counts[transfers[i].route][class]++;
      add_links (self, capture, &transfers[i], device, class, links);
      add_pairs (pairs, capture, &transfers[i], device, class);
    }
  return TRUE;
}

/* The tiles that issued them. */
static gboolean
add_issuers (const WeftNocColors *self, const WeftNocCapture *capture, Tally *tiles,
             GCancellable *cancellable)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint32 n = MIN (weft_noc_capture_get_n_records (capture), self->said->n_rows);

  for (guint32 i = 0; i < n; i++)
    {
      guint class = weft_row_colors_classify (self->said, i);
      WeftNocRecord record;

      if (i % ROWS_PER_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (class == WEFT_ROW_COLORS_NONE)
        continue;
      weft_noc_trace_get_record (weft_noc_capture_get_trace (capture), i, &record);
      if (record.sx >= 0 && record.sy >= 0 && (guint) record.sx < topology->width
          && (guint) record.sy < topology->height)
        tiles->counts[(gsize) weft_noc_capture_device_of (capture, i) * self->n_tiles
                      + (guint) record.sy * topology->width + (guint) record.sx][class]++;
    }
  return TRUE;
}

/* The classes of all, and frees what was counted. */
static guint8 *
pairs_end (Pairs *self, const WeftRowColors *said)
{
  Tally tally = { (gpointer) self->counts->data, self->counts->len };

  g_array_free (self->counts, FALSE);
  g_array_unref (self->receivers);
  return tally_end (&tally, said);
}

static gboolean
take_events (WeftNocColors *self, const WeftNocCapture *capture, GCancellable *cancellable)
{
  guint n_devices = weft_noc_capture_get_n_devices (capture);
  Tally tiles = tally_new ((gsize) n_devices * self->n_tiles);
  Tally links = tally_new ((gsize) n_devices * self->n_links);
  Tally routes = tally_new (weft_noc_capture_get_n_routes (capture));
  Pairs pairs = { &self->places, g_array_new (FALSE, TRUE, sizeof (guint32[N_CLASSES])),
                  g_array_new (FALSE, FALSE, sizeof (guint)) };
  gboolean done = add_issuers (self, capture, &tiles, cancellable);

  for (guint device = 0; device < n_devices && done; device++)
    done = add_transfers (self, capture, device, &links, &routes, &pairs, cancellable);
  self->tiles = tally_end (&tiles, self->said);
  self->links = tally_end (&links, self->said);
  self->routes = tally_end (&routes, self->said);
  self->pairs = pairs_end (&pairs, self->said);
  self->of_events = TRUE;
  self->n_unknown = weft_noc_capture_get_n_records (capture)
                    - MIN (weft_noc_capture_get_n_records (capture), self->said->n_valued);
  return done;
}

/* --- tiles and links ------------------------------------------------------------------------------ */

/* A word about the device itself counts before one about all of them. */
static guint
find_tile (const WeftNocColors *self, const WeftNocTopology *topology, guint device, guint tile)
{
  guint class =
    weft_row_colors_classify (self->said, weft_noc_place_tile (topology, device + 1, tile));

  return class != WEFT_ROW_COLORS_NONE
           ? class
           : weft_row_colors_classify (self->said, weft_noc_place_tile (topology, 0, tile));
}

static void
take_tiles (WeftNocColors *self, const WeftNocCapture *capture)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint n = weft_noc_capture_get_n_devices (capture) * self->n_tiles;

  self->tiles = g_new (guint8, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      self->tiles[i] = (guint8) find_tile (self, topology, i / self->n_tiles, i % self->n_tiles);
      self->n_unknown += self->tiles[i] == WEFT_ROW_COLORS_NONE;
    }
}

/* Likewise of the network. */
static guint
find_link (const WeftNocColors *self, const WeftNocTopology *topology, guint device, guint link)
{
  guint tile = weft_noc_link_get_from (topology, link);
  const guint devices[] = { device + 1, 0 };
  const guint nocs[] = { weft_noc_link_get_noc (topology, link) + 1, 0 };

  for (guint i = 0; i < 4; i++)
    {
      guint class = weft_row_colors_classify (
        self->said, weft_noc_place_link (topology, devices[i / 2], nocs[i % 2], tile,
                                         weft_noc_link_get_direction (link)));

      if (class != WEFT_ROW_COLORS_NONE)
        return class;
    }
  return WEFT_ROW_COLORS_NONE;
}

static void
take_links (WeftNocColors *self, const WeftNocCapture *capture)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint n_devices = weft_noc_capture_get_n_devices (capture);

  self->links = g_new (guint8, MAX (n_devices * self->n_links, 1));
  for (guint device = 0; device < n_devices; device++)
    for (guint link = 0; link < self->n_links; link++)
      self->links[device * self->n_links + link] =
        (guint8) find_link (self, topology, device, link);
}

/* Numbers that were made of another chip are of other tiles. */
static gboolean
is_same_chip (const WeftNocCapture *capture, const WeftRowColors *said)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  const WeftNocTopology *numbering =
    said->numbering != NULL ? weft_noc_capture_get_topology (said->numbering, NULL) : NULL;

  return numbering != NULL && numbering->width == topology->width
         && numbering->height == topology->height;
}

/* --- the object ----------------------------------------------------------------------------------- */

static gboolean
take (WeftNocColors *self, const WeftNocCapture *capture, GCancellable *cancellable)
{
  if (self->said->things == NULL)
    return take_events (self, capture, cancellable);
  if (!is_same_chip (capture, self->said))
    return TRUE;
  if (strcmp (self->said->things, WEFT_NOC_PLACE_TILE) == 0)
    take_tiles (self, capture);
  else
    take_links (self, capture);
  return TRUE;
}

WeftNocColors *
weft_noc_colors_new (const WeftNocCapture *capture, WeftRowColors *said, GCancellable *cancellable)
{
  g_autoptr (WeftNocColors) self = g_new0 (WeftNocColors, 1);
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->places = (WeftMap64) WEFT_MAP64_INIT;
  self->said = weft_row_colors_ref (said);
  self->n_tiles = topology->n_tiles;
  self->n_links = weft_noc_count_links (topology);
  return take (self, capture, cancellable) ? g_steal_pointer (&self) : NULL;
}

gboolean
weft_noc_colors_get_pair (const WeftNocColors *self, guint device, guint from, guint to,
                          guint *class)
{
  guint32 place;

  if (self == NULL || self->tiles == NULL)
    return FALSE;
  if (self->pairs == NULL)
    {
      *class = self->tiles[(gsize) device * self->n_tiles + from];
      return TRUE;
    }
  place = weft_map64_get (&self->places, make_key (device, from, to));
  *class = place != WEFT_MAP64_NONE ? self->pairs[place] : WEFT_ROW_COLORS_NONE;
  return TRUE;
}

const char *
weft_noc_colors_describe (const WeftNocColors *self)
{
  if (self->of_events)
    return self->said->is_ramp
             ? _ ("Query, by events: where several meet the largest value counts")
             : _ ("Query, by events: where several meet the most frequent word counts");
  if (self->links != NULL)
    return _ ("Query, by links");
  return self->tiles != NULL ? _ ("Query, by tiles") : _ ("Query, of another chip");
}

WeftNocColors *
weft_noc_colors_ref (WeftNocColors *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_noc_colors_unref (WeftNocColors *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_row_colors_unref (self->said);
  g_free (self->tiles);
  g_free (self->links);
  g_free (self->routes);
  g_free (self->pairs);
  weft_map64_clear (&self->places);
  g_free (self);
}
