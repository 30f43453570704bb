/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-state.h"
#include "weft-histogram.h"

G_BEGIN_DECLS

/* Charts of how many accesses took how many cycles, in bins that widen: 0, 1, 2, 3–4, 5–8 and so
 * on. */

/* One distribution of a chart. */
typedef struct
{
  const char *name;               /* translated */
  const WeftHistogram *histogram; /* sealed; NULL: it has none */
  guint category;                 /* its colour */
} WeftBusDistribution;

#define WEFT_BUS_MAX_DISTRIBUTIONS 2

/* Shows distributions in a WeftChartView, side by side; `title` is translated. */
void weft_bus_histogram_show (GtkWidget *chart_view, WeftBusState *state, const char *title,
                              const WeftBusDistribution *distributions, guint n);

/* The filter for the accesses of bin `bin`, where `field` is counted: (transfer full). */
char *weft_bus_histogram_match (const char *field, guint bin);

G_END_DECLS
