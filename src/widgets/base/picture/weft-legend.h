/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-list-area.h"

G_BEGIN_DECLS

/* The meaning of a picture's colours, below it: as many lines as the width needs, of which those
 * that would leave the picture too little room are scrolled to. */

#define WEFT_TYPE_LEGEND (weft_legend_get_type ())
G_DECLARE_FINAL_TYPE (WeftLegend, weft_legend, WEFT, LEGEND, GtkWidget)

/* Paints and measures all of its lines, as a list area does; `label` says what it explains. */
GtkWidget *weft_legend_new (WeftListAreaPaint paint, WeftListAreaMeasure measure,
                            gpointer user_data, const char *label);

/* There is something else to explain, or it looks otherwise. */
void weft_legend_update (WeftLegend *self);

G_END_DECLS
