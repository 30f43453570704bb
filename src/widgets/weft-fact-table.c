/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-gradual-list.h"
#include "weft-tab-out.h"
#include "weft-table-cell.h"
#include "weft-table-parts.h"
#include "weft-words.h"

/* Characters that a column has room for, and what its cells have besides, in pixels. */
#define LEAST_WIDTH 6
#define MOST_WIDTH 34
#define CELL_PADDING 22
#define SAMPLED_ROWS 50

struct _WeftFactTable
{
  GtkWidget parent_instance;

  WeftFactList *list;
  WeftGradualList *shown_rows; /* what the view has of the list */
  const WeftFactColumn *shown; /* the columns that the view has */
  guint n_shown;
  guint probed;
  gboolean clearing; /* the view's sorter is between two orders */
  char *name;

  GtkWidget *bar;
  GtkWidget *count;
  GtkWidget *entry;
  GtkWidget *message;
  GtkWidget *stack;
  GtkWidget *view;
  PangoAttrList *tabular;
  GtkWidget *digits; /* never seen: cells take their fonts from these two */
  GtkWidget *code;
  guint scroll_tick;
  guint grow_tick;
};

enum { PICKED, ACTIVATED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactTable, weft_fact_table, GTK_TYPE_WIDGET)

/* --- cells ------------------------------------------------------------------------------------------ */

static guint
get_column (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (object, "weft-column"));
}

static char *
get_text (gpointer row, guint column)
{
  return weft_fact_row_get_text (row, column);
}

static const WeftTableCellKind cell_kind = { get_text, NULL, NULL };

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, WeftFactTable *self)
{
  gboolean number = g_object_get_data (G_OBJECT (factory), "weft-number") != NULL;

  gtk_list_item_set_child (item, weft_table_cell_new (&cell_kind, get_column (factory), number,
                                                      number ? self->digits : self->code));
}

/* --- order ------------------------------------------------------------------------------------------ */

typedef struct
{
  WeftFactTable *table;
  guint column;
} Probe;

/* GTK 4.8 has no other way to say which title was clicked than to ask the view's sorter, which asks
 * that column's first. */
static int
probe_column (gconstpointer a G_GNUC_UNUSED, gconstpointer b G_GNUC_UNUSED, gpointer data)
{
  Probe *probe = data;

  probe->table->probed = probe->column;
  return GTK_ORDERING_SMALLER;
}

static void
sorter_changed (GtkSorter *sorter, GtkSorterChange change G_GNUC_UNUSED, WeftFactTable *self)
{
  g_autoptr (GObject) item = NULL;
  GtkOrdering ordering;

  if (self->clearing)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (self->list), 0);
  if (item == NULL)
    return;
  self->probed = WEFT_NO_COLUMN;
  ordering = gtk_sorter_compare (sorter, item, item);
  weft_fact_list_sort (self->list, self->probed, ordering == GTK_ORDERING_LARGER);
}

/* --- columns ---------------------------------------------------------------------------------------- */

/* Whether a column holds numbers, and how many characters its first rows have. */
static guint
sample_column (const WeftFacts *facts, guint column, gboolean *number)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];
  guint length = LEAST_WIDTH;

  *number = facts->n_rows > 0;
  for (guint row = 0; row < MIN (facts->n_rows, SAMPLED_ROWS); row++)
    {
      g_autofree char *text = NULL;

      weft_facts_get_row (facts, row, cells);
      *number = *number && cells[column].type != WEFT_CELL_TEXT
                && cells[column].type != WEFT_CELL_ADDRESS;
      text = weft_cell_to_string (&cells[column]);
      if (cells[column].type != WEFT_CELL_REAL)
        length = MAX (length, (guint) g_utf8_strlen (text, -1));
      weft_facts_clear_row (facts, cells);
    }
  return MIN (length, MOST_WIDTH);
}

/* What a title says on hover is what is counted. */
static gboolean
describe_column (GtkColumnViewColumn *column, const char **hint)
{
  const WeftFactColumn *info = g_object_get_data (G_OBJECT (column), "weft-info");

  *hint = info->hint != NULL ? _(info->hint) : NULL;
  return g_object_get_data (G_OBJECT (column), "weft-number") != NULL;
}

static void
add_column (WeftFactTable *self, const WeftFacts *facts, guint index)
{
  const WeftFactColumn *info = &facts->columns[index];
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new (_(info->title), factory);
  g_autoptr (GtkSorter) sorter = NULL;
  Probe *probe = g_new (Probe, 1);
  gboolean number;
  guint length = sample_column (facts, index, &number);
  int width = (int) length * weft_table_measure_text (GTK_WIDGET (self), "0000000000") / 10;

  *probe = (Probe) { self, index };
  sorter = GTK_SORTER (gtk_custom_sorter_new (probe_column, probe, g_free));
  gtk_column_view_column_set_sorter (column, sorter);
  g_object_set_data (G_OBJECT (factory), "weft-column", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (factory), "weft-number", GINT_TO_POINTER (number));
  g_object_set_data (G_OBJECT (column), "weft-info", (gpointer) info);
  g_object_set_data (G_OBJECT (column), "weft-number", GINT_TO_POINTER (number));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), self);
  weft_table_cell_bind_all (factory);
  width = MAX (width, weft_table_measure_text (GTK_WIDGET (self), _(info->title)) * 11 / 10 + 20);
  gtk_column_view_column_set_fixed_width (column, width + CELL_PADDING);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, info->is_last);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  g_object_unref (column);
}

static void
clear_columns (WeftFactTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  self->clearing = TRUE;
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
  self->clearing = FALSE;
}

static gboolean
grow (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);

  if (weft_gradual_list_advance (self->shown_rows))
    return G_SOURCE_CONTINUE;
  self->grow_tick = 0;
  return G_SOURCE_REMOVE;
}

/* New columns need new cells in all rows: a few rows per frame. */
static void
restart_rows (WeftFactTable *self)
{
  weft_gradual_list_restart (self->shown_rows);
  if (self->grow_tick == 0)
    self->grow_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow, NULL, NULL);
}

static void
show_columns (WeftFactTable *self, const WeftFacts *facts)
{
  if (self->shown == facts->columns && self->n_shown == facts->n_columns)
    return;
  clear_columns (self);
  weft_fact_list_sort (self->list, WEFT_NO_COLUMN, FALSE);
  restart_rows (self);
  self->shown = facts->columns;
  self->n_shown = facts->n_columns;
  for (guint i = 0; i < facts->n_columns; i++)
    if (facts->columns[i].title != NULL)
      add_column (self, facts, i);
  weft_table_dress_titles (GTK_COLUMN_VIEW (self->view), describe_column);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

static void
update_bar (WeftFactTable *self)
{
  guint n_rows = weft_fact_list_get_facts (self->list)->n_rows;
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *all = weft_number_count (n_rows), *shown = weft_number_count (n_items);
  g_autofree char *text =
    n_items < n_rows
      ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s row", "%s of %s rows", n_rows),
                         shown, all)
      : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", n_rows), all);

  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.export", n_items > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.copy-all", n_items > 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_rows > 0 ? "rows" : "empty");
}

void
weft_fact_table_set_facts (WeftFactTable *self, const WeftFacts *facts, GObject *owner)
{
  g_return_if_fail (WEFT_IS_FACT_TABLE (self) && facts != NULL);

  /* Widths come from rows. */
  if (facts->n_rows > 0)
    show_columns (self, facts);
  weft_fact_list_set_facts (self->list, facts, owner);
  update_bar (self);
}

void
weft_fact_table_add_tool (WeftFactTable *self, GtkWidget *tool)
{
  gtk_box_insert_child_after (GTK_BOX (self->bar), tool, self->message);
}

WeftFactList *
weft_fact_table_get_list (WeftFactTable *self)
{
  return self->list;
}

void
weft_fact_table_focus (WeftFactTable *self)
{
  gtk_widget_grab_focus (self->view);
}

static gboolean
scroll_now (GtkWidget *widget, GdkFrameClock *clock G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  GtkWidget *list = weft_table_find_list (GTK_COLUMN_VIEW (self->view));
  guint position = weft_fact_list_find_selected (self->list);

  /* A list without a size does not scroll, nor to rows that it does not have yet. */
  if ((gtk_widget_get_height (list) == 0 || !weft_gradual_list_is_whole (self->shown_rows))
      && gtk_widget_get_mapped (widget))
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  return G_SOURCE_REMOVE;
}

void
weft_fact_table_select (WeftFactTable *self, guint row)
{
  g_return_if_fail (WEFT_IS_FACT_TABLE (self));

  if (weft_fact_list_get_selected (self->list) == row)
    return;
  weft_fact_list_select (self->list, row);
  /* At the next frame: rows that came in this one have no place before. */
  if (self->scroll_tick == 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_now, NULL, NULL);
}

static void
row_picked (WeftFactTable *self, guint row)
{
  g_signal_emit (self, signals[PICKED], 0, row);
}

static void
row_activated (WeftFactTable *self, guint position)
{
  guint row = weft_fact_list_get_row (self->list, position);

  if (row != G_MAXUINT)
    g_signal_emit (self, signals[ACTIVATED], 0, row);
}

static void
filter_changed (WeftFactTable *self)
{
  weft_fact_list_filter (self->list, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* --- copying and exporting -------------------------------------------------------------------------- */

static void
say (WeftFactTable *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->message), text != NULL ? text : "");
  gtk_widget_set_visible (self->message, text != NULL);
}

static void
copy_row (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  g_autoptr (GtkBitset) selection =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->list));
  g_autofree char *text = NULL;

  if (gtk_bitset_is_empty (selection))
    {
      gtk_widget_error_bell (widget);
      return;
    }
  text = weft_fact_list_to_text (self->list, '\t', gtk_bitset_get_minimum (selection), 1);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), g_strchomp (text));
}

static void
copy_all (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  g_autofree char *text = weft_fact_list_to_text (self->list, '\t', 0, G_MAXUINT);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
file_written (GObject *file, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftFactTable) self = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (file), result, NULL, &error))
    say (self, _("Exported."));
  else
    say (self, error->message);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, WeftFactTable *self)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *csv;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      csv = weft_fact_list_to_text (self->list, ',', 0, G_MAXUINT);
      bytes = g_bytes_new_take (csv, strlen (csv));
      say (self, NULL);
      g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                           file_written, g_object_ref (self));
    }
  g_object_unref (dialog);
}

static void
export_rows (GtkWidget *widget, const char *action G_GNUC_UNUSED,
             GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_("Export Table"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                 GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), _("_Cancel"));
  g_autofree char *name = g_strconcat (self->name, ".csv", NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (file_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- construction ----------------------------------------------------------------------------------- */

static GtkWidget *
build_button (const char *icon, const char *action, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return button;
}

static void
build_bar (WeftFactTable *self)
{
  GtkWidget *space = gtk_label_new (NULL);

  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  gtk_label_set_attributes (GTK_LABEL (self->count), self->tabular);
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _("Filter rows"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Filter rows"), -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 16);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (filter_changed), self);
  self->message = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->message), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (self->message, "dim-label");
  gtk_widget_set_visible (self->message, FALSE);
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (self->bar), self->count);
  gtk_box_append (GTK_BOX (self->bar), self->entry);
  gtk_box_append (GTK_BOX (self->bar), self->message);
  gtk_box_append (GTK_BOX (self->bar), space);
  gtk_box_append (GTK_BOX (self->bar), build_button ("edit-copy-symbolic", "fact-table.copy-all",
                                                     _("Copy all rows that are listed")));
  gtk_box_append (GTK_BOX (self->bar),
                  build_button ("document-save-symbolic", "fact-table.export",
                                _("Export the rows that are listed as CSV")));
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
}

static GtkWidget *
build_digits (WeftFactTable *self, gboolean code)
{
  GtkWidget *label = gtk_label_new ("0");

  gtk_label_set_attributes (GTK_LABEL (label), self->tabular);
  if (code)
    gtk_widget_add_css_class (label, "monospace");
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  gtk_widget_set_visible (label, FALSE);
  return label;
}

static void
build_view (WeftFactTable *self, const char *empty)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *label = gtk_label_new (empty);

  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->shown_rows)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _("Enter shows the row’s place in the picture."), -1);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (row_activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                           G_CALLBACK (sorter_changed), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_widget_add_css_class (label, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "rows");
  gtk_stack_add_named (GTK_STACK (self->stack), label, "empty");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static gboolean
weft_fact_table_focus_next (GtkWidget *widget, GtkDirectionType direction)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  gboolean moved;

  if (weft_tab_out (self->view, self->bar, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (weft_fact_table_parent_class)->focus (widget, direction);
}

static void
weft_fact_table_dispose (GObject *object)
{
  WeftFactTable *self = WEFT_FACT_TABLE (object);

  /* A view that goes takes its columns out one by one, which is no order that anybody asked for. */
  self->clearing = TRUE;
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->view = NULL;
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->digits, gtk_widget_unparent);
  g_clear_pointer (&self->code, gtk_widget_unparent);
  g_clear_object (&self->shown_rows);
  g_clear_object (&self->list);
  g_clear_pointer (&self->tabular, pango_attr_list_unref);
  G_OBJECT_CLASS (weft_fact_table_parent_class)->dispose (object);
}

static void
weft_fact_table_finalize (GObject *object)
{
  g_free (WEFT_FACT_TABLE (object)->name);
  G_OBJECT_CLASS (weft_fact_table_parent_class)->finalize (object);
}

static void
weft_fact_table_class_init (WeftFactTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_fact_table_dispose;
  object_class->finalize = weft_fact_table_finalize;
  widget_class->focus = weft_fact_table_focus_next;
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_install_action (widget_class, "fact-table.copy", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "fact-table.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "fact-table.export", NULL, export_rows);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "fact-table.copy", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-fact-table");
}

static void
weft_fact_table_init (WeftFactTable *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->list = weft_fact_list_new ();
  self->shown_rows = weft_gradual_list_new (GTK_SELECTION_MODEL (self->list));
  self->tabular = pango_attr_list_new ();
  pango_attr_list_insert (self->tabular, pango_attr_font_features_new ("tnum=1"));
  self->digits = build_digits (self, FALSE);
  self->code = build_digits (self, TRUE);
  g_signal_connect_object (self->list, "changed", G_CALLBACK (update_bar), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (row_picked), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_fact_table_new (const char *name, const char *empty)
{
  WeftFactTable *self = g_object_new (WEFT_TYPE_FACT_TABLE, NULL);

  self->name = g_strdup (name);
  build_bar (self);
  build_view (self, empty);
  update_bar (self);
  return GTK_WIDGET (self);
}
