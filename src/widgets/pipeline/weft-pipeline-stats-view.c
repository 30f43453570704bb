/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-fact-table.h"
#include "weft-pipeline-stage-chart.h"
#include "weft-pipeline-stats-overview.h"
#include "weft-pipeline-status.h"
#include "weft-pipeline-study.h"
#include "weft-tooltip.h"
#include "weft-words.h"

/* While a trace grows, nothing is asked for more often than this, in milliseconds. */
#define ASK_INTERVAL 250

static const struct
{
  const char *name;
  const char *title;
  WeftPipelineFactsKey key; /* WEFT_N_PIPELINE_FACTS: no table */
  const char *empty;
} pages[] = {
  { "overview", N_ ("Overview"), WEFT_N_PIPELINE_FACTS, NULL },
  { "stage", N_ ("Stages"), WEFT_PIPELINE_FACTS_STAGES, N_ ("No op was in a stage.") },
  { "stall", N_ ("Stalls"), WEFT_PIPELINE_FACTS_STALLS,
    N_ ("No op was stalled, or in no stage, for a cycle.") },
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
};

#define N_PAGES G_N_ELEMENTS (pages)

struct _WeftPipelineStatsView
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineStudy *study;
  WeftPipelineStatsResult *shown; /* of which the pages are */
  guint timeout;

  GtkWidget *scroller;
  GtkWidget *stack;
  GtkWidget *chip;
  GtkWidget *chip_label;
  GtkWidget *spinner;
  GtkWidget *overview;
  GtkWidget *stage_chart;
  GtkWidget *path_costs;
  GtkWidget *attach_message;
  GtkWidget *bins[N_PAGES];   /* are filled when they come into sight */
  GtkWidget *tables[N_PAGES]; /* NULL: no table, or not made yet */
};

G_DEFINE_FINAL_TYPE (WeftPipelineStatsView, weft_pipeline_stats_view, GTK_TYPE_WIDGET)

static void fill_page (WeftPipelineStatsView *self, guint page);

static guint
find_page (const char *name)
{
  for (guint i = 0; i < N_PAGES; i++)
    if (g_strcmp0 (pages[i].name, name) == 0)
      return i;
  return 0;
}

static guint
get_page (WeftPipelineStatsView *self)
{
  return find_page (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)));
}

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
go_to_row (WeftPipelineStatsView *self, guint page, guint row, gboolean gently)
{
  const WeftPipelineFacts *facts;
  WeftCycleRange cycles;
  guint32 op;

  if (self->shown == NULL)
    return;
  facts = &self->shown->facts;
  if (weft_pipeline_facts_get_cycles (facts, pages[page].key, row, &cycles))
    {
      weft_view_state_show_time (WEFT_VIEW_STATE (self->state), cycles.from, cycles.to);
      return;
    }
  op = weft_pipeline_facts_get_op (facts, pages[page].key, row);
  if (op == WEFT_NO_ROW)
    return;
  show_op (self, op, gently);
  if (pages[page].key == WEFT_PIPELINE_FACTS_STAGES)
    select_stage (self, row, op);
}

static void
show_stage (WeftPipelineStatsView *self, guint row)
{
  if (self->shown != NULL && row < self->shown->stats->stages->len)
    weft_pipeline_stage_chart_show (WEFT_PIPELINE_STAGE_CHART (self->stage_chart), self->shown,
                                    row);
}

static void
row_picked (WeftFactTable *table, guint row, WeftPipelineStatsView *self)
{
  guint page = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-page"));

  if (pages[page].key == WEFT_PIPELINE_FACTS_STAGES)
    show_stage (self, row);
  go_to_row (self, page, row, TRUE);
}

static void
row_activated (WeftFactTable *table, guint row, WeftPipelineStatsView *self)
{
  guint page = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-page"));

  go_to_row (self, page, row, FALSE);
}

/* The op before or after the selected one that has the PC of the selected row. */
static void
step_instance (WeftPipelineStatsView *self, gboolean forward)
{
  guint page = get_page (self);
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (self->tables[page]));
  guint row = weft_fact_list_get_selected (list);
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
  g_autofree char *text =
    ranged ? weft_pipeline_status_describe_ranges (selection, FALSE) : g_strdup (_ ("Whole log"));

  gtk_label_set_text (GTK_LABEL (self->chip_label), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (self->chip_label), ranged);
  gtk_widget_set_sensitive (self->chip, ranged);
  gtk_widget_set_visible (self->spinner, stale);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), stale);
  /* What was computed for another range stays until the new figures are there, but steps back. */
  gtk_widget_set_opacity (self->stack, stale ? 0.6 : 1);
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

static void
show_page (WeftPipelineStatsView *self)
{
  guint page = get_page (self);
  WeftFacts facts;

  fill_page (self, page);
  if (self->shown == NULL)
    return;
  if (pages[page].key == WEFT_N_PIPELINE_FACTS)
    {
      weft_pipeline_stats_overview_show (WEFT_PIPELINE_STATS_OVERVIEW (self->overview), self->shown,
                                         weft_pipeline_study_get_whole (self->study));
      return;
    }
  facts = weft_pipeline_facts_get (&self->shown->facts, pages[page].key);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables[page]), &facts, G_OBJECT (self->shown));
  if (pages[page].key == WEFT_PIPELINE_FACTS_STAGES)
    {
      WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (self->tables[page]));
      guint row = weft_fact_list_get_selected (list);

      show_stage (self, row != G_MAXUINT ? row : 0);
    }
  if (pages[page].key == WEFT_PIPELINE_FACTS_PATH)
    write_path_costs (self);
}

static void
study_changed (WeftPipelineStatsView *self)
{
  WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (self->study);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (shown != NULL && g_set_object (&self->shown, shown))
    show_page (self);
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

/* The path is computed, and drawn over the picture, while one looks at it. */
static void
update_shows_path (WeftPipelineStatsView *self)
{
  gboolean shows = gtk_widget_get_mapped (GTK_WIDGET (self))
                   && pages[get_page (self)].key == WEFT_PIPELINE_FACTS_PATH;

  weft_pipeline_study_set_shows_path (self->study, shows);
}

static void
page_changed (WeftPipelineStatsView *self)
{
  /* Pages come and go one by one when the stack is put together and taken apart. */
  if (self->study == NULL)
    return;
  show_page (self);
  update_shows_path (self);
}

const char *
weft_pipeline_stats_view_get_page (WeftPipelineStatsView *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

void
weft_pipeline_stats_view_set_page (WeftPipelineStatsView *self, const char *name)
{
  g_return_if_fail (WEFT_IS_PIPELINE_STATS_VIEW (self));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), pages[find_page (name)].name);
}

gboolean
weft_pipeline_stats_view_list_page (guint number, WeftFactPage *page)
{
  if (number >= N_PAGES)
    return FALSE;
  *page = (WeftFactPage){ pages[number].name, pages[number].title };
  return TRUE;
}

GtkWidget *
weft_pipeline_stats_view_get_table (WeftPipelineStatsView *self, const char *name)
{
  guint page = find_page (name);

  fill_page (self, page);
  return self->tables[page] != NULL ? self->tables[page] : self->overview;
}

void
weft_pipeline_stats_view_focus (WeftPipelineStatsView *self)
{
  guint page = get_page (self);

  if (self->tables[page] != NULL)
    weft_fact_table_focus (WEFT_FACT_TABLE (self->tables[page]));
  else if (self->overview != NULL)
    gtk_widget_child_focus (self->overview, GTK_DIR_TAB_FORWARD);
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

  if (self->stack == NULL)
    return;
  fill_page (self, find_page ("function"));
  if (attached)
    weft_pipeline_stats_view_set_page (self, "function");
  else
    say (self, error->message, TRUE);
}

static void
elf_chosen (GtkNativeDialog *dialog, int response, WeftPipelineStatsView *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      weft_attachable_attach_async (WEFT_ATTACHABLE (self->state), file, symbols_attached,
                                    g_object_ref (self));
    }
  g_object_unref (dialog);
}

static void
attach_elf (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Attach ELF File"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
    GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Attach"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (elf_chosen), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- construction ----------------------------------------------------------------------------------- */

static GtkWidget *
build_table (WeftPipelineStatsView *self, guint page)
{
  GtkWidget *table = weft_fact_table_new (_ (pages[page].title), _ (pages[page].empty));

  g_object_set_data (G_OBJECT (table), "weft-page", GUINT_TO_POINTER (page));
  g_signal_connect (table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect (table, "activated", G_CALLBACK (row_activated), self);
  gtk_widget_set_hexpand (table, TRUE);
  self->tables[page] = table;
  return table;
}

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
add_tools (WeftPipelineStatsView *self, guint page)
{
  GtkWidget *table = self->tables[page], *button;

  switch (pages[page].key)
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
build_page (WeftPipelineStatsView *self, guint page)
{
  GtkWidget *table, *paned;

  if (pages[page].key == WEFT_N_PIPELINE_FACTS)
    return self->overview = weft_pipeline_stats_overview_new (self->state);
  table = build_table (self, page);
  add_tools (self, page);
  if (pages[page].key != WEFT_PIPELINE_FACTS_STAGES)
    return table;
  self->stage_chart = weft_pipeline_stage_chart_new (self->state);
  paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (paned), table);
  gtk_paned_set_end_child (GTK_PANED (paned), self->stage_chart);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), TRUE);
  return paned;
}

static void
fill_page (WeftPipelineStatsView *self, guint page)
{
  GtkWidget *content;

  if (gtk_widget_get_first_child (self->bins[page]) != NULL)
    return;
  content = build_page (self, page);
  gtk_widget_set_hexpand (content, TRUE);
  gtk_box_append (GTK_BOX (self->bins[page]), content);
}

static GtkWidget *
build_chip (WeftPipelineStatsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->chip_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->chip_label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->chip_label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->chip_label), 0);
  gtk_box_append (GTK_BOX (box), self->chip_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  self->chip = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->chip), box);
  gtk_widget_add_css_class (self->chip, "weft-chip");
  weft_tooltip_set (self->chip, _ ("What the statistics are of. Brush a range in the "
                                   "picture, ruler or a chart to restrict them; press to "
                                   "clear it."));
  g_signal_connect_swapped (self->chip, "clicked", G_CALLBACK (weft_view_state_clear_range),
                            self->state);
  return self->chip;
}

static GtkWidget *
build_side (WeftPipelineStatsView *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *names = gtk_stack_sidebar_new ();

  self->spinner = gtk_spinner_new ();
  gtk_widget_set_hexpand (build_chip (self), TRUE);
  gtk_box_append (GTK_BOX (head), self->chip);
  gtk_box_append (GTK_BOX (head), self->spinner);
  gtk_widget_set_margin_start (head, 6);
  gtk_widget_set_margin_end (head, 6);
  gtk_widget_set_margin_bottom (head, 3);
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (names), GTK_STACK (self->stack));
  gtk_widget_add_css_class (names, "weft-stats-pages");
  gtk_widget_set_vexpand (names, TRUE);
  gtk_widget_set_size_request (side, 150, -1);
  gtk_widget_set_hexpand (side, FALSE);
  gtk_box_append (GTK_BOX (side), head);
  gtk_box_append (GTK_BOX (side), names);
  return side;
}

static void
build (WeftPipelineStatsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->stack = gtk_stack_new ();
  gtk_widget_set_hexpand (self->stack, TRUE);
  for (guint i = 0; i < N_PAGES; i++)
    {
      self->bins[i] = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      gtk_stack_add_titled (GTK_STACK (self->stack), self->bins[i], pages[i].name,
                            _ (pages[i].title));
    }
  gtk_box_append (GTK_BOX (box), build_side (self));
  gtk_box_append (GTK_BOX (box), self->stack);
  /* A narrow window shows a part. */
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (page_changed), self,
                           G_CONNECT_SWAPPED);
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
  self->stack = NULL;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
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
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
}

static void
weft_pipeline_stats_view_init (WeftPipelineStatsView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_pipeline_stats_view_new (WeftPipelineState *state)
{
  WeftPipelineStatsView *self = g_object_new (WEFT_TYPE_PIPELINE_STATS_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  self->study = g_object_ref (weft_pipeline_study_of (state));
  g_signal_connect_object (self->study, "changed", G_CALLBACK (study_changed), self,
                           G_CONNECT_SWAPPED);
  weft_fact_pages_follow_stack (GTK_STACK (self->stack), WEFT_VIEW_STATE (state));
  g_signal_connect_object (state, "attached", G_CALLBACK (say_attached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (ask), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
