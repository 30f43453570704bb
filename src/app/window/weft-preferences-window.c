/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preferences-window.h"

#include "weft-color-reference.h"

struct _WeftPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  GtkWidget *color_scheme_row;
  GtkWidget *hues_row;
  GtkWidget *reference;
  GtkWidget *session_switch;
  GtkWidget *clock_spin;
  GtkWidget *time_switch;
  GtkWidget *memory_spin;
  GtkWidget *npu_scheme_row;
  GtkWidget *bus_heat_row;
  GtkWidget *reload_switch;
  GtkWidget *layout_row;
  GtkWidget *lanes_row;
  GtkWidget *scheme_row;
  GtkWidget *arrows_row;
  GtkWidget *hide_flushed_switch;
  GtkWidget *follow_switch;
};

G_DEFINE_FINAL_TYPE (WeftPreferencesWindow, weft_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

/* --- rows of choices ------------------------------------------------------------------------------ */

/* The nicks of the values in the order of the row's choices. */
static const char *const color_schemes[] = { "system", "light", "dark", NULL };
static const char *const hues[] = { "clear", "muted", NULL };
static const char *const npu_schemes[] = { "engine", "op", "layer", "qbits", NULL };
static const char *const bus_heats[] = { "count", "wait", "retries", NULL };
static const char *const layouts[] = { "time", "straightened", NULL };
static const char *const lanes[] = { "overlaid", "split", NULL };
static const char *const schemes[] = { "stage", "depth", "thread", "single", NULL };
static const char *const arrows[] = { "off", "straight", "curve", NULL };

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

static void
bind_row (GSettings *settings, const char *key, GtkWidget *row, const char *const *nicks)
{
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                nick_to_index, index_to_nick, (gpointer) nicks, NULL);
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
  static const struct
  {
    const char *name;
    gssize offset;
  } children[] = {
#define CHILD(name) { #name, G_STRUCT_OFFSET (WeftPreferencesWindow, name) }
    CHILD (color_scheme_row), CHILD (hues_row),
    CHILD (reference),        CHILD (session_switch),
    CHILD (reload_switch),    CHILD (clock_spin),
    CHILD (memory_spin),      CHILD (layout_row),
    CHILD (lanes_row),        CHILD (scheme_row),
    CHILD (arrows_row),       CHILD (npu_scheme_row),
    CHILD (bus_heat_row),     CHILD (hide_flushed_switch),
    CHILD (follow_switch),    CHILD (time_switch),
#undef CHILD
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-preferences-window.ui");
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i].name, FALSE,
                                               children[i].offset);
  gtk_widget_class_bind_template_callback (widget_class, on_keys);
}

static void
weft_preferences_window_init (WeftPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_color_reference_fill (ADW_PREFERENCES_GROUP (self->reference));
}

GtkWidget *
weft_preferences_window_new (GSettings *settings)
{
  WeftPreferencesWindow *self = g_object_new (WEFT_TYPE_PREFERENCES_WINDOW, NULL);

  bind_row (settings, "color-scheme", self->color_scheme_row, color_schemes);
  bind_row (settings, "hues", self->hues_row, hues);
  bind_row (settings, "npu-scheme", self->npu_scheme_row, npu_schemes);
  bind_row (settings, "bus-heat", self->bus_heat_row, bus_heats);
  bind_row (settings, "layout", self->layout_row, layouts);
  bind_row (settings, "lanes", self->lanes_row, lanes);
  bind_row (settings, "scheme", self->scheme_row, schemes);
  bind_row (settings, "arrows", self->arrows_row, arrows);
  g_settings_bind (settings, "restore-session", self->session_switch, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "clock", self->clock_spin, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "show-time", self->time_switch, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "live-memory", self->memory_spin, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "reload-automatically", self->reload_switch, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "hide-flushed", self->hide_flushed_switch, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "follow", self->follow_switch, "active", G_SETTINGS_BIND_DEFAULT);
  return GTK_WIDGET (self);
}
