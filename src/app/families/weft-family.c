/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-family.h"

#include <glib/gi18n-lib.h>

#include "weft-diagnostics-table.h"
#include "weft-events-table.h"
#include "weft-fact-table.h"
#include "weft-facts-inspector.h"
#include "weft-marks-list.h"
#include "weft-query-panel.h"
#include "weft-search-list.h"
#include "weft-settings.h"
#include "weft-tooltip.h"
#include "weft-tracks-state.h"
#include "weft-tracks-view.h"

static const WeftFamily *const families[] = {
  &weft_pipeline_family, &weft_noc_family, &weft_npu_family,
  &weft_timeline_family, &weft_bus_family, &weft_live_family,
};

const WeftFamily *
weft_family_get (guint index)
{
  return index < G_N_ELEMENTS (families) ? families[index] : NULL;
}

const WeftFamily *
weft_family_find (WeftTrace *trace)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_type_is_a (G_OBJECT_TYPE (trace), families[i]->get_trace_type ()))
      return families[i];
  return NULL;
}

/* --- panels ------------------------------------------------------------------------------------- */

static GtkWidget *
create_diagnostics (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_diagnostics_table_new (state);
}

static GtkWidget *
create_search (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  if (WEFT_IS_SEARCHABLE (state))
    return weft_search_list_new (WEFT_SEARCHABLE (state));
  return g_object_new (GTK_TYPE_LABEL, "label", _ ("Traces of this kind can’t be searched."),
                       "css-classes", (const char *[]){ "dim-label", NULL }, NULL);
}

static GtkWidget *
create_marks (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_marks_list_new (state);
}

static GtkWidget *
create_query (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  const WeftFamily *family = weft_family_find (weft_view_state_get_trace (state));

  return weft_query_panel_new (state, weft_settings_get_default (), family->get_query_options);
}

static void
focus_query (GtkWidget *panel)
{
  weft_query_panel_focus (WEFT_QUERY_PANEL (panel));
}

static const WeftFamilyPanel common_panels[] = {
  { "query", N_ ("Query"), create_query, focus_query },
  { "search", N_ ("Search Results"), create_search, NULL },
  { "marks", N_ ("Bookmarks"), create_marks, NULL },
  { "diagnostics", N_ ("Diagnostics"), create_diagnostics, NULL },
};

guint
weft_family_get_n_panels (const WeftFamily *self)
{
  return self->n_panels + G_N_ELEMENTS (common_panels);
}

const WeftFamilyPanel *
weft_family_get_panel (const WeftFamily *self, guint index)
{
  g_return_val_if_fail (index < weft_family_get_n_panels (self), NULL);

  return index < self->n_panels ? &self->panels[index] : &common_panels[index - self->n_panels];
}

const WeftFamilyPanel *
weft_family_find_panel (const WeftFamily *self, const char *name)
{
  for (guint i = 0; i < weft_family_get_n_panels (self); i++)
    {
      const WeftFamilyPanel *panel = weft_family_get_panel (self, i);

      if (g_str_equal (panel->name, name))
        return panel;
    }
  return NULL;
}

/* --- other parts ---------------------------------------------------------------------------------- */

GtkWidget *
weft_family_create_inspector (const WeftFamily *self, WeftViewState *state)
{
  if (self->create_inspector != NULL)
    return self->create_inspector (state);
  return weft_facts_inspector_new (state);
}

GtkWidget *
weft_family_create_tracks_view (WeftViewState *state)
{
  return weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state)),
                               WEFT_PICTURE_WHOLE);
}

GtkWidget *
weft_family_create_events (const WeftFamilyPanel *panel, WeftViewState *state)
{
  return weft_events_table_new (WEFT_EVENTS_STATE (state), _ (panel->title), _ (panel->empty));
}

GtkWidget *
weft_family_create_statistics (const WeftFamilyPanel *panel G_GNUC_UNUSED, WeftViewState *state)
{
  return weft_stats_view_new (state,
                              weft_family_find (weft_view_state_get_trace (state))->statistics);
}

void
weft_family_focus_table (GtkWidget *panel)
{
  weft_fact_table_focus (WEFT_FACT_TABLE (panel));
}

void
weft_family_focus_statistics (GtkWidget *panel)
{
  weft_stats_view_focus (WEFT_STATS_VIEW (panel));
}

/* --- the rows of options -------------------------------------------------------------------------- */

/* A clock that is none of those that are offered: decimals are written with a point or a comma. */
static void
on_clock_written (GtkEditable *entry)
{
  g_autofree char *text = g_strdelimit (g_strdup (gtk_editable_get_text (entry)), ",", '.');
  char *rest;
  double megahertz = g_ascii_strtod (text, &rest);

  if (rest == text || *g_strchug (rest) != '\0' || !(megahertz >= 0)
      || megahertz > WEFT_VIEW_MAX_CLOCK)
    {
      gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  gtk_widget_activate_action (GTK_WIDGET (entry), "options.clock", "d", megahertz);
}

/* The clock stands in the entry too, as it may be none of those that are offered. */
static void
on_clock (WeftViewOptions *options, GParamSpec *pspec G_GNUC_UNUSED, GtkEditable *entry)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";
  double megahertz;

  g_object_get (options, "clock", &megahertz, NULL);
  if (megahertz > 0)
    g_ascii_formatd (text, sizeof text, "%.10g", megahertz);
  gtk_editable_set_text (entry, text);
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
}

/* Appends the rows of a .ui file to `box`. */
static void
append_rows (GtkBox *box, GtkBuilder *builder)
{
  gtk_box_append (box, GTK_WIDGET (gtk_builder_get_object (builder, "rows")));
}

static void
append_clock_rows (GtkBox *box, WeftViewOptions *options)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-clock-options.ui");
  GtkEditable *entry = GTK_EDITABLE (gtk_builder_get_object (builder, "entry"));

  g_signal_connect (entry, "activate", G_CALLBACK (on_clock_written), NULL);
  g_signal_connect_object (options, "notify::clock", G_CALLBACK (on_clock), entry, 0);
  on_clock (options, NULL, entry);
  append_rows (box, builder);
}

static void
append_own_rows (GtkBox *box, const WeftFamily *self, WeftViewState *state)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (self->option_rows);

  if (self->adapt_option_rows != NULL)
    self->adapt_option_rows (builder, state);
  append_rows (box, builder);
}

static void
append_fold_row (GtkBox *box)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (_ ("Fold _empty stretches"));

  weft_tooltip_set (check,
                    _ ("Draws long stretches in which nothing happens short, with a break on "
                       "the ruler that tells how long they are"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (check), "options.fold-empty");
  gtk_box_append (box, check);
}

GtkWidget *
weft_family_create_option_rows (const WeftFamily *self, WeftViewState *state,
                                WeftViewOptions *options)
{
  const WeftTimeUnit *unit = weft_time_axis_get_unit (weft_view_state_get_axis (state));
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  if (self->option_rows != NULL)
    append_own_rows (GTK_BOX (rows), self, state);
  append_fold_row (GTK_BOX (rows));
  if (unit->unit == WEFT_AXIS_COUNT)
    append_clock_rows (GTK_BOX (rows), options);
  return rows;
}
