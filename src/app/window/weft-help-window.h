/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A window that shows the pages of help that came with the program: it needs no other viewer. */

#define WEFT_TYPE_HELP_WINDOW (weft_help_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftHelpWindow, weft_help_window, WEFT, HELP_WINDOW, AdwWindow)

/* The page that leads to all others. */
#define WEFT_HELP_INDEX "help/index.md"

/* The folder of the pages: (transfer full). The environment variable WEFT_HELP names another. */
char *weft_help_window_get_folder (void);

WeftHelpWindow *weft_help_window_new (GtkApplication *application);

/* Shows a page, a path in the folder; back leads to the one before. */
void weft_help_window_show_page (WeftHelpWindow *self, const char *page);

/* (transfer none) (nullable) */
const char *weft_help_window_get_page (WeftHelpWindow *self);

/* Where a link of a page leads, as a path in the folder: (transfer full) (nullable), NULL for what
 * is outside. */
char *weft_help_window_resolve (const char *page, const char *target);

/* Shows the keys, over a window. */
void weft_help_show_shortcuts (GtkWindow *parent);

G_END_DECLS
