/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-options.h"
#include "weft-bus-state.h"
#include "weft-bus-stats-view.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_bus_state_new (WEFT_BUS_TRACE (trace)));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Accesses"), weft_family_create_events, weft_family_focus_table,
    N_ ("No access is shown.") },
  { "statistics", N_ ("Statistics"), weft_family_create_statistics, weft_family_focus_statistics },
};

const WeftFamily weft_bus_family = {
  .name = "bus",
  .get_trace_type = weft_bus_trace_get_type,
  .files = {
    .title = N_ ("Bus traces"),
    .suffixes = (const char *const[]){ "jsonl", "btr1", NULL },
    .types = (const char *const[]){ "application/vnd.weft.saturn-bus+jsonl",
                                       "application/vnd.weft.btr1", NULL },
  },
  .create_state = create_state,
  .get_options_type = weft_bus_options_get_type,
  .option_rows = "/io/github/weft_viewer/Weft/weft-bus-options.ui",
  .create_view = weft_family_create_tracks_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .statistics = &weft_bus_stats,
  .go_to_hint = N_ ("seq 123, line 5, addr 0x06004000, cycle 1000"),
  .go_to_tooltip = N_ ("Go to an access by its seq, its line or record number, or its address; or "
                       "to a cycle. Enter again goes to the next access to the same address."),
  .empty_title = N_ ("No Accesses in This File"),
};
