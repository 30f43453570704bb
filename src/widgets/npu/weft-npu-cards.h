/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-fact-sheet.h"
#include "weft-npu-study.h"

G_BEGIN_DECLS

/* The inspector's answers about an NPU run: a token, a phase, a layer, an idle stretch, stalls or the memory,
 * whichever is selected or was led to by a finding. */

typedef struct
{
  const WeftNpuResult *result;
  const WeftNpuStudy
    *study; /* of the selected token or phase; NULL: it is none, or not there yet */
  const WeftNpuTarget *followed; /* what led to the selection; nullable */
  guint32 row;                   /* the selected event; WEFT_NO_ROW: none */
  gboolean has_span;             /* a token or a phase is selected, */
  WeftCycleRange span;           /* and this is when it was */
  WeftClock clock;               /* that of the axis */
} WeftNpuCards;

/* The answers go first: before the file's words on the selected event. */
void weft_npu_cards_write_answer (const WeftNpuCards *self, WeftFactSheet *sheet);

/* The selected event's layer. */
void weft_npu_cards_write_more (const WeftNpuCards *self, WeftFactSheet *sheet);

/* Where nothing is selected: the latency of tokens by phase, with links to the slowest. */
void weft_npu_cards_write_tokens (const WeftNpuCards *self, WeftFactSheet *sheet);

G_END_DECLS
