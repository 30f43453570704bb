/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-workspace.h"

#include <string.h>

/* Workspaces: one that is read is the same once it was written and read again. */

static void
check_same (const WeftWorkspace *one, const WeftWorkspace *other)
{
  g_assert_cmpuint (one->traces->len, ==, other->traces->len);
  for (guint i = 0; i < one->traces->len; i++)
    {
      const WeftWorkspaceTrace *a = &g_array_index (one->traces, WeftWorkspaceTrace, i);
      const WeftWorkspaceTrace *b = &g_array_index (other->traces, WeftWorkspaceTrace, i);

      g_assert_true (g_file_equal (a->file, b->file));
      g_assert_cmpint (a->has_offset, ==, b->has_offset);
      g_assert_true (!a->has_offset || a->offset == b->offset);
      g_assert_cmpint (a->has_ratio, ==, b->has_ratio);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *given = size > 0 ? (const char *) data : "";
  g_autoptr (GFile) folder = g_file_new_for_path ("/folder/of traces");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkspace) workspace = NULL, again = NULL;
  g_autofree char *text = NULL;

  weft_workspace_recognise (given, size);
  workspace = weft_workspace_parse (given, size, folder, &error);
  fuzz_check_error (workspace != NULL, &error);
  if (workspace == NULL)
    return 0;
  g_assert_cmpuint (workspace->traces->len, <=, WEFT_WORKSPACE_MAX_TRACES);
  text = weft_workspace_to_json (workspace, folder);
  again = weft_workspace_parse (text, strlen (text), folder, &error);
  g_assert_no_error (error);
  check_same (workspace, again);
  return 0;
}
