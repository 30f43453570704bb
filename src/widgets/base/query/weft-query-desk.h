/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-query-answer.h"
#include "weft-shown-results.h"

G_BEGIN_DECLS

/* Asks a trace in SQL on a worker, one query at a time: what a query had derived is there for the next one, as
 * long as the trace has not grown. Main thread only, and needs a main loop. */

#define WEFT_TYPE_QUERY_DESK (weft_query_desk_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryDesk, weft_query_desk, WEFT, QUERY_DESK, GObject)

WeftQueryDesk *weft_query_desk_new (WeftTrace *trace);

/* Another trace that queries ask as well, whose tables are b.op, c.op and so on, as long as it stays as it is. Before the
 * first query. */
void weft_query_desk_add_trace (WeftQueryDesk *self, WeftTrace *trace,
                                const WeftQueryOptions *options);

/* Said by the user: copied. Others than before hold from the next query on. */
void weft_query_desk_set_options (WeftQueryDesk *self, const WeftQueryOptions *options);

/* (transfer full): NULL with an error where the query was cancelled or the trace can't be asked. */
void weft_query_desk_run_async (WeftQueryDesk *self, const char *sql, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
WeftQueryAnswer *weft_query_desk_run_finish (GAsyncResult *async, GError **error);

/* Rows that the query that runs has so far. */
guint weft_query_desk_get_n_rows (WeftQueryDesk *self);

/* Finds the thing of the picture that a number of an answer leads to. */
void weft_query_desk_follow_async (WeftQueryDesk *self, const WeftQueryLead *lead, gint64 number,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean weft_query_desk_follow_finish (GAsyncResult *async, WeftQueryPlace *place, GError **error);

/* Makes colours of the things that those columns of the answer to `sql` say (weft_query_answer_find_colors()).
 * (transfer full): NULL with an error. */
void weft_query_desk_color_async (WeftQueryDesk *self, WeftQueryAnswer *answer, const char *sql,
                                  const WeftQueryShown *columns, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
WeftRowColors *weft_query_desk_color_finish (GAsyncResult *async, GError **error);

/* Makes a graph of those columns of the answer to `sql` (weft_query_answer_find_track()).
 * (transfer full): NULL with an error. */
void weft_query_desk_graph_async (WeftQueryDesk *self, WeftQueryAnswer *answer, const char *sql,
                                  const WeftQueryShown *columns, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
WeftShownGraph *weft_query_desk_graph_finish (GAsyncResult *async, GError **error);

G_END_DECLS
