/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-attach-dialog.h"

#include <adwaita.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>

#include "weft-direction.h"
#include "weft-live-paths.h"

#define DAEMON "weft-profilerd"

struct _WeftAttachDialog
{
  GtkWindow parent_instance;

  GtkWidget *about;
  GtkWidget *path;  /* GtkEntry */
  GtkWidget *state; /* what answers there */
  GtkWidget *model; /* GtkCheckButton */
  GtkWidget *remote;
  GtkWidget *recipe;
  GtkWidget *error;
};

G_DEFINE_FINAL_TYPE (WeftAttachDialog, weft_attach_dialog, GTK_TYPE_WINDOW)

/* Whether somebody listens at `path`. On the same machine that is known at once. */
static gboolean
answers (const char *path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);

  return connection != NULL;
}

static gboolean
is_usual (const char *path)
{
  g_autofree char *usual = weft_live_get_view_path (NULL);

  return g_str_equal (path, usual);
}

static void
update (WeftAttachDialog *self)
{
  const char *path = gtk_editable_get_text (GTK_EDITABLE (self->path));
  gboolean running = *path != '\0' && answers (path);
  const char *text = running           ? _ ("A daemon answers there.")
                     : is_usual (path) ? _ ("No daemon runs. One is started.")
                                       : _ ("Nobody answers there yet. It is tried until somebody "
                                            "does.");

  gtk_label_set_text (GTK_LABEL (self->state), text);
  weft_direction_align_lines (GTK_LABEL (self->state));
  gtk_widget_set_sensitive (self->model, !running && is_usual (path));
}

/* Beside this program in a build tree, or where programs are. (transfer full) (nullable) */
static char *
find_daemon (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *beside = directory != NULL ? g_build_filename (directory, DAEMON, NULL) : NULL;
  g_autofree char *built =
    directory != NULL ? g_build_filename (directory, "..", "profilerd", DAEMON, NULL) : NULL;

  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  if (built != NULL && g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);
  return g_find_program_in_path (DAEMON);
}

/* Starts a daemon, which ends by itself when nobody is connected any more. */
static gboolean
start_daemon (gboolean model, GError **error)
{
  g_autofree char *program = find_daemon ();
  const char *arguments[] = { program, "--idle-exit=120", model ? "--model" : NULL, NULL };

  if (program == NULL)
    {
      g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT,
                   _ ("The program “%s” is not installed."), DAEMON);
      return FALSE;
    }
  return g_spawn_async (NULL, (char **) arguments, NULL,
                        G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                        error);
}

static void
attach (WeftAttachDialog *self)
{
  g_autofree char *path = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->path))));
  gboolean model = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->model));
  g_autoptr (GError) error = NULL;

  if (*path == '\0')
    return;
  if (is_usual (path) && !answers (path) && !start_daemon (model, &error))
    {
      gtk_label_set_text (GTK_LABEL (self->error), error->message);
      gtk_widget_set_visible (self->error, TRUE);
      return;
    }
  g_signal_emit_by_name (self, "attach", path);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- construction ------------------------------------------------------------------------------- */

/* The socket of another machine comes to where a program in a sandbox sees it, too. */
static void
write_recipe (WeftAttachDialog *self)
{
  g_autofree char *directory = weft_live_get_directory ();
  g_autofree char *local = g_build_filename (directory, "remote.sock", NULL);
  g_autofree char *text = g_strdup_printf (
    _ ("Another machine: forward its socket, with /run/user/1000 as XDG_RUNTIME_DIR is there, and "
       "attach to %s."),
    local);
  g_autofree char *recipe =
    g_strdup_printf ("ssh -N -o StreamLocalBindUnlink=yes \\\n"
                     "    -L %s:/run/user/1000/app/" WEFT_APPLICATION_ID "/view.sock HOST",
                     local);

  g_mkdir_with_parents (directory, 0700);
  gtk_label_set_text (GTK_LABEL (self->remote), text);
  gtk_label_set_text (GTK_LABEL (self->recipe), recipe);
  weft_direction_align_lines (GTK_LABEL (self->remote));
}

static void
weft_attach_dialog_class_init (WeftAttachDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("attach", WEFT_TYPE_ATTACH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-attach-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, about);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, path);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, state);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, model);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, remote);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, recipe);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, attach);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_attach_dialog_init (WeftAttachDialog *self)
{
  g_autofree char *usual = weft_live_get_view_path (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  weft_direction_align_lines (GTK_LABEL (self->about));
  write_recipe (self);
  gtk_editable_set_text (GTK_EDITABLE (self->path), usual);
  update (self);
}

GtkWidget *
weft_attach_dialog_new (GtkWindow *parent)
{
  return g_object_new (WEFT_TYPE_ATTACH_DIALOG, "transient-for", parent, NULL);
}
