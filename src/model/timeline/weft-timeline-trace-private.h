/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-index-reader.h"
#include "weft-sealer.h"
#include "weft-short-names.h"
#include "weft-string-pool.h"
#include "weft-timeline-trace.h"

/* The columns behind a timeline, for its writer and its own functions, and for loops over all events.
 * No cell changes once it is published, but for titles and places of tracks and processes. Numbers that
 * are not there are WEFT_COMPACT_NONE. */

enum
{
  TIMELINE_START,       /* i64 */
  TIMELINE_PLACE,       /* u64 */
  TIMELINE_SPAN,        /* compact: ns from start to end */
  TIMELINE_LENGTH,      /* u32 */
  TIMELINE_LINE,        /* compact */
  TIMELINE_NAME,        /* u32 */
  TIMELINE_CATEGORY,    /* u32: an id of a name, or WEFT_NO_NAME */
  TIMELINE_CORRELATION, /* compact */
  TIMELINE_BYTES,       /* compact */
  TIMELINE_TRACK,       /* u16 */
  TIMELINE_COLOR,       /* u16: place in `words`; 0: none */
  TIMELINE_FILE,        /* u16 */
  TIMELINE_KIND,        /* u8 */
  TIMELINE_FLAGS,       /* u8 */
  N_TIMELINE_COLUMNS
};

enum
{
  TIMELINE_POINT_TIME,    /* i64 */
  TIMELINE_POINT_VALUE,   /* u64: the bits of a double */
  TIMELINE_POINT_COUNTER, /* u16 */
  N_TIMELINE_POINT_COLUMNS
};

enum
{
  TIMELINE_COUNTER_NAME,    /* u32 */
  TIMELINE_COUNTER_PROCESS, /* u32 */
  N_TIMELINE_COUNTER_COLUMNS
};

enum
{
  TIMELINE_TRACK_TITLE,   /* u32; may change */
  TIMELINE_TRACK_ORDER,   /* u32; may change */
  TIMELINE_TRACK_TID,     /* u32 */
  TIMELINE_TRACK_PROCESS, /* u32 */
  TIMELINE_TRACK_KIND,    /* u8 */
  N_TIMELINE_TRACK_COLUMNS
};

enum
{
  TIMELINE_PROCESS_TITLE,  /* u32; may change, as may those that follow */
  TIMELINE_PROCESS_NAME,   /* u32 */
  TIMELINE_PROCESS_LABELS, /* u32 */
  TIMELINE_PROCESS_RANK,   /* u32: its rank + 1; 0: not said */
  TIMELINE_PROCESS_PID,    /* u32 */
  TIMELINE_PROCESS_FILE,   /* u32 */
  N_TIMELINE_PROCESS_COLUMNS
};

enum
{
  TIMELINE_END_PLACE,  /* u64 */
  TIMELINE_END_ROW,    /* u32: rises */
  TIMELINE_END_LENGTH, /* u32 */
  N_TIMELINE_END_COLUMNS
};

struct _WeftTimelineTrace
{
  WeftTrace parent_instance;

  WeftChunkStore *store;
  WeftSealer *sealer;    /* of events, points and ends */
  WeftIndexReader *kept; /* where sealed columns lie; NULL: the file was read */
  WeftTable events;
  WeftTable points;
  WeftTable counters;
  WeftTable tracks;
  WeftTable processes;
  WeftTable words; /* u32: ids in names of the few that colours have; the first is none */
  WeftTable ends;  /* events whose end has a text of its own */
  WeftCompact compact;
  WeftStringPool names;
  WeftTimelineTextForm form; /* (nullable) set before the first publication */
  gpointer form_data;
  GDestroyNotify form_destroy;

  WeftLock lock; /* of the following */
  WeftTimelineSnapshot newest;
  GPtrArray *files;     /* WeftTimelineFile, */
  GPtrArray *old_files; /* and what was said of them before */
  GPtrArray *flows;     /* WeftTimelineFlows: all that were published */
};

/* The writer: publishes all rows, then makes a snapshot with these fields the newest, whose index and
 * flows become the trace's. */
void weft_timeline_trace_publish (WeftTimelineTrace *self, const WeftTimelineSnapshot *fields);

static inline gint64
weft_timeline_number (const WeftTimelineTrace *trace, guint32 cell)
{
  return cell == WEFT_COMPACT_NONE ? WEFT_TIMELINE_NONE
                                   : weft_compact_decode (&trace->compact, cell);
}

/* --- cells that loops over all events look at ------------------------------------------------- */

static inline gint64
weft_timeline_start (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_table_get_i64 (&trace->events, TIMELINE_START, row);
}

/* Nanoseconds from start to end. */
static inline gint64
weft_timeline_span (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_compact_decode (&trace->compact,
                              weft_table_get_u32 (&trace->events, TIMELINE_SPAN, row));
}

static inline gint64
weft_timeline_end (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_timeline_start (trace, row) + weft_timeline_span (trace, row);
}

static inline WeftTimelineKind
weft_timeline_kind (const WeftTimelineTrace *trace, guint32 row)
{
  return (WeftTimelineKind) weft_table_get_u8 (&trace->events, TIMELINE_KIND, row);
}

static inline guint
weft_timeline_flags (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_table_get_u8 (&trace->events, TIMELINE_FLAGS, row);
}

static inline guint
weft_timeline_track (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_table_get_u16 (&trace->events, TIMELINE_TRACK, row);
}

static inline guint32
weft_timeline_name (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, TIMELINE_NAME, row);
}

/* The id of its category's name; WEFT_NO_NAME: none. */
static inline guint32
weft_timeline_category (const WeftTimelineTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, TIMELINE_CATEGORY, row);
}
