/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-table-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-growing-list.h"
#include "weft-gtk-compat.h"
#include "weft-tooltip.h"

#define COLUMN_KEY "weft-column"

/* Under which a column keeps its width while it is hidden. */
#define WIDTH_KEY "weft-width"

/* Texts of rows, and rows below those in sight, that come with a frame. */
#define TEXTS_PER_FRAME 120
#define HIDDEN_PER_FRAME 48

struct _WeftTableView
{
  GtkWidget parent_instance;

  WeftTableLayout layout;
  GtkWidget *titles_scroller;
  GtkWidget *titles; /* GtkColumnView */
  GtkWidget *scroller;
  GtkWidget *rows;   /* GtkListView */
  GtkWidget *digits; /* never seen: rows take their fonts from these two */
  GtkWidget *code;
  guint probed;      /* while the titles' sorter is asked */
  gboolean clearing; /* the titles' sorter is between two orders */
  guint following;   /* how many calls are under way in which titles follow rows */
  gboolean mirrored; /* titles count how far they are scrolled from the other side than rows */
  GtkSelectionModel *model; /* nullable */
  WeftGrowingList *shown;   /* of which the list shows this while it is mapped; nullable */
  guint wanted;    /* the row to scroll to; GTK_INVALID_LIST_POSITION: back to `scrolled` */
  double scrolled; /* where the rows stood when they were hidden */
  gboolean fresh;  /* no frame had the rows yet */
  guint scroll_tick;
  guint grow_tick; /* until the list shows all rows */
  guint dropping;  /* until rows out of sight are taken down */
  guint growing;   /* until columns that are too narrow are made wider */
};

enum
{
  ACTIVATED,
  SORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftTableView, weft_table_view, GTK_TYPE_WIDGET)

int
weft_table_view_measure (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* --- columns ---------------------------------------------------------------------------------------- */

const WeftTableColumn *
weft_table_view_get_column (GtkColumnViewColumn *column)
{
  return g_object_get_data (G_OBJECT (column), COLUMN_KEY);
}

/* Titles are the children of the first child, in the order of the columns. */
static GtkWidget *
get_header (WeftTableView *self)
{
  return gtk_widget_get_first_child (self->titles);
}

/* Titles stand above the ends of their numbers. Each has a box for its text and arrow. */
static void
dress_title (GtkWidget *title, const WeftTableColumn *column)
{
  GtkWidget *box = gtk_widget_get_first_child (title);

  if (column->number && GTK_IS_BOX (box) && gtk_widget_get_halign (box) != GTK_ALIGN_END)
    {
      gtk_widget_set_halign (box, GTK_ALIGN_END);
      gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
    }
  weft_tooltip_set (title, column->hint);
}

/* GTK 4.8 leaves room for columns that are hidden: those have no width until they are shown. */
static void
visible_changed (GtkColumnViewColumn *column)
{
  int width = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY));

  if (gtk_column_view_column_get_visible (column))
    gtk_column_view_column_set_fixed_width (column, width);
  else
    {
      width = gtk_column_view_column_get_fixed_width (column);
      g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width));
      gtk_column_view_column_set_fixed_width (column, 0);
    }
}

void
weft_table_view_set_width (GtkColumnViewColumn *column, int width)
{
  WeftTableColumn *info = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

  info->width = MAX (info->width, width);
  g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (width));
  gtk_column_view_column_set_fixed_width (column,
                                          gtk_column_view_column_get_visible (column) ? width : 0);
}

int
weft_table_view_get_width (GtkColumnViewColumn *column)
{
  if (gtk_column_view_column_get_visible (column))
    return gtk_column_view_column_get_fixed_width (column);
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY));
}

static void
relayout_rows (WeftTableView *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_first_child (row) != NULL)
      weft_table_row_relayout (WEFT_TABLE_ROW (gtk_widget_get_first_child (row)));
}

/* A width that is not the one that the column was given here is the user's, who keeps it. */
static int
read_growth (GtkColumnViewColumn *column)
{
  WeftTableColumn *info = g_object_get_data (G_OBJECT (column), COLUMN_KEY);

  if (weft_table_view_get_width (column) != info->width)
    info->most = 0;
  return info->most;
}

/* Which columns there are, and how wide they want to be. */
static void
read_columns (WeftTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->titles));

  g_array_set_size (self->layout.places, 0);
  self->layout.width = 0;
  self->layout.measured = FALSE;
  self->layout.line_height = 0;
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const WeftTableColumn *info = weft_table_view_get_column (column);
      const WeftTablePlace place = { .id = info->id,
                                     .title = info->title,
                                     .like = info->code ? self->code : self->digits,
                                     .at_end = info->number,
                                     .most = read_growth (column),
                                     .shown = gtk_column_view_column_get_visible (column) };

      g_array_append_val (self->layout.places, place);
      if (place.shown)
        self->layout.width += gtk_column_view_column_get_fixed_width (column);
    }
  relayout_rows (self);
}

/* Rows stand below their titles, wherever those came to be. */
static void
read_places (WeftTableView *self)
{
  GtkWidget *title = gtk_widget_get_first_child (get_header (self));
  gboolean changed = FALSE;

  for (guint i = 0; i < self->layout.places->len && title != NULL; i++)
    {
      WeftTablePlace *place = &g_array_index (self->layout.places, WeftTablePlace, i);
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
      int x, width;

      if (place->shown && !gtk_widget_compute_bounds (title, get_header (self), &bounds))
        bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
      x = (int) bounds.origin.x;
      width = (int) bounds.size.width;
      changed = changed || x != place->x || width != place->width;
      place->x = x;
      place->width = width;
      title = gtk_widget_get_next_sibling (title);
    }
  if (!changed)
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    gtk_widget_queue_draw (gtk_widget_get_first_child (row));
}

/* Widths only grow, so that columns do not jump while one scrolls. */
static void
grow_column (WeftTableView *self, guint index, int wanted)
{
  g_autoptr (GtkColumnViewColumn) column =
    g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->titles)), index);

  if (wanted > weft_table_view_get_width (column))
    weft_table_view_set_width (column, wanted);
}

static gboolean
grow_columns (gpointer data)
{
  WeftTableView *self = data;
  /* A width that is set has all places made anew. */
  g_autoptr (GArray) places = g_array_copy (self->layout.places);

  self->growing = 0;
  for (guint i = 0; i < places->len; i++)
    grow_column (self, i, g_array_index (places, WeftTablePlace, i).wanted);
  return G_SOURCE_REMOVE;
}

static void
queue_growth (gpointer table)
{
  WeftTableView *self = table;

  if (self->growing == 0)
    self->growing = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, grow_columns, self, NULL);
}

typedef struct
{
  WeftTableView *table;
  guint id;
} Probe;

/* The columns' sorters sort nothing. They make the titles clickable, and GTK 4.8 has no other way
 * to say which title was clicked than to ask the view's sorter, which asks that column's first. */
static int
probe_column (gconstpointer a G_GNUC_UNUSED, gconstpointer b G_GNUC_UNUSED, gpointer data)
{
  Probe *probe = data;

  probe->table->probed = probe->id;
  return GTK_ORDERING_SMALLER;
}

static GtkSorter *
create_sorter (WeftTableView *self, guint id)
{
  Probe *probe = g_new (Probe, 1);

  *probe = (Probe){ self, id };
  return GTK_SORTER (gtk_custom_sorter_new (probe_column, probe, g_free));
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change G_GNUC_UNUSED, WeftTableView *self)
{
  GtkColumnViewColumn *column = NULL;
  gboolean descending = FALSE;
  guint id = WEFT_TABLE_UNSORTED;

  if (self->clearing)
    return;
  if (!weft_compat_get_sorted_column (GTK_COLUMN_VIEW (self->titles), &column, &descending))
    {
      self->probed = WEFT_TABLE_UNSORTED;
      descending = gtk_sorter_compare (sorter, self, self->rows) == GTK_ORDERING_LARGER;
      id = self->probed;
    }
  else if (column != NULL)
    id = weft_table_view_get_column (column)->id;
  g_signal_emit (self, signals[SORTED], 0, id, descending);
}

void
weft_table_view_sort (WeftTableView *self, GtkColumnViewColumn *column, gboolean descending)
{
  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  /* GTK 4.8 leaves the arrow on the column of the order before. */
  self->clearing = TRUE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->titles), NULL, GTK_SORT_ASCENDING);
  self->clearing = FALSE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->titles), column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

GtkColumnViewColumn *
weft_table_view_add_column (WeftTableView *self, const WeftTableColumn *info)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (info->title, NULL);
  g_autoptr (GtkSorter) sorter = NULL;

  g_return_val_if_fail (WEFT_IS_TABLE_VIEW (self), NULL);

  sorter = create_sorter (self, info->id);
  g_object_set_data_full (G_OBJECT (column), COLUMN_KEY, g_memdup2 (info, sizeof *info), g_free);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_fixed_width (column, info->width);
  gtk_column_view_column_set_resizable (column, TRUE);
  g_signal_connect_object (column, "notify::fixed-width", G_CALLBACK (read_columns), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (column, "notify::visible", G_CALLBACK (visible_changed), NULL);
  g_signal_connect_object (column, "notify::visible", G_CALLBACK (read_columns), self,
                           G_CONNECT_SWAPPED);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->titles), column);
  dress_title (gtk_widget_get_last_child (get_header (self)), info);
  return column;
}

void
weft_table_view_clear (WeftTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->titles));

  self->clearing = TRUE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->titles), NULL, GTK_SORT_ASCENDING);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->titles), column);
    }
  self->clearing = FALSE;
}

GtkColumnView *
weft_table_view_get_titles (WeftTableView *self)
{
  return GTK_COLUMN_VIEW (self->titles);
}

/* --- rows ------------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item, WeftTableView *self)
{
  gtk_list_item_set_child (item, weft_table_row_new (&self->layout));
}

static void
bind_row (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  weft_table_row_set_item (WEFT_TABLE_ROW (gtk_list_item_get_child (item)),
                           gtk_list_item_get_item (item));
}

static void
unbind_row (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  weft_table_row_set_item (WEFT_TABLE_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
row_activated (WeftTableView *self, guint position)
{
  g_signal_emit (self, signals[ACTIVATED], 0, position);
}

GtkWidget *
weft_table_view_get_rows (WeftTableView *self)
{
  return self->rows;
}

static GtkAdjustment *
get_vadjustment (WeftTableView *self)
{
  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
}

static guint
count_per_frame (WeftTableView *self)
{
  GtkAdjustment *adjustment = get_vadjustment (self);

  return gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment)
           ? HIDDEN_PER_FRAME
           : TEXTS_PER_FRAME / MAX (self->layout.places->len, 1) + 1;
}

/* More of the rows in sight, and then of those that one scrolls to. */
static gboolean
grow_rows (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);

  if (weft_growing_list_grow (self->shown, count_per_frame (self)))
    return G_SOURCE_CONTINUE;
  self->grow_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
rows_changed (WeftTableView *self)
{
  if (self->grow_tick == 0 && weft_growing_list_is_part (self->shown))
    self->grow_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow_rows, NULL, NULL);
}

static void
stop_growing (WeftTableView *self)
{
  if (self->grow_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->grow_tick);
  self->grow_tick = 0;
}

/* Who goes to a row needs it to be there. */
static gboolean
is_scrolling (WeftTableView *self)
{
  return self->scrolled > 0 || self->wanted != GTK_INVALID_LIST_POSITION;
}

/* The list, and what grows for it, have no rows. */
static void
drop_shown (WeftTableView *self)
{
  stop_growing (self);
  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_func (self->model, rows_changed, self);
  g_clear_object (&self->shown);
}

static void
show_model (WeftTableView *self)
{
  if (self->model != NULL)
    {
      self->shown = weft_growing_list_new (self->model);
      g_signal_connect_object (self->model, "items-changed", G_CALLBACK (rows_changed), self,
                               G_CONNECT_SWAPPED);
      weft_growing_list_grow (self->shown,
                              is_scrolling (self) ? G_MAXUINT : count_per_frame (self));
      rows_changed (self);
    }
  gtk_list_view_set_model (GTK_LIST_VIEW (self->rows), (GtkSelectionModel *) self->shown);
}

void
weft_table_view_set_model (WeftTableView *self, GtkSelectionModel *model)
{
  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  drop_shown (self);
  g_set_object (&self->model, model);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_model (self);
}

static gboolean
scroll_now (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);

  /* A list without a size does not scroll, nor do rows that have none. */
  if (gtk_widget_get_height (self->rows) == 0 || self->fresh)
    {
      self->fresh = FALSE;
      return G_SOURCE_CONTINUE;
    }
  if (self->wanted != GTK_INVALID_LIST_POSITION)
    weft_compat_scroll_list_to (self->rows, self->wanted);
  else
    gtk_adjustment_set_value (get_vadjustment (self), self->scrolled);
  self->scroll_tick = 0;
  self->wanted = GTK_INVALID_LIST_POSITION;
  return G_SOURCE_REMOVE;
}

/* At the next frame: rows that came in this one have no place before. */
static void
queue_scroll (WeftTableView *self)
{
  if (self->scroll_tick == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_now, NULL, NULL);
}

void
weft_table_view_scroll_to (WeftTableView *self, guint position)
{
  g_return_if_fail (WEFT_IS_TABLE_VIEW (self));

  self->wanted = position;
  if (self->shown != NULL)
    weft_growing_list_grow (self->shown, G_MAXUINT);
  queue_scroll (self);
}

/* A table out of sight has no rows: each is dressed anew with a theme and taken down with a tab. */
static gboolean
drop_rows (gpointer data)
{
  WeftTableView *self = data;

  self->dropping = 0;
  drop_shown (self);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->rows), NULL);
  return G_SOURCE_REMOVE;
}

static void
weft_table_view_map (GtkWidget *widget)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);

  g_clear_handle_id (&self->dropping, g_source_remove);
  GTK_WIDGET_CLASS (weft_table_view_parent_class)->map (widget);
  drop_shown (self);
  show_model (self);
  self->fresh = TRUE;
  if (is_scrolling (self))
    queue_scroll (self);
}

static void
weft_table_view_unmap (GtkWidget *widget)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);

  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (widget, self->scroll_tick);
  self->scroll_tick = 0;
  stop_growing (self);
  self->scrolled = gtk_adjustment_get_value (get_vadjustment (self));
  /* Not now, as what takes its place is made at the same time. */
  if (self->dropping == 0)
    self->dropping = g_idle_add (drop_rows, self);
  GTK_WIDGET_CLASS (weft_table_view_parent_class)->unmap (widget);
}

/* --- the widget ------------------------------------------------------------------------------------- */

static GtkAdjustment *
get_hadjustment (GtkWidget *scroller)
{
  return gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));
}

/* Shows of `follower` what is shown of `leader`. */
static void
follow (WeftTableView *self, GtkWidget *follower, GtkWidget *leader)
{
  GtkAdjustment *adjustment = get_hadjustment (follower);
  double value = gtk_adjustment_get_value (get_hadjustment (leader));

  if (self->mirrored)
    value =
      gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) - value;
  gtk_adjustment_set_value (adjustment, value);
}

/* Where one reads from the right, a GtkColumnView of GTK 4.8 counts from the left as a GtkListView does, and one of
 * GTK 4.18 from the right. Which it is shows in where the titles stand, if that isn't the middle. */
static void
find_mirrored (WeftTableView *self)
{
  GtkAdjustment *adjustment = get_hadjustment (self->titles_scroller);
  double value = gtk_adjustment_get_value (adjustment);
  double rest =
    gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) - value;
  graphene_rect_t bounds;

  if (gtk_widget_get_direction (self->titles) != GTK_TEXT_DIR_RTL)
    self->mirrored = FALSE;
  else if (fabs (value - rest) >= 1
           && gtk_widget_compute_bounds (get_header (self), self->titles, &bounds))
    self->mirrored = fabs (bounds.origin.x + rest) < fabs (bounds.origin.x + value);
}

/* The two are not the same width to the pixel, so that what follows must not lead. */
static void
rows_scrolled (WeftTableView *self)
{
  self->following++;
  follow (self, self->titles_scroller, self->scroller);
  self->following--;
}

static void
titles_scrolled (WeftTableView *self)
{
  if (self->following > 0)
    return;
  g_signal_handlers_block_by_func (get_hadjustment (self->scroller), rows_scrolled, self);
  follow (self, self->scroller, self->titles_scroller);
  g_signal_handlers_unblock_by_func (get_hadjustment (self->scroller), rows_scrolled, self);
}

static void
weft_table_view_size_allocate (GtkWidget *widget, int width, int height, int baseline G_GNUC_UNUSED)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);
  int above;

  gtk_widget_measure (self->titles_scroller, GTK_ORIENTATION_VERTICAL, width, &above, NULL, NULL,
                      NULL);
  /* How far they are scrolled may change here, and where one reads from the right they begin at
   * different ends: the titles follow, once they know how wide they are. */
  self->following++;
  gtk_widget_allocate (self->scroller, width, MAX (height - above, 0), -1,
                       gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (0, (float) above)));
  gtk_widget_allocate (self->titles_scroller, width, above, -1, NULL);
  find_mirrored (self);
  rows_scrolled (self);
  gtk_widget_allocate (self->titles_scroller, width, above, -1, NULL);
  self->following--;
  read_places (self);
}

static void
weft_table_view_measure_size (GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline G_GNUC_UNUSED,
                              int *natural_baseline G_GNUC_UNUSED)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);
  int least, usual;

  gtk_widget_measure (self->titles_scroller, orientation, for_size, minimum, natural, NULL, NULL);
  gtk_widget_measure (self->scroller, orientation, -1, &least, &usual, NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? *minimum + least : MAX (*minimum, least);
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? *natural + usual : MAX (*natural, usual);
}

/* A list of GTK 4.8 that got its rows all at once keeps the focus, and gives it to none of them. */
static gboolean
weft_table_view_grab_focus (GtkWidget *widget)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  while (row != NULL && !gtk_widget_get_mapped (row))
    row = gtk_widget_get_next_sibling (row);
  if (!gtk_widget_grab_focus (self->rows))
    return FALSE;
  return row == NULL || !gtk_widget_is_focus (self->rows) || gtk_widget_grab_focus (row);
}

static gboolean
weft_table_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WeftTableView *self = WEFT_TABLE_VIEW (widget);
  gboolean tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (tab && gtk_widget_get_focus_child (self->rows) == NULL)
    return gtk_widget_grab_focus (widget);
  return GTK_WIDGET_CLASS (weft_table_view_parent_class)->focus (widget, direction);
}

static void
weft_table_view_dispose (GObject *object)
{
  WeftTableView *self = WEFT_TABLE_VIEW (object);

  /* Titles that go take their columns out one by one. */
  self->clearing = TRUE;
  if (self->titles != NULL)
    g_signal_handlers_disconnect_by_data (
      gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->titles)), self);
  self->titles = NULL;
  g_clear_handle_id (&self->dropping, g_source_remove);
  g_clear_handle_id (&self->growing, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->titles_scroller, gtk_widget_unparent);
  g_clear_pointer (&self->digits, gtk_widget_unparent);
  g_clear_pointer (&self->code, gtk_widget_unparent);
  drop_shown (self);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (weft_table_view_parent_class)->dispose (object);
}

static void
weft_table_view_finalize (GObject *object)
{
  g_array_unref (WEFT_TABLE_VIEW (object)->layout.places);
  G_OBJECT_CLASS (weft_table_view_parent_class)->finalize (object);
}

static void
weft_table_view_class_init (WeftTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_table_view_dispose;
  object_class->finalize = weft_table_view_finalize;
  widget_class->map = weft_table_view_map;
  widget_class->unmap = weft_table_view_unmap;
  widget_class->measure = weft_table_view_measure_size;
  widget_class->size_allocate = weft_table_view_size_allocate;
  widget_class->grab_focus = weft_table_view_grab_focus;
  widget_class->focus = weft_table_view_focus;
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SORTED] = g_signal_new ("sorted", WEFT_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
  gtk_widget_class_set_css_name (widget_class, "weft-table");
}

static GtkWidget *
build_digits (WeftTableView *self, gboolean code)
{
  GtkWidget *label = gtk_label_new ("0");
  PangoAttrList *tabular = pango_attr_list_new ();

  pango_attr_list_insert (tabular, pango_attr_font_features_new ("tnum=1"));
  gtk_label_set_attributes (GTK_LABEL (label), tabular);
  pango_attr_list_unref (tabular);
  if (code)
    gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  gtk_widget_set_visible (label, FALSE);
  return label;
}

static void
build_titles (WeftTableView *self)
{
  self->titles = gtk_column_view_new (NULL);
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->titles), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->titles), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Titles of the columns"), -1);
  gtk_widget_add_css_class (self->titles, "data-table");
  g_signal_connect_object (gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->titles)),
                           "items-changed", G_CALLBACK (read_columns), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->titles)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
  self->titles_scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->titles_scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->titles_scroller), self->titles);
  gtk_widget_set_parent (self->titles_scroller, GTK_WIDGET (self));
}

static void
build_rows (WeftTableView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), NULL);
  self->rows = gtk_list_view_new (NULL, factory);
  gtk_widget_add_css_class (self->rows, "weft-rows");
  g_signal_connect_swapped (self->rows, "activate", G_CALLBACK (row_activated), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->rows);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

static void
weft_table_view_init (WeftTableView *self)
{
  self->wanted = GTK_INVALID_LIST_POSITION;
  self->layout.places = g_array_new (FALSE, FALSE, sizeof (WeftTablePlace));
  self->layout.grow = queue_growth;
  self->layout.table = self;
  self->digits = build_digits (self, FALSE);
  self->code = build_digits (self, TRUE);
  build_titles (self);
  build_rows (self);
  g_signal_connect_object (get_hadjustment (self->scroller), "value-changed",
                           G_CALLBACK (rows_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_hadjustment (self->titles_scroller), "value-changed",
                           G_CALLBACK (titles_scrolled), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_table_view_new (const WeftTableKind *kind, const char *name, const char *description)
{
  WeftTableView *self = g_object_new (WEFT_TYPE_TABLE_VIEW, NULL);

  self->layout.kind = kind;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  return GTK_WIDGET (self);
}
