/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-page-tools.h"

#include <string.h>

#include "weft-document-memory.h"
#include "weft-filter-bar.h"
#include "weft-marks.h"
#include "weft-search-bar.h"

/* Filters that are remembered for each family. */
#define MAX_RECENT 10

struct _WeftPageTools
{
  WeftDocument *document;
  GSettings *settings;
  WeftViewState *state;
  GActionMap *actions;
  GtkBox *box;
  GtkWidget *filter_bar; /* NULL before it is asked for, as most pages never show it */
  GtkWidget *search_bar; /* the same */
  char *filter;          /* of the document, whatever its state: NULL before it is known */
  WeftPageToolsNotify done;
  WeftPageToolsBookmarked bookmarked;
  gpointer user_data;
};

static GSimpleAction *
lookup_action (WeftPageTools *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (self->actions, name));
}

static void
enable (WeftPageTools *self, const char *const *names, guint n_names, gboolean enabled)
{
  for (guint i = 0; i < n_names; i++)
    g_simple_action_set_enabled (lookup_action (self, names[i]), enabled);
}

/* Actions that go to marks, or take them away, need some. */
static void
update_mark_actions (WeftPageTools *self)
{
  static const char *const adding[] = { "bookmark", "cursor" };
  static const char *const stepping[] = { "next-bookmark", "previous-bookmark" };
  static const char *const clearing[] = { "clear-cursors" };
  WeftMarks *marks = self->state != NULL ? weft_marks_get (self->state) : NULL;
  gboolean bookmarks = FALSE, cursors = FALSE;

  for (guint i = 0; marks != NULL && i < weft_marks_get_n (marks); i++)
    if (weft_marks_get_mark (marks, i)->name != NULL)
      bookmarks = TRUE;
    else
      cursors = TRUE;
  enable (self, adding, G_N_ELEMENTS (adding), marks != NULL);
  enable (self, stepping, G_N_ELEMENTS (stepping), bookmarks);
  enable (self, clearing, G_N_ELEMENTS (clearing), cursors);
}

static gboolean
is_shown (GtkWidget *bar)
{
  return bar != NULL && weft_entry_bar_get_shown (WEFT_ENTRY_BAR (bar));
}

static gboolean
is_filterable (WeftPageTools *self)
{
  return self->state != NULL && WEFT_IS_FILTERABLE (self->state);
}

static gboolean
is_searchable (WeftPageTools *self)
{
  return self->state != NULL && WEFT_IS_SEARCHABLE (self->state);
}

static void
update_actions (WeftPageTools *self)
{
  static const char *const of_filters[] = { "filter", "write-filter", "set-filter" };
  static const char *const of_searches[] = { "search", "find-text", "find-next", "find-previous" };

  enable (self, of_filters, G_N_ELEMENTS (of_filters), is_filterable (self));
  enable (self, of_searches, G_N_ELEMENTS (of_searches), is_searchable (self));
  update_mark_actions (self);
  g_simple_action_set_enabled (
    lookup_action (self, "edit-colors"),
    self->state != NULL && weft_document_get_family (self->document)->create_color_editor != NULL);
  g_simple_action_set_enabled (
    lookup_action (self, "clear-filter"),
    is_filterable (self) && *weft_filterable_get_filter (WEFT_FILTERABLE (self->state)) != '\0');
  g_simple_action_set_state (lookup_action (self, "filter"),
                             g_variant_new_boolean (is_shown (self->filter_bar)));
  g_simple_action_set_state (lookup_action (self, "search"),
                             g_variant_new_boolean (is_shown (self->search_bar)));
}

/* --- the bars ------------------------------------------------------------------------------------- */

static void
on_shown (WeftPageTools *self, GParamSpec *pspec G_GNUC_UNUSED, GtkWidget *bar)
{
  gboolean shown;

  g_object_get (bar, "shown", &shown, NULL);
  update_actions (self);
  if (!shown)
    self->done (self->user_data);
}

static GtkWidget *
add_bar (WeftPageTools *self, GtkWidget *bar, GtkWidget *sibling)
{
  gtk_box_insert_child_after (self->box, bar, sibling);
  g_signal_connect_swapped (bar, "notify::shown", G_CALLBACK (on_shown), self);
  return g_object_ref (bar);
}

static void
set_bar_states (WeftPageTools *self)
{
  if (self->filter_bar != NULL)
    weft_filter_bar_set_state (WEFT_FILTER_BAR (self->filter_bar),
                               is_filterable (self) ? self->state : NULL);
  if (self->search_bar != NULL)
    weft_search_bar_set_state (WEFT_SEARCH_BAR (self->search_bar),
                               is_searchable (self) ? self->state : NULL);
}

static WeftEntryBar *
need_filter_bar (WeftPageTools *self)
{
  if (self->filter_bar == NULL)
    {
      self->filter_bar = add_bar (self, weft_filter_bar_new (), self->search_bar);
      set_bar_states (self);
    }
  return WEFT_ENTRY_BAR (self->filter_bar);
}

/* It stands above the other. */
static WeftEntryBar *
need_search_bar (WeftPageTools *self)
{
  if (self->search_bar == NULL)
    {
      self->search_bar = add_bar (self, weft_search_bar_new (), NULL);
      set_bar_states (self);
    }
  return WEFT_ENTRY_BAR (self->search_bar);
}

/* --- what is remembered --------------------------------------------------------------------------- */

static char *
get_path (WeftPageTools *self)
{
  return g_file_get_path (weft_document_get_file (self->document));
}

static void
load_filter (WeftPageTools *self)
{
  g_autofree char *path = get_path (self);
  g_autoptr (GKeyFile) file = path != NULL ? weft_document_memory_open (path) : NULL;

  if (file != NULL)
    self->filter = g_key_file_get_string (file, "Filter", "text", NULL);
  if (self->filter == NULL)
    self->filter = g_strdup ("");
}

static void
save_filter (WeftPageTools *self)
{
  g_autofree char *path = get_path (self);
  g_autoptr (GKeyFile) file = path != NULL ? weft_document_memory_open (path) : NULL;

  if (file == NULL)
    return;
  if (*self->filter != '\0')
    g_key_file_set_string (file, "Filter", "text", self->filter);
  else
    g_key_file_remove_group (file, "Filter", NULL);
  weft_document_memory_keep (path, file);
}

static void
load_marks (WeftPageTools *self)
{
  g_autofree char *path = get_path (self);
  g_autoptr (GKeyFile) file = path != NULL ? weft_document_memory_open (path) : NULL;

  if (file != NULL)
    weft_marks_read_key_file (weft_marks_get (self->state), file, "Marks");
}

static void
on_marks_changed (WeftPageTools *self)
{
  g_autofree char *path = get_path (self);
  g_autoptr (GKeyFile) file = path != NULL ? weft_document_memory_open (path) : NULL;

  update_mark_actions (self);
  if (file == NULL)
    return;
  weft_marks_write_key_file (weft_marks_get (self->state), file, "Marks");
  weft_document_memory_keep (path, file);
}

/* The latest filter of the family comes first, and none twice. */
static void
remember_filter (WeftPageTools *self, const char *filter)
{
  const WeftFamily *family = weft_document_get_family (self->document);
  g_autoptr (GVariant) before = g_settings_get_value (self->settings, "recent-filters");
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GStrvBuilder) filters = g_strv_builder_new ();
  g_autofree const char **known = NULL;
  g_auto (GStrv) all = NULL;
  GVariantIter iter;
  GVariantBuilder builder;
  const char *name;
  GVariant *value;
  guint n = 1;

  g_variant_lookup (before, family->name, "^a&s", &known);
  g_strv_builder_add (filters, filter);
  for (guint i = 0; known != NULL && known[i] != NULL && n < MAX_RECENT; i++)
    if (!g_str_equal (known[i], filter))
      {
        g_strv_builder_add (filters, known[i]);
        n++;
      }
  all = g_strv_builder_end (filters);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sas}"));
  g_variant_builder_add (&builder, "{s^as}", family->name, all);
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_loop (&iter, "{&s@as}", &name, &value))
    if (!g_str_equal (name, family->name))
      g_variant_builder_add (&builder, "{s@as}", name, value);
  g_settings_set_value (self->settings, "recent-filters", g_variant_builder_end (&builder));
}

static void
on_filter_changed (WeftPageTools *self)
{
  const char *filter = weft_filterable_get_filter (WEFT_FILTERABLE (self->state));

  if (g_strcmp0 (self->filter, filter) != 0)
    {
      g_free (self->filter);
      self->filter = g_strdup (filter);
      save_filter (self);
      if (*filter != '\0')
        remember_filter (self, filter);
    }
  update_actions (self);
}

/* --- actions --------------------------------------------------------------------------------------- */

static void
change_filter (GSimpleAction *action G_GNUC_UNUSED, GVariant *value, gpointer data)
{
  WeftPageTools *self = data;
  gboolean shown = g_variant_get_boolean (value);

  if (shown || is_shown (self->filter_bar))
    weft_entry_bar_set_shown (need_filter_bar (self), shown);
}

static void
activate_write_filter (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                       gpointer data)
{
  weft_entry_bar_set_shown (need_filter_bar (data), TRUE);
}

static void
activate_set_filter (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter, gpointer data)
{
  WeftPageTools *self = data;
  const char *filter = g_variant_get_string (parameter, NULL);

  /* The bar says why it can't be. */
  if (!weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL))
    {
      weft_entry_bar_set_shown (need_filter_bar (self), TRUE);
      weft_filter_bar_write (WEFT_FILTER_BAR (self->filter_bar), filter, TRUE);
    }
}

static void
activate_clear_filter (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                       gpointer data)
{
  weft_filterable_set_filter (WEFT_FILTERABLE (((WeftPageTools *) data)->state), "", NULL, NULL);
}

static void
change_search (GSimpleAction *action G_GNUC_UNUSED, GVariant *value, gpointer data)
{
  WeftPageTools *self = data;
  gboolean shown = g_variant_get_boolean (value);

  if (shown || is_shown (self->search_bar))
    weft_entry_bar_set_shown (need_search_bar (self), shown);
}

static void
activate_find_text (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                    gpointer data)
{
  weft_entry_bar_set_shown (need_search_bar (data), TRUE);
}

/* A search whose bar is closed begins again. */
static void
activate_step (GSimpleAction *action, GVariant *parameter G_GNUC_UNUSED, gpointer data)
{
  WeftPageTools *self = data;
  gboolean next = g_str_equal (g_action_get_name (G_ACTION (action)), "find-next");

  if (!is_shown (self->search_bar))
    weft_entry_bar_set_shown (need_search_bar (self), TRUE);
  else
    weft_search_bar_step (WEFT_SEARCH_BAR (self->search_bar), next ? 1 : -1);
}

/* Where the pointer is, or else the middle of what is in sight. */
static gint64
get_time (WeftPageTools *self)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  const WeftTimeSpan *span = weft_time_axis_get_visible (axis);
  gint64 time;

  if (weft_time_axis_get_cursor (axis, &time))
    return time;
  return span->start + (gint64) (span->length / 2);
}

static void
activate_bookmark (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                   gpointer data)
{
  WeftPageTools *self = data;
  const WeftTimeSpan *span = weft_time_axis_get_visible (weft_view_state_get_axis (self->state));

  if (!weft_view_state_is_open (self->state))
    return;
  self->bookmarked (weft_marks_add_bookmark (weft_marks_get (self->state),
                                             span->start + (gint64) (span->length / 2), ""),
                    self->user_data);
}

static void
activate_step_bookmark (GSimpleAction *action, GVariant *parameter G_GNUC_UNUSED, gpointer data)
{
  WeftPageTools *self = data;
  gboolean next = g_str_equal (g_action_get_name (G_ACTION (action)), "next-bookmark");

  weft_marks_step (weft_marks_get (self->state), next ? 1 : -1);
}

static void
activate_cursor (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                 gpointer data)
{
  WeftPageTools *self = data;

  if (weft_view_state_is_open (self->state))
    weft_marks_toggle_cursor (weft_marks_get (self->state), get_time (self));
}

static void
activate_clear_cursors (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                        gpointer data)
{
  weft_marks_clear_cursors (weft_marks_get (((WeftPageTools *) data)->state));
}

static void
activate_edit_colors (GSimpleAction *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED,
                      gpointer data)
{
  WeftPageTools *self = data;
  const WeftFamily *family = weft_document_get_family (self->document);
  GtkWindow *parent = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->box)));
  GtkWidget *editor =
    family->create_color_editor (parent, self->state, weft_document_get_options (self->document));

  gtk_window_present (GTK_WINDOW (editor));
}

static const GActionEntry action_entries[] = {
  { .name = "filter", .state = "false", .change_state = change_filter },
  { .name = "write-filter", .activate = activate_write_filter },
  { .name = "set-filter", .parameter_type = "s", .activate = activate_set_filter },
  { .name = "clear-filter", .activate = activate_clear_filter },
  { .name = "search", .state = "false", .change_state = change_search },
  { .name = "find-text", .activate = activate_find_text },
  { .name = "find-next", .activate = activate_step },
  { .name = "find-previous", .activate = activate_step },
  { .name = "bookmark", .activate = activate_bookmark },
  { .name = "next-bookmark", .activate = activate_step_bookmark },
  { .name = "previous-bookmark", .activate = activate_step_bookmark },
  { .name = "cursor", .activate = activate_cursor },
  { .name = "clear-cursors", .activate = activate_clear_cursors },
  { .name = "edit-colors", .activate = activate_edit_colors },
};

/* --- the state -------------------------------------------------------------------------------------- */

static void
leave_state (WeftPageTools *self)
{
  if (self->state != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->state, self);
      g_signal_handlers_disconnect_by_data (weft_marks_get (self->state), self);
    }
  g_clear_object (&self->state);
}

void
weft_page_tools_set_state (WeftPageTools *self, WeftViewState *state)
{
  leave_state (self);
  if (state != NULL)
    {
      self->state = g_object_ref (state);
      load_marks (self);
      g_signal_connect_swapped (weft_marks_get (state), "changed", G_CALLBACK (on_marks_changed),
                                self);
    }
  if (is_filterable (self))
    {
      if (self->filter == NULL)
        load_filter (self);
      g_signal_connect_swapped (state, "filter-changed", G_CALLBACK (on_filter_changed), self);
      /* A filter of another version that is none any more is left out. */
      weft_filterable_set_filter (WEFT_FILTERABLE (state), self->filter, NULL, NULL);
    }
  set_bar_states (self);
  update_actions (self);
}

/* --- the tools --------------------------------------------------------------------------------------- */

WeftPageTools *
weft_page_tools_new (WeftDocument *document, GSettings *settings, GtkBox *box, GActionMap *actions,
                     WeftPageToolsNotify done, WeftPageToolsBookmarked bookmarked,
                     gpointer user_data)
{
  WeftPageTools *self = g_new0 (WeftPageTools, 1);

  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  self->actions = g_object_ref (actions);
  self->done = done;
  self->bookmarked = bookmarked;
  self->user_data = user_data;
  self->box = g_object_ref (box);
  g_action_map_add_action_entries (actions, action_entries, G_N_ELEMENTS (action_entries), self);
  update_actions (self);
  return self;
}

static void
free_bar (WeftPageTools *self, GtkWidget *bar)
{
  if (bar == NULL)
    return;
  g_signal_handlers_disconnect_by_data (bar, self);
  g_object_unref (bar);
}

void
weft_page_tools_free (WeftPageTools *self)
{
  leave_state (self);
  for (guint i = 0; i < G_N_ELEMENTS (action_entries); i++)
    g_action_map_remove_action (self->actions, action_entries[i].name);
  free_bar (self, self->filter_bar);
  free_bar (self, self->search_bar);
  g_free (self->filter);
  g_object_unref (self->box);
  g_object_unref (self->actions);
  g_object_unref (self->settings);
  g_object_unref (self->document);
  g_free (self);
}
