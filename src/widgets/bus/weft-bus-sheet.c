/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-sheet.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-words.h"
#include "weft-words.h"

char *
weft_bus_sheet_format_cycles (guint64 cycles, gboolean exact, const WeftClock *clock)
{
  g_autofree char *words = weft_words_length (clock, cycles);

  return exact ? g_steal_pointer (&words) : g_strconcat ("≈ ", words, NULL);
}

static char *
format_point (guint64 cycle, const WeftClock *clock)
{
  g_autofree char *number = weft_number_count (cycle);

  return weft_clock_format (clock, (gint64) MIN (cycle, G_MAXINT64), number);
}

void
weft_bus_sheet_take (WeftFactSection *section, const char *name, char *value, const char *tooltip)
{
  const WeftFact fact = { .name = name, .value = value, .tooltip = tooltip };

  weft_fact_section_add (section, &fact);
  g_free (value);
}

/* --- an access -------------------------------------------------------------------------------- */

/* The names that the reference tool and the trace's document use. */
#define TOTAL N_ ("ymir_effective_total: cycles from the first attempt to the end")
#define WAIT N_ ("ymir_effective_wait: cycles of these that were no service")

/* Why a wait of nothing need not be nothing; NULL where it is certain. */
static const char *
explain_wait (const WeftBusRecord *record, guint64 elapsed, guint64 wait)
{
  if (!weft_bus_access_is_exact (record))
    return _ ("Its ticks run backwards, so this is reckoned as service + retries × service");
  if (wait > 0 || weft_bus_access_is_certain (record, elapsed))
    return NULL;
  if (record->size == 1)
    return _ (
      "The emulator does not make all byte accesses wait (a known gap), so whether this one "
      "should have is not known");
  return _ ("Its ticks leave no room for its service or its retries, so whether it waited is not "
            "known");
}

static void
take_length (WeftFactSection *section, const char *name, char *value, const char *is,
             const char *why)
{
  g_autofree char *tooltip = why != NULL ? g_strdup_printf ("%s\n%s", is, why) : g_strdup (is);

  weft_bus_sheet_take (section, name, value, tooltip);
}

static void
write_times (WeftFactSection *section, const WeftBusRecord *record, const WeftClock *clock)
{
  gboolean exact = weft_bus_access_is_exact (record);
  guint64 elapsed = weft_bus_access_get_elapsed (record);
  guint64 wait = weft_bus_access_get_wait (record, elapsed);
  const char *why = explain_wait (record, elapsed, wait);

  weft_bus_sheet_take (section, _ ("First attempt"), format_point (record->first_attempt, clock),
                       NULL);
  weft_bus_sheet_take (section, _ ("Complete"), format_point (record->complete, clock), NULL);
  take_length (section, _ ("Elapsed"), weft_bus_sheet_format_cycles (elapsed, exact, clock),
               _ (TOTAL), exact ? NULL : why);
  take_length (section, _ ("Wait"), weft_bus_sheet_format_cycles (wait, exact, clock), _ (WAIT),
               why);
  weft_bus_sheet_take (section, _ ("Service"),
                       weft_bus_sheet_format_cycles (record->service, TRUE, clock),
                       _ ("Of one attempt"));
  weft_bus_sheet_take (section, _ ("Retries"), weft_number_count (record->retries), NULL);
  if (weft_bus_access_is_overlong (record, elapsed))
    weft_bus_sheet_take (section, _ ("Flag"), g_strdup (_ ("service longer than the access")),
                         NULL);
  if (weft_bus_access_is_retried_unwaited (record, wait))
    weft_bus_sheet_take (section, _ ("Flag"), g_strdup (_ ("retried, and did not wait")), NULL);
  weft_fact_section_add (section, &(WeftFact){ .note = _ ("Elapsed and wait are "
                                                          "ymir_effective_total and "
                                                          "ymir_effective_wait.") });
}

static void
write_access (WeftFactSheet *sheet, WeftBusSnapshot *snapshot, guint32 row, const WeftClock *clock)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Access"));
  g_autofree char *size = NULL;
  WeftBusRecord record;
  guint region;

  weft_bus_snapshot_get_record (snapshot, row, &record);
  size = weft_number_count (record.size);
  region = weft_bus_region_of (record.addr);
  weft_bus_sheet_take (section, _ ("Seq"), weft_number_count (record.seq), NULL);
  weft_bus_sheet_take (section,
                       weft_bus_trace_is_binary (snapshot->trace) ? _ ("Record") : _ ("Line"),
                       weft_number_integer (record.line), NULL);
  weft_bus_sheet_take (section, _ ("Master"), g_strdup (weft_bus_master_to_string (record.master)),
                       NULL);
  weft_bus_sheet_take (section, _ ("Address"), g_strdup_printf ("0x%08X", record.addr), NULL);
  weft_bus_sheet_take (section, _ ("Region"), g_strdup (weft_bus_region_get (region)->name), NULL);
  weft_bus_sheet_take (
    section, _ ("Size"),
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte", "%s bytes", (gulong) record.size),
                     size),
    NULL);
  weft_bus_sheet_take (section, _ ("Direction"),
                       g_utf8_make_valid (weft_bus_trace_get_rw (snapshot->trace, record.rw), -1),
                       NULL);
  weft_bus_sheet_take (
    section, _ ("Kind"),
    g_utf8_make_valid (weft_bus_trace_get_kind (snapshot->trace, record.kind), -1), NULL);
  weft_bus_sheet_take (
    section, _ ("Cache bucket"),
    g_strdup (weft_bus_cache_to_string (weft_bus_cache_of (region, record.service))), NULL);
  write_times (section, &record, clock);
}

static void
write_blockers (WeftFactSheet *sheet, const WeftBusIndex *index, guint32 row,
                const WeftClock *clock)
{
  g_autoptr (GArray) blockers = weft_bus_index_find_blockers (index, row);
  WeftFactSection *section;
  WeftBusRecord waited;

  weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index), row, &waited);
  if (weft_bus_access_get_wait (&waited, weft_bus_access_get_elapsed (&waited)) == 0)
    return;
  section = weft_fact_sheet_add (sheet, _ ("Served meanwhile (inferred)"));
  if (blockers->len == 0)
    weft_fact_section_add (
      section, &(WeftFact){ .note = _ ("Nothing in this trace was served meanwhile.") });
  for (guint i = 0; i < MIN (blockers->len, 12); i++)
    {
      const WeftBusBlocker *blocker = &g_array_index (blockers, WeftBusBlocker, i);
      WeftBusRecord record;
      g_autofree char *seq = NULL;
      g_autofree char *place = NULL;
      g_autofree char *overlap =
        weft_bus_sheet_format_cycles ((guint64) blocker->overlap, TRUE, clock);
      g_autofree char *target = g_strdup_printf ("row:%u", blocker->row);

      weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index), blocker->row, &record);
      seq = weft_number_count (record.seq);
      place = g_strdup_printf ("%s 0x%08X", weft_bus_master_to_string (record.master), record.addr);
      weft_fact_section_add (
        section, &(WeftFact){ .name = seq, .value = place, .extra = overlap, .target = target });
    }
}

static void
write_verdict (WeftFactSheet *sheet, const WeftBusModel *model, guint32 row, const WeftClock *clock)
{
  WeftFactSection *section = weft_fact_sheet_add (sheet, _ ("Model of the arbiter"));
  WeftBusVerdict verdict;
  const WeftField *field;

  weft_bus_model_get_verdict (model, weft_bus_model_get_place (model, row), &verdict);
  WEFT_FOR_EACH_FIELD (&weft_bus_verdict_schema, WEFT_FIELD_INSPECT, field)
    {
      WeftCell cell = weft_field_get_item (field, NULL, 0, &verdict);

      weft_bus_sheet_take (section, _ (field->title),
                           field->unit == WEFT_UNIT_CYCLES
                             ? weft_bus_sheet_format_cycles (cell.count, TRUE, clock)
                             : weft_number_integer (cell.integer),
                           field->doc != NULL ? _ (field->doc) : NULL);
    }
  if (verdict.class == WEFT_BUS_KNOWN_GAP)
    weft_fact_section_add (section,
                           &(WeftFact){ .name = _ ("Class"),
                                        .value = _ ("known gap"),
                                        .note = _ ("Byte accesses may bypass the emulator's wait "
                                                   "check: a known gap of the trace, not an error "
                                                   "of the arbiter.") });
  else
    weft_bus_sheet_take (section, _ ("Class"), g_strdup (weft_bus_class_to_string (verdict.class)),
                         NULL);
}

void
weft_bus_sheet_write_access (WeftFactSheet *sheet, const WeftBusResult *result, guint32 row,
                             const WeftClock *clock)
{
  write_access (sheet, result->question.snapshot, row, clock);
  write_blockers (sheet, result->all, row, clock);
  write_verdict (sheet, result->model, row, clock);
}

/* --- many --------------------------------------------------------------------------------------- */

static void
write_no_wait (WeftFactSection *section, const WeftBusSummary *summary)
{
  g_autofree char *note = weft_bus_describe_no_wait (summary);

  weft_fact_section_add (section, &(WeftFact){ .note = note });
}

void
weft_bus_sheet_write_summary (WeftFactSheet *sheet, const WeftBusSummary *summary, gboolean ranged,
                              const WeftClock *clock)
{
  WeftFactSection *section =
    weft_fact_sheet_add (sheet, ranged ? _ ("In the brushed range") : _ ("All accesses"));
  guint64 n = summary->totals.n_accesses;

  weft_bus_sheet_take (section, _ ("Accesses"), weft_number_count (n),
                       ranged ? _ ("That complete in it") : NULL);
  weft_bus_sheet_take (section, _ ("Waited"), weft_words_share (summary->totals.n_waited, n), NULL);
  weft_bus_sheet_take (
    section, _ ("Wait"),
    weft_bus_sheet_format_cycles (summary->totals.wait, summary->n_exact == n, clock), _ (WAIT));
  if (summary->totals.n_waited == 0 && n > 0)
    write_no_wait (section, summary);
  weft_bus_sheet_take (section, _ ("Retries"), weft_number_count (summary->totals.retries), NULL);
  weft_bus_sheet_take (section, _ ("Byte accesses"), weft_words_share (summary->sizes[1], n),
                       _ ("Candidates of the known gap in the trace's waits"));
  weft_bus_sheet_take (
    section, _ ("Known gaps"), weft_words_share (summary->model->n_classes[WEFT_BUS_KNOWN_GAP], n),
    _ ("Byte accesses without a retry for which the model waits longer: a gap of the trace, not "
       "an error of the arbiter"));
  weft_bus_sheet_take (section, _ ("Waits as in the model"),
                       weft_words_share (summary->model->n_agreements, n), NULL);
}
