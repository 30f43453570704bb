/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline-stats.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* The tables of `stats` as records; keys and their order are formats/kanata's, further ones
 * follow in docs/cli.md. */

/* --- stages -------------------------------------------------------------------------------------- */

static const WeftCliColumn stage_columns[] = {
  { "name", N_("Stage") }, { "lane", N_("Lane") }, { "count", N_("Count") },
  { "total", N_("Cycles") }, { "p50", "p50" }, { "p90", "p90" }, { "p99", "p99" },
  { "max", N_("Max") }, { "mean", N_("Mean") }, { "open", N_("Open") },
};

static WeftCliCell
percentile_cell (const WeftHistogram *lengths, guint per_mille)
{
  if (lengths->n_values == 0)
    return (WeftCliCell) { .type = WEFT_CELL_NONE };
  return weft_cell_count (weft_histogram_get_percentile (lengths, per_mille));
}

static void
fill_stage (gpointer data, guint row, WeftCliCell *cells)
{
  const WeftCliStats *stats = data;
  const WeftStageStats *stage = &g_array_index (stats->stats->stages, WeftStageStats, row);
  const WeftHistogram *lengths = &stage->lengths;
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (stats->trace, stage->kind, &info);
  *cells++ = weft_cell_text (g_strdup (info.name));
  *cells++ = weft_cell_text (g_strdup (info.lane));
  *cells++ = weft_cell_count (lengths->n_values);
  *cells++ = weft_cell_count (lengths->total);
  *cells++ = percentile_cell (lengths, 500);
  *cells++ = percentile_cell (lengths, 900);
  *cells++ = percentile_cell (lengths, 990);
  *cells++ = percentile_cell (lengths, 1000);
  *cells++ = weft_cell_real (lengths->n_values > 0 ? weft_histogram_get_mean (lengths)
                                                   : (double) NAN);
  *cells++ = weft_cell_count (stage->n_open);
}

/* --- PCs --------------------------------------------------------------------------------------- */

#define PC_COLUMNS(stall_title)                                                                \
  {                                                                                            \
    { "pc", N_("PC") }, { "label", N_("First label"), TRUE }, { "ops", N_("Ops") },            \
    { "flushed", N_("Flushed") }, { "latency_mean", N_("Mean latency") },                      \
    { "latency_max", N_("Max latency") }, { "stall_cycles", stall_title },                     \
    { "retired", NULL }, { "squashes", N_("Squashes") }, { "squashed_ops", NULL },             \
  }

static const WeftCliColumn pc_columns[] = PC_COLUMNS (N_("Stall cycles"));
static const WeftCliColumn estimated_pc_columns[] = PC_COLUMNS (N_("≈ Stall cycles"));

static char *
format_pc (const WeftPcStats *pc)
{
  return pc->has_pc ? g_strdup_printf ("0x%" PRIx64, pc->pc) : g_strdup ("—");
}

static void
fill_pc (gpointer data, guint row, WeftCliCell *cells)
{
  const WeftCliStats *stats = data;
  const WeftPcStats *pc = &g_array_index (stats->stats->pcs, WeftPcStats, row);
  gboolean has_ops = pc->n_ops > 0;

  *cells++ = weft_cell_text (format_pc (pc));
  *cells++ = weft_cell_text (weft_pipeline_snapshot_get_label (stats->snapshot, pc->first_op));
  *cells++ = weft_cell_count (pc->n_ops);
  *cells++ = weft_cell_count (pc->n_flushed);
  *cells++ = weft_cell_real (has_ops ? (double) pc->latency_total / pc->n_ops : (double) NAN);
  *cells++ = has_ops ? weft_cell_count (pc->latency_max)
                     : (WeftCliCell) { .type = WEFT_CELL_NONE };
  *cells++ = weft_cell_count (pc->stall_cycles);
  *cells++ = weft_cell_count (pc->n_retired);
  *cells++ = weft_cell_count (pc->n_squashes);
  *cells++ = weft_cell_count (pc->n_squashed);
}

/* --- threads ----------------------------------------------------------------------------------- */

static const WeftCliColumn thread_columns[] = {
  { "tid", N_("Thread") }, { "ops", N_("Ops") }, { "retired", N_("Retired") },
  { "flushed", N_("Flushed") }, { "open", N_("Open") }, { "ipc", N_("IPC") },
};

static void
fill_thread (gpointer data, guint row, WeftCliCell *cells)
{
  const WeftCliStats *stats = data;
  const WeftThreadStats *thread = &g_array_index (stats->stats->threads, WeftThreadStats, row);
  guint64 n_cycles = weft_pipeline_stats_get_cycles (stats->stats);

  *cells++ = weft_cell_signed (thread->tid);
  *cells++ = weft_cell_count (thread->n_ops);
  *cells++ = weft_cell_count (thread->n_retired);
  *cells++ = weft_cell_count (thread->n_flushed);
  *cells++ = weft_cell_count (thread->n_open);
  *cells++ = weft_cell_real (n_cycles > 0 ? thread->n_retired / (double) n_cycles : (double) NAN);
}

/* --- squashes ------------------------------------------------------------------------------------ */

static const WeftCliColumn squash_columns[] = {
  { "cycle", N_("Cycle") }, { "tid", N_("Thread") }, { "ops", N_("Ops") },
  { "first", N_("First op") }, { "cause", N_("Cause") }, { "cause_label", N_("Its label") },
};

static gint64
get_id (const WeftCliStats *stats, guint32 op)
{
  WeftOp info;

  weft_pipeline_snapshot_get_op (stats->snapshot, op, &info);
  return info.id;
}

static void
fill_squash (gpointer data, guint row, WeftCliCell *cells)
{
  const WeftCliStats *stats = data;
  const WeftSquash *squash = &g_array_index (stats->stats->squashes, WeftSquash, row);
  gboolean has_cause = squash->cause != WEFT_NO_ROW;

  *cells++ = weft_cell_signed (squash->cycle);
  *cells++ = weft_cell_signed (squash->tid);
  *cells++ = weft_cell_count (squash->n_ops);
  *cells++ = weft_cell_signed (get_id (stats, squash->first_op));
  *cells++ = has_cause ? weft_cell_signed (get_id (stats, squash->cause))
                       : (WeftCliCell) { .type = WEFT_CELL_NONE };
  *cells++ = weft_cell_text (
    has_cause ? weft_pipeline_snapshot_get_label (stats->snapshot, squash->cause) : NULL);
}

/* --- all of them ----------------------------------------------------------------------------------- */

WeftCliRecords
weft_cli_stats_get_records (const WeftCliStats *stats, WeftCliKey key)
{
  gpointer data = (gpointer) stats;

  switch (key)
    {
    case WEFT_CLI_BY_PC:
      return (WeftCliRecords) { stats->stats->stall_estimated ? estimated_pc_columns : pc_columns,
                                G_N_ELEMENTS (pc_columns), stats->stats->pcs->len, fill_pc,
                                data };
    case WEFT_CLI_BY_THREAD:
      return (WeftCliRecords) { thread_columns, G_N_ELEMENTS (thread_columns),
                                stats->stats->threads->len, fill_thread, data };
    case WEFT_CLI_BY_SQUASH:
      return (WeftCliRecords) { squash_columns, G_N_ELEMENTS (squash_columns),
                                stats->stats->squashes->len, fill_squash, data };
    case WEFT_CLI_BY_STAGE:
    case WEFT_CLI_N_KEYS:
    default:
      return (WeftCliRecords) { stage_columns, G_N_ELEMENTS (stage_columns),
                                stats->stats->stages->len, fill_stage, data };
    }
}
