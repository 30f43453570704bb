/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-timeline-files.h"

#include "weft-json-reading.h"
#include "weft-source.h"

#include <string.h>

/* An array of events is recognised within so much of its beginning. */
#define ARRAY_HEAD 4096

/* So much of a file in a directory is looked at. */
#define HEAD_SIZE WEFT_JSON_SHORT

/* --- recognising ---------------------------------------------------------------------------------- */

static gboolean
has (const char *head, const char *end, const char *word)
{
  return memmem (head, (gsize) (end - head), word, strlen (word)) != NULL;
}

WeftSniff
weft_timeline_files_sniff (const char *head, gsize length)
{
  const char *end = head + length, *p = weft_json_find_document (head, end);

  if (p < end && *p != '{' && *p != '[')
    return WEFT_SNIFF_NO;
  if (p < end && *p == '{')
    {
      if (has (p, end, "\"traceEvents\""))
        return WEFT_SNIFF_YES;
      return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
    }
  if (has (p, end, "\"ph\"") && (has (p, end, "\"pid\"") || has (p, end, "\"ts\"")))
    return WEFT_SNIFF_YES;
  return length < ARRAY_HEAD ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}

/* --- directories ---------------------------------------------------------------------------------- */

gint64
weft_timeline_files_guess_rank (const char *name)
{
  static const char *const words[] = { "rank", "worker" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    for (const char *p = strstr (lower, words[i]); p != NULL; p = strstr (p, words[i]))
      {
        guint64 rank;
        char *end;

        p += strlen (words[i]);
        if (*p == '-' || *p == '_' || *p == '.' || *p == '=')
          p++;
        if (!g_ascii_isdigit (*p))
          continue;
        rank = g_ascii_strtoull (p, &end, 10);
        if (rank < G_MAXINT32)
          return (gint64) rank;
      }
  return -1;
}

static gboolean
has_json (const char *name)
{
  static const char *const suffixes[] = { ".json", ".json.gz", ".json.zst", ".trace", ".trace.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_timeline (const char *path)
{
  g_autoptr (WeftSource) source = NULL;
  g_autofree char *head = NULL;
  gssize length;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  source = weft_source_open (path, NULL);
  head = g_malloc (HEAD_SIZE);
  length = source != NULL ? weft_source_read (source, head, HEAD_SIZE, NULL, NULL) : 0;
  return length > 0 && weft_timeline_files_sniff (head, (gsize) length) == WEFT_SNIFF_YES;
}

/* By rank; those without one behind, by name. */
static int
compare_paths (gconstpointer a, gconstpointer b)
{
  g_autofree char *x = g_path_get_basename (*(char *const *) a);
  g_autofree char *y = g_path_get_basename (*(char *const *) b);
  guint64 x_rank = (guint64) weft_timeline_files_guess_rank (x);
  guint64 y_rank = (guint64) weft_timeline_files_guess_rank (y);

  if (x_rank != y_rank)
    return x_rank < y_rank ? -1 : 1;
  return strcmp (x, y);
}

char **
weft_timeline_files_list (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      if (has_json (name) && is_timeline (path))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  if (paths->len == 0)
    return NULL;
  g_ptr_array_sort (paths, compare_paths);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}
