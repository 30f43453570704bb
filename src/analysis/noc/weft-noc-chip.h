/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-topology.h"
#include "weft-noc-trace.h"

G_BEGIN_DECLS

/* Which chip a capture is of (docs/formats/noc.md, "Topology"). */

/* How the chip was chosen. */
typedef enum
{
  WEFT_NOC_CHIP_CHOSEN,      /* by the user */
  WEFT_NOC_CHIP_NAMED,       /* by the input itself */
  WEFT_NOC_CHIP_CLUSTER,     /* by topology.json's cluster type */
  WEFT_NOC_CHIP_ETHERNET,    /* its Ethernet tiles are where topology.json has channels */
  WEFT_NOC_CHIP_COORDINATES, /* only on it are there tiles of such coordinates */
  WEFT_NOC_CHIP_SOURCES,     /* on it most kernels run on Tensix tiles */
  WEFT_NOC_CHIP_DEFAULT,     /* nothing tells; it is the common one */
  WEFT_NOC_CHIP_DESCRIBED,   /* the input says what its tiles are */
  WEFT_NOC_CHIP_INFERRED,    /* none that is known: a grid of the size that coordinates need */
} WeftNocChipReason;

/* A sentence for people, translated. */
const char *weft_noc_chip_reason_to_string (WeftNocChipReason reason);

/* A tile that a kernel ran on. */
typedef struct
{
  gint16 x, y;
} WeftNocPlace;

typedef struct
{
  WeftNocTrace *trace;
  const char *arch;          /* (nullable): that the user chose */
  const char *topology_path; /* (nullable): the user's own topology */
  int max_x, max_y;          /* the largest coordinates of any record */
  GArray *sources;           /* WeftNocPlace of BRISC and NCRISC kernels */
} WeftNocEvidence;

/* The topology and why it was chosen: (transfer full). NULL with an error where the user's own can't
 * be used. */
WeftNocTopology *weft_noc_choose_topology (const WeftNocEvidence *evidence,
                                           WeftNocChipReason *reason, GError **error);

G_END_DECLS
