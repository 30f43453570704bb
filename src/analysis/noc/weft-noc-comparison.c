/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-comparison.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* --- making it ---------------------------------------------------------------------------------- */

static const WeftNocTopology *
get_topology (const WeftNocStats *stats)
{
  return weft_noc_capture_get_topology (stats->capture, NULL);
}

static gboolean
is_different (double a, double b, double tolerance)
{
  return !(fabs (a - b) * 100 <= tolerance * MAX (fabs (a), fabs (b)));
}

static double
get_bytes (const WeftNocSeriesStats *side)
{
  return side != NULL ? (double) side->bytes : 0;
}

/* What is not known counts as nothing on both sides alike. */
static double
get_share (const WeftNocSeriesStats *side, gboolean peak)
{
  double share = side == NULL ? 0
                 : peak       ? side->peak[WEFT_NOC_BARRIER_BOUNDED]
                              : side->mean[WEFT_NOC_BARRIER_BOUNDED];

  return isnan (share) ? 0 : share;
}

static void
add_pair (WeftNocComparison *self, WeftNocLinkPair *pair, double tolerance)
{
  const WeftNocSeriesStats *a = pair->sides[0], *b = pair->sides[1];

  pair->differs = is_different (get_bytes (a), get_bytes (b), tolerance)
                  || is_different (get_share (a, FALSE), get_share (b, FALSE), tolerance)
                  || is_different (get_share (a, TRUE), get_share (b, TRUE), tolerance);
  self->n_different += pair->differs;
  g_array_append_vals (self->pairs, pair, 1);
}

/* Places of a side rise by device id and link. */
static gint64
get_key (const WeftNocStats *stats, guint index)
{
  const WeftNocSeriesStats *link;

  if (index >= stats->links->len)
    return G_MAXINT64;
  link = &g_array_index (stats->links, WeftNocSeriesStats, index);
  return (gint64) weft_noc_capture_get_device_id (stats->capture, link->device) << 32
         | link->series;
}

WeftNocComparison *
weft_noc_comparison_new (const WeftNocStats *first, const WeftNocStats *second, double tolerance,
                         GError **error)
{
  WeftNocComparison *self;
  guint index[2] = { 0, 0 };

  if (get_topology (first)->width != get_topology (second)->width
      || get_topology (first)->height != get_topology (second)->height)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("The two traces are of chips of different size, whose links can't be "
                              "compared."));
      return NULL;
    }
  self = g_new0 (WeftNocComparison, 1);
  self->sides[0] = first;
  self->sides[1] = second;
  self->pairs = g_array_new (FALSE, FALSE, sizeof (WeftNocLinkPair));
  for (;;)
    {
      gint64 keys[2] = { get_key (first, index[0]), get_key (second, index[1]) };
      gint64 key = MIN (keys[0], keys[1]);
      WeftNocLinkPair pair = { (gint32) (key >> 32), (guint32) key, FALSE, { NULL, NULL } };

      if (key == G_MAXINT64)
        return self;
      for (guint side = 0; side < 2; side++)
        if (keys[side] == key)
          pair.sides[side] =
            &g_array_index (self->sides[side]->links, WeftNocSeriesStats, index[side]++);
      add_pair (self, &pair, tolerance);
    }
}

void
weft_noc_comparison_free (WeftNocComparison *self)
{
  g_array_unref (self->pairs);
  g_free (self);
}

/* --- the table ---------------------------------------------------------------------------------- */

static const WeftField columns[] = {
  { "device", N_ ("Device") },
  { "noc", N_ ("NoC") },
  { "from", N_ ("From"), .doc = N_ ("Tile, NOC_0 physical") },
  { "to", N_ ("To"), .doc = N_ ("Tile, NOC_0 physical") },
  { "differs", N_ ("Differs"), .doc = N_ ("In any of the columns, by more than the tolerance") },
  { "a_bytes", N_ ("A bytes") },
  { "b_bytes", N_ ("B bytes") },
  { "a_mean_utilization", N_ ("≈ A mean"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Barrier-bounded, share of capacity") },
  { "b_mean_utilization", N_ ("≈ B mean"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Barrier-bounded, share of capacity") },
  { "a_peak_utilization", N_ ("≈ A peak"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Barrier-bounded, share of capacity") },
  { "b_peak_utilization", N_ ("≈ B peak"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Barrier-bounded, share of capacity") },
};

static WeftCell
tile_cell (const WeftNocTopology *topology, guint tile)
{
  guint width = topology->width;

  return weft_cell_text (g_strdup_printf ("(%u,%u)", tile % width, tile / width));
}

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  const WeftNocComparison *self = data;
  const WeftNocLinkPair *pair = &g_array_index (self->pairs, WeftNocLinkPair, row);
  const WeftNocTopology *topology = get_topology (self->sides[0]);

  *cells++ = weft_cell_signed (pair->device);
  *cells++ =
    weft_cell_text (g_strdup_printf ("NOC_%u", weft_noc_link_get_noc (topology, pair->link)));
  *cells++ = tile_cell (topology, weft_noc_link_get_from (topology, pair->link));
  *cells++ = tile_cell (topology, weft_noc_link_get_to (topology, pair->link));
  *cells++ = weft_cell_text (g_strdup (pair->differs ? "≠" : "="));
  for (guint side = 0; side < 2; side++)
    *cells++ = weft_cell_count ((guint64) get_bytes (pair->sides[side]));
  for (guint side = 0; side < 2; side++)
    *cells++ = weft_cell_real (get_share (pair->sides[side], FALSE));
  for (guint side = 0; side < 2; side++)
    *cells++ = weft_cell_real (get_share (pair->sides[side], TRUE));
}

WeftFacts
weft_noc_comparison_get_facts (const WeftNocComparison *self)
{
  return (WeftFacts){ columns, G_N_ELEMENTS (columns), self->pairs->len, fill, (gpointer) self };
}
