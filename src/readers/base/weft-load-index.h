/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-format.h"
#include "weft-index-label.h"
#include "weft-load-point.h"

G_BEGIN_DECLS

/* The index file of one load: looked for before the file is read, and written after it was, where that took long. All
 * that goes wrong with it means that the file is read. */

typedef struct _WeftLoadIndex WeftLoadIndex;

/* Loads that take so many microseconds leave an index file, and those of files that have one use that; negative, which
 * it is unless this says otherwise: no load does. */
void weft_load_index_set_after (gint64 microseconds);

/* A second, or what $WEFT_INDEX_AFTER says in milliseconds: for programs. */
void weft_load_index_set_default (void);

/* Waits until all index files are written that loads of this program have left: before it ends. */
void weft_load_index_wait (void);

/* The next load of a file that has an index file uses that, reads on from where it ends, or reads all anew: as far as some
 * pieces of the file tell. The label was just taken from the reader. */
typedef enum
{
  WEFT_INDEX_CURRENT,
  WEFT_INDEX_GROWN,
  WEFT_INDEX_STALE,
} WeftIndexState;

WeftIndexState weft_load_index_judge (const WeftIndexLabel *label, WeftIndexReader *reader);

/* For the load of the file or directory at `path`, which begins now, as one of that `growth`, with these flags. NULL: it can have no
 * index file, or is to have none. */
WeftLoadIndex *weft_load_index_new (const char *path, WeftReadFlags flags, WeftGrowth growth);

/* Stops writing, and frees what is known. */
void weft_load_index_free (WeftLoadIndex *self);

/* The trace as the load would leave it: (transfer full), NULL where it must be read. Its diagnostics come with
 * weft_load_index_add_diagnostics() once somebody listens. */
WeftTrace *weft_load_index_restore (WeftLoadIndex *self, WeftStorage storage,
                                    GMainContext *context);
void weft_load_index_add_diagnostics (WeftLoadIndex *self, WeftTrace *trace);

/* --- of a trace that was restored */

/* Bytes of the file that it is of, and whether it has more now, which must be read on from there. */
guint64 weft_load_index_get_length (WeftLoadIndex *self);
gboolean weft_load_index_is_behind (WeftLoadIndex *self);

const WeftFormat *weft_load_index_get_format (WeftLoadIndex *self);

/* The rest of the file, and a reader that goes on with the trace: `check` goes on, too. `mid_line`: the rest begins with
 * the newline of a line that was read without it. NULL: there can be none, and the file must be read anew. */
WeftSource *weft_load_index_open_rest (WeftLoadIndex *self, WeftTrace *trace, GError **error);
WeftReader *weft_load_index_go_on (WeftLoadIndex *self, WeftTrace *trace, WeftTextCheck *check,
                                   gboolean *mid_line);

/* Looks at the file once more: whether it has more now than what the trace is of, behind the same bytes. */
gboolean weft_load_index_has_grown (WeftLoadIndex *self);

/* Whether a file of that `growth` and the format of the trace that was restored may get more: one of lines. */
gboolean weft_load_index_grows (WeftLoadIndex *self, WeftGrowth growth);

/* Whether the file is the one that it was when the load began. */
gboolean weft_load_index_is_current (WeftLoadIndex *self);

/* --- of every load */

/* The load has ended, with all that the file holds in `trace`, whose rows do not change until weft_load_index_stop():
 * writes the index file on a thread of its own, where the load took long enough. `point` (transfer full) (nullable) is
 * where it ended. */
void weft_load_index_keep (WeftLoadIndex *self, WeftTrace *trace, const WeftFormat *format,
                           WeftLoadPoint *point);

/* The rows may change from now on: what is not written yet is not. */
void weft_load_index_stop (WeftLoadIndex *self);

/* Lets the writing go on without the load, whose trace nobody writes to any more. */
void weft_load_index_let_go (WeftLoadIndex *self);

G_END_DECLS
