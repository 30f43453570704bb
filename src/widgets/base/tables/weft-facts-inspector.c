/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts-inspector.h"

#include "weft-cover-note.h"
#include "weft-findings-view.h"
#include "weft-measure-ahead.h"

/* While a trace grows, the facts are written anew no more often than this, in milliseconds. */
#define UPDATE_INTERVAL 100

struct _WeftFactsInspector
{
  GtkWidget parent_instance;

  WeftViewState *state;
  GtkWidget *findings;
  GtkWidget *sheet;
  guint timeout;
  gint64 updated; /* µs, when the content changed the facts last */
};

G_DEFINE_FINAL_TYPE (WeftFactsInspector, weft_facts_inspector, GTK_TYPE_WIDGET)

static void
update (WeftFactsInspector *self)
{
  WeftFactSheet *sheet = WEFT_FACT_SHEET (self->sheet);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings),
                          weft_view_state_get_findings (self->state));
  weft_findings_view_set_so_far (WEFT_FINDINGS_VIEW (self->findings),
                                 weft_view_state_is_so_far (self->state));
  weft_fact_sheet_begin (sheet);
  weft_view_state_write_facts (self->state, sheet);
  weft_fact_sheet_end (sheet);
  weft_measure_ahead (GTK_WIDGET (self));
}

static gboolean
update_late (gpointer data)
{
  WeftFactsInspector *self = data;

  self->timeout = 0;
  self->updated = g_get_monotonic_time ();
  update (self);
  return G_SOURCE_REMOVE;
}

/* At once where the last change is long ago: what a worker answers about a selection comes after
 * it, and must not wait while one selection follows another. */
static void
content_changed (WeftFactsInspector *self)
{
  gint64 passed = (g_get_monotonic_time () - self->updated) / 1000;

  if (self->timeout != 0)
    return;
  if (passed >= UPDATE_INTERVAL)
    update_late (self);
  else
    self->timeout = g_timeout_add ((guint) (UPDATE_INTERVAL - passed), update_late, self);
}

static void
follow_link (WeftFactsInspector *self, const char *target)
{
  weft_view_state_follow_link (self->state, target);
}

static void
weft_facts_inspector_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_facts_inspector_parent_class)->map (widget);
  update (WEFT_FACTS_INSPECTOR (widget));
}

static void
weft_facts_inspector_dispose (GObject *object)
{
  WeftFactsInspector *self = WEFT_FACTS_INSPECTOR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->sheet, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_facts_inspector_parent_class)->dispose (object);
}

static void
weft_facts_inspector_class_init (WeftFactsInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_facts_inspector_dispose;
  widget_class->map = weft_facts_inspector_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_facts_inspector_init (WeftFactsInspector *self)
{
  self->findings = weft_findings_view_new ();
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings), NULL);
  g_signal_connect_object (self->findings, "follow", G_CALLBACK (follow_link), self,
                           G_CONNECT_SWAPPED);
  self->sheet = weft_fact_sheet_new ();
  weft_fact_sheet_set_header (WEFT_FACT_SHEET (self->sheet), self->findings);
  g_signal_connect_object (self->sheet, "link", G_CALLBACK (follow_link), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->sheet, GTK_WIDGET (self));
}

GtkWidget *
weft_facts_inspector_new (WeftViewState *state)
{
  WeftFactsInspector *self = g_object_new (WEFT_TYPE_FACTS_INSPECTOR, NULL);

  self->state = g_object_ref (state);
  weft_fact_sheet_set_header (WEFT_FACT_SHEET (self->sheet), weft_cover_note_new (state));
  g_signal_connect_object (state, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
