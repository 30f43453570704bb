/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-document.h"

G_BEGIN_DECLS

/* One document in a window: its picture with inspector, drawer and status line, and before there is
 * one, what is happening or why there is none. */

#define WEFT_TYPE_DOCUMENT_PAGE (weft_document_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftDocumentPage, weft_document_page, WEFT, DOCUMENT_PAGE, AdwBin)

GtkWidget *weft_document_page_new (WeftDocument *document, GSettings *settings);

WeftDocument *weft_document_page_get_document (WeftDocumentPage *self);

/* Whether it is the one in sight of its window, as a new one is. Pages that are not are left out where styles are worked
 * out anew and where the window's actions change, which takes as long as there are pages otherwise. */
void weft_document_page_set_shown (WeftDocumentPage *self, gboolean shown);

/* The page's actions, for the menus and keys of the window that shows it: "inspector" (boolean
 * state), "drawer" (string, "" when it is closed), "panel" (int: a tab of the drawer by its number,
 * from 1), "show-drawer" (boolean state), "findings", "follow" (boolean state), "reload", "cancel",
 * "reset-options", and those of its tools (weft-page-tools.h). */
GActionGroup *weft_document_page_get_actions (WeftDocumentPage *self);

/* Puts the focus on the picture, where there is one. */
void weft_document_page_focus (WeftDocumentPage *self);

/* Takes away the uppermost of what lies over or above the picture. FALSE: nothing does. */
gboolean weft_document_page_step_back (WeftDocumentPage *self);

/* The same, or else one step back in the picture, which gets the focus: for who is elsewhere in the
 * window. */
gboolean weft_document_page_escape (WeftDocumentPage *self);

G_END_DECLS
