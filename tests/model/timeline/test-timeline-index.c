/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-index-builder.h"
#include "weft-timeline-writer.h"

/* How slices nest, held against the definition, counted nanosecond by nanosecond. */

#define N_TRACES 300
#define N_SLICES 60
#define LAST 80

typedef struct
{
  gint64 start;
  gint64 end;
} Slice;

/* Whether `a` comes before `b` in the order of time: of slices at one time the longer one, and of equal ones
 * the one that the file has first. */
static gboolean
comes_before (const Slice *slices, guint a, guint b)
{
  if (slices[a].start != slices[b].start)
    return slices[a].start < slices[b].start;
  if (slices[a].end != slices[b].end)
    return slices[a].end > slices[b].end;
  return a < b;
}

/* Whether `a` contains `b`. A slice that ends where another begins does not. */
static gboolean
contains (const Slice *slices, guint a, guint b)
{
  gboolean is_same = slices[a].start == slices[b].start && slices[a].end == slices[b].end;

  return comes_before (slices, a, b) && slices[a].end >= slices[b].end
         && (slices[a].end > slices[b].start || is_same);
}

/* Of those that contain it the latest. */
static guint32
find_parent (const Slice *slices, guint n, guint slice)
{
  guint32 parent = WEFT_NO_ROW;

  for (guint i = 0; i < n; i++)
    if (contains (slices, i, slice) && (parent == WEFT_NO_ROW || comes_before (slices, parent, i)))
      parent = i;
  return parent;
}

/* Nanoseconds of the slice in which no child of it is under way. */
static gint64
count_self (const Slice *slices, const guint32 *parents, guint n, guint slice)
{
  gint64 self = 0;

  for (gint64 time = slices[slice].start; time < slices[slice].end; time++)
    {
      gboolean covered = FALSE;

      for (guint i = 0; i < n; i++)
        covered =
          covered || (parents[i] == slice && slices[i].start <= time && slices[i].end > time);
      self += !covered;
    }
  return self;
}

/* As many tracks, all with the same slices: those of one time are in the rows one after the other. */
static WeftTimelineSnapshot *
write_tracks (const Slice *slices, guint n, WeftTimelineTrackKind kind, guint n_tracks)
{
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  guint32 number = weft_timeline_writer_intern (writer, "1", 1);
  guint process;

  weft_timeline_writer_begin_file (writer, "test");
  process = weft_timeline_writer_add_process (writer, number, WEFT_TIMELINE_NONE);
  for (guint i = 0; i < n_tracks; i++)
    weft_timeline_writer_add_track (writer, process, kind, number);
  for (guint i = 0; i < n * n_tracks; i++)
    {
      const WeftTimelineEvent event = { .kind = WEFT_TIMELINE_SLICE,
                                        .start = slices[i / n_tracks].start,
                                        .end = slices[i / n_tracks].end,
                                        .track = i % n_tracks,
                                        .name = number,
                                        .category = WEFT_NO_NAME,
                                        .color = WEFT_NO_NAME,
                                        .correlation = WEFT_TIMELINE_NONE,
                                        .bytes = WEFT_TIMELINE_NONE,
                                        .line = i + 1 };

      weft_timeline_writer_add_event (writer, &event);
    }
  weft_timeline_writer_publish (writer);
  return weft_timeline_trace_ref_snapshot (trace);
}

static WeftTimelineSnapshot *
write_slices (const Slice *slices, guint n, WeftTimelineTrackKind kind)
{
  return write_tracks (slices, n, kind, 1);
}

/* Slices of a program of calls within calls, of which `n_odd` are put anywhere. */
static guint
make_slices (Slice *slices, guint n, guint n_odd)
{
  for (guint i = 0; i < n; i++)
    {
      const Slice *outer = i > 0 ? &slices[g_test_rand_int_range (0, (gint32) i)] : NULL;
      gint64 from = outer != NULL && i >= n_odd ? outer->start : 0;
      gint64 to = outer != NULL && i >= n_odd ? outer->end : LAST;

      slices[i].start = g_test_rand_int_range ((gint32) from, (gint32) to + 1);
      slices[i].end = g_test_rand_int_range ((gint32) slices[i].start, (gint32) to + 1);
    }
  return n;
}

static void
assert_index (const WeftTimelineIndex *index, const Slice *slices, guint n)
{
  g_autofree guint32 *parents = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      parents[i] = find_parent (slices, n, i);
      g_assert_cmpuint (index->parents[i], ==, parents[i]);
      if (parents[i] != WEFT_NO_ROW)
        g_assert_cmpuint (index->depths[i], >, index->depths[parents[i]]);
    }
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (index->self[i], ==, count_self (slices, parents, n, i));
      /* Nothing hides another. */
      for (guint j = 0; j < i; j++)
        if (index->depths[i] == index->depths[j])
          g_assert_true (slices[i].end <= slices[j].start || slices[j].end <= slices[i].start);
    }
}

/* The shares of children in the cover of their parent sum up to all of it. */
static void
assert_fresh (const WeftTimelineIndex *index, const Slice *slices, guint n)
{
  g_autofree gint64 *covered = g_new0 (gint64, n);

  for (guint i = 0; i < n; i++)
    if (index->parents[i] != WEFT_NO_ROW)
      covered[index->parents[i]] +=
        slices[i].end - (index->fresh != NULL ? index->fresh[i] : slices[i].start);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (slices[i].end - slices[i].start - covered[i], ==, index->self[i]);
}

static void
test_nesting (void)
{
  for (guint trace = 0; trace < N_TRACES; trace++)
    {
      Slice slices[N_SLICES];
      guint n = make_slices (slices, (guint) g_test_rand_int_range (0, N_SLICES + 1), trace % 8);
      g_autoptr (WeftTimelineSnapshot) snapshot = write_slices (slices, n, WEFT_TIMELINE_THREAD);
      const WeftTimelineTrackIndex *track = &snapshot->index->tracks[0];

      assert_index (snapshot->index, slices, n);
      assert_fresh (snapshot->index, slices, n);
      g_assert_cmpuint (track->n_rows, ==, n);
      for (guint depth = 0; depth < track->n_depths; depth++)
        for (guint32 place = track->depths[depth]; place < track->depths[depth + 1]; place++)
          {
            const Slice *slice = &slices[track->rows[place]];

            g_assert_cmpuint (snapshot->index->depths[track->rows[place]], ==, depth);
            g_assert_cmpint (weft_timeline_track_start (track, depth, place), ==, slice->start);
            g_assert_cmpint (weft_timeline_track_end (track, depth, place), ==, slice->end);
          }
    }
}

/* Asynchronous slices are nobody's, and lie below one another where they overlap. */
static void
test_asynchronous (void)
{
  Slice slices[] = { { 0, 10 }, { 2, 5 }, { 3, 12 }, { 10, 11 } };
  static const guint8 depths[] = { 0, 1, 2, 0 };
  g_autoptr (WeftTimelineSnapshot) snapshot =
    write_slices (slices, G_N_ELEMENTS (slices), WEFT_TIMELINE_ASYNC);

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      g_assert_cmpuint (snapshot->index->parents[i], ==, WEFT_NO_ROW);
      g_assert_cmpint (snapshot->index->self[i], ==, slices[i].end - slices[i].start);
      g_assert_cmpuint (snapshot->index->depths[i], ==, depths[i]);
    }
}

/* More depths than a picture has room for share the last one. */
static void
test_deep (void)
{
  Slice slices[2 * WEFT_TIMELINE_MAX_DEPTH];
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    slices[i] = (Slice){ i, 10000 - i };
  snapshot = write_slices (slices, G_N_ELEMENTS (slices), WEFT_TIMELINE_THREAD);
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      g_assert_cmpuint (snapshot->index->parents[i], ==, i > 0 ? i - 1 : WEFT_NO_ROW);
      g_assert_cmpuint (snapshot->index->depths[i], ==, MIN (i, WEFT_TIMELINE_MAX_DEPTH - 1));
    }
}

/* Slices of which each begins in those before it and ends behind them: it took a minute to find that none contains
 * another, when all stayed candidates. */
static void
test_overlapping (void)
{
  const guint n = 300000;
  g_autofree Slice *slices = g_new (Slice, n);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;

  slices[0] = (Slice){ 0, 10 * (gint64) n };
  for (guint i = 1; i < n; i++)
    slices[i] = (Slice){ i, i + n };
  snapshot = write_slices (slices, n, WEFT_TIMELINE_THREAD);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (snapshot->index->parents[i], ==, 0);
}

/* --- on several threads --------------------------------------------------------------------------- */

#define N_TRACKS 5
#define N_EACH 30000 /* slices of each: enough that several threads build the index */

/* Programs of calls one after the other, some with slices that overlap. */
static Slice *
make_many (void)
{
  Slice *slices = g_new (Slice, N_EACH);

  for (guint i = 0; i < N_EACH; i += N_SLICES)
    {
      make_slices (slices + i, N_SLICES, i / N_SLICES % 8);
      for (guint j = i; j < i + N_SLICES; j++)
        {
          slices[j].start += (gint64) (LAST + 1) * i;
          slices[j].end += (gint64) (LAST + 1) * i;
        }
    }
  return slices;
}

/* A track of many has what it has alone. */
static void
assert_track (const WeftTimelineIndex *all, guint track, const WeftTimelineIndex *one)
{
  const WeftTimelineTrackIndex *ours = &all->tracks[track], *alone = &one->tracks[0];

  g_assert_cmpuint (ours->n_rows, ==, alone->n_rows);
  g_assert_cmpuint (ours->n_depths, ==, alone->n_depths);
  g_assert_cmpmem (ours->depths, ours->n_depths * sizeof *ours->depths, alone->depths,
                   alone->n_depths * sizeof *alone->depths);
  for (guint32 i = 0; i < alone->n_rows; i++)
    g_assert_cmpuint (ours->rows[i], ==, alone->rows[i] * N_TRACKS + track);
  for (guint32 i = 0; i < alone->n_rows; i++)
    {
      const guint32 row = i * N_TRACKS + track, parent = one->parents[i];

      g_assert_cmpuint (all->parents[row], ==,
                        parent == WEFT_NO_ROW ? parent : parent * N_TRACKS + track);
      g_assert_cmpuint (all->depths[row], ==, one->depths[i]);
      g_assert_cmpint (all->self[row], ==, one->self[i]);
      g_assert_cmpint (all->fresh[row], ==, one->fresh[i]);
    }
  g_assert_cmpint (ours->busy.sum, ==, alone->busy.sum);
  g_assert_cmpuint (ours->busy.n, ==, alone->busy.n);
}

static void
test_threads (void)
{
  g_autofree Slice *slices = make_many ();
  g_autoptr (WeftTimelineSnapshot) one = write_slices (slices, N_EACH, WEFT_TIMELINE_THREAD);
  g_autoptr (WeftTimelineSnapshot) all =
    write_tracks (slices, N_EACH, WEFT_TIMELINE_THREAD, N_TRACKS);

  for (guint i = 0; i < N_TRACKS; i++)
    assert_track (all->index, i, one->index);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-index/nesting", test_nesting);
  g_test_add_func ("/timeline-index/asynchronous", test_asynchronous);
  g_test_add_func ("/timeline-index/deep", test_deep);
  g_test_add_func ("/timeline-index/overlapping", test_overlapping);
  g_test_add_func ("/timeline-index/threads", test_threads);
  return g_test_run ();
}
