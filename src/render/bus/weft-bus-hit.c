/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-hit.h"

#include "weft-bus-heat.h"
#include "weft-bus-lanes.h"
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>

/* Aggregates are hit by columns so far to both sides. */
#define REACH 2

static const WeftBusPage *
find_page (const WeftBusScene *scene, guint32 id)
{
  const WeftBusPages *pages = scene->options.pages;

  for (guint i = 0; pages != NULL && i < pages->n_pages; i++)
    if (pages->pages[i].number == id - WEFT_BUS_TRACK_PAGE)
      return &pages->pages[i];
  return NULL;
}

static gboolean
is_lane (guint32 id)
{
  return id < WEFT_BUS_TRACK_LANE + WEFT_BUS_N_MASTERS;
}

/* --- accesses --------------------------------------------------------------------------------- */

static void
set_access (const WeftBusScene *scene, guint32 track, guint32 row, WeftTrackHit *hit)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (scene->options.all);
  WeftBusRecord record;
  WeftBusSpan span;

  weft_bus_snapshot_get_record (snapshot, row, &record);
  weft_bus_access_get_span (&record, &span);
  weft_track_hit_set (hit, track, row, span.start, span.end,
                      weft_bus_describe_access (scene->options.all, scene->options.model, row));
}

void
weft_bus_scene_find (WeftTrackScene *scene, guint32 row, WeftTrackHit *hit)
{
  const WeftBusScene *self = scene->data;
  WeftBusRecord record;

  weft_bus_snapshot_get_record (weft_bus_index_get_snapshot (self->options.all), row, &record);
  set_access (self, WEFT_BUS_TRACK_LANE + record.master, row, hit);
}

/* The access whose box is at x; of several the one that ends last, which is painted last. */
static gboolean
hit_access (const WeftBusScene *scene, guint master, const WeftTrackView *view, double x,
            WeftTrackHit *hit)
{
  g_autoptr (WeftBusColumns) columns = weft_bus_columns_new (view);
  const GArray *shown = weft_bus_columns_list (columns, scene->options.shown);

  if (shown == NULL)
    return FALSE;
  for (guint i = shown->len; i-- > 0;)
    {
      const WeftBusShown *access = &g_array_index (shown, WeftBusShown, i);
      int x0 = weft_track_view_x (view, access->span.start);
      int x1 = MAX (weft_track_view_x (view, access->span.end), x0 + 1);

      if (access->record.master != master || x < x0 || x >= x1)
        continue;
      set_access (scene, WEFT_BUS_TRACK_LANE + master, access->row, hit);
      break;
    }
  return TRUE;
}

/* --- stretches of time ------------------------------------------------------------------------ */

static char *
describe_lane (const WeftBusScene *scene, guint master, gint64 first, gint64 last)
{
  const gint64 ticks[] = { first, last };
  WeftBusLaneSum from, to;
  WeftBusEnds ended[2];
  double length = (double) (last - first), service = 0;
  g_autofree char *accesses = NULL;
  g_autofree char *retries = NULL;

  weft_bus_index_sum_lane (scene->options.shown, master, first, &from);
  weft_bus_index_sum_lane (scene->options.shown, master, last, &to);
  weft_bus_index_sum (scene->options.shown, ticks, 2, NULL, ended, NULL);
  for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
    service += (double) (to.service[i] - from.service[i]);
  accesses = weft_bus_format_accesses (ended[1].masters[master].n_accesses
                                       - ended[0].masters[master].n_accesses);
  retries =
    weft_bus_format_retries (ended[1].masters[master].retries - ended[0].masters[master].retries);
  return g_strdup_printf (_ ("%s: served %.1f %% of the time, waited %.1f %%\n%s ended, with %s"),
                          weft_bus_master_to_string (master), service / length * 100,
                          (double) (to.wait - from.wait) / length * 100, accesses, retries);
}

static char *
describe_owner (const WeftBusScene *scene, gint64 first, gint64 last)
{
  GString *text = g_string_new (_ ("Who is served, inferred from services that overlap:"));

  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    {
      WeftBusLaneSum from, to;
      double service = 0;

      weft_bus_index_sum_lane (scene->options.all, master, first, &from);
      weft_bus_index_sum_lane (scene->options.all, master, last, &to);
      for (guint i = 0; i < WEFT_BUS_KIND_SLOTS; i++)
        service += (double) (to.service[i] - from.service[i]);
      g_string_append_printf (text, _ ("\n%s %.1f %%"), weft_bus_master_to_string (master),
                              service / (double) (last - first) * 100);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_ends (const char *name, const WeftBusEndSum *from, const WeftBusEndSum *to)
{
  g_autofree char *accesses = weft_bus_format_accesses (to->n_accesses - from->n_accesses);
  g_autofree char *wait = weft_number_cycles (to->wait - from->wait);
  g_autofree char *retries = weft_bus_format_retries (to->retries - from->retries);

  return g_strdup_printf (_ ("%s: %s ended, waited %s, %s"), name, accesses, wait, retries);
}

static char *
describe_drift (const WeftBusScene *scene, gint64 first, gint64 last)
{
  guint32 n_rows = weft_bus_model_get_snapshot (scene->options.model)->n_rows;
  guint32 from = weft_bus_index_count_ends (scene->options.all, first);
  guint32 to = MIN (weft_bus_index_count_ends (scene->options.all, last), n_rows);
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  gint64 least, greatest;

  if (from >= to)
    return g_strdup (_ ("No access ended here"));
  weft_bus_model_get_drift (scene->options.model, from, to, &least, &greatest);
  high = weft_number_signed_cycles (greatest);
  if (least == greatest)
    return g_strdup_printf (_ ("The model's bus is behind the trace by %s"), high);
  low = weft_number_integer (least);
  return g_strdup_printf (_ ("The model's bus is behind the trace by %s to %s"), low, high);
}

/* Sums before each of the ticks, of the things that the track shows: a page, the retries of all masters, or a region. */
static void
sum_ends (const WeftBusScene *scene, guint32 track, const gint64 ticks[2], WeftBusEndSum sums[2])
{
  const WeftBusPage *page = find_page (scene, track);
  WeftBusEnds ended[2];

  if (page != NULL)
    {
      weft_bus_prefix_sums_read (page->sums, ticks, 2, sums);
      return;
    }
  weft_bus_index_sum (scene->options.shown, ticks, 2, NULL, ended, NULL);
  for (guint i = 0; i < 2; i++)
    if (track == WEFT_BUS_TRACK_RETRIES)
      weft_bus_sum_masters (&ended[i], &sums[i]);
    else
      sums[i] = ended[i].regions[track - WEFT_BUS_TRACK_REGION];
}

static char *
describe (const WeftBusScene *scene, const WeftTrack *track, gint64 first, gint64 last)
{
  const gint64 ticks[] = { first, last };
  WeftBusEndSum sums[2];

  if (is_lane (track->id))
    return describe_lane (scene, track->id - WEFT_BUS_TRACK_LANE, first, last);
  if (track->id == WEFT_BUS_TRACK_OWNER)
    return describe_owner (scene, first, last);
  if (track->id == WEFT_BUS_TRACK_DRIFT)
    return describe_drift (scene, first, last);
  sum_ends (scene, track->id, ticks, sums);
  return describe_ends (track->title, &sums[0], &sums[1]);
}

void
weft_bus_hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
                   double y G_GNUC_UNUSED, WeftTrackHit *hit)
{
  const WeftBusScene *scene = data;
  gint64 last;

  if (is_lane (track->id) && hit_access (scene, track->id - WEFT_BUS_TRACK_LANE, view, x, hit))
    return;
  hit->first = weft_track_view_tick (view, x - REACH);
  last = weft_track_view_tick (view, x + REACH);
  hit->last = MAX (last, hit->first + (hit->first < G_MAXINT64));
  hit->text = describe (scene, track, hit->first, hit->last);
}

gboolean
weft_bus_step (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
               WeftTrackHit *hit)
{
  const WeftBusScene *scene = data;
  guint32 row = from->thing == WEFT_TRACK_NO_THING ? WEFT_NO_ROW : (guint32) from->thing;

  if (!is_lane (track->id))
    return FALSE;
  row = weft_bus_index_step (scene->options.shown, track->id - WEFT_BUS_TRACK_LANE, row,
                             from->first, direction);
  if (row == WEFT_NO_ROW)
    return FALSE;
  set_access (scene, track->id, row, hit);
  return TRUE;
}
