/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-stats.h"

#include "weft-expression-eval.h"
#include "weft-live-life.h"
#include "weft-live-records.h"

#include <math.h>

/* Rows that are held at a time, which keeps them from being evicted. */
#define SLICE_ROWS 65536u

G_DEFINE_FINAL_TYPE (WeftLiveFigures, weft_live_figures, G_TYPE_OBJECT)

static void
weft_live_figures_finalize (GObject *object)
{
  WeftLiveFigures *self = WEFT_LIVE_FIGURES (object);

  g_array_unref (self->programs);
  g_array_unref (self->streams);
  g_array_unref (self->hosts);
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
  self->hosts = g_array_new (FALSE, TRUE, sizeof (WeftLiveHostFigures));
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
keep_longest (WeftCycleRange *longest, gint64 from, gint64 to)
{
  if (to - from > longest->to - longest->from)
    *longest = (WeftCycleRange){ from, to };
}

static void
count_program (Pass *pass, const WeftLiveRow *row)
{
  WeftLiveProgramFigures *program;

  pass->stream->n_programs++;
  if (!passes (pass))
    return;
  pass->figures->n_programs++;
  /* programs were listed after the rows that are counted: no row has a later one */
  if (row->program >= pass->figures->programs->len || row->flags != 0
      || row->start < pass->figures->range.from)
    return;
  program = &g_array_index (pass->figures->programs, WeftLiveProgramFigures, row->program);
  weft_histogram_add (&program->lengths, (guint64) (row->end - row->start));
  keep_longest (&program->longest, row->start, row->end);
  count_start (pass->figures, program, row->start);
}

/* Records that were evicted while this counts were not seen: their time is neither a gap nor of the
 * stream's. */
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
count_gap (WeftLiveStreamFigures *stream, gint64 from, gint64 to)
{
  weft_histogram_add (&stream->gaps, (guint64) (to - from));
  keep_longest (&stream->longest_gap, from, to);
}

/* Time in which no program ran, or of which that is not known, as far as nothing else tells of it. */
static void
count_other (Pass *pass, guint8 kind, gint64 start, gint64 end)
{
  WeftLiveStreamFigures *stream = pass->stream;
  gint64 fresh = MAX (end - MAX (start, pass->covered), 0);

  if (kind == WEFT_LIVE_KIND_STALL)
    {
      stream->stall_ns += (guint64) fresh;
      keep_longest (&stream->longest_stall, start, end);
      return;
    }
  /* that something is lost is to be seen where it takes no time, too */
  keep_longest (&stream->longest_loss, start, MAX (end, start + 1));
  stream->lost_ns += (guint64) fresh;
  if (fresh > 0)
    mark_dark (pass->figures, end - fresh, end);
}

static void
count_row (Pass *pass, const WeftLiveRow *row)
{
  WeftLiveStreamFigures *stream = pass->stream;
  gint64 start, end;

  if (!clip (&pass->figures->range, row, &start, &end))
    return;
  if (!pass->any)
    pass->busy = pass->covered = stream->from = start;
  pass->any = TRUE;
  if (pass->skipped)
    skip_evicted (pass, start);
  if (row->kind <= WEFT_LIVE_KIND_STALL && start > pass->covered)
    count_gap (stream, pass->covered, start);
  if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    count_program (pass, row);
  if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    {
      stream->busy_ns += (guint64) MAX (end - MAX (start, pass->busy), 0);
      pass->busy = MAX (pass->busy, end);
    }
  else
    count_other (pass, row->kind, start, end);
  pass->covered = MAX (pass->covered, end);
}

static void
end_stream (Pass *pass)
{
  WeftLiveStreamFigures *stream = pass->stream;
  double window;

  weft_histogram_seal (&stream->gaps);
  stream->to = pass->any ? pass->covered : stream->from;
  window = weft_live_stream_figures_get_seen (stream);
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
      seen += weft_live_stream_figures_get_seen (stream);
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
count_hosts (WeftLiveFigures *self)
{
  g_array_set_size (self->hosts, weft_live_trace_get_n_hosts (self->trace));
  for (guint i = 0; i < self->hosts->len; i++)
    {
      WeftLiveHostFigures *host = &g_array_index (self->hosts, WeftLiveHostFigures, i);

      weft_live_trace_get_host (self->trace, i, &host->host);
      host->number = i;
    }
  for (guint i = 0; i < self->streams->len; i++)
    {
      const WeftLiveLane *lane = &g_array_index (self->streams, WeftLiveStreamFigures, i).lane;
      WeftLiveHostFigures *host =
        &g_array_index (self->hosts, WeftLiveHostFigures, MIN (lane->host, self->hosts->len - 1));

      host->n_streams++;
      host->delivered += lane->delivered;
      host->lost += weft_live_lane_get_lost (lane);
    }
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
  g_autofree Pass *passes = g_new (Pass, MAX (n_lanes, 1));
  guint n_programs;

  /* all at the same moment: what comes later is for the next figures */
  g_array_set_size (self->streams, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    begin_lane (self, i, passing, &passes[i]);
  /* after these: a program is named before it runs */
  n_programs = weft_live_trace_get_n_programs (self->trace);
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
  count_hosts (self);
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
