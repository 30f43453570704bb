/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Checks that need all of an NPU trace. */

/* Where things stand in the file, and what was there. */
typedef struct
{
  gint64 total_line; /* of cycles_total, or else of the summary; 0: there is none */
  gint64 total_column;
  gint64 commands_line; /* of cmdq_file */
  gint64 commands_column;
  gboolean has_samples;
} WeftNpuPlaces;

void weft_npu_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                     WeftDiagnostics *diagnostics);

G_END_DECLS
