/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preferences-window.h"

#include "weft-color-reference.h"
#include "weft-gtk-compat.h"

struct _WeftPreferencesWindow
{
  AdwPreferencesWindow parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftPreferencesWindow, weft_preferences_window,
                     weft_compat_preferences_window_get_type ())

/* Which widget of the template shows which setting. A row of choices has the nicks of the values in
 * the order of its choices. */
static const struct
{
  const char *key;
  const char *child;
  const char *property;
  const char *nicks[5]; /* ends with NULL; none: the setting is the property */
} bound[] = {
  { "color-scheme", "color_scheme_row", "selected", { "system", "light", "dark" } },
  { "hues", "hues_row", "selected", { "clear", "muted" } },
  { "npu-scheme", "npu_scheme_row", "selected", { "engine", "op", "layer", "qbits" } },
  { "timeline-scheme", "timeline_scheme_row", "selected", { "name", "category", "track" } },
  { "bus-heat", "bus_heat_row", "selected", { "count", "wait", "retries" } },
  { "layout", "layout_row", "selected", { "time", "straightened" } },
  { "lanes", "lanes_row", "selected", { "overlaid", "split" } },
  { "scheme", "scheme_row", "selected", { "stage", "depth", "thread", "single" } },
  { "arrows", "arrows_row", "selected", { "off", "straight", "curve" } },
  { "restore-session", "session_switch", "active", { NULL } },
  { "clock", "clock_spin", "value", { NULL } },
  { "show-time", "time_switch", "active", { NULL } },
  { "live-memory", "memory_spin", "value", { NULL } },
  { "reload-automatically", "reload_switch", "active", { NULL } },
  { "hide-flushed", "hide_flushed_switch", "active", { NULL } },
  { "follow", "follow_switch", "active", { NULL } },
};

static gboolean
nick_to_index (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *nicks = data;

  for (guint i = 0; nicks[i] != NULL; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (variant, NULL)))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
index_to_nick (const GValue *value, const GVariantType *type G_GNUC_UNUSED, gpointer data)
{
  const char *const *nicks = data;
  guint index = g_value_get_uint (value);

  return index < g_strv_length ((char **) nicks) ? g_variant_new_string (nicks[index]) : NULL;
}

/* --- the window -------------------------------------------------------------------------------------- */

/* The keys are those of the window behind. */
static void
on_keys (WeftPreferencesWindow *self)
{
  GtkWindow *behind = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (behind != NULL)
    gtk_widget_activate_action (GTK_WIDGET (behind), "win.shortcuts", NULL);
}

static void
weft_preferences_window_class_init (WeftPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-preferences-window.ui");
  gtk_widget_class_bind_template_child_full (widget_class, "reference", FALSE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (bound); i++)
    gtk_widget_class_bind_template_child_full (widget_class, bound[i].child, FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, on_keys);
}

/* (transfer none) */
static GObject *
get_child (WeftPreferencesWindow *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), WEFT_TYPE_PREFERENCES_WINDOW, name);
}

static void
weft_preferences_window_init (WeftPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_color_reference_fill (ADW_PREFERENCES_GROUP (get_child (self, "reference")));
}

GtkWidget *
weft_preferences_window_new (GSettings *settings)
{
  WeftPreferencesWindow *self = g_object_new (WEFT_TYPE_PREFERENCES_WINDOW, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bound); i++)
    g_settings_bind_with_mapping (
      settings, bound[i].key, get_child (self, bound[i].child), bound[i].property,
      G_SETTINGS_BIND_DEFAULT, bound[i].nicks[0] != NULL ? nick_to_index : NULL,
      bound[i].nicks[0] != NULL ? index_to_nick : NULL, (gpointer) bound[i].nicks, NULL);
  return GTK_WIDGET (self);
}
