/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "documents.h"

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

/* Rows from before the break are kept. */
static void
test_partial (void)
{
  g_autoptr (GFile) sample = sample_file ("kanata-core.log.gz");
  g_autofree char *bytes = NULL, *path = own_path ("cut.log.gz");
  WeftDocument *document;
  gsize length;
  int fd;

  g_assert_true (g_file_load_contents (sample, NULL, &bytes, &length, NULL, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length / 2, NULL));
  document = open_path (path);
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_PARTIAL);
  g_assert_true (
    g_error_matches (weft_document_get_error (document), WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN));
  g_assert_cmpuint (count_ops (document), >, 50);

  /* Unless somebody says that the rest is going to come. */
  g_assert_true (weft_document_can_follow (document));
  weft_follow_set_on (weft_document_get_follow (document), TRUE);
  wait_until (has_ended, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_COMPLETE);
  g_assert_cmpuint (count_ops (document), <, 400);
  fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);
  g_assert_cmpint (write (fd, bytes + length / 2, length - length / 2), ==,
                   (gssize) (length - length / 2));
  close (fd);
  wait_for_ops (document, 400);
  close_document (document);
}

/* A load that takes its time says how far it is. */
static gboolean
has_progress (gpointer document)
{
  return weft_document_get_progress (document) != NULL;
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
  wait_until (has_progress, document);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_LOADING);
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

  wait_idle ();
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

static void
test_reload (void)
{
  g_autofree char *small = make_log (100), *large = make_log (500), *path = own_path ("r.log");
  WeftDocument *document;

  write_file (path, small);
  document = open_path (path);
  wait_until (has_ended, document);
  wait_idle ();
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
      for (guint k = 0; k < i; k++)
        g_main_context_iteration (NULL, FALSE);
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
  wait_idle ();
  viewport = *weft_pipeline_state_get_viewport (get_state (document));
  viewport.origin_row = 200;
  weft_pipeline_state_set_viewport (get_state (document), viewport);
  weft_document_load (document);
  wait_until (has_ended, document);
  wait_until (is_at_row_200, document);
  close_document (document);
}

static gboolean
has_selected (gpointer document)
{
  return weft_view_state_has_selected (weft_document_get_state (document));
}

/* A selection is found again by its id, a brushed range by its cycles. */
static void
test_selection (void)
{
  g_autofree char *log = make_log (1000), *longer = make_log (1200), *path = own_path ("sel.log");
  const WeftPipelineSelection *selection;
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  wait_until (has_ended, document);
  wait_until (is_opened, document);
  weft_pipeline_state_select (get_state (document), 700, 1);
  weft_pipeline_state_select_cycles (get_state (document), 30, 60);
  write_file (path, longer);
  weft_document_load (document);
  wait_until (has_ended, document);
  g_assert_cmpuint (count_ops (document), ==, 1200);
  wait_until (has_selected, document);
  selection = weft_pipeline_state_get_selection (get_state (document));
  g_assert_cmpuint (selection->op, ==, 700);
  g_assert_cmpuint (selection->stage, ==, 1);
  g_assert_true (selection->has_cycles);
  g_assert_cmpint (selection->last_cycle, ==, 60);
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

  /* The picture's own options are kept as well. */
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

static gboolean
keeps_split (gpointer path)
{
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  WeftPipelineLanes lanes;

  weft_document_memory_load (path, options);
  g_object_get (options, "lanes", &lanes, NULL);
  return lanes == WEFT_LANES_SPLIT;
}

/* Choices are kept while the file is open: who is killed later has lost none of them. */
static void
test_options_while_open (void)
{
  g_autofree char *path = write_log ("while-open.log", 100);
  WeftDocument *document = open_path (path);

  wait_until (is_opened, document);
  g_object_set (weft_document_get_options (document), "lanes", WEFT_LANES_SPLIT, NULL);
  wait_until (keeps_split, path);
  g_object_set (weft_document_get_options (document), "lanes", WEFT_LANES_OVERLAID, NULL);
  wait_while (keeps_split, path);
  close_document (document);
}

/* --- following ---------------------------------------------------------------------------------- */

/* A file that is shown as the defaults say is not written about. */
static void
test_untouched (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("untouched.log");
  g_autoptr (WeftViewOptions) options = g_object_new (WEFT_TYPE_PIPELINE_OPTIONS, NULL);
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  wait_until (is_opened, document);
  wait_until (has_ended, document);
  close_document (document);
  g_assert_false (weft_document_memory_load (path, options));
}

static void
attached (GObject *state, GAsyncResult *result, gpointer done)
{
  *(gboolean *) done = weft_attachable_attach_finish (WEFT_ATTACHABLE (state), result, NULL);
}

static gboolean
is_done (gpointer done)
{
  return *(gboolean *) done;
}

static const char *
get_attached (WeftDocument *document)
{
  return weft_attachable_get_attached (WEFT_ATTACHABLE (weft_document_get_state (document)));
}

static gboolean
has_attached (gpointer document)
{
  return has_state (document) && get_attached (document) != NULL;
}

static void
keep_notice (WeftDocument *document G_GNUC_UNUSED, const char *text, char **notice)
{
  g_free (*notice);
  *notice = g_strdup (text);
}

static gboolean
has_notice (gpointer notice)
{
  return *(char **) notice != NULL;
}

/* The program that was attached to a log is attached again, also where the log is read again; where
 * it is gone that is told, and the log opens all the same. */
static void
test_attached (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("attached.log");
  g_autofree char *program = own_path ("program.elf"), *notice = NULL;
  g_autoptr (GFile) elf = g_file_new_for_path (program);
  g_autoptr (GFile) self = g_file_new_for_path ("/proc/self/exe");
  WeftDocument *document;
  gboolean done = FALSE;

  write_file (path, log);
  g_assert_true (g_file_copy (self, elf, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  document = open_path (path);
  wait_until (is_opened, document);
  wait_until (has_ended, document);
  g_assert_null (get_attached (document));
  weft_attachable_attach_async (WEFT_ATTACHABLE (weft_document_get_state (document)), elf, attached,
                                &done);
  wait_until (is_done, &done);
  close_document (document);

  document = open_path (path);
  wait_until (has_attached, document);
  g_assert_cmpstr (get_attached (document), ==, program);
  wait_until (has_ended, document);
  weft_document_load (document);
  wait_until (has_ended, document);
  wait_until (has_attached, document);
  close_document (document);

  g_assert_true (g_file_delete (elf, NULL, NULL));
  document = open_path (path);
  g_signal_connect (document, "notice", G_CALLBACK (keep_notice), &notice);
  wait_until (has_notice, &notice);
  g_assert_nonnull (strstr (notice, "program.elf"));
  wait_until (has_ended, document);
  g_assert_cmpuint (count_ops (document), ==, 100);
  g_assert_null (get_attached (document));
  close_document (document);
}

/* --- how a file is read --------------------------------------------------------------------- */

static const char one_event[] =
  "{\"version\": \"1.0\", \"run_metadata\": {}, \"config_snapshot\": {}, \"timeline_events\": ["
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"start_cycle\": 0, \"end_cycle\": 99}],"
  "\"bandwidth_samples\": [], \"summary_metrics\": {}}";

typedef struct
{
  WeftDocument *document;
  gint64 end;
} Ends;

static gboolean
ends_there (gpointer data)
{
  const Ends *ends = data;
  WeftViewState *state = weft_document_get_state (ends->document);
  g_autoptr (WeftNpuSnapshot) snapshot = NULL;

  if (state == NULL || weft_document_is_loading (ends->document))
    return FALSE;
  snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (weft_view_state_get_trace (state)));
  return snapshot->n_events == 1 && snapshot->last_cycle == ends->end;
}

static void
wait_for_end (WeftDocument *document, gint64 end)
{
  Ends ends = { document, end };

  wait_until (ends_there, &ends);
}

static WeftDocument *
open_run (GFile *file)
{
  WeftDocument *document = weft_document_new (file, weft_settings_get_default ());

  weft_document_load (document);
  return document;
}

/* The meaning of end_cycle is an option, with which the file is read again, and which is kept. */
static void
test_inclusive_ends (void)
{
  g_autofree char *path = own_path ("ends.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftDocument *document;

  write_file (path, one_event);
  document = open_run (file);
  wait_for_end (document, 99);
  g_object_set (weft_document_get_options (document), "inclusive-ends", TRUE, NULL);
  wait_for_end (document, 100);
  close_document (document);

  document = open_run (file);
  wait_for_end (document, 100);
  g_object_set (weft_document_get_options (document), "inclusive-ends", FALSE, NULL);
  wait_for_end (document, 99);
  close_document (document);
}

/* A run of so many events, the last of which ends in cycle 100 · n. */
static char *
make_run (guint n_events)
{
  g_autoptr (GString) text = g_string_new ("{\"version\": \"1.0\", \"run_metadata\": {}, "
                                           "\"config_snapshot\": {}, \"bandwidth_samples\": [], "
                                           "\"summary_metrics\": {}, \"timeline_events\": [\n");

  for (guint i = 0; i < n_events; i++)
    g_string_append_printf (text,
                            "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"op\": \"GEMM\", "
                            "\"start_cycle\": %u, \"end_cycle\": %u}%s\n",
                            100 * i, 100 * i + 100, i + 1 < n_events ? "," : "]}");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
give_tracks_size (WeftDocument *document)
{
  weft_tracks_resize (
    weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (weft_document_get_state (document))), 800,
    600);
}

static gboolean
shows_all (gpointer document)
{
  WeftViewState *state = weft_document_get_state (document);
  const WeftTimeSpan *span = weft_time_axis_get_visible (weft_view_state_get_axis (state));

  return !weft_document_is_loading (document) && span->start < 0 && span->length > 500000;
}

/* The results of such runs come after they were read: a picture of all of one shows all of it again. */
static void
test_place_of_run (void)
{
  g_autofree char *run = make_run (5000), *path = own_path ("place.json");
  WeftDocument *document;
  g_autoptr (GFile) file = NULL;

  write_file (path, run);
  file = g_file_new_for_path (path);
  document = weft_document_new (file, weft_settings_get_default ());
  g_signal_connect (document, "notify::state", G_CALLBACK (give_tracks_size), NULL);
  weft_document_load (document);
  wait_until (has_state, document);
  wait_until (shows_all, document);
  for (guint i = 0; i < 2; i++)
    {
      weft_document_load (document);
      wait_until (has_ended, document);
      wait_until (shows_all, document);
    }
  close_document (document);
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
  g_test_add_func ("/document/inclusive-ends", test_inclusive_ends);
  g_test_add_func ("/document/place-of-run", test_place_of_run);
  g_test_add_func ("/document/reload-while-loading", test_reload_while_loading);
  g_test_add_func ("/document/place", test_place);
  g_test_add_func ("/document/selection", test_selection);
  g_test_add_func ("/document/options", test_options);
  g_test_add_func ("/document/options-while-open", test_options_while_open);
  g_test_add_func ("/document/untouched", test_untouched);
  g_test_add_func ("/document/attached", test_attached);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
