/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Unicasts that could have been multicasts: writes of equal size that one core and processor sends one
 * after the other over one network, to each tile of a rectangle that takes multicasts. That they carry
 * the same content is assumed. */

typedef struct
{
  guint n_bursts;
  guint64 saved_bytes; /* on links: those of the unicasts, less those of the trees */
  double saved_share;  /* of the bytes that all transfers put on links */

  /* The tile whose bursts save most, and when they begin and end: */
  guint device; /* index */
  guint from;
  gint64 first, last;
} WeftNocMulticasts;

/* Time grows with the transfers. */
void weft_noc_multicasts_find (const WeftNocCapture *capture, WeftNocMulticasts *multicasts);

G_END_DECLS
