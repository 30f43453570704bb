/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-pages.h"

#include "weft-findings-view.h"
#include "weft-status-line.h"

/* Where each frame takes longer than the screen shows it, as a renderer without a GPU does for a picture that moves, there
 * is always a next one that is due. Pictures, findings and the status line come all the same. */

/* Longer than a frame of 60 Hz, in microseconds. */
#define FRAME_TIME 25000

static void
take_time (void)
{
  g_usleep (FRAME_TIME);
}

/* From now on the window has frames without end. */
static void
keep_busy (WeftWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));

  g_signal_connect (clock, "update", G_CALLBACK (take_time), NULL);
  gdk_frame_clock_begin_updating (clock);
}

static void
let_rest (WeftWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));

  gdk_frame_clock_end_updating (clock);
  g_signal_handlers_disconnect_by_func (clock, take_time, NULL);
}

/* A thread that paints tiles is at work, or waits for the next. */
static gboolean
has_painter (gpointer data G_GNUC_UNUSED)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", name, "comm", NULL);
      g_autofree char *text = NULL;

      if (g_file_get_contents (path, &text, NULL, NULL) && g_str_has_prefix (text, "weft-tiles"))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_findings (gpointer page)
{
  GtkWidget *findings = find_widget (page, WEFT_TYPE_FINDINGS_VIEW);

  return findings != NULL && gtk_widget_get_mapped (findings)
         && find_widget (findings, GTK_TYPE_BUTTON) != NULL;
}

static gboolean
has_status (gpointer page)
{
  GtkWidget *line = find_widget (page, WEFT_TYPE_STATUS_LINE);
  GObject *rows = gtk_widget_get_template_child (line, WEFT_TYPE_STATUS_LINE, "rows_label");

  return *gtk_label_get_text (GTK_LABEL (rows)) != '\0';
}

static void
test_family (gconstpointer sample)
{
  WeftWindow *window = weft_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  g_autoptr (GFile) file = sample_file (sample);
  WeftDocumentPage *page;

  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  gtk_window_present (GTK_WINDOW (window));
  wait_settled ();
  g_assert_false (has_painter (NULL));
  keep_busy (window);
  page = weft_window_open_file (window, file);
  wait_until (has_painter, NULL);
  wait_until (has_findings, page);
  wait_until (has_status, page);
  let_rest (window);
  close_window (window);
  wait_while (has_painter, NULL);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name, *sample;
  } families[] = {
    { "pipeline", "kanata-core.log" }, { "npu", "npu-two-layers.json" },
    { "bus", "saturnis-bus.jsonl" },   { "timeline", "timeline-three-steps.json" },
    { "noc", "noc-eight-cores.json" }, { "live", "live-two-chips.weftlive" },
  };
  g_autofree char *homes = isolate_homes ();
  GSettings *settings;

  app = app_tests_begin (&argc, &argv);
  settings = weft_settings_get_default ();
  g_settings_set_boolean (settings, "show-hint", FALSE);
  g_settings_set_boolean (settings, "show-inspector", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *path = g_strconcat ("/busy-frames/", families[i].name, NULL);

      g_test_add_data_func (path, families[i].sample, test_family);
    }
  return app_tests_run (homes);
}
