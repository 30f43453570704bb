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
  for (WeftNpuType type = WEFT_NPU_ENGINE; type < WEFT_NPU_OTHER; type++)
    {
      const char *word = weft_npu_type_to_string (type);

      if (weft_json_is_string (value, word, strlen (word)))
        return type;
    }
  return WEFT_NPU_OTHER;
}
