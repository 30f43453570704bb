/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "timeline-fixture.h"
#include "weft-events-table.h"
#include "weft-facts-inspector.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-timeline-compare-view.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-flame-view.h"
#include "weft-timeline-run-view.h"
#include "weft-timeline-stats-view.h"
#include "weft-tracks-view.h"

#include "go-to.h"
#include "pixels.h"

typedef struct
{
  WeftTimelineState *state;
  WeftTimelineSnapshot *snapshot; /* as it was read */
  GtkWidget *window;
  char *folder;
} Timeline;

static gboolean
is_answered (gpointer state)
{
  return weft_timeline_state_get_result (state) != NULL
         && !weft_filterable_is_pending (WEFT_FILTERABLE (state));
}

/* A file of that text in the folder: (transfer full). */
static char *
write_file (Timeline *self, const char *name, const char *text)
{
  char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
open_text (Timeline *self, const char *text)
{
  g_autofree char *path = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  path = write_file (self, "a.json", text);
  load = weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  self->state = weft_timeline_state_new (WEFT_TIMELINE_TRACE (weft_load_get_trace (load)));
  self->snapshot = weft_timeline_trace_ref_snapshot (
    WEFT_TIMELINE_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self->state))));
  wait_until (is_answered, self->state);
  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state)), 800, 600);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 600);
}

static void
show (Timeline *self, GtkWidget *panel)
{
  gtk_window_set_child (GTK_WINDOW (self->window), panel);
  gtk_window_present (GTK_WINDOW (self->window));
  wait_until (is_mapped, panel);
  wait_settled ();
}

static void
close_timeline (Timeline *self)
{
  static const char *const names[] = { "a.json", "b.json", NULL };

  gtk_window_destroy (GTK_WINDOW (self->window));
  weft_timeline_snapshot_unref (self->snapshot);
  g_object_unref (self->state);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static guint32
name_of (Timeline *self, const char *name)
{
  return weft_timeline_name (self->snapshot->trace,
                             timeline_fixture_find (self->snapshot, name, 0));
}

static void
brush (Timeline *self, gint64 from, gint64 to)
{
  gint64 zero = self->snapshot->first_time;

  weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)), zero + from,
                         zero + to);
}

static gboolean
is_ranged (gpointer state)
{
  return !weft_timeline_state_get_result (state)->stats->is_whole;
}

/* --- results ---------------------------------------------------------------------------------------------- */

/* A filter that is cancelled while it is run says so, and once. */
static void
test_cancelled (void)
{
  Timeline timeline;
  g_autoptr (WeftTimelineResult) result = g_object_new (WEFT_TYPE_TIMELINE_RESULT, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WeftTimelineResult *before;

  open_text (&timeline, TIMELINE_TRAINING);
  before = weft_timeline_state_get_result (timeline.state);
  result->question = before->question;
  result->question.snapshot = weft_timeline_snapshot_ref (before->question.snapshot);
  result->question.filter =
    weft_expression_parse (weft_timeline_language (), "duration > 1", NULL, &error);
  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_false (WEFT_RESULT_GET_CLASS (result)->derive (
    WEFT_RESULT (result), WEFT_RESULT (before), cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  close_timeline (&timeline);
}

/* --- the inspector ------------------------------------------------------------------------------------- */

/* Findings are told while nothing is selected; of a selected op what it launched is, with the time of the
 * kernel, and its slices within. */
static void
test_inspector (void)
{
  Timeline timeline;
  GtkWidget *inspector;

  open_text (&timeline, TIMELINE_TRAINING);
  g_assert_cmpuint (weft_view_state_get_findings (WEFT_VIEW_STATE (timeline.state))->len, >=, 1);
  inspector = weft_facts_inspector_new (WEFT_VIEW_STATE (timeline.state));
  show (&timeline, inspector);
  g_assert_nonnull (find_label (inspector, "has no work"));
  weft_events_state_show_row (WEFT_EVENTS_STATE (timeline.state),
                              timeline_fixture_find (timeline.snapshot, "aten::mm", 0), FALSE);
  wait_settled ();
  g_assert_null (weft_view_state_get_findings (WEFT_VIEW_STATE (timeline.state)));
  g_assert_nonnull (find_label (inspector, "Launched"));
  g_assert_nonnull (find_label (inspector, "gemm"));
  g_assert_nonnull (find_label (inspector, "Within it, by self time"));
  g_assert_nonnull (find_label (inspector, "cudaLaunchKernel"));
  close_timeline (&timeline);
}

static gboolean
tells_gemm (gpointer inspector)
{
  return find_label (inspector, "Of busy time") != NULL && find_label (inspector, "83.3") != NULL;
}

/* The finding of kernels leads to the name that takes most: its slices stand out, none is hidden, and the
 * card has the finding's figure: 100 of 120 µs. */
static void
test_finding (void)
{
  Timeline timeline;
  GtkWidget *inspector;
  const GArray *findings;
  const WeftFinding *kernels = NULL;

  open_text (&timeline, TIMELINE_TRAINING);
  inspector = weft_facts_inspector_new (WEFT_VIEW_STATE (timeline.state));
  show (&timeline, inspector);
  findings = weft_view_state_get_findings (WEFT_VIEW_STATE (timeline.state));
  for (guint i = 0; i < findings->len && kernels == NULL; i++)
    if (g_str_equal (g_array_index (findings, WeftFinding, i).key, "top-kernels"))
      kernels = &g_array_index (findings, WeftFinding, i);
  g_assert_nonnull (strstr (kernels->text, "83.3"));
  weft_view_state_follow_link (WEFT_VIEW_STATE (timeline.state), kernels->target);
  wait_until (tells_gemm, inspector);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==, name_of (&timeline, "gemm"));
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (timeline.state)), ==, "");
  close_timeline (&timeline);
}

/* A kernel says what launched it and how long before; its arguments are taken apart. */
static void
test_kernel (void)
{
  Timeline timeline;
  GtkWidget *inspector;

  open_text (&timeline, TIMELINE_TRAINING);
  inspector = weft_facts_inspector_new (WEFT_VIEW_STATE (timeline.state));
  show (&timeline, inspector);
  weft_events_state_show_row (WEFT_EVENTS_STATE (timeline.state),
                              timeline_fixture_find (timeline.snapshot, "gemm", 0), FALSE);
  wait_settled ();
  g_assert_nonnull (find_label (inspector, "Comes from"));
  g_assert_nonnull (find_label (inspector, "80 µs")); /* from 20 to 100 */
  g_assert_nonnull (find_label (inspector, "grid [2]"));
  g_assert_nonnull (find_label (inspector, "A kernel of the device"));
  close_timeline (&timeline);
}

/* Links lead to a range, which is brushed, and to names, which stand out until nothing is selected. */
static void
test_links (void)
{
  Timeline timeline;
  WeftViewState *state;
  g_autofree char *target = NULL;
  g_autofree char *name = NULL;
  gint64 from, to, zero;

  open_text (&timeline, TIMELINE_TRAINING);
  state = WEFT_VIEW_STATE (timeline.state);
  zero = timeline.snapshot->first_time;
  target =
    g_strdup_printf ("time:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, zero + 350000, zero + 800000);
  weft_view_state_follow_link (state, target);
  g_assert_true (weft_time_axis_get_selection (weft_view_state_get_axis (state), &from, &to));
  g_assert_cmpint (from - zero, ==, 350000);
  g_assert_cmpint (to - zero, ==, 800000);
  wait_until (is_ranged, timeline.state);
  /* No work at all in it. */
  g_assert_cmpint (weft_timeline_state_get_result (timeline.state)->stats->devices[0].busy, ==, 0);
  name = g_strdup_printf ("name:%u", name_of (&timeline, "gemm"));
  weft_view_state_follow_link (state, name);
  g_assert_true (weft_view_state_has_selected (state));
  weft_view_state_select_nothing (state);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==, WEFT_NO_NAME);
  g_assert_false (weft_view_state_has_selected (state));
  close_timeline (&timeline);
}

/* --- going to places ------------------------------------------------------------------------------------ */

static guint32
get_selected (Timeline *self)
{
  return weft_events_state_get_selected (WEFT_EVENTS_STATE (self->state));
}

/* That the event is selected, and begins in the middle of what is in sight. */
static void
check_is_at (Timeline *self, guint32 row)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state));
  WeftTimelineEvent event;
  WeftTimeSpan visible;
  double scroll;

  weft_tracks_get_place (tracks, &visible, &scroll);
  weft_timeline_snapshot_get_event (self->snapshot, row, &event);
  g_assert_cmpuint (get_selected (self), ==, row);
  g_assert_cmpfloat_with_epsilon ((double) (event.start - visible.start), visible.length / 2, 1);
}

/* A name's events one after another, and again from the first; a line of the file. */
static void
test_go_to (void)
{
  Timeline timeline;
  guint32 first, second;
  WeftTimelineEvent event;
  g_autofree char *line = NULL;
  g_autoptr (GError) nobody = NULL;
  WeftTracks *tracks;

  open_text (&timeline, TIMELINE_TRAINING);
  first = timeline_fixture_find (timeline.snapshot, "aten::mm", 0);
  second = timeline_fixture_find (timeline.snapshot, "aten::mm", 1);
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (timeline.state));
  weft_tracks_resize (tracks, 400, 100);
  weft_tracks_show_time (tracks, 0, 12000);
  go_to_place (timeline.state, "name aten::mm");
  check_is_at (&timeline, first);
  go_to_place (timeline.state, "name aten::mm");
  check_is_at (&timeline, second);
  go_to_place (timeline.state, "name aten::mm");
  check_is_at (&timeline, first);
  nobody = go_to (timeline.state, "name nobody");
  g_assert_error (nobody, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
  weft_timeline_snapshot_get_event (timeline.snapshot, second, &event);
  line = g_strdup_printf ("line %d", (int) event.line);
  go_to_place (timeline.state, line);
  check_is_at (&timeline, second);
  close_timeline (&timeline);
}

/* --- statistics ------------------------------------------------------------------------------------------ */

/* Every page can be asked for. A row of names has its slices stand out, and when it is activated they
 * stand alone; a row of streams selects its track. */
static void
test_statistics (void)
{
  Timeline timeline;
  GtkWidget *view, *table;
  const WeftTrackHit *selected;
  guint64 shown, all;

  open_text (&timeline, TIMELINE_TRAINING);
  view = weft_stats_view_new (WEFT_VIEW_STATE (timeline.state), &weft_timeline_stats);
  show (&timeline, view);
  for (guint i = 0; i < weft_timeline_stats.n_pages; i++)
    {
      weft_view_state_show_page (WEFT_VIEW_STATE (timeline.state),
                                 weft_timeline_stats.pages[i].name);
      wait_until (is_mapped, weft_stats_view_get_content (WEFT_STATS_VIEW (view),
                                                          weft_timeline_stats.pages[i].name));
    }
  g_assert_cmpuint (weft_timeline_stats.n_pages, ==,
                    g_strv_length ((char **) weft_timeline_table_words) + 1);
  table = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "name");
  g_signal_emit_by_name (table, "picked", 0);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==,
                    weft_timeline_state_get_result (timeline.state)->stats->names[0].name);
  table = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "stream");
  g_signal_emit_by_name (table, "picked", 0);
  selected =
    weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (timeline.state)));
  g_assert_cmpuint (selected->track, ==,
                    WEFT_TIMELINE_TRACK_THREAD
                      + weft_timeline_track (timeline.snapshot->trace,
                                             timeline_fixture_find (timeline.snapshot, "gemm", 0)));
  g_signal_emit_by_name (table, "activated", 0);
  wait_until (is_answered, timeline.state);
  weft_filterable_count_rows (WEFT_FILTERABLE (timeline.state), &shown, &all);
  g_assert_cmpuint (shown, ==, 3);
  g_assert_cmpuint (all, ==, 10);
  close_timeline (&timeline);
}

/* A text with an instant and a counter of one process. */
#define WITH_INSTANT \
  "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":90,\"name\":\"a\",\"cat\":\"x\"}," \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":0,\"dur\":50,\"name\":\"b\",\"cat\":\"y\"}," \
  "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":60,\"s\":\"t\",\"name\":\"tick\"}," \
  "{\"ph\":\"C\",\"pid\":1,\"ts\":10,\"name\":\"power\",\"args\":{\"W\":50}}]"

static void
emit_row (GtkWidget *view, const char *page, const char *signal, guint row)
{
  g_signal_emit_by_name (weft_stats_view_get_content (WEFT_STATS_VIEW (view), page), signal, row);
}

/* Rows of threads and counters select their tracks, those of instants the event. One of categories leads nowhere until it
 * is activated. */
static void
test_subjects (void)
{
  Timeline timeline;
  const WeftTrackHit *selected;
  guint64 shown, all;
  GtkWidget *view;
  guint32 tick;

  open_text (&timeline, WITH_INSTANT);
  tick = timeline_fixture_find (timeline.snapshot, "tick", 0);
  selected =
    weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (timeline.state)));
  view = weft_stats_view_new (WEFT_VIEW_STATE (timeline.state), &weft_timeline_stats);
  show (&timeline, view);
  emit_row (view, "thread", "picked", 0);
  g_assert_cmpuint (selected->track, ==, WEFT_TIMELINE_TRACK_THREAD);
  g_assert_cmpuint (selected->thing, ==, WEFT_TRACK_NO_THING);
  emit_row (view, "counter", "picked", 0);
  g_assert_cmpuint (selected->track, ==, WEFT_TIMELINE_TRACK_COUNTER);
  emit_row (view, "instant", "picked", 0);
  g_assert_cmpuint (selected->thing, ==, tick);
  emit_row (view, "category", "picked", 1);
  g_assert_cmpuint (selected->thing, ==, tick);
  emit_row (view, "category", "activated", 1);
  wait_until (is_answered, timeline.state);
  weft_filterable_count_rows (WEFT_FILTERABLE (timeline.state), &shown, &all);
  g_assert_cmpuint (shown, ==, 1);
  close_timeline (&timeline);
}

/* --- the flame graph ------------------------------------------------------------------------------------- */

static gboolean
has_flame (gpointer area)
{
  return gtk_widget_get_height (area) > 0 && gtk_widget_get_mapped (area);
}

static gboolean
press_key (GtkWidget *area, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (area);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
  return handled;
}

/* A click has the slices of a name stand out, a double click fills the width, Escape goes back; keys walk
 * from node to node. The step has 900 of 1,020 µs, so it is under the pointer at the left. */
static void
test_flame (void)
{
  Timeline timeline;
  GtkWidget *view, *area;

  open_text (&timeline, TIMELINE_TRAINING);
  view = weft_timeline_flame_view_new (timeline.state);
  show (&timeline, view);
  area = find_widget (view, WEFT_TYPE_LIST_AREA);
  wait_until (has_flame, area);
  g_assert_nonnull (find_label (view, "1.02 ms in slices"));
  click_at (area, 1, 20, 8);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==, name_of (&timeline, "step"));
  g_assert_true (press_key (area, GDK_KEY_Down));
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==,
                    name_of (&timeline, "aten::mm"));
  g_assert_true (press_key (area, GDK_KEY_Right));
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==,
                    name_of (&timeline, "aten::add"));
  g_assert_true (press_key (area, GDK_KEY_Return));
  wait_settled ();
  g_assert_nonnull (find_label (view, "step;aten::add"));
  /* It fills the width. */
  click_at (area, 1, gtk_widget_get_width (area) - 20, 8 + 19);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==,
                    name_of (&timeline, "aten::add"));
  g_assert_true (press_key (area, GDK_KEY_Escape));
  g_assert_nonnull (find_label (view, "1.02 ms in slices"));
  g_assert_false (press_key (area, GDK_KEY_Escape));
  click_at (area, 1, gtk_widget_get_width (area) - 2, 200);
  g_assert_cmpuint (weft_timeline_state_get_name (timeline.state), ==, WEFT_NO_NAME);
  close_timeline (&timeline);
}

static gboolean
says_range (gpointer view)
{
  return find_label (view, "Of the brushed range: 150 µs") != NULL;
}

static gboolean
says_stream (gpointer view)
{
  return find_label (view, "50 µs in slices") != NULL;
}

/* Of the brushed range, 100 to 200 µs: the step's 100 µs and a kernel's 50; and of one track alone. */
static void
test_flame_range (void)
{
  Timeline timeline;
  GtkWidget *view;
  GtkWidget *one;

  open_text (&timeline, TIMELINE_TRAINING);
  view = weft_timeline_flame_view_new (timeline.state);
  show (&timeline, view);
  brush (&timeline, 100000, 200000);
  wait_until (says_range, view);
  one = find_widget (view, GTK_TYPE_CHECK_BUTTON);
  weft_events_state_show_row (WEFT_EVENTS_STATE (timeline.state),
                              timeline_fixture_find (timeline.snapshot, "gemm", 0), FALSE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (one), TRUE);
  wait_until (says_stream, view);
  close_timeline (&timeline);
}

/* --- the run ------------------------------------------------------------------------------------------------ */

/* Devices have a section each, as distributed training has. */
static void
test_run (void)
{
  Timeline timeline;
  GtkWidget *view;

  open_text (&timeline, TIMELINE_TRAINING);
  view = weft_timeline_run_view_new (timeline.state);
  show (&timeline, view);
  g_assert_nonnull (find_label (view, "deviceProperties [0]"));
  g_assert_nonnull (find_label (view, "A Card"));
  g_assert_nonnull (find_label (view, "distributedInfo"));
  g_assert_nonnull (find_label (view, "nccl"));
  close_timeline (&timeline);
}

/* --- comparison ---------------------------------------------------------------------------------------------- */

static gboolean
is_compared (gpointer view)
{
  WeftViewState *other = weft_compare_view_get_other (view);

  return other != NULL && weft_timeline_state_get_result (WEFT_TIMELINE_STATE (other)) != NULL
         && find_label (view, "gemm") != NULL;
}

static gboolean
is_refused (gpointer view)
{
  return find_label (view, "is a trace of another kind") != NULL;
}

/* Compares a timeline with another, whose gemm takes 10 µs less each: (transfer none) the view. */
static GtkWidget *
compare_with_quicker (Timeline *timeline)
{
  g_autoptr (GString) text = g_string_new (TIMELINE_TRAINING);
  g_autofree char *path = NULL;
  GtkWidget *view;

  g_string_replace (text, "\"dur\":50", "\"dur\":40", 0);
  open_text (timeline, TIMELINE_TRAINING);
  path = write_file (timeline, "b.json", text->str);
  view = weft_timeline_compare_view_new (timeline->state);
  show (timeline, view);
  weft_compare_view_open (WEFT_COMPARE_VIEW (view), path);
  wait_until (is_compared, view);
  return view;
}

/* The other timeline is told of in a sentence, and looks like the open
 * one; what is no timeline is refused in words. */
static void
test_comparison (void)
{
  Timeline timeline;
  GtkWidget *view = compare_with_quicker (&timeline);
  g_autofree char *noc = NULL;
  gboolean flows;

  g_assert_nonnull (find_label (view, "−20 µs"));
  g_object_set (timeline.state, "flows", TRUE, NULL);
  g_object_get (weft_compare_view_get_other (WEFT_COMPARE_VIEW (view)), "flows", &flows, NULL);
  g_assert_true (flows);
  noc = g_build_filename (g_getenv ("WEFT_SAMPLES"), "noc-eight-cores.json", NULL);
  weft_compare_view_open (WEFT_COMPARE_VIEW (view), noc);
  wait_until (is_refused, view);
  close_timeline (&timeline);
}

/* Bars are blue for less time in the other one, and red for more; a double click on the line
 * of a name shows that name's slices alone. */
static void
test_differences (void)
{
  Timeline timeline;
  GtkWidget *view = compare_with_quicker (&timeline), *bars;
  WeftStyle *style;
  cairo_surface_t *surface;
  guint blue, red;

  bars = find_widget (view, WEFT_TYPE_LIST_AREA);
  surface = draw_widget (bars);
  style = weft_view_state_get_style (WEFT_VIEW_STATE (timeline.state));
  /* The GPU works for less time, is in kernels for less, idles and waits for more; and gemm is quicker. */
  blue = count_pixels (surface, weft_style_diverging (style, -0.8));
  red = count_pixels (surface, weft_style_diverging (style, 0.8));
  g_assert_cmpuint (blue, >, 1000);
  g_assert_cmpuint (2 * blue, ==, 3 * red);
  cairo_surface_destroy (surface);
  click_at (bars, 2, 100, 30);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (timeline.state)), ==, "");
  click_at (bars, 2, 100, 110);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (timeline.state)), ==,
                   "name == \"gemm\"");
  close_timeline (&timeline);
}

/* --- the picture ----------------------------------------------------------------------------------------------- */

static gboolean
is_complete (gpointer view)
{
  return weft_canvas_is_complete (
    WEFT_CANVAS (weft_picture_view_get_canvas (WEFT_PICTURE_VIEW (view))));
}

/* Another selection or range keeps the scene, so that no tile is drawn anew; another scheme does not. */
static void
test_picture (void)
{
  Timeline timeline;
  GtkWidget *view;
  WeftTrackScene *scene;

  open_text (&timeline, TIMELINE_TRAINING);
  view = weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (timeline.state)),
                               WEFT_PICTURE_WHOLE);
  show (&timeline, view);
  wait_until (is_complete, view);
  scene = weft_timeline_state_get_result (timeline.state)->scene;
  weft_events_state_show_row (WEFT_EVENTS_STATE (timeline.state),
                              timeline_fixture_find (timeline.snapshot, "aten::mm", 0), FALSE);
  brush (&timeline, 100000, 200000);
  wait_until (is_ranged, timeline.state);
  wait_until (is_complete, view);
  g_assert_true (weft_timeline_state_get_result (timeline.state)->scene == scene);
  g_object_set (timeline.state, "scheme", WEFT_TIMELINE_BY_CATEGORY, NULL);
  wait_until (is_answered, timeline.state);
  wait_settled ();
  g_assert_false (weft_timeline_state_get_result (timeline.state)->scene == scene);
  close_timeline (&timeline);
}

/* A trace without anything says why. */
static void
test_empty (void)
{
  Timeline timeline;
  g_autofree char *text = NULL;

  open_text (&timeline, "{\"traceEvents\":[],\"displayTimeUnit\":\"ms\"}");
  text = weft_view_state_describe_empty (WEFT_VIEW_STATE (timeline.state));
  g_assert_nonnull (strstr (text, "recorded nothing"));
  close_timeline (&timeline);
}

/* --- times ---------------------------------------------------------------------------------------- */

/* Two slices long after the clock's zero, of 1.5 µs and of 2 ms. */
static const char slices[] =
  "{\"traceEvents\": ["
  "{\"name\": \"first\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 5000000, \"dur\": 1.5},"
  "{\"name\": \"second\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"ts\": 5000012.345, \"dur\": "
  "2000}"
  "]}";

static void
check_cell (GtkWidget *table, guint position, const char *key, const char *expected)
{
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (table));
  const WeftFacts *facts = weft_fact_list_get_facts (list);
  g_autoptr (WeftFactRow) row = g_list_model_get_item (G_LIST_MODEL (list), position);
  guint column = 0;
  g_autofree char *text = NULL;

  while (!g_str_equal (weft_facts_get_column (facts, column)->key, key))
    column++;
  text = weft_fact_row_get_text (row, column);
  g_assert_cmpstr (text, ==, expected);
}

static gboolean
is_idle (gpointer list)
{
  return !weft_fact_list_is_busy (list);
}

static void
check_filter (GtkWidget *table, const char *text, guint n_expected)
{
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (table));

  weft_fact_list_filter (list, text);
  wait_until (is_idle, list);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n_expected);
}

/* Tables write the times of the ruler, and machines get those of the file. */
static void
test_times (void)
{
  g_autofree char *csv = NULL;
  GtkWidget *table;
  Timeline timeline;

  open_text (&timeline, slices);
  table = weft_events_table_new (WEFT_EVENTS_STATE (timeline.state), "Events", "None");
  show (&timeline, table);
  check_cell (table, 0, "start", "0 s");
  check_cell (table, 0, "duration", "1.5 µs");
  check_cell (table, 1, "start", "12.345 µs");
  csv = weft_fact_list_to_text (weft_fact_table_get_list (WEFT_FACT_TABLE (table)), ',', 0, 2);
  g_assert_nonnull (strstr (csv, ",5000012345,"));
  g_assert_nonnull (strstr (csv, ",2000000,"));
  check_filter (table, "12.345 µs", 1);
  check_filter (table, "12.346 µs", 0);
  close_timeline (&timeline);
}

/* --- folds ------------------------------------------------------------------------------------------ */

/* Two bursts far apart, and what parts the wait between them: to the tick. */
static void
test_folds (void)
{
  static const char *const between[] = {
    "",
    "{\"name\":\"c\",\"ph\":\"C\",\"ts\":5000,\"pid\":1,\"args\":{\"v\":3}},",
  };

  for (guint i = 0; i < G_N_ELEMENTS (between); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{\"traceEvents\":["
        "{\"name\":\"a\",\"ph\":\"X\",\"ts\":0,\"dur\":2,\"pid\":1,\"tid\":1},%s"
        "{\"name\":\"b\",\"ph\":\"X\",\"ts\":12402,\"dur\":2,\"pid\":1,\"tid\":1}]}",
        between[i]);
      const WeftCycleRange *folds;
      g_autofree char *words = NULL;
      WeftTimeAxis *time;
      guint n;
      Timeline timeline;

      open_text (&timeline, text);
      time = weft_view_state_get_axis (WEFT_VIEW_STATE (timeline.state));
      folds = weft_folds_get (weft_time_axis_get_folds (time), &n);
      g_assert_cmpuint (n, ==, i + 1);
      g_assert_cmpint (folds[0].from, ==, 2000);
      g_assert_cmpint (folds[n - 1].to, ==, 12402000);
      words = weft_time_axis_describe_fold (time, 3000000);
      g_assert_cmpstr (words, ==, i == 0 ? "12.4 ms without events" : "5 ms without events");
      close_timeline (&timeline);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    GTestFunc run;
  } tests[] = {
    { "/timeline-view/cancelled", test_cancelled },
    { "/timeline-view/inspector", test_inspector },
    { "/timeline-view/finding", test_finding },
    { "/timeline-view/kernel", test_kernel },
    { "/timeline-view/links", test_links },
    { "/timeline-view/go-to", test_go_to },
    { "/timeline-view/statistics", test_statistics },
    { "/timeline-view/subjects", test_subjects },
    { "/timeline-view/flame", test_flame },
    { "/timeline-view/flame-range", test_flame_range },
    { "/timeline-view/run", test_run },
    { "/timeline-view/comparison", test_comparison },
    { "/timeline-view/differences", test_differences },
    { "/timeline-view/picture", test_picture },
    { "/timeline-view/empty", test_empty },
    { "/timeline-view/times", test_times },
    { "/timeline-view/folds", test_folds },
  };

  gtk_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, tests[i].run);
  return g_test_run ();
}
