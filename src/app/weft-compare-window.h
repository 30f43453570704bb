/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "weft-compare-view.h"
#include "weft-document.h"

G_BEGIN_DECLS

/* A window that compares the pipeline of an open document, A, with that of another file, B,
 * which it opens itself. */

#define WEFT_TYPE_COMPARE_WINDOW (weft_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftCompareWindow, weft_compare_window, WEFT, COMPARE_WINDOW, AdwWindow)

/* Whether the document has something that can be compared. */
gboolean weft_compare_window_can_compare (WeftDocument *document);

/* The window, not yet presented, which belongs to `parent`'s application. */
WeftCompareWindow *weft_compare_window_new (GtkWindow *parent, WeftDocument *document, GFile *other,
                                            GSettings *settings);

/* (transfer none) (nullable): NULL before B is read. */
WeftCompareState *weft_compare_window_get_state (WeftCompareWindow *self);
WeftCompareView *weft_compare_window_get_view (WeftCompareWindow *self);

/* Why there is no view: NULL where there is one, or may still be. */
const char *weft_compare_window_get_error (WeftCompareWindow *self);

G_END_DECLS
