/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-panel.h"

#include "weft-chart-view.h"
#include "weft-fact-table.h"
#include "weft-pipeline-trace-private.h"
#include "weft-query-desk.h"
#include "weft-query-editor.h"
#include "weft-query-shelf.h"
#include "window-pages.h"

/* Shared by tests of the panel "Query" of windows. */

typedef struct
{
  WeftWindow *window;
  WeftDocumentPage *page;
  WeftViewState *state;
  GtkWidget *panel;
  GtkWidget *editor;
  WeftFactTable *table;
} Asked;

static inline GtkWidget *
get_part (const Asked *self, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (self->panel, WEFT_TYPE_QUERY_PANEL, name));
}

static inline gboolean
has_panel (gpointer page)
{
  GtkWidget *panel = find_widget (page, WEFT_TYPE_QUERY_PANEL);

  return panel != NULL && gtk_widget_get_mapped (panel);
}

/* The panel beside the picture of a page, which need not come to rest. */
static inline Asked
open_panel_of (WeftWindow *window, WeftDocumentPage *page)
{
  Asked self = { .window = window, .page = page };

  self.state = weft_document_get_state (weft_document_page_get_document (self.page));
  gtk_widget_activate_action (GTK_WIDGET (self.window), "page.drawer", "s", "query");
  wait_until (has_panel, page);
  self.panel = find_widget (GTK_WIDGET (self.page), WEFT_TYPE_QUERY_PANEL);
  self.editor = get_part (&self, "editor");
  self.table = WEFT_FACT_TABLE (get_part (&self, "table"));
  return self;
}

static inline Asked
open_panel (const char *sample)
{
  WeftWindow *window = open_window ();
  Asked self = open_panel_of (window, open_sample (window, sample));

  wait_settled ();
  return self;
}

static inline void
close_panel (Asked *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "page.drawer", "s", "");
  close_window (self->window);
}

static inline gboolean
is_running (gpointer data)
{
  return gtk_widget_get_visible (get_part (data, "stop_button"));
}

static inline const char *
get_status (const Asked *self)
{
  return gtk_label_get_text (GTK_LABEL (get_part (self, "status")));
}

static inline void
write_text (Asked *self, const char *sql)
{
  weft_query_editor_set_text (WEFT_QUERY_EDITOR (self->editor), sql);
}

/* Where the window need not come to rest. */
static inline void
ask_soon (Asked *self, const char *sql)
{
  write_text (self, sql);
  gtk_widget_activate_action (self->panel, "query.run", NULL);
  wait_while (is_running, self);
}

static inline void
ask (Asked *self, const char *sql)
{
  ask_soon (self, sql);
  wait_settled ();
}
