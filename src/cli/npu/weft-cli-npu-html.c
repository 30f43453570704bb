/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-records.h"
#include "weft-cli-text.h"
#include "weft-npu-facts.h"
#include "weft-npu-findings.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define WIDTH 1200
#define SCALE 2

/* Of pictures of tracks: what is around the tracks, and how high a track is where there are many. */
#define FRAME_HEIGHT 120
#define ROW_HEIGHT 24
#define MAX_HEIGHT 4000

/* Rows of a table; the others are counted below it. */
#define MAX_ROWS 200

static const char style_sheet[] =
  "body{font:14px sans-serif;margin:2em auto;max-width:1200px;color:#222;background:#fff}"
  "img{width:100%;border:1px solid #ccc}h2{margin-top:2em}"
  "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
  "th,td{padding:2px 10px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}"
  "th:first-child,td:first-child{text-align:left}";

static void
write_text (FILE *stream, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "—", -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  fputs (escaped, stream);
}

static void
write_heading (FILE *stream, const char *title)
{
  fputs ("<h2>", stream);
  write_text (stream, title);
  fputs ("</h2>\n", stream);
}

static void
write_paragraph (FILE *stream, const char *text)
{
  fputs ("<p>", stream);
  write_text (stream, text);
  fputs ("</p>\n", stream);
}

/* --- tables --------------------------------------------------------------------------------------------- */

static void
write_row (FILE *stream, const WeftFacts *facts, guint row)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  weft_facts_get_row (facts, row, cells);
  fputs ("<tr>", stream);
  for (guint i = 0; i < facts->n_columns; i++)
    {
      g_autofree char *text = weft_cli_format_cell (facts, i, &cells[i]);

      fputs ("<td>", stream);
      write_text (stream, text);
      fputs ("</td>", stream);
    }
  fputs ("</tr>\n", stream);
  weft_facts_clear_row (facts, cells);
}

static void
write_table (FILE *stream, const WeftNpuStats *stats, WeftNpuTable table, const char *title)
{
  WeftFacts facts = weft_npu_facts_get (stats, table);
  guint n = MIN (facts.n_rows, MAX_ROWS);

  if (n == 0)
    return;
  write_heading (stream, title);
  fputs ("<table><tr>", stream);
  for (guint i = 0; i < facts.n_columns; i++)
    {
      fputs ("<th>", stream);
      write_text (stream, weft_facts_get_column (&facts, i)->title != NULL
                            ? _ (weft_facts_get_column (&facts, i)->title)
                            : "");
      fputs ("</th>", stream);
    }
  fputs ("</tr>\n", stream);
  for (guint row = 0; row < n; row++)
    write_row (stream, &facts, row);
  fputs ("</table>\n", stream);
  if (n < facts.n_rows)
    {
      g_autofree char *more = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u more row", "%u more rows", facts.n_rows - n),
        facts.n_rows - n);

      fprintf (stream, "<p>%s</p>\n", more);
    }
}

/* --- pictures ------------------------------------------------------------------------------------------- */

/* The picture of a view within the page itself. FALSE after a complaint. */
static gboolean
write_picture (FILE *stream, WeftTrace *trace, const WeftCliRequest *request, guint view,
               const char *title, int height)
{
  WeftCliRequest picture = *request;
  g_autofree char *path = NULL, *bytes = NULL, *encoded = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  int fd = g_file_open_tmp ("weft-XXXXXX.png", &path, &error);
  int status;

  if (fd < 0)
    {
      weft_cli_complain ("%s", error->message);
      return FALSE;
    }
  close (fd);
  picture.view = view;
  picture.picture = WEFT_PICTURE_PNG;
  picture.width = WIDTH;
  picture.height = height;
  picture.scale = SCALE;
  picture.output = path;
  status = weft_cli_npu_render (trace, &picture);
  if (status == WEFT_CLI_SUCCESS && g_file_get_contents (path, &bytes, &length, NULL))
    {
      encoded = g_base64_encode ((const guchar *) bytes, length);
      fputs ("<img alt=\"", stream);
      write_text (stream, title);
      fprintf (stream, "\" src=\"data:image/png;base64,%s\">\n", encoded);
    }
  g_unlink (path);
  return status == WEFT_CLI_SUCCESS;
}

/* --- the page ------------------------------------------------------------------------------------------- */

static void
write_head (FILE *stream, WeftTrace *trace, const WeftNpuStats *stats, const WeftClock *clock)
{
  const WeftNpuRun *run = stats->snapshot->run;
  g_autofree char *counts =
    weft_cli_npu_summarize (stats->snapshot, stats->n_events, stats->n_cycles, clock);
  const char *facts[] = { run->run_id, run->model, run->workload, run->notes };

  fprintf (stream, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>");
  write_text (stream, weft_trace_get_title (trace));
  fprintf (stream, "</title><style>%s</style></head><body>\n<h1>", style_sheet);
  write_text (stream, weft_trace_get_title (trace));
  fputs ("</h1>\n<p>", stream);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (facts[i] != NULL)
      {
        write_text (stream, facts[i]);
        fputs (" · ", stream);
      }
  fprintf (stream, "%s</p>\n", counts);
}

/* What is most telling, each with what it means. */
static void
write_findings (FILE *stream, const WeftNpuStats *stats)
{
  g_autoptr (GArray) findings = weft_npu_findings_new (stats, FALSE);

  if (findings->len == 0)
    return;
  write_heading (stream, _ ("Findings"));
  fputs ("<ol>\n", stream);
  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      fputs ("<li>", stream);
      write_text (stream, finding->text);
      if (finding->definition != NULL)
        {
          fputs ("<br><small>", stream);
          write_text (stream, finding->definition);
          fputs ("</small>", stream);
        }
      fputs ("</li>\n", stream);
    }
  fputs ("</ol>\n", stream);
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
  write_heading (stream, title);
  write_paragraph (stream, _ ("Dependencies are not known: the file of commands that an NPU trace "
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

      write_heading (stream, _ (pictures[i].title));
      if (has_picture (stats, i))
        done = write_picture (stream, trace, request, i, _ (pictures[i].title), height);
      else
        write_paragraph (stream, _ ("The trace says nothing of this."));
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
    { WEFT_NPU_TABLE_ENGINE, N_ ("Engines") },
    { WEFT_NPU_TABLE_LAYER, N_ ("Layers") },
    { WEFT_NPU_TABLE_TILE, N_ ("Tiles") },
    { WEFT_NPU_TABLE_OP, N_ ("Ops") },
    { WEFT_NPU_TABLE_PHASE, N_ ("Phases") },
    { WEFT_NPU_TABLE_TOKEN, N_ ("Tokens") },
    { WEFT_NPU_TABLE_STALL, N_ ("Stalls") },
    { WEFT_NPU_TABLE_BITS, N_ ("Quantization") },
    { WEFT_NPU_TABLE_BANK, N_ ("Banks") },
    { WEFT_NPU_TABLE_ROOFLINE, N_ ("Bounds") },
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
  fputs ("</body></html>\n", request->stream);
  return done;
}
