/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A file or a folder among those that can be chosen, as a row of a table. Immutable. Signal
 * "changed": rows of tables ask for it; never emitted. */

#define WEFT_TYPE_FOLDER_ITEM (weft_folder_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftFolderItem, weft_folder_item, WEFT, FOLDER_ITEM, GObject)

/* Columns. */
enum
{
  WEFT_FOLDER_NAME,
  WEFT_FOLDER_SIZE,
  WEFT_FOLDER_TIME,  /* of its last change */
  WEFT_FOLDER_PLACE, /* the folder that it is in */
};

/* What an item is made of, for g_file_query_info(). */
#define WEFT_FOLDER_ATTRIBUTES \
  "standard::name,standard::display-name,standard::type,standard::size,standard::icon," \
  "standard::content-type,standard::is-hidden,standard::is-backup,time::modified"

/* What `info` says of the file; both are held. */
WeftFolderItem *weft_folder_item_new (GFile *file, GFileInfo *info);

/* All (transfer none). */
GFile *weft_folder_item_get_file (WeftFolderItem *self);
const char *weft_folder_item_get_name (WeftFolderItem *self);
GIcon *weft_folder_item_get_icon (WeftFolderItem *self); /* (nullable) */

gboolean weft_folder_item_is_folder (WeftFolderItem *self);
gboolean weft_folder_item_is_hidden (WeftFolderItem *self);
gboolean weft_folder_item_is_trace (WeftFolderItem *self); /* by its name or type */

/* Bytes; 0 of a folder. */
guint64 weft_folder_item_get_size (WeftFolderItem *self);

/* Whether it is the same file, as it was. */
gboolean weft_folder_item_equal (WeftFolderItem *a, WeftFolderItem *b);

/* Where the name has `text` (casefolded) in whatever case: characters before it; −1: nowhere. */
int weft_folder_item_find (WeftFolderItem *self, const char *text);

/* A column for people: (transfer full). "" where it has none. */
char *weft_folder_item_get_text (WeftFolderItem *self, guint column);

/* By a column, folders first, then by name. Below, at or above 0. */
int weft_folder_item_compare (WeftFolderItem *a, WeftFolderItem *b, guint column,
                              gboolean descending);

G_END_DECLS
