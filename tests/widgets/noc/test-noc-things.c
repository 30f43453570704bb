/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chooser.h"
#include "noc-stage.h"
#include "weft-canvas.h"
#include "weft-filterable.h"
#include "weft-noc-canvas.h"
#include "weft-noc-scene.h"
#include "weft-noc-tables-view.h"
#include "weft-stats-view.h"

/* Everything that can be selected of two chips with a cable between them: what is said of it, where rows of tables lead,
 * and what keys do on the map. Chip 0 reads 2048 bytes from DRAM in a zone, writes 512 within itself, and sends 1088 to
 * chip 4, which has a zone that never ends. */

#define AT(device, time) \
  "'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'src_device_id':" #device ",'timestamp':" #time

static const NocFile files[] = {
  { "topology.json", "{'inter_device_channel_pairs':[{'local_device_id':0,'local_eth_channel':0,"
                     "'remote_device_id':4,'remote_eth_channel':8}],"
                     "'eth_chan_to_coord':{'0':[9,0],'8':[9,6]}}" },
  { "cluster_coordinates.json",
    "{'physical_chip_to_eth_coord':{'0':{'x':0,'y':0},'4':{'x':0,'y':1},'x':{},'5':[1]}}" },
  { "noc_trace_dev0_Op_ID1.json",
    "[{" AT (
      0, 1000) ",'zone':'kernel','zone_phase':'begin'},"
               "{" AT (
                 0, 1010) ",'dx':0,'dy':1,'num_bytes':2048,'type':'READ'},"
                          "{" AT (
                            0,
                            1020) ",'type':'READ_BARRIER_START'},"
                                  "{" AT (
                                    0,
                                    1500) ",'type':'READ_BARRIER_END'},"
                                          "{" AT (
                                            0,
                                            1600) ",'dx':3,'dy':2,'num_bytes':512,'type':'WRITE_'},"
                                                  "{" AT (
                                                    0,
                                                    1700) ",'zone':'kernel','zone_phase':'end'},"
                                                          "{" AT (
                                                            0,
                                                            1800) ",'dx':2,'dy':3,'num_bytes':1088,"
                                                                  "'type':'FABRIC_UNICAST_WRITE',"
                                                                  "'fabric_send':{'eth_chan':0,'"
                                                                  "hops':1}}]" },
  { "noc_trace_dev4_Op_ID1.json", "[{" AT (4, 1000) ",'zone':'endless','zone_phase':'begin'},"
                                                    "{" AT (4, 1900) ",'type':'WRITE_FLUSH'}]" },
};

static void
open_chips (View *view)
{
  g_autoptr (WeftNocTrace) trace = load_noc_files (files, G_N_ELEMENTS (files));

  view_open_trace (view, trace, 1000);
}

/* The text is part of what the inspector says. */
static void
assert_said (View *view, const char *text)
{
  g_autofree char *facts = get_facts (view);

  if (strstr (facts, text) == NULL)
    g_error ("“%s” is not in “%s”", text, facts);
}

static void
select_thing (View *view, WeftNocThingKind kind, guint index)
{
  const WeftNocThing thing = { kind, 0, index };

  weft_noc_state_select (view->state, &thing);
  next_result (view);
}

/* The thing is described in one line, and in the inspector. */
static void
check_thing (View *view, WeftNocThingKind kind, guint index, const char *line, const char *fact)
{
  g_autofree char *described = NULL;

  select_thing (view, kind, index);
  described =
    weft_noc_state_describe_thing (view->state, weft_noc_state_get_selected (view->state));
  if (described == NULL || strstr (described, line) == NULL)
    g_error ("“%s” is not in “%s”", line, described);
  assert_said (view, fact);
}

static void
test_things (void)
{
  const WeftNocTopology *chip;
  const WeftNocFlow *flow;
  View view;

  open_chips (&view);
  chip = weft_noc_capture_get_topology (view.seen->capture, NULL);
  flow = &g_array_index (view.seen->flows, WeftNocFlow, 0);
  g_assert_cmpuint (flow->bytes, ==, 2048);
  check_thing (&view, WEFT_NOC_FLOW, flow->route, "Read (0,1) → (2,1) on NOC_0",
               "Read (0,1) → (2,1) on NOC_0");
  check_thing (&view, WEFT_NOC_CABLE, 0, "Device 0 channel 0 → device 4 channel 8",
               "Ethernet cable");
  check_thing (&view, WEFT_NOC_TILE, 10, "(0,1)", "Controller");
  check_thing (&view, WEFT_NOC_PAIR, 10 * chip->n_tiles + 12, "(0,1)", "(2,1)");
  check_thing (&view, WEFT_NOC_CONTROLLER, chip->controllers[10], "c", "c");
  check_thing (&view, WEFT_NOC_LINK, weft_noc_make_link (chip, 0, 10, WEFT_NOC_EAST), "(1,1)",
               "NOC_0 (0,1) → (1,1)");
  /* A link that nothing takes has no traffic, and says so. */
  select_thing (&view, WEFT_NOC_LINK, weft_noc_make_link (chip, 1, 99, WEFT_NOC_NORTH));
  assert_said (&view, "none");
  /* A thing that is not there is not described. */
  for (guint kind = WEFT_NOC_CABLE; kind <= WEFT_NOC_FLOW; kind += WEFT_NOC_FLOW - WEFT_NOC_CABLE)
    {
      const WeftNocThing none = { (WeftNocThingKind) kind, 0, 9999 };

      g_assert_null (weft_noc_state_describe_thing (view.state, &none));
    }
  view_close (&view);
}

/* Facts of records: a fabric event says where it goes, any other at which tile it was. */
static void
test_records (void)
{
  guint32 n;
  View view;

  open_chips (&view);
  n = weft_noc_capture_get_n_records (view.seen->capture);
  g_assert_cmpuint (n, ==, 9);
  for (guint32 i = 0; i < n; i++)
    {
      WeftNocFabric fabric;

      weft_events_state_show_row (WEFT_EVENTS_STATE (view.state), i, FALSE);
      if (weft_noc_trace_get_fabric (view.seen->question.trace, i, &fabric))
        assert_said (&view, "Fabric");
      else
        assert_said (&view, "(2,1)");
    }
  view_close (&view);
}

/* --- tables ----------------------------------------------------------------------------------------- */

static void
emit_row (GtkWidget *stats, const char *page, const char *signal, guint row)
{
  g_signal_emit_by_name (weft_stats_view_get_content (WEFT_STATS_VIEW (stats), page), signal, row);
}

/* A row of interfaces leads to the tile, one of cables to the cable; zones brush their time when they are activated. */
static void
test_rows (void)
{
  WeftTimeAxis *axis;
  const WeftNocThing *selected;
  GtkWidget *stats;
  gint64 from, to;
  View view;

  open_chips (&view);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (view.state));
  selected = weft_noc_state_get_selected (view.state);
  stats = weft_stats_view_new (WEFT_VIEW_STATE (view.state), &weft_noc_stats);
  gtk_window_set_child (GTK_WINDOW (view.window), stats);
  emit_row (stats, "cables", "activated", 0);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_CABLE);
  next_result (&view);
  emit_row (stats, "interfaces", "activated", 0);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_TILE);
  next_result (&view);
  emit_row (stats, "types", "activated", 0);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_TILE);
  emit_row (stats, "zones", "picked", 0);
  g_assert_false (weft_time_axis_get_selection (axis, &from, &to));
  emit_row (stats, "zones", "activated", 0);
  g_assert_true (weft_time_axis_get_selection (axis, &from, &to));
  g_assert_cmpint (to - from, >=, 700);
  view_close (&view);
}

/* --- the map ---------------------------------------------------------------------------------------- */

/* Arrows go from tile to tile, and stop at the rim; what is selected, or all, is fitted in. */
static void
test_keys (void)
{
  const WeftNocThing *selected;
  WeftNocViewport all, near;
  WeftCanvas *canvas;
  View view;

  open_chips (&view);
  canvas = WEFT_CANVAS (find_widget (view.window, WEFT_TYPE_NOC_CANVAS));
  selected = weft_noc_state_get_selected (view.state);
  all = *weft_noc_state_get_viewport (view.state);
  WEFT_CANVAS_GET_CLASS (canvas)->step (canvas, 0, 1);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_TILE);
  g_assert_cmpuint (selected->index, ==, 0);
  WEFT_CANVAS_GET_CLASS (canvas)->step (canvas, -1, 1);
  g_assert_cmpuint (selected->index, ==, 1);
  WEFT_CANVAS_GET_CLASS (canvas)->step (canvas, 1, -5);
  g_assert_cmpuint (selected->index, ==, 10);
  weft_canvas_activate (canvas, "view.fit", NULL);
  near = *weft_noc_state_get_viewport (view.state);
  g_assert_cmpfloat (near.pitch_y, >, all.pitch_y);
  weft_canvas_activate (canvas, "view.fit-all", NULL);
  g_assert_cmpfloat_with_epsilon (weft_noc_state_get_viewport (view.state)->pitch_y, all.pitch_y,
                                  1e-6);
  weft_view_state_select_nothing (WEFT_VIEW_STATE (view.state));
  weft_canvas_activate (canvas, "view.fit", NULL);
  g_assert_cmpfloat_with_epsilon (weft_noc_state_get_viewport (view.state)->pitch_y, all.pitch_y,
                                  1e-6);
  view_close (&view);
}

/* A click selects what is there, a double click makes it large, and beside the map shows all of it again; a drag and the
 * wheel move it. */
static void
test_pointer (void)
{
  const WeftCanvasActions *input;
  const WeftNocThing tile = { WEFT_NOC_TILE, 0, 12 };
  WeftNocViewport before;
  WeftCanvas *canvas;
  double box[4];
  View view;

  open_chips (&view);
  canvas = WEFT_CANVAS (find_widget (view.window, WEFT_TYPE_NOC_CANVAS));
  input = &WEFT_CANVAS_GET_CLASS (canvas)->input;
  before = *weft_noc_state_get_viewport (view.state);
  g_assert_true (weft_noc_map_get_box (weft_noc_state_get_map (view.state), &before, &tile, box));
  input->click (canvas, 1, box[0] + box[2] / 2, box[1] + box[3] / 2);
  g_assert_true (weft_noc_thing_equal (weft_noc_state_get_selected (view.state), &tile));
  input->click (canvas, 2, box[0] + box[2] / 2, box[1] + box[3] / 2);
  g_assert_cmpfloat (weft_noc_state_get_viewport (view.state)->pitch_y, >, before.pitch_y);
  before = *weft_noc_state_get_viewport (view.state);
  input->pan (canvas, 7, 9, FALSE);
  g_assert_cmpfloat (weft_noc_state_get_viewport (view.state)->x, !=, before.x);
  input->brush (canvas, 0, 0, 7, 9);
  g_assert_cmpfloat_with_epsilon (weft_noc_state_get_viewport (view.state)->x, before.x, 1e-6);
  input->zoom (canvas, 10, 10, 1, 0.5, FALSE);
  g_assert_cmpfloat (weft_noc_state_get_viewport (view.state)->pitch_y, <, before.pitch_y);
  input->click (canvas, 2, -500, -500);
  input->click (canvas, 1, -500, -500);
  g_assert_cmpint (weft_noc_state_get_selected (view.state)->kind, ==, WEFT_NOC_NOTHING);
  view_close (&view);
}

/* --- the strip -------------------------------------------------------------------------------------- */

/* All that the strip of a result says at its points, which are so many cycles apart. */
static char *
hover_strip (View *view, gint64 step)
{
  const WeftNocThing *selected = weft_noc_state_get_selected (view->state);
  WeftTrackScene *scene =
    weft_noc_scene_new (view->seen->demands, WEFT_NOC_BARRIER_BOUNDED, selected, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < scene->n_tracks; i++)
    for (gint64 x = 0; x < 1000 / step; x++)
      {
        g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
        WeftTrackView track = {
          .height = scene->tracks[i].height, .width = (int) (1000 / step), .first = 0, .last = 1000
        };

        track.axis = (WeftAxis){ .ticks_per_px = (double) step, .ticks_per_unit = 1 };
        scene->painter->hit_test (scene->data, &scene->tracks[i], &track, (double) x, 5, &hit);
        g_string_append_printf (text, "%s\n", hit.text != NULL ? hit.text : "");
      }
  weft_track_scene_unref (scene);
  return g_string_free (text, FALSE);
}

static void
assert_strip (View *view, const char *said)
{
  g_autofree char *text = hover_strip (view, 10);

  if (strstr (text, said) == NULL)
    g_error ("“%s” is not in “%s”", said, text);
}

/* Rates of networks and of what is selected, transfers under way, zones and waits. */
static void
test_strip (void)
{
  const WeftNocTopology *chip;
  View view;

  open_chips (&view);
  chip = weft_noc_capture_get_topology (view.seen->capture, NULL);
  assert_strip (&view, "Barrier-bounded rate ≈ ");
  assert_strip (&view, "≈ 1.0 transfers under way");
  assert_strip (&view, "endless: never closed");
  assert_strip (&view, "kernel");
  select_thing (&view, WEFT_NOC_TILE, 12);
  assert_strip (&view, "In a barrier for 480");
  select_thing (&view, WEFT_NOC_LINK, weft_noc_make_link (chip, 0, 10, WEFT_NOC_EAST));
  assert_strip (&view, "% of capacity");
  view_close (&view);
}

/* --- another trace ---------------------------------------------------------------------------------- */

/* Held against itself nothing differs, and the other one can be put away again. */
static void
test_other (void)
{
  guint64 shown, all;
  View view;

  open_chips (&view);
  weft_noc_state_set_other (view.state, view.seen->question.trace);
  next_result (&view);
  g_assert_nonnull (view.seen->comparison);
  g_assert_true (weft_noc_state_get_other (view.state) == view.seen->question.trace);
  weft_noc_state_set_other (view.state, NULL);
  next_result (&view);
  g_assert_null (view.seen->comparison);
  weft_filterable_count_rows (WEFT_FILTERABLE (view.state), &shown, &all);
  g_assert_cmpuint (all, ==, 9);
  g_assert_cmpuint (shown, ==, 9);
  view_close (&view);
}

static gboolean
ends_comparison (gpointer button)
{
  return g_strcmp0 (gtk_button_get_label (button), "End Comparison") == 0;
}

/* The other trace is chosen; what is none says so, and the button ends what it began. */
static void
test_compare (void)
{
  static const char *const texts[] = {
    "no trace", "[{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":2,\"sy\":1,\"type\":\"READ\","
                "\"dx\":0,\"dy\":1,\"num_bytes\":64,\"timestamp\":1}]"
  };
  g_autofree char *folder = g_dir_make_tmp ("weft-noc-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "other.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *button;
  View view;

  open_chips (&view);
  button = get_child (&view, "compare");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      gpointer dialog;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      g_assert_false (ends_comparison (button));
      g_signal_emit_by_name (button, "clicked");
      wait_until (has_chooser, &dialog);
      choose_file (dialog, file);
      wait_until (has_none, NULL);
      wait_settled ();
    }
  wait_until (ends_comparison, button);
  next_result (&view);
  g_assert_nonnull (view.seen->comparison);
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (ends_comparison (button));
  g_assert_null (weft_noc_state_get_other (view.state));
  next_result (&view);
  g_unlink (path);
  g_rmdir (folder);
  view_close (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-things/things", test_things);
  g_test_add_func ("/noc-things/records", test_records);
  g_test_add_func ("/noc-things/rows", test_rows);
  g_test_add_func ("/noc-things/keys", test_keys);
  g_test_add_func ("/noc-things/pointer", test_pointer);
  g_test_add_func ("/noc-things/strip", test_strip);
  g_test_add_func ("/noc-things/other", test_other);
  g_test_add_func ("/noc-things/compare", test_compare);
  return g_test_run ();
}
