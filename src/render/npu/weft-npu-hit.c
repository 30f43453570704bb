/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-hit.h"

#include "weft-npu-counters.h"
#include "weft-npu-facts.h"
#include "weft-npu-graphs.h"
#include "weft-npu-lanes.h"
#include "weft-npu-phases.h"
#include "weft-npu-words.h"
#include "weft-number.h"
#include "weft-track-strip.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Things are hit by columns so far to both sides. */
#define REACH 2

/* The events of a track, if it has any. */
static const WeftNpuTrack *
get_events (const WeftNpuScene *scene, guint32 track)
{
  if (track == WEFT_NPU_TRACK_TOKENS)
    return &scene->options.shown->tokens;
  if (track == WEFT_NPU_TRACK_MARKERS)
    return &scene->options.shown->markers;
  if (track >= WEFT_NPU_TRACK_LANE && track < WEFT_NPU_TRACK_UTILIZATION)
    return &scene->options.shown->lanes[track - WEFT_NPU_TRACK_LANE].work;
  return NULL;
}

static void
set_event (const WeftNpuScene *scene, guint32 track, guint32 row, WeftTrackHit *hit)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;

  weft_track_hit_set (hit, track, row, weft_npu_start (trace, row), weft_npu_end (trace, row),
                      weft_npu_describe (scene->options.snapshot, row));
}

static guint32
get_track (const WeftNpuSnapshot *snapshot, guint32 row)
{
  guint lane = weft_npu_lane (snapshot->trace, row);

  if ((weft_npu_flags (snapshot->trace, row) & WEFT_NPU_NO_TIME) != 0)
    return G_MAXUINT32;
  switch (weft_npu_type (snapshot->trace, row))
    {
    case WEFT_NPU_TOKEN:
      return WEFT_NPU_TRACK_TOKENS;
    case WEFT_NPU_MARKER:
      return WEFT_NPU_TRACK_MARKERS;
    case WEFT_NPU_ENGINE:
    case WEFT_NPU_MEMORY:
    case WEFT_NPU_COMMAND:
    case WEFT_NPU_STALL:
    case WEFT_NPU_OTHER:
    default:
      return lane < snapshot->n_lanes ? WEFT_NPU_TRACK_LANE + lane : G_MAXUINT32;
    }
}

gboolean
weft_npu_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit)
{
  const WeftNpuScene *self = scene->data;
  guint32 track;

  if (row >= self->options.snapshot->n_events)
    return FALSE;
  track = get_track (self->options.snapshot, row);
  if (track == G_MAXUINT32 || weft_track_scene_find (scene, track) == NULL)
    return FALSE;
  set_event (self, track, row, hit);
  return TRUE;
}

/* --- events --------------------------------------------------------------------------------------------- */

static gboolean
hit_event (const WeftNpuScene *scene, guint32 track, const WeftTrackView *view, double x, double y,
           WeftTrackHit *hit)
{
  const WeftNpuTrack *events = get_events (scene, track);

  for (guint sub = 0; events != NULL && sub < events->n_subs; sub++)
    {
      WeftTrackStrip strip = { .spans = &events->spans[sub] };
      guint32 found;

      weft_track_strip_divide (view->height, events->n_subs, sub, &strip.y, &strip.height);
      if (y < view->y + strip.y || y >= view->y + strip.y + strip.height)
        continue;
      found = weft_track_strip_hit (&strip, view, x);
      if (found == G_MAXUINT32)
        return FALSE;
      set_event (scene, track, weft_npu_track_row (events, events->subs[sub] + found), hit);
      hit->y = strip.y;
      hit->height = strip.height;
      return TRUE;
    }
  return FALSE;
}

/* --- stretches of time ---------------------------------------------------------------------------------- */

static char *
describe_lane (const WeftNpuScene *scene, guint lane, gint64 first, gint64 last)
{
  const WeftNpuLaneIndex *index = &scene->options.shown->lanes[lane];
  double cycles = (double) last - (double) first;
  gint64 busy = weft_spans_count (&index->busy, first, last);
  gint64 either = weft_spans_count (&index->either, first, last);
  g_autofree char *name = NULL;
  g_autofree char *length = weft_number_signed_cycles (last - first);
  WeftNpuLane info;

  weft_npu_snapshot_get_lane (scene->options.snapshot, lane, &info);
  name = weft_npu_lane_to_string (&info);
  return g_strdup_printf (_ ("%s, over %s\nbusy %.1f %%, stalled %.1f %%, idle %.1f %%"), name,
                          length, 100 * (double) busy / cycles,
                          100 * (double) (either - busy) / cycles,
                          100 * (cycles - (double) either) / cycles);
}

static char *
describe_flow (const WeftNpuScene *scene, gint64 first, gint64 last)
{
  const WeftNpuBandwidth *bandwidth = scene->options.bandwidth;
  GString *text = g_string_new (NULL);
  g_autofree char *written = NULL;
  WeftNpuFlow flow;

  weft_npu_get_flow (bandwidth, first, last, &flow);
  if (flow.n_windows == 0)
    {
      g_string_append (text, _ ("No sample here"));
      return g_string_free (text, FALSE);
    }
  written = weft_npu_format_rate (flow.write);
  g_string_append_printf (text, _ ("DRAM: read %.4g, written %s"), flow.read, written);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("At most %.4g in one window"), flow.top);
  if (bandwidth->peak != WEFT_NPU_NONE && bandwidth->peak > 0)
    g_string_append_printf (text, _ (", %.1f %% of the peak"),
                            100 * flow.top / (double) bandwidth->peak);
  if (flow.kv > 0)
    {
      g_autofree char *kv = weft_npu_format_rate (flow.kv);

      g_string_append_c (text, '\n');
      g_string_append_printf (
        text, bandwidth->kv_estimated ? _ ("KV cache: ≈ %s, from events") : _ ("KV cache: %s"), kv);
    }
  if (bandwidth->source != WEFT_NPU_FROM_SAMPLES)
    {
      g_string_append_c (text, '\n');
      g_string_append (text, _ ("≈ from events, as the trace has no samples"));
    }
  return g_string_free (text, FALSE);
}

static char *
describe_bank (const WeftNpuScene *scene, guint place, gint64 first, gint64 last)
{
  const WeftNpuBanks *banks = scene->options.banks;
  double rate = weft_npu_banks_measure (banks, place, first, last);
  g_autofree char *number = weft_npu_format_number (banks->numbers[place]), *words = NULL;

  if (isnan (rate))
    return NULL;
  words = weft_npu_format_rate (rate);
  return g_strdup_printf (_ ("Bank %s: ≈ %s, of at most %.4g in any bank"), number, words,
                          banks->top);
}

static char *
describe (const WeftNpuScene *scene, guint32 track, gint64 first, gint64 last)
{
  if (track >= WEFT_NPU_TRACK_BANK)
    return describe_bank (scene, track - WEFT_NPU_TRACK_BANK, first, last);
  if (track >= WEFT_NPU_TRACK_SERIES)
    return weft_npu_describe_series (scene, track - WEFT_NPU_TRACK_SERIES, first, last);
  if (track >= WEFT_NPU_TRACK_UTILIZATION)
    return describe_lane (scene, track - WEFT_NPU_TRACK_UTILIZATION, first, last);
  if (track >= WEFT_NPU_TRACK_LANE)
    return describe_lane (scene, track - WEFT_NPU_TRACK_LANE, first, last);
  if (track == WEFT_NPU_TRACK_TOKENS || track == WEFT_NPU_TRACK_MARKERS)
    return NULL;
  return describe_flow (scene, first, last);
}

gboolean
weft_npu_scene_find_stretch (WeftTrackScene *scene, guint32 track, gint64 first, gint64 last,
                             WeftTrackHit *hit)
{
  if (weft_track_scene_find (scene, track) == NULL)
    return FALSE;
  *hit = (WeftTrackHit){ .on_track = TRUE,
                         .track = track,
                         .thing = WEFT_TRACK_NO_THING,
                         .first = first,
                         .last = last,
                         .text = describe (scene->data, track, first, last) };
  return TRUE;
}

void
weft_npu_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                   double y, WeftTrackHit *hit)
{
  const WeftNpuScene *scene = data;
  gint64 last;

  if (hit_event (scene, track->id, view, x, y, hit))
    return;
  hit->first = weft_track_view_tick (view, x - REACH);
  last = weft_track_view_tick (view, x + REACH);
  hit->last = MAX (last, hit->first + (hit->first < G_MAXINT64));
  if (track->id == WEFT_NPU_TRACK_PHASES)
    hit->text = weft_npu_describe_phase (scene, &hit->first, &hit->last);
  else
    hit->text = describe (scene, track->id, hit->first, hit->last);
}

/* --- steps ---------------------------------------------------------------------------------------------- */

/* Whether a comes before b along a track. */
static gboolean
is_before (const WeftNpuTrace *trace, guint32 a, guint32 b)
{
  gint64 x = weft_npu_start (trace, a), y = weft_npu_start (trace, b);

  return x != y ? x < y : a < b;
}

/* The event next to `row` in a sub-lane; where `row` is WEFT_NO_ROW, the first from `cycle` on. */
static guint32
step_in_sub (const WeftNpuTrace *trace, const WeftNpuTrack *events, guint sub, guint32 row,
             gint64 cycle, int direction)
{
  guint32 low = events->subs[sub], high = events->subs[sub + 1];

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      gboolean before = row == WEFT_NO_ROW
                          ? weft_npu_start (trace, weft_npu_track_row (events, middle)) < cycle
                          : is_before (trace, weft_npu_track_row (events, middle), row);

      if (before)
        low = middle + 1;
      else
        high = middle;
    }
  if (direction < 0)
    return low > events->subs[sub] ? weft_npu_track_row (events, low - 1) : WEFT_NO_ROW;
  if (low < events->subs[sub + 1] && weft_npu_track_row (events, low) == row)
    low++;
  return low < events->subs[sub + 1] ? weft_npu_track_row (events, low) : WEFT_NO_ROW;
}

gboolean
weft_npu_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
               WeftTrackHit *hit)
{
  const WeftNpuScene *scene = data;
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  const WeftNpuTrack *events = get_events (scene, track->id);
  guint32 row = from->thing == WEFT_TRACK_NO_THING ? WEFT_NO_ROW : (guint32) from->thing;
  guint32 found = WEFT_NO_ROW;

  for (guint sub = 0; events != NULL && sub < events->n_subs; sub++)
    {
      guint32 next = step_in_sub (trace, events, sub, row, from->first, direction);

      if (next != WEFT_NO_ROW
          && (found == WEFT_NO_ROW || is_before (trace, next, found) == (direction > 0)))
        found = next;
    }
  if (found == WEFT_NO_ROW)
    return FALSE;
  set_event (scene, track->id, found, hit);
  return TRUE;
}
