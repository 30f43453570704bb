/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-entry-bar.h"

#include "weft-sliding-bar.h"
#include "weft-tooltip.h"
#include "weft-wrap-box.h"

typedef struct
{
  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *message;
  gboolean wrong; /* what is written is, which is said */
} WeftEntryBarPrivate;

enum
{
  PROP_0,
  PROP_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftEntryBar, weft_entry_bar, GTK_TYPE_WIDGET)

static WeftEntryBarPrivate *
get_private (WeftEntryBar *self)
{
  return weft_entry_bar_get_instance_private (self);
}

/* --- what is written, and said about it ------------------------------------------------------- */

const char *
weft_entry_bar_get_text (WeftEntryBar *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (get_private (self)->entry));
}

const char *
weft_entry_bar_get_message (WeftEntryBar *self)
{
  g_return_val_if_fail (WEFT_IS_ENTRY_BAR (self), NULL);

  return gtk_label_get_text (GTK_LABEL (get_private (self)->message));
}

void
weft_entry_bar_set_message (WeftEntryBar *self, const char *message)
{
  GtkWidget *label = get_private (self)->message;

  gtk_label_set_text (GTK_LABEL (label), message);
  weft_tooltip_set (label, *message != '\0' ? message : NULL);
  if (WEFT_ENTRY_BAR_GET_CLASS (self)->hides_message)
    gtk_widget_set_visible (label, *message != '\0');
}

gboolean
weft_entry_bar_is_wrong (WeftEntryBar *self)
{
  return get_private (self)->wrong;
}

void
weft_entry_bar_set_wrong (WeftEntryBar *self, const char *sentence)
{
  WeftEntryBarPrivate *priv = get_private (self);

  priv->wrong = sentence != NULL;
  if (priv->wrong)
    {
      gtk_widget_add_css_class (priv->entry, "error");
      gtk_widget_add_css_class (priv->message, "error");
      weft_entry_bar_set_message (self, sentence);
    }
  else
    {
      gtk_widget_remove_css_class (priv->entry, "error");
      gtk_widget_remove_css_class (priv->message, "error");
    }
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (priv->entry), GTK_ACCESSIBLE_STATE_INVALID,
    priv->wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* --- coming and going ------------------------------------------------------------------------- */

gboolean
weft_entry_bar_get_shown (WeftEntryBar *self)
{
  g_return_val_if_fail (WEFT_IS_ENTRY_BAR (self), FALSE);

  return gtk_search_bar_get_search_mode (GTK_SEARCH_BAR (get_private (self)->search_bar));
}

void
weft_entry_bar_set_shown (WeftEntryBar *self, gboolean shown)
{
  WeftEntryBarPrivate *priv = get_private (self);

  g_return_if_fail (WEFT_IS_ENTRY_BAR (self));

  gtk_search_bar_set_search_mode (GTK_SEARCH_BAR (priv->search_bar), shown);
  if (!shown)
    return;
  gtk_widget_grab_focus (priv->entry);
  gtk_editable_select_region (GTK_EDITABLE (priv->entry),
                              WEFT_ENTRY_BAR_GET_CLASS (self)->keeps_text ? -1 : 0, -1);
}

static void
on_search_mode (WeftEntryBar *self)
{
  WEFT_ENTRY_BAR_GET_CLASS (self)->shown (self, weft_entry_bar_get_shown (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

static gboolean
on_key (WeftEntryBar *self, guint key, guint code G_GNUC_UNUSED, GdkModifierType modifiers)
{
  if (WEFT_ENTRY_BAR_GET_CLASS (self)->key (self, key, modifiers))
    return GDK_EVENT_STOP;
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  weft_entry_bar_set_shown (self, FALSE);
  return GDK_EVENT_STOP;
}

/* --- the object ------------------------------------------------------------------------------- */

static gboolean
take_no_key (WeftEntryBar *self G_GNUC_UNUSED, guint key G_GNUC_UNUSED,
             GdkModifierType modifiers G_GNUC_UNUSED)
{
  return FALSE;
}

static void
ignore_shown (WeftEntryBar *self G_GNUC_UNUSED, gboolean shown G_GNUC_UNUSED)
{
}

static void
weft_entry_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      weft_entry_bar_set_shown (WEFT_ENTRY_BAR (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_entry_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SHOWN:
      g_value_set_boolean (value, weft_entry_bar_get_shown (WEFT_ENTRY_BAR (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_entry_bar_dispose (GObject *object)
{
  g_clear_pointer (&get_private (WEFT_ENTRY_BAR (object))->search_bar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_entry_bar_parent_class)->dispose (object);
}

static void
weft_entry_bar_class_init (WeftEntryBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_entry_bar_set_property;
  object_class->get_property = weft_entry_bar_get_property;
  object_class->dispose = weft_entry_bar_dispose;
  klass->key = take_no_key;
  klass->shown = ignore_shown;

  properties[PROP_SHOWN] =
    g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEARCH);
  g_type_ensure (WEFT_TYPE_WRAP_BOX); /* templates */
}

static void
weft_entry_bar_init (WeftEntryBar *self G_GNUC_UNUSED)
{
}

void
weft_entry_bar_set_up (WeftEntryBar *self, GtkWidget *search_bar, GtkWidget *entry,
                       GtkWidget *message)
{
  WeftEntryBarPrivate *priv = get_private (self);
  GtkEventController *keys = gtk_event_controller_key_new ();

  priv->search_bar = search_bar;
  priv->entry = entry;
  priv->message = message;
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (entry, keys);
  weft_sliding_bar_rest (search_bar);
  g_signal_connect_swapped (search_bar, "notify::search-mode-enabled", G_CALLBACK (on_search_mode),
                            self);
}
