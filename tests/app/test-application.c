/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app-tests.h"
#include "on-display.h"
#include "weft-live-frame.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

/* The command line of the program, and that of another start of it. */

static WeftApplication *app;

/* Hands over files, and what is set in `options` (nullable, floating); its exit status. */
static int
start (const char *const *names, GVariantDict *options)
{
  g_autoptr (GVariantDict) all = options != NULL ? options : g_variant_dict_new (NULL);
  g_autoptr (GApplicationCommandLine) line = NULL;
  int status = -1;

  if (names != NULL)
    g_variant_dict_insert_value (all, G_OPTION_REMAINING,
                                 g_variant_new_bytestring_array (names, -1));
  line = g_object_new (G_TYPE_APPLICATION_COMMAND_LINE, "arguments",
                       g_variant_new_bytestring_array ((const char *const[]){ "weft", NULL }, -1),
                       "options", g_variant_dict_end (all), NULL);
  g_signal_emit_by_name (app, "command-line", line, &status);
  wait_settled ();
  return status;
}

static GVariantDict *
make_options (const char *name, GVariant *value)
{
  GVariantDict *options = g_variant_dict_new (NULL);

  g_variant_dict_insert_value (options, name, value);
  return options;
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (app)));
}

/* The window that was used last. */
static WeftWindow *
get_window (void)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (app));

  g_assert_nonnull (windows);
  return WEFT_WINDOW (windows->data);
}

static void
close_windows (void)
{
  GList *windows;

  while ((windows = gtk_application_get_windows (GTK_APPLICATION (app))) != NULL)
    gtk_window_destroy (windows->data);
  wait_settled ();
}

static char *
sample_path (const char *name)
{
  g_autoptr (GFile) file = sample_file (name);

  return g_file_get_path (file);
}

/* Files go to the window that there is, each once; one that is open already is shown again. */
static void
test_files (void)
{
  g_autofree char *core = sample_path ("kanata-core.log"),
                  *bus = sample_path ("saturnis-bus.jsonl");

  g_assert_cmpint (start (NULL, NULL), ==, 0);
  g_assert_cmpuint (count_windows (), ==, 1);
  g_assert_cmpint (start ((const char *const[]){ core, bus, NULL }, NULL), ==, 0);
  g_assert_cmpuint (count_windows (), ==, 1);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 2);
  g_assert_true (weft_window_get_page (get_window ())
                 == weft_window_get_nth_page (get_window (), 1));
  g_assert_cmpint (start ((const char *const[]){ core, NULL }, NULL), ==, 0);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 2);
  g_assert_true (weft_window_get_page (get_window ())
                 == weft_window_get_nth_page (get_window (), 0));
  close_windows ();
}

/* In a window of their own, though they are open elsewhere; a workspace is its own window. */
static void
test_new_window (void)
{
  g_autofree char *core = sample_path ("kanata-core.log");
  g_autofree char *workspace = sample_path ("core-and-bus.weftspace");

  g_assert_cmpint (start ((const char *const[]){ core, NULL }, NULL), ==, 0);
  g_assert_cmpint (start ((const char *const[]){ core, NULL },
                          make_options ("new-window", g_variant_new_boolean (TRUE))),
                   ==, 0);
  g_assert_cmpuint (count_windows (), ==, 2);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 1);
  g_assert_cmpint (start (NULL, make_options ("new-window", g_variant_new_boolean (TRUE))), ==, 0);
  g_assert_cmpuint (count_windows (), ==, 3);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 0);
  g_assert_cmpint (start ((const char *const[]){ workspace, NULL },
                          make_options ("new-window", g_variant_new_boolean (TRUE))),
                   ==, 0);
  g_assert_cmpuint (count_windows (), ==, 4);
  close_windows ();
}

/* --as reads a file as a description says; where there is none of that name, nothing opens. */
static void
test_as (void)
{
  g_autofree char *trace = sample_path ("champsim-loop.txt");
  g_autofree char *description = sample_path ("champsim.weftformat");

  g_assert_cmpint (start ((const char *const[]){ trace, NULL },
                          make_options ("as", g_variant_new_bytestring ("/nowhere.weftformat"))),
                   ==, EXIT_FAILURE);
  g_assert_cmpuint (count_windows (), ==, 0);
  g_assert_cmpint (start ((const char *const[]){ trace, NULL },
                          make_options ("as", g_variant_new_bytestring (description))),
                   ==, 0);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 1);
  close_windows ();
}

/* --attach takes several sockets for one session, one of them twice is once, and too many are refused. */
static void
test_attach (void)
{
  g_auto (GStrv) many = g_new0 (char *, WEFT_LIVE_MAX_HOSTS + 2);
  const char *two[] = { "/nowhere/a.sock", "/nowhere/b.sock", "/nowhere/a.sock", NULL };

  for (guint i = 0; i <= WEFT_LIVE_MAX_HOSTS; i++)
    many[i] = g_strdup_printf ("/nowhere/%u.sock", i);
  g_assert_cmpint (start (NULL, make_options ("attach", g_variant_new_bytestring_array (
                                                          (const char **) many, -1))),
                   ==, EXIT_FAILURE);
  g_assert_cmpuint (count_windows (), ==, 0);
  g_assert_cmpint (start (NULL, make_options ("attach", g_variant_new_bytestring_array (two, -1))),
                   ==, 0);
  g_assert_cmpuint (weft_window_get_n_pages (get_window ()), ==, 1);
  close_windows ();
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/application/files", test_files);
  g_test_add_func ("/application/new-window", test_new_window);
  g_test_add_func ("/application/as", test_as);
  g_test_add_func ("/application/attach", test_attach);
  return app_tests_run (homes);
}
