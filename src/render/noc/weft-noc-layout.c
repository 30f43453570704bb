/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-layout.h"

#include <math.h>

/* Shares of a tile's smaller pitch. */
#define TILE_SIZE 0.56
#define LANE_OFFSET 0.13 /* of a lane's middle from the middle of the edge */
#define STUB 0.3         /* how far a link around the torus sticks out of the grid */

/* Tiles of room around a chip. */
#define MARGIN_LEFT 1.0 /* numbers of rows, and what comes around the torus */
#define MARGIN_RIGHT 0.6
#define MARGIN_TOP 1.5 /* the chip's name, numbers of columns */
#define MARGIN_BOTTOM 0.6
#define CABLE_ROOM 1.0 /* between chips that have cables */

/* --- chips -------------------------------------------------------------------------------------- */

static const WeftNocDevicePlace *
find_place (const WeftNocCluster *cluster, gint32 id)
{
  for (guint i = 0; i < cluster->places->len; i++)
    {
      const WeftNocDevicePlace *place = &g_array_index (cluster->places, WeftNocDevicePlace, i);

      if (place->device == id)
        return place;
    }
  return NULL;
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  return (*(const gint32 *) a > *(const gint32 *) b) - (*(const gint32 *) a < *(const gint32 *) b);
}

/* How many different numbers are smaller, so that chips that are missing leave no gap. */
static guint
get_rank (const GArray *sorted, gint32 number)
{
  guint rank = 0;

  for (guint i = 0; i < sorted->len && g_array_index (sorted, gint32, i) < number; i++)
    rank += i == 0 || g_array_index (sorted, gint32, i) != g_array_index (sorted, gint32, i - 1);
  return rank;
}

/* By the cluster's coordinates: FALSE where they lack a chip, or two have the same place. */
static gboolean
place_by_cluster (WeftNocLayout *self, const WeftNocCapture *capture, const WeftNocCluster *cluster)
{
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) ys = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < self->n_devices; i++)
    {
      const WeftNocDevicePlace *place =
        find_place (cluster, weft_noc_capture_get_device_id (capture, i));

      if (place == NULL)
        return FALSE;
      g_array_append_val (xs, place->x);
      g_array_append_val (ys, place->y);
    }
  g_array_sort (xs, compare_ints);
  g_array_sort (ys, compare_ints);
  for (guint i = 0; i < self->n_devices; i++)
    {
      const WeftNocDevicePlace *place =
        find_place (cluster, weft_noc_capture_get_device_id (capture, i));

      self->places[i] = (WeftNocChipPlace){ get_rank (xs, place->x), get_rank (ys, place->y) };
      for (guint k = 0; k < i; k++)
        if (self->places[k].column == self->places[i].column
            && self->places[k].row == self->places[i].row)
          return FALSE;
    }
  return TRUE;
}

static void
place_in_grid (WeftNocLayout *self)
{
  guint columns = (guint) ceil (sqrt (self->n_devices));

  for (guint i = 0; i < self->n_devices; i++)
    self->places[i] = (WeftNocChipPlace){ i % columns, i / columns };
}

void
weft_noc_layout_init (WeftNocLayout *self, const WeftNocCapture *capture,
                      const WeftNocCluster *cluster, gboolean has_cables)
{
  self->topology =
    weft_noc_topology_ref ((WeftNocTopology *) weft_noc_capture_get_topology (capture, NULL));
  self->n_devices = weft_noc_capture_get_n_devices (capture);
  self->places = g_new0 (WeftNocChipPlace, MAX (self->n_devices, 1));
  self->gap = has_cables ? CABLE_ROOM : 0;
  if (!place_by_cluster (self, capture, cluster))
    place_in_grid (self);
  self->columns = self->rows = 1;
  for (guint i = 0; i < self->n_devices; i++)
    {
      self->columns = MAX (self->columns, self->places[i].column + 1);
      self->rows = MAX (self->rows, self->places[i].row + 1);
    }
}

void
weft_noc_layout_clear (WeftNocLayout *self)
{
  g_clear_pointer (&self->places, g_free);
  g_clear_pointer (&self->topology, weft_noc_topology_unref);
}

/* --- places ------------------------------------------------------------------------------------- */

static double
get_chip_width (const WeftNocLayout *self)
{
  return MARGIN_LEFT + self->topology->width + MARGIN_RIGHT;
}

static double
get_chip_height (const WeftNocLayout *self)
{
  return MARGIN_TOP + self->topology->height + MARGIN_BOTTOM;
}

void
weft_noc_layout_get_size (const WeftNocLayout *self, double *width, double *height)
{
  *width = self->columns * get_chip_width (self) + (self->columns - 1) * self->gap;
  *height = self->rows * get_chip_height (self) + (self->rows - 1) * self->gap;
}

WeftNocViewport
weft_noc_layout_fit (const WeftNocLayout *self, int x, int y, int width, int height)
{
  WeftNocViewport viewport;
  double tiles_x, tiles_y;

  weft_noc_layout_get_size (self, &tiles_x, &tiles_y);
  viewport.pitch_x = MAX (width / tiles_x, 1);
  viewport.pitch_y = MAX (height / tiles_y, 1);
  viewport.pitch_x = MIN (viewport.pitch_x, viewport.pitch_y * WEFT_NOC_MAX_ASPECT);
  viewport.pitch_y = MIN (viewport.pitch_y, viewport.pitch_x * WEFT_NOC_MAX_ASPECT);
  viewport.x = x + (width - tiles_x * viewport.pitch_x) / 2;
  viewport.y = y + (height - tiles_y * viewport.pitch_y) / 2;
  return viewport;
}

double
weft_noc_layout_get_side (const WeftNocViewport *viewport)
{
  return TILE_SIZE * MIN (viewport->pitch_x, viewport->pitch_y);
}

WeftPoint
weft_noc_layout_get_middle (const WeftNocLayout *self, const WeftNocViewport *viewport,
                            guint device, guint tile)
{
  const WeftNocChipPlace *place = &self->places[device];
  double column = place->column * (get_chip_width (self) + self->gap) + MARGIN_LEFT
                  + tile % self->topology->width + 0.5;
  double row = place->row * (get_chip_height (self) + self->gap) + MARGIN_TOP
               + tile / self->topology->width + 0.5;

  return (WeftPoint){ viewport->x + column * viewport->pitch_x,
                      viewport->y + row * viewport->pitch_y };
}

void
weft_noc_layout_get_tile_box (const WeftNocLayout *self, const WeftNocViewport *viewport,
                              guint device, guint tile, int box[4])
{
  WeftPoint middle = weft_noc_layout_get_middle (self, viewport, device, tile);
  double half = weft_noc_layout_get_side (viewport) / 2;

  box[0] = weft_paint_coord (middle.x - half);
  box[1] = weft_paint_coord (middle.y - half);
  box[2] = MAX (weft_paint_coord (middle.x + half) - box[0], 1);
  box[3] = MAX (weft_paint_coord (middle.y + half) - box[1], 1);
}

void
weft_noc_layout_get_chip_box (const WeftNocLayout *self, const WeftNocViewport *viewport,
                              guint device, double box[4])
{
  WeftPoint first = weft_noc_layout_get_middle (self, viewport, device, 0);

  box[0] = first.x - viewport->pitch_x / 2;
  box[1] = first.y - viewport->pitch_y / 2;
  box[2] = self->topology->width * viewport->pitch_x;
  box[3] = self->topology->height * viewport->pitch_y;
}

double
weft_noc_get_distance (WeftPoint from, WeftPoint to, WeftPoint point)
{
  double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
  double t =
    length > 0 ? CLAMP (((point.x - from.x) * dx + (point.y - from.y) * dy) / length, 0, 1) : 0;

  return hypot (from.x + t * dx - point.x, from.y + t * dy - point.y);
}

/* --- links -------------------------------------------------------------------------------------- */

gboolean
weft_noc_layout_has_link (const WeftNocLayout *self, guint noc, guint tile,
                          WeftNocDirection direction)
{
  guint width = self->topology->width, x = tile % width, y = tile / width;

  if (self->topology->wraps)
    return noc == 0 ? weft_noc_get_sign (direction) > 0 : weft_noc_get_sign (direction) < 0;
  return direction == WEFT_NOC_EAST    ? x + 1 < width
         : direction == WEFT_NOC_SOUTH ? y + 1 < self->topology->height
         : direction == WEFT_NOC_WEST  ? x > 0
                                       : y > 0;
}

gboolean
weft_noc_layout_is_around (const WeftNocLayout *self, guint32 link)
{
  guint from = weft_noc_link_get_from (self->topology, link), width = self->topology->width;
  guint to = weft_noc_link_get_to (self->topology, link);
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  int step = weft_noc_is_across (direction) ? (int) (to % width) - (int) (from % width)
                                            : (int) (to / width) - (int) (from / width);

  return step != weft_noc_get_sign (direction);
}

/* Where the lane of a network lies beside the middle of its edge: links that go one way lie on the
 * one side of it, those that go back on the other. On a mesh, where both networks go both ways, each
 * has half of that. */
static double
get_offset (const WeftNocLayout *self, guint32 link)
{
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  guint noc = weft_noc_link_get_noc (self->topology, link);
  gboolean across = weft_noc_is_across (direction);
  double offset = across == (weft_noc_get_sign (direction) > 0) ? -LANE_OFFSET : LANE_OFFSET;

  if (self->topology->wraps)
    return (noc == 0) == across ? -LANE_OFFSET : LANE_OFFSET;
  return offset * (noc == 0 ? 0.6 : 1.6);
}

guint
weft_noc_layout_get_pieces (const WeftNocLayout *self, const WeftNocViewport *viewport,
                            guint device, guint32 link, WeftPoint pieces[2][2])
{
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y), stub = pitch * STUB;
  double half = weft_noc_layout_get_side (viewport) / 2, offset = get_offset (self, link) * pitch;
  WeftNocDirection direction = weft_noc_link_get_direction (link);
  gboolean across = weft_noc_is_across (direction);
  int sign = weft_noc_get_sign (direction);
  WeftPoint ends[2];

  for (guint i = 0; i < 2; i++)
    {
      guint tile = i == 0 ? weft_noc_link_get_from (self->topology, link)
                          : weft_noc_link_get_to (self->topology, link);

      ends[i] = weft_noc_layout_get_middle (self, viewport, device, tile);
      *(across ? &ends[i].y : &ends[i].x) += offset;
      *(across ? &ends[i].x : &ends[i].y) += (i == 0 ? sign : -sign) * half;
    }
  pieces[0][0] = ends[0];
  pieces[0][1] = ends[1];
  if (!weft_noc_layout_is_around (self, link))
    return 1;
  pieces[0][1] = ends[0];
  pieces[1][0] = pieces[1][1] = ends[1];
  *(across ? &pieces[0][1].x : &pieces[0][1].y) += sign * stub;
  *(across ? &pieces[1][0].x : &pieces[1][0].y) -= sign * stub;
  return 2;
}

void
weft_noc_layout_get_piece_box (const WeftNocViewport *viewport, const WeftPoint piece[2],
                               double box[4])
{
  double half = MIN (viewport->pitch_x, viewport->pitch_y) * LANE_OFFSET;
  gboolean across = fabs (piece[1].x - piece[0].x) > fabs (piece[1].y - piece[0].y);

  box[0] = MIN (piece[0].x, piece[1].x) - (across ? 0 : half);
  box[1] = MIN (piece[0].y, piece[1].y) - (across ? half : 0);
  box[2] = fabs (piece[1].x - piece[0].x) + (across ? 0 : 2 * half);
  box[3] = fabs (piece[1].y - piece[0].y) + (across ? 2 * half : 0);
}
