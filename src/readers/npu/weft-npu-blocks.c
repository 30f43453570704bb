/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-blocks.h"

#include <math.h>

enum
{
  RUN_ID,
  MODEL,
  WORKLOAD,
  NOTES,
  COMMAND_FILE,
};

static const WeftJsonKey metadata_keys[] = {
  { "run_id", RUN_ID, NULL },          { "model_name", MODEL, NULL },
  { "workload_type", WORKLOAD, NULL }, { "notes", NOTES, NULL },
  { "cmdq_file", COMMAND_FILE, NULL }, { NULL, 0, NULL },
};

enum
{
  NPU,
  NUM_DMA,
  NUM_TE,
  NUM_VE,
  MEMORY,
  PEAK,
  BANKS,
};

static const WeftJsonKey npu_keys[] = {
  { "num_dma", NUM_DMA, NULL },
  { "num_te", NUM_TE, NULL },
  { "num_ve", NUM_VE, NULL },
  { NULL, 0, NULL },
};

static const WeftJsonKey memory_keys[] = {
  { "dram_peak_bw_bytes_per_cycle", PEAK, NULL },
  { "spm_banks", BANKS, NULL },
  { NULL, 0, NULL },
};

static const WeftJsonKey config_keys[] = {
  { "npu", NPU, npu_keys },
  { "memory", MEMORY, memory_keys },
  { NULL, 0, NULL },
};

enum
{
  TOTAL,
  DRAM_READ,
  DRAM_WRITE,
  KV,
  KV_READ,
  KV_WRITE,
  DMA,
  TE,
  VE,
  CLAIM_ID, /* of an engine */
  CLAIM_UTILIZATION,
  CLAIM_ACTIVE,
  PER_ENGINE,
};

static const WeftJsonKey kv_keys[] = {
  { "bytes_read", KV_READ, NULL },
  { "bytes_written", KV_WRITE, NULL },
  { NULL, 0, NULL },
};

static const WeftJsonKey summary_keys[] = {
  { "cycles_total", TOTAL, NULL },
  { "dram_bytes_read", DRAM_READ, NULL },
  { "dram_bytes_write", DRAM_WRITE, NULL },
  { "kv_cache", KV, kv_keys },
  { "dma", DMA, NULL },
  { "te", TE, NULL },
  { "ve", VE, NULL },
  { NULL, 0, NULL },
};

static const WeftJsonKey claim_keys[] = {
  { "id", CLAIM_ID, NULL },
  { "utilization", CLAIM_UTILIZATION, NULL },
  { "active_cycles", CLAIM_ACTIVE, NULL },
  { "per_engine", PER_ENGINE, NULL },
  { NULL, 0, NULL },
};

static void
scan (const WeftJsonValue *value, const WeftJsonKey *keys, WeftJsonRecord *record)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  WeftJsonScan result;

  weft_json_scan (schema, value->text, value->length, 0, TRUE, record, &result);
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
