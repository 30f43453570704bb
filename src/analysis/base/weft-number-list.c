/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-number-list.h"

void
weft_number_list_clear (WeftNumberList *self)
{
  g_clear_pointer (&self->numbers, g_free);
  g_clear_pointer (&self->gaps, g_free);
  self->n = self->n_gaps = self->n_allocated = 0;
}

void
weft_number_list_set_size (WeftNumberList *self, guint n)
{
  if (n > self->n_allocated)
    {
      const guint n_allocated = MAX (n, 2 * self->n_allocated);

      weft_number_list_clear (self);
      self->n_allocated = n_allocated;
      self->numbers = g_new (gint64, self->n_allocated);
      self->gaps = g_new (guint8, self->n_allocated);
    }
  self->n = n;
  self->n_gaps = 0;
}
