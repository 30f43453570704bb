/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A chip's two networks: the grid of tiles, what each tile is, and what its parts can carry. A
 * topology is data (docs/formats/noc.md, "Topology files"), so that another chip is a file and no
 * patch. Immutable; any thread. */

typedef struct _WeftNocTopology WeftNocTopology;

typedef enum
{
  WEFT_TILE_ROUTER, /* a router only, or a tile of which no more is known */
  WEFT_TILE_TENSIX,
  WEFT_TILE_DRAM,
  WEFT_TILE_ETHERNET,
  WEFT_TILE_PCIE,
  WEFT_TILE_ARC,
  WEFT_N_TILE_TYPES
} WeftTileType;

/* "tensix", "dram" …: the word of machine output. */
const char *weft_tile_type_to_string (WeftTileType type);

/* Sides of a grid are at most this. */
#define WEFT_NOC_MAX_SIDE 255

#define WEFT_NO_CONTROLLER G_MAXUINT

/* The names of the topologies that are compiled in, NULL-terminated. */
const char *const *weft_noc_topology_list (void);

/* One that is compiled in, by its name; NULL where there is none of that name. A generic one needs a
 * size, which the others have of their own and ignore. */
WeftNocTopology *weft_noc_topology_new_builtin (const char *name, guint width, guint height);

/* One from a file. The generic size as above. Errors: G_FILE_ERROR, JSON_PARSER_ERROR, and
 * G_IO_ERROR_INVALID_DATA with a sentence that says what is wrong with it. */
WeftNocTopology *weft_noc_topology_new_from_file (const char *path, guint width, guint height,
                                                  GError **error);

WeftNocTopology *weft_noc_topology_ref (WeftNocTopology *self);
void weft_noc_topology_unref (WeftNocTopology *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocTopology, weft_noc_topology_unref)

/* "wormhole_b0" and "Wormhole B0". */
const char *weft_noc_topology_get_name (const WeftNocTopology *self);
const char *weft_noc_topology_get_title (const WeftNocTopology *self);

/* Whether topology.json's `cluster_type` is a board of this chip. */
gboolean weft_noc_topology_has_cluster_type (const WeftNocTopology *self, const char *cluster_type);

/* Tiles across (x) and down (y). */
guint weft_noc_topology_get_width (const WeftNocTopology *self);
guint weft_noc_topology_get_height (const WeftNocTopology *self);

/* Whether both networks are tori, in which packets go one way only; otherwise meshes, in which they
 * go both ways. */
gboolean weft_noc_topology_wraps (const WeftNocTopology *self);

/* A tile is y · width + x. */
guint weft_noc_topology_get_n_tiles (const WeftNocTopology *self);
WeftTileType weft_noc_topology_get_tile_type (const WeftNocTopology *self, guint tile);

/* Whether a multicast delivers to the tile: Tensix tiles, or any where nothing is known of tiles. */
gboolean weft_noc_topology_takes_multicast (const WeftNocTopology *self, guint tile);

/* The DRAM controller behind a tile, WEFT_NO_CONTROLLER where there is none; their number. */
guint weft_noc_topology_get_controller (const WeftNocTopology *self, guint tile);
guint weft_noc_topology_get_n_controllers (const WeftNocTopology *self);

/* --- rates, in bytes per cycle, and latencies, in cycles: modelled ------------------------------ */

double weft_noc_topology_get_link_rate (const WeftNocTopology *self);
double weft_noc_topology_get_ethernet_rate (const WeftNocTopology *self); /* chip to chip */
double weft_noc_topology_get_controller_rate (const WeftNocTopology *self);

/* What the tile's network interface can put into a network, and take out of it. */
double weft_noc_topology_get_inject_rate (const WeftNocTopology *self, guint tile);
double weft_noc_topology_get_absorb_rate (const WeftNocTopology *self, guint tile);

/* The sustained rate of packets of that size: linear between the sizes that were measured, 0 for 0
 * bytes, and above the largest size that one's rate. */
double weft_noc_topology_get_packet_rate (const WeftNocTopology *self, guint64 bytes);

/* From the issue to the first byte: of a read from `remote` by `reader`, and of a write over so many
 * hops. */
double weft_noc_topology_get_read_latency (const WeftNocTopology *self, guint reader, guint remote);
double weft_noc_topology_get_write_latency (const WeftNocTopology *self, guint n_hops);

G_END_DECLS
