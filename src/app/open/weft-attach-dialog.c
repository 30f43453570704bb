/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-attach-dialog.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "weft-direction.h"
#include "weft-live-frame.h"
#include "weft-live-paths.h"
#include "weft-settings.h"
#include "weft-socket-row.h"
#include "weft-ssh-recipe.h"

#define DAEMON "weft-profilerd"

/* The setting that has the sockets of the last session. */
#define SOCKETS "live-sockets"

struct _WeftAttachDialog
{
  GtkWindow parent_instance;

  GtkWidget *about;
  GtkWidget *rows;  /* GtkBox of WeftSocketRow */
  GtkWidget *add;   /* GtkButton */
  GtkWidget *model; /* GtkCheckButton */
  GtkWidget *remote;
  GtkWidget *host; /* GtkEntry */
  GtkWidget *recipe;
  GtkWidget *error;
};

G_DEFINE_FINAL_TYPE (WeftAttachDialog, weft_attach_dialog, GTK_TYPE_WINDOW)

/* --- sockets ------------------------------------------------------------------------------------ */

/* Goes over the rows, beginning with NULL. */
static WeftSocketRow *
next_row (WeftAttachDialog *self, WeftSocketRow *row)
{
  GtkWidget *next = row == NULL ? gtk_widget_get_first_child (self->rows)
                                : gtk_widget_get_next_sibling (GTK_WIDGET (row));

  return next != NULL ? WEFT_SOCKET_ROW (next) : NULL;
}

/* The one of this user's own daemon: (nullable). */
static WeftSocketRow *
find_usual (WeftAttachDialog *self)
{
  WeftSocketRow *row = NULL;

  while ((row = next_row (self, row)) != NULL)
    if (weft_socket_row_is_usual (row))
      return row;
  return NULL;
}

/* The paths, each once: (transfer full). */
static GPtrArray *
list_paths (WeftAttachDialog *self)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  WeftSocketRow *row = NULL;

  while ((row = next_row (self, row)) != NULL)
    {
      g_autofree char *path = weft_socket_row_get_path (row);

      if (*path != '\0' && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  return paths;
}

static void
update (WeftAttachDialog *self)
{
  WeftSocketRow *usual = find_usual (self), *row = NULL;
  guint n = 0;

  while ((row = next_row (self, row)) != NULL)
    n++;
  while ((row = next_row (self, row)) != NULL)
    weft_socket_row_set_removable (row, n > 1);
  gtk_widget_set_sensitive (self->add, n < WEFT_LIVE_MAX_HOSTS);
  gtk_widget_set_sensitive (self->model, usual != NULL && !weft_socket_row_answers (usual));
}

static void
on_remove (WeftAttachDialog *self, GtkWidget *row)
{
  gtk_box_remove (GTK_BOX (self->rows), row);
  update (self);
}

static GtkWidget *
add_row (WeftAttachDialog *self, const char *path)
{
  GtkWidget *row = weft_socket_row_new (path);

  g_signal_connect_object (row, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "remove", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->rows), row);
  update (self);
  return row;
}

static void
on_add (WeftAttachDialog *self)
{
  g_autofree char *directory = weft_live_get_directory ();
  g_autofree char *beginning = g_strconcat (directory, "/", NULL);

  gtk_widget_grab_focus (add_row (self, beginning));
}

/* --- the daemon of this user -------------------------------------------------------------------- */

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
  g_autoptr (GPtrArray) paths = list_paths (self);
  WeftSocketRow *usual = find_usual (self);
  gboolean model = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->model));
  g_autoptr (GError) error = NULL;

  if (paths->len == 0)
    return;
  if (usual != NULL && !weft_socket_row_answers (usual) && !start_daemon (model, &error))
    {
      gtk_label_set_text (GTK_LABEL (self->error), error->message);
      gtk_widget_set_visible (self->error, TRUE);
      return;
    }
  g_ptr_array_add (paths, NULL);
  /* Rows that were only tried are not kept, so the list is not bound to them. */
  g_settings_set_strv (weft_settings_get_default (), SOCKETS, (const char *const *) paths->pdata);
  g_signal_emit_by_name (self, "attach", paths->pdata);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* --- other computers ---------------------------------------------------------------------------- */

static void
write_recipe (WeftAttachDialog *self)
{
  g_autofree char *host = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->host))));
  g_autofree char *line = weft_ssh_recipe_make_line (host);

  gtk_label_set_text (GTK_LABEL (self->recipe), line);
}

static void
copy_recipe (WeftAttachDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          gtk_label_get_text (GTK_LABEL (self->recipe)));
}

static void
add_remote (WeftAttachDialog *self)
{
  g_autofree char *host = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->host))));
  g_autofree char *path = weft_ssh_recipe_get_socket (host);

  if (gtk_widget_get_sensitive (self->add))
    add_row (self, path);
}

/* --- construction ------------------------------------------------------------------------------- */

static void
weft_attach_dialog_class_init (WeftAttachDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_signal_new ("attach", WEFT_TYPE_ATTACH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRV);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-attach-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, about);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, rows);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, add);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, model);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, remote);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, host);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, recipe);
  gtk_widget_class_bind_template_child (widget_class, WeftAttachDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
  gtk_widget_class_bind_template_callback (widget_class, attach);
  gtk_widget_class_bind_template_callback (widget_class, write_recipe);
  gtk_widget_class_bind_template_callback (widget_class, copy_recipe);
  gtk_widget_class_bind_template_callback (widget_class, add_remote);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* Those of the last session, or the usual one. */
static void
add_known (WeftAttachDialog *self)
{
  g_autofree char *usual = weft_live_get_view_path (NULL);
  g_auto (GStrv) known = g_settings_get_strv (weft_settings_get_default (), SOCKETS);

  for (guint i = 0; known[i] != NULL && i < WEFT_LIVE_MAX_HOSTS; i++)
    add_row (self, known[i]);
  if (known[0] == NULL)
    add_row (self, usual);
}

static void
weft_attach_dialog_init (WeftAttachDialog *self)
{
  g_autofree char *directory = weft_live_get_directory ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_mkdir_with_parents (directory, 0700);
  weft_direction_align_lines (GTK_LABEL (self->about));
  weft_direction_align_lines (GTK_LABEL (self->remote));
  write_recipe (self);
  add_known (self);
}

GtkWidget *
weft_attach_dialog_new (GtkWindow *parent)
{
  return g_object_new (WEFT_TYPE_ATTACH_DIALOG, "transient-for", parent, NULL);
}
