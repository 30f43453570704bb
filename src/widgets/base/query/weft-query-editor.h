/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-expression.h"
#include "weft-query-family.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* Where a query is written: with the colours of SQL where there is GtkSourceView, plain without. Words are completed
 * as they are written and on Ctrl+Space; what is written is undone with Ctrl+Z, and Tab leaves it.
 *
 * Signals: "run", Ctrl+Enter; "changed", the text is another. */

#define WEFT_TYPE_QUERY_EDITOR (weft_query_editor_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryEditor, weft_query_editor, WEFT, QUERY_EDITOR, GtkWidget)

/* Whose tables are completed. */
void weft_query_editor_set_family (WeftQueryEditor *self, const WeftQueryFamily *family);

/* Takes on whether that is dark, and how much contrast it has. */
void weft_query_editor_set_style (WeftQueryEditor *self, const WeftStyle *style);

char *weft_query_editor_get_text (WeftQueryEditor *self); /* (transfer full) */

/* A change like any other, which can be undone. */
void weft_query_editor_set_text (WeftQueryEditor *self, const char *text);

/* Marks a place of the text as wrong, and puts the cursor there; stores its line and column, from 1, in
 * characters. FALSE where the place is none. */
gboolean weft_query_editor_mark (WeftQueryEditor *self, const WeftTextPlace *place, guint *line,
                                 guint *column);
void weft_query_editor_unmark (WeftQueryEditor *self);

G_END_DECLS
