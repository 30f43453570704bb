/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-bus-options.h"
#include "weft-npu-options.h"
#include "weft-pipeline-options.h"
#include "weft-timeline-options.h"

#include <string.h>

/* How a file was shown, as it is remembered in a file of keys of its own: whatever is read is the same once it was
 * written and read again. */

#define GROUP "View"

/* (transfer full) */
static char *
write_options (WeftViewOptions *options)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  weft_view_options_write_key_file (options, file, GROUP);
  return g_key_file_to_data (file, NULL, NULL);
}

static void
check_family (GType type, GKeyFile *file)
{
  g_autoptr (WeftViewOptions) options = g_object_new (type, NULL),
                              again = g_object_new (type, NULL);
  g_autoptr (GKeyFile) written = g_key_file_new ();
  g_autofree char *one = NULL, *other = NULL;

  weft_view_options_read_key_file (options, file, GROUP);
  one = write_options (options);
  g_assert_true (g_key_file_load_from_data (written, one, strlen (one), G_KEY_FILE_NONE, NULL));
  weft_view_options_read_key_file (again, written, GROUP);
  other = write_options (again);
  g_assert_cmpstr (one, ==, other);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const GType types[] = { WEFT_TYPE_PIPELINE_OPTIONS, WEFT_TYPE_BUS_OPTIONS, WEFT_TYPE_NPU_OPTIONS,
                          WEFT_TYPE_TIMELINE_OPTIONS };
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_data (file, size > 0 ? (const char *) data : "", size, G_KEY_FILE_NONE,
                                  NULL))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    check_family (types[i], file);
  return 0;
}
