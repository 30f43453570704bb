/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-make.h"

#include "weft-workspace-window.h"

static void
add (WeftWorkspaceWindow *workspace, WeftDocument *document)
{
  const char *const *sockets = weft_document_get_sockets (document);

  if (sockets == NULL)
    weft_workspace_window_add (workspace, weft_document_get_file (document));
  for (guint i = 0; sockets != NULL && sockets[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (sockets[i]);

      weft_workspace_window_add (workspace, file);
    }
}

GtkWindow *
weft_workspace_make (GtkApplication *application, GSettings *settings, const GPtrArray *documents)
{
  WeftWorkspaceWindow *workspace = weft_workspace_window_new (application, settings);

  for (guint i = 0; i < documents->len; i++)
    add (workspace, documents->pdata[i]);
  return GTK_WINDOW (workspace);
}
