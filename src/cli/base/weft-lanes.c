/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-lanes.h"

typedef struct
{
  gint64 end; /* of what is last in it */
  guint number;
} Lane;

struct _WeftLanes
{
  GArray *heap; /* Lane: the one that is free first comes first */
};

WeftLanes *
weft_lanes_new (void)
{
  WeftLanes *self = g_new (WeftLanes, 1);

  self->heap = g_array_new (FALSE, FALSE, sizeof (Lane));
  return self;
}

void
weft_lanes_free (WeftLanes *self)
{
  g_array_unref (self->heap);
  g_free (self);
}

static void
swap (Lane *a, Lane *b)
{
  Lane held = *a;

  *a = *b;
  *b = held;
}

static gboolean
is_free_before (const Lane *a, const Lane *b)
{
  return a->end != b->end ? a->end < b->end : a->number < b->number;
}

/* The first lane is free later than it was. */
static void
sink_first (GArray *heap)
{
  Lane *lanes = (Lane *) (gpointer) heap->data;
  guint at = 0;

  while (TRUE)
    {
      guint first = at;

      for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < heap->len; child++)
        if (is_free_before (&lanes[child], &lanes[first]))
          first = child;
      if (first == at)
        return;
      swap (&lanes[at], &lanes[first]);
      at = first;
    }
}

/* A lane that nothing was free before comes in front. */
static void
raise_last (GArray *heap)
{
  Lane *lanes = (Lane *) (gpointer) heap->data;
  guint at = heap->len - 1;

  for (; at > 0 && is_free_before (&lanes[at], &lanes[(at - 1) / 2]); at = (at - 1) / 2)
    swap (&lanes[at], &lanes[(at - 1) / 2]);
}

guint
weft_lanes_take (WeftLanes *self, gint64 start, gint64 end)
{
  Lane *first = (Lane *) (gpointer) self->heap->data;
  Lane fresh = { end, self->heap->len };

  if (self->heap->len > 0 && first->end <= start)
    {
      guint number = first->number;

      first->end = end;
      sink_first (self->heap);
      return number;
    }
  g_array_append_val (self->heap, fresh);
  raise_last (self->heap);
  return fresh.number;
}
