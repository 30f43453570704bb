/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* WeftFieldNumbers of the fields of an NPU run; the data is a snapshot. */

/* Of events: a compact column, which `part` says; times; bytes as they moved, and as they were aligned; where in
 * the memories it is, by the column in `spots`. */
guint weft_npu_numbers_compact (gconstpointer data, guint part, guint first, guint n,
                                gint64 *numbers, guint8 *gaps);
guint weft_npu_numbers_start (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                              guint8 *gaps);
guint weft_npu_numbers_end (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                            guint8 *gaps);
guint weft_npu_numbers_length (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps);
guint weft_npu_numbers_moved (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                              guint8 *gaps);
guint weft_npu_numbers_aligned (gconstpointer data, guint part, guint first, guint n,
                                gint64 *numbers, guint8 *gaps);
guint weft_npu_numbers_spot (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                             guint8 *gaps);

/* Codes of events: a column; its type and its name. */
guint weft_npu_codes_column (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                             guint8 *gaps);
guint weft_npu_codes_type (gconstpointer data, guint part, guint first, guint n, gint64 *numbers,
                           guint8 *gaps);

/* Of samples: a column. */
guint weft_npu_numbers_sample (gconstpointer data, guint part, guint first, guint n,
                               gint64 *numbers, guint8 *gaps);

G_END_DECLS
