/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-index-cache.h"

#include "weft-index-format.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define SUFFIX ".index"
#define DERIVED_SUFFIX ".derived"

#define QUOTA ((guint64) 10 << 30)
#define RESERVE ((guint64) 2 << 30)
#define SHARE 10 /* of a disk on which these are more */

/* A writer that is at work has written within so many seconds. */
#define PASSING_AGE 3600

char *
weft_index_cache_get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "weft", "index", NULL);
}

gboolean
weft_index_cache_make (void)
{
  g_autofree char *folder = weft_index_cache_get_folder ();

  return g_mkdir_with_parents (folder, 0700) == 0;
}

static char *
get_path (const char *source, const char *suffix)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, source, -1);
  g_autofree char *name = g_strconcat (sum, suffix, NULL);

  return g_build_filename (folder, name, NULL);
}

char *
weft_index_cache_get_path (const char *source)
{
  return get_path (source, SUFFIX);
}

char *
weft_index_cache_get_derived_path (const char *source, const char *what)
{
  g_autofree char *suffix = g_strconcat (".", what, DERIVED_SUFFIX, NULL);

  return get_path (source, suffix);
}

/* The folder's disk; 0: not known. */
static guint64
measure_disk (void)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  struct statvfs disk;

  return statvfs (folder, &disk) == 0 ? (guint64) disk.f_blocks * disk.f_frsize : 0;
}

guint64
weft_index_cache_get_quota (void)
{
  const char *quota = g_getenv ("WEFT_INDEX_QUOTA");

  if (quota != NULL)
    return g_ascii_strtoull (quota, NULL, 10);
  return MIN (QUOTA, measure_disk () / SHARE);
}

guint64
weft_index_cache_get_reserve (void)
{
  return MIN (RESERVE, measure_disk () / SHARE);
}

void
weft_index_cache_touch (const char *path)
{
  utimensat (AT_FDCWD, path, NULL, 0);
}

static void
entry_free (gpointer data)
{
  WeftIndexEntry *entry = data;

  g_free (entry->path);
  g_free (entry);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const WeftIndexEntry *x = *(WeftIndexEntry *const *) a, *y = *(WeftIndexEntry *const *) b;

  if (x->used != y->used)
    return x->used < y->used ? 1 : -1;
  return strcmp (x->path, y->path);
}

/* Adds those whose names begin and end so. */
static void
list_files (GPtrArray *entries, const char *prefix, const char *suffix)
{
  g_autofree char *folder = weft_index_cache_get_folder ();
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;
      WeftIndexEntry *entry;

      if (!g_str_has_prefix (name, prefix) || !g_str_has_suffix (name, suffix)
          || g_lstat (path, &status) != 0 || !S_ISREG (status.st_mode))
        continue;
      entry = g_new (WeftIndexEntry, 1);
      *entry =
        (WeftIndexEntry){ g_steal_pointer (&path), (guint64) status.st_size,
                          (gint64) status.st_mtime, g_str_has_suffix (name, DERIVED_SUFFIX) };
      g_ptr_array_add (entries, entry);
    }
}

GPtrArray *
weft_index_cache_list (void)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  list_files (entries, "", SUFFIX);
  list_files (entries, "", DERIVED_SUFFIX);
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

void
weft_index_cache_trim (void)
{
  g_autoptr (GPtrArray) kept = weft_index_cache_list ();
  g_autoptr (GPtrArray) passing = g_ptr_array_new_with_free_func (entry_free);
  guint64 quota = weft_index_cache_get_quota (), size = 0;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  for (guint i = 0; i < kept->len; i++)
    {
      const WeftIndexEntry *entry = g_ptr_array_index (kept, i);

      size += entry->size;
      if (size > quota)
        g_unlink (entry->path);
    }
  list_files (passing, WEFT_INDEX_PASSING, "");
  for (guint i = 0; i < passing->len; i++)
    {
      const WeftIndexEntry *entry = g_ptr_array_index (passing, i);

      if (entry->used < now - PASSING_AGE)
        g_unlink (entry->path);
    }
}
