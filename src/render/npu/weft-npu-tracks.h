/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-bandwidth.h"
#include "weft-npu-banks.h"
#include "weft-npu-path.h"
#include "weft-npu-series.h"
#include "weft-row-colors.h"

/* Which tracks an NPU run has, and what they are made of: see weft-npu-scene.h. */

/* Events are coloured by one of these. */
typedef enum
{
  WEFT_NPU_BY_ENGINE,
  WEFT_NPU_BY_OP,
  WEFT_NPU_BY_LAYER,
  WEFT_NPU_BY_BITS,
  WEFT_NPU_N_SCHEMES
} WeftNpuScheme;

/* Which tracks there are. */
enum
{
  WEFT_NPU_WITH_LANES = 1 << 0, /* tokens, markers, engines */
  WEFT_NPU_WITH_BANDWIDTH = 1 << 1,
  WEFT_NPU_WITH_HEAT = 1 << 2,
  WEFT_NPU_WITH_UTILIZATION = 1 << 3,
  WEFT_NPU_WITH_ALL = 15,
};

/* Ids of tracks. */
enum
{
  WEFT_NPU_TRACK_TOKENS,
  WEFT_NPU_TRACK_MARKERS,
  WEFT_NPU_TRACK_BANDWIDTH,
  WEFT_NPU_TRACK_KV,
  WEFT_NPU_TRACK_READ_HEAT,
  WEFT_NPU_TRACK_WRITE_HEAT,
  WEFT_NPU_TRACK_PHASES,
  WEFT_NPU_TRACK_LANE = 0x10000,        /* + lane */
  WEFT_NPU_TRACK_UTILIZATION = 0x20000, /* + lane */
  WEFT_NPU_TRACK_SERIES = 0x30000,      /* + series */
  WEFT_NPU_TRACK_BANK = 0x40000,        /* + place of the bank */
};

/* The parts of a scene, which holds those that it needs. */
typedef struct
{
  WeftNpuSnapshot *snapshot;
  WeftNpuIndex *shown; /* of the events that a filter lets through */
  WeftNpuBandwidth *bandwidth;
  WeftNpuScheme scheme;
  gboolean logarithmic; /* the bandwidth's axis */
  guint with;
  WeftNpuPath *path;         /* (nullable) the critical path, which stands out */
  WeftNpuSeriesSet *series;  /* (nullable) shown with the bandwidth */
  WeftNpuBanks *banks;       /* (nullable) shown with the heat */
  gboolean arrows;           /* from each event to those that waited for it, where known */
  WeftRowColors *row_colors; /* of events, in the place of the scheme's; nullable */
} WeftNpuSceneOptions;
