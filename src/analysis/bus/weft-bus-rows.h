/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-bus-model.h"

G_BEGIN_DECLS

/* The source of accesses' fields. All of it belongs to somebody else. */
typedef struct _WeftBusBlock WeftBusBlock;

typedef struct
{
  WeftBusSnapshot *snapshot;
  const WeftBusIndex
    *index; /* whose accesses these are, in replay order; NULL: those of the snapshot */
  const WeftBusModel *model; /* for the fields that it is asked for */
  WeftBusBlock *block;       /* for one thread that asks the model for row after row; NULL */
} WeftBusRows;

G_END_DECLS
