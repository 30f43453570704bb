/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* By what factor everything is slower here (valgrind, sanitizers, gcc's counters): at least 1. */
static inline double
get_patience (void)
{
  const char *patience = g_getenv ("WEFT_TEST_PATIENCE");
  double factor = patience != NULL ? g_ascii_strtod (patience, NULL) : 1;

  return MAX (factor, 1);
}
