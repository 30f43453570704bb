/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-npu-trace.h"

/* The members of events and samples of an NPU trace, by their slots in a record. */

enum
{
  KEY_TYPE,
  KEY_ENGINE,
  KEY_ENGINE_ID,
  KEY_COMMAND_QUEUE_ID,
  KEY_COMMAND_ID,
  KEY_LAYER,
  KEY_TILE,
  KEY_OP,
  KEY_START,
  KEY_END,
  KEY_CYCLE,
  KEY_PHASE,
  KEY_TOKEN,
  KEY_MEMORY,
  KEY_DIRECTION,
  KEY_BYTES,
  KEY_SOURCE_ENGINE,
  KEY_SOURCE_ENGINE_ID,
  KEY_NAME,
  KEY_EVENT,
  KEY_SOURCE,
  KEY_MASTER,
  KEY_MASTER_ID,
  KEY_REASON,
  KEY_COLOR,
  KEY_DETAILS,
  KEY_DETAIL_BYTES,
  KEY_DETAIL_ALIGNED,
  KEY_DETAIL_MACS,
  KEY_DETAIL_M,
  KEY_DETAIL_N,
  KEY_DETAIL_K,
  KEY_DETAIL_QBITS,
  KEY_DETAIL_WEIGHT_BITS,
  KEY_DETAIL_ACTIVATION_BITS,
  KEY_DETAIL_ROLE,
  KEY_DETAIL_DIRECTION,
  KEY_DETAIL_BANK,
  KEY_DETAIL_STATUS,
  KEY_DETAIL_COLOR,
  KEY_WINDOW,
  KEY_SAMPLE_READ,
  KEY_SAMPLE_WRITE,
  KEY_SAMPLE_STALL,
  KEY_SAMPLE_KV,
  N_KEYS
};

extern const WeftJsonKey weft_npu_keys[];

/* The name of a key, for messages. */
const char *weft_npu_key_to_string (guint slot);

/* The type of an event that says "type": `value`; WEFT_NPU_OTHER where that is not known. */
WeftNpuType weft_npu_key_to_type (const WeftJsonValue *value);
