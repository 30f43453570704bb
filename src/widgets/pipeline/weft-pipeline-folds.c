/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-folds.h"

#include "weft-pipeline-activity.h"
#include "weft-runner.h"

typedef struct
{
  WeftPipelineSnapshot *snapshot;
} Question;

typedef struct
{
  WeftFolds *folds; /* NULL: none is worth it */
} Answer;

static void
question_clear (gpointer data)
{
  g_clear_pointer (&((Question *) data)->snapshot, weft_pipeline_snapshot_unref);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->folds, weft_folds_unref);
  g_free (answer);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  return question->snapshot->generation == before->snapshot->generation ? WEFT_RUN_NOT
                                                                        : WEFT_RUN_NEXT;
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  const Question *question = data;
  Answer *answer = g_new0 (Answer, 1);
  gint64 first, last;
  g_autoptr (GArray) quiet = weft_pipeline_find_quiet (question->snapshot, &first, &last);

  answer->folds =
    weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len, first, last);
  return answer;
}

static const WeftDerivation folding = { .name = "WeftPipelineFolding",
                                        .question_size = sizeof (Question),
                                        .clear_question = question_clear,
                                        .choose = choose,
                                        .derive = derive,
                                        .free_value = answer_free };

static void
take (WeftViewState *state, WeftRunner *runner)
{
  const Answer *answer = weft_runner_get_value (runner);

  weft_time_axis_set_folds (weft_view_state_get_axis (state), state,
                            answer != NULL ? answer->folds : NULL);
}

/* Of a log that is still read, what is empty so far need not stay so. */
static void
follow (WeftViewState *state)
{
  WeftRunner *runner = g_object_get_data (G_OBJECT (state), "weft-pipeline-folds");
  WeftPipelineTrace *trace = WEFT_PIPELINE_TRACE (weft_view_state_get_trace (state));
  Question question;

  if (weft_trace_get_state (WEFT_TRACE (trace)) == WEFT_TRACE_GROWING)
    {
      weft_runner_forget (runner);
      take (state, runner);
      return;
    }
  question.snapshot = weft_pipeline_trace_ref_snapshot (trace);
  weft_runner_ask (runner, &question);
}

void
weft_pipeline_folds_add (WeftViewState *state, WeftPipelineTrace *trace)
{
  WeftRunner *runner = weft_runner_new_for_value (&folding);

  g_object_set_data_full (G_OBJECT (state), "weft-pipeline-folds", runner, g_object_unref);
  g_signal_connect_object (runner, "done", G_CALLBACK (take), state, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (follow), state, G_CONNECT_SWAPPED);
  follow (state);
}
