/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-files.h"
#include "weft-index-reader.h"

#include "weft-index-writer.h"

#include <math.h>
#include <string.h>

/* All that is put into an index file is taken in the same order, and a file that is none leaves nothing behind. */

static void
write_index (const char *text, double real)
{
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (test_folder (), 1 << 20, 0, NULL);

  weft_index_writer_put_text (writer, text);
  weft_index_writer_put_real (writer, real);
  weft_index_writer_put_number (writer, 7);
  g_assert_true (weft_index_writer_finish (writer, test_path ("index")));
}

static void
test_order (void)
{
  static const double reals[] = { 0.1, -0.0, (double) INFINITY, 1e-310 };

  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      g_autoptr (WeftIndexReader) reader = NULL;
      double real;

      write_index ("größer", reals[i]);
      reader = weft_index_reader_open (test_path ("index"));
      g_assert_nonnull (reader);
      g_assert_cmpstr (weft_index_reader_take_utf8 (reader), ==, "größer");
      real = weft_index_reader_take_real (reader);
      g_assert_cmpmem (&real, sizeof real, &reals[i], sizeof reals[i]);
      g_assert_cmpuint (weft_index_reader_take_number (reader), ==, 7);
      g_assert_true (weft_index_reader_is_good (reader));
    }
}

/* Other bytes than UTF-8 are a text, and none for people. */
static void
test_bytes (void)
{
  g_autoptr (WeftIndexReader) reader = NULL, again = NULL, none = NULL;

  write_index ("\xff", 1);
  reader = weft_index_reader_open (test_path ("index"));
  g_assert_cmpstr (weft_index_reader_take_text (reader), ==, "\xff");
  g_assert_true (weft_index_reader_is_good (reader));
  again = weft_index_reader_open (test_path ("index"));
  g_assert_null (weft_index_reader_take_utf8 (again));
  g_assert_false (weft_index_reader_is_good (again));
  write_index (NULL, 1);
  none = weft_index_reader_open (test_path ("index"));
  g_assert_null (weft_index_reader_take_utf8 (none));
  g_assert_true (weft_index_reader_is_good (none));
}

static gboolean
is_mapped (void)
{
  g_autofree char *maps = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  return strstr (maps, test_path ("index")) != NULL;
}

static void
test_damaged (void)
{
  g_autofree char *bytes = NULL;
  gsize length;

  write_index ("text", 1);
  {
    g_autoptr (WeftIndexReader) reader = weft_index_reader_open (test_path ("index"));

    g_assert_true (is_mapped ());
  }
  g_assert_false (is_mapped ());
  g_assert_true (g_file_get_contents (test_path ("index"), &bytes, &length, NULL));
  bytes[length - 1] ^= 1;
  g_assert_true (g_file_set_contents (test_path ("index"), bytes, (gssize) length, NULL));
  g_assert_null (weft_index_reader_open (test_path ("index")));
  g_assert_false (is_mapped ());
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index-reader/order", test_order);
  g_test_add_func ("/index-reader/bytes", test_bytes);
  g_test_add_func ("/index-reader/damaged", test_damaged);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
