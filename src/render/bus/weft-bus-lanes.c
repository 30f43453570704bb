/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-lanes.h"

#include <math.h>

/* Owners are marked for so many ticks at most. */
#define MAX_OWNERS 4096

/* Waits narrower than this have no hatch, as no stripe of it would fit. */
#define HATCH_WIDTH 3
#define HATCH_PERIOD 6

WeftColor
weft_bus_kind_color (const WeftStyle *style, guint kind)
{
  switch (kind)
    {
    case WEFT_BUS_KIND_IFETCH:
      return weft_style_category (style, 2);
    case WEFT_BUS_KIND_READ:
      return weft_style_color (style, WEFT_COLOR_READ);
    case WEFT_BUS_KIND_WRITE:
      return weft_style_color (style, WEFT_COLOR_WRITE);
    /* A lighter blue and a lighter orange, as neighbours of the hues would be those two where contrast
     * is high. */
    case WEFT_BUS_KIND_MMIO_READ:
      return weft_style_category (style, 8);
    case WEFT_BUS_KIND_MMIO_WRITE:
      return weft_style_category (style, 9);
    default:
      return weft_style_color (style, WEFT_COLOR_HOST);
    }
}

WeftColor
weft_bus_master_color (const WeftStyle *style, guint master)
{
  switch (master)
    {
    case WEFT_BUS_MSH2:
      return weft_style_category (style, 3);
    case WEFT_BUS_SSH2:
      return weft_style_category (style, 6);
    default:
      /* Not the colour that DMA has elsewhere, which is that of reads. */
      return weft_style_category (style, 7);
    }
}

/* The hatch alone would not be seen on a dark canvas, as it darkens. */
WeftColor
weft_bus_wait_color (const WeftStyle *style)
{
  return weft_color_mix (weft_style_color (style, WEFT_COLOR_CANVAS),
                         weft_style_color (style, WEFT_COLOR_TEXT_MUTED), 0.3);
}

/* --- a lane of shares ------------------------------------------------------------------------- */

/* Appends, from `bottom` up, a part of a column `height` high. Returns its upper end. */
static double
add_part (const WeftTrackView *view, WeftPaintList *list, int x, double bottom, double height,
          WeftColor color, gboolean unknown)
{
  int y0 = (int) lrint (bottom - height), y1 = (int) lrint (bottom);

  if (y1 > y0)
    weft_paint_list_fill (list, x, y0, 1, y1 - y0, color);
  if (y1 > y0 && unknown)
    weft_row_colors_hatch (view->style, x, y0, 1, y1 - y0, list);
  return bottom - height;
}

typedef struct
{
  WeftColor kinds[WEFT_BUS_KIND_SLOTS];
  WeftColor wait;
  WeftColor hatch;
  gboolean unknown; /* a query says nothing of what is there */
} LaneColors;

static void
get_lane_colors (const WeftStyle *style, LaneColors *colors)
{
  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    colors->kinds[i] = weft_bus_kind_color (style, i);
  colors->hatch = weft_style_color (style, WEFT_COLOR_WAIT_HATCH);
  colors->wait = weft_bus_wait_color (style);
  colors->unknown = FALSE;
}

/* The shares of a column: service by kinds from the bottom up, wait on top of it. Where accesses
 * overlap each other, which one master should not do, they are scaled to what there is room for. */
static void
paint_column (const WeftTrackView *view, WeftPaintList *list, int x, const WeftBusLaneSum *sum,
              double ticks, const LaneColors *colors)
{
  double bottom = view->y + view->height - 1, room = view->height - 2, total = 0, wait;

  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    total += (double) sum->service[i];
  wait = (double) sum->wait;
  total = MAX (total + wait, ticks);
  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    bottom = add_part (view, list, x, bottom, (double) sum->service[i] / total * room,
                       colors->kinds[i], colors->unknown);
  if (wait > 0)
    {
      int y1 = (int) lrint (bottom), y0 = (int) lrint (bottom - MAX (wait / total * room, 1));

      weft_paint_list_fill (list, x, y0, 1, y1 - y0, colors->wait);
      weft_paint_list_hatch (list, x, y0, 1, y1 - y0, WEFT_HATCH_UP, HATCH_PERIOD, colors->hatch);
    }
}

/* Adds what a master has between two sums. */
static void
add_sum (WeftBusLaneSum *to, const WeftBusLaneSum *from, const WeftBusLaneSum *until)
{
  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    to->service[i] += until->service[i] - from->service[i];
  to->wait += until->wait - from->wait;
}

/* Where a query says colours, all of a column has that of the first access that starts in it. */
static void
take_said_color (const WeftBusScene *scene, guint master, const WeftBusColumn *column,
                 const WeftStyle *style, LaneColors *colors)
{
  const WeftRowColors *said = scene->options.row_colors;
  guint32 row = weft_bus_index_step (scene->options.shown, master, WEFT_NO_ROW, column->first, 1);
  guint class = row != WEFT_NO_ROW ? weft_row_colors_classify (said, row) : WEFT_ROW_COLORS_NONE;

  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    colors->kinds[i] = weft_row_colors_get (said, style, class);
  colors->unknown = class == WEFT_ROW_COLORS_NONE;
}

/* Of the masters from the first to before the last, as if they were one that has as much time as all
 * of them. */
static void
paint_masters (const WeftBusScene *scene, guint first_master, guint n_masters,
               WeftBusColumns *columns, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusIndex *index = scene->options.shown;
  const WeftBusLaneSum *sums = weft_bus_columns_sum_lanes (columns, index, TRUE);
  LaneColors colors;

  get_lane_colors (view->style, &colors);
  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];
      WeftBusLaneSum sum = { { 0 }, 0 };

      for (guint i = first_master; i < first_master + n_masters; i++)
        add_sum (&sum, &sums[column->from * WEFT_BUS_N_MASTERS + i],
                 &sums[column->to * WEFT_BUS_N_MASTERS + i]);
      if (scene->options.row_colors != NULL && n_masters == 1)
        take_said_color (scene, first_master, column, view->style, &colors);
      paint_column (view, list, x, &sum,
                    (double) n_masters * (double) (column->last - column->first), &colors);
    }
}

void
weft_bus_paint_all (const WeftBusScene *scene, WeftBusColumns *columns, const WeftTrackView *view,
                    WeftPaintList *list)
{
  paint_masters (scene, 0, WEFT_BUS_N_MASTERS, columns, view, list);
}

/* --- a lane of accesses ----------------------------------------------------------------------- */

static void
read_access (const WeftBusIndex *index, guint32 row, WeftBusRecord *record, WeftBusSpan *span)
{
  weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index), row, record);
  weft_bus_access_get_span (record, span);
}

/* Below a wait, whose service kept the bus busy meanwhile. */
static void
paint_blockers (const WeftBusScene *scene, guint32 row, const WeftBusSpan *span,
                const WeftTrackView *view, WeftPaintList *list)
{
  g_autoptr (GArray) blockers = weft_bus_index_find_blockers (scene->options.all, row);
  int height = MAX (view->height / 5, 2);

  for (guint i = blockers->len; i-- > 0;)
    {
      const WeftBusBlocker *blocker = &g_array_index (blockers, WeftBusBlocker, i);
      WeftBusRecord record;
      WeftBusSpan other;
      int x0, x1;

      read_access (scene->options.all, blocker->row, &record, &other);
      x0 = weft_track_view_x (view, MAX (other.service, span->start));
      x1 = weft_track_view_x (view, MIN (other.end, span->service));
      weft_paint_list_fill (list, x0, view->y + view->height - 1 - height, MAX (x1 - x0, 1), height,
                            weft_bus_master_color (view->style, record.master));
    }
}

static void
paint_wait (const WeftBusScene *scene, guint32 row, const WeftBusRecord *record,
            const WeftBusSpan *span, const WeftTrackView *view, WeftPaintList *list)
{
  int x0 = weft_track_view_x (view, span->start), x1 = weft_track_view_x (view, span->service);
  WeftColor pale = weft_color_mix (weft_style_color (view->style, WEFT_COLOR_CANVAS),
                                   weft_bus_kind_color (view->style, record->kind), 0.25);

  weft_paint_list_fill (list, x0, view->y + 1, x1 - x0, view->height - 2, pale);
  if (x1 - x0 >= HATCH_WIDTH)
    weft_paint_list_hatch (list, x0, view->y + 1, x1 - x0, view->height - 2, WEFT_HATCH_UP,
                           HATCH_PERIOD, weft_style_color (view->style, WEFT_COLOR_WAIT_HATCH));
  paint_blockers (scene, row, span, view, list);
}

/* A mark in the upper corner of an access: something about it is odd. */
static void
paint_flag (const WeftTrackView *view, WeftPaintList *list, gint64 tick, WeftColor color)
{
  double x = weft_track_view_x (view, tick), y = view->y + 1;
  double size = weft_style_px (view->style, 6);
  const WeftPoint points[] = { { x, y }, { x - size, y }, { x, y + size } };

  weft_paint_list_polygon (list, points, G_N_ELEMENTS (points), color);
}

/* A length that is reckoned from retries looks as what is not quite known. */
static void
paint_proxy (const WeftTrackView *view, WeftPaintList *list, const WeftBusSpan *span)
{
  int x0 = weft_track_view_x (view, span->start), x1 = weft_track_view_x (view, span->end);

  weft_paint_list_hatch (list, x0, view->y + 1, MAX (x1 - x0, 1), view->height - 2,
                         WEFT_HATCH_VERTICAL, HATCH_PERIOD,
                         weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
  weft_paint_list_frame (list, x0, view->y + 1, MAX (x1 - x0, 1), view->height - 2, 1,
                         weft_style_color (view->style, WEFT_COLOR_UNKNOWN));
}

static gboolean
is_known_gap (const WeftBusScene *scene, guint32 row)
{
  const WeftBusModel *model = scene->options.model;

  return model != NULL && row < weft_bus_model_get_snapshot (model)->n_rows
         && weft_bus_model_get_class (model, weft_bus_model_get_place (model, row))
              == WEFT_BUS_KNOWN_GAP;
}

/* A grey square rather than the colour of an error: the gap is known, and nobody's fault here. */
static void
paint_gap (const WeftTrackView *view, WeftPaintList *list, const WeftBusSpan *span)
{
  int size = weft_style_px (view->style, 7);
  int x = weft_track_view_x (view, span->start);

  weft_paint_list_fill (list, x, view->y + view->height - 1 - size, size, size,
                        weft_style_color (view->style, WEFT_COLOR_UNKNOWN));
  weft_paint_list_frame (list, x, view->y + view->height - 1 - size, size, size, 1,
                         weft_style_color (view->style, WEFT_COLOR_TEXT_MUTED));
}

static void
paint_service (const WeftBusScene *scene, guint32 row, const WeftBusRecord *record,
               const WeftBusSpan *span, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftRowColors *said = scene->options.row_colors;
  char text[16];

  g_snprintf (text, sizeof text, "0x%08X", record->addr);
  if (said != NULL)
    weft_row_colors_paint_box (said, weft_row_colors_classify (said, row), view, list,
                               span->service, span->end, 0, view->height, text);
  else
    weft_track_view_box (view, list, span->service, span->end, 0, view->height,
                         weft_bus_kind_color (view->style, record->kind), text);
}

static void
paint_access (const WeftBusScene *scene, guint32 row, const WeftBusRecord *record,
              const WeftBusSpan *span, const WeftTrackView *view, WeftPaintList *list)
{
  guint64 elapsed = weft_bus_access_get_elapsed (record);

  if (span->service > span->start)
    paint_wait (scene, row, record, span, view, list);
  paint_service (scene, row, record, span, view, list);
  if (!weft_bus_access_is_exact (record))
    paint_proxy (view, list, span);
  if (weft_bus_access_is_overlong (record, elapsed))
    paint_flag (view, list, span->end, weft_style_color (view->style, WEFT_COLOR_WARNING));
  if (weft_bus_access_is_retried_unwaited (record, weft_bus_access_get_wait (record, elapsed)))
    paint_flag (view, list, span->end, weft_style_color (view->style, WEFT_COLOR_TEXT));
  if (is_known_gap (scene, row))
    paint_gap (view, list, span);
}

void
weft_bus_paint_lane (const WeftBusScene *scene, guint master, WeftBusColumns *columns,
                     const WeftTrackView *view, WeftPaintList *list)
{
  const GArray *shown = weft_bus_columns_list (columns, scene->options.shown);

  if (shown == NULL)
    {
      paint_masters (scene, master, 1, columns, view, list);
      return;
    }
  for (guint i = 0; i < shown->len; i++)
    {
      const WeftBusShown *access = &g_array_index (shown, WeftBusShown, i);

      if (access->record.master == master)
        paint_access (scene, access->row, &access->record, &access->span, view, list);
    }
}

/* --- who has the bus -------------------------------------------------------------------------- */

/* Colours of the owners of one tick side by side, from the top down. */
static void
paint_owners (const WeftTrackView *view, WeftPaintList *list, int x, int width,
              const double *shares, double total)
{
  double y = view->y + 1, room = view->height - 2;

  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    {
      double height = shares[i] / total * room;
      int y0 = (int) lrint (y), y1 = (int) lrint (y + height);

      if (y1 > y0)
        weft_paint_list_fill (list, x, y0, width, y1 - y0, weft_bus_master_color (view->style, i));
      y += height;
    }
}

static guint64
get_service (const WeftBusLaneSum *sum)
{
  guint64 service = 0;

  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    service += sum->service[i];
  return service;
}

static void
paint_owner_shares (const WeftBusScene *scene, WeftBusColumns *columns, const WeftTrackView *view,
                    WeftPaintList *list)
{
  const WeftBusLaneSum *sums = weft_bus_columns_sum_lanes (
    columns, scene->options.all, scene->options.all == scene->options.shown);

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];
      const WeftBusLaneSum *before = &sums[column->from * WEFT_BUS_N_MASTERS],
                           *after = &sums[column->to * WEFT_BUS_N_MASTERS];
      double shares[WEFT_BUS_N_MASTERS], total = 0;

      for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
        {
          shares[i] = (double) (get_service (&after[i]) - get_service (&before[i]));
          total += shares[i];
        }
      if (total > 0)
        paint_owners (view, list, x, 1, shares,
                      MAX (total, (double) (column->last - column->first)));
    }
}

/* Marks in `owners`, one byte for each tick of the view, who is served. */
static void
mark_owners (const GArray *shown, const WeftTrackView *view, guint8 *owners)
{
  for (guint i = 0; i < shown->len; i++)
    {
      const WeftBusShown *access = &g_array_index (shown, WeftBusShown, i);

      for (gint64 tick = MAX (access->span.service, view->first);
           tick < MIN (access->span.end, view->last); tick++)
        owners[tick - view->first] |= (guint8) (1u << access->record.master);
    }
}

void
weft_bus_paint_owner (const WeftBusScene *scene, WeftBusColumns *columns, const WeftTrackView *view,
                      WeftPaintList *list)
{
  const GArray *shown = weft_bus_columns_list (columns, scene->options.all);
  g_autofree guint8 *owners = NULL;
  gint64 n_ticks = view->last - view->first;

  if (shown == NULL || n_ticks > MAX_OWNERS)
    {
      paint_owner_shares (scene, columns, view, list);
      return;
    }
  owners = g_new0 (guint8, MAX (n_ticks, 1));
  mark_owners (shown, view, owners);
  for (gint64 begin = 0, end; begin < n_ticks; begin = end)
    {
      double shares[WEFT_BUS_N_MASTERS], total = 0;
      int x0, x1;

      for (end = begin + 1; end < n_ticks && owners[end] == owners[begin]; end++)
        ;
      for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
        {
          shares[i] = owners[begin] >> i & 1;
          total += shares[i];
        }
      x0 = weft_track_view_x (view, view->first + begin);
      x1 = weft_track_view_x (view, view->first + end);
      if (total > 0)
        paint_owners (view, list, x0, x1 - x0, shares, total);
    }
}
