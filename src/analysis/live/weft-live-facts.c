/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-facts.h"

#include "weft-histogram-cells.h"
#include "weft-live-fields.h"
#include "weft-live-host.h"
#include "weft-live-life.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LENGTH_BARS 16u

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

  return share_cell ((double) stream->stall_ns / weft_live_stream_figures_get_seen (stream));
}

static WeftCell
stream_end (gconstpointer data G_GNUC_UNUSED, gconstpointer lane)
{
  char *text = weft_live_describe_end (lane);

  return text != NULL ? weft_cell_text (text) : weft_cell_none ();
}

#define STREAM(name) .member = WEFT_MEMBER (WeftLiveStreamFigures, name)
#define LANE .member = WEFT_MEMBER_AT (WeftLiveStreamFigures, lane)

static WeftCell
host_title (gconstpointer data, guint host)
{
  return weft_cell_text (weft_live_host_make_title (((const WeftLiveFigures *) data)->trace, host));
}

static WeftCell
stream_host (gconstpointer data, gconstpointer stream)
{
  return host_title (data, ((const WeftLiveStreamFigures *) stream)->lane.host);
}

/* Which stream the row of any table is about. The first column is left out where there is one host. */
#define STREAM_COLUMNS \
  { "host", N_ ("Host"), .of = stream_host }, { "stream", N_ ("Stream"), STREAM (lane.stream) }, \
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
clock_age (gconstpointer data, gconstpointer item)
{
  const WeftLiveStreamFigures *stream = item;
  const WeftLiveSync *fit = get_fit (item);
  WeftLiveHost host;
  gint64 age;

  weft_live_trace_get_host (((const WeftLiveFigures *) data)->trace, stream->lane.host, &host);
  age = fit != NULL ? stream->lane.end - host.clock.shift_ns - (gint64) fit->made_ns : -1;

  return age >= 0 ? rounded_cell ((double) age / 1e9, 10) : weft_cell_none ();
}

static WeftCell
host_error_cell (const WeftLiveHost *host)
{
  return host->clock.kind != WEFT_LIVE_CLOCK_UNKNOWN ? weft_cell_count (host->clock.error_ns)
                                                     : weft_cell_none ();
}

static WeftCell
clock_host_error (gconstpointer data, gconstpointer stream)
{
  WeftLiveHost host;

  weft_live_trace_get_host (((const WeftLiveFigures *) data)->trace,
                            ((const WeftLiveStreamFigures *) stream)->lane.host, &host);
  return host_error_cell (&host);
}

/* The last column is left out where there is one host. */
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
  { "host_error_ns", N_ ("Host clock error, ns"),
    .doc =
      N_ ("By how much the host's clock may be off at most, beside the sync error: the order of "
          "events on two hosts is known beyond the sum of both errors of both"),
    .of = clock_host_error },
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

/* --- hosts -------------------------------------------------------------------------------------- */

WeftCell
weft_live_host_name_cell (gconstpointer data, gconstpointer host)
{
  return host_title (data, ((const WeftLiveHostFigures *) host)->number);
}

static WeftCell
host_address (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveHost *host = &((const WeftLiveHostFigures *) item)->host;

  return host->address[0] != '\0' ? weft_cell_text (g_filename_display_name (host->address))
                                  : weft_cell_none ();
}

static WeftCell
host_link (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveHost *host = &((const WeftLiveHostFigures *) item)->host;
  g_autoptr (GDateTime) since =
    host->has_since ? g_date_time_new_from_unix_local (host->since) : NULL;
  g_autofree char *clock = since != NULL ? g_date_time_format (since, "%T") : NULL;

  if (host->link == WEFT_LIVE_LINK_NONE)
    return host->address[0] != '\0' ? weft_cell_text (g_strdup (_ ("nobody answers yet")))
                                    : weft_cell_none ();
  /* TRANSLATORS: a time of day: 12:03:04 */
  return weft_cell_text (g_strdup_printf (
    host->link == WEFT_LIVE_LINK_LOST ? _ ("connection lost since %s") : _ ("connected since %s"),
    clock != NULL ? clock : "—"));
}

/* Of a recording nobody knows it. */
static WeftCell
host_connections (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return weft_cell_count (((const WeftLiveHostFigures *) item)->host.n_connections);
}

static WeftCell
host_clock (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  static const char *const words[] = {
    [WEFT_LIVE_CLOCK_SAME] = N_ ("the viewer's"), [WEFT_LIVE_CLOCK_MEASURED] = N_ ("by round trips")
  };
  guint kind = ((const WeftLiveHostFigures *) item)->host.clock.kind;

  return kind == WEFT_LIVE_CLOCK_UNKNOWN ? weft_cell_none ()
                                         : weft_cell_text (g_strdup (_ (words[kind])));
}

WeftCell
weft_live_host_shift_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLiveHostClock *clock = &((const WeftLiveHostFigures *) item)->host.clock;

  return clock->kind != WEFT_LIVE_CLOCK_UNKNOWN ? weft_cell_signed (clock->shift_ns)
                                                : weft_cell_none ();
}

WeftCell
weft_live_host_error_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return host_error_cell (&((const WeftLiveHostFigures *) item)->host);
}

#define HOST(name) .member = WEFT_MEMBER (WeftLiveHostFigures, name)

static const WeftField host_columns[] = {
  { "host", N_ ("Host"), .of = weft_live_host_name_cell },
  { "state", N_ ("State"), .of = host_link },
  { "streams", N_ ("Streams"), HOST (n_streams) },
  { "delivered", N_ ("Delivered"), .doc = N_ ("Records of all its streams"), HOST (delivered) },
  { "lost", N_ ("Lost on the way"), HOST (lost) },
  { "clock", N_ ("Clock"),
    .doc = N_ ("How its times come to be on one clock with the other hosts'"), .of = host_clock },
  { "error_ns", N_ ("Host clock error, ns"),
    .doc =
      N_ ("By how much the shift may be wrong at most, as it was measured: half of the best round "
          "trip, and 15 ppm of the time since"),
    .of = weft_live_host_error_cell },
  { "shift_ns", N_ ("≈ Shift, ns"), .doc = N_ ("What is added to its times"),
    .of = weft_live_host_shift_cell },
  { "connections", N_ ("Connections"), .doc = N_ ("How often its daemon answered"),
    .of = host_connections },
  { "socket", N_ ("Socket"), .of = host_address },
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
    [WEFT_LIVE_TABLE_HOSTS] = COLUMNS (host_columns),
  };
  GArray *const rows[] = {
    [WEFT_LIVE_TABLE_PROGRAMS] = self->programs, [WEFT_LIVE_TABLE_STREAMS] = self->streams,
    [WEFT_LIVE_TABLE_CLOCKS] = self->streams,    [WEFT_LIVE_TABLE_LEDGER] = self->streams,
    [WEFT_LIVE_TABLE_HOSTS] = self->hosts,
  };
  Table found = table == WEFT_LIVE_TABLE_PROGRAMS ? scopes[self->scope] : tables[table];

  /* what tells hosts apart */
  if (rows[table] == self->streams && self->hosts->len < 2)
    {
      found.columns++;
      found.n_columns -= table == WEFT_LIVE_TABLE_CLOCKS ? 2 : 1;
    }
  return weft_facts_of_array (found.columns, found.n_columns, self, rows[table]);
}
