/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"

/* The finding with this key says this. */
static inline void
check_finding (GArray *findings, const char *key, const char *text)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (g_array_index (findings, WeftFinding, i).key, key))
      {
        g_assert_cmpstr (g_array_index (findings, WeftFinding, i).text, ==, text);
        return;
      }
  g_error ("no finding “%s”", key);
}
