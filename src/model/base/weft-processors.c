/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-processors.h"

#include "weft-handover.h"

guint
weft_processors_for (guint n_parts, guint most)
{
  const guint n = MIN (n_parts, most);

  return n > 1 ? MIN (n, g_get_num_processors ()) : n;
}

typedef struct
{
  guint n_parts;
  WeftPartFunction function;
  gpointer data;
  _Atomic guint next_part;
  _Atomic guint next_thread;
} Shared;

static void *
take_parts (void *data)
{
  Shared *shared = data;
  const guint thread = atomic_fetch_add (&shared->next_thread, 1);
  guint part;

  while ((part = atomic_fetch_add (&shared->next_part, 1)) < shared->n_parts)
    shared->function (shared->data, part, thread);
  return NULL;
}

void
weft_processors_share (const char *name, guint n_threads, guint n_parts, WeftPartFunction function,
                       gpointer data)
{
  Shared shared = { .n_parts = n_parts, .function = function, .data = data };
  WeftThread *threads[WEFT_PROCESSORS_MOST];

  g_return_if_fail (n_threads <= WEFT_PROCESSORS_MOST);

  for (guint i = 1; i < n_threads; i++)
    threads[i] = weft_thread_try_start (name, take_parts, &shared);
  take_parts (&shared);
  for (guint i = 1; i < n_threads; i++)
    weft_thread_join_or_run (threads[i], take_parts, &shared);
}
