/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compare-state.h"

G_BEGIN_DECLS

/* Two pipelines side by side or one over the other, and below them what differs: a sentence, and
 * tables of the differences and of the PCs, each row of which leads to its place in both
 * pictures. */

#define WEFT_TYPE_COMPARE_VIEW (weft_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftCompareView, weft_compare_view, WEFT, COMPARE_VIEW, GtkWidget)

GtkWidget *weft_compare_view_new (WeftCompareState *state);

/* Whether one picture lies over the other (at first they are side by side), and how much of B is
 * seen then, 0 to 1. */
void weft_compare_view_set_overlay (WeftCompareView *self, gboolean overlay);
void weft_compare_view_set_amount (WeftCompareView *self, double amount);

/* Whether there is little width: pictures stand below one another then, with narrower labels. */
void weft_compare_view_set_narrow (WeftCompareView *self, gboolean narrow);

/* Goes to the next difference behind the one that was gone to last, or to the one before it, around
 * the ends. */
void weft_compare_view_step (WeftCompareView *self, gboolean forward);

/* The sentence, and the table of the differences: (transfer none). */
const char *weft_compare_view_get_text (WeftCompareView *self);
GtkWidget *weft_compare_view_get_table (WeftCompareView *self);

G_END_DECLS
