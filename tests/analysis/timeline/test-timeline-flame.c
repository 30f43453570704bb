/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame.h"
#include "weft-timeline-stats.h"
#include "weft-timeline-trace-private.h"
#include "weft-timeline-writer.h"

#include <string.h>

/* Flame graphs of ranges, held against slices that are counted one by one, nanosecond by nanosecond. */

#define N_TRACES 150
#define N_RANGES 6
#define N_SLICES 50
#define N_TRACKS 3
#define LAST 70

static guint32
intern (WeftTimelineWriter *writer, const char *name)
{
  return weft_timeline_writer_intern (writer, name, strlen (name));
}

static void
add (WeftTimelineWriter *writer, guint track, guint32 name, gint64 start, gint64 end)
{
  weft_timeline_writer_add_event (writer, &(WeftTimelineEvent){ .kind = WEFT_TIMELINE_SLICE,
                                                                .start = start,
                                                                .end = end,
                                                                .track = track,
                                                                .name = name,
                                                                .category = WEFT_NO_NAME,
                                                                .color = WEFT_NO_NAME,
                                                                .correlation = WEFT_TIMELINE_NONE,
                                                                .bytes = WEFT_TIMELINE_NONE });
}

/* The last track is asynchronous. */
static void
add_tracks (WeftTimelineWriter *writer)
{
  guint32 number = intern (writer, "1");
  guint process;

  weft_timeline_writer_begin_file (writer, "test");
  process = weft_timeline_writer_add_process (writer, number, WEFT_TIMELINE_NONE);
  for (guint i = 0; i < N_TRACKS; i++)
    weft_timeline_writer_add_track (
      writer, process, i + 1 < N_TRACKS ? WEFT_TIMELINE_THREAD : WEFT_TIMELINE_ASYNC, number);
}

static WeftTimelineSnapshot *
make_random (GRand *random)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);

  add_tracks (writer);
  for (guint i = 0; i < N_SLICES; i++)
    {
      gint64 start = g_rand_int_range (random, 0, LAST);
      gint64 end = start + g_rand_int_range (random, 0, g_rand_boolean (random) ? 4 : LAST - 20);

      add (writer, (guint) g_rand_int_range (random, 0, N_TRACKS),
           intern (writer, names[g_rand_int_range (random, 0, 3)]), start, end);
    }
  weft_timeline_writer_publish (writer);
  return weft_timeline_trace_ref_snapshot (trace);
}

/* "a;b;c" of a slice: (transfer full). */
static char *
get_path (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  const char *name =
    weft_timeline_trace_get_name (snapshot->trace, weft_timeline_name (snapshot->trace, row));
  guint32 parent = snapshot->index->parents[row];
  g_autofree char *above = parent != WEFT_NO_ROW ? get_path (snapshot, parent) : NULL;

  return above != NULL ? g_strdup_printf ("%s;%s", above, name) : g_strdup (name);
}

typedef struct
{
  guint64 count;
  gint64 total;
  gint64 self;
} Sum;

static gboolean
is_under_way (const WeftTimelineSnapshot *snapshot, guint32 row, gint64 time)
{
  return weft_timeline_start (snapshot->trace, row) <= time
         && weft_timeline_end (snapshot->trace, row) > time;
}

/* By path: (transfer full). */
static GHashTable *
count (const WeftTimelineSnapshot *snapshot, gint64 from, gint64 to, const WeftBitset *tracks)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      gint64 start = weft_timeline_start (snapshot->trace, row);
      gint64 end = weft_timeline_end (snapshot->trace, row);
      char *path;
      Sum *sum;

      if (!weft_bitset_includes (tracks, weft_timeline_track (snapshot->trace, row))
          || (start == end ? start < from || start >= to : start >= to || end <= from))
        continue;
      path = get_path (snapshot, row);
      sum = g_hash_table_lookup (sums, path);
      if (sum == NULL)
        g_hash_table_insert (sums, path, sum = g_new0 (Sum, 1));
      else
        g_free (path);
      sum->count++;
      for (gint64 time = MAX (start, from); time < MIN (end, to); time++)
        {
          gboolean covered = FALSE;

          for (guint32 child = 0; child < snapshot->n_events && !covered; child++)
            covered =
              snapshot->index->parents[child] == row && is_under_way (snapshot, child, time);
          sum->total++;
          sum->self += !covered;
        }
    }
  return sums;
}

/* Children lie side by side within their parent, and all that comes after is found where it is drawn. */
static void
check_places (const WeftTimelineFlame *flame)
{
  for (guint32 i = 0; i < flame->n_nodes; i++)
    {
      const WeftTimelineFlameNode *node = &flame->nodes[i];
      const WeftTimelineFlameNode *above =
        node->parent != WEFT_TIMELINE_NO_NODE ? &flame->nodes[node->parent] : NULL;
      double left = above != NULL ? above->left : 0;
      double right = above != NULL ? above->left + above->width : (double) flame->total;

      g_assert_cmpfloat (node->left, >=, left - 1e-6);
      g_assert_cmpfloat (node->left + node->width, <=, right + 1e-6);
      g_assert_cmpuint (node->end, >, i);
      g_assert_cmpuint (node->depth, ==, above != NULL ? above->depth + 1 : 0);
      if (node->width > 1e-3)
        g_assert_cmpuint (
          weft_timeline_flame_find (flame, node->depth, node->left + node->width / 2), ==, i);
    }
}

static void
check (WeftTimelineCallTree *tree, gint64 from, gint64 to, const WeftBitset *tracks)
{
  g_autoptr (WeftTimelineFlame) flame = weft_timeline_flame_new (tree, from, to, tracks);
  g_autoptr (GHashTable) sums = count (tree->snapshot, from, to, tracks);

  g_assert_cmpuint (flame->n_nodes, ==, g_hash_table_size (sums));
  for (guint32 i = 0; i < flame->n_nodes; i++)
    {
      g_autofree char *path = weft_timeline_flame_get_path (flame, i);
      const Sum *sum = g_hash_table_lookup (sums, path);

      g_assert_nonnull (sum);
      g_assert_cmpuint (flame->nodes[i].count, ==, sum->count);
      g_assert_cmpint (flame->nodes[i].total, ==, sum->total);
      g_assert_cmpint (flame->nodes[i].self, ==, sum->self);
    }
  check_places (flame);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_TRACES; i++)
    {
      g_autoptr (WeftTimelineSnapshot) snapshot = make_random (random);
      g_autoptr (WeftTimelineCallTree) tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);
      g_autoptr (WeftBitset) tracks = weft_bitset_new (N_TRACKS);

      tracks->words[0] = (guint64) g_rand_int_range (random, 0, 1 << N_TRACKS);
      weft_bitset_seal (tracks);
      check (tree, -1, 3 * LAST, NULL);
      for (guint k = 0; k < N_RANGES; k++)
        {
          gint64 from = g_rand_int_range (random, -2, LAST + 30);

          check (tree, from, from + g_rand_int_range (random, 1, LAST), k % 2 == 0 ? NULL : tracks);
        }
    }
}

/* Slices that lie deeper than depths are kept for are counted as well, each by its own path. */
static void
test_deep (void)
{
  const guint n = WEFT_TIMELINE_MAX_DEPTH + 40;
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  g_autoptr (WeftTimelineCallTree) tree = NULL;
  g_autoptr (WeftTimelineFlame) all = NULL, middle = NULL;

  add_tracks (writer);
  for (guint i = 0; i < n; i++)
    add (writer, 0, intern (writer, "f"), i, 2 * n - i);
  weft_timeline_writer_publish (writer);
  snapshot = weft_timeline_trace_ref_snapshot (trace);
  tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);
  all = weft_timeline_flame_new (tree, G_MININT64, G_MAXINT64, NULL);
  middle = weft_timeline_flame_new (tree, n - 1, n + 1, NULL);
  g_assert_cmpuint (all->n_nodes, ==, n);
  g_assert_cmpuint (all->n_depths, ==, n);
  g_assert_cmpuint (middle->n_nodes, ==, n);
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpint (all->nodes[i].total, ==, 2 * (gint64) (n - i));
      g_assert_cmpint (all->nodes[i].self, ==, 2);
      g_assert_cmpint (middle->nodes[i].total, ==, 2);
      g_assert_cmpint (middle->nodes[i].self, ==, i + 1 == n ? 2 : 0);
    }
}

/* Slices of several threads at once last longer together than 64 bits hold: that shows as the most that these hold. */
static void
test_far (void)
{
  const gint64 before = 10, behind = 1000, self[] = { 2 * (before + behind), G_MAXINT64 };
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  g_autoptr (WeftTimelineCallTree) tree = NULL;
  g_autoptr (WeftTimelineFlame) flame = NULL;
  g_autoptr (WeftTimelineRoles) roles = NULL;
  g_autoptr (WeftTimelineStats) stats = NULL;

  add_tracks (writer);
  for (guint track = 0; track + 1 < N_TRACKS; track++)
    {
      add (writer, track, intern (writer, "outer"), 0, G_MAXINT64 - 1);
      add (writer, track, intern (writer, "inner"), before, G_MAXINT64 - 1 - behind);
    }
  weft_timeline_writer_publish (writer);
  snapshot = weft_timeline_trace_ref_snapshot (trace);
  tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);
  flame = weft_timeline_flame_new (tree, G_MININT64, G_MAXINT64, NULL);
  g_assert_cmpuint (flame->n_nodes, ==, 2);
  g_assert_cmpint (flame->total, ==, G_MAXINT64);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (flame->nodes[i].total, ==, G_MAXINT64);
      g_assert_cmpint (flame->nodes[i].self, ==, self[i]);
    }
  g_assert_cmpfloat (flame->nodes[1].width, <, flame->nodes[0].width);
  roles = weft_timeline_roles_new (snapshot, NULL);
  stats = weft_timeline_stats_new (snapshot, roles, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (stats->n_names, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (stats->names[i].sum.total, ==, G_MAXINT64);
      g_assert_cmpint (stats->names[i].sum.self, ==, self[1 - i]);
    }
  for (guint i = 0; i < stats->n_threads; i++)
    g_assert_cmpint (stats->threads[i].sum.self, >=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-flame/random", test_random);
  g_test_add_func ("/timeline-flame/deep", test_deep);
  g_test_add_func ("/timeline-flame/far", test_far);
  return g_test_run ();
}
