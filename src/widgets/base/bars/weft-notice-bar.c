/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-notice-bar.h"

#include "weft-sliding-bar.h"

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
}

void
weft_notice_bar_hide (WeftNoticeBar *self)
{
  g_return_if_fail (WEFT_IS_NOTICE_BAR (self));

  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->bar), FALSE);
}

const char *
weft_notice_bar_get_text (WeftNoticeBar *self)
{
  g_return_val_if_fail (WEFT_IS_NOTICE_BAR (self), NULL);

  return gtk_info_bar_get_revealed (GTK_INFO_BAR (self->bar))
           ? gtk_label_get_text (GTK_LABEL (self->label))
           : NULL;
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
  G_OBJECT_CLASS (klass)->dispose = weft_notice_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_notice_bar_init (WeftNoticeBar *self)
{
  self->label =
    g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "wrap", TRUE,
                  "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0f, "hexpand", TRUE, NULL);
  self->bar = g_object_new (GTK_TYPE_INFO_BAR, "revealed", FALSE, "show-close-button", TRUE, NULL);
  gtk_info_bar_add_child (GTK_INFO_BAR (self->bar), self->label);
  weft_sliding_bar_rest (self->bar);
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (on_response), self);
}

GtkWidget *
weft_notice_bar_new (const char *button, WeftNoticeBarDone done, gpointer user_data)
{
  WeftNoticeBar *self = g_object_new (WEFT_TYPE_NOTICE_BAR, NULL);

  self->done = done;
  self->user_data = user_data;
  self->button = gtk_info_bar_add_button (GTK_INFO_BAR (self->bar), button, GTK_RESPONSE_ACCEPT);
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  /* In a narrow window the sentence goes first. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->button))),
                           PANGO_ELLIPSIZE_END);
  return GTK_WIDGET (self);
}
