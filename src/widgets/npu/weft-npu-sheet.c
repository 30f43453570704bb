/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-sheet.h"

#include "weft-fact-json.h"
#include "weft-json-block.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"
#include "weft-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Takes `value`. */
static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .tooltip = tooltip });
  g_free (value);
}

/* "320 cycles", and where the clock is known the time beside it. */
static char *
format_span (gint64 cycles, const WeftClock *clock)
{
  g_autofree char *count = weft_number_signed_cycles (cycles);

  return weft_clock_format (clock, cycles, count);
}

/* Likewise a point in time. */
static void
take_moment (WeftFactSection *section, const char *name, gint64 time, const WeftClock *clock)
{
  g_autofree char *words = weft_npu_format_number (time);

  take (section, name, weft_clock_format (clock, time, words), NULL);
}

/* "31.4 bytes per cycle", and where the clock is known in GB/s beside it. */
static char *
format_rate (double rate, const WeftClock *clock)
{
  g_autofree char *words = NULL;

  if (isnan (rate))
    return g_strdup ("—");
  words = weft_npu_format_rate (rate);
  if (clock->hertz <= 0)
    return g_steal_pointer (&words);
  return g_strdup_printf (_ ("%s = %.4g GB/s"), words, rate * (double) clock->hertz / 1e9);
}

/* --- JSON as facts -------------------------------------------------------------------------------------- */

static void
take_value (const char *name, const WeftJsonValue *value, gpointer section)
{
  take (section, name != NULL ? name : "", weft_json_block_format (value), NULL);
}

/* --- an event ------------------------------------------------------------------------------------------- */

/* Members of events that the fields of events show already. */
static const char *const shown_keys[] = { "type",       "start_cycle", "end_cycle", "cycle",
                                          "layer_id",   "tile_id",     "phase",     "token_index",
                                          "cmdq_id",    "cmd_id",      "bytes",     "addr",
                                          "color_hint", "details",     NULL };

/* Those that say what an event of a known type is called, and in which lane it is. */
static const char *const naming_keys[] = {
  "engine", "engine_id", "op",     "mem_type",  "source_engine", "source_engine_id", "name",
  "event",  "source",    "master", "master_id", "reason",        "direction",        NULL
};

/* A section that is made with the first thing in it. */
typedef struct
{
  WeftFactSheet *sheet;
  WeftFactSection *section; /* NULL: there is nothing yet */
} Details;

static void
take_detail (const char *name, const WeftJsonValue *value, gpointer data)
{
  Details *self = data;

  if (self->section == NULL)
    self->section = weft_fact_sheet_add (self->sheet, _ ("Details"));
  take_value (name, value, self->section);
}

/* The rest of an event's JSON, and its details. */
static void
write_text (Details *details, WeftNpuType type, const char *text)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord record, member;
  WeftJsonScan scan;

  if (weft_json_scan (NULL, text, strlen (text), 0, WEFT_JSON_AT_END, &record, &scan)
        != WEFT_JSON_OK
      || record.self.kind != WEFT_JSON_OBJECT)
    return;
  while (weft_json_next_member (&record.self, &place, &key, NULL, &member))
    {
      gboolean is_details = weft_json_is_string (&key, "details", 7);
      g_autofree char *name = weft_json_block_get_text (&key);

      if (is_details && member.self.kind == WEFT_JSON_OBJECT)
        weft_json_block_visit_value (NULL, &member.self, take_detail, details);
      else if (!weft_json_is_among (&key, shown_keys)
               && (type == WEFT_NPU_OTHER || !weft_json_is_among (&key, naming_keys)))
        take_detail (name, &member.self, details);
    }
}

static void
write_details (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot, guint32 row)
{
  g_autofree char *text = weft_npu_snapshot_get_text (snapshot, row);
  WeftNpuType type = weft_npu_type (snapshot->trace, row);
  Details details = { sheet, NULL };

  if (text != NULL)
    write_text (&details, type, text);
  else if ((weft_npu_flags (snapshot->trace, row) & WEFT_NPU_HAS_DETAILS) != 0)
    take (weft_fact_sheet_add (sheet, _ ("Details")), _ ("Text"), g_strdup ("—"),
          _ ("The file has changed since it was read, or its text was not kept"));
}

static void
take_field (WeftFactSection *section, const WeftNpuSnapshot *snapshot, const WeftField *field,
            guint32 row, const WeftClock *clock)
{
  g_auto (WeftCell) cell = weft_field_get (field, snapshot, row);

  if (!weft_cell_is_known (&cell))
    return;
  if (field->unit == WEFT_UNIT_CYCLE)
    take_moment (section, _ (field->title), cell.integer, clock);
  else if (field->unit == WEFT_UNIT_CYCLES)
    take (section, _ (field->title), format_span (cell.integer, clock), NULL);
  else if (field->unit == WEFT_UNIT_RATE)
    take (section, _ (field->title), format_rate (cell.real, clock), NULL);
  else
    take (section, _ (field->title), weft_npu_format_cell (snapshot, field, &cell),
          field->doc != NULL ? _ (field->doc) : NULL);
}

void
weft_npu_sheet_write_event (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot, guint32 row,
                            const WeftClock *clock)
{
  g_autofree char *title = weft_npu_format_name (snapshot, weft_npu_name (snapshot->trace, row));
  WeftFactSection *section = weft_fact_sheet_add (sheet, title);
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (&weft_npu_event_schema, WEFT_FIELD_INSPECT, field)
    take_field (section, snapshot, field, row, clock);
  write_details (sheet, snapshot, row);
}

/* The events that this one waited for, each with a link to it. */
void
weft_npu_sheet_write_producers (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot, guint32 row)
{
  const WeftNpuDependencies *dependencies = snapshot->dependencies;
  WeftFactSection *section;

  if (dependencies == NULL || row >= dependencies->n_events
      || dependencies->first[row] == dependencies->first[row + 1])
    return;
  section = weft_fact_sheet_add (sheet, _ ("Waited for"));
  for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
    {
      g_autofree char *target = g_strdup_printf ("row:%u", dependencies->producers[i]);
      g_autofree char *name = NULL, *until = NULL;
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (snapshot, dependencies->producers[i], &event);
      name = weft_npu_format_name (snapshot, event.name);
      until = weft_npu_format_number (event.end);
      weft_fact_section_add (section, &(WeftFact){ .name = name,
                                                   .value = until,
                                                   .tooltip = _ ("When it ended"),
                                                   .target = target });
    }
}

/* --- sums ----------------------------------------------------------------------------------------------- */

static void
write_memory (WeftFactSection *section, const WeftNpuStats *stats, const WeftClock *clock)
{
  take (section, _ ("DRAM read"), weft_npu_format_bytes (stats->window_read), NULL);
  take (section, _ ("DRAM written"), weft_npu_format_bytes (stats->window_write), NULL);
  if (stats->n_cycles > 0)
    take (section, _ ("Bandwidth"),
          format_rate (((double) stats->window_read + (double) stats->window_write)
                         / (double) stats->n_cycles,
                       clock),
          _ ("On average"));
  take (section, _ ("At most"), format_rate (stats->window_top, clock), _ ("In one window"));
  take (section, _ ("KV read"), weft_npu_format_bytes (stats->sum.kv_read), NULL);
}

static void
write_engines (WeftFactSheet *sheet, const WeftNpuStats *stats)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Engines"));
  guint i;

  for (i = 0; i < stats->n_engines && !weft_fact_section_is_full (section); i++)
    {
      const WeftNpuEngineStats *engine = &stats->engines[i];
      g_autofree char *name = weft_npu_lane_to_string (&engine->info);

      take (section, name,
            weft_words_share ((guint64) engine->busy, (guint64) MAX (stats->n_cycles, 0)),
            _ ("Cycles in which it was busy"));
    }
  weft_fact_section_skip (section, stats->n_engines - i);
}

void
weft_npu_sheet_write_sums (WeftFactSheet *sheet, const WeftNpuStats *stats, gboolean ranged,
                           const WeftClock *clock)
{
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged ? _ ("In the brushed range") : _ ("All of the run"));

  take (section, _ ("Events"), weft_npu_format_number ((gint64) stats->n_events), NULL);
  take (section, _ ("Time"), format_span (stats->n_cycles, clock), NULL);
  if (stats->bandwidth->top > 0)
    write_memory (section, stats, clock);
  if (stats->sum.macs > 0)
    take (section, _ ("MACs"), weft_npu_format_number (stats->sum.macs), NULL);
  if (stats->sum.stall > 0)
    take (section, _ ("Stalls"), format_span (stats->sum.stall, clock),
          _ ("Sum of their lengths; they may overlap"));
  write_engines (sheet, stats);
}

/* --- the run -------------------------------------------------------------------------------------------- */

static void
compare (WeftFactSection *section, const char *name, gint64 claimed, gint64 counted)
{
  g_autofree char *ours = NULL, *theirs = NULL;

  if (claimed == WEFT_NPU_NONE)
    return;
  ours = weft_npu_format_number (counted);
  theirs = weft_npu_format_number (claimed);
  if (claimed == counted)
    take (section, name, g_strdup_printf (_ ("%s, as counted"), theirs), NULL);
  else
    take (section, name, g_strdup_printf (_ ("%s; counted %s"), theirs, ours), NULL);
}

static gint64
count_tokens (const WeftNpuStats *stats, guint32 phase)
{
  gint64 n = 0;

  for (guint i = 0; i < stats->n_tokens; i++)
    n += stats->tokens[i].phase == phase ? 1 : 0;
  return n;
}

/* The cycles from the first to the last of its tokens. */
static gint64
measure_phase (const WeftNpuStats *stats, guint32 phase)
{
  gint64 first = G_MAXINT64, last = G_MININT64;

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].phase == phase)
      {
        first = MIN (first, stats->tokens[i].start);
        last = MAX (last, stats->tokens[i].end);
      }
  return last - first;
}

static void
write_check (WeftFactSheet *sheet, const WeftNpuStats *stats)
{
  const WeftNpuRun *run = stats->snapshot->run;
  guint32 prefill = weft_npu_stats_find_phase (stats, "PREFILL"),
          decode = weft_npu_stats_find_phase (stats, "DECODE");
  WeftFactSection *section;

  if (weft_npu_snapshot_is_summary (stats->snapshot))
    return;
  section = weft_fact_sheet_add (sheet, _ ("Summary and what was counted"));
  compare (section, _ ("Cycles"), run->cycles_total, stats->snapshot->last_cycle);
  compare (section, _ ("DRAM read, bytes"), run->dram_read, stats->window_read);
  compare (section, _ ("DRAM written, bytes"), run->dram_write, stats->window_write);
  compare (section, _ ("KV read, bytes"), run->kv_read, stats->sum.kv_read);
  compare (section, _ ("KV written, bytes"), run->kv_write, stats->sum.kv_write);
  if (decode != WEFT_NO_NAME)
    compare (section, _ ("Decoded tokens"), run->decode_tokens, count_tokens (stats, decode));
  if (prefill != WEFT_NO_NAME)
    compare (section, _ ("Prefill, cycles"), run->prefill_latency, measure_phase (stats, prefill));
  for (guint i = 0; i < run->n_claims && !weft_fact_section_is_full (section); i++)
    for (guint j = 0; j < stats->n_engines; j++)
      {
        const WeftNpuClaim *claim = &run->claims[i];
        const WeftNpuEngineStats *engine = &stats->engines[j];
        g_autofree char *name = NULL;

        if (claim->kind != engine->info.kind || claim->id != engine->info.id)
          continue;
        name = weft_npu_lane_to_string (&engine->info);
        take (section, name,
              g_strdup_printf (_ ("%.1f %%; counted %.1f %%"), 100 * claim->utilization,
                               100 * engine->utilization),
              _ ("Utilization"));
      }
}

/* Where dependencies come from, which no other block says. */
static void
write_commands (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot)
{
  WeftFactSection *section;

  if (snapshot->run->command_file == NULL)
    return;
  section = weft_fact_sheet_add (sheet, _ ("Commands"));
  take (section, _ ("File"), g_strdup (snapshot->run->command_file),
        _ ("It is looked for beside the trace"));
  take (section, _ ("Dependencies"),
        weft_npu_format_number (weft_npu_snapshot_count_dependencies (snapshot)),
        snapshot->dependencies == NULL
          ? _ ("Not known: the file is not beside the trace, or says nothing of its events")
          : _ ("Which event waits for which; the view options show them as arrows"));
}

void
weft_npu_sheet_write_run (WeftFactSheet *sheet, const WeftNpuStats *stats)
{
  const WeftNpuRun *run = stats->snapshot->run;

  if (stats->snapshot->is_invalid)
    weft_fact_section_add (weft_fact_sheet_add (sheet, _ ("Invalid trace")),
                           &(WeftFact){ .name = "INVALID_TRACE",
                                        .note = _ ("The simulator ended with this marker: do not "
                                                   "trust what the trace says.") });
  write_check (sheet, stats);
  weft_fact_json_write_block (sheet, _ ("Summary"), run->summary, FALSE);
  write_commands (sheet, stats->snapshot);
  weft_fact_json_write_block (sheet, _ ("Run"), run->metadata, FALSE);
  weft_fact_json_write_block (sheet, _ ("Configuration"), run->config, FALSE);
}
