/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-noc-chip.h"
#include "weft-noc-route.h"
#include "weft-noc-trace-private.h"
#include "weft-noc-transfer.h"

/* The members of a capture, for the files that fill it in. */

/* A core's processor on a device: its records stand one behind the other in `order`. */
typedef struct
{
  guint8 device;
  guint8 proc;
  gint16 x, y;
  guint32 first;
  guint32 n_records;
} WeftNocGroup;

typedef struct
{
  gint32 id;
  guint32 n_records;
  guint32 n_transfers;
  WeftNocTransfer *transfers; /* a bulk with room for one of each record */
} WeftNocDevice;

typedef struct
{
  guint32 first;
  guint32 n_series;
  guint32 n_links;
  gboolean undecided;
  gboolean multicast;
  guint16 to, to_end; /* of a multicast: where its rectangle starts and ends */
} WeftNocRouteEntry;

struct _WeftNocCapture
{
  gatomicrefcount ref_count;
  WeftNocTrace *trace;
  guint32 n_records;
  WeftNocTopology *topology;
  WeftNocChipReason reason;
  GArray *devices;   /* WeftNocDevice */
  guint8 *device_of; /* by context */
  guint64 *zeros;    /* by context */
  gint64 last;
  GArray *waits;
  GArray *zones;
  WeftNocCounts counts;
  GHashTable *unknown;

  WeftNocRoute scratch; /* while it is made */
  WeftMap64 route_map;  /* likewise */
  GArray *routes;       /* WeftNocRouteEntry */
  GArray *series;       /* guint32 */

  gsize issued; /* weft_noc_capture_peek_issued(), once it was asked for */
};

static inline gint64
weft_noc_cycle_of (const WeftNocCapture *self, guint64 time, guint32 context)
{
  return (gint64) MIN (time - self->zeros[context], (guint64) G_MAXINT64 / 4);
}

static inline gint64
weft_noc_cycle (const WeftNocCapture *self, guint32 record)
{
  return weft_noc_cycle_of (self, weft_noc_time (self->trace, record),
                            weft_noc_context (self->trace, record));
}
