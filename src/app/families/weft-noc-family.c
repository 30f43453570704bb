/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-noc-state.h"
#include "weft-noc-tables-view.h"
#include "weft-noc-view.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_noc_state_new (WEFT_NOC_TRACE (trace)));
}

static GtkWidget *
create_view (WeftViewState *state)
{
  return weft_noc_view_new (WEFT_NOC_STATE (state));
}

static void
get_query_options (WeftViewState *state, WeftQueryOptions *options)
{
  weft_noc_state_get_chip (WEFT_NOC_STATE (state), &options->arch, &options->topology);
  options->offsets = weft_noc_state_get_offset_text (WEFT_NOC_STATE (state));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Events"), weft_family_create_events, weft_family_focus_table,
    N_ ("No event passes the filter.") },
  { "statistics", N_ ("Statistics"), weft_family_create_statistics, weft_family_focus_statistics },
};

const WeftFamily weft_noc_family = {
  .name = "noc",
  .get_trace_type = weft_noc_trace_get_type,
  .files = {
    .title = N_ ("Networks on a chip"),
    .suffixes = (const char *const[]){ "json", "npeviz", "csv", NULL },
    .types = (const char *const[]){ "application/vnd.weft.noc-trace+json",
                                       "application/vnd.weft.npeviz+json",
                                       "application/vnd.weft.device-log", NULL },
  },
  .create_state = create_state,
  .get_options_type = weft_view_options_get_type,
  .create_view = create_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .statistics = &weft_noc_stats,
  .get_query_options = get_query_options,
  .go_to_hint = N_ ("3,4 or cycle 1000"),
  .go_to_tooltip = N_ ("Go to a tile by column and row (3,4), or to a cycle."),
  .empty_title = N_ ("No Records in This File"),
};
