/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows.h"

#include "made-log.h"
#include "sanitizers.h"
#include "weft-pipeline-profile-builder.h"

#include <math.h>

/* Profiles are held against the stages that they stand for: in any window that is wide enough to
 * be a pixel, the share of each key is within 10 % of what counting gives. */

#define LIMIT 0.1
#define N_KEYS 1024u /* the last is that of the others */

typedef struct
{
  MadeLog log;
  WeftPipelineRows *rows;
  GRand *random;
  double *counted; /* by key, in cycles of ops over those of the window */
  double *profiled;
} Fixture;

static void
setup (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  made_log_open (&fixture->log, NULL);
  fixture->rows = weft_pipeline_rows_new (fixture->log.trace, WEFT_ROWS_ALL);
  weft_pipeline_rows_straighten (fixture->rows);
  fixture->random = g_rand_new_with_seed (20);
  fixture->counted = g_new (double, N_KEYS);
  fixture->profiled = g_new (double, N_KEYS);
}

static void
teardown (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_object_unref (fixture->rows);
  made_log_close (&fixture->log);
  g_rand_free (fixture->random);
  g_free (fixture->counted);
  g_free (fixture->profiled);
}

/* --- counting ---------------------------------------------------------------------------------------- */

typedef struct
{
  WeftProfileLayout layout;
  guint level;
  guint32 index;
  gint64 from, to; /* cycles of the layout */
} Window;

/* The cycles that [start, end) and the window have in common, as a part of the window. */
static double
overlap (const Window *window, gint64 start, gint64 end)
{
  start = MAX (start, window->from);
  end = MIN (end, window->to);
  if (end <= start)
    return 0;
  return (double) ((guint64) end - (guint64) start)
         / (double) ((guint64) window->to - (guint64) window->from);
}

/* Cycles from one to a later one, as far as they can be counted. */
static gint64
since (gint64 zero, gint64 cycle)
{
  gint64 cycles;

  return __builtin_sub_overflow (cycle, zero, &cycles) ? G_MAXINT64 : cycles;
}

static void
count_op (Fixture *fixture, const WeftPipelineSnapshot *snapshot, const Window *window,
          guint32 number, guint32 n_ops)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  WeftOp op;

  weft_pipeline_snapshot_get_op (snapshot, number, &op);
  weft_pipeline_snapshot_get_stages (snapshot, number, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      gint64 zero = window->layout == WEFT_PROFILE_RELATIVE ? op.fetch : 0;
      guint key = stage->kind * 2u + (op.state == WEFT_OP_FLUSHED);

      fixture->counted[key] +=
        overlap (window, since (zero, stage->start), since (zero, stage->end)) / n_ops;
    }
}

static void
count_window (Fixture *fixture, const Window *window)
{
  const WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (fixture->rows);
  guint shift = WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * window->level;
  guint32 first = window->index << shift;
  guint32 last = MIN (first + (1u << shift), weft_pipeline_rows_get_n_rows (fixture->rows));

  memset (fixture->counted, 0, N_KEYS * sizeof (double));
  for (guint32 row = first; row < last; row++)
    count_op (fixture, snapshot, window, weft_pipeline_rows_get_op (fixture->rows, row),
              last - first);
}

/* The same of offsets from a base, whose sum may be beyond all cycles. */
static double
overlap_of_offsets (const Window *window, guint64 base, guint64 start, guint64 end)
{
  guint64 from = (guint64) window->from - base, to = (guint64) window->to - base;

  start = MAX (start, from);
  end = MIN (end, to);
  return end <= start ? 0 : (double) (end - start) / (double) (to - from);
}

static void
read_profile (Fixture *fixture, const Window *window)
{
  WeftProfile profile;
  const WeftProfileItem *item;

  g_assert_true (weft_pipeline_rows_get_profile (fixture->rows, window->layout, window->level,
                                                 window->index, &profile));
  memset (fixture->profiled, 0, N_KEYS * sizeof (double));
  item = profile.items;
  for (guint32 i = 0; i + 1 < profile.n_spans; i++)
    {
      guint64 start = weft_profile_get_span_start (&profile, i);
      guint64 end = weft_profile_get_span_start (&profile, i + 1);

      g_assert_cmpuint (start, <, end);
      for (guint32 j = 0; j < profile.spans[i].n_items; j++, item++)
        fixture->profiled[MIN (item->key, N_KEYS - 1)] +=
          overlap_of_offsets (window, (guint64) profile.start, start, end) * item->amount
          / WEFT_PROFILE_FULL;
    }
}

/* --- windows ----------------------------------------------------------------------------------------- */

static gint64
random_cycle (GRand *random, gint64 from, gint64 to)
{
  return (gint64) ((guint64) from
                   + (guint64) (g_rand_double (random) * (double) ((guint64) to - (guint64) from)));
}

/* A random window on a random block, no narrower than what a picture looks at: two grains over
 * absolute cycles; 1/64 of the time since the fetch over relative ones. */
static void
choose_window (Fixture *fixture, Window *window)
{
  guint n_levels = weft_pipeline_rows_get_n_levels (fixture->rows);
  WeftBlockSummary summary;
  guint32 n_blocks;
  gint64 narrowest, first = 0, last;
  guint64 distance;

  window->layout = (WeftProfileLayout) g_rand_int_range (fixture->random, 0, WEFT_N_PROFILES);
  window->level = (guint) g_rand_int_range (fixture->random, 0, (gint32) n_levels);
  n_blocks = ((weft_pipeline_rows_get_n_rows (fixture->rows) - 1)
              >> (WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * window->level))
             + 1;
  window->index = (guint32) g_rand_int_range (fixture->random, 0, (gint32) n_blocks);
  g_assert_true (
    weft_pipeline_rows_get_summary (fixture->rows, window->level, window->index, &summary));
  last = summary.longest;
  if (window->layout == WEFT_PROFILE_ABSOLUTE)
    {
      first = summary.first_fetch;
      last = summary.last_end;
    }
  /* At any distance from the start, by orders of magnitude. */
  distance = MIN ((guint64) last - (guint64) first,
                  (guint64) 4 << g_rand_int_range (fixture->random, 0, 61));
  last = (gint64) ((guint64) first + distance);
  window->from = random_cycle (fixture->random, first, MAX (last, first));
  narrowest = window->layout == WEFT_PROFILE_ABSOLUTE ? 4 << window->level : 1;
  narrowest = MAX (narrowest, (gint64) (((guint64) window->from - (guint64) first) / 64));
  window->to = window->from + narrowest;
  window->to += random_cycle (fixture->random, 0, 4 * narrowest);
}

static gboolean
is_near (double one, double other)
{
  return fabs (one - other) <= LIMIT;
}

/* More kinds than a profile tells apart: what it names is there, and the rest is in the key of the
 * others, whose share is returned. */
static double
check_folded (Fixture *fixture, guint n_keys)
{
  double counted = 0, profiled = fixture->profiled[N_KEYS - 1];

  for (guint key = 0; key < n_keys; key++)
    {
      g_assert_cmpfloat (fixture->profiled[key], <=, fixture->counted[key] + LIMIT);
      counted += fixture->counted[key];
      profiled += fixture->profiled[key];
    }
  g_assert_true (is_near (counted, profiled));
  return fixture->profiled[N_KEYS - 1];
}

static void
check_keys (Fixture *fixture, const Window *window, guint n_keys)
{
  for (guint key = 0; key < n_keys; key++)
    if (!is_near (fixture->counted[key], fixture->profiled[key]))
      g_error ("%s, level %u, block %u, cycles %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT
               ": key %u has %.4f, not %.4f",
               window->layout == WEFT_PROFILE_ABSOLUTE ? "absolute" : "relative", window->level,
               window->index, window->from, window->to, key, fixture->profiled[key],
               fixture->counted[key]);
}

static double
worst_distance (const Fixture *fixture, guint n_keys)
{
  double worst = 0;

  for (guint key = 0; key < n_keys; key++)
    worst = MAX (worst, fabs (fixture->counted[key] - fixture->profiled[key]));
  return worst;
}

static double
largest_share (const Fixture *fixture, guint n_keys)
{
  double largest = 0;

  for (guint key = 0; key < n_keys; key++)
    largest = MAX (largest, fixture->counted[key]);
  return largest;
}

static void
check_profiles (Fixture *fixture, gint64 last_cycle, guint n_windows)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&fixture->log, last_cycle);
  guint n_keys = 2 * weft_pipeline_trace_get_n_kinds (fixture->log.trace);
  double sum = 0, worst = 0, shares = 0, folded = 0;

  g_assert_cmpuint (n_keys, <, N_KEYS);
  weft_pipeline_rows_update (fixture->rows);
  for (guint i = 0; i < n_windows; i++)
    {
      Window window;
      double distance;

      choose_window (fixture, &window);
      count_window (fixture, &window);
      read_profile (fixture, &window);
      if (n_keys > 100)
        folded += check_folded (fixture, n_keys);
      else
        check_keys (fixture, &window, n_keys);
      distance = worst_distance (fixture, n_keys);
      sum += distance;
      worst = MAX (worst, distance);
      shares += largest_share (fixture, n_keys);
    }
  g_test_message ("%u levels: shares (largest in the mean %.4f) are up to %.4f away, in the mean "
                  "%.4f",
                  weft_pipeline_rows_get_n_levels (fixture->rows), shares / n_windows, worst,
                  sum / n_windows);
  /* Or else the windows are no test. */
  g_assert_cmpfloat (shares / n_windows, >, n_keys > 100 ? 0.005 : 0.02);
  g_assert_cmpint (folded > 0, ==, n_keys > 100);
}

/* --- logs ---------------------------------------------------------------------------------------------- */

static void
test_core (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  made_log_fill (&fixture->log, 20000);
  check_profiles (fixture, 10020, ROUNDS (3000));
}

static gboolean
has_relative (WeftPipelineRows *rows)
{
  WeftProfile profile;

  return weft_pipeline_rows_get_profile (rows, WEFT_PROFILE_RELATIVE, 0, 0, &profile);
}

/* Who asks for relative profiles when the rows are there already gets the same, on all levels,
 * though no op has changed. */
static void
test_late (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  WeftPipelineRows *early = fixture->rows;
  guint generation;

  made_log_fill (&fixture->log, 20000);
  fixture->rows = weft_pipeline_rows_new (fixture->log.trace, WEFT_ROWS_ALL);
  weft_pipeline_snapshot_unref (made_log_publish (&fixture->log, 10020));
  weft_pipeline_rows_update (fixture->rows);
  g_assert_false (has_relative (fixture->rows));
  generation = weft_pipeline_rows_get_generation (fixture->rows);
  weft_pipeline_rows_straighten (fixture->rows);
  g_assert_false (has_relative (fixture->rows));
  check_profiles (fixture, 10020, ROUNDS (1000));
  g_assert_true (has_relative (fixture->rows));
  g_assert_cmpuint (weft_pipeline_rows_get_generation (fixture->rows), >, generation);
  g_object_unref (early);
}

/* So many ops that the sums over a block pass 32 bits if they are let. */
static void
test_many_ops (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  made_log_fill (&fixture->log, 1100000);
  check_profiles (fixture, 550020, 60);
}

/* Parameters of random ops. */
typedef struct
{
  guint n_kinds;   /* through which an op goes one after another */
  gint64 spread;   /* of the fetches around 0 */
  gint64 shortest; /* stage */
  gint64 longest;
  guint n_endless; /* of a thousand ops */
} Habits;

static gint64
random_up_to (GRand *random, gint64 limit)
{
  return (gint64) (g_rand_double (random) * (double) limit);
}

static void
write_op (Fixture *fixture, const Habits *habits, gint64 fetch)
{
  GRand *random = fixture->random;
  guint32 op = made_log_begin (&fixture->log, 0, fetch, NULL);
  guint n_stages = (guint) g_rand_int_range (random, 1, 12), first;
  gint64 cycle = fetch;

  first = habits->n_kinds > 50 ? (guint) g_rand_int_range (random, 0, 1000) : 0;
  for (guint i = 0; i < n_stages; i++)
    {
      gint64 length = habits->shortest + random_up_to (random, habits->longest - habits->shortest);
      gboolean stalls = g_rand_int_range (random, 0, 5) == 0;
      char name[16];

      g_snprintf (name, sizeof name, "k%u", (first + i) % habits->n_kinds);
      made_log_stage (&fixture->log, op, stalls ? "1" : "0", name, cycle, cycle + length);
      cycle += stalls ? length / 2 : length;
    }
  if ((guint) g_rand_int_range (random, 0, 1000) >= habits->n_endless)
    weft_pipeline_writer_end_op (
      fixture->log.writer, op,
      g_rand_int_range (random, 0, 8) == 0 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED, 0, cycle);
  else
    made_log_stage (&fixture->log, op, "0", "endless", cycle, G_MININT64);
}

static void
test_random (Fixture *fixture, gconstpointer data)
{
  const Habits *habits = data;
  const guint n_ops = 5000;

  for (guint i = 0; i < n_ops; i++)
    write_op (fixture, habits,
              (gint64) (((double) i / n_ops - 0.5) * 2 * (double) habits->spread)
                + g_rand_int_range (fixture->random, 0, 50));
  check_profiles (fixture, habits->spread + 100, ROUNDS (3000));
}

static void
add (const char *path, gconstpointer data, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, data, setup, test, teardown);
}

/* An index file that somebody has changed may say any place: none beyond its end is looked at, nor made a pointer of. */
static void
test_far_place (void)
{
  static const guint64 places[] = {
    4, 64, 72, (guint64) 1 << 62, G_MAXUINT64 - 63, G_MAXUINT64 - 7
  };
  const guint64 profiles[8] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_null (weft_packed_profile_find (profiles, sizeof profiles, places[i], 8, 4));
}

int
main (int argc, char **argv)
{
  static const Habits dense = { 5, 2000, 0, 40, 0 };
  static const Habits in_step = { 3, 2000, 20, 20, 0 };
  static const Habits sparse = { 5, 10000000, 0, 10, 0 };
  static const Habits long_stages = { 3, 2000, 0, 1000000, 0 };
  static const Habits long_and_short = { 3, 20000, 300000, 300001, 0 };
  static const Habits endless = { 5, 200000, 0, 100, 300 };
  static const Habits far = { 5, (gint64) 1 << 62, 0, (gint64) 1 << 57, 5 };
  static const Habits far_and_near = { 5, (gint64) 1 << 62, 0, 50, 5 };
  static const Habits many_kinds = { 200, 1000, 0, 100, 0 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/far-place", test_far_place);
  add ("/profile/core", NULL, test_core);
  add ("/profile/late", NULL, test_late);
  add ("/profile/many-ops", NULL, test_many_ops);
  add ("/profile/dense", &dense, test_random);
  add ("/profile/in-step", &in_step, test_random);
  add ("/profile/sparse", &sparse, test_random);
  add ("/profile/long-stages", &long_stages, test_random);
  add ("/profile/long-and-short", &long_and_short, test_random);
  add ("/profile/endless", &endless, test_random);
  add ("/profile/far", &far, test_random);
  add ("/profile/far-and-near", &far_and_near, test_random);
  add ("/profile/many-kinds", &many_kinds, test_random);
  return g_test_run ();
}
