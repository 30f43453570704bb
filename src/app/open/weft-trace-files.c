/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-trace-files.h"

/* All types that the program brings with it begin so. */
#define OWN_TYPES "application/vnd.weft."

static const char *const endings[] = { ".log",   ".kanata",   ".o3pipeview", ".out",
                                       ".trace", ".json",     ".jsonl",      ".npeviz",
                                       ".btr1",  ".weftlive", ".weftspace" };
static const char *const compressions[] = { "", ".gz", ".zst" };

/* Whether the first `length` bytes of `name` end so. */
static gboolean
ends_with (const char *name, gsize length, const char *ending)
{
  gsize n = strlen (ending);

  return length > n && g_ascii_strncasecmp (name + length - n, ending, n) == 0;
}

static gboolean
matches_name (const char *name)
{
  gsize length = strlen (name);

  for (guint i = 1; i < G_N_ELEMENTS (compressions); i++)
    if (ends_with (name, length, compressions[i]))
      {
        length -= strlen (compressions[i]);
        break;
      }
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (ends_with (name, length, endings[i]))
      return TRUE;
  return FALSE;
}

gboolean
weft_trace_files_match (GFileInfo *info)
{
  const char *type =
    g_file_info_get_attribute_string (info, G_FILE_ATTRIBUTE_STANDARD_CONTENT_TYPE);

  return (type != NULL && g_str_has_prefix (type, OWN_TYPES))
         || matches_name (g_file_info_get_display_name (info));
}

GtkFileFilter *
weft_trace_files_create_filter (const char *name)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    for (guint j = 0; j < G_N_ELEMENTS (compressions); j++)
      {
        g_autofree char *pattern = g_strconcat ("*", endings[i], compressions[j], NULL);

        gtk_file_filter_add_pattern (filter, pattern);
      }
  return filter;
}
