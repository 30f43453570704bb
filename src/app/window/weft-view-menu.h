/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document-page.h"

G_BEGIN_DECLS

/* The menu in which is chosen how the trace of `page` is shown, at a button that opens it; it scrolls
 * in a low window. It is made when it is asked for first: the window is there sooner. `options` are
 * those of the page's document. A button that gets another page loses its popover before. */
void weft_view_menu_open (GtkMenuButton *button, WeftDocumentPage *page, WeftViewOptions *options);

G_END_DECLS
