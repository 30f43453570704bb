/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>

char *
weft_bus_format_accesses (guint64 accesses)
{
  g_autofree char *count = weft_number_count (accesses);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s access", "%s accesses", accesses),
                          count);
}

char *
weft_bus_format_retries (guint64 retries)
{
  g_autofree char *count = weft_number_count (retries);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s retry", "%s retries", retries), count);
}

/* Read from the file, so any bytes. */
static char *
make_valid (const char *word)
{
  return g_utf8_make_valid (word, -1);
}

static void
add_place (GString *text, WeftBusTrace *trace, const WeftBusRecord *record)
{
  g_autofree char *kind = make_valid (weft_bus_trace_get_kind (trace, record->kind));
  g_autofree char *rw = make_valid (weft_bus_trace_get_rw (trace, record->rw));
  g_autofree char *size = weft_number_count (record->size);

  g_string_append_printf (text, _ ("%s %s 0x%08X (%s), %s, size %s"),
                          weft_bus_master_to_string (record->master), kind, record->addr,
                          weft_bus_region_get (weft_bus_region_of (record->addr))->name, rw, size);
}

static void
add_times (GString *text, const WeftBusRecord *record)
{
  guint64 elapsed = weft_bus_access_get_elapsed (record);
  guint64 wait = weft_bus_access_get_wait (record, elapsed);
  g_autofree char *first = weft_number_count (record->first_attempt);
  g_autofree char *complete = weft_number_count (record->complete);
  g_autofree char *took = weft_number_cycles (elapsed);
  g_autofree char *waited = weft_number_count (wait);
  g_autofree char *service = weft_number_count (record->service);
  g_autofree char *retries = weft_number_count (record->retries);

  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("From tick %s to %s"), first, complete);
  g_string_append_c (text, '\n');
  g_string_append_printf (text,
                          weft_bus_access_is_exact (record)
                            ? _ ("Took %s: waited %s, service %s; retries %s")
                            : _ ("Took ≈ %s by its retries, as its ticks run backwards: "
                                 "waited ≈ %s, service %s; retries %s"),
                          took, waited, service, retries);
  if (weft_bus_access_is_overlong (record, elapsed))
    g_string_append_printf (text, "\n%s", _ ("Its service is longer than all of it took"));
  if (weft_bus_access_is_retried_unwaited (record, wait))
    g_string_append_printf (text, "\n%s", _ ("It was retried, and still did not wait"));
}

static void
add_verdict (GString *text, const WeftBusModel *model, guint32 row)
{
  WeftBusVerdict verdict;
  g_autofree char *delta = NULL;
  g_autofree char *drift = NULL;

  weft_bus_model_get_verdict (model, weft_bus_model_get_place (model, row), &verdict);
  delta = weft_number_signed_cycles (verdict.wait_delta);
  drift = weft_number_integer (verdict.drift_total);
  g_string_append_c (text, '\n');
  if (verdict.class == WEFT_BUS_KNOWN_GAP)
    g_string_append_printf (text, _ ("Known gap of the trace's waits: the model waits %s longer"),
                            delta);
  else
    g_string_append_printf (text, _ ("Model: Δ wait %s, drift so far %s"), delta, drift);
}

/* Who made it wait, in a line, as far as that can be inferred; NULL where it did not wait. */
static char *
describe_blockers (const WeftBusIndex *index, guint32 row)
{
  g_autoptr (GArray) blockers = weft_bus_index_find_blockers (index, row);
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  GString *text;
  WeftBusRecord record;
  guint64 elapsed;

  weft_bus_snapshot_get_record (snapshot, row, &record);
  elapsed = weft_bus_access_get_elapsed (&record);
  if (weft_bus_access_get_wait (&record, elapsed) == 0)
    return NULL;
  if (blockers->len == 0)
    return g_strdup (_ ("Nothing in this trace was served while it waited"));
  text = g_string_new (_ ("Meanwhile (inferred):"));
  for (guint i = 0; i < MIN (blockers->len, 3); i++)
    {
      const WeftBusBlocker *blocker = &g_array_index (blockers, WeftBusBlocker, i);
      g_autofree char *overlap = weft_number_signed_cycles (blocker->overlap);
      g_autofree char *seq = NULL;

      weft_bus_snapshot_get_record (snapshot, blocker->row, &record);
      seq = weft_number_count (record.seq);
      g_string_append (text, i > 0 ? ", " : " ");
      g_string_append_printf (text, _ ("%s seq %s for %s"),
                              weft_bus_master_to_string (record.master), seq, overlap);
    }
  return g_string_free (text, FALSE);
}

char *
weft_bus_describe_access (const WeftBusIndex *index, const WeftBusModel *model, guint32 row)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  GString *text = g_string_new (NULL);
  g_autofree char *blockers = describe_blockers (index, row);
  g_autofree char *seq = NULL;
  WeftBusRecord record;

  weft_bus_snapshot_get_record (snapshot, row, &record);
  seq = weft_number_count (record.seq);
  add_place (text, snapshot->trace, &record);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Seq %s"), seq);
  add_times (text, &record);
  if (model != NULL && row < weft_bus_model_get_snapshot (model)->n_rows)
    add_verdict (text, model, row);
  if (blockers != NULL)
    g_string_append_printf (text, "\n%s", blockers);
  return g_string_free (text, FALSE);
}

char *
weft_bus_describe_no_wait (const WeftBusSummary *summary)
{
  guint64 n = summary->totals.n_accesses, n_unknown = n - summary->n_certain;
  g_autofree char *certain = weft_number_count (summary->n_certain);
  g_autofree char *unknown = weft_number_count (n_unknown);
  g_autofree char *share = weft_findings_format_share (n > 0 ? (double) n_unknown / (double) n : 0);

  if (n_unknown == 0)
    return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "No access waited: the ticks of %s access say so.",
                   "No access waited: the ticks of all %s accesses say so.", n),
      certain);
  return g_strdup_printf (
    g_dngettext (GETTEXT_PACKAGE,
                 "No access waited by its ticks: of %s that is certain, of %s (%s) it is unknown "
                 "whether it did.",
                 "No access waited by its ticks: of %s that is certain, of %s (%s) it is unknown "
                 "whether they did.",
                 n_unknown),
    certain, unknown, share);
}
