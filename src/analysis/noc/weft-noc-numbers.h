/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* WeftFieldNumbers of the fields of the records of a NoC capture, which is the data. */

guint weft_noc_numbers_cycle (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                              guint8 *gaps);
/* Of events. */
guint weft_noc_numbers_bytes (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                              guint8 *gaps);

/* Whether it is a transfer; cycles to the end of the barrier after one; the code of the zone's name. */
guint weft_noc_numbers_transfer (gconstpointer data, guint part, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps);
guint weft_noc_numbers_bound (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                              guint8 *gaps);
guint weft_noc_codes_zone (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                           guint8 *gaps);

/* A column, as numbers or codes. */
guint weft_noc_numbers_column (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps);

/* Codes: the type and one more column of at most 32 bits; the tile, or the rectangle, at which an event aims. */
guint weft_noc_codes_type (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                           guint8 *gaps);
guint weft_noc_codes_core (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                           guint8 *gaps);
guint weft_noc_codes_other (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                            guint8 *gaps);

/* Of transfers, by their numbers: the index of the device, the end of the barrier, the code of the zone's name. */
guint weft_noc_codes_transfer_device (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_noc_numbers_transfer_done (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_noc_codes_transfer_zone (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);

/* Of waits, by their numbers: how long they lasted, and the code of the processor. */
guint weft_noc_numbers_wait_cycles (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_noc_codes_wait_proc (gconstpointer data, guint part, guint first, guint n,
                                gint64 *numbers, guint8 *gaps);

/* WeftFieldItems of the hops of transfers: the number of the transfer, the index of the device, the link. */
gboolean weft_noc_numbers_hop_transfer (gconstpointer data, guint part, guint first, guint n,
                                        WeftNumberList *items);
gboolean weft_noc_codes_hop_device (gconstpointer data, guint part, guint first, guint n,
                                    WeftNumberList *items);
gboolean weft_noc_codes_hop_link (gconstpointer data, guint part, guint first, guint n,
                                  WeftNumberList *items);

G_END_DECLS
