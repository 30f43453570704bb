/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The parts of a capture of a NoC trace: see weft-noc-capture.h. */

typedef struct _WeftNocCapture WeftNocCapture;

/* --- transfers -------------------------------------------------------------------------------- */

enum
{
  WEFT_TRANSFER_READ = 1 << 0,
  WEFT_TRANSFER_MULTICAST = 1 << 1,
  WEFT_TRANSFER_UNDECIDED = 1 << 2, /* a multicast whose tree documents do not settle */
  WEFT_TRANSFER_BOUNDED = 1 << 3,   /* there is a `done` */
};

/* Payload over one chip's network. Times are cycles from the zero of the capture. Tiles are those
 * of the payload's way: a read's payload comes from the tile that was asked. */
typedef struct
{
  guint32 record;
  guint32 route; /* see weft_noc_capture_get_route() */
  guint32 bytes;
  guint32 zone; /* the innermost that it was issued in; WEFT_NO_ROW: none */
  guint16 from;
  guint16 to;     /* of a multicast: where the rectangle starts, */
  guint16 to_end; /* and ends */
  guint8 noc;
  guint8 flags;
  gint64 issue;
  gint64 done;   /* the first end of such a barrier after it, which bounds it; or, in another
                    * tool's model, its end */
  double start;  /* issue demand: when its first byte enters the network, */
  double finish; /* and when its last one has, at the rate that its size and source allow */
} WeftNocTransfer;

/* Some of the transfer of a record, for those that go through many records in their order. */
typedef struct
{
  guint32 bound;     /* cycles from the issue to `done`, or one of those below */
  guint32 zone_name; /* the name's id of its zone; WEFT_NO_ROW: none */
} WeftNocIssued;

#define WEFT_NOC_NO_TRANSFER G_MAXUINT32     /* the record is none */
#define WEFT_NOC_UNBOUNDED (G_MAXUINT32 - 1) /* there is no `done` */
#define WEFT_NOC_FAR_BOUND (G_MAXUINT32 - 2) /* only the transfer itself says it */

/* --- waits and zones -------------------------------------------------------------------------- */

typedef struct
{
  guint32 record;
  guint16 tile;
  guint8 device; /* index */
  guint8
    measured; /* from a START to an END; otherwise an upper bound, as the end of the wait is not
                     * recorded: it lasted at most to the processor's next record */
  guint8 semaphore; /* otherwise a barrier */
  gint64 start;
  gint64 end;
} WeftNocWait;

enum
{
  WEFT_ZONE_OPEN = 1 << 0,  /* never closed: lasts to the last record of its processor */
  WEFT_ZONE_NOISE = 1 << 1, /* the profiler's own */
};

typedef struct
{
  guint32 record;
  guint32 name_id;
  guint16 tile; /* G_MAXUINT16: off the grid */
  guint8 device;
  guint8 proc_id;
  guint8 flags;
  guint8 depth; /* zones around it */
  gint64 start;
  gint64 end;
} WeftNocZone;

/* --- routes ------------------------------------------------------------------------------------ */

/* The series that a transfer loads, by their numbers: the links of its route, then the interfaces that
 * send and take it, then DRAM controllers. */
typedef enum
{
  WEFT_SERIES_LINK,
  WEFT_SERIES_SOURCE,     /* a tile's interface to one network, putting in */
  WEFT_SERIES_SINK,       /* the same, taking out */
  WEFT_SERIES_CONTROLLER, /* a DRAM controller, reads and writes together */
  WEFT_SERIES_CONTROLLER_READ,
  WEFT_SERIES_CONTROLLER_WRITE,
} WeftNocSeriesKind;

typedef struct
{
  WeftNocSeriesKind kind;
  guint index;     /* the link; or of interfaces noc · tiles + tile; or the controller */
  double capacity; /* bytes per cycle; 0: not known */
} WeftNocSeries;

/* --- counts ------------------------------------------------------------------------------------ */

typedef struct
{
  guint64 n_events; /* records but for zones */
  guint64 n_zone_records;
  guint64 n_transfers;
  guint64 transfer_bytes;
  guint64 type_events[64];
  guint64 type_bytes[64];
  guint64 noc_events[3]; /* the third: undefined */
  guint64 noc_bytes[3];
  guint64 n_unresolved; /* zero bytes, no network, no destination, or one off the grid */
  guint64 n_undecided;  /* multicasts from inside their rectangle */
  guint64 n_saturated;  /* sizes that may have been larger */
  guint64 n_fabric;
  guint64 n_unbounded; /* transfers without a barrier after them */
  guint64 n_unbalanced_zones;
  gboolean has_zone_ends; /* otherwise a file of 2024, in which no zone ends */
  guint64 n_unpaired_barriers;
  guint64 n_off_grid; /* records that were issued off the grid */
} WeftNocCounts;
