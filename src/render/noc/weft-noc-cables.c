/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-cables.h"

#include <math.h>
#include <stdlib.h>

/* Of the widest cable, of a tile's pitch. */
#define CABLE_WIDTH 0.1

#define WAY_GAP 0.07 /* between the two ways of a cable, likewise */
#define N_POINTS 6

/* --- which there are ---------------------------------------------------------------------------- */

static gboolean
find_end (const WeftNocCapture *capture, const WeftNocCluster *cluster, gint32 id, gint32 channel,
          guint *device, guint *tile)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  int x, y;

  if (!weft_noc_capture_find_device (capture, id, device)
      || !weft_noc_cluster_get_channel (cluster, channel, &x, &y) || x < 0 || y < 0
      || x >= (int) topology->width || y >= (int) topology->height)
    return FALSE;
  *tile = (guint) y * topology->width + (guint) x;
  return TRUE;
}

static gboolean
has_cable (const WeftNocCables *self, const WeftNocCable *wanted)
{
  for (guint i = 0; i < self->cables->len; i++)
    {
      const WeftNocCable *cable = &g_array_index (self->cables, WeftNocCable, i);

      if (cable->devices[0] == wanted->devices[0] && cable->channels[0] == wanted->channels[0]
          && cable->devices[1] == wanted->devices[1] && cable->channels[1] == wanted->channels[1])
        return TRUE;
    }
  return FALSE;
}

/* One that has no traffic: `back` is the other way of the pair. */
static void
add_pair (WeftNocCables *self, const WeftNocCapture *capture, const WeftNocCluster *cluster,
          const WeftNocEthernetPair *pair, gboolean back)
{
  gint32 devices[2] = { pair->device, pair->remote_device };
  WeftNocCable cable = { .link = G_MAXUINT, .share = NAN };

  cable.channels[0] = back ? pair->remote_channel : pair->channel;
  cable.channels[1] = back ? pair->channel : pair->remote_channel;
  for (guint i = 0; i < 2; i++)
    if (!find_end (capture, cluster, devices[back ? 1 - i : i], cable.channels[i],
                   &cable.devices[i], &cable.tiles[i]))
      return;
  if (!has_cable (self, &cable))
    g_array_prepend_val (self->cables, cable);
}

void
weft_noc_cables_init (WeftNocCables *self, const WeftNocStats *stats, const WeftNocCluster *cluster)
{
  const GArray *links = stats->fabric->chip_links;

  self->cables = g_array_new (FALSE, FALSE, sizeof (WeftNocCable));
  self->largest = 0;
  for (guint i = 0; i < links->len; i++)
    {
      const WeftNocChipLink *link = &g_array_index (links, WeftNocChipLink, i);
      WeftNocCable cable = { .link = i,
                             .bytes = link->bytes,
                             .share = weft_noc_stats_get_cable_share (stats, link),
                             .channels = { link->from_channel, link->to_channel } };

      if (!find_end (stats->capture, cluster, link->from_device, link->from_channel,
                     &cable.devices[0], &cable.tiles[0])
          || !find_end (stats->capture, cluster, link->to_device, link->to_channel,
                        &cable.devices[1], &cable.tiles[1]))
        continue;
      g_array_append_val (self->cables, cable);
      self->largest = MAX (self->largest, link->bytes);
    }
  for (guint i = 0; i < cluster->pairs->len; i++)
    for (guint back = 0; back < 2; back++)
      add_pair (self, stats->capture, cluster,
                &g_array_index (cluster->pairs, WeftNocEthernetPair, i), back == 1);
}

void
weft_noc_cables_clear (WeftNocCables *self)
{
  g_clear_pointer (&self->cables, g_array_unref);
}

/* --- where they run ----------------------------------------------------------------------------- */

/* The point at a chip's edge beside a tile, on the side that `sign` names of the axis. Tiles of one row
 * or column have each their own. */
static WeftPoint
get_end (const WeftNocLayout *layout, const WeftNocViewport *viewport, guint device, guint tile,
         gboolean across, int sign)
{
  guint width = layout->topology->width, x = tile % width, y = tile / width;
  double box[4], place;

  weft_noc_layout_get_chip_box (layout, viewport, device, box);
  if (across)
    {
      place = y + 0.1 + 0.8 * (x + 0.5) / width;
      return (WeftPoint){ box[0] + (sign > 0 ? box[2] : 0), box[1] + place * viewport->pitch_y };
    }
  place = x + 0.1 + 0.8 * (y + 0.5) / layout->topology->height;
  return (WeftPoint){ box[0] + place * viewport->pitch_x, box[1] + (sign > 0 ? box[3] : 0) };
}

/* Chips that are neighbours are joined straight through the room between them; others through the
 * room below and beside the chips in between. */
static void
get_points (const WeftNocLayout *layout, const WeftNocViewport *viewport, const WeftNocCable *cable,
            WeftPoint points[N_POINTS])
{
  const WeftNocChipPlace *from = &layout->places[cable->devices[0]];
  const WeftNocChipPlace *to = &layout->places[cable->devices[1]];
  int columns = (int) to->column - (int) from->column, rows = (int) to->row - (int) from->row;
  gboolean across = abs (columns) >= abs (rows);
  int sign = (across ? columns : rows) < 0 ? -1 : 1;
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y);
  double apart = WAY_GAP * pitch * (cable->devices[0] < cable->devices[1] ? 0.5 : -0.5);
  double out = pitch * 0.5, box[4];

  points[0] = get_end (layout, viewport, cable->devices[0], cable->tiles[0], across, sign);
  points[N_POINTS - 1] =
    get_end (layout, viewport, cable->devices[1], cable->tiles[1], across, -sign);
  for (guint i = 0; i < N_POINTS; i += N_POINTS - 1)
    *(across ? &points[i].y : &points[i].x) += apart;
  points[1] = points[2] = points[0];
  points[3] = points[4] = points[N_POINTS - 1];
  if (abs (columns) + abs (rows) <= 1)
    return;
  *(across ? &points[1].x : &points[1].y) += sign * out;
  *(across ? &points[4].x : &points[4].y) -= sign * out;
  points[2] = points[1];
  points[3] = points[4];
  weft_noc_layout_get_chip_box (layout, viewport, cable->devices[0], box);
  if (across)
    points[2].y = points[3].y = box[1] + box[3] + out + apart * 2;
  else
    points[2].x = points[3].x = box[0] + box[2] + out + apart * 2;
}

/* --- painting ----------------------------------------------------------------------------------- */

/* The channels beside the ends of a cable. */
static void
paint_channels (const WeftNocCable *cable, const WeftPoint points[N_POINTS], double pitch,
                const WeftStyle *style, WeftPaintList *list)
{
  double size = MIN (weft_style_font_size (style, WEFT_FONT_UI_SMALL), pitch * 0.22);
  int box = weft_paint_coord (size * 2);

  if (!weft_style_legible (style, size))
    return;
  for (guint i = 0; i < 2; i++)
    {
      const WeftPoint *end = &points[i == 0 ? 0 : N_POINTS - 1];
      char text[16];

      g_snprintf (text, sizeof text, "%d", cable->channels[i]);
      weft_paint_list_text (
        list, weft_paint_coord (end->x) - box / 2, weft_paint_coord (end->y - size * 1.3), box,
        weft_paint_coord (size * 1.3), WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE,
        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), text, -1);
    }
}

void
weft_noc_cables_paint (const WeftNocCables *self, const WeftNocLayout *layout,
                       const WeftNocViewport *viewport, const WeftStyle *style, WeftPaintList *list)
{
  double pitch = MIN (viewport->pitch_x, viewport->pitch_y);

  for (guint i = 0; i < self->cables->len; i++)
    {
      const WeftNocCable *cable = &g_array_index (self->cables, WeftNocCable, i);
      WeftStroke stroke = { .color = weft_style_color (style, WEFT_COLOR_GRID),
                            .width = (float) weft_style_px (style, 1) };
      WeftPoint points[N_POINTS];

      get_points (layout, viewport, cable, points);
      if (cable->bytes > 0)
        {
          stroke.color = weft_style_heat (style, cable->share);
          stroke.width =
            (float) MAX (pitch * CABLE_WIDTH * (double) cable->bytes / (double) self->largest,
                         weft_style_px (style, 2));
          stroke.head = MAX (stroke.width * 2.2f, (float) weft_style_px (style, 8));
        }
      weft_paint_list_polyline (list, points, N_POINTS, &stroke);
      if (cable->bytes > 0)
        paint_channels (cable, points, pitch, style, list);
    }
}

static const WeftNocCable *
find_cable (const WeftNocCables *self, guint link)
{
  for (guint i = 0; i < self->cables->len && link != G_MAXUINT; i++)
    if (g_array_index (self->cables, WeftNocCable, i).link == link)
      return &g_array_index (self->cables, WeftNocCable, i);
  return NULL;
}

void
weft_noc_cables_mark (const WeftNocCables *self, const WeftNocLayout *layout,
                      const WeftNocViewport *viewport, guint link, double width, WeftColor color,
                      WeftPaintList *list)
{
  const WeftNocCable *cable = find_cable (self, link);
  WeftStroke stroke = { .color = color, .width = (float) width };
  WeftPoint points[N_POINTS];

  if (cable == NULL)
    return;
  get_points (layout, viewport, cable, points);
  weft_paint_list_polyline (list, points, N_POINTS, &stroke);
}

guint
weft_noc_cables_hit (const WeftNocCables *self, const WeftNocLayout *layout,
                     const WeftNocViewport *viewport, double x, double y, double reach)
{
  guint found = G_MAXUINT;

  for (guint i = 0; i < self->cables->len; i++)
    {
      const WeftNocCable *cable = &g_array_index (self->cables, WeftNocCable, i);
      WeftPoint points[N_POINTS];

      if (cable->link == G_MAXUINT)
        continue;
      get_points (layout, viewport, cable, points);
      for (guint k = 1; k < N_POINTS; k++)
        {
          double distance = weft_noc_get_distance (points[k - 1], points[k], (WeftPoint){ x, y });

          if (distance >= reach)
            continue;
          reach = distance;
          found = cable->link;
        }
    }
  return found;
}
