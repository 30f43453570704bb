/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* Whole numbers of many ops at once (WeftFieldNumbers), whose source is a WeftPipelineOpSource: in a fraction of the
 * time of their cells one by one. */
guint weft_pipeline_op_numbers_id (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_gid (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_rid (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_tid (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_row (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_line (gconstpointer data, guint part, guint first, guint n,
                                     gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_pc (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_fetch (gconstpointer data, guint part, guint first, guint n,
                                      gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_end (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_latency (gconstpointer data, guint part, guint first, guint n,
                                        gint64 *numbers, guint8 *gaps);

/* The cycles of `part`, a column of ops that has ticks since their fetches. */
guint weft_pipeline_op_numbers_moment (gconstpointer data, guint part, guint first, guint n,
                                       gint64 *numbers, guint8 *gaps);

/* Whether the ops are in the state `part`, a WeftOpState. */
guint weft_pipeline_op_numbers_is (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);

/* Codes: what state ops are in. */
guint weft_pipeline_op_codes_state (gconstpointer data, guint part, guint first, guint n,
                                    gint64 *numbers, guint8 *gaps);

/* Of `part`, a column of attributions: the cycles that the log says, and codes of reasons. */
guint weft_pipeline_op_numbers_attributed (gconstpointer data, guint part, guint first, guint n,
                                           gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_codes_attributed (gconstpointer data, guint part, guint first, guint n,
                                         gint64 *numbers, guint8 *gaps);

G_END_DECLS
