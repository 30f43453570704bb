/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "wait.h"
#include "weft.h"

/* The library as another program in C uses it, with logs whose numbers are known since they are written here. */

#define N_OPS 2000
#define N_MANY 60000

/* Op `i` is fetched in cycle `i` and takes 2 + i % 7 cycles; every tenth is flushed, and the last five stay open. */
static int
latency_of (int i)
{
  return 2 + i % 7;
}

static void
write_ends (GString *log, int cycle, int n_ops)
{
  for (int i = MAX (0, cycle - 8); i < MIN (cycle, n_ops - 5); i++)
    if (i + latency_of (i) == cycle)
      g_string_append_printf (log, "R\t%d\t%d\t%d\n", i, i, i % 10 == 9);
}

/* (transfer full): the path of a log in Kanata's format. */
static char *
write_log (int n_ops)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nC=\t0\n");
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd;

  for (int cycle = 0; cycle < n_ops + 8; cycle++)
    {
      if (cycle > 0)
        g_string_append (log, "C\t1\n");
      write_ends (log, cycle, n_ops);
      if (cycle < n_ops)
        g_string_append_printf (log, "I\t%d\t%d\t0\nL\t%d\t0\t%x: op %d \303\244\nS\t%d\t0\tF\n",
                                cycle, cycle, cycle, 0x1000 + 4 * (cycle % 50), cycle % 50, cycle);
    }
  fd = g_file_open_tmp ("weft-api-XXXXXX.log", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, log->str, (gssize) log->len, &error);
  g_assert_no_error (error);
  return path;
}

static void
forget_log (char *path)
{
  g_unlink (path);
  g_free (path);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (char, forget_log)

static WeftApiTrace *
open_log (const char *path)
{
  g_autoptr (GError) error = NULL;
  WeftApiTrace *trace = weft_api_trace_open (path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static const gint64 *
get_integers (WeftApiColumn *column)
{
  g_assert_cmpint (weft_api_column_get_column_type (column), ==, WEFT_API_COLUMN_INTEGER);
  g_assert_cmpuint (g_bytes_get_size (weft_api_column_get_bytes (column)), ==,
                    weft_api_column_get_n_rows (column) * sizeof (gint64));
  return g_bytes_get_data (weft_api_column_get_bytes (column), NULL);
}

/* --- tests -------------------------------------------------------------------------------------- */

static void
test_columns (void)
{
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftApiTable) table = weft_api_trace_query (
    trace, "SELECT id, latency, \"end\", label, latency / 2.0 AS half FROM op", NULL, &error);
  const gint64 *ids, *latencies, *ends, *offsets;
  const double *halves;
  const char *texts, *gaps;

  g_assert_no_error (error);
  g_assert_cmpuint (weft_api_table_get_n_rows (table), ==, N_OPS);
  g_assert_cmpuint (weft_api_table_get_n_columns (table), ==, 5);
  g_assert_null (weft_api_table_get_column (table, 5));
  g_assert_null (weft_api_table_find_column (table, "halves"));
  g_assert_cmpstr (weft_api_column_get_name (weft_api_table_get_column (table, 4)), ==, "half");
  ids = get_integers (weft_api_table_get_column (table, 0));
  latencies = get_integers (weft_api_table_find_column (table, "latency"));
  ends = get_integers (weft_api_table_get_column (table, 2));
  gaps =
    g_bytes_get_data (weft_api_column_get_missing (weft_api_table_get_column (table, 2)), NULL);
  texts = g_bytes_get_data (weft_api_column_get_bytes (weft_api_table_get_column (table, 3)), NULL);
  offsets =
    g_bytes_get_data (weft_api_column_get_offsets (weft_api_table_get_column (table, 3)), NULL);
  halves =
    g_bytes_get_data (weft_api_column_get_bytes (weft_api_table_get_column (table, 4)), NULL);
  g_assert_null (weft_api_column_get_missing (weft_api_table_get_column (table, 0)));
  g_assert_null (weft_api_column_get_offsets (weft_api_table_get_column (table, 0)));
  for (int i = 0; i < N_OPS; i++)
    {
      g_autofree char *label = g_strdup_printf ("%x: op %d ä", 0x1000 + 4 * (i % 50), i % 50);

      g_assert_cmpint (ids[i], ==, i);
      g_assert_cmpint (gaps[i], ==, i >= N_OPS - 5);
      g_assert_cmpint (ends[i], ==, i < N_OPS - 5 ? i + latency_of (i) : 0);
      g_assert_cmpmem (texts + offsets[i], offsets[i + 1] - offsets[i], label, strlen (label));
      if (i >= N_OPS - 5)
        continue;
      g_assert_cmpint (latencies[i], ==, latency_of (i));
      g_assert_cmpfloat (halves[i], ==, latency_of (i) / 2.0);
    }
}

static WeftApiColumn *
read_column (WeftApiTrace *trace, const char *table, const char *column)
{
  g_autoptr (GError) error = NULL;
  WeftApiColumn *read = weft_api_trace_read_column (trace, table, column, NULL, &error);

  g_assert_no_error (error);
  return read;
}

/* Columns that are derived are kept, by whatever case they are asked for; those that lie in the trace are not. */
static void
test_kept (void)
{
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (WeftApiColumn) plain = read_column (trace, "op", "fetch");
  g_autoptr (WeftApiColumn) plain_again = read_column (trace, "op", "fetch");
  g_autoptr (WeftApiColumn) slow = read_column (trace, "finding", "text");
  g_autoptr (WeftApiColumn) other = read_column (trace, "finding", "key");
  g_autoptr (WeftApiColumn) slow_again = read_column (trace, "Finding", "TEXT");

  g_assert_true (plain != plain_again);
  g_assert_true (slow == slow_again);
  g_assert_true (slow != other);
  g_assert_cmpuint (weft_api_column_get_n_rows (slow), ==, weft_api_column_get_n_rows (other));
}

/* Texts and codes are made of one another once: what was handed out stays. */
static void
test_texts_stay (void)
{
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (WeftApiColumn) column = read_column (trace, "op", "state");
  GBytes *codes = weft_api_column_get_codes (column), *texts = weft_api_column_get_bytes (column);
  GBytes *offsets = weft_api_column_get_offsets (column);

  g_assert_nonnull (codes);
  g_assert_nonnull (texts);
  g_assert_true (weft_api_column_get_codes (column) == codes);
  g_assert_true (weft_api_column_get_bytes (column) == texts);
  g_assert_true (weft_api_column_get_offsets (column) == offsets);
}

/* The type is that of all cells together, and widening it changes no value. */
static void
test_types (void)
{
  static const struct
  {
    const char *sql;
    WeftApiColumnType type;
    const char *text;
    const char *gaps;
  } cases[] = {
    { "SELECT 1 UNION ALL SELECT NULL UNION ALL SELECT 2.5", WEFT_API_COLUMN_REAL, NULL, "\0\1\0" },
    { "SELECT NULL UNION ALL SELECT NULL", WEFT_API_COLUMN_REAL, NULL, "\1\1" },
    { "SELECT 1 UNION ALL SELECT 0.5 UNION ALL SELECT 'x' UNION ALL SELECT NULL UNION ALL SELECT 7",
      WEFT_API_COLUMN_TEXT, "10.5x7", "\0\0\0\1\0" },
    { "SELECT NULL UNION ALL SELECT 'ä'", WEFT_API_COLUMN_TEXT, "ä", "\1\0" },
    { "SELECT CAST (x'61ff62' AS TEXT)", WEFT_API_COLUMN_TEXT, "a\357\277\275b", NULL },
    { "SELECT 1 WHERE 0", WEFT_API_COLUMN_REAL, NULL, NULL },
    { "SELECT 'x' WHERE 0", WEFT_API_COLUMN_REAL, NULL, NULL },
    { "SELECT -9223372036854775807 - 1", WEFT_API_COLUMN_INTEGER, NULL, NULL },
  };
  g_autoptr (char) path = write_log (20);
  g_autoptr (WeftApiTrace) trace = open_log (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftApiTable) table = weft_api_trace_query (trace, cases[i].sql, NULL, &error);
      WeftApiColumn *column = weft_api_table_get_column (table, 0);
      GBytes *bytes = weft_api_column_get_bytes (column);
      GBytes *gaps = weft_api_column_get_missing (column);

      g_test_message ("%s", cases[i].sql);
      g_assert_no_error (error);
      g_assert_cmpint (weft_api_column_get_column_type (column), ==, cases[i].type);
      if (cases[i].text != NULL)
        g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), cases[i].text,
                         strlen (cases[i].text));
      g_assert_cmpint (gaps != NULL, ==, cases[i].gaps != NULL);
      if (gaps != NULL)
        g_assert_cmpmem (g_bytes_get_data (gaps, NULL), g_bytes_get_size (gaps), cases[i].gaps,
                         weft_api_table_get_n_rows (table));
    }
}

static void
test_errors (void)
{
  const char *const odd[] = { "--by", "p\xff", NULL };
  g_autoptr (char) path = write_log (20);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (WeftApiTrace) unread = weft_api_trace_new (path);
  WeftApiTrace *many[11];
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_api_trace_open ("/nowhere.log", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_query (unread, "SELECT 1", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_get_kind (unread));
  g_assert_false (weft_api_trace_load (trace, NULL, NULL, NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_query (trace, "SELECT latencies FROM op", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_QUERY);
  g_assert_nonnull (strstr (error->message, "\n         ^^^^^^^^^"));
  g_clear_error (&error);
  g_assert_null (weft_api_trace_query (trace, "ATTACH 'x' AS y", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_DENIED);
  g_clear_error (&error);
  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = trace;
  g_assert_null (
    weft_api_trace_query_together (many, G_N_ELEMENTS (many), "SELECT 1", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_clear_error (&error);
  many[1] = unread;
  g_assert_null (weft_api_trace_query_together (many, 2, "SELECT 1", NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_explain (trace, "77", NULL, NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_FAILED);
  g_clear_error (&error);
  /* Any bytes may be asked for, and what is said of them can be read. */
  g_assert_null (weft_api_trace_measure (trace, odd, NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpint (*error->message, !=, '\n');
}

/* A log that is cut is a trace all the same. */
static void
test_partial (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftApiTrace) trace = NULL;
  g_autoptr (WeftApiTable) table = NULL;
  g_autofree char *command = NULL;
  int fd = g_file_open_tmp ("weft-api-XXXXXX.gz", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  command =
    g_strdup_printf ("sh -c \"(printf 'Kanata\\t0004\\nC=\\t0\\nI\\t0\\t0\\t0\\n'; "
                     "seq 1 90000 | sed 's/.*/L\\t0\\t1\\t&/') | gzip | head -c 60000 > %s\"",
                     path);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, &error));
  trace = open_log (path);
  g_assert_true (weft_api_trace_is_partial (trace));
  table = weft_api_trace_diagnose (trace, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_api_table_get_n_rows (table), >, 0);
  g_unlink (path);
}

/* --- asynchronous calls ------------------------------------------------------------------------- */

typedef struct
{
  GAsyncResult *result;
  guint64 done, total;
  guint n_calls;
  gint n_destroyed;
} Heard;

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Heard *) data)->result = g_object_ref (result);
}

static void
on_progress (guint64 done, guint64 total, gpointer data)
{
  Heard *heard = data;

  g_assert_null (heard->result);
  g_assert_cmpuint (done, >=, heard->done);
  heard->done = done;
  heard->total = total;
  heard->n_calls++;
}

static void
on_destroy (gpointer data)
{
  g_atomic_int_inc (&((Heard *) data)->n_destroyed);
}

static gboolean
is_forgotten (gpointer data)
{
  return g_atomic_int_get (&((Heard *) data)->n_destroyed) == 1;
}

static gboolean
has_answer (gpointer data)
{
  return ((Heard *) data)->result != NULL;
}

static void
test_async (void)
{
  g_autoptr (char) path = write_log (N_MANY);
  g_autoptr (WeftApiTrace) trace = weft_api_trace_new (path);
  g_autoptr (WeftApiTable) table = NULL;
  g_autoptr (GError) error = NULL;
  Heard load = { 0 }, query = { 0 };

  weft_api_trace_load_async (trace, on_progress, &load, on_destroy, NULL, on_done, &load);
  wait_until (has_answer, &load);
  g_assert_true (weft_api_trace_load_finish (trace, load.result, &error));
  g_assert_no_error (error);
  g_clear_object (&load.result);
  wait_until (is_forgotten, &load);
  g_assert_cmpstr (weft_api_trace_get_kind (trace), ==, "pipeline");
  g_assert_cmpstr (weft_api_trace_get_format (trace), ==, "Kanata 0004");
  g_assert_cmpstr (weft_api_trace_get_time_unit (trace), ==, "cycles");
  weft_api_trace_query_async (trace, "SELECT count(*) FROM op WHERE flushed", NULL, on_done,
                              &query);
  wait_until (has_answer, &query);
  table = weft_api_trace_query_finish (trace, query.result, &error);
  g_clear_object (&query.result);
  g_assert_no_error (error);
  g_assert_cmpint (get_integers (weft_api_table_get_column (table, 0))[0], ==, N_MANY / 10 - 1);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A query without an end, and a load that was cancelled before it began. */
static void
test_cancel (void)
{
  g_autoptr (char) path = write_log (20);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  g_assert_null (weft_api_trace_query (trace,
                                       "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                       "FROM n) SELECT count(*) FROM n",
                                       cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_describe (trace, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_measure (trace, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  g_clear_error (&error);
  g_assert_null (weft_api_trace_open (path, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- pictures and reports ----------------------------------------------------------------------- */

static void
test_render (void)
{
  static const struct
  {
    WeftApiPictureFormat format;
    const char *begin;
  } cases[] = { { WEFT_API_PICTURE_PNG, "\211PNG" },
                { WEFT_API_PICTURE_SVG, "<?xml" },
                { WEFT_API_PICTURE_PDF, "%PDF" } };
  const char *const size[] = { "--size=320x200", NULL }, *const wrong[] = { "--view=mesh", NULL };
  const char *const help[] = { "--help", NULL };
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) picture =
        weft_api_trace_render (trace, cases[i].format, size, NULL, &error);
      gsize length;
      const guint8 *bytes = g_bytes_get_data (picture, &length);

      g_assert_no_error (error);
      g_assert_cmpmem (bytes, strlen (cases[i].begin), cases[i].begin, strlen (cases[i].begin));
      if (cases[i].format == WEFT_API_PICTURE_PNG)
        {
          /* The first chunk is the header: width and height. */
          g_assert_cmpuint (bytes[18] << 8 | bytes[19], ==, 320);
          g_assert_cmpuint (bytes[22] << 8 | bytes[23], ==, 200);
        }
    }
  g_assert_null (weft_api_trace_render (trace, WEFT_API_PICTURE_PNG, wrong, NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "mesh"));
  g_clear_error (&error);
  g_assert_null (weft_api_trace_render (trace, WEFT_API_PICTURE_PNG, help, NULL, &error));
  g_assert_error (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE);
}

/* Machines are told in a locale of their own, in which whoever asked is not left. */
static void
test_locale (void)
{
  static const char *const samples[] = { "kanata-core.log", "npu-two-layers.json",
                                         "timeline-three-steps.json", "saturnis-bus.jsonl",
                                         "live-two-chips.weftlive" };
  const locale_t locale = uselocale ((locale_t) 0);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), samples[i], NULL);
      g_autoptr (WeftApiTrace) trace = open_log (path);
      g_autoptr (GError) error = NULL;
      g_autofree char *told = weft_api_trace_compare (trace, trace, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (told);
      g_assert_true (uselocale ((locale_t) 0) == locale);
    }
  /* Its own texts come from where they are installed, in UTF-8. */
  g_assert_cmpstr (bindtextdomain ("weft", NULL), ==, LOCALEDIR);
  g_assert_cmpstr (bind_textdomain_codeset ("weft", NULL), ==, "UTF-8");
}

/* An option of one call is not one of the next. */
static void
test_options (void)
{
  const char *const straightened[] = { "--layout=straightened", NULL };
  const char *const none[] = { NULL };
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) before =
    weft_api_trace_render (trace, WEFT_API_PICTURE_PNG, none, NULL, &error);
  g_autoptr (GBytes) other =
    weft_api_trace_render (trace, WEFT_API_PICTURE_PNG, straightened, NULL, &error);
  g_autoptr (GBytes) after =
    weft_api_trace_render (trace, WEFT_API_PICTURE_PNG, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (g_bytes_equal (before, other));
  g_assert_true (g_bytes_equal (before, after));
}

static void
test_threads_ask (gpointer data, gpointer trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftApiTable) table =
    weft_api_trace_query (trace, "SELECT sum(id) FROM op", NULL, &error);
  g_autofree char *why = weft_api_trace_explain (trace, "3", NULL, NULL, NULL);

  g_assert_no_error (error);
  g_assert_nonnull (why);
  g_assert_cmpint (get_integers (weft_api_table_get_column (table, 0))[0], ==,
                   N_OPS * (N_OPS - 1) / 2);
}

static void
test_threads (void)
{
  g_autoptr (char) path = write_log (N_OPS);
  g_autoptr (WeftApiTrace) trace = open_log (path);
  GThreadPool *pool = g_thread_pool_new (test_threads_ask, trace, 4, TRUE, NULL);

  for (guint i = 0; i < 40; i++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (i + 1), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/api/columns", test_columns);
  g_test_add_func ("/api/kept", test_kept);
  g_test_add_func ("/api/texts-stay", test_texts_stay);
  g_test_add_func ("/api/types", test_types);
  g_test_add_func ("/api/errors", test_errors);
  g_test_add_func ("/api/partial", test_partial);
  g_test_add_func ("/api/async", test_async);
  g_test_add_func ("/api/cancel", test_cancel);
  g_test_add_func ("/api/render", test_render);
  g_test_add_func ("/api/locale", test_locale);
  g_test_add_func ("/api/options", test_options);
  g_test_add_func ("/api/threads", test_threads);
  return g_test_run ();
}
