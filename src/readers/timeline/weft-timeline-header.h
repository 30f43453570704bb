/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-scanner.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The frame around the events of a file of Chrome's trace events: the profiler's words on itself,
 * the devices, the rank, and the epoch of the file's times. */

#define WEFT_TIMELINE_N_MEMBERS 22

typedef struct
{
  char *members[WEFT_TIMELINE_N_MEMBERS]; /* as written; nullable */
  gint64 base;                            /* baseTimeNanoseconds; WEFT_TIMELINE_NONE: not said */
  gint64 rank;                            /* of distributedInfo; likewise */
  gboolean is_new;                        /* something came since weft_timeline_header_write() */
} WeftTimelineHeader;

/* The members of the document: slot 0 is the events, of which `elements` are wanted. */
#define WEFT_TIMELINE_MEMBERS(elements) \
  { "traceEvents", 0, elements }, { "traceName", 1, NULL }, { "displayTimeUnit", 2, NULL }, \
    { "baseTimeNanoseconds", 3, NULL }, { "otherData", 4, NULL }, { "metadata", 5, NULL }, \
    { "schemaVersion", 6, NULL }, { "deviceProperties", 7, NULL }, { "distributedInfo", 8, NULL }, \
    { "cuda_runtime_version", 9, NULL }, { "cuda_driver_version", 10, NULL }, \
    { "record_shapes", 11, NULL }, { "profile_memory", 12, NULL }, { "with_flops", 13, NULL }, \
    { "with_stack", 14, NULL }, { "with_modules", 15, NULL }, { "trace_id", 16, NULL }, \
    { "hip_runtime_version", 17, NULL }, { "hip_driver_version", 18, NULL }, \
    { "host_name", 19, NULL }, { "INFO", 20, NULL }, { "WARNING", 21, NULL }, \
    { "ERROR", 22, NULL }, \
  { \
    NULL, 0, NULL \
  }

/* Nothing is known, of a new file. The header is zeroed, or was reset before. */
void weft_timeline_header_reset (WeftTimelineHeader *self);

/* Takes the member of that slot, which is not 0. */
void weft_timeline_header_take (WeftTimelineHeader *self, guint slot, const WeftJsonValue *value);

/* All of it as one JSON object: (transfer full) (nullable), NULL where nothing came. `members` is the table
 * that WEFT_TIMELINE_MEMBERS makes. */
char *weft_timeline_header_write (WeftTimelineHeader *self, const WeftJsonMember *members);

G_END_DECLS
