/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-query-editor.h"

#ifdef HAVE_SOURCEVIEW
#include <gtksourceview/gtksource.h>
#endif

#include "on-display.h"
#include "weft-candidate-popover.h"
#include "weft-query-pipeline.h"

/* Writing a query: by the keys that a person presses. */

#define TITLE "weft-test-query-editor"

typedef struct
{
  GtkWidget *window;
  WeftQueryEditor *editor;
  guint n_runs;
} Desk;

static void
count_run (Desk *desk)
{
  desk->n_runs++;
}

static void
desk_open (Desk *desk)
{
  desk->n_runs = 0;
  desk->window = gtk_window_new ();
  desk->editor = g_object_new (WEFT_TYPE_QUERY_EDITOR, NULL);
  weft_query_editor_set_family (desk->editor, &weft_query_pipeline);
  g_signal_connect_swapped (desk->editor, "run", G_CALLBACK (count_run), desk);
  gtk_window_set_title (GTK_WINDOW (desk->window), TITLE);
  gtk_window_set_default_size (GTK_WINDOW (desk->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (desk->window), GTK_WIDGET (desk->editor));
  gtk_window_present (GTK_WINDOW (desk->window));
  wait_until (is_mapped, desk->editor);
  gtk_widget_grab_focus (GTK_WIDGET (desk->editor));
  wait_settled ();
}

static void
desk_close (Desk *desk)
{
  gtk_window_destroy (GTK_WINDOW (desk->window));
  wait_settled ();
}

/* Without a window manager nobody else gives a window the keys. FALSE where the test is skipped. */
static gboolean
press (const char *what)
{
  g_autofree char *command =
    g_strdup_printf ("search --onlyvisible --name " TITLE " windowfocus --sync %s", what);

  if (!run_xdotool (command))
    return FALSE;
  wait_settled ();
  return TRUE;
}

static GtkWidget *
get_popover (Desk *desk)
{
  g_autoptr (GPtrArray) popovers = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (desk->editor), WEFT_TYPE_CANDIDATE_POPOVER, popovers);
  g_assert_cmpuint (popovers->len, ==, 1);
  return popovers->pdata[0];
}

static gboolean
offers (Desk *desk)
{
  return gtk_widget_get_visible (get_popover (desk));
}

static void
assert_text (Desk *desk, const char *expected)
{
  g_autofree char *text = weft_query_editor_get_text (desk->editor);

  g_assert_cmpstr (text, ==, expected);
}

/* A word is offered from its first letters on, taken with Tab, and the popover then goes. */
static void
test_complete (void)
{
  Desk desk;

  desk_open (&desk);
  if (press ("type --delay 20 SELEC"))
    {
      g_assert_true (offers (&desk));
      press ("key Tab");
      assert_text (&desk, "SELECT");
      g_assert_false (offers (&desk));
      press ("type --delay 20 ' retir'");
      g_assert_true (offers (&desk));
      /* Escape closes the offer, and nothing else. */
      press ("key Escape");
      g_assert_false (offers (&desk));
      assert_text (&desk, "SELECT retir");
      press ("key ctrl+space");
      g_assert_true (offers (&desk));
      press ("key space");
      g_assert_false (offers (&desk));
    }
  desk_close (&desk);
}

/* The arrows choose, and Enter takes what is chosen, where it otherwise begins a line; what was taken is undone in
 * one step. */
static void
test_choose (void)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  Desk desk;

  desk_open (&desk);
  if (press ("type --delay 20 co"))
    {
      press ("key Down");
      press ("key Return");
      first = weft_query_editor_get_text (desk.editor);
      g_assert_cmpuint (strlen (first), >, 2);
      g_assert_cmpint (g_ascii_strncasecmp (first, "co", 2), ==, 0);
      press ("key ctrl+z");
      assert_text (&desk, "co");
      press ("key ctrl+space");
      press ("key Down Down");
      press ("key Return");
      second = weft_query_editor_get_text (desk.editor);
      g_assert_cmpstr (second, !=, first);
      g_assert_cmpint (g_ascii_strncasecmp (second, "co", 2), ==, 0);
    }
  desk_close (&desk);
}

/* Ctrl+Enter runs, and writes nothing; Enter alone writes a line. */
static void
test_run (void)
{
  Desk desk;

  desk_open (&desk);
  if (press ("type --delay 20 '1 '"))
    {
      press ("key ctrl+Return");
      g_assert_cmpuint (desk.n_runs, ==, 1);
      assert_text (&desk, "1 ");
      press ("key Return");
      assert_text (&desk, "1 \n");
      g_assert_cmpuint (desk.n_runs, ==, 1);
    }
  desk_close (&desk);
}

#ifdef HAVE_SOURCEVIEW
static gboolean
knows_language (gpointer buffer)
{
  return gtk_source_buffer_get_language (buffer) != NULL;
}

/* The language is read when the editor is there, not while it is made: that takes longer than a frame. */
static void
test_language (void)
{
  g_autoptr (GtkWidget) editor = g_object_ref_sink (g_object_new (WEFT_TYPE_QUERY_EDITOR, NULL));
  GtkWidget *view = find_widget (editor, GTK_SOURCE_TYPE_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));

  g_assert_false (knows_language (buffer));
  wait_until (knows_language, buffer);
  g_assert_cmpstr (
    gtk_source_language_get_id (gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (buffer))), ==,
    "sql");
}

/* One that goes at once is not waited for. */
static void
test_goes_at_once (void)
{
  GtkWidget *editor = g_object_ref_sink (g_object_new (WEFT_TYPE_QUERY_EDITOR, NULL));

  g_object_unref (editor);
  wait_settled ();
}
#endif

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-editor/complete", test_complete);
  g_test_add_func ("/query-editor/choose", test_choose);
  g_test_add_func ("/query-editor/run", test_run);
#ifdef HAVE_SOURCEVIEW
  g_test_add_func ("/query-editor/language", test_language);
  g_test_add_func ("/query-editor/goes-at-once", test_goes_at_once);
#endif
  return g_test_run ();
}
