/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-value.h"
#include "weft-timeline-writer.h"

G_BEGIN_DECLS

/* The processes and threads of a file of Chrome's trace events, and its asynchronous slices by what they
 * are of: which track each has, what metadata calls it, and how it is shown. Of several files each has
 * processes of its own.
 *
 * A process is called by its name and number, "python 1234", and labels, "python 1234 (CPU)"; a thread
 * likewise, without its number where the name ends with that, "stream 7". Those without a name are
 * "Process 1234" and "Thread 7". Of several files the rank stands before it, or else the file's name. */

typedef struct _WeftTimelineTracks WeftTimelineTracks;

WeftTimelineTracks *weft_timeline_tracks_new (WeftTimelineWriter *writer);
void weft_timeline_tracks_free (WeftTimelineTracks *self);

/* The tracks that are asked for from now on are of another file, which `title` tells from others. Its rank
 * may come later. */
void weft_timeline_tracks_begin_file (WeftTimelineTracks *self, const char *title);
void weft_timeline_tracks_set_rank (WeftTimelineTracks *self, gint64 rank);

/* The process of a pid, and the track of a thread (values are nullable: there is no number), which are new
 * where nothing had them. */
guint weft_timeline_tracks_get_process (WeftTimelineTracks *self, const WeftJsonValue *pid);
guint weft_timeline_tracks_get_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                       const WeftJsonValue *tid);

/* Likewise that of asynchronous slices of a process, by what they are of. */
guint weft_timeline_tracks_get_async (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                      const char *what);

/* Names from metadata; strings are any bytes. */
void weft_timeline_tracks_name_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                        const char *name, gsize length);
void weft_timeline_tracks_label_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                         const char *labels, gsize length);
void weft_timeline_tracks_sort_process (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                        gint64 sort_index);
void weft_timeline_tracks_name_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                       const WeftJsonValue *tid, const char *name, gsize length);
void weft_timeline_tracks_sort_thread (WeftTimelineTracks *self, const WeftJsonValue *pid,
                                       const WeftJsonValue *tid, gint64 sort_index);

/* Calls each by what came so far, and puts them in order, where something new came since. */
void weft_timeline_tracks_publish (WeftTimelineTracks *self);

G_END_DECLS
