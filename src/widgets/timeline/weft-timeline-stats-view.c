/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-filterable.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-flame-view.h"

/* --- where rows lead ------------------------------------------------------------------------------ */

static void
select_track (WeftTimelineState *state, guint32 track)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state));
  const WeftTrackHit hit = { .on_track = TRUE, .track = track, .thing = WEFT_TRACK_NO_THING };

  weft_tracks_select (tracks, &hit);
  weft_tracks_show (tracks, &hit);
}

/* The subject of a row stands out, or is selected. */
static void
pick_row (WeftTimelineState *state, const WeftTimelineStats *stats, guint table, guint row)
{
  switch ((WeftTimelineTable) table)
    {
    case WEFT_TIMELINE_TABLE_NAME:
      weft_timeline_state_set_name (state, stats->names[row].name);
      break;
    case WEFT_TIMELINE_TABLE_THREAD:
      select_track (state, WEFT_TIMELINE_TRACK_THREAD + stats->threads[row].track);
      break;
    case WEFT_TIMELINE_TABLE_STREAM:
      select_track (state, WEFT_TIMELINE_TRACK_THREAD + stats->streams[row].track);
      break;
    case WEFT_TIMELINE_TABLE_COUNTER:
      select_track (state, WEFT_TIMELINE_TRACK_COUNTER + stats->counters[row].counter);
      break;
    case WEFT_TIMELINE_TABLE_INSTANT:
      weft_events_state_show_row (WEFT_EVENTS_STATE (state), stats->instants[row].row, TRUE);
      break;
    case WEFT_TIMELINE_TABLE_CATEGORY:
    case WEFT_TIMELINE_TABLE_PROCESS:
    case WEFT_TIMELINE_TABLE_DEVICE:
    case WEFT_TIMELINE_N_TABLES:
    default:
      break;
    }
}

static void
go_to_row (WeftStatsView *view, guint table, guint row, gboolean jump)
{
  WeftTimelineState *state = WEFT_TIMELINE_STATE (weft_stats_view_get_state (view));
  WeftTimelineResult *result = weft_timeline_state_get_result (state);
  g_autofree char *filter = NULL;

  if (result == NULL || row == G_MAXUINT
      || row >= weft_timeline_facts_get (result->stats, table).n_rows)
    return;
  if (!jump)
    {
      pick_row (state, result->stats, table, row);
      return;
    }
  filter = weft_timeline_facts_make_filter (result->stats, table, row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (state), filter, NULL, NULL);
}

/* --- the pages ------------------------------------------------------------------------------------ */

static gboolean
get_facts (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner)
{
  WeftTimelineResult *result =
    weft_timeline_state_get_result (WEFT_TIMELINE_STATE (weft_stats_view_get_state (view)));

  if (result == NULL)
    return FALSE;
  *facts = weft_timeline_facts_get (result->stats, table);
  weft_timeline_facts_set_time (facts, result->question.snapshot);
  *owner = G_OBJECT (result);
  return TRUE;
}

static GtkWidget *
build (WeftStatsView *view, const WeftStatsPage *page G_GNUC_UNUSED, GtkWidget *table)
{
  return table != NULL
           ? table
           : weft_timeline_flame_view_new (WEFT_TIMELINE_STATE (weft_stats_view_get_state (view)));
}

static const WeftStatsPage pages[] = {
  { "name", N_ ("Slices by name"), WEFT_TIMELINE_TABLE_NAME, N_ ("No slice is under way here."),
    "self" },
  { "flame", N_ ("Flame graph"), WEFT_STATS_NO_TABLE, NULL },
  { "device", N_ ("Devices"), WEFT_TIMELINE_TABLE_DEVICE,
    N_ ("The trace names no device that is known, such as a GPU.") },
  { "stream", N_ ("Streams"), WEFT_TIMELINE_TABLE_STREAM,
    N_ ("The trace names no device that is known, such as a GPU.") },
  { "thread", N_ ("Threads"), WEFT_TIMELINE_TABLE_THREAD, N_ ("No thread did anything here.") },
  { "process", N_ ("Processes"), WEFT_TIMELINE_TABLE_PROCESS,
    N_ ("No process did anything here.") },
  { "category", N_ ("Categories"), WEFT_TIMELINE_TABLE_CATEGORY,
    N_ ("No slice here has a category.") },
  { "counter", N_ ("Counters"), WEFT_TIMELINE_TABLE_COUNTER, N_ ("No counter has a value here.") },
  { "instant", N_ ("Instants"), WEFT_TIMELINE_TABLE_INSTANT, N_ ("No instant is here.") },
};

const WeftStatsKind weft_timeline_stats = { .pages = pages,
                                            .n_pages = G_N_ELEMENTS (pages),
                                            .changed = "result",
                                            .get_facts = get_facts,
                                            .go_to_row = go_to_row,
                                            .build = build };
