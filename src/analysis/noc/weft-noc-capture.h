/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-noc-chip.h"
#include "weft-noc-route.h"
#include "weft-noc-routes.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* A whole NoC trace understood (docs/formats/noc.md): its chip and devices, where time begins, who
 * transferred what from where to where and until when, zones, and waits. Made at once from the
 * records that are there, on any thread; immutable. A trace that grew has another capture. */

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

/* The transfer of a number, which are counted device by device, and of which device it is: with it, `*n` lie one behind
 * the other. NULL: there are not so many. */
const WeftNocTransfer *weft_noc_capture_find_run (const WeftNocCapture *self, guint number,
                                                  guint *device, guint *n);

/* Those of them that were issued in a range: the first, and how many. */
const WeftNocTransfer *weft_noc_capture_find_issued (const WeftNocCapture *self, guint device,
                                                     const WeftCycleRange *range,
                                                     guint32 *n_transfers);

/* The transfer of a record; NULL: it is none. */
const WeftNocTransfer *weft_noc_capture_find_transfer (const WeftNocCapture *self, guint32 record);

/* Of all records, one behind the other. Made when it is first asked for, and kept. */
const WeftNocIssued *weft_noc_capture_peek_issued (const WeftNocCapture *self);

const WeftNocWait *weft_noc_capture_get_waits (const WeftNocCapture *self, guint32 *n_waits);
const WeftNocZone *weft_noc_capture_get_zones (const WeftNocCapture *self, guint32 *n_zones);

/* --- counts ----------------------------------------------------------------------------------- */

const WeftNocCounts *weft_noc_capture_get_counts (const WeftNocCapture *self);

/* FALSE: the trace is a log of zones alone, which says nothing of what went over the networks. Its
 * transfers and bytes are unknown, not none. */
gboolean weft_noc_capture_has_traffic (const WeftNocCapture *self);

/* Types that no document names, and their events: (element-type guint64), by name_id. */
GHashTable *weft_noc_capture_get_unknown_types (const WeftNocCapture *self);

G_END_DECLS
