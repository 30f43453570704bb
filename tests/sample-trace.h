/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-load.h"

/* A trace of samples/, read whole: (transfer full). */
static inline WeftTrace *
load_sample (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "samples", name, NULL);
  g_autoptr (WeftLoad) sample = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_run (sample, NULL, &error);
  g_assert_no_error (error);
  return g_object_ref (weft_load_get_trace (sample));
}
