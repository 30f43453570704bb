/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-live-charts.h"
#include "weft-live-compare-view.h"
#include "weft-live-table.h"
#include "weft-live-view.h"
#include "weft-settings.h"

/* A session keeps what the settings grant when it begins; a recording is there as a whole. */
static WeftViewState *
create_state (WeftTrace *trace)
{
  gsize memory = (gsize) g_settings_get_int (weft_settings_get_default (), "live-memory");

  if (weft_live_session_find (WEFT_LIVE_TRACE (trace)) != NULL)
    weft_live_trace_set_budget (WEFT_LIVE_TRACE (trace), memory << 20);
  return WEFT_VIEW_STATE (weft_live_state_new (WEFT_LIVE_TRACE (trace)));
}

static GtkWidget *
create_view (WeftViewState *state)
{
  return weft_live_view_new (WEFT_LIVE_STATE (state));
}

static GtkWidget *
create_table (const WeftFamilyPanel *panel, WeftViewState *state)
{
  return weft_live_table_new (WEFT_LIVE_STATE (state), (WeftLiveTable) panel->kind);
}

static GtkWidget *
create_records (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_live_records_table_new (WEFT_LIVE_STATE (state));
}

static GtkWidget *
create_charts (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_live_charts_new (WEFT_LIVE_STATE (state));
}

static GtkWidget *
create_comparison (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_live_compare_view_new (WEFT_LIVE_STATE (state));
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Programs"), create_table, weft_family_focus_table, NULL,
    WEFT_LIVE_TABLE_PROGRAMS },
  { "lengths", N_ ("Lengths"), create_charts, NULL },
  { "utilization", N_ ("Utilization"), create_table, weft_family_focus_table, NULL,
    WEFT_LIVE_TABLE_STREAMS },
  { "clocks", N_ ("Clocks"), create_table, weft_family_focus_table, NULL, WEFT_LIVE_TABLE_CLOCKS },
  { "ledger", N_ ("Ledger"), create_table, weft_family_focus_table, NULL, WEFT_LIVE_TABLE_LEDGER },
  { "hosts", N_ ("Hosts"), create_table, weft_family_focus_table, NULL, WEFT_LIVE_TABLE_HOSTS },
  { "records", N_ ("Records"), create_records, weft_family_focus_table, NULL },
  { "comparison", N_ ("Comparison"), create_comparison, NULL },
};

const WeftFamily weft_live_family = {
  .name = "live",
  .get_trace_type = weft_live_trace_get_type,
  .files = {
    .title = N_ ("Recordings of live sessions"),
    .suffixes = (const char *const[]){ "weftlive", NULL },
    .types = (const char *const[]){ "application/vnd.weft.recording", NULL },
  },
  .create_state = create_state,
  .create_view = create_view,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .go_to_hint = N_ ("1500000"),
  .go_to_tooltip = N_ ("Go to a time, in nanoseconds from the beginning of the session."),
  .empty_title = N_ ("No Program Has Run Yet"),
};
