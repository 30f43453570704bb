/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where a folder is: a button for each folder on the way to it, or an entry in which a path is
 * written, where Tab completes names.
 *
 * Signals:
 *   "chosen" (GFile)  a button was pressed, or a path written and Enter pressed: a folder or a file,
 *                     that may not be there
 *   "left"            the entry is given up */

#define WEFT_TYPE_PATH_BAR (weft_path_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftPathBar, weft_path_bar, WEFT, PATH_BAR, GtkWidget)

/* Shows the buttons of a folder; NULL: of none, but of what was open lately. */
void weft_path_bar_set_folder (WeftPathBar *self, GFile *folder);

/* Shows the entry with the folder's path, which is selected, or with `text` (nullable), after which
 * one writes on, and gives it the focus. */
void weft_path_bar_edit (WeftPathBar *self, const char *text);
gboolean weft_path_bar_is_edited (WeftPathBar *self);
void weft_path_bar_stop (WeftPathBar *self);

/* Says what is wrong with what was written, until that is another; NULL: nothing. */
void weft_path_bar_set_error (WeftPathBar *self, const char *message);

/* (transfer none) */
GtkWidget *weft_path_bar_get_entry (WeftPathBar *self);

G_END_DECLS
