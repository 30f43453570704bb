/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The popover of the queries that one can begin with: examples, those that were saved, those that were run last;
 * and a name to save the one that is written.
 *
 * Signals: "chosen" (char *sql), a query shall be written; "save" (char *name), the one that is written shall be
 * saved. */

#define WEFT_TYPE_QUERY_MENU (weft_query_menu_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryMenu, weft_query_menu, WEFT, QUERY_MENU, GtkPopover)

/* Those of a family, which `settings` keep (WeftQueryShelf). */
void weft_query_menu_set_family (WeftQueryMenu *self, const char *family, GSettings *settings);

G_END_DECLS
