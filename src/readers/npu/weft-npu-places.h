/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Places that checks of all of an NPU trace need beside the trace. */

/* Figures that the blocks around the events have. */
typedef enum
{
  WEFT_NPU_FIGURE_CYCLES,
  WEFT_NPU_FIGURE_DRAM_READ,
  WEFT_NPU_FIGURE_DRAM_WRITE,
  WEFT_NPU_FIGURE_KV_READ,
  WEFT_NPU_FIGURE_KV_WRITE,
  WEFT_NPU_FIGURE_TRANSFERS,
  WEFT_NPU_FIGURE_PREFILL,
  WEFT_NPU_FIGURE_DECODE,
  WEFT_NPU_FIGURE_PREFILL_TOKENS, /* these two are the metadata's */
  WEFT_NPU_FIGURE_DECODE_TOKENS,
  WEFT_NPU_N_FIGURES
} WeftNpuFigure;

typedef struct
{
  gint64 line; /* 0: it is not there */
  gint64 column;
} WeftNpuPlace;

/* Sums of the events of engines. */
typedef struct
{
  guint64 n_transfers;
  guint64 n_roles; /* of those, how many say the role of what they moved */
  guint64 bytes[2];
  guint64 kv[2];
} WeftNpuMoved;

/* Where things stand in the file, and what was there. */
typedef struct
{
  WeftNpuPlace summary;
  WeftNpuPlace metadata;
  WeftNpuPlace commands;          /* cmdq_file */
  guint32 at[WEFT_NPU_N_FIGURES]; /* bytes from the beginning of their block; 0: not there */
  WeftNpuPlace bank;              /* of the event that names the highest bank, */
  gint64 top_bank;                /* and which that is; −1: none does */
  gboolean has_events;
  gboolean has_samples;
  WeftNpuMoved moved;
} WeftNpuPlaces;

G_END_DECLS
