/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-folds.h"

#include <string.h>

/* A stretch that is less than a run's thousandth is not worth a mark. */
#define MIN_PART 1000

/* As much of the rest as a stretch is drawn, where there are few. */
#define DRAWN_PART 8

struct _WeftFolds
{
  gatomicrefcount ref_count;
  GArray *folds;  /* WeftCycleRange */
  GArray *places; /* gint64, of their first ticks */
  gint64 drawn;   /* places that each has */
};

WeftFolds *
weft_folds_ref (WeftFolds *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_folds_unref (WeftFolds *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->folds);
  g_array_unref (self->places);
  g_free (self);
}

static WeftFolds *
make (const WeftCycleRange *quiet, guint n, gint64 least, gint64 drawn)
{
  WeftFolds *self = g_new0 (WeftFolds, 1);
  gint64 saved = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->folds = g_array_new (FALSE, FALSE, sizeof (WeftCycleRange));
  self->places = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->drawn = drawn;
  for (guint i = 0; i < n; i++)
    {
      gint64 length = quiet[i].to - quiet[i].from, place = quiet[i].from - saved;

      if (length < least || length < 4 * drawn)
        continue;
      g_array_append_val (self->folds, quiet[i]);
      g_array_append_val (self->places, place);
      saved += length - drawn;
    }
  return self;
}

WeftFolds *
weft_folds_choose (const WeftCycleRange *quiet, guint n, gint64 first, gint64 last)
{
  gint64 all = last - first, least = G_MAXINT64, folded = 0, n_folded = 0, more, n_more;
  WeftFolds *self;

  /* Beside a wait of a second one of a millisecond is nothing; once the one is folded, it may be all there
   * is to see. */
  do
    {
      gint64 limit = MAX ((all - folded) / MIN_PART, 2);

      more = n_more = 0;
      for (guint i = 0; i < n; i++)
        if (quiet[i].to - quiet[i].from >= limit && quiet[i].to - quiet[i].from < least)
          {
            more += quiet[i].to - quiet[i].from;
            n_more++;
          }
      if (n_more == 0 || more < (all - folded) / 2)
        break;
      least = limit;
      folded += more;
      n_folded += n_more;
    }
  while (TRUE);
  if (n_folded == 0)
    return NULL;
  self = make (quiet, n, least, MAX ((all - folded) / (DRAWN_PART + n_folded), 1));
  if (self->folds->len == 0)
    g_clear_pointer (&self, weft_folds_unref);
  return self;
}

static const WeftCycleRange *
get_fold (const WeftFolds *self, guint index)
{
  return &g_array_index (self->folds, WeftCycleRange, index);
}

WeftFolds *
weft_folds_open (WeftFolds *self, gint64 tick)
{
  const WeftCycleRange *open = weft_folds_at (self, tick);
  g_autofree WeftCycleRange *left = g_new (WeftCycleRange, self->folds->len);
  guint n = 0;

  if (open == NULL)
    return weft_folds_ref (self);
  for (guint i = 0; i < self->folds->len; i++)
    if (get_fold (self, i) != open)
      left[n++] = *get_fold (self, i);
  return n > 0 ? make (left, n, 0, self->drawn) : NULL;
}

gboolean
weft_folds_equal (const WeftFolds *a, const WeftFolds *b)
{
  if (a == NULL || b == NULL || a == b)
    return a == b;
  return a->drawn == b->drawn && a->folds->len == b->folds->len
         && memcmp (a->folds->data, b->folds->data, a->folds->len * sizeof (WeftCycleRange)) == 0;
}

const WeftCycleRange *
weft_folds_get (const WeftFolds *self, guint *n)
{
  *n = self != NULL ? self->folds->len : 0;
  return self != NULL ? (const WeftCycleRange *) (gpointer) self->folds->data : NULL;
}

static gint64
get_place (const WeftFolds *self, guint index)
{
  return g_array_index (self->places, gint64, index);
}

/* The last fold that begins at or before a tick, or at a place: G_MAXUINT where none does. */
static guint
find_before (const WeftFolds *self, gint64 at, gboolean is_place)
{
  guint low = 0, high = self->folds->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if ((is_place ? get_place (self, middle) : get_fold (self, middle)->from) <= at)
        low = middle + 1;
      else
        high = middle;
    }
  return low - 1;
}

gint64
weft_folds_lay (const WeftFolds *self, gint64 tick)
{
  guint index = self != NULL ? find_before (self, tick, FALSE) : G_MAXUINT;
  const WeftCycleRange *fold;

  if (index == G_MAXUINT)
    return tick;
  fold = get_fold (self, index);
  if (tick >= fold->to)
    return get_place (self, index) + self->drawn + (tick - fold->to);
  return get_place (self, index)
         + (gint64) ((__int128) (tick - fold->from) * self->drawn / (fold->to - fold->from));
}

gint64
weft_folds_find (const WeftFolds *self, gint64 place)
{
  guint index = self != NULL ? find_before (self, place, TRUE) : G_MAXUINT;
  const WeftCycleRange *fold;
  gint64 into;

  if (index == G_MAXUINT)
    return place;
  fold = get_fold (self, index);
  into = place - get_place (self, index);
  if (into >= self->drawn)
    return fold->to + (into - self->drawn);
  /* Rounded up: what is rounded down to this place again. */
  return fold->from
         + (gint64) (((__int128) into * (fold->to - fold->from) + self->drawn - 1) / self->drawn);
}

const WeftCycleRange *
weft_folds_at (const WeftFolds *self, gint64 tick)
{
  guint index = self != NULL ? find_before (self, tick, FALSE) : G_MAXUINT;

  return index != G_MAXUINT && tick < get_fold (self, index)->to ? get_fold (self, index) : NULL;
}
