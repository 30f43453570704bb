/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-panel.h"

#include <glib/gi18n-lib.h>

#include "weft-fact-table.h"
#include "weft-query-chart.h"
#include "weft-query-desk.h"
#include "weft-query-editor.h"
#include "weft-query-menu.h"
#include "weft-query-shelf.h"
#include "weft-query-show.h"
#include "weft-searchable.h"
#include "weft-words.h"
#include "weft-wrap-box.h"

/* Milliseconds from one word on the progress to the next. */
#define TICK 100

/* Logical pixels of a window below which the rows are below the editor, for texts of the usual size. */
#define NARROW 760

struct _WeftQueryPanel
{
  WeftPanel parent_instance;

  WeftViewState *state; /* the panel's */
  const WeftQueryFamily *family;
  GSettings *settings;
  WeftQueryPanelOptions options; /* nullable */
  WeftQueryDesk *desk;
  GCancellable *running;   /* NULL: no query runs */
  GCancellable *following; /* NULL: no row is gone to */
  gint64 start;            /* of the query that runs, of the monotonic clock */
  guint timer;
  guint showing; /* the answer that came is going to be looked at; 0: it is, or none came */
  char *asked;   /* the query that ran last; nullable */
  WeftQueryAnswer *shown; /* the latest without a mistake; nullable */
  gulong width_handler;   /* of the window's surface, while the panel is mapped */

  GtkWidget *paned;
  GtkWidget *run_button;
  GtkWidget *stop_button;
  GtkWidget *menu;
  GtkWidget *editor;
  GtkWidget *spinner;
  GtkWidget *status;
  GtkWidget *stack;
  GtkWidget *table;
  GtkWidget *chart;
  GtkWidget *shape; /* 0: a table; else a WeftQueryShape + 1 */
  GtkWidget *track_button;
  GtkWidget *color_button;
  GtkWidget *undo_button;
  WeftQueryShow *show;
};

G_DEFINE_FINAL_TYPE (WeftQueryPanel, weft_query_panel, WEFT_TYPE_PANEL)

/* --- what is said ------------------------------------------------------------------------------- */

static void
say (WeftQueryPanel *self, const char *text, gboolean is_error)
{
  gtk_label_set_text (GTK_LABEL (self->status), text);
  if (is_error)
    gtk_widget_add_css_class (self->status, "error");
  else
    gtk_widget_remove_css_class (self->status, "error");
}

/* "1.25 ms", "125 ms", "3.40 s": three digits. */
static char *
write_time (gint64 microseconds)
{
  gboolean is_short = microseconds < G_USEC_PER_SEC;
  double value = (double) microseconds / (is_short ? 1000 : G_USEC_PER_SEC);
  g_autofree char *number = weft_number_ratio (value, value < 10 ? 2 : value < 100 ? 1 : 0);

  return g_strdup_printf (is_short ? _ ("%s ms") : _ ("%s s"), number);
}

static char *
write_rows (guint n_rows)
{
  g_autofree char *number = weft_number_count (n_rows);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", n_rows), number);
}

/* Nothing turns for queries that are answered before one looks. */
static gboolean
tell_progress (gpointer data)
{
  WeftQueryPanel *self = data;
  g_autofree char *rows = write_rows (weft_query_desk_get_n_rows (self->desk));
  g_autofree char *time = write_time (g_get_monotonic_time () - self->start);
  /* TRANSLATORS: while a query runs: the rows so far, and how long it has run */
  g_autofree char *text = g_strdup_printf (_ ("Runs: %s so far, %s"), rows, time);

  say (self, text, FALSE);
  gtk_widget_set_visible (self->spinner, TRUE);
  return G_SOURCE_CONTINUE;
}

static void
set_running (WeftQueryPanel *self, gboolean running)
{
  gboolean had_focus = gtk_widget_has_focus (running ? self->run_button : self->stop_button);

  gtk_widget_set_visible (self->run_button, !running);
  gtk_widget_set_visible (self->stop_button, running);
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "query.stop", running);
  if (had_focus)
    gtk_widget_grab_focus (running ? self->stop_button : self->run_button);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (running)
    self->timer = g_timeout_add (TICK, tell_progress, self);
}

/* A worker does not keep the panel, which stops it when it goes. */
static GWeakRef *
watch (WeftQueryPanel *self)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

/* The panel that waits for what came with this cancellable: (transfer full), NULL where none does. `waits` is the
 * place of its cancellable, which is cleared. */
static WeftQueryPanel *
claim (GWeakRef *ref, GAsyncResult *async, gsize waits)
{
  g_autoptr (WeftQueryPanel) self = g_weak_ref_get (ref);
  GCancellable **waiting = self != NULL ? G_STRUCT_MEMBER_P (self, waits) : NULL;

  g_weak_ref_clear (ref);
  g_free (ref);
  if (waiting == NULL || *waiting == NULL || g_task_get_cancellable (G_TASK (async)) != *waiting)
    return NULL;
  g_clear_object (waiting);
  return g_steal_pointer (&self);
}

/* --- answers ------------------------------------------------------------------------------------ */

static void
tell_mistake (WeftQueryPanel *self, WeftQueryAnswer *answer)
{
  const GError *error = weft_query_answer_get_error (answer);
  WeftTextPlace place = weft_query_answer_get_place (answer);
  g_autofree char *text = NULL;
  guint line, column;

  if (weft_query_editor_mark (WEFT_QUERY_EDITOR (self->editor), &place, &line, &column))
    text = g_strdup_printf (_ ("Line %u, column %u: %s"), line, column, error->message);
  say (self, text != NULL ? text : error->message, TRUE);
}

/* The part of the answer that is not shown, in words. */
static char *
describe_rest (WeftQueryAnswer *answer, const WeftFacts *facts)
{
  guint n_columns = weft_query_answer_get_n_columns (answer);
  g_autofree char *columns = NULL;
  const char *sentences[3] = { NULL };
  guint n = 0;

  if (weft_query_answer_is_cut (answer))
    sentences[n++] = _ ("There are more rows; LIMIT and OFFSET choose among them, and weft-cli "
                        "query writes all of them into a file.");
  if (n_columns > facts->n_columns)
    sentences[n++] = columns =
      g_strdup_printf (_ ("The first %u of %u columns are shown."), facts->n_columns, n_columns);
  return g_strjoinv (" ", (char **) sentences);
}

/* Of a trace that grows, an answer is about what there was when it was asked for: (transfer full). */
static char *
say_whether_all (WeftQueryPanel *self, const char *text)
{
  if (weft_trace_get_state (weft_view_state_get_trace (self->state)) != WEFT_TRACE_GROWING)
    return g_strdup (text);
  /* TRANSLATORS: %s is "12 rows in 3.4 ms" */
  return g_strdup_printf (_ ("%s, of what there was then; the trace still grows"), text);
}

/* As a table, or drawn where that is asked for and can be. */
static void
show_rows (WeftQueryPanel *self)
{
  guint shape = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->shape));
  gboolean drawable = self->shown != NULL && weft_query_chart_can_draw (self->shown);

  gtk_widget_set_sensitive (self->shape, drawable);
  if (self->shown == NULL)
    return;
  if (drawable && shape > 0)
    weft_query_chart_draw (WEFT_QUERY_CHART (self->chart), self->shown,
                           (WeftQueryShape) (shape - 1));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    drawable && shape > 0 ? "chart" : "rows");
}

static gboolean
show_rows_now (gpointer data)
{
  WeftQueryPanel *self = data;

  self->showing = 0;
  show_rows (self);
  return G_SOURCE_REMOVE;
}

/* The widgets of rows are made when the columns stand, and an iteration of the main loop has not to do both. */
static void
show_rows_soon (WeftQueryPanel *self)
{
  if (self->showing == 0)
    self->showing = g_idle_add (show_rows_now, self);
}

static void
show_answer (WeftQueryPanel *self, WeftQueryAnswer *answer)
{
  WeftFacts facts = weft_query_answer_get_facts (answer);
  g_autofree char *rows = write_rows (facts.n_rows);
  g_autofree char *time = write_time (weft_query_answer_get_time (answer));
  /* TRANSLATORS: what a query returned, and how long it took */
  g_autofree char *whole = g_strdup_printf (_ ("%s in %s"), rows, time);
  g_autofree char *text = say_whether_all (self, whole);
  g_autofree char *rest = describe_rest (answer, &facts);
  WeftFactTable *table = WEFT_FACT_TABLE (self->table);

  g_set_object (&self->shown, answer);
  weft_fact_list_select (weft_fact_table_get_list (table), G_MAXUINT);
  weft_fact_table_set_facts (table, &facts, G_OBJECT (answer));
  gtk_label_set_text (GTK_LABEL (weft_fact_table_get_note (table)), rest);
  show_rows_soon (self);
  say (self, text, FALSE);
  weft_query_show_answer (self->show, answer, self->asked);
}

static void
answer_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftQueryPanel) self = claim (data, async, G_STRUCT_OFFSET (WeftQueryPanel, running));
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftQueryAnswer) answer = weft_query_desk_run_finish (async, &error);

  /* One that was stopped has been told of, and another may run. */
  if (self == NULL)
    return;
  set_running (self, FALSE);
  if (answer == NULL)
    {
      say (self, error->message, TRUE);
      return;
    }
  if (weft_query_answer_get_error (answer) != NULL)
    tell_mistake (self, answer);
  else
    show_answer (self, answer);
}

/* --- running ------------------------------------------------------------------------------------ */

static void
forget (WeftQueryPanel *self)
{
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_cancellable_cancel (self->following);
  g_clear_object (&self->following);
}

static void
stop (WeftQueryPanel *self)
{
  forget (self);
  set_running (self, FALSE);
}

/* While the query runs, and not when its rows come as well. */
static gboolean
build_table (gpointer table)
{
  weft_fact_table_build (table);
  return G_SOURCE_REMOVE;
}

static void
run (WeftQueryPanel *self)
{
  g_autofree char *sql = weft_query_editor_get_text (WEFT_QUERY_EDITOR (self->editor));
  g_autofree char *stripped = g_strstrip (g_strdup (sql));
  WeftQueryOptions options = { NULL };

  if (*stripped == '\0')
    {
      say (self, _ ("There is no query."), TRUE);
      return;
    }
  stop (self);
  if (self->options != NULL)
    self->options (self->state, &options);
  weft_query_shelf_add_history (self->settings, self->family->name, stripped);
  weft_query_editor_unmark (WEFT_QUERY_EDITOR (self->editor));
  weft_query_desk_set_options (self->desk, &options);
  self->running = g_cancellable_new ();
  self->start = g_get_monotonic_time ();
  set_running (self, TRUE);
  g_free (self->asked);
  self->asked = g_strdup (sql);
  weft_query_desk_run_async (self->desk, sql, self->running, answer_came, watch (self));
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, build_table, g_object_ref (self->table),
                   g_object_unref);
}

static void
run_action (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  run (WEFT_QUERY_PANEL (widget));
}

static void
stop_action (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (widget);

  stop (self);
  say (self, _ ("The query was stopped."), FALSE);
}

static gboolean
escape (GtkWidget *widget, GVariant *arguments G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  if (WEFT_QUERY_PANEL (widget)->running == NULL)
    return GDK_EVENT_PROPAGATE;
  stop_action (widget, NULL, NULL);
  return GDK_EVENT_STOP;
}

/* --- where rows lead ---------------------------------------------------------------------------- */

static void
place_came (GObject *desk G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftQueryPanel) self =
    claim (data, async, G_STRUCT_OFFSET (WeftQueryPanel, following));
  g_autoptr (GError) error = NULL;
  WeftQueryPlace place = { 0, 0 };
  gboolean found = weft_query_desk_follow_finish (async, &place, &error);
  const WeftSearchHit hit = {
    .row = place.item, .item = place.item, .part = G_MAXUINT32, .time = place.time
  };

  if (self == NULL)
    return;
  if (!found)
    say (self, error->message, TRUE);
  else if (!weft_searchable_show (WEFT_SEARCHABLE (self->state), &hit))
    {
      say (self, _ ("The filter of the picture hides what this row is about; its time is shown."),
           FALSE);
      weft_view_state_show_time (self->state, place.time, place.time);
    }
}

/* A whole number of a row: FALSE where the cell is none. */
static gboolean
read_number (const WeftFacts *facts, guint row, guint column, gint64 *number)
{
  g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, column);

  *number = cell.integer;
  return cell.type == WEFT_CELL_SIGNED;
}

static void
follow (WeftQueryPanel *self, const WeftQueryLead *lead, gint64 number)
{
  g_cancellable_cancel (self->following);
  g_clear_object (&self->following);
  self->following = g_cancellable_new ();
  weft_query_desk_follow_async (self->desk, lead, number, self->following, place_came,
                                watch (self));
}

/* The times of a row from the first to the last are brushed and shown. */
static void
show_times (WeftQueryPanel *self, const WeftFacts *facts, guint row)
{
  gint64 first = G_MAXINT64, last = G_MININT64, time;

  for (guint i = 0; i < facts->n_columns; i++)
    if (weft_query_answer_get_lead (self->shown, i)->kind == WEFT_QUERY_LEAD_TIME
        && read_number (facts, row, i, &time))
      {
        first = MIN (first, time);
        last = MAX (last, time);
      }
  if (first > last)
    {
      say (self,
           _ ("Rows with an id or a time lead to their place in the picture; this one has "
              "none."),
           FALSE);
      return;
    }
  weft_view_state_show_time (self->state, first, last);
  weft_time_axis_select (weft_view_state_get_axis (self->state), first, MAX (last, first + 1));
}

static void
row_activated (WeftQueryPanel *self, guint row)
{
  const WeftFacts facts =
    *weft_fact_list_get_facts (weft_fact_table_get_list (WEFT_FACT_TABLE (self->table)));
  gint64 number;

  for (guint i = 0; i < facts.n_columns && WEFT_IS_SEARCHABLE (self->state); i++)
    {
      const WeftQueryLead *lead = weft_query_answer_get_lead (self->shown, i);

      if (lead->kind == WEFT_QUERY_LEAD_ROW && read_number (&facts, row, i, &number))
        {
          follow (self, lead, number);
          return;
        }
    }
  show_times (self, &facts, row);
}

/* --- queries that are there ---------------------------------------------------------------------- */

void
weft_query_panel_add_trace (WeftQueryPanel *self, WeftTrace *trace, const WeftQueryOptions *options)
{
  weft_query_desk_add_trace (self->desk, trace, options);
}

char *
weft_query_panel_get_text (WeftQueryPanel *self)
{
  return weft_query_editor_get_text (WEFT_QUERY_EDITOR (self->editor));
}

void
weft_query_panel_write (WeftQueryPanel *self, const char *sql)
{
  weft_query_editor_set_text (WEFT_QUERY_EDITOR (self->editor), sql);
  weft_query_panel_focus (self);
}

void
weft_query_panel_focus (WeftQueryPanel *self)
{
  gtk_widget_grab_focus (self->editor);
}

static void
chosen (WeftQueryPanel *self, const char *sql)
{
  weft_query_panel_write (self, sql);
  run (self);
}

static void
save_query (WeftQueryPanel *self, const char *name)
{
  g_autofree char *written = weft_query_editor_get_text (WEFT_QUERY_EDITOR (self->editor));
  g_autofree char *sql = weft_query_show_add_words (self->show, written);
  g_autofree char *text = g_strdup_printf (_ ("Saved as “%s”."), name);

  weft_query_shelf_save (self->settings, self->family->name, name, sql);
  say (self, text, FALSE);
}

/* --- the widget --------------------------------------------------------------------------------- */

static void
update (WeftPanel *panel)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (panel);

  weft_query_editor_set_style (WEFT_QUERY_EDITOR (self->editor),
                               weft_view_state_get_style (self->state));
}

static void
set_up (WeftPanel *panel)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (panel);

  self->state = weft_panel_get_state (self);
  self->family = weft_query_family_of (weft_view_state_get_trace (self->state));
  self->desk = weft_query_desk_new (weft_view_state_get_trace (self->state));
  weft_query_editor_set_family (WEFT_QUERY_EDITOR (self->editor), self->family);
  self->show = weft_query_show_new (self->state, self->desk, self->track_button, self->color_button,
                                    self->undo_button, self->status);
}

static void
show_track (WeftQueryPanel *self)
{
  weft_query_show_track (self->show);
}

static void
show_colors (WeftQueryPanel *self)
{
  weft_query_show_colors (self->show);
}

static void
undo_shown (WeftQueryPanel *self)
{
  weft_shown_results_undo (weft_shown_results_get (self->state));
}

static void
width_changed (WeftQueryPanel *self)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (self)));
  double scale = weft_view_state_get_style (self->state)->options.text_scale;
  gboolean narrow = gdk_surface_get_width (surface) < NARROW * scale;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

static void
weft_query_panel_map (GtkWidget *widget)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (widget);
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  width_changed (self);
  self->width_handler =
    g_signal_connect_swapped (surface, "notify::width", G_CALLBACK (width_changed), self);
  GTK_WIDGET_CLASS (weft_query_panel_parent_class)->map (widget);
}

static void
weft_query_panel_unmap (GtkWidget *widget)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (widget);
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  g_clear_signal_handler (&self->width_handler, surface);
  GTK_WIDGET_CLASS (weft_query_panel_parent_class)->unmap (widget);
}

static void
weft_query_panel_dispose (GObject *object)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (object);

  forget (self);
  g_clear_handle_id (&self->showing, g_source_remove);
  /* A worker may hold it for a while, and the widgets are gone then. */
  if (self->show != NULL)
    g_object_run_dispose (G_OBJECT (self->show));
  g_clear_object (&self->show);
  g_clear_pointer (&self->asked, g_free);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->desk);
  g_clear_object (&self->shown);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (weft_query_panel_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (WEFT_TYPE_FACT_TABLE);
  g_type_ensure (WEFT_TYPE_QUERY_CHART);
  g_type_ensure (WEFT_TYPE_QUERY_EDITOR);
  g_type_ensure (WEFT_TYPE_QUERY_MENU);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-query-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, paned);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, run_button);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, stop_button);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, menu);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, editor);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, status);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, table);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, chart);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, shape);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, track_button);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, color_button);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryPanel, undo_button);
  gtk_widget_class_bind_template_callback (widget_class, run);
  gtk_widget_class_bind_template_callback (widget_class, chosen);
  gtk_widget_class_bind_template_callback (widget_class, save_query);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, show_rows);
  gtk_widget_class_bind_template_callback (widget_class, show_track);
  gtk_widget_class_bind_template_callback (widget_class, show_colors);
  gtk_widget_class_bind_template_callback (widget_class, undo_shown);
}

static void
weft_query_panel_class_init (WeftQueryPanelClass *klass)
{
  static const char *const followed[] = { "style", NULL };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_query_panel_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = update;
  WEFT_PANEL_CLASS (klass)->followed = followed;
  widget_class->map = weft_query_panel_map;
  widget_class->unmap = weft_query_panel_unmap;
  gtk_widget_class_install_action (widget_class, "query.run", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "query.stop", NULL, stop_action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape, NULL);
  bind_template (widget_class);
}

static void
weft_query_panel_init (WeftQueryPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  set_running (self, FALSE);
}

GtkWidget *
weft_query_panel_new (WeftViewState *state, GSettings *settings, WeftQueryPanelOptions options)
{
  WeftQueryPanel *self = WEFT_QUERY_PANEL (weft_panel_new (WEFT_TYPE_QUERY_PANEL, state));

  self->settings = g_object_ref (settings);
  self->options = options;
  weft_query_menu_set_family (WEFT_QUERY_MENU (self->menu), self->family->name, settings);
  return GTK_WIDGET (self);
}
