/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-shown-return.h"

#include "weft-family.h"
#include "weft-shown-queries.h"

#define RETURN_KEY "weft-shown-return"

typedef struct
{
  GVariant *queries;         /* for the next picture; nullable */
  WeftShownResults *results; /* of the picture that there is; nullable */
} Return;

static void
return_free (gpointer data)
{
  Return *self = data;

  g_clear_pointer (&self->queries, g_variant_unref);
  g_clear_object (&self->results);
  g_free (self);
}

static Return *
get_return (WeftDocument *document)
{
  return g_object_get_data (G_OBJECT (document), RETURN_KEY);
}

static void
tell (WeftDocument *document, const char *text)
{
  g_signal_emit_by_name (document, "notice", text);
}

/* Another picture shows what the one before did. */
static void
state_changed (WeftDocument *document)
{
  Return *self = get_return (document);
  WeftViewState *state = weft_document_get_state (document);
  WeftShownQueries *shown;

  if (self->results != NULL)
    {
      g_clear_pointer (&self->queries, g_variant_unref);
      self->queries = weft_shown_results_save (self->results, FALSE);
    }
  g_clear_object (&self->results);
  if (state == NULL)
    return;
  self->results = g_object_ref (weft_shown_results_get (state));
  shown = weft_shown_queries_get (
    state, weft_family_find (weft_view_state_get_trace (state))->get_query_options);
  g_signal_connect_object (shown, "failed", G_CALLBACK (tell), document, G_CONNECT_SWAPPED);
  if (self->queries != NULL)
    weft_shown_queries_ask (shown, self->queries);
  g_clear_pointer (&self->queries, g_variant_unref);
}

void
weft_shown_return_watch (WeftDocument *document)
{
  g_object_set_data_full (G_OBJECT (document), RETURN_KEY, g_new0 (Return, 1), return_free);
  g_signal_connect (document, "notify::state", G_CALLBACK (state_changed), NULL);
}

void
weft_shown_return_ask (WeftDocument *document, GVariant *queries)
{
  Return *self = get_return (document);

  g_return_if_fail (self != NULL && queries != NULL);

  g_clear_pointer (&self->queries, g_variant_unref);
  self->queries = g_variant_ref (queries);
}

GVariant *
weft_shown_return_save (WeftDocument *document)
{
  const Return *self = get_return (document);

  g_return_val_if_fail (self != NULL, NULL);

  if (self->results != NULL)
    return weft_shown_results_save (self->results, FALSE);
  return self->queries != NULL ? g_variant_ref (self->queries) : NULL;
}
