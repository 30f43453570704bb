/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query.h"

G_BEGIN_DECLS

/* Where the rows of an answer lead to in the picture of the trace that was asked: what the numbers of a column
 * stand for, and which thing or time one of them is. */

typedef enum
{
  WEFT_QUERY_LEAD_NOWHERE,
  WEFT_QUERY_LEAD_TIME, /* the number is a point of the trace's time */
  WEFT_QUERY_LEAD_ROW,  /* the number says a row of a table */
} WeftQueryLeadKind;

typedef struct
{
  WeftQueryLeadKind kind;
  const char *table; /* the row's; lives for ever, as what follows */
  const char *by;    /* the column that holds the number; NULL: the rowid */
} WeftQueryLead;

/* Of a column of the query that is prepared: by what it is read from, and where it is computed by its name, as
 * far as all tables of the trace that have a column of that name agree; where none has, "time", "cycle" and "tick" are
 * times. */
WeftQueryLead weft_query_lead_find (const WeftQuery *query, guint column);

/* A thing of the picture. */
typedef struct
{
  guint32 item; /* as searches number it (WeftSearchHit) */
  gint64 time;  /* when it begins */
} WeftQueryPlace;

/* The thing that a number leads to, of a column that leads to rows: takes the place of the query that was
 * prepared. FALSE with an error; one of WEFT_QUERY_ERROR_FAILED where there is none. */
gboolean weft_query_lead_follow (const WeftQueryLead *self, WeftQuery *query, gint64 number,
                                 GCancellable *cancellable, WeftQueryPlace *place, GError **error);

/* Likewise of `n` numbers at once, in a time that grows little faster than the tables do. items[i] is the thing that
 * numbers[i] leads to, G_MAXUINT32 where there is none; a number may be WEFT_NO_CYCLE, for none. FALSE with an error where it was cancelled or failed. */
gboolean weft_query_lead_follow_all (const WeftQueryLead *self, WeftQuery *query,
                                     const gint64 *numbers, guint n, guint32 *items,
                                     GCancellable *cancellable, GError **error);

G_END_DECLS
