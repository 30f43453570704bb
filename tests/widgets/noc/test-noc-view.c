/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noc-stage.h"
#include "pixels.h"
#include "weft-facts-inspector.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-noc-canvas.h"
#include "weft-tracks-view.h"

/* The view of a NoC trace as one uses it: what is selected is explained, and what is brushed or
 * filtered is what the figures are of. */

static void
test_selection (void)
{
  WeftNocThing link = { WEFT_NOC_LINK, 0, 0 }, tile = { WEFT_NOC_TILE, 0, 12 };
  g_autofree char *of_link = NULL;
  g_autofree char *of_tile = NULL;
  g_autofree char *of_record = NULL;
  View view;

  view_open (&view);
  link.index = weft_noc_make_link (weft_noc_capture_get_topology (view.seen->capture, NULL), 0, 10,
                                   WEFT_NOC_EAST);
  weft_noc_state_select (view.state, &link);
  next_result (&view);
  of_link = get_facts (&view);
  g_assert_nonnull (strstr (of_link, "NOC_0 (0,1) → (1,1)"));
  g_assert_nonnull (strstr (of_link, "(2,1)"));
  weft_noc_state_select (view.state, &tile);
  g_assert_cmpuint (next_result (&view)->own_flows->len, ==, 2);
  of_tile = get_facts (&view);
  g_assert_nonnull (strstr (of_tile, "Tile (2,1)"));
  g_assert_nonnull (strstr (of_tile, "490"));
  weft_events_state_show_row (WEFT_EVENTS_STATE (view.state), 0, FALSE);
  of_record = get_facts (&view);
  g_assert_nonnull (strstr (of_record, "noc_async_read"));
  g_assert_cmpuint (weft_noc_state_get_selected (view.state)->index, ==, 12);
  view_close (&view);
}

/* The slider says how many flows are drawn, and asks for others. */
static void
test_flows (void)
{
  View view;
  guint n_drawn;

  view_open (&view);
  g_assert_cmpuint (weft_noc_map_get_n_flows (weft_noc_state_get_map (view.state), &n_drawn), ==,
                    2);
  g_assert_cmpuint (n_drawn, ==, 2);
  g_assert_cmpuint (weft_noc_state_get_manner (view.state)->max_flows, ==, WEFT_NOC_DRAWN_FLOWS);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (get_child (&view, "flows"))), ==,
                   "Flows: 2 of 2");
  gtk_range_set_value (GTK_RANGE (get_child (&view, "flow_scale")), 0);
  weft_noc_map_get_n_flows (weft_noc_state_get_map (view.state), &n_drawn);
  g_assert_cmpuint (n_drawn, ==, 1);
  g_assert_cmpstr (gtk_menu_button_get_label (GTK_MENU_BUTTON (get_child (&view, "flows"))), ==,
                   "Flows: 1 of 2");
  view_close (&view);
}

/* Matrix and controllers stand beside the map where there is room, otherwise behind a button. */
static void
test_side (void)
{
  GtkToggleButton *button;
  View view;

  view_open (&view);
  button = GTK_TOGGLE_BUTTON (get_child (&view, "side_shown"));
  g_assert_false (gtk_widget_get_visible (get_child (&view, "side")));
  gtk_toggle_button_set_active (button, TRUE);
  g_assert_true (gtk_widget_get_visible (get_child (&view, "side")));
  view_close (&view);
  view_open_wide (&view, 1200);
  wait_until (is_mapped, get_child (&view, "side"));
  button = GTK_TOGGLE_BUTTON (get_child (&view, "side_shown"));
  g_assert_true (gtk_toggle_button_get_active (button));
  gtk_toggle_button_set_active (button, FALSE);
  g_assert_false (gtk_widget_get_visible (get_child (&view, "side")));
  view_close (&view);
}

/* Where the profiler's log says how fast the clock is, times stand beside cycles, unless the user says
 * otherwise. */
static void
test_clock (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "device-log-eight-cores.csv", NULL);
  g_autoptr (WeftNocTrace) trace = load_noc (path);
  View view = { .state = weft_noc_state_new (trace) };
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));

  next_result (&view);
  g_assert_cmpint (weft_time_axis_get_clock (axis).hertz, ==, 1000000000);
  weft_view_state_set_clock (WEFT_VIEW_STATE (view.state), 500, FALSE);
  g_assert_cmpint (weft_time_axis_get_clock (axis).hertz, ==, 500000000);
  weft_time_axis_set_known_rate (axis, 2e9);
  g_assert_cmpint (weft_time_axis_get_clock (axis).hertz, ==, 500000000);
  weft_view_state_set_clock (WEFT_VIEW_STATE (view.state), 0, FALSE);
  g_assert_cmpint (weft_time_axis_get_clock (axis).hertz, ==, 2000000000);
  g_clear_object (&view.seen);
  g_object_unref (view.state);
}

/* Brushing counts what was issued in the interval, and clearing counts all again. */
static void
test_brush (void)
{
  WeftTimeAxis *axis;
  g_autofree char *count = NULL;
  View view;

  view_open (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  g_assert_cmpuint (view.seen->stats->n_transfers, ==, 2);
  weft_time_axis_select (axis, 0, 100);
  g_assert_cmpuint (next_result (&view)->stats->n_transfers, ==, 1);
  count = weft_view_state_describe (WEFT_VIEW_STATE (view.state), WEFT_STATUS_ROWS);
  g_assert_cmpstr (count, ==, "1 transfer");
  weft_noc_state_step (view.state, 6);
  g_assert_cmpuint (next_result (&view)->stats->transfer_bytes, ==, 512);
  weft_view_state_clear_range (WEFT_VIEW_STATE (view.state));
  g_assert_cmpuint (next_result (&view)->stats->n_transfers, ==, 2);
  view_close (&view);
}

typedef struct
{
  View *view;
  GtkWidget *inspector;
} Inspected;

static gboolean
shows_facts (gpointer data)
{
  Inspected *inspected = data;
  g_autofree char *facts = get_facts (inspected->view);
  GtkWidget *sheet = find_widget (inspected->inspector, WEFT_TYPE_FACT_SHEET);
  g_autofree char *shown = get_said (sheet);

  return strcmp (shown, facts) == 0;
}

/* While the brushed interval moves on, the inspector's numbers are those of the newest answer. */
static void
test_inspector (void)
{
  WeftTimeAxis *axis;
  GtkWidget *inspector, *window = gtk_window_new ();
  View view;

  view_open (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  inspector = weft_facts_inspector_new (WEFT_VIEW_STATE (view.state));
  gtk_window_set_child (GTK_WINDOW (window), inspector);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_mapped, inspector);
  for (guint i = 0; i < 4; i++)
    {
      weft_time_axis_select (axis, 0, i % 2 == 0 ? 100 : 2000);
      next_result (&view);
      wait_until (shows_facts, &((Inspected){ &view, inspector }));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  view_close (&view);
}

/* While a trace is read, what is brushed is answered at once from what is there, and all of it in
 * the end. */
static void
test_growing (void)
{
  WeftReaderSetup setup = { .title = "made", .context = g_main_context_default () };
  g_autoptr (WeftReader) reader = weft_noc_reader_new (&setup);
  g_autofree char *text = g_strdelimit (g_strdup (NOC_TRACE), "'", '"');
  WeftTrace *trace = reader->trace;
  gsize half = strlen (text) - 1, length = strlen (text);
  View view = { NULL };
  WeftTimeAxis *axis;
  gint64 first, last;

  /* All but the last record. */
  while (text[half] != '{')
    half--;
  g_assert_true (weft_reader_feed (reader, text, half, 0, NULL));
  weft_reader_publish (reader);
  view.state = weft_noc_state_new (WEFT_NOC_TRACE (trace));
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  g_assert_cmpuint (next_result (&view)->stats->n_transfers, ==, 1);
  weft_time_axis_select (axis, 100, 700);
  g_assert_cmpuint (next_result (&view)->stats->n_transfers, ==, 0);
  g_assert_true (weft_reader_feed (reader, text + half, length - half, half, NULL));
  weft_reader_finish (reader);
  weft_trace_set_state (trace, WEFT_TRACE_COMPLETE);
  while (next_result (&view)->question.loading)
    ;
  g_assert_cmpuint (view.seen->stats->n_transfers, ==, 1);
  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (view.state)), 600, 100);
  weft_time_axis_get_seen (axis, &first, &last);
  g_assert_cmpint (last, >, 600);
  g_clear_object (&view.seen);
  g_object_unref (view.state);
}

/* Where all is issued at one moment, the whole run is in sight. */
static void
test_one_moment (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,'type':'READ',"
    "'timestamp':100},{'proc':'BRISC','sx':2,'sy':1,'zone':'BRISC-KERNEL','zone_phase':'end',"
    "'timestamp':2000}]");
  View view = { .state = weft_noc_state_new (trace) };
  gint64 first, last;

  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (view.state)), 600, 100);
  next_result (&view);
  weft_time_axis_get_seen (weft_view_state_get_axis (WEFT_VIEW_STATE (view.state)), &first, &last);
  g_assert_cmpint (first, <=, 0);
  g_assert_cmpint (last, >=, 1900);
  g_clear_object (&view.seen);
  g_object_unref (view.state);
}

/* Two bursts with a wait of a million cycles between them: both are legible at once, as far apart as
 * the ruler says; and who wants it sees how long the wait is. */
static void
test_folds (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,'type':'READ',"
    "'timestamp':0},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,"
    "'type':'READ','timestamp':1000000}]");
  View view = { .state = weft_noc_state_new (trace) };
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (view.state));
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state)), *other;
  gint64 first, last;
  WeftAxis ruler;
  double wait;

  weft_tracks_resize (tracks, 600, 100);
  next_result (&view);
  g_assert_nonnull (weft_time_axis_get_folds (axis));
  g_assert_true (weft_tracks_get_axis (tracks, FALSE, &ruler));
  wait = weft_axis_to_px (&ruler, 999900) - weft_axis_to_px (&ruler, 100);
  g_assert_cmpfloat (wait, >, 20);
  g_assert_cmpfloat (wait, <, 400);
  g_assert_cmpfloat (weft_axis_to_px (&ruler, 100) - weft_axis_to_px (&ruler, 0), >, 20);
  g_assert_cmpint (weft_axis_to_tick (&ruler, weft_axis_to_px (&ruler, 1000000) + 0.01), ==,
                   1000000);
  /* All of it stays in sight, drawn to scale. */
  weft_time_axis_set_folding (axis, FALSE);
  g_assert_null (weft_time_axis_get_folds (axis));
  g_assert_true (weft_time_axis_can_fold (axis));
  weft_time_axis_get_seen (axis, &first, &last);
  g_assert_cmpint (first, <=, 0);
  g_assert_cmpint (last, >=, 1000000);
  /* Nor is it folded where others have the same time. */
  weft_time_axis_set_folding (axis, TRUE);
  g_assert_nonnull (weft_time_axis_get_folds (axis));
  weft_time_axis_set_range (axis, &other, 0, 500);
  g_assert_null (weft_time_axis_get_folds (axis));
  g_assert_false (weft_time_axis_can_fold (axis));
  weft_time_axis_get_seen (axis, &first, &last);
  g_assert_cmpint (last, >=, 1000000);
  weft_time_axis_set_range (axis, &other, 0, 0);
  g_clear_object (&view.seen);
  g_object_unref (view.state);
}

static void
test_filter (void)
{
  WeftNocManner manner;
  View view;

  view_open (&view);
  g_assert_true (weft_filterable_set_filter (WEFT_FILTERABLE (view.state), "noc == 1", NULL, NULL));
  g_assert_cmpuint (next_result (&view)->stats->n_transfers, ==, 1);
  g_assert_cmpuint (view.seen->events.n_rows, ==, 1);
  /* Taken to the other network, all is shown on NOC_0. */
  manner = *weft_noc_state_get_manner (view.state);
  manner.other_noc = TRUE;
  weft_noc_state_set_manner (view.state, &manner);
  next_result (&view);
  g_assert_cmpuint (view.seen->stats->n_transfers, ==, 2);
  for (guint i = 0; i < view.seen->stats->links->len; i++)
    {
      const WeftNocSeriesStats *link =
        &g_array_index (view.seen->stats->links, WeftNocSeriesStats, i);

      g_assert_cmpuint (weft_noc_link_get_noc (
                          weft_noc_capture_get_topology (view.seen->capture, NULL), link->series),
                        ==, 0);
    }
  view_close (&view);
}

/* For transfers over a thing that took the other network, the inspector says what that does. */
static void
test_what_if (void)
{
  WeftNocManner manner;
  WeftNocThing nothing = { WEFT_NOC_NOTHING, 0, 0 };
  View view;
  char *facts;

  view_open (&view);
  manner = *weft_noc_state_get_manner (view.state);
  manner.other_noc = TRUE;
  manner.moved = (WeftNocThing){ WEFT_NOC_PAIR, 0, 10 * 120 + 12 };
  weft_noc_state_set_manner (view.state, &manner);
  g_assert_cmpuint (next_result (&view)->n_moved, ==, 1);
  g_assert_cmpuint (view.seen->stats->n_transfers, ==, 2);
  facts = get_facts (&view);
  g_assert_nonnull (strstr (facts, "Busiest link, before"));
  g_assert_nonnull (strstr (facts, "(0,1)"));
  g_free (facts);
  /* All, where nothing is selected and there is no filter. */
  manner.moved = nothing;
  weft_noc_state_set_manner (view.state, &manner);
  g_assert_cmpuint (next_result (&view)->n_moved, ==, 2);
  g_assert_cmpuint (view.seen->stats->n_transfers, ==, 2);
  manner.other_noc = FALSE;
  weft_noc_state_set_manner (view.state, &manner);
  next_result (&view);
  facts = get_facts (&view);
  g_assert_null (strstr (facts, "What if"));
  g_free (facts);
  view_close (&view);
}

/* A DRAM controller and what goes from tile to tile are explained as links are. */
static void
test_controller_and_pair (void)
{
  WeftNocThing controller = { WEFT_NOC_CONTROLLER, 0, 0 };
  WeftNocThing pair = { WEFT_NOC_PAIR, 0, 12 * 120 + 23 };
  View view;
  char *facts;

  view_open (&view);
  weft_noc_state_select (view.state, &controller);
  g_assert_cmpuint (next_result (&view)->own_flows->len, ==, 1);
  facts = get_facts (&view);
  g_assert_nonnull (strstr (facts, "DRAM controller c0"));
  g_assert_nonnull (strstr (facts, "Cores on it"));
  g_free (facts);
  weft_noc_state_select (view.state, &pair);
  g_assert_cmpuint (next_result (&view)->ranks->bytes, ==, 512);
  facts = get_facts (&view);
  g_assert_nonnull (strstr (facts, "(2,1)"));
  g_assert_nonnull (strstr (facts, "(3,2)"));
  g_assert_nonnull (strstr (facts, "512"));
  g_free (facts);
  view_close (&view);
}

/* A selection comes again in another state of the file, as after a restart of the program. */
static void
test_selection_comes_again (void)
{
  const WeftNocThing link = { WEFT_NOC_LINK, 0, 40 };
  const WeftNocThing nothing = { WEFT_NOC_NOTHING, 0, 0 };
  g_autoptr (GVariant) saved = NULL, of_record = NULL, none = NULL, wrong = NULL;
  WeftViewState *state;
  View view;

  view_open (&view);
  state = WEFT_VIEW_STATE (view.state);
  weft_noc_state_select (view.state, &link);
  saved = weft_view_state_save_selection (state);
  weft_events_state_show_row (WEFT_EVENTS_STATE (state), 3, FALSE);
  of_record = weft_view_state_save_selection (state);
  weft_noc_state_select (view.state, &nothing);
  none = weft_view_state_save_selection (state);
  g_assert_null (none);
  view_close (&view);

  view_open (&view);
  state = WEFT_VIEW_STATE (view.state);
  g_assert_true (weft_view_state_restore_selection (state, saved));
  g_assert_true (weft_noc_thing_equal (weft_noc_state_get_selected (view.state), &link));
  g_assert_true (weft_view_state_restore_selection (state, of_record));
  g_assert_cmpuint (weft_events_state_get_selected (WEFT_EVENTS_STATE (state)), ==, 3);
  g_assert_cmpint (weft_noc_state_get_selected (view.state)->kind, ==, WEFT_NOC_TILE);
  /* A file may say anything. */
  weft_noc_state_select (view.state, &nothing);
  for (guint kind = 0; kind < 9; kind++)
    {
      g_autoptr (GVariant) all = g_variant_ref_sink (
        g_variant_new_parsed ("(<'text'>, %u, 0, uint32 4294967294, uint32 4294967295)", kind));

      weft_view_state_restore_selection (state, all);
      wait_settled ();
    }
  wrong = g_variant_ref_sink (g_variant_new_parsed ("(1, 'text')"));
  g_assert_false (weft_view_state_restore_selection (state, wrong));
  view_close (&view);
}

/* The user knows better which chip it is; what is not on it is not selected any more. */
static void
test_chip (void)
{
  WeftNocThing link = { WEFT_NOC_LINK, 0, 0 };
  WeftNocChipReason reason;
  View view;

  view_open (&view);
  weft_noc_state_set_chip (view.state, "blackhole", NULL);
  next_result (&view);
  g_assert_cmpstr (weft_noc_capture_get_topology (view.seen->capture, &reason)->name, ==,
                   "blackhole");
  g_assert_cmpint (reason, ==, WEFT_NOC_CHIP_CHOSEN);
  link.index = weft_noc_make_link (weft_noc_capture_get_topology (view.seen->capture, NULL), 1, 180,
                                   WEFT_NOC_WEST);
  weft_noc_state_select (view.state, &link);
  next_result (&view);
  weft_noc_state_set_chip (view.state, NULL, NULL);
  next_result (&view);
  g_assert_cmpstr (weft_noc_capture_get_topology (view.seen->capture, NULL)->name, ==,
                   "wormhole_b0");
  g_assert_cmpint (weft_noc_state_get_selected (view.state)->kind, ==, WEFT_NOC_NOTHING);
  /* And how clocks stand. */
  weft_noc_state_set_offset (view.state, 0, 250);
  g_assert_cmpint (weft_noc_capture_get_last (next_result (&view)->capture), ==, 850);
  g_assert_cmpuint (weft_noc_state_get_offset (view.state, 0), ==, 250);
  view_close (&view);
}

/* The place in the middle stays there when one zooms, and all of the map can be had again. */
static void
test_zoom (void)
{
  WeftNocViewport before, after;
  View view;

  view_open (&view);
  before = *weft_noc_state_get_viewport (view.state);
  weft_noc_state_zoom (view.state, 200, 100, 2);
  after = *weft_noc_state_get_viewport (view.state);
  g_assert_cmpfloat_with_epsilon (after.pitch_x, before.pitch_x * 2, 1e-9);
  g_assert_cmpfloat_with_epsilon ((200 - after.x) / after.pitch_x,
                                  (200 - before.x) / before.pitch_x, 1e-9);
  weft_noc_state_pan (view.state, 30, 10);
  weft_noc_state_fit_map (view.state);
  after = *weft_noc_state_get_viewport (view.state);
  g_assert_cmpfloat_with_epsilon (after.pitch_x, before.pitch_x, 1e-9);
  g_assert_cmpfloat_with_epsilon (after.x, before.x, 1e-9);
  view_close (&view);
}

static GtkWidget *
find_map (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (WEFT_IS_NOC_CANVAS (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_map (child);
  return found;
}

typedef struct
{
  GtkWidget *map;
  cairo_surface_t *still;
} Motion;

static gboolean
has_moved (gpointer data)
{
  Motion *motion = data;
  GskRenderNode *node = snapshot_widget (motion->map);
  cairo_surface_t *now;
  cairo_t *cr;
  gboolean moved;

  if (node == NULL)
    return FALSE;
  now = cairo_surface_create_similar_image (motion->still, CAIRO_FORMAT_ARGB32,
                                            cairo_image_surface_get_width (motion->still),
                                            cairo_image_surface_get_height (motion->still));
  cr = cairo_create (now);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  moved = difference (motion->still, now) > 0;
  cairo_surface_destroy (now);
  return moved;
}

/* Playing, the chevrons go with the traffic, but where the user wants nothing to move. */
static void
test_motion (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean animates;
  Motion motion;
  View view;

  g_object_get (settings, "gtk-enable-animations", &animates, NULL);
  view_open (&view);
  motion.map = find_map (view.window);
  motion.still = draw_widget (motion.map);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  weft_noc_canvas_set_moving (WEFT_NOC_CANVAS (motion.map), TRUE);
  wait_settled ();
  g_assert_false (has_moved (&motion));
  weft_noc_canvas_set_moving (WEFT_NOC_CANVAS (motion.map), FALSE);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  weft_noc_canvas_set_moving (WEFT_NOC_CANVAS (motion.map), TRUE);
  wait_until (has_moved, &motion);
  weft_noc_canvas_set_moving (WEFT_NOC_CANVAS (motion.map), FALSE);
  wait_settled ();
  g_assert_false (has_moved (&motion));
  g_object_set (settings, "gtk-enable-animations", animates, NULL);
  cairo_surface_destroy (motion.still);
  view_close (&view);
}

/* The overview is of the same time as the tracks below it, whatever of that is folded. */
static void
test_folded_overview (void)
{
  const WeftCycleRange quiet = { 20, 480 };
  g_autoptr (WeftFolds) folds = weft_folds_choose (&quiet, 1, 0, 601);
  WeftTimeAxis *axis;
  Motion motion;
  View view;

  view_open (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  motion.map = find_widget (find_widget (view.window, WEFT_TYPE_TRACKS_VIEW), WEFT_TYPE_LIST_AREA);
  motion.still = draw_widget (motion.map);
  /* And back, and again: the first time it may be painted for another reason. */
  for (guint i = 0; i < 2; i++)
    {
      weft_time_axis_set_folds (axis, view.state, folds);
      wait_until (has_moved, &motion);
      weft_time_axis_set_folds (axis, view.state, NULL);
      wait_while (has_moved, &motion);
    }
  cairo_surface_destroy (motion.still);
  view_close (&view);
}

/* In a narrow window the map has more of it than what is beside it. */
static void
test_narrow (void)
{
  graphene_rect_t bounds;
  GtkWidget *map;
  View view;

  view_open (&view);
  map = find_map (view.window);
  g_assert_nonnull (map);
  g_assert_cmpint (gtk_widget_get_width (map), >, 600);
  gtk_window_set_default_size (GTK_WINDOW (view.window), 360, 640);
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_width (map), >=, 180);
  /* None of it is cut off above, where the pane is lower than what is beside the map. */
  gtk_window_set_default_size (GTK_WINDOW (view.window), 700, 420);
  wait_settled ();
  g_assert_true (
    gtk_widget_compute_bounds (map, gtk_widget_get_ancestor (map, GTK_TYPE_PANED), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  gtk_window_set_default_size (GTK_WINDOW (view.window), 1000, 700);
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_width (map), >, 600);
  view_close (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-view/selection", test_selection);
  g_test_add_func ("/noc-view/selection-comes-again", test_selection_comes_again);
  g_test_add_func ("/noc-view/flows", test_flows);
  g_test_add_func ("/noc-view/side", test_side);
  g_test_add_func ("/noc-view/brush", test_brush);
  g_test_add_func ("/noc-view/inspector", test_inspector);
  g_test_add_func ("/noc-view/growing", test_growing);
  g_test_add_func ("/noc-view/one-moment", test_one_moment);
  g_test_add_func ("/noc-view/folds", test_folds);
  g_test_add_func ("/noc-view/filter", test_filter);
  g_test_add_func ("/noc-view/what-if", test_what_if);
  g_test_add_func ("/noc-view/controller-and-pair", test_controller_and_pair);
  g_test_add_func ("/noc-view/chip", test_chip);
  g_test_add_func ("/noc-view/zoom", test_zoom);
  g_test_add_func ("/noc-view/motion", test_motion);
  g_test_add_func ("/noc-view/folded-overview", test_folded_overview);
  g_test_add_func ("/noc-view/narrow", test_narrow);
  g_test_add_func ("/noc-view/clock", test_clock);
  return g_test_run ();
}
