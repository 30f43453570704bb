/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-go-to-bar.h"

#include <glib/gi18n-lib.h>

#include "weft-tooltip.h"

struct _WeftGoToBar
{
  WeftEntryBar parent_instance;

  GtkWidget *search_bar;
  GtkWidget *entry;
  GtkWidget *message;
  WeftViewState *state;
  GCancellable *cancellable; /* of the look under way; NULL: none is */
};

G_DEFINE_FINAL_TYPE (WeftGoToBar, weft_go_to_bar, WEFT_TYPE_ENTRY_BAR)

static void
set_message (WeftGoToBar *self, const char *message, gboolean is_error)
{
  weft_entry_bar_set_message (WEFT_ENTRY_BAR (self), message);
  weft_entry_bar_set_wrong (WEFT_ENTRY_BAR (self), is_error ? message : NULL);
}

static void
stop_looking (WeftGoToBar *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftGoToBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *message =
    weft_view_state_go_to_finish (WEFT_VIEW_STATE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->state == NULL)
    return;
  g_clear_object (&self->cancellable);
  set_message (self, error != NULL ? error->message : message, error != NULL);
}

void
weft_go_to_bar_go (WeftGoToBar *self, const char *text)
{
  g_return_if_fail (WEFT_IS_GO_TO_BAR (self));

  stop_looking (self);
  set_message (self, "", FALSE);
  if (self->state == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  weft_view_state_go_to_async (self->state, text, self->cancellable, on_found, g_object_ref (self));
}

void
weft_go_to_bar_set_state (WeftGoToBar *self, const WeftFamily *family, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_GO_TO_BAR (self));

  if (self->state == state)
    return;
  stop_looking (self);
  g_set_object (&self->state, state);
  g_object_set (self->entry, "placeholder-text", _ (family->go_to_hint), NULL);
  weft_tooltip_set (self->entry, _ (family->go_to_tooltip));
}

static void
on_activate (WeftGoToBar *self)
{
  weft_go_to_bar_go (self, weft_entry_bar_get_text (WEFT_ENTRY_BAR (self)));
}

static void
on_text_changed (WeftGoToBar *self)
{
  stop_looking (self);
  set_message (self, "", FALSE);
}

static void
weft_go_to_bar_shown (WeftEntryBar *bar, gboolean shown)
{
  if (!shown)
    stop_looking (WEFT_GO_TO_BAR (bar));
}

static void
weft_go_to_bar_dispose (GObject *object)
{
  WeftGoToBar *self = WEFT_GO_TO_BAR (object);

  stop_looking (self);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_go_to_bar_parent_class)->dispose (object);
}

static void
weft_go_to_bar_class_init (WeftGoToBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_go_to_bar_dispose;
  WEFT_ENTRY_BAR_CLASS (klass)->shown = weft_go_to_bar_shown;
  WEFT_ENTRY_BAR_CLASS (klass)->hides_message = TRUE;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-go-to-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, search_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftGoToBar, message);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
}

static void
weft_go_to_bar_init (WeftGoToBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_entry_bar_set_up (WEFT_ENTRY_BAR (self), self->search_bar, self->entry, self->message);
  weft_entry_bar_set_message (WEFT_ENTRY_BAR (self), "");
}
