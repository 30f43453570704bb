/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-settings.h"

#include <glib/gstdio.h>

#define COMPILED_SCHEMAS "/io/github/weft_viewer/Weft/gschemas.compiled"

static GSettingsSchema *
lookup_installed (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();

  return source != NULL ? g_settings_schema_source_lookup (source, WEFT_SETTINGS_SCHEMA, TRUE)
                        : NULL;
}

/* GIO reads schemas from folders alone, so the resource goes into one for as long as it takes. */
static GSettingsSchema *
lookup_embedded (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
    g_resources_lookup_data (COMPILED_SCHEMAS, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autofree char *folder = bytes != NULL ? g_dir_make_tmp ("weft-XXXXXX", &error) : NULL;
  g_autofree char *file = NULL;
  GSettingsSchemaSource *source = NULL;
  GSettingsSchema *schema;

  if (folder == NULL)
    g_error ("The settings have no schema: %s", error->message);
  file = g_build_filename (folder, "gschemas.compiled", NULL);
  if (g_file_set_contents (file, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                           &error))
    source = g_settings_schema_source_new_from_directory (folder, NULL, TRUE, &error);
  g_unlink (file);
  g_rmdir (folder);
  if (source == NULL)
    g_error ("The settings have no schema: %s", error->message);
  schema = g_settings_schema_source_lookup (source, WEFT_SETTINGS_SCHEMA, FALSE);
  g_settings_schema_source_unref (source);
  return schema;
}

GSettings *
weft_settings_get_default (void)
{
  static GSettings *settings;

  if (settings == NULL)
    {
      g_autoptr (GSettingsSchema) schema = lookup_installed ();

      if (schema == NULL)
        schema = lookup_embedded ();
      settings = g_settings_new_full (schema, NULL, NULL);
    }
  return settings;
}

void
weft_settings_bind_size (GSettings *settings, GtkWindow *window)
{
  const GSettingsBindFlags flags = G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES;

  g_settings_bind (settings, "window-width", window, "default-width", flags);
  g_settings_bind (settings, "window-height", window, "default-height", flags);
  g_settings_bind (settings, "window-maximized", window, "maximized", flags);
}
