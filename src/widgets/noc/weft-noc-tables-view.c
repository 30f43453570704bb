/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-tables-view.h"

#include <glib/gi18n-lib.h>

#include "weft-noc-events.h"

#define N_PAGES 7

static const struct
{
  const char *name;
  const char *title;
  WeftNocTable table;
} pages[N_PAGES] = {
  { "links", N_ ("Links"), WEFT_NOC_BY_LINK },
  { "tiles", N_ ("Tiles"), WEFT_NOC_BY_TILE },
  { "controllers", N_ ("DRAM controllers"), WEFT_NOC_BY_CONTROLLER },
  { "interfaces", N_ ("Interfaces"), WEFT_NOC_BY_INTERFACE },
  { "zones", N_ ("Zones"), WEFT_NOC_BY_ZONE },
  { "types", N_ ("Types"), WEFT_NOC_BY_TYPE },
  { "cables", N_ ("Ethernet cables"), WEFT_NOC_BY_CHIP_LINK },
};

struct _WeftNocTablesView
{
  GtkWidget parent_instance;

  WeftNocState *state;
  GtkWidget *box;
  GtkWidget *tables[N_PAGES];
};

G_DEFINE_FINAL_TYPE (WeftNocTablesView, weft_noc_tables_view, GTK_TYPE_WIDGET)

/* --- rows --------------------------------------------------------------------------------------- */

/* What a row of a table is about: FALSE where that is nothing on the map. */
static gboolean
get_thing (WeftNocResult *result, WeftNocTable table, guint row, WeftNocThing *thing)
{
  const WeftNocStats *stats = result->stats;
  guint n_tiles =
    weft_noc_topology_get_n_tiles (weft_noc_capture_get_topology (result->capture, NULL));

  if (table == WEFT_NOC_BY_LINK && row < stats->links->len)
    {
      const WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_LINK, link->device, link->series };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_TILE && row < stats->tiles->len)
    {
      const WeftNocTileStats *tile = &g_array_index (stats->tiles, WeftNocTileStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_TILE, tile->device, tile->tile };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_CONTROLLER && row < stats->controllers->len)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (stats->controllers, WeftNocControllerStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_CONTROLLER, controller->device, controller->controller };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_INTERFACE && row < stats->interfaces->len)
    {
      const WeftNocSeriesStats *niu = &g_array_index (stats->interfaces, WeftNocSeriesStats, row);

      *thing = (WeftNocThing){ WEFT_NOC_TILE, niu->device, niu->info.index % n_tiles };
      return TRUE;
    }
  if (table == WEFT_NOC_BY_CHIP_LINK && row < stats->fabric->chip_links->len)
    {
      *thing = (WeftNocThing){ WEFT_NOC_CABLE, 0, row };
      return TRUE;
    }
  return FALSE;
}

static void
row_picked (WeftNocTablesView *self, guint row, GtkWidget *table)
{
  guint page = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-page"));
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint32 n_zones;
  WeftNocThing thing;

  if (result == NULL)
    return;
  if (get_thing (result, pages[page].table, row, &thing))
    weft_noc_state_select (self->state, &thing);
  else if (pages[page].table == WEFT_NOC_BY_ZONE && row < result->zones->len)
    weft_noc_state_show_record (
      self->state, weft_noc_capture_get_zones (result->capture, &n_zones)[row].record, FALSE);
}

/* A zone's time is brushed, a thing is shown large. */
static void
row_activated (WeftNocTablesView *self, guint row, GtkWidget *table)
{
  guint page = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (table), "weft-page"));
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint32 n_zones;
  WeftNocThing thing;

  row_picked (self, row, table);
  if (result != NULL && get_thing (result, pages[page].table, row, &thing))
    weft_noc_state_fit_thing (self->state, &thing);
  else if (result != NULL && pages[page].table == WEFT_NOC_BY_ZONE && row < result->zones->len)
    {
      const WeftNocZone *zone = &weft_noc_capture_get_zones (result->capture, &n_zones)[row];

      weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)), zone->start,
                             MAX (zone->end, zone->start + 1));
    }
}

static void
show_result (WeftNocTablesView *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);

  for (guint i = 0; result != NULL && i < N_PAGES; i++)
    {
      WeftFacts facts = weft_noc_tables_get (&result->tables, pages[i].table);

      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables[i]), &facts, G_OBJECT (result));
    }
}

/* --- construction ------------------------------------------------------------------------------- */

static void
build (WeftNocTablesView *self)
{
  GtkStack *stack = GTK_STACK (gtk_stack_new ());
  GtkWidget *names = gtk_stack_sidebar_new ();

  gtk_widget_set_hexpand (GTK_WIDGET (stack), TRUE);
  for (guint i = 0; i < N_PAGES; i++)
    {
      GtkWidget *table =
        weft_fact_table_new (_ (pages[i].title), _ ("There is none in this interval."));

      g_object_set_data (G_OBJECT (table), "weft-page", GUINT_TO_POINTER (i));
      g_signal_connect_object (table, "picked", G_CALLBACK (row_picked), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (table, "activated", G_CALLBACK (row_activated), self,
                               G_CONNECT_SWAPPED);
      gtk_stack_add_titled (stack, table, pages[i].name, _ (pages[i].title));
      self->tables[i] = table;
    }
  gtk_stack_sidebar_set_stack (GTK_STACK_SIDEBAR (names), stack);
  gtk_widget_add_css_class (names, "weft-stats-pages");
  gtk_widget_set_size_request (names, 150, -1);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), names);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (stack));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  weft_fact_pages_follow_stack (stack, WEFT_VIEW_STATE (self->state));
}

gboolean
weft_noc_tables_view_list_page (guint number, WeftFactPage *page)
{
  if (number >= N_PAGES)
    return FALSE;
  *page = (WeftFactPage){ pages[number].name, pages[number].title };
  return TRUE;
}

static void
weft_noc_tables_view_dispose (GObject *object)
{
  WeftNocTablesView *self = WEFT_NOC_TABLES_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_noc_tables_view_parent_class)->dispose (object);
}

static void
weft_noc_tables_view_class_init (WeftNocTablesViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_noc_tables_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "weft-stats");
}

static void
weft_noc_tables_view_init (WeftNocTablesView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_noc_tables_view_new (WeftNocState *state)
{
  WeftNocTablesView *self = g_object_new (WEFT_TYPE_NOC_TABLES_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  show_result (self);
  return GTK_WIDGET (self);
}

/* --- events ------------------------------------------------------------------------------------- */

static void
event_picked (WeftNocState *state, guint row)
{
  WeftNocResult *result = weft_noc_state_get_result (state);

  if (result != NULL && row < result->events.n_records)
    weft_noc_state_show_record (state, weft_noc_events_get_record (&result->events, row), FALSE);
}

static void
event_activated (WeftNocState *state, guint row)
{
  WeftNocResult *result = weft_noc_state_get_result (state);

  if (result != NULL && row < result->events.n_records)
    weft_noc_state_show_record (state, weft_noc_events_get_record (&result->events, row), TRUE);
}

static void
show_events (GtkWidget *table)
{
  WeftNocState *state = g_object_get_data (G_OBJECT (table), "weft-state");
  WeftNocResult *result = weft_noc_state_get_result (state);
  WeftFacts facts;

  if (result == NULL)
    return;
  facts = weft_noc_events_get (&result->events);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (table), &facts, G_OBJECT (result));
}

GtkWidget *
weft_noc_event_table_new (WeftNocState *state)
{
  GtkWidget *table = weft_fact_table_new (_ ("Events"), _ ("No event passes the filter."));

  g_object_set_data_full (G_OBJECT (table), "weft-state", g_object_ref (state), g_object_unref);
  g_signal_connect_object (table, "picked", G_CALLBACK (event_picked), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (table, "activated", G_CALLBACK (event_activated), state,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "result", G_CALLBACK (show_events), table, G_CONNECT_SWAPPED);
  show_events (table);
  return table;
}
