/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-scanner.h"
#include "weft-npu-writer.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* How NPU traces are read: each is a document of JSON whose elements
 * become events of a WeftNpuTrace one by one. A WeftNpuReading is the first member of each; finish()
 * ends it. */

typedef struct
{
  WeftReader base;
  WeftNpuTrace *trace; /* the base's */
  WeftNpuWriter *writer;

  /* Says that not all of the trace with that title could be read: (transfer full). */
  char *(*describe_failure) (const char *title);

  WeftJsonScanner *scanner;
  WeftTextStore *texts; /* (nullable) */
  GString *scratch;
  guint64 n_lost_points; /* of series beyond the limit */
  gboolean failed; /* what came is no such trace, or not all of it; a diagnostic has said why */

  const WeftJsonRecord *record; /* the element that is read, */
  WeftNpuEvent event;           /* and what comes of it */
} WeftNpuReading;

/* A reader as weft_reader_new() makes it, that begins with a WeftNpuReading. The tables are kept, not
 * copied. */
gpointer weft_npu_reading_new (const WeftReaderClass *class, gsize size,
                               const WeftReaderSetup *setup, const WeftJsonShape *shape,
                               const WeftJsonHandler *handler);

/* For WeftReaderClass. */
gboolean weft_npu_reading_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                                GError **error);
void weft_npu_reading_publish (WeftReader *reader);
gboolean weft_npu_reading_is_whole (WeftReader *reader, GError **error);
void weft_npu_reading_clear (WeftReader *reader);

/* Adds a diagnostic about what stands at `offset` of the element that is read, or of the fault. */
#define WEFT_NPU_SAY(reading, severity, offset, ...) \
  G_STMT_START \
  { \
    gint64 line_, column_; \
\
    weft_json_scanner_locate ((reading)->scanner, offset, &line_, &column_); \
    weft_diagnostics_add ((reading)->base.diagnostics, severity, line_, column_, __VA_ARGS__); \
  } \
  G_STMT_END

/* Begins an event of which nothing is known yet but where it stands. */
void weft_npu_reading_begin (WeftNpuReading *self, const WeftJsonRecord *record);

/* Keeps the element's text for the event. */
void weft_npu_reading_keep (WeftNpuReading *self);

/* Counts an element that becomes no event, and says why. */
void weft_npu_reading_skip (WeftNpuReading *self, const char *message);

/* The member in the slot as the id of a name; WEFT_NO_NAME where there is no string (nullable). */
guint32 weft_npu_reading_intern (WeftNpuReading *self, const WeftJsonValue *value);

/* A lane with that name, which is new where its first event is the one that is read. */
guint weft_npu_reading_get_lane (WeftNpuReading *self, WeftNpuLaneKind kind, guint32 name,
                                 gint64 id);

/* For WeftJsonHandler: says that NaN or an infinity stands there. `data` is the reader. */
void weft_npu_reading_no_number (guint64 offset, gpointer data);

/* The input has ended: FALSE, which is said, where that is within a document. */
gboolean weft_npu_reading_end (WeftNpuReading *self);

/* Fails, with an error about the whole of the trace. */
void weft_npu_reading_lack (WeftNpuReading *self, const char *message);

/* Where the document begins in the head of a file, behind a byte order mark and white space; `end`
 * where nothing stands there yet. */
const char *weft_npu_find_document (const char *head, const char *end);

G_END_DECLS
