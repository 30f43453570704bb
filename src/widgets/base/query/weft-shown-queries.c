/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-shown-queries.h"

#define QUERIES_KEY "weft-shown-queries"

/* As many wait at most, as a session's file may say anything. */
#define MAX_WAITING (WEFT_MAX_SHOWN_GRAPHS + 1)

typedef struct
{
  gboolean is_colors;
  gboolean
    again; /* for results that are shown: where they were taken away meanwhile it is left out */
  char *sql;
} Waiting;

struct _WeftShownQueries
{
  GObject parent_instance;

  WeftViewState *state; /* NULL: it is gone */
  WeftQueryPanelOptions options;
  WeftQueryDesk *desk;
  GQueue waiting;       /* Waiting: the first is being asked */
  GCancellable *asking; /* NULL: none is */
  gboolean was_growing;
};

G_DEFINE_FINAL_TYPE (WeftShownQueries, weft_shown_queries, G_TYPE_OBJECT)

static void
waiting_free (gpointer data)
{
  g_free (((Waiting *) data)->sql);
  g_free (data);
}

/* --- one after the other ------------------------------------------------------------------------ */

static void ask_first (WeftShownQueries *self);

static void
go_on (WeftShownQueries *self)
{
  g_clear_object (&self->asking);
  waiting_free (g_queue_pop_head (&self->waiting));
  ask_first (self);
}

static gboolean
is_wanted (WeftShownQueries *self, const Waiting *first)
{
  WeftShownResults *results = weft_shown_results_get (self->state);

  if (!first->again)
    return TRUE;
  return first->is_colors ? weft_shown_results_has_colors (results, first->sql)
                          : weft_shown_results_has_track (results, first->sql);
}

/* The result of a step: NULL where nobody waits any more. */
static gpointer
claim (WeftShownQueries *self, gpointer value, GDestroyNotify free_value)
{
  if (self->state != NULL && self->asking != NULL && value != NULL
      && is_wanted (self, g_queue_peek_head (&self->waiting)))
    return value;
  if (value != NULL)
    free_value (value);
  if (self->state != NULL && self->asking != NULL)
    go_on (self);
  return NULL;
}

static void
free_graph (gpointer graph)
{
  weft_shown_graph_free (graph);
}

static void
graph_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftShownQueries) self = data;
  WeftShownGraph *graph = claim (self, weft_query_desk_graph_finish (async, NULL), free_graph);

  if (graph == NULL)
    return;
  weft_shown_results_add_graph (weft_shown_results_get (self->state), graph);
  go_on (self);
}

static void
free_colors (gpointer colors)
{
  weft_row_colors_unref (colors);
}

static void
colors_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftShownQueries) self = data;
  g_autoptr (WeftRowColors) colors =
    claim (self, weft_query_desk_color_finish (async, NULL), free_colors);

  if (colors == NULL)
    return;
  weft_shown_results_set_colors (weft_shown_results_get (self->state), colors);
  go_on (self);
}

static void
answer_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftShownQueries) self = data;
  g_autoptr (WeftQueryAnswer) answer =
    claim (self, weft_query_desk_run_finish (async, NULL), g_object_unref);
  const Waiting *first;
  WeftQueryShown columns;

  if (answer == NULL)
    return;
  first = g_queue_peek_head (&self->waiting);
  columns = first->is_colors ? weft_query_answer_find_colors (answer)
                             : weft_query_answer_find_track (answer);
  if (weft_query_answer_get_error (answer) != NULL || columns.by == G_MAXUINT
      || columns.value == G_MAXUINT)
    go_on (self);
  else if (first->is_colors)
    weft_query_desk_color_async (self->desk, answer, first->sql, &columns, self->asking,
                                 colors_came, g_object_ref (self));
  else
    weft_query_desk_graph_async (self->desk, answer, first->sql, &columns, self->asking, graph_came,
                                 g_object_ref (self));
}

static void
ask_first (WeftShownQueries *self)
{
  const Waiting *first = g_queue_peek_head (&self->waiting);
  WeftQueryOptions options = { NULL };

  if (first == NULL || self->asking != NULL)
    return;
  if (self->options != NULL)
    self->options (self->state, &options);
  weft_query_desk_set_options (self->desk, &options);
  self->asking = g_cancellable_new ();
  weft_query_desk_run_async (self->desk, first->sql, self->asking, answer_came,
                             g_object_ref (self));
}

/* --- what is asked ------------------------------------------------------------------------------ */

static void
add_all (WeftShownQueries *self, GVariant *queries, gboolean again)
{
  GVariantIter iter;
  gboolean is_colors;
  const char *sql;

  g_variant_iter_init (&iter, queries);
  while (g_variant_iter_next (&iter, "(b&s)", &is_colors, &sql)
         && g_queue_get_length (&self->waiting) < MAX_WAITING)
    {
      Waiting *waiting = g_new (Waiting, 1);

      *waiting = (Waiting){ is_colors, again, g_strdup (sql) };
      g_queue_push_tail (&self->waiting, waiting);
    }
  ask_first (self);
}

void
weft_shown_queries_ask (WeftShownQueries *self, GVariant *queries)
{
  g_return_if_fail (WEFT_IS_SHOWN_QUERIES (self) && queries != NULL);

  if (g_variant_is_of_type (queries, WEFT_SHOWN_RESULTS_TYPE))
    add_all (self, queries, FALSE);
}

/* Queries that were asked of a part are asked of the whole. */
static void
trace_changed (WeftShownQueries *self, WeftTrace *trace)
{
  gboolean growing = weft_trace_get_state (trace) == WEFT_TRACE_GROWING;
  g_autoptr (GVariant) queries = NULL;

  if (self->was_growing && !growing && self->state != NULL)
    queries = weft_shown_results_save (weft_shown_results_get (self->state), TRUE);
  self->was_growing = growing;
  if (queries != NULL)
    add_all (self, queries, TRUE);
}

/* --- the object --------------------------------------------------------------------------------- */

/* A worker may hold it for a while. */
static void
let_go (gpointer data)
{
  WeftShownQueries *self = data;

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_weak_pointer (&self->state);
  g_object_unref (self);
}

static void
weft_shown_queries_finalize (GObject *object)
{
  WeftShownQueries *self = WEFT_SHOWN_QUERIES (object);

  g_queue_clear_full (&self->waiting, waiting_free);
  g_clear_object (&self->desk);
  G_OBJECT_CLASS (weft_shown_queries_parent_class)->finalize (object);
}

static void
weft_shown_queries_class_init (WeftShownQueriesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_shown_queries_finalize;
}

static void
weft_shown_queries_init (WeftShownQueries *self)
{
  g_queue_init (&self->waiting);
}

WeftShownQueries *
weft_shown_queries_get (WeftViewState *state, WeftQueryPanelOptions options)
{
  WeftShownQueries *self;
  WeftTrace *trace;

  g_return_val_if_fail (WEFT_IS_VIEW_STATE (state), NULL);

  self = g_object_get_data (G_OBJECT (state), QUERIES_KEY);
  if (self != NULL)
    return self;
  trace = weft_view_state_get_trace (state);
  self = g_object_new (WEFT_TYPE_SHOWN_QUERIES, NULL);
  g_set_weak_pointer (&self->state, state);
  self->options = options;
  self->desk = weft_query_desk_new (trace);
  self->was_growing = weft_trace_get_state (trace) == WEFT_TRACE_GROWING;
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed), self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (state), QUERIES_KEY, self, let_go);
  return self;
}
