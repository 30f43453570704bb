/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-live-scene.h"
#include "weft-live-session.h"
#include "weft-track-figure.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#define DEFAULT_SECONDS 1.0

static double seconds;

const GOptionEntry weft_cli_live_options[] = {
  { "for", 0, 0, G_OPTION_ARG_DOUBLE, &seconds,
    N_ ("Live sockets: listen for this time, 1 s without"), N_ ("SECONDS") },
  G_OPTION_ENTRY_NULL
};

static const char *const keys[] = { "program", "stream", "clock", "ledger", NULL };
const char *const weft_cli_live_views[] = { "live", NULL };

/* --- sockets ------------------------------------------------------------------------------------ */

static WeftTrace *
collect (const char *path, GError **error)
{
  g_autoptr (WeftLiveSession) session = weft_live_session_new (path, NULL, 0);

  if (!weft_live_session_run (session, seconds > 0 ? seconds : DEFAULT_SECONDS, NULL, error))
    return NULL;
  return WEFT_TRACE (g_object_ref (weft_live_session_get_trace (session)));
}

/* --- info --------------------------------------------------------------------------------------- */

/* What all lanes come to. */
typedef struct
{
  guint n_lanes;
  guint64 delivered, lost, n_programs;
  gint64 start, end;
} Sums;

static Sums
sum_up (WeftLiveTrace *trace)
{
  Sums sums = { .n_lanes = weft_live_trace_get_n_lanes (trace) };

  for (guint i = 0; i < sums.n_lanes; i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (trace, i, &lane);
      sums.delivered += lane.delivered;
      sums.lost += weft_live_lane_get_lost (&lane);
      sums.n_programs += lane.n_programs;
    }
  if (!weft_live_trace_get_range (trace, &sums.start, &sums.end))
    sums.start = sums.end = 0;
  return sums;
}

int
weft_cli_live_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftLiveTrace *live = WEFT_LIVE_TRACE (trace);
  Sums sums = sum_up (live);
  g_autofree char *session = weft_live_trace_get_session (live);
  g_autofree char *records = weft_number_count (sums.delivered);
  g_autofree char *lost = weft_number_count (sums.lost);
  g_autofree char *programs = weft_number_count (weft_live_trace_get_n_programs (live));
  g_autofree char *length = weft_live_format_time (sums.end - sums.start);

  if (request->json)
    {
      weft_json_writer_string_member (request->writer, "session", session);
      weft_json_writer_unsigned_member (request->writer, "streams", sums.n_lanes);
      weft_json_writer_unsigned_member (request->writer, "records", sums.delivered);
      weft_json_writer_unsigned_member (request->writer, "lost", sums.lost);
      weft_json_writer_unsigned_member (request->writer, "programs",
                                        weft_live_trace_get_n_programs (live));
      weft_json_writer_string_member (request->writer, "time_unit", "ns");
      weft_json_writer_signed_member (request->writer, "start", sums.start);
      weft_json_writer_signed_member (request->writer, "end", sums.end);
      return WEFT_CLI_SUCCESS;
    }
  weft_cli_print_field (_ ("Session"), "%s", session);
  weft_cli_print_field (_ ("Streams"), "%u", sums.n_lanes);
  weft_cli_print_field (_ ("Records"), _ ("%s; lost on the way %s"), records, lost);
  weft_cli_print_field (_ ("Programs"), "%s", programs);
  weft_cli_print_field (_ ("Time"), "%s", length);
  return WEFT_CLI_SUCCESS;
}

/* --- dump --------------------------------------------------------------------------------------- */

static void
write_row (WeftJsonWriter *writer, WeftLiveTrace *trace, const WeftLiveLane *lane,
           const WeftLiveRow *row)
{
  static const char *const kinds[] = { "program", "stall", "device_loss", "loss" };

  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "stream", lane->stream);
  weft_json_writer_unsigned_member (writer, "chip", lane->chip);
  weft_json_writer_string_member (writer, "kind", kinds[row->kind]);
  if (row->program != WEFT_NO_ROW)
    weft_json_writer_string_member (writer, "program",
                                    weft_live_trace_get_program (trace, row->program));
  weft_json_writer_signed_member (writer, "start_ns", row->start);
  weft_json_writer_signed_member (writer, "end_ns", row->end);
  if (row->kind == WEFT_LIVE_KIND_LOSS || row->kind == WEFT_LIVE_KIND_MISSING)
    weft_json_writer_unsigned_member (writer, "lost", row->aux);
  else
    {
      weft_json_writer_unsigned_member (writer, "start_ticks", row->start_ticks);
      weft_json_writer_unsigned_member (writer, "end_ticks", row->end_ticks);
      weft_json_writer_unsigned_member (writer, "runtime_id", row->runtime_id);
      weft_json_writer_unsigned_member (writer, "epoch", row->epoch);
      weft_json_writer_unsigned_member (writer, "subdevice", row->subdevice);
      weft_json_writer_unsigned_member (writer, "flags", row->flags);
    }
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

int
weft_cli_live_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftLiveTrace *live = WEFT_LIVE_TRACE (trace);
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);

  if (request->filter != NULL)
    {
      weft_cli_complain (_ ("--filter: live sessions have no filters."));
      return WEFT_CLI_USAGE;
    }
  weft_json_writer_init (writer, stdout);
  for (guint i = 0; i < weft_live_trace_get_n_lanes (live); i++)
    {
      WeftLiveLane lane;
      guint32 first, end;

      weft_live_trace_get_lane (live, i, &lane);
      weft_live_trace_get_rows (live, i, &first, &end);
      for (guint32 row = first; row < end && !ferror (stdout); row++)
        {
          WeftLiveRow value;

          weft_live_trace_get_row (live, i, row, &value);
          if (weft_cycle_range_intersects (&request->range, value.start, value.end))
            write_row (writer, live, &lane, &value);
        }
    }
  weft_json_writer_flush (writer);
  return WEFT_CLI_SUCCESS;
}

/* --- stats -------------------------------------------------------------------------------------- */

static void
write_optional (WeftJsonWriter *writer, const char *key, double value)
{
  weft_json_writer_key (writer, key);
  if (isfinite (value))
    weft_json_writer_real (writer, value);
  else
    weft_json_writer_null (writer);
}

static void
write_percentiles (WeftJsonWriter *writer, const WeftHistogram *histogram)
{
  write_optional (writer, "p50", weft_live_percentile (histogram, 500));
  write_optional (writer, "p90", weft_live_percentile (histogram, 900));
  write_optional (writer, "p99", weft_live_percentile (histogram, 990));
  write_optional (writer, "max", histogram->n_values > 0 ? (double) histogram->max : (double) NAN);
}

static void
write_stream (WeftJsonWriter *writer, const WeftLiveStreamFigures *stream)
{
  const WeftLiveLane *lane = &stream->lane;
  gboolean fitted = lane->has_sync && lane->sync.method == WEFT_LIVE_SYNC_REGRESSION;

  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "stream", lane->stream);
  weft_json_writer_unsigned_member (writer, "chip", lane->chip);
  weft_json_writer_unsigned_member (writer, "first_seq", lane->first_seq);
  weft_json_writer_unsigned_member (writer, "head", lane->head);
  weft_json_writer_unsigned_member (writer, "delivered", lane->delivered);
  weft_json_writer_unsigned_member (writer, "lost", weft_live_lane_get_lost (lane));
  weft_json_writer_key (writer, "device_loss");
  if (lane->device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS)
    weft_json_writer_unsigned (writer, lane->device_lost);
  else
    weft_json_writer_string (
      writer, lane->device_loss == WEFT_LIVE_DEVICE_LOSES_NOTHING ? "none" : "not observable");
  write_optional (writer, "frequency_ghz", fitted ? lane->sync.ghz : (double) NAN);
  write_optional (writer, "sync_error_ns", fitted ? (double) lane->sync.error_ns : (double) NAN);
  write_optional (writer, "utilization", stream->utilization);
  write_optional (writer, "utilization_uncertainty", stream->uncertainty);
  weft_json_writer_end_object (writer);
}

static void
write_program (WeftJsonWriter *writer, const WeftLiveFigures *figures,
               const WeftLiveProgramFigures *program)
{
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "name",
                                  weft_live_trace_get_program (figures->trace, program->program));
  weft_json_writer_unsigned_member (writer, "count", program->n);
  write_percentiles (writer, &program->lengths);
  write_optional (writer, "busy_share", program->share);
  weft_json_writer_end_object (writer);
}

/* Stalls of dispatching and other gaps, over all streams. */
static void
write_gaps (WeftJsonWriter *writer, const WeftLiveFigures *figures)
{
  guint64 stall_ns = 0, n_other = 0, other_ns = 0;

  for (guint i = 0; i < figures->streams->len; i++)
    {
      const WeftLiveStreamFigures *stream = figures->streams->pdata[i];

      stall_ns += stream->stall_ns;
      n_other += stream->gaps.n_values;
      other_ns += stream->gaps.total;
    }
  weft_json_writer_key (writer, "gaps");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "dispatch_stall_ns", stall_ns);
  weft_json_writer_unsigned_member (writer, "other", n_other);
  weft_json_writer_unsigned_member (writer, "other_ns", other_ns);
  weft_json_writer_end_object (writer);
}

static void
write_ledger (WeftJsonWriter *writer, const WeftLiveFigures *figures)
{
  static const char *const stages[WEFT_LIVE_N_STAGES] = { "device", "producer_ring", "retention",
                                                          "daemon", "viewer" };
  guint64 lost[WEFT_LIVE_N_STAGES] = { 0 }, wanted = 0, delivered = 0, duplicates = 0;

  for (guint i = 0; i < figures->streams->len; i++)
    {
      const WeftLiveLane *lane = &((WeftLiveStreamFigures *) figures->streams->pdata[i])->lane;

      wanted += lane->head - lane->first_seq;
      delivered += lane->delivered;
      duplicates += lane->n_duplicates;
      for (guint k = 0; k < WEFT_LIVE_N_STAGES; k++)
        lost[k] += lane->lost[k];
    }
  weft_json_writer_key (writer, "ledger");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "wanted", wanted);
  weft_json_writer_unsigned_member (writer, "delivered", delivered);
  weft_json_writer_key (writer, "lost");
  weft_json_writer_begin_object (writer);
  for (guint k = 0; k < WEFT_LIVE_N_STAGES; k++)
    weft_json_writer_unsigned_member (writer, stages[k], lost[k]);
  weft_json_writer_end_object (writer);
  weft_json_writer_unsigned_member (writer, "duplicates", duplicates);
  weft_json_writer_end_object (writer);
}

static void
write_figures (WeftLiveFigures *figures)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);
  g_autofree char *session = weft_live_trace_get_session (figures->trace);

  weft_json_writer_init (writer, stdout);
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "session", session);
  weft_json_writer_key (writer, "streams");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < figures->streams->len; i++)
    write_stream (writer, figures->streams->pdata[i]);
  weft_json_writer_end_array (writer);
  weft_json_writer_key (writer, "programs");
  weft_json_writer_begin_array (writer);
  for (guint i = 0; i < figures->programs->len; i++)
    write_program (writer, figures, figures->programs->pdata[i]);
  weft_json_writer_end_array (writer);
  write_gaps (writer, figures);
  write_ledger (writer, figures);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

static void
write_table_json (WeftLiveFigures *figures, WeftLiveTable table)
{
  g_autofree WeftJsonWriter *writer = g_new (WeftJsonWriter, 1);
  WeftFacts facts = weft_live_figures_get_facts (figures, table);

  weft_json_writer_init (writer, stdout);
  weft_cli_records_write_json (&facts, writer);
  weft_json_writer_newline (writer);
  weft_json_writer_flush (writer);
}

static void
print_figures (WeftLiveFigures *figures, WeftTrace *trace)
{
  weft_cli_print_diagnostics (trace);
  for (guint i = 0; i < WEFT_LIVE_N_TABLES; i++)
    {
      WeftFacts facts = weft_live_figures_get_facts (figures, i);

      if (i > 0)
        putchar ('\n');
      weft_cli_records_print (&facts, stdout, G_MAXUINT);
    }
}

int
weft_cli_live_stats (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftLiveFigures) figures = NULL;
  WeftLiveTable table = request->key_word != NULL ? request->key : WEFT_LIVE_TABLE_PROGRAMS;
  WeftFacts facts;

  if (request->filter != NULL)
    {
      weft_cli_complain (_ ("--filter: live sessions have no filters."));
      return WEFT_CLI_USAGE;
    }
  figures = weft_live_figures_new (WEFT_LIVE_TRACE (trace),
                                   request->has_range ? &request->range : NULL, NULL);
  facts = weft_live_figures_get_facts (figures, table);
  if (request->json && request->key_word == NULL)
    write_figures (figures);
  else if (request->json)
    write_table_json (figures, table);
  else if (request->csv)
    weft_cli_records_write_csv (&facts, stdout);
  else if (request->key_word != NULL)
    weft_cli_records_print (&facts, stdout, G_MAXUINT);
  else
    print_figures (figures, trace);
  return WEFT_CLI_SUCCESS;
}

/* --- render ------------------------------------------------------------------------------------- */

/* Paints the lanes. FALSE after a complaint. */
static gboolean
save (WeftTrackScene *scene, WeftTrackFigure *figure, WeftTrackOrder *order, double scale,
      const WeftCliRequest *request)
{
  gboolean is_pixels = request->picture == WEFT_PICTURE_PNG;
  WeftStyleOptions style_options = weft_style_options_default ();
  WeftPaintList *list = weft_paint_list_new ();
  g_autoptr (WeftTrackLayout) layout = NULL;
  g_autoptr (GError) error = NULL;
  WeftStyle *style;

  style_options.theme = request->theme;
  style_options.device_scale = scale;
  figure->style = style = weft_style_new (&style_options, NULL);
  figure->layout = layout = weft_track_layout_new (scene, order, style);
  weft_track_figure_paint (figure, list);
  if (!weft_picture_save (list, weft_style_get_atlas (style), figure->width, figure->height,
                          is_pixels ? 1 : request->scale, request->picture, request->output,
                          &error))
    weft_cli_complain ("%s", error->message);
  weft_paint_list_free (list);
  weft_style_unref (style);
  return error == NULL;
}

int
weft_cli_live_render (WeftTrace *trace, const WeftCliRequest *request)
{
  double scale = request->picture == WEFT_PICTURE_PNG ? request->scale : 1;
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (WEFT_LIVE_TRACE (trace));
  WeftTrackOrder *order = weft_track_order_new ();
  Sums sums = sum_up (WEFT_LIVE_TRACE (trace));
  g_autofree char *records = weft_number_count (sums.delivered);
  g_autofree char *lost = weft_number_count (sums.lost);
  g_autofree char *summary =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s record · lost on the way %s",
                                  "%s records · lost on the way %s", sums.delivered),
                     records, lost);
  WeftTrackFigure figure = { .title = weft_trace_get_title (trace),
                             .summary = summary,
                             .zero = sums.start,
                             .trace_first = sums.start,
                             .trace_last = MAX (sums.end, sums.start + 1) };
  gboolean saved;

  figure.width = MAX (1, (int) (request->width * scale + 0.5));
  figure.height = MAX (1, (int) (request->height * scale + 0.5));
  figure.first = request->range.from != G_MININT64 ? request->range.from : figure.trace_first;
  figure.last = request->range.to != G_MAXINT64 ? request->range.to : figure.trace_last;
  figure.last = MAX (figure.last, figure.first + 1);
  saved = save (scene, &figure, order, scale, request);
  weft_track_order_free (order);
  return saved ? WEFT_CLI_SUCCESS : WEFT_CLI_UNUSABLE;
}

const WeftCliFamily weft_cli_live = {
  .name = "live",
  .get_type = weft_live_trace_get_type,
  .views = weft_cli_live_views,
  .keys = keys,
  .is_address = weft_live_is_address,
  .collect = collect,
  .options = { [WEFT_CLI_INFO] = weft_cli_live_options,
               [WEFT_CLI_DUMP] = weft_cli_live_options,
               [WEFT_CLI_STATS] = weft_cli_live_options,
               [WEFT_CLI_RENDER] = weft_cli_live_options },
  .run = { [WEFT_CLI_INFO] = weft_cli_live_info,
           [WEFT_CLI_DUMP] = weft_cli_live_dump,
           [WEFT_CLI_STATS] = weft_cli_live_stats,
           [WEFT_CLI_RENDER] = weft_cli_live_render },
};
