/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-text-batch.h"

G_BEGIN_DECLS

/* Searches of a pipeline log: which texts match, found on a worker and handed out as they are
 * found. */

typedef enum
{
  WEFT_SEARCH_LABEL = WEFT_TEXTS_LABEL,
  WEFT_SEARCH_DETAIL = WEFT_TEXTS_DETAIL,
  WEFT_SEARCH_STAGE_TEXT = WEFT_TEXTS_STAGE,
  WEFT_SEARCH_STAGE_NAME = 1 << 3,
  WEFT_SEARCH_ALL = (1 << 4) - 1,
} WeftSearchFields;

/* A text that matches, at its first match. */
typedef struct
{
  guint32 op;
  guint32 stage;          /* number of the stage; WEFT_NO_ROW for labels and details */
  WeftSearchFields field; /* one of them */
  guint32 from;           /* bytes [from, to) of the text, as it is shown */
  guint32 to;
} WeftSearchHit;

/* Hears that the ops below `done` are searched, and of the hits since the last call: in file order
 * of the ops, of each op first its label, then its detail, its stages' texts and their names.
 * FALSE ends the search. */
typedef gboolean (*WeftSearchFound) (const WeftSearchHit *hits, guint n_hits, guint32 done,
                                     gpointer user_data);

/* Searches the ops of `snapshot` from `first` on, so that a search of a growing log goes on where
 * the one before stopped. Texts that can't be read back are left out. Calls `found` on this thread,
 * at least once for each few thousand ops. A million ops take 0.2 to 0.4 s. TRUE at the end, and
 * where `found` ended it; FALSE with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_search_run (WeftPipelineSnapshot *snapshot, const WeftTextMatcher *matcher,
                          WeftSearchFields fields, guint32 first, WeftSearchFound found,
                          gpointer user_data, GCancellable *cancellable, GError **error);

G_END_DECLS
