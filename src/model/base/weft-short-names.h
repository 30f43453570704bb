/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-table.h"

#include <glib.h>

G_BEGIN_DECLS

/* The few names of a column that holds them in 16 bits: as places in a table of their ids (one column of
 * 4 bytes), whose first row stands for none. For the writer. */

typedef struct
{
  WeftTable *table;
  GHashTable *places; /* name id + 1 → place */
} WeftShortNames;

/* `table` must outlive it. FALSE where the store is exhausted. */
gboolean weft_short_names_init (WeftShortNames *self, WeftTable *table);
void weft_short_names_clear (WeftShortNames *self);

/* The place of a name; 0 where there is none, or no more room. */
guint16 weft_short_names_get_place (WeftShortNames *self, guint32 name);

/* The name at a place; any thread. */
guint32 weft_short_names_read (const WeftTable *table, guint16 place);

G_END_DECLS
