/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compared.h"
#include "weft-paint-list.h"
#include "weft-panel.h"
#include "weft-style.h"
#include "weft-tracks-state.h"

G_BEGIN_DECLS

/* Another trace of the same kind beside the one that is open: in a sentence what it comes to, what differs as a
 * table and, where the family has that, as bars, and its picture on the axis of the open one. A brushed range and
 * a filter count for both. The panel's state is a WeftTracksState that is WEFT_TYPE_FILTERABLE. */

#define WEFT_TYPE_COMPARE_VIEW (weft_compare_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftCompareView, weft_compare_view, WEFT, COMPARE_VIEW, WeftPanel)

struct _WeftCompareViewClass
{
  WeftPanelClass parent_class;

  GType (*get_trace_type) (void);

  const char *intro; /* what is said before there is another trace, marked for translation */

  const char *answered; /* the signal of a state that has something else to be compared */

  /* A state for the other trace, which looks as `state` does: (transfer full). */
  WeftViewState *(*create_other) (WeftViewState *state, WeftTrace *trace);

  /* NULL while one of both has nothing to be compared yet. */
  WeftComparison *(*compare) (WeftViewState *state, WeftViewState *other);
  WeftFacts (*get_facts) (const WeftComparison *comparison);

  /* The filter for what a row is of: (transfer full). */
  char *(*make_filter) (const WeftComparison *comparison, guint row);

  /* Differences as bars, and which row is at y; NULL: there are none. */
  void (*paint_bars) (const WeftComparison *comparison, const WeftStyle *style, WeftPaintList *list,
                      int width, int height);
  int (*measure_bars) (const WeftComparison *comparison, const WeftStyle *style);
  guint (*hit_bars) (const WeftComparison *comparison, const WeftStyle *style, double y);
};

/* Loads the other one, in place of the one before. What can't be compared is told above. */
void weft_compare_view_open (WeftCompareView *self, const char *path);

/* Its state: (transfer none) (nullable). */
WeftViewState *weft_compare_view_get_other (WeftCompareView *self);

G_END_DECLS
