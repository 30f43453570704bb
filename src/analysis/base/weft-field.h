/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-cell.h"
#include "weft-number-list.h"

G_BEGIN_DECLS

/* Attributes of rows. Each is described once; filters, tables, search, the inspector, hover texts,
 * dumps and docs/fields.md follow from that. */

typedef enum
{
  WEFT_FIELD_ANY,    /* what the cells say: of derived tables */
  WEFT_FIELD_NUMBER, /* from −2⁶³ to 2⁶³ − 1 */
  WEFT_FIELD_COUNT,  /* from 0 to 2⁶⁴ − 1 */
  WEFT_FIELD_REAL,
  WEFT_FIELD_TEXT,
  WEFT_FIELD_FLAG, /* holds or does not */
} WeftFieldType;

/* The unit of a field's numbers. It is for people alone: machines get numbers as they are. */
typedef enum
{
  WEFT_UNIT_PLAIN,   /* what the title or the doc says */
  WEFT_UNIT_SHARE,   /* 1 is all of it: "12.3 %" */
  WEFT_UNIT_PERCENT, /* 100 is all of it: "12.3 %" */
  WEFT_UNIT_CYCLE,   /* a point in time of the trace */
  WEFT_UNIT_CYCLES,  /* a length of time of the trace */
  WEFT_UNIT_BYTES,
  WEFT_UNIT_RATE,    /* bytes per cycle */
  WEFT_UNIT_ADDRESS, /* of memory: a name rather than an amount */
} WeftFieldUnit;

/* Where a field is shown, and how. A key is unique among the fields of one such place. */
typedef enum
{
  WEFT_FIELD_FILTER = 1 << 0,    /* filters may ask for it */
  WEFT_FIELD_TABLE = 1 << 1,     /* a column of the table of all rows, and of its CSV */
  WEFT_FIELD_SEARCH = 1 << 2,    /* searched for texts */
  WEFT_FIELD_INSPECT = 1 << 3,   /* in the inspector, where the row has it */
  WEFT_FIELD_HOVER = 1 << 4,     /* under the pointer, where the row has it */
  WEFT_FIELD_DUMP = 1 << 5,      /* what weft-cli dump writes, where the row has it */
  WEFT_FIELD_ARGUMENT = 1 << 8,  /* a detail of the row in exports to other formats */
  WEFT_FIELD_LAST = 1 << 6,      /* on a terminal it stands last, where long texts do no harm */
  WEFT_FIELD_PLACE = 1 << 9,     /* a text such as "(3,4)", which dumps have as [3,4] */
  WEFT_FIELD_ALWAYS = 1 << 10,   /* a flag that dumps have where it does not hold as well; in the
                                  * inspector, where it is not known as well */
  WEFT_FIELD_NAMES_ROW = 1 << 7, /* its title and number name a row: "Line 12" */
  WEFT_FIELD_HIDDEN = 1 << 11,   /* its column is not there until somebody asks for it */
  WEFT_FIELD_PROSE = 1 << 12,    /* a text for people, no code */
  WEFT_FIELD_CSV = 1 << 13, /* a column of weft-cli export, where that has others than the table */
  WEFT_FIELD_QUERY =
    1 << 14, /* a column of the table in SQL, where that has others than filters, or says
                               * something else */
  /* From 1 << 16 on: WEFT_FIELD_KIND(). */
} WeftFieldFlags;

/* Of the kinds of rows that share a list of fields, one: who has the field. `n` is below 15. */
#define WEFT_FIELD_KIND(n) (1 << (16 + (n)))

/* A column of the table of such rows. */
#define WEFT_FIELD_COLUMN(n) (WEFT_FIELD_TABLE | WEFT_FIELD_KIND (n))

/* A cell of a row, which is below the number of rows that `data` has. Any thread, and several at a
 * time. */
typedef WeftCell (*WeftFieldGet) (gconstpointer data, guint row);

/* The same for several fields that are alike; `part` says which it is, such as a column's number. */
typedef WeftCell (*WeftFieldRead) (gconstpointer data, guint part, guint row);

/* Many rows at once, of a field whose cells are whole numbers or not known: the `n` numbers from row `first` on, which is
 * a multiple of WEFT_FIELD_BLOCK. Returns how many of them are not known: those are 0, and where there are any, `gaps` has
 * a byte for each row, 1 of these. WEFT_FIELD_ONE_BY_ONE: some cell is something else, and what was written says
 * nothing. Of a field of type WEFT_FIELD_REAL the numbers are the bits of doubles. */
#define WEFT_FIELD_BLOCK 1024u
#define WEFT_FIELD_ONE_BY_ONE G_MAXUINT
typedef guint (*WeftFieldNumbers) (gconstpointer data, guint part, guint first, guint n,
                                   gint64 *numbers, guint8 *gaps);

/* Likewise where the rows of the data are lists whose items are the rows of the table: the numbers of all items of `n`
 * lists from `first` on, a multiple of WEFT_FIELD_BLOCK, of which there are at most as many. FALSE: they have to be read
 * one by one. */
typedef gboolean (*WeftFieldItems) (gconstpointer data, guint part, guint first, guint n,
                                    WeftNumberList *items);

/* Likewise of a row that is a struct, one of an array. */
typedef WeftCell (*WeftFieldOf) (gconstpointer data, gconstpointer item);

/* The cell that stands for a number that the row stores, such as the name for its id. */
typedef WeftCell (*WeftFieldAs) (gconstpointer data, gint64 number);

/* A member of a row that is a struct: the cell is that number or text, unless `as` makes another of it. */
typedef struct
{
  enum
  {
    WEFT_MEMBER_NONE,
    WEFT_MEMBER_UINT8,
    WEFT_MEMBER_UINT16,
    WEFT_MEMBER_UINT32,
    WEFT_MEMBER_UINT64,
    WEFT_MEMBER_INT16,
    WEFT_MEMBER_INT32,
    WEFT_MEMBER_INT64,
    WEFT_MEMBER_DOUBLE,
    WEFT_MEMBER_TEXT,
  } type;
  guint offset;
} WeftMember;

#define WEFT_MEMBER(Type, name) \
  { \
    _Generic (((Type *) NULL)->name, \
      guint8: WEFT_MEMBER_UINT8, \
      guint16: WEFT_MEMBER_UINT16, \
      guint32: WEFT_MEMBER_UINT32, \
      guint64: WEFT_MEMBER_UINT64, \
      gint16: WEFT_MEMBER_INT16, \
      gint32: WEFT_MEMBER_INT32, \
      gint64: WEFT_MEMBER_INT64, \
      double: WEFT_MEMBER_DOUBLE, \
      char *: WEFT_MEMBER_TEXT, \
      const char *: WEFT_MEMBER_TEXT), \
      G_STRUCT_OFFSET (Type, name) \
  }

/* A part of the row that is no number or text: what `of` is asked for in place of the row. */
#define WEFT_MEMBER_AT(Type, name) \
  { \
    WEFT_MEMBER_NONE, G_STRUCT_OFFSET (Type, name) \
  }

/* The pointer in the row to the struct that the field is one of; there is no cell where it is NULL. */
#define WEFT_THROUGH(Type, name) (1 + G_STRUCT_OFFSET (Type, name))

/* The words that a field of text may have, by their numbers; NULL behind the last. They live as long
 * as `data`. */
typedef const char *(*WeftFieldWord) (gconstpointer data, guint word);

/* A cell that is known, as people read it: (transfer full). */
typedef char *(*WeftFieldShow) (gconstpointer data, guint row, const WeftCell *cell);

/* Sorts rows by the field, as weft_facts_sort() does. */
typedef gboolean (*WeftFieldSort) (gconstpointer data, gboolean descending, guint32 *rows,
                                   guint32 n_rows, GCancellable *cancellable, GError **error);

typedef struct _WeftField
{
  const char *key;   /* in filters and machine output; lives for ever, as all here */
  const char *title; /* for people, not yet translated; NULL: machines only */
  WeftFieldGet get;
  WeftFieldType type;
  guint flags; /* WeftFieldFlags */
  WeftFieldUnit unit;
  const char *doc; /* what it is, in which unit where `unit` does not say it: for people, not yet
                         * translated, nullable */
  guint cost;      /* of reading it, in cells of a column: what costs little is asked first */
  const char *dump_key; /* in dumps and exports, where that is another one; nullable */
  WeftFieldWord word;   /* NULL: they are many, or the field is no text */
  /* In place of `get`: what several fields share, and which one of them this is. */
  WeftFieldRead read;
  guint part;
  WeftFieldNumbers numbers; /* what is read by `get` or `read`, block by block; nullable */
  /* (nullable) Numbers that say what the cells are: rows that have the same number have the same cell, so that
   * it is made once for all of them. All are known. Which of them this is is `code`. */
  WeftFieldNumbers codes;
  guint code;
  /* Or, where rows are structs, what makes the cell of the row, or which member it is. */
  WeftFieldOf of;
  WeftMember member;
  WeftFieldAs as; /* of the member; nullable */
  /* (nullable) Where rows are items of lists, what reads many of `part`; or many of the members that `as` makes cells of. */
  WeftFieldItems items;
  WeftFieldItems item_codes;
  guint through; /* WEFT_THROUGH(): not the row is the struct, but what it points at; 0: the row */
  WeftFieldShow show; /* NULL: as cells of its type and unit are shown */
  WeftFieldGet order; /* the cell that it is sorted by, where that is another; nullable */
  WeftFieldSort sort; /* where reading all cells would take long; nullable */
  guint8 digits; /* room that its column has in a table at least; 0: what its first rows need */
} WeftField;

/* In the place of a getter: one that several fields share, and which of them this is. */
#define WEFT_PART(how, which) .read = (how), .part = (which), .get = NULL

/* A kind of rows. Their fields stand in the order in which they are shown everywhere. */
typedef struct
{
  const char *name; /* "npu_event" */
  const char *doc;  /* in English: for docs/fields.md */
  const WeftField *fields;
  guint n_fields;
  guint kind;      /* WEFT_FIELD_KIND(): only the fields of that kind; 0: all */
  gsize item_size; /* of the structs that rows are; 0: they are none */
} WeftSchema;

/* A cell of a field that `get` or `read` makes. */
static inline WeftCell
weft_field_get (const WeftField *self, gconstpointer data, guint row)
{
  return self->get != NULL ? self->get (data, row) : self->read (data, self->part, row);
}

/* Its key in dumps and exports. */
static inline const char *
weft_field_get_dump_key (const WeftField *self)
{
  return self->dump_key != NULL ? self->dump_key : self->key;
}

/* Whether the field is a whole number, signed or not. */
static inline gboolean
weft_field_is_number (const WeftField *self)
{
  return self->type == WEFT_FIELD_NUMBER || self->type == WEFT_FIELD_COUNT;
}

/* For `show`: a number that is a name rather than an amount, as the trace writes it. */
char *weft_field_show_name (gconstpointer data, guint row, const WeftCell *cell);

/* The next field from `*index` on that has one of the flags, whose index is then in `*index`; NULL
 * behind the last. */
static inline const WeftField *
weft_schema_next (const WeftSchema *self, guint flags, guint *index)
{
  guint i = *index;

  while (
    i < self->n_fields
    && ((self->fields[i].flags & flags) == 0 || (self->fields[i].flags & self->kind) != self->kind))
    i++;
  *index = i;
  return i < self->n_fields ? &self->fields[i] : NULL;
}

/* The first field that has one of the flags and that key (nullable: any): NULL where there is none. */
const WeftField *weft_schema_find (const WeftSchema *self, guint flags, const char *key);

/* Goes through the fields that have one of the flags. */
#define WEFT_FOR_EACH_FIELD(schema, flags, field) \
  for (guint index_ = 0; ((field) = weft_schema_next ((schema), (flags), &index_)) != NULL; \
       index_++)

/* The texts that the field has, each once: its words, or those of the first rows. (transfer full),
 * zero-terminated, valid UTF-8. */
char **weft_field_list_texts (const WeftField *self, gconstpointer data, guint n_rows);

G_END_DECLS
