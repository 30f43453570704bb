/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-page.h"
#include "weft-npu-facts.h"
#include "weft-npu-findings.h"

#include <glib/gi18n-lib.h>

/* Of pictures of tracks: what is around the tracks, and how high a track is where there are many. */
#define FRAME_HEIGHT 120
#define ROW_HEIGHT 24
#define MAX_HEIGHT 4000

static void
write_table (FILE *stream, const WeftNpuStats *stats, WeftNpuTable table, const char *title)
{
  WeftFacts facts = weft_npu_facts_get (stats, table);

  weft_cli_page_write_table (stream, title, &facts);
}

/* --- the page ------------------------------------------------------------------------------------------- */

static void
write_head (FILE *stream, WeftTrace *trace, const WeftNpuStats *stats, const WeftClock *clock)
{
  const WeftNpuRun *run = stats->snapshot->run;
  g_autofree char *counts = weft_cli_npu_summarize (stats->n_events, stats->n_cycles, clock);
  const char *facts[] = { run->run_id, run->model, run->workload, run->notes };
  g_autoptr (GString) summary = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (facts[i] != NULL)
      g_string_append_printf (summary, "%s · ", facts[i]);
  g_string_append (summary, counts);
  weft_cli_page_begin (stream, weft_trace_get_title (trace), summary->str);
}

static void
write_findings (FILE *stream, const WeftNpuStats *stats)
{
  g_autoptr (GArray) findings = weft_cli_npu_find (stats);

  weft_cli_page_write_findings (stream, findings);
}

/* The table of the critical path, or why there is none. */
static void
write_path (FILE *stream, const WeftNpuStats *stats)
{
  const char *title = _ ("Critical path");

  if (stats->path != NULL && stats->path->n_steps > 0)
    {
      write_table (stream, stats, WEFT_NPU_TABLE_CRITICAL, title);
      return;
    }
  weft_cli_page_write_heading (stream, title);
  weft_cli_page_write_paragraph (
    stream, _ ("Dependencies are not known: the file of commands that an NPU trace "
               "names is not beside it."));
}

/* As high as its tracks need, where they are many. */
static int
get_height (const WeftNpuStats *stats, int height)
{
  int tracks = (int) MIN (stats->snapshot->n_lanes, MAX_HEIGHT / ROW_HEIGHT) * ROW_HEIGHT;

  return CLAMP (FRAME_HEIGHT + 2 * tracks, height, MAX_HEIGHT);
}

static gboolean
names_layers (const WeftNpuStats *stats)
{
  for (guint i = 0; i < stats->n_layers; i++)
    if (stats->layers[i].name != WEFT_NO_NAME)
      return TRUE;
  return FALSE;
}

/* Whether a view has anything to show. */
static gboolean
has_picture (const WeftNpuStats *stats, guint view)
{
  switch (view)
    {
    case WEFT_CLI_NPU_BANDWIDTH:
    case WEFT_CLI_NPU_HEATMAP:
      return stats->bandwidth->top > 0;
    case WEFT_CLI_NPU_UTILIZATION:
      return stats->n_engines > 0;
    case WEFT_CLI_NPU_LAYERS:
    case WEFT_CLI_NPU_ROOFLINE:
      return names_layers (stats);
    case WEFT_CLI_NPU_TOKENS:
      return stats->n_tokens > 0;
    default:
      return TRUE;
    }
}

static gboolean
write_pictures (FILE *stream, WeftTrace *trace, const WeftCliRequest *request,
                const WeftNpuStats *stats)
{
  static const struct
  {
    const char *title;
    int height;
    gboolean by_lane; /* the more lanes there are, the higher */
  } pictures[] = {
    [WEFT_CLI_NPU_GANTT] = { N_ ("What the engines did"), 640, TRUE },
    [WEFT_CLI_NPU_BANDWIDTH] = { N_ ("Bandwidth of DRAM"), 360, FALSE },
    [WEFT_CLI_NPU_HEATMAP] = { N_ ("Traffic of DRAM and the scratch pad"), 420, FALSE },
    [WEFT_CLI_NPU_UTILIZATION] = { N_ ("Utilization of the engines"), 360, TRUE },
    [WEFT_CLI_NPU_LAYERS] = { N_ ("Cycles of the layers"), 360, FALSE },
    [WEFT_CLI_NPU_TOKENS] = { N_ ("Latency of the tokens"), 320, FALSE },
    [WEFT_CLI_NPU_ROOFLINE] = { N_ ("Roofline of the layers"), 480, FALSE },
  };
  gboolean done = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (pictures) && done; i++)
    {
      int height =
        pictures[i].by_lane ? get_height (stats, pictures[i].height) : pictures[i].height;

      if (has_picture (stats, i))
        {
          done =
            weft_cli_page_write_picture (stream, _ (pictures[i].title), trace, request, i, height);
          continue;
        }
      weft_cli_page_write_heading (stream, _ (pictures[i].title));
      weft_cli_page_write_paragraph (stream, _ ("The trace says nothing of this."));
    }
  return done;
}

gboolean
weft_cli_npu_write_html (WeftTrace *trace, const WeftCliRequest *request, const WeftNpuStats *stats,
                         const WeftClock *clock)
{
  static const struct
  {
    WeftNpuTable table;
    const char *title;
  } tables[] = {
    { WEFT_NPU_TABLE_ENGINE, N_ ("Engines") }, { WEFT_NPU_TABLE_LAYER, N_ ("Layers") },
    { WEFT_NPU_TABLE_TILE, N_ ("Tiles") },     { WEFT_NPU_TABLE_OP, N_ ("Ops") },
    { WEFT_NPU_TABLE_PHASE, N_ ("Phases") },   { WEFT_NPU_TABLE_TOKEN, N_ ("Tokens") },
    { WEFT_NPU_TABLE_STALL, N_ ("Stalls") },   { WEFT_NPU_TABLE_BITS, N_ ("Quantization") },
    { WEFT_NPU_TABLE_BANK, N_ ("Banks") },     { WEFT_NPU_TABLE_ROOFLINE, N_ ("Bounds") },
  };
  gboolean done;

  write_head (request->stream, trace, stats, clock);
  /* They are of whole runs. */
  if (!request->has_range && request->filter == NULL)
    write_findings (request->stream, stats);
  done = write_pictures (request->stream, trace, request, stats);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    write_table (request->stream, stats, tables[i].table, _ (tables[i].title));
  write_path (request->stream, stats);
  weft_cli_page_end (request->stream);
  return done;
}
