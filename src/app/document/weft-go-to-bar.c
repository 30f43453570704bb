/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-go-to-bar.h"

#include <glib/gi18n-lib.h>

#include "weft-sliding-bar.h"
#include "weft-tooltip.h"
#include "weft-wrap-box.h"

struct _WeftGoToBar
{
  GtkWidget parent_instance;

  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *message_label;

  WeftViewState *state;
  GCancellable *cancellable; /* of the look under way; NULL: none is */
};

enum
{
  PROP_0,
  PROP_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftGoToBar, weft_go_to_bar, GTK_TYPE_WIDGET)

static void
set_message (WeftGoToBar *self, const char *message, gboolean is_error)
{
  gtk_label_set_text (GTK_LABEL (self->message_label), message);
  gtk_widget_set_visible (self->message_label, *message != '\0');
  if (is_error)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
    is_error ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
stop_looking (WeftGoToBar *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* --- going --------------------------------------------------------------------------------------- */

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftGoToBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
    weft_view_state_go_to_finish (WEFT_VIEW_STATE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->state == NULL)
    return;
  g_clear_object (&self->cancellable);
  set_message (self, error != NULL ? error->message : message, error != NULL);
}

void
weft_go_to_bar_go (WeftGoToBar *self, const char *text)
{
  g_return_if_fail (WEFT_IS_GO_TO_BAR (self));

  stop_looking (self);
  set_message (self, "", FALSE);
  if (self->state == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  weft_view_state_go_to_async (self->state, text, self->cancellable, on_found, g_object_ref (self));
}

/* --- the bar --------------------------------------------------------------------------------------- */

const char *
weft_go_to_bar_get_message (WeftGoToBar *self)
{
  return gtk_label_get_text (GTK_LABEL (self->message_label));
}

void
weft_go_to_bar_set_state (WeftGoToBar *self, const WeftFamily *family, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_GO_TO_BAR (self));

  if (self->state == state)
    return;
  stop_looking (self);
  g_set_object (&self->state, state);
  g_object_set (self->entry, "placeholder-text", _ (family->go_to_hint), NULL);
  weft_tooltip_set (self->entry, _ (family->go_to_tooltip));
}

gboolean
weft_go_to_bar_get_shown (WeftGoToBar *self)
{
  return gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (self->search_bar));
}

void
weft_go_to_bar_set_shown (WeftGoToBar *self, gboolean shown)
{
  g_return_if_fail (WEFT_IS_GO_TO_BAR (self));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (self->search_bar), shown);
  if (shown)
    gtk_widget_grab_focus (self->entry);
}

static void
on_activate (WeftGoToBar *self)
{
  weft_go_to_bar_go (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
on_text_changed (WeftGoToBar *self)
{
  stop_looking (self);
  set_message (self, "", FALSE);
}

static void
on_search_mode (WeftGoToBar *self)
{
  if (!weft_go_to_bar_get_shown (self))
    stop_looking (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

static void
weft_go_to_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      weft_go_to_bar_set_shown (WEFT_GO_TO_BAR (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_go_to_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      g_value_set_boolean (value, weft_go_to_bar_get_shown (WEFT_GO_TO_BAR (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_go_to_bar_dispose (GObject *object)
{
  WeftGoToBar *self = WEFT_GO_TO_BAR (object);

  stop_looking (self);
  g_clear_object (&self->state);
  g_clear_pointer (&self->search_bar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_go_to_bar_parent_class)->dispose (object);
}

static void
weft_go_to_bar_class_init (WeftGoToBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_go_to_bar_set_property;
  object_class->get_property = weft_go_to_bar_get_property;
  object_class->dispose = weft_go_to_bar_dispose;

  properties[PROP_SHOWN] =
    g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-go-to-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, search_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, message_label);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_mode);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
}

static void
weft_go_to_bar_init (WeftGoToBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_sliding_bar_rest (self->search_bar);
  gtk_search_bar_connect_entry (GTK_SEARCH_BAR (self->search_bar), GTK_EDITABLE (self->entry));
}
