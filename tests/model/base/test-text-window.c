/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-text-window.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define N_BYTES (3u << 20)

typedef struct
{
  char *bytes;
  int fd;
  WeftTextStore *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  gboolean is_spill = GPOINTER_TO_INT (data);

  fixture->bytes = g_malloc (N_BYTES);
  for (guint i = 0; i < N_BYTES; i++)
    fixture->bytes[i] = (char) g_random_int ();
  fixture->fd = -1;
  if (is_spill)
    {
      fixture->store = weft_text_store_new_spill ();
      weft_text_store_spill (fixture->store, fixture->bytes, N_BYTES);
    }
  else
    {
      g_autofree char *name = NULL;

      fixture->fd = g_file_open_tmp ("weft-XXXXXX", &name, NULL);
      unlink (name);
      g_assert_cmpint (write (fixture->fd, fixture->bytes, N_BYTES), ==, N_BYTES);
      fixture->store = weft_text_store_new_for_file (fixture->fd);
      weft_text_store_extend (fixture->store, N_BYTES);
    }
}

static void
tear_down (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  weft_text_store_unref (fixture->store);
  if (fixture->fd >= 0)
    close (fixture->fd);
  g_free (fixture->bytes);
}

static void
check (Fixture *fixture, WeftTextWindow *window, guint64 offset, gsize length)
{
  g_autoptr (GString) text = g_string_new ("before");

  g_assert_true (weft_text_window_read (window, fixture->store, offset, length, text));
  g_assert_cmpmem (text->str, text->len - length, "before", 6);
  g_assert_cmpmem (text->str + 6, text->len - 6, fixture->bytes + offset, length);
}

/* Forward with steps back, as a dump reads. */
static void
test_forward (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTextWindow window = { 0 };

  for (guint offset = 0; offset < N_BYTES; offset += 100)
    {
      guint back = (guint) g_random_int_range (0, 100000);

      check (fixture, &window, offset, MIN (N_BYTES - offset, offset % 90));
      if (back < offset)
        check (fixture, &window, offset - back, 50);
    }
  weft_text_window_clear (&window);
}

static void
test_random (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTextWindow window = { 0 };

  for (guint round = 0; round < 3000; round++)
    {
      guint offset = (guint) g_random_int_range (0, N_BYTES);
      guint length = (guint) g_random_int_range (0, round % 7 == 0 ? 300000 : 300);

      check (fixture, &window, offset, MIN (length, N_BYTES - offset));
    }
  check (fixture, &window, N_BYTES, 0);
  check (fixture, &window, 0, N_BYTES);
  weft_text_window_clear (&window);
}

/* A place beyond the end can't be read, and those that were read before still can. */
static void
test_beyond (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  WeftTextWindow window = { 0 };
  g_autoptr (GString) text = g_string_new ("before");

  g_assert_false (weft_text_window_read (&window, fixture->store, N_BYTES - 1, 2, text));
  g_assert_false (weft_text_window_read (&window, fixture->store, (guint64) 1 << 43, 2, text));
  g_assert_false (weft_text_window_read (&window, fixture->store, N_BYTES - 1, 100000, text));
  g_assert_cmpstr (text->str, ==, "before");
  check (fixture, &window, 17, 4);
  weft_text_window_clear (&window);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (Fixture *fixture, gconstpointer data);
  } tests[] = { { "forward", test_forward }, { "random", test_random }, { "beyond", test_beyond } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/text-window/%s/%s", tests[i / 2].name, i % 2 == 0 ? "file" : "spill");

      g_test_add (path, Fixture, GINT_TO_POINTER (i % 2), set_up, tests[i / 2].run, tear_down);
    }
  return g_test_run ();
}
