/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-stats.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Rows that are held at a time, which keeps them from being evicted. */
#define SLICE_ROWS 65536u

#define LENGTH_BARS 16u

G_DEFINE_FINAL_TYPE (WeftLiveFigures, weft_live_figures, G_TYPE_OBJECT)

static void
free_program (gpointer data)
{
  WeftLiveProgramFigures *program = data;

  weft_histogram_clear (&program->lengths);
  g_free (program);
}

static void
free_stream (gpointer data)
{
  WeftLiveStreamFigures *stream = data;

  weft_histogram_clear (&stream->gaps);
  g_free (stream);
}

static void
weft_live_figures_finalize (GObject *object)
{
  WeftLiveFigures *self = WEFT_LIVE_FIGURES (object);

  g_ptr_array_unref (self->programs);
  g_ptr_array_unref (self->streams);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (weft_live_figures_parent_class)->finalize (object);
}

static void
weft_live_figures_class_init (WeftLiveFiguresClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_live_figures_finalize;
}

static void
weft_live_figures_init (WeftLiveFigures *self)
{
  self->programs = g_ptr_array_new_with_free_func (free_program);
  self->streams = g_ptr_array_new_with_free_func (free_stream);
}

/* --- counting ----------------------------------------------------------------------------------- */

/* A pass over the rows of one lane. */
typedef struct
{
  WeftLiveFigures *figures;
  WeftLiveStreamFigures *stream;
  guint lane;
  guint32 next, end; /* rows that are to be counted yet */
  gint64 covered;    /* everything before is accounted for */
  gint64 busy;       /* and programs up to here: they may come after what happened later */
  gboolean any;
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

static void
count_program (Pass *pass, const WeftLiveRow *row)
{
  WeftLiveProgramFigures *program;

  pass->stream->n_programs++;
  pass->figures->n_programs++;
  /* a program that was named while this runs is for the next figures */
  if (row->program >= pass->figures->programs->len || row->flags != 0
      || row->start < pass->figures->range.from)
    return;
  program = pass->figures->programs->pdata[row->program];
  weft_histogram_add (&program->lengths, (guint64) (row->end - row->start));
  count_start (pass->figures, program, row->start);
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
    stream->lost_ns += (guint64) fresh;
  pass->covered = MAX (pass->covered, end);
}

static void
end_stream (Pass *pass)
{
  WeftLiveStreamFigures *stream = pass->stream;
  double window;

  weft_histogram_seal (&stream->gaps);
  stream->to = pass->any ? pass->covered : stream->from;
  window = (double) (stream->to - stream->from);
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
begin_lane (WeftLiveFigures *self, guint lane, Pass *pass)
{
  *pass = (Pass){ .figures = self, .stream = g_new0 (WeftLiveStreamFigures, 1), .lane = lane };
  g_ptr_array_add (self->streams, pass->stream);
  weft_live_trace_get_lane (self->trace, lane, &pass->stream->lane);
  weft_live_trace_get_rows (self->trace, lane, &pass->next, &pass->end);
  if (self->range.from != G_MININT64)
    pass->next = weft_live_trace_find_row (self->trace, lane, self->range.from);
}

/* Counts some rows more of a lane; those that were evicted meanwhile are left out. */
static void
count_slice (Pass *pass)
{
  WeftLiveTrace *trace = pass->figures->trace;
  guint n_held = weft_live_trace_hold (trace);
  guint32 first, end;

  weft_live_trace_get_rows (trace, pass->lane, &first, &end);
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

static int
compare_programs (gconstpointer a, gconstpointer b)
{
  const WeftLiveProgramFigures *left = *(WeftLiveProgramFigures *const *) a;
  const WeftLiveProgramFigures *right = *(WeftLiveProgramFigures *const *) b;

  if (left->lengths.total != right->lengths.total)
    return left->lengths.total < right->lengths.total ? 1 : -1;
  return left->program < right->program ? -1 : 1;
}

/* The time that all streams together cover, in seconds. */
static double
get_window (WeftLiveFigures *self)
{
  gint64 from = G_MAXINT64, to = G_MININT64;

  for (guint i = 0; i < self->streams->len; i++)
    {
      const WeftLiveStreamFigures *stream = self->streams->pdata[i];

      if (stream->from == stream->to)
        continue;
      from = MIN (from, stream->from);
      to = MAX (to, stream->to);
    }
  return from < to ? (double) (to - from) / 1e9 : NAN;
}

static void
end_programs (WeftLiveFigures *self)
{
  gboolean whole = self->range.from == G_MININT64 && self->range.to == G_MAXINT64;
  double window = get_window (self), sum = 0;

  for (guint i = 0; i < self->programs->len; i++)
    {
      WeftLiveProgramFigures *program = self->programs->pdata[i];
      WeftLiveTotal total;

      weft_histogram_seal (&program->lengths);
      weft_live_trace_get_total (self->trace, i, &total);
      program->n = whole ? total.n : program->lengths.n_values;
      sum += (double) program->lengths.total;
    }
  for (guint i = self->programs->len; i-- > 0;)
    {
      WeftLiveProgramFigures *program = self->programs->pdata[i];

      program->share = sum > 0 ? (double) program->lengths.total / sum : NAN;
      program->rate = (double) program->lengths.n_values / window;
      if (program->n == 0)
        g_ptr_array_remove_index (self->programs, i);
    }
  g_ptr_array_sort (self->programs, compare_programs);
}

WeftLiveFigures *
weft_live_figures_new (WeftLiveTrace *trace, const WeftCycleRange *range, GCancellable *cancellable)
{
  WeftLiveFigures *self = g_object_new (WEFT_TYPE_LIVE_FIGURES, NULL);
  guint n_lanes = weft_live_trace_hold (trace);
  guint n_programs = weft_live_trace_get_n_programs (trace);
  g_autofree Pass *passes = g_new (Pass, MAX (n_lanes, 1));

  self->trace = g_object_ref (trace);
  self->range = range != NULL ? *range : (WeftCycleRange){ G_MININT64, G_MAXINT64 };
  /* all at the same moment: what comes later is for the next figures */
  for (guint i = 0; i < n_lanes; i++)
    begin_lane (self, i, &passes[i]);
  set_window (self, n_lanes);
  weft_live_trace_release (trace, n_lanes);
  for (guint i = 0; i < n_programs; i++)
    {
      WeftLiveProgramFigures *program = g_new0 (WeftLiveProgramFigures, 1);

      program->program = i;
      g_ptr_array_add (self->programs, program);
    }
  if (!count_lanes (passes, n_lanes, cancellable))
    {
      g_object_unref (self);
      return NULL;
    }
  for (guint i = 0; i < n_lanes; i++)
    end_stream (&passes[i]);
  end_programs (self);
  return self;
}

double
weft_live_percentile (const WeftHistogram *histogram, guint per_mille)
{
  return histogram->n_values > 0 ? (double) weft_histogram_get_percentile (histogram, per_mille)
                                 : NAN;
}

char *
weft_live_format_device_loss (const WeftLiveLane *lane)
{
  switch (lane->device_loss)
    {
    case WEFT_LIVE_DEVICE_LOSES_NOTHING:
      return g_strdup ("none");
    case WEFT_LIVE_DEVICE_COUNTS_LOSS:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, lane->device_lost);
    default:
      return g_strdup ("not observable");
    }
}

/* --- tables ------------------------------------------------------------------------------------- */

static WeftCell
percentile_cell (const WeftHistogram *histogram, guint per_mille)
{
  return histogram->n_values > 0
           ? weft_cell_count (weft_histogram_get_percentile (histogram, per_mille))
           : weft_cell_none ();
}

static WeftCell
share_cell (double share)
{
  return weft_cell_real (round (share * 1e6) / 1e4);
}

/* Bars of eight heights; what is not 0 has one: (transfer full). */
static char *
draw_bars (const guint64 *values, guint n)
{
  static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  GString *text = g_string_new (NULL);
  guint64 most = 1;

  for (guint i = 0; i < n; i++)
    most = MAX (most, values[i]);
  for (guint i = 0; i < n; i++)
    g_string_append (text, values[i] == 0 ? "·" : bars[(values[i] * 8 - 1) / most]);
  return g_string_free (text, FALSE);
}

static char *
draw_starts (const WeftLiveProgramFigures *program)
{
  guint64 values[WEFT_LIVE_TIME_PARTS];

  for (guint i = 0; i < WEFT_LIVE_TIME_PARTS; i++)
    values[i] = program->starts[i];
  return draw_bars (values, WEFT_LIVE_TIME_PARTS);
}

static char *
draw_lengths (const WeftLiveProgramFigures *program)
{
  g_autoptr (GArray) ranges = weft_histogram_get_ranges (&program->lengths, LENGTH_BARS);
  guint64 values[LENGTH_BARS + 1];
  guint n = MIN (ranges->len, G_N_ELEMENTS (values));

  for (guint i = 0; i < n; i++)
    values[i] = g_array_index (ranges, WeftHistogramRange, i).n_values;
  return draw_bars (values, n);
}

static const WeftField program_columns[] = {
  { "name", N_ ("Program") },
  { "count", N_ ("Count"), .doc = N_ ("How often it ran") },
  { "rate", N_ ("Per second") },
  { "busy_percent", N_ ("Share"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("Of the time of all programs") },
  { "p50_ns", N_ ("p50, ns"), .doc = N_ ("Half of its runs took no longer") },
  { "p90_ns", N_ ("p90, ns") },
  { "p99_ns", N_ ("p99, ns") },
  { "max_ns", N_ ("Max, ns") },
  { "total_ns", N_ ("Total, ns") },
  { "starts", N_ ("Over time"),
    .doc = N_ ("How often it began, from the first part of the time to the "
               "last") },
  { "lengths", N_ ("Lengths"),
    .doc = N_ ("How its lengths are spread, from the shortest to the "
               "longest") },
};

static void
fill_program (gpointer data, guint row, WeftCell *cells)
{
  WeftLiveFigures *self = data;
  const WeftLiveProgramFigures *program = self->programs->pdata[row];
  const WeftHistogram *lengths = &program->lengths;

  cells[0] =
    weft_cell_text (g_strdup (weft_live_trace_get_program (self->trace, program->program)));
  cells[1] = weft_cell_count (program->n);
  cells[2] = weft_cell_real (program->rate);
  cells[3] = share_cell (program->share);
  cells[4] = percentile_cell (lengths, 500);
  cells[5] = percentile_cell (lengths, 900);
  cells[6] = percentile_cell (lengths, 990);
  cells[7] = lengths->n_values > 0 ? weft_cell_count (lengths->max) : weft_cell_none ();
  cells[8] = weft_cell_count (lengths->total);
  cells[9] = weft_cell_text (draw_starts (program));
  cells[10] = weft_cell_text (draw_lengths (program));
}

static const WeftField stream_columns[] = {
  { "stream", N_ ("Stream") },
  { "chip", N_ ("Chip") },
  { "programs", N_ ("Programs"), .doc = N_ ("Records of programs in the range") },
  { "utilization_percent", N_ ("Busy"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("Time in which a program ran") },
  { "uncertainty_percent", N_ ("Unknown"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("Time of which records are lost: it may have been busy or not") },
  { "stall_percent", N_ ("Dispatch stall"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The dispatcher waited for room") },
  { "gaps", N_ ("Other gaps"), .doc = N_ ("Times without a program, a stall or a loss") },
  { "gap_p50_ns", N_ ("Gap p50, ns") },
  { "gap_p99_ns", N_ ("Gap p99, ns") },
  { "gap_max_ns", N_ ("Gap max, ns") },
  { "gap_total_ns", N_ ("Gaps, ns") },
};

static void
fill_stream (gpointer data, guint row, WeftCell *cells)
{
  WeftLiveFigures *self = data;
  const WeftLiveStreamFigures *stream = self->streams->pdata[row];
  double window = (double) (stream->to - stream->from);

  cells[0] = weft_cell_count (stream->lane.stream);
  cells[1] = weft_cell_count (stream->lane.chip);
  cells[2] = weft_cell_count (stream->n_programs);
  cells[3] = share_cell (stream->utilization);
  cells[4] = share_cell (stream->uncertainty);
  cells[5] = share_cell ((double) stream->stall_ns / window);
  cells[6] = weft_cell_count (stream->gaps.n_values);
  cells[7] = percentile_cell (&stream->gaps, 500);
  cells[8] = percentile_cell (&stream->gaps, 990);
  cells[9] = stream->gaps.n_values > 0 ? weft_cell_count (stream->gaps.max) : weft_cell_none ();
  cells[10] = weft_cell_count (stream->gaps.total);
}

static const WeftField clock_columns[] = {
  { "stream", N_ ("Stream") },
  { "chip", N_ ("Chip") },
  { "method", N_ ("Method"),
    .doc = N_ ("A regression over samples, or the nominal clock where the device did not answer") },
  { "frequency_ghz", N_ ("≈ Clock, GHz"),
    .doc = N_ ("As the samples say; the nominal one where there are none") },
  { "drift_ppm", N_ ("Drift, ppm"), .doc = N_ ("Against the synchronisation before") },
  { "sync_error_ns", N_ ("Sync error, ns"),
    .doc = N_ (
      "Half the best round trip and the 95th percentile of the residuals: the order of events on "
      "two devices is known beyond the sum of theirs") },
  { "residual_rms_ns", N_ ("Residuals, ns"), .doc = N_ ("Root mean square") },
  { "samples_used", N_ ("Samples"), .doc = N_ ("That the fit used") },
  { "samples_offered", N_ ("Offered") },
  { "epoch", N_ ("Epoch"), .doc = N_ ("How often it was synchronised") },
  { "age_s", N_ ("Age, s"), .doc = N_ ("From the synchronisation to the newest record") },
};

/* A regression tells a clock to some tenths of a part in a million. */
#define CLOCK_DECIMALS 6

static void
fill_clock (gpointer data, guint row, WeftCell *cells)
{
  WeftLiveFigures *self = data;
  const WeftLiveStreamFigures *stream = self->streams->pdata[row];
  const WeftLiveSync *sync = &stream->lane.sync;
  gboolean fitted = stream->lane.has_sync && sync->method == WEFT_LIVE_SYNC_REGRESSION;
  double age = (double) (stream->lane.end - (gint64) sync->made_ns) / 1e9;

  for (guint i = 0; i < G_N_ELEMENTS (clock_columns); i++)
    cells[i] = weft_cell_none ();
  cells[0] = weft_cell_count (stream->lane.stream);
  cells[1] = weft_cell_count (stream->lane.chip);
  if (!stream->lane.has_sync)
    return;
  cells[2] = weft_cell_text (g_strdup (fitted ? _ ("regression") : _ ("nominal")));
  cells[3] = weft_cell_exact (sync->ghz, CLOCK_DECIMALS);
  cells[7] = weft_cell_count (sync->n_used);
  cells[8] = weft_cell_count (sync->n_offered);
  cells[9] = weft_cell_count (sync->epoch);
  if (!fitted)
    return;
  cells[4] = stream->lane.n_syncs > 1 ? weft_cell_real (round (sync->drift_ppm * 1e3) / 1e3)
                                      : weft_cell_none ();
  cells[5] = weft_cell_count (sync->error_ns);
  cells[6] = weft_cell_real (round (sync->residual_rms_ns * 10) / 10);
  cells[10] = age >= 0 ? weft_cell_real (round (age * 10) / 10) : weft_cell_none ();
}

static const WeftField ledger_columns[] = {
  { "stream", N_ ("Stream") },
  { "chip", N_ ("Chip") },
  { "first_seq", N_ ("First"), .doc = N_ ("Number of the first record that was wanted") },
  { "head", N_ ("Head"), .doc = N_ ("Number of the record that comes next") },
  { "delivered", N_ ("Delivered"), .doc = N_ ("Head − first = delivered + lost") },
  { "lost_producer", N_ ("Lost: producer"), .doc = N_ ("Its ring or its memory was full") },
  { "lost_daemon", N_ ("Lost: daemon"),
    .doc = N_ ("It was overwritten in the history before this viewer took it") },
  { "lost_viewer", N_ ("Lost: viewer"), .doc = N_ ("Memory or disk were exhausted here") },
  { "device_loss", N_ ("Device loss"),
    .doc = N_ ("What the device says that it lost before anybody could number it") },
  { "reversed", N_ ("End before start"), .doc = N_ ("Records whose times make no sense") },
  { "duplicates", N_ ("Repeated"), .doc = N_ ("Came again after a reconnection") },
  { "signals", N_ ("Signals"), .doc = N_ ("Signals = pages + overwritten + erased + pending") },
  { "pages", N_ ("Pages") },
  { "overwritten", N_ ("Overwritten") },
  { "erased", N_ ("Erased") },
  { "torn", N_ ("Torn"), .doc = N_ ("Pages that mix two programs") },
};

static void
fill_device (const WeftLiveLane *lane, WeftCell *cells)
{
  const WeftLiveStats *stats = &lane->stats;
  gboolean known =
    lane->has_stats && stats->signals > 0 && lane->device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS;
  const guint64 values[] = { stats->signals, stats->pages, stats->overwritten, stats->erased,
                             stats->torn };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    cells[i] = known ? weft_cell_count (values[i]) : weft_cell_none ();
}

static void
fill_ledger (gpointer data, guint row, WeftCell *cells)
{
  WeftLiveFigures *self = data;
  const WeftLiveLane *lane = &((WeftLiveStreamFigures *) self->streams->pdata[row])->lane;

  cells[0] = weft_cell_count (lane->stream);
  cells[1] = weft_cell_count (lane->chip);
  cells[2] = weft_cell_count (lane->first_seq);
  cells[3] = weft_cell_count (lane->head);
  cells[4] = weft_cell_count (lane->delivered);
  cells[5] =
    weft_cell_count (lane->lost[WEFT_LIVE_STAGE_DEVICE] + lane->lost[WEFT_LIVE_STAGE_PRODUCER_RING]
                     + lane->lost[WEFT_LIVE_STAGE_RETENTION]);
  cells[6] = weft_cell_count (lane->lost[WEFT_LIVE_STAGE_DAEMON]);
  cells[7] = weft_cell_count (lane->lost[WEFT_LIVE_STAGE_VIEWER]);
  cells[8] = weft_cell_text (weft_live_format_device_loss (lane));
  cells[9] = weft_cell_count (lane->n_reversed);
  cells[10] = weft_cell_count (lane->n_duplicates);
  fill_device (lane, cells + 11);
}

WeftFacts
weft_live_figures_get_facts (WeftLiveFigures *self, WeftLiveTable table)
{
  const WeftFacts tables[] = {
    [WEFT_LIVE_TABLE_PROGRAMS] = { program_columns, G_N_ELEMENTS (program_columns),
                                   self->programs->len, fill_program, self },
    [WEFT_LIVE_TABLE_STREAMS] = { stream_columns, G_N_ELEMENTS (stream_columns), self->streams->len,
                                  fill_stream, self },
    [WEFT_LIVE_TABLE_CLOCKS] = { clock_columns, G_N_ELEMENTS (clock_columns), self->streams->len,
                                 fill_clock, self },
    [WEFT_LIVE_TABLE_LEDGER] = { ledger_columns, G_N_ELEMENTS (ledger_columns), self->streams->len,
                                 fill_ledger, self },
  };

  return tables[table];
}
