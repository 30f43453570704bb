/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A place in two sequences that were brought side by side. */
typedef struct
{
  guint32 first;  /* element of the first sequence; WEFT_ALIGN_NONE: only the second has it */
  guint32 second; /* likewise */
} WeftAligned;

#define WEFT_ALIGN_NONE G_MAXUINT32

/* Brings two sequences of numbers (hashes of texts, say) side by side: appends every element of
 * both to `aligned` (of WeftAligned), in order, equal ones in pairs; of elements without a
 * partner, those of the first sequence come first. It is robust against what was inserted, left
 * out or exchanged, and against loops that run more often: as few elements as possible are left
 * without a partner where up to some thousands in a row are, and nearly so where more are. The
 * time grows little faster than the lengths, whatever they hold. FALSE with G_IO_ERROR_CANCELLED
 * when cancelled; `aligned` is then of no use. */
gboolean weft_sequence_align (const guint64 *first, guint32 n_first, const guint64 *second,
                              guint32 n_second, GArray *aligned, GCancellable *cancellable,
                              GError **error);

/* An element that stands for a text: never 0. */
guint64 weft_sequence_hash_text (const char *text);

G_END_DECLS
