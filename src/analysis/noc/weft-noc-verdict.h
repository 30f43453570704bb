/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-demand.h"

G_BEGIN_DECLS

/* The bottleneck of a transfer or a zone: of all that it loads, the link, interface or DRAM
 * controller with the highest mean barrier-bounded rate, as a share of its capacity, while it
 * lasted. An estimate. */
typedef struct
{
  gboolean known; /* otherwise no barrier bounds it, or no capacity is known */
  guint32 series;
  WeftNocSeries info;
  double utilization; /* share of the capacity */
} WeftNocVerdict;

/* Of one transfer of the demand's device. */
void weft_noc_judge_transfer (const WeftNocDemand *demand, const WeftNocTransfer *transfer,
                              WeftNocVerdict *verdict);

typedef struct
{
  guint32 zone;
  guint32 n_transfers; /* that were issued in it, but not in a zone within */
  guint64 bytes;
  WeftNocVerdict verdict;
} WeftNocZoneStats;

/* Of all zones of the capture: (transfer full) (element-type WeftNocZoneStats), in their order.
 * Beyond some thousand zones with transfers there is no verdict. NULL with G_IO_ERROR_CANCELLED. */
GArray *weft_noc_judge_zones (WeftNocDemand *const *demands, GCancellable *cancellable,
                              GError **error);

/* "link", "source_niu", "sink_niu", "dram_controller": the word of machine output. */
const char *weft_noc_series_kind_to_string (WeftNocSeriesKind kind);

/* "NOC_0 (1,1) → (2,1)", "NOC_0 out of (1,1)", "DRAM controller c0": (transfer full), translated. */
char *weft_noc_describe_series (const WeftNocCapture *capture, const WeftNocSeries *series);

/* "(1,2)": (transfer full). */
char *weft_noc_describe_tile (const WeftNocCapture *capture, guint tile);

/* "(1,2) of device 4": `name` (transfer full), a tile's or a series', with its device where the capture has several:
 * (transfer full), translated. */
char *weft_noc_describe_on_device (const WeftNocCapture *capture, guint device, char *name);

G_END_DECLS
