/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-figure.h"

/* Logical pixels; those of text at text scale 1. */
#define HEADER_HEIGHT 26
#define MINIMAP_HEIGHT 36
#define MIN_LABELS 90
#define MAX_LABELS 320
#define MIN_CANVAS 60

/* Where the parts stand, in device pixels. */
typedef struct
{
  int header;
  int minimap; /* 0: there is none */
  int ruler;
  int legend; /* 0: there is none */
  int labels; /* width */
  int top;    /* of the canvas */
  int height;
} Parts;

static void
lay_out (const WeftTrackFigure *self, Parts *parts)
{
  WeftTrackScene *scene = self->layout->scene;

  if (self->bare)
    {
      *parts = (Parts){ .labels = self->label_width, .height = self->height };
      return;
    }
  parts->header = self->title != NULL ? weft_style_text_px (self->style, HEADER_HEIGHT) : 0;
  parts->ruler = weft_axis_ruler_height (self->style);
  parts->minimap =
    scene->painter->paint_minimap != NULL ? weft_style_px (self->style, MINIMAP_HEIGHT) : 0;
  parts->legend = weft_track_layout_measure_legend (self->layout, self->style, self->width);
  parts->labels = CLAMP (weft_track_layout_measure_labels (self->layout, self->style),
                         weft_style_text_px (self->style, MIN_LABELS),
                         weft_style_text_px (self->style, MAX_LABELS));
  parts->labels = MIN (parts->labels, self->width / 3);
  parts->top = parts->header + parts->minimap + parts->ruler;
  /* Explanations give way to what is shown. */
  if (self->title == NULL
      || self->height - parts->top - parts->legend < weft_style_px (self->style, MIN_CANVAS))
    {
      parts->top -= parts->minimap;
      parts->minimap = 0;
      parts->legend = 0;
    }
  parts->height = MAX (self->height - parts->top - parts->legend, 0);
}

/* An axis on which [first, last) fills `width` pixels. */
static WeftAxis
get_axis (const WeftTrackFigure *self, gint64 first, gint64 last, int width)
{
  return (WeftAxis){
    .origin = first,
    .ticks_per_px = ((double) last - (double) first) / MAX (width, 1),
    .zero = self->zero,
    .ticks_per_unit = 1,
    .unit = self->time_unit != NULL ? WEFT_AXIS_COUNT : WEFT_AXIS_NANOSECONDS,
    .unit_name = self->time_unit,
    .hertz = self->hertz,
  };
}

/* That of the canvas. */
static WeftAxis
get_canvas_axis (const WeftTrackFigure *self, int width)
{
  WeftAxis axis = get_axis (self, self->first, self->last, width);

  if (self->bare)
    {
      axis.origin_fraction = self->fraction;
      axis.ticks_per_px = self->length / MAX (width, 1);
    }
  return axis;
}

static void
paint_header (const WeftTrackFigure *self, const Parts *parts, WeftPaintList *list)
{
  const WeftStyle *style = self->style;
  const char *summary = self->summary != NULL ? self->summary : "";
  double size = weft_style_font_size (style, WEFT_FONT_UI);
  int padding = weft_style_px (style, 8);
  int wanted = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI, size, summary, -1) + 1;
  int room = self->width - 3 * padding, right = MIN (wanted, room * 2 / 3);

  weft_paint_list_text (list, padding, 0, room - right, parts->header, WEFT_FONT_UI_BOLD,
                        weft_style_font_size (style, WEFT_FONT_UI_BOLD), WEFT_ALIGN_START,
                        WEFT_FIT_MIDDLE, weft_style_color (style, WEFT_COLOR_TEXT), self->title,
                        -1);
  weft_paint_list_text (list, self->width - padding - right, 0, right, parts->header, WEFT_FONT_UI,
                        size, WEFT_ALIGN_END, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), summary, -1);
}

/* The whole trace, and a veil over what the canvas does not show of it. */
static void
paint_minimap (const WeftTrackFigure *self, const Parts *parts, WeftPaintList *list)
{
  WeftTrackScene *scene = self->layout->scene;
  WeftTrackView view = {
    .axis = get_axis (self, self->trace_first, self->trace_last, self->width),
    .width = self->width,
    .y = parts->header,
    .height = parts->minimap,
    .first = self->trace_first,
    .last = self->trace_last,
    .style = self->style,
  };
  WeftColor veil = weft_color_with_alpha (weft_style_color (self->style, WEFT_COLOR_PANE), 0xb0);
  int x0 = weft_track_view_x (&view, self->first), x1 = weft_track_view_x (&view, self->last);

  weft_paint_list_fill (list, 0, view.y, view.width, view.height,
                        weft_style_color (self->style, WEFT_COLOR_CANVAS));
  scene->painter->paint_minimap (scene->data, &view, list);
  weft_paint_list_fill (list, 0, view.y, x0, view.height, veil);
  weft_paint_list_fill (list, x1, view.y, self->width - x1, view.height, veil);
}

void
weft_track_figure_paint (const WeftTrackFigure *self, WeftPaintList *list)
{
  g_autoptr (WeftTrackLayout) layout = NULL;
  Parts parts;
  WeftAxis axis;
  int width;

  lay_out (self, &parts);
  layout = self->fills ? weft_track_layout_fill (self->layout, parts.height)
                       : weft_track_layout_ref (self->layout);
  width = self->width - parts.labels;
  axis = get_canvas_axis (self, width);
  weft_paint_list_push_clip (list, parts.labels, parts.top, width, parts.height);
  /* The layout paints with its corner at (0, 0): as if the figure were all of the picture. */
  weft_axis_scroll (&axis, -parts.labels);
  weft_track_layout_paint_still (layout, &axis, self->style, width, parts.labels, -parts.top,
                                 self->width, parts.top + parts.height, list);
  weft_paint_list_pop_clip (list);

  weft_paint_list_fill (list, 0, 0, self->width, parts.top,
                        weft_style_color (self->style, WEFT_COLOR_PANE));
  if (parts.header > 0)
    paint_header (self, &parts, list);
  if (parts.minimap > 0)
    paint_minimap (self, &parts, list);
  axis = get_axis (self, self->first, self->last, width);
  if (parts.ruler > 0)
    weft_axis_paint_ruler (&axis, self->style, list, parts.labels, parts.top - parts.ruler, width,
                           parts.ruler, NULL);
  weft_paint_list_push_clip (list, 0, parts.top, parts.labels, parts.height);
  weft_track_layout_paint_labels (layout, self->style, -parts.top, parts.labels,
                                  parts.top + parts.height, G_MAXUINT, list);
  weft_paint_list_pop_clip (list);
  if (parts.legend > 0)
    weft_track_layout_paint_legend (self->layout, self->style, 0, self->height - parts.legend,
                                    self->width, list);
}
