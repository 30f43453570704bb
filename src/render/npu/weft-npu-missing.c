/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-missing.h"

#include "weft-npu-words.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

char *
weft_npu_explain_bandwidth (const WeftNpuBandwidth *bandwidth)
{
  if (bandwidth->top > 0)
    return NULL;
  if (bandwidth->source == WEFT_NPU_FROM_SAMPLES)
    return g_strdup (_ ("No bandwidth: all windows of “bandwidth_samples” say 0 bytes."));
  return g_strdup (
    _ ("No bandwidth: there are no “bandwidth_samples”, and no event says what it "
       "moved. Samples, or “bytes” and “direction” in “details” of DMA events, bring "
       "it."));
}

char *
weft_npu_explain_layers (const WeftNpuStats *stats)
{
  if (stats->n_parts > 0)
    return NULL;
  return g_strdup (_ ("No layers: no event here names its layer. “layer_id” of events says it."));
}

char *
weft_npu_explain_tokens (const WeftNpuStats *stats)
{
  guint32 prefill = weft_npu_stats_find_phase (stats, "PREFILL");
  g_autofree char *latency = NULL;

  if (weft_npu_stats_find_phase (stats, "DECODE") != WEFT_NO_NAME)
    return NULL;
  if (prefill == WEFT_NO_NAME)
    return g_strdup (_ ("No tokens: TOKEN_EVENTs with the phase DECODE bring them."));
  latency = weft_number_signed_cycles (weft_npu_stats_latency (stats, prefill, 1000));
  return g_strdup_printf (_ ("No decoded tokens: the run has none but those of PREFILL, which took "
                             "%s. TOKEN_EVENTs with the phase DECODE bring them."),
                          latency);
}

char *
weft_npu_explain_lanes (const WeftNpuSnapshot *snapshot)
{
  if (snapshot->n_lanes > 0)
    return NULL;
  return g_strdup (_ ("No engines: ENGINE_EVENTs in “timeline_events” bring them."));
}

/* The end of the sentence that begins at `text`. */
static const char *
find_end (const char *text)
{
  const char *end = strstr (text, ". ");

  return end != NULL ? end + 1 : text + strlen (text);
}

void
weft_npu_paint_missing (const char *text, const WeftStyle *style, WeftPaintList *list, int x, int y,
                        int width, int height)
{
  int line = weft_style_text_px (style, 16), inset = line / 2, n = 0;
  const char *end;

  for (const char *start = text; *start != '\0'; start = end + (*end == ' '), n++)
    end = find_end (start);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  y += MAX (height - n * line, 0) / 2;
  for (const char *start = text; *start != '\0'; start = end + (*end == ' '), y += line)
    {
      end = find_end (start);
      weft_paint_list_text (list, x + inset, y, MAX (width - 2 * inset, 0), line,
                            WEFT_FONT_UI_SMALL, weft_style_font_size (style, WEFT_FONT_UI_SMALL),
                            WEFT_ALIGN_CENTER, WEFT_FIT_END,
                            weft_style_color (style, WEFT_COLOR_TEXT_MUTED), start, end - start);
    }
}
