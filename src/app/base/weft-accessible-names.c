/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-accessible-names.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* "_Open" → "Open", "A__B" → "A_B" */
static char *
strip_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (; *label != '\0'; label++)
    {
      if (*label == '_' && *++label == '\0')
        break;
      g_string_append_c (text, *label);
    }
  return g_string_free (text, FALSE);
}

/* (transfer full) (nullable): NULL where it has no label that may have a mnemonic. */
static char *
read_mnemonic (GtkWidget *widget)
{
  g_autofree char *label = NULL;
  gboolean underline;

  if (!GTK_IS_BUTTON (widget) && !GTK_IS_CHECK_BUTTON (widget) && !GTK_IS_EXPANDER (widget))
    return NULL;
  g_object_get (widget, "label", &label, "use-underline", &underline, NULL);
  if (label == NULL || (!underline && !GTK_IS_EXPANDER (widget)))
    return NULL;
  return underline ? strip_mnemonic (label) : g_steal_pointer (&label);
}

/* The words for a button with an icon, where it is a part of another widget and none of ours, which
 * have theirs: (transfer full) (nullable). */
static char *
name_part (GtkWidget *widget)
{
  GtkWidget *whole = gtk_widget_get_parent (widget);
  const char *icon;

  if (!GTK_IS_BUTTON (widget))
    return NULL;
  icon = gtk_button_get_icon_name (GTK_BUTTON (widget));
  if (GTK_IS_COLOR_BUTTON (whole))
    return g_strdup (gtk_color_button_get_title (GTK_COLOR_BUTTON (whole)));
  if (ADW_IS_SPLIT_BUTTON (whole))
    return g_strdup (gtk_widget_get_tooltip_text (whole));
  if (g_strcmp0 (icon, "window-close-symbolic") == 0)
    return g_strdup (gtk_widget_get_has_tooltip (widget) ? gtk_widget_get_tooltip_text (widget)
                                                         : _ ("Close"));
  if (g_strcmp0 (icon, "edit-find-symbolic") == 0)
    return g_strdup (_ ("Search"));
  return NULL;
}

/* The words for the rows of a group that has no title, and may stand alone in its window: (transfer
 * full) (nullable). */
static char *
name_group (GtkWidget *widget)
{
  GtkWidget *group = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_GROUP);
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *title;

  if (!GTK_IS_LIST_BOX (widget) || group == NULL || !GTK_IS_WINDOW (root))
    return NULL;
  title = adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group));
  return g_strdup (title != NULL && *title != '\0' ? title
                                                   : gtk_window_get_title (GTK_WINDOW (root)));
}

static gboolean
is_shortcuts_search (GtkWidget *widget)
{
  return GTK_IS_SEARCH_ENTRY (widget)
         && gtk_widget_get_ancestor (widget, GTK_TYPE_SHORTCUTS_WINDOW) != NULL;
}

static gboolean
on_map (GSignalInvocationHint *hint G_GNUC_UNUSED, guint n_values G_GNUC_UNUSED,
        const GValue *values, gpointer data G_GNUC_UNUSED)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  g_autofree char *name = read_mnemonic (widget);

  if (name == NULL)
    name = name_part (widget);
  if (name == NULL)
    name = name_group (widget);
  if (name == NULL && is_shortcuts_search (widget))
    name = g_strdup (_ ("Search"));
  if (name == NULL)
    return TRUE;
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return TRUE;
}

void
weft_accessible_names_install (void)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (GTK_TYPE_WIDGET);

  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}
