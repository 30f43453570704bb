/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where in a row of sorted times one lies, without a search through all of it: the time from the first
 * to the last is cut into equal cells, about one for eight times, and each knows the first place behind
 * its edge. Times that crowd in one cell are searched as if there were no grid. It knows nothing of the
 * times themselves: it narrows a search that its owner does. Half a byte per time. */

typedef struct
{
  gint64 first;    /* where the first cell begins */
  guint shift;     /* cells are 2^shift ticks long */
  guint32 n_cells; /* 0: there are too few times to be worth it */
  guint32 n_set;   /* while it is made: edges that are known */
  guint32 *places; /* by cell, and one more: the first place at or behind its edge */
} WeftTimeGrid;

/* For `n` times from `first` to `last`. They are added in order, then it is finished. */
void weft_time_grid_init (WeftTimeGrid *self, gint64 first, gint64 last, guint32 n);
void weft_time_grid_finish (WeftTimeGrid *self, guint32 end);
void weft_time_grid_clear (WeftTimeGrid *self);

static inline guint64
weft_time_grid_get_cell (const WeftTimeGrid *self, gint64 time)
{
  return ((guint64) time - (guint64) self->first) >> self->shift;
}

static inline void
weft_time_grid_add (WeftTimeGrid *self, gint64 time, guint32 place)
{
  if (self->n_cells == 0)
    return;
  for (guint64 cell = weft_time_grid_get_cell (self, time); self->n_set <= cell;)
    self->places[self->n_set++] = place;
}

/* Narrows [*low, *high], in which the first place of a time that is not before `time` is looked for; at
 * first these are the first place of all, and the one behind the last. */
static inline void
weft_time_grid_narrow (const WeftTimeGrid *self, gint64 time, guint32 *low, guint32 *high)
{
  guint64 cell;

  if (self->n_cells == 0)
    return;
  if (time <= self->first)
    {
      *high = *low;
      return;
    }
  cell = weft_time_grid_get_cell (self, time);
  if (cell >= self->n_cells)
    *low = *high;
  else
    {
      *low = self->places[cell];
      *high = self->places[cell + 1];
    }
}

G_END_DECLS
