/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-tracks-view.h"

#include "made-tracks.h"
#include "on-display.h"

/* A window with the view of made tracks. */

#define N_THINGS 500

typedef struct
{
  MadeLog log;
  MadeThings things;
  WeftViewState *state;
  WeftTracks *tracks;
  GtkWidget *window;
  GtkWidget *view;
  GtkWidget *canvas;
} View;

static inline gboolean
is_complete (gpointer data)
{
  View *view = data;

  return !weft_tracks_is_gliding (view->tracks)
         && weft_canvas_is_complete (WEFT_CANVAS (view->canvas));
}

/* Until nothing moves and every tile is drawn. */
static inline void
settle (View *view)
{
  wait_settled ();
  wait_until (is_complete, view);
}

static inline void
open_view (View *view)
{
  WeftStyleOptions options = weft_style_options_default ();

  *view = (View){ .things.n_things = N_THINGS };
  made_log_open (&view->log, NULL);
  view->state = made_tracks_state_new (WEFT_TRACE (view->log.trace), &view->things);
  view->tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (view->state));
  options.ui_family = "DejaVu Sans";
  options.mono_family = "DejaVu Sans Mono";
  weft_view_state_set_style_options (view->state, &options);
  view->view = weft_tracks_view_new (view->tracks, WEFT_PICTURE_WHOLE);
  view->canvas = weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (view->view));
  view->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (view->window), 800, 400);
  gtk_window_set_child (GTK_WINDOW (view->window), view->view);
  gtk_window_present (GTK_WINDOW (view->window));
  wait_until (is_mapped, view->view);
  gtk_widget_grab_focus (view->view);
  settle (view);
}

static inline void
close_view (View *view)
{
  gtk_window_destroy (GTK_WINDOW (view->window));
  wait_settled ();
  g_assert_finalize_object (view->state);
  made_log_close (&view->log);
}
