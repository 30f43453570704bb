/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-shares.h"

void
weft_live_shares_add (WeftLiveShares *self, guint32 program, float amount)
{
  guint least = 0;

  for (guint i = 0; i < self->n; i++)
    {
      if (self->programs[i] == program)
        {
          self->amounts[i] += amount;
          return;
        }
      if (self->amounts[i] < self->amounts[least])
        least = i;
    }
  if (self->n < WEFT_LIVE_SHARES)
    least = self->n++;
  else if (amount <= self->amounts[least])
    return;
  self->programs[least] = program;
  self->amounts[least] = amount;
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
