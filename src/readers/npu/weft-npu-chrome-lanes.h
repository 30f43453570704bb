/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-reading.h"

/* The lanes of a Chrome trace: its threads, and asynchronous slices by what they are of. */

/* A process or a thread, as metadata describes it. */
typedef struct
{
  char *name;        /* nullable, any bytes */
  char *labels;      /* likewise: of a process, such as the device that it stands for */
  gint64 sort_index; /* 0 unless it is said */
  guint order;       /* of a process, by its first lane; 0: it has none yet */
  char *title;       /* of a process: what it is called in the end, UTF-8 */
} WeftNpuChromeLabel;

/* A lane, and what it is called after. */
typedef struct
{
  guint lane;
  guint order;                 /* in which it came */
  WeftNpuChromeLabel *process; /* of WeftNpuChromeLanes */
  WeftNpuChromeLabel *label;   /* its own; likewise */
  char *pid;                   /* as written */
  char *thread;                /* its tid as written, or the category of asynchronous slices */
  gboolean is_async;
} WeftNpuChromeThread;

typedef struct
{
  WeftNpuReading *in;
  GHashTable *threads;        /* "pid/tid" → WeftNpuChromeThread */
  GHashTable *process_labels; /* pid → WeftNpuChromeLabel */
  GHashTable *thread_labels;  /* "pid/tid" → WeftNpuChromeLabel */
  guint n_processes;          /* that have lanes */
  gboolean renamed;           /* a name came since the lanes were named */
} WeftNpuChromeLanes;

void weft_npu_chrome_lanes_init (WeftNpuChromeLanes *self, WeftNpuReading *in);
void weft_npu_chrome_lanes_clear (WeftNpuChromeLanes *self);

/* The label with that key, which is new where there is none: (transfer none). */
WeftNpuChromeLabel *weft_npu_chrome_label_get (GHashTable *labels, const char *key);

/* The lane with that key, which is new where nothing had it. */
guint weft_npu_chrome_lanes_find (WeftNpuChromeLanes *self, const char *key,
                                  const WeftJsonValue *process, const char *thread,
                                  gboolean is_async);

/* Calls each lane by the names that came for it, or else by its numbers, and puts them in order. */
void weft_npu_chrome_lanes_name (WeftNpuChromeLanes *self);

/* A number or a string as it is written; "" where there is none (`value` is nullable):
 * (transfer full). */
char *weft_npu_chrome_word (const WeftJsonValue *value);
