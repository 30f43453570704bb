/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-description-find.h"

#include "config.h"
#include "weft-described-splitter.h"

#include <string.h>

#define FIRST_LINES 100

/* So many entries of a folder are looked at: one beside a trace may have many. */
#define MAX_ENTRIES 10000
#define MAX_DESCRIPTIONS 100

static const char magic[] = "SQLite format 3";

gboolean
weft_description_is_database (const char *head, gsize length)
{
  return length >= sizeof magic && memcmp (head, magic, sizeof magic) == 0;
}

/* --- one description -------------------------------------------------------------------------------- */

static gboolean
has_name (const WeftDescription *self, const char *name)
{
  g_autofree char *base = g_path_get_basename (name);

  if (g_str_has_suffix (base, ".gz") || g_str_has_suffix (base, ".zst"))
    *strrchr (base, '.') = '\0';
  for (guint i = 0; self->files[i] != NULL; i++)
    if (g_pattern_match_simple (self->files[i], base))
      return TRUE;
  return FALSE;
}

/* The line at `*p`, which is left at the next one. FALSE: there is none. */
static gboolean
take_line (const char **p, const char *end, const char **line, gsize *length)
{
  const char *eol = *p < end ? memchr (*p, '\n', (gsize) (end - *p)) : NULL;

  if (*p >= end)
    return FALSE;
  if (eol == NULL)
    eol = end;
  *line = *p;
  *length = (gsize) (eol - *p);
  *length -= *length > 0 && eol[-1] == '\r';
  *p = eol + 1;
  return TRUE;
}

static gboolean
has_line (const WeftDescription *self, const char *head, gsize length)
{
  g_autoptr (WeftPatternMatch) match = weft_pattern_match_new ();
  const char *p = head, *line;
  gsize n;

  for (guint i = 0; i < FIRST_LINES && take_line (&p, head + length, &line, &n); i++)
    if (n <= WEFT_PATTERN_MAX_LINE
        && weft_described_pattern_match (self->first_line, match, line, n) == WEFT_PATTERN_MATCHES)
      return TRUE;
  return FALSE;
}

static gboolean
has_header (const WeftDescription *self, const char *head, gsize length)
{
  const char *p = head, *line;
  g_auto (GStrv) columns = NULL;
  gsize n;

  do
    if (!take_line (&p, head + length, &line, &n))
      return FALSE;
  while (n == 0
         || (self->comment != NULL && n >= strlen (self->comment)
             && memcmp (line, self->comment, strlen (self->comment)) == 0));
  columns = weft_described_splitter_read_header (self, line, n);
  for (guint i = 0; self->header[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) columns, self->header[i]))
      return FALSE;
  return TRUE;
}

gboolean
weft_description_judge (const WeftDescription *self, const char *name, const char *head,
                        gsize length, WeftRecognition points[WEFT_N_RECOGNITIONS])
{
  gboolean is_said = FALSE, holds = TRUE;

  points[0] =
    (WeftRecognition){ "File", self->files != NULL, self->files != NULL && has_name (self, name) };
  points[1] = (WeftRecognition){ "Line", self->first_line != NULL,
                                 self->first_line != NULL && has_line (self, head, length) };
  points[2] = (WeftRecognition){ "Header", self->header != NULL,
                                 self->header != NULL && has_header (self, head, length) };
  points[3] =
    (WeftRecognition){ "Table", self->table != NULL,
                       self->table != NULL
                         && memmem (head, length, self->table, strlen (self->table)) != NULL };
  for (guint i = 0; i < WEFT_N_RECOGNITIONS; i++)
    {
      is_said = is_said || points[i].is_said;
      holds = holds && (!points[i].is_said || points[i].holds);
    }
  return is_said && holds
         && (self->input == WEFT_DESCRIPTION_SQLITE) == weft_description_is_database (head, length);
}

/* --- folders -------------------------------------------------------------------------------------------- */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
list_folder (const char *folder, GPtrArray *paths)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  const char *name;

  for (guint i = 0; dir != NULL && i < MAX_ENTRIES && (name = g_dir_read_name (dir)) != NULL; i++)
    if (g_str_has_suffix (name, WEFT_DESCRIPTION_SUFFIX) && *name != '.')
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        /* A pipe of that name would be waited for. */
        if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
          g_ptr_array_add (found, g_steal_pointer (&path));
      }
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    if (paths->len < MAX_DESCRIPTIONS)
      g_ptr_array_add (paths, found->pdata[i]);
    else
      g_free (found->pdata[i]);
}

static void
list_data (const char *data, GPtrArray *paths)
{
  g_autofree char *folder = g_build_filename (data, "weft", "formats", NULL);

  list_folder (folder, paths);
}

GPtrArray *
weft_description_list (const char *path)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *const *system = g_get_system_data_dirs ();
  const char *own = g_getenv ("WEFT_FORMATS");

  if (path != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (path);

      list_folder (folder, paths);
    }
  list_data (g_get_user_data_dir (), paths);
  for (guint i = 0; system[i] != NULL; i++)
    list_data (system[i], paths);
  /* Where the program was installed, or where it was built from, if that is elsewhere. */
  list_folder (own != NULL ? own : WEFT_FORMATS_DIR, paths);
  return paths;
}

WeftDescription *
weft_description_recognise (const char *path, const char *name, const char *head, gsize length,
                            GString *faults)
{
  g_autoptr (GPtrArray) paths = weft_description_list (path);

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftDescription) description = weft_description_open (paths->pdata[i], &error);
      WeftRecognition points[WEFT_N_RECOGNITIONS];

      if (description == NULL)
        g_string_append_printf (faults, "\n%s", error->message);
      else if (weft_description_judge (description, name, head, length, points))
        return g_steal_pointer (&description);
    }
  return NULL;
}

/* --- what was chosen ---------------------------------------------------------------------------------------- */

static GMutex chosen_lock;
static GHashTable *chosen; /* canonical path → WeftDescription */

void
weft_description_choose (const char *path, WeftDescription *description)
{
  g_mutex_lock (&chosen_lock);
  if (chosen == NULL)
    chosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                    (GDestroyNotify) weft_description_unref);
  g_hash_table_replace (chosen, g_canonicalize_filename (path, NULL),
                        weft_description_ref (description));
  g_mutex_unlock (&chosen_lock);
}

WeftDescription *
weft_description_get_chosen (const char *path)
{
  g_autofree char *key = g_canonicalize_filename (path, NULL);
  WeftDescription *description;

  g_mutex_lock (&chosen_lock);
  description = chosen != NULL ? g_hash_table_lookup (chosen, key) : NULL;
  if (description != NULL)
    weft_description_ref (description);
  g_mutex_unlock (&chosen_lock);
  return description;
}
