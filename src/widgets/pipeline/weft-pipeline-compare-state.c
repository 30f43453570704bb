/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-state.h"

#include <math.h>

#include "weft-task.h"

/* Milliseconds from when a log grows until it is compared anew. */
#define AGAIN_DELAY 1000

/* How much of a stage's own colour is left where each log has a colour, and how pale that is, so
 * that texts can be read where one lies over the other. */
#define STAGE_SHARE 0.4
#define PALENESS 0.5

struct _WeftPipelineCompareState
{
  GObject parent_instance;

  WeftPipelineState *states[WEFT_N_LOGS];
  gboolean same_time;
  gboolean syncing; /* one state is being moved by the other */

  WeftPipelineAlignment alignment;
  GObject *owner; /* of the result */
  const WeftPipelineCompare *result;
  guint generations[WEFT_N_LOGS]; /* of the traces that are compared */
  GCancellable *cancellable;      /* of the worker; NULL: none is at work */
  guint again_timer;
};

enum
{
  COMPARED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPipelineCompareState, weft_pipeline_compare_state, G_TYPE_OBJECT)

/* --- comparing -------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineSnapshot *snapshots[WEFT_N_LOGS];
  WeftPipelineAlignment alignment;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_pipeline_snapshot_unref (job->snapshots[log]);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  WeftPipelineCompare *result =
    weft_pipeline_compare_new (job->snapshots, NULL, job->alignment, 0, cancellable, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) weft_pipeline_compare_free);
  else
    g_task_return_error (task, error);
}

static void move_other (WeftPipelineCompareState *self, int log);

static void
on_compared (GObject *source, GAsyncResult *async, gpointer data G_GNUC_UNUSED)
{
  WeftPipelineCompareState *self = WEFT_PIPELINE_COMPARE_STATE (source);
  WeftPipelineCompare *result = g_task_propagate_pointer (G_TASK (async), NULL);

  if (g_task_get_cancellable (G_TASK (async)) != self->cancellable)
    {
      g_clear_pointer (&result, weft_pipeline_compare_free);
      return;
    }
  g_clear_object (&self->cancellable);
  if (result == NULL)
    return;
  g_clear_object (&self->owner);
  self->owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_object_set_data_full (self->owner, "weft-compare", result,
                          (GDestroyNotify) weft_pipeline_compare_free);
  self->result = result;
  move_other (self, WEFT_LOG_A);
  g_signal_emit (self, signals[COMPARED], 0);
}

static void
stop_comparing (WeftPipelineCompareState *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->again_timer, g_source_remove);
}

static void
compare (WeftPipelineCompareState *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  stop_comparing (self);
  self->cancellable = g_cancellable_new ();
  job->alignment = self->alignment;
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->states[log]);

      self->generations[log] = weft_trace_get_generation (WEFT_TRACE (trace));
      job->snapshots[log] = weft_pipeline_trace_ref_snapshot (trace);
    }
  task = g_task_new (self, self->cancellable, on_compared, NULL);
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
}

static gboolean
on_again (gpointer data)
{
  WeftPipelineCompareState *self = data;

  self->again_timer = 0;
  compare (self);
  return G_SOURCE_REMOVE;
}

/* Logs that grow are compared about once a second. */
static void
on_content (WeftPipelineCompareState *self)
{
  gboolean grown = FALSE;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (self->states[log]));

      grown = grown || weft_trace_get_generation (trace) != self->generations[log];
    }
  if (grown && self->again_timer == 0)
    self->again_timer = g_timeout_add (AGAIN_DELAY, on_again, self);
}

/* --- moving together -------------------------------------------------------------------------- */

/* The row of an op, or of the next one that is shown; the last where none is. */
static guint32
find_row (WeftPipelineRows *rows, guint32 op)
{
  guint32 n_rows, row = WEFT_NO_ROW, n_ops;

  weft_pipeline_rows_lock (rows);
  n_rows = weft_pipeline_rows_get_n_rows (rows);
  n_ops = weft_pipeline_rows_get_snapshot (rows)->n_ops;
  for (; op < n_ops && row == WEFT_NO_ROW; op++)
    row = weft_pipeline_rows_find_op (rows, op);
  weft_pipeline_rows_unlock (rows);
  return row != WEFT_NO_ROW ? row : MAX (n_rows, 1) - 1;
}

static guint32
get_op (WeftPipelineRows *rows, double row)
{
  guint32 n_rows, op = WEFT_NO_ROW;

  weft_pipeline_rows_lock (rows);
  n_rows = weft_pipeline_rows_get_n_rows (rows);
  if (n_rows > 0)
    op = weft_pipeline_rows_get_op (rows, (guint32) CLAMP (row, 0, n_rows - 1));
  weft_pipeline_rows_unlock (rows);
  return op;
}

static gint64
get_fetch (WeftPipelineCompareState *self, int log, guint32 op)
{
  return weft_pipeline_snapshot_get_fetch (self->result->snapshots[log], op);
}

/* Where the other picture stands when that of `log` stands at `from`: FALSE where that can't be
 * said. */
static gboolean
find_place (WeftPipelineCompareState *self, int log, const WeftPipelineViewport *from,
            WeftPipelineViewport *to)
{
  guint32 op = get_op (weft_pipeline_state_get_rows (self->states[log]), floor (from->origin_row));
  guint32 partner, anchor;
  gint64 shift = log == WEFT_LOG_A ? self->result->base : -self->result->base;

  if (op == WEFT_NO_ROW)
    return FALSE;
  partner = weft_pipeline_compare_find_partner (self->result, log, op);
  if (partner == WEFT_NO_ROW)
    return FALSE;
  anchor = weft_pipeline_compare_find_partner (self->result, !log, partner);
  if (!self->same_time)
    shift = get_fetch (self, !log, partner) - get_fetch (self, log, anchor);
  *to = *from;
  to->origin_row = find_row (weft_pipeline_state_get_rows (self->states[!log]), partner)
                   + from->origin_row - floor (from->origin_row);
  if (from->layout == WEFT_PIPELINE_TIME)
    to->origin_cycle += shift;
  return TRUE;
}

/* Moves the other picture to where that of `log` is. */
static void
move_other (WeftPipelineCompareState *self, int log)
{
  const WeftPipelineViewport *from = weft_pipeline_state_get_viewport (self->states[log]);
  const WeftPipelineViewport *now = weft_pipeline_state_get_viewport (self->states[!log]);
  WeftPipelineViewport to;

  if (self->syncing || self->result == NULL
      || !weft_view_state_is_open (WEFT_VIEW_STATE (self->states[log]))
      || !weft_view_state_is_open (WEFT_VIEW_STATE (self->states[!log]))
      || !find_place (self, log, from, &to))
    return;
  to.width = now->width;
  to.height = now->height;
  to.scheme = now->scheme;
  self->syncing = TRUE;
  weft_pipeline_state_set_viewport (self->states[!log], to);
  self->syncing = FALSE;
}

static int
get_log (WeftPipelineCompareState *self, WeftPipelineState *state)
{
  return state == self->states[WEFT_LOG_A] ? WEFT_LOG_A : WEFT_LOG_B;
}

static void
on_viewport (WeftPipelineCompareState *self, WeftPipelineState *state)
{
  move_other (self, get_log (self, state));
}

/* The same op is selected in both, where both have it. */
static void
on_selection (WeftPipelineCompareState *self, WeftPipelineState *state)
{
  int log = get_log (self, state);
  guint32 op = weft_pipeline_state_get_selection (state)->op, partner = WEFT_NO_ROW;

  if (self->syncing || self->result == NULL)
    return;
  if (op < self->result->snapshots[log]->n_ops && self->result->pairs_of_op[log][op] != WEFT_NO_ROW)
    partner =
      g_array_index (self->result->pairs, WeftOpPair, self->result->pairs_of_op[log][op]).ops[!log];
  self->syncing = TRUE;
  weft_pipeline_state_select (self->states[!log], partner, WEFT_NO_STAGE);
  self->syncing = FALSE;
}

void
weft_pipeline_compare_state_show (WeftPipelineCompareState *self, WeftCompareFactsKey key,
                                  guint row)
{
  guint32 ops[WEFT_N_LOGS];
  int log;

  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  if (self->result == NULL)
    return;
  weft_pipeline_compare_get_places (self->result, key, row, ops);
  log = ops[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;
  if (ops[log] == WEFT_NO_ROW)
    return;
  self->syncing = TRUE;
  for (int i = 0; i < WEFT_N_LOGS; i++)
    weft_pipeline_state_select (self->states[i], ops[i], WEFT_NO_STAGE);
  self->syncing = FALSE;
  weft_pipeline_state_show_op (self->states[log], ops[log], FALSE);
}

/* --- manner ----------------------------------------------------------------------------------- */

void
weft_pipeline_compare_state_set_alignment (WeftPipelineCompareState *self,
                                           WeftPipelineAlignment alignment)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  if (self->alignment == alignment)
    return;
  self->alignment = alignment;
  compare (self);
}

void
weft_pipeline_compare_state_set_same_time (WeftPipelineCompareState *self, gboolean same_time)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  self->same_time = same_time;
  move_other (self, WEFT_LOG_A);
}

static const WeftColor tints[WEFT_N_LOGS] = { 0xff0072b2u, 0xffd55e00u };

/* Stages in the order of their colours, each in a shade of the log's. Any thread. */
static WeftColor
get_tinted_color (const WeftKindInfo *info, gpointer tint)
{
  static const WeftColor stages[] = { 0xff0072b2u, 0xffe69f00u, 0xff009e73u, 0xffcc79a7u,
                                      0xff56b4e9u, 0xffd55e00u, 0xff7a68a6u, 0xffb8a000u };

  WeftColor color = weft_color_mix (*(const WeftColor *) tint,
                                    stages[info->rank % G_N_ELEMENTS (stages)], STAGE_SHARE);

  return weft_color_mix (color, WEFT_COLOR_WHITE, PALENESS);
}

static const WeftPipelineCustom customs[WEFT_N_LOGS] = {
  { get_tinted_color, (gpointer) &tints[WEFT_LOG_A], 1 },
  { get_tinted_color, (gpointer) &tints[WEFT_LOG_B], 2 },
};

void
weft_pipeline_compare_state_set_tinted (WeftPipelineCompareState *self, gboolean tinted)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      weft_pipeline_state_set_custom (self->states[log], tinted ? &customs[log] : NULL);
      weft_pipeline_state_set_scheme (self->states[log],
                                      tinted ? WEFT_SCHEME_CUSTOM : WEFT_SCHEME_STAGE);
    }
}

/* --- the object ------------------------------------------------------------------------------- */

WeftPipelineState *
weft_pipeline_compare_state_get_state (WeftPipelineCompareState *self, int log)
{
  return self->states[log];
}

const WeftPipelineCompare *
weft_pipeline_compare_state_get_result (WeftPipelineCompareState *self)
{
  return self->result;
}

GObject *
weft_pipeline_compare_state_get_owner (WeftPipelineCompareState *self)
{
  return self->owner;
}

static void
weft_pipeline_compare_state_dispose (GObject *object)
{
  WeftPipelineCompareState *self = WEFT_PIPELINE_COMPARE_STATE (object);

  stop_comparing (self);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      if (self->states[log] != NULL)
        g_signal_handlers_disconnect_by_data (self->states[log], self);
      g_clear_object (&self->states[log]);
    }
  self->result = NULL;
  g_clear_object (&self->owner);
  G_OBJECT_CLASS (weft_pipeline_compare_state_parent_class)->dispose (object);
}

static void
weft_pipeline_compare_state_class_init (WeftPipelineCompareStateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_compare_state_dispose;

  signals[COMPARED] = g_signal_new ("compared", WEFT_TYPE_PIPELINE_COMPARE_STATE, G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_pipeline_compare_state_init (WeftPipelineCompareState *self G_GNUC_UNUSED)
{
}

WeftPipelineCompareState *
weft_pipeline_compare_state_new (WeftPipelineTrace *a, WeftPipelineTrace *b)
{
  WeftPipelineCompareState *self = g_object_new (WEFT_TYPE_PIPELINE_COMPARE_STATE, NULL);
  WeftPipelineTrace *traces[] = { a, b };

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      self->states[log] = weft_pipeline_state_new (traces[log]);
      g_signal_connect_swapped (self->states[log], "viewport", G_CALLBACK (on_viewport), self);
      g_signal_connect_swapped (self->states[log], "selection", G_CALLBACK (on_selection), self);
      g_signal_connect_swapped (self->states[log], "content", G_CALLBACK (on_content), self);
    }
  compare (self);
  return self;
}
