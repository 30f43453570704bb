/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings-kept.h"
#include "weft-noc-stats.h"

G_BEGIN_DECLS

/* The findings of a capture, ranked: (transfer full), see WeftFinding. `stats` are those of all of its
 * time and transfers, `demands` the indexes that they were made of, and `options` (nullable) what the
 * capture was made with, as it is made again with all traffic on the other network. Targets are
 * "link:DEVICE:LINK:FROM:TO", "controller:DEVICE:INDEX", "tile:DEVICE:TILE:FROM:TO" with cycles, and
 * "all". NULL with G_IO_ERROR_CANCELLED. Any thread; about as long as making the capture takes. */
GArray *weft_noc_findings_new (WeftNocDemand *const *demands, const WeftNocStats *stats,
                               const WeftNocOptions *options, GCancellable *cancellable,
                               GError **error);

/* Those of a whole trace, kept beside its index file (weft-findings-kept.h), or what `make` makes of the capture, which is
 * then kept where that is of all records. Where `options` (nullable), which the capture was made with, say what the trace
 * does not, they are made each time. */
GArray *weft_noc_findings_find (const WeftNocCapture *capture, const WeftNocOptions *options,
                                WeftFindingsMake make, gpointer data, GCancellable *cancellable,
                                GError **error);

/* The cycles [from, to) of the 256 in which a series of a device is asked for most, by its
 * barrier-bounded rate. FALSE where that is not known. */
gboolean weft_noc_find_peak (const WeftNocDemand *demand, guint32 series, gint64 *from, gint64 *to);

G_END_DECLS
