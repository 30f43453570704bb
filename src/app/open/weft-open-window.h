/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-preview.h"

G_BEGIN_DECLS

/* Asks for files to open, and shows what each is: places, the files of a folder, and a preview of
 * the one that is chosen. Its size, the order and the folder that was opened from last are kept in
 * the settings.
 *
 * Signals:
 *   "chosen" (GListModel)  of GFile, at least one; the window closes then
 *   "elsewhere"            the desktop's own chooser is asked for in its stead */

#define WEFT_TYPE_OPEN_WINDOW (weft_open_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftOpenWindow, weft_open_window, WEFT, OPEN_WINDOW, AdwWindow)

/* Modal over `parent`. `title` and `accept` (a mnemonic) are translated. `several`: more files than
 * one can be chosen. `folder` is where it begins; NULL: where files were opened from last. */
GtkWidget *weft_open_window_new (GtkWindow *parent, const char *title, const char *accept,
                                 gboolean several, GFile *folder, GSettings *settings);

/* What is shown of the file that is chosen: (transfer none) (nullable). */
WeftPreview *weft_open_window_get_preview (WeftOpenWindow *self);

G_END_DECLS
