/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-keys.h"

static const WeftJsonKey detail_keys[] = {
  { "bytes", KEY_DETAIL_BYTES, NULL },
  { "bytes_aligned", KEY_DETAIL_ALIGNED, NULL },
  { "macs", KEY_DETAIL_MACS, NULL },
  { "m", KEY_DETAIL_M, NULL },
  { "n", KEY_DETAIL_N, NULL },
  { "k", KEY_DETAIL_K, NULL },
  { "qbits", KEY_DETAIL_QBITS, NULL },
  { "qbits_weight", KEY_DETAIL_WEIGHT_BITS, NULL },
  { "qbits_activation", KEY_DETAIL_ACTIVATION_BITS, NULL },
  { "tensor_role", KEY_DETAIL_ROLE, NULL },
  { "direction", KEY_DETAIL_DIRECTION, NULL },
  { "spm_bank", KEY_DETAIL_BANK, NULL },
  { "status", KEY_DETAIL_STATUS, NULL },
  { "color_hint", KEY_DETAIL_COLOR, NULL },
  { NULL, 0, NULL },
};

const WeftJsonKey weft_npu_keys[] = {
  { "type", KEY_TYPE, NULL },
  { "engine", KEY_ENGINE, NULL },
  { "engine_id", KEY_ENGINE_ID, NULL },
  { "cmdq_id", KEY_COMMAND_QUEUE_ID, NULL },
  { "cmd_id", KEY_COMMAND_ID, NULL },
  { "layer_id", KEY_LAYER, NULL },
  { "tile_id", KEY_TILE, NULL },
  { "op", KEY_OP, NULL },
  { "start_cycle", KEY_START, NULL },
  { "end_cycle", KEY_END, NULL },
  { "cycle", KEY_CYCLE, NULL },
  { "phase", KEY_PHASE, NULL },
  { "token_index", KEY_TOKEN, NULL },
  { "mem_type", KEY_MEMORY, NULL },
  { "direction", KEY_DIRECTION, NULL },
  { "bytes", KEY_BYTES, NULL },
  { "source_engine", KEY_SOURCE_ENGINE, NULL },
  { "source_engine_id", KEY_SOURCE_ENGINE_ID, NULL },
  { "name", KEY_NAME, NULL },
  { "event", KEY_EVENT, NULL },
  { "source", KEY_SOURCE, NULL },
  { "master", KEY_MASTER, NULL },
  { "master_id", KEY_MASTER_ID, NULL },
  { "reason", KEY_REASON, NULL },
  { "color_hint", KEY_COLOR, NULL },
  { "details", KEY_DETAILS, detail_keys },
  { "window_cycles", KEY_WINDOW, NULL },
  { "dram_read_bytes", KEY_SAMPLE_READ, NULL },
  { "dram_write_bytes", KEY_SAMPLE_WRITE, NULL },
  { "stall_cycles", KEY_SAMPLE_STALL, NULL },
  { "kv_bytes", KEY_SAMPLE_KV, NULL },
  { NULL, 0, NULL },
};

const char *
weft_npu_key_to_string (guint slot)
{
  for (const WeftJsonKey *key = weft_npu_keys; key->name != NULL; key++)
    if (key->slot == slot)
      return key->name;
  for (const WeftJsonKey *key = detail_keys; key->name != NULL; key++)
    if (key->slot == slot)
      return key->name;
  return "";
}

WeftNpuType
weft_npu_key_to_type (const WeftJsonValue *value)
{
  for (WeftNpuType type = WEFT_NPU_ENGINE; type < WEFT_NPU_OTHER; type++)
    {
      const char *word = weft_npu_type_to_string (type);

      if (weft_json_is_string (value, word, strlen (word)))
        return type;
    }
  return WEFT_NPU_OTHER;
}
