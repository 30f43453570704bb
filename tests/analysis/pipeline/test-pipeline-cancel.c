/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-slots.h"
#include "weft-sequence-align.h"

#include "made-log.h"

/* Work that can be stopped looks at its cancellable often enough, whatever machine it runs on: at most so many ops,
 * of any of its loops, lie between two looks. GLib's functions are replaced by some that count. */

#define N_OPS 60000u
#define OPS_BETWEEN 4096u
#define LOOKS (N_OPS / OPS_BETWEEN)

static guint n_looks;
static guint stop_at; /* the look that finds that it was cancelled, and those after it; 0: none */

gboolean
g_cancellable_is_cancelled (GCancellable *cancellable)
{
  if (cancellable == NULL)
    return FALSE;
  n_looks++;
  return stop_at > 0 && n_looks >= stop_at;
}

gboolean
g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return TRUE;
}

static WeftPipelineSnapshot *
make_snapshot (void)
{
  MadeLog log;
  WeftPipelineSnapshot *snapshot;

  made_log_open (&log, NULL);
  made_log_fill (&log, N_OPS);
  snapshot = made_log_publish (&log, N_OPS);
  made_log_close (&log);
  return snapshot;
}

static gboolean
align (WeftPipelineSnapshot *snapshot G_GNUC_UNUSED, GCancellable *cancellable, GError **error)
{
  const guint32 n = 16 * 65536;
  g_autofree guint64 *same = g_new0 (guint64, n);
  g_autoptr (GArray) aligned = g_array_new (FALSE, FALSE, sizeof (WeftAligned));

  return weft_sequence_align (same, n, same, n, aligned, cancellable, error);
}

static gboolean
compare (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  WeftPipelineSnapshot *snapshots[] = { snapshot, snapshot };
  WeftPipelineCompare *result =
    weft_pipeline_compare_new (snapshots, NULL, WEFT_ALIGN_BY_LABEL, 0, cancellable, error);
  gboolean done = result != NULL;

  g_clear_pointer (&result, weft_pipeline_compare_free);
  return done;
}

static gboolean
make_history (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineExplainer) explainer =
    weft_pipeline_explainer_new (snapshot, cancellable, error);
  g_autoptr (WeftPipelineSlots) slots =
    explainer != NULL ? weft_pipeline_slots_new (explainer, cancellable, error) : NULL;
  g_autoptr (WeftPipelineHistory) history =
    slots != NULL ? weft_pipeline_history_new (
      explainer, slots, weft_pipeline_snapshot_get_first_cycle (snapshot),
      weft_pipeline_snapshot_get_last_cycle (snapshot), 1000, cancellable, error)
                  : NULL;

  return history != NULL;
}

typedef struct
{
  gboolean (*work) (WeftPipelineSnapshot *snapshot, GCancellable *cancellable, GError **error);
  guint least; /* looks */
} Case;

static void
test_looks (gconstpointer data)
{
  const Case *work = data;
  g_autoptr (WeftPipelineSnapshot) snapshot = make_snapshot ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint all;

  n_looks = stop_at = 0;
  g_assert_true (work->work (snapshot, cancellable, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_looks, >=, work->least);
  all = n_looks;
  g_test_message ("looked %u times", all);
  for (stop_at = 1; stop_at < all; stop_at += 1 + all / 40)
    {
      n_looks = 0;
      g_assert_false (work->work (snapshot, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
      /* One that knows it does not go on. */
      g_assert_cmpuint (n_looks, <=, stop_at + 1);
    }
}

/* Loops over all ops of one log, and of both; of the history, also the parts of its cycles. */
static const Case cases[] = {
  { align, 14 },
  { compare, 26 * LOOKS },
  { make_history, 4 * LOOKS + 64 },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline-cancel/align", &cases[0], test_looks);
  g_test_add_data_func ("/pipeline-cancel/compare", &cases[1], test_looks);
  g_test_add_data_func ("/pipeline-cancel/history", &cases[2], test_looks);
  return g_test_run ();
}
