/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-load.h"

#include "dump-trace.h"

/* All that can be seen of the trace of a file, which one thread reads, without what is said of its text: (transfer
 * full). */
static inline char *
load_rows (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  g_setenv ("WEFT_SCAN_THREADS", "0", TRUE);
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return dump_trace (weft_load_get_trace (load), DUMP_ALL);
}
