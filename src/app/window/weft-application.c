/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-application.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "weft-accessible-names.h"
#include "weft-actions.h"
#include "weft-crash-dialog.h"
#include "weft-crash-report.h"
#include "weft-description-find.h"
#include "weft-gtk-compat.h"
#include "weft-help-window.h"
#include "weft-live-frame.h"
#include "weft-load-index.h"
#include "weft-memory-budget.h"
#include "weft-preferences.h"
#include "weft-session-file.h"
#include "weft-session-keeper.h"
#include "weft-session.h"
#include "weft-settings.h"
#include "weft-software-gl.h"
#include "weft-standard-input.h"
#include "weft-window.h"
#include "weft-workspace-window.h"

struct _WeftApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  GtkWidget *preferences; /* while they are open */
  WeftHelpWindow *help;   /* likewise */
  WeftSessionKeeper *keeper;
  gboolean quitting; /* the session is kept */
  gboolean restored; /* what was open is open again */
};

G_DEFINE_FINAL_TYPE (WeftApplication, weft_application, ADW_TYPE_APPLICATION)

/* --- windows ------------------------------------------------------------------------------------ */

static WeftWindow *
create_window (WeftApplication *self)
{
  return weft_window_new (GTK_APPLICATION (self), self->settings);
}

/* The window that was used last, or a new one. */
static WeftWindow *
get_window (WeftApplication *self)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_WINDOW (windows->data))
      return windows->data;
  return create_window (self);
}

/* A file that is open already is shown where it is. */
static gboolean
present_file (WeftApplication *self, GFile *file)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));

  for (; windows != NULL; windows = windows->next)
    if (WEFT_IS_WINDOW (windows->data) && weft_window_present_file (windows->data, file))
      {
        gtk_window_present (windows->data);
        return TRUE;
      }
  return FALSE;
}

static void
open_files (WeftApplication *self, GFile **files, int n_files, gboolean new_window)
{
  WeftWindow *window = new_window && n_files == 0 ? create_window (self) : NULL;

  for (int i = 0; i < n_files; i++)
    {
      /* A workspace has a window of its own in any case. */
      if ((!new_window && window == NULL && present_file (self, files[i]))
          || weft_workspace_window_open (GTK_APPLICATION (self), self->settings, files[i]))
        continue;
      if (window == NULL)
        window = new_window ? create_window (self) : get_window (self);
      weft_window_open_file (window, files[i]);
    }
  if (window != NULL)
    gtk_window_present (GTK_WINDOW (window));
}

/* A run before this one crashed, and there is a window that this can be said over. */
static void
tell_crash (WeftApplication *self)
{
  GtkWindow *over = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autofree char *report = over != NULL ? weft_crash_report_take () : NULL;

  if (report != NULL)
    weft_crash_dialog_show (over, report, !self->restored && weft_session_file_exists ());
}

/* Without files, the program begins where it ended, if that is wanted: which is asked when it matters,
 * as nothing shows it in between that could be bound. */
static void
weft_application_activate (GApplication *app)
{
  WeftApplication *self = WEFT_APPLICATION (app);

  if (gtk_application_get_windows (GTK_APPLICATION (app)) == NULL
      && g_settings_get_boolean (self->settings, "restore-session")
      && weft_session_restore (GTK_APPLICATION (app), self->settings, NULL))
    self->restored = TRUE;
  else
    gtk_window_present (GTK_WINDOW (get_window (self)));
  tell_crash (self);
}

static void
keep_session (WeftApplication *self)
{
  weft_session_keep (GTK_APPLICATION (self),
                     g_settings_get_boolean (self->settings, "restore-session"));
  weft_session_keeper_forget (self->keeper);
}

/* The session is what was there before the last window went. */
static gboolean
on_close_request (WeftApplication *self)
{
  guint n = 0;

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL;
       item = item->next)
    n += WEFT_IS_WINDOW (item->data) || WEFT_IS_WORKSPACE_WINDOW (item->data);
  if (n == 1 && !self->quitting)
    keep_session (self);
  return GDK_EVENT_PROPAGATE;
}

static void
weft_application_window_added (GtkApplication *app, GtkWindow *window)
{
  GTK_APPLICATION_CLASS (weft_application_parent_class)->window_added (app, window);
  if (WEFT_IS_WINDOW (window) || WEFT_IS_WORKSPACE_WINDOW (window))
    g_signal_connect_object (window, "close-request", G_CALLBACK (on_close_request), app,
                             G_CONNECT_SWAPPED);
}

static void
weft_application_open (GApplication *app, GFile **files, int n_files,
                       const char *hint G_GNUC_UNUSED)
{
  open_files (WEFT_APPLICATION (app), files, n_files, FALSE);
  tell_crash (WEFT_APPLICATION (app));
}

/* --- the command line ------------------------------------------------------------------------------ */

static const GOptionEntry option_entries[] = {
  { "new-window", 'n', 0, G_OPTION_ARG_NONE, NULL, N_ ("Open the files in a window of their own"),
    NULL },
  { "attach", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
    N_ ("Watch the profiler behind this socket; repeated, several hosts in one picture"),
    N_ ("SOCKET") },
  { "as", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Read the files as this description of a format says"), N_ ("NAME.weftformat") },
  { "version", 'V', 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and quit"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_ ("[FILE…]") },
  { NULL },
};

static int
weft_application_handle_local_options (GApplication *app G_GNUC_UNUSED, GVariantDict *options)
{
  g_autofree const char **files = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("weft %s\n", WEFT_VERSION);
      return EXIT_SUCCESS;
    }
  /* Nobody writes a trace by hand. */
  if (g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &files)
      && g_strv_contains (files, "-") && isatty (STDIN_FILENO))
    {
      g_printerr (
        _ ("weft: “-” is what another program writes, as in “zcat trace.gz | weft -”.\n"));
      return 64;
    }
  return -1;
}

/* A file for an argument, as the process that was started sees it: (transfer full) (nullable). */
static GFile *
create_file (GApplicationCommandLine *command_line, const char *name)
{
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GError) error = NULL;
  GFile *file;

  if (!g_str_equal (name, "-"))
    return g_application_command_line_create_file_for_arg (command_line, name);
  input = g_application_command_line_get_stdin (command_line);
  file = weft_standard_input_open (input, &error);
  if (file == NULL)
    g_application_command_line_printerr (command_line, "weft: %s\n", error->message);
  return file;
}

/* Sockets are where the process that was started sees them. */
static void
attach (WeftApplication *self, GApplicationCommandLine *command_line, const char *const *sockets)
{
  WeftWindow *window = get_window (self);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; sockets[i] != NULL; i++)
    {
      g_autoptr (GFile) file =
        g_application_command_line_create_file_for_arg (command_line, sockets[i]);
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  g_ptr_array_add (paths, NULL);
  if (paths->len > 1)
    weft_window_attach (window, (const char *const *) paths->pdata);
  gtk_window_present (GTK_WINDOW (window));
}

/* Has the files read by a description. FALSE after a complaint. */
static gboolean
describe (GApplicationCommandLine *command_line, const char *name, GPtrArray *files)
{
  g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (command_line, name);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDescription) description =
    weft_description_open (path != NULL ? path : name, &error);

  if (description == NULL)
    {
      g_application_command_line_printerr (command_line, "weft: %s\n", error->message);
      return FALSE;
    }
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *trace = g_file_get_path (files->pdata[i]);

      if (trace != NULL)
        weft_description_choose (trace, description);
    }
  return TRUE;
}

static int
weft_application_command_line (GApplication *app, GApplicationCommandLine *command_line)
{
  WeftApplication *self = WEFT_APPLICATION (app);
  GVariantDict *options = g_application_command_line_get_options_dict (command_line);
  gboolean new_window = g_variant_dict_contains (options, "new-window");
  g_autofree const char **names = NULL;
  g_autofree const char **sockets = NULL;
  const char *description = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &names);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      GFile *file = create_file (command_line, names[i]);

      if (file == NULL)
        return EXIT_FAILURE;
      g_ptr_array_add (files, file);
    }
  if (g_variant_dict_lookup (options, "as", "^&ay", &description)
      && !describe (command_line, description, files))
    return EXIT_FAILURE;
  g_variant_dict_lookup (options, "attach", "^a&ay", &sockets);
  if (sockets != NULL && g_strv_length ((char **) sockets) > WEFT_LIVE_MAX_HOSTS)
    {
      g_application_command_line_printerr (
        command_line, _ ("weft: --attach: a session has %u hosts at most.\n"), WEFT_LIVE_MAX_HOSTS);
      return EXIT_FAILURE;
    }
  if (files->len > 0 || new_window)
    open_files (self, (GFile **) files->pdata, (int) files->len, new_window);
  else if (sockets == NULL)
    g_application_activate (app);
  if (sockets != NULL)
    attach (self, command_line, sockets);
  tell_crash (self);
  return EXIT_SUCCESS;
}

/* --- actions --------------------------------------------------------------------------------------- */

static void
activate_new_window (WeftApplication *self)
{
  gtk_window_present (GTK_WINDOW (create_window (self)));
}

static void
activate_preferences (WeftApplication *self)
{
  GtkWindow *over = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (self->preferences != NULL)
    gtk_window_present (GTK_WINDOW (gtk_widget_get_root (self->preferences)));
  else
    g_set_weak_pointer (&self->preferences, weft_preferences_show (over, self->settings));
}

/* The guide of the view in sight, or the page that leads to all. */
static void
activate_help (WeftApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  WeftDocumentPage *page =
    WEFT_IS_WINDOW (window) ? weft_window_get_page (WEFT_WINDOW (window)) : NULL;
  const WeftFamily *family =
    page != NULL ? weft_document_get_family (weft_document_page_get_document (page)) : NULL;
  g_autofree char *guide = WEFT_IS_WORKSPACE_WINDOW (window) ? g_strdup ("help/workspaces.md")
                           : family != NULL ? g_strdup_printf ("help/%s.md", family->name)
                                            : g_strdup (WEFT_HELP_INDEX);

  if (self->help == NULL)
    {
      self->help = weft_help_window_new (GTK_APPLICATION (self));
      g_object_add_weak_pointer (G_OBJECT (self->help), (gpointer *) &self->help);
    }
  if (!WEFT_IS_HELP_WINDOW (window))
    weft_help_window_show_page (self->help, guide);
  gtk_window_present (GTK_WINDOW (self->help));
}

static void
activate_about (WeftApplication *self)
{
  weft_compat_show_about (
    gtk_application_get_active_window (GTK_APPLICATION (self)), "application-name", _ ("Weft"),
    "application-icon", "io.github.weft_viewer.Weft", "version", WEFT_VERSION, "developer-name",
    _ ("The Weft developers"), "comments", _ ("Shows what hardware did, cycle by cycle."),
    "license-type", GTK_LICENSE_GPL_3_0, "translator-credits", _ ("translator-credits"), NULL);
}

static void
activate_quit (WeftApplication *self)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  self->quitting = TRUE;
  keep_session (self);
  /* Windows keep what they have to keep when they are closed. */
  for (GList *item = windows; item != NULL; item = item->next)
    gtk_window_close (item->data);
  g_list_free (windows);
  g_application_quit (G_APPLICATION (self));
}

static void
activate_restore_session (WeftApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  gboolean empty = WEFT_IS_WINDOW (window) && weft_window_get_n_pages (WEFT_WINDOW (window)) == 0;

  weft_session_restore (GTK_APPLICATION (self), self->settings, empty ? window : NULL);
}

static const WeftAction actions[] = {
  { "restore-session", G_CALLBACK (activate_restore_session), NULL, NULL, 0 },
  { "new-window", G_CALLBACK (activate_new_window), NULL, NULL, 0 },
  { "preferences", G_CALLBACK (activate_preferences), NULL, NULL, 0 },
  { "help", G_CALLBACK (activate_help), NULL, NULL, 0 },
  { "about", G_CALLBACK (activate_about), NULL, NULL, 0 },
  { "quit", G_CALLBACK (activate_quit), NULL, NULL, 0 },
};

/* Keys of the picture belong to the picture. */
static void
set_keys (GtkApplication *app)
{
  static const struct
  {
    const char *action;
    const char *keys[3];
  } keys[] = {
    { "app.new-window", { "<Primary>n" } },
    { "app.preferences", { "<Primary>comma" } },
    { "app.quit", { "<Primary>q" } },
    { "win.open", { "<Primary>o" } },
    { "win.open-folder", { "<Primary><Shift>o" } },
    { "win.close-tab", { "<Primary>w" } },
    { "win.next-tab", { "<Primary>Page_Down" } },
    { "win.previous-tab", { "<Primary>Page_Up" } },
    { "win.fullscreen", { "F11" } },
    { "win.palette", { "<Primary><Shift>p" } },
    { "win.shortcuts", { "<Primary>question" } },
    { "app.help", { "F1" } },
    { "page.reload", { "<Primary>r", "F5" } },
    { "page.follow", { "<Primary>l" } },
    { "win.export-picture", { "<Primary>e" } },
    { "win.copy-picture", { "<Primary><Shift>c" } },
    { "page.find", { "<Primary>g" } },
    { "page.find-text", { "<Primary>f" } },
    { "page.find-next", { "F3" } },
    { "page.find-previous", { "<Shift>F3" } },
    { "page.write-filter", { "<Primary><Shift>f" } },
    { "page.bookmark", { "<Primary>d" } },
    { "page.next-bookmark", { "<Primary>b" } },
    { "page.previous-bookmark", { "<Primary><Shift>b" } },
    { "page.inspector", { "F9" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (app, keys[i].action, keys[i].keys);
  for (guint i = 1; i <= 9; i++)
    {
      g_autofree char *action = g_strdup_printf ("page.panel(%u)", i);
      g_autofree char *key = g_strdup_printf ("<Primary>%u", i);

      gtk_application_set_accels_for_action (app, action, (const char *[]){ key, NULL });
    }
}

/* --- the application ----------------------------------------------------------------------------------- */

static gboolean
nick_to_color_scheme (GValue *value, GVariant *nick, gpointer data G_GNUC_UNUSED)
{
  const char *name = g_variant_get_string (nick, NULL);

  g_value_set_enum (value, g_str_equal (name, "light")  ? ADW_COLOR_SCHEME_FORCE_LIGHT
                           : g_str_equal (name, "dark") ? ADW_COLOR_SCHEME_FORCE_DARK
                                                        : ADW_COLOR_SCHEME_DEFAULT);
  return TRUE;
}

static void
update_memory (WeftApplication *self)
{
  weft_memory_budget_set ((guint64) g_settings_get_int (self->settings, "memory") << 20);
}

static void
update_index (WeftApplication *self)
{
  if (g_settings_get_boolean (self->settings, "index-files"))
    weft_load_index_set_default ();
  else
    weft_load_index_set_after (-1);
}

static void
weft_application_startup (GApplication *app)
{
  WeftApplication *self = WEFT_APPLICATION (app);

  G_APPLICATION_CLASS (weft_application_parent_class)->startup (app);
  weft_software_gl_avoid (gdk_display_get_default ());
  self->settings = g_object_ref (weft_settings_get_default ());
  self->keeper = weft_session_keeper_new (GTK_APPLICATION (self));
  g_settings_bind_with_mapping (self->settings, "color-scheme", adw_style_manager_get_default (),
                                "color-scheme", G_SETTINGS_BIND_GET, nick_to_color_scheme, NULL,
                                NULL, NULL);
  g_signal_connect_object (self->settings, "changed::memory", G_CALLBACK (update_memory), self,
                           G_CONNECT_SWAPPED);
  update_memory (self);
  g_signal_connect_object (self->settings, "changed::index-files", G_CALLBACK (update_index), self,
                           G_CONNECT_SWAPPED);
  update_index (self);
  weft_actions_add (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  set_keys (GTK_APPLICATION (self));
  weft_accessible_names_install ();
  gtk_window_set_default_icon_name (WEFT_APPLICATION_ID);
}

static void
weft_application_dispose (GObject *object)
{
  WeftApplication *self = WEFT_APPLICATION (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->keeper);
  G_OBJECT_CLASS (weft_application_parent_class)->dispose (object);
}

static void
weft_application_class_init (WeftApplicationClass *klass)
{
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_application_dispose;
  app_class->startup = weft_application_startup;
  app_class->activate = weft_application_activate;
  app_class->open = weft_application_open;
  app_class->handle_local_options = weft_application_handle_local_options;
  app_class->command_line = weft_application_command_line;
  GTK_APPLICATION_CLASS (klass)->window_added = weft_application_window_added;
}

static void
weft_application_init (WeftApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), option_entries);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), NULL);
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _ ("Weft shows what hardware did, cycle by cycle."));
}

WeftApplication *
weft_application_new (void)
{
  return g_object_new (WEFT_TYPE_APPLICATION, "application-id", WEFT_APPLICATION_ID,
                       "resource-base-path", "/io/github/weft_viewer/Weft", "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE, NULL);
}
