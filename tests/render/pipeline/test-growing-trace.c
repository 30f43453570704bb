/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

#include "dump-trace.h"
#include "sanitizers.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-o3-reader.h"
#include "weft-pipeline-stats-count.h"

#include <math.h>
#include <stdlib.h>

/* The test of the design: at whatever line a growing log is looked at, dump, statistics and pixels
 * equal those of a fresh load of what it has so far. */

#define WIDTH 200
#define HEIGHT 150
#define LABELS_WIDTH 900

typedef WeftReader *(*ReaderNew) (const WeftReaderSetup *setup);

/* --- logs --------------------------------------------------------------------------------------------- */

typedef struct
{
  GString *text;
  GRand *random;
  gboolean odd;   /* everything that the format's document does not allow is in it, too */
  gboolean hangs; /* some ops never end */
  gboolean late;  /* in the second half, where things appear that were not there before */
  guint n_lines;  /* that there will be */
  guint n_ops;
  GArray *live; /* guint32 ids of ops that are under way, oldest first */
} Writing;

static guint
below (Writing *writing, guint limit)
{
  return (guint) g_rand_int_range (writing->random, 0, (gint32) limit);
}

static const char *
pick (Writing *writing, const char *const *words, guint n_words)
{
  return words[below (writing, n_words)];
}

/* An op that is under way; now and then one that has ended long ago or never began, and a few times
 * late in the log one of the first, which near pictures show. */
static guint
pick_op (Writing *writing)
{
  if (writing->odd && writing->late && below (writing, writing->n_lines / 200 + 1) == 0)
    return below (writing, 8);
  if (writing->live->len == 0 || (writing->odd && below (writing, 40) == 0))
    return below (writing, writing->n_ops + 2);
  return g_array_index (writing->live, guint32, below (writing, writing->live->len));
}

static void
write_stage (Writing *writing)
{
  static const char *const lanes[] = { "0", "0", "0", "1", "laneB" };
  static const char *const names[] = { "F", "Dc", "Rn", "X", "Xm", "Cm", "stl" };
  const char *lane = pick (writing, lanes, G_N_ELEMENTS (lanes));

  if (writing->late && below (writing, 60) == 0)
    lane = "late";
  g_string_append_printf (writing->text, "%c\t%u\t%s\t%s\n", below (writing, 4) == 0 ? 'E' : 'S',
                          pick_op (writing), lane, pick (writing, names, G_N_ELEMENTS (names)));
}

static void
write_label (Writing *writing)
{
  static const char *const labels[] = { "80000000: addi a0, a0, 1",
                                        "80000004: ",
                                        "8000",
                                        "0008: x",
                                        "nop",
                                        "caf\xc3\xa9",
                                        "\xff\\n",
                                        "0x80000010 lw" };

  g_string_append_printf (writing->text, "L\t%u\t%u\t%s\n", pick_op (writing),
                          below (writing, writing->odd ? 4 : 3),
                          pick (writing, labels, G_N_ELEMENTS (labels)));
}

static void
write_begin (Writing *writing)
{
  guint32 id = writing->n_ops++;

  g_string_append_printf (writing->text, "I\t%u\t%u\t%u\n", id, 1000 + id, id % 3);
  g_array_append_val (writing->live, id);
}

/* Mostly the oldest op ends; some stay for ever. */
static void
write_end (Writing *writing)
{
  guint index = below (writing, MIN (3, writing->live->len));
  guint32 id = g_array_index (writing->live, guint32, index);

  if (writing->hangs && id % 37 == 5)
    return;
  g_string_append_printf (writing->text, "R\t%u\t%u\t0\n", id, id);
  g_array_remove_index (writing->live, index);
}

/* All that is younger than an op is squashed. */
static void
write_squash (Writing *writing)
{
  guint kept = below (writing, writing->live->len + 1);

  for (guint i = kept; i < writing->live->len; i++)
    g_string_append_printf (writing->text, "R\t%u\t0\t1\n",
                            g_array_index (writing->live, guint32, i));
  g_array_set_size (writing->live, kept);
}

static void
write_dependency (Writing *writing)
{
  guint consumer = pick_op (writing);
  guint producer = consumer > 0 ? consumer - 1 - below (writing, MIN (consumer, 40)) : 0;

  /* Also of ops that are to come. */
  if (writing->odd && below (writing, 10) == 0)
    producer = consumer + below (writing, 30);
  g_string_append_printf (writing->text, "W\t%u\t%u\t%u\n", consumer, producer, consumer % 3);
}

static void
write_odd_line (Writing *writing)
{
  static const char *const lines[] = { "",      "// comment",    "Q\t1",      "S\t0",
                                       "C\t-1", "C=\t50",        "C\tx",      "I\t0\t0\t0",
                                       "L",     "E\t0\t0\tnone", "C=\t-20",   "S\t1\t0\tF\r",
                                       " C\t1", "C\t1 // x",     "R\t0\t0\t0" };

  g_string_append_printf (writing->text, "%s\n", pick (writing, lines, G_N_ELEMENTS (lines)));
}

/* (transfer full) */
static char *
make_kanata (guint32 seed, guint n_lines)
{
  Writing writing = { .text = g_string_new ("Kanata\t0004\nC=\t-3\n"),
                      .random = g_rand_new_with_seed (seed),
                      .odd = seed % 3 != 0,
                      .hangs = seed % 4 == 3,
                      .n_lines = n_lines,
                      .live = g_array_new (FALSE, FALSE, sizeof (guint32)) };

  for (guint i = 0; i < n_lines; i++)
    {
      guint chosen = below (&writing, 100);

      writing.late = i > n_lines / 2;
      if (chosen < 15 || writing.live->len == 0)
        write_begin (&writing);
      else if (chosen < 25)
        g_string_append_printf (writing.text, "C\t%u\n", chosen < 24 ? 1 : below (&writing, 60));
      else if (chosen < 60)
        write_stage (&writing);
      else if (chosen < 72)
        write_label (&writing);
      else if (chosen < 82)
        write_dependency (&writing);
      else if (chosen < 96 || !writing.odd)
        write_end (&writing);
      else if (chosen == 96)
        write_squash (&writing);
      else
        write_odd_line (&writing);
    }
  g_array_unref (writing.live);
  g_rand_free (writing.random);
  return g_string_free (writing.text, FALSE);
}

/* Blocks of gem5 in nearly any order, cut by debug lines of theirs and of others. */
static char *
make_o3 (guint32 seed, guint n_lines)
{
  static const char *const stages[] = { "decode", "rename", "dispatch", "issue", "complete" };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *text = g_string_new (NULL);
  guint first = (guint) g_rand_int_range (random, 1, 1000);

  for (guint i = 0; i < n_lines / 7; i++)
    {
      guint sn = first + i - i % 8 + (i * 5 + seed) % 8;
      gint64 tick = 1000000 + ((gint64) (sn - first) / 2 + g_rand_int_range (random, 0, 3)) * 500;

      g_string_append_printf (text,
                              "O3PipeView:fetch:%" G_GINT64_FORMAT ":0x%08x:0:%u:add r%u, r1\n",
                              tick, 4 * (sn % 40), sn, sn % 8);
      for (guint j = 0; j < G_N_ELEMENTS (stages); j++)
        {
          tick += 500 * g_rand_int_range (random, 1, 4);
          if (g_rand_int_range (random, 0, 40) == 0)
            g_string_append_printf (text, "%" G_GINT64_FORMAT ": system.cpu: other [sn:%u] line\n",
                                    tick, sn);
          g_string_append_printf (text, "O3PipeView:%s:%" G_GINT64_FORMAT "\n", stages[j],
                                  g_rand_int_range (random, 0, 30) == 0 ? 0 : tick);
        }
      if (seed % 2 == 0 || g_rand_int_range (random, 0, 20) > 0)
        g_string_append_printf (text, "O3PipeView:retire:%" G_GINT64_FORMAT ":store:0\n",
                                sn % 11 == 0 ? 0 : tick + 500);
      /* A clock that turns out to be twice as fast. */
      if (i == n_lines / 14)
        g_string_append (text, "O3PipeView:fetch:1000250:0x10:0:99999:nop\n");
    }
  return g_string_free (text, FALSE);
}

/* --- loading -------------------------------------------------------------------------------------------- */

typedef struct
{
  WeftReader *reader;
  WeftTextStore *store;
  Fixture pictures;
  WeftPipelineRows *unflushed;
  gsize length; /* fed */
} Log;

static void
log_open (Log *log, ReaderNew reader_new)
{
  const WeftReaderSetup setup = { .title = "growing", .storage = WEFT_STORAGE_MEMORY };
  WeftPipelineTrace *trace;

  log->reader = reader_new (&setup);
  trace = WEFT_PIPELINE_TRACE (g_object_ref (log->reader->trace));
  log->store = weft_text_store_new_spill ();
  weft_trace_set_text (WEFT_TRACE (trace), log->store);
  log->length = 0;
  log->unflushed = weft_pipeline_rows_new (trace, WEFT_ROWS_HIDE_FLUSHED);
  weft_pipeline_rows_straighten (log->unflushed);
  fixture_init (&log->pictures, trace, WEFT_ROWS_ALL, WIDTH, HEIGHT);
}

static void
log_close (Log *log)
{
  g_object_unref (log->unflushed);
  fixture_clear (&log->pictures);
  weft_reader_free (log->reader);
  weft_text_store_unref (log->store);
}

static void
log_feed (Log *log, const char *text, gsize length)
{
  /* A copy, so that reading beyond its end shows. */
  g_autofree char *copy = g_memdup2 (text + log->length, length - log->length);

  g_assert_true (weft_reader_feed (log->reader, copy, length - log->length, log->length, NULL));
  log->length = length;
}

static void
log_update (Log *log)
{
  weft_pipeline_rows_update (log->pictures.rows);
  weft_pipeline_rows_update (log->unflushed);
}

/* --- what is looked at ------------------------------------------------------------------------------------ */

static void
append_histogram (GString *out, const WeftHistogram *histogram)
{
  g_string_append_printf (
    out, " %" G_GUINT64_FORMAT " values, %" G_GUINT64_FORMAT " in all, up to %" G_GUINT64_FORMAT,
    histogram->n_values, histogram->total, histogram->max);
  if (histogram->n_values > 0)
    g_string_append_printf (out, ", half up to %" G_GUINT64_FORMAT,
                            weft_histogram_get_percentile (histogram, 500));
}

static void
append_tables (GString *out, const WeftPipelineStats *stats)
{
  for (guint i = 0; i < stats->threads->len; i++)
    {
      const WeftPipelineThreadStats *thread =
        &g_array_index (stats->threads, WeftPipelineThreadStats, i);

      g_string_append_printf (out, "thread %" G_GINT64_FORMAT ": %u, %u, %u, %u\n", thread->tid,
                              thread->n_ops, thread->n_retired, thread->n_flushed, thread->n_open);
    }
  for (guint i = 0; i < stats->stages->len; i++)
    {
      const WeftPipelineStageStats *stage =
        &g_array_index (stats->stages, WeftPipelineStageStats, i);

      g_string_append_printf (out, "stage %u, open %" G_GUINT64_FORMAT ":", stage->kind,
                              stage->n_open);
      append_histogram (out, &stage->lengths);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < stats->pcs->len; i++)
    {
      const WeftPipelinePcStats *pc = &g_array_index (stats->pcs, WeftPipelinePcStats, i);

      g_string_append_printf (out,
                              "pc %" G_GINT64_MODIFIER "x op %u: %u, %u, %u, %" G_GUINT64_FORMAT
                              ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %u, %u\n",
                              pc->has_pc ? pc->pc : G_MAXUINT64, pc->first_op, pc->n_ops,
                              pc->n_retired, pc->n_flushed, pc->latency_total, pc->latency_max,
                              pc->stall_cycles, pc->n_squashes, pc->n_squashed);
    }
  for (guint i = 0; i < stats->squashes->len; i++)
    {
      const WeftSquash *squash = &g_array_index (stats->squashes, WeftSquash, i);

      g_string_append_printf (
        out, "squash t%" G_GINT64_FORMAT ": %u, %u, %u, %" G_GINT64_FORMAT "\n", squash->tid,
        squash->cause, squash->first_op, squash->n_ops, squash->cycle);
    }
}

static char *
describe_stats (Log *log)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (log->pictures.trace);
  g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
  GString *out = g_string_new (NULL);

  g_string_append_printf (
    out,
    "%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ": %u, %u, %u, %u, deps %" G_GUINT64_FORMAT
    "\nin flight %u, %f, stalls %" G_GUINT64_FORMAT "\nlatency",
    stats->first, stats->last, stats->n_ops, stats->n_retired, stats->n_flushed, stats->n_open,
    stats->n_dependencies, stats->in_flight_max, stats->in_flight_mean, stats->stall_cycles);
  append_histogram (out, &stats->latency);
  g_string_append_c (out, '\n');
  append_tables (out, stats);
  return g_string_free (out, FALSE);
}

static char *
describe_kinds (Log *log)
{
  WeftPipelineTrace *trace = log->pictures.trace;
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (trace));
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < weft_pipeline_trace_get_n_kinds (trace); i++)
    {
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (trace, (WeftKind) i, &info);
      g_string_append_printf (out, "%s/%s: lane %u, rank %u, depth %u\n", info.lane, info.name,
                              info.lane_index, info.rank, info.depth);
    }
  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    g_string_append_printf (out, "%s: %" G_GUINT64_FORMAT "\n",
                            weft_severity_to_string ((WeftSeverity) i),
                            weft_diagnostics_count (diagnostics, (WeftSeverity) i));
  return g_string_free (out, FALSE);
}

/* Near, far and between, in both layouts. */
static WeftPipelineViewport
get_viewport (Log *log, guint number)
{
  const WeftPipelineExtent *extent = &log->pictures.extent;
  WeftPipelineViewport viewport =
    weft_pipeline_viewport_open (extent, log->pictures.style, WIDTH, HEIGHT);

  if (number & 1)
    viewport.layout = WEFT_PIPELINE_STRAIGHTENED;
  viewport.arrows = number & 1 ? WEFT_ARROWS_CURVE : WEFT_ARROWS_STRAIGHT;
  if (number & 2)
    viewport.lanes = WEFT_LANES_SPLIT;
  if (number / 4 == 1)
    viewport = weft_pipeline_viewport_fit_all (viewport, extent);
  if (number / 4 == 2)
    viewport = weft_pipeline_viewport_zoom (weft_pipeline_viewport_fit_all (viewport, extent),
                                            extent, WIDTH / 2, HEIGHT / 2, 4, 3);
  return viewport;
}

#define N_VIEWPORTS 12

static void
check_pixels (Log *one, Log *other, gboolean all)
{
  one->pictures.scene.rows = all ? one->pictures.rows : one->unflushed;
  other->pictures.scene.rows = all ? other->pictures.rows : other->unflushed;
  weft_pipeline_extent_read (one->pictures.scene.rows, &one->pictures.extent);
  weft_pipeline_extent_read (other->pictures.scene.rows, &other->pictures.extent);
  for (guint i = 0; i < N_VIEWPORTS; i++)
    {
      g_autofree guint32 *left = NULL, *right = NULL;

      one->pictures.scene.viewport = get_viewport (one, i);
      other->pictures.scene.viewport = get_viewport (other, i);
      left = paint_area (&one->pictures, 0, 0, WIDTH, HEIGHT);
      right = paint_area (&other->pictures, 0, 0, WIDTH, HEIGHT);
      if (memcmp (left, right, WIDTH * HEIGHT * sizeof *left) != 0)
        g_error ("viewport %u shows other pixels%s", i, all ? "" : " without flushed ops");
    }
}

static void
check_like_fresh (Log *log, const char *text, ReaderNew reader_new)
{
  Log fresh;

  log_open (&fresh, reader_new);
  log_feed (&fresh, text, log->length);
  weft_reader_finish (fresh.reader);
  log_update (&fresh);
  assert_same_dump (dump_trace (WEFT_TRACE (log->pictures.trace), DUMP_ALL),
                    dump_trace (WEFT_TRACE (fresh.pictures.trace), DUMP_ALL));
  assert_same_dump (describe_kinds (log), describe_kinds (&fresh));
  assert_same_dump (describe_stats (log), describe_stats (&fresh));
  check_pixels (log, &fresh, TRUE);
  check_pixels (log, &fresh, FALSE);
  log_close (&fresh);
}

/* --- pictures that are kept while their revision holds ------------------------------------------------------ */

#define STRIP 25
#define N_STRIPS (HEIGHT / STRIP)
#define N_KEPT_VIEWPORTS 4

/* Does as tiles do: a strip of the canvas, and of the labels beside it, is drawn again only when
 * the revision of its rows has risen. */
typedef struct
{
  WeftPipelineViewport viewport;
  guint canvas_revisions[N_STRIPS];
  guint labels_revisions[N_STRIPS];
  guint32 *canvas[N_STRIPS];
  guint32 *labels[N_STRIPS];
} Kept;

static guint32 *
paint_labels (Fixture *fixture, gint64 y)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, LABELS_WIDTH * STRIP);

  weft_pipeline_renderer_paint_labels (fixture->renderer, &fixture->scene,
                                       &(WeftPipelineArea){ 0, y, LABELS_WIDTH, STRIP },
                                       LABELS_WIDTH, list);
  weft_paint_pixels_draw (list, fixture->style->atlas, pixels, LABELS_WIDTH, STRIP,
                          LABELS_WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
  return pixels;
}

/* Keeps the pixels where there are none or the revision is a new one; fails where they are not those
 * that were kept. */
static void
keep_or_check (guint32 **kept, guint *kept_revision, guint32 *pixels, guint revision, gsize width,
               const char *what)
{
  if (*kept == NULL || *kept_revision != revision)
    {
      g_free (*kept);
      *kept = pixels;
      *kept_revision = revision;
      return;
    }
  if (memcmp (*kept, pixels, width * STRIP * sizeof *pixels) != 0)
    g_error ("the %s changed, and the revision did not", what);
  g_free (pixels);
}

static void
check_kept (Fixture *fixture, Kept *kept)
{
  WeftPipelineScene *scene = &fixture->scene;

  scene->rows = fixture->rows;
  scene->viewport = kept->viewport;
  for (guint i = 0; i < N_STRIPS; i++)
    {
      gint64 y = i * STRIP;

      keep_or_check (&kept->canvas[i], &kept->canvas_revisions[i],
                     paint_area (fixture, 0, y, WIDTH, STRIP),
                     weft_pipeline_canvas_get_revision (scene, y, STRIP), WIDTH, "canvas");
      keep_or_check (&kept->labels[i], &kept->labels_revisions[i], paint_labels (fixture, y),
                     weft_pipeline_labels_get_revision (scene, y, STRIP), LABELS_WIDTH, "labels");
    }
}

static void
kept_clear (Kept *kept)
{
  for (guint i = 0; i < N_STRIPS; i++)
    {
      g_free (kept->canvas[i]);
      g_free (kept->labels[i]);
    }
}

/* Viewports on what the log is going to be. */
static void
choose_viewports (Kept *kept, const char *text, ReaderNew reader_new)
{
  static const guint numbers[N_KEPT_VIEWPORTS] = { 0, 1, 4, 8 };
  Log whole;

  log_open (&whole, reader_new);
  log_feed (&whole, text, strlen (text));
  weft_reader_finish (whole.reader);
  log_update (&whole);
  weft_pipeline_extent_read (whole.pictures.rows, &whole.pictures.extent);
  for (guint i = 0; i < N_KEPT_VIEWPORTS; i++)
    kept[i] = (Kept){ .viewport = get_viewport (&whole, numbers[i]) };
  log_close (&whole);
}

/* --- growing ---------------------------------------------------------------------------------------------- */

/* The end of a line some way on. */
static gsize
next_cut (GRand *random, const char *text, gsize from, guint step)
{
  gsize at = from + (gsize) g_rand_int_range (random, 1, (gint32) step);
  const char *eol;

  if (at >= strlen (text))
    return strlen (text);
  eol = strchr (text + at, '\n');
  return eol != NULL ? (gsize) (eol + 1 - text) : strlen (text);
}

/* Brings rows and pictures up to what was published. */
static void
look_again (Log *log, Kept *kept)
{
  log_update (log);
  for (guint i = 0; i < N_KEPT_VIEWPORTS; i++)
    check_kept (&log->pictures, &kept[i]);
}

static void
grow (const char *text, ReaderNew reader_new, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  gsize length = strlen (text), last_check = 0;
  guint step = (guint) MAX (length / 200, 2);
  Kept kept[N_KEPT_VIEWPORTS];
  Log log;

  choose_viewports (kept, text, reader_new);
  log_open (&log, reader_new);
  while (log.length < length)
    {
      log_feed (&log, text, next_cut (random, text, log.length, step));
      if (g_rand_boolean (random))
        weft_reader_publish (log.reader);
      if (g_rand_int_range (random, 0, 3) == 0)
        look_again (&log, kept);
      if (log.length - last_check < length / 12 && log.length < length)
        continue;
      last_check = log.length;
      if (g_rand_boolean (random))
        weft_reader_publish (log.reader);
      else
        weft_reader_finish (log.reader);
      look_again (&log, kept);
      check_like_fresh (&log, text, reader_new);
    }
  for (guint i = 0; i < N_KEPT_VIEWPORTS; i++)
    kept_clear (&kept[i]);
  log_close (&log);
}

/* Small logs, in which all is near, and large ones, of which much is at rest. */
static const guint sizes[] = { 200, 600, 2000, 20000 };

/* Odd, so that logs of all kinds have their turn. */
#define SEED_STEP (ADDRESS_IS_SANITIZED ? 5 : 1)

static void
test_kanata (void)
{
  for (guint32 seed = 0; seed < 16; seed += SEED_STEP)
    {
      g_autofree char *text = make_kanata (seed, sizes[seed / 4]);

      g_test_message ("seed %u, %zu bytes", seed, strlen (text));
      grow (text, weft_pipeline_kanata_reader_new, seed);
    }
}

static void
test_o3 (void)
{
  for (guint32 seed = 0; seed < 8; seed += SEED_STEP)
    {
      g_autofree char *text = make_o3 (seed, sizes[seed / 2]);

      g_test_message ("seed %u, %zu bytes", seed, strlen (text));
      grow (text, weft_pipeline_o3_reader_new, seed);
    }
}

static void
test_sample (gconstpointer name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  grow (text,
        g_str_has_suffix (name, ".out") ? weft_pipeline_o3_reader_new
                                        : weft_pipeline_kanata_reader_new,
        1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growing-trace/kanata", test_kanata);
  g_test_add_func ("/growing-trace/o3", test_o3);
  g_test_add_data_func ("/growing-trace/two-ops", "kanata-two-ops.log", test_sample);
  g_test_add_data_func ("/growing-trace/kanata-core", "kanata-core.log", test_sample);
  g_test_add_data_func ("/growing-trace/o3-core", "o3pipeview-core.out", test_sample);
  return g_test_run ();
}
