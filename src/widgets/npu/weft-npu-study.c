/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-study.h"

#include "weft-npu-tokens.h"

typedef struct
{
  WeftNpuStats *whole;
  guint32 row;
  WeftCycleRange range;
} Question;

static void
question_clear (gpointer data)
{
  g_clear_pointer (&((Question *) data)->whole, weft_npu_stats_unref);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  return question->whole == before->whole && question->row == before->row
             && question->range.from == before->range.from && question->range.to == before->range.to
           ? WEFT_RUN_NOT
           : WEFT_RUN_NOW;
}

static void
study_free (gpointer data)
{
  WeftNpuStudy *study = data;

  g_clear_pointer (&study->within, weft_npu_stats_unref);
  g_clear_pointer (&study->pairs, g_array_unref);
  g_free (study);
}

static gpointer
study (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  const WeftNpuStats *whole = question->whole;
  const WeftNpuTokenStats *token = weft_npu_find_token (whole, question->row);
  const WeftNpuTokenStats *median =
    token != NULL ? weft_npu_find_median_token (whole, token->phase) : NULL;
  WeftNpuStudy *value = g_new0 (WeftNpuStudy, 1);

  value->row = question->row;
  value->range = question->range;
  value->within = weft_npu_stats_new (whole->snapshot, whole->bandwidth, NULL, &question->range,
                                      NULL, cancellable);
  if (median != NULL && median != token)
    value->pairs = weft_npu_compare_tokens (whole, median, token);
  if (value->within != NULL)
    return value;
  study_free (value);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

static const WeftDerivation studying = {
  .name = "WeftNpuStudyResult",
  .question_size = sizeof (Question),
  .clear_question = question_clear,
  .choose = choose,
  .derive = study,
  .free_value = study_free,
};

WeftRunner *
weft_npu_study_runner_new (void)
{
  return weft_runner_new_for_value (&studying);
}

void
weft_npu_ask_study (WeftRunner *runner, const WeftNpuResult *result, guint32 row,
                    const WeftCycleRange *range)
{
  weft_runner_ask (runner, &(Question){ weft_npu_stats_ref (result->whole), row, *range });
}
