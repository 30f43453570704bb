/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The blocks of rows that a pyramid is made of (weft-pipeline-rows.h). */

#define WEFT_PYRAMID_SHIFT 6 /* rows of a block of level 0, as a power of two */
#define WEFT_PYRAMID_FANOUT_SHIFT 2

typedef struct
{
  guint32 n_ops; /* of a block: fewer than its size only in the last one */
  guint32 n_flushed;
  gint64 first_fetch; /* cycles; smallest fetch and largest end of its ops */
  gint64 last_end;
  gint64 longest; /* longest end − fetch */
} WeftBlockSummary;
