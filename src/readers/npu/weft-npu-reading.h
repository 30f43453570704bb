/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-reading.h"
#include "weft-npu-writer.h"

G_BEGIN_DECLS

/* How JSON becomes rows of a WeftNpuTrace, an element at a time. It is the first member of the reader. */

typedef struct
{
  WeftJsonReading json;
  WeftNpuTrace *trace; /* the reader's */
  WeftNpuWriter *writer;
  guint64 n_lost_points; /* of series beyond the limit */

  const WeftJsonRecord *record; /* the element that is read, */
  WeftNpuEvent event;           /* and what comes of it */
} WeftNpuReading;

/* A reader as weft_reader_new() makes it, that begins with a WeftNpuReading. The tables are kept, not
 * copied. */
gpointer weft_npu_reading_new (const WeftReaderClass *class, gsize size,
                               const WeftReaderSetup *setup, const WeftJsonShape *shape,
                               const WeftJsonHandler *handler);

/* For WeftReaderClass. */
gboolean weft_npu_reading_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                                GError **error);
void weft_npu_reading_publish (WeftReader *reader);
gboolean weft_npu_reading_is_whole (WeftReader *reader, GError **error);
void weft_npu_reading_clear (WeftReader *reader);

/* Begins an event of which nothing is known yet but where it stands. */
void weft_npu_reading_begin (WeftNpuReading *self, const WeftJsonRecord *record);

/* Keeps the element's text for the event. */
void weft_npu_reading_keep (WeftNpuReading *self);

/* Counts an element that becomes no event, and says why. */
void weft_npu_reading_skip (WeftNpuReading *self, const char *message);

/* The member in the slot as the id of a name; WEFT_NO_NAME where there is no string (nullable). */
guint32 weft_npu_reading_intern (WeftNpuReading *self, const WeftJsonValue *value);

/* A lane with that name, which is new where its first event is the one that is read. */
guint weft_npu_reading_get_lane (WeftNpuReading *self, WeftNpuLaneKind kind, guint32 name,
                                 gint64 id);

/* The input has ended: FALSE, which is said, where that is within a document. */
gboolean weft_npu_reading_end (WeftNpuReading *self);

G_END_DECLS
