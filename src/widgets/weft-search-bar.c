/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-search-bar.h"

#include <glib/gi18n-lib.h>

#include "weft-words.h"
#include "weft-wrap-box.h"

#define MAX_FIELDS 32

/* Milliseconds from the last letter until it is searched for. */
#define TYPING_DELAY 120

struct _WeftSearchBar
{
  GtkWidget parent_instance;

  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *regex;
  GtkWidget *match_case;
  GtkWidget *fields_button;
  GtkWidget *fields_box;
  GtkWidget *fields[MAX_FIELDS]; /* check buttons */
  guint n_fields;
  GtkWidget *message;
  GtkWidget *steps[2];
  gboolean wrong;                /* the text is no regular expression, which is said */
  gboolean syncing;
  guint timeout;

  WeftViewState *state;
  WeftSearchResults *results;
};

enum { PROP_0, PROP_SHOWN, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftSearchBar, weft_search_bar, GTK_TYPE_WIDGET)

/* --- what is said --------------------------------------------------------------------------------- */

static void
set_message (WeftSearchBar *self, const char *message)
{
  gtk_label_set_text (GTK_LABEL (self->message), message);
  gtk_widget_set_tooltip_text (self->message, *message != '\0' ? message : NULL);
}

static char *
describe_results (WeftSearchBar *self)
{
  guint n_hits = weft_search_results_get_n_hits (self->results);
  guint current = weft_search_results_get_current (self->results);
  g_autofree char *count = weft_words_count (n_hits), *index = NULL, *more = NULL;

  if (n_hits == 0)
    return g_strdup (weft_search_results_is_running (self->results) ? _("Searching")
                                                                    : _("Nothing found"));
  /* There may be more: it is still searched, or the rest was left out. */
  if (weft_search_results_is_cut (self->results)
      || weft_search_results_is_running (self->results))
    more = g_strconcat (count, "+", NULL);
  if (current == WEFT_SEARCH_NO_HIT)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s result", "%s results", n_hits),
                            more != NULL ? more : count);
  index = weft_words_count (current + 1);
  /* TRANSLATORS: which of several results */
  return g_strdup_printf (_("%s of %s"), index, more != NULL ? more : count);
}

static void
update (WeftSearchBar *self)
{
  g_autofree char *text = NULL;
  gboolean any =
    self->results != NULL && weft_search_results_get_n_hits (self->results) > 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->steps); i++)
    gtk_widget_set_sensitive (self->steps[i], any);
  if (self->wrong)
    return;
  if (self->results == NULL || *weft_search_results_get_query (self->results)->text == '\0')
    text = g_strdup ("");
  else
    text = describe_results (self);
  set_message (self, text);
}

static void
set_wrong (WeftSearchBar *self, const GError *error)
{
  self->wrong = error != NULL;
  if (self->wrong)
    {
      gtk_widget_add_css_class (self->entry, "error");
      gtk_widget_add_css_class (self->message, "error");
      set_message (self, error->message);
    }
  else
    {
      gtk_widget_remove_css_class (self->entry, "error");
      gtk_widget_remove_css_class (self->message, "error");
    }
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               self->wrong ? GTK_ACCESSIBLE_INVALID_TRUE
                                           : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* --- searching -------------------------------------------------------------------------------------- */

static void
search (WeftSearchBar *self)
{
  g_autoptr (GError) error = NULL;
  WeftSearchQuery query = {
    gtk_editable_get_text (GTK_EDITABLE (self->entry)),
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
  set_wrong (self, error);
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
      g_autofree char *place = g_strdup (weft_search_bar_get_message (self));
      /* TRANSLATORS: "3 of 12, hidden": a result whose row is not shown */
      g_autofree char *text = g_strdup_printf (_("%s, hidden by the filter"), place);

      set_message (self, text);
    }
}

static gboolean
on_key (WeftSearchBar *self, guint key, guint code G_GNUC_UNUSED, GdkModifierType modifiers)
{
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    weft_search_bar_step (self, (modifiers & GDK_SHIFT_MASK) != 0 ? -1 : 1);
  else if (key == GDK_KEY_Escape)
    weft_search_bar_set_shown (self, FALSE);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
step_clicked (WeftSearchBar *self, GtkWidget *button)
{
  weft_search_bar_step (self, button == self->steps[1] ? 1 : -1);
}

/* --- the state ---------------------------------------------------------------------------------------- */

/* The fields are those of the state; all are searched at first. */
static void
list_fields (WeftSearchBar *self)
{
  const WeftSearchField *fields;
  const WeftSearchQuery *query = weft_search_results_get_query (self->results);
  guint n_fields;

  while (self->n_fields > 0)
    gtk_box_remove (GTK_BOX (self->fields_box), self->fields[--self->n_fields]);
  fields = weft_searchable_list_fields (WEFT_SEARCHABLE (self->state), &n_fields);
  for (guint i = 0; i < MIN (n_fields, MAX_FIELDS); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_(fields[i].title));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), (query->fields >> i & 1) != 0);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (search), self);
      gtk_box_append (GTK_BOX (self->fields_box), check);
      self->fields[self->n_fields++] = check;
    }
}

/* What is searched for in the state before is searched for in this one. */
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
  g_autoptr (WeftSearchResults) before = self->results;

  g_return_if_fail (WEFT_IS_SEARCH_BAR (self));
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

gboolean
weft_search_bar_get_shown (WeftSearchBar *self)
{
  return gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (self->search_bar));
}

void
weft_search_bar_set_shown (WeftSearchBar *self, gboolean shown)
{
  g_return_if_fail (WEFT_IS_SEARCH_BAR (self));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search_bar), shown);
  if (!shown)
    return;
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

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

const char *
weft_search_bar_get_message (WeftSearchBar *self)
{
  return gtk_label_get_text (GTK_LABEL (self->message));
}

/* Nothing is marked any more that nobody can see the reason of. */
static void
on_search_mode (WeftSearchBar *self)
{
  WeftSearchQuery query;

  if (self->results != NULL && !weft_search_bar_get_shown (self))
    {
      query = *weft_search_results_get_query (self->results);
      query.text = "";
      g_clear_handle_id (&self->timeout, g_source_remove);
      weft_search_results_set_query (self->results, &query, NULL);
    }
  else if (self->results != NULL)
    search (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

static void
weft_search_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      weft_search_bar_set_shown (WEFT_SEARCH_BAR (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_search_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      g_value_set_boolean (value, weft_search_bar_get_shown (WEFT_SEARCH_BAR (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_search_bar_dispose (GObject *object)
{
  WeftSearchBar *self = WEFT_SEARCH_BAR (object);

  weft_search_bar_set_state (self, NULL);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->search_bar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_search_bar_parent_class)->dispose (object);
}

static void
weft_search_bar_class_init (WeftSearchBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_search_bar_set_property;
  object_class->get_property = weft_search_bar_get_property;
  object_class->dispose = weft_search_bar_dispose;

  properties[PROP_SHOWN] =
    g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
}

static void
build_entry (WeftSearchBar *self, WeftWrapBox *box)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = gtk_search_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 40);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Search"), -1);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_text_changed), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  weft_wrap_box_append (box, self->entry);
}

static GtkWidget *
add_toggle (WeftSearchBar *self, WeftWrapBox *box, const char *label, const char *tooltip)
{
  GtkWidget *toggle = gtk_toggle_button_new_with_label (label);

  gtk_widget_add_css_class (toggle, "flat");
  gtk_widget_set_tooltip_text (toggle, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect_swapped (toggle, "toggled", G_CALLBACK (search), self);
  weft_wrap_box_append (box, toggle);
  return toggle;
}

static void
add_fields_button (WeftSearchBar *self, WeftWrapBox *box)
{
  GtkWidget *popover = gtk_popover_new ();

  self->fields_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_popover_set_child (GTK_POPOVER (popover), self->fields_box);
  self->fields_button = gtk_menu_button_new ();
  /* TRANSLATORS: a button that opens a list of where is searched: labels, details */
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->fields_button), _("In"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->fields_button), popover);
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->fields_button), FALSE);
  gtk_widget_set_tooltip_text (self->fields_button, _("Where to search"));
  weft_wrap_box_append (box, self->fields_button);
}

static void
add_steps (WeftSearchBar *self, WeftWrapBox *box)
{
  const char *const icons[] = { "go-up-symbolic", "go-down-symbolic" };
  const char *const tooltips[] = { _("Previous result (Shift+F3)"), _("Next result (F3)") };
  GtkWidget *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (linked, "linked");
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    {
      self->steps[i] = gtk_button_new_from_icon_name (icons[i]);
      gtk_widget_set_tooltip_text (self->steps[i], tooltips[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->steps[i]),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, tooltips[i], -1);
      g_signal_connect_swapped (self->steps[i], "clicked", G_CALLBACK (step_clicked), self);
      gtk_box_append (GTK_BOX (linked), self->steps[i]);
    }
  weft_wrap_box_append (box, linked);
}

static void
weft_search_bar_init (WeftSearchBar *self)
{
  GtkWidget *box = weft_wrap_box_new (6);

  build_entry (self, WEFT_WRAP_BOX (box));
  add_steps (self, WEFT_WRAP_BOX (box));
  self->regex = add_toggle (self, WEFT_WRAP_BOX (box), ".*", _("Regular expression"));
  self->match_case = add_toggle (self, WEFT_WRAP_BOX (box), "Aa", _("Distinguish capitals"));
  add_fields_button (self, WEFT_WRAP_BOX (box));
  self->message = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS,
                                "ellipsize", PANGO_ELLIPSIZE_END, "xalign", 0.0f, NULL);
  gtk_widget_set_margin_start (self->message, 6);
  weft_wrap_box_append (WEFT_WRAP_BOX (box), self->message);
  self->search_bar = gtk_search_bar_new ();
  gtk_search_bar_set_show_close_button (GTK_SEARCH_BAR (self->search_bar), TRUE);
  gtk_search_bar_set_child (GTK_SEARCH_BAR (self->search_bar), box);
  gtk_widget_set_parent (self->search_bar, GTK_WIDGET (self));
  g_signal_connect_swapped (self->search_bar, "notify::search-mode-enabled",
                            G_CALLBACK (on_search_mode), self);
  update (self);
}

GtkWidget *
weft_search_bar_new (void)
{
  return g_object_new (WEFT_TYPE_SEARCH_BAR, NULL);
}
