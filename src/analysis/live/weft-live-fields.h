/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* The fields of the records of a live session and of the lanes that they are in, read from a
 * WeftLiveTrace. */

typedef struct
{
  WeftLiveRow row;
  const WeftLiveLane *lane;
} WeftLiveLaneRow;

/* Kinds of rows, the last of which is WEFT_LIVE_KIND_MISSING, and the word of one for machines. */
#define WEFT_LIVE_N_ROW_KINDS (WEFT_LIVE_KIND_MISSING + 1)
const char *weft_live_kind_to_string (guint kind);

/* A run of a program, or a stall of its dispatch: what the device itself timed. */
static inline gboolean
weft_live_kind_is_run (guint kind)
{
  return kind == WEFT_LIVE_KIND_PROGRAM || kind == WEFT_LIVE_KIND_STALL;
}

/* By the row's kind: of WeftLiveLaneRow. */
extern const WeftSchema weft_live_record_schemas[WEFT_LIVE_N_ROW_KINDS];

extern const WeftSchema weft_live_lane_schema; /* of WeftLiveLane */

/* A length of time for people: "12.3 µs". (transfer full) */
char *weft_live_format_time (gint64 ns);

/* Cells of a WeftLiveLane, for tables whose rows have one. */
WeftCell weft_live_lane_lost_cell (gconstpointer data, gconstpointer lane);
/* "none", "not observable", "at least" what was told, or the number. */
WeftCell weft_live_lane_device_loss_cell (gconstpointer data, gconstpointer lane);
WeftCell weft_live_lane_clock_cell (gconstpointer data, gconstpointer lane); /* that was measured */
WeftCell weft_live_lane_error_cell (gconstpointer data, gconstpointer lane);

G_END_DECLS
