/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-verdict.h"

#include <glib/gi18n-lib.h>

#define MAX_JUDGED 4096u

/* Takes the series where it is busier than what the verdict has. */
static void
consider (const WeftNocDemand *demand, guint32 series, const double *means, WeftNocVerdict *verdict)
{
  guint place = weft_noc_demand_find (demand, series);
  WeftNocSeries info;
  double share;

  if (place == G_MAXUINT)
    return;
  weft_noc_capture_get_series (weft_noc_demand_get_capture (demand), series, &info);
  /* A controller's reads and writes together are what it carries. */
  if (info.kind > WEFT_SERIES_CONTROLLER || info.capacity <= 0)
    return;
  share = means[place] / info.capacity;
  if (verdict->known && share <= verdict->utilization)
    return;
  *verdict = (WeftNocVerdict){ TRUE, series, info, share };
}

static void
consider_route (const WeftNocDemand *demand, const WeftNocTransfer *transfer, const double *means,
                WeftNocVerdict *verdict)
{
  guint n_series, n_links;
  const guint32 *series = weft_noc_capture_get_route (weft_noc_demand_get_capture (demand),
                                                      transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_series; i++)
    consider (demand, series[i], means, verdict);
}

void
weft_noc_judge_transfer (const WeftNocDemand *demand, const WeftNocTransfer *transfer,
                         WeftNocVerdict *verdict)
{
  g_autofree double *means = NULL;

  verdict->known = FALSE;
  if ((transfer->flags & WEFT_TRANSFER_BOUNDED) == 0)
    return;
  means = g_new (double, weft_noc_demand_get_n_used (demand) + 1);
  weft_noc_demand_get_means (demand, WEFT_NOC_BARRIER_BOUNDED, transfer->issue, transfer->done,
                             means);
  consider_route (demand, transfer, means, verdict);
}

/* --- zones ------------------------------------------------------------------------------------ */

/* Places of transfers, those of one zone behind each other: `first` has their starts by zone. */
static guint32 *
group_by_zone (const WeftNocTransfer *transfers, guint32 n_transfers, guint32 n_zones,
               guint32 *first)
{
  guint32 *grouped = g_new (guint32, MAX (n_transfers, 1)), sum = 0;

  for (guint32 i = 0; i < n_transfers; i++)
    if (transfers[i].zone != WEFT_NO_ROW)
      first[transfers[i].zone + 1]++;
  for (guint32 zone = 0; zone <= n_zones; zone++)
    first[zone] = sum += first[zone];
  for (guint32 i = n_transfers; i-- > 0;)
    if (transfers[i].zone != WEFT_NO_ROW)
      grouped[--first[transfers[i].zone + 1]] = i;
  /* Every start has become the one of the zone before. */
  for (guint32 zone = 0; zone < n_zones; zone++)
    first[zone] = first[zone + 1];
  first[n_zones] = sum;
  return grouped;
}

static void
judge_zone (const WeftNocDemand *demand, const WeftNocTransfer *transfers, const guint32 *places,
            guint32 n, const WeftNocZone *zone, WeftNocZoneStats *stats, gboolean judge)
{
  g_autofree double *means = g_new (double, weft_noc_demand_get_n_used (demand) + 1);

  if (judge)
    weft_noc_demand_get_means (demand, WEFT_NOC_BARRIER_BOUNDED, zone->start, zone->end, means);
  for (guint32 i = 0; i < n; i++)
    {
      const WeftNocTransfer *transfer = &transfers[places[i]];

      stats->n_transfers++;
      stats->bytes += transfer->bytes;
      if (judge && (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0)
        consider_route (demand, transfer, means, &stats->verdict);
    }
}

static gboolean
judge_device (const WeftNocDemand *demand, guint device, GArray *result, GCancellable *cancellable,
              GError **error)
{
  const WeftNocCapture *capture = weft_noc_demand_get_capture (demand);
  guint32 n_transfers, n_zones, n_judged = 0;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, device, &n_transfers);
  const WeftNocZone *zones = weft_noc_capture_get_zones (capture, &n_zones);
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_zones + 2);
  g_autofree guint32 *grouped = group_by_zone (transfers, n_transfers, n_zones, first);

  for (guint32 zone = 0; zone < n_zones; zone++)
    {
      guint32 n = first[zone + 1] - first[zone];

      if (n == 0)
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      judge_zone (demand, transfers, grouped + first[zone], n, &zones[zone],
                  &g_array_index (result, WeftNocZoneStats, zone), n_judged < MAX_JUDGED);
      n_judged++;
    }
  return TRUE;
}

GArray *
weft_noc_judge_zones (WeftNocDemand *const *demands, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) result = g_array_new (FALSE, TRUE, sizeof (WeftNocZoneStats));
  const WeftNocCapture *capture = weft_noc_demand_get_capture (demands[0]);
  guint32 n_zones;

  weft_noc_capture_get_zones (capture, &n_zones);
  g_array_set_size (result, n_zones);
  for (guint32 zone = 0; zone < n_zones; zone++)
    g_array_index (result, WeftNocZoneStats, zone).zone = zone;
  for (guint device = 0; demands[device] != NULL; device++)
    if (!judge_device (demands[device], device, result, cancellable, error))
      return NULL;
  return g_steal_pointer (&result);
}

/* --- words ------------------------------------------------------------------------------------ */

const char *
weft_noc_series_kind_to_string (WeftNocSeriesKind kind)
{
  static const char *const words[] = { "link",
                                       "source_niu",
                                       "sink_niu",
                                       "dram_controller",
                                       "dram_controller_reads",
                                       "dram_controller_writes" };

  return words[kind];
}

char *
weft_noc_describe_series (const WeftNocCapture *capture, const WeftNocSeries *series)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (capture, NULL);
  guint width = topology->width;
  guint n_tiles = topology->n_tiles;
  guint tile = series->index % n_tiles, noc = series->index / n_tiles, to;

  switch (series->kind)
    {
    case WEFT_SERIES_LINK:
      tile = weft_noc_link_get_from (topology, series->index);
      to = weft_noc_link_get_to (topology, series->index);
      return g_strdup_printf (_ ("NOC_%u (%u,%u) → (%u,%u)"),
                              weft_noc_link_get_noc (topology, series->index), tile % width,
                              tile / width, to % width, to / width);
    case WEFT_SERIES_SOURCE:
      return g_strdup_printf (_ ("NOC_%u out of (%u,%u)"), noc, tile % width, tile / width);
    case WEFT_SERIES_SINK:
      return g_strdup_printf (_ ("NOC_%u into (%u,%u)"), noc, tile % width, tile / width);
    case WEFT_SERIES_CONTROLLER:
    case WEFT_SERIES_CONTROLLER_READ:
    case WEFT_SERIES_CONTROLLER_WRITE:
    default:
      return g_strdup_printf (_ ("DRAM controller c%u"), series->index);
    }
}

char *
weft_noc_describe_tile (const WeftNocCapture *capture, guint tile)
{
  guint width = weft_noc_capture_get_topology (capture, NULL)->width;

  return g_strdup_printf ("(%u,%u)", tile % width, tile / width);
}

char *
weft_noc_describe_on_device (const WeftNocCapture *capture, guint device, char *name)
{
  g_autofree char *alone = name;

  if (weft_noc_capture_get_n_devices (capture) < 2)
    return g_steal_pointer (&alone);
  /* TRANSLATORS: a tile, a link or a DRAM controller, and the number of the chip that has it */
  return g_strdup_printf (_ ("%s of device %d"), alone,
                          weft_noc_capture_get_device_id (capture, device));
}
