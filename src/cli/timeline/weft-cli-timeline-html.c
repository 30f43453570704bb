/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-page.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-findings.h"

#include <glib/gi18n-lib.h>

/* Of the picture of tracks: what is around them, and how high each is. */
#define FRAME_HEIGHT 160
#define TRACK_HEIGHT 90
#define MAX_HEIGHT 3000

/* Likewise of a flame graph. */
#define FLAME_FRAME_HEIGHT 48
#define FLAME_ROW_HEIGHT 20

/* As high as its rows. */
static gboolean
write_flame (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineFlame) flame = weft_cli_timeline_make_flame (trace, request);
  guint rows = MIN (flame->n_depths, MAX_HEIGHT / FLAME_ROW_HEIGHT);

  return weft_cli_page_write_picture (request->stream, _ ("Flame graph"), trace, request,
                                      WEFT_CLI_TIMELINE_FLAME,
                                      FLAME_FRAME_HEIGHT + (int) rows * FLAME_ROW_HEIGHT);
}

gboolean
weft_cli_timeline_write_html (WeftTrace *trace, const WeftCliRequest *request,
                              const WeftTimelineStats *stats)
{
  static const struct
  {
    WeftTimelineTable table;
    const char *title;
  } tables[] = {
    { WEFT_TIMELINE_TABLE_NAME, N_ ("Slices by name") },
    { WEFT_TIMELINE_TABLE_CATEGORY, N_ ("Slices by category") },
    { WEFT_TIMELINE_TABLE_DEVICE, N_ ("Devices") },
    { WEFT_TIMELINE_TABLE_STREAM, N_ ("Streams") },
    { WEFT_TIMELINE_TABLE_THREAD, N_ ("Threads") },
    { WEFT_TIMELINE_TABLE_PROCESS, N_ ("Processes") },
    { WEFT_TIMELINE_TABLE_COUNTER, N_ ("Counters") },
    { WEFT_TIMELINE_TABLE_INSTANT, N_ ("Instants") },
  };
  g_autofree char *summary = weft_cli_timeline_summarize (stats->sum.count, stats->n_ns);
  int height =
    (int) MIN (stats->n_threads + stats->n_streams + stats->n_counters, MAX_HEIGHT / TRACK_HEIGHT)
    * TRACK_HEIGHT;
  FILE *stream = request->stream;
  gboolean done;

  weft_cli_page_begin (stream, weft_trace_get_title (trace), summary);
  if (stats->is_whole)
    {
      g_autoptr (GArray) findings = weft_cli_timeline_find (stats);

      weft_cli_page_write_findings (stream, findings);
    }
  done = weft_cli_page_write_picture (stream, _ ("What threads and streams did"), trace, request,
                                      WEFT_CLI_TIMELINE_TRACKS, FRAME_HEIGHT + height)
         && write_flame (trace, request);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, tables[i].table);

      weft_cli_page_write_table (stream, _ (tables[i].title), &facts);
    }
  weft_cli_page_end (stream);
  return done;
}
