/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* WeftFieldNumbers of the fields of records; the data is a WeftLiveRecords. */

/* The place in the stream; times by the host's clock, of which the end and the length are not always known. */
guint weft_live_record_numbers_place (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_live_record_numbers_start (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_live_record_numbers_end (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_live_record_numbers_length (gconstpointer data, guint part, guint first, guint n,
                                       gint64 *numbers, guint8 *gaps);

/* Parts of runs, and the one of losses. */
typedef enum
{
  WEFT_LIVE_RECORD_START_TICKS,
  WEFT_LIVE_RECORD_END_TICKS,
  WEFT_LIVE_RECORD_RUNTIME_ID,
  WEFT_LIVE_RECORD_EPOCH,
  WEFT_LIVE_RECORD_SUBDEVICE,
  WEFT_LIVE_RECORD_LOST,
} WeftLiveRecordPart;

guint weft_live_record_numbers_part (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps);

/* Whether the flag `part` is set. */
guint weft_live_record_numbers_flag (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps);

/* A member of the lane (WeftLiveLane) of 32 bits, which lies at `part`. */
guint weft_live_record_numbers_lane (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps);

/* Codes: the host, the kind, the program. */
guint weft_live_record_codes_host (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_live_record_codes_kind (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_live_record_codes_program (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);

G_END_DECLS
