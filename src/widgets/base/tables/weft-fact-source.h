/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-search.h"
#include "weft-searchable.h"

G_BEGIN_DECLS

/* View states whose rows are a table of facts, which can be searched as that: a family implements
 * this interface and, with weft_fact_source_searchable_init, that of WeftSearchable. */

#define WEFT_TYPE_FACT_SOURCE (weft_fact_source_get_type ())
G_DECLARE_INTERFACE (WeftFactSource, weft_fact_source, WEFT, FACT_SOURCE, WeftViewState)

struct _WeftFactSourceInterface
{
  GTypeInterface parent_interface;

  /* Of the rows: which of their fields are searched, and which one names a row. */
  const WeftSchema *(*get_schema) (WeftFactSource *self);

  /* The table of all rows with the columns that are searched, as if there were no filter, which is used by any thread until it is
   * closed, by any thread: (transfer full) (nullable), NULL where there is none yet. */
  gpointer (*open_rows) (WeftFactSource *self, WeftFactSearchRows *rows);
  void (*close_rows) (gpointer opened);

  /* The row of the table that is about the selected thing; 0 where there is none. */
  guint (*get_selected) (WeftFactSource *self);

  /* A jump: selects and shows an item. FALSE where it is hidden. */
  gboolean (*show_item) (WeftFactSource *self, guint32 item);
};

/* For G_IMPLEMENT_INTERFACE (WEFT_TYPE_SEARCHABLE, …), after WEFT_TYPE_FACT_SOURCE. */
void weft_fact_source_searchable_init (WeftSearchableInterface *iface);

G_END_DECLS
