/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-view-options.h"

typedef struct
{
  GHashTable *values; /* GParamSpec → GValue, of those that are not the default */
  GObject *bound;     /* the state whose properties follow these; weak */
} WeftViewOptionsPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (WeftViewOptions, weft_view_options, G_TYPE_OBJECT)

/* --- values ------------------------------------------------------------------------------------- */

static const GValue *
get_value (WeftViewOptions *self, GParamSpec *pspec)
{
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);
  const GValue *value = g_hash_table_lookup (priv->values, pspec);

  return value != NULL ? value : g_param_spec_get_default_value (pspec);
}

static void
set_value (WeftViewOptions *self, GParamSpec *pspec, const GValue *value)
{
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);
  GValue *copy;

  if (g_param_values_cmp (pspec, get_value (self, pspec), value) == 0)
    return;
  copy = g_new0 (GValue, 1);
  g_value_init (copy, pspec->value_type);
  g_value_copy (value, copy);
  g_hash_table_insert (priv->values, pspec, copy);
  g_object_notify_by_pspec (G_OBJECT (self), pspec);
}

static void
free_value (gpointer data)
{
  g_value_unset (data);
  g_free (data);
}

static void
weft_view_options_set_property (GObject *object, guint id G_GNUC_UNUSED, const GValue *value,
                                GParamSpec *pspec)
{
  set_value (WEFT_VIEW_OPTIONS (object), pspec, value);
}

static void
weft_view_options_get_property (GObject *object, guint id G_GNUC_UNUSED, GValue *value,
                                GParamSpec *pspec)
{
  g_value_copy (get_value (WEFT_VIEW_OPTIONS (object), pspec), value);
}

void
weft_view_options_class_add (WeftViewOptionsClass *klass, GParamSpec *pspec)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  g_autofree GParamSpec **others = NULL;
  guint n;

  object_class->set_property = weft_view_options_set_property;
  object_class->get_property = weft_view_options_get_property;
  others = g_object_class_list_properties (object_class, &n);
  g_object_class_install_property (object_class, n + 1, pspec);
}

static GParamSpec *
find_option (WeftViewOptions *self, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (self), name);
}

int
weft_view_options_get (WeftViewOptions *self, const char *name)
{
  const GValue *value = get_value (self, find_option (self, name));

  if (G_VALUE_HOLDS_ENUM (value))
    return g_value_get_enum (value);
  return G_VALUE_HOLDS_BOOLEAN (value) ? g_value_get_boolean (value) : g_value_get_int (value);
}

static void
init_value (GParamSpec *pspec, int number, GValue *value)
{
  g_value_init (value, pspec->value_type);
  if (G_VALUE_HOLDS_ENUM (value))
    g_value_set_enum (value, number);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, number);
  else
    g_value_set_int (value, number);
}

void
weft_view_options_set (WeftViewOptions *self, const char *name, int number)
{
  GParamSpec *pspec = find_option (self, name);
  g_auto (GValue) value = G_VALUE_INIT;

  init_value (pspec, number, &value);
  set_value (self, pspec, &value);
}

/* --- settings ------------------------------------------------------------------------------------- */

typedef void (*EachOption) (WeftViewOptions *self, GParamSpec *pspec, const char *key,
                            gpointer data);

static void
for_each_option (WeftViewOptions *self, EachOption each, gpointer data)
{
  const char *prefix = WEFT_VIEW_OPTIONS_GET_CLASS (self)->prefix;
  guint n;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (self), &n);

  for (guint i = 0; i < n; i++)
    {
      gboolean shared = pspecs[i]->owner_type == WEFT_TYPE_VIEW_OPTIONS;
      g_autofree char *key = g_strconcat (shared ? "" : prefix, pspecs[i]->name, NULL);

      each (self, pspecs[i], key, data);
    }
}

static gboolean
has_key (GSettings *settings, const char *key)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key);
}

static void
read_setting (WeftViewOptions *self, GParamSpec *pspec, const char *key, gpointer data)
{
  GSettings *settings = data;
  g_auto (GValue) value = G_VALUE_INIT;

  if (!has_key (settings, key))
    return;
  g_value_init (&value, pspec->value_type);
  if (G_VALUE_HOLDS_ENUM (&value))
    g_value_set_enum (&value, g_settings_get_enum (settings, key));
  else if (G_VALUE_HOLDS_BOOLEAN (&value))
    g_value_set_boolean (&value, g_settings_get_boolean (settings, key));
  else if (G_VALUE_HOLDS_INT (&value))
    g_value_set_int (&value, g_settings_get_int (settings, key));
  else if (G_VALUE_HOLDS_DOUBLE (&value))
    g_value_set_double (&value, g_settings_get_double (settings, key));
  else
    g_value_take_string (&value, g_settings_get_string (settings, key));
  set_value (self, pspec, &value);
}

static void
write_setting (WeftViewOptions *self, GParamSpec *pspec, const char *key, gpointer data)
{
  GSettings *settings = data;
  const GValue *value = get_value (self, pspec);

  if (!has_key (settings, key))
    return;
  if (G_VALUE_HOLDS_ENUM (value))
    g_settings_set_enum (settings, key, g_value_get_enum (value));
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_settings_set_boolean (settings, key, g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_INT (value))
    g_settings_set_int (settings, key, g_value_get_int (value));
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_settings_set_double (settings, key, g_value_get_double (value));
  else
    g_settings_set_string (settings, key, g_value_get_string (value));
}

void
weft_view_options_read_settings (WeftViewOptions *self, GSettings *settings)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for_each_option (self, read_setting, settings);
}

void
weft_view_options_write_settings (WeftViewOptions *self, GSettings *settings)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for_each_option (self, write_setting, settings);
}

/* --- key files -------------------------------------------------------------------------------------- */

typedef struct
{
  GKeyFile *file;
  const char *group;
} KeyFileGroup;

/* FALSE where the text is no value of the option. */
static gboolean
parse_value (GParamSpec *pspec, const char *text, GValue *value)
{
  char *end = NULL;

  g_value_init (value, pspec->value_type);
  if (G_IS_PARAM_SPEC_ENUM (pspec))
    {
      const GEnumValue *known =
        g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (pspec)->enum_class, text);

      if (known != NULL)
        g_value_set_enum (value, known->value);
      return known != NULL;
    }
  if (G_VALUE_HOLDS_BOOLEAN (value))
    {
      g_value_set_boolean (value, g_str_equal (text, "true"));
      return g_str_equal (text, "true") || g_str_equal (text, "false");
    }
  if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, text);
  else if (G_VALUE_HOLDS_INT (value))
    g_value_set_int (value, (int) g_ascii_strtoll (text, &end, 10));
  else
    g_value_set_double (value, g_ascii_strtod (text, &end));
  return (end == NULL || (end != text && *end == '\0')) && !g_param_value_validate (pspec, value);
}

static void
read_key (WeftViewOptions *self, GParamSpec *pspec, const char *key G_GNUC_UNUSED, gpointer data)
{
  KeyFileGroup *group = data;
  g_autofree char *text = g_key_file_get_string (group->file, group->group, pspec->name, NULL);
  g_auto (GValue) value = G_VALUE_INIT;

  if (text != NULL && parse_value (pspec, text, &value))
    set_value (self, pspec, &value);
}

static void
write_key (WeftViewOptions *self, GParamSpec *pspec, const char *key G_GNUC_UNUSED, gpointer data)
{
  KeyFileGroup *group = data;
  const GValue *value = get_value (self, pspec);

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_key_file_set_string (
      group->file, group->group, pspec->name,
      g_enum_get_value (G_PARAM_SPEC_ENUM (pspec)->enum_class, g_value_get_enum (value))
        ->value_nick);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_key_file_set_boolean (group->file, group->group, pspec->name, g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_INT (value))
    g_key_file_set_integer (group->file, group->group, pspec->name, g_value_get_int (value));
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_key_file_set_double (group->file, group->group, pspec->name, g_value_get_double (value));
  else
    g_key_file_set_string (group->file, group->group, pspec->name, g_value_get_string (value));
}

void
weft_view_options_read_key_file (WeftViewOptions *self, GKeyFile *file, const char *group)
{
  KeyFileGroup place = { file, group };

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for_each_option (self, read_key, &place);
}

void
weft_view_options_write_key_file (WeftViewOptions *self, GKeyFile *file, const char *group)
{
  KeyFileGroup place = { file, group };

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  for_each_option (self, write_key, &place);
}

/* --- the picture ------------------------------------------------------------------------------------- */

static double
get_clock (WeftViewOptions *self)
{
  return g_value_get_double (get_value (self, find_option (self, "clock")));
}

void
weft_view_options_apply_clock (WeftViewOptions *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  weft_view_state_set_clock (state, get_clock (self), weft_view_options_get (self, "show-time"));
}

static void
bind (WeftViewOptions *self, GParamSpec *pspec, const char *key G_GNUC_UNUSED, gpointer state)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (state), pspec->name) != NULL)
    g_object_bind_property (self, pspec->name, state, pspec->name,
                            G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
}

void
weft_view_options_apply (WeftViewOptions *self, WeftViewState *state)
{
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  if (g_set_weak_pointer (&priv->bound, G_OBJECT (state)))
    for_each_option (self, bind, state);
  weft_view_options_apply_clock (self, state);
  WEFT_VIEW_OPTIONS_GET_CLASS (self)->apply (self, state);
}

void
weft_view_options_take (WeftViewOptions *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  WEFT_VIEW_OPTIONS_GET_CLASS (self)->take (self, state);
}

WeftReadFlags
weft_view_options_get_read_flags (WeftViewOptions *self)
{
  g_return_val_if_fail (WEFT_IS_VIEW_OPTIONS (self), WEFT_READ_PLAINLY);

  return WEFT_VIEW_OPTIONS_GET_CLASS (self)->get_read_flags (self);
}

static void
on_show_time (WeftViewOptions *self, GVariant *value)
{
  weft_view_options_set (self, "show-time", g_variant_get_boolean (value));
}

static void
follow_clock (WeftViewOptions *self, GParamSpec *pspec G_GNUC_UNUSED, GSimpleAction *action)
{
  gboolean on = weft_view_options_get (self, "show-time");

  g_simple_action_set_enabled (action, get_clock (self) > 0);
  g_simple_action_set_state (action, g_variant_new_boolean (on));
}

/* Times can be shown only where there is a clock. */
static GAction *
create_time_action (WeftViewOptions *self)
{
  GSimpleAction *action =
    g_simple_action_new_stateful ("show-time", NULL, g_variant_new_boolean (FALSE));

  g_signal_connect_object (action, "change-state", G_CALLBACK (on_show_time), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "notify::clock", G_CALLBACK (follow_clock), action, 0);
  g_signal_connect_object (self, "notify::show-time", G_CALLBACK (follow_clock), action, 0);
  follow_clock (self, NULL, action);
  return G_ACTION (action);
}

static void
add_action (WeftViewOptions *self, GParamSpec *pspec, const char *key G_GNUC_UNUSED, gpointer data)
{
  g_autoptr (GAction) action =
    g_str_equal (pspec->name, "show-time")
      ? create_time_action (self)
      : G_ACTION (g_property_action_new (pspec->name, self, pspec->name));

  g_action_map_add_action (G_ACTION_MAP (data), action);
}

GActionGroup *
weft_view_options_create_actions (WeftViewOptions *self)
{
  GSimpleActionGroup *actions = g_simple_action_group_new ();

  g_return_val_if_fail (WEFT_IS_VIEW_OPTIONS (self), NULL);

  for_each_option (self, add_action, actions);
  return G_ACTION_GROUP (actions);
}

/* --- the object ---------------------------------------------------------------------------------------- */

static void
do_nothing (WeftViewOptions *self G_GNUC_UNUSED, WeftViewState *state G_GNUC_UNUSED)
{
}

static void
weft_view_options_finalize (GObject *object)
{
  WeftViewOptionsPrivate *priv =
    weft_view_options_get_instance_private (WEFT_VIEW_OPTIONS (object));

  g_hash_table_unref (priv->values);
  g_clear_weak_pointer (&priv->bound);
  G_OBJECT_CLASS (weft_view_options_parent_class)->finalize (object);
}

static WeftReadFlags
read_plainly (WeftViewOptions *self G_GNUC_UNUSED)
{
  return WEFT_READ_PLAINLY;
}

static void
weft_view_options_class_init (WeftViewOptionsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_view_options_finalize;
  klass->prefix = "";
  klass->apply = do_nothing;
  klass->take = do_nothing;
  klass->get_read_flags = read_plainly;
  weft_view_options_class_add (
    klass,
    g_param_spec_double ("clock", NULL, NULL, 0, WEFT_VIEW_MAX_CLOCK, 0, WEFT_VIEW_OPTION_FLAGS));
  weft_view_options_class_add (
    klass, g_param_spec_boolean ("show-time", NULL, NULL, FALSE, WEFT_VIEW_OPTION_FLAGS));
}

static void
weft_view_options_init (WeftViewOptions *self)
{
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);

  priv->values = g_hash_table_new_full (NULL, NULL, NULL, free_value);
}

WeftViewOptions *
weft_view_options_new (void)
{
  return g_object_new (WEFT_TYPE_VIEW_OPTIONS, NULL);
}
