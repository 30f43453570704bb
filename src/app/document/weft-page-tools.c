/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-page-tools.h"

#include <string.h>

#include "weft-actions.h"
#include "weft-document-memory.h"
#include "weft-filter-bar.h"
#include "weft-go-to-bar.h"
#include "weft-marks.h"
#include "weft-search-bar.h"

/* Filters that are remembered for each family. */
#define MAX_RECENT 10

/* The bars, from the uppermost down. */
typedef enum
{
  BAR_GO_TO,
  BAR_SEARCH,
  BAR_FILTER,
  N_BARS,
} Bar;

/* The actions that show and hide a bar, and those that show it to write in it. */
static const char *const togglers[N_BARS] = { "go-to", "search", "filter" };
static const char *const openers[N_BARS] = { "find", "find-text", "write-filter" };

struct _WeftPageTools
{
  WeftDocument *document;
  GSettings *settings;
  WeftViewState *state;
  GActionMap *actions;
  GtkBox *box;
  WeftEntryBar *bars[N_BARS]; /* NULL before they are asked for, as most pages never show them */
  char *filter;               /* of the document, whatever its state: NULL before it is known */
  WeftPageToolsNotify done;
  WeftPageToolsBookmarked bookmarked;
  gpointer user_data;
};

static void update_actions (WeftPageTools *self);

/* --- the bars ------------------------------------------------------------------------------------- */

static gboolean
is_shown (WeftPageTools *self, Bar bar)
{
  return self->bars[bar] != NULL && weft_entry_bar_get_shown (self->bars[bar]);
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
on_shown (WeftPageTools *self, GParamSpec *pspec G_GNUC_UNUSED, WeftEntryBar *bar)
{
  update_actions (self);
  if (!weft_entry_bar_get_shown (bar))
    self->done (self->user_data);
}

static void
set_bar_state (WeftPageTools *self, Bar bar)
{
  WeftEntryBar *widget = self->bars[bar];

  if (widget == NULL)
    return;
  if (bar == BAR_FILTER)
    weft_filter_bar_set_state (WEFT_FILTER_BAR (widget), is_filterable (self) ? self->state : NULL);
  else if (bar == BAR_SEARCH)
    weft_search_bar_set_state (WEFT_SEARCH_BAR (widget), is_searchable (self) ? self->state : NULL);
  else if (self->state != NULL)
    weft_go_to_bar_set_state (WEFT_GO_TO_BAR (widget), weft_document_get_family (self->document),
                              self->state);
}

static WeftEntryBar *
need_bar (WeftPageTools *self, Bar bar)
{
  GtkWidget *above = NULL, *widget;

  if (self->bars[bar] != NULL)
    return self->bars[bar];
  for (Bar other = 0; other < bar; other++)
    if (self->bars[other] != NULL)
      above = GTK_WIDGET (self->bars[other]);
  widget = bar == BAR_FILTER   ? weft_filter_bar_new ()
           : bar == BAR_SEARCH ? weft_search_bar_new ()
                               : g_object_new (WEFT_TYPE_GO_TO_BAR, NULL);
  gtk_box_insert_child_after (self->box, widget, above);
  g_signal_connect_swapped (widget, "notify::shown", G_CALLBACK (on_shown), self);
  self->bars[bar] = g_object_ref (WEFT_ENTRY_BAR (widget));
  set_bar_state (self, bar);
  return self->bars[bar];
}

/* The bar of an action that is one of `names`. */
static Bar
find_bar (const char *const *names, GAction *action)
{
  Bar bar = 0;

  while (!g_str_equal (names[bar], g_action_get_name (action)))
    bar++;
  return bar;
}

static void
change_bar (WeftPageTools *self, GVariant *value, GAction *action)
{
  gboolean shown = g_variant_get_boolean (value);
  Bar bar = find_bar (togglers, action);

  if (shown || is_shown (self, bar))
    weft_entry_bar_set_shown (need_bar (self, bar), shown);
}

static void
open_bar (WeftPageTools *self, GVariant *parameter G_GNUC_UNUSED, GAction *action)
{
  weft_entry_bar_set_shown (need_bar (self, find_bar (openers, action)), TRUE);
}

/* --- what is remembered --------------------------------------------------------------------------- */

/* (transfer full) (nullable): NULL where nothing is remembered of such a file. */
static GKeyFile *
open_memory (WeftPageTools *self)
{
  g_autofree char *path = g_file_get_path (weft_document_get_file (self->document));

  return path != NULL ? weft_document_memory_open (path) : NULL;
}

static void
keep_memory (WeftPageTools *self, GKeyFile *file)
{
  g_autofree char *path = g_file_get_path (weft_document_get_file (self->document));

  weft_document_memory_keep (path, file);
}

static void
load_filter (WeftPageTools *self)
{
  g_autoptr (GKeyFile) file = open_memory (self);

  if (file != NULL)
    self->filter = g_key_file_get_string (file, "Filter", "text", NULL);
  if (self->filter == NULL)
    self->filter = g_strdup ("");
}

static void
save_filter (WeftPageTools *self)
{
  g_autoptr (GKeyFile) file = open_memory (self);

  if (file == NULL)
    return;
  if (*self->filter != '\0')
    g_key_file_set_string (file, "Filter", "text", self->filter);
  else
    g_key_file_remove_group (file, "Filter", NULL);
  keep_memory (self, file);
}

static void
load_marks (WeftPageTools *self)
{
  g_autoptr (GKeyFile) file = open_memory (self);

  if (file != NULL)
    weft_marks_read_key_file (weft_marks_get (self->state), file, "Marks");
}

static void
on_marks_changed (WeftPageTools *self)
{
  g_autoptr (GKeyFile) file = open_memory (self);

  update_actions (self);
  if (file == NULL)
    return;
  weft_marks_write_key_file (weft_marks_get (self->state), file, "Marks");
  keep_memory (self, file);
}

/* The latest filter of the family comes first, and none twice. A map that all pages add to can't be
 * bound to a property of one. */
static void
remember_filter (WeftPageTools *self, const char *filter)
{
  const WeftFamily *family = weft_document_get_family (self->document);
  g_autoptr (GVariant) before = g_settings_get_value (self->settings, "recent-filters");
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

/* The bar says why. */
static void
on_filter_failed (WeftPageTools *self)
{
  weft_entry_bar_set_shown (need_bar (self, BAR_FILTER), TRUE);
}

static void
try_filter (WeftPageTools *self, const char *filter)
{
  if (weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL))
    return;
  weft_entry_bar_set_shown (need_bar (self, BAR_FILTER), TRUE);
  weft_filter_bar_write (WEFT_FILTER_BAR (self->bars[BAR_FILTER]), filter, TRUE);
}

/* --- actions --------------------------------------------------------------------------------------- */

static void
set_filter (WeftPageTools *self, GVariant *parameter)
{
  try_filter (self, g_variant_get_string (parameter, NULL));
}

static void
clear_filter (WeftPageTools *self)
{
  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), "", NULL, NULL);
}

/* A search whose bar is closed begins again. */
static void
step (WeftPageTools *self, GVariant *parameter G_GNUC_UNUSED, GAction *action)
{
  gboolean next = g_str_equal (g_action_get_name (action), "find-next");

  if (!is_shown (self, BAR_SEARCH))
    weft_entry_bar_set_shown (need_bar (self, BAR_SEARCH), TRUE);
  else
    weft_search_bar_step (WEFT_SEARCH_BAR (self->bars[BAR_SEARCH]), next ? 1 : -1);
}

/* Where the pointer is, or else the middle of what is in sight. */
static gint64
get_time (WeftPageTools *self)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  gint64 time;

  if (weft_time_axis_get_cursor (axis, &time))
    return time;
  return weft_time_axis_get_middle (axis);
}

static void
add_bookmark (WeftPageTools *self)
{
  gint64 middle = weft_time_axis_get_middle (weft_view_state_get_axis (self->state));

  if (!weft_view_state_is_open (self->state))
    return;
  self->bookmarked (weft_marks_add_bookmark (weft_marks_get (self->state), middle, ""),
                    self->user_data);
}

static void
step_bookmark (WeftPageTools *self, GVariant *parameter G_GNUC_UNUSED, GAction *action)
{
  gboolean next = g_str_equal (g_action_get_name (action), "next-bookmark");

  weft_marks_step (weft_marks_get (self->state), next ? 1 : -1);
}

static void
toggle_cursor (WeftPageTools *self)
{
  if (weft_view_state_is_open (self->state))
    weft_marks_toggle_cursor (weft_marks_get (self->state), get_time (self));
}

static void
clear_cursors (WeftPageTools *self)
{
  weft_marks_clear_cursors (weft_marks_get (self->state));
}

static void
clear_range (WeftPageTools *self)
{
  weft_view_state_clear_range (self->state);
}

static void
present_editor (WeftPageTools *self, GtkWidget *(*create) (GtkWindow *parent, WeftViewState *state,
                                                           WeftViewOptions *options))
{
  GtkWindow *parent = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->box)));

  gtk_window_present (
    GTK_WINDOW (create (parent, self->state, weft_document_get_options (self->document))));
}

static void
edit_colors (WeftPageTools *self)
{
  present_editor (self, weft_document_get_family (self->document)->create_color_editor);
}

static void
edit_core (WeftPageTools *self)
{
  present_editor (self, weft_document_get_family (self->document)->create_core_editor);
}

enum
{
  NEEDS_STATE = 1 << 0,
  NEEDS_FILTERABLE = 1 << 1,
  NEEDS_FILTER = 1 << 2,
  NEEDS_SEARCHABLE = 1 << 3,
  NEEDS_BOOKMARKS = 1 << 4,
  NEEDS_CURSORS = 1 << 5,
  NEEDS_COLORS = 1 << 6,
  NEEDS_RANGE = 1 << 7,
  NEEDS_CORE = 1 << 8,
};

static const WeftAction actions[] = {
  { "go-to", G_CALLBACK (change_bar), NULL, "false", NEEDS_STATE },
  { "find", G_CALLBACK (open_bar), NULL, NULL, NEEDS_STATE },
  { "filter", G_CALLBACK (change_bar), NULL, "false", NEEDS_FILTERABLE },
  { "write-filter", G_CALLBACK (open_bar), NULL, NULL, NEEDS_FILTERABLE },
  { "set-filter", G_CALLBACK (set_filter), "s", NULL, NEEDS_FILTERABLE },
  { "clear-filter", G_CALLBACK (clear_filter), NULL, NULL, NEEDS_FILTER },
  { "search", G_CALLBACK (change_bar), NULL, "false", NEEDS_SEARCHABLE },
  { "find-text", G_CALLBACK (open_bar), NULL, NULL, NEEDS_SEARCHABLE },
  { "find-next", G_CALLBACK (step), NULL, NULL, NEEDS_SEARCHABLE },
  { "find-previous", G_CALLBACK (step), NULL, NULL, NEEDS_SEARCHABLE },
  { "bookmark", G_CALLBACK (add_bookmark), NULL, NULL, NEEDS_STATE },
  { "next-bookmark", G_CALLBACK (step_bookmark), NULL, NULL, NEEDS_BOOKMARKS },
  { "previous-bookmark", G_CALLBACK (step_bookmark), NULL, NULL, NEEDS_BOOKMARKS },
  { "cursor", G_CALLBACK (toggle_cursor), NULL, NULL, NEEDS_STATE },
  { "clear-cursors", G_CALLBACK (clear_cursors), NULL, NULL, NEEDS_CURSORS },
  { "clear-range", G_CALLBACK (clear_range), NULL, NULL, NEEDS_RANGE },
  { "edit-colors", G_CALLBACK (edit_colors), NULL, NULL, NEEDS_COLORS },
  { "edit-core", G_CALLBACK (edit_core), NULL, NULL, NEEDS_CORE },
};

static guint
list_there (WeftPageTools *self)
{
  WeftMarks *marks = self->state != NULL ? weft_marks_get (self->state) : NULL;
  guint there = 0;

  if (marks == NULL)
    return 0;
  there |= NEEDS_STATE;
  for (guint i = 0; i < weft_marks_get_n (marks); i++)
    there |= weft_marks_get_mark (marks, i)->name != NULL ? NEEDS_BOOKMARKS : NEEDS_CURSORS;
  if (is_searchable (self))
    there |= NEEDS_SEARCHABLE;
  if (is_filterable (self))
    there |= NEEDS_FILTERABLE;
  if (is_filterable (self) && *weft_filterable_get_filter (WEFT_FILTERABLE (self->state)) != '\0')
    there |= NEEDS_FILTER;
  if (weft_document_get_family (self->document)->create_color_editor != NULL)
    there |= NEEDS_COLORS;
  if (weft_document_get_family (self->document)->create_core_editor != NULL)
    there |= NEEDS_CORE;
  if (weft_view_state_has_range (self->state))
    there |= NEEDS_RANGE;
  return there;
}

static void
update_actions (WeftPageTools *self)
{
  weft_actions_enable (self->actions, actions, G_N_ELEMENTS (actions), list_there (self));
  for (Bar bar = 0; bar < N_BARS; bar++)
    weft_actions_set_state (self->actions, togglers[bar],
                            g_variant_new_boolean (is_shown (self, bar)));
}

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
      g_signal_connect_swapped (state, "selection", G_CALLBACK (update_actions), self);
    }
  if (is_filterable (self))
    {
      if (self->filter == NULL)
        load_filter (self);
      g_signal_connect_swapped (state, "filter-changed", G_CALLBACK (on_filter_changed), self);
      g_signal_connect_swapped (state, "filter-failed", G_CALLBACK (on_filter_failed), self);
    }
  for (Bar bar = 0; bar < N_BARS; bar++)
    set_bar_state (self, bar);
  /* One of another version may be none any more. */
  if (is_filterable (self))
    try_filter (self, self->filter);
  update_actions (self);
}

/* --- the tools --------------------------------------------------------------------------------------- */

WeftPageTools *
weft_page_tools_new (WeftDocument *document, GSettings *settings, GtkBox *box, GActionMap *map,
                     WeftPageToolsNotify done, WeftPageToolsBookmarked bookmarked,
                     gpointer user_data)
{
  WeftPageTools *self = g_new0 (WeftPageTools, 1);

  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  self->actions = g_object_ref (map);
  self->done = done;
  self->bookmarked = bookmarked;
  self->user_data = user_data;
  self->box = g_object_ref (box);
  weft_actions_add (map, actions, G_N_ELEMENTS (actions), self);
  update_actions (self);
  return self;
}

void
weft_page_tools_free (WeftPageTools *self)
{
  leave_state (self);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    g_action_map_remove_action (self->actions, actions[i].name);
  for (Bar bar = 0; bar < N_BARS; bar++)
    if (self->bars[bar] != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->bars[bar], self);
        g_object_unref (self->bars[bar]);
      }
  g_free (self->filter);
  g_object_unref (self->box);
  g_object_unref (self->actions);
  g_object_unref (self->settings);
  g_object_unref (self->document);
  g_free (self);
}
