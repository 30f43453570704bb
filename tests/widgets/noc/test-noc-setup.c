/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-setup.h"

#include "chooser.h"
#include "noc-stage.h"
#include "test-homes.h"

/* The settings of a NoC trace that the user knows better: clocks, numbers of columns and rows, and a chip of one's own. */

#define RECORD(device, time) \
  "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,'type':'READ'," \
  "'src_device_id':" #device ",'timestamp':" #time "}]"

/* Of four columns and three rows. */
static const char chip_json[] =
  "{'name':'mine','title':'My chip','wraps':false,'rows':['TTTT','TTTT','TTTT'],'link_rate':30,"
  "'ethernet_link_rate':12.5,'dram_controller_rate':23.6,'inject_rates':{'tensix':28.1},"
  "'absorb_rates':{'tensix':28.1},'packet_rates':[[128,5.5],[2048,30]],"
  "'read_latency':{'tile':70,'column':154,'row':170,'other':270},"
  "'write_latency':{'base':40,'hop':10}}";

static GtkWidget *
open_setup (View *view)
{
  static const NocFile files[] = { { "noc_trace_dev0_Op_ID1.json", RECORD (0, 1000) },
                                   { "noc_trace_dev5_Op_ID1.json", RECORD (5, 9000) } };
  g_autoptr (WeftNocTrace) trace = load_noc_files (files, G_N_ELEMENTS (files));
  GtkWidget *setup;

  view_open_trace (view, trace, 1000);
  setup = g_object_new (WEFT_TYPE_NOC_SETUP, "state", view->state, NULL);
  gtk_window_set_child (GTK_WINDOW (view->window), setup);
  wait_settled ();
  return setup;
}

static GtkWidget *
get_part (GtkWidget *setup, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (setup, WEFT_TYPE_NOC_SETUP, name));
}

/* The chip that is chosen is the one that the map is of; the first choice is what the trace tells. */
static void
test_chips (void)
{
  GtkWidget *setup, *chips;
  View view;

  view_open (&view);
  setup = g_object_new (WEFT_TYPE_NOC_SETUP, "state", view.state, NULL);
  gtk_window_set_child (GTK_WINDOW (view.window), setup);
  chips = get_part (setup, "chips");
  for (guint i = 0; weft_noc_topology_list ()[i] != NULL; i++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (chips), i + 1);
      next_result (&view);
      g_assert_cmpstr (weft_noc_capture_get_topology (view.seen->capture, NULL)->name, ==,
                       weft_noc_topology_list ()[i]);
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (chips), 0);
  next_result (&view);
  g_assert_cmpstr (weft_noc_capture_get_topology (view.seen->capture, NULL)->name, ==,
                   "wormhole_b0");
  view_close (&view);
}

/* Each device has a row, by its own id; what is written there is when its clock begins. */
static void
test_clocks (void)
{
  g_autoptr (GPtrArray) spins = g_ptr_array_new ();
  GtkWidget *setup;
  View view;

  setup = open_setup (&view);
  g_assert_true (gtk_widget_get_visible (get_part (setup, "clocks")));
  g_assert_nonnull (find_label (setup, "Device 0 begins at cycle"));
  g_assert_nonnull (find_label (setup, "Device 5 begins at cycle"));
  collect_widgets (setup, GTK_TYPE_SPIN_BUTTON, spins);
  g_assert_cmpuint (spins->len, ==, 2);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spins->pdata[1]), 700);
  next_result (&view);
  g_assert_cmpuint (weft_noc_state_get_offset (view.state, 5), ==, 700);
  g_assert_cmpuint (weft_noc_state_get_offset (view.state, 0), ==, 0);
  g_assert_cmpint (weft_noc_capture_get_last (view.seen->capture), >=, 700);
  view_close (&view);
}

static void
test_logical (void)
{
  GtkWidget *setup;
  View view;

  setup = open_setup (&view);
  g_assert_false (weft_noc_state_get_manner (view.state)->logical);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_widget (setup, GTK_TYPE_CHECK_BUTTON)), TRUE);
  g_assert_true (weft_noc_state_get_manner (view.state)->logical);
  view_close (&view);
}

/* Writes a file, and chooses it as the description of the chip; waits until the panel says something of it. */
static void
choose_description (GtkWidget *setup, const char *folder, const char *name, const char *json)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *label = get_part (setup, "description");
  GtkWidget *button = gtk_widget_get_prev_sibling (label);
  gpointer dialog;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_signal_emit_by_name (button, "clicked");
  wait_until (has_chooser, &dialog);
  choose_file (dialog, file);
  wait_until (has_none, NULL);
  wait_settled ();
}

/* A chip of one's own is what the map is of, and is named; of what describes none it is said why, and the chip stays. */
static void
test_description (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-chip-XXXXXX", NULL);
  GtkWidget *setup, *label;
  const WeftNocTopology *chip;
  View view;

  setup = open_setup (&view);
  label = get_part (setup, "description");
  choose_description (setup, folder, "good.json", chip_json);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "My chip, by “good.json”");
  chip = weft_noc_capture_get_topology (next_result (&view)->capture, NULL);
  g_assert_cmpuint (chip->width, ==, 4);
  g_assert_cmpuint (chip->height, ==, 3);
  choose_description (setup, folder, "bad.json", "{'width':");
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)),
                                   "“bad.json” is no description of a chip: "));
  g_assert_cmpuint (weft_noc_capture_get_topology (view.seen->capture, NULL)->width, ==, 4);
  /* One that is compiled in takes the place of the file. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_part (setup, "chips")), 1);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "");
  g_assert_cmpstr (weft_noc_capture_get_topology (next_result (&view)->capture, NULL)->name, ==,
                   weft_noc_topology_list ()[0]);
  remove_folder (folder);
  view_close (&view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-setup/chips", test_chips);
  g_test_add_func ("/noc-setup/clocks", test_clocks);
  g_test_add_func ("/noc-setup/logical", test_logical);
  g_test_add_func ("/noc-setup/description", test_description);
  return g_test_run ();
}
