/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-view.h"

#include "noc-fixture.h"
#include "said.h"
#include "weft-task.h"

/* A window with the view of a small NoC trace: two transfers of one core, for tests of what one does there. */

#define NOC_TRACE \
  "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,'type':'READ'," \
  "'timestamp':1000},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_START'," \
  "'timestamp':1010},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END'," \
  "'timestamp':1500},{'proc':'BRISC','noc':'NOC_1','sx':2,'sy':1,'dx':3,'dy':2," \
  "'num_bytes':512,'type':'WRITE_','timestamp':1600}]"

typedef struct
{
  WeftNocState *state;
  GtkWidget *window;
  WeftNocResult *seen; /* the result before */
} View;

static inline gboolean
has_result (gpointer data)
{
  View *view = data;
  WeftNocResult *result = weft_noc_state_get_result (view->state);

  return result != NULL && result != view->seen;
}

/* Waits for the figures of what was asked last. */
static inline WeftNocResult *
next_result (View *view)
{
  wait_until (has_result, view);
  g_set_object (&view->seen, weft_noc_state_get_result (view->state));
  return view->seen;
}

static inline void
view_open_trace (View *view, WeftNocTrace *trace, int width)
{
  GtkWidget *widget;

  *view = (View){ .state = weft_noc_state_new (trace), .window = gtk_window_new () };
  widget = weft_noc_view_new (view->state);
  gtk_window_set_default_size (GTK_WINDOW (view->window), width, 700);
  gtk_window_set_child (GTK_WINDOW (view->window), widget);
  gtk_window_present (GTK_WINDOW (view->window));
  next_result (view);
  wait_until (is_mapped, widget);
  wait_settled ();
}

static inline void
view_open_wide (View *view, int width)
{
  g_autoptr (WeftNocTrace) trace = read_noc (NOC_TRACE);

  view_open_trace (view, trace, width);
}

static inline void
view_open (View *view)
{
  view_open_wide (view, 1000);
}

static inline void
view_close (View *view)
{
  gtk_window_destroy (GTK_WINDOW (view->window));
  g_clear_object (&view->seen);
  g_object_unref (view->state);
  /* The last question is worked on for a moment more, and needs the chips that go as the program ends. */
  weft_task_wait_all ();
}

/* The inspector's text. */
static inline char *
get_facts (View *view)
{
  GtkWidget *sheet = g_object_ref_sink (weft_fact_sheet_new ());
  char *text;

  weft_fact_sheet_begin (WEFT_FACT_SHEET (sheet));
  weft_view_state_write_facts (WEFT_VIEW_STATE (view->state), WEFT_FACT_SHEET (sheet));
  weft_fact_sheet_end (WEFT_FACT_SHEET (sheet));
  text = get_said (sheet);
  g_object_unref (sheet);
  return text;
}

/* A part of the view, as its template names it. */
G_GNUC_UNUSED static GtkWidget *
get_child (View *view, const char *name)
{
  GtkWidget *widget = gtk_window_get_child (GTK_WINDOW (view->window));

  return GTK_WIDGET (gtk_widget_get_template_child (widget, WEFT_TYPE_NOC_VIEW, name));
}
