/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostics-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-diagnostic-item.h"
#include "weft-tab-out.h"
#include "weft-tooltip.h"
#include "weft-words.h"

struct _WeftDiagnosticsView
{
  GtkWidget parent_instance;

  WeftTrace *trace;
  WeftViewState *state; /* nullable */
  GListStore *store;    /* WeftDiagnosticItem: a thousand at most */
  GtkCustomFilter *filter;
  GtkSingleSelection *selection;

  GtkWidget *bar;
  GtkWidget *count;
  GtkWidget *toggles[WEFT_N_SEVERITIES]; /* shown or not */
  GtkWidget *stack;
  GtkWidget *empty_label;
  GtkWidget *view;
};

enum
{
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftDiagnosticsView, weft_diagnostics_view, GTK_TYPE_WIDGET)

/* --- cells ---------------------------------------------------------------------------------------- */

static void
setup_severity (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), gtk_image_new ());
  gtk_box_append (GTK_BOX (box), gtk_label_new (NULL));
  gtk_list_item_set_child (list_item, box);
}

static void
bind_severity (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  static const char *const icons[WEFT_N_SEVERITIES] = { "dialog-information-symbolic",
                                                        "dialog-warning-symbolic",
                                                        "dialog-error-symbolic" };
  static const char *const classes[WEFT_N_SEVERITIES][2] = { { "accent" },
                                                             { "warning" },
                                                             { "error" } };
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *image = gtk_widget_get_first_child (box);
  WeftSeverity severity = weft_diagnostic_item_get (gtk_list_item_get_item (list_item))->severity;

  gtk_image_set_from_icon_name (GTK_IMAGE (image), icons[severity]);
  gtk_widget_set_css_classes (image, (const char **) classes[severity]);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (box)), weft_words_severity (severity));
}

static void
setup_place (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GtkWidget *label = gtk_label_new (NULL);

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_list_item_set_child (list_item, label);
}

static void
bind_place (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  g_autofree char *place = weft_diagnostic_item_get_place (gtk_list_item_get_item (list_item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (list_item)), place);
}

static void
setup_message (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (list_item, label);
}

static void
bind_message (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *list_item)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const char *message = weft_diagnostic_item_get (gtk_list_item_get_item (list_item))->message;

  gtk_label_set_text (GTK_LABEL (label), message);
  weft_tooltip_set (label, message);
}

/* --- what is shown -------------------------------------------------------------------------------- */

static gboolean
is_shown (gpointer item, gpointer user_data)
{
  WeftDiagnosticsView *self = user_data;
  WeftSeverity severity = weft_diagnostic_item_get (item)->severity;

  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->toggles[severity]));
}

static guint64
update_toggles (WeftDiagnosticsView *self)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->trace);
  guint64 total = 0;

  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    {
      guint64 count = weft_diagnostics_count (diagnostics, i);
      g_autofree char *text = weft_words_diagnostics (i, count);

      gtk_button_set_label (GTK_BUTTON (self->toggles[i]), text);
      gtk_widget_set_visible (self->toggles[i], count > 0);
      total += count;
    }
  return total;
}

static void
update_bar (WeftDiagnosticsView *self)
{
  guint64 total = update_toggles (self);
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autofree char *all = weft_number_count (total), *shown = weft_number_count (n_shown);
  g_autofree char *text = NULL;

  if (n_shown < total)
    text = g_strdup_printf (_ ("%s of %s shown"), shown, all);
  gtk_label_set_text (GTK_LABEL (self->count), text != NULL ? text : "");
  weft_tooltip_set (self->count, total > WEFT_DIAGNOSTICS_KEPT
                                   ? _ ("Only the first 1 000 are kept; all are counted. "
                                        "“weft-cli check” writes every one.")
                                   : NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "diagnostics.copy",
                                 gtk_single_selection_get_selected_item (self->selection) != NULL);
  gtk_widget_set_visible (self->bar, total > 0);
  gtk_label_set_text (GTK_LABEL (self->empty_label),
                      weft_trace_get_state (self->trace) == WEFT_TRACE_GROWING
                        ? _ ("Nothing to report so far. Lines of the file that can't be used are "
                             "listed here as they are found, with what was expected.")
                        : _ ("Nothing to report: every line of the file could be used. Lines that "
                             "can't be would be listed here, with what was expected."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), total > 0 ? "rows" : "empty");
}

/* Takes over what was kept since the last time. */
static void
take_records (WeftDiagnosticsView *self)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (self->trace);
  guint n_taken = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  guint n_kept = weft_diagnostics_get_n_kept (diagnostics);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = n_taken; i < n_kept; i++)
    g_ptr_array_add (items, weft_diagnostic_item_new (diagnostics, i));
  if (items->len > 0)
    g_list_store_splice (self->store, n_taken, 0, items->pdata, items->len);
  update_bar (self);
}

static void
toggled (WeftDiagnosticsView *self)
{
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  update_bar (self);
}

/* --- what the user does --------------------------------------------------------------------------- */

static void
row_activated (WeftDiagnosticsView *self, guint position)
{
  g_autoptr (WeftDiagnosticItem) item =
    g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, weft_diagnostic_item_get (item)->line);
}

static void
weft_diagnostics_view_activated (WeftDiagnosticsView *self, gint64 line)
{
  if (self->state != NULL && line != 0)
    weft_view_state_show_line (self->state, line);
}

char *
weft_diagnostics_view_get_text (WeftDiagnosticsView *self)
{
  WeftDiagnosticItem *item;
  const WeftDiagnostic *diagnostic;
  g_autofree char *place = NULL;

  g_return_val_if_fail (WEFT_IS_DIAGNOSTICS_VIEW (self), NULL);

  item = gtk_single_selection_get_selected_item (self->selection);
  if (item == NULL)
    return NULL;
  diagnostic = weft_diagnostic_item_get (item);
  if (diagnostic->line != 0)
    {
      g_autofree char *numbers = weft_diagnostic_item_get_place (item);

      place = g_strconcat (":", numbers, NULL);
    }
  return g_strdup_printf ("%s%s: %s: %s", weft_trace_get_title (self->trace),
                          place != NULL ? place : "",
                          weft_severity_to_string (diagnostic->severity), diagnostic->message);
}

static void
copy_record (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  g_autofree char *text = weft_diagnostics_view_get_text (WEFT_DIAGNOSTICS_VIEW (widget));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* --- construction ----------------------------------------------------------------------------------- */

static void
weft_diagnostics_view_dispose (GObject *object)
{
  WeftDiagnosticsView *self = WEFT_DIAGNOSTICS_VIEW (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  self->view = NULL;
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->trace);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_diagnostics_view_parent_class)->dispose (object);
}

static gboolean
weft_diagnostics_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  WeftDiagnosticsView *self = WEFT_DIAGNOSTICS_VIEW (widget);
  gboolean moved;

  if (weft_tab_out (self->view, self->bar, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (weft_diagnostics_view_parent_class)->focus (widget, direction);
}

static gboolean
weft_diagnostics_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_DIAGNOSTICS_VIEW (widget)->view);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  static const char *const toggles[WEFT_N_SEVERITIES] = { "notes", "warnings", "errors" };

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-diagnostics-view.ui");
  for (guint i = 0; i < WEFT_N_SEVERITIES; i++)
    gtk_widget_class_bind_template_child_full (widget_class, toggles[i], FALSE,
                                               G_STRUCT_OFFSET (WeftDiagnosticsView, toggles[i]));
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, count);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, empty_label);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, view);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, selection);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, filter);
  gtk_widget_class_bind_template_child (widget_class, WeftDiagnosticsView, store);
  gtk_widget_class_bind_template_callback (widget_class, toggled);
  gtk_widget_class_bind_template_callback (widget_class, update_bar);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, setup_severity);
  gtk_widget_class_bind_template_callback (widget_class, bind_severity);
  gtk_widget_class_bind_template_callback (widget_class, setup_place);
  gtk_widget_class_bind_template_callback (widget_class, bind_place);
  gtk_widget_class_bind_template_callback (widget_class, setup_message);
  gtk_widget_class_bind_template_callback (widget_class, bind_message);
}

static void
weft_diagnostics_view_class_init (WeftDiagnosticsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_diagnostics_view_dispose;
  widget_class->focus = weft_diagnostics_view_focus;
  widget_class->grab_focus = weft_diagnostics_view_grab_focus;
  signals[ACTIVATED] = g_signal_new_class_handler (
    "activated", WEFT_TYPE_DIAGNOSTICS_VIEW, G_SIGNAL_RUN_LAST,
    G_CALLBACK (weft_diagnostics_view_activated), NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  gtk_widget_class_install_action (widget_class, "diagnostics.copy", NULL, copy_record);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "diagnostics.copy", NULL);
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-diagnostics");
}

static void
weft_diagnostics_view_init (WeftDiagnosticsView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  g_type_ensure (WEFT_TYPE_DIAGNOSTIC_ITEM);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_custom_filter_set_filter_func (self->filter, is_shown, self, NULL);
}

GtkWidget *
weft_diagnostics_view_new (WeftTrace *trace)
{
  WeftDiagnosticsView *self = g_object_new (WEFT_TYPE_DIAGNOSTICS_VIEW, NULL);

  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "changed", G_CALLBACK (take_records), self, G_CONNECT_SWAPPED);
  take_records (self);
  return GTK_WIDGET (self);
}

void
weft_diagnostics_view_attach (WeftDiagnosticsView *self, WeftViewState *state)
{
  g_return_if_fail (WEFT_IS_DIAGNOSTICS_VIEW (self));

  g_set_object (&self->state, state);
}
