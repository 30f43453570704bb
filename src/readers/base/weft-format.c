/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
weft_format_list (void)
{
  GString *names = g_string_new (_ (weft_formats[0].name));

  for (guint i = 1; i < weft_n_formats; i++)
    g_string_append_printf (names, "; %s", _ (weft_formats[i].name));
  return g_string_free (names, FALSE);
}

char *
weft_format_list_signs (void)
{
  GString *signs = g_string_new (NULL);

  for (guint i = 0; i < weft_n_formats; i++)
    g_string_append_printf (signs, "\n%s: %s%s", _ (weft_formats[i].name),
                            _ (weft_formats[i].signs), i + 1 < weft_n_formats ? ";" : ".");
  return g_string_free (signs, FALSE);
}

const WeftFormat *
weft_format_of_lines (const char *text, gsize length, gboolean is_beginning, gboolean vague)
{
  for (guint i = 0; i < weft_n_formats; i++)
    {
      const WeftFormat *format = &weft_formats[i];

      if (format->sniff_lines != NULL && format->is_vague == vague
          && (is_beginning || format->within) && format->sniff_lines (text, length))
        return format;
    }
  return NULL;
}

const WeftFormat *
weft_format_of_bytes (const char *head, gsize length, gboolean *more)
{
  *more = FALSE;
  for (guint i = 0; i < weft_n_formats; i++)
    {
      const WeftFormat *format = &weft_formats[i];
      WeftSniff sniff =
        format->sniff_bytes != NULL ? format->sniff_bytes (head, length) : WEFT_SNIFF_NO;

      if (sniff == WEFT_SNIFF_YES)
        return format;
      *more = *more || sniff == WEFT_SNIFF_MORE;
    }
  return NULL;
}

const WeftFormat *
weft_format_of_name (const char *name)
{
  for (guint i = 0; i < weft_n_formats; i++)
    if (strcmp (weft_formats[i].name, name) == 0)
      return &weft_formats[i];
  return strcmp (weft_described_format.name, name) == 0 ? &weft_described_format : NULL;
}

const WeftFormat *
weft_format_of_directory (const char *directory, char ***parts)
{
  for (guint i = 0; i < weft_n_formats; i++)
    {
      const WeftFormat *format = &weft_formats[i];

      *parts = format->list_parts != NULL ? format->list_parts (directory) : NULL;
      if (*parts != NULL)
        return format;
    }
  return NULL;
}

char *
weft_format_explain_companion (const char *head, gsize length, const char *title)
{
  char *text = NULL;

  for (guint i = 0; text == NULL && length > 0 && i < weft_n_formats; i++)
    if (weft_formats[i].explain_companion != NULL)
      text = weft_formats[i].explain_companion (head, length, title);
  return text;
}
