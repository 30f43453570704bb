/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-scanner.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* The common part of readers whose input is documents of JSON: the scanner, what is said of places in
 * it, and how reading ends. It is the first member of each such reader. */

typedef struct
{
  WeftReader base;
  const WeftJsonShape *shape; /* kept, not copied, as are the handler and what it refers to */
  const WeftJsonHandler *handler;
  WeftJsonScanner *scanner; /* of the file that is read; NULL before the first of several */
  WeftTextStore *texts;     /* (nullable) where texts of that file are kept; not held */
  char *file;               /* its name, where it is one of several; nullable */
  GString *scratch;
  gboolean failed; /* nothing more of the file is read; a diagnostic has said why */
  gboolean broken; /* some file has failed */
} WeftJsonReading;

/* The rest of a reader as weft_reader_new() makes it. `is_file`: there is one input, which begins now. */
void weft_json_reading_init (WeftJsonReading *self, const WeftJsonShape *shape,
                             const WeftJsonHandler *handler, gboolean is_file);
void weft_json_reading_clear (WeftJsonReading *self);

/* Another file begins, of a directory. The one before it has been ended. */
void weft_json_reading_begin_file (WeftJsonReading *self, const char *path);

/* Adds a diagnostic about what stands at `offset` of the value that is read, or of the fault. */
#define WEFT_JSON_SAY(reading, severity, offset, ...) \
  G_STMT_START \
  { \
    gint64 line_, column_; \
\
    weft_json_scanner_locate ((reading)->scanner, offset, &line_, &column_); \
    weft_json_reading_say (reading, severity, line_, column_, __VA_ARGS__); \
  } \
  G_STMT_END

/* Adds a diagnostic, which names the file where it is one of several. */
void weft_json_reading_say (WeftJsonReading *self, WeftSeverity severity, gint64 line,
                            gint64 column, const char *format, ...) G_GNUC_PRINTF (5, 6);

/* For WeftJsonHandler: says that NaN or an infinity stands there, or a character that JSON does not
 * allow. `data` is the reader. */
void weft_json_reading_no_number (guint64 offset, gpointer data);
void weft_json_reading_loose (guint64 offset, gpointer data);

/* Goes on with bytes of the file. FALSE where it has failed. */
gboolean weft_json_reading_feed (WeftJsonReading *self, const char *bytes, gsize length,
                                 guint64 offset);

/* For WeftReaderClass of readers whose documents have long arrays. */
void weft_json_reading_scan (const WeftReader *reader, const char *bytes, gsize length,
                             WeftScanBatch *batch);

/* The file has ended: FALSE, which is said, where that is within a document. */
gboolean weft_json_reading_end (WeftJsonReading *self);

/* Nothing more of the file is read: an error about all of it, or about a place in it. */
void weft_json_reading_lack (WeftJsonReading *self, const char *message);
void weft_json_reading_fail (WeftJsonReading *self, guint64 offset, const char *message);

/* A number or a string as it is written; "" where there is none (`value` is nullable): (transfer
 * full). */
char *weft_json_reading_word (const WeftJsonValue *value);

/* Where the document begins in the head of a file, behind a byte order mark and white space; `end`
 * where nothing stands there yet. */
const char *weft_json_find_document (const char *head, const char *end);

G_END_DECLS
