/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-document.h"

#include "test-files.h"
#include "wait.h"
#include "weft-document-memory.h"
#include "weft-load-error.h"
#include "weft-pipeline-options.h"
#include "weft-settings.h"

static gboolean
has_ended (gpointer document)
{
  return !weft_document_is_loading (document);
}

static gboolean
has_state (gpointer document)
{
  return weft_document_get_state (document) != NULL;
}

static WeftPipelineState *
get_state (WeftDocument *document)
{
  return WEFT_PIPELINE_STATE (weft_document_get_state (document));
}

static gboolean
is_opened (gpointer document)
{
  return has_state (document) && weft_view_state_is_open (weft_document_get_state (document));
}

/* As a canvas does, as soon as there is something to show. */
static void
give_size (WeftDocument *document)
{
  weft_pipeline_state_resize (get_state (document), 800, 600);
}

static WeftDocument *
open_document (GFile *file)
{
  WeftDocument *document = weft_document_new (file, weft_settings_get_default ());

  g_signal_connect (document, "notify::state", G_CALLBACK (give_size), NULL);
  weft_document_load (document);
  return document;
}

static WeftDocument *
open_path (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return open_document (file);
}

static void
close_document (WeftDocument *document)
{
  weft_document_close (document);
  /* Threads may still hold it for a moment. */
  pass_time (100);
  g_assert_finalize_object (document);
}

static guint32
count_ops (WeftDocument *document)
{
  WeftPipelineState *state = get_state (document);
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (weft_pipeline_state_get_trace (state));

  return weft_pipeline_snapshot_get_n_ops (snapshot);
}

static void
note_phase (WeftDocument *document, GParamSpec *pspec, GArray *phases)
{
  WeftDocumentPhase phase = weft_document_get_phase (document);

  g_array_append_val (phases, phase);
}

static void
test_complete (void)
{
  static const WeftDocumentPhase expected[] = { WEFT_DOCUMENT_OPENING, WEFT_DOCUMENT_LOADING,
                                                WEFT_DOCUMENT_COMPLETE };
  g_autoptr (GFile) file = sample_file ("kanata-core.log");
  g_autoptr (GArray) phases = g_array_new (FALSE, FALSE, sizeof (WeftDocumentPhase));
  WeftDocument *document = weft_document_new (file, weft_settings_get_default ());

  g_assert_cmpstr (weft_document_get_title (document), ==, "kanata-core.log");
  g_signal_connect (document, "notify::phase", G_CALLBACK (note_phase), phases);
  weft_document_load (document);
  g_assert_true (weft_document_is_loading (document));
  /* Nobody is told of a load that is as short as this one. */
  g_assert_null (weft_document_get_progress (document));
  wait_until (has_ended, document);
  g_assert_cmpmem (phases->data, phases->len * sizeof (WeftDocumentPhase), expected,
                   sizeof expected);
  g_assert_null (weft_document_get_error (document));
  g_assert_cmpuint (count_ops (document), ==, 400);
  g_assert_nonnull (weft_document_get_diagnostics (document));
  close_document (document);
}

static void
check_failure (const char *path, WeftLoadError code)
{
  WeftDocument *document = open_path (path);

  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_FAILED);
  g_assert_true (g_error_matches (weft_document_get_error (document), WEFT_LOAD_ERROR, code));
  g_assert_null (weft_document_get_state (document));
  g_assert_null (weft_document_get_diagnostics (document));
  close_document (document);
}

static void
test_failed (void)
{
  g_autofree char *missing = own_path ("missing.log");
  g_autofree char *empty = own_path ("empty.log");
  g_autofree char *text = own_path ("text.log");

  write_file (empty, "");
  write_file (text, "Dear reader,\n");
  check_failure (missing, WEFT_LOAD_ERROR_OPEN);
  check_failure (empty, WEFT_LOAD_ERROR_EMPTY);
  check_failure (text, WEFT_LOAD_ERROR_UNRECOGNIZED);
}

static void
test_not_local (void)
{
  g_autoptr (GFile) file = g_file_new_for_uri ("https://example.org/a.log");
  WeftDocument *document = open_document (file);

  g_assert_false (weft_document_is_loading (document));
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_FAILED);
  g_assert_nonnull (strstr (weft_document_get_error (document)->message, "a.log"));
  close_document (document);
}

/* What came before the break is kept. */
static void
test_partial (void)
{
  g_autoptr (GFile) sample = sample_file ("kanata-core.log.gz");
  g_autofree char *bytes = NULL, *path = own_path ("cut.log.gz");
  WeftDocument *document;
  gsize length;

  g_assert_true (g_file_load_contents (sample, NULL, &bytes, &length, NULL, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length / 2, NULL));
  document = open_path (path);
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_PARTIAL);
  g_assert_true (g_error_matches (weft_document_get_error (document), WEFT_LOAD_ERROR,
                                  WEFT_LOAD_ERROR_BROKEN));
  g_assert_cmpuint (count_ops (document), >, 50);
  close_document (document);
}

/* A pipe that nobody closes is a load that does not end. */
static void
test_cancel (void)
{
  g_autofree char *log = make_log (2000), *path = own_path ("cancel.log");
  int fd = make_pipe (path, "Kanata\t0004\n");
  WeftDocument *document = open_path (path);

  wait_until (has_state, document);
  g_assert_cmpint (write (fd, log, 30000), ==, 30000);
  wait_until (is_opened, document);
  pass_time (350);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_LOADING);
  g_assert_nonnull (weft_document_get_progress (document));
  weft_document_cancel (document);
  wait_until (has_ended, document);
  g_assert_null (weft_document_get_progress (document));
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_PARTIAL);
  g_assert_true (g_error_matches (weft_document_get_error (document), WEFT_LOAD_ERROR,
                                  WEFT_LOAD_ERROR_CANCELLED));
  g_assert_cmpuint (count_ops (document), >, 10);
  close (fd);
  close_document (document);
}

/* Before anything is recognised, and after. */
static void
test_close_while_loading (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("close.log");
  int fd = make_pipe (path, "");
  WeftDocument *document = open_path (path);

  pass_time (50);
  close_document (document);
  close (fd);

  fd = make_pipe (path, log);
  document = open_path (path);
  wait_until (has_state, document);
  close_document (document);
  close (fd);

  /* At once. */
  fd = make_pipe (path, log);
  document = open_path (path);
  close_document (document);
  close (fd);
}

static gboolean
has_changed (gpointer document)
{
  return weft_document_get_change (document) == WEFT_FILE_CHANGED;
}

static void
test_reload (void)
{
  g_autofree char *small = make_log (100), *large = make_log (500), *path = own_path ("r.log");
  WeftDocument *document;

  write_file (path, small);
  document = open_path (path);
  wait_until (has_ended, document);
  pass_time (50);
  g_assert_cmpint (weft_document_get_change (document), ==, WEFT_FILE_SAME);
  write_file (path, large);
  weft_document_check_file (document);
  wait_until (has_changed, document);
  g_assert_cmpuint (count_ops (document), ==, 100);

  weft_document_load (document);
  g_assert_cmpint (weft_document_get_change (document), ==, WEFT_FILE_SAME);
  /* The old picture stays until there is another. */
  g_assert_nonnull (weft_document_get_state (document));
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_COMPLETE);
  g_assert_cmpuint (count_ops (document), ==, 500);
  close_document (document);
}

static void
test_reload_fails (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("gone.log");
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  wait_until (has_ended, document);
  g_unlink (path);
  weft_document_load (document);
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_FAILED);
  g_assert_cmpuint (count_ops (document), ==, 100);
  close_document (document);
}

/* Loads of the same document overtake one another. */
static void
test_reload_while_loading (void)
{
  g_autofree char *log = make_log (3000), *path = own_path ("twice.log");
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  for (guint i = 0; i < 5; i++)
    {
      weft_document_load (document);
      pass_time (i);
    }
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_COMPLETE);
  g_assert_cmpuint (count_ops (document), ==, 3000);
  close_document (document);
}

static gboolean
is_at_row_200 (gpointer document)
{
  WeftPipelineState *state = get_state (document);

  return weft_pipeline_state_get_viewport (state)->origin_row == 200;
}

static void
test_place (void)
{
  g_autofree char *log = make_log (1000), *path = own_path ("place.log");
  WeftPipelineViewport viewport;
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  wait_until (has_ended, document);
  wait_until (is_opened, document);
  pass_time (50);
  viewport = *weft_pipeline_state_get_viewport (get_state (document));
  viewport.origin_row = 200;
  weft_pipeline_state_set_viewport (get_state (document), viewport);
  weft_document_load (document);
  wait_until (has_ended, document);
  wait_until (is_at_row_200, document);
  close_document (document);
}

static void
test_options (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("options.log");
  WeftDocument *document;
  const WeftPipelineViewport *viewport;
  WeftPipelineState *state;

  write_file (path, log);
  document = open_path (path);
  wait_until (is_opened, document);
  g_object_set (weft_document_get_options (document), "scheme", WEFT_SCHEME_DEPTH, "layout",
                WEFT_PIPELINE_STRAIGHTENED, "lanes", WEFT_LANES_SPLIT, NULL);
  state = get_state (document);
  viewport = weft_pipeline_state_get_viewport (state);
  g_assert_cmpint (viewport->scheme, ==, WEFT_SCHEME_DEPTH);
  g_assert_cmpint (viewport->layout, ==, WEFT_PIPELINE_STRAIGHTENED);
  g_assert_cmpint (viewport->lanes, ==, WEFT_LANES_SPLIT);
  close_document (document);

  /* What the picture does itself is kept as well. */
  document = open_path (path);
  wait_until (is_opened, document);
  state = get_state (document);
  viewport = weft_pipeline_state_get_viewport (state);
  g_assert_cmpint (viewport->scheme, ==, WEFT_SCHEME_DEPTH);
  g_assert_cmpint (viewport->layout, ==, WEFT_PIPELINE_STRAIGHTENED);
  g_assert_cmpint (viewport->lanes, ==, WEFT_LANES_SPLIT);
  weft_pipeline_state_set_arrows (state, WEFT_ARROWS_OFF);
  close_document (document);

  document = open_path (path);
  wait_until (is_opened, document);
  state = get_state (document);
  g_assert_cmpint (weft_pipeline_state_get_viewport (state)->arrows, ==, WEFT_ARROWS_OFF);
  close_document (document);
}

/* A file that is shown as the defaults say is not written about. */
static void
test_untouched (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("untouched.log");
  g_autoptr (WeftViewOptions) options = weft_pipeline_options_new ();
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  wait_until (is_opened, document);
  wait_until (has_ended, document);
  close_document (document);
  g_assert_false (weft_document_memory_load (path, options));
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/complete", test_complete);
  g_test_add_func ("/document/failed", test_failed);
  g_test_add_func ("/document/not-local", test_not_local);
  g_test_add_func ("/document/partial", test_partial);
  g_test_add_func ("/document/cancel", test_cancel);
  g_test_add_func ("/document/close-while-loading", test_close_while_loading);
  g_test_add_func ("/document/reload", test_reload);
  g_test_add_func ("/document/reload-fails", test_reload_fails);
  g_test_add_func ("/document/reload-while-loading", test_reload_while_loading);
  g_test_add_func ("/document/place", test_place);
  g_test_add_func ("/document/options", test_options);
  g_test_add_func ("/document/untouched", test_untouched);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
