/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-columns.h"

#include "weft-handover.h"

#include <string.h>

/* More things than this in a tile are drawn as shares, however large the pixels are. */
#define MAX_DETAILS 4096u

/* Ticks must be this wide for single accesses. */
#define DETAIL_PX 2.0

/* The sums of one index or one page. */
typedef struct
{
  gconstpointer of;
  WeftBusLaneSum *lanes;
  WeftBusEnds *ends;
  guint32 *counts;
  WeftBusEndSum *page;
  gboolean is_listed;
  GArray *shown;
} Part;

struct _WeftBusColumns
{
  gatomicrefcount ref_count;
  double ticks_per_px;
  gint64 first;
  gint64 last;
  GArray *columns; /* WeftBusColumn */
  GArray *bounds;  /* gint64, none before the one before it */
  WeftLock lock;   /* held while something is summed up, which others would have to do again */
  GArray *parts;
};

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_free (part->lanes);
  g_free (part->ends);
  g_free (part->counts);
  g_free (part->page);
  g_clear_pointer (&part->shown, g_array_unref);
}

static guint
add_bound (WeftBusColumns *self, gint64 tick)
{
  g_array_append_val (self->bounds, tick);
  return self->bounds->len - 1;
}

/* A column begins where the one before it ends, or where that began when both lie in one tick. */
static void
add_column (WeftBusColumns *self, const WeftTrackView *view, int x)
{
  const WeftBusColumn *before = x > 0 ? &g_array_index (self->columns, WeftBusColumn, x - 1) : NULL;
  WeftBusColumn column;

  weft_track_view_column (view, x, &column.first, &column.last);
  if (before != NULL && column.first == before->first)
    column.from = before->from;
  else if (before != NULL && column.first == before->last)
    column.from = before->to;
  else
    column.from = add_bound (self, column.first);
  if (before != NULL && column.last == before->last)
    column.to = before->to;
  else if (column.last == column.first)
    column.to = column.from;
  else
    column.to = add_bound (self, column.last);
  g_array_append_val (self->columns, column);
}

WeftBusColumns *
weft_bus_columns_new (const WeftTrackView *view)
{
  WeftBusColumns *self = g_new0 (WeftBusColumns, 1);
  guint width = (guint) MAX (view->width, 0);

  g_atomic_ref_count_init (&self->ref_count);
  pthread_mutex_init (&self->lock, NULL);
  self->ticks_per_px = view->axis.ticks_per_px;
  self->first = view->first;
  self->last = view->last;
  self->columns = g_array_sized_new (FALSE, FALSE, sizeof (WeftBusColumn), width);
  self->bounds = g_array_sized_new (FALSE, FALSE, sizeof (gint64), width + 1);
  self->parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_array_set_clear_func (self->parts, clear_part);
  for (int x = 0; x < view->width; x++)
    add_column (self, view, x);
  return self;
}

WeftBusColumns *
weft_bus_columns_ref (WeftBusColumns *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_bus_columns_unref (WeftBusColumns *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->columns);
  g_array_unref (self->bounds);
  g_array_unref (self->parts);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

gboolean
weft_bus_columns_equal (const WeftBusColumns *a, const WeftBusColumns *b)
{
  return a->first == b->first && a->last == b->last && a->ticks_per_px == b->ticks_per_px
         && a->columns->len == b->columns->len
         && memcmp (a->columns->data, b->columns->data, a->columns->len * sizeof (WeftBusColumn))
              == 0;
}

const WeftBusColumn *
weft_bus_columns_get (const WeftBusColumns *self)
{
  return &g_array_index (self->columns, WeftBusColumn, 0);
}

static Part *
get_part (WeftBusColumns *self, gconstpointer of)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_array_index (self->parts, Part, i).of == of)
      return &g_array_index (self->parts, Part, i);
  g_array_set_size (self->parts, self->parts->len + 1);
  g_array_index (self->parts, Part, self->parts->len - 1).of = of;
  return &g_array_index (self->parts, Part, self->parts->len - 1);
}

/* Adds sums of the index that there are not yet, and with any of them counts, which cost nothing then. */
static void
add_sums (const WeftBusColumns *self, const WeftBusIndex *index, Part *part, gboolean with_lanes,
          gboolean with_ends)
{
  const gint64 *bounds = &g_array_index (self->bounds, gint64, 0);
  WeftBusLaneSum *lanes = NULL;
  WeftBusEnds *ends = NULL;
  guint32 *counts = NULL;

  if (with_lanes && part->lanes == NULL)
    part->lanes = lanes = g_new (WeftBusLaneSum, (gsize) self->bounds->len * WEFT_BUS_N_MASTERS);
  if (with_ends && part->ends == NULL)
    part->ends = ends = g_new (WeftBusEnds, self->bounds->len);
  if (part->counts == NULL)
    part->counts = counts = g_new (guint32, self->bounds->len);
  if (lanes != NULL || ends != NULL || counts != NULL)
    weft_bus_index_sum (index, bounds, self->bounds->len, lanes, ends, counts);
}

/* The sums of the index: (transfer none). */
static Part
sum (WeftBusColumns *self, const WeftBusIndex *index, gboolean with_lanes, gboolean with_ends)
{
  Part *part, summed;

  weft_lock (&self->lock);
  part = get_part (self, index);
  add_sums (self, index, part, with_lanes, with_ends);
  summed = *part;
  weft_unlock (&self->lock);
  return summed;
}

const WeftBusLaneSum *
weft_bus_columns_sum_lanes (WeftBusColumns *self, const WeftBusIndex *index, gboolean with_ends)
{
  return sum (self, index, TRUE, with_ends).lanes;
}

const WeftBusEnds *
weft_bus_columns_sum_ends (WeftBusColumns *self, const WeftBusIndex *index)
{
  return sum (self, index, FALSE, TRUE).ends;
}

const guint32 *
weft_bus_columns_count_ends (WeftBusColumns *self, const WeftBusIndex *index)
{
  return sum (self, index, FALSE, FALSE).counts;
}

const WeftBusEndSum *
weft_bus_columns_sum_page (WeftBusColumns *self, const WeftBusPrefixSums *page)
{
  const WeftBusEndSum *sums;
  Part *part;

  weft_lock (&self->lock);
  part = get_part (self, page);
  if (part->page == NULL)
    {
      part->page = g_new (WeftBusEndSum, self->bounds->len);
      weft_bus_prefix_sums_read (page, &g_array_index (self->bounds, gint64, 0), self->bounds->len,
                                 part->page);
    }
  sums = part->page;
  weft_unlock (&self->lock);
  return sums;
}

/* (nullable) (transfer full). */
static GArray *
list_shown (const WeftBusColumns *self, const WeftBusIndex *index)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *shown;

  if (self->ticks_per_px * DETAIL_PX > 1
      || !weft_bus_index_list (index, self->first, self->last, MAX_DETAILS, rows))
    return NULL;
  shown = g_array_sized_new (FALSE, FALSE, sizeof (WeftBusShown), rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      WeftBusShown access = { .row = g_array_index (rows, guint32, i) };

      weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (index), access.row,
                                    &access.record);
      weft_bus_access_get_span (&access.record, &access.span);
      g_array_append_val (shown, access);
    }
  return shown;
}

const GArray *
weft_bus_columns_list (WeftBusColumns *self, const WeftBusIndex *index)
{
  const GArray *shown;
  Part *part;

  weft_lock (&self->lock);
  part = get_part (self, index);
  if (!part->is_listed)
    part->shown = list_shown (self, index);
  part->is_listed = TRUE;
  shown = part->shown;
  weft_unlock (&self->lock);
  return shown;
}
