/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preferences.h"

#include "weft-color-reference.h"
#include "weft-gtk-compat.h"

/* Which widget shows which setting. A row of choices has the nicks of the values in
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
  { "memory", "rows_memory_spin", "value", { NULL } },
  { "index-files", "index_switch", "active", { NULL } },
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

/* The keys are those of the window. */
static void
show_keys (GtkWidget *window)
{
  gtk_widget_activate_action (window, "win.shortcuts", NULL);
}

GtkWidget *
weft_preferences_show (GtkWindow *over, GSettings *settings)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-preferences.ui");
  GObject *keys = gtk_builder_get_object (builder, "keys_button");

  weft_color_reference_fill (ADW_PREFERENCES_GROUP (gtk_builder_get_object (builder, "reference")));
  for (guint i = 0; i < G_N_ELEMENTS (bound); i++)
    g_settings_bind_with_mapping (
      settings, bound[i].key, gtk_builder_get_object (builder, bound[i].child), bound[i].property,
      G_SETTINGS_BIND_DEFAULT, bound[i].nicks[0] != NULL ? nick_to_index : NULL,
      bound[i].nicks[0] != NULL ? index_to_nick : NULL, (gpointer) bound[i].nicks, NULL);
  if (over != NULL)
    g_signal_connect_object (keys, "clicked", G_CALLBACK (show_keys), over, G_CONNECT_SWAPPED);
  return weft_compat_show_preferences (
    over, ADW_PREFERENCES_PAGE (gtk_builder_get_object (builder, "general")),
    ADW_PREFERENCES_PAGE (gtk_builder_get_object (builder, "colors")));
}
