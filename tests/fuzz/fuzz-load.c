/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz.h"
#include "weft-load.h"
#include "weft-source.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Files of any bytes, compressed or not: what is read does not depend on how it is asked for, loads
 * end, and keep what they had. */

/* A few bytes of zstd are a lot of text. */
#define MAX_TEXT ((gsize) 4 << 20)

/* Reads the text in pieces of up to `step` bytes. Returns whether it ended without an error. */
static gboolean
read_text (const char *path, gsize step, GByteArray *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = weft_source_open (path, &error);
  g_autofree char *piece = g_malloc (step);
  gssize n = 0;

  g_assert_no_error (error);
  while (text->len < MAX_TEXT && (n = weft_source_read (source, piece, step, NULL, &error)) > 0)
    {
      g_assert_cmpint (n, <=, (gssize) step);
      g_byte_array_append (text, (const guint8 *) piece, (guint) n);
    }
  g_assert_cmpint (n < 0, ==, error != NULL);
  return error == NULL;
}

static void
check_source (const char *path)
{
  g_autoptr (GByteArray) one = g_byte_array_new (), other = g_byte_array_new ();
  gboolean ended = read_text (path, 65536, one);
  gsize length;

  g_assert_cmpint (read_text (path, 777, other), ==, ended || one->len >= MAX_TEXT);
  length = MIN (one->len, other->len);
  g_assert_cmpmem (one->data, length, other->data, length);
  /* How much comes out before the damage, the libraries leave open. */
  g_assert_true (one->len == other->len || length >= MAX_TEXT || !ended);
}

static void
check_load (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  gboolean loaded = weft_load_run (load, NULL, &error);
  WeftTrace *trace = weft_load_get_trace (load);

  g_assert_cmpint (loaded, ==, error == NULL);
  g_assert_true (trace != NULL || !loaded);
  if (error != NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  if (trace != NULL)
    g_assert_cmpint (weft_trace_get_state (trace), ==,
                     loaded ? WEFT_TRACE_COMPLETE : WEFT_TRACE_PARTIAL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  check_source (path);
  check_load (path);
  close (fd);
  return 0;
}
