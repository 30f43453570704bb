/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-card.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-sheet.h"
#include "weft-words.h"

typedef struct
{
  WeftFactSheet *sheet;
  const WeftBusSummary *summary;
  const WeftBusTarget *target;
  const WeftClock *clock;
} Card;

/* Takes `title`. */
static WeftFactSection *
begin (const Card *self, char *title)
{
  WeftFactSection *section = weft_fact_sheet_add (self->sheet, title);

  g_free (title);
  return section;
}

static char *
format (const Card *self, guint64 cycles)
{
  return weft_bus_sheet_format_cycles (
    cycles, self->summary->n_exact == self->summary->totals.n_accesses, self->clock);
}

/* A line of cycles and their share of others. */
static void
add_part (const Card *self, WeftFactSection *section, const char *name, guint64 cycles, guint64 of)
{
  g_autofree char *value = format (self, cycles);
  g_autofree char *share = weft_words_share (cycles, of);

  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .extra = share });
}

/* The access that stands out, as a link to it. */
static void
add_access (const Card *self, WeftFactSection *section, const char *name)
{
  g_autofree char *seq = NULL, *value = NULL;
  g_autofree char *target = g_strdup_printf ("row:%u", self->target->row);
  WeftBusRecord record;

  weft_bus_snapshot_get_record (self->summary->snapshot, self->target->row, &record);
  seq = weft_number_count (record.seq);
  value = g_strdup_printf (_ ("%s seq %s"), weft_bus_master_to_string (record.master), seq);
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = value, .target = target });
}

static void
add_waits (const Card *self, WeftFactSection *section, const WeftBusTotals *totals)
{
  weft_bus_sheet_take (section, _ ("Accesses"), weft_number_count (totals->n_accesses), NULL);
  weft_bus_sheet_take (section, _ ("Waited"),
                       weft_words_share (totals->n_waited, totals->n_accesses), NULL);
  weft_bus_sheet_take (section, _ ("Wait"), format (self, totals->wait), "ymir_effective_wait");
}

/* The part of what waits in the range. */
static void
add_share (const Card *self, WeftFactSection *section, const WeftBusTotals *totals)
{
  weft_bus_sheet_take (section, _ ("Of all waiting"),
                       weft_words_share (totals->wait, self->summary->totals.wait),
                       _ ("In the brushed range"));
}

/* --- who waits for whom ----------------------------------------------------------------------- */

static void
write_served (const Card *self, const guint64 *overlaps, guint64 wait)
{
  WeftFactSection *section = begin (self, g_strdup (_ ("Served meanwhile (inferred)")));
  gboolean any = FALSE;

  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (overlaps[i] > 0)
      {
        add_part (self, section, weft_bus_master_to_string (i), overlaps[i], wait);
        any = TRUE;
      }
  if (!any)
    weft_fact_section_add (
      section, &(WeftFact){ .note = _ ("Nothing in this trace was served meanwhile.") });
}

static void
write_region (const Card *self, guint region)
{
  const WeftBusTotals *totals = &self->summary->regions[region];
  WeftFactSection *section =
    begin (self, g_strdup_printf (_ ("Waiting for %s"), weft_bus_region_get (region)->name));

  add_waits (self, section, totals);
  add_share (self, section, totals);
  add_access (self, section, _ ("Longest wait"));
  write_served (self, self->summary->region_overlaps[region], totals->wait);
}

static void
write_master (const Card *self, guint master)
{
  const WeftBusTotals *totals = &self->summary->masters[master];
  WeftFactSection *section =
    begin (self, g_strdup_printf (_ ("Waiting of %s"), weft_bus_master_to_string (master)));

  add_waits (self, section, totals);
  add_share (self, section, totals);
  add_access (self, section, _ ("Longest wait"));
  write_served (self, self->summary->overlaps[master], totals->wait);
}

/* --- a part of the time ----------------------------------------------------------------------- */

static void
write_window (const Card *self)
{
  const WeftBusSummary *summary = self->summary;
  guint64 wait = summary->totals.wait;
  WeftFactSection *section = begin (self, g_strdup (_ ("Waiting in these cycles")));

  add_waits (self, section, &summary->totals);
  add_access (self, section, _ ("Longest wait"));
  section = begin (self, g_strdup (_ ("Waiting by master")));
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    if (summary->masters[i].wait > 0)
      add_part (self, section, weft_bus_master_to_string (i), summary->masters[i].wait, wait);
  section = begin (self, g_strdup (_ ("Waiting by region")));
  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    if (summary->regions[i].wait > 0)
      add_part (self, section, weft_bus_region_get (i)->name, summary->regions[i].wait, wait);
}

/* --- what waits should be but are not --------------------------------------------------------- */

static void
write_unwaited (const Card *self)
{
  const WeftBusSummary *summary = self->summary;
  WeftFactSection *section = begin (self, g_strdup (_ ("Retried, and did not wait")));

  weft_bus_sheet_take (section, _ ("Accesses"), weft_number_count (summary->n_unwaited), NULL);
  weft_bus_sheet_take (section, _ ("Of those retried"),
                       weft_words_share (summary->n_unwaited, summary->n_retried), NULL);
  add_access (self, section, _ ("Most retries × service"));
}

static void
write_no_wait (const Card *self)
{
  const WeftBusSummary *summary = self->summary;
  guint64 n = summary->totals.n_accesses;
  WeftFactSection *section = begin (self, g_strdup (_ ("Did anything wait?")));

  weft_bus_sheet_take (section, _ ("Certainly not"), weft_words_share (summary->n_certain, n),
                       _ ("Their ticks are as far apart as their service is long"));
  weft_bus_sheet_take (section, _ ("Unknown"), weft_words_share (n - summary->n_certain, n),
                       _ ("The reasons below may be several of one access"));
  weft_bus_sheet_take (section, _ ("Byte accesses"), weft_words_share (summary->sizes[1], n),
                       _ ("The emulator does not make all of them wait (a known gap)"));
  weft_bus_sheet_take (section, _ ("Service too long"), weft_words_share (summary->n_overlong, n),
                       _ ("Their service is longer than their ticks"));
  weft_bus_sheet_take (section, _ ("Retried"), weft_words_share (summary->n_unwaited, n),
                       _ ("Their ticks leave no room for the retries"));
  weft_bus_sheet_take (section, _ ("Reckoned ≈"), weft_words_share (n - summary->n_exact, n),
                       _ ("Their ticks run backwards"));
}

/* --- the SH-2s, and the model ------------------------------------------------------------------- */

static const WeftBusSymmetry *
find_symmetry (const WeftBusSummary *summary, const WeftBusRecord *record)
{
  guint region = weft_bus_region_of (record->addr);

  for (guint i = 0; i < summary->symmetries->len; i++)
    {
      const WeftBusSymmetry *symmetry = &g_array_index (summary->symmetries, WeftBusSymmetry, i);

      if (symmetry->msh2->region == region && symmetry->msh2->kind == record->kind
          && symmetry->msh2->cache == weft_bus_cache_of (region, record->service))
        return symmetry;
    }
  return NULL;
}

/* Takes the values of both. */
static void
add_pair (WeftFactSection *section, const char *name, char *msh2, char *ssh2)
{
  weft_fact_section_add (section, &(WeftFact){ .name = name, .value = msh2, .extra = ssh2 });
  g_free (msh2);
  g_free (ssh2);
}

static void
write_symmetry (const Card *self, const WeftBusRecord *record)
{
  static const double percentiles[] = { 0.5, 0.9, 0.99 };
  static const char *const names[] = { "p50", "p90", "p99" };
  const WeftBusSymmetry *symmetry = find_symmetry (self->summary, record);
  const WeftBusBucket *msh2, *ssh2;
  WeftFactSection *section;

  if (symmetry == NULL)
    return;
  msh2 = symmetry->msh2;
  ssh2 = symmetry->ssh2;
  section = begin (self, weft_bus_summary_name_bucket (self->summary, msh2, WEFT_BUS_BY_ACT));
  weft_fact_section_add (section, &(WeftFact){ .name = _ ("Elapsed, cycles"),
                                               .value = "MSH2",
                                               .extra = "SSH2",
                                               .tooltip = "ymir_effective_total",
                                               .flags = WEFT_FACT_HEADING });
  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    add_pair (section, names[i],
              g_strdup_printf ("%g", weft_bus_percentile (&msh2->elapsed, percentiles[i])),
              g_strdup_printf ("%g", weft_bus_percentile (&ssh2->elapsed, percentiles[i])));
  add_pair (section, _ ("Accesses"), weft_number_count (msh2->totals.n_accesses),
            weft_number_count (ssh2->totals.n_accesses));
  add_pair (section, _ ("Waited"),
            weft_number_percent (100 * weft_bus_totals_get_rate (&msh2->totals)),
            weft_number_percent (100 * weft_bus_totals_get_rate (&ssh2->totals)));
}

static void
write_gap (const Card *self)
{
  const WeftBusSummary *summary = self->summary;
  const WeftBusModelSummary *model = summary->model;
  guint64 n = summary->totals.n_accesses;
  WeftFactSection *section = begin (self, g_strdup (_ ("Known gaps")));

  weft_bus_sheet_take (section, _ ("Byte accesses"), weft_words_share (summary->sizes[1], n),
                       _ ("Candidates of the known gap in the trace's waits"));
  weft_bus_sheet_take (
    section, _ ("Known gaps"), weft_words_share (model->n_classes[WEFT_BUS_KNOWN_GAP], n),
    _ ("Byte accesses without a retry for which the model waits longer: a gap of "
       "the trace, not an error of the arbiter"));
  weft_bus_sheet_take (section, _ ("Model waits longer"), format (self, model->gap_wait), NULL);
}

static void
write_drift (const Card *self)
{
  const WeftBusModelSummary *model = self->summary->model;
  const WeftBusTop *furthest =
    model->top_drifts->len > 0 ? &g_array_index (model->top_drifts, WeftBusTop, 0) : NULL;
  WeftFactSection *section = begin (self, g_strdup (_ ("Drift of the model")));

  weft_bus_sheet_take (section, _ ("At the end"),
                       weft_number_signed_cycles (model->last_drift_total),
                       _ ("Cycles that the model's bus is behind the trace"));
  if (furthest == NULL)
    return;
  weft_bus_sheet_take (section, _ ("At the furthest"),
                       weft_number_signed_cycles (furthest->verdict.drift_total), NULL);
  add_access (self, section, _ ("That is after"));
}

void
weft_bus_card_write (WeftFactSheet *sheet, const WeftBusResult *result, const WeftBusTarget *target,
                     const WeftClock *clock)
{
  const Card card = { sheet, result->summary, target, clock };
  WeftBusRecord record;

  if (target->kind == WEFT_BUS_TARGET_NO_WAIT)
    write_no_wait (&card);
  if (target->row >= result->question.snapshot->n_rows)
    return;
  weft_bus_snapshot_get_record (result->question.snapshot, target->row, &record);
  if (target->kind == WEFT_BUS_TARGET_REGION)
    write_region (&card, weft_bus_region_of (record.addr));
  else if (target->kind == WEFT_BUS_TARGET_MASTER)
    write_master (&card, record.master);
  else if (target->kind == WEFT_BUS_TARGET_WINDOW)
    write_window (&card);
  else if (target->kind == WEFT_BUS_TARGET_UNWAITED)
    write_unwaited (&card);
  else if (target->kind == WEFT_BUS_TARGET_SYMMETRY)
    write_symmetry (&card, &record);
  else if (target->kind == WEFT_BUS_TARGET_GAP)
    write_gap (&card);
  else if (target->kind == WEFT_BUS_TARGET_DRIFT)
    write_drift (&card);
}
