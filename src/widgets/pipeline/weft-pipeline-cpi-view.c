/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-cpi-view.h"

#include <glib/gi18n-lib.h>

#include "weft-list-area.h"

#define MAX_BARS 2

struct _WeftPipelineCpiView
{
  GtkWidget parent_instance;

  WeftViewState *state;
  GtkWidget *area;
  WeftCpiBar bars[MAX_BARS];
  guint n_bars;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCpiView, weft_pipeline_cpi_view, GTK_TYPE_WIDGET)

static int
measure (int width, gpointer data)
{
  WeftPipelineCpiView *self = data;
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return (weft_cpi_bars_measure (weft_view_state_get_style (self->state), self->bars, self->n_bars,
                                 width > 0 ? width * factor : G_MAXINT16)
          + factor - 1)
         / factor;
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height G_GNUC_UNUSED, gpointer data)
{
  WeftPipelineCpiView *self = data;
  WeftStyle *style = weft_view_state_get_style (self->state);

  weft_cpi_bars_paint (style, self->bars, self->n_bars, width, list);
  return style;
}

static void
clear (WeftPipelineCpiView *self)
{
  for (guint i = 0; i < self->n_bars; i++)
    {
      g_free ((char *) self->bars[i].name);
      g_array_unref ((GArray *) self->bars[i].parts);
    }
  self->n_bars = 0;
}

static void
repaint (WeftPipelineCpiView *self)
{
  gtk_widget_queue_resize (self->area);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
}

void
weft_pipeline_cpi_view_set (WeftPipelineCpiView *self, const WeftCpiBar *bars, guint n_bars)
{
  g_return_if_fail (WEFT_IS_PIPELINE_CPI_VIEW (self) && n_bars <= MAX_BARS);

  clear (self);
  for (guint i = 0; i < n_bars; i++)
    self->bars[i] = (WeftCpiBar){ g_strdup (bars[i].name), g_array_ref ((GArray *) bars[i].parts) };
  self->n_bars = n_bars;
  gtk_widget_set_visible (GTK_WIDGET (self), n_bars > 0 && measure (-1, self) > 0);
  repaint (self);
}

static void
weft_pipeline_cpi_view_dispose (GObject *object)
{
  WeftPipelineCpiView *self = WEFT_PIPELINE_CPI_VIEW (object);

  g_clear_pointer (&self->area, gtk_widget_unparent);
  clear (self);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_cpi_view_parent_class)->dispose (object);
}

static void
weft_pipeline_cpi_view_class_init (WeftPipelineCpiViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_cpi_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_pipeline_cpi_view_init (WeftPipelineCpiView *self)
{
  self->area = weft_list_area_new (paint, measure, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->area), _ ("CPI stack"));
  gtk_widget_set_parent (self->area, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
weft_pipeline_cpi_view_new (WeftViewState *state)
{
  WeftPipelineCpiView *self = g_object_new (WEFT_TYPE_PIPELINE_CPI_VIEW, NULL);

  self->state = g_object_ref (state);
  g_signal_connect_object (state, "style", G_CALLBACK (repaint), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

GtkWidget *
weft_pipeline_cpi_view_put_above (WeftPipelineCpiView *self, GtkWidget *table)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  g_return_val_if_fail (WEFT_IS_PIPELINE_CPI_VIEW (self), box);

  gtk_widget_set_margin_start (GTK_WIDGET (self), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self), 6);
  gtk_widget_set_vexpand (table, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (box), table);
  return box;
}
