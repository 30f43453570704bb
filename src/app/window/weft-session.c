/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "weft-live-session.h"
#include "weft-session-file.h"
#include "weft-session-plan.h"
#include "weft-shown-return.h"
#include "weft-standard-input.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* --- keeping ---------------------------------------------------------------------------------- */

static void
add_text (JsonObject *object, const char *name, GVariant *value)
{
  g_autofree char *text = value != NULL ? g_variant_print (value, TRUE) : NULL;

  if (text != NULL)
    json_object_set_string_member (object, name, text);
}

/* (transfer full) (nullable): NULL for what cannot be opened another time. */
static JsonObject *
describe_document (WeftDocument *document)
{
  GFile *file = weft_document_get_file (document);
  WeftViewState *state = weft_document_get_state (document);
  g_autoptr (GVariant) queries = weft_shown_return_save (document);
  g_autofree char *path = g_file_get_path (file), *uri = g_file_get_uri (file);
  JsonObject *object;

  if (path == NULL || weft_standard_input_is (file) || weft_live_is_address (path)
      || weft_document_get_sockets (document) != NULL)
    return NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "uri", uri);
  if (state != NULL && weft_view_state_is_open (state))
    {
      g_autoptr (GVariant) place = weft_view_state_save_place (state);
      g_autoptr (GVariant) selection = weft_view_state_save_selection (state);

      add_text (object, "place", place);
      add_text (object, "selection", selection);
    }
  add_text (object, "queries", queries);
  return object;
}

/* (transfer full) (nullable) */
static JsonObject *
describe_window (WeftWindow *window)
{
  JsonObject *object = json_object_new ();
  JsonArray *documents = json_array_new ();

  for (guint i = 0; i < weft_window_get_n_pages (window); i++)
    {
      WeftDocumentPage *page = weft_window_get_nth_page (window, i);
      JsonObject *document = describe_document (weft_document_page_get_document (page));

      if (document == NULL)
        continue;
      if (page == weft_window_get_page (window))
        json_object_set_int_member (object, "selected", json_array_get_length (documents));
      json_array_add_object_element (documents, document);
    }
  json_object_set_array_member (object, "documents", documents);
  if (json_array_get_length (documents) > 0)
    return object;
  json_object_unref (object);
  return NULL;
}

static JsonObject *
describe_workspace (WeftWorkspaceWindow *window)
{
  GFile *file = weft_workspace_window_get_file (window);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
  JsonObject *object;

  if (uri == NULL)
    return NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "workspace", uri);
  return object;
}

/* In the order in which they were used, the last one last, so that it comes to lie above the
 * others. */
static JsonArray *
describe_windows (GtkApplication *application)
{
  JsonArray *windows = json_array_new ();
  GList *item = g_list_last (gtk_application_get_windows (application));

  for (; item != NULL; item = item->prev)
    {
      JsonObject *object = NULL;

      if (WEFT_IS_WINDOW (item->data))
        object = describe_window (item->data);
      else if (WEFT_IS_WORKSPACE_WINDOW (item->data))
        object = describe_workspace (item->data);
      if (object != NULL)
        json_array_add_object_element (windows, object);
    }
  return windows;
}

char *
weft_session_to_text (GtkApplication *application)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (root, describe_windows (application));
  return json_array_get_length (json_node_get_array (root)) > 0 ? json_to_string (root, TRUE)
                                                                : NULL;
}

void
weft_session_keep (GtkApplication *application, gboolean forget)
{
  g_autofree char *path = weft_session_file_get_path ();
  g_autofree char *text = weft_session_to_text (application);
  g_autoptr (GError) error = NULL;

  if (text == NULL && forget)
    g_unlink (path);
  if (text != NULL && !weft_session_file_write (path, text, &error))
    g_debug ("The session is not kept: %s", error->message);
}

/* --- coming back ------------------------------------------------------------------------------ */

static void
open_document (WeftWindow *window, const WeftSessionDocument *plan)
{
  WeftDocumentPage *page = weft_window_open_file (window, plan->file);

  if (page == NULL)
    return;
  weft_document_come_back (weft_document_page_get_document (page), plan->place, plan->selection);
  if (plan->queries != NULL)
    weft_shown_return_ask (weft_document_page_get_document (page), plan->queries);
}

static void
open_documents (WeftWindow *window, const WeftSessionWindow *plan)
{
  for (guint i = 0; i < plan->documents->len; i++)
    open_document (window, g_ptr_array_index (plan->documents, i));
  if (plan->selected >= 0)
    weft_window_select_page (window, (guint) plan->selected);
  gtk_window_present (GTK_WINDOW (window));
}

gboolean
weft_session_restore (GtkApplication *application, GSettings *settings, GtkWindow *window)
{
  g_autofree char *path = weft_session_file_get_path (), *text = NULL;
  g_autoptr (GPtrArray) windows = NULL;
  gboolean any = FALSE;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return FALSE;
  windows = weft_session_plan_parse (text, length);
  for (guint i = 0; i < windows->len; i++)
    {
      const WeftSessionWindow *plan = g_ptr_array_index (windows, i);

      if (plan->workspace != NULL)
        {
          any |= weft_workspace_window_open (application, settings, plan->workspace);
          continue;
        }
      if (window == NULL)
        window = GTK_WINDOW (weft_window_new (application, settings));
      open_documents (WEFT_WINDOW (window), plan);
      window = NULL;
      any = TRUE;
    }
  return any;
}
