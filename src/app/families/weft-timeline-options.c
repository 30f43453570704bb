/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-options.h"

#include "weft-timeline-state.h"

struct _WeftTimelineOptions
{
  WeftViewOptions parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftTimelineOptions, weft_timeline_options, WEFT_TYPE_VIEW_OPTIONS)

static void
weft_timeline_options_class_init (WeftTimelineOptionsClass *klass)
{
  WeftViewOptionsClass *options_class = WEFT_VIEW_OPTIONS_CLASS (klass);

  options_class->prefix = "timeline-";
  weft_view_options_class_add_enum (options_class, "scheme", WEFT_TYPE_TIMELINE_SCHEME,
                                    WEFT_TIMELINE_BY_NAME);
  weft_view_options_class_add_boolean (options_class, "flows", FALSE);
  weft_view_options_class_add_boolean (options_class, "counters", TRUE);
  weft_view_options_class_add_boolean (options_class, "tall", FALSE);
}

static void
weft_timeline_options_init (WeftTimelineOptions *self G_GNUC_UNUSED)
{
}
