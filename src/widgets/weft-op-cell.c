/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-op-cell.h"

#include <glib/gi18n-lib.h>

/* Where the label that cells are like keeps the height of a line. */
#define LINE_HEIGHT "weft-line-height"

/* What was flushed steps back, and still reads: 4.5:1 and more on either theme. */
#define FLUSHED_ALPHA 0.7

struct _WeftOpCell
{
  GtkWidget parent_instance;

  WeftOpKey key;
  gboolean align_right;
  GtkWidget *like;
  WeftOpItem *item;
  char *text;
  gboolean flushed;
  PangoLayout *layout; /* of the text; NULL: not drawn yet */
};

G_DEFINE_FINAL_TYPE (WeftOpCell, weft_op_cell, GTK_TYPE_WIDGET)

static PangoLayout *
get_layout (WeftOpCell *self)
{
  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (self->like, self->text);
      pango_layout_set_attributes (self->layout, gtk_label_get_attributes (GTK_LABEL (self->like)));
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (self->layout, gtk_widget_get_width (GTK_WIDGET (self)) * PANGO_SCALE);
      pango_layout_set_alignment (self->layout,
                                  self->align_right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
    }
  return self->layout;
}

static void
drop_layout (WeftOpCell *self)
{
  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update (WeftOpCell *self)
{
  g_autofree char *text =
    self->item != NULL ? weft_op_item_get_text (self->item, self->key) : g_strdup ("");
  gboolean flushed = self->item != NULL && weft_op_item_get_op (self->item)->state == WEFT_OP_FLUSHED;

  if (g_strcmp0 (text, self->text) == 0 && flushed == self->flushed)
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  self->flushed = flushed;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text,
                                  -1);
  drop_layout (self);
}

static int
line_height (GtkWidget *like)
{
  int height = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (like), LINE_HEIGHT));

  if (height == 0)
    {
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (like, "0");

      pango_layout_get_pixel_size (layout, NULL, &height);
      g_object_set_data (G_OBJECT (like), LINE_HEIGHT, GINT_TO_POINTER (height));
    }
  return height;
}

static void
weft_op_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size G_GNUC_UNUSED,
                      int *minimum, int *natural, int *minimum_baseline G_GNUC_UNUSED,
                      int *natural_baseline G_GNUC_UNUSED)
{
  /* Columns have widths of their own. */
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = line_height (WEFT_OP_CELL (widget)->like);
}

static void
weft_op_cell_size_allocate (GtkWidget *widget, int width, int height G_GNUC_UNUSED,
                            int baseline G_GNUC_UNUSED)
{
  WeftOpCell *self = WEFT_OP_CELL (widget);

  if (self->layout != NULL && pango_layout_get_width (self->layout) != width * PANGO_SCALE)
    drop_layout (self);
}

static void
weft_op_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftOpCell *self = WEFT_OP_CELL (widget);
  PangoLayout *layout = get_layout (self);
  GdkRGBA color;
  int height;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (self->flushed)
    color.alpha *= FLUSHED_ALPHA;
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (0, (gtk_widget_get_height (widget) - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

/* What does not fit into the cell, and why a number is not exact. */
static const char *
describe (WeftOpCell *self)
{
  switch (self->key)
    {
    case WEFT_OP_KEY_LABEL:
      if (pango_layout_is_ellipsized (get_layout (self)) || g_str_has_suffix (self->text, " …"))
        return weft_op_item_get_label (self->item);
      return NULL;
    case WEFT_OP_KEY_STALL:
      return !g_str_has_prefix (self->text, "≈")
               ? NULL
               : _("Estimated, as the log has only one lane: the cycles that stages lasted beyond "
                   "the shortest of their kind");
    case WEFT_OP_KEY_LATENCY:
      return !g_str_has_prefix (self->text, "≥")
               ? NULL
               : _("So far: the op was neither retired nor flushed");
    default:
      return NULL;
    }
}

static gboolean
weft_op_cell_query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
                            gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip)
{
  WeftOpCell *self = WEFT_OP_CELL (widget);
  const char *text = self->item != NULL ? describe (self) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Another font may make other lines. */
static void
weft_op_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (weft_op_cell_parent_class)->system_setting_changed (widget, setting);
  g_object_set_data (G_OBJECT (WEFT_OP_CELL (widget)->like), LINE_HEIGHT, NULL);
  drop_layout (WEFT_OP_CELL (widget));
  gtk_widget_queue_resize (widget);
}

static void
weft_op_cell_dispose (GObject *object)
{
  WeftOpCell *self = WEFT_OP_CELL (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_object (&self->item);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (weft_op_cell_parent_class)->dispose (object);
}

static void
weft_op_cell_finalize (GObject *object)
{
  g_free (WEFT_OP_CELL (object)->text);
  G_OBJECT_CLASS (weft_op_cell_parent_class)->finalize (object);
}

static void
weft_op_cell_class_init (WeftOpCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_op_cell_dispose;
  object_class->finalize = weft_op_cell_finalize;
  widget_class->measure = weft_op_cell_measure;
  widget_class->size_allocate = weft_op_cell_size_allocate;
  widget_class->snapshot = weft_op_cell_snapshot;
  widget_class->query_tooltip = weft_op_cell_query_tooltip;
  widget_class->system_setting_changed = weft_op_cell_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
weft_op_cell_init (WeftOpCell *self)
{
  self->text = g_strdup ("");
}

GtkWidget *
weft_op_cell_new (WeftOpKey key, gboolean align_right, GtkWidget *like)
{
  WeftOpCell *self = g_object_new (WEFT_TYPE_OP_CELL, NULL);

  self->key = key;
  self->align_right = align_right;
  self->like = like;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), key == WEFT_OP_KEY_LABEL || key == WEFT_OP_KEY_STALL
                                                   || key == WEFT_OP_KEY_LATENCY);
  return GTK_WIDGET (self);
}

void
weft_op_cell_set_item (WeftOpCell *self, WeftOpItem *item)
{
  g_return_if_fail (WEFT_IS_OP_CELL (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  if (item != NULL)
    {
      g_signal_connect_swapped (item, "changed", G_CALLBACK (update), self);
      update (self);
    }
}

const char *
weft_op_cell_get_text (WeftOpCell *self)
{
  return self->text;
}
