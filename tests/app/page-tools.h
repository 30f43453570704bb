/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-go-to-bar.h"
#include "weft-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-canvas.h"
#include "weft-filter-bar.h"
#include "weft-filterable.h"
#include "weft-marks.h"
#include "weft-palette.h"
#include "weft-panes.h"
#include "weft-pipeline-color-editor.h"
#include "weft-pipeline-core-editor.h"
#include "weft-pipeline-phases.h"
#include "weft-pipeline-state.h"
#include "weft-search-bar.h"
#include "weft-search-results.h"
#include "weft-settings.h"

/* Filter, search, bookmarks and palette in the window, by keys where xdotool is there. */

static WeftApplication *app;

typedef struct
{
  WeftWindow *window;
  WeftDocumentPage *page;
  char *path; /* of a log of 500 ops */
} Tools;

static inline WeftViewState *
get_state (Tools *tools)
{
  return weft_document_get_state (weft_document_page_get_document (tools->page));
}

static inline gboolean
is_shown (gpointer data)
{
  Tools *tools = data;

  return get_state (tools) != NULL && weft_view_state_is_open (get_state (tools))
         && !weft_document_is_loading (weft_document_page_get_document (tools->page));
}

static inline void
show_file (Tools *tools)
{
  g_autoptr (GFile) file = g_file_new_for_path (tools->path);

  tools->window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  gtk_window_present (GTK_WINDOW (tools->window));
  wait_settled ();
  tools->page = weft_window_open_file (tools->window, file);
  wait_until (is_shown, tools);
  wait_settled ();
}

static inline void
open_tools (Tools *tools, const char *name)
{
  g_autofree char *log = make_log (500);

  tools->path = own_path (name);
  write_file (tools->path, log);
  show_file (tools);
}

static inline void
close_window (Tools *tools)
{
  gtk_window_close (GTK_WINDOW (tools->window));
  wait_settled ();
}

static inline void
close_tools (Tools *tools)
{
  close_window (tools);
  g_free (tools->path);
}

static inline void
act (Tools *tools, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (tools->window), action, NULL));
  wait_settled ();
}

/* FALSE, and the test is skipped, where no key can be pressed. */
static inline gboolean
press (Tools *tools, const char *arguments)
{
  const char *title = gtk_window_get_title (GTK_WINDOW (tools->window));
  /* Without a window manager nobody else gives a window the keys. */
  g_autofree char *command = g_strdup_printf (
    "xdotool search --onlyvisible --name '%s' windowfocus --sync %s", title, arguments);
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");

  if (xdotool == NULL)
    {
      g_test_skip ("xdotool is not installed");
      return FALSE;
    }
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  wait_settled ();
  return TRUE;
}

static inline gboolean
shows_fifty_rows (gpointer data)
{
  Tools *tools = data;

  return weft_pipeline_state_get_extent (WEFT_PIPELINE_STATE (get_state (tools)))->n_rows == 50;
}
