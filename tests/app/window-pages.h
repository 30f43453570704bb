/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-go-to-bar.h"
#include "weft-legend.h"
#include "weft-notice-bar.h"
#include "weft-panes.h"
#include "weft-picture-view.h"
#include "weft-pipeline-state.h"
#include "weft-settings.h"

/* Shared by tests of windows: pages with traces in them. */

/* One application for all tests: a program has one. */
static WeftApplication *app;

static inline WeftPanes *
get_panes (WeftDocumentPage *page)
{
  return WEFT_PANES (find_widget (GTK_WIDGET (page), WEFT_TYPE_PANES));
}

static inline GtkWindow *
get_window (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  return windows != NULL ? windows->data : NULL;
}

static inline WeftWindow *
open_window (void)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());

  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  return window;
}

static inline void
close_window (WeftWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
  wait_settled ();
  g_assert_null (get_window ());
}

static inline gboolean
page_has_ended (gpointer page)
{
  return !weft_document_is_loading (weft_document_page_get_document (page));
}

static inline gboolean
page_shows_rows (gpointer page)
{
  WeftViewState *state = weft_document_get_state (weft_document_page_get_document (page));

  return state != NULL && weft_view_state_is_open (state);
}

static inline WeftDocumentPage *
open_sample (WeftWindow *window, const char *name)
{
  g_autoptr (GFile) file = sample_file (name);
  WeftDocumentPage *page = weft_window_open_file (window, file);

  wait_until (page_shows_rows, page);
  wait_until (page_has_ended, page);
  wait_settled ();
  return page;
}

static inline WeftPipelineState *
get_state (WeftDocumentPage *page)
{
  return WEFT_PIPELINE_STATE (weft_document_get_state (weft_document_page_get_document (page)));
}
