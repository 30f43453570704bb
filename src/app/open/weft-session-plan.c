/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-plan.h"

#include "weft-json-load.h"

static void
document_free (gpointer data)
{
  WeftSessionDocument *self = data;

  g_object_unref (self->file);
  g_clear_pointer (&self->place, g_variant_unref);
  g_clear_pointer (&self->selection, g_variant_unref);
  g_clear_pointer (&self->queries, g_variant_unref);
  g_free (self);
}

static void
window_free (gpointer data)
{
  WeftSessionWindow *self = data;

  g_clear_object (&self->workspace);
  g_ptr_array_unref (self->documents);
  g_free (self);
}

/* (transfer none) (nullable) */
static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

/* (transfer full) (nullable) */
static GVariant *
get_value (JsonObject *object, const char *name)
{
  const char *text = get_text (object, name);

  return text != NULL ? g_variant_parse (NULL, text, NULL, NULL, NULL) : NULL;
}

/* (transfer full) (nullable) */
static GFile *
get_file (JsonObject *object, const char *name)
{
  const char *uri = get_text (object, name);

  return uri != NULL ? g_file_new_for_uri (uri) : NULL;
}

/* (nullable) */
static JsonObject *
get_object (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static void
add_document (WeftSessionWindow *window, JsonObject *object)
{
  GFile *file = get_file (object, "uri");
  WeftSessionDocument *document;

  if (file == NULL)
    return;
  document = g_new0 (WeftSessionDocument, 1);
  document->file = file;
  document->place = get_value (object, "place");
  document->selection = get_value (object, "selection");
  document->queries = get_value (object, "queries");
  g_ptr_array_add (window->documents, document);
}

/* (transfer full) */
static WeftSessionWindow *
read_window (JsonObject *object)
{
  WeftSessionWindow *self = g_new0 (WeftSessionWindow, 1);
  JsonNode *node = json_object_get_member (object, "documents");
  JsonArray *documents =
    node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  self->workspace = get_file (object, "workspace");
  self->documents = g_ptr_array_new_with_free_func (document_free);
  self->selected = -1;
  if (self->workspace != NULL)
    return self;
  for (guint i = 0; documents != NULL && i < json_array_get_length (documents); i++)
    if (get_object (documents, i) != NULL)
      add_document (self, get_object (documents, i));
  node = json_object_get_member (object, "selected");
  if (node != NULL && json_node_get_value_type (node) == G_TYPE_INT64)
    self->selected = (int) CLAMP (json_node_get_int (node), 0, G_MAXINT);
  return self;
}

static GPtrArray *
read_windows (JsonNode *root)
{
  GPtrArray *windows = g_ptr_array_new_with_free_func (window_free);
  JsonArray *array =
    root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (get_object (array, i) != NULL)
      g_ptr_array_add (windows, read_window (get_object (array, i)));
  return windows;
}

GPtrArray *
weft_session_plan_parse (const char *text, gsize length)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  const gboolean read = weft_json_load (parser, text, length, NULL);

  return read_windows (read ? json_parser_get_root (parser) : NULL);
}
