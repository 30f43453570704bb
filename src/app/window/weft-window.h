/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document-page.h"

G_BEGIN_DECLS

/* A window: documents in tabs, and what can be done with them. */

#define WEFT_TYPE_WINDOW (weft_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftWindow, weft_window, WEFT, WINDOW, AdwApplicationWindow)

WeftWindow *weft_window_new (GtkApplication *application, GSettings *settings);

/* Opens the file in a tab of its own, or turns to the tab that has it: (transfer none). */
WeftDocumentPage *weft_window_open_file (WeftWindow *self, GFile *file);

/* Opens a live session with the daemons behind the sockets, which end with NULL, likewise. */
void weft_window_attach (WeftWindow *self, const char *const *sockets);

/* Turns to the tab that has the file; FALSE where none has. */
gboolean weft_window_present_file (WeftWindow *self, GFile *file);

/* The page in sight: (transfer none) (nullable). */
WeftDocumentPage *weft_window_get_page (WeftWindow *self);

/* The pages' container: (transfer none). */
AdwTabView *weft_window_get_tab_view (WeftWindow *self);

guint weft_window_get_n_pages (WeftWindow *self);
WeftDocumentPage *weft_window_get_nth_page (WeftWindow *self, guint index);

/* Turns to the tab with that number, where there is one. */
void weft_window_select_page (WeftWindow *self, guint index);

/* Opens a window that compares the page in sight, which must be a pipeline, with another file:
 * (transfer none). */
GtkWindow *weft_window_compare (WeftWindow *self, GFile *other);

G_END_DECLS
