/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* In which settings two NPU runs differ: what run_metadata and config_snapshot say, key by key. A key
 * within an object or an array has a path, "memory.spm_banks", "engines[1].kind". */

typedef enum
{
  WEFT_NPU_CONFIG,
  WEFT_NPU_METADATA,
} WeftNpuSettingBlock;

/* A value as the file has it. */
typedef struct
{
  char *text;         /* UTF-8, a string without its quotes; NULL: the run does not have the key */
  gboolean is_number; /* rather than a text that may look like one */
} WeftNpuSettingValue;

typedef struct
{
  WeftNpuSettingBlock block;
  char *key; /* the path, UTF-8 */
  WeftNpuSettingValue a;
  WeftNpuSettingValue b;
} WeftNpuSetting;

/* Those that differ, the configuration first, in the order of `a`, then those that `b` alone has: an
 * array of WeftNpuSetting (transfer full). */
GArray *weft_npu_settings_compare (const WeftNpuRun *a, const WeftNpuRun *b);

/* They as a table, for machines and for people, as long as they are there. */
WeftFacts weft_npu_settings_get_facts (const GArray *settings);

G_END_DECLS
