/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-query-lead.h"

G_BEGIN_DECLS

/* The rows that a query returned, kept, so that a window can show them: facts, or a mistake with its place. It is
 * made on a worker, and does not change any more after that: any thread. */

#define WEFT_TYPE_QUERY_ANSWER (weft_query_answer_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryAnswer, weft_query_answer, WEFT, QUERY_ANSWER, GObject)

/* As much is kept at most: of more, weft-cli query makes a file. */
#define WEFT_QUERY_ANSWER_ROWS 1000000u
#define WEFT_QUERY_ANSWER_BYTES ((gsize) 256 << 20)

/* Runs `sql` to its end, or to as many rows (WEFT_QUERY_ANSWER_ROWS but in tests). `n_rows` (nullable) is the number
 * of those so far, for g_atomic_int_get(). NULL where it was cancelled. */
WeftQueryAnswer *weft_query_answer_new (WeftQuery *query, const char *sql, guint max_rows,
                                        int *n_rows, GCancellable *cancellable);

/* The mistake: (transfer none) (nullable). Then there are no rows. */
const GError *weft_query_answer_get_error (WeftQueryAnswer *self);
WeftTextPlace weft_query_answer_get_place (WeftQueryAnswer *self);

/* The rows, which live as long as the answer; their columns are those of the query, as far as facts have room for
 * them. */
WeftFacts weft_query_answer_get_facts (WeftQueryAnswer *self);

/* How many columns the query has, and whether there were more rows than are kept. */
guint weft_query_answer_get_n_columns (WeftQueryAnswer *self);
gboolean weft_query_answer_is_cut (WeftQueryAnswer *self);

/* Microseconds that it took. */
gint64 weft_query_answer_get_time (WeftQueryAnswer *self);

/* Where the numbers of a column lead. */
const WeftQueryLead *weft_query_answer_get_lead (WeftQueryAnswer *self, guint column);

/* Columns of an answer that a picture can show. */
typedef struct
{
  guint by;                    /* the first column that leads there; G_MAXUINT: there is none */
  guint value;                 /* the last other one that has values, G_MAXUINT likewise */
  const WeftQueryThing *thing; /* that `by` and others say in words; NULL: `by` is a number */
  guint words[WEFT_QUERY_MAX_WORDS]; /* those columns, G_MAXUINT where one is missing */
} WeftQueryShown;

/* Nothing to show. */
#define WEFT_QUERY_SHOWN_NONE ((WeftQueryShown){ .by = G_MAXUINT, .value = G_MAXUINT })

/* A column that leads to times, and one with numbers. */
WeftQueryShown weft_query_answer_find_track (WeftQueryAnswer *self);

/* A column that leads to rows, or columns that say a thing, and one with numbers or words. */
WeftQueryShown weft_query_answer_find_colors (WeftQueryAnswer *self);

/* The things that the rows are about, as weft_query_lead_follow_all() has them, in the place of the query that was
 * prepared: (transfer full), NULL with an error. `*numbering` (nullable) is what their numbers are places in, to be freed
 * with `*release`. */
guint32 *weft_query_answer_find_items (WeftQueryAnswer *self, WeftQuery *query,
                                       const WeftQueryShown *shown, gpointer *numbering,
                                       GDestroyNotify *release, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
