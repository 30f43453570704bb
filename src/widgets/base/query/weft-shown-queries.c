/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-shown-queries.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-query-show.h"

#define QUERIES_KEY "weft-shown-queries"

/* As many wait at most, as a session's file may say anything. */
#define MAX_WAITING (WEFT_MAX_SHOWN_GRAPHS + 1)

/* Letters of a query that are told. */
#define MAX_TOLD 40

typedef struct
{
  gboolean is_colors;
  gboolean
    again; /* for results that are shown: where they were taken away meanwhile it is left out */
  gboolean of_part; /* it was asked while there was more to come */
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
  GQueue later;         /* Waiting: for all of the trace, as a part gave nothing */
  gboolean was_growing;
};

enum
{
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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

/* The beginning of a query, in one line: (transfer full). */
static char *
shorten (const char *sql)
{
  g_autofree char *line = g_strdelimit (g_strdup (sql), "\n\t", ' ');
  g_autofree char *start = NULL;

  if (g_utf8_strlen (line, -1) <= MAX_TOLD)
    return g_steal_pointer (&line);
  start = g_utf8_substring (line, 0, MAX_TOLD);
  return g_strconcat (start, "…", NULL);
}

/* A part of the trace gave nothing: the first is asked of all of it again, once it is there. */
static void
put_off (WeftShownQueries *self)
{
  g_clear_object (&self->asking);
  g_queue_push_tail (self->was_growing ? &self->later : &self->waiting,
                     g_queue_pop_head (&self->waiting));
  ask_first (self);
}

/* The first is left out. */
static void
fail (WeftShownQueries *self, const char *why)
{
  const Waiting *first = g_queue_peek_head (&self->waiting);
  g_autofree char *sql = shorten (first->sql), *text = NULL;

  if (first->is_colors)
    /* TRANSLATORS: colours that a query gave the picture, and the query; then the reason */
    text = g_strdup_printf (_ ("The colours by “%s” could not be shown again: %s"), sql, why);
  else
    /* TRANSLATORS: a track below the picture that a query gave, and the query; then the reason */
    text = g_strdup_printf (_ ("The track of “%s” could not be shown again: %s"), sql, why);
  g_signal_emit (self, signals[FAILED], 0, text);
  go_on (self);
}

/* The result of a step: NULL where there is none (which is said, and why), or nobody waits for it any more. */
static gpointer
claim (WeftShownQueries *self, gpointer value, const GError *error, GDestroyNotify free_value)
{
  gboolean is_awaited = self->state != NULL && self->asking != NULL;

  if (is_awaited && !is_wanted (self, g_queue_peek_head (&self->waiting)))
    {
      go_on (self);
      is_awaited = FALSE;
    }
  if (is_awaited && value != NULL)
    return value;
  if (value != NULL)
    free_value (value);
  if (is_awaited)
    fail (self, error->message);
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
  g_autoptr (GError) error = NULL;
  WeftShownGraph *graph = weft_query_desk_graph_finish (async, &error);

  graph = claim (self, graph, error, free_graph);

  if (graph == NULL)
    return;
  if (weft_shown_results_add_graph (weft_shown_results_get (self->state), graph))
    go_on (self);
  else
    fail (self, _ ("There is no room for more tracks; take one away first."));
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
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftRowColors) colors = weft_query_desk_color_finish (async, &error);

  colors = claim (self, colors, error, free_colors);
  if (colors == NULL)
    return;
  weft_shown_results_set_colors (weft_shown_results_get (self->state), colors);
  go_on (self);
}

/* Why nothing of the answer can be shown: (transfer full) (nullable). */
static char *
explain (const Waiting *waiting, WeftQueryAnswer *answer, const WeftQueryShown *columns)
{
  const GError *error = weft_query_answer_get_error (answer);
  WeftTextPlace place = weft_query_answer_get_place (answer);
  guint line = 1, column = 1;

  if (error == NULL)
    return g_strdup (waiting->is_colors ? weft_query_show_explain_colors (columns)
                                        : weft_query_show_explain_track (columns));
  if (place.start > strlen (waiting->sql))
    return g_strdup (error->message);
  for (const char *at = waiting->sql; at < waiting->sql + place.start; at = g_utf8_next_char (at))
    {
      line += *at == '\n';
      column = *at == '\n' ? 1 : column + 1;
    }
  return g_strdup_printf (_ ("Line %u, column %u: %s"), line, column, error->message);
}

static void
answer_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftShownQueries) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftQueryAnswer) answer = weft_query_desk_run_finish (async, &error);
  g_autofree char *why = NULL;
  const Waiting *first;
  WeftQueryShown columns;

  answer = claim (self, answer, error, g_object_unref);
  if (answer == NULL)
    return;
  first = g_queue_peek_head (&self->waiting);
  columns = first->is_colors ? weft_query_answer_find_colors (answer)
                             : weft_query_answer_find_track (answer);
  why = explain (first, answer, &columns);
  if (why != NULL && first->of_part && weft_query_answer_get_error (answer) == NULL)
    put_off (self);
  else if (why != NULL)
    fail (self, why);
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
  Waiting *first = g_queue_peek_head (&self->waiting);
  WeftQueryOptions options = { NULL };

  if (first == NULL || self->asking != NULL)
    return;
  first->of_part = self->was_growing;
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

      *waiting = (Waiting){ .is_colors = is_colors, .again = again, .sql = g_strdup (sql) };
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
  if (growing || self->state == NULL)
    return;
  while (!g_queue_is_empty (&self->later))
    g_queue_push_tail (&self->waiting, g_queue_pop_head (&self->later));
  ask_first (self);
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
  g_queue_clear_full (&self->later, waiting_free);
  g_clear_object (&self->desk);
  G_OBJECT_CLASS (weft_shown_queries_parent_class)->finalize (object);
}

static void
weft_shown_queries_class_init (WeftShownQueriesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_shown_queries_finalize;
  signals[FAILED] = g_signal_new ("failed", WEFT_TYPE_SHOWN_QUERIES, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
weft_shown_queries_init (WeftShownQueries *self)
{
  g_queue_init (&self->waiting);
  g_queue_init (&self->later);
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
