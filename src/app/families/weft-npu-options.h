/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-options.h"

G_BEGIN_DECLS

/* The manner in which NPU runs are shown:
 *   "scheme"       (WeftNpuScheme) what events are coloured by
 *   "logarithmic"  (boolean) the axis of bandwidth
 *   "arrows"       (boolean) dependencies
 *   "path"         (boolean) the critical path
 *   "inclusive-ends"  (boolean) WEFT_READ_INCLUSIVE_ENDS, of this document alone */

#define WEFT_TYPE_NPU_OPTIONS (weft_npu_options_get_type ())
G_DECLARE_FINAL_TYPE (WeftNpuOptions, weft_npu_options, WEFT, NPU_OPTIONS, WeftViewOptions)

G_END_DECLS
