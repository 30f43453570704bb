/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-comparison.h"

#include "weft-noc-verdict.h"

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

/* An unknown rate counts as nothing on both sides alike. */
static double
get_share (const double *shares)
{
  return isnan (shares[WEFT_NOC_BARRIER_BOUNDED]) ? 0 : shares[WEFT_NOC_BARRIER_BOUNDED];
}

static void
add_side (WeftNocLinkPair *pair, guint side, const WeftNocSeriesStats *link)
{
  pair->sides[side] = link;
  pair->bytes[side] = link->bytes;
  pair->mean[side] = get_share (link->mean);
  pair->peak[side] = get_share (link->peak);
}

static void
add_pair (WeftNocComparison *self, WeftNocLinkPair *pair, double tolerance)
{
  pair->differs = is_different ((double) pair->bytes[0], (double) pair->bytes[1], tolerance)
                  || is_different (pair->mean[0], pair->mean[1], tolerance)
                  || is_different (pair->peak[0], pair->peak[1], tolerance);
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
      WeftNocLinkPair pair = { .device = (gint32) (key >> 32), .link = (guint32) key };

      if (key == G_MAXINT64)
        return self;
      for (guint side = 0; side < 2; side++)
        if (keys[side] == key)
          add_side (&pair, side,
                    &g_array_index (self->sides[side]->links, WeftNocSeriesStats, index[side]++));
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

static WeftCell
get_noc (gconstpointer data, gint64 link)
{
  const WeftNocComparison *self = data;

  return weft_cell_text (g_strdup_printf (
    "NOC_%u", weft_noc_link_get_noc (get_topology (self->sides[0]), (guint32) link)));
}

static WeftCell
get_from (gconstpointer data, gint64 link)
{
  const WeftNocStats *stats = ((const WeftNocComparison *) data)->sides[0];

  return weft_cell_text (weft_noc_describe_tile (
    stats->capture, weft_noc_link_get_from (get_topology (stats), (guint32) link)));
}

static WeftCell
get_to (gconstpointer data, gint64 link)
{
  const WeftNocStats *stats = ((const WeftNocComparison *) data)->sides[0];

  return weft_cell_text (weft_noc_describe_tile (
    stats->capture, weft_noc_link_get_to (get_topology (stats), (guint32) link)));
}

static WeftCell
get_sign (gconstpointer data G_GNUC_UNUSED, gint64 differs)
{
  return weft_cell_word ((guint) differs, differs ? "≠" : "=");
}

/* The members of what rows are. */
#define PAIR(name) .member = WEFT_MEMBER (WeftNocLinkPair, name)

#define PHYSICAL N_ ("Tile, NOC_0 physical")
#define BOUNDED N_ ("Barrier-bounded, share of capacity")

static const WeftField columns[] = {
  { "device", N_ ("Device"), PAIR (device) },
  { "noc", N_ ("NoC"), PAIR (link), .as = get_noc },
  { "from", N_ ("From"), .doc = PHYSICAL, PAIR (link), .as = get_from },
  { "to", N_ ("To"), .doc = PHYSICAL, PAIR (link), .as = get_to },
  { "differs", N_ ("Differs"), .doc = N_ ("In any of the columns, by more than the tolerance"),
    PAIR (differs), .as = get_sign },
  { "a_bytes", N_ ("A bytes"), PAIR (bytes[0]) },
  { "b_bytes", N_ ("B bytes"), PAIR (bytes[1]) },
  { "a_mean_utilization", N_ ("≈ A mean"), .unit = WEFT_UNIT_SHARE, .doc = BOUNDED,
    PAIR (mean[0]) },
  { "b_mean_utilization", N_ ("≈ B mean"), .unit = WEFT_UNIT_SHARE, .doc = BOUNDED,
    PAIR (mean[1]) },
  { "a_peak_utilization", N_ ("≈ A peak"), .unit = WEFT_UNIT_SHARE, .doc = BOUNDED,
    PAIR (peak[0]) },
  { "b_peak_utilization", N_ ("≈ B peak"), .unit = WEFT_UNIT_SHARE, .doc = BOUNDED,
    PAIR (peak[1]) },
};

WeftFacts
weft_noc_comparison_get_facts (const WeftNocComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->pairs);
}
