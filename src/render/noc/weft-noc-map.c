/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-map.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "weft-noc-cables.h"
#include "weft-noc-flow-painter.h"
#include "weft-noc-lanes.h"
#include "weft-noc-legend.h"
#include "weft-noc-tile-painter.h"
#include "weft-number.h"

#define LANE_WIDTH 0.1     /* of the widest lane, of the pitch */
#define CHEVRON_LENGTH 7   /* logical pixels, at least, and */
#define CHEVRON_FACTOR 2.2 /* of the lane's width */
#define CHEVRON_PITCH 24   /* logical pixels, below which every second link has one */

/* Links that a chevron passes in a second, where they carry all that they can. */
#define CHEVRON_SPEED 2.5

struct _WeftNocMap
{
  WeftNocCapture *capture;
  WeftStyle *style;
  WeftNocMapOptions options;
  gboolean is_difference;
  WeftNocLayout layout;
  WeftNocLanes lanes;
  WeftNocCables cables;
  WeftNocCluster *cluster;
  GArray *flows;   /* WeftNocFlow: that are drawn */
  guint64 largest; /* bytes of a flow */
  guint n_flows;   /* that there are */
  char **names;    /* of tiles, by device and tile; NULL: none */
};

/* --- making it ---------------------------------------------------------------------------------- */

/* DRAM tiles have the name of their controller, Ethernet tiles the number of their channel. */
static void
name_tiles (WeftNocMap *self)
{
  const WeftNocTopology *topology = self->layout.topology;

  self->names = g_new0 (char *, topology->n_tiles + 1);
  for (guint tile = 0; tile < topology->n_tiles; tile++)
    if (topology->controllers[tile] != WEFT_NO_CONTROLLER)
      self->names[tile] = g_strdup_printf ("c%u", topology->controllers[tile]);
  for (guint i = 0; i < self->cluster->channels->len; i++)
    {
      const WeftNocChannel *channel = &g_array_index (self->cluster->channels, WeftNocChannel, i);
      guint tile = (guint) channel->y * topology->width + (guint) channel->x;

      if (channel->x < 0 || channel->y < 0 || channel->x >= (int) topology->width
          || channel->y >= (int) topology->height || self->names[tile] != NULL)
        continue;
      self->names[tile] = g_strdup_printf ("%d", channel->channel);
    }
}

/* Those of the networks that are drawn, of most bytes, as many as are wanted. */
static void
choose_flows (WeftNocMap *self, const GArray *flows)
{
  self->flows = g_array_new (FALSE, FALSE, sizeof (WeftNocFlow));
  if (flows == NULL || self->options.fabric || self->is_difference)
    return;
  for (guint i = 0; i < flows->len; i++)
    {
      const WeftNocFlow *flow = &g_array_index (flows, WeftNocFlow, i);

      if ((self->options.nocs >> flow->noc & 1) == 0)
        continue;
      self->largest = MAX (self->largest, flow->bytes);
      self->n_flows++;
      if (self->flows->len < self->options.max_flows)
        g_array_append_vals (self->flows, flow, 1);
    }
}

WeftNocMap *
weft_noc_map_new (const WeftNocMapOptions *options)
{
  WeftNocMap *self = g_new0 (WeftNocMap, 1);
  const WeftNocStats *stats = options->stats;

  self->capture = weft_noc_capture_ref (stats->capture);
  self->cluster = weft_noc_trace_ref_cluster (weft_noc_capture_get_trace (stats->capture));
  self->style = weft_style_ref (options->style);
  self->options = *options;
  self->is_difference = options->comparison != NULL;
  self->options.stats = NULL;
  self->options.comparison = NULL;
  self->options.flows = NULL;
  if (options->said != NULL)
    weft_noc_colors_ref (options->said);
  weft_noc_cables_init (&self->cables, stats, self->cluster);
  weft_noc_layout_init (&self->layout, stats->capture, self->cluster, self->cables.cables->len > 0);
  weft_noc_lanes_init (&self->lanes, stats, options->comparison, options->fabric, options->figure,
                       options->peak);
  name_tiles (self);
  choose_flows (self, options->flows);
  return self;
}

void
weft_noc_map_free (WeftNocMap *self)
{
  for (guint i = 0; i < self->layout.topology->n_tiles; i++)
    g_free (self->names[i]);
  g_free (self->names);
  g_array_unref (self->flows);
  weft_noc_lanes_clear (&self->lanes);
  weft_noc_layout_clear (&self->layout);
  weft_noc_cables_clear (&self->cables);
  weft_noc_cluster_unref (self->cluster);
  g_clear_pointer (&self->options.said, weft_noc_colors_unref);
  weft_style_unref (self->style);
  weft_noc_capture_unref (self->capture);
  g_free (self);
}

const WeftNocLayout *
weft_noc_map_get_layout (const WeftNocMap *self)
{
  return &self->layout;
}

guint
weft_noc_map_get_n_flows (const WeftNocMap *self, guint *n_drawn)
{
  *n_drawn = self->flows->len;
  return self->n_flows;
}

/* --- lanes -------------------------------------------------------------------------------------- */

/* The colour of things that a query says nothing of, where it is about others. */
static WeftColor
get_quiet (const WeftNocMap *self)
{
  return weft_color_mix (weft_style_color (self->style, WEFT_COLOR_CANVAS),
                         weft_style_color (self->style, WEFT_COLOR_HOST), 0.35);
}

static guint
get_lane_class (const WeftNocMap *self, const WeftNocLane *lane)
{
  return weft_noc_colors_get_link (self->options.said, (gsize) (lane - self->lanes.lanes));
}

static WeftColor
get_lane_color (const WeftNocMap *self, const WeftNocLane *lane)
{
  const WeftNocColors *said = self->options.said;

  if (said != NULL && said->links == NULL)
    return get_quiet (self);
  if (said != NULL)
    return weft_row_colors_get (said->said, self->style, get_lane_class (self, lane));
  if (self->is_difference)
    return weft_style_diverging (self->style, lane->share);
  return weft_style_heat (self->style, lane->share);
}

static double
get_lane_width (const WeftNocMap *self, const WeftNocViewport *viewport, const WeftNocLane *lane)
{
  double share = self->lanes.largest > 0 ? (double) lane->bytes / (double) self->lanes.largest : 0;
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y);

  return MAX (pitch * LANE_WIDTH * share, weft_style_px (self->style, 1.5));
}

/* Hatched where it is asked for more than it can carry, and where the rate or a part of it is not
 * known. */
static void
paint_piece (const WeftNocMap *self, const WeftPoint piece[2], double width, WeftColor color,
             WeftColorRole hatch, WeftPaintList *list)
{
  double x = MIN (piece[0].x, piece[1].x), y = MIN (piece[0].y, piece[1].y);
  double w = fabs (piece[1].x - piece[0].x), h = fabs (piece[1].y - piece[0].y);
  int box[4];

  if (w < h)
    {
      x -= width / 2;
      w = width;
    }
  else
    {
      y -= width / 2;
      h = width;
    }
  box[0] = weft_paint_coord (x);
  box[1] = weft_paint_coord (y);
  box[2] = MAX (weft_paint_coord (x + w) - box[0], 1);
  box[3] = MAX (weft_paint_coord (y + h) - box[1], 1);
  weft_paint_list_fill (list, box[0], box[1], box[2], box[3], color);
  if (hatch != WEFT_COLOR_CANVAS)
    weft_paint_list_hatch (list, box[0], box[1], box[2], box[3], WEFT_HATCH_UP,
                           CLAMP (weft_style_px (self->style, 5), 2, 64),
                           weft_style_color (self->style, hatch));
}

/* A triangle in the text's colour with a rim of the background's, so that it reads on every colour of
 * a lane. */
static void
paint_chevron (const WeftNocMap *self, const WeftPoint piece[2], double at, double width,
               WeftPaintList *list)
{
  double dx = piece[1].x - piece[0].x, dy = piece[1].y - piece[0].y, length = hypot (dx, dy);
  double size = MAX (weft_style_px (self->style, CHEVRON_LENGTH), CHEVRON_FACTOR * width);
  double rim = weft_style_px (self->style, 1);
  WeftPoint middle = { piece[0].x + dx * at, piece[0].y + dy * at };

  if (length <= 0)
    return;
  dx /= length;
  dy /= length;
  for (guint i = 0; i < 2; i++)
    {
      double half = size / 2 + (i == 0 ? rim * 1.4 : 0);
      WeftPoint points[3] = {
        { middle.x + dx * half, middle.y + dy * half },
        { middle.x - dx * half - dy * half, middle.y - dy * half + dx * half },
        { middle.x - dx * half + dy * half, middle.y - dy * half - dx * half }
      };

      weft_paint_list_polygon (
        list, points, 3,
        weft_style_color (self->style, i == 0 ? WEFT_COLOR_CANVAS : WEFT_COLOR_TEXT));
    }
}

/* Where along its piece a chevron is: in the middle, or moving while time passes. */
static double
get_chevron_place (const WeftNocLane *lane, double seconds)
{
  double share = isnan (lane->share) ? 0.25 : CLAMP (lane->share, 0.05, 1);
  double place = 0.5 + seconds * CHEVRON_SPEED * share;

  return place - floor (place);
}

static gboolean
has_chevron (const WeftNocMap *self, const WeftNocViewport *viewport, guint32 link)
{
  guint tile = weft_noc_link_get_from (self->layout.topology, link);
  guint width = self->layout.topology->width;

  if (MIN (viewport->pitch_x, viewport->pitch_y) >= weft_style_px (self->style, CHEVRON_PITCH))
    return TRUE;
  /* They would hide the colours that a query says. */
  return self->options.said == NULL && (tile % width + tile / width) % 2 == 0;
}

static WeftColorRole
get_lane_hatch (const WeftNocMap *self, const WeftNocLane *lane)
{
  const WeftNocColors *said = self->options.said;

  if (said != NULL)
    return said->links != NULL && get_lane_class (self, lane) == WEFT_ROW_COLORS_NONE
             ? WEFT_COLOR_UNKNOWN_HATCH
             : WEFT_COLOR_CANVAS;
  if (self->is_difference)
    return WEFT_COLOR_CANVAS;
  if (lane->share > 1)
    return WEFT_COLOR_OVER_HATCH;
  return lane->is_partial || isnan (lane->share) ? WEFT_COLOR_UNKNOWN_HATCH : WEFT_COLOR_CANVAS;
}

static void
paint_lane (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint32 link,
            double seconds G_GNUC_UNUSED, WeftPaintList *list)
{
  const WeftNocLane *lane = weft_noc_lanes_get (&self->lanes, device, link);
  WeftPoint pieces[2][2];
  guint n = weft_noc_layout_get_pieces (&self->layout, viewport, device, link, pieces);
  double width;

  if (lane->bytes == 0 && get_lane_class (self, lane) == WEFT_ROW_COLORS_NONE)
    {
      /* There, but nothing goes over it. */
      for (guint i = 0; i < n; i++)
        paint_piece (self, pieces[i], weft_style_px (self->style, 1),
                     weft_style_color (self->style, WEFT_COLOR_GRID), WEFT_COLOR_CANVAS, list);
      return;
    }
  width = get_lane_width (self, viewport, lane);
  for (guint i = 0; i < n; i++)
    paint_piece (self, pieces[i], width, get_lane_color (self, lane), get_lane_hatch (self, lane),
                 list);
}

/* Above all lanes, as it is wider than its own. */
static void
paint_lane_chevron (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
                    guint32 link, double seconds, WeftPaintList *list)
{
  const WeftNocLane *lane = weft_noc_lanes_get (&self->lanes, device, link);
  WeftPoint pieces[2][2];
  guint n;

  if (lane->bytes == 0 || !has_chevron (self, viewport, link))
    return;
  n = weft_noc_layout_get_pieces (&self->layout, viewport, device, link, pieces);
  for (guint i = 0; i < n; i++)
    paint_chevron (self, pieces[i], get_chevron_place (lane, seconds),
                   get_lane_width (self, viewport, lane), list);
}

typedef void (*PaintLink) (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
                           guint32 link, double seconds, WeftPaintList *list);

/* Links of a tile that the map shows. */
static void
paint_links (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
             double seconds, PaintLink paint, WeftPaintList *list)
{
  for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
    for (guint i = 0; i < 4 && (self->options.nocs >> noc & 1) != 0; i++)
      if (weft_noc_layout_has_link (&self->layout, noc, tile, (WeftNocDirection) i))
        paint (self, viewport, device,
               weft_noc_make_link (self->layout.topology, noc, tile, (WeftNocDirection) i), seconds,
               list);
}

/* --- chips -------------------------------------------------------------------------------------- */

/* In the colour of what a query says of it, without what says something else in colours. */
static void
paint_said_tile (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
                 const int box[4], WeftPaintList *list)
{
  const WeftNocTopology *topology = self->layout.topology;
  const WeftNocColors *said = self->options.said;
  WeftColor color = weft_style_color (self->style, WEFT_COLOR_PANE);

  if (said->tiles != NULL)
    color =
      weft_row_colors_get (said->said, self->style, said->tiles[device * topology->n_tiles + tile]);
  weft_noc_tile_paint (self->style, topology->types[tile], color, self->names[tile], NULL,
                       weft_noc_layout_get_side (viewport), box, list);
}

static void
paint_tile (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
            WeftPaintList *list)
{
  const WeftNocTopology *topology = self->layout.topology;
  int box[4];

  weft_noc_layout_get_tile_box (&self->layout, viewport, device, tile, box);
  if (self->options.said != NULL)
    paint_said_tile (self, viewport, device, tile, box, list);
  else
    weft_noc_tile_paint (self->style, topology->types[tile],
                         weft_noc_tile_color (self->style, topology->types[tile]),
                         self->names[tile], &self->lanes.tiles[device * topology->n_tiles + tile],
                         weft_noc_layout_get_side (viewport), box, list);
  if (topology->harvested != NULL && topology->harvested[tile])
    weft_noc_tile_cross_out (self->style, box, list);
}

static void
paint_chip_name (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
                 WeftPaintList *list)
{
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y), chip[4];
  double size = MIN (weft_style_font_size (self->style, WEFT_FONT_UI_BOLD), pitch * 0.42);
  int height = weft_paint_coord (pitch * 0.5);
  gint32 id = weft_noc_capture_get_device_id (self->capture, device);
  const char *title = self->layout.topology->title;
  g_autofree char *name =
    self->options.logical
      ? g_strdup_printf (_ ("Device %d · %s, cores by logical coordinates"), id, title)
      : g_strdup_printf (_ ("Device %d · %s"), id, title);

  if (!weft_style_legible (self->style, size))
    return;
  weft_noc_layout_get_chip_box (&self->layout, viewport, device, chip);
  weft_paint_list_text (
    list, weft_paint_coord (chip[0]), weft_paint_coord (chip[1] - pitch * 1.1) - height / 2,
    weft_paint_coord (chip[2]), height, WEFT_FONT_UI_BOLD, size, WEFT_ALIGN_START, WEFT_FIT_END,
    weft_style_color (self->style, WEFT_COLOR_TEXT), name, -1);
}

/* The number of a column above it, or of a row on its left. */
static void
paint_number (const WeftNocMap *self, WeftPoint middle, double pitch, gboolean row, guint number,
              WeftPaintList *list)
{
  double size = MIN (weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), pitch * 0.5);
  int box = weft_paint_coord (MAX (pitch, 4));
  char text[16];

  if (self->options.logical
      && !weft_noc_topology_get_logical (self->layout.topology, row, number, &number))
    return;
  g_snprintf (text, sizeof text, "%u", number);
  weft_paint_list_text (list, weft_paint_coord (middle.x) - box / 2,
                        weft_paint_coord (middle.y) - box / 2, box, box, WEFT_FONT_UI_SMALL, size,
                        WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE,
                        weft_style_color (self->style, WEFT_COLOR_TEXT_MUTED), text, -1);
}

static void
paint_headers (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
               WeftPaintList *list)
{
  const WeftNocTopology *topology = self->layout.topology;
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y), chip[4];

  weft_noc_layout_get_chip_box (&self->layout, viewport, device, chip);
  for (guint x = 0; x < topology->width; x++)
    {
      WeftPoint middle = weft_noc_layout_get_middle (&self->layout, viewport, device, x);

      middle.y = chip[1] - pitch * 0.6;
      paint_number (self, middle, pitch, FALSE, x, list);
    }
  for (guint y = 0; y < topology->height; y++)
    {
      WeftPoint middle =
        weft_noc_layout_get_middle (&self->layout, viewport, device, y * topology->width);

      middle.x = chip[0] - pitch * 0.6;
      paint_number (self, middle, pitch, TRUE, y, list);
    }
}

/* --- the map ------------------------------------------------------------------------------------ */

/* Whether a tile, with its links, can touch the box. */
static gboolean
is_in_sight (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
             const double box[4])
{
  WeftPoint middle = weft_noc_layout_get_middle (&self->layout, viewport, device, tile);
  double x = viewport->pitch_x * 1.5, y = viewport->pitch_y * 1.5;

  return middle.x > box[0] - x && middle.y > box[1] - y && middle.x < box[0] + box[2] + x
         && middle.y < box[1] + box[3] + y;
}

static void
paint_chip (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
            const double box[4], double seconds, WeftPaintList *list)
{
  static const PaintLink passes[] = { paint_lane, paint_lane_chevron };
  guint n_tiles = self->layout.topology->n_tiles;

  paint_chip_name (self, viewport, device, list);
  paint_headers (self, viewport, device, list);
  for (guint pass = 0; pass < G_N_ELEMENTS (passes); pass++)
    for (guint tile = 0; tile < n_tiles; tile++)
      if (is_in_sight (self, viewport, device, tile, box))
        paint_links (self, viewport, device, tile, seconds, passes[pass], list);
  for (guint tile = 0; tile < n_tiles; tile++)
    if (is_in_sight (self, viewport, device, tile, box))
      paint_tile (self, viewport, device, tile, list);
}

static WeftNocFlowPicture
get_flow_picture (const WeftNocMap *self, const GArray *flows)
{
  return (WeftNocFlowPicture){ .capture = self->capture,
                               .layout = &self->layout,
                               .style = self->style,
                               .said = self->options.said,
                               .quiet = get_quiet (self),
                               .flows = (const WeftNocFlow *) (gpointer) flows->data,
                               .n_flows = flows->len,
                               .largest = self->largest };
}

void
weft_noc_map_paint (const WeftNocMap *self, const WeftNocViewport *viewport, double seconds, int x,
                    int y, int width, int height, WeftPaintList *list)
{
  const double box[4] = { x, y, width, height };

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (self->style, WEFT_COLOR_CANVAS));
  weft_noc_cables_paint (&self->cables, &self->layout, viewport, self->style, list);
  for (guint device = 0; device < self->lanes.n_devices; device++)
    paint_chip (self, viewport, device, box, seconds, list);
  weft_noc_map_paint_flows (self, viewport, self->flows, list);
  weft_paint_list_pop_clip (list);
}

void
weft_noc_map_paint_flows (const WeftNocMap *self, const WeftNocViewport *viewport,
                          const GArray *flows, WeftPaintList *list)
{
  WeftNocFlowPicture picture = get_flow_picture (self, flows);

  weft_noc_flows_paint (&picture, viewport, list);
}

/* --- things ------------------------------------------------------------------------------------- */

gboolean
weft_noc_map_get_box (const WeftNocMap *self, const WeftNocViewport *viewport,
                      const WeftNocThing *thing, double box[4])
{
  WeftPoint pieces[2][2];
  int tile[4];

  switch (thing->kind)
    {
    case WEFT_NOC_TILE:
      weft_noc_layout_get_tile_box (&self->layout, viewport, thing->device, thing->index, tile);
      for (guint i = 0; i < 4; i++)
        box[i] = tile[i];
      return TRUE;
    case WEFT_NOC_LINK:
      weft_noc_layout_get_pieces (&self->layout, viewport, thing->device, thing->index, pieces);
      weft_noc_layout_get_piece_box (viewport, pieces[0], box);
      return TRUE;
    case WEFT_NOC_CABLE:
    case WEFT_NOC_CONTROLLER:
    case WEFT_NOC_PAIR:
    case WEFT_NOC_FLOW:
    case WEFT_NOC_NOTHING:
    default:
      return FALSE;
    }
}

static gboolean
is_inside (const double box[4], double x, double y)
{
  return x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
}

static gboolean
hits_link (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint32 link,
           double x, double y)
{
  WeftPoint pieces[2][2];
  guint n = weft_noc_layout_get_pieces (&self->layout, viewport, device, link, pieces);

  for (guint i = 0; i < n; i++)
    {
      double box[4];

      weft_noc_layout_get_piece_box (viewport, pieces[i], box);
      if (is_inside (box, x, y))
        return TRUE;
    }
  return FALSE;
}

static gboolean
hit_tile (const WeftNocMap *self, const WeftNocViewport *viewport, double x, double y,
          WeftNocThing *thing)
{
  double box[4];

  return weft_noc_map_get_box (self, viewport, thing, box) && is_inside (box, x, y);
}

/* Finds one of the links out of a tile. */
static gboolean
hit_links (const WeftNocMap *self, const WeftNocViewport *viewport, double x, double y,
           WeftNocThing *thing)
{
  guint tile = thing->index;

  for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
    for (guint i = 0; i < 4; i++)
      {
        guint32 link = weft_noc_make_link (self->layout.topology, noc, tile, (WeftNocDirection) i);

        if ((self->options.nocs >> noc & 1) == 0
            || !weft_noc_layout_has_link (&self->layout, noc, tile, (WeftNocDirection) i)
            || !hits_link (self, viewport, thing->device, link, x, y))
          continue;
        *thing = (WeftNocThing){ WEFT_NOC_LINK, thing->device, link };
        return TRUE;
      }
  return FALSE;
}

typedef gboolean (*HitTile) (const WeftNocMap *self, const WeftNocViewport *viewport, double x,
                             double y, WeftNocThing *thing);

/* Asks the tiles around a point. */
static gboolean
hit_around (const WeftNocMap *self, const WeftNocViewport *viewport, double x, double y,
            HitTile hit, WeftNocThing *thing)
{
  const double point[4] = { x, y, 0, 0 };

  for (guint device = 0; device < self->lanes.n_devices; device++)
    for (guint tile = 0; tile < self->layout.topology->n_tiles; tile++)
      {
        *thing = (WeftNocThing){ WEFT_NOC_TILE, device, tile };
        if (is_in_sight (self, viewport, device, tile, point) && hit (self, viewport, x, y, thing))
          return TRUE;
      }
  *thing = (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
  return FALSE;
}

/* Tiles lie above flows, and those, which are thin, above the links that they cross. */
WeftNocThing
weft_noc_map_hit (const WeftNocMap *self, const WeftNocViewport *viewport, double x, double y)
{
  WeftNocFlowPicture picture = get_flow_picture (self, self->flows);
  WeftNocThing thing;
  guint found;

  if (hit_around (self, viewport, x, y, hit_tile, &thing))
    return thing;
  found = weft_noc_flows_hit (&picture, viewport, x, y);
  if (found != G_MAXUINT)
    {
      const WeftNocFlow *flow = &g_array_index (self->flows, WeftNocFlow, found);

      return (WeftNocThing){ WEFT_NOC_FLOW, flow->device, flow->route };
    }
  if (hit_around (self, viewport, x, y, hit_links, &thing))
    return thing;
  found = weft_noc_cables_hit (&self->cables, &self->layout, viewport, x, y,
                               weft_style_px (self->style, 4));
  return found != G_MAXUINT ? (WeftNocThing){ WEFT_NOC_CABLE, 0, found } : thing;
}

/* Whether a thing that has no place of its own has one of its ends at the tile. */
static gboolean
is_end_of (const WeftNocMap *self, const WeftNocThing *thing, guint tile)
{
  guint n_tiles = self->layout.topology->n_tiles;

  if (thing->kind == WEFT_NOC_CONTROLLER)
    return self->layout.topology->controllers[tile] == thing->index;
  return thing->kind == WEFT_NOC_PAIR
         && (thing->index / n_tiles == tile || thing->index % n_tiles == tile);
}

static void
paint_frame (const double box[4], int thickness, WeftColor color, WeftPaintList *list)
{
  weft_paint_list_frame (list, weft_paint_coord (box[0]) - thickness,
                         weft_paint_coord (box[1]) - thickness,
                         weft_paint_coord (box[2]) + 2 * thickness,
                         weft_paint_coord (box[3]) + 2 * thickness, thickness, color);
}

void
weft_noc_map_paint_thing (const WeftNocMap *self, const WeftNocViewport *viewport,
                          const WeftNocThing *thing, WeftColor color, WeftPaintList *list)
{
  int thickness = weft_style_px (self->style, 2);
  WeftPoint pieces[2][2];
  guint n = 1;
  double box[4];

  if (thing->kind == WEFT_NOC_CABLE)
    {
      weft_noc_cables_mark (&self->cables, &self->layout, viewport, thing->index, thickness * 2,
                            color, list);
      return;
    }
  for (guint tile = 0; tile < self->layout.topology->n_tiles; tile++)
    if (is_end_of (self, thing, tile))
      {
        WeftNocThing end = { WEFT_NOC_TILE, thing->device, tile };

        weft_noc_map_get_box (self, viewport, &end, box);
        paint_frame (box, thickness, color, list);
      }
  if (!weft_noc_map_get_box (self, viewport, thing, box))
    return;
  if (thing->kind == WEFT_NOC_LINK)
    n = weft_noc_layout_get_pieces (&self->layout, viewport, thing->device, thing->index, pieces);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        weft_noc_layout_get_piece_box (viewport, pieces[i], box);
      paint_frame (box, thickness, color, list);
    }
}

/* --- the legend --------------------------------------------------------------------------------- */

static const char *
get_title (const WeftNocMap *self)
{
  if (!weft_noc_capture_has_traffic (self->capture))
    return _ ("A log of zones says nothing of the networks: this is the chip that it ran on.");
  if (self->options.said != NULL)
    return weft_noc_colors_describe (self->options.said);
  if (self->is_difference)
    return _ ("≈ Difference B − A in share of link capacity");
  if (self->options.fabric)
    return _ ("≈ Fabric traffic, mean share of link capacity (inferred)");
  if (self->options.figure == WEFT_NOC_ISSUE_DEMAND)
    return self->options.peak ? _ ("≈ Peak issue demand, share of link capacity")
                              : _ ("≈ Mean issue demand, share of link capacity");
  return self->options.peak ? _ ("≈ Peak barrier-bounded rate, share of link capacity")
                            : _ ("≈ Mean barrier-bounded rate, share of link capacity");
}

/* Whether there are links whose rate is not known, and such as have a part of it. */
static void
find_unknown (const WeftNocMap *self, WeftNocLegend *legend)
{
  for (gsize i = 0; i < (gsize) self->lanes.n_devices * self->lanes.n_links; i++)
    {
      const WeftNocLane *lane = &self->lanes.lanes[i];

      if (lane->bytes > 0 && isnan (lane->share))
        legend->has_unknown = TRUE;
      else if (lane->is_partial)
        legend->has_partial = TRUE;
    }
}

/* Of links those count over which something goes. */
static void
find_said (const WeftNocMap *self, WeftNocLegend *legend)
{
  const WeftNocColors *said = self->options.said;

  legend->said = said->said;
  legend->n_unknown = said->n_unknown;
  for (guint i = 0; i < self->lanes.n_devices * self->lanes.n_links && said->tiles == NULL; i++)
    legend->n_unknown +=
      self->lanes.lanes[i].bytes > 0 && weft_noc_colors_get_link (said, i) == WEFT_ROW_COLORS_NONE;
}

static gboolean
goes_around (const WeftNocMap *self)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      guint n_series, n_links;
      const guint32 *series = weft_noc_capture_get_route (
        self->capture, g_array_index (self->flows, WeftNocFlow, i).route, &n_series, &n_links);

      for (guint k = 0; k < n_links; k++)
        if (weft_noc_layout_is_around (&self->layout, series[k]))
          return TRUE;
    }
  return FALSE;
}

static WeftNocLegend
get_legend (const WeftNocMap *self)
{
  WeftNocLegend legend = { .style = self->style,
                           .title = get_title (self),
                           .largest = self->lanes.largest,
                           .n_flows = self->n_flows,
                           .n_drawn = self->flows->len,
                           .has_traffic = weft_noc_capture_has_traffic (self->capture),
                           .is_difference = self->is_difference,
                           .goes_around = goes_around (self),
                           .has_harvested = self->layout.topology->harvested != NULL,
                           .wraps = self->layout.topology->wraps };

  if (self->options.said != NULL)
    find_said (self, &legend);
  else
    find_unknown (self, &legend);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const WeftNocFlow *flow = &g_array_index (self->flows, WeftNocFlow, i);

      legend.flow_kinds |= 1u << flow->kind;
      legend.flow_nocs |= 1u << flow->noc;
    }
  for (guint tile = 0; tile < self->layout.topology->n_tiles; tile++)
    legend.tile_types |= 1u << self->layout.topology->types[tile];
  return legend;
}

int
weft_noc_map_get_legend_height (const WeftNocMap *self, int width)
{
  WeftNocLegend legend = get_legend (self);

  return weft_noc_legend_get_height (&legend, width);
}

void
weft_noc_map_paint_legend (const WeftNocMap *self, int x, int y, int width, WeftPaintList *list)
{
  WeftNocLegend legend = get_legend (self);

  weft_noc_legend_paint (&legend, x, y, width, list);
}
