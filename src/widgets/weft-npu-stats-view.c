/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-npu-charts-view.h"
#include "weft-npu-facts.h"

/* By WeftNpuTable. */
static const struct
{
  const char *title;
  const char *empty;
} tables[WEFT_NPU_N_TABLES] = {
  { N_("Engines"), N_("No engine did anything here.") },
  { N_("Layers"), N_("No event here names a layer.") },
  { N_("Ops"), N_("No engine did anything here.") },
  { N_("Tokens"), N_("No token was processed here.") },
  { N_("Phases"), N_("No engine did anything here.") },
  { N_("Stalls"), N_("Nothing stalled here, or the simulator does not say.") },
  { N_("Quantization"), N_("No event here says of how many bits it is.") },
  { N_("Banks"), N_("No event here names a bank of the scratch pad.") },
  { N_("Bounds"), N_("No event here names a layer.") },
  { N_("Types"), NULL },
  { N_("Critical path"),
    N_("Dependencies are not known: the file of commands that the trace names is not beside it.") },
};

struct _WeftNpuStatsView
{
  GtkWidget parent_instance;

  WeftNpuState *state;
  GtkWidget *box;
  GtkWidget *stack;
  GtkWidget *tables[WEFT_NPU_N_TABLES];
};

G_DEFINE_FINAL_TYPE (WeftNpuStatsView, weft_npu_stats_view, GTK_TYPE_WIDGET)

/* --- where rows lead ------------------------------------------------------------------------------------ */

/* `field == "name"` with what stands in quotes escaped: (transfer full), NULL where there is no name. */
static char *
match_name (const WeftNpuStats *stats, const char *field, guint32 name)
{
  const char *text = weft_npu_trace_get_name (stats->snapshot->trace, name);
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  GString *filter;

  if (valid == NULL)
    return NULL;
  filter = g_string_new (NULL);
  g_string_append_printf (filter, "%s == \"", field);
  for (const char *p = valid; *p != 0; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (filter, '\\');
      g_string_append_c (filter, *p);
    }
  g_string_append_c (filter, '"');
  return g_string_free (filter, FALSE);
}

static char *
match_lane (const WeftNpuLane *lane)
{
  if (lane->id < 0)
    return g_strdup_printf ("engine == \"%s\"", lane->engine);
  return g_strdup_printf ("engine == \"%s\" && id == %" G_GINT64_FORMAT, lane->engine, lane->id);
}

static char *
match_bits (const WeftNpuBitsStats *bits)
{
  static const char *const fields[] = { "qbits", "qbits_weight", "qbits_activation" };

  return g_strdup_printf ("%s == %u", fields[MIN (bits->kind, WEFT_NPU_VE)], bits->bits);
}

/* The filter for the events that a row counts: (transfer full), NULL where it is none. */
static char *
make_filter (const WeftNpuStats *stats, WeftNpuTable table, guint row)
{
  switch (table)
    {
    case WEFT_NPU_TABLE_ENGINE:
      return match_lane (&stats->engines[row].info);
    case WEFT_NPU_TABLE_LAYER:
    case WEFT_NPU_TABLE_ROOFLINE:
      return match_name (stats, "layer", stats->layers[row].name);
    case WEFT_NPU_TABLE_OP:
      return match_name (stats, "name", stats->ops[row].name);
    case WEFT_NPU_TABLE_PHASE:
      return match_name (stats, "phase", stats->phases[row].name);
    case WEFT_NPU_TABLE_STALL:
      return match_name (stats, "name", stats->stalls[row].reason);
    case WEFT_NPU_TABLE_BITS:
      return match_bits (&stats->bits[row]);
    case WEFT_NPU_TABLE_BANK:
      return g_strdup_printf ("bank == %u", stats->banks[row].bank);
    case WEFT_NPU_TABLE_TYPE:
      return row < WEFT_NPU_OTHER
               ? g_strdup_printf ("type == \"%s\"", weft_npu_type_to_string (row))
               : match_name (stats, "type", stats->others[row - WEFT_NPU_OTHER].name);
    case WEFT_NPU_TABLE_TOKEN:
    case WEFT_NPU_TABLE_CRITICAL:
    case WEFT_NPU_N_TABLES:
    default:
      return NULL;
    }
}

static WeftNpuTable
get_table (GtkWidget *table)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-table"));
}

static void
row_picked (WeftNpuStatsView *self, guint row, GtkWidget *table)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);

  if (result == NULL)
    return;
  if (get_table (table) == WEFT_NPU_TABLE_TOKEN && row < result->stats->n_tokens)
    weft_npu_state_show_row (self->state, result->stats->tokens[row].row, FALSE);
  if (get_table (table) == WEFT_NPU_TABLE_CRITICAL && row < result->stats->path->n_steps)
    weft_npu_state_show_row (self->state, result->stats->path->steps[row].row, TRUE);
}

/* A token is gone to; any other row shows the events that it counts. */
static void
row_activated (WeftNpuStatsView *self, guint row, GtkWidget *table)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  if (get_table (table) == WEFT_NPU_TABLE_TOKEN && row < result->stats->n_tokens)
    {
      const WeftNpuTokenStats *token = &result->stats->tokens[row];

      weft_npu_state_show_row (self->state, token->row, FALSE);
      weft_view_state_show_time (WEFT_VIEW_STATE (self->state), token->start, token->end);
      return;
    }
  filter = make_filter (result->stats, get_table (table), row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

/* --- what is shown -------------------------------------------------------------------------------------- */

static void
show_result (WeftNpuStatsView *self)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);

  if (result == NULL)
    return;
  for (guint i = 0; i < WEFT_NPU_N_TABLES; i++)
    {
      WeftFacts facts = weft_npu_facts_get (result->stats, i);

      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables[i]), &facts, G_OBJECT (result));
    }
}

void
weft_npu_stats_view_set_page (WeftNpuStatsView *self, const char *name)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}

GtkWidget *
weft_npu_stats_view_get_page (WeftNpuStatsView *self, const char *name)
{
  return gtk_stack_get_child_by_name (GTK_STACK (self->stack), name);
}

/* --- construction --------------------------------------------------------------------------------------- */

static GtkWidget *
build_table (WeftNpuStatsView *self, guint i)
{
  GtkWidget *table =
    weft_fact_table_new (_(tables[i].title), tables[i].empty != NULL ? _(tables[i].empty) : "");

  g_object_set_data (G_OBJECT (table), "weft-table", GUINT_TO_POINTER (i));
  g_signal_connect_object (table, "picked", G_CALLBACK (row_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (row_activated), self,
                           G_CONNECT_SWAPPED);
  return self->tables[i] = table;
}

static void
build (WeftNpuStatsView *self)
{
  GtkStack *stack = GTK_STACK (self->stack = gtk_stack_new ());
  GtkWidget *names = gtk_stack_sidebar_new ();

  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_stack_add_titled (stack, weft_npu_charts_view_new (self->state), "charts", _("Charts"));
  for (guint i = 0; i < WEFT_NPU_N_TABLES; i++)
    gtk_stack_add_titled (stack, build_table (self, i), weft_npu_table_words[i],
                          _(tables[i].title));
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (names), stack);
  gtk_widget_add_css_class (names, "weft-stats-pages");
  gtk_widget_set_size_request (names, 150, -1);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), names);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
weft_npu_stats_view_dispose (GObject *object)
{
  WeftNpuStatsView *self = WEFT_NPU_STATS_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_npu_stats_view_parent_class)->dispose (object);
}

static void
weft_npu_stats_view_class_init (WeftNpuStatsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_npu_stats_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
}

static void
weft_npu_stats_view_init (WeftNpuStatsView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_npu_stats_view_new (WeftNpuState *state)
{
  WeftNpuStatsView *self = g_object_new (WEFT_TYPE_NPU_STATS_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  show_result (self);
  return GTK_WIDGET (self);
}
