/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-phased.h"

#include "weft-wide-sum.h"

static guint
find_part (WeftNpuPhasedSet *self, guint32 name, guint32 phase)
{
  guint64 key = (guint64) name << 32 | phase;
  guint32 place = weft_map64_get (&self->places, key);

  if (place != WEFT_MAP64_NONE)
    return place;
  if (self->n_parts == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 16);
      self->parts = g_renew (WeftNpuPhased, self->parts, self->n_allocated);
    }
  self->parts[self->n_parts] = (WeftNpuPhased){ .name = name, .phase = phase };
  weft_map64_set (&self->places, key, self->n_parts);
  return self->n_parts++;
}

/* Events of the same few names follow one another, so that the map is seldom asked. */
void
weft_npu_phased_set_add (WeftNpuPhasedSet *self, const WeftNpuPhased *part)
{
  guint *recent = &self->recent[(part->name * 7 + part->phase) % WEFT_NPU_N_RECENT];
  WeftNpuPhased *sum;

  if (*recent >= self->n_parts || self->parts[*recent].name != part->name
      || self->parts[*recent].phase != part->phase)
    *recent = find_part (self, part->name, part->phase);
  sum = &self->parts[*recent];
  weft_sum_add (&sum->cycles, part->cycles);
  weft_sum_add (&sum->read, part->read);
  weft_sum_add (&sum->write, part->write);
}

void
weft_npu_phased_set_clear (WeftNpuPhasedSet *self)
{
  weft_map64_clear (&self->places);
  g_clear_pointer (&self->parts, g_free);
}
