/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-keys.h"

const char *const weft_npu_keys[] = { WEFT_NPU_KEYS (WEFT_JSON_PATH) NULL };

const char *
weft_npu_key_to_string (guint slot)
{
  const char *point = strchr (weft_npu_keys[slot], '.');

  return point != NULL ? point + 1 : weft_npu_keys[slot];
}

WeftNpuType
weft_npu_key_to_type (const WeftJsonValue *value)
{
#define IS(word) weft_json_is_string (value, word, sizeof (word) - 1)
  if (IS ("ENGINE_EVENT"))
    return WEFT_NPU_ENGINE;
  if (IS ("MEM_ACCESS_EVENT"))
    return WEFT_NPU_MEMORY;
  if (IS ("TOKEN_EVENT"))
    return WEFT_NPU_TOKEN;
  if (IS ("MARKER_EVENT"))
    return WEFT_NPU_MARKER;
  if (IS ("CMD_EVENT"))
    return WEFT_NPU_COMMAND;
  return IS ("STALL_EVENT") ? WEFT_NPU_STALL : WEFT_NPU_OTHER;
#undef IS
}
