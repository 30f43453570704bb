/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* Presses on rulers and overviews where time is folded: they tell how much of it is under the
 * pointer, and a press that is no drag unfolds it. */
typedef struct
{
  GtkWidget *area;      /* that is pointed at; it keeps the rest */
  GtkWidget *described; /* what those hear who do not see the tooltip: the area, or one below it */
  WeftViewState *state; /* not held */

  /* The time at x, in logical pixels of the area; FALSE where there is none. */
  gboolean (*to_time) (gpointer owner, double x, gint64 *time);
  gpointer owner;

  gboolean tells_time; /* where nothing is folded */
} WeftFoldPress;

/* Copies `press`; its owner lives as long as the area. */
void weft_fold_press_add (const WeftFoldPress *press);

G_END_DECLS
