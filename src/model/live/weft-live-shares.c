/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-shares.h"

static guint
find_least (const WeftLiveShares *self)
{
  guint least = 0;

  for (guint i = 1; i < self->n; i++)
    if (self->amounts[i] < self->amounts[least])
      least = i;
  return least;
}

void
weft_live_shares_add (WeftLiveShares *self, guint32 program, float amount)
{
  guint i = 0;

  while (i < self->n && self->programs[i] != program)
    i++;
  if (i < self->n)
    {
      self->amounts[i] += amount;
      return;
    }
  if (self->n < WEFT_LIVE_SHARES)
    self->amounts[self->n++] = 0;
  else
    i = find_least (self);
  if (amount <= self->amounts[i])
    return;
  self->programs[i] = program;
  self->amounts[i] = amount;
}

void
weft_live_shares_merge (WeftLiveShares *self, const WeftLiveShares *from, float factor)
{
  for (guint i = 0; i < from->n; i++)
    weft_live_shares_add (self, from->programs[i], from->amounts[i] * factor);
}

void
weft_live_shares_sort (WeftLiveShares *self)
{
  for (guint i = 1; i < self->n; i++)
    {
      guint32 program = self->programs[i];
      float amount = self->amounts[i];
      guint k;

      for (k = i; k > 0 && self->programs[k - 1] > program; k--)
        {
          self->programs[k] = self->programs[k - 1];
          self->amounts[k] = self->amounts[k - 1];
        }
      self->programs[k] = program;
      self->amounts[k] = amount;
    }
}

float
weft_live_shares_sum (const WeftLiveShares *self)
{
  float sum = 0;

  for (guint i = 0; i < self->n; i++)
    sum += self->amounts[i];
  return sum;
}
