/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-flow-painter.h"

#include <math.h>

/* Logical pixels. */
#define LINE_WIDTH 2.0   /* of the flows of fewest bytes */
#define LINE_STEP 1.0    /* and how much wider the next of three is */
#define MAX_LANE_GAP 5.0 /* from one lane of a street to the next */
#define CORNER_RADIUS 5.0
#define HEAD_LENGTH 9.0
#define DOT_RADIUS 3.0
#define MARK_RADIUS 7.0   /* of the number of a way around the torus */
#define MARK_PITCH 20.0   /* below which there is no room for it */
#define BUNDLE_PITCH 28.0 /* likewise, for the count of a bundle */
#define DASH 7.0          /* of NOC_1 */
#define HIT_DISTANCE 4.0

/* Tiles from the middle of the last one to where a way around the torus leaves the chip. */
#define EDGE 0.82

/* Half the side of a multicast's rectangle around one tile, in pitches. */
#define RECTANGLE 0.47

#define CORNER_POINTS 3
#define MAX_POINTS 48

/* One drawing: places in device pixels. */
typedef struct
{
  const WeftNocFlowPicture *picture;
  const WeftNocViewport *viewport;
  WeftNocWays ways;
  double scale;        /* device pixels of a logical one */
  double side;         /* of a tile */
  double gaps[2];      /* between lanes of streets down, and across */
  WeftPaintList *list; /* NULL: a point is looked for */
  WeftPoint wanted;
  double distance; /* of the way in hand from that point */
} Drawing;

static void
drawing_init (Drawing *self, const WeftNocFlowPicture *picture, const WeftNocViewport *viewport)
{
  double pitches[] = { viewport->pitch_x, viewport->pitch_y };

  *self = (Drawing){ .picture = picture, .viewport = viewport };
  self->scale = weft_style_px (picture->style, 16) / 16.0;
  self->side = weft_noc_layout_get_side (viewport);
  for (guint i = 0; i < 2; i++)
    self->gaps[i] =
      MIN ((pitches[i] - self->side) / (WEFT_NOC_STREET_LANES + 1), MAX_LANE_GAP * self->scale);
  weft_noc_ways_init (&self->ways, picture->capture, picture->flows, picture->n_flows);
}

/* --- places ------------------------------------------------------------------------------------- */

/* Where a lane of a street is on the screen: x of one down, y of one across. */
static double
get_street (const Drawing *self, guint device, gboolean across, guint street, double lane)
{
  WeftPoint first = weft_noc_layout_get_middle (self->picture->layout, self->viewport, device, 0);

  return across ? first.y + (street - 0.5) * self->viewport->pitch_y + lane * self->gaps[1]
                : first.x + (street - 0.5) * self->viewport->pitch_x + lane * self->gaps[0];
}

/* Where a place along a row or column is, counted in tiles from the middle of the first. */
static double
get_along (const Drawing *self, guint device, gboolean across, double tiles)
{
  WeftPoint first = weft_noc_layout_get_middle (self->picture->layout, self->viewport, device, 0);

  return across ? first.x + tiles * self->viewport->pitch_x
                : first.y + tiles * self->viewport->pitch_y;
}

static WeftPoint
make_point (gboolean across, double along, double beside)
{
  return across ? (WeftPoint){ along, beside } : (WeftPoint){ beside, along };
}

static double
get_leg_street (const Drawing *self, guint device, const WeftNocLeg *leg)
{
  return get_street (self, device, leg->across, leg->street, leg->lane);
}

/* Where a leg leaves the chip, or comes in. */
static double
get_edge (const Drawing *self, guint device, const WeftNocLeg *leg, gboolean out)
{
  const WeftNocTopology *topology = self->picture->layout->topology;
  guint n = leg->across ? topology->width : topology->height;
  gboolean high = (leg->sign > 0) == out;

  return get_along (self, device, leg->across, high ? n - 1 + EDGE : -EDGE);
}

/* Where a port is at the edge of its tile; `along`: on the axis of its leg. */
static WeftPoint
get_port (const Drawing *self, const WeftNocFlow *flow, const WeftNocPort *port, double *along)
{
  WeftPoint middle =
    weft_noc_layout_get_middle (self->picture->layout, self->viewport, flow->device, port->tile);
  double out = (flow->noc == 0 ? -0.5 : 0.5) * self->side, beside = port->place * self->side;

  *along = (port->across ? middle.x : middle.y) + beside;
  return port->across ? (WeftPoint){ middle.x + beside, middle.y + out }
                      : (WeftPoint){ middle.x + out, middle.y + beside };
}

/* --- lines -------------------------------------------------------------------------------------- */

/* Adds the corner as a part of a circle. */
static guint
add_corner (const Drawing *self, WeftPoint before, WeftPoint corner, WeftPoint after,
            WeftPoint *points)
{
  double in = hypot (corner.x - before.x, corner.y - before.y);
  double out = hypot (after.x - corner.x, after.y - corner.y);
  double radius = MIN (CORNER_RADIUS * self->scale, MIN (in, out) / 2);
  WeftPoint from, to;

  if (radius < 0.5)
    {
      points[0] = corner;
      return 1;
    }
  from = (WeftPoint){ corner.x + (before.x - corner.x) * radius / in,
                      corner.y + (before.y - corner.y) * radius / in };
  to = (WeftPoint){ corner.x + (after.x - corner.x) * radius / out,
                    corner.y + (after.y - corner.y) * radius / out };
  for (guint i = 0; i < CORNER_POINTS; i++)
    {
      double t = i / (CORNER_POINTS - 1.0), a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;

      points[i] =
        (WeftPoint){ a * from.x + b * corner.x + c * to.x, a * from.y + b * corner.y + c * to.y };
    }
  return CORNER_POINTS;
}

/* A straight part, which lies along a row or a column: as rectangles, which take a tenth of the time
 * that a line takes. Dashes are as long as the gaps between them. */
static void
fill_straight (Drawing *self, WeftPoint from, WeftPoint to, const WeftStroke *stroke)
{
  gboolean across = fabs (to.x - from.x) > fabs (to.y - from.y);
  double start = across ? MIN (from.x, to.x) : MIN (from.y, to.y);
  double end = across ? MAX (from.x, to.x) : MAX (from.y, to.y);
  int width = MAX (weft_paint_coord (stroke->width), 1);
  int beside = weft_paint_coord ((across ? from.y : from.x) - width / 2.0);
  double step = stroke->dash > 0 ? 2 * (double) stroke->dash : end - start;

  for (double at = start; at < end; at += step)
    {
      double dash = stroke->dash > 0 ? MIN (at + (double) stroke->dash, end) : end;
      int first = weft_paint_coord (at), length = MAX (weft_paint_coord (dash) - first, 1);

      if (across)
        weft_paint_list_fill (self->list, first, beside, length, width, stroke->color);
      else
        weft_paint_list_fill (self->list, beside, first, width, length, stroke->color);
    }
}

/* Straight parts, and between them round corners. */
static void
draw_line (Drawing *self, const WeftPoint *points, guint n, const WeftStroke *stroke)
{
  WeftPoint last = points[0];

  for (guint i = 1; i < n; i++)
    self->distance =
      MIN (self->distance, weft_noc_get_distance (points[i - 1], points[i], self->wanted));
  if (self->list == NULL || n < 2)
    return;
  for (guint i = 1; i + 1 < n; i++)
    {
      WeftPoint corner[CORNER_POINTS];
      guint n_corner = add_corner (self, points[i - 1], points[i], points[i + 1], corner);

      fill_straight (self, last, corner[0], stroke);
      if (n_corner > 1)
        weft_paint_list_polyline (self->list, corner, n_corner, stroke);
      last = corner[n_corner - 1];
    }
  fill_straight (self, last, points[n - 1], stroke);
}

static void
draw_dot (Drawing *self, WeftPoint middle, double radius, WeftColor color)
{
  WeftPoint points[8];

  if (self->list == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    points[i] =
      (WeftPoint){ middle.x + radius * cos (i * G_PI / 4), middle.y + radius * sin (i * G_PI / 4) };
  weft_paint_list_polygon (self->list, points, G_N_ELEMENTS (points), color);
}

/* A triangle whose point lies at `tip`, rimmed so that it stands out from what is below. */
static void
paint_head (WeftPoint tip, double dx, double dy, double length, WeftColor fill, WeftColor rim,
            WeftPaintList *list)
{
  for (guint i = 0; i < 2; i++)
    {
      double grown = i == 0 ? 1.5 : 0, size = length + 2 * grown;
      WeftPoint front = { tip.x + dx * grown, tip.y + dy * grown };
      WeftPoint points[3] = {
        front,
        { front.x - dx * size - dy * size * 0.55, front.y - dy * size + dx * size * 0.55 },
        { front.x - dx * size + dy * size * 0.55, front.y - dy * size - dx * size * 0.55 }
      };

      weft_paint_list_polygon (list, points, 3, i == 0 ? rim : fill);
    }
}

/* A read's head is hollow: an outline of its colour. */
static void
draw_head (Drawing *self, WeftPoint tip, double dx, double dy, double width, WeftNocFlowKind kind,
           WeftColor color)
{
  WeftColor canvas = weft_style_color (self->picture->style, WEFT_COLOR_CANVAS);
  double length = MAX (HEAD_LENGTH * self->scale, 2.2 * width);

  length = MIN (length, MAX (self->side * 0.8, 7));
  if (self->list == NULL)
    return;
  tip.x += dx * length * 0.35;
  tip.y += dy * length * 0.35;
  paint_head (tip, dx, dy, length, color, canvas, self->list);
  if (kind != WEFT_NOC_FLOW_READ)
    return;
  tip.x -= dx * length * 0.3;
  tip.y -= dy * length * 0.3;
  paint_head (tip, dx, dy, length * 0.55, canvas, WEFT_COLOR_NONE, self->list);
}

/* --- one flow ----------------------------------------------------------------------------------- */

WeftColor
weft_noc_flow_color (const WeftStyle *style, WeftNocFlowKind kind)
{
  static const WeftColorRole roles[WEFT_NOC_N_FLOW_KINDS] = { WEFT_COLOR_WRITE, WEFT_COLOR_READ,
                                                              WEFT_COLOR_MULTICAST };

  return weft_style_color (style, roles[kind]);
}

static WeftColor
get_flow_color (const WeftNocFlowPicture *picture, const WeftNocFlow *flow)
{
  const WeftNocColors *said = picture->said;

  if (said == NULL)
    return weft_noc_flow_color (picture->style, flow->kind);
  if (said->routes == NULL || said->routes[flow->route] == WEFT_ROW_COLORS_NONE)
    return picture->quiet;
  return weft_row_colors_get (said->said, picture->style, said->routes[flow->route]);
}

static WeftStroke
get_stroke (const Drawing *self, const WeftNocFlow *flow)
{
  guint64 largest = MAX (self->picture->largest, 1);
  guint step = flow->bytes >= largest / 2 ? 2 : flow->bytes >= largest / 8 ? 1 : 0;
  double width = (LINE_WIDTH + step * LINE_STEP) * self->scale;

  width = MIN (width, MAX (MIN (self->gaps[0], self->gaps[1]) * 0.8, 1));
  return (WeftStroke){ .color = get_flow_color (self->picture, flow),
                       .width = (float) width,
                       .dash = (float) (flow->noc == 0 ? 0 : DASH * self->scale) };
}

/* From the sender through the streets to the receiver; in parts where it goes around the torus. */
static void
draw_unicast (Drawing *self, const WeftNocWay *way, const WeftNocFlow *flow,
              const WeftStroke *stroke)
{
  const WeftNocPort *ports = (const WeftNocPort *) (gpointer) way->ports->data;
  const WeftNocPort *receiver = &ports[way->ports->len - 1];
  WeftPoint points[MAX_POINTS], port;
  double along, out = flow->noc == 0 ? 1 : -1;
  guint n = 0;

  points[n++] = port = get_port (self, flow, &ports[0], &along);
  for (guint i = 0; i < way->legs->len && n + 3 < MAX_POINTS; i++)
    {
      const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, i);
      double street = get_leg_street (self, flow->device, leg);

      if (leg->from_edge)
        {
          draw_line (self, points, n, stroke);
          n = 0;
          along = get_edge (self, flow->device, leg, FALSE);
        }
      points[n++] = make_point (leg->across, along, street);
      if (leg->to_edge)
        points[n++] = make_point (leg->across, get_edge (self, flow->device, leg, TRUE), street);
      along = street;
    }
  if (receiver->across != g_array_index (way->legs, WeftNocLeg, way->legs->len - 1).across)
    return;
  port = get_port (self, flow, receiver, &along);
  points[n] = receiver->across ? (WeftPoint){ port.x, points[n - 1].y }
                               : (WeftPoint){ points[n - 1].x, port.y };
  points[n + 1] = port;
  draw_line (self, points, n + 2, stroke);
  draw_head (self, port, receiver->across ? 0 : out, receiver->across ? out : 0, stroke->width,
             flow->kind, stroke->color);
}

/* --- trees -------------------------------------------------------------------------------------- */

/* How far a leg of a tree reaches, and how far of that it is the stem. */
typedef struct
{
  double first, last;
  double stem; /* equal to `first`: none of it */
} Reach;

static void
reach_to (Reach *reach, const WeftNocLeg *leg, double along)
{
  if ((along - reach->first) * leg->sign < 0)
    reach->first = along;
  if ((along - reach->last) * leg->sign > 0)
    reach->last = along;
}

/* The stem ends at what is nearest to its start. */
static void
end_stem (Reach *reach, const WeftNocLeg *leg, double along)
{
  if ((along - reach->stem) * leg->sign < 0)
    reach->stem = along;
}

static gboolean
takes_from (const Drawing *self, const WeftNocPort *port, const WeftNocLeg *leg)
{
  return port->is_head && port->across == leg->across
         && weft_noc_leg_has_tile (leg, self->picture->layout->topology->width, port->tile);
}

static Reach
get_reach (const Drawing *self, const WeftNocWay *way, guint index, const WeftNocFlow *flow)
{
  const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, index);
  const WeftNocLeg *parent = weft_noc_way_find_parent (way, index);
  Reach reach;
  double along;

  if (leg->from_edge)
    along = get_edge (self, flow->device, leg, FALSE);
  else if (parent != NULL)
    along = get_leg_street (self, flow->device, parent);
  else
    get_port (self, flow, &g_array_index (way->ports, WeftNocPort, 0), &along);
  reach.first = reach.last = along;
  reach.stem = leg->sign * G_MAXDOUBLE;
  if (leg->to_edge)
    reach_to (&reach, leg, get_edge (self, flow->device, leg, TRUE));
  for (guint i = 0; i < way->legs->len; i++)
    if (weft_noc_way_find_parent (way, i) == leg)
      {
        along = get_leg_street (self, flow->device, &g_array_index (way->legs, WeftNocLeg, i));
        reach_to (&reach, leg, along);
        end_stem (&reach, leg, along);
      }
  for (guint i = 0; i < way->ports->len; i++)
    {
      const WeftNocPort *port = &g_array_index (way->ports, WeftNocPort, i);

      if (!takes_from (self, port, leg))
        continue;
      get_port (self, flow, port, &along);
      reach_to (&reach, leg, along);
      end_stem (&reach, leg, along);
    }
  if (index > 0)
    reach.stem = reach.first;
  else if ((reach.stem - reach.last) * leg->sign > 0)
    reach.stem = reach.last;
  return reach;
}

/* Two lines side by side. */
static void
draw_stem (Drawing *self, const WeftPoint *points, guint n, const WeftStroke *stroke)
{
  WeftStroke outer = *stroke, inner = *stroke;

  outer.width = stroke->width * 3;
  inner.color = weft_style_color (self->picture->style, WEFT_COLOR_CANVAS);
  inner.dash = 0;
  draw_line (self, points, n, &outer);
  draw_line (self, points, n, &inner);
}

static void
draw_leg (Drawing *self, const WeftNocWay *way, guint index, const WeftNocFlow *flow,
          const WeftStroke *stroke)
{
  const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, index);
  Reach reach = get_reach (self, way, index, flow);
  double street = get_leg_street (self, flow->device, leg), along;
  WeftPoint line[2] = { make_point (leg->across, reach.first, street),
                        make_point (leg->across, reach.last, street) };
  WeftPoint stem[3];

  draw_line (self, line, 2, stroke);
  if (index > 0)
    return;
  stem[0] = get_port (self, flow, &g_array_index (way->ports, WeftNocPort, 0), &along);
  stem[1] = make_point (leg->across, along, street);
  stem[2] = make_point (leg->across, reach.stem, street);
  draw_stem (self, stem, 3, stroke);
}

/* A dot where a leg leaves another that goes on, or that is taken from there. */
static void
draw_branch (Drawing *self, const WeftNocWay *way, guint index, const WeftNocFlow *flow,
             const WeftStroke *stroke)
{
  const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, index);
  const WeftNocLeg *parent = weft_noc_way_find_parent (way, index);

  if (parent != NULL)
    draw_dot (self,
              make_point (leg->across, get_leg_street (self, flow->device, parent),
                          get_leg_street (self, flow->device, leg)),
              MAX (DOT_RADIUS * self->scale, stroke->width * 1.5), stroke->color);
}

/* A short line from the street into the tile. */
static void
draw_tick (Drawing *self, const WeftNocWay *way, const WeftNocPort *port, const WeftNocFlow *flow,
           const WeftStroke *stroke)
{
  double along, out = flow->noc == 0 ? 1 : -1;
  WeftPoint ends[2];

  for (guint i = 0; i < way->legs->len; i++)
    {
      const WeftNocLeg *leg = &g_array_index (way->legs, WeftNocLeg, i);
      WeftStroke solid = *stroke;

      if (!takes_from (self, port, leg))
        continue;
      ends[1] = get_port (self, flow, port, &along);
      ends[0] = make_point (leg->across, along, get_leg_street (self, flow->device, leg));
      solid.dash = 0;
      draw_line (self, ends, 2, &solid);
      draw_head (self, ends[1], leg->across ? 0 : out, leg->across ? out : 0, stroke->width,
                 flow->kind, stroke->color);
      return;
    }
}

/* --- rectangles --------------------------------------------------------------------------------- */

/* The one or, around the torus, two runs of numbers from `start` to `end`: returns how many. */
static guint
get_runs (guint noc, gboolean wraps, guint size, guint start, guint end, guint runs[2][2])
{
  guint low = noc == 0 || !wraps ? start : end, high = noc == 0 || !wraps ? end : start;

  if (low <= high || !wraps)
    {
      runs[0][0] = MIN (low, high);
      runs[0][1] = MAX (low, high);
      return 1;
    }
  runs[0][0] = low;
  runs[0][1] = size - 1;
  runs[1][0] = 0;
  runs[1][1] = high;
  return 2;
}

static void
draw_rectangle (Drawing *self, const WeftNocFlow *flow, WeftColor color)
{
  const WeftNocTopology *topology = self->picture->layout->topology;
  WeftStroke stroke = { color, (float) self->scale, (float) (4 * self->scale), 0 };
  guint start, end, columns[2][2], rows[2][2], n_columns, n_rows;

  weft_noc_capture_get_rectangle (self->picture->capture, flow->route, &start, &end);
  n_columns = get_runs (flow->noc, topology->wraps, topology->width, start % topology->width,
                        end % topology->width, columns);
  n_rows = get_runs (flow->noc, topology->wraps, topology->height, start / topology->width,
                     end / topology->width, rows);
  for (guint r = 0; r < n_rows; r++)
    for (guint c = 0; c < n_columns; c++)
      {
        double x0 = get_along (self, flow->device, TRUE, columns[c][0] - RECTANGLE);
        double x1 = get_along (self, flow->device, TRUE, columns[c][1] + RECTANGLE);
        double y0 = get_along (self, flow->device, FALSE, rows[r][0] - RECTANGLE);
        double y1 = get_along (self, flow->device, FALSE, rows[r][1] + RECTANGLE);
        const WeftPoint corners[] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 }, { x0, y0 } };

        for (guint i = 0; i < 4; i++)
          weft_paint_list_line (self->list, corners[i].x, corners[i].y, corners[i + 1].x,
                                corners[i + 1].y, &stroke);
      }
}

static void
draw_tree (Drawing *self, const WeftNocWay *way, const WeftNocFlow *flow, const WeftStroke *stroke)
{
  if (self->list != NULL)
    draw_rectangle (self, flow, stroke->color);
  for (guint i = way->legs->len; i-- > 0;)
    draw_leg (self, way, i, flow, stroke);
  for (guint i = 0; i < way->legs->len; i++)
    draw_branch (self, way, i, flow, stroke);
  for (guint i = 1; i < way->ports->len; i++)
    draw_tick (self, way, &g_array_index (way->ports, WeftNocPort, i), flow, stroke);
}

static void
draw_way (Drawing *self, const WeftNocWay *way)
{
  const WeftNocFlow *flow = &self->picture->flows[way->flow];
  WeftStroke stroke = get_stroke (self, flow);
  double along;

  self->distance = G_MAXDOUBLE;
  if (flow->kind == WEFT_NOC_FLOW_MULTICAST)
    draw_tree (self, way, flow, &stroke);
  else
    draw_unicast (self, way, flow, &stroke);
  draw_dot (self, get_port (self, flow, &g_array_index (way->ports, WeftNocPort, 0), &along),
            MAX (DOT_RADIUS * self->scale, stroke.width), stroke.color);
}

/* --- marks -------------------------------------------------------------------------------------- */

static void
paint_small_text (const Drawing *self, WeftPoint middle, double half, double size, const char *text)
{
  const WeftStyle *style = self->picture->style;

  weft_paint_list_text (
    self->list, weft_paint_coord (middle.x - half), weft_paint_coord (middle.y - half),
    weft_paint_coord (2 * half), weft_paint_coord (2 * half), WEFT_FONT_UI_SMALL,
    MIN (weft_style_font_size (style, WEFT_FONT_UI_SMALL), size), WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE,
    weft_style_color (style, WEFT_COLOR_TEXT), text, -1);
}

/* The same number where ways leave the chip and where they come in again. */
static void
paint_passages (Drawing *self)
{
  WeftColor text = weft_style_color (self->picture->style, WEFT_COLOR_TEXT);
  WeftColor canvas = weft_style_color (self->picture->style, WEFT_COLOR_CANVAS);
  double radius = MARK_RADIUS * self->scale;

  if (MIN (self->viewport->pitch_x, self->viewport->pitch_y) < MARK_PITCH * self->scale)
    return;
  for (guint i = 0; i < self->ways.passages->len; i++)
    {
      const WeftNocPassage *passage = &g_array_index (self->ways.passages, WeftNocPassage, i);
      WeftNocLeg leg = { .across = passage->across, .sign = 1 };
      double street = get_street (self, passage->device, passage->across, passage->street, 0);
      char number[16];

      g_snprintf (number, sizeof number, "%u", i + 1);
      for (guint out = 0; out < 2; out++)
        {
          WeftPoint middle =
            make_point (passage->across, get_edge (self, passage->device, &leg, out == 1), street);

          draw_dot (self, middle, radius, text);
          draw_dot (self, middle, radius - self->scale, canvas);
          paint_small_text (self, middle, radius, radius * 1.4, number);
        }
    }
}

static void
paint_bundles (Drawing *self)
{
  double half = 7 * self->scale;

  for (guint i = 0; i < self->ways.bundles->len; i++)
    {
      const WeftNocBundle *bundle = &g_array_index (self->ways.bundles, WeftNocBundle, i);
      double along =
        get_along (self, bundle->device, bundle->across, (bundle->first + bundle->last) / 2);
      double street =
        get_street (self, bundle->device, bundle->across, bundle->street, bundle->lane);
      WeftPoint middle = make_point (bundle->across, along, street);
      char count[16];

      g_snprintf (count, sizeof count, "×%u", bundle->n_flows);
      if (MIN (self->viewport->pitch_x, self->viewport->pitch_y) < BUNDLE_PITCH * self->scale)
        continue;
      weft_paint_list_fill (self->list, weft_paint_coord (middle.x - half * 1.4),
                            weft_paint_coord (middle.y - half * 0.8), weft_paint_coord (half * 2.8),
                            weft_paint_coord (half * 1.6),
                            weft_style_color (self->picture->style, WEFT_COLOR_CANVAS));
      paint_small_text (self, middle, half * 2.2, half * 1.4, count);
    }
}

/* --- all ---------------------------------------------------------------------------------------- */

void
weft_noc_flows_paint (const WeftNocFlowPicture *self, const WeftNocViewport *viewport,
                      WeftPaintList *list)
{
  Drawing drawing;

  drawing_init (&drawing, self, viewport);
  drawing.list = list;
  for (guint i = drawing.ways.ways->len; i-- > 0;)
    draw_way (&drawing, &g_array_index (drawing.ways.ways, WeftNocWay, i));
  paint_passages (&drawing);
  paint_bundles (&drawing);
  weft_noc_ways_clear (&drawing.ways);
}

guint
weft_noc_flows_hit (const WeftNocFlowPicture *self, const WeftNocViewport *viewport, double x,
                    double y)
{
  guint found = G_MAXUINT;
  Drawing drawing;
  double nearest;

  drawing_init (&drawing, self, viewport);
  drawing.wanted = (WeftPoint){ x, y };
  nearest = HIT_DISTANCE * drawing.scale;
  for (guint i = 0; i < drawing.ways.ways->len; i++)
    {
      const WeftNocWay *way = &g_array_index (drawing.ways.ways, WeftNocWay, i);

      draw_way (&drawing, way);
      if (drawing.distance >= nearest)
        continue;
      nearest = drawing.distance;
      found = way->flow;
    }
  weft_noc_ways_clear (&drawing.ways);
  return found;
}

void
weft_noc_flow_paint_sample (const WeftStyle *style, WeftNocFlowKind kind, guint noc,
                            WeftColor color, double x, double y, double width, WeftPaintList *list)
{
  WeftNocFlowPicture picture = { .style = style };
  Drawing self = { .picture = &picture, .list = list, .side = 64 };
  WeftStroke stroke = { .color = color };
  WeftPoint line[2] = { { x, y }, { x + width, y } };

  self.scale = weft_style_px (style, 16) / 16.0;
  stroke.width = (float) ((LINE_WIDTH + LINE_STEP) * self.scale);
  stroke.dash = (float) (noc == 0 ? 0 : DASH * self.scale);
  line[1].x -= HEAD_LENGTH * self.scale * 0.35;
  draw_line (&self, line, 2, &stroke);
  if (kind == WEFT_NOC_FLOW_MULTICAST)
    {
      WeftPoint middle = { x + width * 0.55, y };

      draw_stem (&self, (const WeftPoint[]){ line[0], middle }, 2, &stroke);
      draw_line (&self, (const WeftPoint[]){ middle, { middle.x, y + 5 * self.scale } }, 2,
                 &stroke);
      draw_dot (&self, middle, DOT_RADIUS * self.scale, stroke.color);
    }
  draw_dot (&self, line[0], DOT_RADIUS * self.scale, stroke.color);
  draw_head (&self, line[1], 1, 0, stroke.width, kind, stroke.color);
}
