/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sanitizers.h"
#include "weft-memory-budget.h"
#include "weft-room.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <sys/resource.h>

typedef struct
{
  char *root;
  char *groups;
} Fixture;

static void
write_file (const Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->root, name, NULL);
  g_autofree char *directory = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
setup (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  fixture->root = g_dir_make_tmp ("weft-budget-XXXXXX", NULL);
  fixture->groups = g_build_filename (fixture->root, "groups", NULL);
}

static void
teardown (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char *argv[] = { "rm", "-r", fixture->root, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  g_free (fixture->root);
  g_free (fixture->groups);
}

static void
check_limit (const Fixture *fixture, const char *groups, guint64 limit)
{
  write_file (fixture, "groups", groups);
  g_assert_cmpuint (weft_memory_read_limit (fixture->groups, fixture->root), ==, limit);
}

/* The tightest of the group and those that it lies in, of either version; "max" is none. */
static void
test_limit (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  check_limit (fixture, "0::/user.slice/app.scope\n", G_MAXUINT64);
  write_file (fixture, "user.slice/app.scope/memory.max", "max\n");
  check_limit (fixture, "0::/user.slice/app.scope\n", G_MAXUINT64);
  write_file (fixture, "user.slice/memory.max", "500000000\n");
  check_limit (fixture, "0::/user.slice/app.scope\n", 500000000);
  write_file (fixture, "user.slice/app.scope/memory.max", "400000000\n");
  check_limit (fixture, "0::/user.slice/app.scope\n", 400000000);
  write_file (fixture, "memory/job/memory.limit_in_bytes", "300000000\n");
  check_limit (fixture, "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n", 300000000);
  check_limit (fixture, "nonsense\n\n4:memory\n", G_MAXUINT64);
  g_assert_cmpuint (weft_memory_read_limit ("/nowhere", fixture->root), ==, G_MAXUINT64);
}

static void
test_take (void)
{
  guint64 automatic = weft_memory_budget_get ();

  g_assert_cmpuint (automatic, >, 0);
  weft_memory_budget_set (1000);
  g_assert_true (weft_memory_budget_take (600));
  g_assert_false (weft_memory_budget_take (500));
  g_assert_true (weft_memory_budget_take (400));
  g_assert_false (weft_memory_budget_take (1));
  g_assert_true (weft_memory_budget_overdraw (250));
  g_assert_false (weft_memory_budget_overdraw (1));
  weft_memory_budget_give (250);
  weft_memory_budget_give (600);
  g_assert_true (weft_memory_budget_take (600));
  weft_memory_budget_give (1000);
  weft_memory_budget_set (0);
  g_assert_cmpuint (weft_memory_budget_get (), ==, automatic);
}

/* Of what the process itself may have, a quarter. */
static void
test_own_limit (void)
{
#if ADDRESS_IS_SANITIZED || THREADS_ARE_SANITIZED
  g_test_skip ("a sanitizer's shadow is beyond any limit");
  return;
#endif
  if (g_test_subprocess ())
    {
      struct rlimit limit;

      g_assert_cmpint (getrlimit (RLIMIT_DATA, &limit), ==, 0);
      limit.rlim_cur = 200 << 20;
      g_assert_cmpint (setrlimit (RLIMIT_DATA, &limit), ==, 0);
      g_assert_cmpuint (weft_memory_budget_get (), ==, 50 << 20);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* No machine has so much room, and whoever asked can say so. */
static void
test_no_room (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_room_check ((guint64) 1 << 60, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_clear_error (&error);
  g_assert_false (weft_room_check (G_MAXUINT64, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_clear_error (&error);
  g_assert_true (weft_room_check (1, &error));
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/memory-budget/limit", Fixture, NULL, setup, test_limit, teardown);
  g_test_add_func ("/memory-budget/take", test_take);
  g_test_add_func ("/memory-budget/no-room", test_no_room);
  g_test_add_func ("/memory-budget/own-limit", test_own_limit);
  return g_test_run ();
}
