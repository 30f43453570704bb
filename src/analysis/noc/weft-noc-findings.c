/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-findings.h"

#include "weft-noc-derived.h"
#include "weft-noc-multicasts.h"
#include "weft-noc-ranks.h"
#include "weft-noc-trace-private.h"
#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Cycles of a bucket, of which peaks are means, and how many are looked at in one go. */
#define BUCKET 256
#define BUCKETS_PER_LOOK 65536

typedef struct
{
  GArray *findings;
  WeftNocDemand *const *demands;
  const WeftNocStats *stats;
  WeftNocCapture *capture;
  double cycles; /* of the run */
} Search;

static double
share_of (guint64 part, guint64 whole)
{
  return whole > 0 ? MIN ((double) part / (double) whole, 1) : 0;
}

static void
take (Search *self, const char *key, WeftFindingKind kind, double weight, char *text,
      const char *definition, char *target)
{
  weft_findings_add_cost (self->findings,
                          &(WeftFinding){ .key = key,
                                          .kind = kind,
                                          .text = text,
                                          .figure = weft_findings_format_share (weight),
                                          .definition = definition,
                                          .target = target,
                                          .weight = weight },
                          weight);
}

/* --- links and controllers ---------------------------------------------------------------------- */

gboolean
weft_noc_find_peak (const WeftNocDemand *demand, guint32 series, gint64 *from, gint64 *to)
{
  const gint64 end = weft_noc_capture_get_last (weft_noc_demand_get_capture (demand)) + 1;
  g_autofree double *means = g_new (double, BUCKETS_PER_LOOK);
  guint place = weft_noc_demand_find (demand, series);
  double peak = 0;

  if (place == G_MAXUINT)
    return FALSE;
  for (gint64 first = 0; first < end; first += (gint64) BUCKETS_PER_LOOK * BUCKET)
    {
      guint n = (guint) MIN ((end - first + BUCKET - 1) / BUCKET, BUCKETS_PER_LOOK);

      weft_noc_demand_get_history (demand, place, WEFT_NOC_BARRIER_BOUNDED, first,
                                   first + (gint64) n * BUCKET, n, means);
      for (guint i = 0; i < n; i++)
        if (means[i] > peak)
          {
            peak = means[i];
            *from = first + (gint64) i * BUCKET;
          }
    }
  *to = MIN (*from + BUCKET, end);
  return peak > 0;
}

/* The transfers over a series that are on their way in a part of the interval, and later ones; it
 * begins earlier then, where the first of those was issued. */
static WeftBitset *
find_under_way (const Search *self, guint device, const WeftNocWanted *wanted,
                WeftCycleRange *range)
{
  WeftBitset *users = weft_noc_find_users (self->capture, device, wanted, NULL);
  const WeftCycleRange before = { G_MININT64, range->to };
  gint64 first = range->from;
  guint32 n;
  const WeftNocTransfer *transfers =
    weft_noc_capture_find_issued (self->capture, device, &before, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 record = transfers[i].record;

      if (!weft_bitset_has (users, record))
        continue;
      if ((transfers[i].flags & WEFT_TRANSFER_BOUNDED) != 0 && transfers[i].done > range->from)
        first = MIN (first, transfers[i].issue);
      else
        users->words[record / 64] &= ~((guint64) 1 << record % 64);
    }
  weft_bitset_seal (users);
  range->from = first;
  return users;
}

/* "(1,2), (1,3) and 4 more": who is on a link in an interval, by bytes; it begins where their first
 * transfer does. */
static char *
name_cores (const Search *self, guint device, guint32 series, WeftCycleRange *range)
{
  const WeftNocWanted wanted = { .n_any = 1, .any = { series } };
  g_autoptr (WeftBitset) under_way = find_under_way (self, device, &wanted, range);
  g_autoptr (WeftNocRanks) ranks =
    weft_noc_ranks_new (self->capture, device, &wanted, range, under_way);
  const GArray *cores = ranks->ranks[WEFT_NOC_RANK_CORE];
  GString *text = g_string_new (NULL);
  guint n_named = MIN (cores->len, 3);

  for (guint i = 0; i < n_named; i++)
    {
      g_autofree char *tile =
        weft_noc_describe_tile (self->capture, g_array_index (cores, WeftNocRank, i).key);

      g_string_append_printf (text, i > 0 ? ", %s" : "%s", tile);
    }
  if (cores->len > n_named)
    g_string_append_printf (text, _ (" and %u more"), cores->len - n_named);
  return g_string_free (text, FALSE);
}

static const WeftNocSeriesStats *
find_busiest_link (const WeftNocStats *stats)
{
  const WeftNocSeriesStats *busiest = NULL;

  for (guint i = 0; i < stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, i);

      if (link->peak[WEFT_NOC_BARRIER_BOUNDED] > 0
          && (busiest == NULL
              || link->peak[WEFT_NOC_BARRIER_BOUNDED] > busiest->peak[WEFT_NOC_BARRIER_BOUNDED]))
        busiest = link;
    }
  return busiest;
}

/* Who presses it sees the interval from when the transfers of the peak were issued, so that they are
 * among those that are shown. */
static void
find_link (Search *self)
{
  const WeftNocSeriesStats *link = find_busiest_link (self->stats);
  g_autofree char *name = NULL, *peak = NULL, *cores = NULL, *first = NULL, *last = NULL;
  gint64 from = 0, to = 0;
  WeftCycleRange shown;

  if (link == NULL || !weft_noc_find_peak (self->demands[link->device], link->series, &from, &to))
    return;
  name = weft_noc_describe_on_device (self->capture, link->device,
                                      weft_noc_describe_series (self->capture, &link->info));
  peak = weft_findings_format_share (link->peak[WEFT_NOC_BARRIER_BOUNDED]);
  shown = (WeftCycleRange){ from, to };
  cores = name_cores (self, link->device, link->series, &shown);
  first = weft_number_integer (from);
  last = weft_number_integer (to);
  take (self, "busiest-link", WEFT_FINDING_TRAFFIC,
        share_of (link->bytes, self->stats->transfer_bytes),
        g_strdup_printf (link->peak[WEFT_NOC_BARRIER_BOUNDED] > 1
                           ? _ ("%s saturates: ≈ %s of its capacity in cycles %s to %s, by %s.")
                           : _ ("%s is the busiest link: ≈ %s of its capacity in cycles %s to %s, "
                                "by %s."),
                         name, peak, first, last, cores),
        _ ("The link with the highest barrier-bounded rate over 256 cycles (an estimate), and the "
           "cores whose transfers take it then. The weight is its share of the bytes of all "
           "transfers."),
        g_strdup_printf ("link:%u:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, link->device,
                         link->series, shown.from, shown.to));
}

static void
find_controller (Search *self)
{
  const WeftNocControllerStats *worst = NULL;
  WeftNocSeries series = { .kind = WEFT_SERIES_CONTROLLER };
  g_autofree char *name = NULL, *share = NULL, *bytes_read = NULL, *written = NULL;

  for (guint i = 0; i < self->stats->controllers->len; i++)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (self->stats->controllers, WeftNocControllerStats, i);

      if (controller->peak[WEFT_NOC_BARRIER_BOUNDED] > 0
          && (worst == NULL
              || controller->peak[WEFT_NOC_BARRIER_BOUNDED]
                   > worst->peak[WEFT_NOC_BARRIER_BOUNDED]))
        worst = controller;
    }
  if (worst == NULL)
    return;
  series.index = worst->controller;
  name = weft_noc_describe_on_device (self->capture, worst->device,
                                      weft_noc_describe_series (self->capture, &series));
  share = weft_findings_format_share (worst->peak[WEFT_NOC_BARRIER_BOUNDED]);
  bytes_read = weft_number_bytes (worst->bytes_read);
  written = weft_number_bytes (worst->bytes_written);
  take (self, "busiest-controller", WEFT_FINDING_TRAFFIC,
        share_of (worst->bytes_read + worst->bytes_written, self->stats->transfer_bytes),
        g_strdup_printf (_ ("%s is asked for most: ≈ %s of its rate at the peak, %s read and %s "
                            "written."),
                         name, share, bytes_read, written),
        _ ("The DRAM controller with the highest barrier-bounded rate over 256 cycles (an "
           "estimate). The weight is its share of the bytes of all transfers."),
        g_strdup_printf ("controller:%u:%u", worst->device, worst->controller));
}

/* --- barriers ----------------------------------------------------------------------------------- */

/* The innermost zone of the core that a wait lies in; NULL: none. */
static const WeftNocZone *
find_zone (const Search *self, const WeftNocWait *wait)
{
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones), *found = NULL;
  const WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);

  for (guint32 i = 0; i < n_zones; i++)
    if (zones[i].tile == wait->tile && zones[i].device == wait->device
        && zones[i].proc_id == weft_noc_proc (trace, wait->record) && zones[i].start <= wait->start
        && zones[i].end >= wait->end && (zones[i].flags & WEFT_ZONE_NOISE) == 0
        && (found == NULL || zones[i].depth >= found->depth))
      found = &zones[i];
  return found;
}

static const WeftNocWait *
find_longest_wait (const Search *self, const WeftNocTileStats *tile)
{
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (self->capture, &n_waits), *longest = NULL;

  for (guint32 i = 0; i < n_waits; i++)
    if (waits[i].tile == tile->tile && waits[i].device == tile->device && waits[i].measured
        && !waits[i].semaphore
        && (longest == NULL || waits[i].end - waits[i].start > longest->end - longest->start))
      longest = &waits[i];
  return longest;
}

/* When the first of the transfers was issued that a core waits for; the wait's start where it is not
 * known what that is. */
static gint64
find_first_issue (const Search *self, const WeftNocWait *wait)
{
  const WeftCycleRange before = { G_MININT64, wait->end };
  guint32 n;
  const WeftNocTransfer *transfers =
    weft_noc_capture_find_issued (self->capture, wait->device, &before, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[i];
      guint core = (transfer->flags & WEFT_TRANSFER_READ) != 0 ? transfer->to : transfer->from;

      if (core == wait->tile && (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0
          && transfer->done > wait->start && transfer->done <= wait->end)
        return MIN (transfer->issue, wait->start);
    }
  return wait->start;
}

static void
find_barrier (Search *self)
{
  const WeftNocTileStats *worst = NULL;
  const WeftNocWait *longest;
  const WeftNocZone *zone;
  g_autofree char *tile = NULL, *all = NULL, *one = NULL, *where = NULL;

  for (guint i = 0; i < self->stats->tiles->len; i++)
    {
      const WeftNocTileStats *stats = &g_array_index (self->stats->tiles, WeftNocTileStats, i);

      if (stats->barrier_cycles > 0
          && (worst == NULL || stats->barrier_cycles > worst->barrier_cycles))
        worst = stats;
    }
  longest = worst != NULL ? find_longest_wait (self, worst) : NULL;
  if (longest == NULL)
    return;
  zone = find_zone (self, longest);
  tile = weft_noc_describe_on_device (self->capture, worst->device,
                                      weft_noc_describe_tile (self->capture, worst->tile));
  all = weft_number_cycles (worst->barrier_cycles);
  one = weft_number_signed_cycles (longest->end - longest->start);
  where = zone != NULL ? g_utf8_make_valid (
            weft_noc_trace_get_name (weft_noc_capture_get_trace (self->capture), zone->name_id), -1)
                       : g_strdup (_ ("no zone"));
  take (
    self, "longest-barriers", WEFT_FINDING_WAIT,
    MIN ((double) worst->barrier_cycles / self->cycles, 1),
    g_strdup_printf (_ ("Core %s waits longest at barriers: %s in all, at most %s at once, in "
                        "%s."),
                     tile, all, one, where),
    _ ("The core with the most cycles from a barrier's start to its end, as they were recorded, "
       "and the zone of its longest wait. The weight is their share of the run."),
    g_strdup_printf ("tile:%u:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, worst->device,
                     worst->tile, find_first_issue (self, longest), longest->end));
}

/* --- what if ------------------------------------------------------------------------------------ */

static WeftBitset *
get_all_records (const WeftNocCapture *capture)
{
  WeftBitset *records = weft_bitset_new (weft_noc_capture_get_n_records (capture));

  for (guint32 record = 0; record < records->n_bits; record++)
    records->words[record / 64] |= (guint64) 1 << record % 64;
  weft_bitset_seal (records);
  return records;
}

/* The highest peak of a link if all transfers took the other network: NaN where it was cancelled. */
static double
measure_other_noc (const Search *self, const WeftNocOptions *options, GCancellable *cancellable)
{
  g_autoptr (WeftBitset) all = get_all_records (self->capture);
  WeftNocOptions other = options != NULL ? *options : (WeftNocOptions){ NULL };
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftNocStats) stats = NULL;
  const WeftNocSeriesStats *busiest;
  WeftNocDemand **demands;

  other.other_noc = all;
  capture =
    weft_noc_capture_new (weft_noc_capture_get_trace (self->capture), &other, cancellable, NULL);
  demands = capture != NULL ? weft_noc_demands_new (capture, NULL, cancellable, NULL) : NULL;
  stats = demands != NULL ? weft_noc_stats_new (demands, NULL, NULL, cancellable, NULL) : NULL;
  weft_noc_demands_free (demands);
  busiest = stats != NULL ? find_busiest_link (stats) : NULL;
  return busiest != NULL ? busiest->peak[WEFT_NOC_BARRIER_BOUNDED] : (double) NAN;
}

static void
find_other_noc (Search *self, const WeftNocOptions *options, GCancellable *cancellable)
{
  const WeftNocSeriesStats *link = find_busiest_link (self->stats);
  double before = link != NULL ? link->peak[WEFT_NOC_BARRIER_BOUNDED] : (double) NAN, after;
  g_autofree char *was = NULL, *then = NULL;

  if (link == NULL || (options != NULL && options->other_noc != NULL))
    return;
  after = measure_other_noc (self, options, cancellable);
  if (isnan (after))
    return;
  was = weft_findings_format_share (before);
  then = weft_findings_format_share (after);
  take (self, "other-noc", WEFT_FINDING_TRAFFIC, 1 - MIN (before, after) / MAX (before, after),
        after > before
          ? g_strdup_printf (_ ("On the other NoC the peak would be ≈ %.1f × worse: %s instead of "
                                "%s of a link’s capacity."),
                             after / before, then, was)
          : g_strdup_printf (_ ("On the other NoC the peak would be ≈ %.1f × lower: %s instead of "
                                "%s of a link’s capacity."),
                             before / after, then, was),
        _ ("The highest barrier-bounded rate of a link if every transfer took the other network "
           "between the same tiles, in the same time: an estimate. The weight is the difference."),
        g_strdup ("all"));
}

/* --- multicasts --------------------------------------------------------------------------------- */

static void
find_multicast (Search *self)
{
  WeftNocMulticasts multicasts;
  g_autofree char *tile = NULL, *bytes = NULL, *share = NULL;

  weft_noc_multicasts_find (self->capture, &multicasts);
  if (multicasts.n_bursts == 0)
    return;
  tile = weft_noc_describe_on_device (self->capture, multicasts.device,
                                      weft_noc_describe_tile (self->capture, multicasts.from));
  bytes = weft_number_bytes (multicasts.saved_bytes);
  share = weft_findings_format_share (multicasts.saved_share);
  take (
    self, "multicast", WEFT_FINDING_TRAFFIC, multicasts.saved_share,
    g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "%u burst of equal writes reaches all tiles of a rectangle one by one, most "
                   "from %s: multicasts would save ≈ %s on links, %s of all.",
                   "%u bursts of equal writes reach all tiles of a rectangle one by one, most "
                   "from %s: multicasts would save ≈ %s on links, %s of all.",
                   multicasts.n_bursts),
      multicasts.n_bursts, tile, bytes, share),
    _ ("Writes one after the other of one core, processor and network, of the same size, that "
       "reach each Tensix tile of a rectangle once. Whether they carry the same content the "
       "trace does not say: an estimate. The weight is what their trees would save of the bytes "
       "on all links."),
    g_strdup_printf ("tile:%u:%u:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, multicasts.device,
                     multicasts.from, multicasts.first, multicasts.last + 1));
}

/* --- all ---------------------------------------------------------------------------------------- */

GArray *
weft_noc_findings_new (WeftNocDemand *const *demands, const WeftNocStats *stats,
                       const WeftNocOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) findings = weft_findings_new ();
  Search search = { .findings = findings,
                    .demands = demands,
                    .stats = stats,
                    .capture = stats->capture,
                    .cycles = (double) weft_noc_capture_get_last (stats->capture) + 1 };

  find_link (&search);
  find_controller (&search);
  find_barrier (&search);
  find_multicast (&search);
  find_other_noc (&search, options, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  weft_findings_rank (findings);
  return g_steal_pointer (&findings);
}

/* --- beside the index file ---------------------------------------------------------------------- */

GArray *
weft_noc_findings_find (const WeftNocCapture *capture, const WeftNocOptions *options,
                        WeftFindingsMake make, gpointer data, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = weft_noc_derived_ref_origin (capture, options);

  return weft_findings_find (origin, NULL, NULL, make, data, cancellable, error);
}
