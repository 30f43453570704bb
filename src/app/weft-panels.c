/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-panels.h"

#include <glib/gi18n-lib.h>

#include "weft-diagnostics-view.h"
#include "weft-inspector.h"
#include "weft-op-table.h"

static GtkWidget *
create_diagnostics (WeftDocument *document, GSettings *settings G_GNUC_UNUSED)
{
  WeftPipelineState *state = weft_document_get_state (document);
  GtkWidget *view = weft_diagnostics_view_new (WEFT_TRACE (weft_pipeline_state_get_trace (state)));

  weft_diagnostics_view_attach (WEFT_DIAGNOSTICS_VIEW (view), state);
  return view;
}

/* Columns and order of a table are those of the table that was left last. */
static void
save_table (GtkWidget *table, GSettings *settings)
{
  g_autofree char *saved = weft_op_table_save (WEFT_OP_TABLE (table));

  g_settings_set_string (settings, "table", saved);
}

static GtkWidget *
create_table (WeftDocument *document, GSettings *settings)
{
  GtkWidget *table = weft_op_table_new (weft_document_get_state (document));
  g_autofree char *saved = g_settings_get_string (settings, "table");

  weft_op_table_restore (WEFT_OP_TABLE (table), saved);
  g_signal_connect_object (table, "unmap", G_CALLBACK (save_table), settings, 0);
  return table;
}

static const struct
{
  const char *name;
  const char *title;
  GtkWidget *(*create) (WeftDocument *document, GSettings *settings);
} panels[] = {
  { "table", N_("Ops"), create_table },
  { "diagnostics", N_("Diagnostics"), create_diagnostics },
};

guint
weft_panels_get_n (void)
{
  return G_N_ELEMENTS (panels);
}

const char *
weft_panels_get_name (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (panels), NULL);

  return panels[index].name;
}

const char *
weft_panels_get_title (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (panels), NULL);

  return _(panels[index].title);
}

GtkWidget *
weft_panels_create (WeftDocument *document, const char *name, GSettings *settings)
{
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    if (g_str_equal (panels[i].name, name))
      return panels[i].create (document, settings);
  g_return_val_if_reached (NULL);
}

GtkWidget *
weft_panels_create_inspector (WeftDocument *document)
{
  return weft_inspector_new (weft_document_get_state (document));
}

void
weft_panels_focus (GtkWidget *panel)
{
  if (WEFT_IS_OP_TABLE (panel))
    weft_op_table_focus_rows (WEFT_OP_TABLE (panel));
  else
    gtk_widget_child_focus (panel, GTK_DIR_TAB_FORWARD);
}
