/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-writer.h"

G_BEGIN_DECLS

/* The frame of all our Chrome traces: the object with its array of events, the names of processes
 * and threads, the ends of flows. Other members are the caller's. */

/* Begins the document and its events. */
void weft_chrome_begin (WeftJsonWriter *writer);

/* Ends the events; what is written then tells of the whole: the trace it is from, and what its
 * times are. */
void weft_chrome_end_events (WeftJsonWriter *writer, const char *source, const char *time);

/* Ends the document. */
void weft_chrome_end (WeftJsonWriter *writer);

/* Begins an event, an object, with its phase ("X", "i", "C"). */
void weft_chrome_begin_event (WeftJsonWriter *writer, const char *phase, guint process,
                              guint32 thread);

/* A time or a length of time. Chrome counts microseconds: `nanoseconds` become such; of other ticks
 * nobody knows how long they take, and each is written as one microsecond. */
void weft_chrome_time (WeftJsonWriter *writer, const char *key, gint64 ticks, gboolean nanoseconds);

/* `what` is "process_name" or "thread_name". */
void weft_chrome_name (WeftJsonWriter *writer, guint process, guint32 thread, const char *what,
                       const char *name);

/* `what` is "process_sort_index" or "thread_sort_index". */
void weft_chrome_order (WeftJsonWriter *writer, guint process, guint32 thread, const char *what,
                        guint64 index);

/* One end of the flow of a dependency: "s" where it leaves, "f" where it comes to. Begins the event,
 * which then needs its time and weft_json_writer_end_object(). */
void weft_chrome_begin_flow (WeftJsonWriter *writer, const char *phase, guint process,
                             guint32 thread, guint64 id);

G_END_DECLS
