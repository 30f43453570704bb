/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"

G_BEGIN_DECLS

/* Faults of peers in words, for them and for the log. */

/* "RECORDS frame: program_key of record 12, at byte 448: no PROGRAM has named it". `frame` (nullable): that
 * it is about. (transfer full). */
char *weft_hub_fault_describe (WeftLiveFault fault, const WeftLiveFrame *frame,
                               const WeftLiveFlaw *flaw);

/* The ERROR frame that says so: (transfer full). */
GByteArray *weft_hub_fault_to_error (WeftLiveFault fault, const char *text);

G_END_DECLS
