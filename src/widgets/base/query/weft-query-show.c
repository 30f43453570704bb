/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-show.h"

#include <glib/gi18n-lib.h>

#define NO_COLUMN G_MAXUINT

struct _WeftQueryShow
{
  GObject parent_instance;

  WeftShownResults *results; /* the view state's */
  WeftQueryDesk *desk;
  WeftQueryAnswer *answer; /* nullable */
  char *sql;               /* that it answers */
  GCancellable *tracking;  /* NULL: no track is being made, */
  GCancellable *coloring;  /* and no colours */
  GtkWidget *track_button; /* the panel's, as those that follow */
  GtkWidget *color_button;
  GtkWidget *undo_button;
  GtkWidget *status;
};

G_DEFINE_FINAL_TYPE (WeftQueryShow, weft_query_show, G_TYPE_OBJECT)

/* --- the buttons -------------------------------------------------------------------------------- */

const char *
weft_query_show_explain_track (const WeftQueryShown *columns)
{
  if (columns->by == NO_COLUMN)
    return _ ("A track needs a column with a time of the trace, such as the start of a row; this "
              "answer has none.");
  if (columns->value == NO_COLUMN)
    return _ ("A track needs a column with numbers beside the time; this answer has none.");
  return NULL;
}

const char *
weft_query_show_explain_colors (const WeftQueryShown *columns)
{
  if (columns->by == NO_COLUMN)
    return _ ("Colours need a column that says which row of the picture is meant, such as its id; "
              "this answer has none.");
  if (columns->value == NO_COLUMN)
    return _ ("Colours need a column with numbers or words beside the id; this answer has none.");
  return NULL;
}

/* Tooltips of the buttons, which say why they do nothing where that is so. */
static const char *
explain_track (const WeftQueryShown *columns)
{
  const char *why = weft_query_show_explain_track (columns);

  return why != NULL ? why
                     : _ ("Draw the last column with numbers over the time, below the picture");
}

static const char *
explain_colors (const WeftQueryShow *self, const WeftQueryShown *columns)
{
  const char *why = weft_query_show_explain_colors (columns);

  if (!weft_shown_results_is_colorable (self->results))
    return _ ("This picture has no rows that could be coloured.");
  return why != NULL
           ? why
           : _ ("Colour the rows of the picture by the last column; another press takes it back");
}

static gboolean
is_found (const WeftQueryShown *columns)
{
  return columns->by != NO_COLUMN && columns->value != NO_COLUMN;
}

/* Whether the colours that the picture has are those of the answer. */
static gboolean
is_colored (const WeftQueryShow *self)
{
  return weft_shown_results_has_colors (self->results, self->sql);
}

static void
update (WeftQueryShow *self)
{
  WeftQueryShown track = WEFT_QUERY_SHOWN_NONE, colors = WEFT_QUERY_SHOWN_NONE;
  const char *first = _ ("Run a query first.");

  if (self->answer != NULL)
    {
      track = weft_query_answer_find_track (self->answer);
      colors = weft_query_answer_find_colors (self->answer);
    }
  gtk_widget_set_sensitive (self->track_button, is_found (&track));
  gtk_widget_set_tooltip_text (self->track_button,
                               self->answer != NULL ? explain_track (&track) : first);
  gtk_widget_set_sensitive (self->color_button,
                            weft_shown_results_is_colorable (self->results) && is_found (&colors));
  gtk_widget_set_tooltip_text (self->color_button,
                               self->answer != NULL ? explain_colors (self, &colors) : first);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->color_button), is_colored (self));
  gtk_widget_set_sensitive (self->undo_button, weft_shown_results_can_undo (self->results));
}

static void
tell (WeftQueryShow *self, const char *mistake)
{
  gtk_label_set_text (GTK_LABEL (self->status), mistake);
  gtk_widget_add_css_class (self->status, "error");
}

/* --- what is made ------------------------------------------------------------------------------- */

static void
stop (WeftQueryShow *self)
{
  g_cancellable_cancel (self->tracking);
  g_clear_object (&self->tracking);
  g_cancellable_cancel (self->coloring);
  g_clear_object (&self->coloring);
}

static GCancellable *
begin (GCancellable **making)
{
  g_cancellable_cancel (*making);
  g_clear_object (making);
  return *making = g_cancellable_new ();
}

/* Whether somebody waits for it; says what went wrong. */
static gboolean
is_awaited (WeftQueryShow *self, GCancellable **making, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  g_clear_object (making);
  if (error != NULL)
    tell (self, error->message);
  update (self);
  return error == NULL;
}

static void
graph_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftQueryShow) self = data;
  g_autoptr (GError) error = NULL;
  WeftShownGraph *graph = weft_query_desk_graph_finish (async, &error);

  if (!is_awaited (self, &self->tracking, error))
    return;
  if (!weft_shown_results_add_graph (self->results, graph))
    tell (self, _ ("There is no room for more tracks; take one away first."));
}

static void
colors_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftQueryShow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftRowColors) colors = weft_query_desk_color_finish (async, &error);

  if (!is_awaited (self, &self->coloring, error))
    return;
  weft_shown_results_set_colors (self->results, colors);
}

void
weft_query_show_track (WeftQueryShow *self)
{
  WeftQueryShown columns;

  g_return_if_fail (WEFT_IS_QUERY_SHOW (self) && self->answer != NULL);

  columns = weft_query_answer_find_track (self->answer);
  if (!is_found (&columns))
    tell (self, explain_track (&columns));
  else
    weft_query_desk_graph_async (self->desk, self->answer, self->sql, &columns,
                                 begin (&self->tracking), graph_came, g_object_ref (self));
}

static void
make_colors (WeftQueryShow *self)
{
  WeftQueryShown columns = weft_query_answer_find_colors (self->answer);

  if (!is_found (&columns) || !weft_shown_results_is_colorable (self->results))
    tell (self, explain_colors (self, &columns));
  else
    weft_query_desk_color_async (self->desk, self->answer, self->sql, &columns,
                                 begin (&self->coloring), colors_came, g_object_ref (self));
}

void
weft_query_show_colors (WeftQueryShow *self)
{
  g_return_if_fail (WEFT_IS_QUERY_SHOW (self) && self->answer != NULL);

  if (is_colored (self))
    weft_shown_results_set_colors (self->results, NULL);
  else
    make_colors (self);
  update (self);
}

/* --- what queries ask for ----------------------------------------------------------------------- */

/* Whether a line of the query is that comment. */
static gboolean
says (const char *sql, const char *comment)
{
  g_auto (GStrv) lines = g_strsplit (sql, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_equal (g_strstrip (lines[i]), comment))
      return TRUE;
  return FALSE;
}

void
weft_query_show_answer (WeftQueryShow *self, WeftQueryAnswer *answer, const char *sql)
{
  g_return_if_fail (WEFT_IS_QUERY_SHOW (self));

  stop (self);
  g_set_object (&self->answer, answer);
  g_free (self->sql);
  self->sql = g_strdup (sql);
  update (self);
  if (says (sql, WEFT_QUERY_SHOW_TRACK) || weft_shown_results_has_track (self->results, sql))
    weft_query_show_track (self);
  if (says (sql, WEFT_QUERY_SHOW_COLORS) || is_colored (self))
    make_colors (self);
}

char *
weft_query_show_add_words (WeftQueryShow *self, const char *sql)
{
  const char *comment = NULL;

  g_return_val_if_fail (WEFT_IS_QUERY_SHOW (self), NULL);

  if (g_strcmp0 (sql, self->sql) == 0 && is_colored (self))
    comment = WEFT_QUERY_SHOW_COLORS;
  else if (g_strcmp0 (sql, self->sql) == 0 && weft_shown_results_has_track (self->results, sql))
    comment = WEFT_QUERY_SHOW_TRACK;
  if (comment == NULL || says (sql, comment))
    return g_strdup (sql);
  return g_strdup_printf ("%s\n%s", comment, sql);
}

/* --- the object --------------------------------------------------------------------------------- */

static void
weft_query_show_dispose (GObject *object)
{
  WeftQueryShow *self = WEFT_QUERY_SHOW (object);

  stop (self);
  if (self->results != NULL)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_clear_object (&self->answer);
  g_clear_object (&self->desk);
  g_clear_object (&self->results);
  g_clear_pointer (&self->sql, g_free);
  G_OBJECT_CLASS (weft_query_show_parent_class)->dispose (object);
}

static void
weft_query_show_class_init (WeftQueryShowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_query_show_dispose;
}

static void
weft_query_show_init (WeftQueryShow *self G_GNUC_UNUSED)
{
}

WeftQueryShow *
weft_query_show_new (WeftViewState *state, WeftQueryDesk *desk, GtkWidget *track_button,
                     GtkWidget *color_button, GtkWidget *undo_button, GtkWidget *status)
{
  WeftQueryShow *self = g_object_new (WEFT_TYPE_QUERY_SHOW, NULL);

  self->results = g_object_ref (weft_shown_results_get (state));
  self->desk = g_object_ref (desk);
  self->track_button = track_button;
  self->color_button = color_button;
  self->undo_button = undo_button;
  self->status = status;
  g_signal_connect_object (self->results, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}
