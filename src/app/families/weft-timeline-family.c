/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-timeline-compare-view.h"
#include "weft-timeline-flame-view.h"
#include "weft-timeline-options.h"
#include "weft-timeline-run-view.h"
#include "weft-timeline-stats-view.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_timeline_state_new (WEFT_TIMELINE_TRACE (trace)));
}

static GtkWidget *
create_flame (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_timeline_flame_view_new (WEFT_TIMELINE_STATE (state));
}

static GtkWidget *
create_run (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_timeline_run_view_new (WEFT_TIMELINE_STATE (state));
}

static GtkWidget *
create_comparison (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_timeline_compare_view_new (WEFT_TIMELINE_STATE (state));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Events"), weft_family_create_events, weft_family_focus_table,
    N_ ("No event is shown.") },
  { "statistics", N_ ("Statistics"), weft_family_create_statistics, weft_family_focus_statistics },
  { "flame", N_ ("Flame Graph"), create_flame, NULL },
  { "run", N_ ("Run"), create_run, NULL },
  { "comparison", N_ ("Comparison"), create_comparison, NULL },
};

const WeftFamily weft_timeline_family = {
  .name = "timeline",
  .get_trace_type = weft_timeline_trace_get_type,
  .files = {
    .title = N_ ("Timelines (Chrome traces)"),
    .suffixes = (const char *const[]){ "json", NULL },
    .types = (const char *const[]){ "application/vnd.weft.chrome-trace+json", NULL },
  },
  .create_state = create_state,
  .get_options_type = weft_timeline_options_get_type,
  .option_rows = "/io/github/weft_viewer/Weft/weft-timeline-options.ui",
  .create_view = weft_family_create_tracks_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .statistics = &weft_timeline_stats,
  .go_to_hint = N_ ("12.5 ms, name aten::mm, line 5"),
  .go_to_tooltip = N_ ("Go to a time from the first event on, to the next event of a name, or to the "
                       "event of a line of the file. Enter again goes to the next one of the name."),
  .empty_title = N_ ("No Events in This File"),
};
