/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-open-window.h"

#include <glib/gi18n-lib.h>

#include "weft-desktop-style.h"
#include "weft-folder-list.h"
#include "weft-number.h"
#include "weft-path-bar.h"
#include "weft-place-list.h"
#include "weft-preview-pane.h"
#include "weft-table-view.h"

/* Logical pixels at text scale 1, below which the window does without the places at its side, has
 * the preview below the list, and does without the preview. */
#define PLACES_WIDTH 820
#define BESIDE_WIDTH 600
#define BELOW_HEIGHT 480

/* Below which width of the list times are not listed. */
#define TIMES_WIDTH 420

/* Logical pixels that a cell has beside its text. */
#define CELL_PADDING 24

/* Which item is chosen once a folder is read. */
typedef enum
{
  PICK_NONE,
  PICK_FIRST,
  PICK_FILE, /* the one that was left */
  PICK_SAME, /* the one that was chosen before, if it is there */
  PICK_TEXT, /* the one that is looked for */
} Pick;

struct _WeftOpenWindow
{
  AdwWindow parent_instance;

  GtkWidget *accept_button;
  GtkWidget *places_button;
  GtkWidget *places_popover;
  GtkWidget *more_places;
  GtkWidget *path_bar;
  GtkWidget *search_button;
  GtkWidget *search_bar;
  GtkWidget *search_entry;
  GtkWidget *places;
  GtkWidget *separator;
  GtkWidget *split;
  GtkWidget *stack; /* table or message */
  GtkWidget *message;
  GtkWidget *table; /* WeftTableView */
  GtkWidget *pane_separator;
  GtkWidget *pane;
  GtkWidget *kinds;
  GtkWidget *count;
  GtkWidget *spinner;

  GtkColumnViewColumn *columns[4]; /* by WEFT_FOLDER_NAME… */
  WeftFolderList *list;
  GSettings *settings;
  GSimpleActionGroup *actions;
  GCancellable *cancellable; /* of a path that was written and is looked for */
  Pick pick;
  GFile *left;       /* PICK_FILE; nullable */
  GFile *chosen;     /* the one that the user chose alone; nullable */
  gboolean focusing; /* what is picked gets the focus */
  gboolean guessing; /* that the folder which files were opened from last is there still */
  gboolean ordering; /* the titles are told the order */
  gboolean times;    /* there is room for them */
};

enum
{
  CHOSEN,
  ELSEWHERE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftOpenWindow, weft_open_window, ADW_TYPE_WINDOW)

static void
set_enabled (WeftOpenWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* --- the list --------------------------------------------------------------------------------- */

static char *
get_text (gpointer item, guint column)
{
  return weft_folder_item_get_text (item, column);
}

static GIcon *
get_icon (gpointer item)
{
  return weft_folder_item_get_icon (item);
}

static const WeftTableKind kind = { .get_text = get_text, .get_icon = get_icon };

static void
focus_list (WeftOpenWindow *self)
{
  guint chosen = weft_folder_list_find_chosen (self->list);

  gtk_widget_grab_focus (self->table);
  if (chosen != GTK_INVALID_LIST_POSITION)
    weft_table_view_focus_row (WEFT_TABLE_VIEW (self->table), chosen);
}

static void
choose (WeftOpenWindow *self, guint position)
{
  weft_folder_list_choose (self->list, position);
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  /* What is chosen with Shift begins here. */
  gtk_widget_activate_action (weft_table_view_get_rows (WEFT_TABLE_VIEW (self->table)),
                              "list.select-item", "(ubb)", position, FALSE, FALSE);
  weft_table_view_scroll_to (WEFT_TABLE_VIEW (self->table), position);
  if (self->focusing)
    focus_list (self);
  self->focusing = FALSE;
}

static guint
find_pick (WeftOpenWindow *self)
{
  guint found = GTK_INVALID_LIST_POSITION;

  if (self->pick == PICK_TEXT)
    return weft_folder_list_find_text (self->list);
  if (self->pick == PICK_SAME)
    return weft_folder_list_find_file (self->list, self->chosen);
  if (self->pick == PICK_FILE)
    found = weft_folder_list_find_file (self->list, self->left);
  if (found == GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (GTK_WIDGET (self)))
    return g_list_model_get_n_items (G_LIST_MODEL (weft_folder_list_get_selection (self->list))) > 0
             ? 0
             : GTK_INVALID_LIST_POSITION;
  return found;
}

/* What stands where the list has nothing to show: (transfer none), and `why` (transfer full)
 * (nullable). */
static const char *
explain_emptiness (WeftOpenWindow *self, char **why)
{
  const char *error = weft_folder_list_get_error (self->list);
  guint n = weft_folder_list_get_n_left_out (self->list);
  g_autofree char *number = weft_number_count (n);

  *why = NULL;
  if (error != NULL)
    {
      *why = g_markup_escape_text (error, -1);
      return _ ("This folder can’t be read");
    }
  if (n == 0)
    return weft_folder_list_get_folder (self->list) != NULL ? _ ("This folder is empty")
                                                            : _ ("No trace was open lately");
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search_entry)) != '\0')
    return _ ("No name here has that in it");
  *why = g_strdup_printf (ngettext ("%s file is hidden, or no trace by its name.",
                                    "%s files are hidden, or no traces by their names.", n),
                          number);
  return _ ("No file is listed");
}

static void
show_message (WeftOpenWindow *self)
{
  g_autofree char *why = NULL;

  adw_status_page_set_title (ADW_STATUS_PAGE (self->message), explain_emptiness (self, &why));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->message), why);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->message);
}

static void
show_count (WeftOpenWindow *self, guint n)
{
  guint left_out = weft_folder_list_get_n_left_out (self->list);
  g_autofree char *shown = weft_number_count (n), *all = weft_number_count (n + left_out);
  g_autofree char *text =
    left_out > 0
      ? g_strdup_printf (ngettext ("%s of %s entry", "%s of %s entries", n + left_out), shown, all)
      : g_strdup_printf (ngettext ("%s entry", "%s entries", n), shown);

  gtk_label_set_text (GTK_LABEL (self->count), text);
}

static void go_home (WeftOpenWindow *self);
static void show_chosen (WeftOpenWindow *self);

static void
on_list (WeftOpenWindow *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (weft_folder_list_get_selection (self->list)));
  gboolean loading = weft_folder_list_is_loading (self->list);

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), loading);
  show_count (self, n);
  if (n > 0 || loading)
    gtk_stack_set_visible_child (GTK_STACK (self->stack), self->table);
  else
    show_message (self);
  if (loading)
    return;
  if (self->guessing && weft_folder_list_get_error (self->list) != NULL)
    go_home (self);
  self->guessing = FALSE;
  if (self->pick == PICK_NONE || weft_folder_list_is_loading (self->list))
    return;
  choose (self, find_pick (self));
  self->pick = PICK_NONE;
  show_chosen (self);
}

/* --- what is chosen --------------------------------------------------------------------------- */

/* Files, or one folder. */
static gboolean
can_accept (GPtrArray *chosen)
{
  for (guint i = 0; chosen->len > 1 && i < chosen->len; i++)
    if (weft_folder_item_is_folder (chosen->pdata[i]))
      return FALSE;
  return chosen->len > 0;
}

static void
show_chosen (WeftOpenWindow *self)
{
  g_autoptr (GPtrArray) chosen = weft_folder_list_get_chosen (self->list);

  weft_preview_pane_set_items (WEFT_PREVIEW_PANE (self->pane), chosen);
  set_enabled (self, "accept", can_accept (chosen));
}

static void
on_selection (WeftOpenWindow *self)
{
  g_autoptr (GPtrArray) chosen = weft_folder_list_get_chosen (self->list);
  GFile *file = chosen->len == 1 ? weft_folder_item_get_file (chosen->pdata[0]) : NULL;

  g_set_object (&self->chosen, file);
  show_chosen (self);
}

/* A file that changes goes and comes again as another item: it is chosen still. */
static void
on_items (WeftOpenWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (self->pick != PICK_NONE || self->chosen == NULL
      || weft_folder_list_find_chosen (self->list) != GTK_INVALID_LIST_POSITION)
    return;
  self->pick = PICK_SAME;
  self->focusing = focus != NULL && gtk_widget_is_ancestor (focus, self->table);
}

/* Those who do not see the preview hear it with the list. */
static void
on_preview (WeftOpenWindow *self)
{
  WeftPreview *preview = weft_preview_pane_get_preview (WEFT_PREVIEW_PANE (self->pane));

  if (self->table != NULL)
    gtk_accessible_update_property (
      GTK_ACCESSIBLE (weft_table_view_get_rows (WEFT_TABLE_VIEW (self->table))),
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, preview != NULL ? preview->text : "", -1);
}

WeftPreview *
weft_open_window_get_preview (WeftOpenWindow *self)
{
  g_return_val_if_fail (WEFT_IS_OPEN_WINDOW (self), NULL);

  return weft_preview_pane_get_preview (WEFT_PREVIEW_PANE (self->pane));
}

/* --- where one is ----------------------------------------------------------------------------- */

static void
show_order (WeftOpenWindow *self)
{
  gboolean recent = weft_folder_list_get_folder (self->list) == NULL;
  guint column = (guint) g_settings_get_enum (self->settings, "open-order");
  gboolean descending = g_settings_get_boolean (self->settings, "open-descending");

  weft_folder_list_sort (self->list, recent ? WEFT_FOLDER_UNSORTED : column, !recent && descending);
  self->ordering = TRUE;
  weft_table_view_sort (WEFT_TABLE_VIEW (self->table), recent ? NULL : self->columns[column],
                        !recent && descending);
  self->ordering = FALSE;
}

/* Files that were open lately have their folders beside their names, which leaves room for no more;
 * the preview says the rest. */
static void
show_columns (WeftOpenWindow *self)
{
  gboolean recent = weft_folder_list_get_folder (self->list) == NULL;

  gtk_column_view_column_set_visible (self->columns[WEFT_FOLDER_PLACE], recent);
  gtk_column_view_column_set_visible (self->columns[WEFT_FOLDER_SIZE], !recent);
  gtk_column_view_column_set_visible (self->columns[WEFT_FOLDER_TIME], !recent && self->times);
}

/* NULL: what was open lately. */
static void
show_folder (WeftOpenWindow *self, GFile *folder)
{
  g_autoptr (GFile) parent = folder != NULL ? g_file_get_parent (folder) : NULL;

  weft_path_bar_set_folder (WEFT_PATH_BAR (self->path_bar), folder);
  weft_place_list_set_current (WEFT_PLACE_LIST (self->places), folder);
  weft_place_list_set_current (WEFT_PLACE_LIST (self->more_places), folder);
  set_enabled (self, "up", parent != NULL);
  self->focusing = TRUE;
  g_clear_object (&self->chosen);
  gtk_editable_set_text (GTK_EDITABLE (self->search_entry), "");
  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search_bar), FALSE);
  self->pick = self->left != NULL ? PICK_FILE : PICK_FIRST;
  weft_folder_list_set_folder (self->list, folder);
  show_columns (self);
  show_order (self);
}

static void
go_to (WeftOpenWindow *self, GFile *folder)
{
  g_clear_object (&self->left);
  show_folder (self, folder);
}

static void
go_home (WeftOpenWindow *self)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());

  go_to (self, home);
}

static void
go_up (WeftOpenWindow *self)
{
  GFile *folder = weft_folder_list_get_folder (self->list);
  g_autoptr (GFile) parent = folder != NULL ? g_file_get_parent (folder) : NULL;

  if (parent == NULL)
    return;
  g_set_object (&self->left, folder);
  show_folder (self, parent);
}

static void
on_place (WeftOpenWindow *self, GFile *folder)
{
  gtk_popover_popdown (GTK_POPOVER (self->places_popover));
  go_to (self, folder);
}

/* --- the answer ------------------------------------------------------------------------------- */

/* Ends the window. */
static void
answer (WeftOpenWindow *self, GListStore *files)
{
  g_autoptr (GFile) first = g_list_model_get_item (G_LIST_MODEL (files), 0);
  g_autoptr (GFile) folder = g_file_get_parent (first);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : g_strdup ("");

  g_settings_set_string (self->settings, "open-folder", uri);
  g_signal_emit (self, signals[CHOSEN], 0, files);
  gtk_window_close (GTK_WINDOW (self));
}

static void
answer_file (WeftOpenWindow *self, GFile *file)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  g_list_store_append (files, file);
  answer (self, files);
}

/* Opens the folder that is chosen, or the files. */
static void
accept (WeftOpenWindow *self)
{
  g_autoptr (GPtrArray) chosen = weft_folder_list_get_chosen (self->list);
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  if (!can_accept (chosen))
    return;
  if (weft_folder_item_is_folder (chosen->pdata[0]))
    {
      go_to (self, weft_folder_item_get_file (chosen->pdata[0]));
      return;
    }
  for (guint i = 0; i < chosen->len; i++)
    g_list_store_append (files, weft_folder_item_get_file (chosen->pdata[i]));
  answer (self, files);
}

/* A row that is pressed is chosen, alone if it is a folder. */
static void
on_activated (WeftOpenWindow *self, guint position)
{
  GtkSelectionModel *selection = weft_folder_list_get_selection (self->list);
  g_autoptr (WeftFolderItem) item = g_list_model_get_item (G_LIST_MODEL (selection), position);

  if (weft_folder_item_is_folder (item) || !gtk_selection_model_is_selected (selection, position))
    weft_folder_list_choose (self->list, position);
  accept (self);
}

static void
on_whole (WeftOpenWindow *self, GFile *folder)
{
  answer_file (self, folder);
}

static void
on_path_info (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftOpenWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (info == NULL)
    weft_path_bar_set_error (WEFT_PATH_BAR (self->path_bar), error->message);
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    go_to (self, G_FILE (source));
  else
    answer_file (self, G_FILE (source));
}

static void
stop_query (WeftOpenWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
on_path (WeftOpenWindow *self, GFile *file)
{
  stop_query (self);
  self->cancellable = g_cancellable_new ();
  g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                           G_PRIORITY_DEFAULT, self->cancellable, on_path_info,
                           g_object_ref (self));
}

/* --- which files, in what order --------------------------------------------------------------- */

static void
on_sorted (WeftOpenWindow *self, guint column, gboolean descending)
{
  if (self->ordering)
    return;
  if (weft_folder_list_get_folder (self->list) == NULL || column == WEFT_FOLDER_PLACE)
    {
      weft_folder_list_sort (
        self->list, column == WEFT_TABLE_UNSORTED ? WEFT_FOLDER_UNSORTED : column, descending);
      return;
    }
  g_settings_set_enum (self->settings, "open-order",
                       column == WEFT_TABLE_UNSORTED ? WEFT_FOLDER_NAME : (int) column);
  g_settings_set_boolean (self->settings, "open-descending", descending);
}

static void
on_order (WeftOpenWindow *self)
{
  if (weft_folder_list_get_folder (self->list) != NULL)
    show_order (self);
}

static void
on_hidden (WeftOpenWindow *self)
{
  weft_folder_list_set_hidden (self->list, g_settings_get_boolean (self->settings, "open-hidden"));
}

static void
on_kind (WeftOpenWindow *self)
{
  guint kind_chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kinds));

  if (self->list != NULL)
    weft_folder_list_set_traces_only (self->list, kind_chosen == 1);
}

static void
on_search (WeftOpenWindow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));

  if (*text != '\0')
    self->pick = PICK_TEXT;
  weft_folder_list_set_text (self->list, text);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Keys that an entry would write; the others are bound in the class. */
static gboolean
on_key (WeftOpenWindow *self, guint key, guint code G_GNUC_UNUSED, GdkModifierType modifiers)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (GTK_IS_EDITABLE (focus) || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_slash || key == GDK_KEY_asciitilde)
    {
      weft_path_bar_edit (WEFT_PATH_BAR (self->path_bar), key == GDK_KEY_slash ? "/" : "~/");
      return GDK_EVENT_STOP;
    }
  if (key != GDK_KEY_BackSpace)
    return GDK_EVENT_PROPAGATE;
  go_up (self);
  return GDK_EVENT_STOP;
}

/* The entry keeps the focus while one goes through what it found. */
static gboolean
on_search_key (WeftOpenWindow *self, guint key)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (weft_folder_list_get_selection (self->list)));
  guint chosen = weft_folder_list_find_chosen (self->list);

  if ((key != GDK_KEY_Down && key != GDK_KEY_Up) || n == 0)
    return GDK_EVENT_PROPAGATE;
  if (chosen == GTK_INVALID_LIST_POSITION)
    chosen = 0;
  else if (key == GDK_KEY_Down)
    chosen = MIN (chosen + 1, n - 1);
  else if (chosen > 0)
    chosen--;
  choose (self, chosen);
  return GDK_EVENT_STOP;
}

static void
activate_accept (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                 gpointer self)
{
  accept (self);
}

static void
activate_up (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED, gpointer self)
{
  go_up (self);
}

static void
activate_home (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
               gpointer self)
{
  go_home (self);
}

static void
activate_path (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
               gpointer self)
{
  weft_path_bar_edit (WEFT_PATH_BAR (WEFT_OPEN_WINDOW (self)->path_bar), NULL);
}

static void
activate_search (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                 gpointer data)
{
  WeftOpenWindow *self = data;

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search_bar), TRUE);
  gtk_widget_grab_focus (self->search_entry);
}

static void
activate_elsewhere (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                    gpointer self)
{
  g_signal_emit (self, signals[ELSEWHERE], 0);
}

static void
add_actions (WeftOpenWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "accept", .activate = activate_accept },
    { .name = "up", .activate = activate_up },
    { .name = "home", .activate = activate_home },
    { .name = "path", .activate = activate_path },
    { .name = "search", .activate = activate_search },
    { .name = "elsewhere", .activate = activate_elsewhere },
  };
  static const char *const keys[] = { "open-order", "open-descending", "open-hidden" };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (self->settings, keys[i]);

      g_action_map_add_action (G_ACTION_MAP (self->actions), action);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "files", G_ACTION_GROUP (self->actions));
}

/* --- the window ------------------------------------------------------------------------------- */

/* What is beside the list gives way to it. Pictures do not grow with the texts. */
static void
lay_out (WeftOpenWindow *self)
{
  double texts = weft_desktop_style_get_text_scale (GTK_WIDGET (self)), scale = (1 + texts) / 2;
  gboolean places, beside, pane;
  int width, height, list;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  places = width >= PLACES_WIDTH * scale;
  beside = width >= BESIDE_WIDTH * scale;
  pane = beside || height >= BELOW_HEIGHT * scale;
  list = width - (places ? 170 : 0) - (beside ? 290 : 0);
  gtk_widget_set_visible (self->places, places);
  gtk_widget_set_visible (self->separator, places);
  gtk_widget_set_visible (self->places_button, !places);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->split),
                                  beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_visible (self->pane, pane);
  gtk_widget_set_visible (self->pane_separator, pane);
  weft_preview_pane_set_wide (WEFT_PREVIEW_PANE (self->pane), !beside);
  gtk_widget_set_size_request (self->pane, beside ? 290 : -1, beside ? -1 : (int) (150 * scale));
  self->times = list >= TIMES_WIDTH * texts;
  if (self->table != NULL)
    show_columns (self);
}

static void
add_columns (WeftOpenWindow *self)
{
  const struct
  {
    const char *title;
    const char *longest;
    gboolean number;
  } infos[] = {
    [WEFT_FOLDER_NAME] = { _ ("Name"), "npu-two-layers", FALSE },
    [WEFT_FOLDER_SIZE] = { _ ("Size"), "1,023.9 KiB", TRUE },
    [WEFT_FOLDER_TIME] = { _ ("Changed"), "2000-00-00 00:00", TRUE },
    [WEFT_FOLDER_PLACE] = { _ ("Folder"), "/home/somebody/traces", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      int text = weft_table_view_measure (self->table, infos[i].longest);
      int title = weft_table_view_measure (self->table, infos[i].title) + 20;
      const WeftTableColumn column = { .id = i,
                                       .title = infos[i].title,
                                       .number = infos[i].number,
                                       .path = !infos[i].number,
                                       .width = MAX (text, title) + CELL_PADDING };

      self->columns[i] = weft_table_view_add_column (WEFT_TABLE_VIEW (self->table), &column);
    }
  gtk_column_view_column_set_expand (self->columns[WEFT_FOLDER_NAME], TRUE);
  gtk_column_view_column_set_expand (self->columns[WEFT_FOLDER_PLACE], TRUE);
}

static void
build_list (WeftOpenWindow *self, gboolean several)
{
  GtkSelectionModel *selection;

  self->list = weft_folder_list_new (several);
  selection = weft_folder_list_get_selection (self->list);
  self->table = weft_table_view_new (&kind, _ ("Files"), "");
  gtk_column_view_set_reorderable (weft_table_view_get_titles (WEFT_TABLE_VIEW (self->table)),
                                   FALSE);
  add_columns (self);
  weft_table_view_set_model (WEFT_TABLE_VIEW (self->table), selection);
  gtk_stack_add_child (GTK_STACK (self->stack), self->table);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->table);
  gtk_search_bar_set_key_capture_widget (GTK_SEARCH_BAR (self->search_bar), self->table);
  g_signal_connect_object (self->list, "changed", G_CALLBACK (on_list), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "selection-changed", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "items-changed", G_CALLBACK (on_items), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->table, "activated", G_CALLBACK (on_activated), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED);
}

static void
watch_settings (WeftOpenWindow *self)
{
  g_signal_connect_object (self->settings, "changed::open-order", G_CALLBACK (on_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::open-descending", G_CALLBACK (on_order), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::open-hidden", G_CALLBACK (on_hidden), self,
                           G_CONNECT_SWAPPED);
  on_hidden (self);
}

static gboolean
weft_open_window_close_request (GtkWindow *window)
{
  WeftOpenWindow *self = WEFT_OPEN_WINDOW (window);
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  g_settings_set_int (self->settings, "open-width", MAX (width, 360));
  g_settings_set_int (self->settings, "open-height", MAX (height, 294));
  return GTK_WINDOW_CLASS (weft_open_window_parent_class)->close_request (window);
}

static void
weft_open_window_unrealize (GtkWidget *widget)
{
  stop_query (WEFT_OPEN_WINDOW (widget));
  GTK_WIDGET_CLASS (weft_open_window_parent_class)->unrealize (widget);
}

static void
weft_open_window_finalize (GObject *object)
{
  WeftOpenWindow *self = WEFT_OPEN_WINDOW (object);

  g_clear_object (&self->list);
  g_clear_object (&self->settings);
  g_clear_object (&self->actions);
  g_clear_object (&self->left);
  g_clear_object (&self->chosen);
  G_OBJECT_CLASS (weft_open_window_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-open-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, accept_button);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, places_button);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, places_popover);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, more_places);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, path_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, search_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, search_entry);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, places);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, separator);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, split);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, message);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, pane_separator);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, pane);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, kinds);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, count);
  gtk_widget_class_bind_template_child (widget_class, WeftOpenWindow, spinner);
  gtk_widget_class_bind_template_callback (widget_class, on_place);
  gtk_widget_class_bind_template_callback (widget_class, on_path);
  gtk_widget_class_bind_template_callback (widget_class, on_search);
  gtk_widget_class_bind_template_callback (widget_class, on_preview);
  gtk_widget_class_bind_template_callback (widget_class, on_whole);
  gtk_widget_class_bind_template_callback (widget_class, on_kind);
  gtk_widget_class_bind_template_callback (widget_class, accept);
  gtk_widget_class_bind_template_callback (widget_class, focus_list);
}

static void
bind_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Escape, 0, "window.close" },
    { GDK_KEY_Up, GDK_ALT_MASK, "files.up" },
    { GDK_KEY_Home, GDK_ALT_MASK, "files.home" },
    { GDK_KEY_l, GDK_CONTROL_MASK, "files.path" },
    { GDK_KEY_f, GDK_CONTROL_MASK, "files.search" },
    { GDK_KEY_h, GDK_CONTROL_MASK, "files.open-hidden" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

static void
weft_open_window_class_init (WeftOpenWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_open_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = weft_open_window_close_request;
  widget_class->unrealize = weft_open_window_unrealize;
  g_type_ensure (WEFT_TYPE_PLACE_LIST);
  g_type_ensure (WEFT_TYPE_PATH_BAR);
  g_type_ensure (WEFT_TYPE_PREVIEW_PANE);
  bind_template (widget_class);
  bind_keys (widget_class);
  signals[CHOSEN] = g_signal_new ("chosen", WEFT_TYPE_OPEN_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_LIST_MODEL);
  signals[ELSEWHERE] = g_signal_new ("elsewhere", WEFT_TYPE_OPEN_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_open_window_init (WeftOpenWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *search_keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (GTK_SEARCH_BAR (self->search_bar),
                                GTK_EDITABLE (self->search_entry));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (search_keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (search_keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_widget_add_controller (self->search_entry, search_keys);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (lay_out), NULL);
  g_signal_connect (self, "notify::default-height", G_CALLBACK (lay_out), NULL);
}

/* Where files were opened from last, if it is there still, or the user's home. */
static void
go_to_last (WeftOpenWindow *self)
{
  g_autofree char *uri = g_settings_get_string (self->settings, "open-folder");
  g_autoptr (GFile) folder = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;

  self->guessing = folder != NULL;
  if (folder != NULL)
    go_to (self, folder);
  else
    go_home (self);
}

GtkWidget *
weft_open_window_new (GtkWindow *parent, const char *title, const char *accept_label,
                      gboolean several, GFile *folder, GSettings *settings)
{
  WeftOpenWindow *self =
    g_object_new (WEFT_TYPE_OPEN_WINDOW, "transient-for", parent, "title", title, NULL);

  self->settings = g_object_ref (settings);
  gtk_button_set_label (GTK_BUTTON (self->accept_button), accept_label);
  add_actions (self);
  build_list (self, several);
  watch_settings (self);
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "open-width"),
                               g_settings_get_int (settings, "open-height"));
  lay_out (self);
  show_chosen (self);
  if (folder != NULL)
    go_to (self, folder);
  else
    go_to_last (self);
  return GTK_WIDGET (self);
}
