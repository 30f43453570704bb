/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-scan-pool.h"
#include "weft-source.h"

G_BEGIN_DECLS

/* Takes the text of a source on a thread of its own and hands it over in blocks, so that reading
 * and decompressing run beside parsing. Memory is bounded, whatever the input. Blocks are of
 * whole lines, and a line that an error cut short is not handed over; or they are cut anywhere. */

typedef struct _WeftBlockReader WeftBlockReader;

/* Blocks have that much at most, but for one with a line that is longer. */
#define WEFT_BLOCK_SIZE ((gsize) 1 << 20)

/* Blocks of lines, but for the first, have that much: what the reader wrote and what a thread found in it are still in the
 * nearer cache when the next one takes them. */
#define WEFT_BLOCK_OF_LINES_SIZE ((gsize) 1 << 18)

/* Lines longer than this are not handed over: a file without newlines is no text. */
#define WEFT_MAX_LINE ((gsize) 1 << 26)

typedef struct
{
  gboolean skipped;       /* a line that was too long stood before the block, */
  guint64 skipped_offset; /* beginning here */
  const char *bytes;      /* of lines: whole ones, and only the text's last may lack its newline */
  gsize length;           /* 0 only where a line was skipped */
  guint64 offset;         /* of the first byte in the text; of no bytes: how far it was read */
  const WeftScanBatch *scanned; /* (nullable) what a thread has made of the bytes */
} WeftBlock;

/* Leaves out the newline that the block begins with. FALSE: it begins with something else. */
gboolean weft_block_skip_newline (WeftBlock *block);

typedef enum
{
  WEFT_BLOCKS_UNDECIDED,
  WEFT_BLOCKS_OF_LINES,
  WEFT_BLOCKS_OF_BYTES,
} WeftBlockShape;

/* Says how a text that begins with `head` is handed over. Called on the reader's thread before the
 * first block, with ever more of the text as long as it can't decide; where that is a whole
 * WEFT_BLOCK_SIZE or all of the text, the blocks are of lines. */
typedef WeftBlockShape (*WeftBlockShapeFunc) (const char *head, gsize length, gpointer user_data);

/* Starts to read `source` (transfer full). `shape` (nullable): NULL is lines. */
WeftBlockReader *weft_block_reader_new (WeftSource *source, WeftBlockShapeFunc shape,
                                        gpointer user_data, GCancellable *cancellable);

/* Blocks are scanned by other threads from now on, where more than one is there. `data` must not
 * change until the reader is freed. */
void weft_block_reader_scan (WeftBlockReader *self, WeftScanFunc scan, gconstpointer data);

/* The blocks of a source that may grow (weft_source_may_grow()) end with its last whole line; what
 * follows that is kept. After that end, this reads on: first comes what was kept. */
gboolean weft_block_reader_resume (WeftBlockReader *self, WeftGrowth growth,
                                   GCancellable *cancellable, GError **error);

/* After the end: whether something was kept that more is to follow. */
gboolean weft_block_reader_has_rest (WeftBlockReader *self);

/* Ends the thread, wherever it is, and frees reader and source. */
void weft_block_reader_free (WeftBlockReader *self);

/* The next block, valid until the next call: waits for it no longer than `milliseconds` (negative:
 * as long as it takes). NULL at the end, on an error (as weft_source_read()), and when the time
 * has passed, in which case `late` is TRUE. */
const WeftBlock *weft_block_reader_next (WeftBlockReader *self, int milliseconds, gboolean *late,
                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBlockReader, weft_block_reader_free)

G_END_DECLS
