/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cell.h"
#include "weft-field.h"

#include <stdio.h>

G_BEGIN_DECLS

/* The contents of viewers of tracks: slices, instants, counters and flows, on tracks of processes. A family walks its rows
 * once and says them here; the formats (weft-chrome-writer.h, weft-perfetto-writer.h) write them. Nothing is kept of an
 * event that is written, but when what contains it ends. */

typedef struct _WeftTrackWriter WeftTrackWriter;

/* Something about the whole. */
typedef struct
{
  const char *key;
  WeftCell value; /* with a text that stays the caller's, as all here */
} WeftTrackFact;

typedef struct
{
  const char *title;    /* of the trace */
  gboolean nanoseconds; /* times are such; otherwise cycles, and nobody knows how long those take */
  const char *clock;    /* (nullable) of which clock the nanoseconds are */
  gint64 first;         /* no time is before it */
  const WeftTrackFact *facts;
  guint n_facts;
} WeftTrackSource;

typedef struct
{
  const char *id;     /* (nullable) as the trace has it; NULL: its number */
  const char *name;   /* nullable */
  const char *title;  /* what it is called where it has no name; nullable */
  const char *labels; /* nullable */
  guint64 order;
} WeftTrackProcess;

typedef struct
{
  guint32 process;
  const char *id; /* (nullable) as the trace has it; NULL: its number */
  const char *name;
  guint64 order;
  gboolean overlaps; /* slices overlap as they like; otherwise they should nest */
  guint32 thread;    /* of a track that overlaps: the one whose they are; 0: the process's */
} WeftTrackPlace;

typedef struct
{
  guint32 process;
  const char *name;
  const char *const *series; /* NULL-terminated, for one value each */
  const char *unit;          /* nullable */
} WeftTrackCounter;

typedef enum
{
  WEFT_TRACK_SLICE,
  WEFT_TRACK_OPEN_SLICE, /* it has no end */
  WEFT_TRACK_INSTANT,
} WeftTrackEventKind;

typedef struct
{
  WeftTrackEventKind kind;
  guint32 track;      /* 0: of no track */
  gboolean is_global; /* of an instant: it is about all tracks */
  gboolean has_no_time;
  guint64 id; /* of a slice of a track that overlaps: tells it from others */
  gint64 start;
  gint64 end;           /* exclusive; of a slice */
  const char *name;     /* any bytes, as all texts here; nullable */
  const char *category; /* nullable */
  const char *color;    /* nullable */
} WeftTrackEvent;

/* --- the walk ----------------------------------------------------------------------------------- */

/* Members around the events, which go where it returns TRUE: the key and the value of each. */
gboolean weft_track_writer_begin_header (WeftTrackWriter *self);

/* After the header, before all else. */
void weft_track_writer_begin (WeftTrackWriter *self);

/* Numbers from 1, in the order of these calls. */
guint32 weft_track_writer_add_process (WeftTrackWriter *self, const WeftTrackProcess *process);
guint32 weft_track_writer_add_track (WeftTrackWriter *self, const WeftTrackPlace *track);
guint32 weft_track_writer_add_counter (WeftTrackWriter *self, const WeftTrackCounter *counter);

/* An event. Its flows and its details follow, then its end. */
void weft_track_writer_begin_event (WeftTrackWriter *self, const WeftTrackEvent *event);
void weft_track_writer_end_event (WeftTrackWriter *self);

/* Its fields with the flag, of a row or a struct, as weft_cli_records_write_item() has them. */
void weft_track_writer_fields (WeftTrackWriter *self, const WeftSchema *schema, guint flag,
                               gconstpointer data, guint row, gconstpointer item);

/* Other details: each has a key, then a value or what stands between begin and end. */
void weft_track_writer_key (WeftTrackWriter *self, const char *key);
void weft_track_writer_cell (WeftTrackWriter *self, const WeftCell *cell);
void weft_track_writer_begin_value (WeftTrackWriter *self, gboolean is_list);
void weft_track_writer_end_value (WeftTrackWriter *self);

/* A flow from an event (`arrives` is FALSE) to another one, which both name the same `id`. `time` lies within the
 * event. */
void weft_track_writer_flow (WeftTrackWriter *self, gboolean arrives, const char *name, guint64 id,
                             gint64 time);

/* Whether a flow ties the starts of two events, the first of which is to be written before the second or to begin
 * earlier. */
gboolean weft_track_writer_ties_starts (const WeftTrackWriter *self);

/* Whether the slices of a track are to come by their starts. */
gboolean weft_track_writer_needs_order (const WeftTrackWriter *self);

/* A value for each series of the counter. */
void weft_track_writer_count (WeftTrackWriter *self, guint32 counter, gint64 time,
                              const WeftCell *values);

/* Ends the file, and frees the writer. Whether that worked is the stream's to tell (ferror). */
void weft_track_writer_finish (WeftTrackWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrackWriter, weft_track_writer_finish)

/* --- formats ------------------------------------------------------------------------------------ */

typedef struct
{
  gboolean ties_starts;
  gboolean needs_order;
  gboolean (*begin_header) (WeftTrackWriter *self); /* (nullable): it has none */
  void (*begin) (WeftTrackWriter *self);            /* NULL: nothing is between them */
  guint32 (*add_process) (WeftTrackWriter *self, const WeftTrackProcess *process);
  guint32 (*add_track) (WeftTrackWriter *self, const WeftTrackPlace *track);
  guint32 (*add_counter) (WeftTrackWriter *self, const WeftTrackCounter *counter);
  void (*begin_event) (WeftTrackWriter *self, const WeftTrackEvent *event);
  void (*end_event) (WeftTrackWriter *self);
  void (*fields) (WeftTrackWriter *self, const WeftSchema *schema, guint flag, gconstpointer data,
                  guint row, gconstpointer item);
  void (*key) (WeftTrackWriter *self, const char *key);
  void (*cell) (WeftTrackWriter *self, const WeftCell *cell);
  void (*begin_value) (WeftTrackWriter *self, gboolean is_list);
  void (*end_value) (WeftTrackWriter *self);
  void (*flow) (WeftTrackWriter *self, gboolean arrives, const char *name, guint64 id, gint64 time);
  void (*count) (WeftTrackWriter *self, guint32 counter, gint64 time, const WeftCell *values);
  void (*finish) (WeftTrackWriter *self);
} WeftTrackFormat;

/* The beginning of a format's own writer. */
struct _WeftTrackWriter
{
  const WeftTrackFormat *format;
  WeftTrackSource source; /* what it points at stays the caller's until the end */
};

typedef WeftTrackWriter *(*WeftTrackWriterNew) (FILE *stream, const WeftTrackSource *source);

G_END_DECLS
