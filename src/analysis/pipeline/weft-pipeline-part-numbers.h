/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"

G_BEGIN_DECLS

/* Numbers of the stages and the dependencies of many ops at once (WeftFieldItems), whose source is a
 * WeftPipelineOpSource: in a fraction of the time of their cells one by one. */

enum
{
  WEFT_STAGE_NUMBER_OP, /* the id of the op */
  WEFT_STAGE_NUMBER_START,
  WEFT_STAGE_NUMBER_END,
  WEFT_STAGE_NUMBER_OPEN,
  WEFT_STAGE_NUMBER_CYCLES,
};

gboolean weft_pipeline_stage_numbers (gconstpointer data, guint part, guint first, guint n,
                                      WeftNumberList *items);

/* Codes: their kinds. */
gboolean weft_pipeline_stage_kinds (gconstpointer data, guint part, guint first, guint n,
                                    WeftNumberList *items);

enum
{
  WEFT_DEPENDENCY_NUMBER_OP,
  WEFT_DEPENDENCY_NUMBER_PRODUCER, /* the id of the op that is waited for */
  WEFT_DEPENDENCY_NUMBER_TYPE,
  WEFT_DEPENDENCY_NUMBER_CYCLE,
};

gboolean weft_pipeline_dependency_numbers (gconstpointer data, guint part, guint first, guint n,
                                           WeftNumberList *items);

/* How many stages and dependencies ops have (WeftFieldNumbers). */
guint weft_pipeline_op_numbers_stages (gconstpointer data, guint part, guint first, guint n,
                                       gint64 *numbers, guint8 *gaps);
guint weft_pipeline_op_numbers_dependencies (gconstpointer data, guint part, guint first, guint n,
                                             gint64 *numbers, guint8 *gaps);

G_END_DECLS
