/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-watch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-homes.h"
#include "wait.h"

typedef struct
{
  char *path;
  WeftFileWatch *watch;
  guint n_changes, n_awaited;
} Fixture;

static void
count (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
begin (Fixture *fixture, const char *name)
{
  g_autoptr (GFile) file = NULL;

  fixture->path = own_path (name);
  write_file (fixture->path, "one");
  file = g_file_new_for_path (fixture->path);
  fixture->watch = weft_file_watch_new (file);
  fixture->n_changes = 0;
  g_signal_connect_swapped (fixture->watch, "changed", G_CALLBACK (count), fixture);
  wait_idle ();
}

static void
end (Fixture *fixture)
{
  g_assert_finalize_object (fixture->watch);
  g_unlink (fixture->path);
  g_free (fixture->path);
}

static void
look (Fixture *fixture)
{
  weft_file_watch_check (fixture->watch);
  wait_idle ();
}

static gboolean
has_changed (gpointer data)
{
  Fixture *fixture = data;

  return fixture->n_changes >= fixture->n_awaited;
}

static void
wait_for_changes (Fixture *fixture, guint n)
{
  fixture->n_awaited = n;
  wait_until (has_changed, fixture);
  g_assert_cmpuint (fixture->n_changes, ==, n);
}

static void
test_changed (void)
{
  Fixture fixture;

  begin (&fixture, "changed");
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 0);

  write_file (fixture.path, "three");
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 1);
  g_assert_cmpint (weft_file_watch_get_change (fixture.watch), ==, WEFT_FILE_CHANGED);
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 1);

  weft_file_watch_rebase (fixture.watch);
  wait_idle ();
  g_assert_cmpint (weft_file_watch_get_change (fixture.watch), ==, WEFT_FILE_SAME);
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 1);
  end (&fixture);
}

static void
test_gone (void)
{
  Fixture fixture;

  begin (&fixture, "gone");
  g_unlink (fixture.path);
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 1);
  g_assert_cmpint (weft_file_watch_get_change (fixture.watch), ==, WEFT_FILE_GONE);
  write_file (fixture.path, "one");
  look (&fixture);
  g_assert_cmpint (weft_file_watch_get_change (fixture.watch), ==, WEFT_FILE_CHANGED);
  end (&fixture);
}

/* By its own clock, without being asked: soon where the file is young, for it may be written to. */
static void
test_polls (void)
{
  const struct timespec past[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
  const struct timespec later[2] = { { 1000000001, 0 }, { 1000000001, 0 } };
  Fixture fixture;

  begin (&fixture, "polls");
  g_assert_cmpint (loop_timeout (), >=, 0);
  g_assert_cmpint (loop_timeout (), <=, 100);
  write_file (fixture.path, "four");
  wait_for_changes (&fixture, 1);
  g_assert_cmpint (utimensat (AT_FDCWD, fixture.path, past, 0), ==, 0);
  wait_for_changes (&fixture, 2);
  g_assert_cmpint (loop_timeout (), >, 100);
  g_assert_cmpint (utimensat (AT_FDCWD, fixture.path, later, 0), ==, 0);
  wait_for_changes (&fixture, 3);
  end (&fixture);
}

/* A question may be under way when the watch goes. */
static void
test_dropped (void)
{
  Fixture fixture;

  begin (&fixture, "dropped");
  weft_file_watch_check (fixture.watch);
  end (&fixture);
  wait_idle ();
}

/* A pipe's times change as it is written to; it has not changed on disk for that. */
static void
test_pipe (void)
{
  Fixture fixture;
  int fd;

  begin (&fixture, "pipe");
  g_unlink (fixture.path);
  g_assert_cmpint (mkfifo (fixture.path, 0600), ==, 0);
  weft_file_watch_rebase (fixture.watch);
  wait_idle ();
  fixture.n_changes = 0;

  fd = g_open (fixture.path, O_RDWR, 0);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, "news", 4), ==, 4);
  look (&fixture);
  g_assert_cmpuint (fixture.n_changes, ==, 0);
  g_assert_cmpint (weft_file_watch_get_change (fixture.watch), ==, WEFT_FILE_SAME);
  close (fd);
  end (&fixture);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-watch/changed", test_changed);
  g_test_add_func ("/file-watch/gone", test_gone);
  g_test_add_func ("/file-watch/polls", test_polls);
  g_test_add_func ("/file-watch/dropped", test_dropped);
  g_test_add_func ("/file-watch/pipe", test_pipe);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
