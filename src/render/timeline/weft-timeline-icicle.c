/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-icicle.h"

#include "weft-number.h"
#include "weft-timeline-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Logical pixels, those of rows at text scale 1. */
#define ROW_HEIGHT 19
#define HEADER_HEIGHT 26
#define TEXT_WIDTH 18
#define CUT_WIDTH 48
#define MIN_BORDER 4

/* How far nodes step back where another name stands out, and those around the one that fills the width. */
#define STEP_BACK 0.78
#define AROUND 0.5

static int
get_row_height (const WeftTimelineIcicle *self)
{
  return weft_style_text_px (self->style, ROW_HEIGHT);
}

int
weft_timeline_icicle_measure (const WeftTimelineIcicle *self)
{
  return (int) self->flame->n_depths * get_row_height (self);
}

/* The nanoseconds that fill the width, and from where on. */
static void
get_window (const WeftTimelineIcicle *self, double *left, double *width)
{
  *left = 0;
  *width = (double) self->flame->total;
  if (self->root < self->flame->n_nodes)
    {
      *left = self->flame->nodes[self->root].left;
      *width = self->flame->nodes[self->root].width;
    }
  *width = MAX (*width, 1e-9);
}

/* Edges are rounded, so that neighbours touch. */
static void
get_edges (const WeftTimelineIcicle *self, int width, const WeftTimelineFlameNode *node, int *x0,
           int *x1)
{
  double left, all;

  get_window (self, &left, &all);
  *x0 = weft_paint_coord (floor (CLAMP ((node->left - left) / all, 0, 1) * width + 0.5));
  *x1 =
    weft_paint_coord (floor (CLAMP ((node->left + node->width - left) / all, 0, 1) * width + 0.5));
}

gboolean
weft_timeline_icicle_get_box (const WeftTimelineIcicle *self, int width, guint32 node, int *x,
                              int *y, int *box_width, int *height)
{
  int x1;

  if (node >= self->flame->n_nodes)
    return FALSE;
  get_edges (self, width, &self->flame->nodes[node], x, &x1);
  *y = (int) self->flame->nodes[node].depth * get_row_height (self);
  *box_width = x1 - *x;
  *height = get_row_height (self);
  return *box_width > 0;
}

/* --- painting ------------------------------------------------------------------------------------- */

static WeftColor
get_color (const WeftTimelineIcicle *self, guint32 index)
{
  const WeftTimelineFlameNode *node = &self->flame->nodes[index];
  WeftColor color = weft_timeline_colors_get_name (self->colors, self->style, node->name);
  WeftColor idle = weft_style_color (self->style, WEFT_COLOR_IDLE);

  if (self->name != WEFT_NO_NAME)
    return node->name == self->name ? color : weft_color_blend (color, idle, STEP_BACK);
  if (self->root < self->flame->n_nodes && node->depth < self->flame->nodes[self->root].depth)
    return weft_color_blend (color, idle, AROUND);
  return color;
}

static void
paint_node (const WeftTimelineIcicle *self, guint32 index, int x0, int x1, int y,
            WeftPaintList *list)
{
  WeftTimelineTrace *trace = self->flame->tree->snapshot->trace;
  const WeftTimelineFlameNode *node = &self->flame->nodes[index];
  const char *name = weft_timeline_trace_get_name (trace, node->name);
  WeftColor color = get_color (self, index);
  int height = get_row_height (self) - 1, inset = weft_style_px (self->style, 3);
  int width = x1 - x0;

  weft_paint_list_fill (list, x0, y, width, height, color);
  if (width >= MIN_BORDER)
    weft_paint_list_frame (list, x0, y, width, height, 1,
                           weft_style_border_of (self->style, color));
  if (index == self->selected)
    weft_paint_list_frame (list, x0, y, width, height, weft_style_px (self->style, 2),
                           weft_style_color (self->style, WEFT_COLOR_SELECTION_EDGE));
  if (width >= weft_style_text_px (self->style, TEXT_WIDTH))
    weft_paint_list_text (list, x0 + inset, y, width - 2 * inset, height, WEFT_FONT_UI_SMALL,
                          weft_style_font_size (self->style, WEFT_FONT_UI_SMALL), WEFT_ALIGN_START,
                          width < weft_style_text_px (self->style, CUT_WIDTH) ? WEFT_FIT_WHOLE
                                                                              : WEFT_FIT_END,
                          weft_color_text_on (color), name != NULL ? name : "—", -1);
}

/* Nodes narrower than a pixel are one of their parent's columns, in grey: something is there. Those
 * below are narrower still. */
static void
paint_nodes (const WeftTimelineIcicle *self, int x, int y, int width, int bottom,
             WeftPaintList *list)
{
  const WeftTimelineFlame *flame = self->flame;
  g_autofree int *painted = g_new (int, flame->n_depths + 1);
  WeftColor grey = weft_style_color (self->style, WEFT_COLOR_HOST);
  double left, all;

  for (guint i = 0; i <= flame->n_depths; i++)
    painted[i] = -1;
  get_window (self, &left, &all);
  for (guint32 i = 0; i < flame->n_nodes;)
    {
      const WeftTimelineFlameNode *node = &flame->nodes[i];
      int row = y + (int) node->depth * get_row_height (self), x0, x1;

      if (node->left + node->width <= left || node->left >= left + all || row >= bottom)
        {
          i = node->end;
          continue;
        }
      get_edges (self, width, node, &x0, &x1);
      if (x1 > x0)
        {
          paint_node (self, i, x + x0, x + x1, row, list);
          i++;
          continue;
        }
      if (x0 != painted[node->depth] && x0 < width)
        weft_paint_list_fill (list, x + x0, row, 1, get_row_height (self) - 1, grey);
      painted[node->depth] = x0;
      i = node->end;
    }
}

void
weft_timeline_icicle_paint (const WeftTimelineIcicle *self, WeftPaintList *list, int x, int y,
                            int width, int height)
{
  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height,
                        weft_style_color (self->style, WEFT_COLOR_CANVAS));
  paint_nodes (self, x, y, width, y + height, list);
  weft_paint_list_pop_clip (list);
}

void
weft_timeline_icicle_paint_figure (const WeftTimelineIcicle *self, const char *title,
                                   const char *summary, WeftPaintList *list, int width, int height)
{
  const WeftStyle *style = self->style;
  int header = weft_style_text_px (style, HEADER_HEIGHT), padding = weft_style_px (style, 8);
  int room = (width - 3 * padding) / 2;

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_text (list, padding, 0, room, header, WEFT_FONT_UI_BOLD,
                        weft_style_font_size (style, WEFT_FONT_UI_BOLD), WEFT_ALIGN_START,
                        WEFT_FIT_MIDDLE, weft_style_color (style, WEFT_COLOR_TEXT), title, -1);
  weft_paint_list_text (list, width - padding - room, 0, room, header, WEFT_FONT_UI,
                        weft_style_font_size (style, WEFT_FONT_UI), WEFT_ALIGN_END, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), summary, -1);
  weft_timeline_icicle_paint (self, list, 0, header, width, MAX (height - header, 0));
}

/* --- finding -------------------------------------------------------------------------------------- */

guint32
weft_timeline_icicle_hit_test (const WeftTimelineIcicle *self, int width, double px, double py)
{
  double left, all;

  if (px < 0 || px >= width || py < 0 || py >= weft_timeline_icicle_measure (self))
    return WEFT_TIMELINE_NO_NODE;
  get_window (self, &left, &all);
  return weft_timeline_flame_find (self->flame, (guint) (py / get_row_height (self)),
                                   left + (px + 0.5) / width * all);
}

char *
weft_timeline_icicle_describe (const WeftTimelineFlame *flame, guint32 index)
{
  const WeftTimelineFlameNode *node = &flame->nodes[index];
  const WeftTimelineFlameNode *parent =
    node->parent < flame->n_nodes ? &flame->nodes[node->parent] : NULL;
  g_autofree char *name = weft_timeline_format_name (flame->tree->snapshot, node->name);
  g_autofree char *slices = weft_timeline_format_slices (node->count);
  g_autofree char *total = weft_timeline_format_time (node->total);
  g_autofree char *self = weft_timeline_format_time (node->self);
  g_autofree char *share =
    weft_number_percent (100 * (double) node->total / (double) MAX (flame->total, 1));
  g_autofree char *of_parent = NULL;

  if (parent == NULL)
    /* TRANSLATORS: a name; how often it ran; how long in all, and of that alone; a share */
    return g_strdup_printf (_ ("%s\n%s · total %s · self %s\n%s of all"), name, slices, total, self,
                            share);
  of_parent = weft_number_percent (100 * (double) node->total / (double) MAX (parent->total, 1));
  return g_strdup_printf (_ ("%s\n%s · total %s · self %s\n%s of all, %s of what called it"), name,
                          slices, total, self, share, of_parent);
}
