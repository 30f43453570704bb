/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-desk.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-runner.h"
#include "weft-task.h"

#define OPENED_KEY "weft-query-opened"
#define EXTENT_KEY "weft-query-extent"

/* How much of the trace an answer is about. */
typedef struct
{
  gboolean partial; /* the trace still grew, */
  gint64 until;     /* and reached so far */
} Extent;

/* Said by the user, as the trace does not; each nullable. */
typedef struct
{
  char *elf;
  char *arch;
  char *topology;
  char *offsets;
} Options;

/* A trace that is asked beside the first. */
typedef struct
{
  WeftTrace *trace;
  Options options;
  guint generation; /* when the query was opened */
} Other;

/* Used by workers, one at a time. */
typedef struct
{
  GMutex mutex;
  WeftTrace *trace;
  GArray *others;   /* Other: they do not change once a query was asked */
  WeftQuery *query; /* NULL: none is open */
  guint generation; /* of the trace, when it was opened, */
  guint n_opened;   /* and how often one was */
  gboolean partial; /* the trace grew then, */
  gint64 until;     /* and reached so far */
  Options options;  /* likewise */
  int n_rows;       /* atomic */
} Shared;

struct _WeftQueryDesk
{
  GObject parent_instance;

  Shared *shared;
  Options options; /* for the next query */
};

G_DEFINE_FINAL_TYPE (WeftQueryDesk, weft_query_desk, G_TYPE_OBJECT)

static Options
copy_options (const Options *options)
{
  return (Options){ g_strdup (options->elf), g_strdup (options->arch), g_strdup (options->topology),
                    g_strdup (options->offsets) };
}

static void
clear_options (Options *options)
{
  g_clear_pointer (&options->elf, g_free);
  g_clear_pointer (&options->arch, g_free);
  g_clear_pointer (&options->topology, g_free);
  g_clear_pointer (&options->offsets, g_free);
}

static gboolean
are_same (const Options *a, const Options *b)
{
  return g_strcmp0 (a->elf, b->elf) == 0 && g_strcmp0 (a->arch, b->arch) == 0
         && g_strcmp0 (a->topology, b->topology) == 0 && g_strcmp0 (a->offsets, b->offsets) == 0;
}

static void
clear_other (gpointer data)
{
  Other *other = data;

  g_object_unref (other->trace);
  clear_options (&other->options);
}

static void
shared_clear (gpointer data)
{
  Shared *self = data;

  g_clear_pointer (&self->query, weft_query_free);
  g_array_unref (self->others);
  g_object_unref (self->trace);
  clear_options (&self->options);
  g_mutex_clear (&self->mutex);
}

static void
shared_unref (Shared *self)
{
  g_atomic_rc_box_release_full (self, shared_clear);
}

/* --- workers ------------------------------------------------------------------------------------ */

typedef struct
{
  Shared *shared;
  Options options;
  char *sql; /* of a run */
  WeftQueryLead lead;
  gint64 number;
  WeftQueryAnswer *answer; /* of which something is to be shown: */
  WeftQueryShown columns;
} Question;

static void
clear_question (gpointer data)
{
  Question *question = data;

  shared_unref (question->shared);
  clear_options (&question->options);
  g_free (question->sql);
  g_clear_object (&question->answer);
}

/* The time that a query covers: all of it where the trace is whole. */
static void
note_extent (Shared *self, WeftQueryTrace *trace)
{
  const WeftQueryFamily *family = weft_query_trace_get_family (trace);
  gint64 first;

  self->until = G_MAXINT64;
  self->partial = weft_trace_get_state (self->trace) == WEFT_TRACE_GROWING;
  if (self->partial
      && !family->get_times (weft_query_trace_get_family_source (trace), &first, &self->until))
    self->until = G_MININT64;
}

static gboolean
others_are_same (const Shared *self)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      const Other *other = &g_array_index (self->others, Other, i);

      if (weft_trace_get_generation (other->trace) != other->generation)
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_trace (GPtrArray *traces, WeftTrace *trace, const Options *options, GError **error)
{
  const WeftQueryOptions said = { options->elf, options->arch, options->topology,
                                  options->offsets };
  WeftQueryTrace *opened = weft_query_trace_new (trace, weft_trace_get_title (trace), &said, error);

  if (opened == NULL)
    return FALSE;
  g_ptr_array_add (traces, opened);
  return TRUE;
}

static gboolean
add_others (const Shared *self, GPtrArray *traces, GError **error)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      Other *other = &g_array_index (self->others, Other, i);

      other->generation = weft_trace_get_generation (other->trace);
      if (!add_trace (traces, other->trace, &other->options, error))
        return FALSE;
    }
  return TRUE;
}

/* The query to ask, of the traces as they are now. NULL with an error. */
static WeftQuery *
open_query (const Question *question, GError **error)
{
  Shared *self = question->shared;
  guint generation = weft_trace_get_generation (self->trace);
  g_autoptr (GPtrArray) traces = NULL;

  if (self->query != NULL && self->generation == generation
      && are_same (&self->options, &question->options) && others_are_same (self))
    return self->query;
  g_clear_pointer (&self->query, weft_query_free);
  clear_options (&self->options);
  self->options = copy_options (&question->options);
  self->generation = generation;
  self->n_opened++;
  traces = weft_query_traces_new ();
  if (!add_trace (traces, self->trace, &self->options, error))
    return NULL;
  note_extent (self, traces->pdata[0]);
  if (!add_others (self, traces, error))
    return NULL;
  self->query = weft_query_new (g_steal_pointer (&traces), error);
  return self->query;
}

/* Which one it was asked of: where things are numbered anew as the trace grows, another one says nothing of them. */
static void
mark_answer (const Shared *self, WeftQueryAnswer *answer)
{
  const Extent extent = { self->partial, self->until };

  g_object_set_data_full (G_OBJECT (answer), EXTENT_KEY, g_memdup2 (&extent, sizeof extent),
                          g_free);
  g_object_set_data (G_OBJECT (answer), OPENED_KEY, GUINT_TO_POINTER (self->n_opened));
}

static const Extent *
get_extent (WeftQueryAnswer *answer)
{
  return g_object_get_data (G_OBJECT (answer), EXTENT_KEY);
}

static gboolean
is_up_to_date (const Shared *self, WeftQueryAnswer *answer, GError **error)
{
  guint opened = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (answer), OPENED_KEY));

  if (opened == self->n_opened || weft_query_family_of (self->trace)->hold == NULL)
    return TRUE;
  g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                       _ ("The trace has grown since; run the query again."));
  return FALSE;
}

static gpointer
run (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  Shared *self = question->shared;
  WeftQueryAnswer *answer = NULL;
  WeftQuery *query;

  g_mutex_lock (&self->mutex);
  g_atomic_int_set (&self->n_rows, 0);
  query = open_query (question, error);
  if (query != NULL)
    answer = weft_query_answer_new (query, question->sql, WEFT_QUERY_ANSWER_ROWS, &self->n_rows,
                                    cancellable);
  if (answer != NULL)
    mark_answer (self, answer);
  g_mutex_unlock (&self->mutex);
  if (query != NULL && answer == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return answer;
}

static gpointer
follow (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  Shared *self = question->shared;
  g_autofree WeftQueryPlace *place = g_new0 (WeftQueryPlace, 1);
  gboolean found;
  WeftQuery *query;

  g_mutex_lock (&self->mutex);
  /* Numbers of rows are those of the answer: while the trace grows, they may change. */
  query = self->query != NULL ? self->query : open_query (question, error);
  found =
    query != NULL
    && weft_query_lead_follow (&question->lead, query, question->number, cancellable, place, error);
  g_mutex_unlock (&self->mutex);
  return found ? g_steal_pointer (&place) : NULL;
}

static gboolean
read_whole (const WeftFacts *facts, guint row, guint column, gint64 *number)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

  *number = cell.type == WEFT_CELL_SIGNED ? cell.integer : WEFT_NO_CYCLE;
  return *number != WEFT_NO_CYCLE;
}

/* The things that the rows of the answer are about: (transfer full), NULL with an error. */
static guint32 *
find_items (const Question *question, gpointer *numbering, GDestroyNotify *release,
            GCancellable *cancellable, GError **error)
{
  Shared *self = question->shared;
  guint32 *items = NULL;
  WeftQuery *query;

  g_mutex_lock (&self->mutex);
  query = self->query != NULL ? self->query : open_query (question, error);
  if (query != NULL && is_up_to_date (self, question->answer, error))
    items = weft_query_answer_find_items (question->answer, query, &question->columns, numbering,
                                          release, cancellable, error);
  g_mutex_unlock (&self->mutex);
  return items;
}

static gpointer
color (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  WeftFacts facts = weft_query_answer_get_facts (question->answer);
  const WeftQueryThing *thing = question->columns.thing;
  gpointer numbering = NULL;
  GDestroyNotify release;
  g_autofree guint32 *items = find_items (question, &numbering, &release, cancellable, error);
  WeftRowColors *colors = NULL;

  if (items != NULL)
    colors = weft_row_colors_new (&facts, question->columns.value, items);
  if (colors != NULL)
    weft_row_colors_set_source (colors, question->sql, get_extent (question->answer)->partial);
  if (colors != NULL)
    weft_row_colors_set_things (colors, thing != NULL ? thing->name : NULL, numbering, release);
  else if (numbering != NULL)
    release (numbering);
  if (items != NULL && colors == NULL)
    g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                         _ ("None of these rows is about a thing of the picture and has a value."));
  return colors;
}

static gpointer
graph (gconstpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  const Question *question = data;
  WeftFacts facts = weft_query_answer_get_facts (question->answer);
  const WeftField *field = weft_facts_get_column (&facts, question->columns.value);
  WeftShownGraph *made = g_new0 (WeftShownGraph, 1);
  gint64 time;

  weft_series_reserve (&made->series, MAX (facts.n_rows, 1));
  for (guint row = 0; row < facts.n_rows; row++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (&facts, row, question->columns.value);

      if (read_whole (&facts, row, question->columns.by, &time) && weft_cell_is_known (&cell)
          && cell.type != WEFT_CELL_TEXT && isfinite (weft_cell_to_real (&cell)))
        weft_series_add (&made->series, time, weft_cell_to_real (&cell));
    }
  if (made->series.n_points == 0)
    {
      g_free (made->series.points);
      g_free (made);
      g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                           _ ("None of these rows has a time and a number."));
      return NULL;
    }
  weft_series_finish (&made->series);
  made->title = g_strdup (field->title);
  made->unit = field->unit;
  made->source = g_strdup (question->sql);
  made->partial = get_extent (question->answer)->partial;
  made->until = get_extent (question->answer)->until;
  return made;
}

static void
graph_free (gpointer graph)
{
  weft_shown_graph_free (graph);
}

static void
colors_free (gpointer colors)
{
  weft_row_colors_unref (colors);
}

static const WeftDerivation coloring = { .name = "WeftQueryDeskColors",
                                         .question_size = sizeof (Question),
                                         .clear_question = clear_question,
                                         .derive = color,
                                         .free_value = colors_free };

static const WeftDerivation graphing = { .name = "WeftQueryDeskGraph",
                                         .question_size = sizeof (Question),
                                         .clear_question = clear_question,
                                         .derive = graph,
                                         .free_value = graph_free };

static const WeftDerivation running = { .name = "WeftQueryDeskAnswer",
                                        .question_size = sizeof (Question),
                                        .clear_question = clear_question,
                                        .derive = run,
                                        .free_value = g_object_unref };

static const WeftDerivation following = { .name = "WeftQueryDeskPlace",
                                          .question_size = sizeof (Question),
                                          .clear_question = clear_question,
                                          .derive = follow,
                                          .free_value = g_free };

/* --- the main thread ---------------------------------------------------------------------------- */

void
weft_query_desk_run_async (WeftQueryDesk *self, const char *sql, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  Question question = { .shared = g_atomic_rc_box_acquire (self->shared),
                        .options = copy_options (&self->options),
                        .sql = g_strdup (sql) };

  g_atomic_int_set (&self->shared->n_rows, 0);
  weft_runner_derive_async (&running, &question, self, cancellable, callback, user_data);
}

WeftQueryAnswer *
weft_query_desk_run_finish (GAsyncResult *async, GError **error)
{
  return weft_runner_derive_finish (async, error);
}

guint
weft_query_desk_get_n_rows (WeftQueryDesk *self)
{
  return (guint) g_atomic_int_get (&self->shared->n_rows);
}

void
weft_query_desk_follow_async (WeftQueryDesk *self, const WeftQueryLead *lead, gint64 number,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Question question = { .shared = g_atomic_rc_box_acquire (self->shared),
                        .options = copy_options (&self->options),
                        .lead = *lead,
                        .number = number };

  weft_runner_derive_async (&following, &question, self, cancellable, callback, user_data);
}

gboolean
weft_query_desk_follow_finish (GAsyncResult *async, WeftQueryPlace *place, GError **error)
{
  g_autofree WeftQueryPlace *found = weft_runner_derive_finish (async, error);

  if (found != NULL)
    *place = *found;
  return found != NULL;
}

static Question
ask_about (WeftQueryDesk *self, WeftQueryAnswer *answer, const char *sql,
           const WeftQueryShown *columns)
{
  return (Question){ .shared = g_atomic_rc_box_acquire (self->shared),
                     .options = copy_options (&self->options),
                     .sql = g_strdup (sql),
                     .answer = g_object_ref (answer),
                     .columns = *columns };
}

void
weft_query_desk_color_async (WeftQueryDesk *self, WeftQueryAnswer *answer, const char *sql,
                             const WeftQueryShown *columns, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  Question question = ask_about (self, answer, sql, columns);

  weft_runner_derive_async (&coloring, &question, self, cancellable, callback, user_data);
}

WeftRowColors *
weft_query_desk_color_finish (GAsyncResult *async, GError **error)
{
  return weft_runner_derive_finish (async, error);
}

void
weft_query_desk_graph_async (WeftQueryDesk *self, WeftQueryAnswer *answer, const char *sql,
                             const WeftQueryShown *columns, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  Question question = ask_about (self, answer, sql, columns);

  weft_runner_derive_async (&graphing, &question, self, cancellable, callback, user_data);
}

WeftShownGraph *
weft_query_desk_graph_finish (GAsyncResult *async, GError **error)
{
  return weft_runner_derive_finish (async, error);
}

static Options
take_options (const WeftQueryOptions *options)
{
  return copy_options (&(Options){ (char *) options->elf, (char *) options->arch,
                                   (char *) options->topology, (char *) options->offsets });
}

void
weft_query_desk_add_trace (WeftQueryDesk *self, WeftTrace *trace, const WeftQueryOptions *options)
{
  const Other other = { .trace = g_object_ref (trace), .options = take_options (options) };

  g_array_append_val (self->shared->others, other);
}

void
weft_query_desk_set_options (WeftQueryDesk *self, const WeftQueryOptions *options)
{
  clear_options (&self->options);
  self->options = take_options (options);
}

/* --- the object --------------------------------------------------------------------------------- */

static void
close_query (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
             GCancellable *cancellable G_GNUC_UNUSED)
{
  Shared *shared = data;

  g_mutex_lock (&shared->mutex);
  g_clear_pointer (&shared->query, weft_query_free);
  g_mutex_unlock (&shared->mutex);
  g_task_return_boolean (task, TRUE);
}

/* On a worker, as that which queries derived takes longer to free than a frame. */
static void
weft_query_desk_finalize (GObject *object)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  clear_options (&WEFT_QUERY_DESK (object)->options);
  g_task_set_name (task, "WeftQueryDesk");
  g_task_set_task_data (task, WEFT_QUERY_DESK (object)->shared, (GDestroyNotify) shared_unref);
  weft_task_run_in_thread (task, close_query);
  G_OBJECT_CLASS (weft_query_desk_parent_class)->finalize (object);
}

static void
weft_query_desk_class_init (WeftQueryDeskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_query_desk_finalize;
}

static void
weft_query_desk_init (WeftQueryDesk *self)
{
  self->shared = g_atomic_rc_box_new0 (Shared);
  g_mutex_init (&self->shared->mutex);
  self->shared->others = g_array_new (FALSE, FALSE, sizeof (Other));
  g_array_set_clear_func (self->shared->others, clear_other);
}

WeftQueryDesk *
weft_query_desk_new (WeftTrace *trace)
{
  WeftQueryDesk *self = g_object_new (WEFT_TYPE_QUERY_DESK, NULL);

  self->shared->trace = g_object_ref (trace);
  return self;
}
