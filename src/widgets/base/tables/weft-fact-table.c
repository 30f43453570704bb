/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-choose-files.h"
#include "weft-tab-out.h"
#include "weft-table-columns.h"
#include "weft-words.h"

/* Characters that a column has room for, and what its cells have besides, in pixels. */
#define MIN_WIDTH 6
#define MAX_WIDTH 34
#define CELL_PADDING 22

/* The same of columns whose room is known beforehand. */
#define KNOWN_MAX_WIDTH 28
#define KNOWN_PADDING 16

/* Rows, spread over all, that columns take their first widths from; they grow for what is longer. */
#define SAMPLED_ROWS 16

struct _WeftFactTable
{
  GtkWidget parent_instance;

  WeftFactList *list;
  const WeftFactTableKind *kind; /* NULL: its columns are not arranged */
  const WeftField *shown;        /* the fields that the view has */
  guint n_shown;
  char *title;
  char *empty;
  GPtrArray *hints; /* of titles, that were put together for these facts */

  /* Made when the table comes into sight or is asked for: NULL until then. */
  GtkWidget *bar;
  GtkWidget *count;
  GtkWidget *entry;
  GtkWidget *message;
  GtkWidget *spinner;
  GtkWidget *pages;
  GtkWidget *page_label;
  GtkWidget *menu_button;
  GtkWidget *copy_all;
  GtkWidget *export;
  GtkWidget *note;
  GtkWidget *stack;
  GtkWidget *empty_box;
  GtkWidget *empty_label;
  GtkWidget *view; /* WeftTableView */
};

enum
{
  PICKED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum
{
  PROP_0,
  PROP_SORT_KEY,
  PROP_DESCENDING,
  PROP_TITLE,
  PROP_EMPTY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftFactTable, weft_fact_table, GTK_TYPE_WIDGET)

/* --- rows ------------------------------------------------------------------------------------------- */

static const WeftTableKind plain_rows = { weft_fact_row_get_text, NULL, NULL };

/* The first column of those that are arranged, upwards, is the order in which rows are listed. */
static void
sorted (WeftFactTable *self, guint column, gboolean descending)
{
  gboolean listed =
    column == WEFT_TABLE_UNSORTED || (self->kind != NULL && column == 0 && !descending);

  weft_fact_list_sort (self->list, listed ? WEFT_NO_COLUMN : column, descending && !listed);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT_KEY]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCENDING]);
}

/* Of tables whose columns are arranged. */
static const char *
get_sort_key (WeftFactTable *self)
{
  guint column = weft_fact_list_get_column (self->list);
  WeftFacts facts;

  if (self->kind == NULL)
    return NULL;
  facts = weft_facts_of (self->kind->schema, WEFT_FIELD_TABLE, NULL, 0);
  return weft_facts_get_column (&facts, column != WEFT_NO_COLUMN ? column : 0)->key;
}

void
weft_fact_table_sort (WeftFactTable *self, const char *key, gboolean descending)
{
  GtkColumnViewColumn *column;

  g_return_if_fail (WEFT_IS_FACT_TABLE (self));

  weft_fact_table_build (self);
  column = weft_table_columns_find (WEFT_TABLE_VIEW (self->view), key);
  if (column != NULL)
    weft_table_view_sort (WEFT_TABLE_VIEW (self->view), column, descending);
}

/* --- columns ---------------------------------------------------------------------------------------- */

/* A column, by a sample of rows. */
typedef struct
{
  gboolean text; /* a cell that is no number */
  guint length;  /* characters of the longest */
} Sample;

static void
sample_row (const WeftFacts *facts, guint row, Sample *samples)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, row, cells);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      g_autofree char *text = weft_fact_query_format (facts, row, i, &cells[i]);

      samples[i].text |= cells[i].type == WEFT_CELL_TEXT || cells[i].type == WEFT_CELL_ADDRESS;
      samples[i].length = MAX (samples[i].length, (guint) g_utf8_strlen (text, -1));
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

/* The tooltip of a title: the unit where cells do not have it, and what is counted. Kept by the
 * table, as columns keep no texts. (transfer none) (nullable) */
static const char *
describe_column (WeftFactTable *self, const WeftFacts *facts, guint index)
{
  const WeftField *info = weft_facts_get_column (facts, index);
  const char *hint = info->doc != NULL ? _ (info->doc) : NULL;
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

/* A column whose texts are not looked at. Words are no code; what expands has no bounds. */
static void
add_known_column (WeftFactTable *self, const WeftField *info, WeftTableColumn *column, int digits)
{
  gboolean last = (info->flags & WEFT_FIELD_LAST) != 0;
  int title = weft_table_view_measure (GTK_WIDGET (self), column->title) * 11 / 10 + 20;
  GtkColumnViewColumn *added;

  column->width = MAX (info->digits * digits / 10, title) + KNOWN_PADDING;
  column->most = last ? 0 : KNOWN_MAX_WIDTH * digits / 10 + KNOWN_PADDING;
  column->number = weft_field_is_number (info) && info->unit != WEFT_UNIT_ADDRESS;
  column->code = !column->number && info->word == NULL && (info->flags & WEFT_FIELD_PROSE) == 0;
  added = weft_table_view_add_column (WEFT_TABLE_VIEW (self->view), column);
  gtk_column_view_column_set_expand (added, last);
  gtk_column_view_column_set_visible (added, (info->flags & WEFT_FIELD_HIDDEN) == 0);
}

/* `digits` is the width of ten. */
static void
add_column (WeftFactTable *self, const WeftFacts *facts, guint index, const Sample *sample,
            int digits)
{
  const WeftField *info = weft_facts_get_column (facts, index);
  GtkWidget *widget = GTK_WIDGET (self);
  WeftTableColumn column = { .id = index,
                             .key = info->key,
                             .title = _ (info->title),
                             .hint = describe_column (self, facts, index) };
  int length = (int) CLAMP (sample->length, MIN_WIDTH, MAX_WIDTH);
  int title = weft_table_view_measure (widget, column.title) * 11 / 10 + 20;

  if (info->digits > 0)
    {
      add_known_column (self, info, &column, digits);
      return;
    }
  column.width = MAX (length * digits / 10, title) + CELL_PADDING;
  column.most = MAX_WIDTH * digits / 10 + CELL_PADDING;
  column.number = !sample->text;
  column.code = sample->text;
  gtk_column_view_column_set_expand (
    weft_table_view_add_column (WEFT_TABLE_VIEW (self->view), &column),
    (info->flags & WEFT_FIELD_LAST) != 0);
}

static void
show_columns (WeftFactTable *self, const WeftFacts *facts)
{
  Sample samples[WEFT_FACTS_MAX_COLUMNS] = { 0 };
  int digits;

  /* Widths come from rows. */
  if ((facts->n_rows == 0 && self->kind == NULL)
      || (self->shown == facts->fields && self->n_shown == facts->n_columns))
    return;
  weft_table_view_clear (WEFT_TABLE_VIEW (self->view));
  weft_fact_list_sort (self->list, WEFT_NO_COLUMN, FALSE);
  self->shown = facts->fields;
  self->n_shown = facts->n_columns;
  g_ptr_array_set_size (self->hints, 0);
  sample_rows (facts, samples);
  digits = weft_table_view_measure (GTK_WIDGET (self), "0000000000");
  for (guint i = 0; i < facts->n_columns; i++)
    if (weft_facts_get_column (facts, i)->title != NULL)
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
update_pages (WeftFactTable *self)
{
  guint n_pages = weft_fact_list_get_n_pages (self->list);
  guint page = weft_fact_list_get_page (self->list);
  guint first = weft_fact_list_get_first (self->list);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *from = weft_number_count (first + 1), *to = weft_number_count (first + n_items);
  g_autofree char *text = g_strdup_printf (_ ("%s – %s"), from, to);

  gtk_widget_set_visible (self->pages, n_pages > 1);
  gtk_label_set_text (GTK_LABEL (self->page_label), text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.previous-page", page > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "fact-table.next-page", page + 1 < n_pages);
}

void
weft_fact_table_update (WeftFactTable *self)
{
  guint n_rows = weft_fact_list_get_n_rows (self->list);
  gboolean busy = weft_fact_list_is_busy (self->list);
  g_autofree char *count = self->kind->describe_count (self, n_rows);

  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_label_set_text (GTK_LABEL (self->empty_label), self->kind->describe_emptiness (self));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n_rows > 0 || busy ? "rows" : "empty");
}

static void
update_bar (WeftFactTable *self)
{
  guint n_rows = weft_fact_list_get_facts (self->list)->n_rows;
  guint n_items = weft_fact_list_get_n_rows (self->list);
  g_autofree char *text = NULL;

  if (self->view == NULL)
    return;
  update_pages (self);
  if (self->kind != NULL)
    {
      weft_fact_table_update (self);
      return;
    }
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
  weft_fact_table_build (self);
  gtk_box_insert_child_after (GTK_BOX (self->bar), tool, self->message);
}

static gboolean
has_text (gpointer table G_GNUC_UNUSED, const char *text)
{
  return text != NULL && *text != '\0';
}

GtkWidget *
weft_fact_table_get_empty (WeftFactTable *self)
{
  weft_fact_table_build (self);
  return self->empty_box;
}

GtkWidget *
weft_fact_table_get_note (WeftFactTable *self)
{
  weft_fact_table_build (self);
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
  weft_fact_table_build (self);
  gtk_widget_grab_focus (self->view);
}

void
weft_fact_table_scroll_to_selected (WeftFactTable *self)
{
  guint position = weft_fact_list_find_selected (self->list, TRUE);

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
  weft_fact_table_scroll_to_selected (self);
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

char *
weft_fact_table_get_row_text (WeftFactTable *self)
{
  const WeftFacts *facts;
  guint row;

  g_return_val_if_fail (WEFT_IS_FACT_TABLE (self), NULL);

  row = weft_fact_list_get_row (self->list, weft_fact_list_find_selected (self->list, FALSE));
  if (row == G_MAXUINT)
    return NULL;
  facts = weft_fact_list_get_facts (self->list);
  return self->kind != NULL && self->kind->write_row != NULL
           ? self->kind->write_row (facts->data, row)
           : weft_table_columns_get_text (WEFT_TABLE_VIEW (self->view), facts, row);
}

static void
copy_row (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  guint position = weft_fact_list_find_selected (self->list, FALSE);
  g_autofree char *text = NULL;

  if (position == GTK_INVALID_LIST_POSITION)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  text = self->kind != NULL ? weft_fact_table_get_row_text (self)
                            : weft_fact_list_to_text (self->list, '\t', position, 1);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), g_strchomp (text));
}

static void
turn_page (GtkWidget *widget, const char *action, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  guint page = weft_fact_list_get_page (self->list);

  weft_fact_list_set_page (self->list,
                           strcmp (action, "fact-table.next-page") == 0 ? page + 1 : page - 1);
  weft_table_view_scroll_to (WEFT_TABLE_VIEW (self->view), 0);
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
file_chosen (gpointer owner, GListModel *files, gpointer data G_GNUC_UNUSED)
{
  WeftFactTable *self = owner;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  char *csv = weft_fact_list_to_text (self->list, ',', 0, G_MAXUINT);
  g_autoptr (GBytes) bytes = g_bytes_new_take (csv, strlen (csv));

  say (self, NULL);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       file_written, g_object_ref (self));
}

static void
export_rows (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  g_autofree char *name = g_strconcat (self->title, ".csv", NULL);
  const WeftFileChoice choice = { .title = _ ("Export Table"),
                                  .accept = _ ("_Export"),
                                  .action = GTK_FILE_CHOOSER_ACTION_SAVE,
                                  .name = name };

  weft_choose_file_list (self, &choice, file_chosen, NULL, NULL);
}

/* --- construction ----------------------------------------------------------------------------------- */

static void
build_view (WeftFactTable *self)
{
  self->view =
    weft_table_view_new (self->kind != NULL ? &self->kind->rows : &plain_rows, self->title,
                         self->kind != NULL ? _ (self->kind->description)
                                            : _ ("Enter shows the row’s place in the picture."));
  weft_table_view_set_model (WEFT_TABLE_VIEW (self->view), GTK_SELECTION_MODEL (self->list));
  g_signal_connect_swapped (self->view, "activated", G_CALLBACK (row_activated), self);
  g_signal_connect_swapped (self->view, "sorted", G_CALLBACK (sorted), self);
  gtk_stack_add_named (GTK_STACK (self->stack), self->view, "rows");
  gtk_label_set_text (GTK_LABEL (self->empty_label), self->empty);
}

/* A family has a dozen tables, of which one is looked at. */
void
weft_fact_table_build (WeftFactTable *self)
{
  if (self->view != NULL)
    return;
  gtk_widget_init_template (GTK_WIDGET (self));
  build_view (self);
  show_columns (self, weft_fact_list_get_facts (self->list));
  update_bar (self);
  weft_fact_table_scroll_to_selected (self);
}

static void
weft_fact_table_map (GtkWidget *widget)
{
  weft_fact_table_build (WEFT_FACT_TABLE (widget));
  GTK_WIDGET_CLASS (weft_fact_table_parent_class)->map (widget);
}

static gboolean
weft_fact_table_focus_next (GtkWidget *widget, GtkDirectionType direction)
{
  WeftFactTable *self = WEFT_FACT_TABLE (widget);
  gboolean moved;

  weft_fact_table_build (self);
  if (weft_tab_out (weft_table_view_get_rows (WEFT_TABLE_VIEW (self->view)), self->bar, direction,
                    &moved))
    return moved;
  return GTK_WIDGET_CLASS (weft_fact_table_parent_class)->focus (widget, direction);
}

static void
weft_fact_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftFactTable *self = WEFT_FACT_TABLE (object);

  switch (id)
    {
    case PROP_SORT_KEY:
      /* The state of an action can't be NULL. */
      g_value_set_string (value, self->kind != NULL ? get_sort_key (self) : "");
      break;
    case PROP_DESCENDING:
      g_value_set_boolean (value, weft_fact_list_get_descending (self->list));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_fact_table_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftFactTable *self = WEFT_FACT_TABLE (object);

  switch (id)
    {
    case PROP_SORT_KEY:
      weft_fact_table_sort (self, g_value_get_string (value),
                            weft_fact_list_get_descending (self->list));
      break;
    case PROP_DESCENDING:
      weft_fact_table_sort (self, get_sort_key (self), g_value_get_boolean (value));
      break;
    case PROP_TITLE:
      self->title = g_value_dup_string (value);
      break;
    case PROP_EMPTY:
      self->empty = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
  g_free (WEFT_FACT_TABLE (object)->title);
  g_free (WEFT_FACT_TABLE (object)->empty);
  g_ptr_array_unref (WEFT_FACT_TABLE (object)->hints);
  G_OBJECT_CLASS (weft_fact_table_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "fact-table.copy", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "fact-table.copy-all", NULL, copy_all);
  gtk_widget_class_install_action (widget_class, "fact-table.export", NULL, export_rows);
  gtk_widget_class_install_action (widget_class, "fact-table.previous-page", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "fact-table.next-page", NULL, turn_page);
  gtk_widget_class_install_property_action (widget_class, "fact-table.sort-key", "sort-key");
  gtk_widget_class_install_property_action (widget_class, "fact-table.descending", "descending");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "fact-table.copy",
                                       NULL);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-fact-table.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, count);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, message);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, pages);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, page_label);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, menu_button);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, copy_all);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, export);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, note);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, empty_box);
  gtk_widget_class_bind_template_child (widget_class, WeftFactTable, empty_label);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, has_text);
}

static void
weft_fact_table_class_init (WeftFactTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags once = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_fact_table_get_property;
  object_class->set_property = weft_fact_table_set_property;
  object_class->dispose = weft_fact_table_dispose;
  object_class->finalize = weft_fact_table_finalize;
  widget_class->map = weft_fact_table_map;
  widget_class->focus = weft_fact_table_focus_next;
  properties[PROP_SORT_KEY] = g_param_spec_string ("sort-key", NULL, NULL, NULL, flags);
  properties[PROP_DESCENDING] = g_param_spec_boolean ("descending", NULL, NULL, FALSE, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", once);
  properties[PROP_EMPTY] = g_param_spec_string ("empty", NULL, NULL, "", once);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[PICKED] = g_signal_new ("picked", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_FACT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  install_actions (widget_class);
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-fact-table");
}

static void
weft_fact_table_init (WeftFactTable *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->hints = g_ptr_array_new_with_free_func (g_free);
  self->list = weft_fact_list_new (WEFT_FACT_LIST_PAGE);
  g_signal_connect_object (self->list, "changed", G_CALLBACK (update_bar), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (row_picked), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_fact_table_new (const char *name, const char *empty)
{
  return g_object_new (WEFT_TYPE_FACT_TABLE, "title", name, "empty", empty, NULL);
}

/* --- tables whose columns are arranged -------------------------------------------------------------- */

static GMenuModel *
build_menu (WeftFactTable *self)
{
  g_autoptr (GMenu) order = g_menu_new (), columns = g_menu_new (), rows = g_menu_new ();
  g_autoptr (GMenu) sorting = g_menu_new (), layout = g_menu_new ();
  GMenu *menu = g_menu_new ();

  weft_table_columns_fill_menus (WEFT_TABLE_VIEW (self->view), GTK_WIDGET (self),
                                 "fact-table.sort-key", order, columns);
  g_menu_append (rows, _ ("_Copy Row"), "fact-table.copy");
  g_menu_append_submenu (sorting, _ ("_Sort By"), G_MENU_MODEL (order));
  g_menu_append (sorting, _ ("_Descending"), "fact-table.descending");
  g_menu_append_submenu (layout, _ ("C_olumns"), G_MENU_MODEL (columns));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (sorting));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (layout));
  return G_MENU_MODEL (menu);
}

/* When it is opened first: it takes longer than all else of the table. */
static void
make_menu (GtkMenuButton *button, gpointer table)
{
  g_autoptr (GMenuModel) menu = NULL;

  if (gtk_menu_button_get_popover (button) != NULL)
    return;
  menu = build_menu (table);
  gtk_menu_button_set_menu_model (button, menu);
}

GtkWidget *
weft_fact_table_new_arranged (const char *name, const WeftFactTableKind *kind)
{
  WeftFactTable *self = WEFT_FACT_TABLE (weft_fact_table_new (name, ""));
  const WeftFacts facts = weft_facts_of (kind->schema, WEFT_FIELD_TABLE, NULL, 0);

  self->kind = kind;
  gtk_widget_init_template (GTK_WIDGET (self));
  build_view (self);
  show_columns (self, &facts);
  g_object_set (self->bar, "spacing", 12, "margin-start", 12, NULL);
  g_object_set (self->empty_box, "halign", GTK_ALIGN_CENTER, "margin-start", 12, "margin-end", 12,
                NULL);
  gtk_widget_set_visible (self->menu_button, TRUE);
  gtk_widget_set_visible (self->entry, FALSE);
  gtk_widget_set_visible (self->copy_all, FALSE);
  gtk_widget_set_visible (self->export, FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu_button), make_menu, self,
                                         NULL);
  weft_fact_table_sort (self, weft_facts_get_column (&facts, 0)->key, FALSE);
  return GTK_WIDGET (self);
}

char *
weft_fact_table_save (WeftFactTable *self)
{
  GString *saved = g_string_new (get_sort_key (self));

  g_string_append_c (saved, weft_fact_list_get_descending (self->list) ? '-' : '+');
  weft_table_columns_save (WEFT_TABLE_VIEW (self->view), saved);
  return g_string_free (saved, FALSE);
}

static void
restore_order (WeftFactTable *self, const char *word)
{
  gsize length = strlen (word);
  g_autofree char *key = NULL;

  if (length < 2 || (word[length - 1] != '+' && word[length - 1] != '-'))
    return;
  key = g_strndup (word, length - 1);
  weft_fact_table_sort (self, key, word[length - 1] == '-');
}

void
weft_fact_table_restore (WeftFactTable *self, const char *saved)
{
  g_auto (GStrv) words = NULL;
  guint n_columns = 0;

  g_return_if_fail (WEFT_IS_FACT_TABLE (self) && saved != NULL);

  words = g_strsplit (saved, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strchr (words[i], ':') == NULL)
      restore_order (self, words[i]);
    else if (weft_table_columns_restore (WEFT_TABLE_VIEW (self->view), words[i], n_columns))
      n_columns++;
}
