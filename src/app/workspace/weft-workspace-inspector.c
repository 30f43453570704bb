/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-inspector.h"

#include <glib/gi18n-lib.h>

struct _WeftWorkspaceInspector
{
  AdwBin parent_instance;

  GtkWidget *title;
  GtkWidget *bin;
  WeftViewState *state; /* nullable */
};

G_DEFINE_FINAL_TYPE (WeftWorkspaceInspector, weft_workspace_inspector, ADW_TYPE_BIN)

void
weft_workspace_inspector_show (WeftWorkspaceInspector *self, WeftDocument *document)
{
  WeftViewState *state = document != NULL ? weft_document_get_state (document) : NULL;

  g_return_if_fail (WEFT_IS_WORKSPACE_INSPECTOR (self));

  if (state != self->state)
    {
      adw_bin_set_child (ADW_BIN (self->bin), NULL);
      g_set_object (&self->state, state);
      if (state != NULL)
        {
          gtk_label_set_text (GTK_LABEL (self->title), weft_document_get_title (document));
          adw_bin_set_child (ADW_BIN (self->bin), weft_family_create_inspector (
                                                    weft_document_get_family (document), state));
        }
    }
  gtk_widget_set_visible (GTK_WIDGET (self), state != NULL);
}

static void
weft_workspace_inspector_dispose (GObject *object)
{
  WeftWorkspaceInspector *self = WEFT_WORKSPACE_INSPECTOR (object);

  /* It goes before its state does. */
  if (self->state != NULL)
    adw_bin_set_child (ADW_BIN (self->bin), NULL);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_workspace_inspector_parent_class)->dispose (object);
}

static void
weft_workspace_inspector_class_init (WeftWorkspaceInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_workspace_inspector_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
weft_workspace_inspector_init (WeftWorkspaceInspector *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (self->title, "heading");
  self->bin = adw_bin_new ();
  gtk_widget_set_vexpand (self->bin, TRUE);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->bin);
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "workspace-inspector");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Inspector"), -1);
}
