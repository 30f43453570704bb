/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The run of a program on a device, as a key of hash tables; `replay` tells apart the times that a
 * recorded trace of commands was run again, and is 0 otherwise. */

typedef struct
{
  gint64 run;
  guint64 replay[2];
  gint32 device;
} WeftNocRun;

static inline guint
weft_noc_run_hash (gconstpointer data)
{
  const WeftNocRun *run = data;

  return g_int64_hash (&run->run) * 31u + (guint) run->device * 131u
         + (guint) (run->replay[0] * 1031u + run->replay[1]);
}

static inline gboolean
weft_noc_run_equal (gconstpointer a, gconstpointer b)
{
  const WeftNocRun *x = a, *y = b;

  return x->run == y->run && x->device == y->device && x->replay[0] == y->replay[0]
         && x->replay[1] == y->replay[1];
}
