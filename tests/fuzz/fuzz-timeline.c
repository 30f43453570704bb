/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-timeline.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (WeftTimelineSnapshot) whole = read_bytes (data, size, G_MAXINT);
  g_autoptr (WeftTimelineSnapshot) cut = read_bytes (data, size, 61);

  check_same (whole, cut);
  if (fuzz_is_pictured (data, size))
    draw (whole);
  return 0;
}
