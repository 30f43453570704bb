/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* The track of phases: a phase is what tokens that follow one another have in common. */

/* Tokens of one phase that follow one another. */
typedef struct
{
  guint32 name;
  guint n_tokens;
  gint64 start;
  gint64 end;
} WeftNpuPhase;

/* (transfer full) */
GArray *weft_npu_find_phases (const WeftNpuSnapshot *snapshot);

/* The phase that touches [*first, *last), in words: (transfer full), and its time. NULL: there is
 * none. */
char *weft_npu_describe_phase (const WeftNpuScene *scene, gint64 *first, gint64 *last);

void weft_npu_paint_phases (const WeftNpuScene *scene, const WeftTrackView *view,
                            WeftPaintList *list);
