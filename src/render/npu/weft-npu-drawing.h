/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace-private.h"
#include "weft-npu-tracks.h"
#include "weft-track-layout.h"

/* Shared by the painters of an NPU run's tracks. */

typedef struct
{
  WeftNpuSceneOptions options;
  double top;       /* of the bandwidth's axis, bytes per cycle, above 0 */
  char *heat_text;  /* of the legend */
  char *bank_text;  /* likewise; NULL: no bank is named */
  GArray *phases;   /* WeftNpuPhase, by start; they do not overlap */
  WeftColor *hints; /* by words of the trace: what colour they name, WEFT_COLOR_NONE for none */
  guint n_hints;
  gboolean has_hints; /* some word names a colour */
} WeftNpuScene;
