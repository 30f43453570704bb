/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-activity.h"

/* Into so many parts the stretch is divided at least, if it has as many ticks. */
#define MIN_PARTS 4096

typedef struct
{
  gint64 begun;  /* how many more things last in it than in the part before, */
  gint64 first;  /* the first tick of those that begin in it, */
  gint64 behind; /* and behind the last one of those that end in it */
} Part;

struct _WeftActivity
{
  gint64 first;
  gint64 last;
  guint shift; /* of a part's ticks */
  guint n_parts;
  Part *parts; /* and one more, for what ends in the last */
};

WeftActivity *
weft_activity_new (gint64 first, gint64 last)
{
  WeftActivity *self = g_new0 (WeftActivity, 1);
  guint64 length = last > first ? (guint64) last - (guint64) first : 0;

  self->first = first;
  self->last = MAX (last, first);
  while (length >> self->shift >= (guint64) 2 * MIN_PARTS)
    self->shift++;
  self->n_parts = length > 0 ? (guint) ((length - 1) >> self->shift) + 1 : 0;
  self->parts = g_new (Part, self->n_parts + 1);
  for (guint i = 0; i <= self->n_parts; i++)
    self->parts[i] = (Part){ 0, G_MAXINT64, G_MININT64 };
  return self;
}

void
weft_activity_free (WeftActivity *self)
{
  g_free (self->parts);
  g_free (self);
}

static Part *
get_part (WeftActivity *self, gint64 tick)
{
  return &self->parts[((guint64) tick - (guint64) self->first) >> self->shift];
}

void
weft_activity_add (WeftActivity *self, gint64 from, gint64 to)
{
  Part *begin, *end;

  if (to <= from && from < G_MAXINT64)
    to = from + 1;
  from = MAX (from, self->first);
  to = MIN (to, self->last);
  if (from >= to)
    return;
  begin = get_part (self, from);
  end = get_part (self, to - 1);
  begin->begun++;
  begin->first = MIN (begin->first, from);
  end->behind = MAX (end->behind, to);
  end[1].begun--;
}

/* A part without activity beside an active one begins or ends within that one. */
GArray *
weft_activity_find_quiet (const WeftActivity *self)
{
  GArray *quiet = g_array_new (FALSE, FALSE, sizeof (WeftCycleRange));
  WeftCycleRange range = { self->first, self->last };
  gint64 n_active = 0;
  gboolean was_quiet = TRUE;

  for (guint i = 0; i < self->n_parts; i++)
    {
      n_active += self->parts[i].begun;
      if (n_active == 0)
        {
          was_quiet = TRUE;
          continue;
        }
      range.to = self->parts[i].first;
      if (was_quiet && range.from < range.to)
        g_array_append_val (quiet, range);
      range.from = self->parts[i].behind;
      was_quiet = FALSE;
    }
  range.to = self->last;
  if (range.from < range.to)
    g_array_append_val (quiet, range);
  return quiet;
}
