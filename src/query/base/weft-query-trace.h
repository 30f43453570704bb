/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-family.h"

G_BEGIN_DECLS

/* A trace as it was when queries were begun, with all that they read of it: the tables of its family, and
 * those that every trace has. One thread at a time. */
typedef struct _WeftQueryTrace WeftQueryTrace;

/* `path` (nullable) is what its file is called in the table `meta`. NULL with an error: (transfer full). */
WeftQueryTrace *weft_query_trace_new (WeftTrace *trace, const char *path,
                                      const WeftQueryOptions *options, GError **error);
void weft_query_trace_free (WeftQueryTrace *self);

/* An array for weft_query_new(), which frees those that are put into it: (transfer full). */
GPtrArray *weft_query_traces_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftQueryTrace, weft_query_trace_free)

/* Makes what most of its tables are made of, which otherwise the first to be read waits for: FALSE with an error. */
gboolean weft_query_trace_prepare (WeftQueryTrace *self, GCancellable *cancellable, GError **error);

/* All of its tables, and what opens the one at a place. */
guint weft_query_trace_get_n_tables (const WeftQueryTrace *self);
const WeftQueryTable *weft_query_trace_get_table (const WeftQueryTrace *self, guint table);
gpointer weft_query_trace_get_source (WeftQueryTrace *self, guint table);

/* The place of the one of that name, as SQL compares names: G_MAXUINT where there is none. */
guint weft_query_trace_find_table (const WeftQueryTrace *self, const char *name);

/* (transfer none) */
WeftTrace *weft_query_trace_get_trace (const WeftQueryTrace *self);

const WeftQueryFamily *weft_query_trace_get_family (const WeftQueryTrace *self);
gpointer weft_query_trace_get_family_source (WeftQueryTrace *self);

/* The rows of one of its tables: FALSE with an error. */
gboolean weft_query_trace_open_table (WeftQueryTrace *self, const WeftQueryTable *table,
                                      WeftFacts *facts, GCancellable *cancellable, GError **error);

/* The number that pictures have for a row that one of its tables has: FALSE with an error. */
gboolean weft_query_trace_find_item (WeftQueryTrace *self, const WeftQueryTable *table,
                                     gint64 rowid, GCancellable *cancellable, guint32 *item,
                                     GError **error);

/* The kind that a trace is of. */
const WeftQueryFamily *weft_query_family_of (WeftTrace *trace);

/* The name of the function that an address lies in; NULL: it is not known. */
const char *weft_query_trace_find_symbol (WeftQueryTrace *self, guint64 address);

/* The tables that every trace has, `n` of them; their sources are WeftQueryTraces. */
const WeftQueryTable *weft_query_trace_list_common (guint *n);

G_END_DECLS
