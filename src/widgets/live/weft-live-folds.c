/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-folds.h"

#include "weft-live-activity.h"

typedef struct
{
  WeftLiveTrace *trace;
  guint generation;
  gint64 until; /* what comes later is as long as it is */
} Question;

typedef struct
{
  WeftFolds *folds; /* NULL: none is worth it */
} Answer;

static void
question_clear (gpointer data)
{
  g_clear_object (&((Question *) data)->trace);
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

  if (question->until != before->until)
    return WEFT_RUN_NOW;
  return question->generation == before->generation ? WEFT_RUN_NOT : WEFT_RUN_LATER;
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  const Question *question = data;
  Answer *answer = g_new0 (Answer, 1);
  gint64 first, last;
  g_autoptr (GArray) quiet = weft_live_find_quiet (question->trace, question->until, &first, &last);

  answer->folds =
    weft_folds_choose ((const WeftCycleRange *) (gpointer) quiet->data, quiet->len, first, last);
  return answer;
}

static const WeftDerivation folding = { .name = "WeftLiveFolding",
                                        .question_size = sizeof (Question),
                                        .clear_question = question_clear,
                                        .choose = choose,
                                        .derive = derive,
                                        .free_value = answer_free };

WeftRunner *
weft_live_folds_new (void)
{
  return weft_runner_new_for_value (&folding);
}

void
weft_live_folds_ask (WeftRunner *runner, WeftLiveTrace *trace)
{
  const Question *before = weft_runner_get_question (runner);
  Question question = { .generation = weft_trace_get_generation (WEFT_TRACE (trace)),
                        .until = G_MAXINT64 };
  gint64 start, end;

  if (weft_trace_get_state (WEFT_TRACE (trace)) == WEFT_TRACE_GROWING)
    {
      if (before != NULL)
        question.until = before->until;
      else if (weft_live_trace_get_range (trace, &start, &end))
        question.until = end + 1;
      else
        return;
    }
  question.trace = g_object_ref (trace);
  weft_runner_ask (runner, &question);
}

WeftFolds *
weft_live_folds_get (WeftRunner *runner)
{
  const Answer *answer = weft_runner_get_value (runner);

  return answer != NULL ? answer->folds : NULL;
}
