/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"

G_BEGIN_DECLS

/* A reader turns the lines of one format into a trace. It is fed blocks of whole lines on one
 * thread; it neither opens files nor waits. The trace can be seen, growing, from the first
 * publication on. */

#define WEFT_TYPE_READER (weft_reader_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftReader, weft_reader, WEFT, READER, GObject)

struct _WeftReaderClass
{
  GObjectClass parent_class;

  WeftTrace *(*get_trace) (WeftReader *self);
  gboolean   (*feed)      (WeftReader *self, const char *bytes, gsize length, guint64 offset,
                           GError **error);
  void       (*skip_line) (WeftReader *self, guint64 offset);
  void       (*publish)   (WeftReader *self);
  void       (*finish)    (WeftReader *self);

  gpointer padding[6];
};

/* The trace that is being written: (transfer none). */
WeftTrace *weft_reader_get_trace (WeftReader *self);

/* Reads `length` bytes of whole lines; the first stands at `offset` of the source's text. What is
 * to be read back later is kept in the trace's text store (weft_text_store_keep()). Only the very
 * last line of the input may lack its newline. Every byte may be anything. FALSE, with an
 * error, where nothing more can be read: what came before stays. */
gboolean   weft_reader_feed      (WeftReader *self, const char *bytes, gsize length,
                                  guint64 offset, GError **error);

/* In place of a line that was too long to be handed over. Counts it and adds a diagnostic. */
void       weft_reader_skip_line (WeftReader *self, guint64 offset);

/* Makes all that was fed visible. */
void       weft_reader_publish   (WeftReader *self);

/* The input has ended: last checks, last publication. More may still be fed afterwards (a log
 * that grows); the trace then equals a fresh load again after the next publication. */
void       weft_reader_finish    (WeftReader *self);

G_END_DECLS
