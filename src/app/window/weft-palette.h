/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document-page.h"

G_BEGIN_DECLS

/* The command palette: a list of everything that can be done, found by a few letters, with the keys
 * that do it; of places to go to, of filters that were used, and of bookmarks. */

#define WEFT_TYPE_PALETTE (weft_palette_get_type ())
G_DECLARE_FINAL_TYPE (WeftPalette, weft_palette, WEFT, PALETTE, GtkPopover)

/* A palette over the window that `parent` is in. Signal "said", with a text: what a command had to
 * say, such as why there is no such place. */
GtkWidget *weft_palette_new (GtkWidget *parent, GSettings *settings);

/* Shows it for a page (nullable: there is none). */
void weft_palette_open (WeftPalette *self, WeftDocumentPage *page);

/* The actions of all commands, with their targets, whatever is written: (transfer full). */
char **weft_palette_list_actions (WeftPalette *self);

G_END_DECLS
