/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-file-stamp.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"

G_BEGIN_DECLS

/* All that an index file says of the file whose trace it holds; the first that is put and taken. Texts are those of whoever
 * made the label, or the reader's. */
typedef struct
{
  const char *source; /* its full path */
  WeftFileStamp stamp;
  const char *format; /* which of weft_formats[] it has */
  guint flags;        /* how it was read (WeftReadFlags) */
  const char
    *beside; /* all that is known of files beside it that were read with it; NULL: none are */
  const char *language; /* of diagnostics; NULL: there are none */
} WeftIndexLabel;

void weft_index_label_put (const WeftIndexLabel *label, WeftIndexWriter *writer);

/* FALSE where the reader is bad, or another version of Weft has written the file. */
gboolean weft_index_label_take (WeftIndexLabel *label, WeftIndexReader *reader);

/* Whether both are of the same state of the same file, read alike: but for the language. */
gboolean weft_index_label_equal (const WeftIndexLabel *a, const WeftIndexLabel *b);

G_END_DECLS
