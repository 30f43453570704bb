/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-noc-route.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* What a whole NoC trace says (docs/formats/noc.md): its chip and devices, where time begins, who
 * transferred what from where to where and until when, zones, and waits. Made at once from the
 * records that are there, on any thread; immutable. A trace that grew has another capture. */

typedef struct _WeftNocCapture WeftNocCapture;

/* How the chip was chosen. */
typedef enum
{
  WEFT_NOC_CHIP_CHOSEN,      /* by the user */
  WEFT_NOC_CHIP_NAMED,       /* by the input itself */
  WEFT_NOC_CHIP_CLUSTER,     /* by topology.json's cluster type */
  WEFT_NOC_CHIP_ETHERNET,    /* its Ethernet tiles are where topology.json has channels */
  WEFT_NOC_CHIP_COORDINATES, /* only on it are there tiles of such coordinates */
  WEFT_NOC_CHIP_SOURCES,     /* on it most kernels run on Tensix tiles */
  WEFT_NOC_CHIP_DEFAULT,     /* nothing tells; it is the common one */
  WEFT_NOC_CHIP_INFERRED,    /* none that is known: a grid of the size that coordinates need */
} WeftNocChipReason;

/* A sentence for people, translated. */
const char *weft_noc_chip_reason_to_string (WeftNocChipReason reason);

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

/* --- the capture ------------------------------------------------------------------------------ */

/* By how much the clock of a device is put later than its own zero. */
typedef struct
{
  gint32 device; /* id */
  guint32 cycles;
} WeftNocOffset;

typedef struct
{
  const char *arch;            /* (nullable): the topology's name, where the user chose */
  const char *topology_path;   /* (nullable): the user's own topology */
  const WeftBitset *other_noc; /* (nullable): records whose transfers are taken to use the other
                                * network */
  const GArray *offsets; /* (nullable) (element-type WeftNocOffset); devices that are not named
                               * begin at 0 */
} WeftNocOptions;

/* All records that are published. `options` may be NULL. NULL, with G_IO_ERROR_CANCELLED or what
 * weft_noc_topology_new_from_file() says, where it failed. */
WeftNocCapture *weft_noc_capture_new (WeftNocTrace *trace, const WeftNocOptions *options,
                                      GCancellable *cancellable, GError **error);
WeftNocCapture *weft_noc_capture_ref (WeftNocCapture *self);
void weft_noc_capture_unref (WeftNocCapture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocCapture, weft_noc_capture_unref)

WeftNocTrace *weft_noc_capture_get_trace (const WeftNocCapture *self);
const WeftNocTopology *weft_noc_capture_get_topology (const WeftNocCapture *self,
                                                      WeftNocChipReason *reason);
guint32 weft_noc_capture_get_n_records (const WeftNocCapture *self);

/* Devices by rising id; an index below their number stands for each. */
guint weft_noc_capture_get_n_devices (const WeftNocCapture *self);
gint32 weft_noc_capture_get_device_id (const WeftNocCapture *self, guint device);
gboolean weft_noc_capture_find_device (const WeftNocCapture *self, gint32 id, guint *device);
guint weft_noc_capture_device_of (const WeftNocCapture *self, guint32 record);

/* Cycles from the zero: the smallest timestamp of the record's file, less the device's offset. Files
 * of one device share theirs. */
gint64 weft_noc_capture_get_cycle (const WeftNocCapture *self, guint32 record);

/* The last cycle of any record; the first is 0. */
gint64 weft_noc_capture_get_last (const WeftNocCapture *self);

/* Transfers of a device, by rising issue. */
const WeftNocTransfer *weft_noc_capture_get_transfers (const WeftNocCapture *self, guint device,
                                                       guint32 *n_transfers);

/* Those of them that were issued in a range: the first, and how many. */
const WeftNocTransfer *weft_noc_capture_find_issued (const WeftNocCapture *self, guint device,
                                                     const WeftCycleRange *range,
                                                     guint32 *n_transfers);

/* The transfer of a record; NULL: it is none. */
const WeftNocTransfer *weft_noc_capture_find_transfer (const WeftNocCapture *self, guint32 record);

const WeftNocWait *weft_noc_capture_get_waits (const WeftNocCapture *self, guint32 *n_waits);
const WeftNocZone *weft_noc_capture_get_zones (const WeftNocCapture *self, guint32 *n_zones);

/* --- routes ----------------------------------------------------------------------------------- */

/* What a transfer loads, as numbers of series: the links of its route, then the interfaces that
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

guint weft_noc_capture_get_n_series (const WeftNocCapture *self);
void weft_noc_capture_get_series (const WeftNocCapture *self, guint32 series,
                                  WeftNocSeries *result);
guint32 weft_noc_capture_find_series (const WeftNocCapture *self, WeftNocSeriesKind kind,
                                      guint index);

/* The series of a route; the first `n_links` are links. */
const guint32 *weft_noc_capture_get_route (const WeftNocCapture *self, guint32 route,
                                           guint *n_series, guint *n_links);

/* --- counts ----------------------------------------------------------------------------------- */

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

const WeftNocCounts *weft_noc_capture_get_counts (const WeftNocCapture *self);

/* Types that no document names, and their events: (element-type guint64), by name_id. */
GHashTable *weft_noc_capture_get_unknown_types (const WeftNocCapture *self);

G_END_DECLS
