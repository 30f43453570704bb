/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-map64.h"
#include "weft-query-walk.h"

G_BEGIN_DECLS

/* The cells that numbers stand for (WeftField has its `codes`), each made once: whole numbers, or texts, which have
 * numbers of their own, from 0 in the order in which they come up, no text twice. One thread. */
typedef struct
{
  gboolean are_texts;
  gint64 *values; /* by the cell's place: the number, or that of the text, −1: not known */
  guint8 *gaps;   /* likewise, of whole numbers: 1: not known */
  guint n_values;
  guint32 *near; /* by codes below WEFT_QUERY_NEAR_CODES: the cell's place + 1, 0: not made yet */
  WeftMap64 far; /* of the others: the place, */
  struct
  {
    gint64 code;
    guint32 place;   /* + 1; 0: none */
  } * recent;        /* and WEFT_QUERY_RECENT_CODES of those that were asked for last */
  GHashTable *texts; /* the numbers of the texts + 1 */
} WeftQueryCodes;

#define WEFT_QUERY_NEAR_CODES 65536u
#define WEFT_QUERY_RECENT_CODES 1024u

void weft_query_codes_init (WeftQueryCodes *self, gboolean are_texts);
void weft_query_codes_clear (WeftQueryCodes *self);

/* The number of a text, which `is_new` says was not there before. */
gint32 weft_query_codes_add_text (WeftQueryCodes *self, const char *text, gboolean *is_new);

/* Notes the cell that the code stands for: `value` is its number or that of its text, `gap` whether it is not known.
 * FALSE: they are too many. */
gboolean weft_query_codes_add (WeftQueryCodes *self, gint64 code, gint64 value, gboolean gap);

guint weft_query_codes_find_far (WeftQueryCodes *self, gint64 code);

/* The place of the cell that the code stands for; G_MAXUINT where it was not made yet. */
static inline guint
weft_query_codes_find (WeftQueryCodes *self, gint64 code)
{
  if (G_UNLIKELY (self->near == NULL))
    return G_MAXUINT;
  if ((guint64) code < WEFT_QUERY_NEAR_CODES)
    return self->near[code] - 1;
  return weft_query_codes_find_far (self, code);
}

G_END_DECLS
