/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <time.h>

#include "patience.h"

/* Work, for tests of what must not be much of it: a machine that is busy elsewhere takes longer, and does no more. */

/* Microseconds for which this thread has had a processor. */
static inline gint64
cpu_time (void)
{
  struct timespec time;

  g_assert_cmpint (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time), ==, 0);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Fails where more was taken since `begin`, in microseconds; WEFT_TEST_PATIENCE says by what factor everything is
 * slower (valgrind, sanitizers). */
static inline void
cpu_assert_at_most (gint64 begin, gint64 most)
{
  g_assert_cmpfloat ((double) (cpu_time () - begin), <, (double) most * get_patience ());
}
