/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-banks.h"

#include "weft-map64.h"
#include "weft-npu-trace-private.h"

#include <math.h>

/* Of all of the trace; where there are so many banks that this takes much memory, windows are longer. */
#define N_WINDOWS 2048
#define MAX_CELLS (1u << 22)

/* The bank into or out of which the event moves bytes; WEFT_NPU_NONE where it does not. */
static gint64
get_bank (const WeftNpuTrace *trace, guint32 row)
{
  return weft_npu_type (trace, row) == WEFT_NPU_ENGINE
             && (weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) == 0
             && weft_npu_moved (trace, row) > 0
           ? weft_npu_spot (trace, NPU_SPOT_BANK, row)
           : WEFT_NPU_NONE;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Lists the banks that are named, and gives them their places: `places` by number. */
static void
list_banks (WeftNpuBanks *self, const WeftNpuSnapshot *snapshot, WeftMap64 *places)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      gint64 bank = get_bank (snapshot->trace, row);

      if (bank == WEFT_NPU_NONE || weft_map64_get (places, (guint64) bank) != WEFT_MAP64_NONE)
        continue;
      weft_map64_set (places, (guint64) bank, 0);
      g_array_append_val (numbers, bank);
    }
  g_array_sort (numbers, compare_numbers);
  self->n_banks = numbers->len;
  self->numbers = (gint64 *) (gpointer) g_array_free (numbers, FALSE);
  for (guint i = 0; i < self->n_banks; i++)
    weft_map64_set (places, (guint64) self->numbers[i], i);
}

static void
add_transfer (WeftNpuBanks *self, const WeftNpuTrace *trace, guint32 row, guint place)
{
  double *windows = self->bytes + (gsize) place * self->n_windows;
  gint64 start = weft_npu_start (trace, row), end = MAX (weft_npu_end (trace, row), start + 1);
  double rate = (double) weft_npu_moved (trace, row) / (double) (end - start);

  for (gint64 at = start; at < end;)
    {
      guint64 window = ((guint64) at - (guint64) self->start) / (guint64) self->length;
      gint64 next = end;

      if (window < self->n_windows - 1)
        next = MIN (end, self->start + (gint64) ((window + 1) * (guint64) self->length));
      windows[MIN (window, self->n_windows - 1)] += rate * (double) (next - at);
      at = next;
    }
}

WeftNpuBanks *
weft_npu_banks_new (const WeftNpuSnapshot *snapshot)
{
  WeftNpuBanks *self = g_new0 (WeftNpuBanks, 1);
  guint64 span = (guint64) snapshot->last_cycle - (guint64) snapshot->first_cycle;
  guint64 n_windows;
  WeftMap64 places = WEFT_MAP64_INIT;

  g_atomic_ref_count_init (&self->ref_count);
  list_banks (self, snapshot, &places);
  n_windows = CLAMP (MAX_CELLS / MAX (self->n_banks, 1), 1, N_WINDOWS);
  self->start = snapshot->first_cycle;
  self->length = (gint64) (span / n_windows + 1);
  self->n_windows = (guint32) (span / (guint64) self->length + 1);
  self->bytes = g_new0 (double, (gsize) MAX (self->n_banks, 1) * self->n_windows);
  for (guint32 row = 0; row < snapshot->n_events && self->n_banks > 0; row++)
    {
      gint64 bank = get_bank (snapshot->trace, row);

      if (bank != WEFT_NPU_NONE)
        add_transfer (self, snapshot->trace, row, weft_map64_get (&places, (guint64) bank));
    }
  weft_map64_clear (&places);
  for (gsize i = 0; i < (gsize) self->n_banks * self->n_windows; i++)
    self->top = MAX (self->top, self->bytes[i] / (double) self->length);
  return self;
}

WeftNpuBanks *
weft_npu_banks_ref (WeftNpuBanks *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_npu_banks_unref (WeftNpuBanks *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->numbers);
  g_free (self->bytes);
  g_free (self);
}

double
weft_npu_banks_measure (const WeftNpuBanks *self, guint bank, gint64 first, gint64 last)
{
  const double *windows = self->bytes + (gsize) bank * self->n_windows;
  guint64 from, to;
  double bytes = 0;

  if (last <= self->start || last <= first)
    return (double) NAN;
  first = MAX (first, self->start);
  from = ((guint64) first - (guint64) self->start) / (guint64) self->length;
  to = ((guint64) last - 1 - (guint64) self->start) / (guint64) self->length;
  if (from >= self->n_windows)
    return (double) NAN;
  to = MIN (to, self->n_windows - 1);
  for (guint64 i = from; i <= to; i++)
    bytes += windows[i];
  return bytes / ((double) (to - from + 1) * (double) self->length);
}
