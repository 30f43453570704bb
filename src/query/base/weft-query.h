/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-query-trace.h"

G_BEGIN_DECLS

/* Asks traces in SQL (docs/sql.md). Nothing is copied, and a query can write nothing: what it says is read only.
 * One thread at a time; several of these are independent of each other. */
typedef struct _WeftQuery WeftQuery;

#define WEFT_QUERY_ERROR (weft_query_error_quark ())
GQuark weft_query_error_quark (void);

typedef enum
{
  WEFT_QUERY_ERROR_SQL,    /* it is no query, or asks for what is not there */
  WEFT_QUERY_ERROR_DENIED, /* it would write, attach or set something */
  WEFT_QUERY_ERROR_MEMORY, /* it needs more memory than it may have */
  WEFT_QUERY_ERROR_FAILED, /* while it ran */
} WeftQueryError;

/* So many traces at most can be asked together. */
#define WEFT_QUERY_MAX_TRACES 10

/* Takes the traces: an array of WeftQueryTrace, whose free function it has. The tables of the first are a.op and
 * so on, those of the second b.op; a name without a letter is that of the first that has it. */
WeftQuery *weft_query_new (GPtrArray *traces, GError **error);
void weft_query_free (WeftQuery *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftQuery, weft_query_free)

/* The start of a place that is not known. */
#define WEFT_QUERY_NO_PLACE G_MAXSIZE

/* Prepares the one query that `sql` says, in the place of the one before. `cancellable` (nullable) ends it while
 * it runs: within a few milliseconds. FALSE with an error and its place in the text. */
gboolean weft_query_prepare (WeftQuery *self, const char *sql, GCancellable *cancellable,
                             WeftTextPlace *place, GError **error);

/* How many traces it asks. */
guint weft_query_get_n_traces (const WeftQuery *self);

/* The columns of the query. */
guint weft_query_get_n_columns (const WeftQuery *self);
const char *weft_query_get_column (const WeftQuery *self, guint column);

/* The table of the first trace that a column is read from as it is, and what it is called there: NULL where it is
 * computed, or of another trace. */
const WeftQueryTable *weft_query_get_origin (const WeftQuery *self, guint column,
                                             const char **name);

/* Goes on to the next row: FALSE after the last, and with an error. */
gboolean weft_query_step (WeftQuery *self, GError **error);

/* A cell of the row, good until the next step: weft_cell_none() of NULL; a BLOB is its hexadecimal digits. */
WeftCell weft_query_get_cell (WeftQuery *self, guint column);

/* The traces, by their numbers: (transfer none). */
WeftQueryTrace *weft_query_get_trace (const WeftQuery *self, guint trace);

/* The family of a trace by its number, and the value of one of its metrics: NAN where it is not known. FALSE with
 * an error. */
const WeftQueryFamily *weft_query_get_family (const WeftQuery *self, guint trace);
gboolean weft_query_measure (WeftQuery *self, guint trace, const WeftQueryMetric *metric,
                             GCancellable *cancellable, double *value, GError **error);

/* Writes all tables of the first trace into a new database at `path`, where there is nothing. */
gboolean weft_query_export (WeftQuery *self, const char *path, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
