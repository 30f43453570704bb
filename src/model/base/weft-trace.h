/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-chunk-store.h"
#include "weft-diagnostics.h"
#include "weft-text-store.h"
#include "weft-trace-origin.h"

G_BEGIN_DECLS

/* The value of a cycle, or of another number of 64 bits, that is not there. */
#define WEFT_NO_CYCLE G_MININT64

/* Every kind of trace has a title, a format, diagnostics, a state of loading, and a
 * generation that rises whenever there is more to see. */

typedef enum
{
  WEFT_TRACE_GROWING,  /* a reader or a session is at work */
  WEFT_TRACE_COMPLETE, /* all of the input was read */
  WEFT_TRACE_PARTIAL,  /* reading ended early: cancelled, cut or broken input */
} WeftTraceState;

/* Where the columns of a new trace live. */
typedef enum
{
  WEFT_STORAGE_MEMORY,
  WEFT_STORAGE_FILE, /* falls back to memory where there is no disk for it */
} WeftStorage;

/* The store of such columns. */
WeftChunkStore *weft_storage_open (WeftStorage storage);

#define WEFT_TYPE_TRACE (weft_trace_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftTrace, weft_trace, WEFT, TRACE, GObject)

struct _WeftTraceClass
{
  GObjectClass parent_class;

  /* The word for one unit of the trace's time, for people: "cycles". */
  const char *(*get_time_unit) (WeftTrace *self);

  gpointer padding[7];
};

/* Any thread. A short name for people, usually the file's own name. */
const char *weft_trace_get_title (WeftTrace *self);

/* Any thread. The format in words, such as "Kanata 0004". */
const char *weft_trace_get_format (WeftTrace *self);

/* The reader, before it publishes. */
void weft_trace_set_format (WeftTrace *self, const char *format);

/* Any thread: (transfer none), lives as long as the trace. */
WeftDiagnostics *weft_trace_get_diagnostics (WeftTrace *self);

WeftTraceState weft_trace_get_state (WeftTrace *self);

/* The reader: ends (or resumes) the growth. */
void weft_trace_set_state (WeftTrace *self, WeftTraceState state);

/* Any thread: a number that rises with each publication. */
guint weft_trace_get_generation (WeftTrace *self);

/* Any thread but the writer's: waits until the generation is not `seen` any more, and returns it. */
guint weft_trace_wait (WeftTrace *self, guint seen);

/* The writer: says that more can be seen. Raises the generation and, where a main context was
 * given at construction, emits WeftTrace::changed there, at most once per iteration. */
void weft_trace_changed (WeftTrace *self);

const char *weft_trace_get_time_unit (WeftTrace *self);

/* Where long text is read back from: (transfer none) (nullable). The reader sets it before it
 * publishes the first row. */
WeftTextStore *weft_trace_get_text (WeftTrace *self);
void weft_trace_set_text (WeftTrace *self, WeftTextStore *text);

/* The file that the trace holds all of, for what is derived from it: (transfer full) (nullable). Any thread. Whoever
 * loads it sets it once the trace rests, and NULL before it grows again. */
WeftTraceOrigin *weft_trace_ref_origin (WeftTrace *self);
void weft_trace_set_origin (WeftTrace *self, WeftTraceOrigin *origin);

G_END_DECLS
