/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search-bar.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-words.h"

#define MAX_FIELDS 32

/* Milliseconds from the last letter until it is searched for. */
#define TYPING_DELAY 120

struct _WeftSearchBar
{
  WeftEntryBar parent_instance;

  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *previous;
  GtkWidget *next;
  GtkWidget *regex;
  GtkWidget *match_case;
  GtkWidget *fields_box;
  GtkWidget *fields[MAX_FIELDS]; /* check buttons */
  guint n_fields;
  GtkWidget *message;
  GtkWidget *offer; /* to search for it as a regular expression */
  gboolean syncing;
  guint timeout;

  WeftViewState *state;
  WeftSearchResults *results;
};

G_DEFINE_FINAL_TYPE (WeftSearchBar, weft_search_bar, WEFT_TYPE_ENTRY_BAR)

/* --- what is said --------------------------------------------------------------------------------- */

static char *
describe_results (WeftSearchBar *self)
{
  const GError *error = weft_search_results_get_error (self->results);
  guint n_hits = weft_search_results_get_n_hits (self->results);
  guint current = weft_search_results_get_current (self->results);
  g_autofree char *count = weft_number_count (n_hits), *index = NULL, *more = NULL;

  if (error != NULL)
    return g_strdup_printf (_ ("The search failed: %s"), error->message);
  if (n_hits == 0)
    return g_strdup (weft_search_results_is_running (self->results) ? _ ("Searching")
                                                                    : _ ("Nothing found"));
  /* There may be more: it is still searched, or the rest was left out. */
  if (weft_search_results_is_cut (self->results) || weft_search_results_is_running (self->results))
    more = g_strconcat (count, "+", NULL);
  if (current == WEFT_SEARCH_NO_HIT)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s result", "%s results", n_hits),
                            more != NULL ? more : count);
  index = weft_number_count (current + 1);
  /* TRANSLATORS: which of several results */
  return g_strdup_printf (_ ("%s of %s"), index, more != NULL ? more : count);
}

/* Whether somebody who wrote this most likely meant a regular expression. Brackets alone mean nothing:
 * disassembly is full of them. */
static gboolean
looks_like_regex (const char *text)
{
  static const char *const signs[] = { ".*", ".+", ".?", "\\", "|", "]*", "]+", ")*", ")+", "[^" };
  g_autoptr (GRegex) regex = g_regex_new (text, 0, 0, NULL);
  gboolean has_sign = *text == '^' || g_str_has_suffix (text, "$");

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    has_sign |= strstr (text, signs[i]) != NULL;
  return has_sign && regex != NULL;
}

/* Offers it where the text as it stands was not found. */
static void
update_offer (WeftSearchBar *self)
{
  const WeftSearchQuery *query =
    self->results != NULL ? weft_search_results_get_query (self->results) : NULL;

  gtk_widget_set_visible (self->offer, query != NULL && *query->text != '\0' && !query->regex
                                         && weft_search_results_get_n_hits (self->results) == 0
                                         && !weft_search_results_is_running (self->results)
                                         && weft_search_results_get_error (self->results) == NULL
                                         && looks_like_regex (query->text));
}

static void
take_offer (WeftSearchBar *self)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->regex), TRUE);
  gtk_widget_grab_focus (self->entry);
}

static void
update (WeftSearchBar *self)
{
  g_autofree char *text = NULL;
  gboolean any = self->results != NULL && weft_search_results_get_n_hits (self->results) > 0;

  gtk_widget_set_sensitive (self->previous, any);
  gtk_widget_set_sensitive (self->next, any);
  update_offer (self);
  if (weft_entry_bar_is_wrong (WEFT_ENTRY_BAR (self)))
    return;
  if (self->results == NULL || *weft_search_results_get_query (self->results)->text == '\0')
    text = g_strdup ("");
  else
    text = describe_results (self);
  weft_entry_bar_set_message (WEFT_ENTRY_BAR (self), text);
}

/* --- searching -------------------------------------------------------------------------------------- */

static void
search (WeftSearchBar *self)
{
  g_autoptr (GError) error = NULL;
  WeftSearchQuery query = {
    weft_entry_bar_get_text (WEFT_ENTRY_BAR (self)),
    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->regex)),
    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->match_case)),
    0,
  };

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->results == NULL || self->syncing)
    return;
  for (guint i = 0; i < self->n_fields; i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->fields[i])))
      query.fields |= (guint32) 1 << i;
  weft_search_results_set_query (self->results, &query, &error);
  weft_entry_bar_set_wrong (WEFT_ENTRY_BAR (self), error != NULL ? error->message : NULL);
  update (self);
}

static gboolean
search_late (gpointer data)
{
  WeftSearchBar *self = data;

  self->timeout = 0;
  search (self);
  return G_SOURCE_REMOVE;
}

static void
on_text_changed (WeftSearchBar *self)
{
  if (self->timeout == 0 && !self->syncing)
    self->timeout = g_timeout_add (TYPING_DELAY, search_late, self);
}

void
weft_search_bar_step (WeftSearchBar *self, int by)
{
  g_return_if_fail (WEFT_IS_SEARCH_BAR (self));

  if (self->timeout != 0)
    search (self);
  if (self->results == NULL || weft_search_results_get_n_hits (self->results) == 0)
    return;
  if (!weft_search_results_step (self->results, by))
    {
      g_autofree char *place = g_strdup (weft_entry_bar_get_message (WEFT_ENTRY_BAR (self)));
      /* TRANSLATORS: "3 of 12, hidden": a result whose row is not shown */
      g_autofree char *text = g_strdup_printf (_ ("%s, hidden by the filter"), place);

      weft_entry_bar_set_message (WEFT_ENTRY_BAR (self), text);
    }
}

static gboolean
weft_search_bar_key (WeftEntryBar *bar, guint key, GdkModifierType modifiers)
{
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  weft_search_bar_step (WEFT_SEARCH_BAR (bar), (modifiers & GDK_SHIFT_MASK) != 0 ? -1 : 1);
  return TRUE;
}

static void
step_back (WeftSearchBar *self)
{
  weft_search_bar_step (self, -1);
}

static void
step_on (WeftSearchBar *self)
{
  weft_search_bar_step (self, 1);
}

/* --- the state ---------------------------------------------------------------------------------------- */

/* The fields are those of the state; all are searched at first. */
static void
list_fields (WeftSearchBar *self)
{
  const WeftSchema *schema = weft_searchable_get_schema (WEFT_SEARCHABLE (self->state));
  const WeftSearchQuery *query = weft_search_results_get_query (self->results);
  const WeftField *field;

  while (self->n_fields > 0)
    gtk_box_remove (GTK_BOX (self->fields_box), self->fields[--self->n_fields]);
  WEFT_FOR_EACH_FIELD (schema, WEFT_FIELD_SEARCH, field)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_ (field->title));

      g_assert (self->n_fields < MAX_FIELDS);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                   (query->fields >> self->n_fields & 1) != 0);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (search), self);
      gtk_box_append (GTK_BOX (self->fields_box), check);
      self->fields[self->n_fields++] = check;
    }
}

/* The query of the state before is that of this one. */
static void
take_query (WeftSearchBar *self, WeftSearchResults *before)
{
  WeftSearchQuery query = *weft_search_results_get_query (before);

  if (self->state != NULL)
    weft_search_results_set_query (self->results, &query, NULL);
}

void
weft_search_bar_set_state (WeftSearchBar *self, WeftViewState *state)
{
  g_autoptr (WeftSearchResults) before = NULL;

  g_return_if_fail (WEFT_IS_SEARCH_BAR (self));

  before = self->results;
  g_return_if_fail (state == NULL || WEFT_IS_SEARCHABLE (state));

  if (self->state == state)
    {
      g_steal_pointer (&before);
      return;
    }
  if (before != NULL)
    g_signal_handlers_disconnect_by_data (before, self);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_set_object (&self->state, state);
  self->results =
    state != NULL ? g_object_ref (weft_search_results_get (WEFT_SEARCHABLE (state))) : NULL;
  if (state == NULL)
    return;
  if (before != NULL)
    take_query (self, before);
  self->syncing = TRUE;
  list_fields (self);
  self->syncing = FALSE;
  g_signal_connect_swapped (self->results, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->results, "current", G_CALLBACK (update), self);
  update (self);
}

/* --- the bar ------------------------------------------------------------------------------------------- */

void
weft_search_bar_write (WeftSearchBar *self, const char *text, gboolean regex)
{
  g_return_if_fail (WEFT_IS_SEARCH_BAR (self));

  self->syncing = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->regex), regex);
  self->syncing = FALSE;
  search (self);
}

/* Nothing is marked any more that nobody can see the reason of. */
static void
weft_search_bar_shown (WeftEntryBar *bar, gboolean shown)
{
  WeftSearchBar *self = WEFT_SEARCH_BAR (bar);
  WeftSearchQuery query;

  if (self->results != NULL && !shown)
    {
      query = *weft_search_results_get_query (self->results);
      query.text = "";
      g_clear_handle_id (&self->timeout, g_source_remove);
      weft_search_results_set_query (self->results, &query, NULL);
    }
  else if (self->results != NULL)
    search (self);
}

static void
weft_search_bar_dispose (GObject *object)
{
  WeftSearchBar *self = WEFT_SEARCH_BAR (object);

  weft_search_bar_set_state (self, NULL);
  g_clear_handle_id (&self->timeout, g_source_remove);
  G_OBJECT_CLASS (weft_search_bar_parent_class)->dispose (object);
}

static void
weft_search_bar_class_init (WeftSearchBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WeftEntryBarClass *bar_class = WEFT_ENTRY_BAR_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_search_bar_dispose;
  bar_class->key = weft_search_bar_key;
  bar_class->shown = weft_search_bar_shown;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-search-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, search_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, previous);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, next);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, regex);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, match_case);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, fields_box);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, message);
  gtk_widget_class_bind_template_child (widget_class, WeftSearchBar, offer);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
  gtk_widget_class_bind_template_callback (widget_class, take_offer);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, step_back);
  gtk_widget_class_bind_template_callback (widget_class, step_on);
}

static void
weft_search_bar_init (WeftSearchBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Signs keep their order where words run from right to left. */
  gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (self->regex)), GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (self->match_case)), GTK_TEXT_DIR_LTR);
  weft_entry_bar_set_up (WEFT_ENTRY_BAR (self), self->search_bar, self->entry, self->message);
  update (self);
}

GtkWidget *
weft_search_bar_new (void)
{
  return g_object_new (WEFT_TYPE_SEARCH_BAR, NULL);
}
