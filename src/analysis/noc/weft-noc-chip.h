/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Which chip a capture is of (docs/formats/noc.md, "Topology"). */

/* A tile that a kernel ran on. */
typedef struct
{
  gint16 x, y;
} WeftNocPlace;

typedef struct
{
  WeftNocTrace *trace;
  const WeftNocOptions *options; /* (nullable) */
  int max_x, max_y;              /* the largest coordinates of any record */
  GArray *sources;               /* WeftNocPlace of BRISC and NCRISC kernels */
} WeftNocEvidence;

/* The topology and why it was chosen: (transfer full). NULL with an error where the user's own can't
 * be used. */
WeftNocTopology *weft_noc_choose_topology (const WeftNocEvidence *evidence,
                                           WeftNocChipReason *reason, GError **error);

G_END_DECLS
