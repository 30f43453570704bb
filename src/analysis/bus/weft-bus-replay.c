/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-replay.h"

#include "weft-bus-region.h"

#define SAME_ADDRESS_CYCLES 2
#define TIE_CYCLES 1

const char *
weft_bus_class_to_string (guint class)
{
  static const char *const names[WEFT_BUS_N_CLASSES] = { "agreement", "mismatch",
                                                         "known_ymir_wait_model_gap" };

  g_return_val_if_fail (class < WEFT_BUS_N_CLASSES, NULL);
  return names[class];
}

static inline guint
reckon_wait (const WeftBusReplay *self, const WeftBusRecord *record)
{
  guint wait = 0;

  if (!self->has_last)
    return 0;
  if (self->last_addr == record->addr)
    wait += SAME_ADDRESS_CYCLES;
  if (self->last_first_attempt == record->first_attempt && self->last_master != record->master
      && self->last_master != WEFT_BUS_DMA && record->master != WEFT_BUS_DMA)
    wait += TIE_CYCLES;
  return wait;
}

/* Grants the bus to the record, and says how far the model has drifted from the trace. All sums
 * wrap, as the ticks of a hostile file span 64 bits. */
static inline void
grant (WeftBusReplay *self, const WeftBusRecord *record, guint64 service, WeftBusVerdict *verdict)
{
  guint64 start = MAX (self->bus_free, record->first_attempt);

  self->bus_free = start + service;
  if (self->has_last && self->last_addr == record->addr)
    self->bus_free += SAME_ADDRESS_CYCLES;
  verdict->drift_wait = (gint64) (start - record->first_attempt);
  verdict->drift_total = (gint64) (self->bus_free - (record->complete + 1));
}

void
weft_bus_replay_step (WeftBusReplay *self, const WeftBusRecord *record, guint region,
                      guint64 elapsed, guint64 wait, WeftBusVerdict *verdict)
{
  const WeftBusRegion *costs = weft_bus_region_get (region);

  verdict->service = record->rw == WEFT_BUS_WRITE ? costs->write_cycles : costs->read_cycles;
  verdict->wait = reckon_wait (self, record);
  verdict->wait_delta = (gint64) (verdict->wait - wait);
  verdict->total_delta = (gint64) (verdict->service + verdict->wait - elapsed);
  grant (self, record, verdict->service, verdict);
  if (record->size == 1 && record->retries == 0 && verdict->wait_delta > 0)
    verdict->class = WEFT_BUS_KNOWN_GAP;
  else if (verdict->drift_wait == 0 && verdict->drift_total == 0)
    verdict->class = WEFT_BUS_AGREEMENT;
  else
    verdict->class = WEFT_BUS_MISMATCH;

  self->has_last = TRUE;
  self->last_master = record->master;
  self->last_addr = record->addr;
  self->last_first_attempt = record->first_attempt;
}
