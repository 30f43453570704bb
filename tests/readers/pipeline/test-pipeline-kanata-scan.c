/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load-rows.h"
#include "test-files.h"

/* Lines as simulators print them are scanned ahead, several bytes at once. Lines that end as on Windows are read one by
 * one, with care, and come to the same. */

/* Both texts come to the same rows. Takes them. */
static void
check_same (GString *plain, GString *careful)
{
  assert_same_dump (load_rows (write_file ("careful", careful->str, careful->len)),
                    load_rows (write_file ("plain", plain->str, plain->len)));
  g_string_free (plain, TRUE);
  g_string_free (careful, TRUE);
}

/* Stages that end and start in turn, which are taken two at once where they can be: of ops that are not there, or have ended,
 * of kinds that are new or not the last, in three lanes. */
static GString *
make_moves (const char *end_of_line, const char *prefix)
{
  static const char *const names[] = { "F", "Dc", "X", "Retry", "LongerThanATail" };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  GString *log = g_string_new (NULL);

  g_string_append_printf (log, "%sKanata\t0004%s", prefix, end_of_line);
  for (guint i = 0; i < 6000; i++)
    {
      const guint id = i / 12 + (guint) g_rand_int_range (random, 0, 9),
                  lane = g_rand_int_range (random, 0, 20) / 9;
      const guint next = g_rand_int_range (random, 0, 30) == 0 ? id + 1 : id;

      if (i % 12 == 0)
        g_string_append_printf (log, "%sI\t%u\t%u\t0%s%sS\t%u\t0\tF%s", prefix, i / 12, i,
                                end_of_line, prefix, i / 12, end_of_line);
      else if (i % 12 == 11)
        g_string_append_printf (log, "%sC\t1%s%sR\t%u\t%u\t0%s", prefix, end_of_line, prefix,
                                i / 12 - MIN (i / 12, 3), i, end_of_line);
      g_string_append_printf (log, "%sE\t%u\t%u\t%s%s", prefix, id, lane,
                              names[g_rand_int_range (random, 0, 5)], end_of_line);
      g_string_append_printf (log, "%sS\t%u\t%u\t%s%s", prefix, next, lane,
                              names[g_rand_int_range (random, 0, 5)], end_of_line);
    }
  return log;
}

static void
test_moves (void)
{
  static const char *const prefixes[] = { "", "[cpu0] " };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    check_same (make_moves ("\n", prefixes[i]), make_moves ("\r\n", prefixes[i]));
}

/* An id of as many digits as the last one, of more or less, and now and then one that is none. */
static void
append_id (GString *log, guint i, GRand *random)
{
  static const char others[] = "/:; p\x0f\x1f-AZ\x7f";
  const guint numbers[] = { i % 10,  i % 100, 1000 + i, 5000 + i, 99990 + i,
                            2345678, 9999999, 12345678, 123456789 };
  const gsize begin = log->len;

  g_string_append_printf (log, "%u", numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))]);
  if (g_rand_int_range (random, 0, 4) == 0)
    log->str[begin + (gsize) g_rand_int_range (random, 0, (gint32) (log->len - begin))] =
      others[g_rand_int_range (random, 0, sizeof others - 1)];
}

static GString *
make_ids (guint n_lines, const char *newline, GRand *random)
{
  static const char *const lines[] = { "I\t#\t#\t0",    "S\t#\t0\tF", "E\t#\t0\tF",
                                       "L\t#\t1\ttext", "R\t#\t#\t0", "W\t#\t#\t0",
                                       "C\t1",          "E\t#",       "R\t#\t#" };
  GString *log = g_string_new (NULL);

  g_string_append_printf (log, "Kanata\t0004%sC=\t100%s", newline, newline);
  for (guint i = 0; i < n_lines; i++)
    {
      for (const char *p = lines[g_rand_int_range (random, 0, G_N_ELEMENTS (lines))]; *p != '\0';
           p++)
        if (*p == '#')
          append_id (log, i % 200, random);
        else
          g_string_append_c (log, *p);
      g_string_append (log, newline);
    }
  return log;
}

static void
test_ids (void)
{
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (i), same = g_rand_new_with_seed (i);

      check_same (make_ids (20000, "\n", random), make_ids (20000, "\r\n", same));
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-kanata-scan/moves", test_moves);
  g_test_add_func ("/pipeline-kanata-scan/ids", test_ids);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
