/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-shelf.h"

#define HISTORY "query-history"
#define SAVED "saved-queries"

/* Writes a setting that is a dictionary of families with another value for one of them, which it takes. */
static void
set_family (GSettings *settings, const char *key, const char *family, GVariant *value)
{
  g_autoptr (GVariant) before = g_settings_get_value (settings, key);
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *name;
  GVariant *other;

  g_variant_builder_init (&builder, g_variant_get_type (before));
  g_variant_iter_init (&iter, before);
  while (g_variant_iter_next (&iter, "{&s@*}", &name, &other))
    {
      if (!g_str_equal (name, family))
        g_variant_builder_add (&builder, "{s@*}", name, other);
      g_variant_unref (other);
    }
  g_variant_builder_add (&builder, "{s@*}", family, taken);
  g_settings_set_value (settings, key, g_variant_builder_end (&builder));
}

/* --- history ------------------------------------------------------------------------------------ */

char **
weft_query_shelf_list_history (GSettings *settings, const char *family)
{
  g_autoptr (GVariant) families = g_settings_get_value (settings, HISTORY);
  char **queries = NULL;

  if (!g_variant_lookup (families, family, "^as", &queries))
    queries = g_new0 (char *, 1);
  return queries;
}

void
weft_query_shelf_add_history (GSettings *settings, const char *family, const char *sql)
{
  g_auto (GStrv) before = weft_query_shelf_list_history (settings, family);
  g_autoptr (GPtrArray) queries = g_ptr_array_new ();

  g_ptr_array_add (queries, (gpointer) sql);
  for (guint i = 0; before[i] != NULL && queries->len < WEFT_QUERY_SHELF_HISTORY; i++)
    if (!g_str_equal (before[i], sql))
      g_ptr_array_add (queries, before[i]);
  set_family (settings, HISTORY, family,
              g_variant_new_strv ((const char *const *) queries->pdata, queries->len));
}

/* --- saved -------------------------------------------------------------------------------------- */

/* (nullable) */
static GVariant *
get_saved (GSettings *settings, const char *family)
{
  g_autoptr (GVariant) families = g_settings_get_value (settings, SAVED);

  return g_variant_lookup_value (families, family, G_VARIANT_TYPE ("a{ss}"));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

char **
weft_query_shelf_list_saved (GSettings *settings, const char *family)
{
  g_autoptr (GVariant) saved = get_saved (settings, family);
  GPtrArray *names = g_ptr_array_new ();
  GVariantIter iter;
  char *name;

  if (saved != NULL)
    {
      g_variant_iter_init (&iter, saved);
      while (g_variant_iter_next (&iter, "{ss}", &name, NULL))
        g_ptr_array_add (names, name);
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

char *
weft_query_shelf_get_saved (GSettings *settings, const char *family, const char *name)
{
  g_autoptr (GVariant) saved = get_saved (settings, family);
  char *sql = NULL;

  if (saved != NULL)
    g_variant_lookup (saved, name, "s", &sql);
  return sql;
}

void
weft_query_shelf_save (GSettings *settings, const char *family, const char *name, const char *sql)
{
  g_autoptr (GVariant) before = get_saved (settings, family);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *other, *text;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  if (before != NULL)
    {
      g_variant_iter_init (&iter, before);
      while (g_variant_iter_next (&iter, "{&s&s}", &other, &text))
        if (!g_str_equal (other, name))
          g_variant_builder_add (&builder, "{ss}", other, text);
    }
  if (sql != NULL)
    g_variant_builder_add (&builder, "{ss}", name, sql);
  set_family (settings, SAVED, family, g_variant_builder_end (&builder));
}
