/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-life.h"

#include <glib/gi18n-lib.h>

static gboolean
is_over (const WeftLiveLane *lane)
{
  return lane->ended || lane->is_lost;
}

/* Whether another lane of its host goes on. */
static gboolean
goes_on_beside (const GArray *lives, guint index)
{
  for (guint i = 0; i < lives->len; i++)
    {
      const WeftLiveLane *other = &g_array_index (lives, WeftLiveLife, i).lane;

      if (other->host == g_array_index (lives, WeftLiveLife, index).lane.host && !is_over (other))
        return TRUE;
    }
  return FALSE;
}

/* A lane that came later tells of the same device. */
static gboolean
is_replaced (const GArray *lives, guint index)
{
  const WeftLiveLane *lane = &g_array_index (lives, WeftLiveLife, index).lane;

  for (guint i = index + 1; i < lives->len; i++)
    {
      const WeftLiveLane *other = &g_array_index (lives, WeftLiveLife, i).lane;

      if (other->host == lane->host && other->chip == lane->chip
          && g_str_equal (other->arch, lane->arch))
        return TRUE;
    }
  return FALSE;
}

GArray *
weft_live_find_lives (WeftLiveTrace *trace)
{
  guint n_lanes = weft_live_trace_get_n_lanes (trace);
  GArray *lives = g_array_sized_new (FALSE, TRUE, sizeof (WeftLiveLife), n_lanes);

  g_array_set_size (lives, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    weft_live_trace_get_lane (trace, i, &g_array_index (lives, WeftLiveLife, i).lane);
  for (guint i = 0; i < n_lanes; i++)
    {
      WeftLiveLife *life = &g_array_index (lives, WeftLiveLife, i);

      life->is_past =
        is_over (&life->lane) && (goes_on_beside (lives, i) || is_replaced (lives, i));
    }
  return lives;
}

char *
weft_live_describe_end (const WeftLiveLane *lane)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *clock = NULL;

  if (lane->ended)
    return g_strdup (_ ("ended"));
  if (!lane->is_lost)
    return NULL;
  if (lane->has_lost_time)
    time = g_date_time_new_from_unix_local (lane->lost_time);
  if (time == NULL)
    return g_strdup (lane->no_daemon ? _ ("no daemon") : _ ("connection lost"));
  clock = g_date_time_format (time, "%T");
  /* TRANSLATORS: a time of day: 12:03:04 */
  return g_strdup_printf (
    lane->no_daemon ? _ ("no daemon since %s") : _ ("connection lost since %s"), clock);
}

WeftCycleRange
weft_live_life_get_unknown_start (const WeftLiveLife *self)
{
  const WeftLiveLane *lane = &self->lane;

  if (lane->first_seq == 0 || lane->start > lane->end)
    return (WeftCycleRange){ G_MININT64, G_MININT64 };
  return (WeftCycleRange){ G_MININT64, lane->start };
}

WeftCycleRange
weft_live_life_get_unknown_end (const WeftLiveLife *self)
{
  const WeftLiveLane *lane = &self->lane;

  if (lane->ended || !lane->is_lost)
    return (WeftCycleRange){ G_MAXINT64, G_MAXINT64 };
  if (lane->start > lane->end)
    return WEFT_CYCLE_RANGE_ALL;
  return (WeftCycleRange){ lane->end, G_MAXINT64 };
}
