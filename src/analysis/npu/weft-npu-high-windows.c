/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-high-windows.h"

/* The longest stretch of windows above `limit` that follow one another. */
static void
find_longest (const WeftNpuBandwidth *bandwidth, double limit, WeftNpuHighWindows *found)
{
  gint64 from = 0, to = G_MININT64;
  double top = 0;

  for (guint32 i = 0; i < bandwidth->n_windows; i++)
    {
      const WeftNpuWindow *window = &bandwidth->windows[i];
      double rate = weft_npu_window_rate (window);

      if (!(rate > limit))
        continue;
      if (window->start > to)
        {
          from = window->start;
          top = 0;
        }
      to = MAX (to, window->start + window->length);
      top = MAX (top, rate);
      if (to - from <= found->to - found->from)
        continue;
      found->from = from;
      found->to = to;
      found->top = top;
    }
}

gboolean
weft_npu_find_high_windows (const WeftNpuBandwidth *bandwidth, WeftNpuHighWindows *found)
{
  double peak = (double) bandwidth->peak;

  *found = (WeftNpuHighWindows){ 0 };
  if (bandwidth->peak == WEFT_NPU_NONE || bandwidth->peak <= 0)
    return FALSE;
  for (guint32 i = 0; i < bandwidth->n_windows; i++)
    {
      const WeftNpuWindow *window = &bandwidth->windows[i];
      double rate = weft_npu_window_rate (window);

      found->high += rate > WEFT_NPU_HIGH_BANDWIDTH * peak ? window->length : 0;
      found->over += rate > peak ? window->length : 0;
    }
  find_longest (bandwidth, found->over > 0 ? peak : WEFT_NPU_HIGH_BANDWIDTH * peak, found);
  return found->high > 0;
}
