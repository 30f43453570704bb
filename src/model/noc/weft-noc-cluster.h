/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How the chips of a capture hang together: what topology.json and cluster_coordinates.json beside a
 * trace say. Immutable once it is handed to a trace; any thread. */

typedef struct
{
  gint32 device;
  gint32 channel;
  gint32 remote_device;
  gint32 remote_channel;
} WeftNocEthernetPair;

typedef struct
{
  gint32 device;
  gint32 channels[2]; /* what arrives on one goes on by the other */
} WeftNocForwarding;

typedef struct
{
  gint32 channel;
  gint16 x, y; /* of the Ethernet tile, NOC_0 physical */
} WeftNocChannel;

typedef struct
{
  gint32 device;
  gint32 x, y; /* in the cluster */
} WeftNocDevicePlace;

typedef struct
{
  gatomicrefcount ref_count;
  char *cluster_type;  /* (nullable): "N300" */
  GArray *channels;    /* WeftNocChannel */
  GArray *pairs;       /* WeftNocEthernetPair */
  GArray *forwardings; /* WeftNocForwarding */
  GArray *places;      /* WeftNocDevicePlace */
} WeftNocCluster;

WeftNocCluster *weft_noc_cluster_new (void);
WeftNocCluster *weft_noc_cluster_ref (WeftNocCluster *self);
void weft_noc_cluster_unref (WeftNocCluster *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocCluster, weft_noc_cluster_unref)

/* Adds what a file says; before the cluster is handed on. Members that are missing are no errors.
 * Errors: G_FILE_ERROR, JSON_PARSER_ERROR. */
gboolean weft_noc_cluster_read_topology (WeftNocCluster *self, const char *path, GError **error);
gboolean weft_noc_cluster_read_coordinates (WeftNocCluster *self, const char *path, GError **error);

/* The Ethernet tile of a channel. FALSE where it is not known. */
gboolean weft_noc_cluster_get_channel (const WeftNocCluster *self, gint32 channel, int *x, int *y);

/* Whose channel is at the other end. FALSE where it is not known. */
gboolean weft_noc_cluster_get_remote (const WeftNocCluster *self, gint32 device, gint32 channel,
                                      gint32 *remote_device, gint32 *remote_channel);

/* By which channel a packet leaves that came in by `channel`. FALSE where it is not known. */
gboolean weft_noc_cluster_get_forward (const WeftNocCluster *self, gint32 device, gint32 channel,
                                       gint32 *next_channel);

G_END_DECLS
