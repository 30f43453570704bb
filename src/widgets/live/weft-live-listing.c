/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-listing.h"

#include "weft-expression-eval.h"
#include "weft-live-record-fields.h"

typedef struct
{
  WeftLiveTrace *trace;
  guint generation;
  WeftExpression *filter; /* NULL: all */
} Question;

static void
question_clear (gpointer data)
{
  Question *question = data;

  g_clear_object (&question->trace);
  g_clear_pointer (&question->filter, weft_expression_unref);
}

static void
listing_free (gpointer data)
{
  WeftLiveListing *self = data;

  g_clear_pointer (&self->filter, weft_expression_unref);
  g_clear_pointer (&self->places, weft_bitset_unref);
  g_free (self->rows);
  weft_live_records_unref (self->records);
  g_free (self);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  if (question->filter != before->filter)
    return WEFT_RUN_NOW;
  return question->generation == before->generation ? WEFT_RUN_NOT : WEFT_RUN_LATER;
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  WeftLiveListing *self = g_new0 (WeftLiveListing, 1);
  g_autoptr (WeftBitset) places = NULL;

  self->records = weft_live_records_new (question->trace);
  self->n_rows = self->records->n_rows;
  if (question->filter == NULL)
    return self;
  self->filter = weft_expression_ref (question->filter);
  places = weft_expression_run (self->filter, self->records, self->n_rows, cancellable, error);
  if (places == NULL)
    {
      listing_free (self);
      return NULL;
    }
  self->rows = weft_bitset_list (places);
  self->n_rows = places->n_set;
  self->places = g_steal_pointer (&places);
  return self;
}

static const WeftDerivation listing = { .name = "WeftLiveListed",
                                        .question_size = sizeof (Question),
                                        .clear_question = question_clear,
                                        .choose = choose,
                                        .derive = derive,
                                        .free_value = listing_free };

WeftRunner *
weft_live_listing_runner_new (void)
{
  return weft_runner_new_for_value (&listing);
}

void
weft_live_listing_ask (WeftRunner *runner, WeftLiveTrace *trace, WeftExpression *filter)
{
  Question question = { .trace = g_object_ref (trace),
                        .generation = weft_trace_get_generation (WEFT_TRACE (trace)),
                        .filter = filter != NULL ? weft_expression_ref (filter) : NULL };

  weft_runner_ask (runner, &question);
}

guint32
weft_live_listing_get_place (const WeftLiveListing *self, guint row)
{
  if (row >= self->n_rows)
    return WEFT_NO_ROW;
  return self->rows != NULL ? self->rows[row] : row;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const guint32 *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

guint
weft_live_listing_find (const WeftLiveListing *self, guint32 place)
{
  const guint32 *found;

  if (self->rows == NULL)
    return place < self->n_rows ? place : WEFT_NO_ROW;
  found = bsearch (&place, self->rows, self->n_rows, sizeof place, compare_places);
  return found != NULL ? (guint) (found - self->rows) : WEFT_NO_ROW;
}

WeftFacts
weft_live_listing_get_facts (const WeftLiveListing *self)
{
  return weft_live_records_get_facts (self->records, WEFT_FIELD_TABLE, self->rows, self->n_rows);
}
