/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-folder-item.h"

G_BEGIN_DECLS

/* What a folder holds, or what was open lately, as a list of WeftFolderItems in an order, and which
 * of them are chosen. A folder is read in the background, and watched; main thread only.
 *
 * Signal "changed": another folder is read, there are more or fewer items, or reading has ended; a
 * moment later. */

#define WEFT_TYPE_FOLDER_LIST (weft_folder_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftFolderList, weft_folder_list, WEFT, FOLDER_LIST, GObject)

/* As they come: files that were open lately with the latest first. */
#define WEFT_FOLDER_UNSORTED G_MAXUINT

/* An empty list, sorted by name. `several`: more than one can be chosen. */
WeftFolderList *weft_folder_list_new (gboolean several);

/* Shows another folder, of which nothing is chosen; NULL: what was open lately. */
void weft_folder_list_set_folder (WeftFolderList *self, GFile *folder);
GFile *weft_folder_list_get_folder (WeftFolderList *self); /* (nullable) */

/* Whether it is read or brought into order still. */
gboolean weft_folder_list_is_loading (WeftFolderList *self);

/* Why the folder can't be read: (nullable). */
const char *weft_folder_list_get_error (WeftFolderList *self);

void weft_folder_list_sort (WeftFolderList *self, guint column, gboolean descending);

/* Which items are listed: all that are not hidden unless these say otherwise. Folders are, whatever
 * `traces_only` says. `text` (nullable): those whose names have it, in whatever case. */
void weft_folder_list_set_hidden (WeftFolderList *self, gboolean hidden);
void weft_folder_list_set_traces_only (WeftFolderList *self, gboolean traces_only);
void weft_folder_list_set_text (WeftFolderList *self, const char *text);

/* Items that are there but not listed. */
guint weft_folder_list_get_n_left_out (WeftFolderList *self);

/* The listed items, with those that are chosen: (transfer none). */
GtkSelectionModel *weft_folder_list_get_selection (WeftFolderList *self);

/* The chosen items: (transfer full). */
GPtrArray *weft_folder_list_get_chosen (WeftFolderList *self);

/* Chooses one item alone: GTK_INVALID_LIST_POSITION: none. */
void weft_folder_list_choose (WeftFolderList *self, guint position);

/* The first item that is chosen, the one with that file, the first whose name begins with the text
 * that is looked for (or else has it): GTK_INVALID_LIST_POSITION where there is none. */
guint weft_folder_list_find_chosen (WeftFolderList *self);
guint weft_folder_list_find_file (WeftFolderList *self, GFile *file);
guint weft_folder_list_find_text (WeftFolderList *self);

G_END_DECLS
