/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-writer.h"

G_BEGIN_DECLS

/* Slices that have begun and not ended, of a thread or of an asynchronous id: an end belongs to the last
 * beginning there. */

typedef struct
{
  guint track;
  GArray *events; /* WeftTimelineEvent */
} WeftTimelineStack;

typedef struct
{
  GHashTable *stacks; /* key → WeftTimelineStack */
} WeftTimelineOpen;

/* Slices that are open at a time in one stack. */
#define WEFT_TIMELINE_MAX_OPEN 4096

void weft_timeline_open_init (WeftTimelineOpen *self);
void weft_timeline_open_clear (WeftTimelineOpen *self);

/* The stack that a key tells from others; NULL where there is none yet. */
WeftTimelineStack *weft_timeline_open_find (WeftTimelineOpen *self, const char *key);
WeftTimelineStack *weft_timeline_open_add (WeftTimelineOpen *self, const char *key, guint track);

/* FALSE where too many are open. */
gboolean weft_timeline_stack_push (WeftTimelineStack *self, const WeftTimelineEvent *event);

/* The last that began, which is open no more. FALSE where none is. */
gboolean weft_timeline_stack_pop (WeftTimelineStack *self, WeftTimelineEvent *event);

/* Has all that are open last to `time`, and writes them in the order in which they begin in the file: how
 * many they were. They are open no more. */
guint weft_timeline_open_close (WeftTimelineOpen *self, WeftTimelineWriter *writer, gint64 time);

G_END_DECLS
