/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The critical path of an NPU run whose dependencies are known: back from the event that ends last, each
 * time to what it began after, the last of its producers or the event before it on its engine. Immutable;
 * any thread. */

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

typedef struct
{
  gatomicrefcount ref_count;
  WeftNpuStep *steps;  /* in the order of time */
  guint n_steps;       /* 0: dependencies are not known, or it is a Chrome trace, of which flows do
                       * not say all */
  WeftNpuIndex *index; /* of their events */
} WeftNpuPath;

WeftNpuPath *weft_npu_path_new (const WeftNpuSnapshot *snapshot);
WeftNpuPath *weft_npu_path_ref (WeftNpuPath *self);
void weft_npu_path_unref (WeftNpuPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuPath, weft_npu_path_unref)

G_END_DECLS
