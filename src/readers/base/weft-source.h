/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-file-sum.h"
#include "weft-input.h"
#include "weft-text-store.h"

G_BEGIN_DECLS

/* The text of a trace, whatever it lies in: a plain file, gzip (of one or more members), zstd (of
 * one or more frames), a pipe, a device or standard input. What it is shows in its first bytes,
 * never in its name. Used on one thread, but for the progress.
 *
 * Files are read, not mapped: as fast, and a file that is cut while it is open cannot end the
 * program. */

typedef struct _WeftSource WeftSource;

/* Whether a file may be written to still, so that what it ends with may be but the beginning of
 * what is going to be there. */
typedef enum
{
  WEFT_GROWTH_NONE,   /* it is whole: what it ends with is read as it stands */
  WEFT_GROWTH_LIKELY, /* it may, where it was written to within the last seconds; but compressed
                       * data that is not whole is damage */
  WEFT_GROWTH_SURE,
} WeftGrowth;

/* Opens `path`; "-" is standard input. Waits for nothing. Errors: WEFT_LOAD_ERROR_OPEN,
 * WEFT_LOAD_ERROR_DIRECTORY. */
WeftSource *weft_source_open (const char *path, GError **error);
void weft_source_free (WeftSource *self);

/* The plain file at `path`, open as `fd` (duplicated), behind its beginning, which was read before: that is as long as
 * `text` says, which is of it, and `sum` (transfer full) is its sum. */
WeftSource *weft_source_open_behind (const char *path, int fd, WeftTextStore *text,
                                     WeftFileSum *sum, GError **error);

/* Where its first byte stands in the text: 0 but for those. */
guint64 weft_source_get_start (WeftSource *self);

/* Whether it sums up what it reads of a plain file; before the first read, or to end it. */
void weft_source_set_sums (WeftSource *self, gboolean sums);

/* At the end: the sum of all that was read, (transfer full). NULL where it is of no plain file, or nobody has asked. */
WeftFileSum *weft_source_copy_sum (WeftSource *self);

/* Fills `buffer` with up to `size` bytes of text. Returns fewer only at the end, before an error,
 * or where the rest of a pipe has not arrived yet; waits only while it has none. 0 is the end, −1
 * an error: WEFT_LOAD_ERROR_BROKEN (all text that could be had before it was returned by earlier
 * calls) or WEFT_LOAD_ERROR_CANCELLED. */
gssize weft_source_read (WeftSource *self, void *buffer, gsize size, GCancellable *cancellable,
                         GError **error);

/* WEFT_GROWTH_NONE unless this says otherwise. Anything but a file never grows: a pipe is waited
 * for. */
void weft_source_set_growth (WeftSource *self, WeftGrowth growth);

/* Whether it is a file. */
gboolean weft_source_can_grow (WeftSource *self);

/* At the end: whether more may come. */
gboolean weft_source_may_grow (WeftSource *self);

/* At the end: the next read returns what the file has got since. FALSE with
 * WEFT_LOAD_ERROR_REPLACED where it is not the one any more that was read. */
gboolean weft_source_resume (WeftSource *self, GError **error);

/* At the end: whether that is in the middle of compressed data. */
gboolean weft_source_is_inside (WeftSource *self);

/* Where texts are kept that are to be read back: the file itself, or where that is compressed or no
 * file, an empty temporary file. (transfer none) (nullable): NULL before the first read, and where
 * there is no room for a temporary file. */
WeftTextStore *weft_source_get_text (WeftSource *self);

/* The name for people. Any thread. */
const char *weft_source_get_title (WeftSource *self);

/* Any thread. Bytes of the input (not of the text) taken so far, and how many there are (0: not
 * known). */
void weft_source_get_progress (WeftSource *self, guint64 *done, guint64 *total);

/* Whether the input is compressed. FALSE before the first read. */
gboolean weft_source_is_compressed (WeftSource *self);

/* Whether the input is so large, in a file, that its columns are better put into one, too: above 4 GiB of text,
 * or 1 GiB where it is compressed, which shows with the first read. */
gboolean weft_source_is_huge (WeftSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSource, weft_source_free)

G_END_DECLS
