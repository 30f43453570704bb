/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"

G_BEGIN_DECLS

/* Where a finding of a bus trace leads: an access to select, and the time to brush. */

typedef enum
{
  WEFT_BUS_TARGET_REGION, /* the region of the access, in which there is waiting */
  WEFT_BUS_TARGET_MASTER, /* its master, which waits */
  WEFT_BUS_TARGET_ACCESS, /* the access alone */
  WEFT_BUS_TARGET_WINDOW, /* a part of the time */
  WEFT_BUS_TARGET_UNWAITED,
  WEFT_BUS_TARGET_SYMMETRY, /* what both SH-2s do as the access does it */
  WEFT_BUS_TARGET_GAP,
  WEFT_BUS_TARGET_DRIFT,
  WEFT_BUS_TARGET_NO_WAIT, /* there is no access */
  WEFT_BUS_N_TARGETS
} WeftBusTargetKind;

typedef struct
{
  WeftBusTargetKind kind;
  guint32 row; /* WEFT_NO_ROW: none */
  WeftCycleRange range;
} WeftBusTarget;

/* As the target of a finding: "region:12:1000:2000": (transfer full). */
char *weft_bus_target_to_string (const WeftBusTarget *self);

/* FALSE: the text is no such target. */
gboolean weft_bus_target_parse (const char *text, WeftBusTarget *target);

G_END_DECLS
