/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-notice-bar.h"

#include "weft-gtk-compat.h"
#include "weft-sliding-bar.h"

/* The key of an overlay's data. */
#define BOX "weft-notices"

struct _WeftNoticeBar
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  GtkWidget *label;
  GtkWidget *button;
  WeftNoticeBarDone done;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (WeftNoticeBar, weft_notice_bar, GTK_TYPE_WIDGET)

void
weft_notice_bar_say (WeftNoticeBar *self, GtkMessageType type, const char *text, gboolean offered)
{
  g_return_if_fail (WEFT_IS_NOTICE_BAR (self));

  gtk_info_bar_set_message_type (GTK_INFO_BAR (self->bar), type);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  /* Errors are copied. */
  gtk_label_set_selectable (GTK_LABEL (self->label), type == GTK_MESSAGE_ERROR);
  gtk_widget_set_visible (self->button, offered);
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), TRUE);
  weft_compat_announce (GTK_WIDGET (self), text);
}

void
weft_notice_bar_hide (WeftNoticeBar *self)
{
  g_return_if_fail (WEFT_IS_NOTICE_BAR (self));

  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
}

static void
on_response (WeftNoticeBar *self, int response)
{
  weft_notice_bar_hide (self);
  self->done (self->user_data, response == GTK_RESPONSE_ACCEPT);
}

static void
weft_notice_bar_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_NOTICE_BAR (object)->bar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_notice_bar_parent_class)->dispose (object);
}

static void
weft_notice_bar_class_init (WeftNoticeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_notice_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-notice-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNoticeBar, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftNoticeBar, label);
  gtk_widget_class_bind_template_child (widget_class, WeftNoticeBar, button);
  gtk_widget_class_bind_template_callback (widget_class, on_response);
}

static void
weft_notice_bar_init (WeftNoticeBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_sliding_bar_rest (self->bar);
}

/* Where the bars of an overlay lie below one another. */
static GtkWidget *
need_box (GtkOverlay *overlay)
{
  GtkWidget *box = g_object_get_data (G_OBJECT (overlay), BOX);

  if (box != NULL)
    return box;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  gtk_widget_add_css_class (box, "notices");
  gtk_overlay_add_overlay (overlay, box);
  g_object_set_data (G_OBJECT (overlay), BOX, box);
  return box;
}

GtkWidget *
weft_notice_bar_new (const char *button, WeftNoticeBarDone done, gpointer user_data)
{
  WeftNoticeBar *self = g_object_new (WEFT_TYPE_NOTICE_BAR, NULL);

  self->done = done;
  self->user_data = user_data;
  gtk_button_set_label (GTK_BUTTON (self->button), button);
  /* In a narrow window the sentence goes first. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->button))),
                           PANGO_ELLIPSIZE_END);
  return GTK_WIDGET (self);
}

GtkWidget *
weft_notice_bar_add (GtkOverlay *overlay, const char *button, WeftNoticeBarDone done,
                     gpointer user_data)
{
  GtkWidget *self = weft_notice_bar_new (button, done, user_data);

  gtk_box_append (GTK_BOX (need_box (overlay)), self);
  return self;
}
