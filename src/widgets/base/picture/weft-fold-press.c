/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fold-press.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-tooltip.h"

/* A press whose pointer moves less than this, in logical pixels, is no drag. */
#define REACH 4

typedef struct
{
  WeftFoldPress press;
  double x; /* where it began */
} Hand;

static WeftTimeAxis *
get_axis (Hand *self)
{
  return weft_view_state_get_axis (self->press.state);
}

/* (transfer full) (nullable) */
static char *
describe (Hand *self, double x)
{
  g_autofree char *fold = NULL;
  gint64 time;

  if (!self->press.to_time (self->press.owner, x, &time))
    return NULL;
  fold = weft_time_axis_describe_fold (get_axis (self), time);
  if (fold != NULL)
    return g_strconcat (fold, "\n", _ ("Press to unfold"), NULL);
  return self->press.tells_time ? weft_time_axis_format_time (get_axis (self), time) : NULL;
}

static gboolean
query_tooltip (GtkWidget *area G_GNUC_UNUSED, int x, int y G_GNUC_UNUSED, gboolean keyboard,
               GtkTooltip *tooltip, gpointer data)
{
  Hand *self = data;
  g_autofree char *text = keyboard ? NULL : describe (self, x);

  return weft_tooltip_show (self->press.described, tooltip, text);
}

static void
pressed (Hand *self, int n_press G_GNUC_UNUSED, double x, double y G_GNUC_UNUSED)
{
  self->x = x;
}

static void
released (Hand *self, int n_press G_GNUC_UNUSED, double x, double y G_GNUC_UNUSED)
{
  gint64 time;

  if (fabs (x - self->x) < REACH && self->press.to_time (self->press.owner, x, &time))
    weft_time_axis_open_fold (get_axis (self), time);
}

void
weft_fold_press_add (const WeftFoldPress *press)
{
  Hand *self = g_new0 (Hand, 1);
  GtkGesture *click = gtk_gesture_click_new ();

  self->press = *press;
  g_object_set_data_full (G_OBJECT (press->area), "weft-fold-press", self, g_free);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released), self);
  gtk_widget_add_controller (press->area, GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_has_tooltip (press->area, TRUE);
  g_signal_connect (press->area, "query-tooltip", G_CALLBACK (query_tooltip), self);
}
