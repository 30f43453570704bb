/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-picture.h"

#include <glib/gi18n-lib.h>

#include "weft-axis-link.h"
#include "weft-export-dialog.h"

/* Logical pixels. */
#define HEADER_HEIGHT 26
#define NAME_HEIGHT 22
#define PADDING 8

/* A lane as it was when the picture was made. */
typedef struct
{
  char *name;
  WeftPrintable *state; /* NULL: there is nothing to be drawn */
  WeftTimeMap map;
  int weight; /* of its height beside those of the others */
} Lane;

struct _WeftWorkspacePicture
{
  GObject parent_instance;

  char *title;
  WeftTimeAxis *axis;
  WeftStyle *style;
  GArray *lanes; /* Lane */
};

static void printable_init (WeftPrintableInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftWorkspacePicture, weft_workspace_picture, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, printable_init))

/* --- on a worker -------------------------------------------------------------------------------- */

typedef struct
{
  char *name;
  WeftPrint print;
  gboolean is_empty;
  WeftTimeSpan span; /* of its own time */
  int weight;
} PrintLane;

typedef struct
{
  char *title;
  GArray *lanes; /* PrintLane */
  WeftTimeUnit unit;
  WeftTimeSpan span; /* of the shared time */
} Print;

static void
clear_print_lane (gpointer data)
{
  PrintLane *lane = data;

  g_free (lane->name);
  if (!lane->is_empty)
    lane->print.free_data (lane->print.data);
}

static void
print_free (gpointer data)
{
  Print *print = data;

  g_free (print->title);
  g_array_unref (print->lanes);
  g_free (print);
}

static void
paint_words (const WeftStyle *style, WeftFontRole role, int y, int width, int height,
             const char *text, WeftPaintList *list)
{
  int padding = weft_style_px (style, PADDING);

  weft_paint_list_text (list, padding, y, width - 2 * padding, height, role,
                        weft_style_font_size (style, role), WEFT_ALIGN_START, WEFT_FIT_MIDDLE,
                        weft_style_color (style, WEFT_COLOR_TEXT), text, -1);
}

static void
paint_ruler (const Print *print, const WeftStyle *style, int y, int width, int height,
             WeftPaintList *list)
{
  int labels = weft_style_px (style, WEFT_WORKSPACE_LABEL_WIDTH);
  const WeftTimeUnit *unit = &print->unit;
  WeftAxis axis = { .origin = print->span.start,
                    .origin_fraction = print->span.fraction,
                    .ticks_per_px = print->span.length / MAX (width - labels, 1),
                    .zero = unit->zero,
                    .ticks_per_unit = unit->ticks_per_unit,
                    .unit = unit->unit,
                    .unit_name = unit->name != NULL ? _ (unit->name) : NULL };

  weft_axis_paint_ruler (&axis, style, list, labels, y, width - labels, height, NULL);
}

/* Clipped to its part of the whole. */
static void
add_lane (const PrintLane *lane, WeftStyle *style, int y, int width, int height, GArray *parts)
{
  WeftPicturePart part = { weft_paint_list_new (), 0, y };
  const WeftPrintLane place = { weft_style_px (style, WEFT_WORKSPACE_LABEL_WIDTH), lane->span };

  weft_paint_list_push_clip (part.list, 0, 0, width, height);
  if (lane->is_empty)
    weft_paint_list_fill (part.list, 0, 0, width, height,
                          weft_style_color (style, WEFT_COLOR_CANVAS));
  else
    lane->print.paint (lane->print.data, style, width, height, &place, part.list);
  weft_paint_list_pop_clip (part.list);
  g_array_append_val (parts, part);
}

static void
paint_parts (gpointer data, WeftStyle *style, int width, int height, GArray *parts)
{
  const Print *print = data;
  WeftPicturePart frame = { weft_paint_list_new (), 0, 0 };
  int header = weft_style_text_px (style, HEADER_HEIGHT), ruler = weft_axis_ruler_height (style);
  int name = weft_style_text_px (style, NAME_HEIGHT), y = header + ruler, weights = 0, room;

  weft_paint_list_fill (frame.list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  paint_words (style, WEFT_FONT_UI_BOLD, 0, width, header, print->title, frame.list);
  paint_ruler (print, style, header, width, ruler, frame.list);
  g_array_append_val (parts, frame);
  for (guint i = 0; i < print->lanes->len; i++)
    weights += g_array_index (print->lanes, PrintLane, i).weight;
  room = MAX (height - y - (int) print->lanes->len * name, 0);
  for (guint i = 0; i < print->lanes->len; i++)
    {
      const PrintLane *lane = &g_array_index (print->lanes, PrintLane, i);
      int its = (int) ((gint64) room * lane->weight / weights);

      paint_words (style, WEFT_FONT_UI_BOLD, y, width, name, lane->name, frame.list);
      add_lane (lane, style, y + name, width, its, parts);
      y += name + its;
    }
}

/* --- what there is now -------------------------------------------------------------------------- */

static WeftTimeSpan
get_span (WeftTimeAxis *axis, gboolean whole)
{
  WeftTimeSpan span = *weft_time_axis_get_visible (axis);
  gint64 first, last;

  if (span.length > 0 && !whole)
    return span;
  if (!weft_time_axis_get_range (axis, &first, &last))
    return (WeftTimeSpan){ 0, 0, 1 };
  return (WeftTimeSpan){ first, 0, (double) last - (double) first };
}

static WeftPrint
copy (WeftPrintable *printable, gboolean whole)
{
  WeftWorkspacePicture *self = WEFT_WORKSPACE_PICTURE (printable);
  Print *print = g_new0 (Print, 1);

  print->title = g_strdup (self->title);
  print->unit = *weft_time_axis_get_unit (self->axis);
  print->span = get_span (self->axis, whole);
  print->lanes = g_array_new (FALSE, TRUE, sizeof (PrintLane));
  g_array_set_clear_func (print->lanes, clear_print_lane);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const Lane *lane = &g_array_index (self->lanes, Lane, i);
      PrintLane copied = { .name = g_strdup (lane->name),
                           .is_empty = lane->state == NULL,
                           .weight = lane->weight };

      if (lane->state != NULL)
        {
          copied.print = weft_printable_copy (lane->state, whole);
          copied.span = weft_axis_link_find_span (&lane->map, &print->span);
        }
      g_array_append_val (print->lanes, copied);
    }
  return (WeftPrint){ NULL, paint_parts, print, print_free };
}

static WeftStyle *
get_style (WeftPrintable *printable)
{
  return WEFT_WORKSPACE_PICTURE (printable)->style;
}

static void
printable_init (WeftPrintableInterface *iface)
{
  iface->copy = copy;
  iface->get_style = get_style;
}

/* --- the object --------------------------------------------------------------------------------- */

static void
clear_lane (gpointer data)
{
  Lane *lane = data;

  g_free (lane->name);
  g_clear_object (&lane->state);
}

static void
weft_workspace_picture_finalize (GObject *object)
{
  WeftWorkspacePicture *self = WEFT_WORKSPACE_PICTURE (object);

  g_free (self->title);
  g_clear_object (&self->axis);
  g_clear_pointer (&self->style, weft_style_unref);
  g_array_unref (self->lanes);
  G_OBJECT_CLASS (weft_workspace_picture_parent_class)->finalize (object);
}

static void
weft_workspace_picture_class_init (WeftWorkspacePictureClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_workspace_picture_finalize;
}

static void
weft_workspace_picture_init (WeftWorkspacePicture *self)
{
  self->lanes = g_array_new (FALSE, TRUE, sizeof (Lane));
  g_array_set_clear_func (self->lanes, clear_lane);
}

static void
add (WeftWorkspacePicture *self, WeftWorkspaceLane *lane)
{
  WeftDocument *document = weft_workspace_lane_get_document (lane);
  WeftViewState *state = weft_document_get_state (document);
  Lane added = { .name = g_strdup (weft_document_get_title (document)),
                 .weight = MAX (gtk_widget_get_height (GTK_WIDGET (lane)), 1) };

  if (WEFT_IS_PRINTABLE (state) && weft_workspace_lane_get_map (lane, &added.map))
    added.state = g_object_ref (WEFT_PRINTABLE (state));
  g_array_append_val (self->lanes, added);
}

WeftWorkspacePicture *
weft_workspace_picture_new (const char *title, WeftTimeAxis *axis, WeftStyle *style,
                            GtkWidget *lanes)
{
  WeftWorkspacePicture *self = g_object_new (WEFT_TYPE_WORKSPACE_PICTURE, NULL);

  self->title = g_strdup (title);
  self->axis = g_object_ref (axis);
  self->style = weft_style_ref (style);
  for (GtkWidget *lane = gtk_widget_get_first_child (lanes); lane != NULL;
       lane = gtk_widget_get_next_sibling (lane))
    add (self, WEFT_WORKSPACE_LANE (lane));
  return self;
}

void
weft_workspace_picture_export (WeftWorkspacePicture *self, GtkWidget *widget)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (widget));

  gtk_window_present (GTK_WINDOW (
    weft_export_dialog_new (window, WEFT_PRINTABLE (self), self->title,
                            gtk_widget_get_width (widget), gtk_widget_get_height (widget))));
}
