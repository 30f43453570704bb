/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-map.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "weft-noc-lanes.h"
#include "weft-noc-legend.h"
#include "weft-number.h"

/* Shares of a tile's pitch. */
#define TILE_SIZE 0.56
#define LANE_WIDTH 0.17  /* of the widest lane */
#define LANE_OFFSET 0.13 /* of a lane's middle from the middle of the edge */
#define STUB 0.36        /* how far a link around the torus sticks out of the grid */

/* Tiles of room around a chip: for its name, and for links around the torus. */
#define MARGIN_TOP 0.9
#define MARGIN_SIDE 0.5
#define MARGIN_BOTTOM 0.5
#define CABLE_ROOM 1.2 /* below chips that have cables */

struct _WeftNocMap
{
  WeftNocCapture *capture;
  const WeftNocTopology *topology;
  WeftStyle *style;
  WeftNocMapOptions options;
  gboolean is_difference;
  guint width; /* tiles of a chip */
  guint height;
  WeftNocLanes lanes;
  GArray *cables; /* WeftNocChipLink */
  WeftNocCluster *cluster;
};

/* --- making it ---------------------------------------------------------------------------------- */

WeftNocMap *
weft_noc_map_new (const WeftNocMapOptions *options)
{
  WeftNocMap *self = g_new0 (WeftNocMap, 1);
  const WeftNocStats *stats = options->stats;

  self->capture = weft_noc_capture_ref (stats->capture);
  self->topology = weft_noc_capture_get_topology (stats->capture, NULL);
  self->cluster = weft_noc_trace_ref_cluster (weft_noc_capture_get_trace (stats->capture));
  self->style = weft_style_ref (options->style);
  self->options = *options;
  self->is_difference = options->comparison != NULL;
  self->options.stats = NULL;
  self->options.comparison = NULL;
  self->width = self->topology->width;
  self->height = self->topology->height;
  weft_noc_lanes_init (&self->lanes, stats, options->comparison, options->fabric, options->figure,
                       options->peak);
  self->cables = g_array_new (FALSE, FALSE, sizeof (WeftNocChipLink));
  g_array_append_vals (self->cables, stats->fabric->chip_links->data,
                       stats->fabric->chip_links->len);
  return self;
}

void
weft_noc_map_free (WeftNocMap *self)
{
  weft_noc_lanes_clear (&self->lanes);
  g_array_unref (self->cables);
  weft_noc_cluster_unref (self->cluster);
  weft_style_unref (self->style);
  weft_noc_capture_unref (self->capture);
  g_free (self);
}

/* --- places ------------------------------------------------------------------------------------- */

void
weft_noc_map_get_size (const WeftNocMap *self, double *width, double *height)
{
  *width = self->lanes.n_devices * (self->width + 2 * MARGIN_SIDE);
  *height = self->height + MARGIN_TOP + MARGIN_BOTTOM + (self->cables->len > 0 ? CABLE_ROOM : 0);
}

WeftNocViewport
weft_noc_map_fit (const WeftNocMap *self, int x, int y, int width, int height)
{
  WeftNocViewport viewport;
  double tiles_x, tiles_y;

  weft_noc_map_get_size (self, &tiles_x, &tiles_y);
  viewport.pitch = MAX (MIN (width / tiles_x, height / tiles_y), 1);
  viewport.x = x + (width - tiles_x * viewport.pitch) / 2;
  viewport.y = y + (height - tiles_y * viewport.pitch) / 2;
  return viewport;
}

/* The middle of a tile. */
static WeftPoint
get_middle (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile)
{
  double column = device * (self->width + 2 * MARGIN_SIDE) + MARGIN_SIDE + tile % self->width + 0.5;
  double row = MARGIN_TOP + tile / self->width + 0.5;

  return (WeftPoint){ viewport->x + column * viewport->pitch, viewport->y + row * viewport->pitch };
}

static gboolean
is_across (WeftNocDirection direction)
{
  return direction == WEFT_NOC_EAST || direction == WEFT_NOC_WEST;
}

/* The way that a link goes on the screen: 1 or −1 along its axis. */
static int
get_sign (WeftNocDirection direction)
{
  return direction == WEFT_NOC_EAST || direction == WEFT_NOC_SOUTH ? 1 : -1;
}

/* Whether the link goes around the torus. */
static gboolean
is_around (const WeftNocMap *self, guint32 link)
{
  guint from = weft_noc_link_get_from (self->topology, link);
  guint to = weft_noc_link_get_to (self->topology, link);
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  int step = is_across (direction) ? (int) (to % self->width) - (int) (from % self->width)
                                   : (int) (to / self->width) - (int) (from / self->width);

  return step != get_sign (direction);
}

/* Where the lane of a network lies beside the middle of its edge: links that go one way lie on the
 * one side of it, those that go back on the other. On a mesh, where both networks go both ways, each
 * has half of that. */
static double
get_offset (const WeftNocMap *self, guint32 link)
{
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  guint noc = weft_noc_link_get_noc (self->topology, link);
  double offset = is_across (direction) == (get_sign (direction) > 0) ? -LANE_OFFSET : LANE_OFFSET;

  if (self->topology->wraps)
    return noc == 0 ? (is_across (direction) ? -LANE_OFFSET : LANE_OFFSET)
                    : (is_across (direction) ? LANE_OFFSET : -LANE_OFFSET);
  return offset * (noc == 0 ? 0.6 : 1.6);
}

/* One or, around the torus, two pieces of a link's middle line: from where it leaves a tile to where
 * it enters the next. Returns how many. */
static guint
get_pieces (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint32 link,
            WeftPoint pieces[2][2])
{
  double half = viewport->pitch * TILE_SIZE / 2, stub = viewport->pitch * STUB;
  double offset = get_offset (self, link) * viewport->pitch;
  WeftPoint from =
    get_middle (self, viewport, device, weft_noc_link_get_from (self->topology, link));
  WeftPoint to = get_middle (self, viewport, device, weft_noc_link_get_to (self->topology, link));
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  int sign = get_sign (direction);
  gboolean around = is_around (self, link);

  for (guint i = 0; i < 2; i++)
    {
      WeftPoint *point = i == 0 ? &from : &to;
      double *along = is_across (direction) ? &point->x : &point->y;
      double *beside = is_across (direction) ? &point->y : &point->x;

      *beside += offset;
      *along += (i == 0 ? sign : -sign) * half;
    }
  pieces[0][0] = from;
  pieces[0][1] = to;
  if (!around)
    return 1;
  pieces[0][1] = from;
  pieces[1][0] = pieces[1][1] = to;
  *(is_across (direction) ? &pieces[0][1].x : &pieces[0][1].y) += sign * stub;
  *(is_across (direction) ? &pieces[1][0].x : &pieces[1][0].y) -= sign * stub;
  return 2;
}

/* --- lanes -------------------------------------------------------------------------------------- */

static WeftColor
get_lane_color (const WeftNocMap *self, const WeftNocLane *lane)
{
  if (self->is_difference)
    return weft_style_diverging (self->style, lane->share);
  return weft_style_heat (self->style, lane->share);
}

static double
get_lane_width (const WeftNocMap *self, const WeftNocViewport *viewport, const WeftNocLane *lane)
{
  double share = self->lanes.largest > 0 ? (double) lane->bytes / (double) self->lanes.largest : 0;

  return MAX (viewport->pitch * LANE_WIDTH * share, weft_style_px (self->style, 1.5));
}

static void
paint_piece (const WeftNocMap *self, const WeftPoint piece[2], double width, WeftColor color,
             gboolean over, WeftPaintList *list)
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
  if (over)
    weft_paint_list_hatch (list, box[0], box[1], box[2], box[3], WEFT_HATCH_UP,
                           CLAMP (weft_style_px (self->style, 5), 2, 64),
                           weft_style_color (self->style, WEFT_COLOR_OVER_HATCH));
}

/* A triangle where the link enters a tile. */
static void
paint_head (const WeftPoint piece[2], double size, WeftColor color, WeftPaintList *list)
{
  double dx = piece[1].x - piece[0].x, dy = piece[1].y - piece[0].y, length = hypot (dx, dy);
  WeftPoint points[3];

  if (length <= 0)
    return;
  dx *= size / length;
  dy *= size / length;
  points[0] = piece[1];
  points[1] = (WeftPoint){ piece[1].x - dx - dy * 0.7, piece[1].y - dy + dx * 0.7 };
  points[2] = (WeftPoint){ piece[1].x - dx + dy * 0.7, piece[1].y - dy - dx * 0.7 };
  weft_paint_list_polygon (list, points, 3, color);
}

static void
paint_lane (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint32 link,
            WeftPaintList *list)
{
  const WeftNocLane *lane = weft_noc_lanes_get (&self->lanes, device, link);
  WeftPoint pieces[2][2];
  guint n = get_pieces (self, viewport, device, link, pieces);
  double width;
  WeftColor color;

  if (lane->bytes == 0)
    {
      /* There, but nothing goes over it. */
      for (guint i = 0; i < n && viewport->pitch >= weft_style_px (self->style, 24); i++)
        paint_piece (self, pieces[i], weft_style_px (self->style, 1),
                     weft_style_color (self->style, WEFT_COLOR_GRID), FALSE, list);
      return;
    }
  width = get_lane_width (self, viewport, lane);
  color = get_lane_color (self, lane);
  for (guint i = 0; i < n; i++)
    paint_piece (self, pieces[i], width, color, !self->is_difference && lane->share > 1, list);
  if (viewport->pitch >= weft_style_px (self->style, 40))
    paint_head (pieces[n - 1], MAX (width * 0.9, weft_style_px (self->style, 4)), color, list);
}

/* Links of that direction are of the chip: on a torus each network has two. */
static gboolean
is_there (const WeftNocMap *self, guint noc, guint tile, WeftNocDirection direction)
{
  guint x = tile % self->width, y = tile / self->width;

  if (self->topology->wraps)
    return noc == 0 ? get_sign (direction) > 0 : get_sign (direction) < 0;
  return direction == WEFT_NOC_EAST    ? x + 1 < self->width
         : direction == WEFT_NOC_SOUTH ? y + 1 < self->height
         : direction == WEFT_NOC_WEST  ? x > 0
                                       : y > 0;
}

static void
paint_lanes (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
             WeftPaintList *list)
{
  for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
    for (guint direction = 0; direction < 4 && (self->options.nocs >> noc & 1) != 0; direction++)
      if (is_there (self, noc, tile, (WeftNocDirection) direction))
        paint_lane (self, viewport, device,
                    weft_noc_make_link (self->topology, noc, tile, (WeftNocDirection) direction),
                    list);
}

/* --- tiles -------------------------------------------------------------------------------------- */

static WeftColor
get_tile_color (const WeftNocMap *self, WeftTileType type)
{
  /* Categories whose hues differ from the ramp's as far as can be. */
  static const int categories[WEFT_N_TILE_TYPES] = { -1, 6, 3, 2, 5, 1 };
  WeftColor pane = weft_style_color (self->style, WEFT_COLOR_PANE);

  if (categories[type] < 0)
    return pane;
  return weft_color_mix (pane, weft_style_category (self->style, (unsigned) categories[type]),
                         type == WEFT_TILE_TENSIX ? 0.25 : 0.5);
}

static const char *
get_tile_word (WeftTileType type)
{
  static const char *const words[WEFT_N_TILE_TYPES] = { "", "T", "DRAM", "ETH", "PCIe", "ARC" };

  return words[type];
}

static void
paint_tile_texts (const WeftNocMap *self, guint tile, const int box[4], WeftColor color,
                  WeftPaintList *list)
{
  WeftTileType type = self->topology->types[tile];
  double size = MIN (box[2] * 0.34, weft_style_font_size (self->style, WEFT_FONT_UI));
  WeftColor text = weft_color_text_on (color);
  char place[16];

  if (!weft_style_legible (self->style, size))
    return;
  g_snprintf (place, sizeof place, "%u,%u", tile % self->width, tile / self->width);
  weft_paint_list_text (list, box[0], box[1] + box[3] / 16, box[2], box[3] / 2, WEFT_FONT_CELL,
                        size, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, text, place, -1);
  size *= 0.9;
  if (weft_style_legible (self->style, size))
    weft_paint_list_text (list, box[0], box[1] + box[3] * 7 / 16, box[2], box[3] / 2,
                          WEFT_FONT_CELL, size, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, text,
                          get_tile_word (type), -1);
}

/* The share of the time in barriers, as a hatched bar along the bottom. */
static void
paint_wait (const WeftNocMap *self, float share, const int box[4], WeftPaintList *list)
{
  int height = MAX (box[3] / 9, 2);
  int width = (int) lrint (box[2] * share);

  if (width < 1)
    return;
  weft_paint_list_fill (list, box[0], box[1] + box[3] - height, width, height,
                        weft_style_color (self->style, WEFT_COLOR_READ));
  weft_paint_list_hatch (list, box[0], box[1] + box[3] - height, width, height, WEFT_HATCH_DOWN,
                         CLAMP (weft_style_px (self->style, 4), 2, 64),
                         weft_style_color (self->style, WEFT_COLOR_WAIT_HATCH));
}

static void
get_tile_box (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
              int box[4])
{
  WeftPoint middle = get_middle (self, viewport, device, tile);
  double half = viewport->pitch * TILE_SIZE / 2;

  box[0] = weft_paint_coord (middle.x - half);
  box[1] = weft_paint_coord (middle.y - half);
  box[2] = MAX (weft_paint_coord (middle.x + half) - box[0], 1);
  box[3] = MAX (weft_paint_coord (middle.y + half) - box[1], 1);
}

static void
paint_tile (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
            WeftPaintList *list)
{
  WeftTileType type = self->topology->types[tile];
  WeftColor color = get_tile_color (self, type);
  int box[4];

  get_tile_box (self, viewport, device, tile, box);
  weft_paint_list_fill (list, box[0], box[1], box[2], box[3], color);
  weft_paint_list_frame (list, box[0], box[1], box[2], box[3], 1,
                         weft_style_color (self->style, WEFT_COLOR_GRID));
  paint_wait (self, self->lanes.waits[device * self->width * self->height + tile], box, list);
  paint_tile_texts (self, tile, box, color, list);
}

/* --- cables ------------------------------------------------------------------------------------- */

/* Where the ends of a cable are: FALSE where a chip is not in the capture, or its tile not known. */
static gboolean
get_cable (const WeftNocMap *self, const WeftNocViewport *viewport, const WeftNocChipLink *cable,
           WeftPoint ends[2])
{
  gint32 devices[2] = { cable->from_device, cable->to_device };
  gint32 channels[2] = { cable->from_channel, cable->to_channel };

  for (guint i = 0; i < 2; i++)
    {
      guint device;
      int x, y;

      if (!weft_noc_capture_find_device (self->capture, devices[i], &device)
          || !weft_noc_cluster_get_channel (self->cluster, channels[i], &x, &y) || x < 0 || y < 0
          || x >= (int) self->width || y >= (int) self->height)
        return FALSE;
      ends[i] = get_middle (self, viewport, device, (guint) y * self->width + (guint) x);
    }
  return TRUE;
}

/* A curve that hangs from one Ethernet tile to the other, the two ways of a cable apart. */
static gboolean
get_curve (const WeftNocMap *self, const WeftNocViewport *viewport, guint index, WeftPoint curve[4])
{
  const WeftNocChipLink *cable = &g_array_index (self->cables, WeftNocChipLink, index);
  WeftPoint ends[2];
  double floor, sag = viewport->pitch * (cable->from_device < cable->to_device ? 0.75 : 1.0);

  if (!get_cable (self, viewport, cable, ends))
    return FALSE;
  floor = viewport->y + (MARGIN_TOP + self->height + MARGIN_BOTTOM) * viewport->pitch;
  curve[0] = ends[0];
  curve[3] = ends[1];
  curve[1] = (WeftPoint){ ends[0].x + (ends[1].x - ends[0].x) * 0.15, floor + sag };
  curve[2] = (WeftPoint){ ends[1].x - (ends[1].x - ends[0].x) * 0.15, floor + sag };
  return TRUE;
}

static void
paint_cables (const WeftNocMap *self, const WeftNocViewport *viewport, WeftPaintList *list)
{
  guint64 largest = 1;

  for (guint i = 0; i < self->cables->len; i++)
    largest = MAX (largest, g_array_index (self->cables, WeftNocChipLink, i).bytes);
  for (guint i = 0; i < self->cables->len; i++)
    {
      const WeftNocChipLink *cable = &g_array_index (self->cables, WeftNocChipLink, i);
      WeftStroke stroke = { .color =
                              weft_color_with_alpha (weft_style_category (self->style, 2), 0xb0) };
      WeftPoint curve[4];

      if (!get_curve (self, viewport, i, curve))
        continue;
      stroke.width = (float) MAX (viewport->pitch * 0.12 * (double) cable->bytes / (double) largest,
                                  weft_style_px (self->style, 1.5));
      stroke.head = stroke.width * 3;
      weft_paint_list_curve (list, curve, &stroke);
    }
}

/* --- the map ------------------------------------------------------------------------------------ */

static void
paint_chip_name (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
                 WeftPaintList *list)
{
  WeftPoint first = get_middle (self, viewport, device, 0);
  double size = MIN (weft_style_font_size (self->style, WEFT_FONT_UI_BOLD), viewport->pitch * 0.4);
  int height = (int) (viewport->pitch * 0.45);
  g_autofree char *name =
    g_strdup_printf (_ ("Device %d · %s"), weft_noc_capture_get_device_id (self->capture, device),
                     self->topology->title);

  if (weft_style_legible (self->style, size))
    weft_paint_list_text (list, weft_paint_coord (first.x - viewport->pitch * TILE_SIZE / 2),
                          weft_paint_coord (first.y - viewport->pitch * 1.35),
                          weft_paint_coord (viewport->pitch * self->width), height,
                          WEFT_FONT_UI_BOLD, size, WEFT_ALIGN_START, WEFT_FIT_END,
                          weft_style_color (self->style, WEFT_COLOR_TEXT), name, -1);
}

/* Whether a tile, with its links, can touch the box. */
static gboolean
is_in_sight (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, guint tile,
             const double box[4])
{
  WeftPoint middle = get_middle (self, viewport, device, tile);
  double reach = viewport->pitch * 1.5;

  return middle.x > box[0] - reach && middle.y > box[1] - reach
         && middle.x < box[0] + box[2] + reach && middle.y < box[1] + box[3] + reach;
}

void
weft_noc_map_paint (const WeftNocMap *self, const WeftNocViewport *viewport, int x, int y,
                    int width, int height, WeftPaintList *list)
{
  const double box[4] = { x, y, width, height };
  guint n_tiles = self->width * self->height;

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (self->style, WEFT_COLOR_CANVAS));
  for (guint device = 0; device < self->lanes.n_devices; device++)
    {
      paint_chip_name (self, viewport, device, list);
      for (guint tile = 0; tile < n_tiles; tile++)
        if (is_in_sight (self, viewport, device, tile, box))
          paint_lanes (self, viewport, device, tile, list);
      for (guint tile = 0; tile < n_tiles; tile++)
        if (is_in_sight (self, viewport, device, tile, box))
          paint_tile (self, viewport, device, tile, list);
    }
  paint_cables (self, viewport, list);
  weft_paint_list_pop_clip (list);
}

/* --- things ------------------------------------------------------------------------------------- */

/* The box of a piece of a lane, wide enough to be hit. */
static void
get_piece_box (const WeftNocViewport *viewport, const WeftPoint piece[2], double box[4])
{
  double half = viewport->pitch * LANE_OFFSET;
  gboolean across = fabs (piece[1].x - piece[0].x) > fabs (piece[1].y - piece[0].y);

  box[0] = MIN (piece[0].x, piece[1].x) - (across ? 0 : half);
  box[1] = MIN (piece[0].y, piece[1].y) - (across ? half : 0);
  box[2] = fabs (piece[1].x - piece[0].x) + (across ? 0 : 2 * half);
  box[3] = fabs (piece[1].y - piece[0].y) + (across ? 2 * half : 0);
}

gboolean
weft_noc_map_get_box (const WeftNocMap *self, const WeftNocViewport *viewport,
                      const WeftNocThing *thing, double box[4])
{
  WeftPoint pieces[2][2];
  int tile[4];

  switch (thing->kind)
    {
    case WEFT_NOC_TILE:
      get_tile_box (self, viewport, thing->device, thing->index, tile);
      for (guint i = 0; i < 4; i++)
        box[i] = tile[i];
      return TRUE;
    case WEFT_NOC_LINK:
      get_pieces (self, viewport, thing->device, thing->index, pieces);
      get_piece_box (viewport, pieces[0], box);
      return TRUE;
    case WEFT_NOC_CABLE:
    case WEFT_NOC_CONTROLLER:
    case WEFT_NOC_PAIR:
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
  guint n = get_pieces (self, viewport, device, link, pieces);

  for (guint i = 0; i < n; i++)
    {
      double box[4];

      get_piece_box (viewport, pieces[i], box);
      if (is_inside (box, x, y))
        return TRUE;
    }
  return FALSE;
}

static gboolean
hit_device (const WeftNocMap *self, const WeftNocViewport *viewport, guint device, double x,
            double y, WeftNocThing *thing)
{
  for (guint tile = 0; tile < self->width * self->height; tile++)
    {
      WeftPoint middle = get_middle (self, viewport, device, tile);

      if (fabs (x - middle.x) > viewport->pitch || fabs (y - middle.y) > viewport->pitch)
        continue;
      if (fabs (x - middle.x) <= viewport->pitch * TILE_SIZE / 2
          && fabs (y - middle.y) <= viewport->pitch * TILE_SIZE / 2)
        {
          *thing = (WeftNocThing){ WEFT_NOC_TILE, device, tile };
          return TRUE;
        }
      for (guint noc = 0; noc < WEFT_NOC_N_NOCS; noc++)
        for (guint direction = 0; direction < 4; direction++)
          {
            guint32 link =
              weft_noc_make_link (self->topology, noc, tile, (WeftNocDirection) direction);

            if ((self->options.nocs >> noc & 1) == 0
                || !is_there (self, noc, tile, (WeftNocDirection) direction)
                || !hits_link (self, viewport, device, link, x, y))
              continue;
            *thing = (WeftNocThing){ WEFT_NOC_LINK, device, link };
            return TRUE;
          }
    }
  return FALSE;
}

/* The distance from a point to a curve, by points along it. */
static double
get_distance (const WeftPoint curve[4], double x, double y)
{
  double least = G_MAXDOUBLE;

  for (guint i = 0; i <= 32; i++)
    {
      double t = i / 32.0, u = 1 - t;
      double px = u * u * u * curve[0].x + 3 * u * u * t * curve[1].x + 3 * u * t * t * curve[2].x
                  + t * t * t * curve[3].x;
      double py = u * u * u * curve[0].y + 3 * u * u * t * curve[1].y + 3 * u * t * t * curve[2].y
                  + t * t * t * curve[3].y;

      least = MIN (least, hypot (px - x, py - y));
    }
  return least;
}

WeftNocThing
weft_noc_map_hit (const WeftNocMap *self, const WeftNocViewport *viewport, double x, double y)
{
  WeftNocThing thing = { WEFT_NOC_NOTHING, 0, 0 };

  for (guint device = 0; device < self->lanes.n_devices; device++)
    if (hit_device (self, viewport, device, x, y, &thing))
      return thing;
  for (guint i = 0; i < self->cables->len; i++)
    {
      WeftPoint curve[4];

      if (get_curve (self, viewport, i, curve)
          && get_distance (curve, x, y) < MAX (viewport->pitch * 0.1, 4))
        return (WeftNocThing){ WEFT_NOC_CABLE, 0, i };
    }
  return thing;
}

/* Whether a thing that has no place of its own has one of its ends at the tile. */
static gboolean
is_end_of (const WeftNocMap *self, const WeftNocThing *thing, guint tile)
{
  guint n_tiles = self->width * self->height;

  if (thing->kind == WEFT_NOC_CONTROLLER)
    return self->topology->controllers[tile] == thing->index;
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
  WeftPoint pieces[2][2], curve[4];
  guint n = 1;
  double box[4];

  if (thing->kind == WEFT_NOC_CABLE)
    {
      if (thing->index < self->cables->len && get_curve (self, viewport, thing->index, curve))
        weft_paint_list_curve (list, curve, &(WeftStroke){ color, (float) thickness * 2, 0, 0 });
      return;
    }
  for (guint tile = 0; tile < self->width * self->height; tile++)
    if (is_end_of (self, thing, tile))
      {
        WeftNocThing end = { WEFT_NOC_TILE, thing->device, tile };

        weft_noc_map_get_box (self, viewport, &end, box);
        paint_frame (box, thickness, color, list);
      }
  if (!weft_noc_map_get_box (self, viewport, thing, box))
    return;
  if (thing->kind == WEFT_NOC_LINK)
    n = get_pieces (self, viewport, thing->device, thing->index, pieces);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        get_piece_box (viewport, pieces[i], box);
      paint_frame (box, thickness, color, list);
    }
}

/* --- routes ------------------------------------------------------------------------------------- */

static void
paint_dot (const WeftPoint *middle, double radius, WeftColor color, WeftPaintList *list)
{
  WeftPoint points[8];

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    points[i] = (WeftPoint){ middle->x + radius * cos (i * G_PI / 4),
                             middle->y + radius * sin (i * G_PI / 4) };
  weft_paint_list_polygon (list, points, G_N_ELEMENTS (points), color);
}

void
weft_noc_map_paint_route (const WeftNocMap *self, const WeftNocViewport *viewport, guint device,
                          guint32 route, WeftColor color, WeftPaintList *list)
{
  guint n_tiles = self->width * self->height, n_series, n_links;
  const guint32 *series = weft_noc_capture_get_route (self->capture, route, &n_series, &n_links);
  WeftStroke stroke = { .color = color, .width = (float) weft_style_px (self->style, 2) };
  double half = viewport->pitch * TILE_SIZE / 2;

  for (guint i = 0; i < n_links; i++)
    {
      WeftPoint pieces[2][2];
      guint n = get_pieces (self, viewport, device, series[i], pieces);
      gboolean across = is_across (weft_noc_link_get_direction (series[i]));
      int sign = get_sign (weft_noc_link_get_direction (series[i]));

      /* On into the tiles at both ends, so that the way reads as one line. */
      *(across ? &pieces[0][0].x : &pieces[0][0].y) -= sign * half;
      *(across ? &pieces[n - 1][1].x : &pieces[n - 1][1].y) += sign * half;
      stroke.head = i == n_links - 1 ? (float) weft_style_px (self->style, 9) : 0;
      for (guint k = 0; k < n; k++)
        weft_paint_list_line (list, pieces[k][0].x, pieces[k][0].y, pieces[k][1].x, pieces[k][1].y,
                              &stroke);
    }
  for (guint i = n_links; i < n_series; i++)
    {
      WeftNocSeries info;
      WeftPoint middle;

      weft_noc_capture_get_series (self->capture, series[i], &info);
      if (info.kind != WEFT_SERIES_SINK && info.kind != WEFT_SERIES_SOURCE)
        continue;
      middle = get_middle (self, viewport, device, info.index % n_tiles);
      paint_dot (&middle, half * (info.kind == WEFT_SERIES_SOURCE ? 0.35 : 0.22), color, list);
    }
}

/* --- the legend --------------------------------------------------------------------------------- */

int
weft_noc_map_get_legend_height (const WeftNocMap *self)
{
  return weft_noc_legend_get_height (self->style);
}

static const char *
get_title (const WeftNocMap *self)
{
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

void
weft_noc_map_paint_legend (const WeftNocMap *self, int x, int y, int width, WeftPaintList *list)
{
  const WeftNocLegend legend = { self->style, get_title (self), self->lanes.largest,
                                 self->is_difference, self->topology->wraps };

  weft_noc_legend_paint (&legend, x, y, width, list);
}
