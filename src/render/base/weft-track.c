/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track.h"

#include <math.h>

/* The names of boxes that are so wide, in logical pixels, follow what is in sight of them. */
#define LONG_WIDTH 120

/* Texts are cut in boxes of this width, in logical pixels; in smaller ones they stand whole. A part of a
 * number is another number, so numbers need a wider one. */
#define CUT_WIDTH 40
#define NUMBER_CUT_WIDTH 72

/* --- scenes ------------------------------------------------------------------------------------- */

static const char *
keep_string (WeftTrackScene *self, const char *string)
{
  return string != NULL ? g_string_chunk_insert_const (self->strings, string) : NULL;
}

WeftTrackScene *
weft_track_scene_new (const WeftTrackPainter *painter, gpointer data, GDestroyNotify free_data,
                      const WeftTrack *tracks, guint n_tracks)
{
  WeftTrackScene *self = g_new0 (WeftTrackScene, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->painter = painter;
  self->data = data;
  self->free_data = free_data;
  self->strings = g_string_chunk_new (1024);
  self->n_tracks = n_tracks;
  self->tracks = g_new (WeftTrack, n_tracks);
  for (guint i = 0; i < n_tracks; i++)
    {
      self->tracks[i] = tracks[i];
      self->tracks[i].title = keep_string (self, tracks[i].title);
      self->tracks[i].group = keep_string (self, tracks[i].group);
      self->tracks[i].unit = keep_string (self, tracks[i].unit);
    }
  return self;
}

WeftTrackScene *
weft_track_scene_ref (WeftTrackScene *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_track_scene_unref (WeftTrackScene *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_string_chunk_free (self->strings);
  g_free (self->tracks);
  g_free (self);
}

const WeftTrack *
weft_track_scene_find (WeftTrackScene *self, guint32 id)
{
  for (guint i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].id == id)
      return &self->tracks[i];
  return NULL;
}

/* --- for painters --------------------------------------------------------------------------------- */

int
weft_track_view_x (const WeftTrackView *view, gint64 tick)
{
  /* Rounded before the list's place is taken away, so that every tile has the same pixel. */
  return weft_paint_coord (floor (weft_axis_to_px (&view->axis, tick) + 0.5) - (double) view->x);
}

gint64
weft_track_view_tick (const WeftTrackView *view, double x)
{
  return weft_axis_to_tick (&view->axis, (double) view->x + x);
}

void
weft_track_view_column (const WeftTrackView *view, int x, gint64 *first, gint64 *last)
{
  *first = weft_track_view_tick (view, x);
  *last = weft_track_view_tick (view, (double) x + 1);
  if (*last <= *first && *first < G_MAXINT64)
    *last = *first + 1;
}

void
weft_track_paint_name (WeftPaintList *list, const WeftStyle *style, double left, double right,
                       int y, int height, WeftColor color, const char *text)
{
  double size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  int inset = weft_style_px (style, 3),
      least = weft_style_text_px (style, g_ascii_isdigit (*text) ? NUMBER_CUT_WIDTH : CUT_WIDTH);
  int width = weft_paint_coord (right - left) - 2 * inset;

  weft_paint_list_text (list, weft_paint_coord (left) + inset, y, width, height, WEFT_FONT_UI_SMALL,
                        size, WEFT_ALIGN_START, width < least ? WEFT_FIT_WHOLE : WEFT_FIT_END,
                        color, text, -1);
}

static gint64
to_picture (double px)
{
  return (gint64) CLAMP (px, -1e18, 1e18);
}

static void
write_name (const WeftTrackView *view, WeftPaintList *list, gint64 first, gint64 last, int y,
            int height, WeftColor color, const char *text)
{
  double left = floor (weft_axis_to_px (&view->axis, first) + 0.5),
         right = floor (weft_axis_to_px (&view->axis, last) + 0.5);

  if (view->names != NULL && right - left >= weft_style_text_px (view->style, LONG_WIDTH))
    {
      weft_track_names_add (view->names, &(WeftTrackName){ .x0 = to_picture (left),
                                                           .x1 = to_picture (right),
                                                           .y = view->top + y,
                                                           .height = height,
                                                           .color = color,
                                                           .text = text });
      return;
    }
  left -= (double) view->x;
  right -= (double) view->x;
  if (view->sight > 0)
    {
      left = MAX (left, view->sight);
      right = MIN (right, view->width);
    }
  weft_track_paint_name (list, view->style, left, right, y, height, color, text);
}

void
weft_track_view_box (const WeftTrackView *view, WeftPaintList *list, gint64 first, gint64 last,
                     int y, int height, WeftColor color, const char *text)
{
  int x0 = weft_track_view_x (view, first), x1 = weft_track_view_x (view, last);
  int width = MAX (x1 - x0, 1), least = weft_style_text_px (view->style, 12);

  y += view->y + 1;
  height = MAX (height - 2, 1);
  weft_paint_list_fill (list, x0, y, width, height, color);
  if (width >= 3 && height >= 3)
    weft_paint_list_frame (list, x0, y, width, height, 1,
                           weft_style_border_of (view->style, color));
  if (text != NULL && width >= least && height >= weft_style_text_px (view->style, 11))
    write_name (view, list, first, last, y, height, weft_color_text_on (color), text);
}

void
weft_track_hit_clear (WeftTrackHit *hit)
{
  g_free (hit->text);
  *hit = (WeftTrackHit){ .on_track = FALSE };
}

void
weft_track_hit_set (WeftTrackHit *hit, guint32 track, guint32 thing, gint64 first, gint64 last,
                    char *text)
{
  hit->on_track = TRUE;
  hit->track = track;
  hit->thing = thing;
  hit->first = first;
  hit->last = MAX (last, first + (first < G_MAXINT64));
  g_free (hit->text);
  hit->text = text;
}

void
weft_track_hit_copy (const WeftTrackHit *from, WeftTrackHit *to)
{
  char *text = g_strdup (from->text);

  weft_track_hit_clear (to);
  *to = *from;
  to->text = text;
}
