/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"

#include "weft-string-pool.h"
#include "weft-timeline-flows.h"
#include "weft-timeline-index.h"

G_BEGIN_DECLS

/* A timeline: what the threads of processes, and the streams of devices, did over time, as profilers
 * write it in Chrome's trace events (docs/formats/chrome.md). Rows keep the file's order and say what
 * the file says; whatever they mean is derived in analysis. Time is in nanoseconds of the trace's own
 * clock.
 *
 * Words, as Perfetto has them: a *slice* lasts from a start to an end on a *track*, an *instant* is a
 * point; slices of a thread nest. A track is a *thread* of a *process* (on a device: a stream), or
 * holds *asynchronous* slices. A *flow* is an arrow from slice to slice. A *counter* is a number of a
 * process over time. A *file* is one of those that were opened as one trace, one for each rank. */

#define WEFT_TYPE_TIMELINE_TRACE (weft_timeline_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftTimelineTrace, weft_timeline_trace, WEFT, TIMELINE_TRACE, WeftTrace)

/* A new, empty, growing trace. `context` (nullable) is where WeftTrace::changed is emitted. */
WeftTimelineTrace *weft_timeline_trace_new (const char *title, GMainContext *context,
                                            WeftStorage storage);

/* A number that is not there. */
#define WEFT_TIMELINE_NONE G_MININT64

/* The text of an event as JSON, where the file has it otherwise: (transfer full) (nullable). Any
 * thread. */
typedef char *(*WeftTimelineTextForm) (const char *text, gsize length, gpointer data);

/* The reader, before it publishes. */
void weft_timeline_trace_set_text_form (WeftTimelineTrace *self, WeftTimelineTextForm form,
                                        gpointer data, GDestroyNotify destroy);

/* No track: that of an instant of all processes. */
#define WEFT_TIMELINE_NO_TRACK G_MAXUINT16

/* --- events: slices and instants -------------------------------------------------------------- */

typedef enum
{
  WEFT_TIMELINE_SLICE,
  WEFT_TIMELINE_INSTANT,
} WeftTimelineKind;

enum
{
  WEFT_TIMELINE_FLAGGED = 1 << 0, /* a diagnostic is about it */
  WEFT_TIMELINE_NO_TIME = 1 << 1, /* it has no time: kept and counted, never drawn */
  WEFT_TIMELINE_HAS_ARGS = 1 << 2,
  WEFT_TIMELINE_OPEN = 1 << 3, /* a slice that has not ended: it lasts to the end of the trace */
};

typedef struct
{
  WeftTimelineKind kind;
  guint flags;
  gint64 start; /* ns */
  gint64 end;   /* ns, exclusive; the start of an instant */
  guint track;  /* WEFT_TIMELINE_NO_TRACK: none */
  guint32 name; /* ids of names; WEFT_NO_NAME: none */
  guint32 category;
  guint32 color;      /* one that the event asks for: a word of X11's, or #rrggbb */
  gint64 correlation; /* args.correlation, which a launch and what it launched share;
                       * WEFT_TIMELINE_NONE: none */
  gint64 bytes;       /* args.bytes, that it moved; likewise */
  gint64 line;        /* of its file, from 1 */
  guint64 place;      /* of its JSON in the text store of its file, */
  guint32 length;     /* in bytes */
  guint64 end_place;  /* likewise, of what ended it, where that says more of it; */
  guint32
    end_length; /* 0: nothing does. For the writer alone: weft_timeline_snapshot_get_end_text() */
} WeftTimelineEvent;

/* --- tracks and processes --------------------------------------------------------------------- */

typedef enum
{
  WEFT_TIMELINE_THREAD,
  WEFT_TIMELINE_ASYNC, /* slices that may overlap, and do not nest */
} WeftTimelineTrackKind;

/* Strings are as in the file, any bytes, and live as long as the trace. */
typedef struct
{
  WeftTimelineTrackKind kind;
  guint process;
  const char *title; /* what it is called: "python 1234", "stream 7" */
  const char *tid;   /* as it is written; of an asynchronous track what its slices are of */
} WeftTimelineTrack;

typedef struct
{
  const char *title;  /* what it is called: "python 1234 (CPU)" */
  const char *name;   /* nullable */
  const char *labels; /* nullable, such as the device that it stands for */
  const char *pid;    /* as it is written */
  gint64 rank;        /* of distributed training; WEFT_TIMELINE_NONE: not said */
  guint file;
} WeftTimelineProcess;

/* --- counters --------------------------------------------------------------------------------- */

typedef struct
{
  const char *name; /* "GPU Utilization · GPU 0" */
  guint process;
} WeftTimelineCounter;

typedef struct
{
  gint64 time; /* ns; the value holds until the next one of its counter */
  double value;
  guint counter;
} WeftTimelinePoint;

/* --- files ------------------------------------------------------------------------------------ */

/* The frame around the events of a file. */
typedef struct
{
  char *title;    /* its own name, UTF-8 */
  char *metadata; /* all that stands around its events, as one JSON object; NULL: nothing */
  gint64 base;    /* baseTimeNanoseconds, what its times count from; WEFT_TIMELINE_NONE: not said */
  gint64 shift;   /* ns that were added to its times, so that they are on the clock of all files */
  WeftTextStore *text; /* held, nullable */
} WeftTimelineFile;

/* --- snapshots -------------------------------------------------------------------------------- */

/* One consistent state, which a view draws from; immutable. Functions that take one are for any
 * thread. */
typedef struct _WeftTimelineSnapshot WeftTimelineSnapshot;

struct _WeftTimelineSnapshot
{
  gatomicrefcount ref_count;
  WeftTimelineTrace *trace; /* held */
  guint generation;
  guint32 n_events;
  guint32 n_points; /* values of counters */
  guint n_counters;
  guint n_tracks;
  guint n_processes;
  guint n_files;
  guint64 n_skipped;  /* elements that are nothing of the above */
  guint64 n_metadata; /* events that name processes and threads */
  guint64 n_stacks;   /* events that say by which calls they were reached, which is not kept */
  gint64 first_time;  /* of all events and values that have one; 0 and 0 where none has */
  gint64 last_time;   /* the largest end */
  const WeftTimelineFlows *flows; /* lives as long as the trace; NULL: not known yet */
  WeftTimelineIndex *index;       /* held */
};

/* The newest snapshot: (transfer full), never NULL. */
WeftTimelineSnapshot *weft_timeline_trace_ref_snapshot (WeftTimelineTrace *self);
WeftTimelineSnapshot *weft_timeline_snapshot_ref (WeftTimelineSnapshot *snapshot);
void weft_timeline_snapshot_unref (WeftTimelineSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineSnapshot, weft_timeline_snapshot_unref)

/* The file of which the snapshot shows all there is: (transfer full) (nullable). */
WeftTraceOrigin *weft_timeline_snapshot_ref_origin (const WeftTimelineSnapshot *snapshot);

void weft_timeline_snapshot_get_event (const WeftTimelineSnapshot *snapshot, guint32 row,
                                       WeftTimelineEvent *event);
void weft_timeline_snapshot_get_track (const WeftTimelineSnapshot *snapshot, guint track,
                                       WeftTimelineTrack *result);
void weft_timeline_snapshot_get_process (const WeftTimelineSnapshot *snapshot, guint process,
                                         WeftTimelineProcess *result);
void weft_timeline_snapshot_get_counter (const WeftTimelineSnapshot *snapshot, guint counter,
                                         WeftTimelineCounter *result);
void weft_timeline_snapshot_get_point (const WeftTimelineSnapshot *snapshot, guint32 index,
                                       WeftTimelinePoint *point);

/* (transfer none): lives as long as the trace. */
const WeftTimelineFile *weft_timeline_snapshot_get_file (const WeftTimelineSnapshot *snapshot,
                                                         guint file);

/* The file that an event is of. */
guint weft_timeline_snapshot_get_event_file (const WeftTimelineSnapshot *snapshot, guint32 row);

/* Any thread. A name by its id (WEFT_NO_NAME: NULL), zero-terminated, any bytes; lives as long as the
 * trace. Ids are below the number of names. */
const char *weft_timeline_trace_get_name (WeftTimelineTrace *self, guint32 id);
guint32 weft_timeline_trace_get_n_names (WeftTimelineTrace *self);

/* The JSON of an event as it stands in the file: (transfer full) (nullable), NULL where the file has
 * changed or its text was not kept. */
char *weft_timeline_snapshot_get_text (const WeftTimelineSnapshot *snapshot, guint32 row);

/* Likewise that of what ended it, where it says more of it. */
char *weft_timeline_snapshot_get_end_text (const WeftTimelineSnapshot *snapshot, guint32 row);

G_END_DECLS
