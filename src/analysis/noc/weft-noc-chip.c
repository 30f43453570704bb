/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-chip.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define N_CHIPS 2

/* Those that a trace can be of by itself, the default first. */
static const char *const chips[N_CHIPS] = { "wormhole_b0", "blackhole" };

const char *
weft_noc_chip_reason_to_string (WeftNocChipReason reason)
{
  switch (reason)
    {
    case WEFT_NOC_CHIP_CHOSEN:
      return _ ("chosen by hand");
    case WEFT_NOC_CHIP_NAMED:
      return _ ("named in the file");
    case WEFT_NOC_CHIP_CLUSTER:
      return _ ("by the cluster type in topology.json");
    case WEFT_NOC_CHIP_ETHERNET:
      return _ ("its Ethernet tiles are where topology.json has channels");
    case WEFT_NOC_CHIP_COORDINATES:
      return _ ("only its grid has the coordinates of the trace");
    case WEFT_NOC_CHIP_SOURCES:
      return _ ("more kernels run on its Tensix tiles than on another chip's");
    case WEFT_NOC_CHIP_DESCRIBED:
      return _ ("described in the file");
    case WEFT_NOC_CHIP_INFERRED:
      return _ ("a grid as large as the coordinates of the trace, of tiles that are not known");
    case WEFT_NOC_CHIP_DEFAULT:
    default:
      return _ ("nothing in the trace tells, and it is the common one");
    }
}

static gboolean
has_place (const WeftNocTopology *topology, int x, int y)
{
  return x >= 0 && x < (int) topology->width && y >= 0 && y < (int) topology->height;
}

static gboolean
is_type (const WeftNocTopology *topology, int x, int y, WeftTileType type)
{
  return has_place (topology, x, y)
         && topology->types[(guint) y * topology->width + (guint) x] == type;
}

/* Whether all channels of topology.json lie on the chip's Ethernet tiles. */
static gboolean
fits_channels (const WeftNocTopology *topology, const WeftNocCluster *cluster)
{
  for (guint i = 0; i < cluster->channels->len; i++)
    {
      const WeftNocChannel *channel = &g_array_index (cluster->channels, WeftNocChannel, i);

      if (!is_type (topology, channel->x, channel->y, WEFT_TILE_ETHERNET))
        return FALSE;
    }
  return cluster->channels->len > 0;
}

static guint
count_strays (const WeftNocTopology *topology, const GArray *sources)
{
  guint n = 0;

  for (guint i = 0; i < sources->len; i++)
    {
      const WeftNocPlace *source = &g_array_index (sources, WeftNocPlace, i);

      n += !is_type (topology, source->x, source->y, WEFT_TILE_TENSIX);
    }
  return n;
}

/* Which of the chips, and why; N_CHIPS where the coordinates fit none. */
static guint
choose (const WeftNocEvidence *evidence, WeftNocTopology *const *known, WeftNocChipReason *reason)
{
  g_autoptr (WeftNocCluster) cluster = weft_noc_trace_ref_cluster (evidence->trace);
  gboolean fits_first = fits_channels (known[0], cluster);
  guint strays[N_CHIPS];

  for (guint i = 0; cluster->cluster_type != NULL && i < N_CHIPS; i++)
    if (weft_noc_topology_has_cluster_type (known[i], cluster->cluster_type))
      {
        *reason = WEFT_NOC_CHIP_CLUSTER;
        return i;
      }
  *reason = WEFT_NOC_CHIP_ETHERNET;
  if (fits_first != fits_channels (known[1], cluster))
    return fits_first ? 0 : 1;
  *reason = WEFT_NOC_CHIP_COORDINATES;
  if (!has_place (known[1], evidence->max_x, evidence->max_y))
    return N_CHIPS;
  if (!has_place (known[0], evidence->max_x, evidence->max_y))
    return 1;
  *reason = WEFT_NOC_CHIP_SOURCES;
  for (guint i = 0; i < N_CHIPS; i++)
    strays[i] = count_strays (known[i], evidence->sources);
  if (strays[0] == strays[1])
    *reason = WEFT_NOC_CHIP_DEFAULT;
  return strays[1] < strays[0] ? 1 : 0;
}

static WeftNocTopology *
choose_by_evidence (const WeftNocEvidence *evidence, WeftNocChipReason *reason)
{
  WeftNocTopology *known[N_CHIPS];
  WeftNocTopology *result;
  guint choice;

  for (guint i = 0; i < N_CHIPS; i++)
    known[i] = weft_noc_topology_new_builtin (chips[i], 0, 0);
  choice = choose (evidence, known, reason);
  if (choice < N_CHIPS)
    result = weft_noc_topology_ref (known[choice]);
  else
    {
      *reason = WEFT_NOC_CHIP_INFERRED;
      result = weft_noc_topology_new_builtin ("torus", (guint) evidence->max_x + 1,
                                              (guint) evidence->max_y + 1);
    }
  for (guint i = 0; i < N_CHIPS; i++)
    weft_noc_topology_unref (known[i]);
  return result;
}

WeftNocTopology *
weft_noc_choose_topology (const WeftNocEvidence *evidence, WeftNocChipReason *reason,
                          GError **error)
{
  guint width = (guint) MAX (evidence->max_x, 0) + 1, height = (guint) MAX (evidence->max_y, 0) + 1;
  const char *named = weft_noc_trace_get_arch (evidence->trace);
  WeftNocTopology *topology = NULL;

  *reason = WEFT_NOC_CHIP_CHOSEN;
  if (evidence->topology_path != NULL)
    return weft_noc_topology_new_from_file (evidence->topology_path, width, height, error);
  if (evidence->arch != NULL)
    topology = weft_noc_topology_new_builtin (evidence->arch, width, height);
  if (topology == NULL)
    {
      *reason = WEFT_NOC_CHIP_DESCRIBED;
      topology = weft_noc_trace_ref_topology (evidence->trace);
    }
  if (topology == NULL && named != NULL)
    {
      /* The file named a chip that Weft does not know. */
      *reason = strcmp (named, "torus") == 0 ? WEFT_NOC_CHIP_INFERRED : WEFT_NOC_CHIP_NAMED;
      topology = weft_noc_topology_new_builtin (named, width, height);
    }
  return topology != NULL ? topology : choose_by_evidence (evidence, reason);
}
