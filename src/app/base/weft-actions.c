/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-actions.h"

#include "weft-crash-report.h"

static void
note (GAction *action)
{
  weft_crash_report_note (g_action_get_name (action));
}

void
weft_actions_add (GActionMap *map, const WeftAction *actions, guint n_actions, gpointer object)
{
  for (guint i = 0; i < n_actions; i++)
    {
      const WeftAction *entry = &actions[i];
      const GVariantType *type = entry->type != NULL ? G_VARIANT_TYPE (entry->type) : NULL;
      gboolean changes = entry->state != NULL && type == NULL;
      g_autoptr (GSimpleAction) action =
        entry->state != NULL
          ? g_simple_action_new_stateful (entry->name, type, g_variant_new_parsed (entry->state))
          : g_simple_action_new (entry->name, type);

      g_signal_connect (action, changes ? "change-state" : "activate", G_CALLBACK (note), NULL);
      g_signal_connect_swapped (action, changes ? "change-state" : "activate", entry->handler,
                                object);
      g_action_map_add_action (map, G_ACTION (action));
    }
}

static GSimpleAction *
lookup (GActionMap *map, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (map, name));
}

void
weft_actions_enable (GActionMap *map, const WeftAction *actions, guint n_actions, guint there)
{
  for (guint i = 0; i < n_actions; i++)
    g_simple_action_set_enabled (lookup (map, actions[i].name), (actions[i].needs & ~there) == 0);
}

void
weft_actions_set_state (GActionMap *map, const char *name, GVariant *state)
{
  g_simple_action_set_state (lookup (map, name), state);
}

/* The handler lies at the class that it was installed in, under the action's name. */
static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GQuark key = g_quark_try_string (name);
  GType type = G_OBJECT_TYPE (widget);
  GtkWidgetActionActivateFunc handler = NULL;

  weft_crash_report_note (name);
  for (; handler == NULL && type != 0; type = g_type_parent (type))
    handler = (GtkWidgetActionActivateFunc) g_type_get_qdata (type, key);
  handler (widget, name, parameter);
}

void
weft_actions_install (GtkWidgetClass *klass, const WeftWidgetAction *actions, guint n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    {
      g_type_set_qdata (G_TYPE_FROM_CLASS (klass), g_quark_from_static_string (actions[i].name),
                        (gpointer) actions[i].handler);
      gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, activate);
    }
}
