/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Derives on a worker what a window shows of a trace, again and again while the trace grows, a filter
 * changes or a range is brushed; what was derived last can be had until the next is there. Each family
 * has a kind of result and a kind of runner that is asked its questions. Main thread only, and needs a
 * main loop. */

/* What is derived. It is made with its question alone; after derive() it does not change any more. */
#define WEFT_TYPE_RESULT (weft_result_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftResult, weft_result, WEFT, RESULT, GObject)

struct _WeftResultClass
{
  GObjectClass parent_class;

  /* On a worker. `before` (nullable) is the last result; what is still right of it can be taken
   * over. FALSE with an error, also when cancelled. */
  gboolean (*derive) (WeftResult *self, WeftResult *before, GCancellable *cancellable,
                      GError **error);

  gpointer padding[3];
};

/* Signal "done": there is a new result. */
#define WEFT_TYPE_RUNNER (weft_runner_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftRunner, weft_runner, WEFT, RUNNER, GObject)

struct _WeftRunnerClass
{
  GObjectClass parent_class;

  gpointer padding[4];
};

typedef enum
{
  WEFT_RUN_NOW,   /* in place of what is being derived: its question is not asked any more */
  WEFT_RUN_NEXT,  /* when what is being derived is there, which is worth showing on the way */
  WEFT_RUN_LATER, /* the trace has grown: at most once per second, and not most of the time */
} WeftRunTime;

/* Has `result` (transfer full) derived, in place of one that waits. */
void weft_runner_ask (WeftRunner *self, WeftResult *result, WeftRunTime when);

/* Stops deriving and forgets the result. */
void weft_runner_forget (WeftRunner *self);

/* The latest result: (transfer none) (nullable). */
WeftResult *weft_runner_get_result (WeftRunner *self);

/* Whether a result is being derived. */
gboolean weft_runner_is_busy (WeftRunner *self);

G_END_DECLS
