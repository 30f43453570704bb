/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The critical path of an NPU run whose dependencies are known: back from the event that ends last, each
 * time to what it began after, the last of its producers or the event before it on its engine. */

typedef enum
{
  WEFT_NPU_AFTER_NOTHING,
  WEFT_NPU_AFTER_PRODUCER,
  WEFT_NPU_AFTER_ENGINE, /* the engine was busy until then */
} WeftNpuCause;

typedef struct
{
  guint32 row;
  WeftNpuCause cause;
  gint64 wait; /* cycles from the end of what it began after; 0 or more */
} WeftNpuStep;

/* The steps in the order of time: (transfer full) (element-type WeftNpuStep). Empty where dependencies
 * are not known. */
GArray *weft_npu_critical_path (const WeftNpuSnapshot *snapshot);

G_END_DECLS
