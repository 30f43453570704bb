/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-records-state.h"

#include "weft-fact-source.h"
#include "weft-filterable.h"
#include "weft-live-hit.h"
#include "weft-live-record-fields.h"
#include "weft-tracks-print.h"

typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveRecords *records; /* as they were when somebody looked last; nullable */
  guint generation;         /* of the trace then */
  WeftRunner *listing;      /* of the records that pass: */
  WeftExpression *filter;   /* NULL: all do */
  guint n_watching;         /* who shows what passes */
} WeftLiveRecordsStatePrivate;

enum
{
  RECORDS,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void filterable_init (WeftFilterableInterface *iface);
static void source_init (WeftFactSourceInterface *iface);
static void searchable_init (WeftSearchableInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (
  WeftLiveRecordsState, weft_live_records_state, WEFT_TYPE_TRACKS_STATE,
  G_ADD_PRIVATE (WeftLiveRecordsState) G_IMPLEMENT_INTERFACE (WEFT_TYPE_FILTERABLE, filterable_init)
    G_IMPLEMENT_INTERFACE (WEFT_TYPE_FACT_SOURCE, source_init)
      G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE, searchable_init)
        G_IMPLEMENT_INTERFACE (WEFT_TYPE_PRINTABLE, weft_tracks_printable_init))

static WeftLiveRecordsStatePrivate *
get_private (gpointer self)
{
  return weft_live_records_state_get_instance_private (WEFT_LIVE_RECORDS_STATE (self));
}

static WeftTracks *
get_tracks (WeftLiveRecordsState *self)
{
  return weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self));
}

const WeftLiveListing *
weft_live_records_state_get_listing (WeftLiveRecordsState *self)
{
  return weft_runner_get_value (get_private (self)->listing);
}

GObject *
weft_live_records_state_get_listing_owner (WeftLiveRecordsState *self)
{
  return weft_runner_get_result (get_private (self)->listing);
}

WeftExpression *
weft_live_records_state_get_filter (WeftLiveRecordsState *self)
{
  return get_private (self)->filter;
}

/* All records as they are now: (transfer none). */
static WeftLiveRecords *
get_records (gpointer self)
{
  WeftLiveRecordsStatePrivate *priv = get_private (self);
  guint generation = weft_trace_get_generation (WEFT_TRACE (priv->trace));

  if (priv->records != NULL && generation == priv->generation)
    return priv->records;
  g_clear_pointer (&priv->records, weft_live_records_unref);
  priv->records = weft_live_records_new (priv->trace);
  priv->generation = generation;
  return priv->records;
}

static void
ask (WeftLiveRecordsState *self)
{
  WeftLiveRecordsStatePrivate *priv = get_private (self);

  weft_live_listing_ask (priv->listing, priv->trace, priv->filter);
}

/* A session goes on for hours, and mostly nobody looks at its records one by one. */
static void
on_changed (WeftLiveRecordsState *self)
{
  if (get_private (self)->n_watching > 0 || get_private (self)->filter != NULL)
    ask (self);
}

void
weft_live_records_state_watch (WeftLiveRecordsState *self)
{
  get_private (self)->n_watching++;
  ask (self);
}

void
weft_live_records_state_unwatch (WeftLiveRecordsState *self)
{
  g_return_if_fail (get_private (self)->n_watching > 0);

  get_private (self)->n_watching--;
}

static void
on_listed (WeftLiveRecordsState *self)
{
  g_signal_emit (self, signals[RECORDS], 0);
  weft_view_state_content_changed (WEFT_VIEW_STATE (self));
}

/* --- selection ---------------------------------------------------------------------------------- */

guint32
weft_live_records_state_get_selected_place (WeftLiveRecordsState *self)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (self));

  if (!selected->on_track || selected->thing == WEFT_TRACK_NO_THING)
    return WEFT_NO_ROW;
  return weft_live_records_find (get_records (self), selected->track, (guint32) selected->thing);
}

gboolean
weft_live_records_state_show_place (WeftLiveRecordsState *self, const WeftLiveRecords *records,
                                    guint32 place, gboolean jump)
{
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  guint32 row, first, end;
  guint lane, n_held;
  WeftLiveTrace *trace = get_private (self)->trace;

  if (place >= records->n_rows)
    return FALSE;
  lane = weft_live_records_get_lane (records, place, &row);
  n_held = weft_live_trace_hold (trace);
  weft_live_trace_get_rows (trace, lane, &first, &end);
  if (row >= first && row < end)
    weft_live_hit_row (trace, lane, row, &hit);
  weft_live_trace_release (trace, n_held);
  if (!hit.on_track)
    return FALSE;
  weft_tracks_select (get_tracks (self), &hit);
  if (jump)
    weft_view_state_show_time (WEFT_VIEW_STATE (self), hit.first, hit.first);
  weft_tracks_show (get_tracks (self), &hit);
  return TRUE;
}

/* --- filters ------------------------------------------------------------------------------------ */

static const WeftLanguage *
get_language (WeftFilterable *self G_GNUC_UNUSED)
{
  return weft_live_language ();
}

static char **
list_values (int function, const WeftField *field, gpointer self)
{
  return weft_live_list_values (function, field, get_private (self)->trace);
}

static void
apply_filter (WeftFilterable *self, WeftExpression *expression)
{
  WeftLiveRecordsStatePrivate *priv = get_private (self);

  g_clear_pointer (&priv->filter, weft_expression_unref);
  priv->filter = expression != NULL ? weft_expression_ref (expression) : NULL;
  ask (WEFT_LIVE_RECORDS_STATE (self));
}

static const GError *
get_error (WeftFilterable *self)
{
  return weft_runner_get_error (get_private (self)->listing);
}

static gboolean
is_pending (WeftFilterable *self)
{
  const WeftLiveListing *listing =
    weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (self));
  const WeftExpression *listed = listing != NULL ? listing->filter : NULL;

  return get_error (self) == NULL
         && listed != weft_live_records_state_get_filter (WEFT_LIVE_RECORDS_STATE (self));
}

static void
count_rows (WeftFilterable *self, guint64 *shown, guint64 *all)
{
  const WeftLiveListing *listing =
    weft_live_records_state_get_listing (WEFT_LIVE_RECORDS_STATE (self));

  *shown = listing != NULL ? listing->n_rows : 0;
  *all = listing != NULL ? listing->records->n_rows : 0;
}

static void
filterable_init (WeftFilterableInterface *iface)
{
  iface->get_language = get_language;
  iface->list_values = list_values;
  iface->apply = apply_filter;
  iface->is_pending = is_pending;
  iface->get_error = get_error;
  iface->count_rows = count_rows;
}

/* --- search ------------------------------------------------------------------------------------- */

static guint32
get_item (gpointer data G_GNUC_UNUSED, guint row)
{
  return row;
}

static gint64
get_time (gpointer data, guint row)
{
  WeftLiveLaneRow item;

  return weft_live_records_read (data, row, &item) ? item.row.start : G_MININT64;
}

static const WeftSchema *
get_schema (WeftFactSource *source G_GNUC_UNUSED)
{
  return &weft_live_record_schema;
}

/* All records are searched. */
static gpointer
open_rows (WeftFactSource *source, WeftFactSearchRows *rows)
{
  WeftLiveRecords *records = weft_live_records_ref (get_records (source));

  *rows = (WeftFactSearchRows){ weft_live_records_get_facts (records, WEFT_FIELD_SEARCH, NULL,
                                                             records->n_rows),
                                get_item, get_time };
  return records;
}

static void
close_rows (gpointer data)
{
  weft_live_records_unref (data);
}

static guint
get_selected (WeftFactSource *source)
{
  guint32 place = weft_live_records_state_get_selected_place (WEFT_LIVE_RECORDS_STATE (source));

  return place != WEFT_NO_ROW ? place : 0;
}

static void
source_init (WeftFactSourceInterface *iface)
{
  iface->get_schema = get_schema;
  iface->open_rows = open_rows;
  iface->close_rows = close_rows;
  iface->get_selected = get_selected;
}

/* The place of a result: those of a session that goes on are others once more has come, but records keep their
 * times. WEFT_NO_ROW where it was evicted. */
static guint32
find_place (const WeftLiveRecords *records, const WeftSearchHit *hit)
{
  WeftLiveLaneRow item;

  if (weft_live_records_read (records, hit->item, &item) && item.row.start == hit->time)
    return hit->item;
  for (guint lane = 0; lane < records->n_lanes; lane++)
    {
      guint n_held = weft_live_trace_hold (records->trace);
      guint32 row = weft_live_trace_find_after (records->trace, lane, hit->time);
      guint32 place = weft_live_records_find (records, lane, row);

      weft_live_trace_release (records->trace, n_held);
      if (place != WEFT_NO_ROW && weft_live_records_read (records, place, &item)
          && item.row.start == hit->time)
        return place;
    }
  return WEFT_NO_ROW;
}

/* A hit that the filter hides is not gone to. */
static gboolean
show (WeftSearchable *searchable, const WeftSearchHit *hit)
{
  WeftLiveRecordsState *self = WEFT_LIVE_RECORDS_STATE (searchable);
  const WeftLiveListing *listing =
    get_private (self)->filter != NULL ? weft_live_records_state_get_listing (self) : NULL;
  const WeftLiveRecords *records = listing != NULL ? listing->records : get_records (self);
  guint32 place = find_place (records, hit);

  if (place == WEFT_NO_ROW
      || (listing != NULL && weft_live_listing_find (listing, place) == WEFT_NO_ROW))
    return FALSE;
  return weft_live_records_state_show_place (self, records, place, TRUE);
}

static void
searchable_init (WeftSearchableInterface *iface)
{
  weft_fact_source_searchable_init (iface);
  iface->show = show;
}

/* --- the object --------------------------------------------------------------------------------- */

static void
weft_live_records_state_dispose (GObject *object)
{
  WeftLiveRecordsStatePrivate *priv = get_private (object);

  g_clear_object (&priv->listing);
  g_clear_pointer (&priv->records, weft_live_records_unref);
  g_clear_pointer (&priv->filter, weft_expression_unref);
  g_clear_object (&priv->trace);
  G_OBJECT_CLASS (weft_live_records_state_parent_class)->dispose (object);
}

static void
weft_live_records_state_class_init (WeftLiveRecordsStateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_live_records_state_dispose;
  signals[RECORDS] = g_signal_new ("records", WEFT_TYPE_LIVE_RECORDS_STATE, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_live_records_state_init (WeftLiveRecordsState *self)
{
  WeftRunner *listing = weft_live_listing_runner_new ();

  get_private (self)->listing = listing;
  g_signal_connect_object (listing, "done", G_CALLBACK (on_listed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (listing, "failed", G_CALLBACK (weft_filterable_failed), self,
                           G_CONNECT_SWAPPED);
}

void
weft_live_records_state_set_up (WeftLiveRecordsState *self, WeftLiveTrace *trace,
                                const WeftTimeUnit *unit)
{
  get_private (self)->trace = g_object_ref (trace);
  weft_tracks_state_set_up (WEFT_TRACKS_STATE (self), WEFT_TRACE (trace), unit);
  g_signal_connect_object (trace, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
}
