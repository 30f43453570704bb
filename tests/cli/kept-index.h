/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run-cli.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <utime.h>

/* Index files of the program, in a cache of their own. */

static char *cache;

/* A copy of a sample that was written to long ago: (transfer full). */
static inline char *
copy_sample (const char *name)
{
  g_autofree char *sample = cli_sample (name), *bytes = NULL;
  struct utimbuf old = { 1000000000, 1000000000 };
  gsize length;
  char *path;

  g_assert_true (g_file_get_contents (sample, &bytes, &length, NULL));
  path = cli_write_file (name, bytes, (gssize) length);
  g_assert_cmpint (utime (path, &old), ==, 0);
  return path;
}

static inline char *
folder_path (void)
{
  return g_build_filename (cache, "weft", "index", NULL);
}

/* The one file there with such a name: (transfer full); NULL: there is none. */
static inline char *
find_file (const char *suffix)
{
  g_autofree char *folder = folder_path (), *found = NULL;
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, suffix))
      {
        g_assert_null (found);
        found = g_build_filename (folder, name, NULL);
      }
  return g_steal_pointer (&found);
}

static inline char *
find_index (void)
{
  return find_file (".index");
}

/* The file of what was derived from its trace. */
static inline char *
find_derived (void)
{
  return find_file (".stats.derived");
}

static inline void
clear (void)
{
  g_auto (CliResult) result = cli_run ("index", "--clear");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_null (find_file (""));
}

/* Makes the file look as if it had been of use long ago, and says which it is; NULL: there is none. */
static inline struct stat
make_old (const char *path)
{
  struct utimbuf old = { 1000000000, 1000000000 };
  struct stat status = { 0 };

  if (path != NULL)
    g_assert_true (utime (path, &old) == 0 && stat (path, &status) == 0);
  return status;
}

/* One that was written anew is another file. */
static inline gboolean
was_used (const char *path, const struct stat *before)
{
  struct stat after;

  return path != NULL && stat (path, &after) == 0 && after.st_ino == before->st_ino
         && after.st_mtime != before->st_mtime;
}

/* Runs it, and tells whether the index file was of use; `all` is what came of it. */
static inline gboolean
run (const char *const *arguments, CliResult *all)
{
  g_autofree char *index = find_index ();
  struct stat before = make_old (index);

  *all = cli_run_with (NULL, arguments);
  return was_used (index, &before);
}

/* The same of what was derived. */
static inline gboolean
run_derived (const char *const *arguments, CliResult *all)
{
  g_autofree char *derived = find_derived ();
  struct stat before = make_old (derived);

  *all = cli_run_with (NULL, arguments);
  return was_used (derived, &before);
}

static inline void
assert_same (const CliResult *a, const CliResult *b)
{
  g_assert_cmpint (a->status, ==, b->status);
  g_assert_cmpmem (a->out, a->out_length, b->out, b->out_length);
  g_assert_cmpstr (a->err, ==, b->err);
}

/* The same from a load, from a load that leaves an index file, and from that. */
static inline void
assert_same_command (const char *path, const char *command, const char *option)
{
  const char *arguments[] = { command, path, option, NULL };
  const char *loading[] = { command, path, "--no-index", option, NULL };
  g_auto (CliResult) load = { 0 }, first = { 0 }, second = { 0 };
  g_autofree char *index = NULL;

  clear ();
  run (loading, &load);
  g_assert_null (find_index ());
  g_assert_cmpint (load.status, !=, 64);
  g_assert_true (load.out_length > 0 || *load.err != '\0');
  g_assert_false (run (arguments, &first));
  index = find_index ();
  g_assert_nonnull (index);
  g_assert_true (run (arguments, &second));
  assert_same (&load, &first);
  assert_same (&load, &second);
}

static inline void
assert_same_picture (const char *path)
{
  g_autofree char *picture = cli_write_file ("picture.png", "", 0);
  g_autofree char *load = NULL, *second = NULL;
  gsize load_length, second_length;

  clear ();
  for (guint i = 0; i < 3; i++)
    {
      g_auto (CliResult) result = cli_run ("render", path, "-o", picture);

      g_assert_cmpint (result.status, ==, 0);
      g_free (i == 0 ? NULL : g_steal_pointer (&second));
      g_assert_true (g_file_get_contents (picture, i == 0 ? &load : &second,
                                          i == 0 ? &load_length : &second_length, NULL));
    }
  g_assert_cmpmem (load, load_length, second, second_length);
}

static inline void
assert_loaded (const char *path, const CliResult *expected)
{
  const char *arguments[] = { "dump", path, NULL };
  g_auto (CliResult) found = { 0 };

  run (arguments, &found);
  assert_same (expected, &found);
}

/* The same file, compressed: (transfer full). */
static inline char *
compress (const char *path)
{
  g_autoptr (GConverter) gzip =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, gzip);
  g_autofree char *bytes = NULL, *name = g_path_get_basename (path);
  g_autofree char *compressed = g_strconcat (name, ".gz", NULL);
  struct utimbuf old = { 1000000000, 1000000000 };
  gsize length;
  char *result;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_output_stream_write_all (stream, bytes, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  result = cli_write_file (
    compressed, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
    (gssize) g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  g_assert_cmpint (utime (result, &old), ==, 0);
  return result;
}
