/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-blocks.h"

#include <math.h>

#define METADATA_KEYS(M) \
  M (RUN_ID, "run_id") \
  M (MODEL, "model_name") \
  M (WORKLOAD, "workload_type") \
  M (NOTES, "notes") \
  M (COMMAND_FILE, "cmdq_file") \
  M (TOKENS, "tokens") \
  M (PREFILL_TOKENS, "tokens.prefill_tokens") \
  M (DECODE_TOKENS, "tokens.decode_tokens")

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
  M (LATENCIES, "tokens") \
  M (PREFILL_LATENCY, "tokens.prefill_latency_cycles") \
  M (DECODE_LATENCY, "tokens.avg_decode_latency_cycles") \
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
  M (TRANSFERS, "max_concurrent_transfers") \
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

/* Where the member stands behind the beginning of the block that it is in; 0 where it is not there. */
static guint32
get_place (const WeftJsonRecord *record, guint slot, const WeftJsonValue *block)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  return value != NULL ? (guint32) (value->text - block->text) : 0;
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
weft_npu_read_metadata (const WeftJsonValue *block, WeftNpuRun *run, WeftNpuPlaces *places,
                        WeftJsonValue *command_file)
{
  WeftJsonRecord record;

  keep_text (block, &run->metadata);
  scan (block, metadata_keys, &record);
  take_string (&record, RUN_ID, &run->run_id);
  take_string (&record, MODEL, &run->model);
  take_string (&record, WORKLOAD, &run->workload);
  take_string (&record, NOTES, &run->notes);
  take_string (&record, COMMAND_FILE, &run->command_file);
  run->prefill_tokens = get_integer (&record, PREFILL_TOKENS);
  run->decode_tokens = get_integer (&record, DECODE_TOKENS);
  places->at[WEFT_NPU_FIGURE_PREFILL_TOKENS] = get_place (&record, PREFILL_TOKENS, block);
  places->at[WEFT_NPU_FIGURE_DECODE_TOKENS] = get_place (&record, DECODE_TOKENS, block);
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

static double
get_real (const WeftJsonRecord *record, guint slot)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  return value != NULL && weft_json_is_number (value) ? weft_json_get_real (value) : (double) NAN;
}

static void
add_claim (WeftNpuRun *run, WeftNpuLaneKind kind, const WeftJsonRecord *record,
           const WeftJsonValue *summary)
{
  WeftNpuClaim claim = { .kind = kind,
                         .id = get_integer (record, CLAIM_ID),
                         .utilization = get_real (record, CLAIM_UTILIZATION),
                         .active = get_integer (record, CLAIM_ACTIVE),
                         .at = get_place (record, CLAIM_UTILIZATION, summary),
                         .active_at = get_place (record, CLAIM_ACTIVE, summary) };

  if (isnan (claim.utilization) && claim.active == WEFT_NPU_NONE)
    return;
  claim.id = MAX (claim.id, -1);
  run->claims = g_renew (WeftNpuClaim, run->claims, run->n_claims + 1);
  run->claims[run->n_claims++] = claim;
}

/* The summary's figures for engines of that kind, all together and one by one. */
static void
read_claims (const WeftJsonRecord *record, guint slot, WeftNpuLaneKind kind, WeftNpuRun *run,
             const WeftJsonValue *summary)
{
  const WeftJsonValue *list = weft_json_record_get (record, slot);
  g_autoptr (WeftJsonSchema) schema = NULL;
  WeftJsonRecord element;
  const char *place = NULL;

  add_claim (run, kind, record, summary);
  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return;
  schema = weft_json_schema_new (claim_keys);
  while (weft_json_next_element (list, &place, schema, &element))
    if (element.self.kind == WEFT_JSON_OBJECT)
      add_claim (run, kind, &element, summary);
}

static void
read_engines (const WeftJsonRecord *summary, WeftNpuRun *run, WeftNpuPlaces *places,
              const WeftJsonValue *block)
{
  static const guint slots[] = { DMA, TE, VE };

  run->n_claims = 0;
  run->max_transfers = WEFT_NPU_NONE;
  for (guint kind = 0; kind < G_N_ELEMENTS (slots); kind++)
    {
      const WeftJsonValue *engines = weft_json_record_get (summary, slots[kind]);
      WeftJsonRecord record;

      if (engines == NULL || engines->kind != WEFT_JSON_OBJECT)
        continue;
      scan (engines, claim_keys, &record);
      read_claims (&record, PER_ENGINE, (WeftNpuLaneKind) kind, run, block);
      if (kind != WEFT_NPU_DMA)
        continue;
      run->max_transfers = get_integer (&record, TRANSFERS);
      places->at[WEFT_NPU_FIGURE_TRANSFERS] = get_place (&record, TRANSFERS, block);
    }
}

void
weft_npu_read_summary (const WeftJsonValue *block, WeftNpuRun *run, WeftNpuPlaces *places)
{
  static const struct
  {
    WeftNpuFigure figure;
    guint slot;
    gsize offset;
  } figures[] = {
    { WEFT_NPU_FIGURE_CYCLES, TOTAL, G_STRUCT_OFFSET (WeftNpuRun, cycles_total) },
    { WEFT_NPU_FIGURE_DRAM_READ, DRAM_READ, G_STRUCT_OFFSET (WeftNpuRun, dram_read) },
    { WEFT_NPU_FIGURE_DRAM_WRITE, DRAM_WRITE, G_STRUCT_OFFSET (WeftNpuRun, dram_write) },
    { WEFT_NPU_FIGURE_KV_READ, KV_READ, G_STRUCT_OFFSET (WeftNpuRun, kv_read) },
    { WEFT_NPU_FIGURE_KV_WRITE, KV_WRITE, G_STRUCT_OFFSET (WeftNpuRun, kv_write) },
    { WEFT_NPU_FIGURE_PREFILL, PREFILL_LATENCY, G_STRUCT_OFFSET (WeftNpuRun, prefill_latency) },
  };
  WeftJsonRecord record;

  keep_text (block, &run->summary);
  scan (block, summary_keys, &record);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      G_STRUCT_MEMBER (gint64, run, figures[i].offset) = get_integer (&record, figures[i].slot);
      places->at[figures[i].figure] = get_place (&record, figures[i].slot, block);
    }
  run->decode_latency = get_real (&record, DECODE_LATENCY);
  places->at[WEFT_NPU_FIGURE_DECODE] = get_place (&record, DECODE_LATENCY, block);
  read_engines (&record, run, places, block);
}
