/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-color-table.h"

#include <stdio.h>
#include <string.h>

/* (transfer full) Colours by name, which are valid UTF-8: GUINT_TO_POINTER. */
static GHashTable *
parse (const char *text)
{
  GHashTable *colors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GVariant) value = g_variant_parse (G_VARIANT_TYPE ("a{ss}"), text, NULL, NULL, NULL);
  const char *name, *color;
  GVariantIter iter;

  if (value == NULL)
    return colors;
  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &color))
    {
      unsigned rgb;

      if (sscanf (color, "#%6x", &rgb) == 1)
        g_hash_table_insert (colors, g_strdup (name), GUINT_TO_POINTER (0xff000000u | rgb));
    }
  return colors;
}

/* On any thread. */
static WeftColor
get_color (const WeftKindInfo *info, gpointer user_data)
{
  g_autofree char *name = g_utf8_make_valid (info->name, -1);

  return GPOINTER_TO_UINT (g_hash_table_lookup (user_data, name));
}

const WeftPipelineCustom *
weft_pipeline_color_table_get (const char *text)
{
  static GHashTable *tables;
  WeftPipelineCustom *custom;

  if (tables == NULL)
    tables = g_hash_table_new (g_str_hash, g_str_equal);
  custom = g_hash_table_lookup (tables, text);
  if (custom == NULL)
    {
      custom = g_new0 (WeftPipelineCustom, 1);
      custom->color = get_color;
      custom->user_data = parse (text);
      custom->serial = g_hash_table_size (tables) + 1;
      g_hash_table_insert (tables, g_strdup (text), custom);
    }
  return custom;
}

WeftColor
weft_pipeline_color_table_find (const char *text, const char *name)
{
  return GPOINTER_TO_UINT (
    g_hash_table_lookup (weft_pipeline_color_table_get (text)->user_data, name));
}

char *
weft_pipeline_color_table_set (const char *text, const char *name, WeftColor color)
{
  g_autoptr (GHashTable) colors = parse (text);
  g_autoptr (GList) names = NULL;
  g_autoptr (GVariant) value = NULL;
  GVariantBuilder builder;

  if (color == WEFT_COLOR_NONE)
    g_hash_table_remove (colors, name);
  else
    g_hash_table_insert (colors, g_strdup (name), GUINT_TO_POINTER (color | 0xff000000u));
  if (g_hash_table_size (colors) == 0)
    return g_strdup ("");
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  names = g_list_sort (g_hash_table_get_keys (colors), (GCompareFunc) strcmp);
  for (GList *item = names; item != NULL; item = item->next)
    {
      guint rgb = GPOINTER_TO_UINT (g_hash_table_lookup (colors, item->data)) & 0xffffffu;
      g_autofree char *hex = g_strdup_printf ("#%06x", rgb);

      g_variant_builder_add (&builder, "{ss}", item->data, hex);
    }
  value = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_print (value, FALSE);
}
