/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-stats-view.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-compare-view.h"
#include "weft-bus-facts.h"
#include "weft-bus-overview.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"

#define N_TABLES 9

static const struct
{
  const char *name;
  const char *title;
  WeftBusTable table;
  const char *empty;
} tables[N_TABLES] = {
  { "bucket", N_("Percentiles"), WEFT_BUS_TABLE_BUCKET, N_("No access completed here.") },
  { "symmetry", N_("Symmetry"), WEFT_BUS_TABLE_SYMMETRY,
    N_("Nothing that both SH-2s did at least 100 times each.") },
  { "contention", N_("Contention"), WEFT_BUS_TABLE_CONTENTION, NULL },
  { "region", N_("Regions"), WEFT_BUS_TABLE_REGION, NULL },
  { "master", N_("Masters"), WEFT_BUS_TABLE_MASTER, NULL },
  { "kind", N_("Kinds"), WEFT_BUS_TABLE_KIND, NULL },
  { "cache", N_("Cache buckets"), WEFT_BUS_TABLE_CACHE, NULL },
  { "drift", N_("Worst drift"), WEFT_BUS_TABLE_DRIFT, N_("No access completed here.") },
  { "delta", N_("Worst Δ wait"), WEFT_BUS_TABLE_DELTA, N_("No access completed here.") },
};

struct _WeftBusStatsView
{
  GtkWidget parent_instance;

  WeftBusState *state;
  GtkWidget *box;
  GtkWidget *stack;
  GtkWidget *tables[N_TABLES];
};

G_DEFINE_FINAL_TYPE (WeftBusStatsView, weft_bus_stats_view, GTK_TYPE_WIDGET)

/* --- jumps ------------------------------------------------------------------------------------ */

static WeftBusTable
get_table (GtkWidget *table)
{
  return tables[GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-table"))].table;
}

static void
go_to_row (WeftBusStatsView *self, GtkWidget *table, guint row, gboolean jump)
{
  WeftBusTable key = get_table (table);
  WeftBusResult *result = weft_bus_state_get_result (self->state);

  if (result != NULL && (key == WEFT_BUS_TABLE_DRIFT || key == WEFT_BUS_TABLE_DELTA))
    weft_bus_state_show_row (self->state,
                             weft_bus_facts_get_top (result->summary, key, row)->row, jump);
}

static void
row_picked (WeftBusStatsView *self, guint row, GtkWidget *table)
{
  go_to_row (self, table, row, FALSE);
}

/* Where a row leads: to its access, or to the accesses that it counts. */
static void
row_activated (WeftBusStatsView *self, guint row, GtkWidget *table)
{
  WeftBusResult *result = weft_bus_state_get_result (self->state);
  g_autofree char *filter = NULL;

  if (result == NULL)
    return;
  go_to_row (self, table, row, TRUE);
  filter = weft_bus_facts_make_filter (result->summary, get_table (table), row);
  if (filter != NULL)
    weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void
show_result (WeftBusStatsView *self)
{
  WeftBusResult *result = weft_bus_state_get_result (self->state);

  if (result == NULL)
    return;
  for (guint i = 0; i < N_TABLES; i++)
    {
      WeftFacts facts = weft_bus_facts_get (result->summary, tables[i].table);

      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables[i]), &facts, G_OBJECT (result));
    }
}

void
weft_bus_stats_view_set_page (WeftBusStatsView *self, const char *name)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}

GtkWidget *
weft_bus_stats_view_get_page (WeftBusStatsView *self, const char *name)
{
  return gtk_stack_get_child_by_name (GTK_STACK (self->stack), name);
}

/* --- construction ----------------------------------------------------------------------------- */

static GtkWidget *
build_table (WeftBusStatsView *self, guint i)
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
build (WeftBusStatsView *self)
{
  GtkStack *stack = GTK_STACK (self->stack = gtk_stack_new ());
  GtkWidget *names = gtk_stack_sidebar_new ();

  gtk_widget_set_hexpand (self->stack, TRUE);
  gtk_stack_add_titled (stack, weft_bus_overview_new (self->state), "overview", _("Overview"));
  for (guint i = 0; i < N_TABLES; i++)
    gtk_stack_add_titled (stack, build_table (self, i), tables[i].name, _(tables[i].title));
  gtk_stack_add_titled (stack, weft_bus_compare_view_new (self->state), "compare",
                        _("Comparison"));
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (names), stack);
  gtk_widget_add_css_class (names, "weft-stats-pages");
  gtk_widget_set_size_request (names, 150, -1);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), names);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static void
weft_bus_stats_view_dispose (GObject *object)
{
  WeftBusStatsView *self = WEFT_BUS_STATS_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_bus_stats_view_parent_class)->dispose (object);
}

static void
weft_bus_stats_view_class_init (WeftBusStatsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_bus_stats_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
}

static void
weft_bus_stats_view_init (WeftBusStatsView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_bus_stats_view_new (WeftBusState *state)
{
  WeftBusStatsView *self = g_object_new (WEFT_TYPE_BUS_STATS_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  show_result (self);
  return GTK_WIDGET (self);
}
