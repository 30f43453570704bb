/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-pipeline-color-table.h"
#include "weft-track-order.h"

/* Settings keep of a view, as text: colours of stages by their names, and the order of tracks. What was read is the
 * same once it was written and read again. */

static void
check_colors (const char *text)
{
  g_autofree char *one = weft_pipeline_color_table_set (text, "F", 0xff123456u);
  g_autofree char *other = weft_pipeline_color_table_set (one, "F", 0xff123456u);

  g_assert_cmpstr (one, ==, other);
}

static void
check_order (const char *text)
{
  g_autoptr (WeftTrackOrder) order = weft_track_order_new (), again = weft_track_order_new ();
  g_autofree char *one = NULL, *other = NULL;

  weft_track_order_restore (order, text);
  one = weft_track_order_save (order);
  weft_track_order_restore (again, one);
  other = weft_track_order_save (again);
  g_assert_cmpstr (one, ==, other);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);

  check_colors (text);
  check_order (text);
  return 0;
}
