/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-window.h"

#include <glib/gi18n-lib.h>

#include "weft-actions.h"
#include "weft-desktop-style.h"
#include "weft-header.h"
#include "weft-wrap-box.h"

/* Logical pixels: what a header needs beside the tools for a title that can be read, the window's
 * buttons, and the scale that an overlay brings. */
#define TITLE_WIDTH 440

/* Pictures stand below one another in a window that is narrower. */
#define NARROW_WIDTH 640

struct _WeftPipelineCompareWindow
{
  AdwWindow parent_instance;

  GtkWidget *content;
  GtkWidget *header_bar;
  GtkWidget *tools; /* in the header, or below it where it has no room for them */
  GtkWidget *stack;
  GtkWidget *spinner;
  GtkWidget *failed_page;
  GtkWidget *view_bin;
  GtkWidget *title;
  GtkWidget *overlay_button;
  GtkWidget *amount_scale;
  GtkWidget *alignment_row;
  GtkWidget *time_button;

  WeftPipelineTrace *trace;        /* A */
  WeftDocument *other;             /* B, */
  gboolean owns_other;             /* which is open in this window alone */
  WeftPipelineCompareState *state; /* NULL before B is read */
  GtkWidget *view;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCompareWindow, weft_pipeline_compare_window, ADW_TYPE_WINDOW)

/* (transfer none) (nullable): the pipeline of a document. */
static WeftPipelineTrace *
get_pipeline (WeftDocument *document)
{
  WeftViewState *state = weft_document_get_state (document);
  WeftTrace *trace = state != NULL ? weft_view_state_get_trace (state) : NULL;

  return WEFT_IS_PIPELINE_TRACE (trace) ? WEFT_PIPELINE_TRACE (trace) : NULL;
}

gboolean
weft_pipeline_compare_window_can_compare (WeftDocument *document)
{
  return get_pipeline (document) != NULL;
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void
apply_style (WeftPipelineCompareWindow *self)
{
  if (self->state == NULL)
    return;
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_desktop_style_apply (
      weft_desktop_style_get_default (), GTK_WIDGET (self),
      WEFT_VIEW_STATE (weft_pipeline_compare_state_get_state (self->state, log)));
}

static void
place_tools (WeftPipelineCompareWindow *self, gboolean below)
{
  if (below == (gtk_widget_get_parent (self->tools) == self->content))
    return;
  g_object_ref (self->tools);
  if (below)
    {
      adw_header_bar_remove (ADW_HEADER_BAR (self->header_bar), self->tools);
      gtk_box_insert_child_after (GTK_BOX (self->content), self->tools, self->header_bar);
      gtk_widget_add_css_class (self->tools, "tools-below");
    }
  else
    {
      gtk_box_remove (GTK_BOX (self->content), self->tools);
      adw_header_bar_pack_start (ADW_HEADER_BAR (self->header_bar), self->tools);
      gtk_widget_remove_css_class (self->tools, "tools-below");
    }
  g_object_unref (self->tools);
}

/* Tools, labels and pictures find their places in the width that there is. */
static void
fit_width (WeftPipelineCompareWindow *self)
{
  int width, height, tools;

  weft_header_fit (ADW_HEADER_BAR (self->header_bar), GTK_WINDOW (self));
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_widget_measure (self->tools, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &tools, NULL, NULL);
  place_tools (self, width < tools + TITLE_WIDTH);
  if (self->view != NULL)
    weft_pipeline_compare_view_set_narrow (WEFT_PIPELINE_COMPARE_VIEW (self->view),
                                           width < NARROW_WIDTH);
}

static void
on_style (WeftPipelineCompareWindow *self)
{
  apply_style (self);
  fit_width (self);
}

/* A spinner that is out of sight goes on asking for frames unless it is stopped. */
static void
show_page (WeftPipelineCompareWindow *self, const char *name)
{
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
}

static void
show_view (WeftPipelineCompareWindow *self, WeftPipelineTrace *other)
{
  self->state = weft_pipeline_compare_state_new (self->trace, other);
  apply_style (self);
  self->view = weft_pipeline_compare_view_new (self->state);
  adw_bin_set_child (ADW_BIN (self->view_bin), self->view);
  show_page (self, "view");
  gtk_widget_set_sensitive (self->overlay_button, TRUE);
  fit_width (self);
  gtk_widget_grab_focus (self->view);
}

static void
show_error (WeftPipelineCompareWindow *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_status_page_set_description (ADW_STATUS_PAGE (self->failed_page), markup);
  show_page (self, "failed");
}

/* B is shown once all of it was read; what was read of a broken file as well. */
static void
on_phase (WeftPipelineCompareWindow *self)
{
  WeftPipelineTrace *other = get_pipeline (self->other);
  const GError *error = weft_document_get_error (self->other);
  g_autofree char *text = NULL;

  if (weft_document_is_loading (self->other) || self->state != NULL)
    return;
  if (other != NULL)
    show_view (self, other);
  else if (error != NULL)
    show_error (self, error->message);
  else
    {
      text = g_strdup_printf (_ ("“%s” is no pipeline. Choose another log of the same program."),
                              weft_document_get_title (self->other));
      show_error (self, text);
    }
}

/* --- manner ----------------------------------------------------------------------------------- */

static void
on_overlay (WeftPipelineCompareWindow *self)
{
  gboolean overlay = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->overlay_button));

  weft_pipeline_compare_view_set_overlay (WEFT_PIPELINE_COMPARE_VIEW (self->view), overlay);
}

static void
on_amount (WeftPipelineCompareWindow *self)
{
  weft_pipeline_compare_view_set_amount (WEFT_PIPELINE_COMPARE_VIEW (self->view),
                                         gtk_range_get_value (GTK_RANGE (self->amount_scale)));
}

/* Also when the window is taken apart. */
static void
on_alignment (WeftPipelineCompareWindow *self)
{
  if (self->state != NULL)
    weft_pipeline_compare_state_set_alignment (
      self->state,
      (WeftPipelineAlignment) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->alignment_row)));
}

static void
on_same_time (WeftPipelineCompareWindow *self)
{
  weft_pipeline_compare_state_set_same_time (
    self->state, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->time_button)));
}

static void
activate_step (WeftPipelineCompareWindow *self, const char *name)
{
  if (self->view != NULL)
    weft_pipeline_compare_view_step (WEFT_PIPELINE_COMPARE_VIEW (self->view),
                                     g_str_equal (name, "compare.next"));
}

static const WeftWidgetAction actions[] = {
  { "compare.next", G_CALLBACK (activate_step), NULL },
  { "compare.previous", G_CALLBACK (activate_step), NULL },
};

/* --- the window ------------------------------------------------------------------------------- */

static void
weft_pipeline_compare_window_dispose (GObject *object)
{
  WeftPipelineCompareWindow *self = WEFT_PIPELINE_COMPARE_WINDOW (object);

  self->view = NULL;
  if (self->other != NULL && self->owns_other)
    {
      g_signal_handlers_disconnect_by_data (self->other, self);
      weft_document_close (self->other);
    }
  g_clear_object (&self->other);
  g_clear_object (&self->state);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (weft_pipeline_compare_window_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-pipeline-compare-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, content);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, tools);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, failed_page);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, view_bin);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, overlay_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, amount_scale);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, alignment_row);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareWindow, time_button);
  gtk_widget_class_bind_template_callback (widget_class, on_overlay);
  gtk_widget_class_bind_template_callback (widget_class, on_amount);
  gtk_widget_class_bind_template_callback (widget_class, on_alignment);
  gtk_widget_class_bind_template_callback (widget_class, on_same_time);
}

static void
weft_pipeline_compare_window_class_init (WeftPipelineCompareWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_compare_window_dispose;
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  bind_template (widget_class);
  weft_actions_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "compare.next",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "compare.previous",
                                       NULL);
}

static void
weft_pipeline_compare_window_init (WeftPipelineCompareWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (apply_style), NULL);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (fit_width), NULL);
  g_signal_connect_object (weft_desktop_style_get_default (), "changed", G_CALLBACK (on_style),
                           self, G_CONNECT_SWAPPED);
}

static void
set_titles (WeftPipelineCompareWindow *self, WeftDocument *document)
{
  /* TRANSLATORS: the names of the two files that are compared, A and B */
  g_autofree char *title = g_strdup_printf (_ ("%s ↔ %s"), weft_document_get_title (document),
                                            weft_document_get_title (self->other));
  g_autofree char *below =
    g_strdup_printf (_ ("A in %s, B in %s"), weft_document_get_folder (document),
                     weft_document_get_folder (self->other));
  g_autofree char *window_title = g_strdup_printf (_ ("%s · Weft"), title);

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), below);
  gtk_window_set_title (GTK_WINDOW (self), window_title);
}

/* Takes `other`. */
static WeftPipelineCompareWindow *
create (GtkWindow *parent, WeftDocument *document, WeftDocument *other)
{
  WeftPipelineCompareWindow *self = g_object_new (WEFT_TYPE_PIPELINE_COMPARE_WINDOW, "application",
                                                  gtk_window_get_application (parent), NULL);

  self->trace = g_object_ref (get_pipeline (document));
  self->other = other;
  set_titles (self, document);
  return self;
}

WeftPipelineCompareWindow *
weft_pipeline_compare_window_new_with (GtkWindow *parent, WeftDocument *document,
                                       WeftDocument *other)
{
  WeftPipelineCompareWindow *self;

  g_return_val_if_fail (weft_pipeline_compare_window_can_compare (document), NULL);
  g_return_val_if_fail (weft_pipeline_compare_window_can_compare (other), NULL);

  self = create (parent, document, g_object_ref (other));
  show_view (self, get_pipeline (other));
  return self;
}

WeftPipelineCompareWindow *
weft_pipeline_compare_window_new (GtkWindow *parent, WeftDocument *document, GFile *other,
                                  GSettings *settings)
{
  WeftPipelineCompareWindow *self;

  g_return_val_if_fail (weft_pipeline_compare_window_can_compare (document), NULL);

  self = create (parent, document, weft_document_new (other, settings));
  self->owns_other = TRUE;
  g_signal_connect_swapped (self->other, "notify::phase", G_CALLBACK (on_phase), self);
  weft_document_load (self->other);
  on_phase (self);
  return self;
}
