/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The file of commands (CMDQ) that an NPU trace names: which commands each waits for. */

/* Where the file is that `name` (run_metadata.cmdq_file) says, beside the trace at `trace_path`:
 * (transfer full), NULL where it is not there. */
char *weft_npu_commands_find (const char *trace_path, const char *name);

/* What the events of the snapshot wait for, by the file: (transfer full). NULL where that cannot be read
 * or says nothing of them. A command stands for the last of its engines' events. */
WeftNpuDependencies *weft_npu_commands_read (const char *path, const WeftNpuSnapshot *snapshot);

G_END_DECLS
