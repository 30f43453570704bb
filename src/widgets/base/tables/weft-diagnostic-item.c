/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostic-item.h"

struct _WeftDiagnosticItem
{
  GObject parent_instance;

  WeftDiagnostic diagnostic;
};

G_DEFINE_FINAL_TYPE (WeftDiagnosticItem, weft_diagnostic_item, G_TYPE_OBJECT)

static void
weft_diagnostic_item_finalize (GObject *object)
{
  weft_diagnostic_clear (&WEFT_DIAGNOSTIC_ITEM (object)->diagnostic);
  G_OBJECT_CLASS (weft_diagnostic_item_parent_class)->finalize (object);
}

static void
weft_diagnostic_item_class_init (WeftDiagnosticItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_diagnostic_item_finalize;
}

static void
weft_diagnostic_item_init (WeftDiagnosticItem *self G_GNUC_UNUSED)
{
}

WeftDiagnosticItem *
weft_diagnostic_item_new (WeftDiagnostics *diagnostics, guint index)
{
  WeftDiagnosticItem *self = g_object_new (WEFT_TYPE_DIAGNOSTIC_ITEM, NULL);

  weft_diagnostics_get (diagnostics, index, &self->diagnostic);
  return self;
}

const WeftDiagnostic *
weft_diagnostic_item_get (WeftDiagnosticItem *self)
{
  return &self->diagnostic;
}

char *
weft_diagnostic_item_get_place (WeftDiagnosticItem *self)
{
  if (self->diagnostic.line == 0)
    return g_strdup ("—");
  if (self->diagnostic.column == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, self->diagnostic.line);
  return g_strdup_printf ("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, self->diagnostic.line,
                          self->diagnostic.column);
}
