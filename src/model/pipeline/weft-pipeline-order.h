/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-writer.h"

/* As weft_pipeline_writer_publish(), for a log whose order, time origin and retire ids come
 * late. Rows are ops in order of
 * their ids, retire ids are counted in that order. */
void weft_pipeline_writer_publish_by_id (WeftPipelineWriter *self, gint64 last_tick, gint64 origin,
                                         gint64 ticks_per_cycle);
