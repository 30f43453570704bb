/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-document-memory.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "weft-faults.h"
#include "weft-file-replace.h"

#define GROUP_DOCUMENT "Document"
#define GROUP_VIEW "View"

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "weft", "documents", NULL);
}

static char *
get_memory_path (const char *path)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1);

  return g_strdup_printf ("%s/%.32s.ini", folder, hash);
}

GKeyFile *
weft_document_memory_open (const char *path)
{
  g_autofree char *memory_path = get_memory_path (path);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *known = NULL;

  if (!g_key_file_load_from_file (file, memory_path, G_KEY_FILE_NONE, NULL))
    return g_steal_pointer (&file);
  known = g_key_file_get_string (file, GROUP_DOCUMENT, "path", NULL);
  return g_strcmp0 (known, path) == 0 ? g_steal_pointer (&file) : g_key_file_new ();
}

gboolean
weft_document_memory_load (const char *path, WeftViewOptions *options)
{
  g_autoptr (GKeyFile) file = weft_document_memory_open (path);

  if (!g_key_file_has_group (file, GROUP_VIEW))
    return FALSE;
  weft_view_options_read_key_file (options, file, GROUP_VIEW);
  return TRUE;
}

typedef struct
{
  char *path;
  gint64 time;
} Entry;

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->path);
}

static int
compare_age (gconstpointer a, gconstpointer b)
{
  gint64 ta = ((const Entry *) a)->time, tb = ((const Entry *) b)->time;

  return (ta > tb) - (ta < tb);
}

static void
forget_oldest (const char *folder)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (entries, entry_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { g_build_filename (folder, name, NULL), 0 };
      GStatBuf status;

      if (g_stat (entry.path, &status) == 0)
        entry.time = (gint64) status.st_mtime;
      g_array_append_val (entries, entry);
    }
  if (entries->len <= WEFT_DOCUMENT_MEMORY_SIZE)
    return;
  g_array_sort (entries, compare_age);
  for (guint i = 0; i < entries->len - WEFT_DOCUMENT_MEMORY_SIZE; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}

static void
tell (const GError *error)
{
  g_autofree char *text = NULL;

  if (error != NULL)
    text = g_strdup_printf (_ ("What is remembered of files (bookmarks, filters, views) can't be "
                               "written: %s. What was remembered before is still there."),
                            error->message);
  weft_faults_set (weft_faults_get_default (), "notes", text);
}

void
weft_document_memory_keep (const char *path, GKeyFile *file)
{
  g_autofree char *memory_path = get_memory_path (path);
  g_autofree char *folder = get_folder ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_new = !g_file_test (memory_path, G_FILE_TEST_EXISTS);
  gsize length;

  g_key_file_set_string (file, GROUP_DOCUMENT, "path", path);
  text = g_key_file_to_data (file, &length, NULL);
  g_mkdir_with_parents (folder, 0700);
  /* Nobody waits for the disk: what a failing machine loses of this does no harm. */
  weft_file_replace (memory_path, text, length, 0600, FALSE, &error);
  tell (error);
  if (is_new)
    forget_oldest (folder);
}

void
weft_document_memory_save (const char *path, WeftViewOptions *options)
{
  g_autoptr (GKeyFile) file = weft_document_memory_open (path);

  weft_view_options_write_key_file (options, file, GROUP_VIEW);
  weft_document_memory_keep (path, file);
}
