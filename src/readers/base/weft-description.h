/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-described-pattern.h"
#include "weft-described-value.h"
#include "weft-reader.h"

G_BEGIN_DECLS

/* A format of one's own, as a NAME.weftformat describes it: how lines, rows of a table or answers to a query
 * become the rows of a trace. docs/formats/own.md is made of the tables of keys in here. Immutable; any
 * thread. */

#define WEFT_DESCRIPTION_SUFFIX ".weftformat"

/* A description may have so many bytes, and so many fields. */
#define WEFT_DESCRIPTION_MAX_SIZE ((gsize) 1 << 20)
#define WEFT_DESCRIPTION_MAX_FIELDS 256

typedef enum
{
  WEFT_DESCRIPTION_LINES,
  WEFT_DESCRIPTION_CSV,
  WEFT_DESCRIPTION_SQLITE,
} WeftDescriptionInput;

/* --- what a family can be made of -------------------------------------------------------------- */

typedef enum
{
  WEFT_DESCRIBED_TEXT,
  WEFT_DESCRIBED_NUMBER,
  WEFT_DESCRIBED_TIME,
} WeftDescribedType;

typedef struct
{
  const char
    *name; /* one that ends in "." has any name behind it, and may be there several times */
  WeftDescribedType type;
  gboolean is_required;
  const char *doc; /* for the documentation: English, in Markdown */
} WeftDescriptionKey;

#define WEFT_DESCRIPTION_MAX_KEYS 16

typedef struct
{
  const char *name;
  const char *doc;
  const WeftDescriptionKey *keys; /* up to one without a name */
} WeftDescriptionKind;

typedef struct _WeftDescription WeftDescription;
typedef struct _WeftDescriptionItem WeftDescriptionItem;
typedef struct _WeftDescribedSplitter WeftDescribedSplitter;

/* The outcome of an item and a record. */
typedef enum
{
  WEFT_DESCRIBED_MADE,
  WEFT_DESCRIBED_UNREADABLE, /* a value is not what its key wants; which, the item says */
  WEFT_DESCRIBED_STRAY,      /* it speaks of something that is not there */
  WEFT_DESCRIBED_FULL,       /* there is no memory or disk left */
} WeftDescribedAnswer;

/* How a family's rows are made. */
typedef struct
{
  const char *word; /* "pipeline" */
  const char *doc;
  const WeftDescriptionKind *kinds; /* up to one without a name */
  gboolean is_in_cycles;            /* its times are cycles; nanoseconds otherwise */
  gboolean shows_all;               /* fields that nothing is made of are shown none the less */
  gboolean keeps_texts;             /* it makes texts that stand nowhere in the input */

  /* A writer of a new trace, (transfer full). */
  gpointer (*create) (const WeftReaderSetup *setup, WeftDescribedSplitter *splitter,
                      WeftTrace **trace);
  /* (nullable) Sets what the description says of a trace as a whole, of a new one or one from an index file. */
  void (*complete) (WeftTrace *trace, WeftDescribedSplitter *splitter);
  WeftDescribedAnswer (*make) (gpointer self, const WeftDescriptionItem *item,
                               const WeftDescribedRecord *record);
  void (*publish) (gpointer self);
  void (*finish) (gpointer self); /* nullable; before the last publication */
  void (*free) (gpointer self);
} WeftDescriptionMaker;

/* All of them, up to NULL (weft-formats.c). */
extern const WeftDescriptionMaker *const weft_description_makers[];

/* --- a description ----------------------------------------------------------------------------- */

/* A key whose name has an end of its own: "Stage.Fetch". */
typedef struct
{
  guint key;
  char *name; /* "Fetch" */
  WeftDescribedValue *value;
} WeftDescribedNamed;

/* A section that makes something of each record of its source. */
struct _WeftDescriptionItem
{
  const WeftDescription *description;
  guint index;
  guint kind;  /* of the family's */
  char *title; /* "Slice dma" */
  gint64 line;
  guint source;
  WeftDescribedValue *condition;                         /* nullable */
  GStrv accepted;                                        /* nullable: anything */
  WeftDescribedValue *values[WEFT_DESCRIPTION_MAX_KEYS]; /* by key; NULL: not said */
  GArray *named; /* WeftDescribedNamed, in the order of the text */
};

/* Where records come from: lines that match a pattern, or the answer to a query. A table has one. */
typedef struct
{
  char *title;
  gint64 line;
  gint64 column;
  WeftDescribedPattern *pattern;
  guint fields[WEFT_DESCRIPTION_MAX_FIELDS]; /* by the pattern's names */
  char *query;
  gboolean is_ignored; /* such lines are known, and nothing is made of them */
} WeftDescriptionSource;

struct _WeftDescription
{
  gatomicrefcount ref_count;
  char *path;
  char *name; /* for people */
  WeftDescriptionInput input;
  const WeftDescriptionMaker *maker;

  GStrv files; /* patterns of names; nullable, as are the following */
  WeftDescribedPattern *first_line;
  GStrv header;
  char *table;

  char separator;
  char *comment; /* nullable: what begins lines that are none */
  GStrv columns; /* nullable: the first line has them */

  gint64 numerator; /* a time × numerator ÷ denominator is one of the trace */
  gint64 denominator;
  gint64 hertz; /* 0: not said */
  char *never;  /* nullable: how a time is written that never was */
  guint width;  /* of a chip; 0: not said */
  guint height;

  GPtrArray *fields;  /* their names */
  GPtrArray *sources; /* WeftDescriptionSource */
  GPtrArray *items;   /* WeftDescriptionItem */
};

/* Reads a description: (transfer full), NULL where a diagnostic of WEFT_SEVERITY_ERROR was added. `path` is
 * where it comes from. */
WeftDescription *weft_description_parse (const char *path, const char *text, gsize length,
                                         WeftDiagnostics *diagnostics);
WeftDescription *weft_description_load (const char *path, WeftDiagnostics *diagnostics);

/* The same, and what is wrong with it first as the error, with its place. */
WeftDescription *weft_description_open (const char *path, GError **error);

WeftDescription *weft_description_ref (WeftDescription *self);
void weft_description_unref (WeftDescription *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDescription, weft_description_unref)

/* The keys of a section that is not a family's, for the documentation: the section's name, up to one
 * without. */
typedef struct
{
  const char *section;
  const char *key;
  const char *doc;
} WeftDescriptionSetting;

const WeftDescriptionSetting *weft_description_get_setting (guint index);

/* --- what makers ask ----------------------------------------------------------------------------- */

/* FALSE: nothing is there, by the description or the record. */
gboolean weft_description_item_get_text (const WeftDescriptionItem *self, guint key,
                                         const WeftDescribedRecord *record, GString *buffer,
                                         WeftDescribedField *text);

typedef enum
{
  WEFT_DESCRIBED_NONE, /* nothing is there, by the description or the record */
  WEFT_DESCRIBED_VALID,
  WEFT_DESCRIBED_INVALID, /* it is no number */
} WeftDescribedPresence;

WeftDescribedPresence weft_description_item_get_number (const WeftDescriptionItem *self, guint key,
                                                        const WeftDescribedRecord *record,
                                                        gint64 *number);

/* A time of the trace. */
WeftDescribedPresence weft_description_item_get_time (const WeftDescriptionItem *self, guint key,
                                                      const WeftDescribedRecord *record,
                                                      gint64 *time);
WeftDescribedPresence weft_description_get_time (const WeftDescription *self,
                                                 const WeftDescribedValue *value,
                                                 const WeftDescribedRecord *record, gint64 *time);

/* A number with a fraction. */
WeftDescribedPresence weft_description_item_get_real (const WeftDescriptionItem *self, guint key,
                                                      const WeftDescribedRecord *record,
                                                      double *number);

G_END_DECLS
