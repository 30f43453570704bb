/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-npu-compare-view.h"
#include "weft-npu-options.h"
#include "weft-npu-run-view.h"
#include "weft-npu-stats-view.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_npu_state_new (WEFT_NPU_TRACE (trace)));
}

static GtkWidget *
create_run (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_npu_run_view_new (WEFT_NPU_STATE (state));
}

static GtkWidget *
create_comparison (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_npu_compare_view_new (WEFT_NPU_STATE (state));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Events"), weft_family_create_events, weft_family_focus_table,
    N_ ("No event is shown.") },
  { "statistics", N_ ("Statistics"), weft_family_create_statistics, weft_family_focus_statistics },
  { "run", N_ ("Run"), create_run, NULL },
  { "comparison", N_ ("Comparison"), create_comparison, NULL },
};

const WeftFamily weft_npu_family = {
  .name = "npu",
  .get_trace_type = weft_npu_trace_get_type,
  .files = {
    .title = N_ ("NPU runs"),
    .suffixes = (const char *const[]){ "json", "jsonl", "csv", NULL },
    .types = (const char *const[]){ "application/vnd.weft.npu-trace+json",
                                    "application/vnd.weft.scale-sim", NULL },
  },
  .create_state = create_state,
  .get_options_type = weft_npu_options_get_type,
  .option_rows = "/io/github/weft_viewer/Weft/weft-npu-options.ui",
  .create_view = weft_family_create_tracks_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .statistics = &weft_npu_stats,
  .go_to_hint = N_ ("cycle 20000, token 3, line 5"),
  .go_to_tooltip = N_ ("Go to a cycle, to a token by its index, or to the event of a line of the "
                       "file."),
  .empty_title = N_ ("No Events in This File"),
};
