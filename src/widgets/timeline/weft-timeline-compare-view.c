/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-timeline-differences.h"

/* Numbers that differ by less, in percent, are the same. */
#define TOLERANCE 1.0

struct _WeftTimelineCompareView
{
  WeftCompareView parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftTimelineCompareView, weft_timeline_compare_view, WEFT_TYPE_COMPARE_VIEW)

static WeftViewState *
create_other (WeftViewState *state, WeftTrace *trace)
{
  static const char *const shared[] = { "scheme", "flows", "counters", "tall" };
  WeftTimelineState *other = weft_timeline_state_new (WEFT_TIMELINE_TRACE (trace));

  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    g_object_bind_property (state, shared[i], other, shared[i], G_BINDING_SYNC_CREATE);
  return WEFT_VIEW_STATE (other);
}

static WeftComparison *
compare (WeftViewState *state, WeftViewState *other)
{
  WeftTimelineResult *first = weft_timeline_state_get_result (WEFT_TIMELINE_STATE (state));
  WeftTimelineResult *second = weft_timeline_state_get_result (WEFT_TIMELINE_STATE (other));

  return first != NULL && second != NULL
           ? weft_timeline_comparison_new (first->stats, second->stats, TOLERANCE)
           : NULL;
}

static void
weft_timeline_compare_view_class_init (WeftTimelineCompareViewClass *klass)
{
  WeftCompareViewClass *view_class = WEFT_COMPARE_VIEW_CLASS (klass);

  view_class->get_trace_type = weft_timeline_trace_get_type;
  view_class->intro =
    N_ ("Open another timeline, such as the same program before a change, or "
        "another rank, to see by the names of its slices where the time differs.");
  view_class->answered = "result";
  view_class->create_other = create_other;
  view_class->compare = compare;
  view_class->get_facts = weft_timeline_comparison_get_facts;
  view_class->make_filter = weft_timeline_comparison_make_filter;
  view_class->paint_bars = weft_timeline_differences_paint;
  view_class->measure_bars = weft_timeline_differences_measure;
  view_class->hit_bars = weft_timeline_differences_hit_test;
}

static void
weft_timeline_compare_view_init (WeftTimelineCompareView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_timeline_compare_view_new (WeftTimelineState *state)
{
  return weft_panel_new (WEFT_TYPE_TIMELINE_COMPARE_VIEW, state);
}
