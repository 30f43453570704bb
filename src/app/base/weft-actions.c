/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-actions.h"

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

void
weft_actions_install (GtkWidgetClass *klass, const WeftWidgetAction *actions, guint n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type,
                                     (GtkWidgetActionActivateFunc) actions[i].handler);
}
