/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ask.h"
#include "growing-file.h"

#include <glib/gstdio.h>

#include "weft-handover.h"
#include "weft-load.h"
#include "weft-paint-pixels.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-op-filter.h"
#include "weft-pipeline-renderer.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-trace-private.h"

/* All that a window does with a log that is being written, at once: it is read on where it was cut off, its rows are
 * brought up to date, tiles are painted, ops filtered, counted and asked for in SQL, and at any moment all of that is
 * closed. What is right is told by ThreadSanitizer, and by the checks below; WEFT_STRESS_SECONDS is how long (default:
 * 3). */

#define N_OPS 8000u
#define BEGINNING 4000 /* bytes, of which it is known what it is */
#define WIDTH 512
#define HEIGHT 256

typedef struct
{
  const GString *log;
  char *path;
  WeftLoad *load;
  WeftPipelineRows *rows;
  GCancellable *cancellable;
  WeftStyle *style;
  guint32 seed;
  _Atomic bool written; /* the file is whole */
  _Atomic bool closing;
  _Atomic guint n_tiles;
  _Atomic guint n_filters;
  _Atomic guint n_answers;
} Session;

/* --- the log ------------------------------------------------------------------------------------------ */

static GString *
make_log (void)
{
  GString *log = g_string_new ("Kanata\t0004\n");

  for (guint i = 0; i < N_OPS; i++)
    {
      g_string_append_printf (log, "I\t%u\t%u\t0\nL\t%u\t0\t%x: add r%u\nS\t%u\t0\tF\nC\t1\n", i, i,
                              i, 4096 + i % 512 * 4, i % 31, i);
      if (i > 10)
        g_string_append_printf (log, "S\t%u\t0\tX\nW\t%u\t%u\t0\nR\t%u\t%u\t%u\n", i - 8, i - 5,
                                i - 9, i - 10, i - 10, i % 97 == 0);
    }
  return log;
}

static void *
write_log (void *data)
{
  Session *self = data;

  growing_file_write (self->path, self->log, BEGINNING, self->seed, &self->closing);
  atomic_store (&self->written, true);
  return NULL;
}

static void *
load_log (void *data)
{
  Session *self = data;
  g_autoptr (GError) error = NULL;
  gboolean goes_on = weft_load_run (self->load, self->cancellable, &error), whole = FALSE;

  while (goes_on && !whole)
    {
      whole = atomic_load (&self->written);
      goes_on = weft_load_resume (self->load, WEFT_GROWTH_SURE, NULL, self->cancellable, &error);
    }
  if (!atomic_load (&self->closing))
    g_assert_no_error (error);
  return NULL;
}

/* --- what is done with it ------------------------------------------------------------------------------ */

static void *
update_rows (void *data)
{
  Session *self = data;

  while (!atomic_load (&self->closing))
    weft_pipeline_rows_update (self->rows);
  return NULL;
}

static void
paint_tile (Session *self, WeftPipelineRenderer *renderer, WeftPaintList *list, guint32 *pixels,
            GRand *random)
{
  WeftPipelineExtent extent;
  WeftPipelineScene scene = { .rows = self->rows, .style = self->style };

  weft_pipeline_extent_read (self->rows, &extent);
  scene.viewport = weft_pipeline_viewport_open (&extent, self->style, WIDTH, HEIGHT);
  if (extent.n_rows > 0 && g_rand_boolean (random))
    scene.viewport = weft_pipeline_viewport_fit_all (scene.viewport, &extent);
  scene.viewport.origin_row = g_rand_int_range (random, 0, (gint) extent.n_rows + 1);
  weft_paint_list_clear (list);
  weft_pipeline_renderer_paint_canvas (renderer, &scene, &(WeftPipelineArea){ 0, 0, WIDTH, HEIGHT },
                                       list);
  weft_paint_pixels_draw (list, self->style->atlas, pixels, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
  atomic_fetch_add (&self->n_tiles, 1);
}

static void *
paint_tiles (void *data)
{
  Session *self = data;
  WeftPipelineRenderer *renderer = weft_pipeline_renderer_new ();
  WeftPaintList *list = weft_paint_list_new ();
  g_autofree guint32 *pixels = g_new (guint32, WIDTH * HEIGHT);
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed + 1);

  while (!atomic_load (&self->closing))
    paint_tile (self, renderer, list, pixels, random);
  weft_paint_list_free (list);
  weft_pipeline_renderer_free (renderer);
  return NULL;
}

static WeftPipelineSnapshot *
take_snapshot (Session *self)
{
  return weft_pipeline_trace_ref_snapshot (weft_pipeline_rows_get_trace (self->rows));
}

/* A filter of the ops so far lets through what it says. */
static void
filter (Session *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), "latency > 8 && label ~ /add/", NULL, &error);
  g_autoptr (WeftPipelineSnapshot) snapshot = take_snapshot (self);
  WeftBitset *ops;

  g_assert_no_error (error);
  ops = weft_pipeline_op_filter_run (expression, snapshot, self->cancellable, NULL);
  if (ops == NULL)
    return;
  for (guint32 op = 0; op < snapshot->n_ops; op += 101)
    if (weft_bitset_includes (ops, op))
      {
        g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);

        g_assert_nonnull (strstr (label, "add"));
      }
  weft_bitset_unref (ops);
  atomic_fetch_add (&self->n_filters, 1);
}

static void
count (Session *self)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = take_snapshot (self);
  g_autoptr (WeftPipelineStats) stats =
    weft_pipeline_stats_new (snapshot, NULL, self->cancellable, NULL);

  if (stats != NULL)
    g_assert_cmpuint (stats->n_ops, ==, stats->n_retired + stats->n_flushed + stats->n_open);
}

static void *
filter_ops (void *data)
{
  Session *self = data;

  while (!atomic_load (&self->closing))
    {
      filter (self);
      count (self);
    }
  return NULL;
}

/* The number of an answer's ops is that of the trace when it was asked. */
static void *
ask_ops (void *data)
{
  Session *self = data;

  while (!atomic_load (&self->closing))
    {
      WeftTrace *trace = g_object_ref (WEFT_TRACE (weft_pipeline_rows_get_trace (self->rows)));
      g_autoptr (WeftQuery) query = ask_open (&trace, 1);
      g_autofree char *all = ask (query, "SELECT count(*) FROM op");
      g_autofree char *sorted =
        ask (query, "SELECT count(*) FROM (SELECT id FROM op ORDER BY latency, label)");

      g_assert_cmpstr (all, ==, sorted);
      atomic_fetch_add (&self->n_answers, 1);
    }
  return NULL;
}

/* --- a session ------------------------------------------------------------------------------------------ */

/* Waits until there is a trace, and rows of it. */
static void
wait_for_trace (Session *self)
{
  while (weft_load_get_trace (self->load) == NULL)
    g_usleep (200);
  self->rows =
    weft_pipeline_rows_new (WEFT_PIPELINE_TRACE (weft_load_get_trace (self->load)), WEFT_ROWS_ALL);
}

static void
run_session (Session *self, gboolean early)
{
  static void *(*const jobs[]) (void *) = { update_rows, paint_tiles, paint_tiles, filter_ops,
                                            ask_ops };
  WeftThread *threads[G_N_ELEMENTS (jobs)], *writer, *loader;

  g_assert_true (g_file_set_contents (self->path, self->log->str, BEGINNING, NULL));
  writer = weft_thread_start ("write", write_log, self);
  self->load = weft_load_new (self->path, WEFT_STORAGE_MEMORY, NULL);
  weft_load_set_growth (self->load, WEFT_GROWTH_SURE);
  loader = weft_thread_start ("load", load_log, self);
  wait_for_trace (self);
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    threads[i] = weft_thread_start ("job", jobs[i], self);
  if (!early)
    weft_thread_join (loader);
  else
    g_usleep (self->seed % 97 * 1000);
  atomic_store (&self->closing, true);
  if (early)
    g_cancellable_cancel (self->cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    weft_thread_join (threads[i]);
  if (early)
    weft_thread_join (loader);
  weft_thread_join (writer);
}

static void
open_session (Session *self, const GString *log, const char *folder, WeftStyle *style, guint32 seed)
{
  *self = (Session){ .log = log, .style = style, .seed = seed };
  self->path = g_strdup_printf ("%s/%u.log", folder, seed);
  self->cancellable = g_cancellable_new ();
}

static void
close_session (Session *self)
{
  g_object_unref (self->rows);
  g_object_unref (self->load);
  g_object_unref (self->cancellable);
  g_unlink (self->path);
  g_free (self->path);
}

static void
test_sessions (void)
{
  const char *wanted = g_getenv ("WEFT_STRESS_SECONDS");
  gint64 end = g_get_monotonic_time ()
               + (wanted != NULL ? g_ascii_strtoll (wanted, NULL, 10) : 3) * G_USEC_PER_SEC;
  g_autofree char *folder = g_dir_make_tmp ("weft-stress-XXXXXX", NULL);
  g_autoptr (GString) log = make_log ();
  WeftStyleOptions options = weft_style_options_default ();
  WeftStyle *style = weft_style_new (&options, NULL);
  guint n_tiles = 0, n_filters = 0, n_answers = 0;
  guint32 seed = 1;

  /* One is whole, and one is closed early, however short the time is. */
  for (; seed <= 2 || g_get_monotonic_time () < end; seed++)
    {
      Session session;

      open_session (&session, log, folder, style, seed);
      run_session (&session, seed % 3 != 1);
      if (seed % 3 == 1)
        {
          g_autoptr (WeftPipelineSnapshot) snapshot = take_snapshot (&session);

          g_assert_cmpuint (snapshot->n_ops, ==, N_OPS);
        }
      n_tiles += session.n_tiles;
      n_filters += session.n_filters;
      n_answers += session.n_answers;
      close_session (&session);
    }
  g_test_message ("%u sessions: %u tiles, %u filters, %u answers", seed - 1, n_tiles, n_filters,
                  n_answers);
  g_assert_cmpuint (MIN (n_tiles, MIN (n_filters, n_answers)), >, 0);
  weft_style_unref (style);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stress/sessions", test_sessions);
  return g_test_run ();
}
