/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-sum.h"

#include "test-files.h"

/* Whether a file still begins as it did. */

static const char text[] = "Kanata\t0004\nC=\t216\n";
#define LENGTH (sizeof text - 1)

static gboolean
is_of (const char *content, int flags)
{
  g_autoptr (WeftFileSum) sum = weft_file_sum_new ();
  const char *path = test_path ("begun.log");
  gboolean is;
  int fd;

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  weft_file_sum_add (sum, text, 7);
  weft_file_sum_add (sum, text + 7, LENGTH - 7);
  g_assert_cmpuint (weft_file_sum_get_length (sum), ==, LENGTH);
  fd = g_open (path, flags, 0);
  is = weft_file_sum_is_of (sum, fd);
  close (fd);
  return is;
}

/* A file that has got more still does; one that is shorter, or another, does not. */
static void
test_content (void)
{
  g_autofree char *more = g_strconcat (text, "I\t0\t0\t0\n", NULL);
  g_autofree char *less = g_strndup (text, LENGTH - 1);
  g_autofree char *other = g_strdup (text);

  other[LENGTH - 2] = '7';
  g_assert_true (is_of (text, O_RDONLY));
  g_assert_true (is_of (more, O_RDONLY));
  g_assert_false (is_of (less, O_RDONLY));
  g_assert_false (is_of (other, O_RDONLY));
}

/* A file that can't be read is not waited for. */
static void
test_unreadable (void)
{
  g_assert_false (is_of (text, O_WRONLY));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-sum/content", test_content);
  g_test_add_func ("/file-sum/unreadable", test_unreadable);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
