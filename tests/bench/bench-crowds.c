/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-application.h"
#include "weft-fact-table.h"
#include "weft-settings.h"
#include "weft-window.h"

#include "live-frames.h"
#include "on-display.h"
#include "test-homes.h"
#include "verdict.h"

#include <stdio.h>
#include <time.h>

/* Opens traces of which there is too much of something, in the whole program, goes through all panels,
 * scrolls, zooms and selects, and watches how long the main loop takes of the processor in one iteration,
 * whatever else the machine does. Without arguments all of them, with them those of these names. */

#define LIMIT_MS 100.0
#define N_THINGS 100000

/* --- the loop ------------------------------------------------------------------------------------- */

static double longest; /* ms of an iteration */
static double since;   /* the last poll returned; 0: none did */

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* Between two polls the loop is busy: that is an iteration. */
static gint
watch_poll (GPollFD *fds, guint n_fds, gint timeout)
{
  gint result;

  if (since > 0)
    longest = MAX (longest, cpu_ms () - since);
  result = g_poll (fds, n_fds, timeout);
  since = cpu_ms ();
  return result;
}

static void
report (const char *crowd, const char *what)
{
  g_autofree char *row = g_strdup_printf ("crowd, %s, %s, longest iteration", crowd, what);

  wait_settled ();
  verdict_row (&(VerdictRow){ row, "ms", longest, "frame", LIMIT_MS, 1 });
  longest = 0;
  since = 0;
}

/* --- traces --------------------------------------------------------------------------------------- */

static void
write_npu (GString *text, gboolean layers)
{
  g_string_append (text, "{\"version\": \"1.0\", \"timeline_events\": [\n");
  for (guint i = 0; i < N_THINGS; i++)
    g_string_append_printf (text,
                            "%s{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", "
                            "\"engine_id\": %u, \"op\": \"GEMM\", \"layer_id\": \"layer_%u\", "
                            "\"start_cycle\": %u, \"end_cycle\": %u}",
                            i > 0 ? ",\n" : "", layers ? 0 : i, layers ? i : 0, i, i + 4);
  g_string_append (text, "]}\n");
}

static void
write_engines (GString *text)
{
  write_npu (text, FALSE);
}

static void
write_layers (GString *text)
{
  write_npu (text, TRUE);
}

/* Each op has one of its own of what there are `n_` of, or shares the first. */
static void
write_ops (GString *text, guint n_threads, guint n_lanes, guint n_stages)
{
  g_string_append (text, "Kanata\t0004\nC=\t0\n");
  for (guint i = 0; i < N_THINGS; i++)
    g_string_append_printf (text,
                            "I\t%u\t%u\t%u\nL\t%u\t0\tadd\nS\t%u\t%u\tS%u\nC\t1\nR\t%u\t%u\t0\n", i,
                            i, i % n_threads, i, i, i % n_lanes, i % n_stages, i, i);
}

static void
write_stages (GString *text)
{
  write_ops (text, 1, 1, N_THINGS);
}

static void
write_lanes (GString *text)
{
  write_ops (text, 1, N_THINGS, 1);
}

static void
write_threads (GString *text)
{
  write_ops (text, N_THINGS, 1, 1);
}

static void
write_noc (GString *text, gboolean devices)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < N_THINGS; i++)
    g_string_append_printf (
      text,
      "%s{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":%u,\"sy\":%u,\"dx\":%u,\"dy\":%u,"
      "\"num_bytes\":32,\"type\":\"WRITE_\",\"timestamp\":%u,\"src_device_id\":%u}",
      i > 0 ? ",\n" : "", devices ? 1 : i % 400, devices ? 1 : i / 400, devices ? 2 : (i + 1) % 400,
      devices ? 1 : i / 400, i, devices ? i : 0);
  g_string_append (text, "]\n");
}

static void
write_tiles (GString *text)
{
  write_noc (text, FALSE);
}

static void
write_devices (GString *text)
{
  write_noc (text, TRUE);
}

static void
write_timeline (GString *text, gboolean processes)
{
  g_string_append (text, "{\"traceEvents\": [\n");
  for (guint i = 0; i < N_THINGS; i++)
    g_string_append_printf (
      text, "%s{\"ph\": \"X\", \"name\": \"a\", \"pid\": %u, \"tid\": %u, \"ts\": %u, \"dur\": 4}",
      i > 0 ? ",\n" : "", processes ? i : 1, processes ? 1 : i, i);
  g_string_append (text, "]}\n");
}

static void
write_slice_threads (GString *text)
{
  write_timeline (text, FALSE);
}

static void
write_processes (GString *text)
{
  write_timeline (text, TRUE);
}

#define ACCESS \
  "{\"seq\":%u,\"master\":\"%s%u\",\"tick_first_attempt\":%" G_GUINT64_FORMAT \
  ",\"tick_complete\":%" G_GUINT64_FORMAT ",\"addr\":\"0x06004000\",\"size\":2,\"rw\":\"R\"," \
  "\"kind\":\"ifetch\",\"service_cycles\":8,\"retries\":0}\n"

/* A master that the format does not know is a diagnostic. */
static void
write_diagnostics (GString *text)
{
  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (text, ACCESS, i, i % 1000 == 0 ? "MSH" : "M", i % 1000 == 0 ? 2 : i,
                            (guint64) i * 10, (guint64) i * 10 + 8);
}

#define FAR G_GUINT64_CONSTANT (9000000000000000000)

static void
write_far_accesses (GString *text)
{
  g_string_append_printf (text, ACCESS ACCESS, 0u, "MSH", 2u, G_GUINT64_CONSTANT (0),
                          G_GUINT64_CONSTANT (8), 1u, "MSH", 2u, FAR, FAR + 8);
}

static void
write_far_ops (GString *text)
{
  g_string_append_printf (
    text,
    "Kanata\t0004\nC=\t0\nI\t0\t0\t0\nS\t0\t0\tF\nC\t1\nR\t0\t0\t0\nC\t%" G_GUINT64_FORMAT
    "\nI\t1\t1\t0\nS\t1\t0\tF\nC\t1\nR\t1\t1\t0\n",
    FAR);
}

static void
write_far_events (GString *text)
{
  g_string_append_printf (
    text,
    "{\"version\": \"1.0\", \"timeline_events\": [\n{\"type\": \"ENGINE_EVENT\", \"engine\": "
    "\"TE\", "
    "\"engine_id\": 0, \"op\": \"GEMM\", \"start_cycle\": 0, \"end_cycle\": %" G_GUINT64_FORMAT
    "}]}\n",
    FAR);
}

static void
write_far_records (GString *text)
{
  g_string_append_printf (
    text,
    "[{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":1,\"sy\":1,\"dx\":2,\"dy\":1,\"num_bytes\":32,"
    "\"type\":\"WRITE_\",\"timestamp\":1},{\"proc\":\"BRISC\",\"noc\":\"NOC_0\",\"sx\":1,\"sy\":1,"
    "\"dx\":2,\"dy\":1,\"num_bytes\":32,\"type\":\"WRITE_\",\"timestamp\":%" G_GUINT64_FORMAT
    "}]\n",
    FAR);
}

static void
write_far_slices (GString *text)
{
  g_string_append_printf (text,
                          "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, "
                          "\"tid\": 1, \"ts\": 0, \"dur\": %" G_GUINT64_FORMAT "}]}\n",
                          FAR / 1000);
}

/* A recording whose stream runs each of its programs once. */
static void
write_programs (GString *text)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  WeftLiveBatch batch = { .clock_epoch = 1, .schema = 1, .host_rx_ns = 1000 * N_THINGS };

  frames_begin (out, 1, 0);
  for (guint32 i = 0; i < N_THINGS; i++)
    {
      g_autofree char *name = g_strdup_printf ("program %u", i);
      WeftLiveProgram program = { 100 + i, 100 + i, 0, frames_text (name), frames_text ("") };
      WeftLiveRecord record = { .start = 1000 * (guint64) i,
                                .end = 1000 * (guint64) i + 600,
                                .program_key = 100 + i,
                                .runtime_id = 100 + i };

      weft_live_put_program (out, 1, &program);
      weft_live_put_records (out, 1, i, &batch, &record, 1);
    }
  g_string_append_len (text, (const char *) out->data, (gssize) out->len);
}

static const struct
{
  const char *name;
  void (*write) (GString *text);
} crowds[] = {
  { "engines", write_engines },         { "layers", write_layers },
  { "stages", write_stages },           { "lanes", write_lanes },
  { "threads", write_threads },         { "tiles", write_tiles },
  { "devices", write_devices },         { "slice-threads", write_slice_threads },
  { "processes", write_processes },     { "programs", write_programs },
  { "diagnostics", write_diagnostics }, { "far-accesses", write_far_accesses },
  { "far-ops", write_far_ops },         { "far-events", write_far_events },
  { "far-records", write_far_records }, { "far-slices", write_far_slices },
};

/* --- what is done with them ----------------------------------------------------------------------- */

static gboolean
is_loading (gpointer page)
{
  return weft_document_is_loading (weft_document_page_get_document (page));
}

static WeftViewState *
get_state (WeftDocumentPage *page)
{
  return weft_document_get_state (weft_document_page_get_document (page));
}

/* Moves a bar to its middle, its end and its beginning. */
static void
scroll (const char *crowd, WeftDocumentPage *page)
{
  g_autoptr (GPtrArray) bars = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (page), GTK_TYPE_SCROLLBAR, bars);
  for (guint i = 0; i < bars->len; i++)
    {
      GtkAdjustment *adjustment = gtk_scrollbar_get_adjustment (g_ptr_array_index (bars, i));

      if (!gtk_widget_get_mapped (g_ptr_array_index (bars, i)) || adjustment == NULL)
        continue;
      for (guint j = 0; j < 3; j++)
        {
          gtk_adjustment_set_value (adjustment,
                                    gtk_adjustment_get_upper (adjustment) * (2 - j) / 2);
          wait_settled ();
        }
    }
  report (crowd, "scrolling");
}

static void
zoom (const char *crowd, WeftDocumentPage *page)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (get_state (page));
  WeftTimeSpan all = *weft_time_axis_get_visible (axis);

  for (guint i = 1; i <= 1000000; i *= 100)
    {
      WeftTimeSpan span = all;

      span.length /= i;
      weft_time_axis_set_visible (axis, &span);
      wait_settled ();
    }
  weft_time_axis_set_visible (axis, &all);
  report (crowd, "zooming");
}

/* A row in the middle of each table in sight is picked. */
static void
pick (WeftDocumentPage *page)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (page), WEFT_TYPE_FACT_TABLE, tables);
  for (guint i = 0; i < tables->len; i++)
    {
      WeftFactList *list = weft_fact_table_get_list (g_ptr_array_index (tables, i));
      guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (list));

      if (gtk_widget_get_mapped (g_ptr_array_index (tables, i)) && n_rows > 0)
        gtk_selection_model_select_item (GTK_SELECTION_MODEL (list), n_rows / 2, TRUE);
    }
}

static void
look_at_panels (const char *crowd, WeftDocumentPage *page)
{
  const WeftFamily *family = weft_document_get_family (weft_document_page_get_document (page));

  for (guint i = 0; i < weft_family_get_n_panels (family); i++)
    {
      const char *name = weft_family_get_panel (family, i)->name;

      gtk_widget_activate_action (GTK_WIDGET (page), "page.drawer", "s", name);
      report (crowd, name);
      pick (page);
      report (crowd, "… and a row of it");
    }
}

static void
measure (WeftWindow *window, guint index)
{
  const char *name = crowds[index].name;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = own_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftDocumentPage *page;

  crowds[index].write (text);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  wait_settled ();
  longest = since = 0;
  page = weft_window_open_file (window, file);
  wait_while (is_loading, page);
  report (name, "opening");
  scroll (name, page);
  zoom (name, page);
  look_at_panels (name, page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  report (name, "closing");
}

#define N_TABS 150

/* Each tab with a file of its own; then all of them once more, the last one first. */
static void
measure_tabs (WeftWindow *window)
{
  for (guint i = 0; i < N_TABS; i++)
    {
      g_autofree char *name = g_strdup_printf ("tab-%u.log", i), *path = write_log (name, 100);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      WeftDocumentPage *page = weft_window_open_file (window, file);

      wait_while (is_loading, page);
    }
  report ("tabs", "opening");
  for (guint i = 0; i < N_TABS; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.previous-tab", NULL);
      wait_settled ();
    }
  report ("tabs", "changing");
}

/* The first page of a program takes what any trace takes there. */
static void
warm_up (WeftWindow *window)
{
  g_autofree char *path = write_log ("few.log", 10);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  WeftDocumentPage *page = weft_window_open_file (window, file);

  wait_while (is_loading, page);
  wait_settled ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_settled ();
}

static gboolean
is_wanted (char **names, const char *name)
{
  return names[0] == NULL || g_strv_contains ((const char *const *) names, name);
}

int
main (int argc G_GNUC_UNUSED, char **argv)
{
  g_autoptr (WeftApplication) app = NULL;
  g_autofree char *homes = isolate_homes ();
  WeftWindow *window;

  g_setenv ("WEFT_TEST_PATIENCE", "20", FALSE);
  app = weft_application_new ();
  g_application_register (G_APPLICATION (app), NULL, NULL);
  g_main_context_set_poll_func (NULL, watch_poll);
  window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  warm_up (window);
  for (guint i = 0; i < G_N_ELEMENTS (crowds); i++)
    if (is_wanted (argv + 1, crowds[i].name))
      measure (window, i);
  if (is_wanted (argv + 1, "tabs"))
    measure_tabs (window);
  gtk_window_close (GTK_WINDOW (window));
  wait_settled ();
  remove_folder (homes);
  return verdict_status ();
}
