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
free_value (gpointer value)
{
  g_boxed_free (G_TYPE_VALUE, value);
}

static void
weft_view_options_set_property (GObject *object, guint id G_GNUC_UNUSED, const GValue *value,
                                GParamSpec *pspec)
{
  WeftViewOptions *self = WEFT_VIEW_OPTIONS (object);
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);

  if (g_param_values_cmp (pspec, get_value (self, pspec), value) == 0)
    return;
  g_hash_table_insert (priv->values, pspec, g_boxed_copy (G_TYPE_VALUE, value));
  g_object_notify_by_pspec (object, pspec);
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

void
weft_view_options_class_add_enum (WeftViewOptionsClass *klass, const char *name, GType type,
                                  int value)
{
  weft_view_options_class_add (
    klass, g_param_spec_enum (name, NULL, NULL, type, value, WEFT_VIEW_OPTION_FLAGS));
}

void
weft_view_options_class_add_boolean (WeftViewOptionsClass *klass, const char *name, gboolean value)
{
  weft_view_options_class_add (
    klass, g_param_spec_boolean (name, NULL, NULL, value, WEFT_VIEW_OPTION_FLAGS));
}

int
weft_view_options_get (WeftViewOptions *self, const char *name)
{
  int value;

  g_object_get (self, name, &value, NULL);
  return value;
}

typedef void (*EachOption) (WeftViewOptions *self, GAction *action, const char *key, gpointer data);

/* Each by an action of the property's name, whose state is its value as a setting has it. */
static void
for_each_option (WeftViewOptions *self, EachOption each, gpointer data)
{
  const char *prefix = WEFT_VIEW_OPTIONS_GET_CLASS (self)->prefix;
  guint n;
  g_autofree GParamSpec **pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (self), &n);

  for (guint i = 0; i < n; i++)
    {
      const char *name = pspecs[i]->name;
      gboolean shared = pspecs[i]->owner_type == WEFT_TYPE_VIEW_OPTIONS;
      g_autofree char *key = g_strconcat (shared ? "" : prefix, name, NULL);
      g_autoptr (GPropertyAction) action = g_property_action_new (name, self, name);

      each (self, G_ACTION (action), key, data);
    }
}

/* --- settings ------------------------------------------------------------------------------------- */

static gboolean
has_key (GSettings *settings, const char *key)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key);
}

/* Settings are defaults of documents to come. Options of an open one are its own, so they are read and
 * written once, not bound. */
static void
read_setting (WeftViewOptions *self G_GNUC_UNUSED, GAction *action, const char *key, gpointer data)
{
  g_autoptr (GVariant) value = has_key (data, key) ? g_settings_get_value (data, key) : NULL;

  if (value != NULL)
    g_action_change_state (action, value);
}

static void
write_setting (WeftViewOptions *self G_GNUC_UNUSED, GAction *action, const char *key, gpointer data)
{
  g_autoptr (GVariant) value = g_action_get_state (action);

  if (has_key (data, key))
    g_settings_set_value (data, key, value);
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

/* Whether an option can have that value: files may hold anything. */
static gboolean
is_usable (GParamSpec *pspec, GVariant *variant)
{
  g_auto (GValue) value = G_VALUE_INIT;

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    return g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (pspec)->enum_class,
                                     g_variant_get_string (variant, NULL))
           != NULL;
  g_dbus_gvariant_to_gvalue (variant, &value);
  return !g_param_value_validate (pspec, &value);
}

static void
read_key (WeftViewOptions *self, GAction *action, const char *key G_GNUC_UNUSED, gpointer data)
{
  KeyFileGroup *group = data;
  const char *name = g_action_get_name (action);
  const GVariantType *type = g_action_get_state_type (action);
  g_autofree char *text = g_key_file_get_string (group->file, group->group, name, NULL);
  g_autoptr (GVariant) value = NULL;

  if (text == NULL)
    return;
  if (g_variant_type_equal (type, G_VARIANT_TYPE_STRING))
    value = g_variant_ref_sink (g_variant_new_string (text));
  else
    value = g_variant_parse (type, text, NULL, NULL, NULL);
  if (value != NULL
      && is_usable (g_object_class_find_property (G_OBJECT_GET_CLASS (self), name), value))
    g_action_change_state (action, value);
}

static void
write_key (WeftViewOptions *self G_GNUC_UNUSED, GAction *action, const char *key G_GNUC_UNUSED,
           gpointer data)
{
  KeyFileGroup *group = data;
  const char *name = g_action_get_name (action);
  g_autoptr (GVariant) value = g_action_get_state (action);
  g_autofree char *text = g_variant_print (value, FALSE);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    g_key_file_set_string (group->file, group->group, name, g_variant_get_string (value, NULL));
  else
    g_key_file_set_value (group->file, group->group, name, text);
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
  double clock;

  g_object_get (self, "clock", &clock, NULL);
  return clock;
}

void
weft_view_options_apply_clock (WeftViewOptions *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  weft_view_state_set_clock (state, get_clock (self), weft_view_options_get (self, "show-time"));
}

static void
bind (WeftViewOptions *self, GAction *action, const char *key G_GNUC_UNUSED, gpointer state)
{
  const char *name = g_action_get_name (action);

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (state), name) != NULL)
    g_object_bind_property (self, name, state, name,
                            G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  else if (g_str_equal (name, "fold-empty"))
    g_object_bind_property (self, name, weft_view_state_get_axis (state), name,
                            G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
}

void
weft_view_options_apply (WeftViewOptions *self, WeftViewState *state)
{
  WeftViewOptionsPrivate *priv;

  g_return_if_fail (WEFT_IS_VIEW_OPTIONS (self));

  priv = weft_view_options_get_instance_private (self);
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
  g_object_set (self, "show-time", g_variant_get_boolean (value), NULL);
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
add_action (WeftViewOptions *self, GAction *action, const char *key G_GNUC_UNUSED, gpointer data)
{
  g_autoptr (GAction) added = g_str_equal (g_action_get_name (action), "show-time")
                                ? create_time_action (self)
                                : g_object_ref (action);

  g_action_map_add_action (G_ACTION_MAP (data), added);
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
  weft_view_options_class_add_boolean (klass, "show-time", FALSE);
  weft_view_options_class_add_boolean (klass, "fold-empty", TRUE);
}

static void
weft_view_options_init (WeftViewOptions *self)
{
  WeftViewOptionsPrivate *priv = weft_view_options_get_instance_private (self);

  priv->values = g_hash_table_new_full (NULL, NULL, NULL, free_value);
}
