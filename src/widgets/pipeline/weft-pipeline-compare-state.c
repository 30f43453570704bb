/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-state.h"

#include <math.h>
#include <string.h>

#include "weft-pipeline-compare-colors.h"
#include "weft-runner.h"

struct _WeftPipelineCompareState
{
  GObject parent_instance;

  WeftPipelineState *states[WEFT_N_LOGS];
  gboolean same_time;
  gboolean syncing;          /* one state is being moved by the other */
  gboolean overlaid;         /* B lies over A */
  WeftPipelineArrows arrows; /* that there were before */
  int sizes[WEFT_N_LOGS][2]; /* of the pictures */
  guint following;           /* the idle source that moves B to where A is */
  gboolean arrived;          /* at the first difference, */
  guint arriving;            /* or the idle source that goes there */

  /* The difference that was gone to last, until something else is selected: */
  gboolean has_focus;
  guint32 focus[WEFT_N_LOGS]; /* its ops, and */
  WeftComparePlace place;     /* where they begin to differ */

  WeftPipelineAlignment alignment;
  WeftRunner *runner;
  const WeftPipelineCompare *result; /* the runner's */
};

enum
{
  COMPARED,
  ARRIVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPipelineCompareState, weft_pipeline_compare_state, G_TYPE_OBJECT)

/* --- comparing -------------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineSnapshot *snapshots[WEFT_N_LOGS];
  WeftPipelineAlignment alignment;
  gboolean loading; /* more of one of them is to come */
} Question;

static void
question_clear (gpointer data)
{
  Question *question = data;

  for (int log = 0; log < WEFT_N_LOGS; log++)
    g_clear_pointer (&question->snapshots[log], weft_pipeline_snapshot_unref);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  if (question->alignment != before->alignment)
    return WEFT_RUN_NOW;
  for (int log = 0; log < WEFT_N_LOGS; log++)
    if (question->snapshots[log]->generation != before->snapshots[log]->generation)
      return question->loading ? WEFT_RUN_LATER : WEFT_RUN_NEXT;
  return WEFT_RUN_NOT;
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;

  return weft_pipeline_compare_new (question->snapshots, NULL, question->alignment, 0, cancellable,
                                    error);
}

static const WeftDerivation comparison = { .name = "WeftPipelineCompared",
                                           .question_size = sizeof (Question),
                                           .clear_question = question_clear,
                                           .choose = choose,
                                           .derive = derive,
                                           .free_value =
                                             (GDestroyNotify) weft_pipeline_compare_free };

static void move_other (WeftPipelineCompareState *self, int log);
static void arrive (WeftPipelineCompareState *self);

static void
on_compared (WeftPipelineCompareState *self)
{
  self->result = weft_runner_get_value (self->runner);
  move_other (self, WEFT_LOG_A);
  g_signal_emit (self, signals[COMPARED], 0);
  arrive (self);
}

static gboolean
is_loading (WeftPipelineCompareState *self)
{
  return weft_pipeline_state_is_loading (self->states[WEFT_LOG_A])
         || weft_pipeline_state_is_loading (self->states[WEFT_LOG_B]);
}

static void
compare (WeftPipelineCompareState *self)
{
  Question question = { .alignment = self->alignment, .loading = is_loading (self) };

  for (int log = 0; log < WEFT_N_LOGS; log++)
    question.snapshots[log] =
      weft_pipeline_trace_ref_snapshot (weft_pipeline_state_get_trace (self->states[log]));
  weft_runner_ask (self->runner, &question);
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

/* Whether the difference that was gone to is in sight in the picture of `log`, and has a place in the other. */
static gboolean
sees_focus (WeftPipelineCompareState *self, int log, const WeftPipelineViewport *viewport)
{
  double x, y;

  if (!self->has_focus || self->place.cycles[WEFT_LOG_A] == WEFT_NO_CYCLE
      || self->place.cycles[WEFT_LOG_B] == WEFT_NO_CYCLE)
    return FALSE;
  y = weft_pipeline_viewport_row_to_y (
    viewport, find_row (weft_pipeline_state_get_rows (self->states[log]), self->focus[log]));
  if (y + viewport->px_per_row <= 0 || y >= viewport->height)
    return FALSE;
  x = weft_pipeline_viewport_cycle_to_x (viewport, self->place.cycles[log]);
  return viewport->layout != WEFT_PIPELINE_TIME
         || (x + viewport->px_per_cycle > 0 && x < viewport->width);
}

/* The ops at which both pictures meet when that of `log` stands at `from`, and by how many cycles the
 * other's is later there. FALSE where that can't be said. */
static gboolean
find_meeting (WeftPipelineCompareState *self, int log, const WeftPipelineViewport *from,
              guint32 *ops, gint64 *shift)
{
  guint32 op;

  if (sees_focus (self, log, from))
    {
      memcpy (ops, self->focus, sizeof self->focus);
      *shift = self->place.cycles[!log] - self->place.cycles[log];
      return TRUE;
    }
  op = get_op (weft_pipeline_state_get_rows (self->states[log]), floor (from->origin_row));
  if (op == WEFT_NO_ROW)
    return FALSE;
  ops[!log] = weft_pipeline_compare_find_partner (self->result, log, op);
  if (ops[!log] == WEFT_NO_ROW)
    return FALSE;
  /* Where the op at the top has no partner, the one before it that has stands as far from the top. */
  ops[log] = weft_pipeline_compare_find_partner (self->result, !log, ops[!log]);
  *shift = get_fetch (self, !log, ops[!log]) - get_fetch (self, log, ops[log]);
  return TRUE;
}

/* Where the other picture stands when that of `log` stands at `from`: FALSE where that can't be
 * said. */
static gboolean
find_place (WeftPipelineCompareState *self, int log, const WeftPipelineViewport *from,
            WeftPipelineViewport *to)
{
  guint32 ops[WEFT_N_LOGS];
  gint64 shift;

  if (!find_meeting (self, log, from, ops, &shift))
    return FALSE;
  if (self->same_time)
    shift = log == WEFT_LOG_A ? self->result->base : -self->result->base;
  *to = *from;
  to->origin_row = from->origin_row
                   + find_row (weft_pipeline_state_get_rows (self->states[!log]), ops[!log])
                   - find_row (weft_pipeline_state_get_rows (self->states[log]), ops[log]);
  if (from->layout == WEFT_PIPELINE_TIME)
    to->origin_cycle += shift;
  return TRUE;
}

static gboolean
are_open (WeftPipelineCompareState *self)
{
  return weft_view_state_is_open (WEFT_VIEW_STATE (self->states[WEFT_LOG_A]))
         && weft_view_state_is_open (WEFT_VIEW_STATE (self->states[WEFT_LOG_B]));
}

/* Moves the other picture to where that of `log` is. */
static void
move_other (WeftPipelineCompareState *self, int log)
{
  const WeftPipelineViewport *from = weft_pipeline_state_get_viewport (self->states[log]);
  const WeftPipelineViewport *now = weft_pipeline_state_get_viewport (self->states[!log]);
  WeftPipelineViewport to;

  if (self->syncing || self->result == NULL || !are_open (self)
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

static gboolean
follow_now (gpointer data)
{
  WeftPipelineCompareState *self = data;

  self->following = 0;
  move_other (self, WEFT_LOG_A);
  return G_SOURCE_REMOVE;
}

/* Whether the picture has got another size since this was asked last. */
static gboolean
takes_size (WeftPipelineCompareState *self, int log)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->states[log]);
  int *size = self->sizes[log];

  if (size[0] == viewport->width && size[1] == viewport->height)
    return FALSE;
  size[0] = viewport->width;
  size[1] = viewport->height;
  return TRUE;
}

/* A picture gets another size while the window is laid out, which is no time to move what stands beside
 * it, with its scrollbars. */
static void
on_viewport (WeftPipelineCompareState *self, WeftPipelineState *state)
{
  int log = get_log (self, state);

  if (self->overlaid)
    move_other (self, WEFT_LOG_A);
  else if (!takes_size (self, log))
    move_other (self, log);
  else if (self->following == 0)
    self->following = g_idle_add (follow_now, self);
  arrive (self);
}

/* Nothing is gone to any more: nor is its cycle brushed. */
static void
forget_focus (WeftPipelineCompareState *self)
{
  for (int log = 0; log < WEFT_N_LOGS && self->has_focus; log++)
    weft_pipeline_state_select_cycles (self->states[log], 0, 0);
  self->has_focus = FALSE;
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
  if (self->has_focus && op != self->focus[log])
    forget_focus (self);
  weft_pipeline_state_select (self->states[!log], partner, WEFT_NO_STAGE);
  self->syncing = FALSE;
}

/* Selects the ops, the stages that they are in when they begin to differ, and that cycle. */
static void
select_focus (WeftPipelineCompareState *self)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      gint64 cycle = self->place.cycles[log];
      gboolean is_in_log = cycle != WEFT_NO_CYCLE;

      weft_pipeline_state_select (self->states[log], self->focus[log],
                                  is_in_log ? self->place.stages[log] : WEFT_NO_STAGE);
      weft_pipeline_state_select_cycles (self->states[log], is_in_log ? cycle : 0,
                                         is_in_log ? cycle + 1 : 0);
    }
}

void
weft_pipeline_compare_state_show (WeftPipelineCompareState *self, WeftCompareFactsKey key,
                                  guint row)
{
  int log;

  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  if (self->result == NULL)
    return;
  self->arrived = TRUE;
  self->syncing = TRUE;
  forget_focus (self);
  self->place = weft_pipeline_compare_get_places (self->result, key, row, self->focus);
  log = self->focus[WEFT_LOG_A] != WEFT_NO_ROW ? WEFT_LOG_A : WEFT_LOG_B;
  self->has_focus = TRUE;
  select_focus (self);
  self->syncing = FALSE;
  if (self->place.cycles[log] != WEFT_NO_CYCLE)
    weft_pipeline_state_show_op_at (self->states[log], self->focus[log], self->place.cycles[log]);
  else if (self->focus[log] != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self->states[log], self->focus[log], FALSE);
  move_other (self, log);
}

static gboolean
arrive_now (gpointer data)
{
  WeftPipelineCompareState *self = data;

  self->arriving = 0;
  if (self->arrived)
    return G_SOURCE_REMOVE;
  self->arrived = TRUE;
  if (self->result == NULL || self->result->groups->len == 0)
    return G_SOURCE_REMOVE;
  weft_pipeline_compare_state_show (self, WEFT_COMPARE_FACTS_GROUPS, 0);
  /* at once: pictures that get their sizes now move one another, which would end a glide */
  weft_pipeline_state_set_viewport (self->states[WEFT_LOG_A],
                                    *weft_pipeline_state_get_target (self->states[WEFT_LOG_A]));
  g_signal_emit (self, signals[ARRIVED], 0);
  return G_SOURCE_REMOVE;
}

/* Who compares wants to see the first difference: once both pictures are there, they go to it; but not
 * while they are being laid out. */
static void
arrive (WeftPipelineCompareState *self)
{
  if (!self->arrived && self->arriving == 0 && self->result != NULL && are_open (self))
    self->arriving = g_idle_add (arrive_now, self);
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

/* Each log has the colours of an overlay, or those of its stages. */
static void
update_colors (WeftPipelineCompareState *self)
{
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      WeftPipelineState *state = self->states[log];
      WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (state));

      weft_pipeline_state_set_custom (
        state, self->overlaid ? weft_pipeline_compare_get_colors (style, log) : NULL);
    }
}

void
weft_pipeline_compare_state_set_overlaid (WeftPipelineCompareState *self, gboolean overlaid)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_STATE (self));

  if (self->overlaid == overlaid)
    return;
  if (overlaid)
    self->arrows = weft_pipeline_state_get_viewport (self->states[WEFT_LOG_A])->arrows;
  self->overlaid = overlaid;
  update_colors (self);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      weft_pipeline_state_set_scheme (self->states[log],
                                      overlaid ? WEFT_SCHEME_CUSTOM : WEFT_SCHEME_STAGE);
      weft_pipeline_state_set_arrows (self->states[log], overlaid ? WEFT_ARROWS_OFF : self->arrows);
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
  return weft_runner_get_result (self->runner);
}

static void
weft_pipeline_compare_state_dispose (GObject *object)
{
  WeftPipelineCompareState *self = WEFT_PIPELINE_COMPARE_STATE (object);

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      if (self->states[log] != NULL)
        g_signal_handlers_disconnect_by_data (self->states[log], self);
      g_clear_object (&self->states[log]);
    }
  self->result = NULL;
  g_clear_handle_id (&self->arriving, g_source_remove);
  g_clear_handle_id (&self->following, g_source_remove);
  g_clear_object (&self->runner);
  G_OBJECT_CLASS (weft_pipeline_compare_state_parent_class)->dispose (object);
}

static void
weft_pipeline_compare_state_class_init (WeftPipelineCompareStateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_compare_state_dispose;

  signals[COMPARED] = g_signal_new ("compared", WEFT_TYPE_PIPELINE_COMPARE_STATE, G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ARRIVED] = g_signal_new ("arrived", WEFT_TYPE_PIPELINE_COMPARE_STATE, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_pipeline_compare_state_init (WeftPipelineCompareState *self)
{
  self->runner = weft_runner_new_for_value (&comparison);
  g_signal_connect_object (self->runner, "done", G_CALLBACK (on_compared), self, G_CONNECT_SWAPPED);
}

/* Both have been read: nothing more is to be waited for. */
static void
trace_changed (WeftPipelineCompareState *self)
{
  if (!is_loading (self))
    weft_runner_hurry (self->runner);
}

WeftPipelineCompareState *
weft_pipeline_compare_state_new (WeftPipelineTrace *a, WeftPipelineTrace *b)
{
  WeftPipelineCompareState *self = g_object_new (WEFT_TYPE_PIPELINE_COMPARE_STATE, NULL);
  WeftPipelineTrace *traces[] = { a, b };

  for (int log = 0; log < WEFT_N_LOGS; log++)
    {
      self->states[log] = weft_pipeline_state_new (traces[log]);
      /* Cycles of both stand below one another: where the one has none in flight, the other may. */
      weft_time_axis_set_folding (weft_view_state_get_axis (WEFT_VIEW_STATE (self->states[log])),
                                  FALSE);
      g_signal_connect_swapped (self->states[log], "viewport", G_CALLBACK (on_viewport), self);
      g_signal_connect_swapped (self->states[log], "selection", G_CALLBACK (on_selection), self);
      g_signal_connect_swapped (self->states[log], "content", G_CALLBACK (compare), self);
      g_signal_connect_swapped (self->states[log], "style", G_CALLBACK (update_colors), self);
      /* the pictures need the room, and graphs of both runs can't lie over one another */
      g_object_set (self->states[log], "structures", FALSE, NULL);
    }
  for (int log = 0; log < WEFT_N_LOGS; log++)
    g_signal_connect_object (traces[log], "changed", G_CALLBACK (trace_changed), self,
                             G_CONNECT_SWAPPED);
  compare (self);
  return self;
}
