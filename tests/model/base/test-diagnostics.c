/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostics.h"

#include "weft-handover.h"

static void
test_records (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  WeftDiagnostic record;

  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 0);
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, 7, 3, "Expected %s, not “%d”", "A", 5);
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, G_MAXINT64, 0, "Last");
  weft_diagnostics_add (diagnostics, WEFT_SEVERITY_INFO, 0, 0, "The table %s", "T\xfc");
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 3);
  weft_diagnostics_get (diagnostics, 0, &record);
  g_assert_cmpint (record.severity, ==, WEFT_SEVERITY_WARNING);
  g_assert_cmpint (record.line, ==, 7);
  g_assert_cmpint (record.column, ==, 3);
  g_assert_cmpstr (record.message, ==, "Expected A, not “5”");
  weft_diagnostic_clear (&record);
  weft_diagnostics_get (diagnostics, 1, &record);
  g_assert_cmpint (record.line, ==, G_MAXINT64);
  g_assert_cmpstr (record.message, ==, "Last");
  weft_diagnostic_clear (&record);
  weft_diagnostics_get (diagnostics, 2, &record);
  g_assert_cmpstr (record.message, ==, "The table T\xef\xbf\xbd");
  weft_diagnostic_clear (&record);
}

/* The first 1,000 are kept, in order, whatever their severity; all are counted by severity. */
static void
test_limit (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();

  for (guint i = 0; i < 5000; i++)
    weft_diagnostics_add (diagnostics, i % 5 == 0 ? WEFT_SEVERITY_ERROR : WEFT_SEVERITY_WARNING, i,
                          0, "number %u", i);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR), ==, 1000);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING), ==, 4000);
  g_assert_cmpuint (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO), ==, 0);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1000);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *expected = g_strdup_printf ("number %u", i);
      WeftDiagnostic record;

      weft_diagnostics_get (diagnostics, i, &record);
      g_assert_cmpint (record.line, ==, i);
      g_assert_cmpstr (record.message, ==, expected);
      weft_diagnostic_clear (&record);
    }
}

static void
append_message (const WeftDiagnostic *diagnostic, gpointer lines)
{
  g_autofree char *expected = g_strdup_printf ("number %u", ((GArray *) lines)->len);

  g_assert_cmpstr (diagnostic->message, ==, expected);
  g_array_append_val ((GArray *) lines, diagnostic->line);
}

/* `weft-cli check` prints every one, not only those that are kept. */
static void
test_sink (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (gint64));

  weft_diagnostics_set_sink (diagnostics, append_message, lines);
  for (guint i = 0; i < 3000; i++)
    weft_diagnostics_add (diagnostics, WEFT_SEVERITY_WARNING, i + 1, 0, "number %u", i);
  g_assert_cmpuint (lines->len, ==, 3000);
  g_assert_cmpint (g_array_index (lines, gint64, 2999), ==, 3000);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1000);
}

static void *
add_many (void *diagnostics)
{
  for (guint i = 0; i < 2000; i++)
    weft_diagnostics_add (diagnostics, i % WEFT_N_SEVERITIES, i, 0, "from a thread");
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  WeftThread *threads[4];
  guint64 sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = weft_thread_start ("add", add_many, diagnostics);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    weft_thread_join (threads[i]);
  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    sum += weft_diagnostics_count (diagnostics, i);
  g_assert_cmpuint (sum, ==, 8000);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1000);
}

static void
test_words (void)
{
  g_assert_cmpstr (weft_severity_to_string (WEFT_SEVERITY_ERROR), ==, "error");
  g_assert_cmpstr (weft_severity_to_string (WEFT_SEVERITY_WARNING), ==, "warning");
  g_assert_cmpstr (weft_severity_to_string (WEFT_SEVERITY_INFO), ==, "info");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnostics/records", test_records);
  g_test_add_func ("/diagnostics/limit", test_limit);
  g_test_add_func ("/diagnostics/sink", test_sink);
  g_test_add_func ("/diagnostics/threads", test_threads);
  g_test_add_func ("/diagnostics/words", test_words);
  return g_test_run ();
}
