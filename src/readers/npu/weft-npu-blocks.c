/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-blocks.h"

#include <math.h>

#define METADATA_KEYS(M) \
  M (RUN_ID, "run_id") \
  M (MODEL, "model_name") \
  M (WORKLOAD, "workload_type") \
  M (NOTES, "notes") \
  M (COMMAND_FILE, "cmdq_file")

enum
{
  METADATA_KEYS (WEFT_JSON_SLOT)
};

static const char *const metadata_keys[] = { METADATA_KEYS (WEFT_JSON_PATH) NULL };

#define CONFIG_KEYS(M) \
  M (NPU, "npu") \
  M (NUM_DMA, "npu.num_dma") \
  M (NUM_TE, "npu.num_te") \
  M (NUM_VE, "npu.num_ve") \
  M (MEMORY, "memory") \
  M (PEAK, "memory.dram_peak_bw_bytes_per_cycle") \
  M (BANKS, "memory.spm_banks")

enum
{
  CONFIG_KEYS (WEFT_JSON_SLOT)
};

static const char *const config_keys[] = { CONFIG_KEYS (WEFT_JSON_PATH) NULL };

#define SUMMARY_KEYS(M) \
  M (TOTAL, "cycles_total") \
  M (DRAM_READ, "dram_bytes_read") \
  M (DRAM_WRITE, "dram_bytes_write") \
  M (KV, "kv_cache") \
  M (KV_READ, "kv_cache.bytes_read") \
  M (KV_WRITE, "kv_cache.bytes_written") \
  M (DMA, "dma") \
  M (TE, "te") \
  M (VE, "ve")

enum
{
  SUMMARY_KEYS (WEFT_JSON_SLOT)
};

static const char *const summary_keys[] = { SUMMARY_KEYS (WEFT_JSON_PATH) NULL };

/* Of an engine. */
#define CLAIM_KEYS(M) \
  M (CLAIM_ID, "id") \
  M (CLAIM_UTILIZATION, "utilization") \
  M (CLAIM_ACTIVE, "active_cycles") \
  M (PER_ENGINE, "per_engine")

enum
{
  CLAIM_KEYS (WEFT_JSON_SLOT)
};

static const char *const claim_keys[] = { CLAIM_KEYS (WEFT_JSON_PATH) NULL };

static void
scan (const WeftJsonValue *value, const char *const *keys, WeftJsonRecord *record)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  WeftJsonScan result;

  weft_json_scan (schema, value->text, value->length, 0, WEFT_JSON_AT_END, record, &result);
}

static gint64
get_integer (const WeftJsonRecord *record, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0)
    return WEFT_NPU_NONE;
  return value->integer;
}

/* Replaces `string` where the member is there. */
static void
take_string (const WeftJsonRecord *record, guint slot, char **string)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *bytes;
  gsize length;

  if (value == NULL || value->kind != WEFT_JSON_STRING)
    return;
  bytes = weft_json_get_string (value, scratch, &length);
  g_free (*string);
  *string = g_utf8_make_valid (bytes, (gssize) length);
}

/* The member as it stands there. */
static WeftJsonValue
get_value (const WeftJsonRecord *record, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  return value != NULL ? *value : (WeftJsonValue){ .kind = WEFT_JSON_NULL };
}

static void
keep_text (const WeftJsonValue *block, char **text)
{
  g_free (*text);
  *text = g_strndup (block->text, block->length);
}

void
weft_npu_read_metadata (const WeftJsonValue *block, WeftNpuRun *run, WeftJsonValue *command_file)
{
  WeftJsonRecord record;

  keep_text (block, &run->metadata);
  scan (block, metadata_keys, &record);
  take_string (&record, RUN_ID, &run->run_id);
  take_string (&record, MODEL, &run->model);
  take_string (&record, WORKLOAD, &run->workload);
  take_string (&record, NOTES, &run->notes);
  take_string (&record, COMMAND_FILE, &run->command_file);
  *command_file = get_value (&record, COMMAND_FILE);
}

void
weft_npu_read_config (const WeftJsonValue *block, WeftNpuRun *run)
{
  WeftJsonRecord record;

  keep_text (block, &run->config);
  scan (block, config_keys, &record);
  run->n_engines[WEFT_NPU_DMA] = get_integer (&record, NUM_DMA);
  run->n_engines[WEFT_NPU_TE] = get_integer (&record, NUM_TE);
  run->n_engines[WEFT_NPU_VE] = get_integer (&record, NUM_VE);
  run->peak = get_integer (&record, PEAK);
  run->n_banks = get_integer (&record, BANKS);
}

/* --- the summary ---------------------------------------------------------------------------------- */

static void
add_claim (WeftNpuRun *run, WeftNpuLaneKind kind, const WeftJsonRecord *record)
{
  const WeftJsonValue *share = weft_json_record_get (record, CLAIM_UTILIZATION);
  WeftNpuClaim claim = { .kind = kind,
                         .id = get_integer (record, CLAIM_ID),
                         .utilization = share != NULL && weft_json_is_number (share)
                                          ? weft_json_get_real (share)
                                          : NAN,
                         .active = get_integer (record, CLAIM_ACTIVE) };

  if (isnan (claim.utilization) && claim.active == WEFT_NPU_NONE)
    return;
  claim.id = MAX (claim.id, -1);
  run->claims = g_renew (WeftNpuClaim, run->claims, run->n_claims + 1);
  run->claims[run->n_claims++] = claim;
}

static void
read_claims (const WeftJsonRecord *summary, guint slot, WeftNpuLaneKind kind, WeftNpuRun *run)
{
  const WeftJsonValue *block = weft_json_record_get (summary, slot), *list;
  g_autoptr (WeftJsonSchema) schema = NULL;
  WeftJsonRecord record, element;
  const char *place = NULL;

  if (block == NULL || block->kind != WEFT_JSON_OBJECT)
    return;
  scan (block, claim_keys, &record);
  add_claim (run, kind, &record);
  list = weft_json_record_get (&record, PER_ENGINE);
  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return;
  schema = weft_json_schema_new (claim_keys);
  while (weft_json_next_element (list, &place, schema, &element))
    if (element.self.kind == WEFT_JSON_OBJECT)
      add_claim (run, kind, &element);
}

void
weft_npu_read_summary (const WeftJsonValue *block, WeftNpuRun *run, WeftJsonValue *total)
{
  WeftJsonRecord record;

  keep_text (block, &run->summary);
  scan (block, summary_keys, &record);
  run->cycles_total = get_integer (&record, TOTAL);
  run->dram_read = get_integer (&record, DRAM_READ);
  run->dram_write = get_integer (&record, DRAM_WRITE);
  run->kv_read = get_integer (&record, KV_READ);
  run->kv_write = get_integer (&record, KV_WRITE);
  run->n_claims = 0;
  read_claims (&record, DMA, WEFT_NPU_DMA, run);
  read_claims (&record, TE, WEFT_NPU_TE, run);
  read_claims (&record, VE, WEFT_NPU_VE, run);
  *total = get_value (&record, TOTAL);
}
