/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-rows.h"

/* A worker that keeps rows and their pyramid up to date while the trace grows. There is none while it
 * rests. Main thread only, where the trace emits its signals there. */

typedef struct _WeftPipelineIndexer WeftPipelineIndexer;

/* Called on the worker after each update. */
typedef void (*WeftPipelineIndexed) (WeftPipelineRows *rows, gpointer user_data);

/* Starts the worker; holds `rows`. `indexed` (nullable) hears of every update; `free_data`
 * (nullable) is called with `user_data` when no more will come, perhaps on the worker. */
WeftPipelineIndexer *weft_pipeline_indexer_start (WeftPipelineRows *rows,
                                                  WeftPipelineIndexed indexed, gpointer user_data,
                                                  GDestroyNotify free_data);

/* Waits until the trace has stopped growing and all of it is indexed, then ends the worker. */
void weft_pipeline_indexer_finish (WeftPipelineIndexer *self);

/* Ends the worker as soon as the update at hand is made; does not wait for that. */
void weft_pipeline_indexer_stop (WeftPipelineIndexer *self);
