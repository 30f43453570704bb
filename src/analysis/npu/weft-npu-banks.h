/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The pressure on the banks of the scratch pad over time: the bytes that engines' events moved into and
 * out of each (details.spm_bank), spread evenly over their cycles. Immutable; any thread. */

typedef struct
{
  gatomicrefcount ref_count;
  guint n_banks;   /* that are named at all */
  gint64 *numbers; /* theirs, rising */
  gint64 start;    /* of the first window */
  gint64 length;   /* cycles of each, above 0 */
  guint32 n_windows;
  double *bytes; /* by bank and window */
  double top;    /* the most that one of them has, bytes per cycle */
} WeftNpuBanks;

WeftNpuBanks *weft_npu_banks_new (const WeftNpuSnapshot *snapshot);
WeftNpuBanks *weft_npu_banks_ref (WeftNpuBanks *self);
void weft_npu_banks_unref (WeftNpuBanks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuBanks, weft_npu_banks_unref)

/* Bytes per cycle that the bank with that place among them moved in the windows that touch
 * [first, last); NAN where none does. */
double weft_npu_banks_measure (const WeftNpuBanks *self, guint bank, gint64 first, gint64 last);

G_END_DECLS
