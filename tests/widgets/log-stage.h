/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"

#include "made-log.h"
#include "on-display.h"

/* Shared by tests of panels: a log of their own, its state, and a window for the panel. */

typedef struct
{
  MadeLog log;
  WeftPipelineState *state;
  GtkWidget *window;
} Stage;

static inline gboolean
stage_has_rows (gpointer data)
{
  Stage *stage = data;

  return weft_pipeline_state_get_extent (stage->state)->n_rows
         == weft_pipeline_writer_get_n_ops (stage->log.writer);
}

/* Makes what was written readable, and waits until the state shows it. */
static inline void
stage_publish (Stage *stage, gint64 last)
{
  weft_pipeline_writer_publish (stage->log.writer, last);
  wait_until (stage_has_rows, stage);
}

static inline void
stage_open (Stage *stage)
{
  made_log_open (&stage->log, g_main_context_default ());
  stage->state = weft_pipeline_state_new (stage->log.trace);
  stage->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1200, 600);
}

static inline void
stage_show (Stage *stage, GtkWidget *panel)
{
  gtk_window_set_child (GTK_WINDOW (stage->window), panel);
  gtk_window_present (GTK_WINDOW (stage->window));
  wait_until (is_mapped, panel);
}

/* The panel and all that it held must be gone. */
static inline void
stage_close (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (stage->window));
  weft_trace_set_state (WEFT_TRACE (stage->log.trace), WEFT_TRACE_COMPLETE);
  wait_settled ();
  g_assert_finalize_object (stage->state);
  made_log_close (&stage->log);
}
