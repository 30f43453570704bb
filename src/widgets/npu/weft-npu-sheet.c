/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-sheet.h"

#include "weft-json-record.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-findings.h"
#include "weft-npu-trace-private.h"
#include "weft-npu-words.h"
#include "weft-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Blocks are shown down to this depth; what is deeper is shown as it stands in the file. */
#define MAX_DEPTH 3

/* Layers that are listed of a token. */
#define MAX_LAYERS 6u

/* Takes `value`. */
static void
take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .tooltip = tooltip });
  g_free (value);
}

/* "320 cycles", and where the clock is known the time beside it. */
static char *
format_span (const WeftNpuSnapshot *snapshot, gint64 cycles, const WeftClock *clock)
{
  g_autofree char *count = weft_npu_format_time (snapshot, cycles);

  return weft_clock_format (clock, cycles, count);
}

/* Likewise a point in time. */
static void
take_moment (WeftFactSection *section, const WeftNpuSnapshot *snapshot, const char *name,
             gint64 time, const WeftClock *clock)
{
  g_autofree char *words = weft_npu_format_moment (snapshot, time);
  g_autofree char *number = weft_npu_format_number (time);
  g_autofree char *tooltip =
    snapshot->is_chrome ? g_strdup_printf (_ ("From the first event on; in the file %s ns"), number)
                        : NULL;

  take (section, name, weft_clock_format (clock, time, words), tooltip);
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

static void write_members (WeftFactSection *section, const char *prefix,
                           const WeftJsonValue *object, guint depth);

static void
write_value (WeftFactSection *section, const char *name, const WeftJsonValue *value, guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *place = NULL, *bytes;
  WeftJsonRecord element;
  gsize length;
  guint i = 0;

  if (value->kind == WEFT_JSON_OBJECT && depth < MAX_DEPTH)
    write_members (section, name, value, depth + 1);
  else if (value->kind == WEFT_JSON_ARRAY && depth < MAX_DEPTH)
    while (weft_json_next_element (value, &place, NULL, &element))
      {
        g_autofree char *inner = g_strdup_printf ("%s [%u]", name, i++);

        write_value (section, inner, &element.self, depth + 1);
      }
  else if (value->kind == WEFT_JSON_STRING)
    {
      bytes = weft_json_get_string (value, scratch, &length);
      take (section, name, g_utf8_make_valid (bytes, (gssize) length), NULL);
    }
  else if (value->kind == WEFT_JSON_INTEGER)
    take (section, name, weft_npu_format_number (value->integer), NULL);
  else
    take (section, name, g_utf8_make_valid (value->text, value->length), NULL);
}

static void
write_members (WeftFactSection *section, const char *prefix, const WeftJsonValue *object,
               guint depth)
{
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  while (weft_json_next_member (object, &place, &key, NULL, &member))
    {
      gsize length;
      const char *bytes = weft_json_get_string (&key, scratch, &length);
      g_autofree char *valid = g_utf8_make_valid (bytes, (gssize) length);
      g_autofree char *name =
        prefix != NULL ? g_strconcat (prefix, " · ", valid, NULL) : g_strdup (valid);

      write_value (section, name, &member.self, depth);
    }
}

/* The block as a section; nothing where it is not there. */
static void
write_block (WeftFactSheet *sheet, const char *title, const char *text)
{
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (text == NULL
      || weft_json_scan (NULL, text, strlen (text), 0, WEFT_JSON_AT_END, &record, &scan)
           != WEFT_JSON_OK
      || record.self.kind != WEFT_JSON_OBJECT)
    return;
  write_members (weft_fact_sheet_add (sheet, title), NULL, &record.self, 0);
}

/* --- an event ------------------------------------------------------------------------------------------- */

static const char *const detail_keys[] = { "details", "args", NULL };

/* The details or arguments in the JSON of an event, or of what ended it. */
static void
write_text (WeftFactSection *section, const char *text)
{
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (detail_keys);
  const WeftJsonValue *details, *arguments;
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (weft_json_scan (schema, text, strlen (text), 0, WEFT_JSON_AT_END, &record, &scan)
      != WEFT_JSON_OK)
    return;
  details = weft_json_record_get (&record, 0);
  arguments = weft_json_record_get (&record, 1);
  if (details == NULL || (arguments != NULL && arguments->text > details->text))
    details = arguments;
  if (details != NULL && details->kind == WEFT_JSON_OBJECT)
    write_members (section, NULL, details, 0);
}

static void
write_details (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot, guint32 row)
{
  g_autofree char *text = weft_npu_snapshot_get_text (snapshot, row);
  g_autofree char *end = weft_npu_snapshot_get_end_text (snapshot, row);
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Details"));

  if (text == NULL)
    {
      take (section, _ ("Text"), g_strdup ("—"),
            _ ("The file has changed since it was read, or its text was not kept"));
      return;
    }
  write_text (section, text);
  if (end != NULL)
    write_text (section, end);
}

static void
take_field (WeftFactSection *section, const WeftNpuSnapshot *snapshot, const WeftField *field,
            guint32 row, const WeftClock *clock)
{
  g_auto (WeftCell) cell = weft_field_get (field, snapshot, row);

  if (!weft_cell_is_known (&cell))
    return;
  if (field->unit == WEFT_UNIT_CYCLE)
    take_moment (section, snapshot, _ (field->title), cell.integer, clock);
  else if (field->unit == WEFT_UNIT_CYCLES)
    take (section, _ (field->title), format_span (snapshot, cell.integer, clock), NULL);
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
  if ((weft_npu_flags (snapshot->trace, row) & WEFT_NPU_HAS_DETAILS) != 0)
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
      until = weft_npu_format_moment (snapshot, event.end);
      weft_fact_section_add (section, &(WeftFact){ .name = name,
                                                   .value = until,
                                                   .tooltip = _ ("When it ended"),
                                                   .target = target });
    }
}

/* --- a token -------------------------------------------------------------------------------------------- */

static void
take_delta (WeftFactSection *section, const char *name, gint64 delta, const char *tooltip)
{
  g_autofree char *number = weft_npu_format_number (delta);

  take (section, name, g_strconcat (delta > 0 ? "+" : "", number, NULL), tooltip);
}

static void
write_layer_deltas (WeftFactSection *section, const WeftNpuStats *stats,
                    const WeftNpuTokenStats *median, const WeftNpuTokenStats *token)
{
  g_autoptr (GArray) layers = weft_npu_compare_layers (stats, median, token);

  for (guint i = 0; i < MIN (layers->len, MAX_LAYERS); i++)
    {
      const WeftNpuLayerPair *pair = &g_array_index (layers, WeftNpuLayerPair, i);
      g_autofree char *name = weft_npu_format_name (stats->snapshot, pair->layer);

      if (pair->cycles[0] != pair->cycles[1])
        take_delta (section, name, pair->cycles[1] - pair->cycles[0],
                    _ ("Cycles of the layer's events beside those in the median token"));
    }
}

void
weft_npu_sheet_write_token (WeftFactSheet *sheet, const WeftNpuStats *stats, guint32 row)
{
  const WeftNpuTokenStats *token = NULL, *median;
  g_autofree char *index = NULL, *title = NULL;
  WeftFactSection *section;

  for (guint i = 0; i < stats->n_tokens && token == NULL; i++)
    if (stats->tokens[i].row == row)
      token = &stats->tokens[i];
  median = token != NULL ? weft_npu_find_median_token (stats, token->phase) : NULL;
  if (median == NULL || median == token)
    return;
  index = weft_npu_format_number (median->index);
  title = g_strdup_printf (_ ("Beside the median token, %s"), index);
  section = weft_fact_sheet_add (sheet, title);
  take_delta (section, _ ("Latency"), (token->end - token->start) - (median->end - median->start),
              _ ("Cycles"));
  for (guint kind = WEFT_NPU_DMA; kind <= WEFT_NPU_VE; kind++)
    take_delta (section, weft_npu_kind_to_string (kind),
                token->sum.cycles[kind] - median->sum.cycles[kind], _ ("Cycles of its events"));
  take_delta (section, _ ("Read"), token->sum.read - median->sum.read, _ ("Bytes of DRAM"));
  take_delta (section, _ ("Written"), token->sum.write - median->sum.write, _ ("Bytes of DRAM"));
  take_delta (section, _ ("Stalls"), token->sum.stall - median->sum.stall, _ ("Cycles"));
  write_layer_deltas (section, stats, median, token);
}

/* --- sums ----------------------------------------------------------------------------------------------- */

static void
write_memory (WeftFactSection *section, const WeftNpuStats *stats, const WeftClock *clock)
{
  take (section, _ ("DRAM read"), weft_npu_format_bytes (stats->window_read), NULL);
  take (section, _ ("DRAM written"), weft_npu_format_bytes (stats->window_write), NULL);
  if (stats->n_cycles > 0)
    take (section, _ ("Bandwidth"),
          format_rate (
            (double) (stats->window_read + stats->window_write) / (double) stats->n_cycles, clock),
          _ ("On average"));
  take (section, _ ("At most"), format_rate (stats->window_top, clock), _ ("In one window"));
  take (section, _ ("KV read"), weft_npu_format_bytes (stats->sum.kv_read), NULL);
}

void
weft_npu_sheet_write_sums (WeftFactSheet *sheet, const WeftNpuStats *stats, gboolean ranged,
                           const WeftClock *clock)
{
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged ? _ ("In the brushed range") : _ ("All of the run"));

  take (section, _ ("Events"), weft_npu_format_number ((gint64) stats->n_events), NULL);
  take (section, _ ("Time"), format_span (stats->snapshot, stats->n_cycles, clock), NULL);
  for (guint i = 0; i < stats->n_engines; i++)
    {
      const WeftNpuEngineStats *engine = &stats->engines[i];
      g_autofree char *name = weft_npu_lane_to_string (&engine->info);

      take (section, name,
            weft_words_share ((guint64) engine->busy, (guint64) MAX (stats->n_cycles, 0)),
            _ ("Cycles in which it was busy"));
    }
  if (stats->bandwidth->top > 0)
    write_memory (section, stats, clock);
  if (stats->sum.macs > 0)
    take (section, _ ("MACs"), weft_npu_format_number (stats->sum.macs), NULL);
  if (stats->sum.stall > 0)
    take (section, _ ("Stalls"), format_span (stats->snapshot, stats->sum.stall, clock),
          _ ("Sum of their lengths; they may overlap"));
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

static void
write_check (WeftFactSheet *sheet, const WeftNpuStats *stats)
{
  const WeftNpuRun *run = stats->snapshot->run;
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Summary and what was counted"));

  compare (section, _ ("Cycles"), run->cycles_total, stats->snapshot->last_cycle);
  compare (section, _ ("DRAM read, bytes"), run->dram_read, stats->window_read);
  compare (section, _ ("DRAM written, bytes"), run->dram_write, stats->window_write);
  compare (section, _ ("KV read, bytes"), run->kv_read, stats->sum.kv_read);
  compare (section, _ ("KV written, bytes"), run->kv_write, stats->sum.kv_write);
  for (guint i = 0; i < run->n_claims; i++)
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
  write_commands (sheet, stats->snapshot);
  write_block (sheet, _ ("Run"), run->metadata);
  write_block (sheet, _ ("Configuration"), run->config);
  write_block (sheet, _ ("Summary"), run->summary);
}
