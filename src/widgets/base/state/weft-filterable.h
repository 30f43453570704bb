/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* View states whose rows can be filtered with expressions (docs/filters.md). A family's state
 * implements this interface and then has the filter bar, its completion, the chip that clears it, and
 * a filter that is kept with the file. Main thread only.
 *
 * Signals, without arguments but the state:
 *   "filter-changed"  there is another filter, whose rows are on the way; that they are there is "content" of the state
 *   "filter-failed"   they could not be found, and those of before stay */

#define WEFT_TYPE_FILTERABLE (weft_filterable_get_type ())
G_DECLARE_INTERFACE (WeftFilterable, weft_filterable, WEFT, FILTERABLE, WeftViewState)

struct _WeftFilterableInterface
{
  GTypeInterface parent_interface;

  /* The fields that can be asked for; lives as long as the program. */
  const WeftLanguage *(*get_language) (WeftFilterable *self);

  /* As WeftListValues: the trace's own texts, for completion. NULL: there are none. */
  char **(*list_values) (int function, const WeftField *field, gpointer self);

  /* Shows the rows for which the expression holds (NULL: all), found on a worker, in place of a
   * filter that is on its way; emits "content" when they are there. */
  void (*apply) (WeftFilterable *self, WeftExpression *expression);

  /* Whether rows of the latest filter are on their way. */
  gboolean (*is_pending) (WeftFilterable *self);

  /* Why the rows of the latest filter are not shown and not on their way: (transfer none) (nullable). */
  const GError *(*get_error) (WeftFilterable *self);

  /* How many rows are shown, and how many there would be without a filter. */
  void (*count_rows) (WeftFilterable *self, guint64 *shown, guint64 *all);
};

/* Filters by `text`, which may be "" or blank for all rows. FALSE with a WEFT_EXPRESSION_ERROR and
 * its place (nullable) where it is no filter; the one before then stays. */
gboolean weft_filterable_set_filter (WeftFilterable *self, const char *text, WeftTextPlace *place,
                                     GError **error);

/* The filter, without blanks around: (transfer none), "" for all rows. */
const char *weft_filterable_get_filter (WeftFilterable *self);

/* See the functions of the interface. */
const WeftLanguage *weft_filterable_get_language (WeftFilterable *self);
gboolean weft_filterable_is_pending (WeftFilterable *self);
const GError *weft_filterable_get_error (WeftFilterable *self);
void weft_filterable_count_rows (WeftFilterable *self, guint64 *shown, guint64 *all);

/* For those who implement it: tells that the latest filter failed. */
void weft_filterable_failed (WeftFilterable *self);

/* Completes `text` at byte `cursor`: see weft_expression_complete(). (transfer full) */
GArray *weft_filterable_complete (WeftFilterable *self, const char *text, gsize cursor,
                                  WeftTextPlace *place);

G_END_DECLS
