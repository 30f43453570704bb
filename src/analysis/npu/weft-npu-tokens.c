/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-tokens.h"

#include "weft-npu-trace-private.h"
#include "weft-wide-sum.h"

const WeftNpuTokenStats *
weft_npu_find_token (const WeftNpuStats *stats, guint32 row)
{
  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].row == row)
      return &stats->tokens[i];
  return NULL;
}

GArray *
weft_npu_list_token_phases (const WeftNpuStats *stats)
{
  GArray *phases = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < stats->n_tokens; i++)
    {
      gboolean known = FALSE;

      for (guint j = 0; j < phases->len && !known; j++)
        known = g_array_index (phases, guint32, j) == stats->tokens[i].phase;
      if (!known)
        g_array_append_val (phases, stats->tokens[i].phase);
    }
  return phases;
}

const WeftNpuTokenStats *
weft_npu_find_median_token (const WeftNpuStats *stats, guint32 phase)
{
  gint64 latency = weft_npu_stats_latency (stats, phase, 500);

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].phase == phase
        && weft_npu_token_get_latency (&stats->tokens[i]) == latency)
      return &stats->tokens[i];
  return NULL;
}

const WeftNpuTokenStats *
weft_npu_find_slowest_token (const WeftNpuStats *stats, guint32 phase)
{
  const WeftNpuTokenStats *slowest = NULL;

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].phase == phase
        && (slowest == NULL
            || weft_npu_token_get_latency (&stats->tokens[i])
                 > weft_npu_token_get_latency (slowest)))
      slowest = &stats->tokens[i];
  return slowest;
}

/* --- two of them ---------------------------------------------------------------------------------- */

/* As WeftNpuStats has it: by phase and index where the event says both, or else by its start. */
static gboolean
owns (const WeftNpuTokenStats *token, const WeftNpuEvent *event)
{
  if (event->token != WEFT_NPU_NONE && event->phase != WEFT_NO_NAME)
    return event->token == token->index && event->phase == token->phase;
  return event->start >= token->start && event->start < token->end;
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const WeftNpuTokenPair *x = a, *y = b;
  gint64 by_x = ABS (x->cycles[1] - x->cycles[0]), by_y = ABS (y->cycles[1] - y->cycles[0]);

  if (by_x != by_y)
    return by_x < by_y ? 1 : -1;
  if (x->layer != y->layer)
    return x->layer > y->layer ? 1 : -1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

static WeftNpuTokenPair *
get_pair (GArray *pairs, GHashTable *places, guint32 layer, WeftNpuLaneKind kind)
{
  /* WEFT_NO_NAME + 1 is 0. */
  guint64 number = (guint64) (guint32) (layer + 1) * WEFT_NPU_N_LANE_KINDS + kind;
  gpointer key = (gpointer) (guintptr) number;
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, key));

  if (place == 0)
    {
      const WeftNpuTokenPair fresh = { .layer = layer, .kind = kind };

      g_array_append_val (pairs, fresh);
      place = pairs->len;
      g_hash_table_insert (places, key, GUINT_TO_POINTER (place));
    }
  return &g_array_index (pairs, WeftNpuTokenPair, place - 1);
}

GArray *
weft_npu_compare_tokens (const WeftNpuStats *stats, const WeftNpuTokenStats *a,
                         const WeftNpuTokenStats *b)
{
  const WeftNpuTokenStats *const tokens[] = { a, b };
  const WeftNpuSnapshot *snapshot = stats->snapshot;
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (WeftNpuTokenPair));
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      WeftNpuEvent event;
      WeftNpuLane lane;

      if (weft_npu_type (snapshot->trace, row) != WEFT_NPU_ENGINE
          || (weft_npu_flags (snapshot->trace, row) & WEFT_NPU_NO_TIME) != 0
          || weft_npu_lane (snapshot->trace, row) >= snapshot->n_lanes)
        continue;
      weft_npu_snapshot_get_event (snapshot, row, &event);
      weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
      for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
        if (owns (tokens[i], &event))
          {
            WeftNpuTokenPair *pair = get_pair (pairs, places, event.layer, lane.kind);

            weft_sum_add (&pair->cycles[i], event.end - event.start);
            if ((event.flags & (WEFT_NPU_READ | WEFT_NPU_WRITE)) != 0)
              pair->moved[i] += weft_npu_moved (snapshot->trace, row);
          }
    }
  g_array_sort (pairs, compare_pairs);
  return pairs;
}
