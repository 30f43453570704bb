/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-file-choice.h"

G_BEGIN_DECLS

/* Files that the user chooses in the desktop's own chooser. */

/* `files` holds one GFile or more. */
typedef void (*WeftFilesChosen) (gpointer owner, GListModel *files, gpointer data);

/* Opens the chooser over the widget `owner`, in place of one that is open there. `choice` is not kept. Nothing is
 * called where the user gives up, or when the owner goes: the chooser goes with it. `data` is freed by `free_data`
 * (nullable) in either case. */
void weft_choose_file_list (gpointer owner, const WeftFileChoice *choice, WeftFilesChosen chosen,
                            gpointer data, GDestroyNotify free_data);

/* Likewise, and calls `chosen` for each file: its path, or its URI where it has none. */
void weft_choose_files (gpointer owner, const WeftFileChoice *choice,
                        void (*chosen) (gpointer owner, const char *path));

/* Whether a chooser is open over `owner`. */
gboolean weft_choose_files_is_open (gpointer owner);

/* Takes the chooser over `owner` away, where there is one. */
void weft_choose_files_stop (gpointer owner);

G_END_DECLS
