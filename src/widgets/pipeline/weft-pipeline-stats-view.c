/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-chart-view.h"
#include "weft-choose-files.h"
#include "weft-fact-table.h"
#include "weft-pipeline-cpi-view.h"
#include "weft-pipeline-stage-chart.h"
#include "weft-pipeline-stats-overview.h"
#include "weft-pipeline-status.h"
#include "weft-pipeline-study.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* While a trace grows, nothing is asked for more often than this, in milliseconds. */
#define ASK_INTERVAL 250

/* Logical pixels that the chart beside the stages has at least. */
#define STAGE_CHART_WIDTH 260

struct _WeftPipelineStatsView
{
  WeftStatsView parent_instance;

  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftPipelineStatsResult *shown; /* of which the pages are */
  guint timeout;

  GtkWidget *chip;
  GtkWidget *chip_label;
  GtkWidget *chip_close;
  GtkWidget *spinner;
  GtkWidget *stage_chart; /* of this stage */
  guint stage;
  GtkWidget *path_costs;
  GtkWidget *cpi;
  GtkWidget *attach_message;
};

G_DEFINE_FINAL_TYPE (WeftPipelineStatsView, weft_pipeline_stats_view, WEFT_TYPE_STATS_VIEW)

/* --- places ----------------------------------------------------------------------------------------- */

static void
show_op (WeftPipelineStatsView *self, guint32 op, gboolean gently)
{
  weft_pipeline_state_select (self->state, op, WEFT_NO_STAGE);
  weft_pipeline_state_show_op (self->state, op, gently);
}

/* The stage of the op that a row of the table of stages is about. */
static void
select_stage (WeftPipelineStatsView *self, guint row, guint32 op)
{
  const WeftPipelineStageStats *stats =
    &g_array_index (self->shown->stats->stages, WeftPipelineStageStats, row);
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

  weft_pipeline_snapshot_get_stages (self->shown->question.snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    if (buffer.stages[i].kind == stats->kind
        && weft_cycles_between (buffer.stages[i].start, buffer.stages[i].end) == stats->lengths.max)
      {
        weft_pipeline_state_select (self->state, op, i);
        return;
      }
}

static void
show_stage (WeftPipelineStatsView *self, guint row)
{
  if (self->shown == NULL || row >= self->shown->stats->stages->len)
    return;
  self->stage = row;
  weft_pipeline_stage_chart_show (self->stage_chart, self->state, self->shown, row);
}

static void
style_changed (WeftPipelineStatsView *self)
{
  if (self->stage_chart != NULL)
    show_stage (self, self->stage);
}

static void
go_to_row (WeftStatsView *view, guint table, guint row, gboolean jump)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (view);
  const WeftPipelineFacts *facts;
  WeftCycleRange cycles;
  guint32 op;

  if (self->shown == NULL)
    return;
  if (table == WEFT_PIPELINE_FACTS_STAGES && !jump)
    show_stage (self, row);
  facts = &self->shown->facts;
  if (weft_pipeline_facts_get_cycles (facts, table, row, &cycles))
    {
      weft_view_state_show_time (WEFT_VIEW_STATE (self->state), cycles.from, cycles.to);
      return;
    }
  op = weft_pipeline_facts_get_op (facts, table, row);
  if (op == WEFT_NO_ROW)
    return;
  show_op (self, op, !jump);
  if (table == WEFT_PIPELINE_FACTS_STAGES)
    select_stage (self, row, op);
}

/* The op before or after the selected one that has the PC of the selected row. */
static void
step_instance (WeftPipelineStatsView *self, gboolean forward)
{
  GtkWidget *table = weft_stats_view_get_content (WEFT_STATS_VIEW (self), "pc");
  guint row = weft_fact_list_get_selected (weft_fact_table_get_list (WEFT_FACT_TABLE (table)));
  guint32 selected = weft_pipeline_state_get_selection (self->state)->op, op;

  if (self->shown == NULL || row >= self->shown->stats->pcs->len)
    return;
  op = weft_pipeline_pc_stats_find_instance (
    &g_array_index (self->shown->stats->pcs, WeftPipelinePcStats, row),
    self->shown->question.snapshot, selected, forward);
  if (op != WEFT_NO_ROW)
    show_op (self, op, FALSE);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
previous_instance (WeftPipelineStatsView *self)
{
  step_instance (self, FALSE);
}

static void
next_instance (WeftPipelineStatsView *self)
{
  step_instance (self, TRUE);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

static void
update_chip (WeftPipelineStatsView *self)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  gboolean ranged = weft_view_state_has_range (WEFT_VIEW_STATE (self->state));
  gboolean stale = weft_pipeline_study_is_stale (self->study);
  const GError *error = weft_pipeline_study_get_error (self->study);
  g_autofree char *text = error != NULL ? g_strdup (error->message)
                          : ranged      ? weft_pipeline_status_describe_ranges (selection, FALSE)
                                        : g_strdup (_ ("Whole log"));

  gtk_label_set_text (GTK_LABEL (self->chip_label), text);
  /* A sentence is read to its end. */
  gtk_label_set_ellipsize (GTK_LABEL (self->chip_label),
                           error != NULL ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (self->chip_label), error != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_widget_set_visible (self->chip_close, ranged);
  gtk_widget_set_sensitive (self->chip, ranged);
  gtk_widget_set_visible (self->spinner, stale);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), stale);
  /* Figures of another range stay until the new ones are there, but step back. */
  weft_stats_view_set_stale (WEFT_STATS_VIEW (self), stale);
}

/* "Is 38.1 %, retire order 20.0 % …" */
static void
write_path_costs (WeftPipelineStatsView *self)
{
  const WeftPipelineCriticalPath *path = self->shown != NULL ? self->shown->path : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  WeftClock clock;
  guint64 length;

  if (path != NULL && path->steps->len > 0)
    {
      g_autofree char *cycles = NULL;

      length = weft_cycles_between (path->from, path->to);
      clock = weft_time_axis_get_clock (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)));
      cycles = weft_words_length (&clock, length);
      g_string_append (text, cycles);
      for (guint i = 0; i < MIN (path->costs->len, 4); i++)
        {
          const WeftPathCost *cost = &g_array_index (path->costs, WeftPathCost, i);
          g_autofree char *name =
            weft_path_cost_describe (cost, weft_pipeline_state_get_trace (self->state));
          g_autofree char *share = weft_words_share (cost->cycles, length);

          if (cost->cycles > 0)
            g_string_append_printf (text, " · %s %s", name, share);
        }
    }
  gtk_label_set_text (GTK_LABEL (self->path_costs), text->str);
}

static gboolean
get_facts (WeftStatsView *view, guint table, WeftFacts *facts, GObject **owner)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (view);

  if (self->shown == NULL)
    return FALSE;
  *facts = weft_pipeline_facts_get (&self->shown->facts, table);
  *owner = G_OBJECT (self->shown);
  return TRUE;
}

/* The path is computed, and drawn over the picture, while one looks at it. */
static void
update_shows_path (WeftPipelineStatsView *self)
{
  gboolean shows =
    gtk_widget_get_mapped (GTK_WIDGET (self))
    && weft_stats_view_get_page (WEFT_STATS_VIEW (self))->table == WEFT_PIPELINE_FACTS_PATH;

  if (self->study != NULL)
    weft_pipeline_study_set_shows_path (self->study, shows);
}

static void
show_page (WeftStatsView *view, const WeftStatsPage *page, GtkWidget *content)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (view);
  WeftCpiBar bar = { .name = NULL };
  guint row;

  update_shows_path (self);
  if (self->shown == NULL)
    return;
  switch (page->table)
    {
    case WEFT_STATS_NO_TABLE:
      weft_pipeline_stats_overview_show (WEFT_PIPELINE_STATS_OVERVIEW (content), self->shown,
                                         weft_pipeline_study_get_whole (self->study));
      break;
    case WEFT_PIPELINE_FACTS_STAGES:
      row = weft_fact_list_get_selected (weft_fact_table_get_list (WEFT_FACT_TABLE (content)));
      show_stage (self, row != G_MAXUINT ? row : 0);
      break;
    case WEFT_PIPELINE_FACTS_PATH:
      write_path_costs (self);
      break;
    case WEFT_PIPELINE_FACTS_CPI:
      bar.parts = self->shown->stats->cpi;
      weft_pipeline_cpi_view_set (WEFT_PIPELINE_CPI_VIEW (self->cpi), &bar, 1);
      break;
    default:
      break;
    }
}

static void
study_changed (WeftPipelineStatsView *self)
{
  WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (self->study);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (shown != NULL && g_set_object (&self->shown, shown))
    weft_stats_view_update (WEFT_STATS_VIEW (self));
  update_chip (self);
}

static void
ask (WeftPipelineStatsView *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  weft_pipeline_study_ask (self->study);
  study_changed (self);
}

static gboolean
ask_late (gpointer data)
{
  WeftPipelineStatsView *self = data;

  self->timeout = 0;
  ask (self);
  return G_SOURCE_REMOVE;
}

static void
content_changed (WeftPipelineStatsView *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (ASK_INTERVAL, ask_late, self);
}

/* --- attaching an ELF file -------------------------------------------------------------------------- */

static void
say (WeftPipelineStatsView *self, const char *text, gboolean is_error)
{
  gtk_label_set_text (GTK_LABEL (self->attach_message), text);
  gtk_widget_set_visible (self->attach_message, TRUE);
  gtk_widget_remove_css_class (self->attach_message, is_error ? "dim-label" : "error");
  gtk_widget_add_css_class (self->attach_message, is_error ? "error" : "dim-label");
}

/* The file may have been attached before there was anything to see of it. */
static void
say_attached (WeftPipelineStatsView *self)
{
  const char *path = weft_attachable_get_attached (WEFT_ATTACHABLE (self->state));

  if (path != NULL && self->attach_message != NULL)
    {
      g_autofree char *base = g_path_get_basename (path), *name = g_filename_display_name (base);

      say (self, name, FALSE);
    }
}

static void
symbols_attached (GObject *state, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPipelineStatsView) self = data;
  g_autoptr (GError) error = NULL;
  gboolean attached = weft_attachable_attach_finish (WEFT_ATTACHABLE (state), result, &error);

  if (self->state == NULL)
    return;
  weft_stats_view_get_content (WEFT_STATS_VIEW (self), "function");
  if (attached)
    weft_stats_view_set_page (WEFT_STATS_VIEW (self), "function");
  else
    say (self, error->message, TRUE);
}

static void
elf_chosen (gpointer owner, const char *path)
{
  WeftPipelineStatsView *self = owner;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

  weft_attachable_attach_async (WEFT_ATTACHABLE (self->state), file, symbols_attached,
                                g_object_ref (self));
}

static void
attach_elf (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  weft_choose_files (widget,
                     &(WeftFileChoice){ .title = _ ("Attach ELF File"), .accept = _ ("_Attach") },
                     elf_chosen);
}

/* --- construction ----------------------------------------------------------------------------------- */

static void
add_step_button (WeftPipelineStatsView *self, GtkWidget *table, const char *icon, const char *name,
                 GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  weft_tooltip_set (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (button, "clicked", callback, self);
  weft_fact_table_add_tool (WEFT_FACT_TABLE (table), button);
}

static void
add_tools (WeftPipelineStatsView *self, const WeftStatsPage *page, GtkWidget *table)
{
  GtkWidget *button;

  switch (page->table)
    {
    case WEFT_PIPELINE_FACTS_PCS:
      add_step_button (self, table, "go-next-symbolic", _ ("Next op with this PC"),
                       G_CALLBACK (next_instance));
      add_step_button (self, table, "go-previous-symbolic", _ ("Previous op with this PC"),
                       G_CALLBACK (previous_instance));
      break;
    case WEFT_PIPELINE_FACTS_FUNCTIONS:
      self->attach_message = gtk_label_new (NULL);
      gtk_label_set_ellipsize (GTK_LABEL (self->attach_message), PANGO_ELLIPSIZE_END);
      gtk_widget_set_visible (self->attach_message, FALSE);
      weft_fact_table_add_tool (WEFT_FACT_TABLE (table), self->attach_message);
      say_attached (self);
      button = gtk_button_new_with_mnemonic (_ ("Attach _ELF…"));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "stats.attach-elf");
      weft_fact_table_add_tool (WEFT_FACT_TABLE (table), button);
      break;
    case WEFT_PIPELINE_FACTS_PATH:
      self->path_costs = gtk_label_new (NULL);
      gtk_label_set_ellipsize (GTK_LABEL (self->path_costs), PANGO_ELLIPSIZE_END);
      weft_tooltip_set (self->path_costs,
                        _ ("How long the path is, and what most of it was spent on. It is "
                           "drawn over the picture while this page is shown."));
      weft_fact_table_add_tool (WEFT_FACT_TABLE (table), self->path_costs);
      break;
    default:
      break;
    }
}

static GtkWidget *
build_page (WeftStatsView *view, const WeftStatsPage *page, GtkWidget *table)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (view);
  GtkWidget *paned;

  if (table == NULL)
    return weft_pipeline_stats_overview_new (self->state);
  add_tools (self, page, table);
  if (page->table == WEFT_PIPELINE_FACTS_CPI)
    {
      self->cpi = weft_pipeline_cpi_view_new (WEFT_VIEW_STATE (self->state));
      return weft_pipeline_cpi_view_put_above (WEFT_PIPELINE_CPI_VIEW (self->cpi), table);
    }
  if (page->table != WEFT_PIPELINE_FACTS_STAGES)
    return table;
  self->stage_chart = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
  gtk_widget_set_size_request (self->stage_chart, STAGE_CHART_WIDTH, -1);
  paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_hexpand (table, TRUE);
  gtk_paned_set_start_child (GTK_PANED (paned), table);
  gtk_paned_set_end_child (GTK_PANED (paned), self->stage_chart);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), TRUE);
  return paned;
}

#define NOT_MODELLED \
  N_ ("Only models of a core tell this of a piece of code, such as llvm-mca and uiCA.")

static const WeftStatsPage pages[] = {
  { "overview", N_ ("Overview"), WEFT_STATS_NO_TABLE, NULL },
  { "stage", N_ ("Stages"), WEFT_PIPELINE_FACTS_STAGES, N_ ("No op was in a stage.") },
  { "cpi", N_ ("CPI stack"), WEFT_PIPELINE_FACTS_CPI, N_ ("No op retired.") },
  { "occupancy", N_ ("Occupancy"), WEFT_PIPELINE_FACTS_OCCUPANCY,
    N_ ("What rows alone held is no state of the core: brush cycles instead.") },
  { "stall", N_ ("Stalls"), WEFT_PIPELINE_FACTS_STALLS,
    N_ ("No op was stalled, or in no stage, for a cycle.") },
  { "reason", N_ ("Stall reasons"), WEFT_PIPELINE_FACTS_REASONS,
    N_ ("The log does not say what it attributes stalls to, as those of xs-gem5 do.") },
  { "pc", N_ ("PCs"), WEFT_PIPELINE_FACTS_PCS, N_ ("No op ended here.") },
  { "function", N_ ("Functions"), WEFT_PIPELINE_FACTS_FUNCTIONS,
    N_ ("Attach the ELF file of the program that ran to see its functions.") },
  { "thread", N_ ("Threads"), WEFT_PIPELINE_FACTS_THREADS, N_ ("No op ended here.") },
  { "squash", N_ ("Squashes"), WEFT_PIPELINE_FACTS_SQUASHES, N_ ("No op was flushed.") },
  { "storm", N_ ("Squash storms"), WEFT_PIPELINE_FACTS_STORMS,
    N_ ("Nowhere do three squashes follow one another at less than half of the distance that "
        "squashes "
        "have on average.") },
  { "path", N_ ("Critical path"), WEFT_PIPELINE_FACTS_PATH,
    N_ ("The path leads through ops that retired. None did so here.") },
  { "time", N_ ("Over time"), WEFT_PIPELINE_FACTS_CURVES, N_ ("There is no cycle here.") },
  { "region", N_ ("Code regions"), WEFT_PIPELINE_FACTS_REGIONS, NOT_MODELLED },
  { "bottleneck", N_ ("Bottlenecks"), WEFT_PIPELINE_FACTS_BOTTLENECKS, NOT_MODELLED },
  { "pressure", N_ ("Resource pressure"), WEFT_PIPELINE_FACTS_PRESSURE, NOT_MODELLED },
};

const WeftStatsKind weft_pipeline_stats = { .pages = pages,
                                            .n_pages = G_N_ELEMENTS (pages),
                                            .get_facts = get_facts,
                                            .go_to_row = go_to_row,
                                            .build = build_page,
                                            .show = show_page };

static void
clear_range (WeftPipelineStatsView *self)
{
  weft_view_state_clear_range (WEFT_VIEW_STATE (self->state));
}

static void
weft_pipeline_stats_view_map (GtkWidget *widget)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (widget);

  GTK_WIDGET_CLASS (weft_pipeline_stats_view_parent_class)->map (widget);
  update_shows_path (self);
  ask (self);
}

static void
weft_pipeline_stats_view_unmap (GtkWidget *widget)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (widget);

  GTK_WIDGET_CLASS (weft_pipeline_stats_view_parent_class)->unmap (widget);
  update_shows_path (self);
}

static void
weft_pipeline_stats_view_dispose (GObject *object)
{
  WeftPipelineStatsView *self = WEFT_PIPELINE_STATS_VIEW (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->shown);
  g_clear_object (&self->study);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_stats_view_parent_class)->dispose (object);
}

static void
weft_pipeline_stats_view_class_init (WeftPipelineStatsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_stats_view_dispose;
  widget_class->map = weft_pipeline_stats_view_map;
  widget_class->unmap = weft_pipeline_stats_view_unmap;
  gtk_widget_class_install_action (widget_class, "stats.attach-elf", NULL, attach_elf);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-pipeline-stats-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineStatsView, chip);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineStatsView, chip_label);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineStatsView, chip_close);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineStatsView, spinner);
  gtk_widget_class_bind_template_callback (widget_class, clear_range);
}

static void
weft_pipeline_stats_view_init (WeftPipelineStatsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_tooltip_set (self->chip, _ ("What the statistics are of. Brush a range in the "
                                   "picture, ruler or a chart to restrict them; press to "
                                   "clear it."));
}

GtkWidget *
weft_pipeline_stats_view_new (WeftPipelineState *state)
{
  WeftPipelineStatsView *self = g_object_new (WEFT_TYPE_PIPELINE_STATS_VIEW, NULL);

  self->state = g_object_ref (state);
  self->study = g_object_ref (weft_pipeline_study_of (state));
  weft_stats_view_set_up (WEFT_STATS_VIEW (self), WEFT_VIEW_STATE (state), &weft_pipeline_stats);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (study_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (style_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "attached", G_CALLBACK (say_attached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
