/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-live-comparison.h"

/* Numbers that differ by less, in percent, are the same. */
#define TOLERANCE 1.0

struct _WeftLiveCompareView
{
  WeftCompareView parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftLiveCompareView, weft_live_compare_view, WEFT_TYPE_COMPARE_VIEW)

static WeftViewState *
create_other (WeftViewState *state G_GNUC_UNUSED, WeftTrace *trace)
{
  return WEFT_VIEW_STATE (weft_live_state_new (WEFT_LIVE_TRACE (trace)));
}

static WeftComparison *
compare (WeftViewState *state, WeftViewState *other)
{
  const WeftLiveFigures *first = weft_live_state_get_figures (WEFT_LIVE_STATE (state));
  const WeftLiveFigures *second = weft_live_state_get_figures (WEFT_LIVE_STATE (other));

  return first != NULL && second != NULL ? weft_live_comparison_new (first, second, TOLERANCE)
                                         : NULL;
}

static void
weft_live_compare_view_class_init (WeftLiveCompareViewClass *klass)
{
  WeftCompareViewClass *view_class = WEFT_COMPARE_VIEW_CLASS (klass);

  view_class->get_trace_type = weft_live_trace_get_type;
  view_class->intro = N_ ("Open another recording, such as one from before a change, to see which "
                          "programs take longer or less.");
  view_class->answered = "figures";
  view_class->create_other = create_other;
  view_class->compare = compare;
  view_class->get_facts = weft_live_comparison_get_facts;
  view_class->make_filter = weft_live_comparison_make_filter;
}

static void
weft_live_compare_view_init (WeftLiveCompareView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_live_compare_view_new (WeftLiveState *state)
{
  return weft_panel_new (WEFT_TYPE_LIVE_COMPARE_VIEW, state);
}
