/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-file-sum.h"
#include "weft-reader.h"
#include "weft-text-check.h"

G_BEGIN_DECLS

/* Where the load of a file of lines ended: all that another load needs to go on from there once the file has got
 * more, besides the trace. */
typedef struct
{
  WeftFileSum *sum; /* of all that was read, */
  GVariant *state;  /* and of its reader (weft_reader_get_state()) */
  guint checks;     /* what WeftTextCheck still looks for, */
  gint64 line;      /* in the line that comes next, */
  gboolean
    mid_line; /* or, where the last one lacked its newline, in that, which was read as it stands */
} WeftLoadPoint;

/* Takes the sum. NULL where the reader can't go on later. */
WeftLoadPoint *weft_load_point_new (WeftFileSum *sum, const WeftReader *reader,
                                    const WeftTextCheck *check, gboolean mid_line);
void weft_load_point_free (WeftLoadPoint *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLoadPoint, weft_load_point_free)

/* In an index file. `self` is nullable. */
void weft_load_point_put (const WeftLoadPoint *self, WeftIndexWriter *writer);

/* Of a file that had `length` bytes: (transfer full). NULL: there is none, or the reader is bad. */
WeftLoadPoint *weft_load_point_take (WeftIndexReader *reader, guint64 length);

/* Whether the open file `fd` goes on with another line there, if it goes on: a line that was read can't be read a second
 * time. */
gboolean weft_load_point_begins_line (const WeftLoadPoint *self, int fd);

/* Looks on where the load ended. */
void weft_load_point_begin_check (const WeftLoadPoint *self, WeftTextCheck *check);

G_END_DECLS
