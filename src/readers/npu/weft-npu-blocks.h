/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Readers of the blocks around the events of an NPU trace. Each takes a value that is an object, and
 * fills in the fields of `run` that it is about. */

void weft_npu_read_config (const WeftJsonValue *block, WeftNpuRun *run);

/* `command_file` and `total` receive cmdq_file and cycles_total as they stand there (kind
 * WEFT_JSON_NULL: they do not). */
void weft_npu_read_metadata (const WeftJsonValue *block, WeftNpuRun *run,
                             WeftJsonValue *command_file);
void weft_npu_read_summary (const WeftJsonValue *block, WeftNpuRun *run, WeftJsonValue *total);

G_END_DECLS
