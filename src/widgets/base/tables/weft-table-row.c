/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-table-row.h"

#include "weft-direction.h"

/* Pixels left free at either end of a text. */
#define INSET 6

/* Pixels of an icon, and between it and its text. */
#define ICON_SIZE 16
#define ICON_GAP 6

/* Text that steps back still reads: 4.5:1 and more on either theme. */
#define MUTED_ALPHA 0.7

struct _WeftTableRow
{
  GtkWidget parent_instance;

  WeftTableLayout *layout;
  GObject *item;    /* nullable */
  GPtrArray *texts; /* PangoLayouts by place; empty: not read since something changed */
  gboolean muted;
};

G_DEFINE_FINAL_TYPE (WeftTableRow, weft_table_row, GTK_TYPE_WIDGET)

static PangoLayout *
create_text (WeftTableRow *self, const WeftTablePlace *place)
{
  /* Rows that nobody sees are not read. */
  g_autofree char *text = self->item != NULL && place->shown
                            ? self->layout->kind->get_text (self->item, place->id)
                            : g_strdup ("");
  g_autofree char *marked = weft_direction_mark (GTK_WIDGET (self), text);
  PangoLayout *layout = gtk_widget_create_pango_layout (place->like, marked);

  pango_layout_set_attributes (layout, gtk_label_get_attributes (GTK_LABEL (place->like)));
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  return layout;
}

/* Those who do not see the titles above hear them with the texts. */
static void
tell (WeftTableRow *self)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < self->texts->len; i++)
    {
      const WeftTablePlace *place = &g_array_index (self->layout->places, WeftTablePlace, i);

      if (place->shown)
        g_string_append_printf (words, "%s%s %s", words->len > 0 ? ", " : "", place->title,
                                weft_table_row_get_text (self, i));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words->str,
                                  -1);
}

static void
read_texts (WeftTableRow *self)
{
  GArray *places = self->layout->places;

  if (self->texts->len == places->len)
    return;
  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (self->texts, create_text (self, &g_array_index (places, WeftTablePlace, i)));
  self->muted = self->item != NULL && self->layout->kind->is_muted != NULL
                && self->layout->kind->is_muted (self->item);
  tell (self);
}

static void
update (WeftTableRow *self)
{
  g_ptr_array_set_size (self->texts, 0);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    read_texts (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
weft_table_row_relayout (WeftTableRow *self)
{
  g_return_if_fail (WEFT_IS_TABLE_ROW (self));

  update (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

const char *
weft_table_row_get_text (WeftTableRow *self, guint place)
{
  return place < self->texts->len
           ? weft_direction_skip_mark (pango_layout_get_text (self->texts->pdata[place]))
           : "";
}

/* --- the widget ------------------------------------------------------------------------------------- */

/* Of the highest of the columns' fonts. */
static int
measure_line (WeftTableLayout *table)
{
  for (guint i = 0; i < table->places->len && !table->measured; i++)
    {
      GtkWidget *like = g_array_index (table->places, WeftTablePlace, i).like;
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (like, "0");
      int height;

      pango_layout_get_pixel_size (layout, NULL, &height);
      table->line_height = MAX (table->line_height, height);
    }
  table->measured = TRUE;
  return table->line_height;
}

static void
weft_table_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size G_GNUC_UNUSED,
                        int *minimum, int *natural, int *minimum_baseline G_GNUC_UNUSED,
                        int *natural_baseline G_GNUC_UNUSED)
{
  WeftTableLayout *layout = WEFT_TABLE_ROW (widget)->layout;

  *minimum = *natural =
    orientation == GTK_ORIENTATION_VERTICAL ? measure_line (layout) : layout->width;
}

static void
weft_table_row_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_table_row_parent_class)->map (widget);
  read_texts (WEFT_TABLE_ROW (widget));
}

static gboolean
is_rtl (WeftTableRow *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

/* The room that it takes. */
static int
snapshot_icon (WeftTableRow *self, GtkSnapshot *snapshot, const WeftTablePlace *place,
               GdkRGBA color)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const WeftTableKind *kind = self->layout->kind;
  const char *name = NULL, *color_name = NULL;
  g_autoptr (GtkIconPaintable) icon = NULL;

  if (kind->get_icon != NULL && self->item != NULL)
    name = kind->get_icon (self->item, place->id, &color_name);
  if (name == NULL)
    return 0;
  icon = gtk_icon_theme_lookup_icon (
    gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)), name, NULL, ICON_SIZE,
    gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget), 0);
  gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), color_name, &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
    snapshot,
    &GRAPHENE_POINT_INIT (
      (float) (is_rtl (self) ? place->x + place->width - INSET - ICON_SIZE : place->x + INSET),
      (float) ((gtk_widget_get_height (widget) - ICON_SIZE) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, ICON_SIZE,
                                            ICON_SIZE, &color, 1);
  gtk_snapshot_restore (snapshot);
  return ICON_SIZE + ICON_GAP;
}

/* Where the text begins, beside an icon that takes so much room. Pango would place what is written
 * from left to right at the left, also in a table that is read from the right. */
static double
get_offset (WeftTableRow *self, const WeftTablePlace *place, PangoLayout *layout, int icon)
{
  PangoRectangle text;

  pango_layout_get_pixel_extents (layout, NULL, &text);
  if (place->at_end == is_rtl (self))
    return place->x + INSET + icon - text.x;
  return place->x + place->width - INSET - icon - text.width - text.x;
}

/* Asks for room where a text that stands for more was cut. */
static void
ask_for_room (WeftTableRow *self, WeftTablePlace *place, PangoLayout *layout)
{
  int width = pango_layout_get_width (layout), natural;

  if (place->width >= place->most || !pango_layout_is_ellipsized (layout))
    return;
  pango_layout_set_width (layout, -1);
  pango_layout_get_pixel_size (layout, &natural, NULL);
  pango_layout_set_width (layout, width);
  natural = MIN (natural + 2 * INSET, place->most);
  if (natural <= place->wanted)
    return;
  place->wanted = natural;
  self->layout->grow (self->layout->table);
}

static void
snapshot_text (WeftTableRow *self, GtkSnapshot *snapshot, guint index, const GdkRGBA *color)
{
  WeftTablePlace *place = &g_array_index (self->layout->places, WeftTablePlace, index);
  PangoLayout *layout = self->texts->pdata[index];
  int height, icon;

  if (!place->shown || place->width <= 2 * INSET)
    return;
  icon = snapshot_icon (self, snapshot, place, *color);
  pango_layout_set_width (layout, MAX (place->width - 2 * INSET - icon, 0) * PANGO_SCALE);
  ask_for_room (self, place, layout);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
    snapshot, &GRAPHENE_POINT_INIT ((float) get_offset (self, place, layout, icon),
                                    (gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
weft_table_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftTableRow *self = WEFT_TABLE_ROW (widget);
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (self->muted)
    color.alpha *= MUTED_ALPHA;
  for (guint i = 0; i < self->texts->len; i++)
    snapshot_text (self, snapshot, i, &color);
}

static gboolean
weft_table_row_query_tooltip (GtkWidget *widget, int x, int y G_GNUC_UNUSED,
                              gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip)
{
  WeftTableRow *self = WEFT_TABLE_ROW (widget);

  for (guint i = 0; i < self->texts->len; i++)
    {
      const WeftTablePlace *place = &g_array_index (self->layout->places, WeftTablePlace, i);
      gboolean cut = pango_layout_is_ellipsized (self->texts->pdata[i]);
      g_autofree char *text = NULL;

      if (!place->shown || x < place->x || x >= place->x + place->width)
        continue;
      if (self->item != NULL && self->layout->kind->get_tooltip != NULL)
        text = self->layout->kind->get_tooltip (self->item, place->id,
                                                weft_table_row_get_text (self, i), cut);
      else if (cut)
        text = g_strdup (weft_table_row_get_text (self, i));
      gtk_tooltip_set_text (tooltip, text);
      return text != NULL;
    }
  return FALSE;
}

/* Another font may make other lines. */
static void
weft_table_row_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (weft_table_row_parent_class)->system_setting_changed (widget, setting);
  WEFT_TABLE_ROW (widget)->layout->measured = FALSE;
  WEFT_TABLE_ROW (widget)->layout->line_height = 0;
  weft_table_row_relayout (WEFT_TABLE_ROW (widget));
}

static void
weft_table_row_dispose (GObject *object)
{
  WeftTableRow *self = WEFT_TABLE_ROW (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_object (&self->item);
  g_ptr_array_set_size (self->texts, 0);
  G_OBJECT_CLASS (weft_table_row_parent_class)->dispose (object);
}

static void
weft_table_row_finalize (GObject *object)
{
  g_ptr_array_unref (WEFT_TABLE_ROW (object)->texts);
  G_OBJECT_CLASS (weft_table_row_parent_class)->finalize (object);
}

static void
weft_table_row_class_init (WeftTableRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_table_row_dispose;
  object_class->finalize = weft_table_row_finalize;
  widget_class->measure = weft_table_row_measure;
  widget_class->map = weft_table_row_map;
  widget_class->snapshot = weft_table_row_snapshot;
  widget_class->query_tooltip = weft_table_row_query_tooltip;
  widget_class->system_setting_changed = weft_table_row_system_setting_changed;
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
weft_table_row_init (WeftTableRow *self)
{
  self->texts = g_ptr_array_new_with_free_func (g_object_unref);
}

GtkWidget *
weft_table_row_new (WeftTableLayout *layout)
{
  WeftTableRow *self = g_object_new (WEFT_TYPE_TABLE_ROW, NULL);

  self->layout = layout;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  return GTK_WIDGET (self);
}

void
weft_table_row_set_item (WeftTableRow *self, gpointer item)
{
  g_return_if_fail (WEFT_IS_TABLE_ROW (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  if (item != NULL)
    g_signal_connect_swapped (item, "changed", G_CALLBACK (update), self);
  update (self);
}
