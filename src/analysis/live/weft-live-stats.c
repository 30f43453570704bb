/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-stats.h"

#include "weft-expression-eval.h"
#include "weft-histogram-cells.h"
#include "weft-live-fields.h"
#include "weft-live-life.h"
#include "weft-live-records.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Rows that are held at a time, which keeps them from being evicted. */
#define SLICE_ROWS 65536u

#define LENGTH_BARS 16u

G_DEFINE_FINAL_TYPE (WeftLiveFigures, weft_live_figures, G_TYPE_OBJECT)

static void
weft_live_figures_finalize (GObject *object)
{
  WeftLiveFigures *self = WEFT_LIVE_FIGURES (object);

  g_array_unref (self->programs);
  g_array_unref (self->streams);
  g_clear_pointer (&self->findings, g_array_unref);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (weft_live_figures_parent_class)->finalize (object);
}

static void
weft_live_figures_class_init (WeftLiveFiguresClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_live_figures_finalize;
}

/* Rows of which each begins with a histogram. */
static GArray *
new_rows (gsize size)
{
  GArray *rows = g_array_new (FALSE, TRUE, (guint) size);

  g_array_set_clear_func (rows, (GDestroyNotify) weft_histogram_clear);
  return rows;
}

static void
weft_live_figures_init (WeftLiveFigures *self)
{
  self->programs = new_rows (sizeof (WeftLiveProgramFigures));
  self->streams = new_rows (sizeof (WeftLiveStreamFigures));
}

/* --- counting ----------------------------------------------------------------------------------- */

/* The records that pass the filter. */
typedef struct
{
  WeftLiveRecords *records; /* NULL: there is no filter */
  WeftBitset *places;
} Passing;

/* A pass over the rows of one lane. */
typedef struct
{
  const Passing *passing;
  WeftLiveFigures *figures;
  WeftLiveStreamFigures *stream;
  guint lane;
  guint32 next, end; /* rows that are to be counted yet */
  gint64 covered;    /* everything before is accounted for */
  gint64 busy;       /* and programs up to here: they may come after what happened later */
  gboolean any;
  gboolean skipped; /* rows before `next` were evicted before they were counted */
} Pass;

/* The part of a row within the range. FALSE where there is none. */
static gboolean
clip (const WeftCycleRange *range, const WeftLiveRow *row, gint64 *start, gint64 *end)
{
  *start = MAX (row->start, range->from);
  *end = MIN (row->end, range->to);
  return *start <= *end && row->start < range->to;
}

static void
count_start (const WeftLiveFigures *self, WeftLiveProgramFigures *program, gint64 time)
{
  double part = ((double) time - (double) self->from)
                / MAX ((double) self->to - (double) self->from, 1) * WEFT_LIVE_TIME_PARTS;

  if (part >= 0)
    program->starts[(guint) MIN (part, WEFT_LIVE_TIME_PARTS - 1)]++;
}

/* Whether the row that is counted does. */
static gboolean
passes (const Pass *pass)
{
  const WeftLiveRecords *records = pass->passing->records;

  return records == NULL
         || weft_bitset_has (pass->passing->places,
                             weft_live_records_find (records, pass->lane, pass->next));
}

/* Of the time from `start` to `end` nothing is known in some stream. */
static void
mark_dark (WeftLiveFigures *self, gint64 start, gint64 end)
{
  double part = MAX ((double) self->to - (double) self->from, 1) / WEFT_LIVE_TIME_PARTS;
  double first = ((double) start - (double) self->from) / part,
         last = ((double) end - (double) self->from) / part;

  for (guint i = 0; i < WEFT_LIVE_TIME_PARTS; i++)
    self->is_dark[i] |= first < i + 1 && last > i;
}

static void
count_program (Pass *pass, const WeftLiveRow *row)
{
  WeftLiveProgramFigures *program;

  pass->stream->n_programs++;
  if (!passes (pass))
    return;
  pass->figures->n_programs++;
  /* a program that was named while this runs is for the next figures */
  if (row->program >= pass->figures->programs->len || row->flags != 0
      || row->start < pass->figures->range.from)
    return;
  program = &g_array_index (pass->figures->programs, WeftLiveProgramFigures, row->program);
  weft_histogram_add (&program->lengths, (guint64) (row->end - row->start));
  count_start (pass->figures, program, row->start);
}

/* What was evicted while this counts was not seen: the time of it is neither a gap nor of the stream's. */
static void
skip_evicted (Pass *pass, gint64 start)
{
  if (pass->any && start > pass->covered)
    {
      pass->stream->unseen_ns += (guint64) (start - pass->covered);
      pass->covered = start;
    }
  pass->skipped = FALSE;
}

static void
count_row (Pass *pass, const WeftLiveRow *row)
{
  WeftLiveStreamFigures *stream = pass->stream;
  gint64 start, end, fresh;

  if (!clip (&pass->figures->range, row, &start, &end))
    return;
  if (!pass->any)
    pass->busy = pass->covered = stream->from = start;
  pass->any = TRUE;
  if (pass->skipped)
    skip_evicted (pass, start);
  fresh = end - MAX (start, pass->covered);
  if (row->kind <= WEFT_LIVE_KIND_STALL && start > pass->covered)
    weft_histogram_add (&stream->gaps, (guint64) (start - pass->covered));
  if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    count_program (pass, row);
  if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    {
      stream->busy_ns += (guint64) MAX (end - MAX (start, pass->busy), 0);
      pass->busy = MAX (pass->busy, end);
    }
  else if (fresh > 0 && row->kind == WEFT_LIVE_KIND_STALL)
    stream->stall_ns += (guint64) fresh;
  else if (fresh > 0)
    {
      stream->lost_ns += (guint64) fresh;
      mark_dark (pass->figures, end - fresh, end);
    }
  pass->covered = MAX (pass->covered, end);
}

/* The time whose rows were counted, in ns. */
static double
get_seen (const WeftLiveStreamFigures *stream)
{
  return (double) (stream->to - stream->from) - (double) stream->unseen_ns;
}

static void
end_stream (Pass *pass)
{
  WeftLiveStreamFigures *stream = pass->stream;
  double window;

  weft_histogram_seal (&stream->gaps);
  stream->to = pass->any ? pass->covered : stream->from;
  window = get_seen (stream);
  stream->utilization = window > 0 ? (double) stream->busy_ns / window : NAN;
  stream->uncertainty = window > 0 ? (double) stream->lost_ns / window : NAN;
}

/* The time within the range of which no row was evicted. */
static void
set_window (WeftLiveFigures *self, guint n_lanes)
{
  gint64 start, end;

  if (!weft_live_trace_get_range (self->trace, &start, &end))
    start = end = 0;
  self->from = MAX (start, self->range.from);
  for (guint i = 0; i < n_lanes; i++)
    self->from = MAX (self->from, MIN (weft_live_trace_get_evicted (self->trace, i), end));
  self->to = MAX (MIN (end, self->range.to), self->from);
}

static void
begin_lane (WeftLiveFigures *self, guint lane, const Passing *passing, Pass *pass)
{
  *pass = (Pass){ .passing = passing,
                  .figures = self,
                  .stream = &g_array_index (self->streams, WeftLiveStreamFigures, lane),
                  .lane = lane };
  weft_live_trace_get_lane (self->trace, lane, &pass->stream->lane);
  weft_live_trace_get_rows (self->trace, lane, &pass->next, &pass->end);
  if (self->range.from != G_MININT64)
    pass->next = weft_live_trace_find_row (self->trace, lane, self->range.from);
}

/* Counts some rows more of a lane; those that were evicted meanwhile are left out, with their time. */
static void
count_slice (Pass *pass)
{
  WeftLiveTrace *trace = pass->figures->trace;
  guint n_held = weft_live_trace_hold (trace);
  guint32 first, end;

  weft_live_trace_get_rows (trace, pass->lane, &first, &end);
  pass->skipped |= first > pass->next;
  pass->next = MAX (pass->next, first);
  end = MIN (pass->end, pass->next - pass->next % SLICE_ROWS + SLICE_ROWS);
  for (; pass->next < end; pass->next++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (trace, pass->lane, pass->next, &row);
      if (row.start >= pass->figures->range.to)
        pass->end = end = pass->next;
      else
        count_row (pass, &row);
    }
  weft_live_trace_release (trace, n_held);
}

/* The lanes in turns, oldest rows first: eviction does not come up with them. FALSE where it was
 * cancelled. */
static gboolean
count_lanes (Pass *passes, guint n_lanes, GCancellable *cancellable)
{
  gboolean any = TRUE;

  while (any)
    {
      any = FALSE;
      for (guint i = 0; i < n_lanes; i++)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return FALSE;
          if (passes[i].next < passes[i].end)
            count_slice (&passes[i]);
          any = any || passes[i].next < passes[i].end;
        }
    }
  return TRUE;
}

static void
count_dark (WeftLiveFigures *self, WeftLiveStreamFigures *stream, WeftCycleRange dark)
{
  gint64 start = MAX (dark.from, self->from), end = MIN (dark.to, self->to);

  if (start >= end)
    return;
  stream->dark_ns += (guint64) (end - start);
  mark_dark (self, start, end);
}

/* Of a process of the past nothing more is to be known. */
static void
find_dark (WeftLiveFigures *self)
{
  g_autoptr (GArray) lives = weft_live_find_lives (self->trace);

  for (guint i = 0; i < MIN (self->streams->len, lives->len); i++)
    {
      const WeftLiveLife *life = &g_array_index (lives, WeftLiveLife, i);
      WeftLiveStreamFigures *stream = &g_array_index (self->streams, WeftLiveStreamFigures, i);

      if (life->is_past)
        continue;
      count_dark (self, stream, weft_live_life_get_unknown_start (life));
      count_dark (self, stream, weft_live_life_get_unknown_end (life));
    }
}

static int
compare_programs (gconstpointer a, gconstpointer b)
{
  const WeftLiveProgramFigures *left = a, *right = b;

  if (left->lengths.total != right->lengths.total)
    return left->lengths.total < right->lengths.total ? 1 : -1;
  return left->program < right->program ? -1 : 1;
}

/* The time that all streams together cover, in seconds, but for what was not seen of it. */
static double
get_window (WeftLiveFigures *self)
{
  gint64 from = G_MAXINT64, to = G_MININT64;
  double seen = 0, all = 0;

  for (guint i = 0; i < self->streams->len; i++)
    {
      const WeftLiveStreamFigures *stream =
        &g_array_index (self->streams, WeftLiveStreamFigures, i);

      if (stream->from == stream->to)
        continue;
      from = MIN (from, stream->from);
      to = MAX (to, stream->to);
      seen += get_seen (stream);
      all += (double) (stream->to - stream->from);
    }
  return from < to ? (double) (to - from) / 1e9 * (seen / all) : NAN;
}

static void
end_programs (WeftLiveFigures *self)
{
  gboolean whole =
    self->range.from == G_MININT64 && self->range.to == G_MAXINT64 && !self->is_filtered;
  guint64 n_left = 0, n_ever = 0;
  double window = get_window (self), sum = 0;

  for (guint i = 0; i < self->programs->len; i++)
    {
      WeftLiveProgramFigures *program = &g_array_index (self->programs, WeftLiveProgramFigures, i);
      WeftLiveTotal total;

      weft_histogram_seal (&program->lengths);
      weft_live_trace_get_total (self->trace, i, &total);
      program->n = whole ? total.n : program->lengths.n_values;
      n_left += program->lengths.n_values;
      n_ever += total.n;
      sum += (double) program->lengths.total;
    }
  self->scope = !whole             ? WEFT_LIVE_SCOPE_RANGE
                : n_left == n_ever ? WEFT_LIVE_SCOPE_SESSION
                                   : WEFT_LIVE_SCOPE_MEMORY;
  for (guint i = self->programs->len; i-- > 0;)
    {
      WeftLiveProgramFigures *program = &g_array_index (self->programs, WeftLiveProgramFigures, i);

      program->share = sum > 0 ? (double) program->lengths.total / sum : NAN;
      program->rate = (double) program->lengths.n_values / window;
      if (program->n == 0)
        g_array_remove_index (self->programs, i);
    }
  g_array_sort (self->programs, compare_programs);
}

static void
clear_passing (Passing *self)
{
  g_clear_pointer (&self->records, weft_live_records_unref);
  g_clear_pointer (&self->places, weft_bitset_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Passing, clear_passing)

/* FALSE where it was cancelled. */
static gboolean
find_passing (Passing *self, WeftLiveTrace *trace, const WeftExpression *filter,
              GCancellable *cancellable)
{
  if (filter == NULL)
    return TRUE;
  self->records = weft_live_records_new (trace);
  self->places =
    weft_expression_run (filter, self->records, self->records->n_rows, cancellable, NULL);
  return self->places != NULL;
}

/* FALSE where it was cancelled. */
static gboolean
count (WeftLiveFigures *self, const Passing *passing, GCancellable *cancellable)
{
  guint held = weft_live_trace_hold (self->trace);
  guint n_lanes = weft_live_trace_get_n_lanes (self->trace);
  guint n_programs = weft_live_trace_get_n_programs (self->trace);
  g_autofree Pass *passes = g_new (Pass, MAX (n_lanes, 1));

  /* all at the same moment: what comes later is for the next figures */
  g_array_set_size (self->streams, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    begin_lane (self, i, passing, &passes[i]);
  set_window (self, n_lanes);
  weft_live_trace_release (self->trace, held);
  g_array_set_size (self->programs, n_programs);
  for (guint i = 0; i < n_programs; i++)
    g_array_index (self->programs, WeftLiveProgramFigures, i).program = i;
  if (!count_lanes (passes, n_lanes, cancellable))
    return FALSE;
  for (guint i = 0; i < n_lanes; i++)
    end_stream (&passes[i]);
  end_programs (self);
  find_dark (self);
  return TRUE;
}

WeftLiveFigures *
weft_live_figures_new (WeftLiveTrace *trace, const WeftCycleRange *range,
                       const WeftExpression *filter, GCancellable *cancellable)
{
  g_autoptr (WeftLiveFigures) self = g_object_new (WEFT_TYPE_LIVE_FIGURES, NULL);
  g_auto (Passing) passing = { NULL, NULL };

  self->trace = g_object_ref (trace);
  self->range = range != NULL ? *range : (WeftCycleRange){ G_MININT64, G_MAXINT64 };
  self->is_filtered = filter != NULL;
  if (!find_passing (&passing, trace, filter, cancellable) || !count (self, &passing, cancellable))
    return NULL;
  return g_steal_pointer (&self);
}

/* --- tables ------------------------------------------------------------------------------------- */

static WeftCell
share_cell (double share)
{
  return weft_cell_real (round (share * 1e6) / 1e4);
}

/* Bars of eight heights; what is not 0 has one, and 0 is hatched where (`dark`, nullable) that is not known:
 * (transfer full). */
static char *
draw_bars (const guint64 *values, const gboolean *dark, guint n)
{
  static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  GString *text = g_string_new (NULL);
  guint64 most = 1;

  for (guint i = 0; i < n; i++)
    most = MAX (most, values[i]);
  for (guint i = 0; i < n; i++)
    if (values[i] > 0)
      g_string_append (text, bars[(values[i] * 8 - 1) / most]);
    else
      g_string_append (text, dark != NULL && dark[i] ? "░" : "·");
  return g_string_free (text, FALSE);
}

static WeftCell
as_program (gconstpointer data, gint64 program)
{
  return weft_cell_text (g_strdup (
    weft_live_trace_get_program (((const WeftLiveFigures *) data)->trace, (guint) program)));
}

static WeftCell
program_share (gconstpointer data G_GNUC_UNUSED, gconstpointer program)
{
  return share_cell (((const WeftLiveProgramFigures *) program)->share);
}

static WeftCell
program_starts (gconstpointer data, gconstpointer program)
{
  guint64 values[WEFT_LIVE_TIME_PARTS];

  for (guint i = 0; i < WEFT_LIVE_TIME_PARTS; i++)
    values[i] = ((const WeftLiveProgramFigures *) program)->starts[i];
  return weft_cell_text (
    draw_bars (values, ((const WeftLiveFigures *) data)->is_dark, WEFT_LIVE_TIME_PARTS));
}

static WeftCell
program_lengths (gconstpointer data G_GNUC_UNUSED, gconstpointer lengths)
{
  g_autoptr (GArray) ranges = weft_histogram_get_ranges (lengths, LENGTH_BARS);
  guint64 values[LENGTH_BARS + 1];
  guint n = MIN (ranges->len, G_N_ELEMENTS (values));

  for (guint i = 0; i < n; i++)
    values[i] = g_array_index (ranges, WeftHistogramRange, i).n_values;
  return weft_cell_text (draw_bars (values, NULL, n));
}

#define PROGRAM(name) .member = WEFT_MEMBER (WeftLiveProgramFigures, name)

static WeftCell
program_session (gconstpointer data, gconstpointer program)
{
  WeftLiveTotal total;

  weft_live_trace_get_total (((const WeftLiveFigures *) data)->trace,
                             ((const WeftLiveProgramFigures *) program)->program, &total);
  return weft_cell_count (total.n);
}

/* A row is of one scope, which the first title names. */
#define PROGRAM_COLUMNS(title) \
  { "name", title, PROGRAM (program), .as = as_program }, \
    { "count", N_ ("Count"), .doc = N_ ("How often it ran"), PROGRAM (lengths.n_values) }, \
    { "rate", N_ ("Per second"), PROGRAM (rate) }, \
    { "busy_percent", N_ ("Share"), .unit = WEFT_UNIT_PERCENT, \
      .doc = N_ ("Of the time of all programs"), .of = program_share }, \
    { "p50_ns", N_ ("p50, ns"), .doc = N_ ("Half of its runs took no longer"), \
      .of = weft_histogram_p50_cell }, \
    { "p90_ns", N_ ("p90, ns"), .of = weft_histogram_p90_cell }, \
    { "p99_ns", N_ ("p99, ns"), .of = weft_histogram_p99_cell }, \
    { "max_ns", N_ ("Max, ns"), .of = weft_histogram_max_cell }, \
    { "total_ns", N_ ("Total, ns"), PROGRAM (lengths.total) }, \
    { "starts", N_ ("Over time"), \
      .doc = N_ ("How often it began, from the first part of the time to the last; hatched where " \
                 "records are missing"), \
      .of = program_starts }, \
  { \
    "lengths", N_ ("Lengths"), \
      .doc = N_ ("How its lengths are spread, from the shortest to the longest"), \
      .of = program_lengths \
  }

static const WeftField session_columns[] = { PROGRAM_COLUMNS (N_ ("Program · whole session")) };
static const WeftField range_columns[] = { PROGRAM_COLUMNS (N_ ("Program · brushed range")) };
static const WeftField memory_columns[] = {
  PROGRAM_COLUMNS (N_ ("Program · in memory")),
  { "session_count", N_ ("Count of the whole session"),
    .doc = N_ ("How often it ran, runs that left memory or were lost on the way included"),
    .of = program_session },
};

static WeftCell
stream_utilization (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return share_cell (((const WeftLiveStreamFigures *) stream)->utilization);
}

static WeftCell
stream_uncertainty (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return share_cell (((const WeftLiveStreamFigures *) stream)->uncertainty);
}

static WeftCell
stream_stall (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveStreamFigures *stream = item;

  return share_cell ((double) stream->stall_ns / get_seen (stream));
}

static WeftCell
stream_end (gconstpointer data G_GNUC_UNUSED, gconstpointer lane)
{
  char *text = weft_live_describe_end (lane);

  return text != NULL ? weft_cell_text (text) : weft_cell_none ();
}

#define STREAM(name) .member = WEFT_MEMBER (WeftLiveStreamFigures, name)
#define LANE .member = WEFT_MEMBER_AT (WeftLiveStreamFigures, lane)

/* Which stream the row of any table is about. */
#define STREAM_COLUMNS \
  { "stream", N_ ("Stream"), STREAM (lane.stream) }, \
  { \
    "chip", N_ ("Chip"), STREAM (lane.chip) \
  }

static const WeftField stream_columns[] = {
  STREAM_COLUMNS,
  { "programs", N_ ("Programs"), .doc = N_ ("Records of programs in the range"),
    STREAM (n_programs) },
  { "utilization_percent", N_ ("Busy"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("Time in which a program ran"), .of = stream_utilization },
  { "uncertainty_percent", N_ ("Unknown"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("Time of which records are lost: it may have been busy or not"),
    .of = stream_uncertainty },
  { "stall_percent", N_ ("Dispatch stall"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The dispatcher waited for room"), .of = stream_stall },
  { "dark_ns", N_ ("No information, ns"),
    .doc = N_ (
      "Before its first record that came, where there were others, and since its connection was "
      "lost; no part of the percentages"),
    STREAM (dark_ns) },
  { "end", N_ ("End"), .doc = N_ ("Why nothing more comes"), LANE, .of = stream_end },
  { "gaps", N_ ("Other gaps"), .doc = N_ ("Times without a program, a stall or a loss"),
    STREAM (gaps.n_values) },
  { "gap_p50_ns", N_ ("Gap p50, ns"), .of = weft_histogram_p50_cell },
  { "gap_p99_ns", N_ ("Gap p99, ns"), .of = weft_histogram_p99_cell },
  { "gap_max_ns", N_ ("Gap max, ns"), .of = weft_histogram_max_cell },
  { "gap_total_ns", N_ ("Gaps, ns"), STREAM (gaps.total) },
};

/* The clock as far as it is known: NULL where it is not. */
static const WeftLiveSync *
get_sync (gconstpointer item)
{
  const WeftLiveLane *lane = &((const WeftLiveStreamFigures *) item)->lane;

  return lane->has_sync ? &lane->sync : NULL;
}

/* NULL where no samples say it. */
static const WeftLiveSync *
get_fit (gconstpointer item)
{
  const WeftLiveSync *sync = get_sync (item);

  return sync != NULL && sync->method == WEFT_LIVE_SYNC_REGRESSION ? sync : NULL;
}

/* NULL where nobody says by how many samples. */
static const WeftLiveSync *
get_sampled (gconstpointer item)
{
  const WeftLiveSync *sync = get_sync (item);

  return sync != NULL && (sync->n_offered > 0 || get_fit (item) == NULL) ? sync : NULL;
}

static WeftCell
clock_method (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  if (get_sync (stream) == NULL)
    return weft_cell_none ();
  return weft_cell_text (g_strdup (get_fit (stream) != NULL ? _ ("regression") : _ ("nominal")));
}

/* A regression tells a clock to some tenths of a part in a million. */
#define CLOCK_DECIMALS 6

static WeftCell
clock_frequency (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const WeftLiveSync *sync = get_sync (stream);

  return sync != NULL ? weft_cell_exact (sync->ghz, CLOCK_DECIMALS) : weft_cell_none ();
}

static WeftCell
clock_used (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const WeftLiveSync *sync = get_sampled (stream);

  return sync != NULL ? weft_cell_count (sync->n_used) : weft_cell_none ();
}

static WeftCell
clock_offered (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const WeftLiveSync *sync = get_sampled (stream);

  return sync != NULL ? weft_cell_count (sync->n_offered) : weft_cell_none ();
}

static WeftCell
clock_epoch (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const WeftLiveSync *sync = get_sync (stream);

  return sync != NULL ? weft_cell_count (sync->epoch) : weft_cell_none ();
}

/* A number of which so many decimals mean something. */
static WeftCell
rounded_cell (double number, double scale)
{
  return weft_cell_real (round (number * scale) / scale);
}

static WeftCell
clock_drift (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveStreamFigures *stream = item;
  const WeftLiveSync *fit = get_fit (item);

  return fit != NULL && stream->lane.n_syncs > 1 ? rounded_cell (fit->drift_ppm, 1e3)
                                                 : weft_cell_none ();
}

static WeftCell
clock_residual (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const WeftLiveSync *fit = get_sampled (stream) != NULL ? get_fit (stream) : NULL;

  return fit != NULL ? rounded_cell (fit->residual_rms_ns, 10) : weft_cell_none ();
}

static WeftCell
clock_age (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveStreamFigures *stream = item;
  const WeftLiveSync *fit = get_fit (item);
  gint64 age = fit != NULL ? stream->lane.end - (gint64) fit->made_ns : -1;

  return age >= 0 ? rounded_cell ((double) age / 1e9, 10) : weft_cell_none ();
}

static const WeftField clock_columns[] = {
  STREAM_COLUMNS,
  { "method", N_ ("Method"),
    .doc = N_ ("A regression over samples, or the nominal clock where the device did not answer"),
    .of = clock_method },
  { "frequency_ghz", N_ ("≈ Clock, GHz"),
    .doc = N_ ("As the samples say; the nominal one where there are none"), .of = clock_frequency },
  { "drift_ppm", N_ ("Drift, ppm"), .doc = N_ ("Against the synchronisation before"),
    .of = clock_drift },
  { "sync_error_ns", N_ ("Sync error, ns"),
    .doc = N_ (
      "Half the best round trip and the 95th percentile of the residuals: the order of events on "
      "two devices is known beyond the sum of theirs"),
    LANE, .of = weft_live_lane_error_cell },
  { "residual_rms_ns", N_ ("Residuals, ns"), .doc = N_ ("Root mean square"), .of = clock_residual },
  { "samples_used", N_ ("Samples"), .doc = N_ ("That the fit used"), .of = clock_used },
  { "samples_offered", N_ ("Offered"), .of = clock_offered },
  { "epoch", N_ ("Epoch"), .doc = N_ ("How often it was synchronised"), .of = clock_epoch },
  { "age_s", N_ ("Age, s"), .doc = N_ ("From the synchronisation to the newest record"),
    .of = clock_age },
};

static WeftCell
lost_producer (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  const guint64 *lost = ((const WeftLiveStreamFigures *) stream)->lane.lost;

  return weft_cell_count (lost[WEFT_LIVE_STAGE_DEVICE] + lost[WEFT_LIVE_STAGE_PRODUCER_RING]
                          + lost[WEFT_LIVE_STAGE_RETENTION]);
}

/* The device counts only where it says that it does. Older recordings have 0 where nobody knows. */
static WeftCell
device_cell (gconstpointer stream, gsize offset)
{
  const WeftLiveLane *lane = &((const WeftLiveStreamFigures *) stream)->lane;
  guint64 count = G_STRUCT_MEMBER (guint64, &lane->stats, offset);

  if (!lane->has_stats || lane->stats.signals == 0 || count == WEFT_LIVE_NOT_KNOWN
      || lane->device_loss != WEFT_LIVE_DEVICE_COUNTS_LOSS)
    return weft_cell_none ();
  return weft_cell_count (count);
}

static WeftCell
device_signals (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return device_cell (stream, G_STRUCT_OFFSET (WeftLiveStats, signals));
}

static WeftCell
device_pages (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return device_cell (stream, G_STRUCT_OFFSET (WeftLiveStats, pages));
}

static WeftCell
device_overwritten (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return device_cell (stream, G_STRUCT_OFFSET (WeftLiveStats, overwritten));
}

static WeftCell
device_erased (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return device_cell (stream, G_STRUCT_OFFSET (WeftLiveStats, erased));
}

static WeftCell
device_torn (gconstpointer data G_GNUC_UNUSED, gconstpointer stream)
{
  return device_cell (stream, G_STRUCT_OFFSET (WeftLiveStats, torn));
}

static const WeftField ledger_columns[] = {
  STREAM_COLUMNS,
  { "first_seq", N_ ("First"), .doc = N_ ("Number of the first record that was wanted"),
    STREAM (lane.first_seq) },
  { "head", N_ ("Head"), .doc = N_ ("Number of the record that comes next"), STREAM (lane.head) },
  { "delivered", N_ ("Delivered"), .doc = N_ ("Head − first = delivered + lost"),
    STREAM (lane.delivered) },
  { "lost_producer", N_ ("Lost: producer"), .doc = N_ ("Its ring or its memory was full"),
    .of = lost_producer },
  { "lost_daemon", N_ ("Lost: daemon"),
    .doc = N_ ("It was overwritten in the history before this viewer took it"),
    STREAM (lane.lost[WEFT_LIVE_STAGE_DAEMON]) },
  { "lost_viewer", N_ ("Lost: viewer"), .doc = N_ ("Memory or disk were exhausted here"),
    STREAM (lane.lost[WEFT_LIVE_STAGE_VIEWER]) },
  { "device_loss", N_ ("Device loss"),
    .doc = N_ ("What the device says that it lost before anybody could number it"), LANE,
    .of = weft_live_lane_device_loss_cell },
  { "reversed", N_ ("End before start"), .doc = N_ ("Records whose times make no sense"),
    STREAM (lane.n_reversed) },
  { "duplicates", N_ ("Repeated"), .doc = N_ ("Came again after a reconnection"),
    STREAM (lane.n_duplicates) },
  { "signals", N_ ("Signals"), .doc = N_ ("Signals = pages + overwritten + erased + pending"),
    .of = device_signals },
  { "pages", N_ ("Pages"), .of = device_pages },
  { "overwritten", N_ ("Overwritten"), .of = device_overwritten },
  { "erased", N_ ("Erased"), .of = device_erased },
  { "torn", N_ ("Torn"), .doc = N_ ("Pages that mix two programs"), .of = device_torn },
};

#define COLUMNS(columns) \
  { \
    columns, G_N_ELEMENTS (columns) \
  }

WeftFacts
weft_live_figures_get_facts (WeftLiveFigures *self, WeftLiveTable table)
{
  typedef struct
  {
    const WeftField *columns;
    guint n_columns;
  } Table;
  static const Table scopes[] = {
    [WEFT_LIVE_SCOPE_SESSION] = COLUMNS (session_columns),
    [WEFT_LIVE_SCOPE_MEMORY] = COLUMNS (memory_columns),
    [WEFT_LIVE_SCOPE_RANGE] = COLUMNS (range_columns),
  };
  static const Table tables[] = {
    [WEFT_LIVE_TABLE_STREAMS] = COLUMNS (stream_columns),
    [WEFT_LIVE_TABLE_CLOCKS] = COLUMNS (clock_columns),
    [WEFT_LIVE_TABLE_LEDGER] = COLUMNS (ledger_columns),
  };
  const Table *found = table == WEFT_LIVE_TABLE_PROGRAMS ? &scopes[self->scope] : &tables[table];

  return weft_facts_of_array (found->columns, found->n_columns, self,
                              table == WEFT_LIVE_TABLE_PROGRAMS ? self->programs : self->streams);
}
