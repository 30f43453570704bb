/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-numbers.h"

#include "weft-number-block.h"
#include "weft-timeline-trace-private.h"

#include <string.h>

static const WeftTimelineTrace *
get_trace (gconstpointer data)
{
  return ((const WeftTimelineSnapshot *) data)->trace;
}

/* --- numbers ---------------------------------------------------------------------------------------- */

guint
weft_timeline_numbers_compact (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps)
{
  const WeftTimelineTrace *trace = get_trace (data);

  return weft_number_block_read_known (&trace->events, &trace->compact, part, WEFT_TIMELINE_NONE,
                                       first, n, numbers, gaps);
}

/* Those of events that have a time. */
static guint
keep_timed (gconstpointer data, guint first, guint n, guint n_gaps, gint64 *numbers, guint8 *gaps)
{
  return weft_number_block_keep (&get_trace (data)->events, TIMELINE_FLAGS, WEFT_TIMELINE_NO_TIME,
                                 0, first, n, n_gaps, numbers, gaps);
}

/* Those of slices among these. */
static guint
keep_slices (gconstpointer data, guint first, guint n, guint n_gaps, gint64 *numbers, guint8 *gaps)
{
  n_gaps = weft_number_block_keep (&get_trace (data)->events, TIMELINE_KIND, G_MAXUINT8,
                                   WEFT_TIMELINE_SLICE, first, n, n_gaps, numbers, gaps);
  return keep_timed (data, first, n, n_gaps, numbers, gaps);
}

guint
weft_timeline_numbers_start (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  weft_number_block_read (&get_trace (data)->events, TIMELINE_START, first, n, numbers);
  return keep_timed (data, first, n, 0, numbers, gaps);
}

static void
read_spans (gconstpointer data, guint first, guint n, gint64 *numbers, guint8 *gaps)
{
  const WeftTimelineTrace *trace = get_trace (data);

  weft_number_block_read_compact (&trace->events, &trace->compact, TIMELINE_SPAN, first, n, numbers,
                                  gaps);
}

guint
weft_timeline_numbers_duration (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                gint64 *numbers, guint8 *gaps)
{
  read_spans (data, first, n, numbers, gaps);
  return keep_slices (data, first, n, 0, numbers, gaps);
}

guint
weft_timeline_numbers_end (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                           gint64 *numbers, guint8 *gaps)
{
  const WeftTimelineTrace *trace = get_trace (data);

  weft_number_block_read_ends (&trace->events, &trace->compact, TIMELINE_START, TIMELINE_SPAN,
                               first, n, numbers);
  return keep_slices (data, first, n, 0, numbers, gaps);
}

/* Slices that the index has: how many of the rows it may have at all. */
static guint
count_indexed (const WeftTimelineSnapshot *snapshot, guint first, guint n)
{
  guint n_events = (guint) snapshot->index->n_events;

  return first < n_events ? MIN (n, n_events - first) : 0;
}

static guint
keep_indexed (const WeftTimelineSnapshot *snapshot, guint first, guint n, guint n_indexed,
              gint64 *numbers, guint8 *gaps)
{
  guint16 tracks[WEFT_FIELD_BLOCK];
  guint n_gaps = keep_slices (snapshot, first, n, 0, numbers, gaps), n_unknown = 0;
  const guint n_tracks = (guint) snapshot->n_tracks;
  guint last_track = 0;

  weft_table_read (&snapshot->trace->events, TIMELINE_TRACK, first, n, tracks);
  for (guint i = 0; i < n; i++)
    last_track = MAX (last_track, tracks[i]);
  if (n_indexed == n && last_track < n_tracks)
    return n_gaps;
  if (n_gaps == 0)
    memset (gaps, 0, n);
  for (guint i = 0; i < n; i++)
    {
      gaps[i] |= (guint8) ((i >= n_indexed) | (tracks[i] >= n_tracks));
      n_unknown += gaps[i];
    }
  if (n_unknown > 0)
    weft_number_block_clear (n, numbers, gaps);
  return n_unknown;
}

guint
weft_timeline_numbers_self (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                            gint64 *numbers, guint8 *gaps)
{
  const WeftTimelineSnapshot *snapshot = data;
  guint n_indexed = count_indexed (snapshot, first, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = i < n_indexed ? snapshot->index->self[first + i] : 0;
  return keep_indexed (snapshot, first, n, n_indexed, numbers, gaps);
}

guint
weft_timeline_numbers_depth (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                             gint64 *numbers, guint8 *gaps)
{
  const WeftTimelineSnapshot *snapshot = data;
  guint n_indexed = count_indexed (snapshot, first, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = i < n_indexed ? snapshot->index->depths[first + i] : 0;
  return keep_indexed (snapshot, first, n, n_indexed, numbers, gaps);
}

guint
weft_timeline_numbers_bandwidth (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps)
{
  gint64 spans[WEFT_FIELD_BLOCK];
  guint8 ignored[WEFT_FIELD_BLOCK];
  guint n_gaps = weft_timeline_numbers_compact (data, TIMELINE_BYTES, first, n, numbers, gaps);
  guint n_unknown = 0;

  if (n_gaps == WEFT_FIELD_ONE_BY_ONE)
    return n_gaps;
  read_spans (data, first, n, spans, ignored);
  for (guint i = 0; i < n; i++)
    {
      double rate = spans[i] > 0 ? (double) numbers[i] / (double) spans[i] : 0;

      gaps[i] = (n_gaps > 0 && gaps[i]) || spans[i] <= 0;
      n_unknown += gaps[i];
      memcpy (&numbers[i], &rate, sizeof rate);
    }
  return n_unknown;
}

/* --- codes ------------------------------------------------------------------------------------------ */

guint
weft_timeline_codes_column (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                            guint8 *gaps G_GNUC_UNUSED)
{
  weft_number_block_read (&get_trace (data)->events, part, first, n, numbers);
  return 0;
}

guint
weft_timeline_codes_parent (gconstpointer data, guint part G_GNUC_UNUSED, guint first, guint n,
                            gint64 *numbers, guint8 *gaps G_GNUC_UNUSED)
{
  const WeftTimelineSnapshot *snapshot = data;
  guint n_indexed = count_indexed (snapshot, first, n);

  for (guint i = 0; i < n; i++)
    {
      guint32 parent = i < n_indexed ? snapshot->index->parents[first + i] : WEFT_NO_ROW;

      numbers[i] =
        parent != WEFT_NO_ROW ? (gint64) weft_timeline_name (snapshot->trace, parent) : -1;
    }
  return 0;
}

/* --- counters --------------------------------------------------------------------------------------- */

guint
weft_timeline_numbers_point (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                             guint8 *gaps)
{
  guint n_gaps = 0;

  weft_number_block_read (&get_trace (data)->points, part, first, n, numbers);
  if (part != TIMELINE_POINT_VALUE)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      double value;

      memcpy (&value, &numbers[i], sizeof value);
      gaps[i] = !isfinite (value);
      n_gaps += gaps[i];
    }
  return n_gaps;
}
