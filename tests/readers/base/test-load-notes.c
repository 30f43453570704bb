/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-notes.h"

#include "weft-bus-jsonl-reader.h"
#include "weft-kept-texts.h"

#include <sys/resource.h>

/* Notes of a load on texts that it could not keep, and on errors. */

static void
assert_noted (WeftDiagnostics *diagnostics, guint index, WeftSeverity severity, const char *text)
{
  WeftDiagnostic noted;

  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), >, index);
  weft_diagnostics_get (diagnostics, index, &noted);
  g_assert_cmpint (noted.severity, ==, severity);
  g_assert_cmpint (noted.line, ==, 0);
  g_assert_cmpint (noted.column, ==, 0);
  g_assert_nonnull (strstr (noted.message, text));
  weft_diagnostic_clear (&noted);
}

/* The first error is the load's own, those of other parts are told of beside it. */
static void
test_errors (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (GError) first = NULL;

  weft_load_note_error (&first, NULL, diagnostics);
  g_assert_no_error (first);
  weft_load_note_error (&first, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "one"),
                        diagnostics);
  weft_load_note_error (&first, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "two"),
                        diagnostics);
  g_assert_cmpstr (first->message, ==, "one");
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1);
  assert_noted (diagnostics, 0, WEFT_SEVERITY_ERROR, "two");
}

/* Where no temporary file can be made, as no file can be opened any more, that is said, and texts are none. */
static void
test_no_file (void)
{
  WeftReaderSetup setup = { .title = "made" };
  g_autoptr (WeftReader) reader = weft_bus_jsonl_reader_new (&setup);
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  struct rlimit before;
  WeftKeptText text;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &before), ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &(struct rlimit){ 0, before.rlim_max }), ==, 0);
  g_assert_null (weft_kept_texts_open (reader));
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &before), ==, 0);
  assert_noted (reader->diagnostics, 0, WEFT_SEVERITY_WARNING, "No temporary file can be made");
  text = weft_kept_texts_add (NULL, "abc", 3);
  g_assert_cmpuint (text.length, ==, 0);
  weft_load_note_no_text (diagnostics);
  assert_noted (diagnostics, 0, WEFT_SEVERITY_WARNING, "$TMPDIR");
  weft_load_note_dropped (NULL, diagnostics);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1);
}

/* Text beyond the quota is said, be it a byte, and nothing where all was kept. */
static void
test_dropped (void)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftTextStore) store = NULL;

  g_setenv ("WEFT_SPILL_QUOTA", "3", TRUE);
  store = weft_text_store_new_spill ();
  g_unsetenv ("WEFT_SPILL_QUOTA");
  weft_text_store_spill (store, "abc", 3);
  weft_load_note_dropped (store, diagnostics);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 0);
  weft_text_store_spill (store, "d", 1);
  weft_load_note_dropped (store, diagnostics);
  assert_noted (diagnostics, 0, WEFT_SEVERITY_WARNING, "$WEFT_SPILL_QUOTA");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-notes/errors", test_errors);
  g_test_add_func ("/load-notes/no-file", test_no_file);
  g_test_add_func ("/load-notes/dropped", test_dropped);
  return g_test_run ();
}
