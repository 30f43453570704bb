/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "pixels.h"
#include "weft-family.h"
#include "weft-findings-view.h"
#include "weft-pipeline-study.h"
#include "weft-workspace-window.h"
#include "window-pages.h"

/* A walk through the window with the sample that is named on the command line, of which there is one for each family: everything that the window says, word by word, when it is
 * open, and what changes with each command and each place that is pressed. What is expected stands in walk/, and is
 * written anew with WEFT_WRITE_WALK set to that folder: look at the difference that git shows. */

#define MAX_LINES 60 /* of one step; the others are known by their checksum */

/* --- the words of widgets -------------------------------------------------------------------------- */

static void
append_text (GString *line, const char *what, const char *text)
{
  if (text != NULL && *text != '\0')
    g_string_append_printf (line, "%s“%s”", what, text);
}

/* The folder of the samples lies elsewhere on each machine. */
static void
append_label (GString *line, const char *text)
{
  const char *folder = g_getenv ("WEFT_SAMPLES");

  append_text (line, "", g_str_has_prefix (text, folder) ? text + strlen (folder) : text);
}

/* The words of a widget itself, without those in it. */
static void
append_own (GtkWidget *widget, GString *line)
{
  if (GTK_IS_LABEL (widget))
    append_label (line, gtk_label_get_text (GTK_LABEL (widget)));
  else if (GTK_IS_EDITABLE (widget) && !GTK_IS_EDITABLE_LABEL (widget))
    append_text (line, "written ", gtk_editable_get_text (GTK_EDITABLE (widget)));
  else if (GTK_IS_SWITCH (widget))
    g_string_append (line, gtk_switch_get_active (GTK_SWITCH (widget)) ? "on" : "off");
  else if (GTK_IS_CHECK_BUTTON (widget))
    g_string_append (line, gtk_check_button_get_active (GTK_CHECK_BUTTON (widget)) ? "checked"
                                                                                   : "unchecked");
  else if (GTK_IS_TOGGLE_BUTTON (widget))
    g_string_append (
      line, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (widget)) ? "pressed" : "not pressed");
  else if (GTK_IS_IMAGE (widget))
    append_text (line, "", gtk_image_get_icon_name (GTK_IMAGE (widget)));
  if (!GTK_IS_LABEL (widget))
    append_text (line, " tip ", gtk_widget_get_tooltip_text (widget));
}

/* The beginning of the checksum of what a widget of ours draws itself. */
static void
append_picture (GtkWidget *widget, GString *line)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GskRenderNode *node = width > 0 && height > 0 ? snapshot_widget (widget) : NULL;
  cairo_surface_t *surface;
  cairo_t *cr;
  g_autofree char *sum = NULL;

  if (node == NULL)
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  sum =
    g_compute_checksum_for_data (G_CHECKSUM_MD5, cairo_image_surface_get_data (surface),
                                 (gsize) cairo_image_surface_get_stride (surface) * (gsize) height);
  cairo_surface_destroy (surface);
  g_string_append_printf (line, "%d × %d %.8s", width, height, sum);
}

static gboolean
is_told (GtkWidget *widget)
{
  return g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Weft") || GTK_IS_BUTTON (widget);
}

/* A line for each widget in sight that says something, or that is ours. */
static void
append_words (GtkWidget *widget, guint depth, GPtrArray *lines)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_child_visible (widget))
    return;
  append_own (widget, line);
  if (gtk_widget_get_first_child (widget) == NULL
      && g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Weft"))
    append_picture (widget, line);
  if (is_told (widget) || line->len > 0)
    {
      g_autofree char *words =
        g_strdelimit (g_string_free (g_steal_pointer (&line), FALSE), "\n", '|');

      g_ptr_array_add (
        lines, g_strdup_printf ("%*s%s %s%s", (int) depth, "", G_OBJECT_TYPE_NAME (widget), words,
                                gtk_widget_is_sensitive (widget) ? "" : " insensitive"));
      depth++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_words (child, depth, lines);
}

/* --- steps ----------------------------------------------------------------------------------------- */

typedef struct
{
  WeftWindow *window;
  WeftDocumentPage *page;
  GtkWidget *canvas;
  GPtrArray *lines; /* of the step before */
  GString *said;
} Walk;

typedef struct
{
  GtkWindow *window;
  guint64 last;
} Frame;

/* How many lines two lists have in common at their beginnings, or at their ends. */
static guint
count_same (GPtrArray *a, GPtrArray *b, gboolean at_end, guint most)
{
  guint n = 0;

  while (
    n < most
    && g_str_equal (a->pdata[at_end ? a->len - 1 - n : n], b->pdata[at_end ? b->len - 1 - n : n]))
    n++;
  return n;
}

static guint64
get_frame (GtkWindow *window)
{
  return (guint64) gdk_frame_clock_get_frame_counter (
    gtk_widget_get_frame_clock (GTK_WIDGET (window)));
}

static gboolean
has_new_frame (gpointer data)
{
  const Frame *frame = data;

  return get_frame (frame->window) > frame->last;
}

/* Until all that is to be seen is drawn: between a request and the next frame there is no picture of a widget. */
static void
wait_drawn (GtkWindow *window)
{
  Frame frame = { window };

  wait_settled ();
  frame.last = get_frame (window);
  gtk_widget_queue_draw (GTK_WIDGET (window));
  wait_until (has_new_frame, &frame);
  wait_settled ();
}

/* The lines from `first` up to but not including `end`. */
static void
append_part (GString *said, GPtrArray *lines, guint first, guint end)
{
  g_autoptr (GChecksum) rest = g_checksum_new (G_CHECKSUM_MD5);

  for (guint i = first; i < end; i++)
    if (i < first + MAX_LINES)
      g_string_append_printf (said, "%s\n", (char *) lines->pdata[i]);
    else
      g_checksum_update (rest, lines->pdata[i], -1);
  if (end > first + MAX_LINES)
    g_string_append_printf (said, "… %u more, %s\n", end - first - MAX_LINES,
                            g_checksum_get_string (rest));
}

/* The difference from the step before: that lines went, and which ones came. */
static void
tell (Walk *walk, const char *step)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&walk->lines);
  guint head, tail;

  wait_drawn (GTK_WINDOW (walk->window));
  walk->lines = g_ptr_array_new_with_free_func (g_free);
  append_words (GTK_WIDGET (walk->window), 0, walk->lines);
  head = count_same (before, walk->lines, FALSE, MIN (before->len, walk->lines->len));
  tail = count_same (before, walk->lines, TRUE, MIN (before->len, walk->lines->len) - head);
  g_string_append_printf (walk->said, "== %s\n", step);
  if (head + tail < before->len)
    g_string_append_printf (walk->said, "lines %u to %u become\n", head, before->len - tail);
  append_part (walk->said, walk->lines, head, walk->lines->len - tail);
}

/* Those that lead out of the page, open windows and dialogs, or close it. */
static gboolean
is_left_out (const char *action)
{
  return g_str_has_prefix (action, "app.")
         || (g_str_has_prefix (action, "win.") && !g_str_has_prefix (action, "win.copy"))
         || g_str_has_prefix (action, "page.edit") || g_str_equal (action, "page.reload");
}

static void
press (Walk *walk, const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (is_left_out (action) || !g_action_parse_detailed_name (action, &name, &target, NULL))
    return;
  if (gtk_widget_get_mapped (walk->canvas))
    gtk_widget_grab_focus (walk->canvas);
  gtk_widget_activate_action_variant (walk->canvas, name, target);
  tell (walk, action);
}

static void
press_all (Walk *walk, const WeftCommand *commands, guint n)
{
  for (guint i = 0; i < n; i++)
    press (walk, commands[i].action);
}

/* --- windows and dialogs over it -------------------------------------------------------------------- */

/* All that is open but the window of the walk, in the order in which they were opened. */
static GPtrArray *
list_others (Walk *walk)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GPtrArray *others = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (toplevel != GTK_WIDGET (walk->window))
        g_ptr_array_add (others, toplevel);
    }
  return others;
}

/* Hidden before, so that nothing is asked of it any more. */
static void
take_away (GtkWindow *window)
{
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  wait_settled ();
  gtk_window_destroy (window);
  wait_settled ();
}

/* Whether the figures of the lane of a workspace are those of all of its log, which are counted some time after it
 * is read: no rest of the loop tells when. */
static gboolean
has_figures (gpointer workspace)
{
  WeftDocument *document =
    weft_workspace_lane_get_document (weft_workspace_window_get_lane (workspace, 0));
  WeftViewState *state = weft_document_get_state (document);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  const WeftPipelineStatsResult *result;

  if (state == NULL || weft_document_is_loading (document))
    return FALSE;
  if (!WEFT_IS_PIPELINE_STATE (state))
    return TRUE;
  result = weft_pipeline_study_get_whole (weft_pipeline_study_of (WEFT_PIPELINE_STATE (state)));
  snapshot = weft_pipeline_state_ref_snapshot (WEFT_PIPELINE_STATE (state));
  return result != NULL && result->question.snapshot->generation == snapshot->generation;
}

/* The words of all that a command opens, which is then closed. */
static void
open_other (Walk *walk, const char *action)
{
  g_autoptr (GPtrArray) others = NULL;

  g_string_append_printf (walk->said, "== %s opens\n", action);
  gtk_widget_activate_action (walk->canvas, action, NULL);
  wait_settled ();
  others = list_others (walk);
  for (guint i = 0; i < others->len; i++)
    {
      g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

      if (WEFT_IS_WORKSPACE_WINDOW (others->pdata[i]))
        wait_until (has_figures, others->pdata[i]);
      wait_drawn (others->pdata[i]);
      append_words (others->pdata[i], 0, lines);
      append_part (walk->said, lines, 0, lines->len);
      take_away (others->pdata[i]);
    }
}

static const char *const opening[] = {
  "app.preferences", "win.workspace", "win.export-picture", "win.export-data",
  "win.shortcuts",   "win.palette",   "page.edit-colors",   "page.edit-core",
};

/* Menus and lists that buttons drop: what is in them is part of the window. */
static void
drop_menus (Walk *walk)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (walk->window), GTK_TYPE_MENU_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (gtk_widget_get_mapped (buttons->pdata[i]) && gtk_widget_is_sensitive (buttons->pdata[i]))
      {
        g_autofree char *step = g_strdup_printf ("menu %u", i);

        gtk_menu_button_popup (buttons->pdata[i]);
        tell (walk, step);
        gtk_menu_button_popdown (buttons->pdata[i]);
        wait_settled ();
      }
}

/* Ways through the picture, which all families have. */
static const char *const places[] = {
  "view.select((1, 0))",  "view.select((0, 1))",  "view.select((1, 0))",  "view.fit",
  "view.zoom-out",        "view.pan((0.5, 0.5))", "view.edge(1)",         "view.edge(-1)",
  "view.fit-all",         "view.zoom-in",         "page.drawer('table')", "page.cursor",
  "view.pan((0.2, 0.0))", "page.cursor",          "view.step-back",
};

static void
press_panels (Walk *walk, const WeftFamily *family)
{
  for (guint i = 0; i < weft_family_get_n_panels (family); i++)
    {
      g_autofree char *action =
        g_strdup_printf ("page.drawer('%s')", weft_family_get_panel (family, i)->name);

      press (walk, action);
    }
}

/* --- what is expected ------------------------------------------------------------------------------ */

/* Pictures and the breaks of lines depend on them. */
static char *
get_versions (void)
{
  return g_strdup_printf ("GTK %u.%u.%u, pango %s, cairo %s\n", gtk_get_major_version (),
                          gtk_get_minor_version (), gtk_get_micro_version (),
                          pango_version_string (), cairo_version_string ());
}

/* The first line that differs, with the step that it belongs to. */
static void
check_lines (char **said, char **expected)
{
  const char *step = "";
  guint i = 0;

  while (said[i] != NULL && g_strcmp0 (said[i], expected[i]) == 0)
    {
      if (g_str_has_prefix (said[i], "== "))
        step = said[i];
      i++;
    }
  if (g_strcmp0 (said[i], expected[i]) != 0)
    g_test_message ("line %u, after “%s”: “%s” instead of “%s”", i + 1, step, said[i], expected[i]);
  g_assert_cmpstr (said[i], ==, expected[i]);
}

/* Other versions of GTK build other widgets, and draw other pictures. */
static void
check_said (const char *sample, const char *said)
{
  g_autofree char *name = g_strconcat (sample, ".txt", NULL);
  const char *folder = g_getenv ("WEFT_WRITE_WALK");
  g_autofree char *versions = get_versions ();
  g_autofree char *all = g_strconcat (versions, said, NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL)
                                         : g_test_build_filename (G_TEST_DIST, "walk", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1), expected = NULL;

  if (folder != NULL)
    g_assert_true (g_file_set_contents (path, all, -1, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  expected = g_strsplit (text, "\n", -1);
  if (g_str_equal (lines[0], expected[0]))
    check_lines (lines, expected);
  else
    g_test_skip_printf ("made with %s; here is %s", expected[0], lines[0]);
}

static gboolean
shows_findings (gpointer page)
{
  GtkWidget *view = find_widget (page, WEFT_TYPE_FINDINGS_VIEW);

  return view != NULL && gtk_widget_get_mapped (view);
}

static void
test_walk (gconstpointer sample)
{
  Walk walk = { open_window () };
  const WeftFamily *family;
  const WeftCommand *commands;
  guint n;

  /* Beside the windows, where no hint comes up. */
  if (!run_xdotool ("mousemove 4000 4000"))
    {
      close_window (walk.window);
      return;
    }
  walk.page = open_sample (walk.window, sample);
  walk.canvas = weft_picture_view_get_canvas (
    WEFT_PICTURE_VIEW (find_widget (GTK_WIDGET (walk.page), WEFT_TYPE_PICTURE_VIEW)));
  walk.lines = g_ptr_array_new ();
  walk.said = g_string_new (NULL);
  family = weft_family_find (weft_view_state_get_trace (
    weft_document_get_state (weft_document_page_get_document (walk.page))));
  wait_until (shows_findings, walk.page);
  tell (&walk, "opened");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    press (&walk, places[i]);
  press_panels (&walk, family);
  commands = weft_palette_list_commands (&n);
  press_all (&walk, commands, n);
  press_all (&walk, family->commands, family->n_commands);
  drop_menus (&walk);
  for (guint i = 0; i < G_N_ELEMENTS (opening); i++)
    open_other (&walk, opening[i]);
  check_said (sample, walk.said->str);
  g_string_free (walk.said, TRUE);
  g_ptr_array_unref (walk.lines);
  /* The window goes with the program: GTK 4.8 may ask where the pointer is in one that has gone. */
}

/* The fonts and the time zone are the same everywhere. G_TEST_SRCDIR is not read yet. */
static void
set_surroundings (void)
{
  g_autofree char *fonts = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "fonts.conf", NULL);

  g_setenv ("FONTCONFIG_FILE", fonts, TRUE);
  g_setenv ("TZ", "UTC", TRUE);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  set_surroundings ();
  app = app_tests_begin (&argc, &argv);
  g_assert_cmpint (argc, ==, 2);
  g_test_add_data_func ("/walk", argv[1], test_walk);
  return app_tests_run (homes);
}
