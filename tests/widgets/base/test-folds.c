/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tracks-stage.h"

#include "pixels.h"
#include "weft-list-area.h"
#include "weft-marks.h"

/* Tracks of whose time a part is folded, as a user handles them. */

static const WeftTimeSpan *
visible (View *view)
{
  return weft_time_axis_get_visible (weft_view_state_get_axis (view->state));
}

static double
x_of (View *view, gint64 tick)
{
  WeftAxis axis;

  g_assert_true (weft_tracks_get_axis (view->tracks, FALSE, &axis));
  return weft_axis_to_px (&axis, tick);
}

/* The middle of a track, in the canvas. */
static double
y_of (View *view, guint32 track)
{
  const WeftTrackRow *row =
    weft_track_layout_find_track (weft_tracks_get_layout (view->tracks), track);

  g_assert_nonnull (row);
  return row->y + row->height / 2.0
         - (row->pinned ? 0 : weft_tracks_get_scroll (view->tracks, FALSE));
}

/* Whether two pictures differ in a column of pixels. */
static gboolean
differs_at (cairo_surface_t *a, cairo_surface_t *b, int x)
{
  int stride = cairo_image_surface_get_stride (a);

  for (int y = 0; y < cairo_image_surface_get_height (a); y++)
    if (memcmp (cairo_image_surface_get_data (a) + y * stride + x * 4,
                cairo_image_surface_get_data (b) + y * stride + x * 4, 4)
        != 0)
      return TRUE;
  return FALSE;
}

static gboolean
xdo (View *view, const char *command)
{
  gboolean done = run_xdotool (command);

  settle (view);
  return done;
}

static gboolean
point_at (View *view, double x, double y)
{
  gboolean done = point_at_widget (view->canvas, view->window, x, y);

  settle (view);
  return done;
}

static WeftTimeAxis *
get_time (View *view)
{
  return weft_view_state_get_axis (view->state);
}

/* Folds what is empty from 10,000 to 40,000 of 50,000 ticks, as the family would, and so much more. */
static void
fold (View *view, gboolean twice)
{
  static const WeftCycleRange quiet[] = { { 10000, 40000 }, { 41000, 47000 } };
  g_autoptr (WeftFolds) folds = weft_folds_choose (quiet, twice ? 2 : 1, 0, N_THINGS * MADE_PERIOD);

  weft_time_axis_set_folds (get_time (view), view->state, folds);
  settle (view);
}

/* Whether the ruler says something of the time at x. */
static gboolean
ruler_says (View *view, double x)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  graphene_point_t at;
  GtkWidget *ruler;
  gboolean says;

  g_assert_true (gtk_widget_compute_point (view->canvas, view->window,
                                           &GRAPHENE_POINT_INIT ((float) x, -8), &at));
  ruler = gtk_widget_pick (view->window, at.x, at.y, GTK_PICK_DEFAULT);
  g_assert_true (WEFT_IS_LIST_AREA (ruler));
  g_signal_emit_by_name (ruler, "query-tooltip", (int) x, 5, FALSE, tooltip, &says);
  g_object_unref (tooltip);
  return says;
}

/* The part in sight stays there, whichever way it is drawn; so does the place under the pointer. */
static void
test_keep_the_place (void)
{
  g_autoptr (GVariant) place = NULL;
  WeftTimeSpan before;
  double x;
  View view;

  open_view (&view);
  fold (&view, FALSE);
  g_assert_nonnull (weft_time_axis_get_folds (get_time (&view)));
  g_assert_cmpfloat (x_of (&view, 10000), >, 200);
  g_assert_cmpfloat (x_of (&view, 40000) - x_of (&view, 10000), <, 100);
  /* Behind the fold, to a part of a tick. */
  weft_view_state_show_time (view.state, 45000, 46000);
  settle (&view);
  x = x_of (&view, 45432);
  before = *visible (&view);
  place = weft_view_state_save_place (view.state);
  weft_time_axis_set_folding (get_time (&view), FALSE);
  settle (&view);
  g_assert_cmpfloat (fabs (x_of (&view, 45432) - x), <, 1e-6);
  g_assert_cmpfloat (fabs (visible (&view)->length - before.length), <, 1e-6);
  weft_tracks_fit_all (view.tracks);
  settle (&view);
  weft_view_state_restore_place (view.state, place, FALSE);
  g_assert_cmpfloat (fabs (x_of (&view, 45432) - x), <, 1e-6);
  weft_time_axis_set_folding (get_time (&view), TRUE);
  g_assert_cmpfloat (fabs (x_of (&view, 45432) - x), <, 1e-6);
  /* A zoom across the fold keeps the point. */
  weft_tracks_fit_all (view.tracks);
  settle (&view);
  x = x_of (&view, 42000);
  for (guint i = 0; i < 4; i++)
    weft_tracks_zoom (view.tracks, x, 1.7, FALSE);
  g_assert_cmpfloat (fabs (x_of (&view, 42000) - x), <, 1e-6);
  for (guint i = 0; i < 4; i++)
    weft_tracks_zoom (view.tracks, x, 1 / 1.7, FALSE);
  g_assert_cmpfloat (fabs (x_of (&view, 42000) - x), <, 1e-6);
  close_view (&view);
}

/* Looking at nothing but an empty stretch, one sees the fold it becomes. */
static void
test_within (void)
{
  gint64 first, last;
  View view;

  open_view (&view);
  weft_view_state_show_time (view.state, 20000, 21000);
  settle (&view);
  fold (&view, FALSE);
  weft_time_axis_get_seen (get_time (&view), &first, &last);
  g_assert_cmpint (first, <=, 10000);
  g_assert_cmpint (last, >=, 40000);
  close_view (&view);
}

/* Things behind a fold are hit where they are drawn, a fold says how long it is, and what is jumped to
 * comes into sight. */
static void
test_hit (void)
{
  WeftTrack track = { .id = 2 };
  gint64 start = made_start (&track, 450);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  g_autofree char *words = NULL;
  View view;

  open_view (&view);
  fold (&view, FALSE);
  weft_view_state_show_time (view.state, start, start + 600);
  settle (&view);
  weft_tracks_hit_test (view.tracks, x_of (&view, start + 30), y_of (&view, 2), &hit);
  g_assert_cmpuint (hit.thing, ==, 450);
  words = weft_time_axis_describe_fold (get_time (&view), 20000);
  g_assert_cmpstr (words, ==, "30 000 cycles without events");
  g_assert_null (weft_time_axis_describe_fold (get_time (&view), 9999));
  g_assert_null (weft_time_axis_describe_fold (get_time (&view), 40000));
  close_view (&view);
}

/* One after the other is opened, by the ruler and by the overview; the option folds all of them again. */
static void
test_open (void)
{
  WeftTimeAxis *time;
  gboolean folds;
  guint n;
  View view;

  open_view (&view);
  time = get_time (&view);
  fold (&view, TRUE);
  weft_folds_get (weft_time_axis_get_folds (time), &n);
  g_assert_cmpuint (n, ==, 2);
  weft_time_axis_select (time, 1000, 2000);
  if (point_at (&view, (x_of (&view, 10000) + x_of (&view, 40000)) / 2, -8))
    {
      xdo (&view, "click 1");
      g_assert_true (weft_view_state_has_range (view.state));
      weft_folds_get (weft_time_axis_get_folds (time), &n);
      g_assert_cmpuint (n, ==, 1);
      /* One beside it is not opened, and a drag over one brushes. */
      point_at (&view, x_of (&view, 20000), -8);
      xdo (&view, "click 1");
      weft_folds_get (weft_time_axis_get_folds (time), &n);
      g_assert_cmpuint (n, ==, 1);
    }
  weft_time_axis_open_fold (time, 20000);
  weft_folds_get (weft_time_axis_get_folds (time), &n);
  g_assert_cmpuint (n, ==, 1);
  /* That the trace is found to have the same opens nothing, nor closes it. */
  fold (&view, TRUE);
  weft_folds_get (weft_time_axis_get_folds (time), &n);
  g_assert_cmpuint (n, ==, 1);
  weft_time_axis_open_fold (time, 42000);
  g_assert_null (weft_time_axis_get_folds (time));
  g_object_get (time, "fold-empty", &folds, NULL);
  g_assert_false (folds);
  g_object_set (time, "fold-empty", TRUE, NULL);
  weft_folds_get (weft_time_axis_get_folds (time), &n);
  g_assert_cmpuint (n, ==, 2);
  close_view (&view);
}

/* Rulers tell of folds alone, and overviews of every time; marks stand there in their places. */
static void
test_on_overview (void)
{
  cairo_surface_t *before, *after;
  GtkWidget *minimap;
  double extent;
  View view;

  open_view (&view);
  fold (&view, FALSE);
  minimap = find_widget (view.view, WEFT_TYPE_LIST_AREA);
  before = draw_widget (minimap);
  weft_marks_toggle_cursor (weft_marks_get (view.state), 45000);
  wait_settled ();
  after = draw_widget (minimap);
  extent = (double) weft_time_axis_lay (get_time (&view), N_THINGS * MADE_PERIOD);
  g_assert_true (differs_at (before, after,
                             (int) ((double) weft_time_axis_lay (get_time (&view), 45000) / extent
                                    * cairo_image_surface_get_width (after))));
  g_assert_false (
    differs_at (before, after, (int) (45000.0 / 50000 * cairo_image_surface_get_width (after))));
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  g_assert_true (ruler_says (&view, x_of (&view, 20000)));
  g_assert_false (ruler_says (&view, x_of (&view, 5000)));
  close_view (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folds/keep-the-place", test_keep_the_place);
  g_test_add_func ("/folds/within", test_within);
  g_test_add_func ("/folds/hit", test_hit);
  g_test_add_func ("/folds/open", test_open);
  g_test_add_func ("/folds/on-overview", test_on_overview);
  return g_test_run ();
}
