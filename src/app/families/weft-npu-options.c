/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-options.h"

#include "weft-npu-state.h"

G_DEFINE_ENUM_TYPE (WeftNpuScheme, weft_npu_scheme,
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_ENGINE, "engine"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_OP, "op"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_LAYER, "layer"),
                    G_DEFINE_ENUM_VALUE (WEFT_NPU_BY_BITS, "qbits"))

struct _WeftNpuOptions
{
  WeftViewOptions parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftNpuOptions, weft_npu_options, WEFT_TYPE_VIEW_OPTIONS)

static void
apply (WeftViewOptions *options, WeftViewState *view_state)
{
  WeftNpuState *state = WEFT_NPU_STATE (view_state);
  WeftNpuScheme scheme = (WeftNpuScheme) weft_view_options_get (options, "scheme");
  gboolean logarithmic = weft_view_options_get (options, "logarithmic");
  gboolean arrows = weft_view_options_get (options, "arrows");
  gboolean path = weft_view_options_get (options, "path");

  if (weft_npu_state_get_scheme (state) != scheme)
    weft_npu_state_set_scheme (state, scheme);
  if (weft_npu_state_get_logarithmic (state) != logarithmic)
    weft_npu_state_set_logarithmic (state, logarithmic);
  if (weft_npu_state_get_arrows (state) != arrows)
    weft_npu_state_set_arrows (state, arrows);
  if (weft_npu_state_get_path (state) != path)
    weft_npu_state_set_path (state, path);
}

static void
take (WeftViewOptions *options, WeftViewState *view_state)
{
  WeftNpuState *state = WEFT_NPU_STATE (view_state);

  weft_view_options_set (options, "scheme", (int) weft_npu_state_get_scheme (state));
  weft_view_options_set (options, "logarithmic", weft_npu_state_get_logarithmic (state));
  weft_view_options_set (options, "arrows", weft_npu_state_get_arrows (state));
  weft_view_options_set (options, "path", weft_npu_state_get_path (state));
}

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
  options_class->apply = apply;
  options_class->take = take;
  options_class->get_read_flags = get_read_flags;
  weft_view_options_class_add (options_class,
                               g_param_spec_enum ("scheme", NULL, NULL, WEFT_TYPE_NPU_SCHEME,
                                                  WEFT_NPU_BY_ENGINE, WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (
    options_class, g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE, WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (
    options_class, g_param_spec_boolean ("arrows", NULL, NULL, TRUE, WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (
    options_class, g_param_spec_boolean ("path", NULL, NULL, TRUE, WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (options_class, g_param_spec_boolean ("inclusive-ends", NULL, NULL,
                                                                    FALSE, WEFT_VIEW_OPTION_FLAGS));
}

static void
weft_npu_options_init (WeftNpuOptions *self G_GNUC_UNUSED)
{
}

WeftViewOptions *
weft_npu_options_new (void)
{
  return g_object_new (WEFT_TYPE_NPU_OPTIONS, NULL);
}
