/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"
#include "weft-noc-figure-kind.h"

G_BEGIN_DECLS

/* The demand index of one device: what transfers ask of each link, interface and DRAM controller in
 * any interval, in time that does not grow with their number (docs/formats/noc.md, "Demand"). There
 * are two figures. The *barrier-bounded rate* spreads a transfer's bytes evenly from its issue to
 * the end of the barrier that bounds it. The *issue demand* queues the transfers of each interface
 * and lets each go at the rate of its size. Both are estimates. Immutable; any thread.
 *
 * Bytes that have gone over a link until a time t are a sum of ramps: A + R · t, where A and R
 * change with each start and end. A and R are kept for every so many of these edges (checkpoints),
 * from where a question walks to its time, so that answers are exact. For peaks, which are means over
 * 256 cycles, the largest ones are kept by time slot, and by groups of slots. */

/* The transfers of device `device` whose records are in `records` (nullable: all). NULL, with
 * G_IO_ERROR_CANCELLED, where it was cancelled. */
WeftNocDemand *weft_noc_demand_new (WeftNocCapture *capture, guint device,
                                    const WeftBitset *records, GCancellable *cancellable,
                                    GError **error);
WeftNocDemand *weft_noc_demand_ref (WeftNocDemand *self);
void weft_noc_demand_unref (WeftNocDemand *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocDemand, weft_noc_demand_unref)

/* (transfer none) */
WeftNocCapture *weft_noc_demand_get_capture (const WeftNocDemand *self);

/* Bytes that the index takes, the capture apart. */
gsize weft_noc_demand_get_memory (const WeftNocDemand *self);

/* Only series that some transfer loads are in the index: places below this number. */
guint weft_noc_demand_get_n_used (const WeftNocDemand *self);
guint32 weft_noc_demand_get_used (const WeftNocDemand *self, guint place);

/* G_MAXUINT where no transfer loads the series. */
guint weft_noc_demand_find (const WeftNocDemand *self, guint32 series);

/* --- an interval ------------------------------------------------------------------------------ */

/* One series in an interval. Bytes and transfers are those of transfers that were issued in it;
 * means and peaks, in bytes per cycle, integrate what lies inside it. */
typedef struct
{
  guint64 bytes;
  guint64 unbounded_bytes; /* of these: no barrier bounds them, and rates are without them */
  guint32 n_transfers;
  double mean[WEFT_NOC_N_FIGURES];
  double peak[WEFT_NOC_N_FIGURES]; /* of the buckets that touch the interval, each as a whole */
} WeftNocFigure;

/* Fills `figures`, one for each place, for the cycles [from, to). */
void weft_noc_demand_measure (const WeftNocDemand *self, gint64 from, gint64 to,
                              WeftNocFigure *figures);

/* The mean rate alone, of one figure, of each place. */
void weft_noc_demand_get_means (const WeftNocDemand *self, WeftNocFigureKind kind, gint64 from,
                                gint64 to, double *means);

/* --- histories -------------------------------------------------------------------------------- */

static inline guint
weft_noc_demand_total (const WeftNocDemand *self, guint total)
{
  return weft_noc_demand_get_n_used (self) + total;
}

/* The mean rate of a place in each of `n` equal parts of [from, to). */
void weft_noc_demand_get_history (const WeftNocDemand *self, guint place, WeftNocFigureKind kind,
                                  gint64 from, gint64 to, guint n, double *means);

G_END_DECLS
