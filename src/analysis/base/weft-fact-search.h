/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-facts.h"
#include "weft-search.h"
#include "weft-text-matcher.h"

G_BEGIN_DECLS

/* Searches the columns of a table of facts for a text: for families whose rows are such a table. */
typedef struct _WeftFactSearch WeftFactSearch;

/* The table, as the search needs it: any thread. Its columns are the fields that are searched. */
typedef struct
{
  WeftFacts facts;

  /* Describes the row of a hit, with the facts' data: the family's own number for it, and the tick in
   * which it begins. */
  guint32 (*get_item) (gpointer data, guint row);
  gint64 (*get_time) (gpointer data, guint row);
} WeftFactSearchRows;

/* A search of the columns whose bits are set. */
WeftFactSearch *weft_fact_search_new (WeftTextMatcher *matcher, guint32 mask);
void weft_fact_search_free (WeftFactSearch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFactSearch, weft_fact_search_free)

/* Searches all rows, and reports them in pieces; again where there are more of them than the last
 * time, as they may have another order then. TRUE at the end, and where `found` ended it; FALSE
 * with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_fact_search_run (WeftFactSearch *self, const WeftFactSearchRows *rows,
                               WeftSearchFound found, gpointer user_data, GCancellable *cancellable,
                               GError **error);

G_END_DECLS
