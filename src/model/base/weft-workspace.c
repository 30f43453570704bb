/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace.h"

#include "weft-json-load.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

#define FORMAT "weft-workspace"
#define VERSION 1

/* Bytes that are looked at to recognise a file, and that a workspace may have. */
#define HEAD_SIZE 256
#define MAX_SIZE (1 << 20)

static void
clear_trace (gpointer data)
{
  g_clear_object (&((WeftWorkspaceTrace *) data)->file);
}

WeftWorkspace *
weft_workspace_new (void)
{
  WeftWorkspace *self = g_new0 (WeftWorkspace, 1);

  self->traces = g_array_new (FALSE, TRUE, sizeof (WeftWorkspaceTrace));
  g_array_set_clear_func (self->traces, clear_trace);
  return self;
}

void
weft_workspace_free (WeftWorkspace *self)
{
  g_array_unref (self->traces);
  g_free (self);
}

WeftWorkspaceTrace *
weft_workspace_add (WeftWorkspace *self, GFile *file)
{
  const WeftWorkspaceTrace trace = { .file = g_object_ref (file), .ratio = WEFT_RATIO_ONE };

  g_array_append_val (self->traces, trace);
  return &g_array_index (self->traces, WeftWorkspaceTrace, self->traces->len - 1);
}

/* --- recognising ------------------------------------------------------------------------------ */

gboolean
weft_workspace_recognise (const char *data, gsize length)
{
  gsize start = 0;

  while (start < length && g_ascii_isspace (data[start]))
    start++;
  return start < length && data[start] == '{'
         && g_strstr_len (data, (gssize) MIN (length, HEAD_SIZE), "\"" FORMAT "\"") != NULL;
}

gboolean
weft_workspace_is (GFile *file)
{
  g_autoptr (GFileInputStream) input = NULL;
  char head[HEAD_SIZE];
  gsize length;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return FALSE;
  input = g_file_read (file, NULL, NULL);
  return input != NULL
         && g_input_stream_read_all (G_INPUT_STREAM (input), head, sizeof head, &length, NULL, NULL)
         && weft_workspace_recognise (head, length);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* An error about the trace with this number, from 1; 0: about the whole. */
static gboolean
fail (GError **error, guint number, const char *what)
{
  if (number == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, what);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 /* TRANSLATORS: the number of a trace in a workspace file, and what is wrong */
                 _ ("Trace %u: %s"), number, what);
  return FALSE;
}

static const char *
get_string (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
             && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

static gboolean
get_whole (JsonNode *node, gint64 *value)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  *value = json_node_get_int (node);
  return TRUE;
}

/* A text, or a whole number above 0. */
static gboolean
get_ratio (JsonNode *node, WeftRatio *ratio)
{
  const char *text = get_string (node);
  g_autofree char *number = NULL;
  gint64 whole;

  if (text == NULL && get_whole (node, &whole) && whole > 0)
    text = number = g_strdup_printf ("%" G_GINT64_FORMAT, whole);
  return text != NULL && weft_ratio_parse (text, ratio);
}

/* Where the file is: a path from the folder, or a URI. (transfer full) (nullable) */
static GFile *
read_file (JsonObject *object, GFile *folder)
{
  const char *path = get_string (json_object_get_member (object, "path"));
  const char *uri = get_string (json_object_get_member (object, "uri"));

  if (path != NULL && *path != '\0')
    return g_file_resolve_relative_path (folder, path);
  return uri != NULL && *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
}

static gboolean
read_trace (WeftWorkspace *self, JsonNode *node, guint number, GFile *folder, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GFile) file = object != NULL ? read_file (object, folder) : NULL;
  WeftWorkspaceTrace *trace;

  if (object == NULL)
    return fail (error, number, _ ("an object is expected, with a “path”."));
  if (file == NULL)
    return fail (error, number,
                 _ ("“path” is missing: the file’s path from the workspace’s "
                    "folder."));
  trace = weft_workspace_add (self, file);
  trace->has_offset = json_object_has_member (object, "offset");
  if (trace->has_offset && !get_whole (json_object_get_member (object, "offset"), &trace->offset))
    return fail (error, number, _ ("“offset” must be a whole number of ticks."));
  trace->has_ratio = json_object_has_member (object, "ratio");
  if (trace->has_ratio && !get_ratio (json_object_get_member (object, "ratio"), &trace->ratio))
    return fail (error, number,
                 _ ("“ratio” must be a whole number above 0, or a text such as "
                    "\"3/2\" or \"1.25\"."));
  return TRUE;
}

static gboolean
check_head (JsonObject *object, GError **error)
{
  gint64 version = 0;

  if (g_strcmp0 (get_string (json_object_get_member (object, "format")), FORMAT) != 0)
    return fail (error, 0, _ ("This is no workspace: “format” must be \"weft-workspace\"."));
  if (!get_whole (json_object_get_member (object, "version"), &version) || version < 1)
    return fail (error, 0, _ ("“version” must be 1."));
  if (version > VERSION)
    return fail (error, 0,
                 _ ("A newer version of Weft wrote this workspace; this one knows "
                    "version 1."));
  return TRUE;
}

static gboolean
read_document (WeftWorkspace *self, JsonNode *root, GFile *folder, GError **error)
{
  JsonObject *object;
  JsonNode *node;
  JsonArray *traces;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return fail (error, 0, _ ("A workspace is a JSON object; something else is here."));
  object = json_node_get_object (root);
  if (!check_head (object, error))
    return FALSE;
  node = json_object_get_member (object, "traces");
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return fail (error, 0, _ ("“traces” must be an array."));
  traces = json_node_get_array (node);
  if (json_array_get_length (traces) > WEFT_WORKSPACE_MAX_TRACES)
    return fail (error, 0, _ ("A workspace has at most 32 traces."));
  for (guint i = 0; i < json_array_get_length (traces); i++)
    if (!read_trace (self, json_array_get_element (traces, i), i + 1, folder, error))
      return FALSE;
  return TRUE;
}

WeftWorkspace *
weft_workspace_parse (const char *data, gsize length, GFile *folder, GError **error)
{
  g_autoptr (WeftWorkspace) self = weft_workspace_new ();
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) problem = NULL;

  if (!g_utf8_validate (data, (gssize) length, NULL))
    {
      fail (error, 0, _ ("The file is not UTF-8 text."));
      return NULL;
    }
  if (!weft_json_load (parser, data, length, &problem))
    {
      const char *words = problem->message;

      /* The parser has a name for what has none. */
      if (g_str_has_prefix (words, "<data>:"))
        words += strlen ("<data>:");
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   /* TRANSLATORS: the JSON parser's words, which begin with LINE:COLUMN */
                   _ ("The file is not JSON, at %s."), words);
      return NULL;
    }
  if (!read_document (self, json_parser_get_root (parser), folder, error))
    return NULL;
  return g_steal_pointer (&self);
}

WeftWorkspace *
weft_workspace_load (GFile *file, GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFileInputStream) input = g_file_read (file, NULL, error);
  g_autofree char *data = g_malloc (MAX_SIZE);
  gsize length;

  if (input == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (input), data, MAX_SIZE, &length, NULL, error))
    return NULL;
  if (length == MAX_SIZE)
    {
      fail (error, 0, _ ("The file is larger than 1 MiB, which no workspace is."));
      return NULL;
    }
  return weft_workspace_parse (data, length, folder, error);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* The path from `folder` to `file`, through their nearest common folder: (transfer full)
 * (nullable). */
static char *
get_path_between (GFile *folder, GFile *file)
{
  g_autoptr (GFile) base = g_object_ref (folder);
  g_autoptr (GString) up = g_string_new (NULL);

  while (base != NULL)
    {
      g_autofree char *down = g_file_get_relative_path (base, file);
      GFile *parent;

      /* Paths with only the root in common are better told from there. */
      if (down != NULL)
        {
          parent = g_file_get_parent (base);
          if (parent == NULL)
            return g_file_get_path (file);
          g_object_unref (parent);
          return g_strconcat (up->str, down, NULL);
        }
      g_string_append (up, "../");
      parent = g_file_get_parent (base);
      g_set_object (&base, parent);
      g_clear_object (&parent);
    }
  return NULL;
}

static void
write_trace (JsonBuilder *builder, const WeftWorkspaceTrace *trace, GFile *folder)
{
  g_autofree char *path = get_path_between (folder, trace->file);
  g_autofree char *uri = g_file_get_uri (trace->file);
  g_autofree char *ratio = trace->has_ratio ? weft_ratio_format (trace->ratio) : NULL;
  gboolean has_path = path != NULL && g_utf8_validate (path, -1, NULL);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, has_path ? "path" : "uri");
  json_builder_add_string_value (builder, has_path ? path : uri);
  if (trace->has_offset)
    {
      json_builder_set_member_name (builder, "offset");
      json_builder_add_int_value (builder, trace->offset);
    }
  if (ratio != NULL)
    {
      json_builder_set_member_name (builder, "ratio");
      json_builder_add_string_value (builder, ratio);
    }
  json_builder_end_object (builder);
}

char *
weft_workspace_to_json (const WeftWorkspace *self, GFile *folder)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "format");
  json_builder_add_string_value (builder, FORMAT);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, VERSION);
  json_builder_set_member_name (builder, "traces");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->traces->len; i++)
    write_trace (builder, &g_array_index (self->traces, WeftWorkspaceTrace, i), folder);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  return g_strconcat (text, "\n", NULL);
}

gboolean
weft_workspace_save (const WeftWorkspace *self, GFile *file, GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *text = weft_workspace_to_json (self, folder);

  return g_file_replace_contents (file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  NULL, error);
}
