/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-searchable.h"

G_BEGIN_DECLS

/* The query of a state, and its hits: in row order, as they are found on a worker, and
 * kept up to date while the trace grows. One of the results is the current one. A list model of
 * objects that hold the words of a result and are made for the rows that are in sight. Main thread
 * only.
 *
 * Signals, without arguments but the results:
 *   "changed"  another query, more results, or the search has ended or failed
 *   "current"  another result is the current one */

#define WEFT_TYPE_SEARCH_RESULTS (weft_search_results_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchResults, weft_search_results, WEFT, SEARCH_RESULTS, GObject)

/* So many results are kept; then the search ends. */
#define WEFT_SEARCH_MAX_HITS 1000000u

typedef struct
{
  const char *text; /* "": nothing is searched for */
  gboolean regex;   /* it is a regular expression */
  gboolean match_case;
  guint32 fields; /* bits of the fields that are searched */
} WeftSearchQuery;

/* The results of a state, which owns them: (transfer none). */
WeftSearchResults *weft_search_results_get (WeftSearchable *state);

/* Searches anew, where the query is another one. FALSE with a G_REGEX_ERROR where the text is no
 * regular expression; then nothing is searched for. */
gboolean weft_search_results_set_query (WeftSearchResults *self, const WeftSearchQuery *query,
                                        GError **error);

/* (transfer none), all fields and no text at first. */
const WeftSearchQuery *weft_search_results_get_query (WeftSearchResults *self);

guint weft_search_results_get_n_hits (WeftSearchResults *self);
const WeftSearchHit *weft_search_results_get_hit (WeftSearchResults *self, guint index);
gboolean weft_search_results_is_running (WeftSearchResults *self);

/* Why the search did not come to its end: (transfer none) (nullable). */
const GError *weft_search_results_get_error (WeftSearchResults *self);

/* Whether there is more than is kept. */
gboolean weft_search_results_is_cut (WeftSearchResults *self);

/* The current result, and jumping to one: FALSE where it is hidden. */
#define WEFT_SEARCH_NO_HIT G_MAXUINT
guint weft_search_results_get_current (WeftSearchResults *self);
gboolean weft_search_results_show (WeftSearchResults *self, guint index);

/* Jumps to the next result (`by` 1) or the one before (−1): of the current one, or of where the user
 * is; behind the last comes the first. FALSE where there is none, or it is hidden. */
gboolean weft_search_results_step (WeftSearchResults *self, int by);

/* Which of the first `n_bins` pixels of an axis, or of as many parts of the rows [0, n_rows), have
 * results, a byte for each: (transfer none), valid until there are other results or something else is
 * asked. */
const guint8 *weft_search_results_mark_times (WeftSearchResults *self, const WeftAxis *axis,
                                              guint n_bins);
const guint8 *weft_search_results_mark_rows (WeftSearchResults *self, guint32 n_rows, guint n_bins);

/* --- items of the list ------------------------------------------------------------------------ */

#define WEFT_TYPE_SEARCH_ITEM (weft_search_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchItem, weft_search_item, WEFT, SEARCH_ITEM, GObject)

const char *weft_search_item_get_name (WeftSearchItem *self); /* "Op 12 · Label" */

/* The text that matches in one line, its match in bold, as markup; "—" where it can't be read. */
const char *weft_search_item_get_markup (WeftSearchItem *self);

G_END_DECLS
