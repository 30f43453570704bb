/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <string.h>

/* Runs weft-cli, whose path is in WEFT_CLI. */

typedef struct
{
  int status;
  char *out;
  gsize out_length;
  char *err;
} CliResult;

static inline void
cli_result_clear (CliResult *result)
{
  g_clear_pointer (&result->out, g_free);
  g_clear_pointer (&result->err, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliResult, cli_result_clear)

static inline char *
cli_get_text (GBytes *bytes)
{
  gsize length = g_bytes_get_size (bytes);

  return length > 0 ? g_strndup (g_bytes_get_data (bytes, NULL), length) : g_strdup ("");
}

/* Runs with `arguments`, zero-terminated, and `input` (nullable) on standard input. */
static inline CliResult
cli_run_with (GBytes *input, const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                               | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GError) error = NULL;
  CliResult result = { 0 };

  g_ptr_array_add (argv, (gpointer) g_getenv ("WEFT_CLI"));
  for (; *arguments != NULL; arguments++)
    g_ptr_array_add (argv, (gpointer) *arguments);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, input != NULL ? input : nothing, NULL, &out, &err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  result.status = g_subprocess_get_exit_status (process);
  result.out_length = g_bytes_get_size (out);
  result.out = cli_get_text (out);
  result.err = cli_get_text (err);
  return result;
}

#define cli_run(...) cli_run_with (NULL, (const char *const[]){ __VA_ARGS__, NULL })

/* A file with `length` bytes in a folder of this test: (transfer full), its path. */
static inline char *
cli_write_file (const char *name, const void *bytes, gssize length)
{
  static char *folder;
  g_autoptr (GError) error = NULL;
  char *path;

  if (folder == NULL)
    folder = g_dir_make_tmp ("weft-cli-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, name, NULL);
  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
  return path;
}

static inline char *
cli_sample (const char *name)
{
  return g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
}

/* How many lines of a log of Kanata begin with `begin` and end with `end`. */
G_GNUC_UNUSED static guint
cli_count_lines (const char *path, const char *begin, const char *end)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], begin) && g_str_has_suffix (lines[i], end);
  return n;
}

/* Path of a shared trace: (transfer full), NULL where there are none, and the test is skipped. */
static inline char *
cli_shared (const char *name)
{
  char *path = g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), name, NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_test_skip ("the shared traces are not here");
  g_free (path);
  return NULL;
}
