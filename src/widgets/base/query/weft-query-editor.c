/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-query-editor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#ifdef HAVE_SOURCEVIEW
#include <gtksourceview/gtksource.h>
#endif

#include "weft-candidate-popover.h"
#include "weft-query-completion.h"

struct _WeftQueryEditor
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *view;
  GtkTextBuffer *buffer; /* the view's */
  GtkTextTag *wrong;
  GtkWidget *popover; /* of what may stand at the cursor */
  const WeftQueryFamily *family;
  WeftTextPlace place;  /* that a candidate takes */
  gboolean is_replaced; /* the text is, not written */
  guint coloring;       /* until words have colours */
};

enum
{
  RUN,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftQueryEditor, weft_query_editor, GTK_TYPE_WIDGET)

/* --- with and without GtkSourceView --------------------------------------------------------------- */

#ifdef HAVE_SOURCEVIEW
static GtkWidget *
create_view (void)
{
  g_autoptr (GtkSourceBuffer) buffer = gtk_source_buffer_new (NULL);
  GtkWidget *view = gtk_source_view_new_with_buffer (buffer);

  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (view), TRUE);
  return view;
}

static gboolean
color_words (gpointer data)
{
  WeftQueryEditor *self = data;
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

  self->coloring = 0;
  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer),
                                  gtk_source_language_manager_get_language (languages, "sql"));
  return G_SOURCE_REMOVE;
}

static gboolean
list_languages (gpointer data)
{
  WeftQueryEditor *self = data;

  gtk_source_language_manager_get_language_ids (gtk_source_language_manager_get_default ());
  self->coloring = g_idle_add (color_words, self);
  return G_SOURCE_REMOVE;
}

/* Once it is in sight: the first time, the library reads the descriptions of all languages, and then that of this one,
 * each of which takes as long as half a frame. */
static void
color_words_soon (WeftQueryEditor *self)
{
  self->coloring = g_idle_add (list_languages, self);
}

/* Colours of words have less contrast than who asks for much of it wants. */
void
weft_query_editor_set_style (WeftQueryEditor *self, const WeftStyle *style)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (self->buffer);
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  const char *name = weft_style_is_dark (style) ? "Adwaita-dark" : "Adwaita";

  gtk_source_buffer_set_style_scheme (buffer,
                                      gtk_source_style_scheme_manager_get_scheme (schemes, name));
  gtk_source_buffer_set_highlight_syntax (buffer,
                                          style->options.theme < WEFT_THEME_LIGHT_HIGH_CONTRAST);
}
#else
static GtkWidget *
create_view (void)
{
  return gtk_text_view_new ();
}

static void
color_words_soon (WeftQueryEditor *self G_GNUC_UNUSED)
{
}

void
weft_query_editor_set_style (WeftQueryEditor *self G_GNUC_UNUSED,
                             const WeftStyle *style G_GNUC_UNUSED)
{
}
#endif

/* --- the text ------------------------------------------------------------------------------------- */

char *
weft_query_editor_get_text (WeftQueryEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  return gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
}

void
weft_query_editor_set_text (WeftQueryEditor *self, const char *text)
{
  GtkTextIter start, end;

  self->is_replaced = TRUE;
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_delete (self->buffer, &start, &end);
  gtk_text_buffer_insert (self->buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (self->buffer);
  self->is_replaced = FALSE;
}

void
weft_query_editor_unmark (WeftQueryEditor *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->wrong, &start, &end);
}

static void
find_iter (WeftQueryEditor *self, const char *text, gsize byte, GtkTextIter *iter)
{
  gtk_text_buffer_get_iter_at_offset (self->buffer, iter,
                                      (int) g_utf8_strlen (text, (gssize) byte));
}

gboolean
weft_query_editor_mark (WeftQueryEditor *self, const WeftTextPlace *place, guint *line,
                        guint *column)
{
  g_autofree char *text = weft_query_editor_get_text (self);
  GtkTextIter start, end;

  if (place->start > strlen (text))
    return FALSE;
  find_iter (self, text, place->start, &start);
  find_iter (self, text, place->start + place->length, &end);
  gtk_text_buffer_apply_tag (self->buffer, self->wrong, &start, &end);
  gtk_text_buffer_place_cursor (self->buffer, &start);
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self->view),
                                      gtk_text_buffer_get_insert (self->buffer));
  *line = (guint) gtk_text_iter_get_line (&start) + 1;
  *column = (guint) gtk_text_iter_get_line_offset (&start) + 1;
  return TRUE;
}

/* --- completion ----------------------------------------------------------------------------------- */

void
weft_query_editor_set_family (WeftQueryEditor *self, const WeftQueryFamily *family)
{
  self->family = family;
}

/* The cursor, and the byte at which it stands. */
static gsize
get_cursor (WeftQueryEditor *self, GtkTextIter *cursor)
{
  g_autofree char *before = NULL;
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (self->buffer, &start);
  gtk_text_buffer_get_iter_at_mark (self->buffer, cursor,
                                    gtk_text_buffer_get_insert (self->buffer));
  before = gtk_text_buffer_get_text (self->buffer, &start, cursor, TRUE);
  return strlen (before);
}

static GdkRectangle
find_place (WeftQueryEditor *self, const GtkTextIter *at)
{
  GdkRectangle place;

  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self->view), at, &place);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET,
                                         place.x, place.y, &place.x, &place.y);
  place.width = 1;
  return place;
}

static void
hide_candidates (WeftQueryEditor *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
add_candidate (WeftQueryEditor *self, const WeftQueryCandidate *candidate)
{
  const char *doc = candidate->doc != NULL ? _ (candidate->doc) : "";
  g_autofree char *both = candidate->detail != NULL
                            ? g_strdup_printf ("%s · %s", candidate->detail, doc)
                            : g_strdup (doc);

  weft_candidate_popover_add (WEFT_CANDIDATE_POPOVER (self->popover), candidate->text, both);
}

/* The word itself is no help to who has written it. */
static gboolean
is_written (const GArray *candidates, const char *text, const WeftTextPlace *place)
{
  const WeftQueryCandidate *first = (const WeftQueryCandidate *) (gconstpointer) candidates->data;

  return candidates->len == 1 && strlen (first->text) == place->length
         && g_ascii_strncasecmp (first->text, text + place->start, place->length) == 0;
}

static void
show_candidates (WeftQueryEditor *self)
{
  g_autofree char *text = weft_query_editor_get_text (self);
  g_autoptr (GArray) candidates = NULL;
  GtkTextIter cursor;
  gsize at = get_cursor (self, &cursor);
  GdkRectangle place = find_place (self, &cursor);

  weft_candidate_popover_empty (WEFT_CANDIDATE_POPOVER (self->popover));
  candidates = weft_query_complete (self->family, text, at, &self->place);
  for (guint i = 0; i < candidates->len; i++)
    add_candidate (self, &g_array_index (candidates, WeftQueryCandidate, i));
  if (candidates->len == 0 || is_written (candidates, text, &self->place)
      || !gtk_widget_has_focus (self->view))
    hide_candidates (self);
  else
    weft_candidate_popover_show (WEFT_CANDIDATE_POPOVER (self->popover), &place);
}

static void
take_candidate (WeftQueryEditor *self, const char *candidate)
{
  g_autofree char *text = weft_query_editor_get_text (self);
  GtkTextIter start, end;

  find_iter (self, text, self->place.start, &start);
  find_iter (self, text, self->place.start + self->place.length, &end);
  self->is_replaced = TRUE;
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_delete (self->buffer, &start, &end);
  gtk_text_buffer_insert (self->buffer, &start, candidate, -1);
  gtk_text_buffer_end_user_action (self->buffer);
  self->is_replaced = FALSE;
  hide_candidates (self);
}

/* Who writes is helped from the first letter of a word on, and behind a point. */
static void
text_changed (WeftQueryEditor *self)
{
  GtkTextIter before;
  gunichar last;

  weft_query_editor_unmark (self);
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->is_replaced)
    {
      hide_candidates (self);
      return;
    }
  get_cursor (self, &before);
  last = gtk_text_iter_backward_char (&before) ? gtk_text_iter_get_char (&before) : 0;
  if (last == '.' || last == '_' || g_unichar_isalnum (last))
    show_candidates (self);
  else
    hide_candidates (self);
}

/* --- the widget ----------------------------------------------------------------------------------- */

/* Before the view, which writes a line break. */
static gboolean
key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers, WeftQueryEditor *self)
{
  WeftCandidatePopover *popover = WEFT_CANDIDATE_POPOVER (self->popover);
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
  GdkModifierType held = modifiers & gtk_accelerator_get_default_mod_mask ();

  if (held == 0)
    return is_enter ? weft_candidate_popover_take (popover)
                    : weft_candidate_popover_key (popover, key);
  if (held == GDK_CONTROL_MASK && key == GDK_KEY_space)
    show_candidates (self);
  else if (held == GDK_CONTROL_MASK && is_enter)
    {
      hide_candidates (self);
      g_signal_emit (self, signals[RUN], 0);
    }
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
weft_query_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_QUERY_EDITOR (widget)->view);
}

static void
weft_query_editor_dispose (GObject *object)
{
  WeftQueryEditor *self = WEFT_QUERY_EDITOR (object);

  if (self->scroller != NULL)
    g_signal_handlers_disconnect_by_data (self->buffer, self);
  g_clear_handle_id (&self->coloring, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_query_editor_parent_class)->dispose (object);
}

static void
weft_query_editor_class_init (WeftQueryEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_query_editor_dispose;
  widget_class->grab_focus = weft_query_editor_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[RUN] = g_signal_new ("run", WEFT_TYPE_QUERY_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_QUERY_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

/* SQL is read from the left also where the interface is not, and Tab goes on to the next control. */
static void
set_up_view (WeftQueryEditor *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_text_view_set_monospace (view, TRUE);
  gtk_text_view_set_accepts_tab (view, FALSE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  g_object_set (view, "left-margin", 6, "right-margin", 6, "top-margin", 6, "bottom-margin", 6,
                NULL);
  gtk_widget_set_direction (self->view, GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Query in SQL"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ ("Ctrl+Enter runs it."), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->view, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (hide_candidates), self);
  gtk_widget_add_controller (self->view, focus);
}

static void
weft_query_editor_init (WeftQueryEditor *self)
{
  self->view = create_view ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  self->wrong = gtk_text_buffer_create_tag (self->buffer, NULL, "underline", PANGO_UNDERLINE_ERROR,
                                            "weight", PANGO_WEIGHT_BOLD, NULL);
  set_up_view (self);
  g_signal_connect_swapped (self->buffer, "changed", G_CALLBACK (text_changed), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  self->popover = g_object_new (WEFT_TYPE_CANDIDATE_POPOVER, NULL);
  gtk_widget_set_parent (self->popover, self->view);
  g_signal_connect_swapped (self->popover, "taken", G_CALLBACK (take_candidate), self);
  color_words_soon (self);
}
