/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-facts.h"

G_BEGIN_DECLS

/* A table that queries can read: rows of one kind of a trace, where they lie. Nothing is copied; what is
 * derived is made when a query first asks for it. */

/* A column whose numbers stand for rows of a table: where the number is in its column `by` (NULL: the rowid). */
typedef struct
{
  const char *column; /* "producer" */
  const char *table;  /* "op" */
  const char *by;     /* "id" */
} WeftQueryLink;

typedef struct
{
  const char *name; /* "op" */
  const WeftSchema *schema;
  guint flags;         /* its fields with WEFT_FIELD_QUERY or one of these are columns, */
  guint more;          /* and those with one of these that say something else; both 0: all fields */
  const char *id_name; /* what the column of the key "id" is called; NULL: "id" */
  const char *const
    *indexed; /* keys of whole numbers whose ranges are looked up rather than gone through,
                               * NULL-terminated; nullable */

  /* Its rows are things that a picture shows and a search finds: the row of the data is the number that the
   * picture has for it. */
  gboolean is_shown;
  const char *const
    *times; /* columns that are points of the trace's time, NULL-terminated; nullable. Of
                               * what is shown, the first is when a row begins. */
  const WeftQueryLink *links; /* ends with no column; nullable */

  /* Sets the rows and the data of `facts`, not its columns. `source` is the family's
   * (WeftQueryFamily). FALSE with an error, which may be G_IO_ERROR_CANCELLED. */
  gboolean (*open) (gpointer source, WeftFacts *facts, GCancellable *cancellable, GError **error);

  /* (nullable) Rows are lists: appends the items of one, in the order of their numbers. Those are what `number`
   * (nullable: places in the list) says; both are below 2³². */
  void (*list) (gconstpointer data, guint row, GArray *items);
  guint (*number) (gconstpointer item);

  /* (nullable) Of lists: what reads a whole number of a list that lies from *least to *greatest where an item's
   * in the column does, which makes the two as wide as need be. NULL: there is none. */
  WeftFieldGet (*bound) (gconstpointer data, const WeftField *column, gint64 *least,
                         gint64 *greatest);

  /* (nullable) Whether it is known that the column's number, or what bounds it, never falls from row to row of
   * the facts, and is always known. */
  gboolean (*rises) (gconstpointer data, const WeftField *column);

  /* (nullable) Rows are structs that are read one by one, into an item of the schema's size. */
  void (*read) (gconstpointer data, guint row, gpointer item);

  /* (nullable) Those of them from `row` on that lie one behind the other, which are *n. Any thread may ask. */
  gconstpointer (*run) (gconstpointer data, guint row, guint *n);

  /* (nullable) Makes what a column needs, before it is first read: as `open`. */
  gboolean (*prepare) (gpointer source, const WeftField *field, GCancellable *cancellable,
                       GError **error);
} WeftQueryTable;

/* Things of a picture that columns of an answer say together, by their names: a tile of a chip by "device" and "tile". */
#define WEFT_QUERY_MAX_WORDS 4

typedef struct
{
  const char *name; /* "tile" */
  const char
    *words[WEFT_QUERY_MAX_WORDS]; /* names of columns; from the first NULL on there are none */
  guint n_needed;                 /* the first so many; the others may be missing */

  /* The thing that the cells of a row say, none where a column is missing: FALSE where the picture has none such.
   * `source` is the family's, of which `hold` has been asked. */
  gboolean (*find) (gpointer source, const WeftCell *cells, guint32 *item);
} WeftQueryThing;

/* Columns of a table, at most. */
#define WEFT_QUERY_MAX_COLUMNS 62

/* Its columns: (transfer container) (element-type WeftField), by their places in the schema,
 * no name twice. */
GPtrArray *weft_query_table_list_columns (const WeftQueryTable *self);

/* The column's name in SQL. */
const char *weft_query_table_get_name (const WeftQueryTable *self, const WeftField *column);

/* The column of that name, as SQL compares names: (nullable). */
const WeftField *weft_query_table_find_column (const WeftQueryTable *self, const char *name);

/* Whether ranges of the column are looked up. */
gboolean weft_query_table_is_indexed (const WeftQueryTable *self, const WeftField *column);

/* The type that SQLite is told: "INTEGER", "REAL", "TEXT" or "" (what the cells say). */
const char *weft_query_table_get_type (const WeftField *column);

/* The `open` of a table that is derived: `measure` makes it once, as `open` would, and `facts_of` says where it is
 * in `self`, the family's source. */
#define WEFT_QUERY_OPEN(name, Source, measure, facts_of) \
  static gboolean name (gpointer source, WeftFacts *facts, GCancellable *cancellable, \
                        GError **error) \
  { \
    Source *self = source; \
    if (!measure (self, cancellable, error)) \
      return FALSE; \
    *facts = (facts_of); \
    return TRUE; \
  }

/* A list of links. */
#define WEFT_QUERY_LINKS(...) \
  (const WeftQueryLink[]) \
  { \
    __VA_ARGS__, \
    { \
      NULL \
    } \
  }

/* A list of keys. */
#define WEFT_QUERY_KEYS(...) \
  (const char *const[]) \
  { \
    __VA_ARGS__, NULL \
  }

G_END_DECLS
