/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-events-table.h"
#include "weft-npu-compare-view.h"
#include "weft-npu-options.h"
#include "weft-npu-run-view.h"
#include "weft-npu-stats-view.h"
#include "weft-tooltip.h"
#include "weft-tracks-view.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_npu_state_new (WEFT_NPU_TRACE (trace)));
}

static GtkWidget *
create_option_rows (WeftViewState *state)
{
  GtkWidget *rows =
    weft_family_build_option_rows ("/io/github/weft_viewer/Weft/weft-npu-options.ui");
  WeftNpuTrace *trace = WEFT_NPU_TRACE (weft_view_state_get_trace (state));
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);
  GtkWidget *ends;

  /* Chrome traces say how long events are. */
  if (snapshot->is_chrome)
    return rows;
  ends = gtk_check_button_new_with_mnemonic (_ ("_Ends are inclusive"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (ends), "options.inclusive-ends");
  weft_tooltip_set (ends,
                    _ ("Each event’s end_cycle is its last cycle, not the one behind it. The file "
                       "is read again."));
  gtk_box_append (GTK_BOX (rows), ends);
  return rows;
}

static GtkWidget *
create_view (WeftViewState *state)
{
  return weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state)),
                               WEFT_PICTURE_WHOLE);
}

static GtkWidget *
create_table (WeftViewState *state, GSettings *settings G_GNUC_UNUSED)
{
  return weft_events_table_new (WEFT_EVENTS_STATE (state), _ ("Events"), _ ("No event is shown."));
}

static void
focus_table (GtkWidget *panel)
{
  weft_fact_table_focus (WEFT_FACT_TABLE (panel));
}

static GtkWidget *
create_statistics (WeftViewState *state, GSettings *settings G_GNUC_UNUSED)
{
  return weft_npu_stats_view_new (WEFT_NPU_STATE (state));
}

static GtkWidget *
create_run (WeftViewState *state, GSettings *settings G_GNUC_UNUSED)
{
  return weft_npu_run_view_new (WEFT_NPU_STATE (state));
}

static GtkWidget *
create_comparison (WeftViewState *state, GSettings *settings G_GNUC_UNUSED)
{
  return weft_npu_compare_view_new (WEFT_NPU_STATE (state));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Events"), create_table, focus_table },
  { "statistics", N_ ("Statistics"), create_statistics, NULL },
  { "run", N_ ("Run"), create_run, NULL },
  { "comparison", N_ ("Comparison"), create_comparison, NULL },
};

const WeftFamily weft_npu_family = {
  .name = "npu",
  .get_trace_type = weft_npu_trace_get_type,
  .files = {
    .title = N_ ("NPU runs and Chrome traces"),
    .suffixes = (const char *const[]){ "json", "jsonl", NULL },
    .types = (const char *const[]){ "application/vnd.weft.npu-trace+json",
                                       "application/vnd.weft.chrome-trace+json", NULL },
  },
  .create_state = create_state,
  .create_options = weft_npu_options_new,
  .create_option_rows = create_option_rows,
  .create_view = create_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .list_statistics = weft_npu_stats_view_list_page,
  .go_to_hint = N_ ("cycle 20000, token 3, line 5"),
  .go_to_tooltip = N_ ("Go to a cycle, to a token by its index, or to the event of a line of the "
                       "file."),
  .empty_title = N_ ("No Events in This File"),
};
