/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-table-cell.h"

/* Where the label that cells are like keeps the height of a line. */
#define LINE_HEIGHT "weft-line-height"

/* What steps back still reads: 4.5:1 and more on either theme. */
#define MUTED_ALPHA 0.7

struct _WeftTableCell
{
  GtkWidget parent_instance;

  const WeftTableCellKind *kind;
  guint column;
  gboolean at_end;
  GtkWidget *like;
  GObject *item; /* nullable */
  char *text;
  gboolean muted;
  PangoLayout *layout; /* of the text; NULL: not drawn yet */
};

G_DEFINE_FINAL_TYPE (WeftTableCell, weft_table_cell, GTK_TYPE_WIDGET)

static PangoLayout *
get_layout (WeftTableCell *self)
{
  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (self->like, self->text);
      pango_layout_set_attributes (self->layout, gtk_label_get_attributes (GTK_LABEL (self->like)));
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (self->layout, gtk_widget_get_width (GTK_WIDGET (self)) * PANGO_SCALE);
    }
  return self->layout;
}

static void
drop_layout (WeftTableCell *self)
{
  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update (WeftTableCell *self)
{
  g_autofree char *text =
    self->item != NULL ? self->kind->get_text (self->item, self->column) : g_strdup ("");
  gboolean muted =
    self->item != NULL && self->kind->is_muted != NULL && self->kind->is_muted (self->item);

  if (g_strcmp0 (text, self->text) == 0 && muted == self->muted)
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  self->muted = muted;
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
weft_table_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size G_GNUC_UNUSED,
                      int *minimum, int *natural, int *minimum_baseline G_GNUC_UNUSED,
                      int *natural_baseline G_GNUC_UNUSED)
{
  /* Columns have widths of their own. */
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = line_height (WEFT_TABLE_CELL (widget)->like);
}

static void
weft_table_cell_size_allocate (GtkWidget *widget, int width, int height G_GNUC_UNUSED,
                            int baseline G_GNUC_UNUSED)
{
  WeftTableCell *self = WEFT_TABLE_CELL (widget);

  if (self->layout != NULL && pango_layout_get_width (self->layout) != width * PANGO_SCALE)
    drop_layout (self);
}

/* Where the text begins. Pango would place what is written from left to right at the left, also in a
 * table that is read from the right. */
static double
get_offset (WeftTableCell *self, PangoLayout *layout)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  PangoRectangle text;

  pango_layout_get_pixel_extents (layout, NULL, &text);
  if (self->at_end == rtl)
    return -text.x;
  return gtk_widget_get_width (GTK_WIDGET (self)) - text.width - text.x;
}

static void
weft_table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftTableCell *self = WEFT_TABLE_CELL (widget);
  PangoLayout *layout = get_layout (self);
  GdkRGBA color;
  int height;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (self->muted)
    color.alpha *= MUTED_ALPHA;
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) get_offset (self, layout),
                                                (gtk_widget_get_height (widget) - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static gboolean
weft_table_cell_query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
                               gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip)
{
  WeftTableCell *self = WEFT_TABLE_CELL (widget);
  gboolean cut = pango_layout_is_ellipsized (get_layout (self));
  const char *text = cut ? self->text : NULL;

  if (self->item != NULL && self->kind->get_tooltip != NULL)
    text = self->kind->get_tooltip (self->item, self->column, self->text, cut);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Another font may make other lines. */
static void
weft_table_cell_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (weft_table_cell_parent_class)->system_setting_changed (widget, setting);
  g_object_set_data (G_OBJECT (WEFT_TABLE_CELL (widget)->like), LINE_HEIGHT, NULL);
  drop_layout (WEFT_TABLE_CELL (widget));
  gtk_widget_queue_resize (widget);
}

static void
weft_table_cell_dispose (GObject *object)
{
  WeftTableCell *self = WEFT_TABLE_CELL (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_object (&self->item);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (weft_table_cell_parent_class)->dispose (object);
}

static void
weft_table_cell_finalize (GObject *object)
{
  g_free (WEFT_TABLE_CELL (object)->text);
  G_OBJECT_CLASS (weft_table_cell_parent_class)->finalize (object);
}

static void
weft_table_cell_class_init (WeftTableCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_table_cell_dispose;
  object_class->finalize = weft_table_cell_finalize;
  widget_class->measure = weft_table_cell_measure;
  widget_class->size_allocate = weft_table_cell_size_allocate;
  widget_class->snapshot = weft_table_cell_snapshot;
  widget_class->query_tooltip = weft_table_cell_query_tooltip;
  widget_class->system_setting_changed = weft_table_cell_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
weft_table_cell_init (WeftTableCell *self)
{
  self->text = g_strdup ("");
}

GtkWidget *
weft_table_cell_new (const WeftTableCellKind *kind, guint column, gboolean at_end, GtkWidget *like)
{
  WeftTableCell *self = g_object_new (WEFT_TYPE_TABLE_CELL, NULL);

  self->kind = kind;
  self->column = column;
  self->at_end = at_end;
  self->like = like;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  return GTK_WIDGET (self);
}

void
weft_table_cell_set_item (WeftTableCell *self, gpointer item)
{
  g_return_if_fail (WEFT_IS_TABLE_CELL (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  if (item != NULL)
    {
      g_signal_connect_swapped (item, "changed", G_CALLBACK (update), self);
      update (self);
    }
}

static void
bind_cell (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  weft_table_cell_set_item (WEFT_TABLE_CELL (gtk_list_item_get_child (list_item)),
                            gtk_list_item_get_item (list_item));
}

static void
unbind_cell (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  weft_table_cell_set_item (WEFT_TABLE_CELL (gtk_list_item_get_child (list_item)), NULL);
}

void
weft_table_cell_bind_all (GtkListItemFactory *factory)
{
  g_return_if_fail (GTK_IS_SIGNAL_LIST_ITEM_FACTORY (factory));

  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
}

const char *
weft_table_cell_get_text (WeftTableCell *self)
{
  return self->text;
}
