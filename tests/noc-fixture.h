/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "weft-load.h"
#include "weft-noc-reader.h"
#include "weft-noc-trace.h"

/* NoC traces for tests. */

/* A trace out of JSON; `whole` says whether it was expected to be read to its end. Single quotes
 * stand for double ones. */
static inline WeftNocTrace *
read_noc_text (const char *json, gboolean whole)
{
  WeftReaderSetup setup = { .title = "made" };
  g_autoptr (WeftReader) reader = weft_noc_reader_new (&setup);
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_reader_feed (reader, text, strlen (text), 0, &error));
  g_assert_no_error (error);
  weft_reader_finish (reader);
  g_assert_true (weft_reader_is_whole (reader, &error) == whole);
  weft_trace_set_state (reader->trace, WEFT_TRACE_COMPLETE);
  return WEFT_NOC_TRACE (g_object_ref (reader->trace));
}

static inline WeftNocTrace *
read_noc (const char *json)
{
  return read_noc_text (json, TRUE);
}

/* The file or directory of the shared traces; NULL, after g_test_skip(), where there are none. */
static inline char *
shared_noc_path (const char *name)
{
  const char *folder = g_getenv ("WEFT_SHARED_TRACES");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "noc", name, NULL) : NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_test_skip ("The shared traces are not there");
  return NULL;
}

/* A trace that lies on disk, which must be read whole. */
static inline WeftNocTrace *
load_noc (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (WEFT_IS_NOC_TRACE (weft_load_get_trace (load)));
  return WEFT_NOC_TRACE (g_object_ref (weft_load_get_trace (load)));
}

/* A file of a capture: its name, and JSON with single quotes. */
typedef struct
{
  const char *name;
  const char *json;
} NocFile;

/* A trace of files that lie together in a folder for as long as they are read. */
static inline WeftNocTrace *
load_noc_files (const NocFile *files, guint n)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-noc-XXXXXX", NULL);
  g_autoptr (WeftNocTrace) trace = NULL;

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
          g_autofree char *text = g_strdelimit (g_strdup (files[i].json), "'", '"');

          if (pass == 0)
            g_assert_true (g_file_set_contents (path, text, -1, NULL));
          else
            g_unlink (path);
        }
      if (pass == 0)
        trace = load_noc (folder);
    }
  g_rmdir (folder);
  return g_steal_pointer (&trace);
}

/* Numbers are drawn one by one, as the order in which a function's arguments are evaluated is each
 * compiler's own. */
static inline void
draw_numbers (GRand *random, const int (*ranges)[2], guint n, int *numbers)
{
  for (guint i = 0; i < n; i++)
    numbers[i] = g_rand_int_range (random, ranges[i][0], ranges[i][1]);
}

/* The members of one random record that say what it does. */
static inline void
append_noc_deed (GString *text, GRand *random)
{
  static const int READ[][2] = { { 1, 256 }, { 0, 2 }, { 0, 12 } };
  static const int WRITE[][2] = { { 1, 256 }, { 0, 10 }, { 0, 12 } };
  static const int MULTICAST[][2] = { { 6, 8 }, { 7, 9 }, { 8, 10 }, { 9, 12 } };
  int kind = g_rand_int_range (random, 0, 10), v[4];

  if (kind < 4)
    {
      draw_numbers (random, READ, G_N_ELEMENTS (READ), v);
      g_string_append_printf (text, "'type':'READ','num_bytes':%d,'dx':%d,'dy':%d}", 32 * v[0],
                              5 * v[1], v[2]);
    }
  else if (kind < 6)
    {
      draw_numbers (random, WRITE, G_N_ELEMENTS (WRITE), v);
      g_string_append_printf (text, "'type':'WRITE_','num_bytes':%d,'dx':%d,'dy':%d}", 32 * v[0],
                              v[1], v[2]);
    }
  else if (kind < 7)
    {
      draw_numbers (random, MULTICAST, G_N_ELEMENTS (MULTICAST), v);
      g_string_append_printf (text,
                              "'type':'WRITE_MULTICAST','num_bytes':2048,"
                              "'mcast_start_x':%d,'mcast_start_y':%d,'mcast_end_x':%d,"
                              "'mcast_end_y':%d}",
                              v[0], v[1], v[2], v[3]);
    }
  else
    g_string_append_printf (text, "'type':'%s_BARRIER_%s','num_bytes':0}",
                            kind < 9 ? "READ" : "WRITE", g_rand_boolean (random) ? "START" : "END");
}

/* A random trace of reads, writes, multicasts and barriers on a Wormhole, with `n` events. */
static inline char *
make_noc_text (guint n, guint32 seed)
{
  static const int RECORD[][2] = { { 1, 5 }, { 1, 6 }, { 0, 60 }, { 0, 2 } };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("[");
  guint64 time = 1000;

  for (guint i = 0; i < n; i++)
    {
      int v[G_N_ELEMENTS (RECORD)];

      draw_numbers (random, RECORD, G_N_ELEMENTS (RECORD), v);
      time += (guint64) v[2];
      g_string_append_printf (text,
                              "%s{'proc':'%s','noc':'NOC_%d','vc':1,'sx':%d,'sy':%d,"
                              "'timestamp':%" G_GUINT64_FORMAT ",",
                              i > 0 ? "," : "", i % 2 ? "BRISC" : "NCRISC", v[3], v[0], v[1], time);
      append_noc_deed (text, random);
    }
  g_string_append (text, "]");
  return g_string_free (text, FALSE);
}
