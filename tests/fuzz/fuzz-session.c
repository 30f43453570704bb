/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include "weft-session-plan.h"

/* Session files of any bytes: windows of files that can be asked for, and of values that can be written again. */

static void
check_value (GVariant *value)
{
  g_autofree char *text = value != NULL ? g_variant_print (value, TRUE) : NULL;

  g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
}

static void
check_document (const WeftSessionDocument *document)
{
  g_autofree char *uri = g_file_get_uri (document->file);

  g_assert_nonnull (uri);
  check_value (document->place);
  check_value (document->selection);
  check_value (document->queries);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GPtrArray) windows =
    weft_session_plan_parse (size > 0 ? (const char *) data : "", size);

  for (guint i = 0; i < windows->len; i++)
    {
      const WeftSessionWindow *window = g_ptr_array_index (windows, i);

      g_assert_cmpint (window->selected, >=, -1);
      g_assert_true (window->workspace == NULL || window->documents->len == 0);
      for (guint k = 0; k < window->documents->len; k++)
        check_document (g_ptr_array_index (window->documents, k));
    }
  return 0;
}
