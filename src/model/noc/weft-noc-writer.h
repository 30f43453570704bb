/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-trace-private.h"

G_BEGIN_DECLS

/* Appends to a NoC trace: what readers of all dialects share. One thread. */

typedef struct _WeftNocWriter WeftNocWriter;

/* Holds the trace. */
WeftNocWriter *weft_noc_writer_new (WeftNocTrace *trace);
void weft_noc_writer_free (WeftNocWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocWriter, weft_noc_writer_free)

/* Bytes of the input, not zero-terminated. */
typedef struct
{
  const char *text;
  gsize length;
} WeftNocText;

/* One record. Texts that are not there have no length. */
typedef struct
{
  guint type; /* a type, or NOC_TYPE_ZONE_START or NOC_TYPE_ZONE_END */
  WeftNocText name;
  WeftNocText proc;
  guint noc;
  guint flags;
  gint16 sx, sy, dx, dy, end_x, end_y;
  guint32 bytes;
  gint8 vc;
  guint64 time;
  gint64 line;
  guint32 context;
  guint32 extra;
} WeftNocRow;

/* All of these return FALSE, or WEFT_NO_ROW, where the store is exhausted. */
gboolean weft_noc_writer_add (WeftNocWriter *self, const WeftNocRow *row);

/* The records to come are of the file of that name (NULL: standard input or such). */
gboolean weft_noc_writer_begin_part (WeftNocWriter *self, const char *name);

/* The number of a context. The part is the one that was begun last. */
guint32 weft_noc_writer_get_context (WeftNocWriter *self, gint32 device, gint64 run_host_id,
                                     WeftNocText op_name);

/* A context that no record has yet, for readers that find those they made by themselves: a log of many
 * programs has as many. */
guint32 weft_noc_writer_add_context (WeftNocWriter *self, gint32 device, gint64 run_host_id,
                                     WeftNocText op_name);

/* Rows that a record's `extra` refers to. */
guint32 weft_noc_writer_add_debug (WeftNocWriter *self, const WeftNocDebug *debug);
guint32 weft_noc_writer_add_end (WeftNocWriter *self, guint64 end);
guint32 weft_noc_writer_add_fabric (WeftNocWriter *self, const WeftNocFabric *fabric);

/* Targets and segments of the fabric event that is added next. */
gboolean weft_noc_writer_add_target (WeftNocWriter *self, const WeftNocFabricTarget *target);
gboolean weft_noc_writer_add_segment (WeftNocWriter *self, const WeftNocFabricSegment *segment);

/* Another tool's demand on a link; `modelled->port` is ignored, `port` is taken. */
gboolean weft_noc_writer_add_modelled (WeftNocWriter *self, const WeftNocModelled *modelled,
                                       WeftNocText port);

G_END_DECLS
