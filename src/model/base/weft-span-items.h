/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-spans.h"

G_BEGIN_DECLS

/* Events as an index is built of them: when they are, and which row each is. */

typedef struct
{
  gint64 start;
  gint64 end;
  guint32 row;
} WeftSpanItem;

/* Puts them in the order of time: by start, of those that start together the longest first, and else as
 * their rows are. `scratch` has room for half of them. What is in order already costs one look. */
void weft_span_items_sort (WeftSpanItem *items, guint32 n, WeftSpanItem *scratch);

/* Room for so many items, and scratch for sorting them. Zero-initialize. */
typedef struct
{
  WeftSpanItem *items;
  WeftSpanItem *scratch;
  guint32 n;
} WeftSpanRoom;

/* There is for `n` then; what was in it is gone where there was not. */
void weft_span_room_reserve (WeftSpanRoom *self, guint32 n);
void weft_span_room_clear (WeftSpanRoom *self);

/* Spans that neither overlap nor touch, and the one that is being made, empty at first. */
typedef struct
{
  WeftSpans *spans;
  gint64 start;
  gint64 end;
} WeftSpanUnion;

/* Adds [start, end), which does not begin before what was added; then, after the last, the rest. */
void weft_span_union_add (WeftSpanUnion *self, gint64 start, gint64 end);
void weft_span_union_finish (WeftSpanUnion *self);

/* The unions of the items, which are in order; and their common part. `result` is finished. */
void weft_span_items_unite (const WeftSpanItem *items, guint32 n, WeftSpans *result);
void weft_spans_unite (const WeftSpans *a, const WeftSpans *b, WeftSpans *result);

G_END_DECLS
