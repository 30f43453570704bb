/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-options.h"

G_BEGIN_DECLS

/* The manner in which timelines are shown: the properties of WeftTimelineState. */

#define WEFT_TYPE_TIMELINE_OPTIONS (weft_timeline_options_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineOptions, weft_timeline_options, WEFT, TIMELINE_OPTIONS,
                      WeftViewOptions)

G_END_DECLS
