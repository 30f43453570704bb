/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-filterable.h"

#include "weft-expression-complete.h"

/* The text of a state's filter, kept with the object. */
#define FILTER_KEY "weft-filter"

enum
{
  FILTER_CHANGED,
  FILTER_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_INTERFACE (WeftFilterable, weft_filterable, WEFT_TYPE_VIEW_STATE)

static void
weft_filterable_default_init (WeftFilterableInterface *iface G_GNUC_UNUSED)
{
  signals[FILTER_CHANGED] = g_signal_new ("filter-changed", WEFT_TYPE_FILTERABLE, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FILTER_FAILED] = g_signal_new ("filter-failed", WEFT_TYPE_FILTERABLE, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

gboolean
weft_filterable_set_filter (WeftFilterable *self, const char *text, WeftTextPlace *place,
                            GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (WeftExpression) expression = NULL;

  g_return_val_if_fail (WEFT_IS_FILTERABLE (self), FALSE);

  if (*stripped != '\0')
    {
      expression = weft_expression_parse (weft_filterable_get_language (self), text, place, error);
      if (expression == NULL)
        return FALSE;
    }
  /* One that failed is tried again. */
  if (g_str_equal (stripped, weft_filterable_get_filter (self))
      && weft_filterable_get_error (self) == NULL)
    return TRUE;
  g_object_set_data_full (G_OBJECT (self), FILTER_KEY, g_steal_pointer (&stripped), g_free);
  WEFT_FILTERABLE_GET_IFACE (self)->apply (self, expression);
  g_signal_emit (self, signals[FILTER_CHANGED], 0);
  return TRUE;
}

const char *
weft_filterable_get_filter (WeftFilterable *self)
{
  const char *text = g_object_get_data (G_OBJECT (self), FILTER_KEY);

  return text != NULL ? text : "";
}

const WeftLanguage *
weft_filterable_get_language (WeftFilterable *self)
{
  return WEFT_FILTERABLE_GET_IFACE (self)->get_language (self);
}

gboolean
weft_filterable_is_pending (WeftFilterable *self)
{
  return WEFT_FILTERABLE_GET_IFACE (self)->is_pending (self);
}

const GError *
weft_filterable_get_error (WeftFilterable *self)
{
  return WEFT_FILTERABLE_GET_IFACE (self)->get_error (self);
}

void
weft_filterable_failed (WeftFilterable *self)
{
  g_signal_emit (self, signals[FILTER_FAILED], 0);
}

void
weft_filterable_count_rows (WeftFilterable *self, guint64 *shown, guint64 *all)
{
  WEFT_FILTERABLE_GET_IFACE (self)->count_rows (self, shown, all);
}

GArray *
weft_filterable_complete (WeftFilterable *self, const char *text, gsize cursor,
                          WeftTextPlace *place)
{
  return weft_expression_complete (weft_filterable_get_language (self), text, cursor,
                                   WEFT_FILTERABLE_GET_IFACE (self)->list_values, self, place);
}
