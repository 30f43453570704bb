/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-options.h"

#include "weft-npu-state.h"

struct _WeftNpuOptions
{
  WeftViewOptions parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftNpuOptions, weft_npu_options, WEFT_TYPE_VIEW_OPTIONS)

static WeftReadFlags
get_read_flags (WeftViewOptions *options)
{
  return weft_view_options_get (options, "inclusive-ends") ? WEFT_READ_INCLUSIVE_ENDS
                                                           : WEFT_READ_PLAINLY;
}

static void
weft_npu_options_class_init (WeftNpuOptionsClass *klass)
{
  WeftViewOptionsClass *options_class = WEFT_VIEW_OPTIONS_CLASS (klass);

  options_class->prefix = "npu-";
  options_class->get_read_flags = get_read_flags;
  weft_view_options_class_add_enum (options_class, "scheme", WEFT_TYPE_NPU_SCHEME,
                                    WEFT_NPU_BY_ENGINE);
  weft_view_options_class_add_boolean (options_class, "logarithmic", FALSE);
  weft_view_options_class_add_boolean (options_class, "arrows", TRUE);
  weft_view_options_class_add_boolean (options_class, "path", TRUE);
  weft_view_options_class_add_boolean (options_class, "inclusive-ends", FALSE);
}

static void
weft_npu_options_init (WeftNpuOptions *self G_GNUC_UNUSED)
{
}
