/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flows.h"

static int
compare_flows (gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
  const WeftTimelineFlow *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

static int
compare_ends (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint32 *to = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (to[x] != to[y])
    return to[x] < to[y] ? -1 : 1;
  return (x > y) - (x < y);
}

WeftTimelineFlows *
weft_timeline_flows_new (WeftTimelineFlow *flows, guint32 n, guint64 n_unbound)
{
  WeftTimelineFlows *self = g_new0 (WeftTimelineFlows, 1);

  g_qsort_with_data (flows, (gint) n, sizeof *flows, compare_flows, NULL);
  self->n = n;
  self->n_unbound = n_unbound;
  self->from = g_new (guint32, n);
  self->to = g_new (guint32, n);
  self->name = g_new (guint32, n);
  self->by_end = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    {
      self->from[i] = flows[i].from;
      self->to[i] = flows[i].to;
      self->name[i] = flows[i].name;
      self->by_end[i] = i;
    }
  g_qsort_with_data (self->by_end, (gint) n, sizeof *self->by_end, compare_ends, self->to);
  return self;
}

void
weft_timeline_flows_free (WeftTimelineFlows *self)
{
  if (self == NULL)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self->name);
  g_free (self->by_end);
  g_free (self);
}

/* The first place whose row is not below `row`; `order` (nullable) says in which the rows rise. */
static guint32
find (const guint32 *rows, const guint32 *order, guint32 n, guint64 row)
{
  guint32 low = 0, high = n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (rows[order != NULL ? order[middle] : middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
weft_timeline_flows_find_from (const WeftTimelineFlows *self, guint32 row, guint32 *first,
                               guint32 *last)
{
  *first = find (self->from, NULL, self->n, row);
  *last = find (self->from, NULL, self->n, (guint64) row + 1);
}

void
weft_timeline_flows_find_to (const WeftTimelineFlows *self, guint32 row, guint32 *first,
                             guint32 *last)
{
  *first = find (self->to, self->by_end, self->n, row);
  *last = find (self->to, self->by_end, self->n, (guint64) row + 1);
}
