/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-scan-batch.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* A reader turns the text of one format into a trace. It is fed blocks on one thread, of whole lines
 * or cut anywhere, as its format wants (weft-format.h); it does not wait. The trace can be seen,
 * growing, from the first publication on. */

/* Choices that formats leave to whoever writes them, and no file tells. */
typedef enum
{
  WEFT_READ_PLAINLY = 0,
  WEFT_READ_INCLUSIVE_ENDS = 1 << 0, /* NPU traces: end_cycle is an event's last cycle, not the one
                                      * behind it */
} WeftReadFlags;

/* For the constructor of a reader. */
typedef struct
{
  const char *title;     /* for people */
  const char *path;      /* (nullable): of the file or directory, for files that belong to it; NULL
                          * where it is none */
  GMainContext *context; /* (nullable): where the trace's signals are emitted */
  WeftStorage storage;   /* of the trace's columns */
  WeftReadFlags flags;
  GPtrArray *
    part_texts; /* (nullable) WeftTextStore, nullable: of a directory that comes from an index file, those of its
                          * files */
} WeftReaderSetup;

typedef struct _WeftReader WeftReader;

/* A format's own: the functions below by the same names. */
typedef struct
{
  gboolean (*feed) (WeftReader *self, const char *bytes, gsize length, guint64 offset,
                    GError **error);
  void (*scan) (const WeftReader *self, const char *bytes, gsize length, WeftScanBatch *batch);
  void (*skip_line) (WeftReader *self, guint64 offset);    /* of lines only */
  void (*begin_part) (WeftReader *self, const char *path); /* of directories only */
  void (*publish) (WeftReader *self);
  void (*finish) (WeftReader *self);                       /* NULL: publishes */
  gboolean (*is_whole) (WeftReader *self, GError **error); /* NULL: it always is */
  GVariant *(*get_state) (const WeftReader *self);         /* NULL: it has none */
  void (*clear) (WeftReader *self); /* frees what it has besides what follows */
} WeftReaderClass;

/* The first member of what a format's reader has. */
struct _WeftReader
{
  const WeftReaderClass *class;
  WeftTrace *trace;             /* that is being written; held */
  WeftDiagnostics *diagnostics; /* the trace's */
  /* (nullable) of a directory's file, while it is fed: where its texts can be kept */
  WeftTextStore *part_text;
  /* (nullable) what weft_reader_scan() has made of what is fed */
  const WeftScanBatch *scanned;
  gboolean scans; /* weft_reader_scan() can be called from now on */
};

/* For readers: `size` zeroed bytes that begin with a WeftReader, which holds the trace. */
gpointer weft_reader_new (const WeftReaderClass *class, gsize size, gpointer trace);
void weft_reader_free (WeftReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftReader, weft_reader_free)

/* Reads `length` bytes (none: `bytes` may be NULL); the first stands at `offset` of the source's text.
 * What is to be read back later is kept in the trace's text store (weft_text_store_keep()). Readers of
 * lines get whole ones, of which only the very last of the input may lack its newline. Every byte may
 * be anything.
 * FALSE, with an error, where nothing more can be read: what came before stays. */
gboolean weft_reader_feed (WeftReader *self, const char *bytes, gsize length, guint64 offset,
                           GError **error);

/* Where the reader scans (`scans`): finds in `length` bytes, which begin a line, what does not depend on
 * those before. Any thread, also while the reader is fed. `reader` is a WeftReader. */
void weft_reader_scan (const char *bytes, gsize length, WeftScanBatch *batch, gconstpointer reader);

/* For readers of lines that scan: what is found in the `length` bytes that are fed, from `at` on: what was scanned of them
 * all, or else what is scanned now, into `own`. It tells of some bytes at least. */
const WeftScanBatch *weft_reader_get_batch (WeftReader *self, WeftScanBatch *own, const char *bytes,
                                            gsize length, gsize at);

/* In place of a line that was too long to be handed over. Counts it and adds a diagnostic. Readers
 * of lines only. */
void weft_reader_skip_line (WeftReader *self, guint64 offset);

/* The bytes fed from now on are the file at `path`, one of those that a directory holds (WeftFormat's
 * list_parts); offsets begin at 0 again. Such traces have no text store, but one for each file
 * (`part_text`). */
void weft_reader_begin_part (WeftReader *self, const char *path);

/* Makes all that was fed visible. */
void weft_reader_publish (WeftReader *self);

/* The input has ended: last checks, last publication. More may still be fed afterwards (a log
 * that grows); the trace then equals a fresh load again after the next publication. */
void weft_reader_finish (WeftReader *self);

/* After weft_reader_finish(): FALSE, with WEFT_LOAD_ERROR_MALFORMED, where the input ended too early or
 * lacks what the format cannot do without. A diagnostic has said where. */
gboolean weft_reader_is_whole (WeftReader *self, GError **error);

/* After weft_reader_finish(): all that a reader that goes on with the trace (WeftFormat's go_on) needs besides it, which
 * is little: (transfer full). NULL: none could. Readers of lines only. */
GVariant *weft_reader_get_state (const WeftReader *self);

G_END_DECLS
