/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-desktop-style.h"

#include <adwaita.h>

#include "weft-settings.h"

#define DESKTOP_SCHEMA "org.gnome.desktop.interface"
#define MONOSPACE_KEY "monospace-font-name"

struct _WeftDesktopStyle
{
  GObject parent_instance;

  GSettings *desktop; /* NULL where there is no such desktop */
};

G_DEFINE_FINAL_TYPE (WeftDesktopStyle, weft_desktop_style, G_TYPE_OBJECT)

static void
emit_changed (WeftDesktopStyle *self)
{
  g_signal_emit_by_name (self, "changed");
}

static WeftTheme
get_theme (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  if (adw_style_manager_get_high_contrast (manager))
    return adw_style_manager_get_dark (manager) ? WEFT_THEME_DARK_HIGH_CONTRAST
                                                : WEFT_THEME_LIGHT_HIGH_CONTRAST;
  return adw_style_manager_get_dark (manager) ? WEFT_THEME_DARK : WEFT_THEME_LIGHT;
}

static PangoFontDescription *
get_ui_font (GtkSettings *settings)
{
  g_autofree char *name = NULL;

  g_object_get (settings, "gtk-font-name", &name, NULL);
  return pango_font_description_from_string (name != NULL ? name : "Sans 10");
}

static PangoFontDescription *
get_mono_font (WeftDesktopStyle *self)
{
  g_autofree char *name =
    self->desktop != NULL ? g_settings_get_string (self->desktop, MONOSPACE_KEY) : NULL;

  return pango_font_description_from_string (name != NULL && *name != '\0' ? name : "Monospace");
}

double
weft_desktop_style_get_text_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / 1024.0 / 96.0 : 1.0;
}

/* Families of fonts are few, so their names may stay. Settings are read, not bound: all of the style is
 * made anew when one of its many sources has changed. */
static WeftStyleOptions
get_options (WeftDesktopStyle *self, GtkWidget *widget)
{
  PangoFontDescription *ui = get_ui_font (gtk_widget_get_settings (widget));
  PangoFontDescription *mono = get_mono_font (self);
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = get_theme ();
  options.hues = (WeftHues) g_settings_get_enum (weft_settings_get_default (), "hues");
  if (pango_font_description_get_family (ui) != NULL)
    options.ui_family = g_intern_string (pango_font_description_get_family (ui));
  if (pango_font_description_get_family (mono) != NULL)
    options.mono_family = g_intern_string (pango_font_description_get_family (mono));
  if (pango_font_description_get_size (ui) > 0 && !pango_font_description_get_size_is_absolute (ui))
    options.font_points = (double) pango_font_description_get_size (ui) / PANGO_SCALE;
  options.text_scale = weft_desktop_style_get_text_scale (widget);
  options.device_scale = gtk_widget_get_scale_factor (widget);
  pango_font_description_free (ui);
  pango_font_description_free (mono);
  return options;
}

void
weft_desktop_style_apply (WeftDesktopStyle *self, GtkWidget *widget, WeftViewState *state)
{
  WeftStyleOptions options;

  g_return_if_fail (WEFT_IS_DESKTOP_STYLE (self));

  options = get_options (self, widget);
  weft_view_state_set_style_options (state, &options);
}

WeftStyle *
weft_desktop_style_create (WeftDesktopStyle *self, GtkWidget *widget, WeftStyle *old)
{
  WeftStyleOptions options;

  g_return_val_if_fail (WEFT_IS_DESKTOP_STYLE (self), NULL);

  options = get_options (self, widget);
  return weft_style_new (&options, old);
}

void
weft_desktop_style_follow (WeftDesktopStyle *self, GtkWidget *widget, GCallback update)
{
  g_return_if_fail (WEFT_IS_DESKTOP_STYLE (self));

  g_signal_connect (widget, "notify::scale-factor", update, NULL);
  g_signal_connect_object (self, "changed", update, widget, G_CONNECT_SWAPPED);
}

static void
weft_desktop_style_finalize (GObject *object)
{
  WeftDesktopStyle *self = WEFT_DESKTOP_STYLE (object);

  g_clear_object (&self->desktop);
  G_OBJECT_CLASS (weft_desktop_style_parent_class)->finalize (object);
}

static void
weft_desktop_style_class_init (WeftDesktopStyleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_desktop_style_finalize;

  g_signal_new ("changed", WEFT_TYPE_DESKTOP_STYLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static GSettings *
open_desktop_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
    source != NULL ? g_settings_schema_source_lookup (source, DESKTOP_SCHEMA, TRUE) : NULL;

  if (schema == NULL || !g_settings_schema_has_key (schema, MONOSPACE_KEY))
    return NULL;
  return g_settings_new_full (schema, NULL, NULL);
}

static void
weft_desktop_style_init (WeftDesktopStyle *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkSettings *settings = gtk_settings_get_default ();

  self->desktop = open_desktop_settings ();
  if (self->desktop != NULL)
    g_signal_connect_object (self->desktop, "changed::" MONOSPACE_KEY, G_CALLBACK (emit_changed),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_settings_get_default (), "changed::hues", G_CALLBACK (emit_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-font-name", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
}

WeftDesktopStyle *
weft_desktop_style_get_default (void)
{
  static WeftDesktopStyle *style;

  if (style == NULL)
    style = g_object_new (WEFT_TYPE_DESKTOP_STYLE, NULL);
  return style;
}
