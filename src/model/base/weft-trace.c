/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-trace.h"

#include "weft-handover.h"

typedef struct
{
  char *title;
  char *format;
  WeftDiagnostics *diagnostics;
  WeftTextStore *text;
  WeftTraceOrigin *origin; /* under the lock */
  GMainContext *context;
  WeftLock lock;
  pthread_cond_t grown;
  _Atomic int state;
  _Atomic guint generation;
  _Atomic gboolean pending; /* an emission waits in the context */
} WeftTracePrivate;

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_CONTEXT,
  N_PROPS
};
enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftTrace, weft_trace, G_TYPE_OBJECT)

static WeftTracePrivate *
get_private (WeftTrace *self)
{
  return weft_trace_get_instance_private (self);
}

WeftChunkStore *
weft_storage_open (WeftStorage storage)
{
  WeftChunkStore *store =
    storage == WEFT_STORAGE_FILE ? weft_chunk_store_new (WEFT_CHUNKS_FILE, NULL) : NULL;

  return store != NULL ? store : weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
}

static void
weft_trace_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftTracePrivate *priv = get_private (WEFT_TRACE (object));

  switch (id)
    {
    case PROP_TITLE:
      priv->title = g_value_dup_string (value);
      break;
    case PROP_CONTEXT:
      priv->context = g_value_dup_boxed (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_trace_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftTracePrivate *priv = get_private (WEFT_TRACE (object));

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, priv->title);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_trace_finalize (GObject *object)
{
  WeftTracePrivate *priv = get_private (WEFT_TRACE (object));

  g_free (priv->title);
  g_free (priv->format);
  g_object_unref (priv->diagnostics);
  g_clear_pointer (&priv->text, weft_text_store_unref);
  g_clear_pointer (&priv->origin, weft_trace_origin_unref);
  g_clear_pointer (&priv->context, g_main_context_unref);
  pthread_cond_destroy (&priv->grown);
  pthread_mutex_destroy (&priv->lock);
  G_OBJECT_CLASS (weft_trace_parent_class)->finalize (object);
}

static void
weft_trace_class_init (WeftTraceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = weft_trace_set_property;
  object_class->get_property = weft_trace_get_property;
  object_class->finalize = weft_trace_finalize;

  properties[PROP_TITLE] = g_param_spec_string (
    "title", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_CONTEXT] =
    g_param_spec_boxed ("context", NULL, NULL, G_TYPE_MAIN_CONTEXT,
                        G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /* Emitted in the trace's main context after weft_trace_changed(). */
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_TRACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
weft_trace_init (WeftTrace *self)
{
  WeftTracePrivate *priv = get_private (self);

  priv->diagnostics = weft_diagnostics_new ();
  pthread_mutex_init (&priv->lock, NULL);
  pthread_cond_init (&priv->grown, NULL);
}

const char *
weft_trace_get_title (WeftTrace *self)
{
  return get_private (self)->title;
}

const char *
weft_trace_get_format (WeftTrace *self)
{
  return get_private (self)->format;
}

void
weft_trace_set_format (WeftTrace *self, const char *format)
{
  g_free (get_private (self)->format);
  get_private (self)->format = g_strdup (format);
}

WeftDiagnostics *
weft_trace_get_diagnostics (WeftTrace *self)
{
  return get_private (self)->diagnostics;
}

WeftTraceState
weft_trace_get_state (WeftTrace *self)
{
  return (WeftTraceState) atomic_load (&get_private (self)->state);
}

void
weft_trace_set_state (WeftTrace *self, WeftTraceState state)
{
  atomic_store (&get_private (self)->state, (int) state);
  weft_trace_changed (self);
}

guint
weft_trace_get_generation (WeftTrace *self)
{
  return atomic_load (&get_private (self)->generation);
}

guint
weft_trace_wait (WeftTrace *self, guint seen)
{
  WeftTracePrivate *priv = get_private (self);
  guint generation;

  weft_lock (&priv->lock);
  while ((generation = atomic_load (&priv->generation)) == seen)
    pthread_cond_wait (&priv->grown, &priv->lock);
  weft_unlock (&priv->lock);
  return generation;
}

static gboolean
emit_changed (gpointer data)
{
  atomic_store (&get_private (data)->pending, FALSE);
  g_signal_emit (data, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

void
weft_trace_changed (WeftTrace *self)
{
  WeftTracePrivate *priv = get_private (self);
  g_autoptr (GSource) source = NULL;

  weft_lock (&priv->lock);
  atomic_fetch_add (&priv->generation, 1);
  pthread_cond_broadcast (&priv->grown);
  weft_unlock (&priv->lock);
  if (priv->context == NULL || atomic_exchange (&priv->pending, TRUE))
    return;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_changed, g_object_ref (self), g_object_unref);
  g_source_attach (source, priv->context);
}

const char *
weft_trace_get_time_unit (WeftTrace *self)
{
  return WEFT_TRACE_GET_CLASS (self)->get_time_unit (self);
}

WeftTextStore *
weft_trace_get_text (WeftTrace *self)
{
  return get_private (self)->text;
}

void
weft_trace_set_text (WeftTrace *self, WeftTextStore *text)
{
  g_clear_pointer (&get_private (self)->text, weft_text_store_unref);
  get_private (self)->text = weft_text_store_ref (text);
}

WeftTraceOrigin *
weft_trace_ref_origin (WeftTrace *self)
{
  WeftTracePrivate *priv = get_private (self);
  WeftTraceOrigin *origin;

  weft_lock (&priv->lock);
  origin = priv->origin != NULL ? weft_trace_origin_ref (priv->origin) : NULL;
  weft_unlock (&priv->lock);
  return origin;
}

void
weft_trace_set_origin (WeftTrace *self, WeftTraceOrigin *origin)
{
  WeftTracePrivate *priv = get_private (self);

  weft_lock (&priv->lock);
  g_clear_pointer (&priv->origin, weft_trace_origin_unref);
  priv->origin = origin != NULL ? weft_trace_origin_ref (origin) : NULL;
  weft_unlock (&priv->lock);
}
