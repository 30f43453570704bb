/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-bandwidth.h"

#include "weft-npu-index.h"
#include "weft-npu-trace-private.h"
#include "weft-wide-sum.h"

#include <math.h>

/* Windows made from events are no shorter, and there are no more of them. */
#define MIN_LENGTH 64
#define MAX_WINDOWS 65536

/* Windows of a block. */
#define BLOCK 64u

static inline gboolean
ends_after (const WeftNpuWindow *window, gint64 cycle)
{
  return window->start + window->length > cycle;
}

static void
grid_windows (WeftNpuBandwidth *self)
{
  guint32 n = self->n_windows;

  if (n == 0)
    return;
  weft_time_grid_init (&self->grid, self->windows[0].start, self->windows[n - 1].start, n);
  for (guint32 i = 0; i < n; i++)
    weft_time_grid_add (&self->grid, self->windows[i].start, i);
  weft_time_grid_finish (&self->grid, n);
}

static void
take_samples (WeftNpuBandwidth *self, const WeftNpuSnapshot *snapshot)
{
  const WeftNpuIndex *index = snapshot->index;

  self->n_windows = index->n_samples;
  self->windows = g_new (WeftNpuWindow, self->n_windows);
  for (guint32 i = 0; i < self->n_windows; i++)
    {
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (snapshot, index->samples[i], &sample);
      self->windows[i] =
        (WeftNpuWindow){ sample.start,          sample.length,      MAX (sample.read, 0),
                         MAX (sample.write, 0), MAX (sample.kv, 0), MAX (sample.stall, 0) };
    }
  grid_windows (self);
}

/* --- places ----------------------------------------------------------------------------------------- */

guint32
weft_npu_bandwidth_find_start (const WeftNpuBandwidth *self, gint64 cycle)
{
  guint32 low = 0, high = self->n_windows;

  weft_time_grid_narrow (&self->grid, cycle, &low, &high);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->windows[middle].start < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
weft_npu_bandwidth_find (const WeftNpuBandwidth *self, gint64 cycle)
{
  guint32 high = weft_npu_bandwidth_find_start (self, cycle), low = high, step = 1;

  /* Where windows do not overlap, only the one before it can reach beyond the cycle. */
  while (low > 0 && ends_after (&self->windows[low - 1], cycle))
    {
      high = low - 1;
      low -= MIN (step, low);
      step *= 2;
    }
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (ends_after (&self->windows[middle], cycle))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* --- events ------------------------------------------------------------------------------------------ */

/* Bytes of the cache that an event moves, by its share of each window's cycles. */
static void
add_kv (WeftNpuBandwidth *self, const WeftNpuTrace *trace, guint32 row)
{
  gint64 start = weft_npu_start (trace, row), span = MAX (weft_npu_span (trace, row), 1);
  double rate = (double) weft_npu_moved (trace, row) / (double) span;

  for (guint32 i = weft_npu_bandwidth_find (self, start);
       i < self->n_windows && self->windows[i].start < start + span; i++)
    {
      WeftNpuWindow *window = &self->windows[i];
      gint64 from = MAX (window->start, start),
             to = MIN (window->start + window->length, start + span);

      if (to > from)
        window->kv += (gint64) llrint (rate * (double) (to - from));
    }
}

/* Where samples say nothing of the cache, events do. */
static void
estimate_kv (WeftNpuBandwidth *self, const WeftNpuSnapshot *snapshot)
{
  for (guint32 i = 0; i < self->n_windows; i++)
    if (self->windows[i].kv > 0)
      return;
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      guint flags = weft_npu_flags (snapshot->trace, row);

      if ((flags & WEFT_NPU_KV) == 0 || (flags & WEFT_NPU_NO_TIME) != 0
          || weft_npu_type (snapshot->trace, row) != WEFT_NPU_ENGINE)
        continue;
      self->kv_estimated = TRUE;
      add_kv (self, snapshot->trace, row);
    }
}

/* Whether the event moves bytes of DRAM. */
static gboolean
moves (const WeftNpuTrace *trace, guint32 row, WeftNpuBandwidthSource source)
{
  guint flags = weft_npu_flags (trace, row);
  WeftNpuType type = source == WEFT_NPU_FROM_TRANSFERS ? WEFT_NPU_ENGINE : WEFT_NPU_MEMORY;

  return weft_npu_type (trace, row) == type && (flags & (WEFT_NPU_READ | WEFT_NPU_WRITE)) != 0
         && (flags & (WEFT_NPU_SPM | WEFT_NPU_NO_TIME)) == 0;
}

static gboolean
has_transfers (const WeftNpuSnapshot *snapshot)
{
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (moves (snapshot->trace, row, WEFT_NPU_FROM_TRANSFERS)
        && weft_npu_moved (snapshot->trace, row) > 0)
      return TRUE;
  return FALSE;
}

/* Spreads an event's bytes over the windows that it lies in, to the byte. */
static void
spread (WeftNpuBandwidth *self, const WeftNpuSnapshot *snapshot, gint64 length, guint32 row)
{
  const WeftNpuTrace *trace = snapshot->trace;
  guint flags = weft_npu_flags (trace, row);
  gint64 start = weft_npu_start (trace, row) - snapshot->first_cycle,
         span = MAX (weft_npu_span (trace, row), 1), bytes = weft_npu_moved (trace, row), done = 0;

  for (gint64 at = start; at < start + span;)
    {
      gint64 next = at + MIN (length - at % length, start + span - at);
      gint64 part = (gint64) ((double) bytes * (double) (next - start) / (double) span) - done;
      WeftNpuWindow *window = &self->windows[at / length];

      if (next == start + span)
        part = bytes - done;
      if ((flags & WEFT_NPU_READ) != 0)
        weft_sum_add (&window->read, part);
      else
        weft_sum_add (&window->write, part);
      if ((flags & WEFT_NPU_KV) != 0)
        weft_sum_add (&window->kv, part);
      done += part;
      at = next;
    }
}

static void
take_events (WeftNpuBandwidth *self, const WeftNpuSnapshot *snapshot)
{
  guint64 total = (guint64) snapshot->last_cycle - (guint64) snapshot->first_cycle + 1;
  guint64 length = MIN_LENGTH;

  if (snapshot->n_events == 0 || total > G_MAXINT64)
    return;
  while (total / length >= MAX_WINDOWS)
    length *= 2;
  self->n_windows = (guint32) (total / length) + 1;
  self->windows = g_new0 (WeftNpuWindow, self->n_windows);
  for (guint32 i = 0; i < self->n_windows; i++)
    {
      self->windows[i].start = snapshot->first_cycle + (gint64) (i * length);
      self->windows[i].length = (gint64) length;
    }
  grid_windows (self);
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (moves (snapshot->trace, row, self->source))
      spread (self, snapshot, (gint64) length, row);
}

/* The sum of two, or, where `sign` is −1, what is left of the first. It wraps, so that what is left of sums beyond 63 bits
 * is right where it fits. */
static WeftNpuWindow
combine (const WeftNpuWindow *a, const WeftNpuWindow *b, guint64 sign)
{
  return (WeftNpuWindow){ 0,
                          (gint64) ((guint64) a->length + sign * (guint64) b->length),
                          (gint64) ((guint64) a->read + sign * (guint64) b->read),
                          (gint64) ((guint64) a->write + sign * (guint64) b->write),
                          (gint64) ((guint64) a->kv + sign * (guint64) b->kv),
                          (gint64) ((guint64) a->stall + sign * (guint64) b->stall) };
}

/* So that a picture of all windows costs no more than one of few. */
static void
sum_up (WeftNpuBandwidth *self)
{
  self->before = g_new0 (WeftNpuWindow, (gsize) self->n_windows + 1);
  self->tops = g_new0 (double, self->n_windows / BLOCK + 1);
  for (guint32 i = 0; i < self->n_windows; i++)
    {
      const WeftNpuWindow *window = &self->windows[i];
      double *top = &self->tops[i / BLOCK];

      self->before[i + 1] = combine (&self->before[i], window, 1);
      *top = MAX (*top, weft_npu_window_rate (window));
      self->top = MAX (self->top, *top);
    }
}

void
weft_npu_bandwidth_sum (const WeftNpuBandwidth *self, guint32 from, guint32 to, WeftNpuWindow *sum,
                        double *top)
{
  *sum = combine (&self->before[to], &self->before[from], (guint64) -1);
  if (top == NULL)
    return;
  *top = 0;
  for (guint32 i = from; i < to;)
    if (i % BLOCK == 0 && to - i >= BLOCK)
      {
        *top = MAX (*top, self->tops[i / BLOCK]);
        i += BLOCK;
      }
    else
      {
        *top = MAX (*top, weft_npu_window_rate (&self->windows[i]));
        i++;
      }
}

WeftNpuBandwidth *
weft_npu_bandwidth_new (const WeftNpuSnapshot *snapshot)
{
  WeftNpuBandwidth *self = g_new0 (WeftNpuBandwidth, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->peak = snapshot->run->peak;
  if (snapshot->n_samples > 0)
    {
      take_samples (self, snapshot);
      estimate_kv (self, snapshot);
    }
  else
    {
      self->source = has_transfers (snapshot) ? WEFT_NPU_FROM_TRANSFERS : WEFT_NPU_FROM_ACCESSES;
      take_events (self, snapshot);
    }
  sum_up (self);
  return self;
}

WeftNpuBandwidth *
weft_npu_bandwidth_ref (WeftNpuBandwidth *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_npu_bandwidth_unref (WeftNpuBandwidth *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->windows);
  weft_time_grid_clear (&self->grid);
  g_free (self->before);
  g_free (self->tops);
  g_free (self);
}

const char *
weft_npu_bandwidth_source_to_string (WeftNpuBandwidthSource source)
{
  return source == WEFT_NPU_FROM_SAMPLES ? "samples" : "events";
}
