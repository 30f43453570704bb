/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-report.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* One thing is said, and each of the three writers makes of it what is its own. */

static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  static const char *const names[] = { "plain", "with, comma", "\xff" };

  return weft_cell_text (g_strdup (names[row]));
}

static WeftCell
get_share (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return row == 1 ? weft_cell_none () : weft_cell_real (0.125);
}

static WeftCell
get_place (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup_printf ("(%u,7)", row));
}

static WeftCell
get_line (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_signed (-(gint64) row);
}

static const WeftField columns[] = {
  { "name", "Name", get_name },
  { "share", "Share", get_share, .unit = WEFT_UNIT_SHARE },
  { "at", "At", get_place, .flags = WEFT_FIELD_PLACE },
  { "line", NULL, get_line },
};

static const WeftFacts facts = { columns, G_N_ELEMENTS (columns), 3 };

static char *
write_with (WeftReportFormat format, void (*say) (WeftReport *report))
{
  char *text = NULL;
  gsize length = 0;
  FILE *stream = open_memstream (&text, &length);
  WeftReport *report = weft_report_new (format, stream);

  g_assert_cmpint (weft_report_get_format (report), ==, format);
  say (report);
  weft_report_free (report);
  fclose (stream);
  return text;
}

/* Writes it thrice; compares with what is expected of text, JSON and CSV. */
static void
check (void (*say) (WeftReport *report), const char *text, const char *json, const char *csv)
{
  g_autofree char *for_people = write_with (WEFT_REPORT_TEXT, say);
  g_autofree char *as_json = write_with (WEFT_REPORT_JSON, say);
  g_autofree char *as_csv = write_with (WEFT_REPORT_CSV, say);

  g_assert_cmpstr (for_people, ==, text);
  g_assert_cmpstr (as_json, ==, json);
  g_assert_cmpstr (as_csv, ==, csv);
}

static void
say_values (WeftReport *report)
{
  weft_report_begin (report, NULL);
  weft_report_value (report, "ops", "Ops", weft_cell_count (12345));
  weft_report_value (report, "name", "Name", weft_cell_text (g_strdup ("a\tb")));
  weft_report_count (report, "largest", G_MAXUINT64);
  weft_report_signed (report, "smallest", G_MININT64);
  weft_report_real (report, "half", 0.5);
  weft_report_real (report, "none", (double) NAN);
  weft_report_text (report, "nothing", NULL);
  weft_report_text (report, "bytes \"\xff", "\xff");
  weft_report_flag (report, "open", TRUE);
  weft_report_line (report, "Retired", "%s of %s", weft_report_say_share (report, 1, 8),
                    weft_report_say_integer (report, -1000000));
  weft_report_line (report, "A title that is long", "%s, %s",
                    weft_report_say_real (report, 12.3456),
                    weft_report_say_percent (report, (double) NAN));
  weft_report_end (report);
}

static void
test_values (void)
{
  check (say_values,
         "Ops           12\u202f345\n"
         "Name          a b\n"
         "Retired       1 (12.5 %) of −1\u202f000\u202f000\n"
         "A title that is long 12.35, —\n",
         "{\"ops\":12345,\"name\":\"a\\tb\",\"largest\":18446744073709551615,"
         "\"smallest\":-9223372036854775808,\"half\":0.5,\"none\":null,\"nothing\":null,"
         "\"bytes \\\"\ufffd\":\"\ufffd\",\"open\":true}\n",
         "");
}

static char *long_text;

static void
say_long (WeftReport *report)
{
  weft_report_begin (report, NULL);
  weft_report_text (report, "long", long_text);
  weft_report_end (report);
}

/* A text is whole wherever the ends of buffers are in it. */
static void
test_long (void)
{
  for (guint length = 65536 - 40; length <= 65536 + 2; length++)
    {
      g_autofree char *plain = g_strnfill (length, 'a');
      g_autofree char *expected =
        g_strdup_printf ("{\"long\":\"%s\\\"%sä%s\"}\n", plain, plain, plain);
      g_autofree char *json = NULL;

      long_text = g_strdup_printf ("%s\"%sä%s", plain, plain, plain);
      json = write_with (WEFT_REPORT_JSON, say_long);
      g_assert_true (g_str_equal (json, expected));
      g_clear_pointer (&long_text, g_free);
    }
}

static void
say_nested (WeftReport *report)
{
  weft_report_begin (report, NULL);
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", -1);
  weft_report_begin_list (report, "grid");
  weft_report_count (report, NULL, 8);
  weft_report_text (report, NULL, "x");
  weft_report_end (report);
  weft_report_end (report);
  weft_report_heading (report, "Findings");
  weft_report_item (report, "one");
  weft_report_begin_list (report, "empty");
  weft_report_end (report);
  weft_report_end (report);
}

static void
test_nested (void)
{
  check (say_nested, "\nFindings\n  one\n",
         "{\"cycles\":{\"first\":-1,\"grid\":[8,\"x\"]},\"empty\":[]}\n", "");
}

#define JSON_ROWS \
  "[{\"name\":\"plain\",\"share\":0.125,\"at\":\"(0,7)\",\"line\":0}," \
  "{\"name\":\"with, comma\",\"share\":null,\"at\":\"(1,7)\",\"line\":-1}," \
  "{\"name\":\"\ufffd\",\"share\":0.125,\"at\":\"(2,7)\",\"line\":-2}]"

static void
say_table (WeftReport *report)
{
  const WeftCliRecordsShape shape = { "share", TRUE };

  weft_report_begin (report, NULL);
  weft_report_table (report, "rows", &facts, 0);
  weft_report_table (report, NULL, &facts, 2);
  weft_report_shaped_table (report, "shaped", &facts, 0, &shape);
  weft_report_end (report);
}

static void
test_table (void)
{
  check (say_table,
         "\n"
         "Name          Share  At\n"
         "plain        12.5\u00a0%  (0,7)\n"
         "with, comma       —  (1,7)\n"
         "… and 1 more\n",
         "{\"rows\":" JSON_ROWS ",\"shaped\":"
         "[{\"name\":\"plain\",\"at\":[0,7],\"line\":0},"
         "{\"name\":\"with, comma\",\"at\":[1,7],\"line\":-1},"
         "{\"name\":\"\ufffd\",\"at\":[2,7],\"line\":-2}]}\n",
         "");
}

static void
say_only (WeftReport *report)
{
  weft_report_only (report, &facts, G_MAXUINT);
}

static void
test_only (void)
{
  check (say_only,
         "Name          Share  At\n"
         "plain        12.5\u00a0%  (0,7)\n"
         "with, comma       —  (1,7)\n"
         "\ufffd            12.5\u00a0%  (2,7)\n",
         JSON_ROWS "\n",
         "name,share,at,line\n"
         "plain,0.125,\"(0,7)\",0\n"
         "\"with, comma\",,\"(1,7)\",-1\n"
         "\ufffd,0.125,\"(2,7)\",-2\n");
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/values", test_values);
  g_test_add_func ("/report/long", test_long);
  g_test_add_func ("/report/nested", test_nested);
  g_test_add_func ("/report/table", test_table);
  g_test_add_func ("/report/only", test_only);
  return g_test_run ();
}
