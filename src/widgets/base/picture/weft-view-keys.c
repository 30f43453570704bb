/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-keys.h"

#define MAX_ACCELERATION 10.0
#define REPEAT_TIME 120000

static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
  const char *type; /* of the two steps that the action takes; NULL: it takes none */
  int a, b;
} keys[] = {
  { GDK_KEY_f, 0, "view.fit" },
  { GDK_KEY_F, GDK_SHIFT_MASK, "view.fit-all" },
  { GDK_KEY_Return, 0, "view.fit" },
  { GDK_KEY_w, 0, "view.zoom-in" },
  { GDK_KEY_s, 0, "view.zoom-out" },
  { GDK_KEY_plus, 0, "view.zoom-in" },
  { GDK_KEY_plus, GDK_CONTROL_MASK, "view.zoom-in" },
  { GDK_KEY_equal, GDK_CONTROL_MASK, "view.zoom-in" },
  { GDK_KEY_KP_Add, GDK_CONTROL_MASK, "view.zoom-in" },
  { GDK_KEY_minus, 0, "view.zoom-out" },
  { GDK_KEY_minus, GDK_CONTROL_MASK, "view.zoom-out" },
  { GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "view.zoom-out" },
  { GDK_KEY_0, GDK_CONTROL_MASK, "view.fit-all" },
  { GDK_KEY_Left, GDK_ALT_MASK, "view.back" },
  { GDK_KEY_Right, GDK_ALT_MASK, "view.forward" },
  { GDK_KEY_Escape, 0, "view.step-back" },
  { GDK_KEY_c, 0, "page.cursor" },
  { GDK_KEY_C, GDK_SHIFT_MASK, "page.clear-cursors" },
  { GDK_KEY_Left, 0, "view.pan", "(dd)", -1, 0 },
  { GDK_KEY_Right, 0, "view.pan", "(dd)", 1, 0 },
  { GDK_KEY_Up, 0, "view.pan", "(dd)", 0, -1 },
  { GDK_KEY_Down, 0, "view.pan", "(dd)", 0, 1 },
  { GDK_KEY_a, 0, "view.pan", "(dd)", -1, 0 },
  { GDK_KEY_d, 0, "view.pan", "(dd)", 1, 0 },
  { GDK_KEY_Up, GDK_CONTROL_MASK, "view.select", "(ii)", -1, 0 },
  { GDK_KEY_Down, GDK_CONTROL_MASK, "view.select", "(ii)", 1, 0 },
  { GDK_KEY_Left, GDK_CONTROL_MASK, "view.select", "(ii)", 0, -1 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, "view.select", "(ii)", 0, 1 },
  { GDK_KEY_k, 0, "view.select", "(ii)", -1, 0 },
  { GDK_KEY_j, 0, "view.select", "(ii)", 1, 0 },
  { GDK_KEY_h, 0, "view.select", "(ii)", 0, -1 },
  { GDK_KEY_l, 0, "view.select", "(ii)", 0, 1 },
  { GDK_KEY_Page_Up, 0, "view.page", "i", -1, 0 },
  { GDK_KEY_Page_Down, 0, "view.page", "i", 1, 0 },
  { GDK_KEY_Home, 0, "view.edge", "i", -1, 0 },
  { GDK_KEY_End, 0, "view.edge", "i", 1, 0 },
};

static GVariant *
make_target (const char *type, int a, int b)
{
  if (type == NULL)
    return NULL;
  if (g_str_equal (type, "i"))
    return g_variant_new_int32 (a);
  return g_str_equal (type, "(dd)") ? g_variant_new (type, (double) a, (double) b)
                                    : g_variant_new (type, a, b);
}

static void
bind_keys (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GtkShortcut) shortcut =
        gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                          gtk_named_action_new (keys[i].action));

      gtk_shortcut_set_arguments (shortcut, make_target (keys[i].type, keys[i].a, keys[i].b));
      gtk_widget_class_add_shortcut (klass, shortcut);
    }
}

void
weft_view_keys_install (GtkWidgetClass *klass, GtkWidgetActionActivateFunc activate)
{
  static const char *const plain[] = { "view.fit",      "view.fit-all", "view.zoom-in",
                                       "view.zoom-out", "view.back",    "view.forward",
                                       "view.step-back" };

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    gtk_widget_class_install_action (klass, plain[i], NULL, activate);
  gtk_widget_class_install_action (klass, "view.pan", "(dd)", activate);
  gtk_widget_class_install_action (klass, "view.select", "(ii)", activate);
  gtk_widget_class_install_action (klass, "view.page", "i", activate);
  gtk_widget_class_install_action (klass, "view.edge", "i", activate);
  bind_keys (klass);
}

double
weft_view_keys_accelerate (WeftKeyRepeat *repeat)
{
  gint64 now = g_get_monotonic_time ();

  repeat->factor =
    now - repeat->last < REPEAT_TIME ? MIN (repeat->factor * 1.08, MAX_ACCELERATION) : 1;
  repeat->last = now;
  return repeat->factor;
}
