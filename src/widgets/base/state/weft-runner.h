/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Derives on a worker what a window shows of a trace, again and again while the trace grows, a filter
 * changes or a range is brushed; what was derived last can be had until the next is there. Each family
 * has a kind of result, which holds the question that it answers. Main thread only, and needs a main
 * loop. */

typedef enum
{
  WEFT_RUN_NOT,   /* the same was asked for before */
  WEFT_RUN_LATER, /* the trace has grown: at most once per second, and not most of the time */
  WEFT_RUN_NEXT,  /* when what is being derived is there, which is worth showing on the way */
  WEFT_RUN_NOW,   /* in place of what is being derived: its question is not asked any more */
} WeftRunTime;

/* The answer. It is made with its question alone; after derive() it does not change any more. */
#define WEFT_TYPE_RESULT (weft_result_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftResult, weft_result, WEFT, RESULT, GObject)

struct _WeftResultClass
{
  GObjectClass parent_class;

  /* The question: a struct of this size at this place of the result; and what frees that which it
   * holds, not the struct itself. */
  gsize question_offset;
  gsize question_size;
  void (*clear_question) (gpointer question);

  /* When `question` is to be answered, `before` having been asked. It may be altered; `last`
   * (nullable) is the latest result. */
  WeftRunTime (*choose) (gpointer question, gconstpointer before, WeftResult *last);

  /* On a worker. `before` (nullable) is the last result; what is still right of it can be taken
   * over. FALSE with an error, also when cancelled. */
  gboolean (*derive) (WeftResult *self, WeftResult *before, GCancellable *cancellable,
                      GError **error);

  /* While a trace grows, results begin no more often than this (µs; at first a second), nor than so
   * many times (at first four) as long as the last took. */
  gint64 interval;
  int share;
};

/* The question that it answers, as its class has it: (transfer none). */
gpointer weft_result_get_question (WeftResult *self);

/* A kind of result that is one value. One that is derived once has no `choose`. */
typedef struct
{
  const char *name; /* of the GObject type that results have */
  gsize question_size;
  void (*clear_question) (gpointer question);
  WeftRunTime (*choose) (gpointer question, gconstpointer before, WeftResult *last);

  /* On a worker: the value, NULL with an error. */
  gpointer (*derive) (gconstpointer question, GCancellable *cancellable, GError **error);
  GDestroyNotify free_value;
  gint64 interval; /* 0: as of others */
  int share;
} WeftDerivation;

/* Signal "done": there is a new result. Signal "failed": there is none of what was asked last, and
 * weft_runner_get_error() says why. */
#define WEFT_TYPE_RUNNER (weft_runner_get_type ())
G_DECLARE_FINAL_TYPE (WeftRunner, weft_runner, WEFT, RUNNER, GObject)

/* Derives results of that type. */
WeftRunner *weft_runner_new (GType result_type);

WeftRunner *weft_runner_new_for_value (const WeftDerivation *derivation);

/* Has a question answered, as choose() says; the first at once. A struct as that type of result has it:
 * what it holds becomes the runner's. */
void weft_runner_ask (WeftRunner *self, gpointer question);

/* No more is to come: a question that waits for its time, as its trace has grown, is answered as soon as nothing else is. */
void weft_runner_hurry (WeftRunner *self);

/* The last question: (transfer none) (nullable), NULL where nothing was asked. */
gconstpointer weft_runner_get_question (WeftRunner *self);

/* Whether a worker is deriving; what waits for its time is not. */
gboolean weft_runner_is_running (WeftRunner *self);

/* Stops deriving and forgets the result and what was asked. */
void weft_runner_forget (WeftRunner *self);

/* The latest result, of the runner's type: (transfer none) (nullable). */
gpointer weft_runner_get_result (WeftRunner *self);

/* Why there is no result of what was asked last: (transfer none) (nullable), NULL where there is one, or may be one
 * yet. */
const GError *weft_runner_get_error (WeftRunner *self);

/* Forgets the latest result alone: it is no answer to what was asked last, for which there is none. */
void weft_runner_drop_result (WeftRunner *self);

/* The value of the latest result, where it has one; it lives as long as that: (transfer none)
 * (nullable). */
gpointer weft_runner_get_value (WeftRunner *self);

/* Has one question answered for whoever waits for the answer or the error: `source` (nullable) is the
 * callback's. The question becomes the worker's, as that of weft_runner_ask() does. */
void weft_runner_derive_async (const WeftDerivation *derivation, gpointer question, gpointer source,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);

/* (transfer full): the value; NULL with an error, also when cancelled. */
gpointer weft_runner_derive_finish (GAsyncResult *async, GError **error);

G_END_DECLS
