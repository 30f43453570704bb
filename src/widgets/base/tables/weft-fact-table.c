/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-tab-out.h"
#include "weft-table-view.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* Characters that a column has room for, and what its cells have besides, in pixels. */
#define MIN_WIDTH 6
#define MAX_WIDTH 34
#define CELL_PADDING 22

/* Rows, spread over all, that columns take their first widths from; they grow for what is longer. */
#define SAMPLED_ROWS 16

struct _WeftFactTable
{
  GtkWidget parent_instance;

  WeftFactList *list;
  const WeftFactColumn *shown; /* the columns that the view has */
  guint n_shown;
  char *name;
  char *empty;
  GPtrArray *hints; /* of titles, that were put together for these facts */

  /* Made when the table comes into sight or is asked for: NULL until then. */
  GtkWidget *bar;
  GtkWidget *count;
  GtkWidget *entry;
  GtkWidget *message;
  GtkWidget *note; /* NULL: there is nothing to say of these rows */
  GtkWidget *stack;
  GtkWidget *view; /* WeftTableView */
};

enum
{
  PICKED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactTable, weft_fact_table, GTK_TYPE_WIDGET)

/* --- rows ------------------------------------------------------------------------------------------- */

static char *
get_text (gpointer row, guint column)
{
  return weft_fact_row_get_text (row, column);
}

static void build (WeftFactTable *self);

static const WeftTableKind kind = { get_text, NULL, NULL };

static void
sorted (WeftFactTable *self, guint column, gboolean descending)
{
  weft_fact_list_sort (self->list, column == WEFT_TABLE_UNSORTED ? WEFT_NO_COLUMN : column,
                       descending);
}

/* --- columns ---------------------------------------------------------------------------------------- */

/* What some rows say of a column. */
typedef struct
{
  gboolean text; /* a cell that is no number */
  guint length;  /* characters of the longest */
} Sample;

static void
sample_row (const WeftFacts *facts, guint row, Sample *samples)
{
  g_auto (GStrv) texts = NULL;
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, row, cells);
  texts = weft_fact_row_format (facts, cells);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      samples[i].text |= cells[i].type == WEFT_CELL_TEXT || cells[i].type == WEFT_CELL_ADDRESS;
      samples[i].length = MAX (samples[i].length, (guint) g_utf8_strlen (texts[i], -1));
    }
  weft_facts_clear_row (facts, cells);
}

/* Later rows may have longer texts than the first, as where counts and times grow. */
static void
sample_rows (const WeftFacts *facts, Sample *samples)
{
  guint n = MIN (facts->n_rows, SAMPLED_ROWS);

  for (guint i = 0; i < n; i++)
    sample_row (facts, (guint) ((guint64) (facts->n_rows - 1) * i / MAX (n - 1, 1)), samples);
}

/* What a title says on hover: the unit where cells do not have it, and what is counted. Kept by the
 * table, as columns keep no texts. (transfer none) (nullable) */
static const char *
describe_column (WeftFactTable *self, const WeftFacts *facts, guint index)
{
  const WeftFactColumn *info = &facts->columns[index];
  const char *hint = info->hint != NULL ? _ (info->hint) : NULL;
  const char *unit = info->unit == WEFT_UNIT_CYCLES ? _ ("Cycles") : _ ("Cycle");
  char *both;

  if (facts->hertz > 0 || (info->unit != WEFT_UNIT_CYCLES && info->unit != WEFT_UNIT_CYCLE))
    return hint;
  if (hint == NULL)
    return unit;
  both = g_strconcat (unit, "\n", hint, NULL);
  g_ptr_array_add (self->hints, both);
  return both;
}

/* `digits` is the width of ten. */
static void
add_column (WeftFactTable *self, const WeftFacts *facts, guint index, const Sample *sample,
            int digits)
{
  const WeftFactColumn *info = &facts->columns[index];
  GtkWidget *widget = GTK_WIDGET (self);
  WeftTableColumn column = { .id = index,
                             .title = _ (info->title),
                             .hint = describe_column (self, facts, index) };
  int length = (int) CLAMP (sample->length, MIN_WIDTH, MAX_WIDTH);
  int title = weft_table_view_measure (widget, column.title) * 11 / 10 + 20;

  column.width = MAX (length * digits / 10, title) + CELL_PADDING;
  column.most = MAX_WIDTH * digits / 10 + CELL_PADDING;
  column.number = !sample->text;
  column.code = sample->text;
  gtk_column_view_column_set_expand (
    weft_table_view_add_column (WEFT_TABLE_VIEW (self->view), &column), info->is_last);
}

static void
show_columns (WeftFactTable *self, const WeftFacts *facts)
{
  Sample samples[WEFT_FACTS_MAX_COLUMNS] = { 0 };
  int digits;

  /* Widths come from rows. */
  if (facts->n_rows == 0 || (self->shown == facts->columns && self->n_shown == facts->n_columns))
    return;
  weft_table_view_clear (WEFT_TABLE_VIEW (self->view));
  weft_fact_list_sort (self->list, WEFT_NO_COLUMN, FALSE);
  self->shown = facts->columns;
  self->n_shown = facts->n_columns;
  g_ptr_array_set_size (self->hints, 0);
  sample_rows (facts, samples);
  digits = weft_table_view_measure (GTK_WIDGET (self), "0000000000");
  for (guint i = 0; i < facts->n_columns; i++)
    if (facts->columns[i].title != NULL)
      add_column (self, facts, i, &samples[i], digits);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

static char *
describe_count (guint n_rows, guint n_items)
{
  g_autofree char *all = weft_number_count (n_rows), *shown = weft_number_count (n_items);

  if (n_items < n_rows)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s row", "%s of %s rows", n_rows),
                            shown, all);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", n_rows), all);
}

static void
update_bar (WeftFactTable *self)
{
  guint n_rows = weft_fact_list_get_facts (self->list)->n_rows;
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *text = NULL;

  if (self->view == NULL)
    return;
  text = describe_count (n_rows, n_items);
  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.export", n_items > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.copy-all", n_items > 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_rows > 0 ? "rows" : "empty");
}

void
weft_fact_table_set_facts (WeftFactTable *self, const WeftFacts *facts, GObject *owner)
{
  g_return_if_fail (WEFT_IS_FACT_TABLE (self) && facts != NULL);

  if (self->view != NULL)
    show_columns (self, facts);
  weft_fact_list_set_facts (self->list, facts, owner);
  update_bar (self);
}

void
weft_fact_table_add_tool (WeftFactTable *self, GtkWidget *tool)
{
  build (self);
  gtk_box_insert_child_after (GTK_BOX (self->bar), tool, self->message);
}

static void
update_note (GtkWidget *note)
{
  gtk_widget_set_visible (note, *gtk_label_get_text (GTK_LABEL (note)) != '\0');
}

GtkWidget *
weft_fact_table_add_note (WeftFactTable *self)
{
  build (self);
  self->note = gtk_label_new (NULL);
  g_object_set (self->note, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0f,
                "margin-start", 6, "margin-end", 6, "margin-bottom", 3, NULL);
  g_signal_connect (self->note, "notify::label", G_CALLBACK (update_note), NULL);
  update_note (self->note);
  gtk_widget_insert_after (self->note, GTK_WIDGET (self), self->bar);
  return self->note;
}

WeftFactList *
weft_fact_table_get_list (WeftFactTable *self)
{
  return self->list;
}

void
weft_fact_table_focus (WeftFactTable *self)
{
  build (self);
  gtk_widget_grab_focus (self->view);
}

static void
scroll_to_selected (WeftFactTable *self)
{
  guint position = weft_fact_list_find_selected (self->list);

  if (position != GTK_INVALID_LIST_POSITION && self->view != NULL)
    weft_table_view_scroll_to (WEFT_TABLE_VIEW (self->view), position);
}

void
weft_fact_table_select (WeftFactTable *self, guint row)
{
  g_return_if_fail (WEFT_IS_FACT_TABLE (self));

  if (weft_fact_list_get_selected (self->list) == row)
    return;
  weft_fact_list_select (self->list, row);
  scroll_to_selected (self);
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
    say (self, _ ("Exported."));
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
export_rows (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Export Table"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
    GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
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
  weft_tooltip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return button;
}

static void
build_bar (WeftFactTable *self)
{
  GtkWidget *space = gtk_label_new (NULL);

  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "numeric");
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Filter rows"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter rows"), -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 3);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 16);
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
                                                     _ ("Copy all rows that are listed")));
  gtk_box_append (GTK_BOX (self->bar), build_button ("document-save-symbolic", "fact-table.export",
                                                     _ ("Export the rows that are listed as CSV")));
  gtk_widget_set_margin_start (self->bar, 6);
  gtk_widget_set_margin_end (self->bar, 6);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
}

static void
build_view (WeftFactTable *self)
{
  GtkWidget *label = gtk_label_new (self->empty);

  self->view =
    weft_table_view_new (&kind, self->name, _ ("Enter shows the row’s place in the picture."));
  weft_table_view_set_model (WEFT_TABLE_VIEW (self->view), GTK_SELECTION_MODEL (self->list));
  g_signal_connect_swapped (self->view, "activated", G_CALLBACK (row_activated), self);
  g_signal_connect_swapped (self->view, "sorted", G_CALLBACK (sorted), self);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_widget_add_css_class (label, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->view, "rows");
  gtk_stack_add_named (GTK_STACK (self->stack), label, "empty");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

/* A family has a dozen tables, of which one is looked at. */
static void
build (WeftFactTable *self)
{
  if (self->view != NULL)
    return;
  build_bar (self);
  build_view (self);
  show_columns (self, weft_fact_list_get_facts (self->list));
  update_bar (self);
  scroll_to_selected (self);
}

static void
weft_fact_table_map (GtkWidget *widget)
{
  build (WEFT_FACT_TABLE (widget));
  GTK_WIDGET_CLASS (weft_fact_table_parent_class)->map (widget);
}

static gboolean
weft_fact_table_focus_next (GtkWidget *widget, GtkDirectionType direction)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  gboolean moved;

  build (self);
  if (weft_tab_out (weft_table_view_get_rows (WEFT_TABLE_VIEW (self->view)), self->bar, direction,
                    &moved))
    return moved;
  return GTK_WIDGET_CLASS (weft_fact_table_parent_class)->focus (widget, direction);
}

static void
weft_fact_table_dispose (GObject *object)
{
  WeftFactTable *self = WEFT_FACT_TABLE (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->view = NULL;
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->note, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (weft_fact_table_parent_class)->dispose (object);
}

static void
weft_fact_table_finalize (GObject *object)
{
  g_free (WEFT_FACT_TABLE (object)->name);
  g_free (WEFT_FACT_TABLE (object)->empty);
  g_ptr_array_unref (WEFT_FACT_TABLE (object)->hints);
  G_OBJECT_CLASS (weft_fact_table_parent_class)->finalize (object);
}

static void
weft_fact_table_class_init (WeftFactTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_fact_table_dispose;
  object_class->finalize = weft_fact_table_finalize;
  widget_class->map = weft_fact_table_map;
  widget_class->focus = weft_fact_table_focus_next;
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_install_action (widget_class, "fact-table.copy", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "fact-table.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "fact-table.export", NULL, export_rows);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "fact-table.copy",
                                       NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-fact-table");
}

static void
weft_fact_table_init (WeftFactTable *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->hints = g_ptr_array_new_with_free_func (g_free);
  self->list = weft_fact_list_new ();
  g_signal_connect_object (self->list, "changed", G_CALLBACK (update_bar), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (row_picked), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_fact_table_new (const char *name, const char *empty)
{
  WeftFactTable *self = g_object_new (WEFT_TYPE_FACT_TABLE, NULL);

  self->name = g_strdup (name);
  self->empty = g_strdup (empty);
  return GTK_WIDGET (self);
}
