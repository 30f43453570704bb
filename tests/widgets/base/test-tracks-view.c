/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-canvas.h"
#include "weft-tracks-labels.h"

#include "pixels.h"
#include "tracks-stage.h"
#include "weft-marks.h"

/* Tracks as a user handles them: with xdotool's wheel, pointer and keys where that is there, and their
 * pixels against cairo's. */

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

static void
activate (View *view, const char *action, const char *format, ...)
{
  GVariant *parameter = NULL;
  va_list args;

  va_start (args, format);
  if (format != NULL)
    parameter = g_variant_ref_sink (g_variant_new_va (format, NULL, &args));
  va_end (args);
  g_assert_true (gtk_widget_activate_action_variant (view->view, action, parameter));
  g_clear_pointer (&parameter, g_variant_unref);
  settle (view);
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

/* --- places ------------------------------------------------------------------------------------- */

static void
test_opens_at_all (void)
{
  View view;

  open_view (&view);
  g_assert_cmpfloat (x_of (&view, 0), >, 0);
  g_assert_cmpfloat (x_of (&view, N_THINGS * MADE_PERIOD), <, weft_tracks_get_width (view.tracks));
  /* All of it stays in sight while it grows, until somebody moves the window. */
  made_tracks_grow (view.state, &view.things, 3 * N_THINGS);
  settle (&view);
  g_assert_cmpfloat (x_of (&view, 3 * N_THINGS * MADE_PERIOD), <,
                     weft_tracks_get_width (view.tracks));
  activate (&view, "view.pan", "(dd)", 1.0, 0.0);
  made_tracks_grow (view.state, &view.things, 9 * N_THINGS);
  settle (&view);
  g_assert_cmpfloat (x_of (&view, 9 * N_THINGS * MADE_PERIOD), >,
                     weft_tracks_get_width (view.tracks));
  close_view (&view);
}

static void
test_zooms_and_walks_history (void)
{
  WeftTimeSpan all;
  View view;

  open_view (&view);
  all = *visible (&view);
  activate (&view, "view.zoom-in", NULL);
  g_assert_cmpfloat (visible (&view)->length, <, all.length / 1.4);
  weft_view_state_show_time (view.state, 1000, 2000);
  settle (&view);
  g_assert_cmpint (visible (&view)->start, <=, 1000);
  g_assert_cmpfloat (visible (&view)->length, <, 1200);
  activate (&view, "view.back", NULL);
  g_assert_cmpfloat (visible (&view)->length, >, 10000);
  activate (&view, "view.forward", NULL);
  g_assert_cmpfloat (visible (&view)->length, <, 1200);
  activate (&view, "view.fit-all", NULL);
  g_assert_cmpfloat (fabs (visible (&view)->length - all.length), <, 1);
  close_view (&view);
}

/* Two states with one axis: what the one shows, the other does. */
static void
test_shares_time (void)
{
  MadeThings things = { N_THINGS / 2 };
  WeftViewState *other;
  WeftTracks *tracks;
  gint64 first, last;
  View view;

  open_view (&view);
  other = made_tracks_state_new (WEFT_TRACE (view.log.trace), &things);
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (other));
  weft_view_state_set_axis (other, weft_view_state_get_axis (view.state));
  weft_tracks_resize (tracks, 200, 100);
  /* The time goes as far as that of the longer one. */
  g_assert_true (weft_time_axis_get_range (weft_view_state_get_axis (other), &first, &last));
  g_assert_cmpint (last, ==, N_THINGS * MADE_PERIOD);
  weft_tracks_zoom (tracks, 100, 2, FALSE);
  settle (&view);
  g_assert_cmpfloat (visible (&view)->length, <, N_THINGS * MADE_PERIOD);
  weft_time_axis_select (weft_view_state_get_axis (view.state), 10, 20);
  g_assert_true (weft_view_state_has_range (other));
  g_assert_true (weft_view_state_step_back (other));
  g_assert_false (weft_view_state_has_range (view.state));
  g_assert_finalize_object (other);
  g_assert_true (weft_time_axis_get_range (weft_view_state_get_axis (view.state), &first, &last));
  close_view (&view);
}

/* A jump to a time shows what there is around it, and not what lies before the first of all. */
static void
test_jumps_stay_inside (void)
{
  gint64 first, last;
  View view;

  open_view (&view);
  weft_time_axis_get_range (weft_view_state_get_axis (view.state), &first, &last);
  weft_view_state_show_time (view.state, 1000, 2000);
  settle (&view);
  weft_view_state_show_time (view.state, first + 1, first + 1);
  settle (&view);
  g_assert_cmpint (visible (&view)->start, ==, first);
  weft_view_state_show_time (view.state, last, last);
  settle (&view);
  g_assert_cmpfloat (fabs (visible (&view)->start + visible (&view)->length - last), <, 1);
  weft_view_state_show_time (view.state, 5000, 5000);
  settle (&view);
  g_assert_cmpfloat (fabs (visible (&view)->start + visible (&view)->length / 2 - 5000), <, 1);
  close_view (&view);
}

/* Bookmarks and cursors stand on the picture where they were set. */
static void
test_marks (void)
{
  cairo_surface_t *before, *after;
  WeftMarks *marks;
  View view;

  open_view (&view);
  marks = weft_marks_get (view.state);
  before = draw_widget (view.canvas);
  weft_marks_toggle_cursor (marks, 1000);
  weft_marks_add_bookmark (marks, 3000, "here");
  wait_settled ();
  after = draw_widget (view.canvas);
  g_assert_true (differs_at (before, after, (int) x_of (&view, 1000)));
  g_assert_true (differs_at (before, after, (int) x_of (&view, 3000)));
  g_assert_false (differs_at (before, after, (int) x_of (&view, 2000)));
  cairo_surface_destroy (after);
  weft_marks_clear_cursors (marks);
  weft_marks_remove (marks, 0);
  wait_settled ();
  after = draw_widget (view.canvas);
  g_assert_cmpfloat (difference (before, after), <, 0.01);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  /* A double click on the ruler, above the canvas, sets a cursor there. */
  if (point_at (&view, 100, -8))
    {
      xdo (&view, "click --repeat 2 --delay 40 1");
      g_assert_cmpuint (weft_marks_get_n (marks), ==, 1);
      g_assert_cmpfloat (fabs (x_of (&view, weft_marks_get_mark (marks, 0)->time) - 100), <,
                         1 + x_of (&view, 1) - x_of (&view, 0));
    }
  close_view (&view);
}

/* --- selection ------------------------------------------------------------------------------------ */

static void
test_selects_by_key (void)
{
  const WeftTrackHit *selected;
  View view;

  open_view (&view);
  selected = weft_tracks_get_selected (view.tracks);
  weft_view_state_show_time (view.state, 0, 1000);
  settle (&view);
  activate (&view, "view.select", "(ii)", 1, 0);
  g_assert_cmpuint (selected->track, ==, 0);
  g_assert_cmpuint (selected->thing, ==, 5);
  activate (&view, "view.select", "(ii)", 0, 1);
  g_assert_cmpuint (selected->thing, ==, 6);
  activate (&view, "view.select", "(ii)", 1, 0);
  g_assert_cmpuint (selected->track, ==, 1);
  g_assert_cmpuint (selected->thing, ==, 6);
  /* Further than the window: it comes along. */
  for (guint i = 0; i < 20; i++)
    activate (&view, "view.select", "(ii)", 0, 1);
  g_assert_cmpuint (selected->thing, ==, 26);
  g_assert_cmpint (visible (&view)->start, >, 500);
  activate (&view, "view.fit", NULL);
  g_assert_cmpfloat (visible (&view)->length, <, 2 * MADE_LENGTH);
  activate (&view, "view.step-back", NULL);
  g_assert_false (selected->on_track);
  close_view (&view);
}

static void
test_clicks (void)
{
  const WeftTrackHit *selected;
  View view;

  open_view (&view);
  selected = weft_tracks_get_selected (view.tracks);
  weft_view_state_show_time (view.state, 0, 1000);
  settle (&view);
  if (point_at (&view, x_of (&view, made_start (&(WeftTrack){ .id = 2 }, 3) + 30), y_of (&view, 2)))
    {
      g_assert_cmpuint (weft_tracks_get_hover (view.tracks)->thing, ==, 3);
      xdo (&view, "click 1");
      g_assert_cmpuint (selected->track, ==, 2);
      g_assert_cmpuint (selected->thing, ==, 3);
      wait_settled ();
      xdo (&view, "click --repeat 2 --delay 60 1");
      g_assert_cmpfloat (visible (&view)->length, <, 2 * MADE_LENGTH);
      xdo (&view, "key Escape");
      g_assert_false (selected->on_track);
    }
  close_view (&view);
}

static void
test_wheel (void)
{
  WeftTimeSpan before;
  double x = 300;
  gint64 tick;
  WeftAxis axis;
  View view;

  open_view (&view);
  before = *visible (&view);
  if (point_at (&view, x, 100))
    {
      weft_tracks_get_axis (view.tracks, FALSE, &axis);
      tick = weft_axis_to_tick (&axis, x);
      xdo (&view, "keydown ctrl click 4 keyup ctrl");
      g_assert_cmpfloat (visible (&view)->length, <, before.length / 1.1);
      g_assert_cmpfloat (fabs (x_of (&view, tick) - x), <, 1.5);
      /* The wheel alone scrolls down, with Shift sideways. */
      xdo (&view, "click 5");
      g_assert_cmpfloat (weft_tracks_get_scroll (view.tracks, FALSE), >, 20);
      before = *visible (&view);
      xdo (&view, "keydown shift click 5 keyup shift");
      g_assert_cmpint (visible (&view)->start, >, before.start);
      g_assert_cmpfloat (visible (&view)->length, ==, before.length);
    }
  close_view (&view);
}

static void
test_drags (void)
{
  g_autofree char *range = NULL;
  gint64 start, first, last;
  View view;

  open_view (&view);
  weft_view_state_show_time (view.state, 0, 1000);
  settle (&view);
  start = visible (&view)->start;
  if (point_at (&view, 300, 100))
    {
      xdo (&view, "mousedown 1");
      xdo (&view, "mousemove_relative -- -40 -10");
      xdo (&view, "mousemove_relative -- -40 -10");
      xdo (&view, "mouseup 1");
      g_assert_cmpint (visible (&view)->start, >, start + 50);
      xdo (&view, "keydown shift mousedown 1");
      xdo (&view, "mousemove_relative -- 60 5");
      xdo (&view, "mousemove_relative -- 60 5");
      xdo (&view, "mouseup 1 keyup shift");
      g_assert_true (
        weft_time_axis_get_selection (weft_view_state_get_axis (view.state), &first, &last));
      g_assert_cmpint (last - first, >, 50);
    }
  weft_time_axis_select (weft_view_state_get_axis (view.state), 100, 160);
  range = weft_view_state_describe (view.state, WEFT_STATUS_RANGE);
  g_assert_cmpstr (range, ==, "100 – 160 cycles · Δ 60 cycles");
  close_view (&view);
}

/* --- arrangement ------------------------------------------------------------------------------------ */

/* Whether the first title is said on hover. */
static gboolean
says_title (GtkWidget *labels)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean says = FALSE;

  g_signal_emit_by_name (labels, "query-tooltip", 2, 2, FALSE, tooltip, &says);
  return says;
}

static GtkPopover *
find_menu (GtkWidget *labels)
{
  GtkWidget *child = gtk_widget_get_first_child (labels);

  while (!GTK_IS_POPOVER (child))
    child = gtk_widget_get_next_sibling (child);
  return GTK_POPOVER (child);
}

static GtkWidget *
find_labels (View *view)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  collect_widgets (view->view, WEFT_TYPE_TRACKS_LABELS, found);
  g_assert_cmpuint (found->len, ==, 1);
  return g_ptr_array_index (found, 0);
}

static guint32
track_at (View *view, guint row)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (view->tracks);

  return layout->scene->tracks[g_array_index (layout->rows, WeftTrackRow, row).track].id;
}

static void
test_arranges (void)
{
  WeftTrackLayout *layout;
  GtkWidget *labels;
  View view;
  int height;

  open_view (&view);
  labels = find_labels (&view);
  height = weft_tracks_get_layout (view.tracks)->height;
  weft_tracks_select (
    view.tracks, &(WeftTrackHit){ .on_track = TRUE, .track = 2, .thing = WEFT_TRACK_NO_THING });
  gtk_widget_activate_action (labels, "track.collapse", NULL);
  g_assert_cmpint (weft_tracks_get_layout (view.tracks)->height, <, height);
  gtk_widget_activate_action (labels, "track.collapse", NULL);
  gtk_widget_activate_action (labels, "track.up", NULL);
  g_assert_cmpuint (track_at (&view, 1), ==, 2);
  gtk_widget_activate_action (labels, "track.pin", NULL);
  layout = weft_tracks_get_layout (view.tracks);
  g_assert_cmpuint (track_at (&view, 0), ==, 2);
  g_assert_cmpint (layout->pinned_height, >, 0);
  /* A pinned track stays where it is. */
  weft_tracks_pan (view.tracks, 0, 60);
  settle (&view);
  g_assert_cmpfloat (weft_tracks_get_scroll (view.tracks, FALSE), >, 0);
  g_assert_cmpfloat (y_of (&view, 2), <, 40);
  /* The group's heading is the next row after track 3, and closes. */
  weft_tracks_select (
    view.tracks, &(WeftTrackHit){ .on_track = TRUE, .track = 3, .thing = WEFT_TRACK_NO_THING });
  g_assert_true (says_title (labels));
  gtk_widget_activate_action (labels, "track.menu", NULL);
  g_assert_false (says_title (labels));
  gtk_popover_popdown (find_menu (labels));
  g_assert_true (says_title (labels));

  gtk_widget_activate_action (labels, "track.go", "i", 1);
  gtk_widget_activate_action (labels, "track.collapse", NULL);
  g_assert_null (weft_track_layout_find_track (weft_tracks_get_layout (view.tracks), 4));
  /* Showing a thing in a closed group opens it. */
  weft_tracks_show (view.tracks, &(WeftTrackHit){ .on_track = TRUE, .track = 4 });
  g_assert_nonnull (weft_track_layout_find_track (weft_tracks_get_layout (view.tracks), 4));
  close_view (&view);
}

/* A click selects the track and no more, a double click makes it low and high again; a click on a heading closes its
 * group, and opens it. */
static void
test_clicked_labels (void)
{
  GtkWidget *labels;
  WeftTrackLayout *layout;
  int height, heading = -1;
  View view;

  open_view (&view);
  labels = find_labels (&view);
  layout = weft_tracks_get_layout (view.tracks);
  height = layout->height;
  click_at (labels, 1, 5, y_of (&view, 2) + 2);
  g_assert_cmpuint (weft_tracks_get_selected (view.tracks)->track, ==, 2);
  g_assert_cmpint (weft_tracks_get_layout (view.tracks)->height, ==, height);
  click_at (labels, 2, 5, y_of (&view, 2) + 2);
  g_assert_cmpint (weft_tracks_get_layout (view.tracks)->height, <, height);
  click_at (labels, 2, 5, y_of (&view, 2) + 2);
  g_assert_cmpint (weft_tracks_get_layout (view.tracks)->height, ==, height);
  layout = weft_tracks_get_layout (view.tracks);
  for (guint i = 0; i < layout->rows->len && heading < 0; i++)
    if (g_array_index (layout->rows, WeftTrackRow, i).track == G_MAXUINT)
      heading = g_array_index (layout->rows, WeftTrackRow, i).y;
  for (guint i = 0; i < 2; i++)
    {
      click_at (labels, 1, 5, heading + 2);
      g_assert_cmpint (
        weft_track_layout_find_track (weft_tracks_get_layout (view.tracks), 4) == NULL, ==, i == 0);
    }
  /* Below the last there is nothing. */
  click_at (labels, 1, 5, 100000);
  g_assert_cmpuint (weft_tracks_get_selected (view.tracks)->track, ==, 2);
  click_with (labels, GDK_BUTTON_SECONDARY, 1, 5, y_of (&view, 3) + 2);
  g_assert_cmpuint (weft_tracks_get_selected (view.tracks)->track, ==, 3);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (find_menu (labels))));
  close_view (&view);
}

/* --- looks -------------------------------------------------------------------------------------------- */

/* The picture from y on, and over it the names of long things in what is in sight of them. */
static void
draw_part (View *view, const WeftAxis *axis, gint64 y, int height, WeftPaintList *list)
{
  WeftStyle *style = weft_view_state_get_style (view->state);
  int width = weft_tracks_get_width (view->tracks);
  WeftTrackNames *names = weft_track_names_new ();

  weft_track_layout_paint (weft_tracks_get_layout (view->tracks), axis, style, width, 0, y, width,
                           height, names, list);
  for (guint i = 0; i < names->names->len; i++)
    {
      const WeftTrackName *name = &g_array_index (names->names, WeftTrackName, i);

      weft_track_paint_name (list, style, MAX ((double) name->x0, 0),
                             MIN ((double) name->x1, width), (int) (name->y - y), name->height,
                             name->color, name->text);
    }
  weft_track_names_unref (names);
}

/* The same picture from the renderer's cairo back end: what is pinned, and below it the rest. */
static cairo_surface_t *
draw_directly (View *view)
{
  WeftStyle *style = weft_view_state_get_style (view->state);
  int width = weft_tracks_get_width (view->tracks), height = weft_tracks_get_height (view->tracks);
  int pinned = weft_tracks_get_layout (view->tracks)->pinned_height;
  WeftPaintList *list = weft_paint_list_new ();
  WeftAxis axis;

  weft_tracks_get_axis (view->tracks, FALSE, &axis);
  draw_part (view, &axis, (gint64) weft_tracks_get_scroll (view->tracks, FALSE), height, list);
  weft_paint_list_push_clip (list, 0, 0, width, pinned);
  if (pinned > 0)
    draw_part (view, &axis, 0, pinned, list);
  weft_paint_list_pop_clip (list);
  return draw_list (list, style, width, height);
}

static void
check_pixels (View *view)
{
  settle (view);
  check_widget_shows (view->canvas, draw_directly (view));
}

static void
test_pixels (void)
{
  WeftStyleOptions options;
  View view;

  open_view (&view);
  weft_tracks_set_pointer (view.tracks, FALSE, 0, 0);
  gtk_window_set_focus (GTK_WINDOW (view.window), NULL);
  check_pixels (&view);
  weft_view_state_show_time (view.state, 500, 1500);
  check_pixels (&view);
  weft_tracks_set_pinned (view.tracks, 7, TRUE);
  weft_tracks_pan (view.tracks, 123, 77);
  check_pixels (&view);
  activate (&view, "view.zoom-out", NULL);
  check_pixels (&view);
  options = weft_view_state_get_style (view.state)->options;
  options.theme = WEFT_THEME_DARK;
  weft_view_state_set_style_options (view.state, &options);
  check_pixels (&view);
  close_view (&view);
}

/* The name of a thing that is wider than tiles stands once, in what is in sight of it, wherever the picture is
 * moved. */
static void
test_names (void)
{
  View view;

  open_view (&view);
  weft_tracks_set_pointer (view.tracks, FALSE, 0, 0);
  gtk_window_set_focus (GTK_WINDOW (view.window), NULL);
  weft_view_state_show_time (view.state, 500, 590);
  check_pixels (&view);
  for (guint i = 0; i < 5; i++)
    {
      weft_tracks_pan (view.tracks, 137, 9);
      check_pixels (&view);
    }
  weft_tracks_set_pinned (view.tracks, 7, TRUE);
  check_pixels (&view);
  close_view (&view);
}

/* New things are painted, and old ones are not painted again. */
static void
test_grows (void)
{
  View view;

  open_view (&view);
  weft_view_state_show_time (view.state, (N_THINGS - 5) * MADE_PERIOD,
                             (N_THINGS + 5) * MADE_PERIOD);
  weft_tracks_set_pointer (view.tracks, FALSE, 0, 0);
  gtk_window_set_focus (GTK_WINDOW (view.window), NULL);
  check_pixels (&view);
  made_tracks_grow (view.state, &view.things, N_THINGS + 100);
  wait_settled ();
  check_pixels (&view);
  close_view (&view);
}

static int
get_label_width (View *view)
{
  settle (view);
  return gtk_widget_get_width (find_widget (view->view, WEFT_TYPE_TRACKS_LABELS));
}

/* Labels are as wide as the longest needs, unless the user wants them otherwise, which alone is
 * remembered; a picture beside this one has them as wide. */
static void
test_labels (void)
{
  const WeftTrack track = { .id = 1,
                            .height = 40,
                            .title = "the bandwidth of all of the memory",
                            .unit = "a unit that is no shorter than that" };
  g_autoptr (WeftTrackScene) scene = NULL;
  int needed, width;
  GtkWidget *other;
  View view;

  open_view (&view);
  width = get_label_width (&view);
  scene = weft_track_scene_new (&made_painter, &view.things, NULL, &track, 1);
  weft_tracks_set_scene (view.tracks, scene);
  needed = weft_track_layout_measure_labels (weft_tracks_get_layout (view.tracks),
                                             weft_view_state_get_style (view.state));
  g_assert_cmpint (needed, >, width);
  g_assert_cmpint (get_label_width (&view), >=, needed);
  g_object_get (view.view, "label-width", &width, NULL);
  g_assert_cmpint (width, ==, 0);

  other = g_object_ref_sink (weft_tracks_view_new (view.tracks, WEFT_PICTURE_STRIP));
  weft_picture_view_join (WEFT_PICTURE_VIEW (other), WEFT_PICTURE_VIEW (view.view));
  gtk_paned_set_position (GTK_PANED (gtk_widget_get_ancestor (
                            find_widget (view.view, WEFT_TYPE_TRACKS_LABELS), GTK_TYPE_PANED)),
                          120);
  g_assert_cmpint (get_label_width (&view), ==, 120);
  g_object_get (other, "label-width", &width, NULL);
  g_assert_cmpint (width, ==, 120);
  g_object_unref (other);
  g_object_set (view.view, "label-width", 0, NULL);
  g_assert_cmpint (get_label_width (&view), >=, needed);
  close_view (&view);
}

static void
test_accessible (void)
{
  GtkAccessible *canvas;
  g_autofree char *rows = NULL, *selection = NULL;
  View view;

  open_view (&view);
  canvas = GTK_ACCESSIBLE (view.canvas);
  gtk_test_accessible_assert_role (canvas, GTK_ACCESSIBLE_ROLE_IMG);
  g_assert_true (gtk_test_accessible_has_property (canvas, GTK_ACCESSIBLE_PROPERTY_LABEL));
  g_assert_true (gtk_widget_get_focusable (view.canvas));
  activate (&view, "view.select", "(ii)", 1, 0);
  g_assert_true (gtk_test_accessible_has_property (canvas, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  /* So much for the status line. */
  selection = weft_view_state_describe (view.state, WEFT_STATUS_SELECTION);
  g_assert_true (g_str_has_suffix (selection, "of track 0 · Δ 60 cycles"));
  rows = weft_view_state_describe (view.state, WEFT_STATUS_ROWS);
  g_assert_true (g_str_has_suffix (rows, " of 12 tracks"));
  close_view (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracks-view/opens-at-all", test_opens_at_all);
  g_test_add_func ("/tracks-view/zooms-and-walks-history", test_zooms_and_walks_history);
  g_test_add_func ("/tracks-view/shares-time", test_shares_time);
  g_test_add_func ("/tracks-view/jumps-stay-inside", test_jumps_stay_inside);
  g_test_add_func ("/tracks-view/marks", test_marks);
  g_test_add_func ("/tracks-view/selects-by-key", test_selects_by_key);
  g_test_add_func ("/tracks-view/clicks", test_clicks);
  g_test_add_func ("/tracks-view/wheel", test_wheel);
  g_test_add_func ("/tracks-view/drags", test_drags);
  g_test_add_func ("/tracks-view/arranges", test_arranges);
  g_test_add_func ("/tracks-view/clicked-labels", test_clicked_labels);
  g_test_add_func ("/tracks-view/pixels", test_pixels);
  g_test_add_func ("/tracks-view/names", test_names);
  g_test_add_func ("/tracks-view/grows", test_grows);
  g_test_add_func ("/tracks-view/labels", test_labels);
  g_test_add_func ("/tracks-view/accessible", test_accessible);
  return g_test_run ();
}
