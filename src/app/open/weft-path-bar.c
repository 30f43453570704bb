/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-path-bar.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-task.h"
#include "weft-tooltip.h"

/* Under which a button has its folder. */
#define FOLDER_KEY "weft-folder"

struct _WeftPathBar
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *scroller; /* of the buttons */
  GtkWidget *box;
  GtkWidget *writing; /* the entry, and below it what is wrong */
  GtkWidget *entry;
  GtkWidget *error;
  GFile *folder;             /* nullable */
  GCancellable *cancellable; /* of a completion; nullable */
  guint scrolling;           /* until the end of the path is in sight */
};

enum
{
  CHOSEN,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPathBar, weft_path_bar, GTK_TYPE_WIDGET)

/* --- buttons ---------------------------------------------------------------------------------- */

static void
on_button (GtkWidget *button, WeftPathBar *self)
{
  g_autoptr (GFile) folder = g_object_ref (g_object_get_data (G_OBJECT (button), FOLDER_KEY));

  g_signal_emit (self, signals[CHOSEN], 0, folder);
}

static GtkWidget *
create_button (WeftPathBar *self, GFile *folder)
{
  g_autoptr (GFile) parent = g_file_get_parent (folder);
  g_autofree char *base = g_file_get_basename (folder);
  g_autofree char *path = g_file_get_parse_name (folder);
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : g_strdup (path);
  GtkWidget *button = gtk_button_new_with_label (parent != NULL ? name : path);

  gtk_widget_add_css_class (button, "flat");
  weft_tooltip_set (button, path);
  g_object_set_data_full (G_OBJECT (button), FOLDER_KEY, g_object_ref (folder), g_object_unref);
  g_signal_connect (button, "clicked", G_CALLBACK (on_button), self);
  return button;
}

static void
add_separator (WeftPathBar *self)
{
  GtkWidget *label = gtk_label_new ("/");

  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_prepend (GTK_BOX (self->box), label);
}

/* From the folder up; the root's name is a separator itself. */
static void
add_buttons (WeftPathBar *self)
{
  g_autoptr (GFile) folder = g_object_ref (self->folder);

  while (folder != NULL)
    {
      GFile *parent = g_file_get_parent (folder);
      g_autoptr (GFile) grandparent = parent != NULL ? g_file_get_parent (parent) : NULL;

      gtk_box_prepend (GTK_BOX (self->box), create_button (self, folder));
      if (grandparent != NULL)
        add_separator (self);
      g_object_unref (folder);
      folder = parent;
    }
}

/* The last is where one is. */
static void
mark_last (WeftPathBar *self)
{
  GtkWidget *last = gtk_widget_get_last_child (self->box);

  if (last != NULL)
    gtk_widget_add_css_class (last, "current");
}

void
weft_path_bar_set_folder (WeftPathBar *self, GFile *folder)
{
  GtkWidget *child;

  g_return_if_fail (WEFT_IS_PATH_BAR (self));

  g_set_object (&self->folder, folder);
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  if (folder != NULL)
    add_buttons (self);
  else
    gtk_box_append (GTK_BOX (self->box), gtk_label_new (_ ("Recent traces")));
  mark_last (self);
  weft_path_bar_stop (self);
}

static GtkAdjustment *
get_adjustment (WeftPathBar *self)
{
  return gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller));
}

static gboolean
show_end (gpointer data)
{
  WeftPathBar *self = data;

  self->scrolling = 0;
  gtk_adjustment_set_value (get_adjustment (self),
                            gtk_adjustment_get_upper (get_adjustment (self)));
  return G_SOURCE_REMOVE;
}

/* A path that has not enough room shows its end, once it has a place. */
static void
queue_show_end (WeftPathBar *self)
{
  if (self->scrolling == 0)
    self->scrolling = g_idle_add (show_end, self);
}

/* --- the entry -------------------------------------------------------------------------------- */

void
weft_path_bar_edit (WeftPathBar *self, const char *text)
{
  gboolean begun = text != NULL;
  g_autofree char *path = NULL;

  g_return_if_fail (WEFT_IS_PATH_BAR (self));

  if (text == NULL && self->folder != NULL)
    {
      g_autofree char *name = g_file_get_parse_name (self->folder);

      path = g_str_has_suffix (name, "/") ? g_steal_pointer (&name) : g_strconcat (name, "/", NULL);
    }
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->writing);
  if (text == NULL)
    text = path != NULL ? path : "";
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  /* All of it is selected, so that another path takes its place; what was begun goes on. */
  gtk_widget_grab_focus (self->entry);
  if (begun)
    gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

gboolean
weft_path_bar_is_edited (WeftPathBar *self)
{
  g_return_val_if_fail (WEFT_IS_PATH_BAR (self), FALSE);

  return gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->writing;
}

void
weft_path_bar_stop (WeftPathBar *self)
{
  g_return_if_fail (WEFT_IS_PATH_BAR (self));

  g_cancellable_cancel (self->cancellable);
  weft_path_bar_set_error (self, NULL);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->scroller);
}

GtkWidget *
weft_path_bar_get_entry (WeftPathBar *self)
{
  return self->entry;
}

void
weft_path_bar_set_error (WeftPathBar *self, const char *message)
{
  g_return_if_fail (WEFT_IS_PATH_BAR (self));

  gtk_label_set_text (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
  if (message != NULL)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  message != NULL ? message : "", -1);
}

/* What is written, which is relative to the folder: (transfer full). */
static GFile *
read_path (WeftPathBar *self, const char *text)
{
  if (self->folder == NULL || *text == '/' || *text == '~' || strstr (text, "://") != NULL)
    return g_file_parse_name (text);
  return g_file_resolve_relative_path (self->folder, text);
}

static void
on_activate (WeftPathBar *self)
{
  const char *written = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *text = g_strstrip (g_strdup (written));
  g_autoptr (GFile) file = NULL;

  if (*text == '\0')
    return;
  file = read_path (self, text);
  g_signal_emit (self, signals[CHOSEN], 0, file);
}

static void
on_changed (WeftPathBar *self)
{
  weft_path_bar_set_error (self, NULL);
}

/* --- completion ------------------------------------------------------------------------------- */

typedef struct
{
  GFile *folder;
  char *prefix; /* of the name */
} Completion;

static void
completion_free (gpointer data)
{
  Completion *completion = data;

  g_object_unref (completion->folder);
  g_free (completion->prefix);
  g_free (completion);
}

/* Cuts `common` (nullable) to what `name` begins with, too. Characters stay whole. */
static char *
cut_common (char *common, const char *name)
{
  gsize n = 0;

  if (common == NULL)
    return g_strdup (name);
  while (common[n] != '\0' && common[n] == name[n])
    n++;
  while (n > 0 && ((guchar) common[n] & 0xc0) == 0x80)
    n--;
  common[n] = '\0';
  return common;
}

/* On a worker: what all names in the folder have in common that begin with the prefix; a folder's
 * with a "/" where it is the only one. */
static void
complete (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  Completion *completion = data;
  g_autoptr (GFileEnumerator) names =
    g_file_enumerate_children (completion->folder, "standard::display-name,standard::type",
                               G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  GFileInfo *info;
  char *common = NULL;
  guint n = 0;
  gboolean folder = FALSE;

  while (names != NULL && g_file_enumerator_iterate (names, &info, NULL, cancellable, NULL)
         && info != NULL)
    if (g_str_has_prefix (g_file_info_get_display_name (info), completion->prefix))
      {
        common = cut_common (common, g_file_info_get_display_name (info));
        folder = g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;
        n++;
      }
  if (n == 1 && folder)
    {
      char *name = common;

      common = g_strconcat (name, "/", NULL);
      g_free (name);
    }
  g_task_return_pointer (task, common, g_free);
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftPathBar *self = WEFT_PATH_BAR (source);
  g_autofree char *asked = data;
  g_autofree char *name = g_task_propagate_pointer (G_TASK (result), NULL);
  const char *slash = strrchr (asked, '/');
  g_autofree char *text = NULL;

  /* Who writes on does not want it any more. */
  if (name == NULL || !g_str_equal (asked, gtk_editable_get_text (GTK_EDITABLE (self->entry))))
    return;
  text = g_strdup_printf ("%.*s%s", slash != NULL ? (int) (slash + 1 - asked) : 0, asked, name);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static void
begin_completion (WeftPathBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  const char *slash = strrchr (text, '/');
  g_autofree char *before =
    slash != NULL ? g_strndup (text, (gsize) (slash + 1 - text)) : g_strdup (".");
  Completion *completion = g_new (Completion, 1);
  g_autoptr (GTask) task = NULL;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  completion->folder = read_path (self, before);
  completion->prefix = g_strdup (slash != NULL ? slash + 1 : text);
  task = g_task_new (self, self->cancellable, on_completed, g_strdup (text));
  g_task_set_task_data (task, completion, completion_free);
  weft_task_run_in_thread (task, complete);
}

static gboolean
on_key (WeftPathBar *self, guint key, guint code G_GNUC_UNUSED, GdkModifierType modifiers)
{
  if (key == GDK_KEY_Escape)
    {
      weft_path_bar_stop (self);
      g_signal_emit (self, signals[LEFT], 0);
      return GDK_EVENT_STOP;
    }
  if (key != GDK_KEY_Tab || (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  begin_completion (self);
  return GDK_EVENT_STOP;
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
weft_path_bar_dispose (GObject *object)
{
  WeftPathBar *self = WEFT_PATH_BAR (object);

  g_clear_handle_id (&self->scrolling, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_path_bar_parent_class)->dispose (object);
}

static void
weft_path_bar_class_init (WeftPathBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_path_bar_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WEFT_TYPE_PATH_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  signals[LEFT] = g_signal_new ("left", WEFT_TYPE_PATH_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "weft-path");
}

static void
build_entry (WeftPathBar *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = gtk_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Path of a file or folder"), -1);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  self->error = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "error");
  gtk_widget_set_visible (self->error, FALSE);
  self->writing = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_box_append (GTK_BOX (self->writing), self->entry);
  gtk_box_append (GTK_BOX (self->writing), self->error);
}

static void
weft_path_bar_init (WeftPathBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  /* Whichever way texts are read, paths begin at the left. */
  gtk_widget_set_direction (self->box, GTK_TEXT_DIR_LTR);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  g_signal_connect_object (get_adjustment (self), "changed", G_CALLBACK (queue_show_end), self,
                           G_CONNECT_SWAPPED);
  build_entry (self);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->scroller);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_child (GTK_STACK (self->stack), self->writing);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}
