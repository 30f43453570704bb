/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-table.h"

G_BEGIN_DECLS

/* Structs in index files: the members that are kept, each in a block of its own; nothing of what lies between, and no
 * pointer. */

typedef struct
{
  gsize offset;
  gsize size;
} WeftIndexMember;

typedef struct
{
  gsize item_size;
  const WeftIndexMember *members;
  guint n_members; /* 1 to WEFT_INDEX_MAX_MEMBERS */
} WeftIndexLayout;

#define WEFT_INDEX_MAX_MEMBERS 24

#define WEFT_INDEX_MEMBER(Type, name) \
  { \
    G_STRUCT_OFFSET (Type, name), sizeof (((Type *) NULL)->name) \
  }
#define WEFT_INDEX_LAYOUT(Type, members) \
  { \
    sizeof (Type), (members), G_N_ELEMENTS (members) \
  }

void weft_index_put_array (WeftIndexWriter *writer, const GArray *array,
                           const WeftIndexLayout *layout);

/* At most so many items, whose members are in the file before there is an array of their number: (transfer full). What
 * they say is anything. */
GArray *weft_index_take_array (WeftIndexReader *reader, const WeftIndexLayout *layout,
                               guint64 most);

/* The same of a table of one column of structs (weft_table_row()), which has no row yet, and is published. FALSE: the
 * reader is bad. */
void weft_index_put_rows (WeftIndexWriter *writer, const WeftTable *table,
                          const WeftIndexLayout *layout);
gboolean weft_index_take_rows (WeftIndexReader *reader, WeftTable *table,
                               const WeftIndexLayout *layout);

G_END_DECLS
