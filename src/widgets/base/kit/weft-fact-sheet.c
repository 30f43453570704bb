/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-sheet.h"

struct _WeftFactSheet
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *box;
  GPtrArray *sections; /* WeftFactSection, owned by the box */
  guint n_sections;    /* written */
};

enum
{
  LINK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftFactSheet, weft_fact_sheet, GTK_TYPE_WIDGET)

static void
follow_link (WeftFactSheet *self, const char *target)
{
  g_signal_emit (self, signals[LINK], 0, target);
}

void
weft_fact_sheet_begin (WeftFactSheet *self)
{
  g_return_if_fail (WEFT_IS_FACT_SHEET (self));

  self->n_sections = 0;
}

static void
end_section (WeftFactSheet *self)
{
  if (self->n_sections > 0)
    weft_fact_section_end (g_ptr_array_index (self->sections, self->n_sections - 1));
}

WeftFactSection *
weft_fact_sheet_add (WeftFactSheet *self, const char *title)
{
  WeftFactSection *section;

  g_return_val_if_fail (WEFT_IS_FACT_SHEET (self), NULL);

  end_section (self);
  if (self->n_sections == self->sections->len)
    {
      GtkWidget *widget = weft_fact_section_new ();

      g_signal_connect_swapped (widget, "link", G_CALLBACK (follow_link), self);
      gtk_box_append (GTK_BOX (self->box), widget);
      g_ptr_array_add (self->sections, widget);
    }
  section = g_ptr_array_index (self->sections, self->n_sections++);
  weft_fact_section_begin (section, title);
  return section;
}

void
weft_fact_sheet_end (WeftFactSheet *self)
{
  g_return_if_fail (WEFT_IS_FACT_SHEET (self));

  end_section (self);
  for (guint i = self->n_sections; i < self->sections->len; i++)
    weft_fact_section_clear (g_ptr_array_index (self->sections, i));
}

/* --- construction ------------------------------------------------------------------------------- */

static void
weft_fact_sheet_dispose (GObject *object)
{
  WeftFactSheet *self = WEFT_FACT_SHEET (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_fact_sheet_parent_class)->dispose (object);
}

static void
weft_fact_sheet_finalize (GObject *object)
{
  g_ptr_array_unref (WEFT_FACT_SHEET (object)->sections);
  G_OBJECT_CLASS (weft_fact_sheet_parent_class)->finalize (object);
}

static void
weft_fact_sheet_class_init (WeftFactSheetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_fact_sheet_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_fact_sheet_finalize;
  signals[LINK] = g_signal_new ("link", WEFT_TYPE_FACT_SHEET, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-inspector");
}

static void
weft_fact_sheet_init (WeftFactSheet *self)
{
  self->sections = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_set_margin_start (self->box, 12);
  gtk_widget_set_margin_end (self->box, 12);
  gtk_widget_set_margin_top (self->box, 6);
  gtk_widget_set_margin_bottom (self->box, 12);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

void
weft_fact_sheet_set_header (WeftFactSheet *self, GtkWidget *header)
{
  g_return_if_fail (WEFT_IS_FACT_SHEET (self));

  gtk_box_prepend (GTK_BOX (self->box), header);
}

GtkWidget *
weft_fact_sheet_new (void)
{
  return g_object_new (WEFT_TYPE_FACT_SHEET, NULL);
}
