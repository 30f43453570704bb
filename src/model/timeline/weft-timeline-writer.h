/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* Writes the rows of one timeline, on the reading thread. Rows are seen once they are published. */

typedef struct _WeftTimelineWriter WeftTimelineWriter;

#define WEFT_TIMELINE_MAX_TRACKS 16384
#define WEFT_TIMELINE_MAX_COUNTERS 1024

WeftTimelineWriter *weft_timeline_writer_new (WeftTimelineTrace *trace);
void weft_timeline_writer_free (WeftTimelineWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineWriter, weft_timeline_writer_free)

/* The id of a name. */
guint32 weft_timeline_writer_intern (WeftTimelineWriter *self, const char *name, gsize length);

/* Events from now on are of another file, whose number is returned. */
guint weft_timeline_writer_begin_file (WeftTimelineWriter *self, const char *title);

/* The file is one of several, and this is where its texts are kept. */
void weft_timeline_writer_keep_text (WeftTimelineWriter *self, WeftTextStore *text);

/* The frame around the events of the file, (transfer full) (nullable), and how its clock lies to
 * that of all; may be said again while nobody but the reader knows of the file's times. */
void weft_timeline_writer_describe_file (WeftTimelineWriter *self, guint file, char *metadata,
                                         gint64 base, gint64 shift);

/* A process of the current file, and a track of a process, which is its number. Beyond
 * WEFT_TIMELINE_MAX_TRACKS the last one is given again. Both are called by their numbers at first. */
guint weft_timeline_writer_add_process (WeftTimelineWriter *self, guint32 pid, gint64 rank);
guint weft_timeline_writer_add_track (WeftTimelineWriter *self, guint process,
                                      WeftTimelineTrackKind kind, guint32 tid);

/* Calls a process or a track otherwise, also one that can be seen; `rank` says where the track stands
 * among all, those of a process one behind the other. WEFT_NO_NAME where there is none. */
void weft_timeline_writer_name_process (WeftTimelineWriter *self, guint process, guint32 title,
                                        guint32 name, guint32 labels, gint64 rank);
void weft_timeline_writer_name_track (WeftTimelineWriter *self, guint track, guint32 title,
                                      guint32 order);

/* Whether a time is no further than 2⁶³ − 1 ns from each that was asked about before, so that no length in the trace
 * has more bits. What is added has such times. */
gboolean weft_timeline_writer_reach (WeftTimelineWriter *self, gint64 time);

void weft_timeline_writer_add_event (WeftTimelineWriter *self, const WeftTimelineEvent *event);

/* Adds a value to the counter of that name in the process. FALSE where it is none of the first
 * WEFT_TIMELINE_MAX_COUNTERS ones, which is all that are kept. */
gboolean weft_timeline_writer_add_point (WeftTimelineWriter *self, guint process, guint32 name,
                                         gint64 time, double value);

/* The snapshot that is published next, whose counts of what is no row are the reader's. */
WeftTimelineSnapshot *weft_timeline_writer_get_next (WeftTimelineWriter *self);

void weft_timeline_writer_publish (WeftTimelineWriter *self);

/* Publishes how the slices of the last publication are connected: (transfer full). */
void weft_timeline_writer_publish_flows (WeftTimelineWriter *self, WeftTimelineFlows *flows);

/* Whether rows were lost because memory or disk are exhausted. */
gboolean weft_timeline_writer_is_full (WeftTimelineWriter *self);

G_END_DECLS
