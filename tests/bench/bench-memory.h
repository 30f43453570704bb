/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-handover.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

/* The kernel's figure for a process's memory, such as its line "RssAnon:", in KiB; 0: none. */
static inline guint64
read_memory (pid_t pid, const char *line)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) pid);
  g_autofree char *text = NULL;
  const char *found;

  g_file_get_contents (path, &text, NULL, NULL);
  found = text != NULL ? strstr (text, line) : NULL;
  return found != NULL ? g_ascii_strtoull (found + strlen (line), NULL, 10) : 0;
}

static inline guint64
read_own_memory (void)
{
  return read_memory (getpid (), "RssAnon:");
}

/* Watches the peak of this process's RssAnon from a thread. */
typedef struct
{
  _Atomic bool finished;
  guint64 peak; /* KiB */
  WeftThread *thread;
} MemoryWatch;

static inline void *
memory_watch_run (void *data)
{
  MemoryWatch *self = data;

  while (!self->finished)
    {
      self->peak = MAX (self->peak, read_own_memory ());
      g_usleep (5000);
    }
  return NULL;
}

static inline void
memory_watch_start (MemoryWatch *self)
{
  *self = (MemoryWatch){ false, 0, NULL };
  self->thread = weft_thread_start ("sample", memory_watch_run, self);
}

/* The peak, with what is in use now: KiB. */
static inline guint64
memory_watch_stop (MemoryWatch *self)
{
  self->finished = true;
  weft_thread_join (self->thread);
  return MAX (self->peak, read_own_memory ());
}
