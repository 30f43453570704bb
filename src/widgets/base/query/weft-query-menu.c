/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-menu.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-query-questions.h"
#include "weft-query-shelf.h"

/* Characters of a query that tell it from others. */
#define SHOWN 120

struct _WeftQueryMenu
{
  GtkPopover parent_instance;

  const char *family; /* interned */
  GSettings *settings;
  GtkWidget *name;
  GtkWidget *save;
  GtkWidget *list;
  const char *section; /* of the rows that are added */
};

enum
{
  CHOSEN,
  SAVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftQueryMenu, weft_query_menu, GTK_TYPE_POPOVER)

/* --- rows --------------------------------------------------------------------------------------- */

/* Above the first row of each section; a row of its own would be in the way of the keys. */
static void
add_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data G_GNUC_UNUSED)
{
  const char *section = g_object_get_data (G_OBJECT (row), "weft-section");
  GtkWidget *label;

  if (before != NULL && section == g_object_get_data (G_OBJECT (before), "weft-section"))
    return;
  label = gtk_label_new (section);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_list_box_row_set_header (row, label);
}

static void fill (WeftQueryMenu *self);

static void
forget (GtkButton *button, WeftQueryMenu *self)
{
  const char *name = g_object_get_data (G_OBJECT (button), "weft-name");

  weft_query_shelf_save (self->settings, self->family, name, NULL);
  fill (self);
  gtk_widget_grab_focus (self->name);
}

static GtkWidget *
create_forget (WeftQueryMenu *self, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *label = g_strdup_printf (_ ("Forget “%s”"), name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "weft-name", g_strdup (name), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (forget), self);
  return button;
}

/* `end` (nullable) stands behind the title. */
static void
add_query (WeftQueryMenu *self, const char *title, const char *sql, GtkWidget *end)
{
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, sql);
  gtk_box_append (GTK_BOX (box), label);
  if (end != NULL)
    gtk_box_append (GTK_BOX (box), end);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "weft-sql", g_strdup (sql), g_free);
  g_object_set_data (G_OBJECT (row), "weft-section", (gpointer) self->section);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Questions of one file, as the window asks one. */
static void
add_questions (WeftQueryMenu *self, const WeftQueryQuestion *questions)
{
  for (; questions->sql != NULL; questions++)
    if (questions->files[1] == NULL
        && (questions->family == NULL || g_str_equal (questions->family, self->family)))
      add_query (self, _ (questions->question), questions->sql, NULL);
}

static void
add_saved (WeftQueryMenu *self)
{
  g_auto (GStrv) names = weft_query_shelf_list_saved (self->settings, self->family);

  self->section = _ ("Saved");
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *sql = weft_query_shelf_get_saved (self->settings, self->family, names[i]);

      add_query (self, names[i], sql, create_forget (self, names[i]));
    }
}

/* In one line, as it is run. */
static char *
shorten (const char *sql)
{
  g_auto (GStrv) words = g_strsplit_set (sql, " \n\t\r", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL && line->len < SHOWN; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);
  return g_utf8_make_valid (line->str, (gssize) line->len);
}

static void
add_history (WeftQueryMenu *self)
{
  g_auto (GStrv) queries = weft_query_shelf_list_history (self->settings, self->family);

  self->section = _ ("Last Run");
  for (guint i = 0; queries[i] != NULL; i++)
    {
      g_autofree char *title = shorten (queries[i]);

      add_query (self, title, queries[i], NULL);
    }
}

static void
fill (WeftQueryMenu *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  add_saved (self);
  self->section = _ ("Questions");
  add_questions (self, weft_query_questions);
  add_questions (self, weft_query_starters);
  add_history (self);
}

static void
row_activated (WeftQueryMenu *self, GtkListBoxRow *row)
{
  g_autofree char *sql = g_strdup (g_object_get_data (G_OBJECT (row), "weft-sql"));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, sql);
}

/* --- saving ------------------------------------------------------------------------------------- */

static void
name_changed (WeftQueryMenu *self)
{
  gtk_widget_set_sensitive (self->save, *gtk_editable_get_text (GTK_EDITABLE (self->name)) != '\0');
}

static void
save_query (WeftQueryMenu *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  if (*name == '\0')
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  g_signal_emit (self, signals[SAVE], 0, name);
  fill (self);
}

/* --- the widget --------------------------------------------------------------------------------- */

static void
weft_query_menu_map (GtkWidget *widget)
{
  fill (WEFT_QUERY_MENU (widget));
  GTK_WIDGET_CLASS (weft_query_menu_parent_class)->map (widget);
}

static void
weft_query_menu_finalize (GObject *object)
{
  g_clear_object (&WEFT_QUERY_MENU (object)->settings);
  G_OBJECT_CLASS (weft_query_menu_parent_class)->finalize (object);
}

static void
weft_query_menu_class_init (WeftQueryMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_query_menu_finalize;
  widget_class->map = weft_query_menu_map;
  signals[CHOSEN] = g_signal_new ("chosen", WEFT_TYPE_QUERY_MENU, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SAVE] = g_signal_new ("save", WEFT_TYPE_QUERY_MENU, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-query-menu.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftQueryMenu, name);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryMenu, save);
  gtk_widget_class_bind_template_child (widget_class, WeftQueryMenu, list);
  gtk_widget_class_bind_template_callback (widget_class, name_changed);
  gtk_widget_class_bind_template_callback (widget_class, save_query);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
}

static void
weft_query_menu_init (WeftQueryMenu *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), add_header, NULL, NULL);
}

void
weft_query_menu_set_family (WeftQueryMenu *self, const char *family, GSettings *settings)
{
  self->family = g_intern_string (family);
  g_set_object (&self->settings, settings);
}
