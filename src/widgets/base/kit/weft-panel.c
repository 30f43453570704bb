/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-panel.h"

typedef struct
{
  GObject *state;
} WeftPanelPrivate;

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftPanel, weft_panel, GTK_TYPE_WIDGET)

static WeftPanelPrivate *
get_private (gpointer self)
{
  return weft_panel_get_instance_private (WEFT_PANEL (self));
}

gpointer
weft_panel_get_state (gpointer self)
{
  return get_private (self)->state;
}

static void
state_changed (WeftPanel *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    WEFT_PANEL_GET_CLASS (self)->update (self);
}

static void
weft_panel_map (GtkWidget *widget)
{
  WeftPanelClass *klass = WEFT_PANEL_GET_CLASS (widget);

  GTK_WIDGET_CLASS (weft_panel_parent_class)->map (widget);
  if (klass->update != NULL)
    klass->update (WEFT_PANEL (widget));
}

static void
weft_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_object (value, get_private (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPanelPrivate *priv = get_private (object);
  WeftPanelClass *klass = WEFT_PANEL_GET_CLASS (object);

  if (id != PROP_STATE)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (priv->state == NULL && (priv->state = g_value_dup_object (value)) != NULL)
    {
      for (guint i = 0; klass->followed != NULL && klass->followed[i] != NULL; i++)
        g_signal_connect_object (priv->state, klass->followed[i], G_CALLBACK (state_changed),
                                 object, G_CONNECT_SWAPPED);
      if (klass->set_up != NULL)
        klass->set_up (WEFT_PANEL (object));
    }
}

static void
weft_panel_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&get_private (object)->state);
  G_OBJECT_CLASS (weft_panel_parent_class)->dispose (object);
}

static void
weft_panel_class_init (WeftPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_panel_get_property;
  object_class->set_property = weft_panel_set_property;
  object_class->dispose = weft_panel_dispose;
  widget_class->map = weft_panel_map;
  properties[PROP_STATE] = g_param_spec_object ("state", NULL, NULL, G_TYPE_OBJECT,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_panel_init (WeftPanel *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_panel_new (GType type, gpointer state)
{
  g_return_val_if_fail (g_type_is_a (type, WEFT_TYPE_PANEL) && G_IS_OBJECT (state), NULL);

  return g_object_new (type, "state", state, NULL);
}
