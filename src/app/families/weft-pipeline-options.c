/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-options.h"

#include "weft-pipeline-color-table.h"

G_DEFINE_ENUM_TYPE (WeftPipelineLayout, weft_pipeline_layout,
                    G_DEFINE_ENUM_VALUE (WEFT_PIPELINE_TIME, "time"),
                    G_DEFINE_ENUM_VALUE (WEFT_PIPELINE_STRAIGHTENED, "straightened"))

G_DEFINE_ENUM_TYPE (WeftPipelineLanes, weft_pipeline_lanes,
                    G_DEFINE_ENUM_VALUE (WEFT_LANES_OVERLAID, "overlaid"),
                    G_DEFINE_ENUM_VALUE (WEFT_LANES_SPLIT, "split"))

G_DEFINE_ENUM_TYPE (WeftPipelineScheme, weft_pipeline_scheme,
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_STAGE, "stage"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_DEPTH, "depth"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_THREAD, "thread"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_SINGLE, "single"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_LATENCY, "latency"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_REASON, "reason"),
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_CUSTOM, "custom"))

G_DEFINE_ENUM_TYPE (WeftPipelineArrows, weft_pipeline_arrows,
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_OFF, "off"),
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_STRAIGHT, "straight"),
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_CURVE, "curve"))

struct _WeftPipelineOptions
{
  WeftViewOptions parent_instance;

  gboolean split_fixed; /* "fixed-op-height" when lanes were split last */
};

G_DEFINE_FINAL_TYPE (WeftPipelineOptions, weft_pipeline_options, WEFT_TYPE_VIEW_OPTIONS)

static int
get (WeftPipelineOptions *self, const char *name)
{
  return weft_view_options_get (WEFT_VIEW_OPTIONS (self), name);
}

/* Rows change their height where lanes are split or joined, so a new manner of splitting takes
 * both. */
static void
apply_lanes (WeftPipelineOptions *self, WeftPipelineState *state)
{
  WeftPipelineLanes lanes = (WeftPipelineLanes) get (self, "lanes");
  gboolean fixed = get (self, "fixed-op-height");
  gboolean split = weft_pipeline_state_get_target (state)->lanes == WEFT_LANES_SPLIT;

  if (split && lanes == WEFT_LANES_SPLIT && fixed != self->split_fixed)
    weft_pipeline_state_set_lanes (state, WEFT_LANES_OVERLAID, self->split_fixed);
  /* They are joined in the way in which they were split. */
  if (lanes == WEFT_LANES_SPLIT)
    self->split_fixed = fixed;
  if (weft_pipeline_state_get_target (state)->lanes != lanes)
    weft_pipeline_state_set_lanes (state, lanes, self->split_fixed);
}

/* Another set of colours is told apart by its address. */
static void
apply_colors (WeftPipelineOptions *self, WeftPipelineState *state)
{
  g_autofree char *colors = NULL;

  g_object_get (self, "colors", &colors, NULL);
  weft_pipeline_state_set_custom (state, get (self, "scheme") == WEFT_SCHEME_CUSTOM
                                           ? weft_pipeline_color_table_get (colors)
                                           : NULL);
}

static void
apply (WeftViewOptions *options, WeftViewState *view_state)
{
  WeftPipelineOptions *self = WEFT_PIPELINE_OPTIONS (options);
  WeftPipelineState *state = WEFT_PIPELINE_STATE (view_state);
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_target (state);

  apply_lanes (self, state);
  if ((int) viewport->layout != get (self, "layout"))
    weft_pipeline_state_set_layout (state, get (self, "layout"));
  apply_colors (self, state);
  if ((int) viewport->scheme != get (self, "scheme"))
    weft_pipeline_state_set_scheme (state, get (self, "scheme"));
  if ((int) viewport->arrows != get (self, "arrows"))
    weft_pipeline_state_set_arrows (state, get (self, "arrows"));
}

static void
take (WeftViewOptions *self, WeftViewState *view_state)
{
  const WeftPipelineViewport *viewport =
    weft_pipeline_state_get_target (WEFT_PIPELINE_STATE (view_state));

  g_object_set (self, "layout", viewport->layout, "lanes", viewport->lanes, "scheme",
                viewport->scheme, "arrows", viewport->arrows, NULL);
}

static void
weft_pipeline_options_class_init (WeftPipelineOptionsClass *klass)
{
  WeftViewOptionsClass *options_class = WEFT_VIEW_OPTIONS_CLASS (klass);

  options_class->apply = apply;
  options_class->take = take;
  weft_view_options_class_add_enum (options_class, "layout", WEFT_TYPE_PIPELINE_LAYOUT,
                                    WEFT_PIPELINE_TIME);
  weft_view_options_class_add_enum (options_class, "lanes", WEFT_TYPE_PIPELINE_LANES,
                                    WEFT_LANES_OVERLAID);
  weft_view_options_class_add_enum (options_class, "scheme", WEFT_TYPE_PIPELINE_SCHEME,
                                    WEFT_SCHEME_STAGE);
  weft_view_options_class_add_enum (options_class, "arrows", WEFT_TYPE_PIPELINE_ARROWS,
                                    WEFT_ARROWS_CURVE);
  /* These, and from "structures" on, are properties of the state. */
  weft_view_options_class_add_enum (options_class, "order", WEFT_TYPE_ROWS_ORDER,
                                    WEFT_ROWS_BY_FETCH);
  weft_view_options_class_add_boolean (options_class, "hide-flushed", FALSE);
  weft_view_options_class_add_boolean (options_class, "follow", TRUE);
  weft_view_options_class_add_boolean (options_class, "fixed-op-height", FALSE);
  weft_view_options_class_add (
    options_class, g_param_spec_string ("colors", NULL, NULL, "", WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add_boolean (options_class, "structures", TRUE);
  weft_view_options_class_add_boolean (options_class, "infer", TRUE);
  weft_view_options_class_add (
    options_class, g_param_spec_string ("phases", NULL, NULL, "", WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (
    options_class,
    g_param_spec_int ("width", NULL, NULL, 0, WEFT_MAX_WIDTH, 0, WEFT_VIEW_OPTION_FLAGS));
}

static void
weft_pipeline_options_init (WeftPipelineOptions *self G_GNUC_UNUSED)
{
}
