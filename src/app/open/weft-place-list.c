/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-place-list.h"

#include <gio/gunixmounts.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-tooltip.h"
#include "weft-welcome-page.h"

/* Under which a row has its folder. */
#define FOLDER_KEY "weft-folder"

struct _WeftPlaceList
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *box; /* GtkListBox */
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPlaceList, weft_place_list, GTK_TYPE_WIDGET)

static GFile *
get_folder (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), FOLDER_KEY);
}

/* --- places ----------------------------------------------------------------------------------- */

static gboolean
has_place (WeftPlaceList *self, GFile *folder)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->box), i)) != NULL; i++)
    if (get_folder (row) != NULL && g_file_equal (get_folder (row), folder))
      return TRUE;
  return FALSE;
}

/* Once, whatever names it goes by. `folder` NULL: what was open lately. */
static void
add_place (WeftPlaceList *self, GFile *folder, const char *name, const char *icon)
{
  GtkWidget *row, *content, *label;

  if (folder != NULL && has_place (self, folder))
    return;
  row = gtk_list_box_row_new ();
  content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  label = gtk_label_new (name);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (content), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), content);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (folder != NULL)
    {
      g_autofree char *path = g_file_get_parse_name (folder);

      weft_tooltip_set (row, path);
      g_object_set_data_full (G_OBJECT (row), FOLDER_KEY, g_object_ref (folder), g_object_unref);
    }
  gtk_list_box_append (GTK_LIST_BOX (self->box), row);
}

static void
add_path (WeftPlaceList *self, const char *path, const char *name, const char *icon)
{
  g_autoptr (GFile) folder = g_file_new_for_path (path);

  add_place (self, folder, name, icon);
}

/* A line is an address and, after a space, a name that the user gave it. */
static void
add_bookmark (WeftPlaceList *self, char *line)
{
  char *name = strchr (line, ' ');
  g_autoptr (GFile) folder = NULL;
  g_autofree char *base = NULL;

  if (name != NULL)
    *name++ = '\0';
  if (*line == '\0')
    return;
  folder = g_file_new_for_uri (line);
  base = g_file_get_basename (folder);
  if (name == NULL || *name == '\0')
    name = base;
  if (name != NULL && g_utf8_validate (name, -1, NULL))
    add_place (self, folder, name, "folder-symbolic");
}

static void
add_bookmarks (WeftPlaceList *self)
{
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "gtk-3.0", "bookmarks", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    add_bookmark (self, lines[i]);
}

static void
add_mounts (WeftPlaceList *self)
{
  GList *mounts = g_unix_mounts_get (NULL);

  for (GList *item = mounts; item != NULL; item = item->next)
    if (g_unix_mount_guess_should_display (item->data))
      {
        g_autofree char *name = g_unix_mount_guess_name (item->data);

        add_path (self, g_unix_mount_get_mount_path (item->data), name, "drive-harddisk-symbolic");
      }
  g_list_free_full (mounts, (GDestroyNotify) g_unix_mount_free);
}

static void
add_places (WeftPlaceList *self)
{
  g_autofree char *samples = weft_welcome_page_get_samples ();

  add_place (self, NULL, _ ("Recent"), "document-open-recent-symbolic");
  add_path (self, g_get_home_dir (), _ ("Home"), "user-home-symbolic");
  if (g_file_test (samples, G_FILE_TEST_IS_DIR))
    add_path (self, samples, _ ("Samples"), "io.github.weft_viewer.Weft-symbolic");
  add_bookmarks (self);
  add_mounts (self);
  add_path (self, "/", _ ("This Computer"), "computer-symbolic");
}

void
weft_place_list_set_current (WeftPlaceList *self, GFile *folder)
{
  GtkListBox *box;
  GtkListBoxRow *row;

  g_return_if_fail (WEFT_IS_PLACE_LIST (self));

  box = GTK_LIST_BOX (self->box);
  gtk_list_box_unselect_all (box);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (box, i)) != NULL; i++)
    if (folder == NULL ? get_folder (row) == NULL
                       : get_folder (row) != NULL && g_file_equal (get_folder (row), folder))
      {
        gtk_list_box_select_row (box, row);
        return;
      }
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
on_row (WeftPlaceList *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, get_folder (row));
}

static void
weft_place_list_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_PLACE_LIST (object)->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_place_list_parent_class)->dispose (object);
}

static void
weft_place_list_class_init (WeftPlaceListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_place_list_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", WEFT_TYPE_PLACE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_place_list_init (WeftPlaceList *self)
{
  self->box = gtk_list_box_new ();
  gtk_widget_add_css_class (self->box, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Places"), -1);
  g_signal_connect_swapped (self->box, "row-activated", G_CALLBACK (on_row), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  add_places (self);
}
