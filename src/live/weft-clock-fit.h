/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"

G_BEGIN_DECLS

/* How a device's clock runs against the host's: a line through the samples of one synchronisation
 * (docs/formats/live.md, Clocks). */

/* Fits `samples`, of which those are left out whose round trip is more than twice the best one's.
 * All differences are taken in 64-bit integers from the first sample, so that neither epoch
 * nanoseconds nor a wrap of the ticks cost precision. Fewer than two samples give the nominal clock.
 * `previous` (nullable) is the fit before, for the drift. The epoch is that of the caller. */
void weft_clock_fit (const WeftLiveSyncSample *samples, guint n_samples, double nominal_ghz,
                     const WeftLiveSync *previous, WeftLiveSync *fit);

G_END_DECLS
