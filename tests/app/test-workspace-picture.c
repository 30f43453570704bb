/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-window.h"

#include "app-tests.h"
#include "on-display.h"
#include "weft-axis.h"
#include "weft-settings.h"

/* A workspace as one picture. */

#define WIDTH 1000
#define HEIGHT 700

/* Logical pixels above the first lane, but for the ruler, and of each name. */
#define HEADER 26
#define NAME 22

static WeftApplication *app;

typedef struct
{
  gboolean done;
  GBytes *bytes;
} Answer;

static void
on_encoded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Answer *answer = data;

  answer->bytes = weft_printable_encode_finish (WEFT_PRINTABLE (source), result, &error);
  g_assert_no_error (error);
  answer->done = TRUE;
}

static GBytes *
encode (WeftWorkspaceWindow *workspace, WeftPictureFormat format)
{
  const WeftPrintOptions options = { FALSE, format, WIDTH, HEIGHT, 1, WEFT_THEME_LIGHT };
  g_autoptr (WeftPrintable) picture = weft_workspace_window_make_picture (workspace);
  Answer answer = { FALSE, NULL };

  weft_printable_encode_async (picture, &options, NULL, on_encoded, &answer);
  wait_until (is_set, &answer.done);
  return answer.bytes;
}

static gboolean
is_read (gpointer data)
{
  WeftWorkspaceWindow *workspace = data;

  for (guint i = 0; i < weft_workspace_window_get_n_lanes (workspace); i++)
    {
      WeftDocument *document =
        weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, i));

      if (weft_document_get_state (document) == NULL || weft_document_is_loading (document)
          || !weft_view_state_is_open (weft_document_get_state (document)))
        return FALSE;
    }
  return TRUE;
}

/* The same trace twice, a pixel a tick, the second one a hundred ticks later. */
static WeftWorkspaceWindow *
open_twice (const char *name)
{
  WeftWorkspaceWindow *workspace =
    weft_workspace_window_new (GTK_APPLICATION (app), weft_settings_get_default ());
  WeftTimeAxis *axis = weft_workspace_window_get_axis (workspace);
  g_autoptr (GFile) file = sample_file (name);
  gint64 first, last;

  weft_workspace_window_add (workspace, file);
  weft_workspace_window_add (workspace, file);
  gtk_window_present (GTK_WINDOW (workspace));
  wait_until (is_read, workspace);
  wait_settled ();
  weft_workspace_lane_move (weft_workspace_window_get_lane (workspace, 1), 100);
  g_assert_true (weft_time_axis_get_range (axis, &first, &last));
  weft_time_axis_set_visible (axis,
                              &(WeftTimeSpan){ first, 0, WIDTH - WEFT_WORKSPACE_LABEL_WIDTH });
  wait_settled ();
  return workspace;
}

/* (transfer full) */
static guint32 *
get_pixels (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (bytes, &error);
  guint32 *pixels = g_new (guint32, WIDTH * HEIGHT);

  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, WIDTH);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, HEIGHT);
  gdk_texture_download (texture, (guchar *) pixels, WIDTH * 4);
  return pixels;
}

/* The share of the columns beside the labels that is the same in both lanes, the second one so far
 * right. */
static double
compare (const guint32 *pixels, int first, int second, int height, int shift)
{
  guint same = 0, all = 0;

  for (int y = 0; y < height; y++)
    for (int x = WEFT_WORKSPACE_LABEL_WIDTH; x < WIDTH - 100; x++, all++)
      same += pixels[(first + y) * WIDTH + x] == pixels[(second + y) * WIDTH + x + shift];
  return (double) same / all;
}

static gboolean
has_words (const guint32 *pixels, int y)
{
  for (int i = 1; i < NAME * WIDTH; i++)
    if (pixels[y * WIDTH + i] != pixels[y * WIDTH])
      return TRUE;
  return FALSE;
}

/* The same instant is above itself: what lies a hundred ticks later is a hundred pixels to the right. */
static void
test_time (gconstpointer name)
{
  WeftWorkspaceWindow *workspace = open_twice (name);
  g_autoptr (GBytes) bytes = encode (workspace, WEFT_PICTURE_PNG);
  g_autofree guint32 *pixels = get_pixels (bytes);
  GtkWidget *lanes[2] = { GTK_WIDGET (weft_workspace_window_get_lane (workspace, 0)),
                          GTK_WIDGET (weft_workspace_window_get_lane (workspace, 1)) };
  int weights[2] = { gtk_widget_get_height (lanes[0]), gtk_widget_get_height (lanes[1]) };
  WeftDocument *document =
    weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, 0));
  int top =
    HEADER
    + weft_axis_ruler_height (weft_view_state_get_style (weft_document_get_state (document)));
  int room = HEIGHT - top - 2 * NAME, first = top + NAME;
  int height = room * weights[0] / (weights[0] + weights[1]), second = first + height + NAME;
  double moved = compare (pixels, first, second, height - 2, 100);
  double unmoved = compare (pixels, first, second, height - 2, 0);

  g_test_message ("%.3f of the pixels are the same a hundred to the right, %.3f at the same place",
                  moved, unmoved);
  /* stripes lie by the picture, not by the time */
  g_assert_cmpfloat (moved, >, 0.9);
  g_assert_cmpfloat (1 - moved, <, (1 - unmoved) / 2);
  g_assert_true (has_words (pixels, top));
  g_assert_true (has_words (pixels, first + height));
  gtk_window_destroy (GTK_WINDOW (workspace));
  wait_settled ();
}

static void
test_formats (void)
{
  WeftWorkspaceWindow *workspace = open_twice ("saturnis-bus.jsonl");
  g_autoptr (GBytes) svg = encode (workspace, WEFT_PICTURE_SVG);
  g_autoptr (GBytes) pdf = encode (workspace, WEFT_PICTURE_PDF);

  g_assert_true (g_bytes_get_size (svg) > 10000);
  g_assert_cmpmem (g_bytes_get_data (svg, NULL), 5, "<?xml", 5);
  g_assert_cmpmem (g_bytes_get_data (pdf, NULL), 4, "%PDF", 4);
  gtk_window_destroy (GTK_WINDOW (workspace));
  wait_settled ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_data_func ("/workspace-picture/time/tracks", "saturnis-bus.jsonl", test_time);
  g_test_add_data_func ("/workspace-picture/time/pipeline", "kanata-core.log", test_time);
  g_test_add_func ("/workspace-picture/formats", test_formats);
  return app_tests_run (homes);
}
