/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-folder-list.h"

#include "weft-recent.h"

/* As many as fit on a page. */
#define N_RECENT 30

struct _WeftFolderList
{
  GObject parent_instance;

  GFile *folder;               /* NULL: what was open lately */
  GtkDirectoryList *directory; /* of GFileInfo */
  GListStore *recent;          /* of WeftFolderItem */
  GtkFilterListModel *listed;  /* of WeftFolderItem */
  GtkFilter *filter;
  GtkSorter *sorter;
  GtkSortListModel *sorted;
  GtkSelectionModel *selection;
  GCancellable *cancellable; /* of files that were open lately and are looked for */
  guint n_awaited;           /* of them */
  guint telling;             /* until "changed" is emitted */

  guint column;
  gboolean descending;
  gboolean hidden;
  gboolean traces_only;
  char *text; /* casefolded; nullable */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFolderList, weft_folder_list, G_TYPE_OBJECT)

static gboolean
emit_changed (gpointer data)
{
  WeftFolderList *self = data;

  self->telling = 0;
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Soon: while one of the models tells of a change, those behind it do not know of it yet. */
static void
queue_changed (WeftFolderList *self)
{
  if (self->telling == 0)
    self->telling = g_idle_add_full (G_PRIORITY_HIGH_IDLE, emit_changed, self, NULL);
}

/* --- which items, in what order --------------------------------------------------------------- */

static gpointer
make_item (gpointer info, gpointer data G_GNUC_UNUSED)
{
  GFile *file = G_FILE (g_file_info_get_attribute_object (info, "standard::file"));
  WeftFolderItem *item = weft_folder_item_new (file, info);

  g_object_unref (info);
  return item;
}

static gboolean
is_listed (gpointer item, gpointer data)
{
  WeftFolderList *self = data;

  if (weft_folder_item_is_hidden (item) && !self->hidden)
    return FALSE;
  if (self->traces_only && !weft_folder_item_is_folder (item) && !weft_folder_item_is_trace (item))
    return FALSE;
  return self->text == NULL || weft_folder_item_find (item, self->text) >= 0;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  WeftFolderList *self = data;

  if (self->column == WEFT_FOLDER_UNSORTED)
    return 0;
  return weft_folder_item_compare ((gpointer) a, (gpointer) b, self->column, self->descending);
}

void
weft_folder_list_sort (WeftFolderList *self, guint column, gboolean descending)
{
  g_return_if_fail (WEFT_IS_FOLDER_LIST (self));

  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  gtk_sorter_changed (self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

static void
filter_changed (WeftFolderList *self, GtkFilterChange change)
{
  gtk_filter_changed (self->filter, change);
  queue_changed (self);
}

void
weft_folder_list_set_hidden (WeftFolderList *self, gboolean hidden)
{
  g_return_if_fail (WEFT_IS_FOLDER_LIST (self));

  self->hidden = hidden;
  filter_changed (self, hidden ? GTK_FILTER_CHANGE_LESS_STRICT : GTK_FILTER_CHANGE_MORE_STRICT);
}

void
weft_folder_list_set_traces_only (WeftFolderList *self, gboolean traces_only)
{
  g_return_if_fail (WEFT_IS_FOLDER_LIST (self));

  self->traces_only = traces_only;
  filter_changed (self,
                  traces_only ? GTK_FILTER_CHANGE_MORE_STRICT : GTK_FILTER_CHANGE_LESS_STRICT);
}

void
weft_folder_list_set_text (WeftFolderList *self, const char *text)
{
  g_return_if_fail (WEFT_IS_FOLDER_LIST (self));

  g_free (self->text);
  self->text = text != NULL && *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  filter_changed (self, GTK_FILTER_CHANGE_DIFFERENT);
}

static GListModel *
get_all (WeftFolderList *self)
{
  return self->folder != NULL ? G_LIST_MODEL (self->directory) : G_LIST_MODEL (self->recent);
}

guint
weft_folder_list_get_n_left_out (WeftFolderList *self)
{
  return g_list_model_get_n_items (get_all (self))
         - g_list_model_get_n_items (G_LIST_MODEL (self->listed));
}

/* --- what was open lately --------------------------------------------------------------------- */

typedef struct
{
  WeftFolderList *list;
  guint place;
} Query;

/* Answers come in any order: items stand in that of the questions. */
static void
insert_recent (WeftFolderList *self, WeftFolderItem *item, guint place)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->recent)), at = 0;

  g_object_set_data (G_OBJECT (item), "weft-place", GUINT_TO_POINTER (place));
  for (; at < n; at++)
    {
      g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (self->recent), at);

      if (GPOINTER_TO_UINT (g_object_get_data (other, "weft-place")) > place)
        break;
    }
  g_list_store_insert (self->recent, at, item);
}

static void
on_info (GObject *file, GAsyncResult *result, gpointer data)
{
  Query *query = data;
  g_autoptr (WeftFolderList) self = query->list;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (file), result, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->n_awaited--;
      if (info != NULL)
        {
          g_autoptr (WeftFolderItem) item = weft_folder_item_new (G_FILE (file), info);

          insert_recent (self, item, query->place);
        }
      queue_changed (self);
    }
  g_free (query);
}

static void
read_recent (WeftFolderList *self)
{
  GList *items = weft_recent_get (N_RECENT);
  guint place = 0;

  self->cancellable = g_cancellable_new ();
  for (GList *item = items; item != NULL; item = item->next)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (item->data));
      Query *query = g_new (Query, 1);

      *query = (Query){ g_object_ref (self), place++ };
      self->n_awaited++;
      g_file_query_info_async (file, WEFT_FOLDER_ATTRIBUTES, G_FILE_QUERY_INFO_NONE,
                               G_PRIORITY_DEFAULT, self->cancellable, on_info, query);
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
forget_recent (WeftFolderList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->n_awaited = 0;
  g_list_store_remove_all (self->recent);
}

/* --- folders ---------------------------------------------------------------------------------- */

void
weft_folder_list_set_folder (WeftFolderList *self, GFile *folder)
{
  g_autoptr (GtkMapListModel) items = NULL;

  g_return_if_fail (WEFT_IS_FOLDER_LIST (self));

  forget_recent (self);
  g_set_object (&self->folder, folder);
  gtk_directory_list_set_file (self->directory, folder);
  if (folder != NULL)
    {
      items = gtk_map_list_model_new (G_LIST_MODEL (g_object_ref (self->directory)), make_item,
                                      NULL, NULL);
      gtk_filter_list_model_set_model (self->listed, G_LIST_MODEL (items));
    }
  else
    {
      gtk_filter_list_model_set_model (self->listed, G_LIST_MODEL (self->recent));
      read_recent (self);
    }
  gtk_selection_model_unselect_all (self->selection);
  queue_changed (self);
}

GFile *
weft_folder_list_get_folder (WeftFolderList *self)
{
  return self->folder;
}

gboolean
weft_folder_list_is_loading (WeftFolderList *self)
{
  return self->n_awaited > 0 || gtk_sort_list_model_get_pending (self->sorted) > 0
         || (self->folder != NULL && gtk_directory_list_is_loading (self->directory));
}

const char *
weft_folder_list_get_error (WeftFolderList *self)
{
  const GError *error =
    self->folder != NULL ? gtk_directory_list_get_error (self->directory) : NULL;

  return error != NULL ? error->message : NULL;
}

/* --- what is chosen --------------------------------------------------------------------------- */

GtkSelectionModel *
weft_folder_list_get_selection (WeftFolderList *self)
{
  return self->selection;
}

GPtrArray *
weft_folder_list_get_chosen (WeftFolderList *self)
{
  g_autoptr (GtkBitset) places = gtk_selection_model_get_selection (self->selection);
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint place;

  if (gtk_bitset_iter_init_first (&iter, places, &place))
    do
      g_ptr_array_add (chosen, g_list_model_get_item (G_LIST_MODEL (self->selection), place));
    while (gtk_bitset_iter_next (&iter, &place));
  return chosen;
}

guint
weft_folder_list_find_chosen (WeftFolderList *self)
{
  g_autoptr (GtkBitset) places = gtk_selection_model_get_selection (self->selection);

  return gtk_bitset_is_empty (places) ? GTK_INVALID_LIST_POSITION : gtk_bitset_get_minimum (places);
}

void
weft_folder_list_choose (WeftFolderList *self, guint position)
{
  if (position == GTK_INVALID_LIST_POSITION)
    gtk_selection_model_unselect_all (self->selection);
  else
    gtk_selection_model_select_item (self->selection, position, TRUE);
}

guint
weft_folder_list_find_file (WeftFolderList *self, GFile *file)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftFolderItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (g_file_equal (weft_folder_item_get_file (item), file))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

guint
weft_folder_list_find_text (WeftFolderList *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; i < n && self->text != NULL; i++)
    {
      g_autoptr (WeftFolderItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (weft_folder_item_find (item, self->text) == 0)
        return i;
    }
  return n > 0 ? 0 : GTK_INVALID_LIST_POSITION;
}

/* --- the list --------------------------------------------------------------------------------- */

static void
weft_folder_list_dispose (GObject *object)
{
  WeftFolderList *self = WEFT_FOLDER_LIST (object);

  /* Views may have the selection still: its filter and order ask this list, of no item from now
   * on. */
  gtk_filter_list_model_set_model (self->listed, NULL);
  g_clear_handle_id (&self->telling, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (weft_folder_list_parent_class)->dispose (object);
}

static void
weft_folder_list_finalize (GObject *object)
{
  WeftFolderList *self = WEFT_FOLDER_LIST (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->listed);
  g_clear_object (&self->filter);
  g_clear_object (&self->sorter);
  g_clear_object (&self->directory);
  g_clear_object (&self->recent);
  g_clear_object (&self->folder);
  g_free (self->text);
  G_OBJECT_CLASS (weft_folder_list_parent_class)->finalize (object);
}

static void
weft_folder_list_class_init (WeftFolderListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_folder_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_folder_list_finalize;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_FOLDER_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_folder_list_init (WeftFolderList *self)
{
  self->directory = gtk_directory_list_new (WEFT_FOLDER_ATTRIBUTES, NULL);
  /* What is drawn comes before what is read. */
  gtk_directory_list_set_io_priority (self->directory, G_PRIORITY_DEFAULT_IDLE);
  self->recent = g_list_store_new (WEFT_TYPE_FOLDER_ITEM);
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_listed, self, NULL));
  self->sorter = GTK_SORTER (gtk_custom_sorter_new (compare, self, NULL));
  self->listed = gtk_filter_list_model_new (NULL, g_object_ref (self->filter));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->listed)),
                                          g_object_ref (self->sorter));
  gtk_sort_list_model_set_incremental (self->sorted, TRUE);
  g_signal_connect_object (self->directory, "notify::loading", G_CALLBACK (queue_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->listed, "items-changed", G_CALLBACK (queue_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sorted, "notify::pending", G_CALLBACK (queue_changed), self,
                           G_CONNECT_SWAPPED);
}

WeftFolderList *
weft_folder_list_new (gboolean several)
{
  WeftFolderList *self = g_object_new (WEFT_TYPE_FOLDER_LIST, NULL);
  GListModel *sorted = g_object_ref (G_LIST_MODEL (self->sorted));

  if (several)
    self->selection = GTK_SELECTION_MODEL (gtk_multi_selection_new (sorted));
  else
    {
      GtkSingleSelection *single = gtk_single_selection_new (sorted);

      gtk_single_selection_set_autoselect (single, FALSE);
      gtk_single_selection_set_can_unselect (single, TRUE);
      self->selection = GTK_SELECTION_MODEL (single);
    }
  return self;
}
