/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-phases.h"

#include "weft-npu-lanes.h"
#include "weft-npu-words.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

/* The band of phases: PREFILL, DECODE, each from the first to the last of its tokens that follow one
 * another. */

static int
compare_starts (gconstpointer a, gconstpointer b, gpointer trace)
{
  gint64 x = weft_npu_start (trace, *(const guint32 *) a);
  gint64 y = weft_npu_start (trace, *(const guint32 *) b);

  return (x > y) - (x < y);
}

GArray *
weft_npu_find_phases (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrack *tokens = &snapshot->index->tokens;
  g_autofree guint32 *rows = g_new (guint32, tokens->n_rows);
  GArray *phases = g_array_new (FALSE, FALSE, sizeof (WeftNpuPhase));

  for (guint32 i = 0; i < tokens->n_rows; i++)
    rows[i] = weft_npu_track_row (tokens, i);
  /* Tokens that overlap lie in sub-lanes. */
  if (tokens->n_subs > 1)
    g_qsort_with_data (rows, (gint) tokens->n_rows, sizeof *rows, compare_starts, snapshot->trace);
  for (guint32 i = 0; i < tokens->n_rows; i++)
    {
      guint32 name = weft_npu_name (snapshot->trace, rows[i]);
      gint64 start = weft_npu_start (snapshot->trace, rows[i]);
      gint64 end = weft_npu_end (snapshot->trace, rows[i]);
      WeftNpuPhase *last =
        phases->len > 0 ? &g_array_index (phases, WeftNpuPhase, phases->len - 1) : NULL;
      WeftNpuPhase phase = { name, 1, start, end };

      if (last == NULL || last->name != name)
        {
          if (last != NULL)
            last->end = MIN (last->end, MAX (start, last->start));
          g_array_append_val (phases, phase);
          continue;
        }
      last->end = MAX (last->end, end);
      last->n_tokens++;
    }
  return phases;
}

/* The first phase that ends after `cycle`. */
static guint
find_phase (const GArray *phases, gint64 cycle)
{
  guint low = 0, high = phases->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (phases, WeftNpuPhase, middle).end <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
weft_npu_paint_phases (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  guint i = find_phase (scene->phases, view->first);

  while (i < scene->phases->len)
    {
      const WeftNpuPhase *phase = &g_array_index (scene->phases, WeftNpuPhase, i);
      const char *name = weft_npu_trace_get_name (scene->options.snapshot->trace, phase->name);

      if (phase->start >= view->last)
        return;
      weft_track_view_box (view, list, phase->start, phase->end, 0, view->height,
                           weft_npu_phase_color (scene, view->style, phase->name), name);
      i =
        MAX (i + 1, find_phase (scene->phases,
                                weft_track_view_tick (view, weft_track_view_x (view, phase->end))));
    }
}

char *
weft_npu_describe_phase (const WeftNpuScene *scene, gint64 *first, gint64 *last)
{
  guint i = find_phase (scene->phases, *first);
  const WeftNpuPhase *phase;
  g_autofree char *name = NULL, *length = NULL, *tokens = NULL;

  if (i == scene->phases->len)
    return NULL;
  phase = &g_array_index (scene->phases, WeftNpuPhase, i);
  if (phase->start >= *last)
    return NULL;
  *first = phase->start;
  *last = MAX (phase->end, phase->start + 1);
  name = weft_npu_format_name (scene->options.snapshot, phase->name);
  length = weft_number_signed_cycles (phase->end - phase->start);
  tokens = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u token", "%u tokens", phase->n_tokens),
                            phase->n_tokens);
  /* TRANSLATORS: a phase of the run, how long it took, and how many tokens it has */
  return g_strdup_printf (_ ("%s · %s · %s"), name, length, tokens);
}
