/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-handover.h"

#include <glib.h>
#include <sched.h>
#include <sys/resource.h>

/* Threads that stand back, as a busy window needs them to. */

typedef struct
{
  int nice;
  int policy;
} Manner;

static void *
look_at_oneself (void *data)
{
  Manner *manner = data;

  manner->nice = getpriority (PRIO_PROCESS, 0);
  manner->policy = sched_getscheduler (0);
  return NULL;
}

static void *
take_manners (void *data)
{
  Manner *manners = data;

  weft_thread_set_priority (WEFT_BEHIND_PICTURES);
  look_at_oneself (&manners[0]);
  weft_thread_join (weft_thread_start ("child", look_at_oneself, &manners[1]));
  return NULL;
}

static void
test_priority (void)
{
  Manner manners[2], own, own_after;

  look_at_oneself (&own);
  weft_thread_join (weft_thread_start ("worker", take_manners, manners));
  look_at_oneself (&own_after);
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++)
    {
      g_assert_cmpint (manners[i].nice, ==, MAX (WEFT_BEHIND_PICTURES, own.nice));
      g_assert_cmpint (manners[i].policy, ==, SCHED_BATCH);
    }
  /* Who started it is as before. */
  g_assert_cmpint (own_after.nice, ==, own.nice);
  g_assert_cmpint (own_after.policy, ==, own.policy);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/stand-back", test_priority);
  return g_test_run ();
}
