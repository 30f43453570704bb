/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-pipeline-status.h"
#include "weft-tab-out.h"
#include "weft-table-view.h"
#include "weft-tooltip.h"
#include "weft-words.h"

typedef struct
{
  WeftOpKey key;
  const char *id; /* in what is saved */
  const char *title;
  guint8 width;    /* in digits, at least; the title fits in any case */
  gboolean number; /* right-aligned */
  gboolean hidden; /* until it is asked for */
} ColumnInfo;

static const ColumnInfo infos[] = {
  { WEFT_OP_KEY_ROW, "row", N_ ("Row"), 9, TRUE },
  { WEFT_OP_KEY_ID, "id", N_ ("Id"), 8, TRUE },
  { WEFT_OP_KEY_GID, "gid", N_ ("Simulator id"), 8, TRUE, TRUE },
  { WEFT_OP_KEY_TID, "thread", N_ ("Thread"), 3, TRUE },
  { WEFT_OP_KEY_RID, "rid", N_ ("Retire id"), 8, TRUE },
  { WEFT_OP_KEY_STATE, "state", N_ ("State"), 8, FALSE },
  { WEFT_OP_KEY_PC, "pc", N_ ("PC"), 12, FALSE },
  { WEFT_OP_KEY_LABEL, "label", N_ ("Label"), 30, FALSE },
  { WEFT_OP_KEY_FETCH, "fetch", N_ ("Fetch, cycle"), 10, TRUE },
  { WEFT_OP_KEY_END, "end", N_ ("End, cycle"), 10, TRUE },
  { WEFT_OP_KEY_LATENCY, "latency", N_ ("Latency, cycles"), 9, TRUE },
  { WEFT_OP_KEY_STALL, "stall", N_ ("Stall, cycles"), 9, TRUE },
  { WEFT_OP_KEY_STAGES, "stages", N_ ("Stages"), 3, TRUE, TRUE },
};

#define N_COLUMNS G_N_ELEMENTS (infos)

/* Columns get wider than `width` for longer texts, up to so many digits; what cells have besides is in
 * pixels. */
#define MAX_DIGITS 28
#define CELL_PADDING 16

struct _WeftPipelineOpTable
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineOpList *list;
  guint32 shown_op; /* that was last brought into view */
  gboolean picking; /* the user selects in the table */

  GtkWidget *bar;
  GtkWidget *count;
  GtkWidget *chip;
  GtkWidget *chip_label;
  GtkWidget *spinner;
  GtkWidget *pages;
  GtkWidget *page_label;
  GtkWidget *menu_button;
  GtkWidget *stack;
  GtkWidget *empty_label;
  GtkWidget *empty_button;
  GtkWidget *view; /* WeftTableView */
  PangoAttrList *tabular;
  GtkColumnViewColumn *columns[N_COLUMNS]; /* by place in `infos` */
};

enum
{
  PROP_0,
  PROP_SORT_KEY,
  PROP_DESCENDING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftPipelineOpTable, weft_pipeline_op_table, GTK_TYPE_WIDGET)

static const ColumnInfo *
find_info (WeftOpKey key)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    if (infos[i].key == key)
      return &infos[i];
  g_assert_not_reached ();
}

static int
find_id (const char *id)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    if (strcmp (infos[i].id, id) == 0)
      return (int) i;
  return -1;
}

/* --- rows ----------------------------------------------------------------------------------------- */

static char *
get_text (gpointer item, guint key)
{
  return weft_pipeline_op_item_get_text (item, (WeftOpKey) key);
}

static gboolean
is_flushed (gpointer item)
{
  return weft_pipeline_op_item_get_op (item)->state == WEFT_OP_FLUSHED;
}

/* What does not fit into its column, and why a number is not exact. */
static const char *
get_tooltip (gpointer item, guint key, const char *text, gboolean cut)
{
  switch (key)
    {
    case WEFT_OP_KEY_LABEL:
      return cut || g_str_has_suffix (text, " …") ? weft_pipeline_op_item_get_label (item) : NULL;
    case WEFT_OP_KEY_STALL:
      return !g_str_has_prefix (text, "≈")
               ? NULL
               : _ ("Estimated, as the log has only one lane: the cycles that stages lasted beyond "
                    "the shortest of their kind");
    case WEFT_OP_KEY_LATENCY:
      return !g_str_has_prefix (text, "≥") ? NULL
                                           : _ ("So far: the op was neither retired nor flushed");
    default:
      return NULL;
    }
}

static const WeftTableKind kind = { get_text, is_flushed, get_tooltip };

/* --- order ---------------------------------------------------------------------------------------- */

static void
sorted (WeftPipelineOpTable *self, guint key, gboolean descending)
{
  weft_pipeline_op_list_sort (
    self->list, key == WEFT_TABLE_UNSORTED ? WEFT_OP_KEY_ROW : (WeftOpKey) key, descending);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT_KEY]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCENDING]);
}

void
weft_pipeline_op_table_sort (WeftPipelineOpTable *self, WeftOpKey key, gboolean descending)
{
  g_return_if_fail (WEFT_IS_PIPELINE_OP_TABLE (self) && key < WEFT_N_OP_KEYS);

  weft_table_view_sort (WEFT_TABLE_VIEW (self->view), self->columns[find_info (key) - infos],
                        descending);
}

/* --- words about what is shown --------------------------------------------------------------------- */

static char *
describe_count (WeftPipelineOpTable *self)
{
  guint32 n_ops = weft_pipeline_op_list_get_n_ops (self->list);
  guint32 n_all = weft_pipeline_state_get_extent (self->state)->n_rows;
  g_autofree char *shown = weft_number_count (n_ops), *all = weft_number_count (n_all);

  if (n_ops < n_all)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s op", "%s of %s ops", n_all),
                            shown, all);
  return weft_number_ops (n_ops);
}

static const char *
describe_emptiness (WeftPipelineOpTable *self, gboolean ranged)
{
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (self->state));

  if (ranged)
    return _ ("No op was in flight in this range.");
  if (weft_trace_get_state (trace) == WEFT_TRACE_GROWING)
    return _ ("No op was read yet. Each op of the log becomes a row here while it is read.");
  return _ (
    "This log has no ops. Each op, which begins with an “I” line in a Kanata log and a fetch "
    "line in gem5's, would be a row here.");
}

static void
update_pages (WeftPipelineOpTable *self)
{
  guint n_pages = weft_pipeline_op_list_get_n_pages (self->list);
  guint page = weft_pipeline_op_list_get_page (self->list);
  guint32 first = weft_pipeline_op_list_get_first (self->list);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *from = weft_number_count (first + 1), *to = weft_number_count (first + n_items);
  g_autofree char *text = g_strdup_printf (_ ("%s – %s"), from, to);

  gtk_widget_set_visible (self->pages, n_pages > 1);
  gtk_label_set_text (GTK_LABEL (self->page_label), text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "op-table.previous-page", page > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "op-table.next-page", page + 1 < n_pages);
}

static void
update_bar (WeftPipelineOpTable *self)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  gboolean ranged = selection->has_cycles || selection->has_rows;
  gboolean busy = weft_pipeline_op_list_is_busy (self->list);
  g_autofree char *count = describe_count (self);

  gtk_label_set_text (GTK_LABEL (self->count), count);
  if (ranged)
    {
      g_autofree char *range = weft_pipeline_status_describe_ranges (selection, TRUE);

      gtk_label_set_text (GTK_LABEL (self->chip_label), range);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      range, -1);
    }
  gtk_widget_set_visible (self->chip, ranged);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
  update_pages (self);

  gtk_label_set_text (GTK_LABEL (self->empty_label), describe_emptiness (self, ranged));
  gtk_widget_set_visible (self->empty_button, ranged);
  gtk_stack_set_visible_child_name (
    GTK_STACK (self->stack),
    weft_pipeline_op_list_get_n_ops (self->list) > 0 || busy ? "rows" : "empty");
}

/* --- the shared state ------------------------------------------------------------------------------- */

static void
scroll_to_selected (WeftPipelineOpTable *self)
{
  guint position = weft_pipeline_op_list_find_selected (self->list, TRUE);

  if (position != GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (GTK_WIDGET (self)))
    weft_table_view_scroll_to (WEFT_TABLE_VIEW (self->view), position);
}

static void
take_content (WeftPipelineOpTable *self)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  gboolean hide = weft_pipeline_state_get_hide_flushed (self->state);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  snapshot = weft_pipeline_state_ref_snapshot (self->state);
  weft_pipeline_op_list_set_source (self->list, snapshot,
                                    hide ? weft_pipeline_state_get_rows (self->state) : NULL);
  update_bar (self);
}

static void
take_selection (WeftPipelineOpTable *self)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  WeftOpRange range = WEFT_OP_RANGE_ALL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (selection->has_cycles)
    range.cycles = (WeftCycleRange){ selection->first_cycle, selection->last_cycle };
  if (selection->has_rows)
    {
      range.first_row = selection->first_row;
      range.last_row = selection->last_row;
    }
  weft_pipeline_op_list_set_range (self->list, &range);
  weft_pipeline_op_list_select (self->list, selection->op);
  if (selection->op != self->shown_op && !self->picking)
    scroll_to_selected (self);
  self->shown_op = selection->op;
  update_bar (self);
}

static void
list_changed (WeftPipelineOpTable *self)
{
  update_bar (self);
}

static void
op_picked (WeftPipelineOpTable *self, guint op)
{
  self->picking = TRUE;
  weft_pipeline_state_select (self->state, op, WEFT_NO_STAGE);
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self->state, op, TRUE);
  self->picking = FALSE;
}

static void
row_activated (WeftPipelineOpTable *self, guint position)
{
  guint32 op = weft_pipeline_op_list_get_op (self->list, position);

  if (op == WEFT_NO_ROW)
    return;
  weft_pipeline_state_select (self->state, op, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (self->state, op, FALSE);
}

/* --- actions ---------------------------------------------------------------------------------------- */

static GListModel *
get_columns (WeftPipelineOpTable *self)
{
  return gtk_column_view_get_columns (weft_table_view_get_titles (WEFT_TABLE_VIEW (self->view)));
}

char *
weft_pipeline_op_table_get_row_text (WeftPipelineOpTable *self)
{
  GListModel *columns;
  g_autoptr (WeftPipelineOpItem) item = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const char *separator = "";
  guint position;

  g_return_val_if_fail (WEFT_IS_PIPELINE_OP_TABLE (self), NULL);

  position = weft_pipeline_op_list_find_selected (self->list, FALSE);
  item = g_list_model_get_item (G_LIST_MODEL (self->list), position);
  if (item == NULL)
    return NULL;
  columns = get_columns (self);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const ColumnInfo *info = find_info (weft_table_view_get_column (column)->id);
      g_autofree char *field = NULL;

      if (!gtk_column_view_column_get_visible (column))
        continue;
      field = weft_pipeline_op_item_get_raw (item, info->key);
      g_string_append_printf (text, "%s%s", separator, field);
      separator = "\t";
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
copy_row (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  g_autofree char *text = weft_pipeline_op_table_get_row_text (WEFT_PIPELINE_OP_TABLE (widget));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  else
    gtk_widget_error_bell (widget);
}

static void
clear_range (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (widget);

  weft_view_state_clear_range (WEFT_VIEW_STATE (self->state));
  weft_pipeline_op_table_focus_rows (self);
}

static void
turn_page (GtkWidget *widget, const char *action, GVariant *parameter G_GNUC_UNUSED)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (widget);
  guint page = weft_pipeline_op_list_get_page (self->list);

  weft_pipeline_op_list_set_page (self->list,
                                  strcmp (action, "op-table.next-page") == 0 ? page + 1 : page - 1);
  weft_table_view_scroll_to (WEFT_TABLE_VIEW (self->view), 0);
}

void
weft_pipeline_op_table_focus_rows (WeftPipelineOpTable *self)
{
  g_return_if_fail (WEFT_IS_PIPELINE_OP_TABLE (self));

  gtk_widget_grab_focus (self->view);
}

/* --- what is remembered ------------------------------------------------------------------------------ */

/* The order, then one word per column from left to right: "latency- row:80:1 id:90:0". */
char *
weft_pipeline_op_table_save (WeftPipelineOpTable *self)
{
  GString *saved = g_string_new (NULL);
  GListModel *columns;

  g_return_val_if_fail (WEFT_IS_PIPELINE_OP_TABLE (self), NULL);

  g_string_append (saved, find_info (weft_pipeline_op_list_get_key (self->list))->id);
  g_string_append_c (saved, weft_pipeline_op_list_get_descending (self->list) ? '-' : '+');
  columns = get_columns (self);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const ColumnInfo *info = find_info (weft_table_view_get_column (column)->id);

      g_string_append_printf (saved, " %s:%d:%d", info->id, weft_table_view_get_width (column),
                              gtk_column_view_column_get_visible (column));
    }
  return g_string_free (saved, FALSE);
}

/* "row:80:1"; the column comes next after those restored before. */
static gboolean
restore_column (WeftPipelineOpTable *self, const char *word, guint place)
{
  g_auto (GStrv) fields = g_strsplit (word, ":", 3);
  guint64 width, visible;
  int index;

  if (g_strv_length (fields) != 3 || (index = find_id (fields[0])) < 0
      || !g_ascii_string_to_unsigned (fields[1], 10, 1, 10000, &width, NULL)
      || !g_ascii_string_to_unsigned (fields[2], 10, 0, 1, &visible, NULL))
    return FALSE;
  weft_table_view_set_width (self->columns[index], (int) width);
  gtk_column_view_column_set_visible (self->columns[index], visible != 0);
  gtk_column_view_insert_column (weft_table_view_get_titles (WEFT_TABLE_VIEW (self->view)), place,
                                 self->columns[index]);
  return TRUE;
}

static void
restore_order (WeftPipelineOpTable *self, const char *word)
{
  gsize length = strlen (word);
  g_autofree char *id = NULL;
  int index;

  if (length < 2)
    return;
  id = g_strndup (word, length - 1);
  index = find_id (id);
  if (index >= 0 && (word[length - 1] == '+' || word[length - 1] == '-'))
    weft_pipeline_op_table_sort (self, infos[index].key, word[length - 1] == '-');
}

void
weft_pipeline_op_table_restore (WeftPipelineOpTable *self, const char *saved)
{
  g_auto (GStrv) words = NULL;
  guint n_columns = 0;

  g_return_if_fail (WEFT_IS_PIPELINE_OP_TABLE (self) && saved != NULL);

  words = g_strsplit (saved, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (strchr (words[i], ':') == NULL)
      restore_order (self, words[i]);
    else if (restore_column (self, words[i], n_columns))
      n_columns++;
}

/* --- construction ------------------------------------------------------------------------------------ */

/* Room for a title in bold with the arrow of the order. */
static int
measure_title (GtkWidget *widget, const ColumnInfo *info)
{
  return weft_table_view_measure (widget, _ (info->title)) * 11 / 10 + 20 + CELL_PADDING;
}

/* Labels have the room that the others leave. `ten_digits` is the width of so many. */
static void
add_column (WeftPipelineOpTable *self, guint index, int ten_digits)
{
  const ColumnInfo *info = &infos[index];
  int digits = info->width * ten_digits / 10 + CELL_PADDING;
  int most = MAX_DIGITS * ten_digits / 10 + CELL_PADDING;
  const WeftTableColumn column = {
    .id = info->key,
    .title = _ (info->title),
    .width = MAX (digits, measure_title (GTK_WIDGET (self), info)),
    .most = info->key != WEFT_OP_KEY_LABEL ? most : 0,
    .number = info->number,
    .code = info->key == WEFT_OP_KEY_LABEL || info->key == WEFT_OP_KEY_PC,
  };

  self->columns[index] =
    g_object_ref (weft_table_view_add_column (WEFT_TABLE_VIEW (self->view), &column));
  gtk_column_view_column_set_expand (self->columns[index], info->key == WEFT_OP_KEY_LABEL);
  gtk_column_view_column_set_visible (self->columns[index], !info->hidden);
}

static void
build_view (WeftPipelineOpTable *self)
{
  int ten_digits = weft_table_view_measure (GTK_WIDGET (self), "0000000000");

  self->view =
    weft_table_view_new (&kind, _ ("Ops of the pipeline"),
                         _ ("One row per op. Enter shows the op in the picture; the menu above "
                            "sorts the rows."));
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i, ten_digits);
  g_signal_connect_swapped (self->view, "activated", G_CALLBACK (row_activated), self);
  g_signal_connect_swapped (self->view, "sorted", G_CALLBACK (sorted), self);
}

static GMenuModel *
build_menu (WeftPipelineOpTable *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) order = g_menu_new (), columns = g_menu_new (), rows = g_menu_new ();
  g_autoptr (GMenu) sorting = g_menu_new (), layout = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (GPropertyAction) action =
        g_property_action_new (infos[i].id, self->columns[i], "visible");
      g_autofree char *sort = g_strconcat ("op-table.sort-key::", infos[i].id, NULL);
      g_autofree char *show = g_strconcat ("op-table-columns.", infos[i].id, NULL);

      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
      g_menu_append (order, _ (infos[i].title), sort);
      g_menu_append (columns, _ (infos[i].title), show);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "op-table-columns", G_ACTION_GROUP (group));
  g_menu_append (rows, _ ("_Copy Row"), "op-table.copy");
  g_menu_append_submenu (sorting, _ ("_Sort By"), G_MENU_MODEL (order));
  g_menu_append (sorting, _ ("_Descending"), "op-table.descending");
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

static GtkWidget *
build_chip (WeftPipelineOpTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->chip_label = gtk_label_new (NULL);
  gtk_label_set_attributes (GTK_LABEL (self->chip_label), self->tabular);
  gtk_label_set_ellipsize (GTK_LABEL (self->chip_label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), self->chip_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  self->chip = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->chip), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->chip), "op-table.clear-range");
  gtk_widget_add_css_class (self->chip, "weft-chip");
  weft_tooltip_set (self->chip, _ ("Only ops of the brushed range are listed. Press to "
                                   "list all again."));
  return self->chip;
}

/* Says what a button does that has but an icon. */
static void
name_button (GtkWidget *button, const char *name)
{
  weft_tooltip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
build_pages (WeftPipelineOpTable *self)
{
  GtkWidget *previous = gtk_button_new_from_icon_name ("go-previous-symbolic");
  GtkWidget *next = gtk_button_new_from_icon_name ("go-next-symbolic");

  self->pages = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->page_label = gtk_label_new (NULL);
  gtk_label_set_attributes (GTK_LABEL (self->page_label), self->tabular);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (previous), "op-table.previous-page");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (next), "op-table.next-page");
  name_button (previous, _ ("Previous rows"));
  name_button (next, _ ("Next rows"));
  gtk_button_set_has_frame (GTK_BUTTON (previous), FALSE);
  gtk_button_set_has_frame (GTK_BUTTON (next), FALSE);
  gtk_box_append (GTK_BOX (self->pages), previous);
  gtk_box_append (GTK_BOX (self->pages), self->page_label);
  gtk_box_append (GTK_BOX (self->pages), next);
  return self->pages;
}

static void
build_bar (WeftPipelineOpTable *self)
{
  GtkWidget *space = gtk_label_new (NULL);

  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  self->count = gtk_label_new (NULL);
  gtk_label_set_attributes (GTK_LABEL (self->count), self->tabular);
  self->spinner = gtk_spinner_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sorting"), -1);
  self->menu_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->menu_button), "view-more-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu_button), make_menu, self,
                                         NULL);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->menu_button), FALSE);
  name_button (self->menu_button, _ ("Order and columns"));
  gtk_widget_set_hexpand (space, TRUE);

  gtk_box_append (GTK_BOX (self->bar), self->count);
  gtk_box_append (GTK_BOX (self->bar), build_chip (self));
  gtk_box_append (GTK_BOX (self->bar), self->spinner);
  gtk_box_append (GTK_BOX (self->bar), space);
  gtk_box_append (GTK_BOX (self->bar), build_pages (self));
  gtk_box_append (GTK_BOX (self->bar), self->menu_button);
  gtk_widget_set_margin_start (self->bar, 12);
  gtk_widget_set_margin_end (self->bar, 6);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
}

static GtkWidget *
build_empty (WeftPipelineOpTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->empty_label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->empty_label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->empty_label), 50);
  gtk_label_set_justify (GTK_LABEL (self->empty_label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->empty_label, "dim-label");
  self->empty_button = gtk_button_new_with_mnemonic (_ ("_List All Ops"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->empty_button), "op-table.clear-range");
  gtk_widget_set_halign (self->empty_button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->empty_label);
  gtk_box_append (GTK_BOX (box), self->empty_button);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  return box;
}

static void
build_stack (WeftPipelineOpTable *self)
{
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->view, "rows");
  gtk_stack_add_named (GTK_STACK (self->stack), build_empty (self), "empty");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

static void
weft_pipeline_op_table_map (GtkWidget *widget)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (widget);

  GTK_WIDGET_CLASS (weft_pipeline_op_table_parent_class)->map (widget);
  take_content (self);
  self->shown_op = WEFT_NO_ROW;
  take_selection (self);
}

static gboolean
weft_pipeline_op_table_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (widget);
  gboolean moved;

  if (weft_tab_out (weft_table_view_get_rows (WEFT_TABLE_VIEW (self->view)), self->bar, direction,
                    &moved))
    return moved;
  return GTK_WIDGET_CLASS (weft_pipeline_op_table_parent_class)->focus (widget, direction);
}

static void
weft_pipeline_op_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (object);

  switch (id)
    {
    case PROP_SORT_KEY:
      g_value_set_string (value, find_info (weft_pipeline_op_list_get_key (self->list))->id);
      break;
    case PROP_DESCENDING:
      g_value_set_boolean (value, weft_pipeline_op_list_get_descending (self->list));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_pipeline_op_table_set_property (GObject *object, guint id, const GValue *value,
                                     GParamSpec *pspec)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (object);
  int index;

  switch (id)
    {
    case PROP_SORT_KEY:
      index = g_value_get_string (value) != NULL ? find_id (g_value_get_string (value)) : -1;
      if (index >= 0)
        weft_pipeline_op_table_sort (self, infos[index].key,
                                     weft_pipeline_op_list_get_descending (self->list));
      break;
    case PROP_DESCENDING:
      weft_pipeline_op_table_sort (self, weft_pipeline_op_list_get_key (self->list),
                                   g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_pipeline_op_table_dispose (GObject *object)
{
  WeftPipelineOpTable *self = WEFT_PIPELINE_OP_TABLE (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->view = NULL;
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_pointer (&self->tabular, pango_attr_list_unref);
  g_clear_object (&self->list);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_op_table_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "op-table.copy", NULL, copy_row);
  gtk_widget_class_install_action (widget_class, "op-table.clear-range", NULL, clear_range);
  gtk_widget_class_install_action (widget_class, "op-table.previous-page", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "op-table.next-page", NULL, turn_page);
  gtk_widget_class_install_property_action (widget_class, "op-table.sort-key", "sort-key");
  gtk_widget_class_install_property_action (widget_class, "op-table.descending", "descending");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "op-table.copy",
                                       NULL);
}

static void
weft_pipeline_op_table_class_init (WeftPipelineOpTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_pipeline_op_table_get_property;
  object_class->set_property = weft_pipeline_op_table_set_property;
  object_class->dispose = weft_pipeline_op_table_dispose;
  widget_class->map = weft_pipeline_op_table_map;
  widget_class->focus = weft_pipeline_op_table_focus;
  properties[PROP_SORT_KEY] = g_param_spec_string ("sort-key", NULL, NULL, "row", flags);
  properties[PROP_DESCENDING] = g_param_spec_boolean ("descending", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-op-table");
}

static void
weft_pipeline_op_table_init (WeftPipelineOpTable *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->shown_op = WEFT_NO_ROW;
  self->list = weft_pipeline_op_list_new (WEFT_PIPELINE_OP_LIST_PAGE);
  self->tabular = pango_attr_list_new ();
  pango_attr_list_insert (self->tabular, pango_attr_font_features_new ("tnum=1"));
  build_view (self);
  build_bar (self);
  build_stack (self);
}

GtkWidget *
weft_pipeline_op_table_new (WeftPipelineState *state)
{
  WeftPipelineOpTable *self = g_object_new (WEFT_TYPE_PIPELINE_OP_TABLE, NULL);

  self->state = g_object_ref (state);
  weft_pipeline_op_table_sort (self, WEFT_OP_KEY_ROW, FALSE);
  weft_table_view_set_model (WEFT_TABLE_VIEW (self->view), GTK_SELECTION_MODEL (self->list));
  g_signal_connect_object (self->list, "changed", G_CALLBACK (list_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "picked", G_CALLBACK (op_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (take_content), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (take_selection), self,
                           G_CONNECT_SWAPPED);
  update_bar (self);
  return GTK_WIDGET (self);
}

WeftPipelineOpList *
weft_pipeline_op_table_get_list (WeftPipelineOpTable *self)
{
  return self->list;
}
