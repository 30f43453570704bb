/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-attachable.h"
#include "weft-pipeline-color-editor.h"
#include "weft-pipeline-core-editor.h"
#include "weft-pipeline-inspector.h"
#include "weft-pipeline-options.h"
#include "weft-pipeline-stats-view.h"
#include "weft-pipeline-table.h"
#include "weft-pipeline-view.h"
#include "weft-settings.h"

static WeftViewState *
create_state (WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_pipeline_state_new (WEFT_PIPELINE_TRACE (trace)));
}

static GtkWidget *
create_view (WeftViewState *state)
{
  return weft_pipeline_view_new (WEFT_PIPELINE_STATE (state));
}

static GtkWidget *
create_inspector (WeftViewState *state)
{
  return weft_pipeline_inspector_new (WEFT_PIPELINE_STATE (state));
}

/* --- panels ------------------------------------------------------------------------------------- */

/* Columns and order of a table are those of the table that was left last; a binding would change them in
 * tables that are open. */
static void
save_table (GtkWidget *table)
{
  g_autofree char *saved = weft_fact_table_save (WEFT_FACT_TABLE (table));

  g_settings_set_string (weft_settings_get_default (), "table", saved);
}

static GtkWidget *
create_table (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  GtkWidget *table = weft_pipeline_table_new (WEFT_PIPELINE_STATE (state));
  g_autofree char *saved = g_settings_get_string (weft_settings_get_default (), "table");

  weft_fact_table_restore (WEFT_FACT_TABLE (table), saved);
  g_signal_connect (table, "unmap", G_CALLBACK (save_table), NULL);
  return table;
}

static GtkWidget *
create_statistics (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_pipeline_stats_view_new (WEFT_PIPELINE_STATE (state));
}

static void
focus_statistics (GtkWidget *panel)
{
  WeftStatsView *view = WEFT_STATS_VIEW (panel);
  GtkWidget *content = weft_stats_view_get_content (view, weft_stats_view_get_page (view)->name);

  if (WEFT_IS_FACT_TABLE (content))
    weft_fact_table_focus (WEFT_FACT_TABLE (content));
  else
    weft_stats_view_focus (view);
}

static const WeftFamilyPanel panels[] = {
  { "table", N_ ("Ops"), create_table, weft_family_focus_table },
  { "statistics", N_ ("Statistics"), create_statistics, focus_statistics },
};

/* Few logs attribute stalls to reasons. */
static void
adapt_option_rows (GtkBuilder *rows, WeftViewState *state)
{
  if (!weft_pipeline_state_has_reasons (WEFT_PIPELINE_STATE (state)))
    gtk_widget_unparent (GTK_WIDGET (gtk_builder_get_object (rows, "reason")));
}

static GtkWidget *
create_color_editor (GtkWindow *parent, WeftViewState *state, WeftViewOptions *options)
{
  return weft_pipeline_color_editor_new (parent, WEFT_PIPELINE_STATE (state), options);
}

static GtkWidget *
create_core_editor (GtkWindow *parent, WeftViewState *state, WeftViewOptions *options)
{
  return weft_pipeline_core_editor_new (parent, WEFT_PIPELINE_STATE (state), options);
}

static void
get_query_options (WeftViewState *state, WeftQueryOptions *options)
{
  options->elf = weft_attachable_get_attached (WEFT_ATTACHABLE (state));
}

static const WeftCommand commands[] = {
  { "view.read", N_ ("Zoom to where names can be read"), "1" },
  { "page.edit-core", N_ ("Stages and retire width"), NULL },
  { "view.adjust", N_ ("Adjust: the first op begins at the left edge"), "x" },
};

const WeftFamily weft_pipeline_family = {
  .name = "pipeline",
  .get_trace_type = weft_pipeline_trace_get_type,
  .files = {
    .title = N_ ("Pipelines of cores"),
    .suffixes = (const char *const[]){ "log", "kanata", "o3pipeview", "out", "trace", "json", "db", NULL },
    .types = (const char *const[]){ "application/vnd.weft.kanata",
                                       "application/vnd.weft.o3pipeview",
                                       "application/vnd.weft.llvm-mca+json",
                                       "application/vnd.weft.uica+json",
                                       "application/vnd.weft.xiangshan", NULL },
  },
  .create_state = create_state,
  .get_options_type = weft_pipeline_options_get_type,
  .option_rows = "/io/github/weft_viewer/Weft/weft-pipeline-options.ui",
  .adapt_option_rows = adapt_option_rows,
  .create_view = create_view,
  .create_inspector = create_inspector,
  .create_color_editor = create_color_editor,
  .create_core_editor = create_core_editor,
  .panels = panels,
  .n_panels = G_N_ELEMENTS (panels),
  .statistics = &weft_pipeline_stats,
  .get_query_options = get_query_options,
  .commands = commands,
  .n_commands = G_N_ELEMENTS (commands),
  .go_to_hint = N_ ("op 123, cycle 1000, pc 0x80000000"),
  .go_to_tooltip = N_ ("Go to an op, a retire id (rid), a cycle or a PC. Enter again goes to the "
                       "next op with the same PC."),
  .empty_title = N_ ("No Ops in This File"),
};
