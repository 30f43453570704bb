/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-checks.h"

G_BEGIN_DECLS

/* Dependencies of the snapshot's events, by the file of commands (CMDQ) that its run names and that
 * is looked for beside the trace at `trace_path` (nullable): (transfer full). NULL where that says
 * nothing of them. A command stands for the last of its engines' events. What is damaged or left
 * out is said in `diagnostics`. */
WeftNpuDependencies *weft_npu_commands_read (const char *trace_path,
                                             const WeftNpuSnapshot *snapshot,
                                             const WeftNpuPlaces *places,
                                             WeftDiagnostics *diagnostics);

/* The path of that file, for the trace at `trace_path`, where it is there: (transfer full) (element-type utf8). */
GPtrArray *weft_npu_commands_list (const char *trace_path, WeftNpuTrace *trace);

/* A sentence on an input that begins with `head`, where it is a command queue, which holds no times: a
 * sentence for people, (transfer full), NULL where it is none. */
char *weft_npu_commands_explain (const char *head, gsize length, const char *title);

G_END_DECLS
