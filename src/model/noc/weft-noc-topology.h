/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A chip's two networks: the grid of tiles, what each tile is, and what its parts can carry. A
 * topology is data (docs/formats/noc.md, "Topology files"), so that another chip is a file and no
 * patch. Immutable; any thread. */

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

typedef struct
{
  double bytes;
  double rate;
} WeftNocPacketRate;

/* Rates are in bytes per cycle, latencies in cycles: both are modelled. */
typedef struct
{
  gatomicrefcount ref_count;
  char *name;  /* "wormhole_b0" */
  char *title; /* "Wormhole B0" */
  char **cluster_types;
  guint width;  /* tiles across (x), */
  guint height; /* and down (y) */
  guint n_tiles;
  gboolean wraps; /* both networks are tori, in which packets go one way only; otherwise meshes, in
                   * which they go both ways */
  gboolean has_tensix;
  guint8 *types;     /* WeftTileType, by tile: y · width + x */
  guint8 *harvested; /* (nullable) by tile: whether it is a core that this very chip does without */
  guint *controllers; /* the DRAM controller behind a tile; WEFT_NO_CONTROLLER: none */
  guint n_controllers;
  double link_rate;
  double ethernet_rate; /* chip to chip */
  double controller_rate;
  double inject_rates[WEFT_N_TILE_TYPES]; /* what a tile's interface can put into a network, */
  double absorb_rates[WEFT_N_TILE_TYPES]; /* and take out of it, by the type of the tile */
  GArray *packet_rates;                   /* WeftNocPacketRate, sizes rising */
  double read_latency[4];                 /* same tile, same column, same row, other */
  double write_latency;
  double hop_latency;
} WeftNocTopology;

/* The names of the topologies that are compiled in, NULL-terminated. */
const char *const *weft_noc_topology_list (void);

/* One that is compiled in, by its name; NULL where there is none of that name. A generic one needs a
 * size, which the others have of their own and ignore. */
WeftNocTopology *weft_noc_topology_new_builtin (const char *name, guint width, guint height);

/* A grid of that size of tiles that are routers, with the rates of the one called `name`, or of the
 * generic one where that is not compiled in: for who reads what the tiles are, and fills it in before
 * anybody else sees it. */
WeftNocTopology *weft_noc_topology_new_plain (const char *name, guint width, guint height);

/* One from a file. The generic size as above. Errors: G_FILE_ERROR, JSON_PARSER_ERROR, and
 * G_IO_ERROR_INVALID_DATA with a sentence that says what is wrong with it. */
WeftNocTopology *weft_noc_topology_new_from_file (const char *path, guint width, guint height,
                                                  GError **error);

WeftNocTopology *weft_noc_topology_ref (WeftNocTopology *self);
void weft_noc_topology_unref (WeftNocTopology *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocTopology, weft_noc_topology_unref)

/* Whether topology.json's `cluster_type` is a board of this chip. */
gboolean weft_noc_topology_has_cluster_type (const WeftNocTopology *self, const char *cluster_type);

/* Whether a multicast delivers to the tile: Tensix tiles, or any where nothing is known of tiles. */
gboolean weft_noc_topology_takes_multicast (const WeftNocTopology *self, guint tile);

/* The logical number of a column (or, `row`, of a row): among those with Tensix cores, without what is
 * known to be harvested, as tt-metal's CoreCoord counts them. FALSE where it has none. */
gboolean weft_noc_topology_get_logical (const WeftNocTopology *self, gboolean row, guint place,
                                        guint *logical);

/* The sustained rate of packets of that size: linear between the sizes that were measured, 0 for 0
 * bytes, and above the largest size that one's rate. */
double weft_noc_topology_get_packet_rate (const WeftNocTopology *self, guint64 bytes);

/* From the issue to the first byte: of a read from `remote` by `reader`, and of a write over so many
 * hops. */
double weft_noc_topology_get_read_latency (const WeftNocTopology *self, guint reader, guint remote);
double weft_noc_topology_get_write_latency (const WeftNocTopology *self, guint n_hops);

G_END_DECLS
