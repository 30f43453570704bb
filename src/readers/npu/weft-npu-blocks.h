/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-npu-places.h"

G_BEGIN_DECLS

/* Readers of the blocks around the events of an NPU trace. Each takes a value that is an object, and
 * fills in the fields of `run` that it is about. */

void weft_npu_read_config (const WeftJsonValue *block, WeftNpuRun *run);

/* `places` receives where their figures stand. `command_file` receives cmdq_file as it stands there (kind
 * WEFT_JSON_NULL: it does not). */
void weft_npu_read_metadata (const WeftJsonValue *block, WeftNpuRun *run, WeftNpuPlaces *places,
                             WeftJsonValue *command_file);
void weft_npu_read_summary (const WeftJsonValue *block, WeftNpuRun *run, WeftNpuPlaces *places);

G_END_DECLS
