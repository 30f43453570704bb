/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-findings-view.h"

#include <glib/gi18n-lib.h>

#include "weft-direction.h"
#include "weft-tooltip.h"

struct _WeftFindingsView
{
  GtkWidget parent_instance;

  GtkWidget *title;
  GtkWidget *box;
  GtkWidget *buttons[WEFT_FINDINGS_SHOWN];
  GtkWidget *icons[WEFT_FINDINGS_SHOWN];
  GtkWidget *labels[WEFT_FINDINGS_SHOWN];
  GtkWidget *figures[WEFT_FINDINGS_SHOWN];
  char *targets[WEFT_FINDINGS_SHOWN];
};

enum
{
  FOLLOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFindingsView, weft_findings_view, GTK_TYPE_WIDGET)

static void
follow (WeftFindingsView *self, GtkWidget *button)
{
  for (guint i = 0; i < WEFT_FINDINGS_SHOWN; i++)
    if (self->buttons[i] == button && self->targets[i] != NULL)
      g_signal_emit (self, signals[FOLLOW], 0, self->targets[i]);
}

static const char *
get_icon (WeftFindingKind kind)
{
  switch (kind)
    {
    case WEFT_FINDING_SLOW:
      return "alarm-symbolic";
    case WEFT_FINDING_TRAFFIC:
      return "network-transmit-receive-symbolic";
    case WEFT_FINDING_WAIT:
      return "media-playback-pause-symbolic";
    case WEFT_FINDING_IDLE:
      return "content-loading-symbolic";
    case WEFT_FINDING_FAILURE:
      return "dialog-warning-symbolic";
    case WEFT_FINDING_OTHER:
    default:
      return "system-search-symbolic";
    }
}

/* A screen reader says of a row the sentence, and the cost. */
static void
set_accessible_name (GtkWidget *button, const WeftFinding *finding)
{
  g_autofree char *name = finding->figure != NULL
                            ? g_strconcat (finding->text, " ", finding->figure, NULL)
                            : g_strdup (finding->text);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
weft_findings_view_set_so_far (WeftFindingsView *self, gboolean so_far)
{
  g_return_if_fail (WEFT_IS_FINDINGS_VIEW (self));

  gtk_label_set_text (GTK_LABEL (self->title), so_far ? _ ("Findings so far") : _ ("Findings"));
}

void
weft_findings_view_set (WeftFindingsView *self, const GArray *findings)
{
  guint n_shown = findings != NULL ? MIN (findings->len, WEFT_FINDINGS_SHOWN) : 0;

  g_return_if_fail (WEFT_IS_FINDINGS_VIEW (self));

  for (guint i = 0; i < WEFT_FINDINGS_SHOWN; i++)
    {
      const WeftFinding *finding = i < n_shown ? &g_array_index (findings, WeftFinding, i) : NULL;

      gtk_widget_set_visible (self->buttons[i], finding != NULL);
      g_clear_pointer (&self->targets[i], g_free);
      if (finding == NULL)
        continue;
      self->targets[i] = g_strdup (finding->target);
      gtk_label_set_text (GTK_LABEL (self->labels[i]), finding->text);
      weft_direction_align_lines (GTK_LABEL (self->labels[i]));
      gtk_image_set_from_icon_name (GTK_IMAGE (self->icons[i]), get_icon (finding->kind));
      gtk_label_set_text (GTK_LABEL (self->figures[i]), finding->figure);
      gtk_widget_set_visible (self->figures[i], finding->figure != NULL);
      weft_tooltip_set (self->buttons[i], finding->definition);
      set_accessible_name (self->buttons[i], finding);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n_shown > 0);
}

static void
weft_findings_view_dispose (GObject *object)
{
  WeftFindingsView *self = WEFT_FINDINGS_VIEW (object);

  g_clear_pointer (&self->title, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint i = 0; i < WEFT_FINDINGS_SHOWN; i++)
    g_clear_pointer (&self->targets[i], g_free);
  G_OBJECT_CLASS (weft_findings_view_parent_class)->dispose (object);
}

static void
weft_findings_view_class_init (WeftFindingsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_findings_view_dispose;
  signals[FOLLOW] = g_signal_new ("follow", WEFT_TYPE_FINDINGS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "weft-findings");
}

static GtkWidget *
add_label (GtkWidget *row, int column)
{
  GtkWidget *label = gtk_label_new (NULL);
  PangoAttrList *tabular = pango_attr_list_new ();

  pango_attr_list_insert (tabular, pango_attr_font_features_new ("tnum=1"));
  gtk_label_set_attributes (GTK_LABEL (label), tabular);
  pango_attr_list_unref (tabular);
  gtk_grid_attach (GTK_GRID (row), label, column, 0, 1, 1);
  return label;
}

/* The row is a grid, as a box would try the sentence's height for many widths, and each of these for many others. */
static void
add_button (WeftFindingsView *self, guint index)
{
  GtkWidget *button = gtk_button_new (), *row = gtk_grid_new ();
  GtkWidget *icon = gtk_image_new (), *label, *figure;

  gtk_grid_set_column_spacing (GTK_GRID (row), 6);
  gtk_grid_attach (GTK_GRID (row), icon, 0, 0, 1, 1);
  label = add_label (row, 1);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  figure = add_label (row, 2);
  gtk_widget_add_css_class (figure, "figure");
  gtk_grid_attach (GTK_GRID (row), gtk_image_new_from_icon_name ("go-next-symbolic"), 3, 0, 1, 1);
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_widget_add_css_class (button, "weft-finding");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (follow), self);
  gtk_box_append (GTK_BOX (self->box), button);
  self->buttons[index] = button;
  self->icons[index] = icon;
  self->labels[index] = label;
  self->figures[index] = figure;
}

static void
weft_findings_view_init (WeftFindingsView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 3);
  self->title = gtk_label_new (_ ("Findings"));
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_set_parent (self->title, GTK_WIDGET (self));
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Findings"), -1);
  for (guint i = 0; i < WEFT_FINDINGS_SHOWN; i++)
    add_button (self, i);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
weft_findings_view_new (void)
{
  return g_object_new (WEFT_TYPE_FINDINGS_VIEW, NULL);
}
