/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-record.h"
#include "weft-npu-trace.h"

/* The members of events and samples of an NPU trace, by their slots in a record. */

#define WEFT_NPU_KEYS(M) \
  M (KEY_TYPE, "type") \
  M (KEY_ENGINE, "engine") \
  M (KEY_ENGINE_ID, "engine_id") \
  M (KEY_COMMAND_QUEUE_ID, "cmdq_id") \
  M (KEY_COMMAND_ID, "cmd_id") \
  M (KEY_LAYER, "layer_id") \
  M (KEY_TILE, "tile_id") \
  M (KEY_OP, "op") \
  M (KEY_START, "start_cycle") \
  M (KEY_END, "end_cycle") \
  M (KEY_CYCLE, "cycle") \
  M (KEY_PHASE, "phase") \
  M (KEY_TOKEN, "token_index") \
  M (KEY_MEMORY, "mem_type") \
  M (KEY_DIRECTION, "direction") \
  M (KEY_BYTES, "bytes") \
  M (KEY_ADDRESS, "addr") \
  M (KEY_SOURCE_ENGINE, "source_engine") \
  M (KEY_SOURCE_ENGINE_ID, "source_engine_id") \
  M (KEY_NAME, "name") \
  M (KEY_EVENT, "event") \
  M (KEY_SOURCE, "source") \
  M (KEY_MASTER, "master") \
  M (KEY_MASTER_ID, "master_id") \
  M (KEY_REASON, "reason") \
  M (KEY_COLOR, "color_hint") \
  M (KEY_DETAILS, "details") \
  M (KEY_DETAIL_BYTES, "details.bytes") \
  M (KEY_DETAIL_ALIGNED, "details.bytes_aligned") \
  M (KEY_DETAIL_MACS, "details.macs") \
  M (KEY_DETAIL_M, "details.m") \
  M (KEY_DETAIL_N, "details.n") \
  M (KEY_DETAIL_K, "details.k") \
  M (KEY_DETAIL_QBITS, "details.qbits") \
  M (KEY_DETAIL_WEIGHT_BITS, "details.qbits_weight") \
  M (KEY_DETAIL_ACTIVATION_BITS, "details.qbits_activation") \
  M (KEY_DETAIL_ROLE, "details.tensor_role") \
  M (KEY_DETAIL_DIRECTION, "details.direction") \
  M (KEY_DETAIL_BANK, "details.spm_bank") \
  M (KEY_DETAIL_OFFSET, "details.spm_offset") \
  M (KEY_DETAIL_DRAM_ADDRESS, "details.dram_addr") \
  M (KEY_DETAIL_STATUS, "details.status") \
  M (KEY_DETAIL_COLOR, "details.color_hint") \
  M (KEY_WINDOW, "window_cycles") \
  M (KEY_SAMPLE_READ, "dram_read_bytes") \
  M (KEY_SAMPLE_WRITE, "dram_write_bytes") \
  M (KEY_SAMPLE_STALL, "stall_cycles") \
  M (KEY_SAMPLE_KV, "kv_bytes")

enum
{
  WEFT_NPU_KEYS (WEFT_JSON_SLOT) N_KEYS
};

extern const char *const weft_npu_keys[];

/* The name of a key, for messages. */
const char *weft_npu_key_to_string (guint slot);

/* The type of an event that says "type": `value`; WEFT_NPU_OTHER where that is not known. */
WeftNpuType weft_npu_key_to_type (const WeftJsonValue *value);
