/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-page-panels.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "weft-after-frame.h"
#include "weft-cover-note.h"
#include "weft-measure-ahead.h"
#include "weft-words.h"

/* Milliseconds from a new picture until the panels beside it are made. */
#define DELAY 60

struct _WeftPagePanels
{
  WeftPanes *panes;
  AdwBin *inspector;
  GtkBox *box; /* of the drawer */
  GtkStack *drawer;
  GtkStackSwitcher *tabs; /* NULL before the drawer was in sight */
  AdwBin *cover;          /* beside them, what the figures cover; likewise */
  GSettings *settings;
  WeftPagePanelsNotify chosen;
  gpointer user_data;

  const WeftFamily *family;  /* NULL before there is a state */
  WeftViewState *state;      /* (nullable) */
  const WeftFamily *tabs_of; /* NULL while they are put together, too */
  guint timer;
  gboolean is_hidden;
};

/* --- tabs --------------------------------------------------------------------------------------- */

/* Settings may name a panel that the family does not have, and open pages of other families keep theirs:
 * a binding would choose in all of them. */
static void
read_chosen (WeftPagePanels *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "drawer-page");

  if (gtk_stack_get_child_by_name (self->drawer, name) != NULL)
    gtk_stack_set_visible_child_name (self->drawer, name);
}

/* For each thing that is said of a page of the stack, a switcher that has the stack asks the X server
 * where the pointer is, so it gets it when it is in sight. */
static void
add_tabs (WeftPagePanels *self)
{
  GtkWidget *bin;

  if (self->tabs_of == self->family)
    return;
  self->tabs_of = NULL;
  if (self->tabs != NULL)
    gtk_stack_switcher_set_stack (self->tabs, NULL);
  while ((bin = gtk_widget_get_first_child (GTK_WIDGET (self->drawer))) != NULL)
    gtk_stack_remove (self->drawer, bin);
  for (guint i = 0; i < weft_family_get_n_panels (self->family); i++)
    {
      const WeftFamilyPanel *panel = weft_family_get_panel (self->family, i);

      gtk_stack_add_titled (self->drawer, adw_bin_new (), panel->name, _ (panel->title));
    }
  read_chosen (self);
  self->tabs_of = self->family;
}

const char *
weft_page_panels_get_chosen (WeftPagePanels *self)
{
  return gtk_stack_get_visible_child_name (self->drawer);
}

gboolean
weft_page_panels_choose (WeftPagePanels *self, const char *name)
{
  if (gtk_stack_get_child_by_name (self->drawer, name) == NULL)
    return FALSE;
  g_settings_set_string (self->settings, "drawer-page", name);
  gtk_stack_set_visible_child_name (self->drawer, name);
  return TRUE;
}

/* Pages come and go one by one when the stack is put together and taken apart. */
static void
on_chosen (WeftPagePanels *self)
{
  const char *name = weft_page_panels_get_chosen (self);

  if (self->tabs_of == NULL || name == NULL)
    return;
  g_settings_set_string (self->settings, "drawer-page", name);
  weft_page_panels_fill (self);
  self->chosen (self->user_data);
}

void
weft_page_panels_count (WeftPagePanels *self, WeftDiagnostics *diagnostics)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->drawer, "diagnostics");
  g_autofree char *title = NULL, *number = NULL;
  guint64 count = 0;

  if (child == NULL)
    return;
  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    count += weft_diagnostics_count (diagnostics, i);
  /* TRANSLATORS: the number of what a file's reader had to say */
  number = weft_number_count (count);
  title = g_strdup_printf (_ ("Diagnostics (%s)"), number);
  if (g_strcmp0 (gtk_stack_page_get_title (gtk_stack_get_page (self->drawer, child)), title) != 0)
    gtk_stack_page_set_title (gtk_stack_get_page (self->drawer, child), title);
}

/* --- panels ------------------------------------------------------------------------------------- */

GtkWidget *
weft_page_panels_get (WeftPagePanels *self, const char *name)
{
  GtkWidget *bin = name != NULL ? gtk_stack_get_child_by_name (self->drawer, name) : NULL;

  return bin != NULL ? adw_bin_get_child (ADW_BIN (bin)) : NULL;
}

static void
show_tabs (WeftPagePanels *self)
{
  g_autoptr (GtkBuilder) builder = NULL;

  if (self->tabs == NULL)
    {
      builder = gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-drawer-header.ui");
      gtk_box_prepend (self->box, GTK_WIDGET (gtk_builder_get_object (builder, "header")));
      self->tabs = GTK_STACK_SWITCHER (gtk_builder_get_object (builder, "tabs"));
      self->cover = ADW_BIN (gtk_builder_get_object (builder, "cover"));
    }
  if (adw_bin_get_child (self->cover) == NULL)
    adw_bin_set_child (self->cover, weft_cover_note_new (self->state));
  if (gtk_stack_switcher_get_stack (self->tabs) == NULL)
    gtk_stack_switcher_set_stack (self->tabs, self->drawer);
}

static void
fill_drawer (WeftPagePanels *self)
{
  const char *name = weft_page_panels_get_chosen (self);
  AdwBin *bin = ADW_BIN (gtk_stack_get_visible_child (self->drawer));
  const WeftFamilyPanel *panel = weft_family_find_panel (self->family, name);

  show_tabs (self);
  if (adw_bin_get_child (bin) != NULL)
    return;
  adw_bin_set_child (bin, panel->create (panel, self->state));
  weft_measure_ahead_soon (GTK_WIDGET (self->box));
}

void
weft_page_panels_fill (WeftPagePanels *self)
{
  if (self->state == NULL || self->is_hidden)
    return;
  if (weft_panes_is_shown (self->panes, WEFT_PANE_SIDE)
      && adw_bin_get_child (self->inspector) == NULL)
    adw_bin_set_child (self->inspector, weft_family_create_inspector (self->family, self->state));
  if (weft_panes_is_shown (self->panes, WEFT_PANE_BOTTOM))
    fill_drawer (self);
}

static gboolean
fill_late (gpointer data)
{
  WeftPagePanels *self = data;

  self->timer = 0;
  weft_page_panels_fill (self);
  return G_SOURCE_REMOVE;
}

static void
fill_soon (WeftPagePanels *self)
{
  if (self->timer == 0)
    self->timer = g_timeout_add_full (WEFT_PRIORITY_AFTER_FRAME, DELAY, fill_late, self, NULL);
}

void
weft_page_panels_set_shown (WeftPagePanels *self, gboolean shown)
{
  self->is_hidden = !shown;
  if (shown)
    fill_soon (self);
}

static void
empty (WeftPagePanels *self)
{
  adw_bin_set_child (self->inspector, NULL);
  if (self->cover != NULL)
    adw_bin_set_child (self->cover, NULL);
  for (GtkWidget *bin = gtk_widget_get_first_child (GTK_WIDGET (self->drawer)); bin != NULL;
       bin = gtk_widget_get_next_sibling (bin))
    adw_bin_set_child (ADW_BIN (bin), NULL);
}

void
weft_page_panels_set_state (WeftPagePanels *self, const WeftFamily *family, WeftViewState *state)
{
  empty (self);
  self->family = family;
  g_set_object (&self->state, state);
  add_tabs (self);
  fill_soon (self);
}

void
weft_page_panels_focus (WeftPagePanels *self)
{
  const char *name = weft_page_panels_get_chosen (self);
  GtkWidget *panel = weft_page_panels_get (self, name);
  const WeftFamilyPanel *kind = panel != NULL ? weft_family_find_panel (self->family, name) : NULL;

  if (kind != NULL && kind->focus != NULL)
    kind->focus (panel);
  else if (panel != NULL)
    gtk_widget_child_focus (panel, GTK_DIR_TAB_FORWARD);
}

/* --- the object --------------------------------------------------------------------------------- */

WeftPagePanels *
weft_page_panels_new (WeftPanes *panes, GtkWidget *inspector, GtkWidget *box, GtkWidget *drawer,
                      GSettings *settings, WeftPagePanelsNotify chosen, gpointer user_data)
{
  WeftPagePanels *self = g_new0 (WeftPagePanels, 1);

  self->panes = panes;
  self->inspector = ADW_BIN (inspector);
  self->box = GTK_BOX (box);
  self->drawer = GTK_STACK (drawer);
  self->settings = g_object_ref (settings);
  self->chosen = chosen;
  self->user_data = user_data;
  g_signal_connect_swapped (drawer, "notify::visible-child", G_CALLBACK (on_chosen), self);
  g_signal_connect_swapped (settings, "changed::drawer-page", G_CALLBACK (read_chosen), self);
  return self;
}

void
weft_page_panels_bind (WeftPagePanels *self)
{
  static const struct
  {
    const char *key;
    const char *property;
  } bound[] = {
    { "inspector-width", "side-width" },
    { "drawer-height", "bottom-height" },
    { "show-inspector", "show-side" },
    { "show-drawer", "show-bottom" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bound); i++)
    g_settings_bind (self->settings, bound[i].key, self->panes, bound[i].property,
                     G_SETTINGS_BIND_DEFAULT);
}

/* Panels that pages have left, all in one row: sources of their own would all run in one iteration. */
static GQueue left = G_QUEUE_INIT;

static gboolean
drop_panel (gpointer data G_GNUC_UNUSED)
{
  g_object_unref (g_queue_pop_head (&left));
  return !g_queue_is_empty (&left);
}

static void
leave_panel (AdwBin *bin)
{
  GtkWidget *panel = adw_bin_get_child (bin);

  if (panel == NULL)
    return;
  if (g_queue_is_empty (&left))
    g_idle_add_full (G_PRIORITY_LOW, drop_panel, NULL, NULL);
  g_queue_push_tail (&left, g_object_ref (panel));
  adw_bin_set_child (bin, NULL);
}

void
weft_page_panels_free (WeftPagePanels *self)
{
  g_signal_handlers_disconnect_by_data (self->drawer, self);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  leave_panel (self->inspector);
  for (GtkWidget *bin = gtk_widget_get_first_child (GTK_WIDGET (self->drawer)); bin != NULL;
       bin = gtk_widget_get_next_sibling (bin))
    leave_panel (ADW_BIN (bin));
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->state);
  g_object_unref (self->settings);
  g_free (self);
}
