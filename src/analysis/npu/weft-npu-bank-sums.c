/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-bank-sums.h"

#include "weft-npu-trace.h"
#include "weft-wide-sum.h"

void
weft_npu_bank_sums_add (WeftNpuBankSums *self, gint64 bank, guint flags, gint64 moved)
{
  guint32 place = weft_map64_get (&self->places, (guint64) bank);
  WeftNpuBankStats *stats;

  if (self->banks == NULL)
    self->banks = g_array_new (FALSE, TRUE, sizeof (WeftNpuBankStats));
  if (place == WEFT_MAP64_NONE)
    {
      WeftNpuBankStats fresh = { .bank = bank };

      place = self->banks->len;
      g_array_append_val (self->banks, fresh);
      weft_map64_set (&self->places, (guint64) bank, place);
    }
  stats = &g_array_index (self->banks, WeftNpuBankStats, place);
  stats->n_events++;
  if ((flags & WEFT_NPU_READ) != 0)
    weft_sum_add (&stats->read, moved);
  else
    weft_sum_add (&stats->write, moved);
}

static int
compare_banks (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const WeftNpuBankStats *) a)->bank, y = ((const WeftNpuBankStats *) b)->bank;

  return (x > y) - (x < y);
}

WeftNpuBankStats *
weft_npu_bank_sums_finish (WeftNpuBankSums *self, guint *n_banks)
{
  GArray *banks = g_steal_pointer (&self->banks);

  weft_map64_clear (&self->places);
  *n_banks = banks != NULL ? banks->len : 0;
  if (banks == NULL)
    return NULL;
  g_array_sort (banks, compare_banks);
  return (WeftNpuBankStats *) (gpointer) g_array_free (banks, FALSE);
}
