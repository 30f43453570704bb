/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-status-line.h"

#include <glib/gi18n-lib.h>

#include "weft-after-frame.h"
#include "weft-filterable.h"
#include "weft-marks.h"
#include "weft-words.h"

/* Between two parts of the line. */
#define SPACING 18

struct _WeftStatusLine
{
  GtkWidget parent_instance;

  GtkWidget *drawer_button;
  GtkWidget *cursor_label;
  GtkWidget *selection_label;
  GtkWidget *zoom_label;
  GtkWidget *rows_label;
  GtkWidget *progress_label;
  GtkWidget *diagnostics_button;
  GtkWidget *diagnostics_label;
  GtkWidget *range_button;
  GtkWidget *range_label;
  GtkWidget *filter_button;
  GtkWidget *filter_label;

  GSignalGroup *document; /* of the WeftDocument */
  GSignalGroup *state;    /* of its WeftViewState */
  GSignalGroup *filter;   /* likewise, where it is a WeftFilterable */
  GSignalGroup *marks;    /* of that one's WeftMarks */
  guint idle;
};

G_DEFINE_FINAL_TYPE (WeftStatusLine, weft_status_line, GTK_TYPE_WIDGET)

/* --- words ------------------------------------------------------------------------------------ */

static char *
describe_progress (WeftDocument *document)
{
  const WeftProgress *progress = weft_document_get_progress (document);
  double fraction;

  if (progress == NULL)
    return g_strdup ("");
  fraction = weft_progress_get_fraction (progress);
  if (fraction < 0)
    return g_strdup (_ ("Reading"));
  return g_strdup_printf (_ ("Reading, %d %%"), (int) (fraction * 100));
}

/* Errors come before warnings; notes stay in their list. */
static char *
describe_diagnostics (WeftDiagnostics *diagnostics)
{
  guint64 errors = weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR);
  guint64 warnings = weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING);
  guint64 count = errors > 0 ? errors : warnings;
  g_autofree char *number = weft_number_count (count);

  if (errors > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s error", "%s errors", (gulong) count),
                            number);
  if (warnings > 0)
    return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s warning", "%s warnings", (gulong) count), number);
  return g_strdup ("");
}

/* --- places ------------------------------------------------------------------------------------- */

#define N_PARTS 9
#define N_AT_START 4

typedef struct
{
  GtkWidget *widget;
  gboolean at_end;
  int width; /* 0: hidden, or there is no room for it */
} Part;

/* The parts in the order of their worth: where there is no room for all, the last go first. Before all
 * comes the button, which is the one way to the panels that everybody sees. */
static void
get_parts (WeftStatusLine *self, Part *parts)
{
  GtkWidget *widgets[N_PARTS] = { self->drawer_button,      self->cursor_label,
                                  self->range_button,       self->selection_label,
                                  self->filter_button,      self->progress_label,
                                  self->diagnostics_button, self->rows_label,
                                  self->zoom_label };

  for (guint i = 0; i < N_PARTS; i++)
    {
      parts[i] = (Part){ widgets[i], i >= N_AT_START, 0 };
      if (gtk_widget_get_visible (widgets[i]))
        gtk_widget_measure (widgets[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, &parts[i].width, NULL,
                            NULL);
    }
}

static void
weft_status_line_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  Part parts[N_PARTS];

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  get_parts (WEFT_STATUS_LINE (widget), parts);
  for (guint i = 0; i < N_PARTS; i++)
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
      *natural += parts[i].width > 0 ? parts[i].width + SPACING : 0;
    else
      {
        int height;

        gtk_widget_measure (parts[i].widget, orientation, -1, &height, NULL, NULL, NULL);
        *minimum = *natural = MAX (*minimum, height);
      }
}

static void
place_parts (const Part *parts, int width, int height, gboolean rtl)
{
  int start = 0, end = width;

  for (guint i = 0; i < N_PARTS; i++)
    {
      /* Parts at the end are placed from there, in the other order. */
      const Part *part = &parts[i < N_AT_START ? i : N_PARTS - 1 + N_AT_START - i];
      GtkAllocation area = { 0, 0, part->width, height };

      gtk_widget_set_child_visible (part->widget, part->width > 0);
      if (part->width == 0)
        continue;
      if (part->at_end)
        end -= part->width;
      area.x = part->at_end ? end : start;
      if (rtl)
        area.x = width - area.x - area.width;
      gtk_widget_size_allocate (part->widget, &area, -1);
      if (part->at_end)
        end -= SPACING;
      else
        start += part->width + SPACING;
    }
}

static void
weft_status_line_size_allocate (GtkWidget *widget, int width, int height,
                                int baseline G_GNUC_UNUSED)
{
  Part parts[N_PARTS];
  int left = width;

  get_parts (WEFT_STATUS_LINE (widget), parts);
  for (guint i = 0; i < N_PARTS; i++)
    {
      /* The first text is cut where even it is too long. */
      if (i <= 1)
        parts[i].width = MIN (parts[i].width, left);
      if (parts[i].width > left)
        parts[i].width = 0;
      if (parts[i].width > 0)
        left -= parts[i].width + SPACING;
    }
  place_parts (parts, width, height, gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL);
}

/* --- the line ----------------------------------------------------------------------------------- */

static void
set_label (GtkWidget *label, char *text)
{
  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
    gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, *text != '\0');
  g_free (text);
}

static void
update_diagnostics (WeftStatusLine *self, WeftDocument *document)
{
  WeftDiagnostics *diagnostics = weft_document_get_diagnostics (document);
  g_autofree char *text = diagnostics != NULL ? describe_diagnostics (diagnostics) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->diagnostics_label), text);
  gtk_widget_set_visible (self->diagnostics_button, *text != '\0');
}

/* Where the pointer is, and how far the cursors are apart. */
static char *
describe_cursors (WeftViewState *state)
{
  g_autofree char *pointer = weft_view_state_describe (state, WEFT_STATUS_CURSOR);
  g_autofree char *distances = weft_marks_describe (weft_marks_get (state));

  if (*distances == '\0')
    return g_steal_pointer (&pointer);
  /* TRANSLATORS: how far the cursors are apart: "Cursors Δ 12 cycles" */
  if (*pointer == '\0')
    return g_strdup_printf (_ ("Cursors %s"), distances);
  /* TRANSLATORS: the same after where the pointer is: "Cycle 4 100 · cursors Δ 12 cycles" */
  return g_strdup_printf (_ ("%s · cursors %s"), pointer, distances);
}

/* How many rows there are; while the file is read, that they are not all. */
static char *
describe_rows (WeftViewState *state)
{
  g_autofree char *rows = weft_view_state_describe (state, WEFT_STATUS_ROWS);

  if (*rows == '\0' || !weft_view_state_is_so_far (state))
    return g_steal_pointer (&rows);
  /* TRANSLATORS: "60 of 1 234 rows so far", while the file is still read */
  return g_strdup_printf (_ ("%s so far"), rows);
}

/* A chip that says which range is brushed, and clears it. */
static void
update_range (WeftStatusLine *self, WeftViewState *state)
{
  g_autofree char *range =
    state != NULL ? weft_view_state_describe (state, WEFT_STATUS_RANGE) : g_strdup ("");

  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (self->range_label)), range) != 0)
    gtk_label_set_text (GTK_LABEL (self->range_label), range);
  gtk_widget_set_visible (self->range_button, *range != '\0');
}

/* A chip that says which rows are shown, and shows all again. */
static void
update_filter (WeftStatusLine *self, WeftViewState *state)
{
  const char *filter =
    WEFT_IS_FILTERABLE (state) ? weft_filterable_get_filter (WEFT_FILTERABLE (state)) : "";

  gtk_label_set_text (GTK_LABEL (self->filter_label), filter);
  gtk_widget_set_visible (self->filter_button, *filter != '\0');
}

static gboolean
update (gpointer data)
{
  WeftStatusLine *self = data;
  g_autoptr (WeftDocument) document = g_signal_group_dup_target (self->document);
  g_autoptr (WeftViewState) state = g_signal_group_dup_target (self->state);

  self->idle = 0;
  if (state != NULL)
    {
      set_label (self->cursor_label, describe_cursors (state));
      set_label (self->selection_label, weft_view_state_describe (state, WEFT_STATUS_SELECTION));
      set_label (self->zoom_label, weft_view_state_describe (state, WEFT_STATUS_ZOOM));
      set_label (self->rows_label, describe_rows (state));
    }
  update_range (self, state);
  update_filter (self, state);
  if (document != NULL)
    {
      set_label (self->progress_label, describe_progress (document));
      update_diagnostics (self, document);
    }
  return G_SOURCE_REMOVE;
}

/* However much changes, the line is written once, and not before what matters more. */
static void
queue_update (WeftStatusLine *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add_full (WEFT_PRIORITY_AFTER_FRAME, update, self, NULL);
}

static void
on_state (WeftStatusLine *self)
{
  g_autoptr (WeftDocument) document = g_signal_group_dup_target (self->document);
  WeftViewState *state = document != NULL ? weft_document_get_state (document) : NULL;

  g_signal_group_set_target (self->state, state);
  g_signal_group_set_target (self->filter, WEFT_IS_FILTERABLE (state) ? state : NULL);
  g_signal_group_set_target (self->marks, state != NULL ? weft_marks_get (state) : NULL);
  queue_update (self);
}

void
weft_status_line_set_document (WeftStatusLine *self, WeftDocument *document)
{
  g_return_if_fail (WEFT_IS_STATUS_LINE (self));

  g_signal_group_set_target (self->document, document);
  on_state (self);
}

/* (transfer full) */
static GSignalGroup *
follow (WeftStatusLine *self, GType type, const char *const *names)
{
  GSignalGroup *group = g_signal_group_new (type);

  for (guint i = 0; names[i] != NULL; i++)
    g_signal_group_connect_swapped (group, names[i], G_CALLBACK (queue_update), self);
  return group;
}

static void
weft_status_line_dispose (GObject *object)
{
  WeftStatusLine *self = WEFT_STATUS_LINE (object);
  GtkWidget *part;

  g_clear_object (&self->document);
  g_clear_object (&self->state);
  g_clear_object (&self->filter);
  g_clear_object (&self->marks);
  g_clear_handle_id (&self->idle, g_source_remove);
  while ((part = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (part);
  G_OBJECT_CLASS (weft_status_line_parent_class)->dispose (object);
}

static void
weft_status_line_class_init (WeftStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_status_line_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, drawer_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, cursor_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, selection_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, rows_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, progress_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, diagnostics_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, diagnostics_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, range_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, range_label);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, filter_button);
  gtk_widget_class_bind_template_child (widget_class, WeftStatusLine, filter_label);
  widget_class->measure = weft_status_line_measure;
  widget_class->size_allocate = weft_status_line_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "statusline");
}

static void
weft_status_line_init (WeftStatusLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->document = follow (self, WEFT_TYPE_DOCUMENT, (const char *const[]){ "progress", NULL });
  g_signal_group_connect_swapped (self->document, "notify::state", G_CALLBACK (on_state), self);
  self->state = follow (self, WEFT_TYPE_VIEW_STATE,
                        (const char *const[]){ "content", "viewport", "selection", "hover", NULL });
  self->filter =
    follow (self, WEFT_TYPE_FILTERABLE, (const char *const[]){ "filter-changed", NULL });
  self->marks = follow (self, WEFT_TYPE_MARKS, (const char *const[]){ "changed", NULL });
}
