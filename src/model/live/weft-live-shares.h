/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How much of a stretch of time each program takes: of the ones that take the most. Where there are
 * more than fit, what is left of the whole is all others together. Zero-initialise. */

#define WEFT_LIVE_SHARES 12

typedef struct
{
  guint32 n;
  guint32 programs[WEFT_LIVE_SHARES];
  float amounts[WEFT_LIVE_SHARES]; /* ns, or whatever the caller counts in; above 0 */
} WeftLiveShares;

/* Adds an amount above 0 of one program; forgets the least of all where there is no room. */
void weft_live_shares_add (WeftLiveShares *self, guint32 program, float amount);

/* Adds all of `from`, multiplied by `factor`. */
void weft_live_shares_merge (WeftLiveShares *self, const WeftLiveShares *from, float factor);

/* By program, so that neighbours look alike. */
void weft_live_shares_sort (WeftLiveShares *self);

float weft_live_shares_sum (const WeftLiveShares *self);

G_END_DECLS
