/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-sites.h"

#include "weft-bus-trace-private.h"

void
weft_bus_site_cover (WeftBusSite *self, gint64 first, guint64 complete)
{
  gint64 last = weft_bus_tick_clamp (complete);

  last += last < G_MAXINT64;
  if (self->range.from >= self->range.to)
    self->range = (WeftCycleRange){ MIN (first, last - 1), last };
  self->range.from = MIN (self->range.from, first);
  self->range.to = MAX (self->range.to, last);
}

/* An access, and what is derived of it. */
typedef struct
{
  guint32 row;
  WeftBusRecord record;
  WeftBusSpan span;
  guint region;
  guint64 elapsed;
  guint64 wait;
  WeftBusVerdict verdict;
} Access;

/* The first of several that have as much stays. */
static void
add (WeftBusSite *site, const Access *access, guint64 amount)
{
  if (site->row == WEFT_NO_ROW || amount > site->most)
    {
      site->row = access->row;
      site->most = amount;
    }
  if (__builtin_add_overflow (site->sum, amount, &site->sum))
    site->sum = G_MAXUINT64;
  weft_bus_site_cover (site, access->span.start, access->record.complete);
}

static void
add_wait (WeftBusSites *self, guint64 first_tick, guint64 length, const Access *access)
{
  guint64 complete = access->record.complete;
  guint window = complete > first_tick ? (guint) ((complete - first_tick) / length) : 0;
  WeftBusSite *longest = &self->longest;

  add (&self->regions[access->region], access, access->wait);
  add (&self->masters[access->record.master], access, access->wait);
  add (&self->windows[MIN (window, WEFT_BUS_N_WINDOWS - 1)], access, access->wait);
  if (longest->row == WEFT_NO_ROW || access->wait > longest->most)
    {
      *longest = (WeftBusSite){ .row = WEFT_NO_ROW };
      add (longest, access, access->wait);
    }
}

static void
add_unwaited (WeftBusSites *self, const Access *access)
{
  guint64 cycles;

  if (__builtin_mul_overflow (access->record.retries, access->record.service, &cycles))
    cycles = G_MAXUINT64;
  add (&self->unwaited, access, cycles);
}

static gboolean
is_in_bucket (const Access *access, const WeftBusBucket *bucket)
{
  return bucket != NULL && access->record.master != WEFT_BUS_DMA && access->region == bucket->region
         && access->record.kind == bucket->kind
         && weft_bus_cache_of (access->region, access->record.service) == bucket->cache;
}

static void
read_access (const WeftBusSnapshot *snapshot, guint32 place, WeftBusReplay *replay, Access *access)
{
  access->row = weft_bus_snapshot_row_at (snapshot, place);
  weft_bus_record_read (snapshot->trace, access->row, &access->record);
  weft_bus_access_get_span (&access->record, &access->span);
  access->region = weft_bus_region_of (access->record.addr);
  access->elapsed = weft_bus_access_get_elapsed (&access->record);
  access->wait = weft_bus_access_get_wait (&access->record, access->elapsed);
  weft_bus_replay_step (replay, &access->record, access->region, access->elapsed, access->wait,
                        &access->verdict);
}

static void
set_up (WeftBusSites *self)
{
  WeftBusSite *sites = (WeftBusSite *) self;

  for (guint i = 0; i < sizeof *self / sizeof *sites; i++)
    sites[i] = (WeftBusSite){ .row = WEFT_NO_ROW };
}

static WeftCycleRange
get_window (guint64 first, guint64 length)
{
  guint64 end = first > G_MAXUINT64 - length ? G_MAXUINT64 : first + length;

  return (WeftCycleRange){ weft_bus_tick_clamp (first), weft_bus_tick_clamp (end) };
}

void
weft_bus_sites_find (WeftBusSites *self, const WeftBusSnapshot *snapshot,
                     const WeftBusBucket *bucket)
{
  guint64 first = snapshot->first_tick;
  guint64 length = (snapshot->last_tick - first) / WEFT_BUS_N_WINDOWS + 1;
  WeftBusReplay replay = { 0 };

  set_up (self);
  for (guint32 place = 0; place < snapshot->n_rows; place++)
    {
      Access access;
      gint64 drift;

      read_access (snapshot, place, &replay, &access);
      drift = access.verdict.drift_total;
      if (access.wait > 0)
        add_wait (self, first, length, &access);
      if (weft_bus_access_is_retried_unwaited (&access.record, access.wait))
        add_unwaited (self, &access);
      if (is_in_bucket (&access, bucket))
        add (&self->bucket, &access, access.elapsed);
      if (access.verdict.class == WEFT_BUS_KNOWN_GAP)
        add (&self->gap, &access, (guint64) access.verdict.wait_delta);
      add (&self->drift, &access, drift < 0 ? -(guint64) drift : (guint64) drift);
    }
  for (guint i = 0; i < WEFT_BUS_N_WINDOWS; i++)
    if (self->windows[i].row != WEFT_NO_ROW)
      self->windows[i].range = get_window (first + i * length, length);
}
