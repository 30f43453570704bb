/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-phased.h"

static guint
find_part (WeftNpuPhasedSet *self, guint32 name, guint32 phase)
{
  guint64 key = (guint64) name << 32 | phase;
  guint32 place;

  if (self->last < self->n_parts && self->parts[self->last].name == name
      && self->parts[self->last].phase == phase)
    return self->last;
  place = weft_map64_get (&self->places, key);
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

void
weft_npu_phased_set_add (WeftNpuPhasedSet *self, const WeftNpuPhased *part)
{
  WeftNpuPhased *sum;

  self->last = find_part (self, part->name, part->phase);
  sum = &self->parts[self->last];
  sum->cycles += part->cycles;
  sum->read += part->read;
  sum->write += part->write;
}

void
weft_npu_phased_set_clear (WeftNpuPhasedSet *self)
{
  weft_map64_clear (&self->places);
  g_clear_pointer (&self->parts, g_free);
}
