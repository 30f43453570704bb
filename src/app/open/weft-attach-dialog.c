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

  GtkWidget *path;  /* GtkEntry */
  GtkWidget *state; /* what answers there */
  GtkWidget *model; /* GtkCheckButton */
  GtkWidget *error;
};

enum
{
  ATTACH,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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
  g_signal_emit (self, signals[ATTACH], 0, path);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- construction ------------------------------------------------------------------------------- */

static GtkWidget *
build_text (const char *text, gboolean dim)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "xalign", 0.0f,
                                   "max-width-chars", 56, NULL);

  if (dim)
    gtk_widget_add_css_class (label, "dim-label");
  weft_direction_align_lines (GTK_LABEL (label));
  return label;
}

/* The socket of another machine comes to where a program in a sandbox sees it, too. */
static GtkWidget *
build_recipe (void)
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
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "label", recipe, "selectable", TRUE, "xalign", 0.0f, "wrap", TRUE,
                  "css-classes", (const char *[]){ "monospace", "caption", NULL }, NULL);

  g_mkdir_with_parents (directory, 0700);
  gtk_box_append (GTK_BOX (box), build_text (text, TRUE));
  gtk_box_append (GTK_BOX (box), label);
  return g_object_new (GTK_TYPE_EXPANDER, "label", _ ("A profiler on another machine"), "child",
                       box, NULL);
}

static GtkWidget *
build_buttons (WeftAttachDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  GtkWidget *accept = gtk_button_new_with_mnemonic (_ ("_Attach"));

  gtk_widget_add_css_class (accept, "suggested-action");
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (accept, "clicked", G_CALLBACK (attach), self);
  gtk_box_append (GTK_BOX (box), cancel);
  gtk_box_append (GTK_BOX (box), accept);
  gtk_window_set_default_widget (GTK_WINDOW (self), accept);
  return box;
}

static void
weft_attach_dialog_class_init (WeftAttachDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[ATTACH] = g_signal_new ("attach", WEFT_TYPE_ATTACH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_attach_dialog_init (WeftAttachDialog *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  g_autofree char *usual = weft_live_get_view_path (NULL);

  gtk_window_set_title (GTK_WINDOW (self), _ ("Attach to a Profiler"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 480, -1);
  g_object_set (box, "margin-top", 18, "margin-bottom", 18, "margin-start", 18, "margin-end", 18,
                NULL);
  self->path =
    g_object_new (GTK_TYPE_ENTRY, "text", usual, "activates-default", TRUE, "hexpand", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->path), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Socket"), -1);
  self->state = build_text ("", TRUE);
  self->model = gtk_check_button_new_with_mnemonic (_ ("With _modelled devices, to look around"));
  self->error = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "wrap", TRUE, "xalign", 0.0f,
                              "css-classes", (const char *[]){ "error", NULL }, NULL);
  g_signal_connect_swapped (self->path, "changed", G_CALLBACK (update), self);
  gtk_box_append (box, build_text (_ ("Watch programs run: the daemon passes on what the host "
                                      "processes of this user publish."),
                                   FALSE));
  gtk_box_append (box, self->path);
  gtk_box_append (box, self->state);
  gtk_box_append (box, self->model);
  gtk_box_append (box, build_recipe ());
  gtk_box_append (box, self->error);
  gtk_box_append (box, build_buttons (self));
  gtk_window_set_child (GTK_WINDOW (self), GTK_WIDGET (box));
  update (self);
}

GtkWidget *
weft_attach_dialog_new (GtkWindow *parent)
{
  return g_object_new (WEFT_TYPE_ATTACH_DIALOG, "transient-for", parent, NULL);
}
