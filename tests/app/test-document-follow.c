/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "documents.h"

/* Documents of files that are still written. */

/* --- following ---------------------------------------------------------------------------------- */

static void
append (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  close (fd);
}

/* Ops of make_log() from `first` on, without its head. */
static char *
make_more (guint first, guint last)
{
  g_autofree char *less = make_log (first), *more = make_log (last);

  return g_strdup (more + strlen (less));
}

/* The newest op is in the rows that are drawn. */
static gboolean
draws_all (gpointer document)
{
  return weft_pipeline_state_get_extent (get_state (document))->n_rows == count_ops (document);
}

/* The worker's ops are there before the document hears that there are more. */
static gboolean
is_followed (gpointer document)
{
  return weft_follow_get_on (weft_document_get_follow (document));
}

static void
test_follow (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("follow.log");
  WeftDocument *document;
  WeftFollow *follow;
  WeftViewState *state;

  write_file (path, log);
  document = open_path (path);
  follow = weft_document_get_follow (document);
  wait_until (has_ended, document);
  state = weft_document_get_state (document);
  g_assert_true (weft_follow_is_possible (follow));
  g_assert_false (weft_follow_get_on (follow));
  for (guint i = 1; i <= 5; i++)
    {
      g_autofree char *more = make_more (100 * i, 100 * (i + 1));
      gint64 begin;

      /* The file is asked about soon, however busy the machine is. */
      g_assert_cmpint (loop_timeout (), >=, 0);
      g_assert_cmpint (loop_timeout (), <=, 200);
      begin = g_get_monotonic_time ();
      append (path, more);
      wait_for_ops (document, 100 * (i + 1));
      wait_until (draws_all, document);
      g_test_message ("seen after %d ms", (int) (g_get_monotonic_time () - begin) / 1000);
      wait_until (is_followed, document);
    }
  g_assert_true (weft_document_get_state (document) == state);
  g_assert_cmpint (weft_document_get_phase (document), ==, WEFT_DOCUMENT_COMPLETE);
  g_assert_cmpint (weft_document_get_change (document), ==, WEFT_FILE_SAME);

  /* From now on it is for the user to say. */
  weft_follow_set_on (follow, FALSE);
  wait_idle ();
  append (path, "I\t600\t600\t0\n");
  weft_document_check_file (document);
  wait_until (has_changed, document);
  g_assert_cmpuint (count_ops (document), ==, 600);
  weft_follow_set_on (follow, TRUE);
  wait_for_ops (document, 601);
  g_assert_cmpint (weft_document_get_change (document), ==, WEFT_FILE_SAME);
  close_document (document);
}

/* Who looks at the end goes on looking at it; who looks elsewhere is left alone. */
static void
test_follow_end (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("end.log");
  g_autofree char *more = make_more (100, 200), *still_more = make_more (200, 300);
  WeftDocument *document;
  double row;

  write_file (path, log);
  document = open_path (path);
  wait_until (has_ended, document);
  wait_until (is_opened, document);
  weft_follow_set_on (weft_document_get_follow (document), TRUE);
  wait_idle ();
  weft_view_state_show_end (weft_document_get_state (document));
  g_assert_true (weft_view_state_shows_end (weft_document_get_state (document)));
  append (path, more);
  wait_for_ops (document, 200);
  wait_until (draws_all, document);
  wait_idle ();
  g_assert_true (weft_view_state_shows_end (weft_document_get_state (document)));
  weft_pipeline_state_pan (get_state (document), 0, -1000);
  row = weft_pipeline_state_get_viewport (get_state (document))->origin_row;
  append (path, still_more);
  wait_for_ops (document, 300);
  wait_until (draws_all, document);
  wait_idle ();
  g_assert_cmpfloat (weft_pipeline_state_get_viewport (get_state (document))->origin_row, ==, row);
  close_document (document);
}

static void
count (WeftDocument *document G_GNUC_UNUSED, guint *n)
{
  (*n)++;
}

static gboolean
is_counted (gpointer n)
{
  return *(guint *) n > 0;
}

static gboolean
has_any_ops (gpointer document)
{
  return weft_document_get_state (document) != NULL && count_ops (document) > 0;
}

static char *
get_label (WeftViewState *state)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_view_state_get_trace (state)));

  return weft_pipeline_snapshot_get_label (snapshot, 0);
}

/* A simulation is started once more. */
static void
test_restart (void)
{
  g_autofree char *log = make_log (100), *other = make_log (150), *path = own_path ("again.log");
  g_autofree char *head = NULL, *label = NULL;
  g_autoptr (WeftViewState) state = NULL;
  guint n_restarts = 0;
  WeftDocument *document;

  write_file (path, log);
  document = open_path (path);
  g_signal_connect (document, "restarted", G_CALLBACK (count), &n_restarts);
  wait_until (has_ended, document);
  weft_follow_set_on (weft_document_get_follow (document), TRUE);
  wait_idle ();
  state = g_object_ref (weft_document_get_state (document));
  g_assert_cmpint (truncate (path, 0), ==, 0);
  label = get_label (state);
  g_assert_null (label);
  wait_until (is_counted, &n_restarts);
  head = g_strndup (other, 1000);
  append (path, head);
  label = get_label (state);
  g_assert_null (label);
  wait_until (has_any_ops, document);
  append (path, other + 1000);
  wait_for_ops (document, 150);
  label = get_label (state);
  g_assert_null (label);
  g_assert_cmpuint (n_restarts, ==, 1);
  g_assert_true (weft_follow_get_on (weft_document_get_follow (document)));
  g_assert_true (weft_document_get_state (document) != state);
  g_clear_object (&state);
  close_document (document);
}

/* A file is opened before the simulator has written to it. */
static void
test_follow_empty (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("later.log");
  WeftDocument *document;

  write_file (path, "");
  document = open_path (path);
  wait_until (has_ended, document);
  wait_idle ();
  append (path, log);
  wait_for_ops (document, 100);
  close_document (document);
}

static int n_released;

static void
wait_released (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
               GCancellable *cancellable G_GNUC_UNUSED)
{
  while (!g_atomic_int_get (&n_released))
    g_usleep (1000);
  g_task_return_boolean (task, TRUE);
}

/* A file that grows before it is looked at for the first time, as all threads that look at files are busy, is read to
 * its end all the same. */
static void
test_late_look (void)
{
  g_autofree char *log = make_log (100), *more = make_more (100, 200),
                  *path = own_path ("late.log");
  WeftDocument *document;

  write_file (path, log);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

      g_task_run_in_thread (task, wait_released);
    }
  document = open_path (path);
  wait_until (has_ended, document);
  weft_follow_set_on (weft_document_get_follow (document), TRUE);
  wait_idle ();
  append (path, more);
  g_atomic_int_set (&n_released, 1);
  wait_for_ops (document, 200);
  close_document (document);
}

/* Nobody has written to it for long. */
static void
make_old (const char *path)
{
  const struct timespec past[2] = { { 1000000000, 0 }, { 1000000000, 0 } };

  g_assert_cmpint (utimensat (AT_FDCWD, path, past, 0), ==, 0);
}

/* The beginning of a line is shown as soon as it is clear that no more of it comes. */
static void
test_rest (void)
{
  g_autofree char *log = make_log (100), *path = own_path ("rest.log");
  g_autofree char *whole = g_strconcat (log, "I\t100\t100\t0", NULL);
  WeftDocument *document;

  write_file (path, whole);
  document = open_path (path);
  wait_until (has_ended, document);
  wait_idle ();
  g_assert_cmpuint (count_ops (document), ==, 100);
  make_old (path);
  wait_for_ops (document, 101);
  g_assert_false (weft_follow_get_on (weft_document_get_follow (document)));
  close_document (document);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/follow", test_follow);
  g_test_add_func ("/document/follow-end", test_follow_end);
  g_test_add_func ("/document/restart", test_restart);
  g_test_add_func ("/document/follow-empty", test_follow_empty);
  g_test_add_func ("/document/late-look", test_late_look);
  g_test_add_func ("/document/rest", test_rest);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
