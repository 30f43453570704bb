/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-options.h"

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
                    G_DEFINE_ENUM_VALUE (WEFT_SCHEME_SINGLE, "single"))

G_DEFINE_ENUM_TYPE (WeftPipelineArrows, weft_pipeline_arrows,
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_OFF, "off"),
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_STRAIGHT, "straight"),
                    G_DEFINE_ENUM_VALUE (WEFT_ARROWS_CURVE, "curve"))

enum {
  PROP_0,
  PROP_LAYOUT,
  PROP_LANES,
  PROP_SCHEME,
  PROP_ARROWS,
  PROP_HIDE_FLUSHED,
  PROP_FOLLOW,
  PROP_FIXED_OP_HEIGHT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

struct _WeftViewOptions
{
  GObject parent_instance;

  int values[N_PROPS];  /* of enumerations and booleans alike */
  gboolean split_fixed; /* "fixed-op-height" when lanes were split last */
};

G_DEFINE_FINAL_TYPE (WeftViewOptions, weft_view_options, G_TYPE_OBJECT)

static void
set_value (WeftViewOptions *self, guint id, int value)
{
  if (self->values[id] == value)
    return;
  self->values[id] = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
weft_view_options_set_property (GObject *object, guint id, const GValue *value,
                                GParamSpec *pspec)
{
  WeftViewOptions *self = WEFT_VIEW_OPTIONS (object);

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    set_value (self, id, g_value_get_enum (value));
  else
    set_value (self, id, g_value_get_boolean (value));
}

static void
weft_view_options_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftViewOptions *self = WEFT_VIEW_OPTIONS (object);

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_value_set_enum (value, self->values[id]);
  else
    g_value_set_boolean (value, self->values[id]);
}

#define FLAGS (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

static void
weft_view_options_class_init (WeftViewOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = weft_view_options_set_property;
  object_class->get_property = weft_view_options_get_property;

  properties[PROP_LAYOUT] = g_param_spec_enum ("layout", NULL, NULL, WEFT_TYPE_PIPELINE_LAYOUT,
                                               WEFT_PIPELINE_TIME, FLAGS);
  properties[PROP_LANES] = g_param_spec_enum ("lanes", NULL, NULL, WEFT_TYPE_PIPELINE_LANES,
                                              WEFT_LANES_OVERLAID, FLAGS);
  properties[PROP_SCHEME] = g_param_spec_enum ("scheme", NULL, NULL, WEFT_TYPE_PIPELINE_SCHEME,
                                               WEFT_SCHEME_STAGE, FLAGS);
  properties[PROP_ARROWS] = g_param_spec_enum ("arrows", NULL, NULL, WEFT_TYPE_PIPELINE_ARROWS,
                                               WEFT_ARROWS_STRAIGHT, FLAGS);
  properties[PROP_HIDE_FLUSHED] =
    g_param_spec_boolean ("hide-flushed", NULL, NULL, FALSE, FLAGS);
  properties[PROP_FOLLOW] = g_param_spec_boolean ("follow", NULL, NULL, TRUE, FLAGS);
  properties[PROP_FIXED_OP_HEIGHT] =
    g_param_spec_boolean ("fixed-op-height", NULL, NULL, FALSE, FLAGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_view_options_init (WeftViewOptions *self)
{
  self->values[PROP_ARROWS] = WEFT_ARROWS_STRAIGHT;
  self->values[PROP_FOLLOW] = TRUE;
}

WeftViewOptions *
weft_view_options_new (void)
{
  return g_object_new (WEFT_TYPE_VIEW_OPTIONS, NULL);
}

/* --- settings and key files ------------------------------------------------------------------- */

void
weft_view_options_read_settings (WeftViewOptions *self, GSettings *settings)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for (guint id = 1; id < N_PROPS; id++)
    if (G_IS_PARAM_SPEC_ENUM (properties[id]))
      set_value (self, id, g_settings_get_enum (settings, properties[id]->name));
    else
      set_value (self, id, g_settings_get_boolean (settings, properties[id]->name));
}

void
weft_view_options_write_settings (WeftViewOptions *self, GSettings *settings)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for (guint id = 1; id < N_PROPS; id++)
    if (G_IS_PARAM_SPEC_ENUM (properties[id]))
      g_settings_set_enum (settings, properties[id]->name, self->values[id]);
    else
      g_settings_set_boolean (settings, properties[id]->name, self->values[id]);
}

static void
read_key (WeftViewOptions *self, guint id, GKeyFile *file, const char *group)
{
  g_autofree char *text = g_key_file_get_string (file, group, properties[id]->name, NULL);

  if (text == NULL)
    return;
  if (G_IS_PARAM_SPEC_ENUM (properties[id]))
    {
      GEnumClass *values = G_PARAM_SPEC_ENUM (properties[id])->enum_class;
      GEnumValue *value = g_enum_get_value_by_nick (values, text);

      if (value != NULL)
        set_value (self, id, value->value);
    }
  else if (g_str_equal (text, "true") || g_str_equal (text, "false"))
    set_value (self, id, g_str_equal (text, "true"));
}

void
weft_view_options_read_key_file (WeftViewOptions *self, GKeyFile *file, const char *group)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for (guint id = 1; id < N_PROPS; id++)
    read_key (self, id, file, group);
}

void
weft_view_options_write_key_file (WeftViewOptions *self, GKeyFile *file, const char *group)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for (guint id = 1; id < N_PROPS; id++)
    if (G_IS_PARAM_SPEC_ENUM (properties[id]))
      {
        GEnumClass *values = G_PARAM_SPEC_ENUM (properties[id])->enum_class;

        g_key_file_set_string (file, group, properties[id]->name,
                               g_enum_get_value (values, self->values[id])->value_nick);
      }
    else
      g_key_file_set_boolean (file, group, properties[id]->name, self->values[id]);
}

/* --- the picture ------------------------------------------------------------------------------- */

/* Rows change their height where lanes are split or joined, so a new manner of splitting takes
 * both. */
static void
apply_lanes (WeftViewOptions *self, WeftPipelineState *state)
{
  WeftPipelineLanes lanes = (WeftPipelineLanes) self->values[PROP_LANES];
  gboolean fixed = self->values[PROP_FIXED_OP_HEIGHT];
  gboolean split = weft_pipeline_state_get_target (state)->lanes == WEFT_LANES_SPLIT;

  if (split && lanes == WEFT_LANES_SPLIT && fixed != self->split_fixed)
    weft_pipeline_state_set_lanes (state, WEFT_LANES_OVERLAID, self->split_fixed);
  /* They are joined in the way in which they were split. */
  if (lanes == WEFT_LANES_SPLIT)
    self->split_fixed = fixed;
  if (weft_pipeline_state_get_target (state)->lanes != lanes)
    weft_pipeline_state_set_lanes (state, lanes, self->split_fixed);
}

void
weft_view_options_apply (WeftViewOptions *self, WeftPipelineState *state)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_target (state);
  const int *values = self->values;

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  apply_lanes (self, state);
  if ((int) viewport->layout != values[PROP_LAYOUT])
    weft_pipeline_state_set_layout (state, values[PROP_LAYOUT]);
  if ((int) viewport->scheme != values[PROP_SCHEME])
    weft_pipeline_state_set_scheme (state, values[PROP_SCHEME]);
  if ((int) viewport->arrows != values[PROP_ARROWS])
    weft_pipeline_state_set_arrows (state, values[PROP_ARROWS]);
  if (weft_pipeline_state_get_hide_flushed (state) != values[PROP_HIDE_FLUSHED])
    weft_pipeline_state_set_hide_flushed (state, values[PROP_HIDE_FLUSHED]);
  if (weft_pipeline_state_get_follow (state) != values[PROP_FOLLOW])
    weft_pipeline_state_set_follow (state, values[PROP_FOLLOW]);
}

void
weft_view_options_take (WeftViewOptions *self, WeftPipelineState *state)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_target (state);

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  set_value (self, PROP_LAYOUT, viewport->layout);
  set_value (self, PROP_LANES, viewport->lanes);
  set_value (self, PROP_SCHEME, viewport->scheme == WEFT_SCHEME_CUSTOM ? self->values[PROP_SCHEME]
                                                                       : (int) viewport->scheme);
  set_value (self, PROP_ARROWS, viewport->arrows);
  set_value (self, PROP_HIDE_FLUSHED, weft_pipeline_state_get_hide_flushed (state));
  set_value (self, PROP_FOLLOW, weft_pipeline_state_get_follow (state));
}

GActionGroup *
weft_view_options_create_actions (WeftViewOptions *self)
{
  GSimpleActionGroup *actions = g_simple_action_group_new ();

  g_return_val_if_fail (WEFT_IS_VIEW_OPTIONS (self), NULL);

  for (guint id = 1; id < N_PROPS; id++)
    {
      const char *name = properties[id]->name;
      g_autoptr (GPropertyAction) action = g_property_action_new (name, self, name);

      g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
    }
  return G_ACTION_GROUP (actions);
}
