/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* All stalls of an engine for a reason. */

typedef struct
{
  guint64 count;
  gint64 cycles;   /* summed lengths */
  gint64 covered;  /* cycles in which there was one of them: overlaps count once */
  guint32 longest; /* row of the longest, the first of them; WEFT_NO_ROW: none */
} WeftNpuStall;

WeftNpuStall weft_npu_find_stalls (const WeftNpuSnapshot *snapshot, guint lane, guint32 reason);

G_END_DECLS
