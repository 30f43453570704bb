/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-filter-bar.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-candidate-popover.h"
#include "weft-expression-complete.h"
#include "weft-words.h"

struct _WeftFilterBar
{
  WeftEntryBar parent_instance;

  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *message;
  GtkWidget *popover;  /* of what may stand at the cursor */
  WeftTextPlace place; /* that a candidate takes */
  gboolean completing; /* the text is being changed by what needs no help with it */
  gboolean failed;     /* what is said to be wrong is that its rows could not be found */

  WeftViewState *state;
};

enum
{
  FILTERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFilterBar, weft_filter_bar, WEFT_TYPE_ENTRY_BAR)

static const char *
get_text (WeftFilterBar *self)
{
  return weft_entry_bar_get_text (WEFT_ENTRY_BAR (self));
}

/* --- what is said --------------------------------------------------------------------------------- */

/* Underlines a place of the text; at its end, the last letter. */
static void
mark_place (WeftFilterBar *self, const WeftTextPlace *place)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  gsize length = strlen (get_text (self));

  if (place != NULL && length > 0)
    {
      PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);

      line->start_index = (guint) MIN (place->start, length - 1);
      line->end_index = (guint) MAX (place->start + place->length, line->start_index + 1);
      pango_attr_list_insert (attributes, line);
    }
  gtk_text_set_attributes (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))),
                           attributes);
}

static void
set_wrong (WeftFilterBar *self, const WeftTextPlace *place, const char *sentence)
{
  mark_place (self, place);
  weft_entry_bar_set_wrong (WEFT_ENTRY_BAR (self), sentence);
}

/* Why it is no filter, and where. */
static void
tell_mistake (WeftFilterBar *self, const WeftTextPlace *place, const GError *error)
{
  const char *text = get_text (self);
  glong column = g_utf8_strlen (text, (gssize) MIN (place->start, strlen (text))) + 1;
  /* TRANSLATORS: where in a filter a mistake is, and what it is */
  g_autofree char *sentence = g_strdup_printf (_ ("Column %ld: %s"), column, error->message);

  set_wrong (self, place, sentence);
}

/* Whether the rows of before stay, and why. */
static gboolean
tell_failure (WeftFilterBar *self)
{
  const GError *error =
    self->state != NULL ? weft_filterable_get_error (WEFT_FILTERABLE (self->state)) : NULL;
  g_autofree char *sentence = NULL;

  if (error == NULL && self->failed)
    set_wrong (self, NULL, NULL);
  self->failed = error != NULL;
  if (error == NULL)
    return FALSE;
  sentence = g_strdup_printf (_ ("The filter failed: %s"), error->message);
  set_wrong (self, NULL, sentence);
  return TRUE;
}

/* How many rows are left, once they are there. */
static void
update_message (WeftFilterBar *self)
{
  WeftEntryBar *bar = WEFT_ENTRY_BAR (self);
  g_autofree char *shown = NULL, *all = NULL, *text = NULL;
  guint64 n_shown, n_all;

  if (tell_failure (self) || weft_entry_bar_is_wrong (bar))
    return;
  if (self->state == NULL || *weft_filterable_get_filter (WEFT_FILTERABLE (self->state)) == '\0')
    {
      weft_entry_bar_set_message (bar, "");
      return;
    }
  if (weft_filterable_is_pending (WEFT_FILTERABLE (self->state)))
    {
      weft_entry_bar_set_message (bar, _ ("Filtering"));
      return;
    }
  weft_filterable_count_rows (WEFT_FILTERABLE (self->state), &n_shown, &n_all);
  if (n_shown == 0)
    {
      weft_entry_bar_set_message (bar, _ ("No row is left"));
      return;
    }
  shown = weft_number_count (n_shown);
  all = weft_number_count (n_all);
  /* TRANSLATORS: rows that a filter leaves, of all */
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s row", "%s of %s rows", n_all),
                          shown, all);
  weft_entry_bar_set_message (bar, text);
}

/* --- completion ------------------------------------------------------------------------------------ */

/* The byte at which the cursor stands. */
static gsize
get_cursor (WeftFilterBar *self)
{
  const char *text = get_text (self);

  return (
    gsize) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (GTK_EDITABLE (self->entry)))
            - text);
}

static void
hide_candidates (WeftFilterBar *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* Of the word that is being written. */
static GdkRectangle
find_place (WeftFilterBar *self)
{
  GtkText *text = GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));
  graphene_rect_t strong;
  graphene_point_t point;
  GdkRectangle place = { 0, 0, 1, gtk_widget_get_height (self->entry) };

  gtk_text_compute_cursor_extents (text, (gsize) gtk_editable_get_position (GTK_EDITABLE (text)),
                                   &strong, NULL);
  if (gtk_widget_compute_point (GTK_WIDGET (text), self->entry, &strong.origin, &point))
    place.x = CLAMP ((int) point.x, 0, gtk_widget_get_width (self->entry));
  return place;
}

/* Only somebody who writes wants to be helped; and while the window has no size yet or the bar slides
 * in, the entry may be on no monitor, which GTK does not expect of what a popover points at. */
static gboolean
is_written_in (WeftFilterBar *self)
{
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)));
  GtkWidget *revealer = gtk_widget_get_ancestor (self->entry, GTK_TYPE_REVEALER);

  return gtk_widget_has_focus (text) && gtk_revealer_get_child_revealed (GTK_REVEALER (revealer))
         && gtk_widget_get_height (GTK_WIDGET (gtk_widget_get_root (self->entry))) > 0;
}

static void
show_candidates (WeftFilterBar *self)
{
  g_autoptr (GArray) candidates = NULL;
  WeftCandidatePopover *popover = WEFT_CANDIDATE_POPOVER (self->popover);
  GdkRectangle place;

  weft_candidate_popover_empty (popover);
  candidates = weft_filterable_complete (WEFT_FILTERABLE (self->state), get_text (self),
                                         get_cursor (self), &self->place);
  for (guint i = 0; i < candidates->len; i++)
    {
      const WeftCandidate *candidate = &g_array_index (candidates, WeftCandidate, i);

      weft_candidate_popover_add (popover, candidate->text,
                                  candidate->doc != NULL ? _ (candidate->doc) : "");
    }
  if (candidates->len == 0 || !is_written_in (self))
    {
      hide_candidates (self);
      return;
    }
  place = find_place (self);
  weft_candidate_popover_show (popover, &place);
}

/* Puts a candidate in the place of the word at the cursor; a field is followed by a blank. */
static void
take_candidate (WeftFilterBar *self, const char *candidate)
{
  const char *text = get_text (self);
  gboolean more = strchr ("(.", candidate[strlen (candidate) - 1]) != NULL;
  g_autofree char *whole = NULL, *before = g_strndup (text, self->place.start);

  whole = g_strconcat (before, candidate, more ? "" : " ",
                       text + self->place.start + self->place.length, NULL);
  self->completing = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), whole);
  self->completing = FALSE;
  gtk_editable_set_position (
    GTK_EDITABLE (self->entry),
    (int) (g_utf8_strlen (before, -1) + g_utf8_strlen (candidate, -1) + (more ? 0 : 1)));
  show_candidates (self);
}

/* --- filtering --------------------------------------------------------------------------------------- */

/* FALSE where what is written is no filter, which is said where `say`. */
static gboolean
check (WeftFilterBar *self, gboolean say)
{
  const WeftLanguage *language = weft_filterable_get_language (WEFT_FILTERABLE (self->state));
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) expression = NULL;
  WeftTextPlace place;

  if (strspn (get_text (self), " \t") == strlen (get_text (self)))
    {
      set_wrong (self, NULL, NULL);
      return TRUE;
    }
  expression = weft_expression_parse (language, get_text (self), &place, &error);
  if (expression != NULL)
    set_wrong (self, NULL, NULL);
  else if (say)
    tell_mistake (self, &place, error);
  return expression != NULL;
}

static void
apply (WeftFilterBar *self)
{
  hide_candidates (self);
  if (self->state == NULL || !check (self, TRUE))
    return;
  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), get_text (self), NULL, NULL);
  update_message (self);
  if (*weft_filterable_get_filter (WEFT_FILTERABLE (self->state)) != '\0')
    g_signal_emit (self, signals[FILTERED], 0,
                   weft_filterable_get_filter (WEFT_FILTERABLE (self->state)));
}

/* A filter that is being written is not yet wrong: mistakes are said on Enter, and from then on with
 * every letter until there is none. */
static void
on_changed (WeftFilterBar *self)
{
  if (self->state == NULL)
    return;
  if (weft_entry_bar_is_wrong (WEFT_ENTRY_BAR (self)))
    check (self, TRUE);
  else
    mark_place (self, NULL);
  update_message (self);
  if (!self->completing
      && gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)))))
    show_candidates (self);
}

static void
on_activate (WeftFilterBar *self)
{
  if (!weft_candidate_popover_take (WEFT_CANDIDATE_POPOVER (self->popover)))
    apply (self);
}

static gboolean
weft_filter_bar_key (WeftEntryBar *bar, guint key, GdkModifierType modifiers)
{
  WeftFilterBar *self = WEFT_FILTER_BAR (bar);
  gboolean control = (modifiers & GDK_CONTROL_MASK) != 0;

  if (key != GDK_KEY_space || !control || self->state == NULL)
    return weft_candidate_popover_key (WEFT_CANDIDATE_POPOVER (self->popover), key);
  show_candidates (self);
  return TRUE;
}

/* --- the state ------------------------------------------------------------------------------------- */

/* Another filter came from somewhere else: the chip, the palette, what is kept of the file. */
static void
on_filter (WeftFilterBar *self)
{
  const char *filter = weft_filterable_get_filter (WEFT_FILTERABLE (self->state));
  g_autofree char *written = g_strstrip (g_strdup (get_text (self)));

  if (!g_str_equal (filter, written))
    {
      self->completing = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->entry), filter);
      gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
      self->completing = FALSE;
      check (self, TRUE);
    }
  update_message (self);
}

void
weft_filter_bar_set_state (WeftFilterBar *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_FILTER_BAR (self));
  g_return_if_fail (state == NULL || WEFT_IS_FILTERABLE (state));

  if (self->state == state)
    return;
  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  g_set_object (&self->state, state);
  if (state == NULL)
    return;
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry),
                                  weft_filterable_get_language (WEFT_FILTERABLE (state))->example);
  g_signal_connect_swapped (state, "filter-changed", G_CALLBACK (on_filter), self);
  g_signal_connect_swapped (state, "filter-failed", G_CALLBACK (update_message), self);
  g_signal_connect_swapped (state, "content", G_CALLBACK (update_message), self);
  on_filter (self);
}

/* --- the bar ---------------------------------------------------------------------------------------- */

void
weft_filter_bar_write (WeftFilterBar *self, const char *text, gboolean enter)
{
  g_return_if_fail (WEFT_IS_FILTER_BAR (self));

  self->completing = enter;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  self->completing = FALSE;
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  if (self->state == NULL)
    return;
  if (enter)
    apply (self);
  else
    show_candidates (self);
}

static void
weft_filter_bar_shown (WeftEntryBar *bar, gboolean shown)
{
  if (!shown)
    hide_candidates (WEFT_FILTER_BAR (bar));
}

static void
weft_filter_bar_dispose (GObject *object)
{
  WeftFilterBar *self = WEFT_FILTER_BAR (object);

  weft_filter_bar_set_state (self, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_filter_bar_parent_class)->dispose (object);
}

static void
weft_filter_bar_class_init (WeftFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WeftEntryBarClass *bar_class = WEFT_ENTRY_BAR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_filter_bar_dispose;
  bar_class->key = weft_filter_bar_key;
  bar_class->shown = weft_filter_bar_shown;
  bar_class->keeps_text = TRUE;
  g_type_ensure (WEFT_TYPE_CANDIDATE_POPOVER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFilterBar, search_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftFilterBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftFilterBar, message);
  gtk_widget_class_bind_template_child (widget_class, WeftFilterBar, popover);
  gtk_widget_class_bind_template_callback (widget_class, hide_candidates);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, take_candidate);
  signals[FILTERED] = g_signal_new ("filtered", WEFT_TYPE_FILTER_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
weft_filter_bar_init (WeftFilterBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (self->popover, self->entry);
  weft_entry_bar_set_up (WEFT_ENTRY_BAR (self), self->search_bar, self->entry, self->message);
}

GtkWidget *
weft_filter_bar_new (void)
{
  return g_object_new (WEFT_TYPE_FILTER_BAR, NULL);
}
