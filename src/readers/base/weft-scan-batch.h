/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-text-check.h"

G_BEGIN_DECLS

/* All that can be told of a piece of text without knowing what came before it: found on any thread, and
 * applied on the reader's in the order of the text. Words mean what the reader's format says. */

typedef struct
{
  guint64 *words; /* room for `capacity` of them */
  gsize n_words, capacity;
  gsize length;      /* bytes, from the piece's first on, that the words tell of: whole lines */
  WeftTextView view; /* of the whole piece */
} WeftScanBatch;

/* Room for a reader that scans itself: stays in the nearest cache. */
#define WEFT_SCAN_OWN_WORDS ((gsize) 1 << 12)

/* Room for a block of WEFT_BLOCK_OF_LINES_SIZE, a word for eight bytes as for any: where its lines are shorter, the rest
 * is left to the reader. */
#define WEFT_SCAN_BLOCK_WORDS ((gsize) 1 << 15)

static inline WeftScanBatch *
weft_scan_batch_new (gsize capacity)
{
  WeftScanBatch *batch = g_new0 (WeftScanBatch, 1);

  batch->words = g_new (guint64, capacity);
  batch->capacity = capacity;
  return batch;
}

static inline void
weft_scan_batch_free (WeftScanBatch *batch)
{
  if (batch == NULL)
    return;
  g_free (batch->words);
  g_free (batch);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftScanBatch, weft_scan_batch_free)

static inline void
weft_scan_batch_clear (WeftScanBatch *batch)
{
  batch->n_words = 0;
  batch->length = 0;
}

/* Whether `n` words more fit. */
static inline gboolean
weft_scan_batch_has_room (const WeftScanBatch *batch, gsize n)
{
  return batch->capacity - batch->n_words >= n;
}

/* Adds a word, for which there is room. */
static inline void
weft_scan_batch_put (WeftScanBatch *batch, guint64 word)
{
  batch->words[batch->n_words++] = word;
}

G_END_DECLS
