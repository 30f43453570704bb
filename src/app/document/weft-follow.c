/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-follow.h"

/* Milliseconds after which is looked whether the beginning of a line, which was left out because
 * more of it may come, has become a line, or is all that there will be. */
#define REST_DELAY 1000

/* Before the user has said anything, a file is followed from when it grows. */
typedef enum
{
  MODE_AUTOMATIC,
  MODE_ON,
  MODE_OFF,
} Mode;

struct _WeftFollow
{
  GObject parent_instance;

  Mode mode;
  WeftLoad *load;            /* that can be resumed; NULL: none */
  GCancellable *cancellable; /* of the look under way; NULL: none is */
  gboolean again;            /* the file has changed since that began */
  guint rest_timer;
};

enum
{
  PROP_0,
  PROP_ON,
  PROP_POSSIBLE,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];
G_DEFINE_FINAL_TYPE (WeftFollow, weft_follow, G_TYPE_OBJECT)

gboolean
weft_follow_is_possible (WeftFollow *self)
{
  return self->load != NULL;
}

gboolean
weft_follow_get_on (WeftFollow *self)
{
  return self->mode == MODE_ON;
}

gboolean
weft_follow_is_automatic (WeftFollow *self)
{
  return self->mode != MODE_OFF;
}

WeftGrowth
weft_follow_get_growth (WeftFollow *self)
{
  static const WeftGrowth growths[] = { WEFT_GROWTH_LIKELY, WEFT_GROWTH_SURE, WEFT_GROWTH_NONE };

  return growths[self->mode];
}

static void
set_mode (WeftFollow *self, Mode mode)
{
  gboolean was_on = weft_follow_get_on (self);

  self->mode = mode;
  if (weft_follow_get_on (self) != was_on)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ON]);
}

static gboolean
on_rest_timer (gpointer data)
{
  WeftFollow *self = data;

  self->rest_timer = 0;
  weft_follow_look (self);
  return G_SOURCE_REMOVE;
}

/* While it is on, the beginning of a line waits for the rest of it as long as that takes. */
static void
watch_rest (WeftFollow *self)
{
  if (self->mode != MODE_ON && self->rest_timer == 0 && weft_load_has_rest (self->load))
    self->rest_timer = g_timeout_add (REST_DELAY, on_rest_timer, self);
}

static void
on_resumed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftFollow) self = data;
  g_autoptr (GError) error = NULL;
  gboolean grown, again = self->again;

  weft_load_resume_finish (WEFT_LOAD (source), result, &grown, &error);
  if (self->load != WEFT_LOAD (source))
    return;
  g_clear_object (&self->cancellable);
  self->again = FALSE;
  if (error != NULL)
    {
      weft_follow_set_load (self, NULL);
      g_signal_emit_by_name (self, "ended", error);
      return;
    }
  if (grown && self->mode == MODE_AUTOMATIC)
    set_mode (self, MODE_ON);
  if (grown)
    g_signal_emit_by_name (self, "grown");
  if (again)
    weft_follow_look (self);
  else if (self->load != NULL)
    watch_rest (self);
}

void
weft_follow_look (WeftFollow *self)
{
  g_return_if_fail (WEFT_IS_FOLLOW (self));

  if (self->cancellable != NULL)
    self->again = TRUE;
  if (self->load == NULL || self->cancellable != NULL)
    return;
  self->cancellable = g_cancellable_new ();
  weft_load_resume_async (self->load, weft_follow_get_growth (self), self->cancellable, on_resumed,
                          g_object_ref (self));
}

void
weft_follow_set_on (WeftFollow *self, gboolean on)
{
  g_return_if_fail (WEFT_IS_FOLLOW (self));

  if (weft_follow_get_on (self) == on)
    return;
  set_mode (self, on ? MODE_ON : MODE_OFF);
  /* It may have grown while it was off; and nothing waits for more when it goes off. */
  weft_follow_look (self);
}

void
weft_follow_set_load (WeftFollow *self, WeftLoad *load)
{
  gboolean was_possible;

  g_return_if_fail (WEFT_IS_FOLLOW (self));

  was_possible = weft_follow_is_possible (self);
  if (load != NULL && !weft_load_can_resume (load))
    load = NULL;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->rest_timer, g_source_remove);
  self->again = FALSE;
  g_set_object (&self->load, load);
  if (weft_follow_is_possible (self) != was_possible)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSSIBLE]);
  if (self->load != NULL)
    watch_rest (self);
}

static void
weft_follow_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftFollow *self = WEFT_FOLLOW (object);

  switch (id)
    {
    case PROP_ON:
      g_value_set_boolean (value, weft_follow_get_on (self));
      break;
    case PROP_POSSIBLE:
      g_value_set_boolean (value, weft_follow_is_possible (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_follow_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_ON:
      weft_follow_set_on (WEFT_FOLLOW (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_follow_dispose (GObject *object)
{
  WeftFollow *self = WEFT_FOLLOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->rest_timer, g_source_remove);
  g_clear_object (&self->load);
  G_OBJECT_CLASS (weft_follow_parent_class)->dispose (object);
}

static void
weft_follow_class_init (WeftFollowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_follow_get_property;
  object_class->set_property = weft_follow_set_property;
  object_class->dispose = weft_follow_dispose;

  properties[PROP_ON] = g_param_spec_boolean (
    "on", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_POSSIBLE] =
    g_param_spec_boolean ("possible", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_signal_new ("grown", WEFT_TYPE_FOLLOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("ended", WEFT_TYPE_FOLLOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
weft_follow_init (WeftFollow *self G_GNUC_UNUSED)
{
}

WeftFollow *
weft_follow_new (void)
{
  return g_object_new (WEFT_TYPE_FOLLOW, NULL);
}
