/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* WeftFieldNumbers of the fields of a timeline; the data is a snapshot. */

/* Of events: a compact column, which `part` says. */
guint weft_timeline_numbers_compact (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_start (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_end (gconstpointer data, guint part, guint first, guint n,
                                 gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_duration (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_self (gconstpointer data, guint part, guint first, guint n,
                                  gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_depth (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_timeline_numbers_bandwidth (gconstpointer data, guint part, guint first, guint n,
                                       gint64 *numbers, guint8 *gaps);

/* Codes of events: a column; the name of what it is in. */
guint weft_timeline_codes_column (gconstpointer data, guint part, guint first, guint n,
                                  gint64 *numbers, guint8 *gaps);
guint weft_timeline_codes_parent (gconstpointer data, guint part, guint first, guint n,
                                  gint64 *numbers, guint8 *gaps);

/* A column of the values of counters: times, values, and as codes which counter it is. */
guint weft_timeline_numbers_point (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);

G_END_DECLS
