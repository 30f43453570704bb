/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-layout.h"

#include <math.h>

#include "weft-axis-folds.h"
#include "weft-number.h"
#include "weft-row-colors.h"

/* Logical pixels at text scale 1. */
#define HEADING_HEIGHT 22
#define COLLAPSED_HEIGHT 10
#define INDENT 12
#define LINE 15
#define LEGEND_GAP 5
#define LEGEND_LINE 18
#define LEGEND_SWATCH 14
#define LEGEND_RAMP 84

/* Around the point of a hit test, in device pixels: things that are thinner are found all the same. */
#define HIT_REACH 4

#define MAX_LEGEND 64

/* --- rows --------------------------------------------------------------------------------------- */

static void
add_row (WeftTrackLayout *self, WeftTrackRow row)
{
  row.title = g_string_chunk_insert_const (self->titles, row.title);
  row.y = self->height;
  self->height += row.height;
  if (row.pinned)
    self->pinned_height = self->height;
  g_array_append_val (self->rows, row);
}

static void
add_heading (WeftTrackLayout *self, WeftTrackOrder *order, WeftStyle *style, const char *group)
{
  const WeftTrackRow row = {
    .track = G_MAXUINT,
    .title = group,
    .height = weft_style_text_px (style, HEADING_HEIGHT),
    .collapsed = weft_track_order_is_closed (order, group),
  };

  add_row (self, row);
}

/* A pinned track is far from its group's heading, whose name goes with it. */
static void
add_track (WeftTrackLayout *self, WeftTrackOrder *order, WeftStyle *style, guint index)
{
  const WeftTrack *track = &self->scene->tracks[index];
  WeftTrackRow row = {
    .track = index,
    .title = track->title,
    .collapsed = weft_track_order_is_collapsed (order, track->id),
    .pinned = weft_track_order_is_pinned (order, track->id),
  };
  g_autofree char *title = NULL;

  row.in_group = track->group != NULL && !row.pinned;
  if (row.pinned && track->group != NULL)
    row.title = title = g_strdup_printf ("%s · %s", track->group, track->title);
  row.height = weft_style_text_px (style, row.collapsed ? MIN (COLLAPSED_HEIGHT, track->height)
                                                        : track->height);
  add_row (self, row);
}

WeftTrackLayout *
weft_track_layout_new (WeftTrackScene *scene, WeftTrackOrder *order, WeftStyle *style)
{
  WeftTrackLayout *self = g_new0 (WeftTrackLayout, 1);
  g_autoptr (GArray) tracks = weft_track_order_list (order, scene);
  const char *group = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->scene = weft_track_scene_ref (scene);
  self->rows = g_array_new (FALSE, FALSE, sizeof (WeftTrackRow));
  self->titles = g_string_chunk_new (1024);
  for (guint i = 0; i < tracks->len; i++)
    {
      guint index = g_array_index (tracks, guint, i);
      const WeftTrack *track = &scene->tracks[index];
      gboolean pinned = weft_track_order_is_pinned (order, track->id);

      if (!pinned && track->group != NULL && g_strcmp0 (track->group, group) != 0)
        add_heading (self, order, style, track->group);
      if (!pinned)
        group = track->group;
      if (pinned || group == NULL || !weft_track_order_is_closed (order, group))
        add_track (self, order, style, index);
    }
  return self;
}

/* A row for `rows` of the same scene. */
static void
add_filled (WeftTrackLayout *self, WeftTrackRow row, gint64 extra, gint64 growing, gint64 *grown)
{
  if (row.track != G_MAXUINT && !row.collapsed)
    {
      /* Shares of the whole, so that what is rounded off adds up. */
      gint64 from = extra * *grown / growing, to = extra * (*grown + row.height) / growing;

      *grown += row.height;
      row.height += (int) (to - from);
    }
  add_row (self, row);
}

WeftTrackLayout *
weft_track_layout_fill (WeftTrackLayout *self, int height)
{
  WeftTrackLayout *filled;
  gint64 growing = 0, grown = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);

      growing += row->track != G_MAXUINT && !row->collapsed ? row->height : 0;
    }
  if (growing == 0 || self->height >= height)
    return weft_track_layout_ref (self);
  filled = g_new0 (WeftTrackLayout, 1);
  g_atomic_ref_count_init (&filled->ref_count);
  filled->scene = weft_track_scene_ref (self->scene);
  filled->rows = g_array_new (FALSE, FALSE, sizeof (WeftTrackRow));
  filled->titles = g_string_chunk_new (1024);
  for (guint i = 0; i < self->rows->len; i++)
    add_filled (filled, g_array_index (self->rows, WeftTrackRow, i), height - self->height, growing,
                &grown);
  return filled;
}

WeftTrackLayout *
weft_track_layout_ref (WeftTrackLayout *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_track_layout_unref (WeftTrackLayout *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_track_scene_unref (self->scene);
  g_array_unref (self->rows);
  g_string_chunk_free (self->titles);
  g_free (self);
}

/* The first row that ends below y: the number of rows where all end above. */
static guint
find_index (WeftTrackLayout *self, double y)
{
  guint low = 0, high = self->rows->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, middle);

      if (row->y + row->height <= y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const WeftTrackRow *
weft_track_layout_find_row (WeftTrackLayout *self, double y)
{
  guint index = find_index (self, y);

  return y >= 0 && index < self->rows->len ? &g_array_index (self->rows, WeftTrackRow, index)
                                           : NULL;
}

const WeftTrackRow *
weft_track_layout_find_track (WeftTrackLayout *self, guint32 id)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);

      if (row->track != G_MAXUINT && self->scene->tracks[row->track].id == id)
        return row;
    }
  return NULL;
}

const WeftTrack *
weft_track_layout_step (WeftTrackLayout *self, const WeftTrack *from, int rows)
{
  const WeftTrackRow *row = from != NULL ? weft_track_layout_find_track (self, from->id) : NULL;
  gint64 n = self->rows->len, at = rows > 0 ? -1 : n;
  const WeftTrack *found = row != NULL ? from : NULL;

  if (row != NULL)
    at = row - &g_array_index (self->rows, WeftTrackRow, 0);
  else if (rows == 0)
    rows = 1;
  for (int left = ABS (rows); left > 0;)
    {
      at += rows > 0 ? 1 : -1;
      if (at < 0 || at >= n)
        break;
      row = &g_array_index (self->rows, WeftTrackRow, at);
      if (row->track == G_MAXUINT)
        continue;
      found = &self->scene->tracks[row->track];
      left--;
    }
  return found;
}

/* --- the picture ------------------------------------------------------------------------------------ */

static WeftTrackView
make_view (const WeftAxis *axis, const WeftStyle *style, const WeftTrackRow *row, gint64 x,
           gint64 y, int width)
{
  gint64 last = weft_axis_to_tick (axis, (double) x + width);

  return (WeftTrackView){
    .axis = *axis,
    .x = x,
    .top = y,
    .width = width,
    .y = (int) CLAMP (row->y - y, -WEFT_PAINT_FAR, WEFT_PAINT_FAR),
    .height = row->height,
    .collapsed = row->collapsed,
    .first = weft_axis_to_tick (axis, (double) x),
    .last = last < G_MAXINT64 ? last + 1 : last,
    .style = style,
  };
}

static void
paint_heading (WeftTrackLayout *self, const WeftTrackRow *row, const WeftTrackView *view,
               WeftPaintList *list)
{
  const WeftTrackPainter *painter = self->scene->painter;

  weft_paint_list_fill (list, 0, view->y, view->width, view->height,
                        weft_style_color (view->style, WEFT_COLOR_PANE));
  if (row->collapsed && painter->paint_group != NULL)
    painter->paint_group (self->scene->data, row->title, view, list);
}

static void
paint_row (WeftTrackLayout *self, const WeftTrackRow *row, const WeftTrackView *view,
           WeftPaintList *list)
{
  const WeftStyle *style = view->style;
  int line =
    weft_style_px (style, row->pinned && row->y + row->height == self->pinned_height ? 2 : 1);

  if (row->track == G_MAXUINT)
    paint_heading (self, row, view, list);
  else
    {
      weft_paint_list_push_clip (list, 0, view->y, view->width, view->height);
      self->scene->painter->paint (self->scene->data, &self->scene->tracks[row->track], view, list);
      weft_paint_list_pop_clip (list);
    }
  weft_paint_list_fill (list, 0, view->y + view->height - line, view->width, line,
                        weft_style_color (style, WEFT_COLOR_GRID_MINOR));
}

/* Faint lines at the ruler's major ticks, behind the tracks. */
static void
paint_grid (const WeftAxis *axis, const WeftStyle *style, int ruler_width, gint64 x, int width,
            int height, WeftPaintList *list)
{
  WeftAxisSteps steps = weft_axis_get_steps (axis, style, MAX (ruler_width, 1));
  WeftColor color = weft_style_color (style, WEFT_COLOR_GRID_MINOR);
  int64_t from = weft_axis_to_tick (axis, (double) x - 1);
  WeftAxisLine line;

  for (bool is_line = weft_axis_first (axis, &steps, steps.major, from, &line); is_line;
       is_line = weft_axis_next (axis, &steps, steps.major, &line))
    {
      double place = floor (weft_axis_line_to_px (axis, &line) + 0.5) - (double) x;

      if (place >= width)
        return;
      weft_paint_list_fill (list, weft_paint_coord (place), 0, weft_style_px (style, 1), height,
                            color);
    }
}

static void
paint_picture (WeftTrackLayout *self, const WeftAxis *axis, const WeftStyle *style, int ruler_width,
               int sight, gint64 x, gint64 y, int width, int height, WeftTrackNames *names,
               WeftPaintList *list)
{
  const WeftTrackPainter *painter = self->scene->painter;
  const WeftTrackRow all = { .height = self->height };
  WeftTrackView view = make_view (axis, style, &all, x, y, width);
  gpointer shared = painter->share != NULL ? painter->share (self->scene->data, &view) : NULL;

  weft_paint_list_set_origin (list, x, y);
  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  paint_grid (axis, style, ruler_width, x, width, height, list);
  for (guint i = find_index (self, (double) y); i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);

      if (row->y >= y + height)
        break;
      view = make_view (axis, style, row, x, y, width);
      view.depth = height;
      view.sight = sight;
      view.names = names;
      view.shared = shared;
      paint_row (self, row, &view, list);
    }
  /* Of what is folded nothing shows, as nothing happens there: neither what lasts through it, nor the
   * ground of a track. */
  weft_axis_paint_folded (axis, style, list, x, 0, width, height);
  if (painter->paint_over != NULL)
    {
      view = make_view (axis, style, &all, x, y, width);
      view.shared = shared;
      painter->paint_over (self->scene->data, self, &view, list);
    }
  if (shared != NULL)
    painter->free_shared (shared);
}

void
weft_track_layout_paint_selected (WeftTrackLayout *self, const WeftTrackHit *selected,
                                  const WeftAxis *axis, const WeftStyle *style, double scroll,
                                  int width, WeftPaintList *list)
{
  const WeftTrackPainter *painter = self->scene->painter;
  const WeftTrackRow all = { .height = self->height };
  WeftTrackView view = make_view (axis, style, &all, 0, 0, width);

  view.y = weft_paint_coord (-scroll);
  if (painter->paint_selected != NULL && selected->on_track
      && selected->thing != WEFT_TRACK_NO_THING)
    painter->paint_selected (self->scene->data, self, selected, &view, list);
}

void
weft_track_layout_paint (WeftTrackLayout *self, const WeftAxis *axis, const WeftStyle *style,
                         int ruler_width, gint64 x, gint64 y, int width, int height,
                         WeftTrackNames *names, WeftPaintList *list)
{
  paint_picture (self, axis, style, ruler_width, 0, x, y, width, height, names, list);
}

void
weft_track_layout_paint_still (WeftTrackLayout *self, const WeftAxis *axis, const WeftStyle *style,
                               int ruler_width, int sight, gint64 y, int width, int height,
                               WeftPaintList *list)
{
  paint_picture (self, axis, style, ruler_width, sight, 0, y, width, height, NULL, list);
}

guint
weft_track_layout_get_revision (WeftTrackLayout *self, const WeftAxis *axis, gint64 x, gint64 y,
                                int width, int height)
{
  const WeftTrackPainter *painter = self->scene->painter;
  guint revision = 0;

  if (painter->revision == NULL)
    return 0;
  for (guint i = find_index (self, (double) y); i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);
      WeftTrackView view;

      if (row->y >= y + height)
        break;
      if (row->track == G_MAXUINT)
        continue;
      view = make_view (axis, NULL, row, x, y, width);
      revision =
        MAX (revision, painter->revision (self->scene->data, &self->scene->tracks[row->track],
                                          view.first, view.last));
    }
  return revision;
}

void
weft_track_layout_hit_test (WeftTrackLayout *self, const WeftAxis *axis, const WeftStyle *style,
                            double x, double y, WeftTrackHit *hit)
{
  const WeftTrackRow *row = weft_track_layout_find_row (self, y);
  const WeftTrack *track;
  WeftTrackView view;
  gint64 left = (gint64) floor (x) - HIT_REACH;

  *hit = (WeftTrackHit){ .on_track = row != NULL && row->track != G_MAXUINT,
                         .thing = WEFT_TRACK_NO_THING };
  if (!hit->on_track)
    return;
  track = &self->scene->tracks[row->track];
  hit->track = track->id;
  view = make_view (axis, style, row, left, row->y, 2 * HIT_REACH + 1);
  self->scene->painter->hit_test (self->scene->data, track, &view, x - (double) left, y - row->y,
                                  hit);
}

/* --- labels ------------------------------------------------------------------------------------------- */

/* A triangle that points down, or to the title of what is collapsed. */
static void
paint_arrow (const WeftStyle *style, gboolean closed, int x, int y, int height, WeftPaintList *list)
{
  double size = weft_style_text_px (style, 7), left = x, top = y + (height - size) / 2;
  const WeftPoint down[] = { { left, top + size / 5 },
                             { left + size, top + size / 5 },
                             { left + size / 2, top + size } };
  const WeftPoint aside[] = { { left + size / 5, top },
                              { left + size, top + size / 2 },
                              { left + size / 5, top + size } };

  weft_paint_list_polygon (list, closed ? aside : down, 3,
                           weft_style_color (style, WEFT_COLOR_TEXT_MUTED));
}

static char *
join_unit (const char *title, const char *unit)
{
  return g_strdup_printf ("%s (%s)", title, unit);
}

/* A title, and where it has one its unit: below it where the row is high enough. */
typedef struct
{
  const char *title;
  const char *unit; /* nullable */
  gboolean below;
  int x;
  WeftFontRole role;
  double size;
  gboolean is_heading;
} Label;

static Label
get_label (WeftTrackLayout *self, const WeftStyle *style, const WeftTrackRow *row)
{
  gboolean heading = row->track == G_MAXUINT;
  Label label = { .title = row->title,
                  .unit = heading ? NULL : self->scene->tracks[row->track].unit,
                  .role = heading ? WEFT_FONT_UI : WEFT_FONT_UI_SMALL,
                  .is_heading = heading };

  label.x = weft_style_px (style, 6);
  if (heading || row->in_group)
    label.x += weft_style_text_px (style, INDENT);
  label.size = weft_style_font_size (style, label.role);
  label.below = row->height >= 2 * weft_style_text_px (style, LINE);
  return label;
}

static int
measure (const WeftStyle *style, const Label *label, const char *text)
{
  return weft_glyph_atlas_measure (style->atlas, label->role, label->size, text, -1) + 1;
}

int
weft_track_layout_measure_labels (WeftTrackLayout *self, const WeftStyle *style)
{
  int width = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);
      Label label = get_label (self, style, row);
      g_autofree char *joined =
        label.unit != NULL && !label.below ? join_unit (label.title, label.unit) : NULL;
      int text = measure (style, &label, joined != NULL ? joined : label.title);

      if (label.unit != NULL && label.below)
        text = MAX (text, measure (style, &label, label.unit));
      width = MAX (width, label.x + text + weft_style_px (style, 4));
    }
  return width;
}

static void
paint_text (const WeftStyle *style, const Label *label, int y, int width, int height,
            WeftColorRole color, const char *text, WeftPaintList *list)
{
  weft_paint_list_text (list, label->x, y, width - label->x - weft_style_px (style, 4), height,
                        label->role, label->size, WEFT_ALIGN_START,
                        /* A heading ends with what tells it from others, such as a device. */
                        label->is_heading ? WEFT_FIT_MIDDLE : WEFT_FIT_END,
                        weft_style_color (style, color), text, -1);
}

static void
paint_label (WeftTrackLayout *self, const WeftStyle *style, const WeftTrackRow *row, int y,
             int width, WeftPaintList *list)
{
  Label label = get_label (self, style, row);
  int line = weft_style_text_px (style, LINE), top = y + (row->height - 2 * line) / 2;
  g_autofree char *joined = NULL;

  if (row->track == G_MAXUINT)
    {
      paint_arrow (style, row->collapsed, weft_style_px (style, 6), y, row->height, list);
      paint_text (style, &label, y, width, row->height, WEFT_COLOR_TEXT_MUTED, label.title, list);
    }
  else if (row->collapsed)
    return;
  else if (label.unit != NULL && label.below)
    {
      paint_text (style, &label, top, width, line, WEFT_COLOR_TEXT, label.title, list);
      paint_text (style, &label, top + line, width, line, WEFT_COLOR_TEXT_MUTED, label.unit, list);
    }
  else
    {
      joined = label.unit != NULL ? join_unit (label.title, label.unit) : NULL;
      paint_text (style, &label, y, width, row->height, WEFT_COLOR_TEXT,
                  joined != NULL ? joined : label.title, list);
    }
}

static void
paint_label_row (WeftTrackLayout *self, const WeftStyle *style, const WeftTrackRow *row, int y,
                 int width, gboolean current, WeftPaintList *list)
{
  int line = weft_style_px (style, 1);

  weft_paint_list_fill (list, 0, y, width, row->height, weft_style_color (style, WEFT_COLOR_PANE));
  if (row->pinned)
    weft_paint_list_fill (list, 0, y, weft_style_px (style, 3), row->height,
                          weft_style_color (style, WEFT_COLOR_ACCENT));
  if (current)
    weft_paint_list_fill (list, 0, y, width, row->height,
                          weft_style_color (style, WEFT_COLOR_SELECTION));
  paint_label (self, style, row, y, width, list);
  weft_paint_list_fill (list, 0, y + row->height - line, width, line,
                        weft_style_color (style, WEFT_COLOR_GRID_MINOR));
}

void
weft_track_layout_paint_labels (WeftTrackLayout *self, const WeftStyle *style, int top, int width,
                                int height, guint current, WeftPaintList *list)
{
  guint first = find_index (self, self->pinned_height + top);

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  for (guint i = first; i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);

      if (row->y - top >= height)
        break;
      paint_label_row (self, style, row, row->y - top, width, i == current, list);
    }
  /* The pinned ones lie above what is scrolled below them. */
  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (self->rows, WeftTrackRow, i);

      if (!row->pinned)
        return;
      paint_label_row (self, style, row, row->y, width, i == current, list);
    }
}

/* --- legend -------------------------------------------------------------------------------------------- */

static int
measure_legend (const WeftStyle *style, const char *text)
{
  return text != NULL
           ? weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI_SMALL,
                                       weft_style_font_size (style, WEFT_FONT_UI_SMALL), text, -1)
           : 0;
}

/* Returns where the text ends. */
static int
paint_legend_text (const WeftStyle *style, const char *text, int x, int y, int line,
                   WeftPaintList *list)
{
  int width = measure_legend (style, text);

  weft_paint_list_text (list, x, y, width + 1, line, WEFT_FONT_UI_SMALL,
                        weft_style_font_size (style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_START,
                        WEFT_FIT_END, weft_style_color (style, WEFT_COLOR_TEXT), text, -1);
  return x + width;
}

/* The colours of all amounts between the ends, in their places. */
static void
paint_ramp (const WeftStyle *style, const WeftTrackLegendEntry *entry, int x, int y, int width,
            int height, WeftPaintList *list)
{
  for (int i = 0; i < width; i++)
    {
      double share = (double) i / MAX (width - 1, 1);

      weft_paint_list_fill (list, x + i, y, 1, height,
                            weft_style_heat (style, entry->rooted ? sqrt (share) : share));
    }
  weft_paint_list_frame (list, x, y, width, height, 1, weft_style_color (style, WEFT_COLOR_GRID));
}

/* The name, and how many there are where that is said: (transfer full). */
static char *
name_entry (const WeftTrackLegendEntry *entry)
{
  g_autofree char *count = weft_number_count (entry->count);

  if (entry->count == 0)
    return g_strdup (entry->name);
  return g_strdup_printf ("%s (%s)", entry->name, count);
}

/* The colour, or the ramp between its amounts after the name: `gap` lies between parts. */
static void
paint_entry (const WeftStyle *style, const WeftTrackLegendEntry *entry, int x, int y, int gap,
             WeftPaintList *list)
{
  int line = weft_style_text_px (style, LEGEND_LINE), top = y + line / 5, height = line * 3 / 5;
  int swatch = weft_style_text_px (style, entry->low != NULL ? LEGEND_RAMP : LEGEND_SWATCH);
  g_autofree char *text = NULL;

  if (entry->low != NULL)
    {
      x = paint_legend_text (style, entry->name, x, y, line, list) + gap;
      x = paint_legend_text (style, entry->low, x, y, line, list) + gap;
      paint_ramp (style, entry, x, top, swatch, height, list);
      paint_legend_text (style, entry->high, x + swatch + gap, y, line, list);
      return;
    }
  weft_paint_list_fill (list, x, top, swatch, height, entry->color);
  if (entry->hatched)
    weft_paint_list_hatch (list, x, top, swatch, height, WEFT_HATCH_UP,
                           CLAMP (weft_style_px (style, 6), 3, 64),
                           weft_style_color (style, WEFT_COLOR_WAIT_HATCH));
  if (entry->unknown)
    weft_row_colors_hatch (style, x, top, swatch, height, list);
  weft_paint_list_frame (list, x, top, swatch, height, 1,
                         weft_style_border_of (style, entry->color));
  text = name_entry (entry);
  paint_legend_text (style, text, x + swatch + gap, y, line, list);
}

static int
measure_entry (const WeftStyle *style, const WeftTrackLegendEntry *entry, int gap)
{
  g_autofree char *text = name_entry (entry);
  int width = measure_legend (style, text) + gap;

  if (entry->low == NULL)
    return width + weft_style_text_px (style, LEGEND_SWATCH);
  return width + weft_style_text_px (style, LEGEND_RAMP) + measure_legend (style, entry->low)
         + measure_legend (style, entry->high) + 2 * gap;
}

/* Walks along the legend's entries; paints where there is a list. Returns the height. */
static int
walk_legend (WeftTrackLayout *self, const WeftStyle *style, int x, int y, int width,
             WeftPaintList *list)
{
  const WeftTrackPainter *painter = self->scene->painter;
  WeftTrackLegendEntry entries[MAX_LEGEND] = { { NULL } };
  int line = weft_style_text_px (style, LEGEND_LINE), gap = weft_style_px (style, LEGEND_GAP);
  int left = x + weft_style_px (style, 6), at = left, top = y;
  guint n = painter->get_legend != NULL
              ? painter->get_legend (self->scene->data, style, entries, MAX_LEGEND)
              : 0;

  for (guint i = 0; i < n; i++)
    {
      int whole = measure_entry (style, &entries[i], gap);

      if (at + whole > x + width && at > left)
        {
          at = left;
          top += line;
        }
      if (list != NULL)
        paint_entry (style, &entries[i], at, top, gap, list);
      at += whole + weft_style_px (style, 14);
    }
  return n > 0 ? top + line - y : 0;
}

int
weft_track_layout_measure_legend (WeftTrackLayout *self, const WeftStyle *style, int width)
{
  return walk_legend (self, style, 0, 0, width, NULL);
}

void
weft_track_layout_paint_legend (WeftTrackLayout *self, const WeftStyle *style, int x, int y,
                                int width, WeftPaintList *list)
{
  int height = walk_legend (self, style, x, y, width, NULL);

  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  walk_legend (self, style, x, y, width, list);
}
