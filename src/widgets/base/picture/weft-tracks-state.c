/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-state.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-words.h"

/* A place: what is in sight of the time, and how far the tracks are scrolled in logical pixels. */
#define PLACE_TYPE "(xddd)"

/* A selection: the brushed range; whether a track is selected, its id, the thing, its time, its part
 * of the track's height, and what it is called. */
#define SELECTION_TYPE "(xxbutxxiis)"

typedef struct
{
  WeftTracks *tracks;
} WeftTracksStatePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftTracksState, weft_tracks_state, WEFT_TYPE_VIEW_STATE)

WeftTracks *
weft_tracks_state_get_tracks (WeftTracksState *self)
{
  WeftTracksStatePrivate *priv = weft_tracks_state_get_instance_private (self);

  return priv->tracks;
}

static WeftTracks *
get_tracks (WeftViewState *state)
{
  return weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (state));
}

static double
get_scale (WeftViewState *state)
{
  return weft_view_state_get_style (state)->options.device_scale;
}

/* --- as a view state ------------------------------------------------------------------------------ */

/* In ticks, so that it is the same whatever is folded. */
static GVariant *
save_place (WeftViewState *state)
{
  WeftTimeSpan span;
  double scroll;

  weft_tracks_get_place (get_tracks (state), &span, &scroll);
  span = weft_time_axis_find_span (weft_view_state_get_axis (state), &span);
  return g_variant_new (PLACE_TYPE, span.start, span.fraction, span.length,
                        scroll / get_scale (state));
}

static gboolean
read_place (GVariant *place, WeftTimeSpan *span, double *scroll)
{
  if (!g_variant_is_of_type (place, G_VARIANT_TYPE (PLACE_TYPE)))
    return FALSE;
  g_variant_get (place, PLACE_TYPE, &span->start, &span->fraction, &span->length, scroll);
  return weft_time_span_is_valid (span) && ABS (*scroll) <= G_MAXINT;
}

static void
restore_place (WeftViewState *state, GVariant *place, gboolean glide)
{
  WeftTimeSpan span;
  double scroll;

  if (!read_place (place, &span, &scroll))
    return;
  span = weft_time_axis_lay_span (weft_view_state_get_axis (state), &span);
  weft_tracks_go (get_tracks (state), &span, scroll * get_scale (state), glide);
}

static gboolean
covers_place (WeftViewState *state, GVariant *place)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (state);
  WeftTimeSpan span;
  gint64 first, last;
  double scroll;

  return !read_place (place, &span, &scroll)
         || (weft_time_axis_get_range (axis, &first, &last)
             && (double) last >= (double) span.start + span.length / 2
             && weft_tracks_get_longest (get_tracks (state))
                  >= weft_time_axis_lay_span (axis, &span).length);
}

static gboolean
is_untouched (WeftViewState *state)
{
  return weft_tracks_is_untouched (get_tracks (state));
}

static void
show_time (WeftViewState *state, gint64 first, gint64 last)
{
  weft_tracks_show_time (get_tracks (state), first, last);
}

static gboolean
has_selected (WeftViewState *state)
{
  return weft_tracks_get_selected (get_tracks (state))->on_track;
}

static void
select_nothing (WeftViewState *state)
{
  weft_tracks_select (get_tracks (state), NULL);
}

static GVariant *
save_selection (WeftViewState *state)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (state));
  gint64 first, last;

  weft_time_axis_get_selection (weft_view_state_get_axis (state), &first, &last);
  return g_variant_new (SELECTION_TYPE, first, last, selected->on_track, selected->track,
                        selected->thing, selected->first, selected->last, selected->y,
                        selected->height, selected->text != NULL ? selected->text : "");
}

/* Ids of tracks and numbers of things are those of the file, which may have others by now. */
static gboolean
restore_selection (WeftViewState *state, GVariant *selection)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (get_tracks (state));
  WeftTimeAxis *axis = weft_view_state_get_axis (state);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  gint64 first, last;

  if (!g_variant_is_of_type (selection, G_VARIANT_TYPE (SELECTION_TYPE)))
    return FALSE;
  g_variant_get (selection, SELECTION_TYPE, &first, &last, &hit.on_track, &hit.track, &hit.thing,
                 &hit.first, &hit.last, &hit.y, &hit.height, &hit.text);
  weft_time_axis_select_within (axis, first, last);
  if (!hit.on_track)
    return TRUE;
  if (layout == NULL || !weft_time_axis_get_range (axis, &first, &last)
      || (hit.first < hit.last && (hit.first < first || hit.last - 1 > last))
      || weft_track_scene_find (layout->scene, hit.track) == NULL)
    return FALSE;
  weft_tracks_select (get_tracks (state), &hit);
  return TRUE;
}

/* --- words -------------------------------------------------------------------------------------------- */

/* "matmul 12 · Δ 340 cycles": the first line that is known of the thing, and how long it took. */
static char *
describe_selected (WeftViewState *state)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (get_tracks (state));
  g_autofree char *line = g_strndup (selected->text != NULL ? selected->text : "",
                                     selected->text != NULL ? strcspn (selected->text, "\n") : 0);
  g_autofree char *length = NULL;

  if (!selected->on_track || selected->first >= selected->last)
    return g_steal_pointer (&line);
  length = weft_time_axis_format_duration (weft_view_state_get_axis (state),
                                           selected->last - selected->first);
  return *line != '\0' ? g_strdup_printf ("%s · Δ %s", line, length)
                       : g_strdup_printf ("Δ %s", length);
}

/* Tracks that are in the window, wholly or in part. */
static char *
describe_rows (WeftViewState *state)
{
  WeftTracks *tracks = get_tracks (state);
  WeftTrackLayout *layout = weft_tracks_get_layout (tracks);
  g_autofree char *shown_words = NULL, *all_words = NULL;
  double scroll = weft_tracks_get_scroll (tracks, FALSE);
  guint shown = 0, all;
  int pinned;

  if (layout == NULL)
    return g_strdup ("");
  pinned = layout->pinned_height;
  all = layout->scene->n_tracks;
  for (guint i = 0; i < layout->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (layout->rows, WeftTrackRow, i);
      double y = row->pinned ? row->y : row->y - scroll;

      shown += row->track != G_MAXUINT && y < weft_tracks_get_height (tracks)
               && y + row->height > (row->pinned ? 0 : pinned);
    }
  shown_words = weft_number_count (shown);
  all_words = weft_number_count (all);
  /* TRANSLATORS: tracks that can be seen, of all */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s track", "%s of %s tracks", all),
                          shown_words, all_words);
}

static char *
describe (WeftViewState *state, WeftStatusPart part)
{
  if (part == WEFT_STATUS_ROWS)
    return describe_rows (state);
  if (part == WEFT_STATUS_SELECTION)
    return describe_selected (state);
  return WEFT_VIEW_STATE_CLASS (weft_tracks_state_parent_class)->describe (state, part);
}

/* --- the object ------------------------------------------------------------------------------------------- */

static void
weft_tracks_state_dispose (GObject *object)
{
  WeftTracksState *self = WEFT_TRACKS_STATE (object);
  WeftTracksStatePrivate *priv = weft_tracks_state_get_instance_private (self);

  g_clear_object (&priv->tracks);
  G_OBJECT_CLASS (weft_tracks_state_parent_class)->dispose (object);
}

static void
weft_tracks_state_class_init (WeftTracksStateClass *klass)
{
  WeftViewStateClass *state_class = WEFT_VIEW_STATE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_tracks_state_dispose;
  state_class->save_place = save_place;
  state_class->restore_place = restore_place;
  state_class->covers_place = covers_place;
  state_class->is_untouched = is_untouched;
  state_class->show_time = show_time;
  state_class->has_selected = has_selected;
  state_class->select_nothing = select_nothing;
  state_class->save_selection = save_selection;
  state_class->restore_selection = restore_selection;
  state_class->describe = describe;
}

static void
weft_tracks_state_init (WeftTracksState *self G_GNUC_UNUSED)
{
}

void
weft_tracks_state_set_up (WeftTracksState *self, WeftTrace *trace, const WeftTimeUnit *unit)
{
  WeftTracksStatePrivate *priv = weft_tracks_state_get_instance_private (self);

  weft_view_state_set_up (WEFT_VIEW_STATE (self), trace, unit);
  priv->tracks = weft_tracks_new (WEFT_VIEW_STATE (self));
  g_signal_connect_object (priv->tracks, "selection",
                           G_CALLBACK (weft_view_state_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (priv->tracks, "layout", G_CALLBACK (weft_view_state_viewport_changed),
                           self, G_CONNECT_SWAPPED);
}
